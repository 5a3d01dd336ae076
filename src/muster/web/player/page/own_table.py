"""The fields of a player's report at a table of three or four: a line for each seat, what is left or why nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from muster.core.ids import SEATS_AT_TABLE, TableSeat
from muster.core.messages import Message, of_rules, say
from muster.core.scoring.scored import Problem
from muster.exchange.quick_words import ResultTerms
from muster.rules.scoring import PlacingScoring
from muster.web.result_fields import Option

USUAL = "decided"
"""How a game ends as a rule; a form begins with that."""

_CONCEDED = (
    say("conceded, first to leave"),
    say("conceded, second to leave"),
    say("conceded, third to leave"),
    say("conceded, fourth to leave"),
)


@dataclass(frozen=True, slots=True)
class SeatField:
    """One line of the form.

    Attributes:
        seat: as the form counts it, from 0.
        name: who sits there; `mine` says that it is the player.
        left: what was typed of what they have left.
        options: how they left the table, if they did; none where they were given the loss, which is not asked.
        place: what was typed as their place, where places do not go by what is left.
    """

    seat: TableSeat
    name: str
    mine: bool
    left: str
    options: tuple[Option, ...]
    place: str = ""

    @property
    def number(self) -> int:
        """The seat as people count it."""
        return self.seat + 1


@dataclass(frozen=True, slots=True)
class OwnTableForm:
    """The form of a table.

    Attributes:
        counted: what is left at the end, in the words of the regulations.
        ends: the ways a game can end.
        seats: a line for each, in the order of the seats.
        problems: what is wrong with what was typed.
    """

    counted: Message
    ends: tuple[Option, ...]
    seats: tuple[SeatField, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def by_hand(self) -> bool:
        """Whether places were set by hand, or something is wrong with them."""
        return "places" in self.wrong or any(one.place for one in self.seats)

    @property
    def wrong(self) -> frozenset[str]:
        """The fields something is wrong with."""
        return frozenset(one.field for one in self.problems)


def table_form(
    terms: ResultTerms,
    names: Sequence[str],
    mine: TableSeat,
    data: Mapping[str, str],
    problems: tuple[Problem, ...] = (),
    lost: Collection[TableSeat] = (),
) -> OwnTableForm:
    """The form of a table with these players.

    Args:
        terms: under what the result is read.
        names: who sits there, by seat.
        mine: where the player sits.
        data: what is filled in, as `table_report.table_data` reads it.
        problems: what is wrong with that.
        lost: who was given the loss.
    """
    rules, end = terms.regulations.scoring, data.get("end") or USUAL
    counted = of_rules(rules.counted) if isinstance(rules, PlacingScoring) else say("Left at the end")
    ends = tuple(Option(one.id, of_rules(one.name), one.id == end) for one in terms.regulations.ends)
    seats = tuple(
        SeatField(
            seat,
            name,
            seat == mine,
            data.get(f"left.{seat}", ""),
            () if seat in lost else tuple(_options(len(names), data.get(f"how.{seat}", ""))),
            data.get(f"places.{seat}", ""),
        )
        for seat, name in zip(SEATS_AT_TABLE, names, strict=False)
    )
    return OwnTableForm(counted, ends, seats, problems)


def _options(players: int, how: str) -> Iterator[Option]:
    yield Option("", say("played to the end"), not how)
    for at, says in enumerate(_CONCEDED[: players - 1], 1):
        yield Option(str(at), says, how == str(at))
