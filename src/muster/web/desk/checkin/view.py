"""The check-in page: who is here, by typing a few letters or by one tap; who is missing; letting no-shows go."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from muster.app.history.reasons import typed
from muster.app.people.read import Line, found, lines_of
from muster.app.registration import checking_in
from muster.core.ids import PlayerId
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import number_of
from muster.web.desk.checkin.page import SHOWS, CheckInList, CheckInPage, CheckInPart, Missing, TappedRow
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.listing import asked_of
from muster.web.desk.people.lateness import late_entry
from muster.web.desk.people.newcomer_form import one_line


@require_safe
@desk_page("look")
def checkin(desk: Desk) -> HttpResponse:
    """Who is here."""
    lines, asked = _expected(desk), asked_of(desk.request.GET, SHOWS)
    page: CheckInPart
    if desk.request.headers.get("HX-Target") == "checkin-list":
        page = CheckInList(desk, lines, asked)
    else:
        page = CheckInPage(desk, lines, asked, late_entry(desk.tournament.pk, desk.state))
    answer = desk.show(page)
    patch_vary_headers(answer, ["HX-Target"])
    return answer


@require_POST
@desk_page("check-in")
def find(desk: Desk) -> HttpResponse:
    """Check in the first who fits what was typed, if the list that was seen begins with them or nobody else fits."""
    query = desk.request.POST.get("q", "")[:100]
    fitting = found(_expected(desk), query) if query.strip() else []
    missing = [line for line in fitting if line.standing == "missing"]
    seen = desk.request.POST.get("shown") == query
    back = "desk:now" if desk.request.POST.get("back") == "now" else "desk:checkin"
    if missing and (seen or len(missing) == 1):
        _check_in(desk, missing[0])
        return desk.go(back)
    if fitting and not missing:
        messages.info(desk.request, _("%(name)s is here already.") % {"name": fitting[0].name})
        return desk.go(back)
    return desk.go("desk:checkin", query=f"?{urlencode({'q': query})}")


@require_POST
@desk_page("check-in")
def tap(desk: Desk) -> HttpResponse:
    """Mark a player as here (`here` holds the entry number), or take that back (`back`)."""
    post = desk.request.POST
    number = PlayerId(number_of(post.get("here") or post.get("back") or ""))
    line = next((each for each in _expected(desk) if each.player == number), None)
    if line is None:
        messages.warning(desk.request, _("There is no such player here any more: look at the list again."))
    elif "here" in post:
        _check_in(desk, line)
    else:
        _take_back(desk, line)
    if desk.request.headers.get("HX-Target") == f"r{number}" and line is not None:
        return _tapped(desk, number)
    return desk.go("desk:checkin", query=f"{asked_of(post, SHOWS).query}#r{number}")


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("look")
def missing(desk: Desk) -> HttpResponse:
    """Who is missing, to be read out; those who do not come are dropped together."""
    if desk.request.method != "POST":
        return _missing(desk)
    players = {PlayerId(number_of(each)) for each in desk.request.POST.getlist("player")}
    reason = one_line(desk.request.POST.get("reason", ""))
    if not checking_in.before_play(desk.state):
        refusal = Refusal(
            "stage-running", say("Round 1 is published: drop players one by one, on their sheets.")
        )
        return _missing(desk, refusal=refusal, status=422)
    answer = checking_in.drop_absent(
        desk.tournament.pk, players, typed(reason), desk.actor, key=desk.sent_key
    )
    if isinstance(answer, Refusal):
        return _missing(desk, refusal=answer, status=422)
    count = len(answer.entries)
    says = ngettext("%(count)d no-show is dropped.", "%(count)d no-shows are dropped.", count)
    messages.success(desk.request, says % {"count": count})
    return desk.go("desk:checkin")


def _check_in(desk: Desk, line: Line) -> None:
    # Each player has a key of their own: two taps on one page are two acts, one tap sent twice is one.
    key = f"{desk.sent_key[:50]}:{line.player}" if desk.sent_key else None
    player = PlayerId(line.player or 0)
    answer, before = checking_in.check_in(desk.tournament.pk, player, desk.actor, key=key)
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    elif before:
        messages.info(desk.request, _("%(name)s is here already.") % {"name": line.name})
    else:
        messages.success(desk.request, _("%(name)s is here.") % {"name": line.name})


def _take_back(desk: Desk, line: Line) -> None:
    if line.standing != "here":
        messages.info(desk.request, _("%(name)s is not marked as here.") % {"name": line.name})
        return
    answer = checking_in.take_back(desk.tournament.pk, PlayerId(line.player or 0), desk.actor)
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    elif answer is None:
        says = _(
            "%(name)s is still marked as here: something else has been recorded since, and only the latest act can "
            "be taken back. If they do not come, drop them on their sheet; until round 1 is published they can "
            "come back without a loss."
        )
        messages.warning(desk.request, says % {"name": line.name})
    else:
        messages.success(desk.request, _("%(name)s is not marked as here any more.") % {"name": line.name})


def _expected(desk: Desk) -> list[Line]:
    """Everybody who entered and has not left."""
    return [line for line in lines_of(desk.tournament.pk, desk.state) if line.in_play]


def _tapped(desk: Desk, number: PlayerId) -> HttpResponse:
    """The row that was tapped, and what else on the page it has changed."""
    fresh = Desk(desk.request, desk.event, desk.actor, desk.tournament)
    return fresh.show(TappedRow(fresh, _expected(fresh), asked_of(desk.request.POST, SHOWS), number))


def _missing(desk: Desk, *, refusal: Refusal | None = None, status: int = 200) -> HttpResponse:
    return desk.show(Missing(desk, _expected(desk), refusal), status=status)


urlpatterns: list[URLPattern] = [
    path("checkin", checkin, name="checkin"),
    path("checkin/find", find, name="checkin-find"),
    path("checkin/tap", tap, name="checkin-tap"),
    path("checkin/missing", missing, name="checkin-missing"),
]
