"""A player as a judge comes to them: who they are, where they sit, what was ruled and given, and what can be done."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from muster.app.judging import components, proxies, rulings
from muster.app.people import player_sheet
from muster.app.people.player_sheet import Played, rounds_of
from muster.app.staff.conflicts import may_not_rule
from muster.core.tournament import queries
from muster.web.desk.context import Desk
from muster.web.judge.place import ActSubject, place_page
from muster.web.judge.seats import Seated
from muster.web.judge.table.view import shown_of


@dataclass(frozen=True, slots=True)
class InRound:
    """What a player did in a round: their match, bye or loss, if any, and the opponent's name."""

    number: int
    played: Played | None
    opponent: str


@require_safe
@place_page
def player(desk: Desk, place: ActSubject) -> HttpResponse:
    """Everything about a player of the tournament, in a round or not."""
    (seat,) = place.players
    rounds = _rounds(desk, seat)
    context = {
        "place": place,
        "status": _status(desk, seat),
        "gone": not queries.present(desk.state.players[seat.player]),
        "here": rounds[0],
        "rounds": rounds if desk.state.rounds else (),
        "conflict": may_not_rule(desk.tournament.pk, desk.actor, desk.state, place.round_no, place.table),
        "rosters": desk.tournament.rosters != "none",
        "open_table": player_sheet.open_table(desk.state, seat.player),
        **shown_of(desk, place),
        "rulings": rulings.rulings_about(desk.tournament.pk, seat.entry),
        "reports": list(components.reports_of(desk.tournament.pk).filter(entry=seat.entry)),
        "proxies": list(proxies.proxies_of(desk.tournament.pk).filter(entry=seat.entry)),
    }
    return desk.render("judge/player/player.html", context)


def _rounds(desk: Desk, seat: Seated) -> list[InRound]:
    """Every round, the latest first, and the time before the first."""
    played = {int(one.round_no): one for one in rounds_of(desk.state, seat.player)}
    return [
        InRound(number, one := played.get(number), desk.name(one.opponent) if one and one.opponent else "")
        for number in range(len(desk.state.rounds), -1, -1)
    ]


def _status(desk: Desk, seat: Seated) -> str:
    status = desk.state.players[seat.player].status
    if status == "dropped":
        return _("has dropped")
    if status == "disqualified":
        return _("is disqualified")
    return _("in the tournament") if seat.player in queries.active(desk.state) else _("not checked in")


urlpatterns: list[URLPattern] = [path("p/<int:player>", player, name="player")]
