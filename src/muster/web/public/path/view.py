"""A player's way through the event, for everybody."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from muster.app.player.path import Path
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.web.public.context import Floor, tournament_page
from muster.web.public.path.page import PlayerPath


@tournament_page("players")
def path(floor: Floor, player: int) -> HttpResponse:
    """Every round of a player; there is none for somebody who is disqualified, as they are in no list."""
    who = PlayerId(player)
    if who not in floor.state.players or who in queries.disqualified(floor.state):
        raise Http404("There is no such player.")
    return floor.shown(PlayerPath(floor, Path(floor.state, who)), "round", "results", "people")
