"""The colours of the style guide: those of `tokens.css`, chosen by hand instead of by the system."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders

_ASKS: Final = {"dark": "(prefers-color-scheme: dark)", "contrast": "(prefers-contrast: more)"}
"""What the style sheet asks of the system, by the word for it in the name of a choice."""


def sheet(colours: str) -> str:
    """The colours and sizes as a style sheet that asks nothing of the system: `light`, `dark-contrast` and the like.

    Raises:
        LookupError: `tokens.css` is not there.
    """
    found = finders.find("muster/tokens.css")
    if not found:
        raise LookupError("muster/tokens.css")
    tokens = Path(found).read_text(encoding="utf-8")
    chosen = tokens[tokens.index(":root {") :]
    for word, asked in _ASKS.items():
        chosen = chosen.replace(asked, "all" if word in colours.split("-") else "not all")
    scheme = "dark" if "dark" in colours.split("-") else "light"
    return f"{chosen}\n:root {{ color-scheme: {scheme}; }}\n"
