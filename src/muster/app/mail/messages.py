"""Messages to players: who is told what. Each waits for its job, which `muster.app.mail.sending` does.

One person gets one message of a kind about one thing, however often it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from muster.app.common import jobs
from muster.app.common.topics import changed, named, player_topic
from muster.app.mail.seatings import seated, shown_seats
from muster.core.ids import PlayerId, TableNo
from muster.core.tournament.facts import RoundPublished
from muster.core.tournament.state import Round, Sheet
from muster.journal import store
from muster.journal.store import Snapshot
from muster.people.models import Entry, Event, Message

Kind = Literal["registered", "place", "own", "link", "roster", "round", "push", "cancelled", "on-again"]
"""Registered; came off the waiting list; one's own link, sent by the staff or after a change of address; links
asked for; a roster is still missing; a round is up or seats are shown, by mail or to a device; the event is called
off, or takes place after all."""

FRESH: Final = timedelta(minutes=15)
"""A round published longer ago is no news."""

LINK_EVERY: Final = timedelta(minutes=10)
"""Links that are asked for again sooner are in the message that is on its way."""

MOST_MOVES: Final = 12
"""Links sent for one entry in a day after which its player cannot change the address: each change sends one."""

_ADDRESS: Final = "muster.address"

_SENDING: Final = "muster.app.mail.sending."
"""Where the jobs are done; they are named, for what does them must know who writes."""

_unsubscribing: Final = Signer(salt="muster.mail", sep=".")


Seat = tuple[TableNo | None, tuple[PlayerId, ...], int]
"""Table and opponents of a player in a round, and at a table of three or four the seat; neither for a bye."""


@dataclass(frozen=True, slots=True)
class Publication:
    """The round that is up: its number, and the number and time of the fact that published it.

    `before` are the earlier publications of the same round, which were annulled: number of the fact and sheet, the
    latest first. `at_tables` says that it is played at tables of three and four.
    """

    round: Round
    seq: int
    at: datetime
    before: tuple[tuple[int, Sheet], ...] = ()
    at_tables: bool = False

    @property
    def about(self) -> str:
        """What a message about it is about; a round published again is another thing."""
        return self.about_of(self.seq)

    def about_of(self, seq: int) -> str:
        """What a message is about that was written when this fact published the round."""
        return f"{self.round.number}@{seq}"

    @property
    def seats(self) -> dict[PlayerId, Seat]:
        """Table and opponents of everybody who is in the round."""
        pairings = tuple(match.pairing for match in self.round.matches.values())
        return self.seats_of(Sheet(pairings, self.round.byes))

    def seats_of(self, sheet: Sheet) -> dict[PlayerId, Seat]:
        """Everybody's table and opponents on a sheet of this round."""
        return seats_of(sheet, at_tables=self.at_tables)

    def had(self, player: PlayerId) -> Seat | None:
        """Where the player was to sit before the round was published again; None where they were not in it."""
        return self.seats_of(self.before[0][1]).get(player) if self.before else None


def mail_leaves() -> bool:
    """Whether this site sends mail, rather than keeping it as files for want of a mail server."""
    return not settings.EMAIL_BACKEND.endswith(".filebased.EmailBackend")


def write(kind: Kind, entries: Iterable[int], about: str = "") -> None:
    """Send a message to each of these entries (primary keys), once the transaction is committed.

    Whoever has one about this already gets no second one.
    """
    to = list(entries)
    if to:
        with transaction.atomic():
            job = jobs.enqueue(_SENDING + ("send_pushes" if kind == "push" else "send_mail"))
            rows = [Message(entry_id=entry, kind=kind, about=about, job=job) for entry in to]
            Message.objects.bulk_create(rows, ignore_conflicts=True)


def queue_unsent() -> None:
    """Queue what waits and has no job, as in a backup that an older release made."""
    unsent = Message.objects.filter(sent_at=None, job=None)
    for rows, send in (
        (unsent.filter(kind="push"), "send_pushes"),
        (unsent.exclude(kind="push"), "send_mail"),
    ):
        if rows.exists():
            rows.update(job=jobs.enqueue(_SENDING + send))


def with_address(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Those of these entries that have an e-mail address and want messages."""
    return entries.filter(mail=True).exclude(person__email="")


def registered(entry: Entry) -> None:
    """Confirm a registration, where there is an address."""
    if entry.mail and entry.person.email:
        write("registered", [entry.pk], addressed("at once", entry.person.email))


def let_in(entries: Sequence[int]) -> None:
    """Tell these entries (primary keys) that they have come off the waiting list."""
    found = with_address(Entry.objects.filter(pk__in=entries))
    write("place", list(found.values_list("pk", flat=True)))


def send_link(entry: Entry, now: datetime) -> bool:
    """Send somebody their private link; False without an address. Within one minute it goes to one address once."""
    if not entry.person.email:
        return False
    write("own", [entry.pk], addressed(f"{now:%Y-%m-%dT%H:%M}", entry.person.email))
    return True


def addressed(about: str, email: str) -> str:
    """What a message is about together with what stands for its address, which cannot be read from it.

    So what went to an address is still known once whoever gave it has given another.
    """
    return f"{about} {salted_hmac(_ADDRESS, email.casefold()).hexdigest()[:16]}"


def moves_too_often(entry: Entry, now: datetime) -> bool:
    """Whether so many links were sent for this entry lately that its address may not be changed any more."""
    since = now - timedelta(days=1)
    own = Message.objects.filter(entry=entry, kind="own", created_at__gte=since)
    return own.count() >= MOST_MOVES


def send_links(event: Event, now: datetime) -> int:
    """Send everybody who is to come, or waits for a place, their link; how many that are. Within an hour, once."""
    entries = Entry.objects.filter(tournament__event=event).exclude(status="withdrawn")
    found = list(with_address(entries).values_list("pk", flat=True))
    write("own", found, f"all {now:%Y-%m-%dT%H}")
    return len(found)


def remind(entries: Sequence[int], now: datetime) -> int:
    """Remind these entries (primary keys) of the roster they have not handed in; how many that are. Once a day."""
    found = list(with_address(Entry.objects.filter(pk__in=entries)).values_list("pk", flat=True))
    write("roster", found, f"{now:%Y-%m-%d}")
    return len(found)


def recover(event: int, email: str, now: datetime) -> None:
    """Send the links of everybody who registered for an event with this address to that address, if anybody did."""
    found = own_at(event, email).select_related("person").order_by("pk").first()
    if found is not None:
        part = int(now.timestamp()) // int(LINK_EVERY.total_seconds())
        write("link", [found.pk], addressed(str(part), found.person.email))


def ask_for_links(event: int, email: str) -> None:
    """Do `recover` a little later, so that the answer takes as long for every address."""
    jobs.enqueue(_SENDING + "find_links", event, email)


def own_at(event: int, email: str) -> QuerySet[Entry]:
    """The registrations for an event with this address, whatever its capitals."""
    found = Entry.objects.filter(tournament__event=event, person__email__iexact=email, person__erased_at=None)
    return found.exclude(person__email="").exclude(status="withdrawn")


def publication(snapshot: Snapshot) -> Publication | None:
    """The round that is up; None before the first and after the last."""
    state = snapshot.state
    if not state.rounds or state.places is not None:
        return None
    latest = state.rounds[-1]
    found = list[tuple[int, Sheet]]()
    for entry in reversed(snapshot.entries):
        if isinstance(entry.fact, RoundPublished):
            if entry.fact.round_no != latest.number:
                break
            found.append((entry.seq, entry.fact.sheet))
    if not found:
        return None
    seq = found[0][0]
    return Publication(latest, seq, snapshot.marks[seq - 1].at, tuple(found[1:]), state.at_tables)


def seats_of(sheet: Sheet, *, at_tables: bool = False) -> dict[PlayerId, Seat]:
    """Everybody's table and opponents on a published sheet; of tables of three and four also the seat, from 1."""
    found: dict[PlayerId, Seat] = {bye.player: (None, (), 0) for bye in sheet.byes}
    for pairing in sheet.pairings:
        for seat, player in enumerate(pairing.players, 1):
            found[player] = (pairing.table, pairing.others(player), seat if at_tables else 0)
    return found


def round_is_up(tournament: int, now: datetime) -> int:
    """Write to everybody who wants to be told about the round that is up; how many messages are new.

    Doing it again does no harm. A round that was published long ago, or is over, is no news; nor is one that was
    published again to whoever has been told the same table and opponent before.
    """
    up = publication(store.load(tournament))
    if up is None or now - up.at > FRESH:
        return 0
    known = Message.objects.filter(entry__tournament=tournament, about=up.about)
    told = set(known.values_list("entry_id", "kind"))
    heard, seats, new = _heard(tournament, up), up.seats, 0
    for kind, wanting in _wanting(tournament):
        found = wanting.filter(status="entered").values_list("pk", "player").distinct()
        players = (
            (pk, PlayerId(number)) for pk, number in found if number in seats and (pk, kind) not in told
        )
        entries = [pk for pk, player in players if seats[player] != heard(pk, kind, player)]
        write(kind, entries, up.about)
        new += len(entries)
    return new


def seats_are_shown(tournament: int, now: datetime) -> int:
    """Likewise about pods, groups or building tables that are shown, to whoever sits there."""
    snapshot = store.load(tournament)
    up = shown_seats(snapshot)
    if up is None or not up.fresh(now, FRESH):
        return 0
    known = Message.objects.filter(entry__tournament=tournament, about=up.about)
    told, seats, new = set(known.values_list("entry_id", "kind")), seated(snapshot.state), 0
    for kind, wanting in _wanting(tournament):
        found = wanting.filter(status="entered", player__in=seats).values_list("pk", flat=True).distinct()
        entries = [pk for pk in found if (pk, kind) not in told]
        write(kind, entries, up.about)
        new += len(entries)
    return new


def _heard(tournament: int, up: Publication) -> Callable[[int, str, PlayerId], Seat | None]:
    """What each entry was last told in a message of a kind about this round, before it was published again."""
    if not up.before:
        return lambda _pk, _kind, _player: None
    sheets = {up.about_of(seq): up.seats_of(sheet) for seq, sheet in up.before}
    sent = Message.objects.filter(entry__tournament=tournament, about__in=list(sheets), sent_at__isnull=False)
    last = {
        (pk, kind): about for pk, kind, about in sent.order_by("pk").values_list("entry_id", "kind", "about")
    }

    def heard(pk: int, kind: str, player: PlayerId) -> Seat | None:
        return sheets[last[pk, kind]].get(player) if (pk, kind) in last else None

    return heard


def _wanting(tournament: int) -> Iterator[tuple[Kind, QuerySet[Entry]]]:
    entries = Entry.objects.filter(tournament=tournament)
    yield "push", entries.filter(devices__isnull=False)
    yield "round", with_address(entries).filter(mail_rounds=True)


# No more messages


def mail_token(entry: Entry) -> str:
    """What the address for unsubscribing ends in: it stops messages and opens nothing else."""
    return _unsubscribing.sign(str(entry.pk))


def entry_by_mail_token(token: str) -> Entry | None:
    """Whose messages this stops; None unless the token is genuine."""
    try:
        number = _unsubscribing.unsign(token)
    except BadSignature:
        return None
    return Entry.objects.select_related("person", "tournament__event").filter(pk=int(number)).first()


def set_mail(entry: Entry, *, wanted: bool) -> None:
    """Whether somebody wants messages about the event; without them there are none about rounds either."""
    with transaction.atomic():
        rounds = entry.mail_rounds and wanted
        Entry.objects.filter(pk=entry.pk).update(mail=wanted, mail_rounds=rounds)
        entry.mail, entry.mail_rounds = wanted, rounds
        if entry.player is not None:
            changed({player_topic(*named(entry.tournament_id), entry.player)})


# What the organiser sees


@dataclass(frozen=True, slots=True)
class Standing:
    """How the messages of an event stand.

    Attributes:
        waiting: how many wait to be sent.
        failed: those that could not be sent.
    """

    waiting: int
    failed: Sequence[Message]


def standing(event: Event) -> Standing:
    """How the messages of an event stand: what waits, and what could not be sent."""
    unsent = _unsent(event)
    failed = jobs.dead(unsent).select_related("entry__person").order_by("pk")
    return Standing(unsent.count() - failed.count(), list(failed[:50]))


def again(event: Event) -> int:
    """Try once more what could not be sent; how many messages that are."""
    failed = jobs.dead(_unsent(event))
    count = failed.count()
    jobs.again(failed)
    return count


def forget(event: Event, now: datetime) -> int:
    """Give up what could not be sent; how many messages that are."""
    failed = jobs.dead(_unsent(event))
    given_up = list(failed.values_list("pk", flat=True))
    with transaction.atomic():
        jobs.drop(failed)
        return Message.objects.filter(pk__in=given_up).update(sent_at=now)


def _unsent(event: Event) -> QuerySet[Message]:
    return Message.objects.filter(entry__tournament__event=event, sent_at=None)
