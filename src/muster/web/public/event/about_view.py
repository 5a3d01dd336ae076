"""Who plays in a tournament, and by which regulations, for everybody."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from muster.web.public.context import Floor, tournament_page
from muster.web.public.event.page import PublicPlayers, Rules, SentencesFound
from muster.web.public.event.people import players_for_all
from muster.web.public.reading import found_lines


@tournament_page("players")
def players(floor: Floor) -> HttpResponse:
    """Everybody who plays, by the name they chose to show."""
    every = players_for_all(floor.tournament, floor.state)
    found = found_lines(every, floor.query) if floor.query else every
    return floor.shown(PublicPlayers(floor, found, every), "round", "people")


@tournament_page("rules")
def rules(floor: Floor) -> HttpResponse:
    """The regulations in use, clause by clause."""
    if floor.state.setup is None:
        raise Http404("This tournament is not set up yet.")
    return floor.shown(Rules(floor), "round")


@tournament_page("rules")
def sentences(floor: Floor) -> HttpResponse:
    """The regulations sentence by sentence: by moment, by whom they bind, by word."""
    if floor.state.setup is None:
        raise Http404("This tournament is not set up yet.")
    asked = floor.request.GET
    return floor.shown(SentencesFound(floor, asked.get("moment", ""), asked.get("who", "")))
