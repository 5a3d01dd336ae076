"""The process that makes PDFs: pages of HTML in, a file out, and nothing else.

It is started as `python -m muster.web.paper.typeset` and imports nothing of the site. A line of JSON on its standard
input says what to print, lines of JSON on its standard output say how far it is. It ends when its input ends, that is:
when whoever started it closes the pipe or is no more.

Nothing is fetched, whatever a page asks for: the network and the disk are out of reach of anything a player typed.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final, TypedDict
from urllib.parse import unquote

from muster.web.paper.codes import png

CODE: Final = "qr:"
"""An image of this scheme is a QR code of what follows: it is made here, so that the site need not."""

FONT: Final = "font:"
"""A typeface of this scheme is the site's own of that file name."""

FONTS: Final = {
    file.name: file for file in (Path(__file__).parents[1] / "static/muster/fonts").glob("*.woff2")
}

DOTS: Final = 96 / 72
"""Dots of a picture for each point of a page: one for each CSS pixel."""

COLOURS: Final = 128
"""Colours of a picture: few, so that it is small."""

POLITE: Final = 10
"""How much this process gives way to all others."""


class Job(TypedDict):
    """What to print.

    Attributes:
        pieces: whole documents, to be printed one after the other into one file.
        css: the style sheet of all of them.
        file: where to write.
        picture: whether a picture of the first page is wanted in place of the PDF.
    """

    pieces: list[str]
    css: str
    file: str
    picture: bool


class RefusedError(ValueError):
    """A page asked for something from outside."""


def main() -> None:
    """Make what standard input asks for, until it ends."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(POLITE)
    # Boxes of pages refer to each other in every direction; looking for what can go takes longer than drawing.
    gc.disable()
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not look like an answer
    say = _speaker(out)
    with contextlib.suppress(BrokenPipeError):
        try:
            make = _maker()
        except (ImportError, OSError) as error:
            say(missing=str(error))
            return
        say(ready=True)
        for line in sys.stdin:
            _answer(make, json.loads(line), say)


def _speaker(out: IO[str]) -> Callable[..., None]:
    def say(**what: Any) -> None:
        out.write(json.dumps(what) + "\n")
        out.flush()

    return say


def _answer(make: Callable[[Job, Callable[[int], None]], bytes], job: Job, say: Callable[..., None]) -> None:
    try:
        Path(job["file"]).write_bytes(make(job, lambda pages: say(pages=pages)))
    except Exception as error:  # noqa: BLE001  (whatever a page breaks, the next one is to be printed)
        say(fault=f"{type(error).__name__}: {error}")
    else:
        say(done=True)
    gc.collect()


def _maker() -> Callable[[Job, Callable[[int], None]], bytes]:
    """What makes a PDF.

    Raises:
        ImportError: WeasyPrint is not there.
        OSError: a library of the system that it needs (Pango) is not there.
    """
    from weasyprint import CSS, HTML  # noqa: PLC0415  (only here is it known whether they are there)
    from weasyprint.logger import PROGRESS_LOGGER  # noqa: PLC0415
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415

    class Nothing(URLFetcher):  # type: ignore[misc]  # it has no types
        """Fetches nothing but codes that are made on the spot, and the site's own typefaces."""

        def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            if url.startswith(CODE):
                return URLFetcherResponse(url, png(unquote(url[len(CODE) :])), {"Content-Type": "image/png"})
            if (file := FONTS.get(url.removeprefix(FONT))) and url.startswith(FONT):
                return URLFetcherResponse(url, file.read_bytes(), {"Content-Type": "font/woff2"})
            raise RefusedError(f"nothing is fetched: {url[:80]}")

    fetcher, fonts = Nothing(allowed_protocols=("data",)), FontConfiguration()
    PROGRESS_LOGGER.setLevel(logging.INFO)
    PROGRESS_LOGGER.propagate = False

    def make(job: Job, tell: Callable[[int], None]) -> bytes:
        sheet = CSS(string=job["css"], url_fetcher=fetcher, font_config=fonts)
        pages: list[Any] = []
        document = None
        for piece in job["pieces"]:
            with _watched(PROGRESS_LOGGER, len(pages), tell):
                document = HTML(string=piece, url_fetcher=fetcher).render(
                    stylesheets=[sheet], font_config=fonts
                )
            pages += document.pages
            tell(len(pages))
        if document is None:
            raise ValueError("there is nothing to print")
        out = io.BytesIO()
        document.copy(pages).write_pdf(out)
        return _picture(out.getvalue()) if job["picture"] else out.getvalue()

    return make


def _picture(pdf: bytes) -> bytes:
    """The first page as a PNG."""
    import pypdfium2  # noqa: PLC0415  (prints do without it)

    out = io.BytesIO()
    drawn = pypdfium2.PdfDocument(pdf)[0].render(scale=DOTS).to_pil()
    drawn.convert("RGB").quantize(COLOURS).save(out, format="PNG", optimize=True)
    return out.getvalue()


@contextlib.contextmanager
def _watched(log: logging.Logger, before: int, tell: Callable[[int], None]) -> Iterator[None]:
    """Tell of each page that WeasyPrint says it has laid out."""

    class Pages(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            words = record.getMessage().split()
            if "Page" in words and words[-1].isdecimal():
                tell(before + int(words[-1]) - 1)

    handler = Pages()
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


if __name__ == "__main__":
    main()
