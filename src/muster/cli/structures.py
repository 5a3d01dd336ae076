"""The structure as it is typed: `structure custom rounds=5 cut=8 paired=pods`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast, get_args

from muster.cli.opened import OpenJournal
from muster.cli.parts import parts_typed
from muster.cli.reporting import UnclearError
from muster.cli.words import number_of
from muster.core.bracket.cut import CutKind
from muster.core.messages import listing, say, verbatim
from muster.core.points import PointsShown, typed_points
from muster.core.tournament import commands
from muster.core.tournament.chains import CHAINS
from muster.core.tournament.commands import Command
from muster.core.tournament.course import Course, PairedBy
from muster.core.tournament.state import Elimination, StructureId

_FIGURES: Final = frozenset(
    {"rounds", "cut", "cut-kind", "paired", "day-one", "points", "elimination", "chain", "parts"}
)


def structure_typed(opened: OpenJournal, words: list[str]) -> Command:
    """Another structure, before the rounds are fixed.

    Raises:
        UnclearError: it says what no structure has, or not what it needs.
    """
    kind, *figures = words or [""]
    if kind not in get_args(StructureId):
        raise UnclearError(say("choose one of {kinds}", kinds=listing(get_args(StructureId), "plain")))
    given = dict(word.split("=", 1) for word in figures if "=" in word)
    if len(given) < len(figures) or not given.keys() <= _FIGURES:
        says = say(
            "after it write rounds=…, cut=…, cut-kind=…, paired=…, day-one=…, points=…, elimination=…, chain=… or parts=…"  # noqa: E501
        )
        raise UnclearError(says)
    cut_kind = given.get("cut-kind", "top")
    if cut_kind not in get_args(CutKind):
        raise UnclearError(say("cut-kind is one of {kinds}", kinds=listing(get_args(CutKind), "plain")))
    shown: PointsShown = "whole"
    if opened.state.setup is not None:
        shown = opened.state.regulations.standings.points_shown_in
    rounds = number_of(given["rounds"], verbatim("rounds")) if "rounds" in given else None
    by_points = cut_kind == "at-least-points"
    cut = _figure(given["cut"], "cut", shown if by_points else "whole") if "cut" in given else None
    elimination = given.get("elimination", "single")
    if elimination not in get_args(Elimination):
        kinds = listing(get_args(Elimination), "plain")
        raise UnclearError(say("elimination is one of {kinds}", kinds=kinds))
    course = _course(given, shown)
    if "chain" in given and cut is None:
        cut_kind, cut = CHAINS[given["chain"]].cut_kind, CHAINS[given["chain"]].cut
    return commands.ChangeStructure(
        cast("StructureId", kind),
        rounds,
        cast("CutKind", cut_kind),
        cut,
        course,
        cast("Elimination", elimination),
    )


def _figure(text: str, key: str, shown: PointsShown) -> int:
    """A number, or points as the game shows them: `4½` or `4.5`."""
    found = typed_points(text, shown) if shown == "halves" else None
    return number_of(text, verbatim(key)) if found is None else found


def _course(given: Mapping[str, str], shown: PointsShown) -> Course:
    """How the rounds before a cut go, from `paired=pods`, `day-one=4` and `points=9`."""
    if "chain" in given:
        if given["chain"] not in CHAINS:
            raise UnclearError(say("chain is one of {kinds}", kinds=listing(CHAINS, "plain")))
        return CHAINS[given["chain"]].course
    if "parts" in given:
        return Course(parts=parts_typed(given["parts"]))
    paired = given.get("paired", "swiss")
    if paired not in get_args(PairedBy):
        raise UnclearError(say("paired is one of {kinds}", kinds=listing(get_args(PairedBy), "plain")))
    day_one = number_of(given["day-one"], verbatim("day-one")) if "day-one" in given else 0
    points = _figure(given["points"], "points", shown) if "points" in given else 0
    return Course(cast("PairedBy", paired), day_one, points)
