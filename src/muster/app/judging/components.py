"""Components that are lost, damaged or ruled illegal: what follows, and what came of it (`COM-LOST-1`, `COM-MOD-1`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from django.db import transaction
from django.db.models import Case, QuerySet, When
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.floor import clocks
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done, submit
from muster.app.judging.effects import player_of
from muster.app.results.losses import blank_report, seat_of
from muster.app.results.report import ruled_result
from muster.app.staff.conflicts import may_not_decide_on, may_not_rule
from muster.app.staff.records import (
    account_of,
    clause_of,
    entry_of,
    kept,
    known_under,
    match_now,
    round_now,
    tell,
)
from muster.core.ids import RoundNo
from muster.core.messages import Message, say
from muster.core.tournament.commands import DropPlayer
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import ComponentReport, Tournament

Fault = Literal["lost", "damaged", "illegal"]
Result = Literal["open", "replaced", "shared", "conceded", "dropped"]

LONGEST_NAME: Final = 200
LONGEST_NOTE: Final = 500


@dataclass(frozen=True, slots=True)
class Follows:
    """Something that follows from a fault: the outcome it is recorded as, what it means, and the clause."""

    outcome: Result
    says: Message
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentFault:
    """A faulty component as a judge notes it.

    Attributes:
        player: the entry number.
        component: what it is.
        fault: `lost`, `damaged` or `illegal`.
        essential: whether the game cannot go on without it.
        extension_minutes: more time for the table; 0 for none. The regulations say `short` and give no figure.
        note: anything else.
        key: the form's idempotency key.
    """

    player: int
    component: str
    fault: str
    essential: bool = True
    extension_minutes: int = 0
    note: str = ""
    key: str | None = None


def follows(state: State, fault: str, *, essential: bool) -> tuple[Follows, ...]:
    """What follows from a fault, in the order in which it is tried; clauses only where the regulations have them."""
    lost, cards = clause_of(state, "COM-LOST-1"), clause_of(state, "COM-LOST-2", "SWU-CHK-1")
    replaced = say("Find or replace it: for a damaged card, a leader makes a proxy.")
    if fault == "damaged":
        share = say("Dice, rulers and tools: share the opponent's, each round from now on.")
        found = Follows("replaced", replaced, cards), Follows("shared", share, cards)
        return (*found, *_as_lost(state)) if essential else found
    if fault == "illegal":
        legal = Follows("replaced", say("Replace it by a legal one."), clause_of(state, "COM-MOD-1"))
        dropped = say("It cannot be replaced and is needed: the player is dropped.")
        return (legal, Follows("dropped", dropped, clause_of(state, "COM-MOD-1"))) if essential else (legal,)
    if not essential:
        says = say("Play on: replace it, or share the opponent's; the marshal decides.")
        return (Follows("shared", says, clause_of(state, "COM-LEGAL-1")),)
    return (
        Follows("replaced", say("Give the table a short time extension to find or replace it."), lost),
        Follows("conceded", say("Not found in that time: the player must concede."), lost),
        Follows("dropped", say("Not found by the start of the next round: the player is removed."), lost),
    )


def _as_lost(state: State) -> tuple[Follows, ...]:
    """What is damaged counts as lost where nothing replaces it; not under regulations without `COM-LOST-2`."""
    clause = clause_of(state, "COM-LOST-2")
    if not clause:
        return ()
    return (
        Follows("conceded", say("Neither helps, so it counts as lost: the player must concede."), clause),
        Follows("dropped", say("Not found by the start of the next round: the player is removed."), clause),
    )


def note(tournament: int, actor: Actor, found: ComponentFault) -> ComponentReport | Refusal:
    """Note a faulty component, and give the table more time where asked. Both, or nothing.

    Raises:
        DeniedError: the actor may not rule, or not give more time.
    """
    actor.must("rule")
    if found.fault not in get_args(Fault) or not kept(found.component, LONGEST_NAME):
        return Refusal("bad-setup", say("Enter the component, and whether it is lost, damaged or illegal."))
    if found.extension_minutes > clocks.LONGEST:
        return Refusal("bad-setup", say("Enter at most {most} minutes more.", most=clocks.LONGEST))
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament)
        if known := known_under(ComponentReport, tournament, found.key):
            return known
        answer = _noted(tournament, actor, found)
        if isinstance(answer, Refusal):
            transaction.set_rollback(True)
    return answer


def _noted(tournament: int, actor: Actor, found: ComponentFault) -> ComponentReport | Refusal:
    state = store.load(tournament).state
    entry = entry_of(tournament, found.player)
    if isinstance(entry, Refusal):
        return entry
    match = match_now(state, player_of(entry))
    at = match.pairing.table if match else None
    if refusal := may_not_decide_on(tournament, actor, state, entry):
        return refusal
    made = ComponentReport.objects.create(
        tournament_id=tournament,
        entry=entry,
        round_no=round_now(state),
        table=at,
        component=kept(found.component, LONGEST_NAME),
        essential=found.essential,
        fault=found.fault,
        extension_minutes=max(0, found.extension_minutes),
        by_id=account_of(actor),
        at=timezone.now(),
        note=kept(found.note, LONGEST_NOTE),
        key=found.key,
    )
    tell(tournament)
    return _extended(tournament, actor, made) or made


def _extended(tournament: int, actor: Actor, row: ComponentReport) -> Refusal | None:
    """Give the table the time that goes with it; the clock learns the sort of fault, not what was typed."""
    if not row.extension_minutes:
        return None
    if row.table is None:
        return Refusal("no-table", say("This player has no match now, so no table can have more time."))
    reason = f"{row.fault} component"
    asked = clocks.ClockInput(
        round_no=RoundNo(row.round_no),
        kind="extend",
        minutes=row.extension_minutes,
        table=row.table,  # type: ignore[arg-type]  # the number of a table that was looked up
        reason=reason,
    )
    return clocks.act(tournament, actor, asked)


def settle(tournament: int, actor: Actor, report: int, outcome: str) -> ComponentReport | Refusal:
    """Note what came of a faulty component; a concession is recorded as the result, a drop drops the player.

    Refused: what does not follow from the fault; a report that is settled; whatever the engine refuses.

    Raises:
        DeniedError: the actor may not rule, report results or drop players.
    """
    actor.must("rule")
    with transaction.atomic():
        rows = ComponentReport.objects.select_for_update(of=("self",)).select_related("entry__person")
        row = rows.filter(tournament=tournament, pk=report).first()
        if row is None:
            return Refusal("nothing-recorded", say("There is no such report in this tournament."))
        refusal = _carried_out(tournament, actor, row, outcome)
        if refusal is not None:
            transaction.set_rollback(True)
            return refusal
        row.outcome = outcome
        row.save(update_fields=["outcome"])
        tell(tournament)
    return row


def _carried_out(tournament: int, actor: Actor, row: ComponentReport, outcome: str) -> Refusal | None:
    """Do what an outcome asks for, or say why not."""
    state = store.load(tournament).state
    if row.outcome in ("conceded", "dropped", outcome):
        return Refusal("already-recorded", say("This is settled already."))
    able = follows(state, row.fault, essential=row.essential)
    one = next((each for each in able if each.outcome == outcome), None)
    if one is None:
        return Refusal("bad-setup", say("That does not follow from this fault: choose one of those shown."))
    refusal = may_not_decide_on(tournament, actor, state, row.entry) or may_not_rule(
        tournament, actor, state, row.round_no, row.table
    )
    answer = refusal or _in_play(tournament, actor, state, row, one)
    return answer if isinstance(answer, Refusal) else None


def _in_play(
    tournament: int, actor: Actor, state: State, row: ComponentReport, one: Follows
) -> Done | Refusal | None:
    """What an outcome does to the tournament, if anything."""
    player = player_of(row.entry)
    if one.outcome == "dropped":
        reason = f"{row.fault} component ({one.clause})".removesuffix(" ()")
        return submit(tournament, DropPlayer(player, typed(reason)), actor)
    if one.outcome != "conceded":
        return None
    match = match_now(state, player)
    if match is None or row.round_no != len(state.rounds):
        says = say("The round of this report is over: enter the concession as a correction of its result.")
        return Refusal("no-round", says)
    if match.settled:
        says = say("This match has a result already: a concession after it is entered as a correction of it.")
        return Refusal("already-recorded", says)
    if state.at_tables:
        says = say("The others at the table play on: enter the concession with their result.")
        return Refusal("no-round", says)
    report = blank_report(state, "concession", seat_of(match, player))
    return ruled_result(tournament, actor, state, match, report)


def reports_of(tournament: int) -> QuerySet[ComponentReport]:
    """The reports of a tournament, the open ones first, then the latest."""
    rows = ComponentReport.objects.filter(tournament=tournament).select_related("entry__person", "by")
    return rows.order_by(Case(When(outcome="open", then=0), default=1), "-pk")
