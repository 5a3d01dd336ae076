"""The words of messages: plain text, in the event's own time zone, with the links of their reader and nobody else's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from muster.app import messages
from muster.app.addresses import site_address
from muster.app.entries import registered
from muster.app.messages import Publication
from muster.app.names import public_names
from muster.app.player_links import token_of
from muster.app.rosters.handing_in import still_wanted
from muster.app.words import one_line
from muster.core.ids import PlayerId
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
        found = getattr(self, f"_{message.kind.replace('-', '_')}")(message)
        if found is None:
            return None
        subject, body = found
        event = entry.tournament.event
        stop = site_address() + reverse("player:mail", args=[messages.mail_token(entry)])
        text = "\n".join([*body, "", "-- ", *_footer(event, stop)])
        return Letter(entry.person.email, one_line(subject)[:200], text + "\n", stop)

    def push(self, message: Message) -> Push | None:
        """The message as a device shows it; None if it is needless by now."""
        found = self._seat(message)
        if found is None:
            return None
        title, against = found
        event = message.entry.tournament.event
        url = reverse("player:page", args=[token_of(message.entry)])
        return Push(title, f"{against} · {one_line(event.name)}", url, f"round-{message.entry_id}")

    def _registered(self, message: Message) -> tuple[str, list[str]] | None:
        entry, event = message.entry, message.entry.tournament.event
        if entry.status == "withdrawn" or self._pesters(message):
            return None
        stands = registered(entry)
        words = {"event": one_line(event.name), "tournament": one_line(entry.tournament.name)}
        if stands.waiting:
            subject = _("%(event)s: you are on the waiting list") % words
            first = _(
                "all places at %(event)s (%(tournament)s) are taken. You are number %(place)d on the waiting list."
            )
            first %= {**words, "place": stands.position or 1}
        else:
            subject = _("%(event)s: you are registered") % words
            first = _("you are registered for %(event)s (%(tournament)s).") % words
        return subject, [*_hello(entry), first, "", *_facts(event), "", *_page(entry)]

    def _place(self, message: Message) -> tuple[str, list[str]] | None:
        entry, event = message.entry, message.entry.tournament.event
        if entry.status != "entered":
            return None
        words = {"event": one_line(event.name), "tournament": one_line(entry.tournament.name)}
        says = _("a place is free, and it is yours: you play at %(event)s (%(tournament)s).") % words
        subject = _("%(event)s: you are in") % words
        return subject, [*_hello(entry), says, "", *_facts(event), "", *_page(entry)]

    def _own(self, message: Message) -> tuple[str, list[str]] | None:
        entry, event = message.entry, message.entry.tournament.event
        if self._pesters(message):
            return None
        subject = _("%(event)s: your link") % {"event": one_line(event.name)}
        return subject, [*_hello(entry), *_page(entry), "", *_facts(event)]

    def _link(self, message: Message) -> tuple[str, list[str]] | None:
        event = message.entry.tournament.event
        if self._pesters(message):
            return None
        own = messages.own_at(event.pk, message.entry.person.email).select_related("person", "tournament")
        lines = [
            _("Somebody, probably you, asked for the links to %(event)s.") % {"event": one_line(event.name)},
            "",
        ]
        for entry in own.order_by("pk"):
            lines += [f"{_called(entry)}, {one_line(entry.tournament.name)}:", _url(entry), ""]
        lines.append(_("If it was not you, do nothing: nobody else has got this message."))
        return _("%(event)s: your links") % {"event": one_line(event.name)}, lines

    def _roster(self, message: Message) -> tuple[str, list[str]] | None:
        entry, event = message.entry, message.entry.tournament.event
        wanted = still_wanted(entry, self.now)
        if wanted is None or event.cancelled_at is not None:
            return None
        words = {"event": one_line(event.name), "kind": wanted.kind, "when": _at(event, wanted.until)}
        if wanted.until is None:
            says = _("your %(kind)s for %(event)s is still missing. Hand it in before the tournament starts.")
        else:
            says = _("your %(kind)s for %(event)s is still missing. Hand it in by %(when)s.")
        url = site_address() + reverse("player:roster", args=[token_of(entry)])
        lines = [*_hello(entry), says % words, "", _("Paste what your list builder printed here:"), url]
        return _("%(event)s: your %(kind)s is missing") % words, [*lines, "", *_facts(event)]

    def _round(self, message: Message) -> tuple[str, list[str]] | None:
        found = self._seat(message)
        if found is None:
            return None
        title, against = found
        event = message.entry.tournament.event
        return f"{title} · {one_line(event.name)}", [
            f"{title}.",
            f"{against}.",
            "",
            _("Your page:"),
            _url(message.entry),
        ]

    def _cancelled(self, message: Message) -> tuple[str, list[str]] | None:
        entry, event = message.entry, message.entry.tournament.event
        if event.cancelled_at is None or event.cancelled_at.isoformat(timespec="seconds") != message.about:
            return None
        words = {"event": one_line(event.name), "when": _when(event)}
        lines = [*_hello(entry), _("%(event)s on %(when)s does not take place.") % words]
        if event.cancelled_because:
            lines += ["", _("The organiser writes:"), one_line(event.cancelled_because)]
        return _("%(event)s is called off") % words, lines

    def _on_again(self, message: Message) -> tuple[str, list[str]] | None:
        entry, event = message.entry, message.entry.tournament.event
        if event.cancelled_at is not None:
            return None
        words = {"event": one_line(event.name)}
        says = _("%(event)s was called off, but takes place after all.") % words
        lines = [*_hello(entry), says, "", *_facts(event), "", *_page(entry)]
        return _("%(event)s takes place after all") % words, lines

    def _seat(self, message: Message) -> tuple[str, str] | None:
        """Round and table, and against whom; None if that round is not up any more."""
        entry = message.entry
        up = messages.publication(store.load(entry.tournament_id))
        if up is None or up.about != message.about or self.now - up.at > _LATE or not entry.player:
            return None
        return self._seated(entry, PlayerId(entry.player), up)

    def _seated(self, entry: Entry, player: PlayerId, up: Publication) -> tuple[str, str] | None:
        """As in `_seat`; to whoever was to sit elsewhere before it was published anew, that it has changed."""
        seat, before = up.seats.get(player), up.had(player)
        if seat is None:
            return None
        table, other = seat
        words = {"round": up.round.number, "table": table}
        changed = before is not None and before != seat
        if table is None or other is None:
            title = _("Round %(round)d changed: now a bye") if changed else _("Round %(round)d: a bye")
            return title % words, _("You do not play in this round")
        title = (
            _("Round %(round)d changed: now table %(table)d")
            if changed
            else _("Round %(round)d: table %(table)d")
        )
        return title % words, _("Against %(opponent)s") % {"opponent": plain(self._name(entry, other))}

    def _name(self, entry: Entry, player: PlayerId) -> str:
        known = self._names.get(entry.tournament_id)
        if known is None:
            known = self._names[entry.tournament_id] = public_names(entry.tournament)
        return known.get(player) or _("Player %(number)d") % {"number": player}

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


def _called(entry: Entry) -> str:
    return plain(entry.person.name or entry.person.alias) or _("Player %(number)s") % {
        "number": entry.player or "–"
    }


def _hello(entry: Entry) -> list[str]:
    return [_("Hello %(name)s,") % {"name": _called(entry)}, ""]


def _url(entry: Entry) -> str:
    return site_address() + reverse("player:page", args=[token_of(entry)])


def _page(entry: Entry) -> Iterator[str]:
    yield _("Your own page, with your table, your opponent and the time left:")
    yield _url(entry)
    yield _("Keep this link: it is yours alone, and whoever has it can act as you.")


def _when(event: Event) -> str:
    return _at(event, event.opens_at)


def _at(event: Event, at: datetime | None) -> str:
    """A time in the event's own time zone; empty for none."""
    if at is None:
        return ""
    return f"{date_format(at.astimezone(ZoneInfo(event.time_zone)), 'l j F Y, H:i')} ({event.time_zone})"


def _facts(event: Event) -> Iterator[str]:
    yield _("When: %(when)s") % {"when": _when(event)}
    if event.venue:
        place = ", ".join(one_line(one) for one in (event.venue.name, event.venue.address) if one)
        yield _("Where: %(place)s") % {"place": place}
    yield _("The event: %(url)s") % {"url": site_address() + reverse("public:event", args=[event.code])}


def _footer(event: Event, stop: str) -> Iterator[str]:
    says = _("Sent by Muster for the organiser of %(event)s, where this address was given.")
    yield says % {"event": one_line(event.name)}
    yield _("No more messages about this event: %(url)s") % {"url": stop}
