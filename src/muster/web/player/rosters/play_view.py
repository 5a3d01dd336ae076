"""Rosters while a match is played: what the others bring, and the score counted from what was destroyed."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.rosters.read import counting_table, rosters_that_count
from muster.app.rosters.terms import plan_of, rules_of
from muster.app.rosters.visibility import may_see
from muster.core.ids import PlayerId
from muster.exchange.rosters.counting import CountingTable
from muster.people.models import RosterVersion
from muster.web.player.context import Phone, player_page
from muster.web.player.page.sight import sight_of
from muster.web.player.rosters.opponents import opponents_of
from muster.web.player.rosters.page import CountPage, NoCountPage, OpponentRosterPage

LONGEST = 12
"""Characters of a figure."""


@require_safe
@player_page
def opponent_roster(phone: Phone) -> HttpResponse:
    """What those they meet in the running round bring, as far as the player may see it, and why."""
    sight = sight_of(phone.me)
    found = opponents_of(phone.me) if phone.tournament.rosters != "none" else []
    return phone.show(OpponentRosterPage(phone, sight, found), status=200 if found else 404)


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def count(phone: Phone) -> HttpResponse:
    """Tick what was destroyed; sent, it fills in the form of the report, which is then looked at and sent as ever."""
    sight, table = sight_of(phone.me), _table(phone)
    if table is None or phone.me.match is None or not sight.rosters.may_count:
        return phone.show(NoCountPage(phone), status=404)
    sent = phone.request.POST if phone.request.method == "POST" else phone.request.GET
    counted = table.count({name: value[:LONGEST] for name, value in sent.items() if isinstance(value, str)})
    if phone.request.method == "POST" and not counted.fault and "again" not in sent:
        return HttpResponseRedirect(f"{phone.url()}?{urlencode({'open': 'report', **counted.report()})}")
    return phone.show(CountPage(phone, sight, counted), status=422 if counted.fault else 200)


def counted_fields(sent: Mapping[str, str]) -> dict[str, str]:
    """What a count put into the address of the page with the report's form; nothing for any other address."""
    if not any(name.startswith("scores") for name in sent):
        return {}
    return {name: value[: LONGEST * 2] for name, value in sent.items() if name != "open"}


def _table(phone: Phone) -> CountingTable | None:
    """The match to be counted, with the rosters this player may see: their own, and perhaps the opponent's."""
    me = phone.me
    if me.match is None or phone.tournament.rosters == "none":
        return None
    rules, plan = rules_of(me.state), plan_of(phone.tournament)
    if rules is None or rules.tally is None:
        return None
    rosters: dict[PlayerId, RosterVersion] = {
        player: version
        for player, version in rosters_that_count(phone.tournament.pk, me.match.pairing.players).items()
        if may_see(phone.entry, version.entry, me.state, plan, rules).what != "none"
    }
    return counting_table(phone.tournament, me.state, plan, me.match, rosters)


urlpatterns: list[URLPattern] = [
    path("<str:token>/opponent/roster", opponent_roster, name="opponent-roster"),
    path("<str:token>/count", count, name="count"),
]
