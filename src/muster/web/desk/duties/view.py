"""The desk's pages about duties: settling one by one's word, the checklist, recommendations."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST, require_safe

from muster.app.duties import recommending, settling
from muster.core.duties.before import PREPARE
from muster.core.tournament import queries
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, desk_page, status_of
from muster.web.desk.duties.page import Checklist, DutiesPage, Recommended

LONGEST = 80
"""Characters by which a duty is named."""


@require_safe
@desk_page("look")
def duties(desk: Desk) -> HttpResponse:
    """What is open, and who settled what by their word."""
    return desk.show(DutiesPage(desk))


@require_POST
@desk_page("look")
def settle(desk: Desk) -> HttpResponse:
    """Settle a duty by one's word, or take the word back; back to where one was."""
    sent = desk.request.POST
    kind, about = sent.get("kind", "")[:LONGEST], sent.get("about", "")[:LONGEST]
    if sent.get("back_to_open"):
        settling.withdraw(desk.tournament.pk, desk.actor, kind, about)
        return desk.go("desk:duties")
    answer = settling.settle(desk.situation, desk.tournament.pk, desk.actor, kind, about)
    if answer is not None:
        desk.refuse(answer)
    return desk.go({"judge": "judge:home", "duties": "desk:duties"}.get(sent.get("back", ""), "desk:now"))


@require_safe
@desk_page("look")
def checklist(desk: Desk) -> HttpResponse:
    """What is to be seen to before play."""
    here = sum(map(queries.present, desk.state.players.values()))
    return desk.show(Checklist(desk, tables=-(-here // 2)))


@require_POST
@desk_page("plan")
def tick(desk: Desk) -> HttpResponse:
    """Note what is seen to: every line of the list as it was sent."""
    done, shown = set(desk.request.POST.getlist("done")), desk.request.POST.getlist("shown")
    before = {about for kind, about in desk.situation.settled if kind == PREPARE}
    for item in shown[:100]:
        if (item in done) != (item in before):
            answer = settling.tick(desk.situation, desk.tournament.pk, desk.actor, item, done=item in done)
            if isinstance(answer, Refusal):
                desk.refuse(answer)
    return desk.go("desk:checklist")


@require_safe
@desk_page("disqualify")
def recommendations(desk: Desk) -> HttpResponse:
    """Disqualifications that leaders recommend."""
    return desk.show(Recommended(desk))


@require_POST
@desk_page("disqualify")
def decide(desk: Desk, pk: int) -> HttpResponse:
    """Follow a recommendation, or decline it."""
    follow = desk.request.POST.get("follow") == "yes"
    answer = recommending.decide(desk.tournament.pk, desk.actor, pk, follow=follow, key=desk.sent_key)
    if isinstance(answer, Refusal):
        return desk.show(Recommended(desk, answer), status=status_of(answer, otherwise=422))
    return desk.go("desk:now")


urlpatterns: list[URLPattern] = [
    path("duties", duties, name="duties"),
    path("duties/settle", settle, name="settle-duty"),
    path("checklist", checklist, name="checklist"),
    path("checklist/tick", tick, name="tick"),
    path("recommendations", recommendations, name="recommendations"),
    path("recommendations/<int:pk>", decide, name="decide-recommendation"),
]
