"""What everybody may see of an event: what was published, under the names players chose to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.app.sheets import title_of
from muster.core.ids import Naming, RoundNo
from muster.core.tournament import queries
from muster.core.tournament.state import Match, Round, State
from muster.people.models import Account, Event


@dataclass(frozen=True, slots=True)
class PublicTable:
    """One table of a published round; a bye has no table and no second player."""

    table: int | None
    first: str
    second: str
    first_points: int | None = None
    second_points: int | None = None


@dataclass(frozen=True, slots=True)
class PublicRound:
    """A published round as a heading."""

    number: RoundNo
    title: str


def visible_event(code: str, account: Account | None) -> Event | None:
    """The event of this code, if this visitor may see it: a draft is for its staff only."""
    event = Event.objects.select_related("venue").filter(code=code.upper()).first()
    if event is None or event.listed:
        return event
    known = account is not None and event.staff.filter(account=account).exists()
    return event if known else None


def published_rounds(state: State) -> list[PublicRound]:
    """The rounds everybody may see; a proposal is none of them."""
    return [PublicRound(each.number, title_of(state, each.number)) for each in state.rounds]


def tables_of(state: State, number: RoundNo, name: Naming) -> list[PublicTable]:
    """Who meets whom where in a published round, with the points of each match that is settled."""
    round_ = next(each for each in state.rounds if each.number == number)
    matches = [_table(table, match, name) for table, match in sorted(round_.matches.items())]
    return [*matches, *_byes(round_, name)]


def has_standings(state: State) -> bool:
    """Whether there is a table to show: a Swiss round is complete."""
    return queries.completed(state) > 0


def seat_of(tables: Sequence[PublicTable], words: str) -> list[PublicTable]:
    """The tables at which somebody of this name sits; all of them if nothing is asked."""
    wanted = words.casefold().split()
    return [one for one in tables if all(word in f"{one.first} {one.second}".casefold() for word in wanted)]


def _table(table: int, match: Match, name: Naming) -> PublicTable:
    one, two = match.pairing.players
    if match.outcome is None or not match.settled:
        return PublicTable(table, name(one), name(two))
    first, second = match.outcome.sides
    return PublicTable(table, name(one), name(two), first.points, second.points)


def _byes(round_: Round, name: Naming) -> list[PublicTable]:
    return [PublicTable(None, name(bye.player), "", bye.outcome.points) for bye in round_.byes]
