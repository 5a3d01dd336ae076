"""Standings, bracket and final places for everybody, every rank explained."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from muster.app.common.names import in_sentences
from muster.app.common.topics import SITE
from muster.app.standings.breakdown import rank_breakdown
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.web.public.context import Floor, tournament_page
from muster.web.public.standings.page import (
    NoPlaces,
    NoPublicStandings,
    PublicBracket,
    WhyRank,
    final_page,
    standings_page,
)


@tournament_page("standings")
def standings(floor: Floor, after: int | None = None) -> HttpResponse:
    """The Swiss standings after a round, the last complete one unless another is named."""
    if after is None and not queries.completed(floor.state):
        return floor.shown(NoPublicStandings(), "round", "results")
    return floor.shown(standings_page(floor, _complete(floor, after)), "round", "results", "people")


@tournament_page("standings")
def why_rank(floor: Floor, after: int, player: int) -> HttpResponse:
    """Why a player stands where they stand: each number with its arithmetic."""
    upto = _complete(floor, after)
    found = rank_breakdown(floor.state, upto, PlayerId(player), in_sentences(floor.name))
    if found is None:
        raise Http404("This player is not in the standings.")
    return floor.shown(WhyRank(floor, upto, found), "round", "results", "people")


@tournament_page("bracket")
def bracket(floor: Floor) -> HttpResponse:
    """The elimination: every round with its games, once the cut is made."""
    return floor.shown(PublicBracket(floor), "round", "results", "people")


@tournament_page("final")
def final(floor: Floor) -> HttpResponse:
    """The final places."""
    if floor.state.places is None:
        return floor.shown(NoPlaces(), "round")
    page = final_page(floor, queries.shown_places(floor.state))
    return floor.shown(page, "round", "results", "people", "rosters", beside={SITE})


def _complete(floor: Floor, after: int | None) -> int:
    """The round asked for, if it is complete."""
    done = queries.completed(floor.state)
    if after is None:
        return done
    if not 1 <= after <= done:
        raise Http404("There are standings only after complete rounds.")
    return after
