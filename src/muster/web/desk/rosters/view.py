"""The desk's rosters: who has handed one in, what is wrong with it, and who has seen it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from muster.app.common.addresses import note_address
from muster.app.mail import messages as told
from muster.app.mail.messages import mail_leaves
from muster.app.rosters.planning import allow_until_start
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.listing import asked_of
from muster.web.desk.rosters.overview import ROSTERS, lines_of
from muster.web.desk.rosters.page import RosterList, Rosters
from muster.web.desk.rosters.plan_page import summary


@require_safe
@desk_page("rosters")
def rosters(desk: Desk) -> HttpResponse:
    """Everybody with their roster."""
    lines, asked = lines_of(desk.tournament.pk, desk.state), asked_of(desk.request.GET, ROSTERS.parts)
    if desk.request.headers.get("HX-Target") == "rosters-list":
        answer = desk.show(RosterList(desk, lines, asked))
    else:
        answer = desk.show(Rosters(desk, lines, asked, summary(desk.tournament, desk.state)))
    patch_vary_headers(answer, ["HX-Target"])
    return answer


@require_POST
@desk_page("people")
def remind(desk: Desk) -> HttpResponse:
    """Write to those whose roster is missing and who have given an address."""
    note_address(desk.request.build_absolute_uri("/"))
    lines = lines_of(desk.tournament.pk, desk.state)
    awaited = [line.entry for line in lines if not line.gone and not line.handed_in]
    count = told.remind(awaited, timezone.now())
    if not count:
        says = _("Nobody who is missing one has given an address. Tell them yourself.")
    elif mail_leaves():
        says = ngettext("%(count)d player is reminded.", "%(count)d players are reminded.", count)
        says += " " + _("Each is written to once a day at most.")
    else:
        says = _("This site sends no mail: tell the players yourself.")
    (messages.success if count and mail_leaves() else messages.error)(desk.request, says % {"count": count})
    return desk.go("desk:rosters", query="?show=missing")


@require_POST
@desk_page("plan")
def until_start(desk: Desk) -> HttpResponse:
    """Take rosters until round 1 begins, whatever the deadline was."""
    if allow_until_start(desk.tournament, desk.actor):
        messages.success(desk.request, _("Players can hand in until round 1 begins."))
    return desk.go("desk:rosters", query="?show=missing")


urlpatterns: list[URLPattern] = [
    path("rosters", rosters, name="rosters"),
    path("rosters/until-start", until_start, name="rosters-until-start"),
    path("rosters/remind", remind, name="rosters-remind"),
]
