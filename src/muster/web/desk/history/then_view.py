"""The tournament as it was after an act: rounds, standings, bracket and players of that time, read only."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from muster.core.ids import PlayerId, RoundNo
from muster.exchange.whole import number_of
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.history.point_in_time import latest_by, moment_of, published_at
from muster.web.desk.history.then_page import PlayerThenPage, WhyThenPage
from muster.web.desk.round.page import WhyPairing


@desk_page("look")
def then_player(desk: Desk, seq: int, player: int) -> HttpResponse:
    """One player as they stood after an act: their rounds, every number with its arithmetic, why this rank."""
    then, who = moment_of(desk, seq), PlayerId(player)
    if who not in desk.state.players:
        raise Http404("There is no such player.")
    return desk.show(PlayerThenPage(then, who))


@desk_page("look")
def then_why(desk: Desk, seq: int, round_no: int, player: int) -> HttpResponse:
    """Why somebody had this opponent, or the bye, by what was known after an act."""
    then = moment_of(desk, seq)
    if not 1 <= round_no <= len(then.state.rounds):
        raise Http404("This round was not published then.")
    asked = (desk, then.snapshot, RoundNo(round_no), PlayerId(player))
    page = WhyPairing(*asked) if desk.live else WhyThenPage(*asked, seq=then.first)
    return desk.show(page, status=page.status)


@desk_page("look")
def then_at(desk: Desk) -> HttpResponse:
    """To a moment: `?at=` of a clock, `?round=` as it was published, `?after=` a round as the next was published."""
    get = desk.request.GET
    if "at" in get:
        return _by_the_clock(desk, get["at"])
    after, round_no, player = (number_of(get.get(name, "")) for name in ("after", "round", "player"))
    act = moment_of(desk, published_at(desk.snapshot, after + 1 if after else round_no)).first
    query = f"?round={after or round_no}" if after or round_no else ""
    if player:
        return desk.go("desk:history-player", act, player, query=query)
    return desk.go("desk:history-act", act, query=query)


def _by_the_clock(desk: Desk, typed: str) -> HttpResponse:
    """To the last act of a minute, or of the time before it."""
    try:
        when = datetime.fromisoformat(typed[:19]).replace(tzinfo=ZoneInfo(desk.event.time_zone))
        seq = latest_by(desk.snapshot, when.astimezone(UTC).replace(second=59, microsecond=999999))
    except (ValueError, OverflowError):
        messages.error(desk.request, _("Choose a day and a time of day."))
        return desk.go("desk:history")
    if not seq:
        messages.error(desk.request, _("Nothing was on record by then: choose a later time."))
        return desk.go("desk:history")
    return desk.go("desk:history-act", moment_of(desk, seq).first)


urlpatterns: list[URLPattern] = [
    path("history/then", then_at, name="history-then"),
    path("history/<int:seq>/players/<int:player>", then_player, name="history-player"),
    path("history/<int:seq>/why/<int:round_no>/<int:player>", then_why, name="history-why"),
]
