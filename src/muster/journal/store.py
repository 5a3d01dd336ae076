"""Facts into the database and states out of it.

`load` gives a tournament as it is now. The fold is kept warm in this process and caught up with what others
have written, so that a page costs one small query. `append` adds the facts of one act in one transaction; the
unique number of a fact decides between two writers, and the one who loses is told so and decides anew. `turns` has
who of this process decides upon what, and what is written together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError, connection, transaction

from muster.core.messages import Message, say, verbatim
from muster.core.tournament.engine import decode, encode, evolve, joined, parted
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Entry
from muster.journal.damage import is_damage
from muster.journal.errors import ConflictError, DamagedJournalError, UnavailableError
from muster.journal.line import AT_ONCE, DecidedAct
from muster.journal.models import FactRow
from muster.journal.snapshot import Mark, Snapshot, TransactionState, WaitingLines, Warm

__all__ = [
    "AT_ONCE",
    "ConflictError",
    "DamagedJournalError",
    "Mark",
    "Snapshot",
    "UnavailableError",
    "adopt",
    "append",
    "decided",
    "first_under",
    "forget",
    "known",
    "load",
    "replayed",
    "write",
]

Row = tuple[int, int, str, int, str, str, str, datetime, str | None]

_READ: Final = (
    'SELECT "seq", "act", "kind", "version", "data", "head", "who", "at", "key" '
    'FROM "journal_factrow" WHERE "tournament" = %s AND "seq" >= %s ORDER BY "seq"'
)
"""The question every page asks: spelled out, for to have it built anew each time takes longer than the answer."""

_ADD: Final = (
    'INSERT INTO "journal_factrow" '
    '("tournament", "seq", "act", "kind", "version", "data", "head", "who", "at", "key") '
)
_ONE: Final = f"({', '.join(['%s'] * 10)})"

_UNLESS_CHANGED: Final = (
    'SELECT * FROM (VALUES {}) AS "added" WHERE %s = '
    '(SELECT "head" FROM "journal_factrow" WHERE "tournament" = %s ORDER BY "seq" DESC LIMIT 1)'
)
"""Adds rows only if the last fact on record is the one they were decided on; its head stands for all before it."""

_AT: Final = FactRow._meta.get_field("at").get_col("journal_factrow")  # noqa: SLF001  (Django's own way)


_warm: Final = Warm()
_private: Final = TransactionState()
_reading: Final = WaitingLines()


def load(tournament: int) -> Snapshot:
    """The tournament as it is now; without any fact if there is no such journal.

    Inside a transaction that includes what the transaction itself has recorded.

    Raises:
        DamagedJournalError: a fact cannot be read, or the chain of hashes is broken.
        UnavailableError: the database cannot be read.
    """
    if connection.in_atomic_block:
        own = _private.held.get(tournament)
        found = _caught_up(own) if own else None
        return found or _shared(tournament)
    _private.held.clear()
    if _warm.get(tournament).version:
        return _shared(tournament)
    with _reading.stand_in(tournament):  # one reads a long journal, the others find it warm
        return _shared(tournament)


def replayed(tournament: int) -> Snapshot:
    """The tournament read from the database from its first fact on, whatever is kept in memory.

    Raises:
        DamagedJournalError: as for `load`.
        UnavailableError: as for `load`.
    """
    return _grown(Snapshot(tournament), _rows(tournament, 1))


def append(
    base: Snapshot,
    facts: Iterable[Fact],
    *,
    who: str,
    at: datetime,
    key: str | None = None,
    beside: Callable[[], None] | None = None,
) -> Snapshot:
    """Record the facts of one act that was decided on at `base`: all of them, or none.

    Args:
        base: the tournament they were decided on.
        facts: what happened.
        who: who did it, as a token of at most 40 characters.
        at: when.
        key: the act's idempotency key, of at most 64 characters.
        beside: records what belongs to the act but is no fact, in the same transaction.

    Returns:
        The tournament with them.

    Raises:
        ConflictError: another act was recorded since `base`, or one under the same key; nothing was added.
        UnavailableError: the database cannot be written to.
    """
    act = decided(base, facts, who=who, at=at, key=key)
    _insert(act.rows, beside)
    _keep(act.after)
    return act.after


def adopt(tournament: int, entries: Sequence[Entry], *, who: str, at: datetime) -> Snapshot:
    """Record a whole journal from elsewhere as it is, letter for letter; keys of elsewhere mean nothing here.

    Raises:
        ConflictError: there is a journal of this number already; nothing was added.
        UnavailableError: the database cannot be written to.
    """
    rows, act = list[FactRow](), 0
    for entry in entries:
        act = act if entry.fact.follows else entry.seq
        rows.append(_row(tournament, replace(entry, key=None), Mark(act, who, at)))
    _insert(rows)
    return load(tournament)


def first_under(tournament: int, key: str) -> int | None:
    """The number of the first fact of the act recorded under this key, if there is one.

    Raises:
        UnavailableError: the database cannot be read.
    """
    with _reaching(tournament):
        rows = FactRow.objects.filter(tournament=tournament, key=key)
        return rows.values_list("seq", flat=True).first()


def forget(tournament: int | None = None) -> None:
    """Drop what is kept in memory, of one tournament or of all; the next `load` reads everything anew."""
    _private.held.clear()
    _warm.forget(tournament)


def known(tournament: int) -> Snapshot:
    """The tournament as this process knows it, which may be less than is on record; read if it knows nothing."""
    held = _warm.get(tournament)
    return held if held.version else load(tournament)


def decided(base: Snapshot, facts: Iterable[Fact], *, who: str, at: datetime, key: str | None) -> DecidedAct:
    """The act of these facts, decided on at `base`, ready to be recorded."""
    state, mark = base.state, Mark(base.version + 1, who, at)
    entries = list[Entry]()
    for fact in facts:
        text = encode(fact)
        state = evolve(state, fact, text)
        entries.append(Entry(state.version, fact, text, state.head, None if entries else key))
    after = base.prolonged(state, entries, [mark] * len(entries))
    return DecidedAct(base, after, [_row(base.tournament, entry, mark) for entry in entries])


def write(base: Snapshot, rows: Sequence[FactRow], after: Snapshot) -> None:
    """Record the facts of several acts, which make `base` into `after`: all of them, or none.

    Raises:
        ConflictError: `base` is not, or no longer, what is on record; nothing was added.
        UnavailableError: the database cannot be written to.
    """
    _insert(rows, after=base.state.head)
    _keep(after)


def _shared(tournament: int) -> Snapshot:
    """The tournament from what all threads share; a fold that is no longer true is dropped."""
    held = _warm.get(tournament)
    found = _caught_up(held)
    if found is None:
        _warm.drop(held)
        found = replayed(tournament)
    if found is not held:
        _keep(found)
    return found


def _keep(snapshot: Snapshot) -> None:
    """Keep a snapshot warm: at once if it is committed, else for this transaction until that is."""
    if connection.in_atomic_block:
        _private.held[snapshot.tournament] = snapshot
        # Savepoints that are rolled back take their callbacks with them.
        transaction.on_commit(partial(_warm.put, snapshot))
    else:
        _warm.put(snapshot)


def _caught_up(held: Snapshot) -> Snapshot | None:
    """The snapshot with what was recorded since; None if the database does not hold what it rests on."""
    if not held.version:
        return replayed(held.tournament)
    rows = _rows(held.tournament, held.version)
    if not rows or not _is_last_of(held, rows[0]):
        return None
    return _grown(held, rows[1:])


def _is_last_of(held: Snapshot, row: Row) -> bool:
    """Whether this is the row of the snapshot's last fact; its head stands for all facts before it."""
    return (row[0], row[5], _mark(row)) == (held.version, held.state.head, held.marks[-1])


def _rows(tournament: int, first: int) -> list[Row]:
    """The rows from fact number `first` on."""
    with _reaching(tournament), connection.cursor() as cursor:
        cursor.execute(_READ, (tournament, first))
        rows: list[Row] = cursor.fetchall()
    for convert in connection.ops.get_db_converters(_AT):  # SQLite has no times, only text
        rows = [(*row[:7], convert(row[7], _AT, connection), row[8]) for row in rows]
    return rows


def _row(tournament: int, entry: Entry, mark: Mark) -> FactRow:
    kind, version, data = parted(entry.text)
    return FactRow(
        tournament=tournament,
        seq=entry.seq,
        act=mark.act,
        kind=kind,
        version=version,
        data=data,
        head=entry.head,
        who=mark.who,
        at=mark.at,
        key=entry.key,
    )


def _insert(
    rows: Sequence[FactRow], beside: Callable[[], None] | None = None, *, after: str | None = None
) -> None:
    """Add these rows, all or none. One statement is a transaction of its own, and spares asking for one.

    Args:
        rows: facts of one tournament that follow each other.
        beside: records what belongs to them, in the same transaction.
        after: the head they were decided on, which must be the last; None to have only their numbers tell.
    """
    alone, sent = not (connection.in_atomic_block or beside) and len(rows) <= AT_ONCE, False
    try:
        connection.ensure_connection()
        with nullcontext() if alone else transaction.atomic():
            sent = alone
            for first in range(0, len(rows), AT_ONCE):
                _add(rows[first : first + AT_ONCE], None if first else after)
            if beside is not None:
                beside()
            sent = True
    except IntegrityError as error:
        raise ConflictError(str(error)) from error
    except (OperationalError, InterfaceError) as error:
        doubt = sent and not connection.in_atomic_block and not _answered(error)
        raise UnavailableError("settle" if doubt else "write", error) from error


def _add(rows: Sequence[FactRow], after: str | None) -> None:
    """Add these rows in one statement; if a head is named, only after the fact that has it."""
    at = connection.ops.adapt_datetimefield_value
    values: list[int | str | None] = []
    for row in rows:
        values += [row.tournament, row.seq, row.act, row.kind, row.version, row.data, row.head, row.who]
        values += [at(row.at), row.key]
    places = ", ".join([_ONE] * len(rows))
    with connection.cursor() as cursor:
        if after is None:
            cursor.execute(f"{_ADD}VALUES {places}", values)
            return
        cursor.execute(_ADD + _UNLESS_CHANGED.format(places), [*values, after, rows[0].tournament])
        if cursor.rowcount != len(rows):
            raise ConflictError("another act was recorded")


def _answered(error: Exception) -> bool:
    """Whether the database said that it did not do it; else only a server can have done it without saying so."""
    return connection.vendor == "sqlite" or getattr(error.__cause__, "sqlstate", None) is not None


@contextmanager
def _reaching(tournament: int) -> Iterator[None]:
    """Say in words what it means that the database does not answer, or not as it should."""
    try:
        yield
    except (DatabaseError, InterfaceError) as error:
        if is_damage(error):
            says = say("tournament {number}: the database is damaged where its facts are", number=tournament)
            raise DamagedJournalError(says) from error
        if isinstance(error, OperationalError | InterfaceError):
            raise UnavailableError("read", error) from error
        raise


def _mark(row: Row) -> Mark:
    return Mark(row[1], row[6], row[7])


def _grown(held: Snapshot, rows: Iterable[Row]) -> Snapshot:
    """The snapshot with further rows; itself if there are none."""
    state, entries, marks = held.state, list[Entry](), list[Mark]()
    for row in rows:
        seq, _, kind, version, data, head, *_, key = row
        if seq != state.version + 1:
            raise _damaged(held, seq, say("fact {seq} is missing", seq=state.version + 1))
        try:
            fact, text = decode(kind, version, data), joined(kind, version, data)
            state = evolve(state, fact, text)
        except (ValueError, LookupError, TypeError) as error:
            raise _damaged(held, seq, verbatim(str(error))) from error
        if state.head != head:
            raise _damaged(held, seq, say("the chain is broken: it is not what was recorded"))
        entries.append(Entry(seq, fact, text, head, key))
        marks.append(_mark(row))
    return held.prolonged(state, entries, marks) if entries else held


def _damaged(held: Snapshot, seq: int, problem: Message) -> DamagedJournalError:
    return DamagedJournalError(
        say(
            "tournament {tournament}, fact {seq}: {problem}",
            tournament=held.tournament,
            seq=seq,
            problem=problem,
        )
    )
