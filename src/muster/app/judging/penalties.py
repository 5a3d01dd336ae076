"""Penalties: what a player was given so far, what the table suggests, giving one with what it does, taking it back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.common.topics import changed, named, table_topic
from muster.app.floor import clocks
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done, submit
from muster.app.judging.effects import applies, consequence, decides_match, loss_report, player_of
from muster.app.judging.tables import table_of
from muster.app.results import losses
from muster.app.results.report import ruled_result
from muster.app.staff.conflicts import may_not_decide_on, may_not_judge, may_not_rule
from muster.app.staff.records import (
    account_of,
    clause_of,
    entry_of,
    kept,
    known_under,
    match_now,
    match_of,
    round_asked,
    round_now,
    tell,
)
from muster.core.ids import PlayerId, TableNo
from muster.core.judging.penalties import EarlierPenalty, SuggestedPenalty, suggested
from muster.core.messages import NOTHING, Message, say
from muster.core.private import Private
from muster.core.tournament.commands import DisqualifyPlayer
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, State
from muster.journal import store
from muster.people.models import Entry, Penalty, Tournament
from muster.rules.penalties import PenaltyTable

LONGEST: Final = 500
"""Characters of what happened, and of a reason."""

LONGEST_CLAUSE: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Offence:
    """A penalty as a judge wants to give it.

    Attributes:
        player: the entry number.
        category: the id of the offence in the tournament's table.
        kind: the id of the penalty; the suggested one or another.
        what: what happened.
        clause: the clause it rests on; that of the category if empty.
        extension_minutes: more time for the table; 0 for none.
        apply: whether a match loss decides the match of the running round, or is noted only; None applies it as long
            as the match has no result: one that is on record is replaced only where that is asked for.
        round_no: the round it is about; that published last if None. What is about an earlier one changes no result.
        key: the form's idempotency key.
    """

    player: int
    category: str
    kind: str
    what: str = ""
    clause: str = ""
    extension_minutes: int = 0
    apply: bool | None = None
    round_no: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedPenalty:
    """A penalty on record.

    Attributes:
        penalty: the record.
        says: what it means for the match, in words; empty for a warning.
        clause: the clause that rests on; empty if none.
        repeated: it had been given before, by the same form.
    """

    penalty: Penalty
    says: Message = NOTHING
    clause: str = ""
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What the table suggests for a player, with what they were given before, latest first."""

    step: SuggestedPenalty
    history: tuple[Penalty, ...]


def history(entry: Entry) -> QuerySet[Penalty]:
    """Everything this person was given in all tournaments of the event, also what was withdrawn, latest first."""
    rows = Penalty.objects.filter(
        entry__person=entry.person_id, tournament__event__tournaments=entry.tournament_id
    )
    return rows.select_related("by", "withdrawn_by", "tournament", "entry").order_by("-pk")


def suggestion(tournament: int, player: int, category: str, *, minutes: int = 0) -> Suggestion | Refusal:
    """What the tournament's table has for this player and offence.

    Args:
        tournament: the journal's number.
        player: the entry number.
        category: the id of the offence.
        minutes: how many minutes late they are, where that matters.
    """
    entry = entry_of(tournament, player)
    if isinstance(entry, Refusal):
        return entry
    rows = tuple(history(entry))
    before = [EarlierPenalty(row.category, row.kind) for row in rows if row.withdrawn_at is None]
    table = table_of(tournament, store.load(tournament).state)
    try:
        return Suggestion(suggested(table, category, before, minutes=minutes), rows)
    except LookupError:
        return _unknown()


def give(tournament: int, actor: Actor, offence: Offence) -> RecordedPenalty | Refusal:
    """Give a penalty, with all it does: the loss of the match, more time, disqualification. All of it, or nothing.

    A match loss decides the player's match of the running round, and so does a game loss where a match is one game. A
    result on record is left alone unless `apply` says so; it is corrected then, which needs the right to. In a match of
    more games a game loss is noted, and offered to the form of the result.

    Refused: an offence or a penalty the table does not know; a player who is not there; a leader who plays in this
    match or is the player (`COM-ROLE-4`); whatever the engine refuses.

    Raises:
        DeniedError: the actor may not penalise, or not disqualify, or not correct a confirmed result.
    """
    actor.must("disqualify" if offence.kind == "disqualification" else "penalise")
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament)
        if known := known_under(Penalty, tournament, offence.key):
            return RecordedPenalty(known, repeated=True)
        answer = _given(tournament, actor, offence)
        if isinstance(answer, Refusal):
            transaction.set_rollback(True)
    return answer


def _given(tournament: int, actor: Actor, offence: Offence) -> RecordedPenalty | Refusal:
    state = store.load(tournament).state
    entry = entry_of(tournament, offence.player)
    if isinstance(entry, Refusal):
        return entry
    table = table_of(tournament, state)
    if problem := _not_in(table, offence):
        return problem
    number = round_asked(state, offence.round_no)
    if isinstance(number, Refusal):
        return number
    over, match = number < len(state.rounds), match_of(state, number, player_of(entry))
    at = match.pairing.table if match else None
    refusal = (
        may_not_judge(tournament, actor, state, entry)
        or may_not_rule(tournament, actor, state, number, at)
        or (may_not_decide_on(tournament, actor, state, entry) if _ends_all(offence) else None)
        or _no_match_then(offence, match, over=over)
        or _carried_out(tournament, actor, offence, state, entry, None if over else match, table)
    )
    if refusal:
        return refusal
    says, clause = consequence(offence.kind, state, match, apply=offence.apply, over=over)
    if offence.kind in losses.KINDS and match is not None and not over and not applies(match, offence.apply):
        at = None
    offence = replace(offence, round_no=number)
    made = _recorded(tournament, actor, offence, state, entry, at, table)
    if offence.kind == "game-loss" and match is not None and at is not None:
        says = _decided(tournament, state, match) or says
    return RecordedPenalty(made, says, clause)


def _ends_all(offence: Offence) -> bool:
    """Whether it takes the player out of the match they play now, whatever round it is about."""
    return offence.kind == "disqualification"


def _decided(tournament: int, state: State, match: Match) -> Message:
    """That game losses alone have decided the match, where they have; its result is then to be entered."""
    if not losses.losses_of(tournament, state, state.rounds[-1], match).decided:
        return NOTHING
    return say("With this game loss the match is decided: enter its result.")


def _not_in(table: PenaltyTable, offence: Offence) -> Refusal | None:
    try:
        table.category(offence.category)
        table.kind(offence.kind)
    except LookupError:
        return _unknown()
    return None


def _no_match_then(offence: Offence, match: Match | None, *, over: bool) -> Refusal | None:
    """A loss is of a match: where there was none in that round, it is given in the running one, for the next match."""
    if not over or match is not None or offence.kind not in losses.KINDS:
        return None
    return Refusal("no-round", say("They had no match in that round: give a loss in the running round."))


def _unknown() -> Refusal:
    return Refusal(
        "bad-setup", say("Choose an offence and a penalty of this tournament's table of penalties.")
    )


def _carried_out(
    tournament: int,
    actor: Actor,
    offence: Offence,
    state: State,
    entry: Entry,
    match: Match | None,
    table: PenaltyTable,
) -> Refusal | None:
    """Do what goes with the penalty; the journal learns the name of the offence, not what was typed."""
    reason = table.category(offence.category).name[:LONGEST]
    answer = _in_play(tournament, actor, offence, state, player_of(entry), match, typed(reason))
    if isinstance(answer, Refusal):
        return answer
    if offence.extension_minutes <= 0:
        return None
    if match is None:
        return Refusal("no-table", say("This player has no match now, so no table can have more time."))
    asked = clocks.ClockInput(
        round_no=round_now(state),
        kind="extend",
        minutes=offence.extension_minutes,
        table=TableNo(match.pairing.table),
        reason=reason,
    )
    return clocks.act(tournament, actor, asked)


def _in_play(
    tournament: int,
    actor: Actor,
    offence: Offence,
    state: State,
    player: PlayerId,
    match: Match | None,
    reason: Private,
) -> Done | Refusal | None:
    """What the penalty does to the tournament, if anything."""
    if offence.kind == "disqualification":
        return submit(tournament, DisqualifyPlayer(player, reason), actor)
    if match is None or not applies(match, offence.apply) or not decides_match(offence.kind, state):
        return None
    report = loss_report(match, player, state)
    if report is None:
        return None
    return ruled_result(tournament, actor, state, match, report, reason=reason)


def _recorded(
    tournament: int,
    actor: Actor,
    offence: Offence,
    state: State,
    entry: Entry,
    at: TableNo | None,
    table: PenaltyTable,
) -> Penalty:
    clause = kept(offence.clause, LONGEST_CLAUSE) or table.category(offence.category).clause or ""
    made = Penalty.objects.create(
        tournament_id=tournament,
        entry=entry,
        round_no=offence.round_no or 0,
        table=at,
        kind=offence.kind,
        category=offence.category,
        what=kept(offence.what, LONGEST),
        clause=clause,
        by_id=account_of(actor),
        at=timezone.now(),
        extension_minutes=max(0, offence.extension_minutes),
        key=offence.key,
    )
    tell(tournament)
    _tell_players(tournament, state, made)
    return made


def _tell_players(tournament: int, state: State, row: Penalty) -> None:
    """Have the pages of those at the player's table look again, where the penalty decides games."""
    match = match_now(state, player_of(row.entry))
    if row.kind in losses.KINDS and match is not None:
        code, number = named(tournament)
        changed([table_topic(code, number, match.pairing.table)])


def withdraw(tournament: int, actor: Actor, penalty: int, because: str) -> RecordedPenalty | Refusal:
    """Take a penalty back, with a reason; it stays on record as withdrawn and counts for nothing any more.

    What it did to a result stays: `says` tells what is to be corrected. A judge takes back their own only, and who may
    not disqualify takes no disqualification back. Nobody takes back what they were given themselves, or what was given
    to an opponent (`COM-ROLE-4`).

    Raises:
        DeniedError: the actor may not penalise, or not take this one back.
    """
    actor.must("penalise")
    words = kept(because, LONGEST)
    if not words:
        return Refusal("reason-missing", say("Give a reason to take a penalty back: it stays on record."))
    with transaction.atomic():
        rows = Penalty.objects.select_for_update().filter(tournament=tournament, pk=penalty)
        row = rows.first()
        if row is None:
            return Refusal("nothing-recorded", say("There is no such penalty in this tournament."))
        if row.withdrawn_at is not None:
            return Refusal("already-recorded", say("This penalty is withdrawn already."))
        _must_withdraw(actor, row)
        state = store.load(tournament).state
        refusal = may_not_decide_on(tournament, actor, state, row.entry) or may_not_rule(
            tournament, actor, state, row.round_no, row.table
        )
        if refusal:
            return refusal
        row.withdrawn_at, row.withdrawn_because = timezone.now(), words
        row.withdrawn_by_id = account_of(actor)
        row.save(update_fields=["withdrawn_at", "withdrawn_because", "withdrawn_by"])
        tell(tournament)
        _tell_players(tournament, state, row)
    return _what_stays(tournament, row)


def _must_withdraw(actor: Actor, row: Penalty) -> None:
    if row.kind == "disqualification":
        actor.must("disqualify")
    elif row.by_id is None or row.by_id != account_of(actor):
        actor.must("decide-appeals")


def _what_stays(tournament: int, row: Penalty) -> RecordedPenalty:
    state = store.load(tournament).state
    clause, match = clause_of(state, "COM-ROLE-3"), match_now(state, player_of(row.entry))
    if row.kind == "disqualification":
        says = say("The player is still disqualified: undo that act, as long as nothing followed it.")
        return RecordedPenalty(row, says, clause)
    if row.kind in losses.KINDS and match is not None and not match.settled:
        return RecordedPenalty(row, say("It is not filled into the result any more."))
    if row.kind in losses.KINDS:
        return RecordedPenalty(
            row, say("A result that was recorded for it stands: correct it, with the reason.")
        )
    return RecordedPenalty(row)


def given_in(tournament: int, *, round_no: int | None = None, table: int | None = None) -> QuerySet[Penalty]:
    """The penalties of a tournament, latest first, with players and judges."""
    rows = Penalty.objects.filter(tournament=tournament)
    rows = rows if round_no is None else rows.filter(round_no=round_no)
    rows = rows if table is None else rows.filter(table=table)
    return rows.select_related("by", "withdrawn_by", "entry__person").order_by("-pk")
