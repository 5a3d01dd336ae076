"""Under which terms rosters of a tournament are built, checked and seen: the regulations, and the organiser's plan."""

from __future__ import annotations

from django.utils import formats

from muster.core.messages import NOTHING, Message, listing, say
from muster.core.roster.roster import Terms
from muster.core.tournament.state import State
from muster.people.models import RosterPlan, Tournament
from muster.rules.load import UnknownRegulationsError, load
from muster.rules.rosters import Construction, RosterRules, Seen
from muster.rules.seasons import RosterSeason, season_of


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
    return released if _has_grown(kept, released) else kept


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


def season_words(state: State, plan: RosterPlan, who: Message = NOTHING) -> Message:
    """Which season stands in for which clauses, since when, and `who` chose it; nothing without one."""
    season = chosen_season(state, plan)
    if season is None:
        return NOTHING
    clauses = listing(season.clauses, "and")
    if plan.season_on is None:
        return say("{season} in place of {clauses}", season=season.title, clauses=clauses)
    day = formats.date_format(plan.season_on, "j F Y")
    if who:
        return say(
            "{season} in place of {clauses}, chosen on {day} by {who}",
            season=season.title,
            clauses=clauses,
            day=day,
            who=who,
        )
    return say(
        "{season} in place of {clauses}, chosen on {day}", season=season.title, clauses=clauses, day=day
    )


def rules_under(state: State, plan: RosterPlan) -> RosterRules | None:
    """What rosters are checked by: the regulations, with the season's limits where one is chosen; as in `rules_of`."""
    rules, season = rules_of(state), chosen_season(state, plan)
    return season.over(rules) if rules and season else rules


def construction_of(
    tournament: Tournament, state: State, plan: RosterPlan | None = None
) -> Construction | None:
    """The way of building in force: the planned one, else the regulations' usual one for the tournament's tier."""
    planned = plan or plan_of(tournament)
    rules = rules_under(state, planned)
    if rules is None:
        return None
    return built_as(rules, state.created.tier, planned.construction)


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
    construction = construction_of(tournament, state, planned)
    if construction is None:
        raise LookupError("these regulations say nothing of rosters")
    created = state.created
    season = chosen_season(state, planned)
    return Terms(construction.id, created.day, created.tier, planned.most, planned.later, season)


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
