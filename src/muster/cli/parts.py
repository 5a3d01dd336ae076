"""Parts of the rounds that follow one another, as they are typed."""

from __future__ import annotations

from dataclasses import replace
from typing import cast, get_args

from muster.cli.reporting import UnclearError
from muster.core.bracket.cut import CutKind
from muster.core.messages import listing, say
from muster.core.pairing.pods import Deal
from muster.core.tournament.course import USUAL_GROUP, CoursePart, EntryKind, PartPairedBy


def parts_typed(text: str) -> tuple[CoursePart, ...]:
    """Parts with commas between them, such as `swiss:4,pods:3:at-least-points:9:by-rank:day2`.

    Raises:
        UnclearError: it says something else.
    """
    return tuple(map(_part, text.split(",")))


def _part(text: str) -> CoursePart:
    paired, *words = text.split(":")
    if paired not in get_args(PartPairedBy):
        raise UnclearError(say("a part is one of {kinds}", kinds=listing(get_args(PartPairedBy), "plain")))
    part = CoursePart(cast("PartPairedBy", paired), size=USUAL_GROUP if paired == "groups" else 0)
    for word in words:
        part = _with(part, word)
    return part


def _with(part: CoursePart, word: str) -> CoursePart:
    """The part with one word more: who comes in, the deal, what counts, its day, a size, how many, or its rounds."""
    if word == "everybody" or word in get_args(CutKind):
        return replace(part, entry=cast("EntryKind", word))
    if word in get_args(Deal):
        return replace(part, deal=cast("Deal", word))
    if word in ("half", "zero"):
        return replace(part, carry="half" if word == "half" else "none")
    if word.startswith("day"):
        return replace(part, day=_figure(word.removeprefix("day")))
    if word.startswith("size"):
        return replace(part, size=_figure(word.removeprefix("size")))
    return (
        replace(part, rounds=_figure(word))
        if part.entry == "everybody"
        else replace(part, number=_figure(word))
    )


def _figure(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise UnclearError(say("in a part {text} is no figure", text=repr(text)))
    return int(text)
