"""Short ways to score a report in tests, and regulations that no publisher made."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Literal

from muster.core.ids import Seat
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring import GamesReport, MarginReport, Problem, Report, Scored, ShareReport, Tally, score
from muster.rules.load import from_json_value, load, to_json_value
from muster.rules.schema import EndId, Regulations
from muster.rules.variants import Variants

ARMADA: Final = load("armada-4.0")
ARMADA_PL: Final = load("armada-pl")
RUNEWARS: Final = load("runewars-2.2.2")
LEGION: Final = load("legion-2.0")
UNLIMITED: Final = load("unlimited-1.3")
PUBLISHED: Final = (ARMADA, ARMADA_PL, RUNEWARS, LEGION, UNLIMITED)


def altered(regulations: Regulations, changes: Mapping[str, Any]) -> Regulations:
    """The regulations with some values replaced, by dotted way, read back as an organiser's file would be."""
    data = to_json_value(regulations)
    for way, value in changes.items():
        *parents, last = way.split(".")
        part = data
        for parent in parents:
            part = part[parent]
        part[last] = value
    made = from_json_value(data)
    assert isinstance(made, Regulations), made
    return made


SKIRMISH: Final = altered(
    ARMADA,
    {
        "id": "skirmish-1.0",
        "scoring.margin.floor": 10,
        "scoring.margin.cap": 90,
        "scoring.table.rows": [
            {"margin": 5, "win": 3, "loss": 2},
            {"margin": 11, "win": 4, "loss": 1},
            {"margin": 90, "win": 20, "loss": 0},
        ],
        "scoring.wiped_out.counts": "exactly",
        "scoring.wiped_out.points": 50,
        "scoring.equal_score": {"winner": "by-hand", "roll": "coin toss", "clause": "ARM-END-2"},
        "scoring.concession": {"keep_from": 30, "points": 7, "margin": 25, "clause": "ARM-END-4"},
        "bye.points": 6,
        "bye.margin": 33,
    },
)
"""Margins with a floor, a gap-free table of odd values, a roll on equal scores and a role on both gone."""

DUEL: Final = altered(
    LEGION,
    {
        "id": "duel-1.0",
        "scoring.points": {"win": 5, "loss": 2, "clause": "LEG-TP-1"},
        "scoring.share.tie": "1/3",
        "scoring.wiped_out.counts": "at-least",
        "scoring.at_the_end.by": ["score", "tokens"],
        "scoring.mutual_destruction.by": ["score", "role"],
    },
)
"""Shares with points for the loser, scores before tokens, and no role that decides at the end."""

CARDS: Final = altered(
    UNLIMITED,
    {
        "id": "cards-1.0",
        "scoring.points": {"win": 5, "draw": 2, "loss": 1, "clause": "SWU-TIE-1"},
        "scoring.elimination_tie.by": ["base-hp"],
        "bye.points": 4,
    },
)
"""Matches with other points, in which a roll breaks what base HP do not."""

ALL: Final = (*PUBLISHED, SKIRMISH, DUEL, CARDS)


def outcome_of(
    report: Report,
    regulations: Regulations,
    *,
    stage: Literal["swiss", "elimination"] = "swiss",
    best_of: Literal[1, 3] = 1,
    no_show: Literal["bye", "concession", "bare-win"] = "bye",
) -> Outcome:
    """What a report that must be accepted comes to."""
    made = score(report, regulations, stage=stage, best_of=best_of, variants=Variants(no_show=no_show))
    assert isinstance(made, Scored), made
    return made.outcome


def problems_of(
    report: Report,
    regulations: Regulations,
    *,
    stage: Literal["swiss", "elimination"] = "swiss",
    best_of: Literal[1, 3] = 1,
) -> tuple[Problem, ...]:
    """Why a report that must be refused is refused."""
    made = score(report, regulations, stage=stage, best_of=best_of, variants=Variants())
    assert not isinstance(made, Scored), made
    assert made
    return made


def fields_of(problems: tuple[Problem, ...]) -> list[str]:
    """The fields at fault."""
    return [problem.field for problem in problems]


def points_of(outcome: Outcome) -> tuple[int, int]:
    """Both players' points."""
    return outcome.sides[0].points, outcome.sides[1].points


def margins_of(outcome: Outcome) -> tuple[int, int]:
    """Both players' margins."""
    return outcome.sides[0].margin, outcome.sides[1].margin


def shares_of(outcome: Outcome) -> tuple[Fraction | None, Fraction | None]:
    """Both players' shares; None where it is the average of other games."""
    for side in outcome.sides:
        assert side.averaged <= (side.share is None)
    return outcome.sides[0].share, outcome.sides[1].share


def game_record(side: SideOutcome) -> str:
    """Games as they are written: won-lost-drawn."""
    return "-".join(str(count) for count in side.games)


def game(end: EndId, first: int = 0, second: int = 0, **more: Any) -> MarginReport:
    """A margin report by destroyed points; `objective` adds a pair of points from objectives."""
    one, two = more.pop("objective", (0, 0))
    return MarginReport(end=end, scores=(Tally(first, one), Tally(second, two)), **more)


def tokens(end: EndId, first: int = 0, second: int = 0, **more: Any) -> ShareReport:
    """A share report by victory tokens."""
    return ShareReport(end=end, tokens=(first, second), **more)


def match(end: EndId, games: str = "", **more: Any) -> GamesReport:
    """A report of games, written as `0`, `1` and `-` for a drawn one."""
    letters: dict[str, Seat | None] = {"0": 0, "1": 1, "-": None}
    return GamesReport(end=end, games=tuple(letters[letter] for letter in games), **more)
