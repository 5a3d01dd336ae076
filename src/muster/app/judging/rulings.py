"""Rulings at tables, appeals against them, and the last word (`COM-ROLE-3`). What was ruled stays on record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.common.search import Texts
from muster.app.floor import calls
from muster.app.staff.conflicts import deciders, may_not_judge, may_not_rule
from muster.app.staff.records import (
    account_of,
    clause_of,
    entries_at,
    entry_of,
    kept,
    known_under,
    match_in,
    match_of,
    no_table,
    round_asked,
    tell,
)
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import Call, Entry, Ruling, Tournament

LONGEST_QUESTION: Final = 500
LONGEST_RULING: Final = 1000
LONGEST_CLAUSE: Final = 60

LAST_WORD: Final = "COM-ROLE-3"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingInput:
    """A ruling as a judge types it.

    Attributes:
        question: what was asked; may be empty.
        ruling: what was ruled.
        clause: what it rests on: a clause of the regulations, or a page of the rules.
        table: where; empty for a ruling at no table, and the call's own where it answers a call.
        player: the entry number of the player it is about, if it is about one: it is for their table, if they have one.
        round_no: the round it is about; that published last if None.
        call: the call it answers, which is then dealt with.
        key: the form's idempotency key.
    """

    ruling: str
    question: str = ""
    clause: str = ""
    table: int | None = None
    player: int | None = None
    round_no: int | None = None
    call: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class _About:
    """What a ruling is about: the round, the table if there is one, the player, the call."""

    round_no: RoundNo
    table: int | None
    entry: Entry | None
    call: Call | None


def rule(tournament: int, actor: Actor, asked: RulingInput) -> Ruling | Refusal:
    """Put a ruling on record: at a table, about a player, or for everybody; of the running round or an earlier one.

    Refused: without words; at a table where nobody plays; about oneself; by a leader who plays there, or by a judge
    where two leaders meet (`COM-ROLE-4`).

    Raises:
        DeniedError: the actor may not rule.
    """
    actor.must("rule")
    ruled = kept(asked.ruling, LONGEST_RULING)
    if not ruled:
        return Refusal("reason-missing", say("Write down what you ruled: it stays on record."), None)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament)
        if known := known_under(Ruling, tournament, asked.key):
            return known
        state = store.load(tournament).state
        about = _about(tournament, state, asked)
        if isinstance(about, Refusal):
            return about
        if refusal := _may_not(tournament, actor, state, about):
            return refusal
        return _recorded(tournament, actor, asked, ruled, state, about)


def _about(tournament: int, state: State, asked: RulingInput) -> _About | Refusal:
    number = round_asked(state, asked.round_no)
    if isinstance(number, Refusal):
        return number
    entry = None if asked.player is None else entry_of(tournament, asked.player)
    if isinstance(entry, Refusal):
        return entry
    call = Call.objects.filter(tournament=tournament, pk=asked.call).first() if asked.call else None
    table = asked.table if asked.table is not None or call is None else call.table
    match = match_of(state, number, PlayerId(asked.player or 0))
    if table is None and match is not None:
        table = match.pairing.table
    return no_table(state, number, table) or _About(number, table, entry, call)


def _may_not(tournament: int, actor: Actor, state: State, about: _About) -> Refusal | None:
    call = about.call
    for entry in filter(None, (about.entry, call.entry if call else None)):
        if refusal := may_not_judge(tournament, actor, state, entry):
            return refusal
    asked = may_not_rule(tournament, actor, state, call.round_no, call.table) if call else None
    return asked or may_not_rule(tournament, actor, state, about.round_no, about.table)


def _recorded(
    tournament: int, actor: Actor, asked: RulingInput, ruled: str, state: State, about: _About
) -> Ruling:
    seated = entries_at(tournament, match_in(state, about.round_no, about.table))
    call, named = about.call, [about.entry.pk] if about.entry else []
    made = Ruling.objects.create(
        tournament_id=tournament,
        round_no=about.round_no,
        table=about.table,
        call=call,
        entries=sorted({*seated, *named, *([call.entry_id] if call else ())}),
        question=kept(asked.question, LONGEST_QUESTION),
        ruling=ruled,
        clause=kept(asked.clause, LONGEST_CLAUSE),
        by_id=account_of(actor),
        at=timezone.now(),
        key=asked.key,
    )
    if call is not None and call.closed_at is None:
        calls.close(tournament, call.pk, actor)
    tell(tournament)
    return made


def appeal(tournament: int, actor: Actor, ruling: int, by: int | None = None) -> Ruling | Refusal:
    """Note that somebody appeals against a ruling; noting it twice changes nothing.

    Args:
        tournament: the journal's number.
        actor: the leader who notes it.
        ruling: the primary key.
        by: the primary key of the entry that appeals, if a player does; else the actor does.

    Raises:
        DeniedError: the actor may not rule.
    """
    actor.must("rule")
    with transaction.atomic():
        row = _held(tournament, ruling)
        if isinstance(row, Refusal):
            return row
        if row.decided_at is not None:
            return Refusal(
                "already-recorded", say("This ruling was appealed; the decision is final."), LAST_WORD
            )
        if by is not None and not _may_appeal(row, by):
            return Refusal("not-at-table", say("Only somebody who sits at this table can appeal."))
        if row.appealed_at is None:
            row.appealed_at = timezone.now()
            row.appeal_by = actor.who if by is None else f"entry:{by}"
            row.save(update_fields=["appealed_at", "appeal_by"])
            tell(tournament)
    return row


def _may_appeal(row: Ruling, by: int) -> bool:
    """Whether this entry is one of those a ruling is about; one for everybody is about every player there is."""
    players = Entry.objects.filter(tournament=row.tournament_id, player__isnull=False)
    return by in row.entries if row.entries else players.filter(pk=by).exists()


def decide(tournament: int, actor: Actor, ruling: int, *, upheld: bool, final: str = "") -> Ruling | Refusal:
    """Decide an appeal: the last word (`COM-ROLE-3`).

    Args:
        tournament: the journal's number.
        actor: who decides: the marshal, or the organiser where no marshal can; not whoever made the ruling, as long as
            there is somebody else.
        ruling: the primary key.
        upheld: whether the ruling stands.
        final: what holds now; needed where it does not stand.

    Raises:
        DeniedError: the actor may not decide appeals.
    """
    actor.must("decide-appeals")
    words = kept(final, LONGEST_RULING)
    if not upheld and not words:
        return Refusal("reason-missing", say("Write down what holds in place of the ruling."), LAST_WORD)
    with transaction.atomic():
        row = _held(tournament, ruling)
        refusal = row if isinstance(row, Refusal) else _may_not_decide(tournament, actor, row)
        if isinstance(row, Refusal) or refusal:
            return refusal or row
        row.upheld, row.final = upheld, words
        row.decided_by_id, row.decided_at = account_of(actor), timezone.now()
        row.save(update_fields=["upheld", "final", "decided_by", "decided_at"])
        tell(tournament)
    return row


def _may_not_decide(tournament: int, actor: Actor, row: Ruling) -> Refusal | None:
    state = store.load(tournament).state
    clause = clause_of(state, LAST_WORD) or None
    if row.decided_at is not None:
        return Refusal("already-recorded", say("This appeal is decided, and the decision is final."), clause)
    if row.appealed_at is None:
        return Refusal(
            "nothing-recorded", say("Nobody has appealed against this ruling: note that first."), clause
        )
    able = deciders(tournament, row)
    if account_of(actor) is None or account_of(actor) in {one.account for one in able}:
        return None
    names = ", ".join(one.name for one in able)
    if not names:
        says = say("You play at this table: a marshal or organiser who does not must decide.")
        return Refusal("not-playing", says, clause)
    return Refusal("not-playing", say("This appeal is for {names} to decide.", names=names), clause)


def _held(tournament: int, ruling: int) -> Ruling | Refusal:
    """A ruling, held so that nobody else changes it meanwhile."""
    rows = Ruling.objects.select_for_update().filter(tournament=tournament, pk=ruling)
    return rows.first() or Refusal("nothing-recorded", say("There is no such ruling in this tournament."))


def rulings_of(tournament: int, *, round_no: int | None = None, table: int | None = None) -> QuerySet[Ruling]:
    """The rulings of a tournament, latest first, with those who made and decided them."""
    rows = Ruling.objects.filter(tournament=tournament).select_related("by", "decided_by")
    rows = rows if round_no is None else rows.filter(round_no=round_no)
    rows = rows if table is None else rows.filter(table=table)
    return rows.order_by("-pk")


def rulings_about(tournament: int, entry: int, most: int = 20) -> list[Ruling]:
    """The rulings about a registration: at their tables, on their calls, or about them alone; the latest first."""
    mine = [pk for pk, entries in _entries(tournament) if entry in entries][:most]
    return list(rulings_of(tournament).filter(pk__in=mine))


def _entries(tournament: int) -> QuerySet[Ruling, tuple[int, list[int]]]:
    # Not every database can look into a list, so the numbers are compared here.
    return Ruling.objects.filter(tournament=tournament).order_by("-pk").values_list("pk", "entries")


def open_appeals(tournament: int) -> QuerySet[Ruling]:
    """The appeals that wait for the last word, the longest waiting first."""
    rows = Ruling.objects.filter(tournament=tournament, appealed_at__isnull=False, decided_at=None)
    return rows.select_related("by").order_by("appealed_at", "pk")


def like(event: int, words: str, most: int = 20) -> list[Ruling]:
    """Earlier rulings of the whole event with these words: an interpretation stays the same (`COM-ROLE-3`).

    Args:
        event: the primary key of the event.
        words: looked for in question, ruling and clause; all of them must be there.
        most: how many at most, the latest first.
    """
    rows = Ruling.objects.filter(tournament__event=event).select_related("by", "tournament")
    if wanted := kept(words, 100).strip():
        texts = Texts(rows.values_list("pk", "question", "ruling", "final", "clause"))
        rows = rows.filter(pk__in=texts.fitting(wanted))
    return list(rows.order_by("-pk")[:most])
