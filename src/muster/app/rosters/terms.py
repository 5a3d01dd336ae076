"""Under which terms rosters of a tournament are built, checked and seen: the regulations, and the organiser's plan."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Final

from django.utils import formats
from django.utils.translation import gettext as _

from muster.core.messages import NOTHING, Message, listing, say
from muster.core.roster.figures import OwnDeparture, departures, limits_on
from muster.core.roster.roster import Terms
from muster.core.tournament.state import State
from muster.people.models import RosterPlan, Tournament
from muster.rules.figures import OwnFigure, with_figures
from muster.rules.load import UnknownRegulationsError, load
from muster.rules.rosters import Construction, RosterLimit, RosterRules, Seen
from muster.rules.seasons import RosterSeason, season_of

NOBODY: Final[Mapping[str, Message]] = MappingProxyType({})
"""No names: who chose something is not said."""


def rules_of(state: State) -> RosterRules | None:
    """What the tournament's regulations say of rosters; None where they say nothing, or nothing is set up yet.

    A tournament keeps the rules it was set up under. Its lists of sets, suspended cards and exceptions grow with
    every release, as each of them carries its date; those of an organiser's own file do not. A tournament that was
    set up before regulations spoke of rosters follows the file of the same id that comes along.
    """
    if state.setup is None:
        return None
    kept, released = state.regulations.roster, _released(state.regulations.id)
    if kept is None or released is None:
        return kept or released
    return released if _grown(kept, released) else kept


def _grown(kept: RosterRules, released: RosterRules) -> bool:
    """The same as `_has_grown`, worked out once for these two: a page asks again and again."""
    known = _compared.get((id(kept), id(released)))
    if known is None:
        while len(_compared) >= _MOST_COMPARED:
            _compared.popitem()
        known = _compared[id(kept), id(released)] = (kept, released, _has_grown(kept, released))
    return known[2]


_MOST_COMPARED: Final = 64
_compared: Final[dict[tuple[int, int], tuple[RosterRules, RosterRules, bool]]] = {}
"""Both are held as long as their numbers stand for them."""


def _has_grown(kept: RosterRules, released: RosterRules) -> bool:
    """Whether the released rules are the same but for more dated entries."""
    lists = ("sets", "suspensions", "exceptions")
    bare = dict.fromkeys(lists, ())
    same = kept.model_copy(update=bare) == released.model_copy(update=bare)
    return same and all(each in getattr(released, name) for name in lists for each in getattr(kept, name))


def plan_of(tournament: Tournament) -> RosterPlan:
    """How rosters are handled here; a plan that leaves everything to the regulations where none is on record."""
    found = RosterPlan.objects.filter(tournament=tournament).first()
    return found or RosterPlan(tournament=tournament)


def chosen_season(state: State, plan: RosterPlan) -> RosterSeason | None:
    """The season an organiser chose, that stands in for clauses of the printed text; None for the text alone."""
    return season_of(state.regulations.id, plan.season) if plan.season and state.setup is not None else None


def season_words(state: State, plan: RosterPlan, names: Mapping[str, Message] = NOBODY) -> Message:
    """What stands in for which clauses: the season, the event's own figures. Since when and, by these names, who.

    Nothing where the text alone holds.
    """
    season, figures = _season_words(state, plan, names), _figures_words(state, plan, names)
    if season and figures:
        return say("{season}; {figures}", season=season, figures=figures)
    return season or figures


def _season_words(state: State, plan: RosterPlan, names: Mapping[str, Message]) -> Message:
    season = chosen_season(state, plan)
    if season is None:
        return NOTHING
    what = say("{season} in place of {clauses}", season=season.title, clauses=listing(season.clauses, "and"))
    return _chosen(what, plan.season_on, names.get(plan.season_by, NOTHING))


def _figures_words(state: State, plan: RosterPlan, names: Mapping[str, Message]) -> Message:
    own = own_figures(state, plan)
    if not own:
        return NOTHING
    figures = listing([each.with_clause for each in own], "plain")
    what = say("figures of this event: {figures}", figures=figures)
    return _chosen(what, plan.figures_on, names.get(plan.figures_by, NOTHING))


def _chosen(what: Message, on: date | None, who: Message) -> Message:
    """A choice with its day and who made it, as far as that is known."""
    if on is None:
        return what
    day = formats.date_format(on, _("j F Y"))
    if who:
        return say("{what}, chosen on {day} by {who}", what=what, day=day, who=who)
    return say("{what}, chosen on {day}", what=what, day=day)


def own_figures(state: State, plan: RosterPlan) -> tuple[OwnDeparture, ...]:
    """Where the event's own figures depart from the text, or from the season that was chosen."""
    rules = rules_under(state, plan)
    return tuple(departures(rules, _terms(state, plan, rules))) if rules else ()


def limits_in_force(state: State, plan: RosterPlan) -> tuple[RosterLimit, ...]:
    """The limits of text and season on the day of the event, before any figures of its own."""
    rules = rules_under(state, plan)
    if rules is None:
        return ()
    return limits_on(built_as(rules, state.created.tier, plan.construction), state.created.day)


def rules_under(state: State, plan: RosterPlan) -> RosterRules | None:
    """What rosters are checked by: the regulations, with the season's limits where one is chosen; as in `rules_of`."""
    rules, season = rules_of(state), chosen_season(state, plan)
    return season.over(rules) if rules and season else rules


def construction_of(
    tournament: Tournament, state: State, plan: RosterPlan | None = None
) -> Construction | None:
    """The way of building in force: the planned one, else the regulations' usual one for the tournament's tier.

    With the event's own figures.
    """
    planned = plan or plan_of(tournament)
    rules = rules_under(state, planned)
    if rules is None:
        return None
    tier = state.created.tier
    usual = built_as(rules, tier, planned.construction)
    return built_as(with_figures(rules, usual.id, _figures(planned)), tier, usual.id)


def built_as(rules: RosterRules, tier: str, wanted: str = "") -> Construction:
    """The way of building that is wanted, by its id, else the regulations' usual one for this tier."""
    named = [each for each in rules.constructions if each.id == wanted]
    meant = [each for each in rules.constructions if not each.tiers or tier in each.tiers]
    return [*named, *meant, *rules.constructions][0]


def terms_of(tournament: Tournament, state: State, plan: RosterPlan | None = None) -> Terms:
    """The terms under which rosters are checked; the day is the first of the event.

    Raises:
        LookupError: the regulations say nothing of rosters.
    """
    planned = plan or plan_of(tournament)
    rules = rules_under(state, planned)
    if rules is None:
        raise LookupError("these regulations say nothing of rosters")
    return _terms(state, planned, rules)


def _terms(state: State, plan: RosterPlan, rules: RosterRules) -> Terms:
    created = state.created
    usual, season = built_as(rules, created.tier, plan.construction), chosen_season(state, plan)
    return Terms(usual.id, created.day, created.tier, plan.most, plan.later, season, _figures(plan))


def _figures(plan: RosterPlan) -> tuple[OwnFigure, ...]:
    return tuple(
        OwnFigure(limit=limit, least=least, most=most) for limit, (least, most) in plan.figures.items()
    )


def most_of(tournament: Tournament, state: State, plan: RosterPlan | None = None) -> int | None:
    """The most points a roster may be worth here; None where there is no such limit."""
    planned = plan or plan_of(tournament)
    construction = construction_of(tournament, state, planned)
    points = construction.points if construction else None
    return planned.most or (points.most if points else None)


def seen_of(plan: RosterPlan, rules: RosterRules) -> Seen:
    """Who sees rosters besides their players and the staff: as planned, else by the regulations."""
    planned: dict[str, Seen] = {"staff": "staff", "opponents": "opponents", "cut": "cut"}
    return planned.get(plan.seen, rules.seen)


def second_list_of(plan: RosterPlan, rules: RosterRules) -> bool:
    """Whether a second list for opponents is wanted: as planned, else by the regulations."""
    return rules.second_list if plan.second_list is None else plan.second_list


def _released(regulations: str) -> RosterRules | None:
    try:
        return load(regulations).roster
    except UnknownRegulationsError:
        return None
