"""The languages Muster speaks: their catalogues, kept compiled, and which of them are offered to readers.

A language is offered when every sentence of its catalogue is translated and reviewed. What is compiled stands beside
its source, is no part of the repository, and is made anew whenever the source has changed: where the package is built,
and wherever a program starts from a source tree.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from muster.exchange.translations import compiled, heading_of, is_reviewed, read

DOMAIN: Final = "django"
"""The name of the catalogues, which pages and the terminal share: `locale/<language>/LC_MESSAGES/django.mo`."""

LOCALES: Final = Path(__file__).parents[2] / "locale"

ENGLISH: Final = "en"
"""The language of the sentences as they stand in the code."""


def sources(folder: Path = LOCALES) -> dict[str, Path]:
    """Every catalogue translators work on, by language."""
    return {path.parts[-3]: path for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))}


def compile_changed(folder: Path = LOCALES) -> list[Path]:
    """Compile the catalogues whose source has changed since; the compiled files of all."""
    made = []
    for source in sources(folder).values():
        target, changed = source.with_suffix(".mo"), source.stat().st_mtime_ns
        made.append(target)
        if target.exists() and target.stat().st_mtime_ns == changed:
            continue
        content = compiled(read(source.read_text(encoding="utf-8")))
        # Where nothing can be written, what is there has to do.
        with contextlib.suppress(OSError):
            _put(content, target, changed)
    return made


def _put(content: bytes, target: Path, changed: int) -> None:
    """Write a file at once, for several programs may start at the same time."""
    with NamedTemporaryFile(dir=target.parent, delete=False) as file:
        file.write(content)
    Path(file.name).chmod(0o644)
    os.utime(file.name, ns=(changed, changed))
    Path(file.name).replace(target)


def offered(also: Iterable[str] = (), folder: Path = LOCALES) -> list[tuple[str, str]]:
    """The languages readers may choose, by code, each with its name in itself: English, and those that are reviewed.

    Args:
        also: languages that are offered as far as they are translated.
        folder: where the catalogues are.
    """
    compile_changed(folder)
    return [(ENGLISH, "English"), *_spoken(frozenset(also), folder)]


def _spoken(also: frozenset[str], folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")):
        code = path.parts[-3].replace("_", "-").lower()
        heading = heading_of(path.read_bytes())
        if code in also or is_reviewed(heading):
            yield code, heading.get("X-Language-Name", code)
