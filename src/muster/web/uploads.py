"""Which pages take files: only there may somebody send more than a form holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

View = TypeVar("View", bound=Callable[..., Any])

_MARK: Final = "takes_files"


def takes_files(view: View) -> View:
    """Mark a view whose form has a file, or carries one along."""
    setattr(view, _MARK, True)
    return view


def does_take_files(view: Callable[..., Any]) -> bool:
    """Whether a view is marked so."""
    return getattr(view, _MARK, False) is True
