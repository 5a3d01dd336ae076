"""The dark band on top of an event's page: what one comes for, in a few large words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from muster.app.events.overview import rounds_planned
from muster.app.registration.entries import places_left
from muster.core.tournament import queries
from muster.people.models import Event
from muster.web.public.event.now import Now
from muster.web.public.share.art import Art, art_of, motif_of


@dataclass(frozen=True, slots=True)
class HeroFact:
    """Something to know: the large words, and what they are."""

    words: str
    label: str


@dataclass(frozen=True)
class Hero:
    """The band of an event: before its first round, while it is played, and after.

    Attributes:
        event: which.
        cards: its tournaments as they stand; of several, each tells its own day below the band.
    """

    event: Event
    cards: Sequence[Now]

    @property
    def art(self) -> Art:
        """What is drawn in it."""
        return art_of(self.event.code, motif_of([one.tournament for one in self.cards]))

    @property
    def alone(self) -> Now | None:
        """The event's only tournament; None where it has several or none."""
        return self.cards[0] if len(self.cards) == 1 else None

    @property
    def begun(self) -> bool:
        """Whether any of it has begun: from then on the day is larger than the event's name."""
        return any(one.phase not in ("soon", "waiting") for one in self.cards)

    @property
    def over(self) -> bool:
        """Whether all of it is over."""
        return bool(self.cards) and all(one.phase == "finished" for one in self.cards)

    @property
    def facts(self) -> list[HeroFact]:
        """What stands in it beside the clock."""
        alone = self.alone
        if alone is None or not self.begun:
            return [*self._when_and_where(), *self._price(), *(self._places(alone) if alone else ())]
        return [*self._when_and_where()[:1], *self._played(alone)] if self.over else self._live(alone)

    def _when_and_where(self) -> list[HeroFact]:
        at = localtime(self.event.opens_at, ZoneInfo(self.event.time_zone))
        last, venue = self.event.last_day, self.event.venue
        day, hour = date_format(at, _("D j M")), date_format(at, "H:i")
        if last is not None and last > at.date():
            day = f"{day} – {date_format(last, _('D j M'))}"
        if self.over:
            return [HeroFact(day, venue.name if venue else hour)]
        found = [HeroFact(day, hour)]
        return [*found, HeroFact(venue.name, venue.address or _("Where"))] if venue else found

    def _price(self) -> list[HeroFact]:
        return [HeroFact(self.event.price, _("to take part"))] if self.event.price else []

    def _places(self, one: Now) -> list[HeroFact]:
        left = places_left(one.tournament, one.state)
        if left is None:
            return [HeroFact(str(one.players), _("players so far"))] if one.players else []
        most = one.tournament.capacity or 0
        label = ngettext("of %(most)s place", "of %(most)s places", most) % {"most": most}
        if left < 1:
            return [HeroFact(_("Full"), label)]
        return [HeroFact(ngettext("%(count)s left", "%(count)s left", left) % {"count": left}, label)]

    def _live(self, one: Now) -> list[HeroFact]:
        number, rounds = one.round_no, rounds_planned(one.state)
        if number is None:
            return [HeroFact(one.headline, _("now"))]
        if number <= rounds:
            found = [
                HeroFact(_("Round %(number)s") % {"number": number}, _("of %(rounds)s") % {"rounds": rounds})
            ]
        else:
            title = one.round_title
            found = [HeroFact(title[:1].upper() + title[1:], _("Round %(number)s") % {"number": number})]
        return [*found, HeroFact(f"{one.settled}/{one.total}", _("tables done"))] if one.total else found

    def _played(self, one: Now) -> list[HeroFact]:
        swiss = len(queries.swiss_rounds(one.state))
        more = len(one.state.rounds) - swiss
        rounds = f"{swiss} + {more}" if swiss and more else str(swiss or more)
        return [
            HeroFact(str(one.entered), npgettext("beside the number", "player", "players", one.entered)),
            HeroFact(rounds, npgettext("beside the number", "round", "rounds", more or swiss)),
        ]
