"""Changing what is noted about somebody who registered: details, payment, two registrations of one person."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.common.names import names_changed
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done, submit_all
from muster.app.people.player_sheet import has_played
from muster.app.registration.clubs import clubs_named
from muster.app.registration.entries import Newcomer, faults
from muster.app.rosters.storage import take_over
from muster.core.ids import ClubId, PlayerId, TableNo
from muster.core.messages import say
from muster.core.tournament import queries
from muster.core.tournament.commands import AmendPlayer, DropPlayer
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import Club, Entry, Tournament


def details_of(entry: Entry, state: State) -> Newcomer:
    """What is noted about somebody, as it would be typed."""
    player = state.players.get(PlayerId(entry.player)) if entry.player else None
    return Newcomer(
        name=entry.person.name,
        alias=entry.person.alias,
        pronouns=entry.person.pronouns,
        email=entry.person.email,
        club=entry.club.name if entry.club else "",
        paid=entry.paid,
        first_round_bye=bool(player and player.first_round_bye),
        fixed_table=player.fixed_table if player else None,
        table_reason=entry.table_reason,
        shown_as=entry.shown_as,
    )


def amend(
    tournament: Tournament, entry: Entry, details: Newcomer, actor: Actor, *, key: str | None = None
) -> Done | Refusal:
    """Set what is noted about somebody anew; the journal is asked only where it is concerned.

    Returns:
        What is on record now, without facts if only names and the like changed; or the refusal, and then nothing
        has changed.
    """
    actor.must("people")
    if problems := faults(details):
        return Refusal("bad-setup", say("This cannot be noted so."), problems=problems)
    with transaction.atomic():
        club = _noted(entry, details)
        answer = submit_all(
            tournament.pk, lambda state: _amendment(state, entry, details, club), actor, key=key
        )
        if isinstance(answer, Refusal):
            transaction.set_rollback(True)
    return answer


def _noted(entry: Entry, details: Newcomer) -> Club | None:
    """Keep the details that facts do not hold; the club, whose number they do."""
    person = entry.person
    person.name, person.alias = details.name, details.alias
    person.pronouns, person.email = details.pronouns, details.email
    person.save(update_fields=["name", "alias", "pronouns", "email"])
    entry.club = clubs_named([details.club]).get(details.club)
    entry.paid, entry.shown_as = details.paid, details.shown_as
    entry.table_reason = details.table_reason
    entry.save(update_fields=["club", "paid", "shown_as", "table_reason"])
    names_changed(person.pk)
    return entry.club


def _amendment(state: State, entry: Entry, details: Newcomer, club: Club | None) -> list[AmendPlayer]:
    """The command for what facts hold; none if that is as it was, or if they have left the tournament."""
    player = state.players.get(PlayerId(entry.player)) if entry.player else None
    if player is None or not queries.present(player):
        return []
    wanted = AmendPlayer(
        player.player,
        ClubId(club.pk) if club else None,
        details.first_round_bye,
        TableNo(details.fixed_table) if details.fixed_table else None,
    )
    same = AmendPlayer(player.player, player.club, player.first_round_bye, player.fixed_table)
    return [] if wanted == same else [wanted]


def set_paid(tournament: Tournament, entry: int, actor: Actor, *, paid: bool) -> bool:
    """Note whether somebody has paid; False if there is no such registration. Doing it twice does no harm."""
    actor.must("people")
    return bool(Entry.objects.filter(tournament=tournament, pk=entry).update(paid=paid))


def merge(
    tournament: Tournament, kept: Entry, double: Entry, actor: Actor, *, key: str | None = None
) -> Done | Refusal:
    """Make one registration of two of the same person, neither of whom has played.

    The one kept takes over what it lacks; the other is dropped, or taken off the waiting list.
    """
    actor.must("people")
    if kept.pk == double.pk:
        return Refusal("bad-pair", say("Name two different players."))
    with transaction.atomic():
        state = store.load(tournament.pk).state
        numbers = [PlayerId(each.player) for each in (kept, double) if each.player]
        if any(has_played(state, number) for number in numbers):
            says = say(
                "One of them has played: results belong to an entry number for ever. Drop the wrong one."
            )
            return Refusal("has-match", says)
        details = _filled(details_of(kept, state), details_of(double, state))
        club, gone = _noted(kept, details), _leaving(state, double)
        take_over(kept, double)
        if not gone:
            double.status = "withdrawn"
            double.save(update_fields=["status"])
        asked = [*_amendment(state, kept, details, club), *gone]
        answer = submit_all(tournament.pk, lambda _: asked, actor, key=key)
        if isinstance(answer, Refusal):
            transaction.set_rollback(True)
    return answer


def _filled(ours: Newcomer, theirs: Newcomer) -> Newcomer:
    texts = ("alias", "pronouns", "email", "club", "shown_as")
    return replace(
        ours,
        **{field: getattr(ours, field) or getattr(theirs, field) for field in texts},
        paid=ours.paid or theirs.paid,
    )


def _leaving(state: State, double: Entry) -> list[DropPlayer]:
    player = state.players.get(PlayerId(double.player)) if double.player else None
    if player is None or not queries.present(player):
        return []
    return [DropPlayer(player.player, typed("entered twice"))]
