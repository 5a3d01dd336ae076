"""The words of messages: plain text in the reader's language and the event's time zone, with nobody else's links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from muster.app.common.addresses import site_address
from muster.app.common.names import nameless, public_names
from muster.app.common.safe_text import one_line
from muster.app.links.player_links import token_of
from muster.app.mail import messages
from muster.app.mail.messages import Publication
from muster.app.mail.seatings import SHOWN, seat_in_words, shown_seats
from muster.app.people.waiting_list import registered
from muster.app.rosters.read import still_expected
from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, listing, say, verbatim
from muster.core.messages import Message as Sentence
from muster.exchange.rosters.description import list_of
from muster.journal import store
from muster.people.models import Entry, Event, Message

MOST_A_DAY: Final = 40
"""Confirmations and links to one address; more is somebody using us to pester its owner."""

_LATE: Final = timedelta(minutes=45)
"""When a round has been up for so long, everybody has found their table."""

_LINK: Final = re.compile(r"://|www\.|@|\.(?=[a-z]{2,}\b)", re.IGNORECASE)
"""What mail programs make links of."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as it is sent.

    Attributes:
        unsubscribe: the address that stops messages.
    """

    to: str
    subject: str
    text: str
    unsubscribe: str


@dataclass(frozen=True, slots=True)
class Push:
    """What a device shows; it is encrypted for that device alone.

    Attributes:
        url: the path that opens when it is pressed.
        topic: a newer one of the same topic takes its place.
    """

    title: str
    body: str
    url: str
    topic: str


Words = tuple[Sentence, list[Sentence]]
"""A letter's subject and its lines."""


@dataclass(slots=True)
class Writer:
    """Writes messages; what several of them need is looked up once."""

    now: datetime
    _names: dict[int, Mapping[PlayerId, str]] = field(default_factory=dict)

    def letter(self, message: Message) -> Letter | None:
        """The message as a letter; None if it is needless by now."""
        entry = message.entry
        if not entry.person.email or not (entry.mail or message.kind in ("own", "link")):
            return None
        with translation.override(_language(entry)):
            words: Words | None = getattr(self, f"_{message.kind.replace('-', '_')}")(message)
            if words is None:
                return None
            subject, lines = words
            stop = site_address() + reverse("player:mail", args=[messages.mail_token(entry)])
            lines = [*lines, NOTHING, verbatim("-- "), *_footer(entry.tournament.event, stop)]
            text = "".join(f"{line.said(translation)}\n" for line in lines)
            return Letter(entry.person.email, one_line(subject.said(translation))[:200], text, stop)

    def push(self, message: Message) -> Push | None:
        """The message as a device shows it; None if it is needless by now."""
        seat = self._seat(message)
        if seat is None:
            return None
        title, against = seat
        body = say(
            "{opponent} · {event}", opponent=against, event=one_line(message.entry.tournament.event.name)
        )
        url = reverse("player:page", args=[token_of(message.entry)])
        with translation.override(_language(message.entry)):
            said = title.said(translation), body.said(translation)
        return Push(*said, url, f"round-{message.entry_id}")

    def _registered(self, message: Message) -> Words | None:
        entry, event = message.entry, message.entry.tournament.event
        if entry.status == "withdrawn" or self._pesters(message):
            return None
        stands, names = registered(entry), _event_names(entry)
        if stands.waiting:
            subject = say("{event}: you are on the waiting list", event=names["event"])
            first = say(
                "all places at {event} ({tournament}) are taken. You are number {place} on the waiting list.",
                **names,
                place=stands.position or 1,
            )
        else:
            subject = say("{event}: you are registered", event=names["event"])
            first = say("you are registered for {event} ({tournament}).", **names)
        return subject, [*_hello(entry), first, NOTHING, *_facts(event), NOTHING, *_page(entry)]

    def _place(self, message: Message) -> Words | None:
        entry, event = message.entry, message.entry.tournament.event
        if entry.status != "entered":
            return None
        first = say(
            "a place is free, and it is yours: you play at {event} ({tournament}).",
            **_event_names(entry),
        )
        subject = say("{event}: you are in", event=one_line(event.name))
        return subject, [*_hello(entry), first, NOTHING, *_facts(event), NOTHING, *_page(entry)]

    def _own(self, message: Message) -> Words | None:
        entry, event = message.entry, message.entry.tournament.event
        if self._pesters(message):
            return None
        subject = say("{event}: your link", event=one_line(event.name))
        return subject, [*_hello(entry), *_page(entry), NOTHING, *_facts(event)]

    def _link(self, message: Message) -> Words | None:
        event = message.entry.tournament.event
        if self._pesters(message):
            return None
        name = one_line(event.name)
        lines = [say("Somebody, probably you, asked for the links to {event}.", event=name), NOTHING]
        own = messages.own_at(event.pk, message.entry.person.email).select_related("person", "tournament")
        for entry in own.order_by("pk"):
            whose = say(
                "{player}, {tournament}:", player=_called(entry), tournament=_event_names(entry)["tournament"]
            )
            lines += [whose, _url(entry), NOTHING]
        lines.append(say("If it was not you, do nothing: nobody else has got this message."))
        return say("{event}: your links", event=name), lines

    def _roster(self, message: Message) -> Words | None:
        entry, event = message.entry, message.entry.tournament.event
        wanted = still_expected(entry, self.now)
        if wanted is None or event.cancelled_at is not None:
            return None
        name, kind = one_line(event.name), list_of(wanted.kind)
        if wanted.until is None:
            first = say(
                "your {kind} for {event} is still missing. Hand it in before the tournament starts.",
                kind=kind,
                event=name,
            )
        else:
            first = say(
                "your {kind} for {event} is still missing. Hand it in by {when}.",
                kind=kind,
                event=name,
                when=_at(event, wanted.until),
            )
        url = verbatim(site_address() + reverse("player:roster", args=[token_of(entry)]))
        here = say("Paste what your list builder printed here:")
        subject = say("{event}: your {kind} is missing", event=name, kind=kind)
        return subject, [*_hello(entry), first, NOTHING, here, url, NOTHING, *_facts(event)]

    def _round(self, message: Message) -> Words | None:
        seat = self._seat(message)
        if seat is None:
            return None
        title, against = seat
        subject = say("{title} · {event}", title=title, event=one_line(message.entry.tournament.event.name))
        lines = [say("{sentence}.", sentence=title), say("{sentence}.", sentence=against), NOTHING]
        return subject, [*lines, say("Your page:"), _url(message.entry)]

    def _cancelled(self, message: Message) -> Words | None:
        entry, event = message.entry, message.entry.tournament.event
        if event.cancelled_at is None or event.cancelled_at.isoformat(timespec="seconds") != message.about:
            return None
        name = one_line(event.name)
        says = say("{event} on {when} does not take place.", event=name, when=_at(event, event.opens_at))
        lines = [*_hello(entry), says]
        if event.cancelled_because:
            lines += [NOTHING, say("The organiser writes:"), verbatim(one_line(event.cancelled_because))]
        return say("{event} is called off", event=name), lines

    def _on_again(self, message: Message) -> Words | None:
        entry, event = message.entry, message.entry.tournament.event
        if event.cancelled_at is not None:
            return None
        name = one_line(event.name)
        says = say("{event} was called off, but takes place after all.", event=name)
        lines = [*_hello(entry), says, NOTHING, *_facts(event), NOTHING, *_page(entry)]
        return say("{event} takes place after all", event=name), lines

    def _seat(self, message: Message) -> tuple[Sentence, Sentence] | None:
        """Round and table, and against whom; or where one sits before it; None if that is not up any more."""
        entry = message.entry
        if message.about.startswith(SHOWN):
            return self._before_a_round(message)
        up = messages.publication(store.load(entry.tournament_id))
        if up is None or up.about != message.about or self.now - up.at > _LATE or not entry.player:
            return None
        return self._seated(entry, PlayerId(entry.player), up)

    def _before_a_round(self, message: Message) -> tuple[Sentence, Sentence] | None:
        """The seat in a pod or a group, or at a table to build a deck at; None if those are not shown any more."""
        entry, snapshot = message.entry, store.load(message.entry.tournament_id)
        up = shown_seats(snapshot)
        if up is None or up.about != message.about or not up.fresh(self.now, _LATE) or not entry.player:
            return None
        return seat_in_words(snapshot.state, PlayerId(entry.player), lambda one: self._name(entry, one))

    def _seated(self, entry: Entry, player: PlayerId, up: Publication) -> tuple[Sentence, Sentence] | None:
        """As in `_seat`; to whoever was to sit elsewhere before it was published again, that it has changed."""
        seat, before, number = up.seats.get(player), up.had(player), up.round.number
        if seat is None:
            return None
        table, others, at = seat
        changed = before is not None and before != seat
        if table is None or not others:
            bye, new_bye = (
                say("Round {round}: a bye", round=number),
                say("Round {round} changed: now a bye", round=number),
            )
            return (new_bye if changed else bye), say("You do not play in this round")
        if at:
            title = say("Round {round}: table {table}, seat {seat}", round=number, table=table, seat=at)
            if changed:
                title = say(
                    "Round {round} changed: now table {table}, seat {seat}",
                    round=number,
                    table=table,
                    seat=at,
                )
            met = listing(self._name(entry, one) for one in others)
            return title, say("With {players}", players=met)
        if changed:
            title = say("Round {round} changed: now table {table}", round=number, table=table)
        else:
            title = say("Round {round}: table {table}", round=number, table=table)
        return title, say("Against {opponent}", opponent=self._name(entry, others[0]))

    def _name(self, entry: Entry, player: PlayerId) -> Sentence:
        known = self._names.get(entry.tournament_id)
        if known is None:
            known = self._names[entry.tournament_id] = public_names(entry.tournament)
        name = plain(known.get(player, ""))
        return verbatim(name) if name else nameless(player)

    def _pesters(self, message: Message) -> bool:
        """Whether too many messages that strangers can cause went to this address."""
        since = self.now - timedelta(days=1)
        email = message.entry.person.email
        sent = Message.objects.filter(kind__in=("registered", "link", "own"), sent_at__gte=since)
        theirs = Q(entry__person__email__iexact=email) | Q(about__endswith=messages.addressed("", email))
        return sent.filter(theirs).count() >= MOST_A_DAY


def plain(text: str) -> str:
    """What a player calls themselves, on one line, with nothing in it that a mail program makes a link of.

    Anybody can register anybody's address under any name, so a name must not carry somebody's message.
    """
    return _LINK.sub(lambda found: f"{found.group()[0]} {found.group()[1:]}", one_line(text))[:80]


def _language(entry: Entry) -> str:
    """What they chose, else the event's, else the site's own; a language that is offered no more is nobody's choice."""
    wanted = (entry.language, entry.tournament.event.language)
    return next((code for code in wanted if code in dict(settings.LANGUAGES)), settings.LANGUAGE_CODE)


def _event_names(entry: Entry) -> dict[str, str]:
    return {"event": one_line(entry.tournament.event.name), "tournament": one_line(entry.tournament.name)}


def _called(entry: Entry) -> Sentence:
    name = plain(entry.person.name or entry.person.alias)
    return verbatim(name) if name else nameless(entry.player)


def _hello(entry: Entry) -> list[Sentence]:
    return [say("Hello {name},", name=_called(entry)), NOTHING]


def _url(entry: Entry) -> Sentence:
    return verbatim(site_address() + reverse("player:page", args=[token_of(entry)]))


def _page(entry: Entry) -> Iterator[Sentence]:
    yield say("Your own page, with your table, your opponent and the time left:")
    yield _url(entry)
    yield say("Keep this link: it is yours alone, and anybody who has it can act as you.")


def _at(event: Event, at: datetime) -> str:
    """A time in the event's own time zone, in the reader's language."""
    day = date_format(at.astimezone(ZoneInfo(event.time_zone)), _("l j F Y, H:i"))
    return f"{day} ({event.time_zone})"


def _facts(event: Event) -> Iterator[Sentence]:
    yield say("When: {when}", when=_at(event, event.opens_at))
    if event.venue:
        place = listing(filter(None, map(one_line, (event.venue.name, event.venue.address))), "plain")
        yield say("Where: {place}", place=place)
    yield say("The event: {url}", url=site_address() + reverse("public:event", args=[event.code]))


def _footer(event: Event, stop: str) -> Iterator[Sentence]:
    name = one_line(event.name)
    yield say("Sent by Muster for the organiser of {event}, where this address was given.", event=name)
    yield say("No more messages about this event: {url}", url=stop)
