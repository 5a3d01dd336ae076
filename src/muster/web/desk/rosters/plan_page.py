"""The choices about rosters as the desk's form offers them, and in short for the head of pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.translation import gettext as _

from muster.app.common.names import names_of_staff
from muster.app.rosters.catalogues import editions
from muster.app.rosters.own_cards import owner_of
from muster.app.rosters.terms import (
    construction_of,
    limits_in_force,
    most_of,
    plan_of,
    rules_of,
    season_words,
    second_list_of,
    seen_of,
)
from muster.core.messages import NOTHING, Message, of_rules, say, say_n, verbatim
from muster.core.roster.figures import bounds
from muster.core.tournament.state import State
from muster.people.models import RosterPlan, Tournament
from muster.rules.rosters import RosterRules, Seen
from muster.rules.seasons import RosterSeason, all_seasons


@dataclass(frozen=True, slots=True)
class PlanOption:
    """One answer to choose: its value, its words, and the clause it comes from."""

    value: str
    words: Message
    clause: str = ""


@dataclass(frozen=True, slots=True)
class FigureChoice:
    """A limit that an event may have its own figures for: what is counted, its clause and its bounds as they are."""

    limit: str
    what: Message
    clause: str
    least: int
    most: int | None

    @property
    def words(self) -> Message:
        """Its bounds in words."""
        return bounds(self.least, self.most)


@dataclass(frozen=True, slots=True)
class PlanChoices:
    """What there is to choose, and what the regulations say where nothing is chosen.

    Attributes:
        constructions: the ways of building.
        usual: the name of the way of building in force without a choice.
        seasons: what may stand in for clauses of the printed text.
        figures: the limits of the way of building and the season in force.
        points: the regulations' own limit of points for the way of building in force; None without one.
        editions: the editions of the catalogue that the site has, the one begun last first.
        own_editions: those of the event's organiser.
        seen: who may see rosters by the regulations, and `seen_clause`.
        second_list: whether the regulations want a second list.
        pools: whether the regulations know decks that are built from a pool.
    """

    constructions: tuple[PlanOption, ...]
    usual: Message
    seasons: tuple[RosterSeason, ...]
    figures: tuple[FigureChoice, ...]
    points: int | None
    points_clause: str
    editions: tuple[str, ...]
    own_editions: tuple[str, ...]
    seen: Seen
    seen_words: Message
    seen_clause: str
    second_list: bool
    list_clause: str
    lock_clause: str
    pools: bool


def seen_words(seen: str) -> Message:
    """Who sees a roster, in words."""
    return _SEEN.get(seen) or verbatim(seen)


_SEEN: Final = {
    "staff": say("nobody but its player and the staff"),
    "opponents": say("the opponent of the running round"),
    "cut": say("the opponent of a match in the cut"),
}


def choices_of(tournament: Tournament, state: State, rules: RosterRules, plan: RosterPlan) -> PlanChoices:
    """What there is to choose in this tournament, where this plan is in force."""
    bare = RosterPlan(tournament=tournament)
    usual = construction_of(tournament, state, bare)
    points = usual.points if usual else None
    return PlanChoices(
        constructions=tuple(
            PlanOption(each.id, of_rules(each.name), each.clause) for each in rules.constructions
        ),
        usual=of_rules(usual.name) if usual else NOTHING,
        seasons=all_seasons().get(state.regulations.id, ()),
        figures=_figures(state, plan),
        points=points.most if points else None,
        points_clause=points.clause if points else "",
        editions=tuple(each.name for each in editions(rules.game)),
        own_editions=tuple(each.name for each in editions(rules.game, owner_of(tournament))),
        seen=rules.seen,
        seen_words=seen_words(rules.seen),
        seen_clause=rules.seen_clause,
        second_list=rules.second_list,
        list_clause=rules.list_clause,
        lock_clause=rules.lock_clause,
        pools=any(each.pool for each in rules.constructions),
    )


def _figures(state: State, plan: RosterPlan) -> tuple[FigureChoice, ...]:
    return tuple(
        FigureChoice(each.id, of_rules(each.what), each.clause, each.least, each.most)
        for each in limits_in_force(state, plan)
    )


def season_chosen(state: State, plan: RosterPlan) -> Message:
    """What stands in for the text, since when, and who chose it, as far as that is known; nothing without any."""
    tokens = [each for each in (plan.season_by, plan.figures_by) if each]
    return season_words(state, plan, names_of_staff(tokens) if tokens else {})


def _moment(at: datetime, tournament: Tournament) -> str:
    return formats.date_format(at.astimezone(ZoneInfo(tournament.event.time_zone)), _("D j F, H:i"))


def summary(tournament: Tournament, state: State) -> tuple[Message, ...]:
    """How rosters are handled here, in short: for the head of pages."""
    rules = rules_of(state)
    if rules is None:
        return ()
    plan = plan_of(tournament)
    construction, most = construction_of(tournament, state, plan), most_of(tournament, state, plan)
    until = _moment(plan.deadline, tournament) if plan.deadline else ""
    parts = (
        of_rules(construction.name) if construction else NOTHING,
        season_words(state, plan),
        say_n("at most {count} point", "at most {count} points", most) if most else NOTHING,
        say("handed in until {at}", at=until) if until else NOTHING,
        say("seen by {whom}", whom=seen_words(seen_of(plan, rules))),
        say("with a second list") if second_list_of(plan, rules) else NOTHING,
    )
    return tuple(each for each in parts if each)
