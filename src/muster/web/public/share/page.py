"""The share picture of an event as its template gets it: before the day, while it is played, and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from muster.app.common.names import in_sentences, naming
from muster.app.events.overview import rounds_planned
from muster.app.events.public import names_for_all
from muster.core.tournament import queries
from muster.journal import store
from muster.people.models import Event, Tournament
from muster.rules.names import game_name
from muster.web.page import Page
from muster.web.public.event.now import Now
from muster.web.public.share.art import Art, art_of, motif_of
from muster.web.wall.fit import width

ROOM: Final = 1072
"""Pixels a line of words has."""

SIZES: Final = ((112, 1), (96, 1), (88, 2), (72, 2), (60, 3), (48, 5))
"""The sizes of the largest words, and on how many lines they may stand in each."""

FILLED: Final = 85
"""Per cent of lines that words fill where they are broken."""

SMALL: Final = (34, 26, 20)
"""The sizes of the words below; what is too long for the smallest stands on several lines."""

BELOW: Final = 3
"""What stands side by side below the largest words."""


@dataclass(frozen=True, slots=True)
class CardFact:
    """Something below the largest words: what it is, and the words themselves."""

    label: str
    words: str

    @property
    def size(self) -> str:
        """The class of its size: a third of the picture has room for it, on several lines in the smallest."""
        room = (ROOM - 2 * 44) // BELOW
        found = next((size for size in SMALL if width(self.words) * size <= room * 1000), SMALL[-1])
        return f"s{found}"


def size_of(words: str) -> str:
    """The class of the size in which the largest words of a picture fit into it."""
    whole, longest = width(words), max(map(width, words.split()), default=0)
    for size, lines in SIZES:
        room = ROOM * 1000 if lines == 1 else ROOM * 10 * FILLED * lines
        if whole * size <= room and longest * size <= ROOM * 1000:
            return f"w{size}"
    return f"w{SIZES[-1][0]}"


@dataclass(frozen=True)
class ShareCard(Page):
    """An event in one picture of 1200 by 630.

    Attributes:
        event: which.
        tournaments: what is played at it, in order; the first is the one that counts.
    """

    template: ClassVar[str] = "public/share/card.html"
    event: Event
    tournaments: Sequence[Tournament]

    @cached_property
    def now(self) -> Now | None:
        """The main tournament as it stands; None at an event without one."""
        main = next(iter(self.tournaments), None)
        return Now(main, store.load(main.pk)) if main else None

    @property
    def art(self) -> Art:
        """What is drawn behind the words."""
        return art_of(self.event.code, motif_of(self.tournaments))

    @cached_property
    def winners(self) -> list[str]:
        """Who has won, once the places are there."""
        return self._placed(1)

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    @property
    def line(self) -> str:
        """What stands on top: the game, and at the end the event."""
        if self.over or self.now is None or self.now.state.setup is None:
            return self.event.name if self.over else ""
        return str(game_name(self.now.state.regulations))

    @property
    def tag(self) -> str:
        """What is marked in yellow: the day, the round, or that this is who has won."""
        if self.event.cancelled_at is not None:
            return _("Called off")
        if self.over:
            return ngettext("Champion", "Champions", len(self.winners))
        if self.now is None or self.now.phase in ("soon", "waiting"):
            return self.day
        planned = rounds_planned(self.now.state)
        if self.now.phase == "playing" and self.now.round_no and self.now.round_no <= planned:
            return _("Round %(number)s of %(rounds)s") % {"number": self.now.round_no, "rounds": planned}
        return self.now.headline

    @property
    def day(self) -> str:
        """When it begins."""
        return date_format(timezone.localtime(self.event.opens_at), _("l j F Y"))

    @property
    def words(self) -> str:
        """The largest words: who has won, else the event."""
        return ", ".join(self.winners) if self.over else self.event.name

    @property
    def size(self) -> str:
        """The class of their size."""
        return size_of(self.words)

    @property
    def facts(self) -> list[CardFact]:
        """What stands below them."""
        found = self._best() if self.over else []
        if self.now is not None and self.now.players:
            found.append(CardFact(_("Players"), str(self.now.players)))
        if self.event.venue is not None:
            found.append(CardFact(_("Where"), self.event.venue.name))
        if not self.over and self.now is not None and self.now.phase not in ("soon", "waiting"):
            found.append(CardFact(_("When"), self.day))
        return found[:BELOW]

    def _best(self) -> list[CardFact]:
        named = ((place, self._placed(place)) for place in (2, 3))
        return [
            CardFact(_("Place %(place)s") % {"place": place}, ", ".join(names))
            for place, names in named
            if names
        ]

    def _placed(self, place: int) -> list[str]:
        if self.now is None or self.now.state.places is None:
            return []
        name = in_sentences(naming(names_for_all(self.now.tournament, self.now.state)))
        gone = queries.disqualified(self.now.state)
        shown = [one for one in queries.shown_places(self.now.state) if one.player not in gone]
        return [name(one.player) for one in shown if one.first_place == place]
