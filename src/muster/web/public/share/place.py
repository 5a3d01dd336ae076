"""A player's final place, as a page and a picture to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.http import Http404
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from muster.app.standings.finishing import PlaceRow, place_rows
from muster.core.tournament import queries
from muster.people.models import Event, Tournament
from muster.web.page import Page
from muster.web.public.context import Floor
from muster.web.public.share.art import Art, art_of, motif_of
from muster.web.public.share.page import BELOW, CardFact, size_of


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Somebody's line of the final places, and how many have one."""

    row: PlaceRow
    count: int

    @property
    def words(self) -> str:
        """The place in words: `Place 5 of 24`."""
        return _("Place %(place)s of %(count)s") % {"place": self.row.place, "count": self.count}


def place_of(floor: Floor, player: int) -> OwnPlace:
    """The final place of this player, by the name that stands in the places for everybody.

    Raises:
        Http404: there are no places yet, or nobody of this number has one, as somebody who was disqualified.
    """
    places = queries.shown_places(floor.state) if floor.state.places is not None else ()
    gone = queries.disqualified(floor.state)
    kept = [one for one in places if one.player not in gone]
    own = tuple(one for one in kept if one.player == player)
    if not own:
        raise Http404("Nobody of this number has a place.")
    [row] = place_rows(floor.state, own, floor.tournament.prizes, floor.name, None)
    return OwnPlace(row, len(kept))


@dataclass(frozen=True)
class PlaceCard(Page):
    """A final place in one picture of 1200 by 630.

    Attributes:
        event: at which event.
        tournaments: what is played at it.
        own: the place.
    """

    template: ClassVar[str] = "public/share/card.html"
    event: Event
    tournaments: Sequence[Tournament]
    own: OwnPlace

    @property
    def art(self) -> Art:
        """What is drawn behind the words."""
        return art_of(self.event.code, motif_of(self.tournaments))

    @property
    def line(self) -> str:
        """What stands on top."""
        return self.event.name

    @property
    def tag(self) -> str:
        """What is marked in yellow."""
        return self.own.words

    @property
    def words(self) -> str:
        """The largest words."""
        return self.own.row.name

    @property
    def size(self) -> str:
        """The class of their size."""
        return size_of(self.words)

    @property
    def facts(self) -> list[CardFact]:
        """What stands below them."""
        found = [CardFact(_("When"), _day(self.event))]
        if self.event.venue is not None:
            found.append(CardFact(_("Where"), self.event.venue.name))
        return found[:BELOW]


@dataclass(frozen=True)
class PlacePage(Page):
    """A final place as a page of its own.

    Attributes:
        floor: the tournament.
        own: the place.
    """

    template: ClassVar[str] = "public/share/place.html"
    floor: Floor
    own: OwnPlace

    @property
    def heading(self) -> str:
        """What the page is called."""
        return f"{self.own.row.name} · {self.own.words}"

    @property
    def art(self) -> Art:
        """What is drawn in the band."""
        return art_of(self.floor.event.code, motif_of(self.floor.tournaments))

    @property
    def band(self) -> bool:
        """A dark band stands on top."""
        return True

    @property
    def own_picture(self) -> str:
        """The picture others show where somebody shares the page; empty without the site's own name."""
        return self.floor.absolute(self.picture)

    @property
    def picture(self) -> str:
        """The address of the picture on this site."""
        return self.floor.page("place-picture", self.own.row.player)

    @property
    def file(self) -> str:
        """What the picture is called once it is downloaded."""
        return f"{self.floor.event.code}-{self.own.row.player}.png"

    @property
    def post(self) -> str:
        """A text to post."""
        told = {
            "place": self.own.row.place,
            "count": self.own.count,
            "event": self.floor.event.name,
            "day": _day(self.floor.event),
        }
        text = _("Place %(place)s of %(count)s at %(event)s, %(day)s.") % told
        where = self.floor.absolute(self.floor.page("place", self.own.row.player))
        return "\n".join(part for part in (text, where) if part)


def _day(event: Event) -> str:
    return date_format(localtime(event.opens_at, ZoneInfo(event.time_zone)), _("j F Y"))
