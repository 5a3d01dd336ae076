"""The pages of catalogues as their templates get them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final
from urllib.parse import urlencode

from django import forms

from muster.app.rosters import own_cards
from muster.app.rosters.catalogues import Edition, editions, ready
from muster.app.rosters.own_cards import Proposal, VerdictChange
from muster.core.messages import Message, say
from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.editions import CardDifference, price_words
from muster.core.roster.words import kind_words
from muster.exchange.catalogues.csv_form import COLUMNS, KINDS
from muster.exchange.catalogues.entries import CatalogueProblem
from muster.people.models import CatalogueVersion
from muster.rules.rosters import Game
from muster.web.desk.context import Desk
from muster.web.page import Page

MOST_FOUND: Final = 40
"""Cards listed at once."""

MOST_DIFFERENT: Final = 60
"""Differences listed one by one."""

MOST_CHANGED: Final = 50
"""Rosters listed whose verdict would be another."""

VERDICTS: Final[Mapping[str, Message]] = {
    "not-in-order": say("not in order"),
    "unsure": say("not checked in full"),
    "in-order": say("in order"),
}

WHAT: Final[Mapping[str, Message]] = {
    "new": say("new"),
    "gone": say("gone"),
    "kind": say("kind"),
    "name": say("name"),
    "subtitle": say("subtitle"),
    "factions": say("factions"),
    "slot": say("type"),
    "unique": say("unique"),
    "group": say("what is unique"),
    "flags": say("marks"),
    "needs": say("character"),
    "set": say("set"),
    "released": say("released"),
    "aliases": say("other names"),
    "prices": say("points"),
}
"""What of a card differs, as the page says it."""


def value_of(version: CatalogueVersion) -> str:
    """An edition as addresses and forms name it."""
    return f"{'own' if version.owner else 'site'}/{version.edition}"


@dataclass(frozen=True, slots=True)
class ListedEdition:
    """One edition in the list.

    Attributes:
        edition: its name and newest version.
        value: how addresses name it.
        used: whether this tournament's rosters are checked by it.
    """

    edition: Edition
    value: str
    used: bool

    @property
    def by(self) -> str:
        """Who made its newest version; empty if it came from the terminal."""
        account = self.edition.newest.created_by
        return account.name or account.username if account else ""


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A card in the list, with its kind and its prices in words, and the address where it is corrected."""

    card: Card
    kind: Message
    prices: tuple[Message, ...]
    address: str


@dataclass(frozen=True)
class CataloguePage(Page):
    """The editions of cards, and the cards of one of them.

    Attributes:
        desk: who looks, and at which tournament.
        game: whose cards.
        used: the version in force here; None where there is none.
        shown: the version whose cards are looked at.
        q: what is looked for.
        kind: the kind of cards that is wanted; all if empty.
    """

    template: ClassVar[str] = "desk/catalogue/catalogue.html"
    desk: Desk
    game: Game
    used: CatalogueVersion | None
    shown: CatalogueVersion | None
    q: str
    kind: str

    @cached_property
    def site(self) -> list[ListedEdition]:
        """The editions of the site."""
        return self._listed(editions(self.game))

    @cached_property
    def own(self) -> list[ListedEdition]:
        """The editions of the event's organiser."""
        owner = own_cards.owner_of(self.desk.tournament)
        return self._listed(editions(self.game, owner)) if owner else []

    @property
    def value(self) -> str:
        """The edition whose cards are looked at, as addresses name it; empty without one."""
        return value_of(self.shown) if self.shown else ""

    @property
    def may_correct(self) -> bool:
        """Whether who looks may load and correct cards: the organiser, for their own editions."""
        return self.desk.actor.may("manage-event")

    @cached_property
    def kinds(self) -> list[tuple[str, Message, int]]:
        """The kinds of cards the edition has: id, what it is called, and how many of each."""
        counts = Counter(card.kind for card in self._catalogue.cards)
        return [
            (kind, kind_words(kind, self.game), counts[kind]) for kind in KINDS[self.game] if counts[kind]
        ]

    @cached_property
    def found(self) -> tuple[ListedCard, ...]:
        """The cards that are looked for, the best first; one more than is listed where there are more."""
        kinds = (self.kind,) if self.kind else ()
        if self.q.strip():
            cards = self._catalogue.find(self.q, kinds, limit=MOST_FOUND + 1)
        else:
            cards = self._catalogue.fitting(kinds)[: MOST_FOUND + 1] if kinds else ()
        url = self.desk.url("desk:catalogue-card")
        return tuple(
            ListedCard(
                each,
                kind_words(each.kind, self.game),
                tuple(map(price_words, each.prices)),
                f"{url}?{urlencode({'edition': self.value, 'key': each.key})}",
            )
            for each in cards
        )

    @property
    def adding(self) -> str:
        """The address of the form for a new card of the edition that is looked at."""
        return f"{self.desk.url('desk:catalogue-card')}?{urlencode({'edition': self.value} if self.shown else {})}"

    @property
    def listed(self) -> tuple[ListedCard, ...]:
        """Those that are listed."""
        return self.found[:MOST_FOUND]

    @property
    def more(self) -> bool:
        """Whether there are more."""
        return len(self.found) > MOST_FOUND

    @cached_property
    def outdated(self) -> int:
        """How many rosters were checked by other cards than those in force; none once the tournament is over."""
        return (
            0 if self.desk.state.places is not None else own_cards.outdated(self.desk.tournament, self.used)
        )

    @cached_property
    def _catalogue(self) -> Catalogue:
        return ready(self.shown) if self.shown else Catalogue(self.game, "")

    def _listed(self, found: list[Edition]) -> list[ListedEdition]:
        here = self.used.pk if self.used else None
        return [ListedEdition(each, value_of(each.newest), each.newest.pk == here) for each in found]


@dataclass(frozen=True)
class ProposalPage(Page):
    """A form about cards, with what it would do once that is looked at.

    Attributes:
        desk: who looks, and at which tournament.
        form: as typed.
        proposal: what would be kept; None before it is looked at.
        problems: why it cannot be.
        stale: somebody else has made a version meanwhile, and this is what it would do now.
    """

    desk: Desk
    form: forms.Form
    proposal: Proposal | None = None
    problems: tuple[CatalogueProblem, ...] = ()
    stale: bool = False

    @property
    def differences(self) -> list[tuple[CardDifference, Message | str]]:
        """The first differences, each with what it is about."""
        found = self.proposal.differences[:MOST_DIFFERENT] if self.proposal else ()
        return [(each, WHAT.get(each.what, each.what)) for each in found]

    @property
    def more(self) -> int:
        """How many differences are not listed."""
        return max(0, len(self.proposal.differences) - MOST_DIFFERENT) if self.proposal else 0

    @property
    def changes(self) -> list[tuple[VerdictChange, Message, Message]]:
        """The rosters whose verdict would be another, with both verdicts in words."""
        found = self.proposal.changes[:MOST_CHANGED] if self.proposal else ()
        return [(each, VERDICTS[each.before], VERDICTS[each.after]) for each in found]

    @property
    def shown_problems(self) -> list[str]:
        """What is wrong, as much as a page lists."""
        return [str(each) for each in self.problems[:MOST_DIFFERENT]]

    @property
    def nothing_new(self) -> bool:
        """Whether the edition has exactly these cards already."""
        return self.proposal is not None and bool(self.proposal.seen) and not self.proposal.differences


@dataclass(frozen=True)
class LoadPage(ProposalPage):
    """Loading cards from files or text.

    Attributes:
        packed: the cards that were read, as they travel with the form.
        passed_over: files that hold no cards.
    """

    template: ClassVar[str] = "desk/catalogue/load.html"
    packed: str = ""
    passed_over: tuple[str, ...] = ()

    @property
    def heads(self) -> str:
        """The headings a table of cards may have."""
        return ", ".join(COLUMNS)


@dataclass(frozen=True)
class CardPage(ProposalPage):
    """One card: typed anew, or corrected.

    Attributes:
        card: the card that is corrected; None for a new one.
        base: the edition it stands in, as addresses name it.
        from_site: that edition is the site's, and so one of the organiser's own gets the correction.
    """

    template: ClassVar[str] = "desk/catalogue/card.html"
    card: Card | None = None
    base: str = ""
    from_site: bool = False

    @property
    def out(self) -> bool:
        """Whether the card is to be taken out."""
        return self.desk.request.POST.get("act") in ("out", "keep-out")
