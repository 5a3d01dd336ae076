"""Tables drawn at random to be checked, how far the checks are, and how to draw them again."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from muster.app.judging import checks, drawn_tables
from muster.core.tournament.refusals import Refusal
from muster.web.desk.clock import number_typed
from muster.web.desk.context import Desk
from muster.web.judge.context import ended, judge_page, status_of


@require_http_methods(["GET", "HEAD", "POST"])
@judge_page
def drawn(desk: Desk) -> HttpResponse:
    """The draws of this round; sent, it draws again, and every draw stays on record."""
    if desk.request.method != "POST":
        return _page(desk)
    count = number_typed(desk.request.POST.get("count", ""))
    answer = checks.draw(desk.tournament.pk, desk.actor, count, key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _page(desk, answer)
    return ended(desk, answer, _("Drawn, and on record."), "judge:checks")


def _page(desk: Desk, refusal: Refusal | None = None) -> HttpResponse:
    found = drawn_tables.drawn_in(desk.snapshot, len(desk.state.rounds), desk.name)
    context = {
        "draws": [(one, checks.doubts(desk.snapshot, one.draw)) for one in found],
        "playing": len(checks.running_tables(desk.state)),
        "rosters": desk.tournament.rosters != "none",
        "typed": desk.request.POST.get("count", "2"),
        "refusal": refusal,
    }
    return desk.render("judge/checks.html", context, status=status_of(refusal) if refusal else 200)


urlpatterns: list[URLPattern] = [path("checks", drawn, name="checks")]
