"""The results of a round for pages: rows, counts, what comes next, and who recorded what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, get_args

from muster.app.common.access import Actor
from muster.app.common.names import names_of_staff
from muster.app.history.submitting import Done, submit_all
from muster.app.rounds.sheets import status_words
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import NOTHING, Message, say, verbatim
from muster.core.tournament import facts
from muster.core.tournament.commands import Command, ConfirmResult
from muster.core.tournament.facts import Fact
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, MatchStatus, Round, State
from muster.exchange.folding import folded
from muster.exchange.words import ending_words
from muster.journal.store import Mark, Snapshot

RESULT_FACTS: Final[tuple[type[Fact], ...]] = (
    facts.ResultReported,
    facts.ResultConfirmed,
    facts.ResultDisputed,
    facts.ResultCorrected,
    facts.MatchAwarded,
)
"""The facts that say something about one table's result."""


Show = Literal["missing", "reported", "disputed", "confirmed", "all"]
"""Which results a list shows."""


SHOWS: Final[tuple[Show, ...]] = get_args(Show)


_STATUS: Final[Mapping[Show, MatchStatus]] = {
    "missing": "open",
    "reported": "reported",
    "disputed": "disputed",
    "confirmed": "confirmed",
}


@dataclass(frozen=True, slots=True)
class Counts:
    """How many matches of a round stand how."""

    missing: int
    reported: int
    disputed: int
    confirmed: int

    @property
    def all(self) -> int:
        """All matches."""
        return self.missing + self.reported + self.disputed + self.confirmed


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One at a table of a list of results: the number of the seat, the name, the points once there is a result."""

    number: int
    name: str
    points: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One match of a round, for lists.

    Attributes:
        table: where.
        players: their entry numbers, in the order of the pairing; at a table of three or four that of the seats.
        names: what they are called.
        status: `open`, `reported`, `disputed` or `confirmed`.
        points: tournament or match points of each, once there is a result.
        words: the result in words: `rounds 3-1`, `awarded`; empty while there is none.
        winner: whose entry number won; None for nobody, or as long as nobody has.
        corrections: how often it was corrected.
        rematch: whether two of them had met before.
        by: who recorded it last; empty if that was not asked for.
        at_table: whether it is a table of three or four.
        waits: who has yet to confirm what was reported.
    """

    table: TableNo
    players: tuple[PlayerId, ...]
    names: tuple[str, ...]
    status: MatchStatus
    points: tuple[int, ...] | None
    words: Message
    winner: PlayerId | None
    corrections: int
    rematch: bool
    by: Message = NOTHING
    at_table: bool = False
    waits: tuple[str, ...] = ()

    @property
    def score(self) -> str:
        """The points of everybody, in the order of the players."""
        return "–".join(map(str, self.points)) if self.points else ""

    @property
    def seats(self) -> tuple[SeatRow, ...]:
        """Everybody by seat, with their points."""
        points = self.points or (None,) * len(self.players)
        return tuple(
            SeatRow(number, name, got, player == self.winner)
            for number, (player, name, got) in enumerate(
                zip(self.players, self.names, points, strict=True), 1
            )
        )

    @property
    def status_words(self) -> Message:
        """How it stands, in a word."""
        return status_words(self.status)


@dataclass(frozen=True, slots=True)
class Recorded:
    """Who said the latest thing about a result, and when."""

    who: Message
    at: datetime


def row_of(state: State, match: Match, name: Naming, by: Message = NOTHING) -> ResultRow:
    """One match as a row."""
    players, outcome = match.pairing.players, match.outcome
    awarded = say("awarded") if outcome else NOTHING
    return ResultRow(
        match.pairing.table,
        players,
        tuple(map(name, players)),
        match.status,
        tuple(side.points for side in outcome.sides) if outcome else None,
        verbatim(ending_words(state, match.report)) if match.report else awarded,
        None if outcome is None or outcome.winner is None else players[outcome.winner],
        match.corrections,
        match.pairing.rematch,
        by,
        state.at_tables,
        tuple(map(name, match.asked)),
    )


def round_at(state: State, round_no: int | None) -> Round | None:
    """A published round, the latest if `round_no` is None; None if there is no such round."""
    number = len(state.rounds) if round_no is None else round_no
    return state.rounds[number - 1] if 1 <= number <= len(state.rounds) else None


def rows(
    state: State,
    name: Naming,
    round_no: int | None = None,
    *,
    show: Show = "all",
    query: str = "",
    by: Mapping[TableNo, Message] | None = None,
) -> tuple[ResultRow, ...]:
    """The matches of a round in order of tables.

    Args:
        state: the tournament.
        name: how players are named.
        round_no: which round; the running one if None.
        show: only those that stand so.
        query: only those at this table, or of players with this in their names.
        by: who recorded each result, where that is wanted (`recorders`).

    Returns:
        A row for each match; none if there is no such round.
    """
    round_ = round_at(state, round_no)
    if round_ is None:
        return ()
    wanted, given = folded(query), by or {}
    found = (
        row_of(state, match, name, given.get(table, NOTHING))
        for table, match in sorted(round_.matches.items())
        if show == "all" or match.status == _STATUS[show]
    )
    return tuple(row for row in found if _matches(row, wanted))


def _matches(row: ResultRow, wanted: str) -> bool:
    if not wanted:
        return True
    if wanted.isdecimal():
        return str(row.table) == wanted
    return any(wanted in folded(name) for name in row.names)


def counts(round_: Round) -> Counts:
    """How many matches of the round stand how."""
    found = dict.fromkeys(_STATUS.values(), 0)
    for match in round_.matches.values():
        found[match.status] += 1
    return Counts(found["open"], found["reported"], found["disputed"], found["confirmed"])


def first_show(count: Counts) -> Show:
    """The list one wants to see first: what is missing, then what waits, else everything."""
    return "missing" if count.missing else "reported" if count.reported else "all"


def open_tables(round_: Round, after: int = 0) -> tuple[TableNo, ...]:
    """The tables without a result, beginning after this one and going round."""
    found = sorted(table for table, match in round_.matches.items() if match.outcome is None)
    return (*(table for table in found if table > after), *(table for table in found if table <= after))


def next_open(round_: Round, after: int = 0) -> TableNo | None:
    """The next table without a result after this one, going round; None if there is none."""
    return next(iter(open_tables(round_, after)), None)


def published_since(snapshot: Snapshot, version: int) -> bool:
    """Whether a round was published or annulled after this version: tables may mean other matches now."""
    later = snapshot.entries[max(version, 0) :]
    return any(isinstance(entry.fact, facts.RoundPublished | facts.RoundVoided) for entry in later)


def recorders(snapshot: Snapshot, round_no: int, name: Naming) -> dict[TableNo, Recorded]:
    """Who said the latest thing about each result of a round: a player, or somebody of the staff."""
    found: dict[TableNo, tuple[Fact, Mark]] = {}
    undone: set[int] = set()
    for entry, mark in zip(reversed(snapshot.entries), reversed(snapshot.marks), strict=True):
        fact = entry.fact
        if isinstance(fact, facts.ActRetracted):
            undone.update(fact.undone)
        elif isinstance(fact, facts.RoundPublished) and fact.round_no == round_no:
            break
        elif isinstance(fact, RESULT_FACTS) and entry.seq not in undone:
            about: facts.ResultReported = fact  # type: ignore[assignment]  # all of them have these two
            if about.round_no == round_no:
                found.setdefault(about.table, (fact, mark))
    staff = names_of_staff(mark.who for _, mark in found.values())
    return {table: Recorded(_who(fact, mark, staff, name), mark.at) for table, (fact, mark) in found.items()}


def _who(fact: Fact, mark: Mark, staff: Mapping[str, Message], name: Naming) -> Message:
    by: PlayerId | None = getattr(fact, "by", None)
    return verbatim(name(by)) if by is not None else staff.get(mark.who, NOTHING)


def disputed_by(snapshot: Snapshot, round_no: RoundNo, table: TableNo) -> PlayerId | None:
    """Who contradicted the result of a table last; None where nobody did."""
    found = (
        entry.fact for entry in reversed(snapshot.entries) if isinstance(entry.fact, facts.ResultDisputed)
    )
    return next((fact.by for fact in found if (fact.round_no, fact.table) == (round_no, table)), None)


def confirm_all(
    snapshot: Snapshot, round_no: RoundNo, actor: Actor, *, seen: int, key: str | None = None
) -> Done | Refusal:
    """Confirm every result that waits for the opponent's word, as one act.

    Args:
        snapshot: the tournament as it is.
        round_no: the round.
        actor: who asks.
        seen: the version the actor was looking at: what was reported or changed since then is left alone.
        key: the form's idempotency key.
    """
    shown = _reported_before(snapshot, round_no, seen)

    def waiting(state: State) -> Sequence[Command]:
        round_ = round_at(state, round_no)
        now = round_.matches if round_ else shown
        return [ConfirmResult(round_no, table) for table, match in shown.items() if now.get(table) == match]

    return submit_all(snapshot.tournament, waiting, actor, key=key)


def _reported_before(snapshot: Snapshot, round_no: RoundNo, seen: int) -> dict[TableNo, Match]:
    """The matches of a round that wait for the opponent's word and have not changed since a version."""
    later = {
        getattr(entry.fact, "table", None)
        for entry in snapshot.entries[max(seen, 0) :]
        if isinstance(entry.fact, RESULT_FACTS)
    }
    round_ = round_at(snapshot.state, round_no)
    matches = sorted(round_.matches.items()) if round_ else []
    return {table: match for table, match in matches if match.status == "reported" and table not in later}
