"""What the pages of the style guide show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from muster.web.page import Page
from muster.web.styleguide import samples

Part = Literal["basics", "desk", "public", "phone", "wall"]
"""What is shown on one page: what the pages of an audience are made of, with their style sheets."""

PARTS: Final[dict[str, tuple[str, ...]]] = {
    "basics": (),
    "desk": ("now", "results", "duties", "standings"),
    "public": ("floor", "lists", "sheet", "public", "met", "shares", "standings"),
    "phone": ("floor", "lists", "player"),
    "wall": ("wall",),
}
"""The parts by their addresses, each with its style sheets beside those of every page."""

COLOURS: Final = ("light", "dark", "contrast", "dark-contrast")
"""Colours that can be chosen; without a choice they are those of the system."""


@dataclass(frozen=True)
class StyleGuide(Page):
    """One part of the style guide.

    Attributes:
        part: which.
        colours: in which colours; empty for those of the system.
    """

    template: ClassVar[str] = "styleguide/part.html"
    part: str
    colours: str

    @property
    def shown(self) -> str:
        """The template of the part."""
        return f"styleguide/{self.part}.html"

    @property
    def sheets(self) -> list[str]:
        """The style sheets of the part."""
        return [f"muster/{name}.css" for name in PARTS[self.part]]

    @property
    def parts(self) -> list[str]:
        """What there is to look at."""
        return list(PARTS)

    @property
    def schemes(self) -> tuple[str, ...]:
        """The colours to choose from."""
        return COLOURS

    @property
    def sample(self) -> samples.Samples:
        """What the components show."""
        return samples.Samples()


@dataclass(frozen=True)
class WallGuide(StyleGuide):
    """What walls are made of: they have a frame of their own."""

    template: ClassVar[str] = "styleguide/wall.html"
