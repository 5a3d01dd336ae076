"""Journals in and out of the database as files, and whether what is there is what was recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import partial
from typing import Final

from django.db import DatabaseError, transaction
from django.utils import timezone

from muster.app.common.safe_text import one_line
from muster.app.events.editing import EventDetails, create_event
from muster.app.history import reasons
from muster.app.judging.checks import untrue_draws
from muster.app.site.reading import journal_numbers, records
from muster.core.draws import ChainLink
from muster.core.ids import PlayerId
from muster.core.messages import Message, SaidError, say, verbatim
from muster.core.tournament import facts
from muster.core.tournament.journal import Entry as Recorded
from muster.core.tournament.journal import Journal
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import State
from muster.exchange.journal import JournalFile
from muster.journal import secrets, store
from muster.journal.damage import is_damage
from muster.journal.store import DamagedJournalError, Snapshot
from muster.people.models import LONGEST_NAME, Account, Entry, Event, Person, Tournament

IMPORTED: Final = "import"
"""Who recorded the facts of an imported journal here."""


class NotFoundError(SaidError):
    """There is no such event or tournament."""


class UnfitJournalError(SaidError):
    """A journal that cannot be taken over, and why."""


@dataclass(frozen=True, slots=True)
class FileCheck:
    """What became of checking one journal.

    Attributes:
        journal: its number.
        name: which tournament it is, such as `SPRING/1`.
        facts: how many facts could be read.
        head: the head of the chain after them.
        findings: what is wrong; nothing if all is well.
    """

    journal: int
    name: Message
    facts: int
    head: str
    findings: tuple[Message, ...]


def tournaments_of(text: str) -> list[Tournament]:
    """The tournaments meant: `CODE` for all of an event, `CODE/2` for its second.

    Raises:
        NotFoundError: there is no such event or tournament.
    """
    code, _, number = text.strip().upper().partition("/")
    event = Event.objects.filter(code=code).first()
    if event is None:
        raise NotFoundError(say("There is no event with the code {code}.", code=repr(code[:20])))
    found = list(event.tournaments.select_related("event").order_by("number"))
    if number:
        found = [one for one in found if str(one.number) == number]
    if not found:
        says = say("The event {code} has no tournament {number}.", code=code, number=number[:20])
        raise NotFoundError(says if number else say("The event {code} has no tournament.", code=code))
    return found


def name_of(tournament: Tournament) -> str:
    """How a tournament is called in the terminal, such as `SPRING/1`."""
    return f"{tournament.event.code}/{tournament.number}"


def exported(tournament: Tournament) -> JournalFile:
    """A tournament's journal as a file has it, read anew from its first fact on.

    The names are those of people who are known; who was erased has none. The words of reasons are in its header, so
    it is for staff only. The secret of the draws is no part of it.

    Raises:
        DamagedJournalError: what the database holds is not what was recorded.
    """
    snapshot = store.replayed(tournament.pk)
    title = f"{tournament.event.name}: {tournament.name}"
    journal = Journal(list(snapshot.entries), snapshot.state)
    return JournalFile(journal, title, _names(tournament), reasons.kept(tournament.pk))


def imported(account: Account, file: JournalFile, secret: ChainLink | None = None) -> Tournament:
    """Take a journal over into a new event of an account, a draft that only its staff sees.

    Everybody who ever entered becomes a person the account keeps, by the name in the file. Club numbers mean
    clubs of where the journal comes from, so nobody has a club here. Words of reasons in its header are kept beside
    it; where it has typed words among its facts, it is not open to everybody.

    Args:
        account: whose event it becomes.
        file: the journal.
        secret: the secret of its draws; without it no further round can be drawn.

    Raises:
        UnfitJournalError: it holds no tournament, a claim in it is not true, or the secret is another's.
    """
    _must_fit(file.journal, secret)
    with transaction.atomic():
        tournament = _new_tournament(account, file)
        store.adopt(tournament.pk, file.journal.entries, who=IMPORTED, at=timezone.now())
        reasons.keep(tournament.pk, file.reasons)
        _enter_people(account, tournament, file)
        if secret is not None:
            secrets.keep(tournament.pk, secret)
    return tournament


def lacks_secret(state: State, secret: ChainLink | None) -> bool:
    """Whether rounds are to be drawn from a chain whose secret is not there."""
    return secret is None and state.draws.commitment is not None and state.places is None


def checked(tournament: Tournament) -> FileCheck:
    """Look for everything that can be wrong with a tournament's journal.

    The chain of hashes; every fact decided anew, by `muster.core.tournament.proof`; acts and their keys; the words of
    reasons; a registration for every player; the secret of the draws.
    """
    return _checked(tournament.pk, verbatim(name_of(tournament)), tournament)


def all_checked() -> Iterator[FileCheck]:
    """`checked` for every tournament there is, and for journals that belong to none."""
    lost = Counter[str]()
    rows = [one for chunk in records(Tournament, partial(lost.update, "t")) for one in chunk]
    events = {one.pk: one for chunk in records(Event, partial(lost.update, "e")) for one in chunk}
    for one in (known := [one for one in rows if one.event_id in events]):
        one.event = events[one.event_id]
    yield from map(checked, sorted(known, key=lambda one: (one.event_id, one.number)))
    for journal in sorted(set(journal_numbers()) - {one.pk for one in known}):
        yield _checked(journal, say("journal {number}", number=journal), None)
    if lost:
        says = say("events or tournaments of it cannot be read: {count}", count=lost.total())
        yield FileCheck(0, say("the database"), 0, "", (says,))


def _checked(journal: int, name: Message, tournament: Tournament | None) -> FileCheck:
    try:
        snapshot = store.replayed(journal)
    except DamagedJournalError as error:
        return FileCheck(journal, name, 0, "", (error.says,))
    return FileCheck(
        journal, name, snapshot.version, snapshot.state.head, tuple(_readable_findings(snapshot, tournament))
    )


def _readable_findings(snapshot: Snapshot, tournament: Tournament | None) -> Iterator[Message]:
    try:
        yield from _findings(snapshot, tournament)
    except DatabaseError as error:
        if not is_damage(error):
            raise
        yield say("the database is damaged where it keeps what belongs to this journal")


def _findings(snapshot: Snapshot, tournament: Tournament | None) -> Iterator[Message]:
    if not snapshot.version:
        yield say("no fact is on record")
    yield from _untrue(snapshot.entries)
    yield from _torn_acts(snapshot)
    yield from reasons.unfit(snapshot.tournament, snapshot.entries)
    if tournament is None:
        yield say("it belongs to no tournament")
    else:
        yield from _without_registration(snapshot.state, tournament)
    yield from _wrong_secret(snapshot.state, secrets.kept(snapshot.tournament))
    yield from untrue_draws(snapshot, secrets.kept(snapshot.tournament))


def _untrue(entries: Iterable[Recorded]) -> Iterator[Message]:
    for one in verify(list(entries)).findings:
        yield say("fact {seq}: {about}: {problem}", seq=one.seq, about=one.about, problem=one.says)


def _torn_acts(snapshot: Snapshot) -> Iterator[Message]:
    """Facts of one act stand together, and only the first carries the act's key."""
    before = 0
    for entry, mark in zip(snapshot.entries, snapshot.marks, strict=True):
        if mark.act not in (before, entry.seq):
            yield say(
                "fact {seq}: it is marked as part of act {act}, which is not the one before it",
                seq=entry.seq,
                act=mark.act,
            )
        elif entry.key is not None and mark.act != entry.seq:
            yield say("fact {seq}: it carries a key, but is not the first of its act", seq=entry.seq)
        before = mark.act


def _without_registration(state: State, tournament: Tournament) -> Iterator[Message]:
    rows = Entry.objects.filter(tournament=tournament, player__isnull=False)
    known = set(rows.values_list("player", flat=True))
    for player in sorted(set(state.players) - known):
        yield say("player {player} is in the journal, but is not registered", player=player)


def _wrong_secret(state: State, secret: ChainLink | None) -> Iterator[Message]:
    commitment = state.draws.commitment
    if lacks_secret(state, secret):
        yield say("the secret of the draws is gone: no further round can be drawn")
    elif secret is not None and commitment is not None and not secrets.leads_to(secret, commitment):
        yield say("the secret of the draws is not the one that was announced: no further round can be drawn")


def _names(tournament: Tournament) -> dict[PlayerId, str]:
    rows = Entry.objects.filter(tournament=tournament, player__isnull=False).order_by("player")
    named = rows.values_list("player", "person__name", "person__alias")
    return {PlayerId(player): name or alias for player, name, alias in named if player and (name or alias)}


def _must_fit(journal: Journal, secret: ChainLink | None) -> None:
    if journal.state.setup is None:
        raise UnfitJournalError(say("this journal is empty: no tournament was ever set up in it"))
    for finding in _untrue(journal.entries):
        raise UnfitJournalError(say("this journal is not honest: {finding}", finding=finding))
    for finding in _wrong_secret(journal.state, secret) if secret is not None else ():
        raise UnfitJournalError(finding)


def _new_tournament(account: Account, file: JournalFile) -> Tournament:
    created = file.journal.state.created
    name = one_line(file.title)[:LONGEST_NAME] or str(say("Imported tournament"))
    opens_at = datetime.combine(created.day, time(9), UTC)
    event = create_event(account, EventDetails(name=name, opens_at=opens_at, time_zone="UTC"))
    return Tournament.objects.create(
        event=event,
        name=name,
        regulations=created.regulations.id,
        open_journal=not reasons.holds_typed_words(file.journal.entries),
    )


def _enter_people(account: Account, tournament: Tournament, file: JournalFile) -> None:
    entered = {
        entry.fact.player for entry in file.journal.entries if isinstance(entry.fact, facts.PlayerEntered)
    }
    numbers = sorted(entered | set(file.names))
    persons = Person.objects.bulk_create(
        Person(keeper=account, name=one_line(file.names.get(number, ""))) for number in numbers
    )
    Entry.objects.bulk_create(
        Entry(tournament=tournament, person=person, player=number)
        for number, person in zip(numbers, persons, strict=True)
    )
