"""An event for everybody as its templates get it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _

from muster.app.events.plan_reasons import PlanReason, plan_reasons
from muster.app.player.setting_up import brings_at
from muster.app.rosters.terms import chosen_season, own_figures, plan_of
from muster.core.messages import Message
from muster.core.roster.figures import OwnDeparture
from muster.journal import store
from muster.people.models import RosterPlan
from muster.rules.schema import Regulations
from muster.rules.seasons import RosterSeason
from muster.rules.setups import Advice
from muster.web.page import Page
from muster.web.public.context import EventFloor, Floor, ListPage, PublicLink, section_words
from muster.web.public.event.hero import Hero
from muster.web.public.event.now import Now, plan_clause, plan_for_all
from muster.web.public.event.people import PlayerLine
from muster.web.public.event.rules import RulesInUse, rules_in_use
from muster.web.public.share.post import post_of
from muster.web.sentences import LONGEST, WHEN, WHO, Chapter, chapters


@dataclass(frozen=True)
class EventNow(Page):
    """The event: what is happening now, when and where, and the way to everything else.

    Attributes:
        floor: the event.
    """

    template: ClassVar[str] = "public/event/event.html"
    floor: EventFloor

    @cached_property
    def cards(self) -> list[Now]:
        """Each of its tournaments as it stands."""
        return [Now(one, store.load(one.pk)) for one in self.floor.tournaments]

    @property
    def band(self) -> bool:
        """A dark band stands on top."""
        return True

    @property
    def hero(self) -> Hero:
        """The band on top."""
        return Hero(self.floor.event, self.cards)

    @property
    def tabs(self) -> list[PublicLink]:
        """The pages of its only tournament; of several, each has its own below."""
        if len(self.cards) != 1:
            return []
        number = self.cards[0].tournament.number
        return [
            PublicLink(section_words(one), self.floor.url(one, number), current=False)
            for one in self.cards[0].sections
        ]

    @property
    def post(self) -> str:
        """The places as a text to post, once the only tournament is over; else empty."""
        alone = self.hero.alone
        return (
            post_of(self.floor, alone.tournament, alone.podium, alone.entered)
            if alone and alone.podium
            else ""
        )

    @property
    def canonical(self) -> str:
        """The address of the page with the site's own name; empty where that is not known."""
        return self.floor.absolute(self.floor.url("event"))


@dataclass(frozen=True)
class PublicPlayers(ListPage[PlayerLine]):
    """Everybody who plays, by the name they chose to show.

    Attributes:
        every: all players, whether looked for or not.
    """

    template: ClassVar[str] = "public/event/players.html"
    every: list[PlayerLine]

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Players")

    @property
    def playing(self) -> int:
        """How many have not left."""
        return sum(not line.gone for line in self.every)

    @property
    def clubs(self) -> bool:
        """Whether any club is known."""
        return any(line.club for line in self.every)

    @property
    def statuses(self) -> bool:
        """Whether there is anything to say of how somebody stands."""
        return any(line.status for line in self.every)


@dataclass(frozen=True, slots=True)
class OwnFigures:
    """The figures of an event that are not the text's, why they are not, and since when; None where unknown."""

    figures: tuple[OwnDeparture, ...]
    why: str
    since: date | None


@dataclass(frozen=True)
class Rules(Page):
    """The regulations in use, clause by clause.

    Attributes:
        floor: the tournament, which is set up.
    """

    template: ClassVar[str] = "public/event/rules.html"
    floor: Floor

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Rules")

    @property
    def rules(self) -> RulesInUse:
        """The regulations as this tournament uses them."""
        return rules_in_use(self.floor.state)

    @property
    def regulations(self) -> Regulations:
        """The regulations themselves."""
        return self.floor.state.regulations

    @property
    def brings(self) -> tuple[Advice, ...]:
        """What a player brings and sees to before the first round."""
        return brings_at(self.floor.state)

    @cached_property
    def season(self) -> RosterSeason | None:
        """What stands in for clauses on rosters here; None where the printed text alone holds."""
        return chosen_season(self.floor.state, self._rosters) if self._rosters else None

    @cached_property
    def figures(self) -> OwnFigures | None:
        """Where the event's own figures on rosters depart from the text; None where they do not."""
        plan = self._rosters
        own = own_figures(self.floor.state, plan) if plan else ()
        return OwnFigures(own, plan.figures_why, plan.figures_on) if plan and own else None

    @cached_property
    def _rosters(self) -> RosterPlan | None:
        """How rosters are handled here; None where none are asked for."""
        tournament = self.floor.tournament
        return plan_of(tournament) if tournament.rosters != "none" else None

    @property
    def plan(self) -> str:
        """How many rounds and what cut were announced, in words; empty before."""
        return plan_for_all(self.floor.state)

    @property
    def plan_clause(self) -> str:
        """Where the regulations say so."""
        return plan_clause(self.floor.snapshot)

    @property
    def reasons(self) -> tuple[PlanReason, ...]:
        """Why the plan is as it is; none before it is announced."""
        plan = self.floor.state.plan
        return plan_reasons(self.floor.state, plan.attendance) if plan else ()


@dataclass(frozen=True)
class SentencesFound(Page):
    """The regulations sentence by sentence.

    Attributes:
        floor: the tournament, which is set up, and the words looked for.
        moment: the moment looked for; empty for any.
        who: whom the sentences are to be about; empty for anybody.
    """

    template: ClassVar[str] = "public/event/sentences.html"
    moments: ClassVar[Mapping[str, Message]] = {str(moment): title for moment, title in WHEN.items()}
    people: ClassVar[Mapping[str, Message]] = {str(who): title for who, title in WHO.items()}
    longest: ClassVar[int] = LONGEST
    floor: Floor
    moment: str
    who: str

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Rules, sentence by sentence")

    @property
    def chapters(self) -> list[Chapter]:
        """The sentences that fit, by moment."""
        moments = {self.moment} & WHEN.keys()
        regulations = self.floor.state.regulations.id
        return chapters(regulations, query=self.floor.query, moments=moments, who=self.who)
