"""Files that have had their day. Nothing is imported but Python itself: this is looked after at every start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def remove_old(folder: Path, before: float) -> None:
    """Remove the files of a folder that have not been touched since this moment; no folder, no files."""
    for path in _files(folder):
        if changed(path) < before:
            path.unlink(missing_ok=True)


def changed(path: Path) -> float:
    """When a file was written last; 0 if somebody else has just removed it."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from folder.iterdir()
