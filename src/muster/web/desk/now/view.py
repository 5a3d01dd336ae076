"""The desk's first page of a tournament: where the day stands, and the one obvious next step."""

from __future__ import annotations

from typing import get_args

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.events import overview
from muster.app.history.latest import latest_acts
from muster.app.history.latest import undo as take_back
from muster.app.rosters import overview as rosters
from muster.core.messages import say_n
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.now.page import NowPage


@desk_page("look")
def now(desk: Desk) -> HttpResponse:
    """Where the day stands."""
    state = desk.state
    tasks = (*_roster_tasks(desk), *overview.side_tasks(state))
    return desk.show(
        NowPage(
            go=overview.go(state),
            milestones=overview.milestones(state),
            heads=overview.heads(state),
            progress=overview.progress(state),
            clock=overview.running_clock(desk.snapshot),
            leaders=overview.leaders(state, desk.name),
            plan=overview.plan_in_words(state),
            acts=latest_acts(desk.snapshot, desk.name, words=desk.words),
            tasks=[(desk.url(f"desk:{one.page}"), one) for one in tasks],
        )
    )


def _roster_tasks(desk: Desk) -> tuple[overview.SideTask, ...]:
    """How many rosters are missing, as long as the tournament runs."""
    if desk.state.places is not None:
        return ()
    count = len(rosters.missing(desk.tournament, desk.state))
    says = say_n("{count} roster is missing", "{count} rosters are missing", count)
    return (overview.SideTask(says, "rosters", "scroll-text"),) if count else ()


@require_POST
@desk_page("undo")
def undo(desk: Desk) -> HttpResponse:
    """Take back the latest act of the running round, the one the page showed; back to where one was."""
    answer = take_back(desk.snapshot, desk.actor, expected_version=desk.sent_version, key=desk.sent_key)
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    else:
        desk.tell(answer)
    back = desk.request.POST.get("back", "")
    return desk.go(f"desk:{back if back in get_args(overview.Page) else 'now'}")


urlpatterns: list[URLPattern] = [
    path("", now, name="now"),
    path("undo", undo, name="undo"),
]
