"""Starring players, and where those who are starred sit. What rests on a reader's stars is kept for nobody."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.player.friends import friends_of
from muster.core.ids import PlayerId
from muster.exchange.whole import whole_number
from muster.web.live import own
from muster.web.public.context import Floor, tournament_page
from muster.web.public.friends.page import Friends
from muster.web.stars import keep, starred


@require_safe
@tournament_page("players")
def friends(floor: Floor) -> HttpResponse:
    """The players starred in this browser."""
    found = friends_of(floor.state, starred(floor.request, floor.tournament), floor.name)
    return own(floor.shown(Friends(found), "round", "results", "people"))


@csrf_exempt  # it changes nothing but what the reader's own browser keeps, and pages for everybody hold no proof
@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page("players")
def star(floor: Floor) -> HttpResponse:
    """Star a player, or take a star off; then all that are starred."""
    response = HttpResponseRedirect(floor.page("friends"))
    sent = whole_number(floor.request.POST.get("player", ""))
    if floor.request.method != "POST" or _from_elsewhere(floor) or sent is None:
        return own(response)
    who = PlayerId(sent)
    others = [one for one in starred(floor.request, floor.tournament) if one != who]
    add = floor.request.POST.get("off") != "1" and who in floor.state.players
    return own(keep(response, floor.tournament, [*others, who] if add else others))


def _from_elsewhere(floor: Floor) -> bool:
    """Whether the form was on a page of another site."""
    return floor.request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none")
