"""Players who register themselves, on the public page of an event."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from django.db import transaction
from django.utils.translation import get_language

from muster.app.common.names import names_changed
from muster.app.common.safe_text import one_line
from muster.app.common.topics import changed, topics_in
from muster.app.mail import messages
from muster.app.people.waiting_list import Registered, registered
from muster.app.registration.entries import Newcomer, organiser_of, register
from muster.app.staff.leading import may_play
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import Account, Entry, Person, Tournament


def open_state(tournament: Tournament) -> State | None:
    """The tournament as it stands, if people may register themselves now."""
    state = store.load(tournament.pk).state
    shut = tournament.event.cancelled_at is not None or not tournament.registration_open
    return None if shut or state.setup is None or state.stages else state


def register_oneself(
    tournament: Tournament,
    newcomer: Newcomer,
    account: Account | None,
    *,
    key: str | None = None,
) -> Registered | Refusal:
    """Register somebody by their own hand, and confirm it where they gave an address.

    One who is logged in is the person the organiser knows of their account; registering again shows the
    registration that exists.

    Args:
        tournament: where.
        newcomer: what they wrote about themselves.
        account: who is logged in; a leader of the event is refused where leaders do not play (`COM-ROLE-4`).
        key: an idempotency key. It counts together with what was typed: on a shared screen the form of the one
            before must not lead to their registration.
    """
    clean = _clean(newcomer)
    with transaction.atomic():
        known = existing(tournament, account) if account else None
        if known is not None:
            return registered(known)
        if account is not None and (problem := may_play(tournament, account)):
            return Refusal("not-playing", problem.message, problem.clause)
        person = _known_as(tournament, account) if account else None
        unsent = key is None or not tournament.entries.filter(key=_own_key(key, clean)).exists()
        answer = register(tournament, clean, key=_own_key(key, clean) if key else None, person=person)
        if isinstance(answer, Registered) and unsent:
            _complete(answer.entry, clean, account)
    return answer


def existing(tournament: Tournament, account: Account) -> Entry | None:
    """The registration somebody has here already, as their account knows."""
    own = tournament.entries.filter(person__account=account).exclude(status="withdrawn")
    return own.select_related("person").order_by("pk").first()


def _known_as(tournament: Tournament, account: Account) -> Person | None:
    """Who they are to this organiser, unless a registration they took back keeps that person's place."""
    known = Person.objects.filter(keeper=organiser_of(tournament), account=account, erased_at=None)
    return known.exclude(entries__tournament=tournament).order_by("-pk").first()


def _complete(entry: Entry, newcomer: Newcomer, account: Account | None) -> None:
    """Keep what the journal does not: the account, what they say of themselves now, the language; and confirm."""
    person = entry.person
    person.name, person.account = newcomer.name, account
    for field in ("alias", "pronouns", "email"):
        setattr(person, field, getattr(newcomer, field) or getattr(person, field))
    person.save(update_fields=["name", "account", "alias", "pronouns", "email"])
    entry.language = get_language() or ""
    entry.save(update_fields=["language"])
    if entry.status == "waiting":  # no fact says so
        changed(topics_in(entry.tournament_id, "people"))
    names_changed(person.pk)  # other events of the organiser may know them, too
    messages.registered(entry)


def _own_key(key: str, newcomer: Newcomer) -> str:
    return sha256(f"{key}\0{newcomer.name}\0{newcomer.email}".encode()).hexdigest()


def _clean(newcomer: Newcomer) -> Newcomer:
    return replace(
        newcomer,
        name=one_line(newcomer.name),
        alias=one_line(newcomer.alias),
        pronouns=one_line(newcomer.pronouns),
        club=one_line(newcomer.club),
        email=newcomer.email.strip(),
    )
