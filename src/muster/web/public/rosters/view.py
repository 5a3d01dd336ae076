"""Rosters for everybody once a tournament is over, where its organiser opens them; elsewhere there is nothing here."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from muster.app.rosters.breakdown import breakdown
from muster.core.ids import PlayerId
from muster.exchange.folding import folded
from muster.web.public.context import Floor, tournament_page
from muster.web.public.rosters import page as page_of

NOTHING = "There is no such page."
"""Said alike of rosters that are not open, of players who brought none, and of numbers nobody has."""


@require_safe
@tournament_page("final")
def rosters(floor: Floor) -> HttpResponse:
    """Every roster by final place."""
    _must_be_open(floor)
    query = folded(floor.query)
    every = page_of.listed(floor.tournament, floor.state, floor.name)
    found = [one for one in every if query in folded(f"{one.name} {one.faction}")]
    page = floor.paged(found)
    context = {
        "heading": _("Rosters"),
        "page": page,
        "rows": page,
        "q": floor.query,
        "found": len(found),
        "points": any(one.total is not None for one in every),
        "factions": any(one.faction for one in every),
        "filter": not query and page.paginator.num_pages == 1,
    }
    return floor.shown("public/rosters/rosters.html", context, "round", "results", "people", "rosters")


@require_safe
@tournament_page("final")
def cards(floor: Floor) -> HttpResponse:
    """What was played: factions, leaders, cards."""
    _must_be_open(floor)
    context = {"heading": _("What was played"), "whole": breakdown(floor.tournament, floor.state)}
    return floor.shown("public/rosters/roster_cards.html", context, "round", "results", "people", "rosters")


@require_safe
@tournament_page("final")
def roster(floor: Floor, player: int) -> HttpResponse:
    """One player's roster."""
    found = page_of.one_of(floor.tournament, floor.state, PlayerId(player))
    if found is None:
        raise Http404(NOTHING)
    name = floor.name(PlayerId(player))
    context = {"heading": name, "name": name, "roster": found}
    return floor.shown("public/rosters/roster.html", context, "round", "results", "people", "rosters")


def _must_be_open(floor: Floor) -> None:
    if not page_of.are_open(floor.tournament, floor.state):
        raise Http404(NOTHING)


_ONE = "<slug:code>/<int:number>"

urlpatterns: list[URLPattern] = [
    path(f"{_ONE}/rosters", rosters, name="rosters"),
    path(f"{_ONE}/rosters/cards", cards, name="roster-cards"),
    path(f"{_ONE}/rosters/<int:player>", roster, name="roster"),
]
