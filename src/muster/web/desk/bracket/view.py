"""The desk's cut and bracket: who goes on and why, who comes in for whom, and every game to the final."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.history.reasons import typed
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.commands import Command, DropPlayer, MakeCut, RecordPlayOff, StartStage
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import whole_number
from muster.web.desk.bracket.page import BracketPage, LeavePage
from muster.web.desk.context import Desk, desk_page, status_of
from muster.web.desk.round.view import acted


@desk_page("look")
def bracket(desk: Desk) -> HttpResponse:
    """The cut and the bracket as they are, or as they would be now."""
    return _page(desk)


@require_POST
@desk_page("rounds")
def make_cut(desk: Desk) -> HttpResponse:
    """End Swiss and take the qualified players on."""
    return _carry_out(desk, MakeCut())


@require_POST
@desk_page("rounds")
def play_off(desk: Desk) -> HttpResponse:
    """Record how players who are equal at the line of a cut or a part played for it; of two the winner is said."""
    sent = desk.request.POST
    placed, among = (
        [PlayerId(number) for text in sent.getlist(name) if (number := whole_number(text)) is not None]
        for name in ("place", "among")
    )
    others = [player for player in among if player not in placed]
    command = RecordPlayOff((*placed, *others) if len(among) == queries.PAIR else tuple(placed))
    return acted(desk, desk.submit(command)) if queries.part_over(desk.state) else _carry_out(desk, command)


@require_POST
@desk_page("rounds")
def start(desk: Desk) -> HttpResponse:
    """Begin the elimination with the seeds."""
    return _carry_out(desk, StartStage())


@desk_page("drop")
def leave(desk: Desk, player: int) -> HttpResponse:
    """What a player's leaving would bring about, and the button that does it."""
    if PlayerId(player) not in desk.state.players:
        raise Http404("There is no such player.")
    if desk.request.method != "POST":
        return _leaving_page(desk, PlayerId(player), "")
    reason = desk.request.POST.get("reason", "")
    answer = desk.submit(DropPlayer(PlayerId(player), typed(reason)))
    if isinstance(answer, Refusal):
        return _leaving_page(desk, PlayerId(player), reason, answer)
    desk.tell(answer)
    return desk.go("desk:bracket")


def _carry_out(desk: Desk, command: Command) -> HttpResponse:
    answer = desk.submit(command)
    if isinstance(answer, Refusal):
        return _page(desk, answer)
    desk.tell(answer)
    return desk.go("desk:bracket")


def _page(desk: Desk, refusal: Refusal | None = None) -> HttpResponse:
    return desk.show(BracketPage(desk, refusal), status=status_of(refusal))


def _leaving_page(desk: Desk, player: PlayerId, reason: str, refusal: Refusal | None = None) -> HttpResponse:
    return desk.show(LeavePage(desk, player, reason, refusal), status=status_of(refusal))


urlpatterns: list[URLPattern] = [
    path("bracket", bracket, name="bracket"),
    path("bracket/cut", make_cut, name="make-cut"),
    path("bracket/play-off", play_off, name="play-off"),
    path("bracket/start", start, name="start-elimination"),
    path("bracket/leave/<int:player>", leave, name="leave-cut"),
]
