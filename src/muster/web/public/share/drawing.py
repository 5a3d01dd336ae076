"""Share pictures are drawn when somebody first asks for them, and kept until they would look different."""

from __future__ import annotations

import contextlib
import threading
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.conf import settings

from muster.web.paper.press import Press, PressError, Work

PRESS: Final = Press()
"""A press of its own: a picture does not wait for a thousand slips."""

PATIENCE: Final = 10.0
"""Seconds somebody waits for the picture before theirs."""

MOST: Final = 400
"""Pictures that are kept; the oldest make room."""

_CSS: Final = Path(__file__).parents[2] / "static" / "muster" / "card.css"
_one_at_a_time: Final = threading.Lock()


class UndrawnError(Exception):
    """A picture could not be drawn; another try may be luckier."""


def picture(html: str) -> bytes:
    """The picture of this page, as PNG.

    Raises:
        UndrawnError: too many are being drawn just now, or the press lacks something.
    """
    file = _folder() / f"{sha256(html.encode()).hexdigest()}.png"
    with contextlib.suppress(FileNotFoundError):
        return file.read_bytes()
    if not _one_at_a_time.acquire(timeout=PATIENCE):
        raise UndrawnError("many pictures are being drawn")
    try:
        return file.read_bytes() if file.exists() else _drawn(html, file)
    finally:
        _one_at_a_time.release()


def _drawn(html: str, file: Path) -> bytes:
    _make_room()
    with TemporaryDirectory(dir=file.parent) as folder:
        made = Path(folder) / file.name
        try:
            PRESS.make(Work([html], _style(), made, lambda _pages: None, picture=True))
        except PressError as error:
            raise UndrawnError(str(error)) from error
        made.replace(file)
    return file.read_bytes()


def _make_room() -> None:
    found = sorted(_folder().glob("*.png"), key=lambda file: file.stat().st_mtime)
    for file in found[: max(0, len(found) - MOST + 1)]:
        file.unlink(missing_ok=True)


def _folder() -> Path:
    path: Path = settings.DATA / "pictures"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


@lru_cache(maxsize=1)
def _style() -> str:
    return _CSS.read_text(encoding="utf-8")
