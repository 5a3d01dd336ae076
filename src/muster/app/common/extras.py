"""What a plain installation leaves out because it is large, and how to add it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final, Literal

from muster.core.messages import Message, say

Extra = Literal["calendar", "metrics", "pdf", "postgres", "push", "redis"]

_MODULES: Final[Mapping[Extra, tuple[str, ...]]] = {
    "calendar": ("icalendar",),
    "metrics": ("prometheus_client",),
    "pdf": ("pypdfium2", "weasyprint"),
    "postgres": ("psycopg",),
    "push": ("http_ece", "py_vapid", "certifi"),
    "redis": ("redis",),
}
"""By the name of the extra in `pyproject.toml`: what it brings."""


def is_missing(extra: Extra) -> bool:
    """Whether this part is not installed."""
    return any(find_spec(module) is None for module in _MODULES[extra])


def how_to_add(extra: Extra) -> Message:
    """What to do about a part that is not installed."""
    return say("This needs a part that is not installed: {command} adds it.", command=command(extra))


def command(extra: Extra) -> str:
    """What adds this part, typed into a terminal."""
    return f"pip install 'muster[{extra}]'"
