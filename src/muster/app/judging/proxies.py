"""Proxies for damaged cards: made by a leader, for this tournament only (`COM-LOST-2`, `SWU-CHK-1`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.staff.conflicts import may_not_judge
from muster.app.staff.records import account_of, clause_of, entry_of, kept, known_under, tell
from muster.core.messages import Message, say
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import Proxy, Tournament

Reason = Literal["damaged", "defect"]

LONGEST_CARD: Final = 200
LONGEST_TEXT: Final = 500

_APPROVED: Final = "SWU-CHK-1"
"""Where regulations have this clause, a judge's proxy waits for the head judge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyInput:
    """A proxy as it is asked for.

    Attributes:
        player: the entry number.
        card: the card's name.
        reason: `damaged` in this event, or a `defect` from the maker where `for_defects` says so.
        unreadable: the text that cannot be read on it any more.
        key: the form's idempotency key.
    """

    player: int
    card: str
    reason: str = "damaged"
    unreadable: str = ""
    key: str | None = None


def make(tournament: int, actor: Actor, wanted: ProxyInput) -> Proxy | Refusal:
    """Note a proxy. A leader's is good at once; in Unlimited a judge's waits for the head judge or the organiser.

    So does, everywhere, one for a leader's own card, for another leader. Refused: a reason that is none under these
    regulations.

    Raises:
        DeniedError: the actor may not rule.
    """
    actor.must("rule")
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament)
        return known_under(Proxy, tournament, wanted.key) or _made(tournament, actor, wanted)


def _made(tournament: int, actor: Actor, wanted: ProxyInput) -> Proxy | Refusal:
    card = kept(wanted.card, LONGEST_CARD)
    if not card or wanted.reason not in get_args(Reason):
        return Refusal("bad-setup", say("Enter the card's name, and whether it is damaged or was made so."))
    entry = entry_of(tournament, wanted.player)
    if isinstance(entry, Refusal):
        return entry
    state = store.load(tournament).state
    if wanted.reason == "defect" and not for_defects(state):
        says = say("A proxy is only for a card that was damaged in this tournament.")
        return Refusal("bad-setup", says, clause_on_proxies(state) or None)
    waits = may_not_judge(tournament, actor, state, entry) or _waits(state, actor)
    made = Proxy.objects.create(
        tournament_id=tournament,
        entry=entry,
        card=card,
        reason=wanted.reason,
        unreadable=kept(wanted.unreadable, LONGEST_TEXT),
        by_id=account_of(actor),
        approved_by_id=None if waits else account_of(actor),
        at=timezone.now(),
        key=wanted.key,
    )
    tell(tournament)
    return made


def approve(tournament: int, actor: Actor, proxy: int) -> Proxy | Refusal:
    """Approve a proxy that waits; approving twice changes nothing.

    Raises:
        DeniedError: the actor may not rule.
    """
    actor.must("rule")
    with transaction.atomic():
        rows = Proxy.objects.select_for_update(of=("self",)).select_related("entry__person")
        row = rows.filter(tournament=tournament, pk=proxy).first()
        if row is None:
            return Refusal("nothing-recorded", say("There is no such proxy in this tournament."))
        state = store.load(tournament).state
        refusal = why_not_approved(tournament, actor, state, row)
        if refusal or row.approved_by_id is not None:
            return refusal or row
        row.approved_by_id = account_of(actor)
        row.save(update_fields=["approved_by"])
        tell(tournament)
    return row


def why_not_approved(tournament: int, actor: Actor, state: State, proxy: Proxy) -> Refusal | None:
    """Why this leader may not approve the proxy; None if they may."""
    return may_not_judge(tournament, actor, state, proxy.entry) or _waits(state, actor)


def _waits(state: State, actor: Actor) -> Refusal | None:
    if actor.role != "judge" or not clause_of(state, _APPROVED):
        return None
    says = say("A floor judge's proxy needs the approval of the head judge or the organiser.")
    return Refusal("not-playing", says, _APPROVED)


def for_defects(state: State) -> bool:
    """Whether a card with a defect from the maker may have a proxy, too, and not a damaged one alone (`SWU-CHK-1`)."""
    return bool(clause_of(state, _APPROVED))


def clause_on_proxies(state: State) -> str:
    """The clause on proxies in these regulations; empty if they have none."""
    return clause_of(state, "COM-LOST-2", _APPROVED)


def conditions(state: State) -> tuple[Message, ...]:
    """What else holds for a proxy where a judge's waits for the head judge (`SWU-CHK-1`); elsewhere nothing."""
    if not clause_of(state, _APPROVED):
        return ()
    return (
        say(
            "A card damaged on purpose or by carelessness gets none; a defect only where no clean copy exists."
        ),
        say(
            "Mark the proxy as one, clearly, in the deck. The card itself stays beside the table to be looked up."
        ),
    )


def proxies_of(tournament: int) -> QuerySet[Proxy]:
    """The proxies of a tournament, latest first, with players and leaders."""
    rows = Proxy.objects.filter(tournament=tournament).select_related("entry__person", "by", "approved_by")
    return rows.order_by("-pk")
