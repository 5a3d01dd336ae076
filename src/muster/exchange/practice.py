"""What else a published event shows: rounds by attendance, the cut, the bracket, byes and rematches.

These are habits of organisers and of their software, not published values, so an exception is a finding about
the event and no fault of the formulas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from muster.exchange.events import EventMatch, EventRound, PublishedEvent
from muster.exchange.recompute import UNLIMITED, ProfileId, Swiss, swiss
from muster.rules.load import load

Pair = frozenset[str]
"""The two players of a match."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How often an event did as expected.

    Attributes:
        name: what was looked at.
        kept: how often it was so.
        total: how often it could have been.
    """

    name: str
    kept: int
    total: int


def habits(event: PublishedEvent) -> list[Habit]:
    """Everything that can be looked at in this event."""
    case = swiss(event)
    return [Habit(name, *look(case)) for name, look in _LOOKS[case.profile.id].items()]


_Counted = tuple[int, int]
"""How often it was so, of how many."""


def _rounds_of_table(case: Swiss) -> _Counted:
    """The number of Swiss rounds is that of the regulations, by the players of round 1 (`SWU-RNDS-1`)."""
    rounds = _stage(case.event, "swiss")
    present = sum(len(match.players) for match in rounds[0].matches) if rounds else 0
    rows = next(structure.rows for structure in load(UNLIMITED).structures if structure.id == "advanced")
    expected = [row.rounds for row in rows if row.players <= present <= (row.to or present)]
    return int(expected == [len(rounds)]), 1


def _cut(case: Swiss) -> _Counted:
    """The elimination is played by the first of the standings, 4 or 8 of them (`SWU-ELIM-1`)."""
    first = _stage(case.event, "elimination")[:1]
    return sum(_is_top(case, this) for this in first), len(first)


def _is_top(case: Swiss, this: EventRound) -> bool:
    players = {name for match in this.matches for name in match.players}
    return len(players) in (4, 8) and players == set(_seeds(case)[: len(players)])


def _seeding(case: Swiss) -> _Counted:
    """First plays last, second plays last but one, and so on (`SWU-ELIM-1`)."""
    first = [this for this in _stage(case.event, "elimination")[:1] if _is_top(case, this)]
    return sum(set(_pairs(this)) == set(_first_pairs(case, this)) for this in first), len(first)


def _progress(case: Swiss) -> _Counted:
    """The second round joins the winners of the fixed bracket: 1 v 8 with 4 v 5, 2 v 7 with 3 v 6 (`B42`)."""
    rounds = _stage(case.event, "elimination")
    if len(rounds) < 2 or not _is_top(case, rounds[0]):
        return 0, 0
    won = {frozenset(match.players): _winner(match) for match in rounds[0].matches}
    order = [won.get(pair, "") for pair in _first_pairs(case, rounds[0])]
    joined = {frozenset(pair) for pair in zip(order, reversed(order), strict=True)}
    return int(set(_pairs(rounds[1])) == joined), 1


def _rematches(case: Swiss) -> _Counted:
    """Nobody meets the same opponent twice in Swiss (`COM-PAIR-2`)."""
    met = Counter(pair for this in _stage(case.event, "swiss") for pair in _pairs(this))
    return int(all(times == 1 for times in met.values())), 1


def _lone_byes(case: Swiss) -> _Counted:
    """A lone bye after round 1 goes to the lowest who had none, by points, then margin (`COM-BYE-1`)."""
    looked = [_goes_to_lowest(case, before, this) for before, this in _bye_rounds(case.event)]
    return sum(looked), len(looked)


def _bye_rounds(event: PublishedEvent) -> Iterator[tuple[list[EventRound], EventRound]]:
    rounds = _stage(event, "swiss")
    for place, this in enumerate(rounds):
        if place and sum(match.bye is not None for match in this.matches) == 1:
            yield rounds[:place], this


def _goes_to_lowest(case: Swiss, before: list[EventRound], this: EventRound) -> bool:
    """Whether nobody of this round without an earlier bye stood below who got it."""
    receiver = next(match.players[0] for match in this.matches if match.bye)
    earlier = {match.players[0] for past in before for match in past.matches if match.bye}
    present = {name for match in this.matches for name in match.players} - earlier
    so_far = {name: _points_and_margin(case, name, before[-1].no) for name in present}
    return receiver in so_far and so_far[receiver] == min(so_far.values())


def _points_and_margin(case: Swiss, name: str, last: int) -> tuple[int, int]:
    sides = [record.side for record in case.rounds_of(name) if record.round_no <= last]
    return sum(side.points for side in sides), sum(side.margin for side in sides)


def _stage(event: PublishedEvent, stage: str) -> list[EventRound]:
    return [this for this in event.rounds if this.stage == stage]


def _seeds(case: Swiss) -> list[str]:
    names = {player: name for name, player in case.numbers.items()}
    return [names[player] for player in case.table.order]


def _pairs(this: EventRound) -> list[Pair]:
    return [frozenset(match.players) for match in this.matches if len(match.players) == 2]


def _first_pairs(case: Swiss, this: EventRound) -> list[Pair]:
    size = sum(len(match.players) for match in this.matches)
    seeds = _seeds(case)[:size]
    return [frozenset(pair) for pair in zip(seeds[: size // 2], reversed(seeds), strict=False)]


def _winner(match: EventMatch) -> str:
    first, second = (match.scores or match.games or (0, 0, 0))[:2]
    if match.winner is not None or first == second:
        return match.winner or ""
    return match.players[0] if first > second else match.players[-1]


_LOOKS: Final[Mapping[ProfileId, Mapping[str, Callable[[Swiss], _Counted]]]] = {
    "rates": {},
    "order-by-rates": {
        "rounds by attendance": _rounds_of_table,
        "cut to the first": _cut,
        "bracket by seed": _seeding,
        "winners joined": _progress,
        "no rematch": _rematches,
    },
    "margin": {"lone bye to the lowest": _lone_byes, "no rematch": _rematches},
    "schedule": {},
}
"""What is looked at, by the kind of source; the others pair and cut by rules of their own."""
