"""Entering players: at the desk, from a list, by registering oneself, and from the waiting list.

Names and all else that is personal go into `people`; the journal learns entry numbers only. A number belongs to
one person for ever: whoever was taken out by undo keeps the number, and comes back under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Max, QuerySet

from muster.app.common.access import SYSTEM, Actor
from muster.app.common.safe_text import one_line
from muster.app.history.submitting import Done, recorded, submit_all
from muster.app.mail import messages
from muster.app.people.requirements import same_uid, uid_problem, wanted
from muster.app.people.waiting_list import Registered, registered, waiting
from muster.app.registration.clubs import clubs_named
from muster.core.ids import ClubId, PlayerId, TableNo
from muster.core.messages import say
from muster.core.pairing.tables import MOST_TABLES
from muster.core.scoring.scored import Problem
from muster.core.tournament import facts, queries
from muster.core.tournament.commands import EnterPlayer
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import LONGEST_NAME, Account, Entry, Person, Staff, Tournament

LONGEST: Final[Mapping[str, int]] = {
    "name": LONGEST_NAME,
    "alias": 60,
    "pronouns": 40,
    "club": LONGEST_NAME,
    "email": 254,
    "table_reason": 500,
}
"""The most characters of each text."""

MOST_WAITING: Final = 2000
"""More than this on one waiting list is a machine, not a queue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """Somebody to enter, as typed."""

    name: str
    alias: str = ""
    pronouns: str = ""
    email: str = ""
    club: str = ""
    paid: bool = False
    first_round_bye: bool = False
    fixed_table: int | None = None
    table_reason: str = ""
    shown_as: str = ""
    uid: str = ""
    minor: bool = False


def faults(newcomer: Newcomer) -> tuple[Problem, ...]:
    """Everything that keeps these details from being recorded; nothing if all is well."""
    return (
        *_missing(newcomer),
        *_texts(newcomer),
        *_table(newcomer.fixed_table),
        *_shown_as(newcomer),
        *filter(None, [uid_problem(newcomer.uid)]),
    )


def _missing(newcomer: Newcomer) -> Iterator[Problem]:
    if not one_line(newcomer.name):
        yield Problem("name", say("Write a name."))


def _texts(newcomer: Newcomer) -> Iterator[Problem]:
    for field, most in LONGEST.items():
        text: str = getattr(newcomer, field)
        if len(text) > most:
            says = say("This has {count} characters; {most} is the most.", count=len(text), most=most)
            yield Problem(field, says)
        elif not _printable(text):
            yield Problem(field, say("This holds characters that cannot be printed: type it again."))
        elif field == "email" and text and not _is_email(text):
            yield Problem(field, say("This is no e-mail address."))


def _table(table: int | None) -> Iterator[Problem]:
    if table is not None and not 1 <= table <= MOST_TABLES:
        says = say("Tables are numbered from 1 to {most}.", most=MOST_TABLES)
        yield Problem("fixed_table", says)


def _shown_as(newcomer: Newcomer) -> Iterator[Problem]:
    if newcomer.shown_as not in ("", *dict(Tournament.NAMES)):
        yield Problem("shown_as", say("Choose one of the ways to show a name."))


def _printable(text: str) -> bool:
    """Whether all of a text can be seen; the joiners that Persian names and emoji are written with may stay."""
    plain = text.replace("\u200c", "").replace("\u200d", "")
    return plain.isprintable() and "\ufffd" not in plain and bool(plain) == bool(text)


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def enter(
    tournament: Tournament, actor: Actor, newcomers: Sequence[Newcomer], *, key: str | None = None
) -> Done | Refusal:
    """Enter these people as one act: all of them, or nobody with the reason.

    Entry numbers go on from the highest ever given, so that a number never means two people.
    """
    for one in newcomers:
        if problems := faults(one):
            return _impossible(one, problems)
    with transaction.atomic():
        _one_at_a_time(tournament)
        if before := recorded(tournament.pk, key):
            return before
        if refusal := _shared_uid(tournament, newcomers):
            return refusal
        rows = _new_rows(tournament, newcomers, first=_next_number(tournament))
        wishes = {
            row.pk: (one.first_round_bye, one.fixed_table) for row, one in zip(rows, newcomers, strict=True)
        }
        return _into_journal(tournament, actor, rows, wishes, key)


def readmit(
    tournament: Tournament, actor: Actor, entries: Iterable[int], *, key: str | None = None
) -> Done | Refusal:
    """Enter these registrations as one act: from the waiting list, or again after they were taken out.

    Args:
        tournament: where.
        actor: who does it.
        entries: primary keys of the registrations; those in the journal already are passed over.
        key: an idempotency key.

    Returns:
        What is on record now; whoever had a first-round bye or a fixed table before has it again.
    """
    with transaction.atomic():
        _one_at_a_time(tournament)
        snapshot = store.load(tournament.pk)
        rows = list(_of(tournament).filter(pk__in=list(entries)).order_by("pk"))
        absent = [row for row in rows if row.player is None or row.player not in snapshot.state.players]
        had = {
            entry.fact.player: (entry.fact.first_round_bye, entry.fact.fixed_table)
            for entry in snapshot.entries
            if isinstance(entry.fact, facts.PlayerEntered | facts.PlayerAmended)
        }
        # A first-round bye is history once round 1 is published; the place is not to fail for it.
        early = not snapshot.state.rounds
        none = (False, None)
        waited = [row.pk for row in absent if row.status == "waiting"]
        kept = {row.pk: had.get(PlayerId(row.player), none) if row.player else none for row in absent}
        wishes = {pk: (bye and early, table) for pk, (bye, table) in kept.items()}
        _number(tournament, absent)
        answer = _into_journal(tournament, actor, absent, wishes, key)
        if isinstance(answer, Done):
            messages.let_in(waited)
        return answer


def register(
    tournament: Tournament, newcomer: Newcomer, *, key: str | None = None, person: Person | None = None
) -> Registered | Refusal:
    """Take somebody's own registration: as a player, or on the waiting list where all places are taken.

    What only the staff decides (paid, first-round bye, fixed table) is left out of account. Two registrations
    under one name are two: only the organiser can tell whether they are one person.

    Args:
        tournament: where; registration must be open and play must not have begun.
        newcomer: what they wrote about themselves.
        key: an idempotency key: the same again is answered with the registration made the first time.
        person: who they are, where that is known; they must have no registration here yet.

    Returns:
        The registration, or why it is not taken; `problems` then name the fields at fault.
    """
    own = replace(newcomer, paid=False, first_round_bye=False, fixed_table=None)
    if problems := faults(own):
        return _impossible(own, problems)
    with transaction.atomic():
        _one_at_a_time(tournament)
        known = _of(tournament).filter(key=key).first() if key else None
        if known is not None:
            return registered(known)
        state = store.load(tournament.pk).state
        refusal = _closed(tournament, state) or _shared_uid(tournament, [own])
        if refusal:
            return refusal
        if must_wait(tournament, state):
            return _queued(tournament, own, key, person)
        first = _next_number(tournament)
        row = _new_rows(tournament, [own], first=first, key=key, person=person)[0]
        by_themselves = replace(SYSTEM, who=f"entry:{row.pk}")
        answer = _into_journal(tournament, by_themselves, [row], {}, None)
        return answer if isinstance(answer, Refusal) else Registered(row, waiting=False)


def queue(tournament: Tournament, newcomer: Newcomer) -> Registered | Refusal:
    """Put somebody on the waiting list by hand."""
    if problems := faults(newcomer):
        return _impossible(newcomer, problems)
    with transaction.atomic():
        _one_at_a_time(tournament)
        return _shared_uid(tournament, [newcomer]) or _queued(tournament, newcomer, None, None)


def places_left(tournament: Tournament, state: State) -> int | None:
    """How many more players may enter; None where there is no limit. Below 0 if the staff let in more."""
    if tournament.capacity is None:
        return None
    return tournament.capacity - sum(queries.present(player) for player in state.players.values())


def must_wait(tournament: Tournament, state: State) -> bool:
    """Whether a registration made now goes on the waiting list: no place is free, or others wait for one."""
    left = places_left(tournament, state)
    return left is not None and (left <= 0 or waiting(tournament).exists())


def stop_waiting(tournament: Tournament, entry: int) -> bool:
    """Take somebody off the waiting list; whether they stood on it."""
    return bool(waiting(tournament).filter(pk=entry).update(status="withdrawn"))


def organiser_of(tournament: Tournament) -> Account:
    """The organiser of the tournament's event."""
    return Staff.objects.select_related("account").get(event=tournament.event_id, role="organiser").account


def _of(tournament: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=tournament)


def _shared_uid(tournament: Tournament, newcomers: Iterable[Newcomer]) -> Refusal | None:
    """Why one of them is not entered: somebody here, or one before them, has the UID they give (`SWU-UID-1`)."""
    given = [one for one in newcomers if one.uid]
    if not given:
        return None
    state = store.load(tournament.pk).state
    has_uid = _of(tournament).exclude(uid="").values_list("uid", "player", "status")
    # A registration that was taken back holds nothing: it may come again under a new number.
    taken = {
        same_uid(uid) for uid, player, status in has_uid if status == "waiting" or player in state.players
    }
    for one in given:
        if same_uid(one.uid) in taken:
            says = say("Somebody else has this Unlimited ID, which belongs to one person alone.")
            return _impossible(one, (Problem("uid", says, wanted(state).uid or None),))
        taken.add(same_uid(one.uid))
    return None


def _one_at_a_time(tournament: Tournament) -> None:
    """Two entering at once must not get one number or one last place: the second waits here."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)


def _next_number(tournament: Tournament) -> int:
    given: int | None = _of(tournament).aggregate(last=Max("player"))["last"]
    return (given or 0) + 1


def _number(tournament: Tournament, rows: Sequence[Entry]) -> None:
    new = [row for row in rows if row.player is None]
    for number, row in enumerate(new, _next_number(tournament)):
        row.player, row.status = number, "entered"
    Entry.objects.bulk_update(new, ["player", "status"])


def _new_rows(
    tournament: Tournament,
    newcomers: Sequence[Newcomer],
    *,
    first: int | None,
    key: str | None = None,
    person: Person | None = None,
) -> list[Entry]:
    """New registrations with entry numbers from `first` on; waiting ones, if there is no such number.

    `person` is who the only newcomer is, where they are known.
    """
    keeper = organiser_of(tournament)
    clubs = clubs_named({one.club for one in newcomers})
    persons = (
        [person]
        if person
        else Person.objects.bulk_create(
            Person(keeper=keeper, name=one.name, alias=one.alias, pronouns=one.pronouns, email=one.email)
            for one in newcomers
        )
    )
    return Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            person=person,
            player=None if first is None else first + at,
            club=clubs.get(one.club),
            status="waiting" if first is None else "entered",
            shown_as=one.shown_as,
            paid=one.paid,
            table_reason=one.table_reason,
            uid=one.uid,
            minor=one.minor,
            key=key,
        )
        for at, (one, person) in enumerate(zip(newcomers, persons, strict=True))
    )


def _into_journal(
    tournament: Tournament,
    actor: Actor,
    rows: Sequence[Entry],
    wishes: Mapping[int, tuple[bool, int | None]],
    key: str | None,
) -> Done | Refusal:
    """Record these registrations as one act; inside the caller's transaction, which fails with it."""
    commands = [_command(row, *wishes.get(row.pk, (False, None))) for row in rows]
    answer = submit_all(tournament.pk, lambda _: commands, actor, key=key)
    if isinstance(answer, Refusal) or answer.repeated:
        transaction.set_rollback(True)
    return answer


def _command(row: Entry, first_round_bye: bool, table: int | None) -> EnterPlayer:
    return EnterPlayer(
        PlayerId(row.player or 0),
        ClubId(row.club_id) if row.club_id else None,
        first_round_bye,
        TableNo(table) if table else None,
    )


def _queued(
    tournament: Tournament, newcomer: Newcomer, key: str | None, person: Person | None
) -> Registered | Refusal:
    if waiting(tournament).count() >= MOST_WAITING:
        return Refusal("attendance", say("The waiting list is full."))
    return registered(_new_rows(tournament, [newcomer], first=None, key=key, person=person)[0])


def _closed(tournament: Tournament, state: State) -> Refusal | None:
    if tournament.event.cancelled_at is not None:
        return Refusal("window-closed", say("The event is called off."))
    if state.places is not None:
        return Refusal("finished", say("The tournament is finished."))
    if state.stages:
        return Refusal(
            "stage-running", say("The tournament has begun: ask the organiser about a late entry.")
        )
    if not tournament.registration_open:
        return Refusal("window-closed", say("Registration is closed: ask the organiser."))
    return None


def _impossible(newcomer: Newcomer, problems: tuple[Problem, ...]) -> Refusal:
    name = newcomer.name[:60] or say("Somebody without a name")
    return Refusal("bad-setup", say("{name} cannot be entered so.", name=name), problems=problems)
