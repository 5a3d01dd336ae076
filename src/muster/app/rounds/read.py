"""Published rounds for pages, and why anybody met anybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from muster.app.common.names import in_sentences, naming
from muster.app.rounds.sheets import (
    Meeting,
    Resting,
    SheetPlayer,
    by_player,
    everybody,
    meeting,
    rematch_mark,
    resting,
    title_of,
)
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import Message, listing, say
from muster.core.tournament import queries
from muster.core.tournament.journal import Entry, at
from muster.core.tournament.reasons import Why
from muster.core.tournament.state import Round, Sheet, State
from muster.core.tournament.why import drawn, publications, why_met
from muster.exchange.alphabet import alphabetical
from muster.journal.store import Snapshot


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A published round as pages show it; `late` are players who are here but have no part in it.

    `rests` have nobody to meet in it, which is worth nothing and no bye.
    `at_tables` says that three or four sit at a table.
    """

    number: RoundNo
    title: Message
    round: Round
    elimination: bool
    meetings: tuple[Meeting, ...]
    byes: tuple[Resting, ...]
    late: tuple[SheetPlayer, ...]
    at_tables: bool = False
    rests: tuple[SheetPlayer, ...] = ()

    @property
    def settled(self) -> int:
        """How many matches have a result nobody disputes."""
        return sum(match.settled for match in self.round.matches.values())


@dataclass(frozen=True, slots=True)
class NameRow:
    """A player's line on the sheet by name: where they sit (None for a bye) and whom they meet.

    `seat` is the number of the seat at a table of three or four; None at a table of two.
    """

    name: str
    table: TableNo | None
    opponent: str | Message
    seat: int | None = None


def published_round(state: State, number: RoundNo, names: Mapping[PlayerId, str]) -> PublishedRound:
    """A published round.

    Raises:
        LookupError: it is not published.
    """
    if not 1 <= number <= len(state.rounds):
        raise LookupError(f"round {number} is not published")
    round_, name = state.rounds[number - 1], naming(names)
    elimination = state.stages[round_.stage].format == "elimination"
    pairings = [match.pairing for _table, match in sorted(round_.matches.items())]
    sheet = Sheet(tuple(pairings), round_.byes, resting=round_.resting)
    seats = {player: SheetPlayer(player, name(player)) for player in everybody(sheet)}
    expected = state.double if elimination else queries.of_circle(state, number)
    again = () if expected else pairings
    marks = by_player(rematch_mark(state, one, in_sentences(name)) for one in again if one.rematch)
    return PublishedRound(
        number,
        title_of(state, number),
        round_,
        elimination,
        tuple(meeting(one, seats, marks, round_.matches[one.table].status) for one in pairings),
        tuple(resting(bye, seats, {}) for bye in round_.byes),
        tuple(
            SheetPlayer(player, name(player))
            for player in _without_part(state, round_, sheet, elimination=elimination)
        ),
        state.at_tables,
        tuple(seats[player] for player in round_.resting),
    )


def by_name(round_: PublishedRound) -> list[NameRow]:
    """The round as a list of names, for the wall: everybody once, in alphabetical order."""
    lines = [
        NameRow(own.name, meeting.table, _met(meeting, own), number if round_.at_tables else None)
        for meeting in round_.meetings
        for number, own in enumerate(meeting.seats, 1)
    ]
    lines += [NameRow(bye.seat.name, None, say("bye")) for bye in round_.byes]
    lines += [
        NameRow(one.name, None, say("waits") if round_.elimination else say("rests")) for one in round_.rests
    ]
    in_order = alphabetical()
    return sorted(lines, key=lambda line: (in_order(line.name), line.table or 0))


def _met(meeting: Meeting, own: SheetPlayer) -> str | Message:
    """The opponent, or everybody else at a table in the order of the seats."""
    others = [seat.name for seat in meeting.seats if seat is not own]
    return others[0] if len(others) == 1 else say("{players}", players=listing(others, "plain"))


def why(snapshot: Snapshot, round_no: RoundNo, player: PlayerId, name: Naming) -> Why | None:
    """Why a player has this opponent, or the bye, in a published round or in the proposal on the table."""
    state, named = snapshot.state, in_sentences(name)
    if round_no > len(state.rounds):
        waiting = state.proposal
        if waiting is None:
            return None
        return why_met(state, drawn(state, snapshot.entries), waiting.sheet, player, named)
    round_ = state.rounds[round_no - 1]
    sheet = Sheet(
        tuple(match.pairing for match in round_.matches.values()), round_.byes, resting=round_.resting
    )
    found = publications(snapshot.entries, round_no, _state_at)
    reviewed, proposal = next(found)
    return why_met(reviewed, proposal, sheet, player, named, found)


def _state_at(entries: Sequence[Entry], version: int) -> State:
    """The state after so many facts, kept for the next who asks."""
    return _reviewed(_Prefix(entries[version - 1].head, entries[:version]))


@dataclass(frozen=True, slots=True)
class _Prefix:
    """The first facts of a journal, told apart by the head after them."""

    head: str
    entries: Sequence[Entry] = field(compare=False, repr=False)


@lru_cache(maxsize=16)
def _reviewed(prefix: _Prefix) -> State:
    return at(prefix.entries, len(prefix.entries))


def _without_part(state: State, round_: Round, sheet: Sheet, *, elimination: bool) -> list[PlayerId]:
    """Who is here but has neither a match nor a bye in the running Swiss round: they came after it was made."""
    if elimination or round_.number != len(state.rounds):
        return []
    taking_part = set(everybody(sheet))
    return [player for player in queries.active(state) if player not in taking_part]
