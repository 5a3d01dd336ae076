"""Rosters for everybody once a tournament is over, where its organiser opens them; elsewhere there is nothing here."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from muster.app.common.topics import Part
from muster.app.rosters.breakdown import breakdown
from muster.app.rosters.terms import rules_of
from muster.core.ids import PlayerId
from muster.exchange.folding import folded
from muster.web.public.context import Floor, tournament_page
from muster.web.public.rosters.opened import are_open, listed, one_of
from muster.web.public.rosters.page import PublicRoster, PublicRosterList, RosterCards

NOTHING = "There is no such page."
"""Said alike of rosters that are not open, of players who brought none, and of numbers nobody has."""

_FOLLOWED: tuple[Part, ...] = ("round", "results", "people", "rosters")


@require_safe
@tournament_page("final")
def rosters(floor: Floor) -> HttpResponse:
    """Every roster by final place."""
    _must_be_open(floor)
    every = listed(floor.tournament, floor.state, floor.name)
    rules = rules_of(floor.state)
    by_leaders = rules is not None and rules.game == "unlimited"
    query = folded(floor.query)
    found = [one for one in every if query in folded(f"{one.name} {one.faction}")]
    return floor.shown(PublicRosterList(floor, found, every, by_leaders), *_FOLLOWED)


@require_safe
@tournament_page("final")
def cards(floor: Floor) -> HttpResponse:
    """What was played: factions, leaders, cards."""
    _must_be_open(floor)
    return floor.shown(RosterCards(breakdown(floor.tournament, floor.state)), *_FOLLOWED)


@require_safe
@tournament_page("final")
def roster(floor: Floor, player: int) -> HttpResponse:
    """One player's roster."""
    found = one_of(floor.tournament, floor.state, PlayerId(player))
    if found is None:
        raise Http404(NOTHING)
    return floor.shown(PublicRoster(floor.name(PlayerId(player)), found), *_FOLLOWED)


def _must_be_open(floor: Floor) -> None:
    if not are_open(floor.tournament, floor.state):
        raise Http404(NOTHING)


_ONE = "<slug:code>/<int:number>"

urlpatterns: list[URLPattern] = [
    path(f"{_ONE}/rosters", rosters, name="rosters"),
    path(f"{_ONE}/rosters/cards", cards, name="roster-cards"),
    path(f"{_ONE}/rosters/<int:player>", roster, name="roster"),
]
