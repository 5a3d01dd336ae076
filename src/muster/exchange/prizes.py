"""A list of prizes as an organiser types it: a line for a place, or for a range of places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from muster.core.messages import Message, say, verbatim

_PLACES: Final = re.compile(
    r"\s*(?P<first>\d{1,6})(?:st|nd|rd|th)?\s*(?:[-–—]\s*(?P<last>\d{1,6})(?:st|nd|rd|th)?)?\s*[:.)]\s+(?P<what>\S.*)"
)


@dataclass(frozen=True, slots=True)
class Prize:
    """What the places from `first` to `last` win."""

    first: int
    last: int
    what: str


def read_prizes(text: str) -> tuple[Prize, ...]:
    """The prizes of a list.

    A line may begin with its place and a colon, a full stop or a bracket (`1: Trophy`, `5-8. Dice`,
    `3rd) Sleeves`); a line without is for the place after the line before it, so that line k of a plain list is
    place k. Blank lines mean nothing. A range written backwards is turned round.
    """
    found: list[Prize] = []
    place = 0
    for line in text.splitlines():
        if not line.strip():
            continue
        match = _PLACES.fullmatch(line)
        if match is None:
            place += 1
            found.append(Prize(place, place, line.strip()))
            continue
        one = int(match["first"])
        two = int(match["last"] or one)
        found.append(Prize(min(one, two), max(one, two), match["what"].strip()))
        place = max(one, two)
    return tuple(found)


def prizes_for(prizes: tuple[Prize, ...], first: int, last: int) -> tuple[Message, ...]:
    """What somebody on the places from `first` to `last` wins.

    Of a prize that is not for all the places they share, the words say for which ones it is.
    """
    return tuple(
        verbatim(prize.what) if prize.first <= first and last <= prize.last else _shared(prize, first, last)
        for prize in prizes
        if prize.first <= last and first <= prize.last
    )


def _shared(prize: Prize, first: int, last: int) -> Message:
    one, two = max(prize.first, first), min(prize.last, last)
    if one == two:
        return say("{prize} (place {place})", prize=prize.what, place=one)
    return say("{prize} (places {first}–{last})", prize=prize.what, first=one, last=two)
