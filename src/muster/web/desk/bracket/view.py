"""The desk's cut and bracket: who goes on and why, who comes in for whom, and every game to the final."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.brackets.cutting import cut_view, if_left
from muster.app.brackets.drawing import drawing
from muster.app.brackets.read import BracketColumn, GameBox, bracket_of
from muster.app.history.reasons import typed
from muster.app.standings.read import cells_of, columns_of, standings_after
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.commands import Command, DropPlayer, MakeCut, StartStage
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.web.desk.bracket.page import BracketLeavePage
from muster.web.desk.context import Desk, desk_page

GAMES = 100
"""How many games of one round are listed on a page."""


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
    state = desk.state
    found = bracket_of(state, desk.name)
    context: dict[str, Any] = {
        "refusal": refusal,
        **_cut(desk),
        "may_drop": desk.actor.may("drop"),
        "bracket": found,
        "drawing": drawing(found) if found else None,
        "columns_listed": [(column, _page_of(desk, column)) for column in found.listed] if found else [],
        "elimination": _elimination(state),
        "only_elimination": state.setup is not None and state.created.first_stage == "elimination",
        "planned": state.plan is not None and state.plan.has_cut,
        "announced": state.plan is not None,
        "clauses": _clauses(state),
    }
    return desk.render("desk/bracket/page.html", context, status=_status(refusal))


def _page_of(desk: Desk, column: BracketColumn) -> Page[GameBox]:
    """The games of a round that are listed: all of them, or a page of a very large one."""
    return Paginator(column.boxes, GAMES).get_page(desk.request.GET.get("page", "1"))


def _cut(desk: Desk) -> dict[str, Any]:
    """The cut with the standings around its line; nothing but its absence where there is none."""
    found = cut_view(desk.state, desk.name)
    if found is None:
        return {"cut": None}
    table = standings_after(desk.state)
    columns = columns_of(table)
    return {
        "cut": found,
        "columns": columns,
        "lines": [(row, cells_of(table, row)) for row in found.rows],
        "width": len(columns) + 4,
        "after": queries.completed(desk.state),
    }


def _leaving_page(desk: Desk, player: PlayerId, reason: str, refusal: Refusal | None = None) -> HttpResponse:
    found = if_left(desk.state, desk.snapshot.entries, player, desk.name)
    return desk.show(
        BracketLeavePage(
            player=player,
            name=desk.name(player),
            reason=reason,
            refusal=refusal or (found if isinstance(found, Refusal) else None),
            leaving=None if isinstance(found, Refusal) else found,
        ),
        status=_status(refusal),
    )


def _elimination(state: State) -> bool:
    return bool(state.stages) and state.stages[-1].format == "elimination"


def _clauses(state: State) -> list[tuple[str, str]]:
    """The clauses the bracket rests on, each with what it says."""
    if state.setup is None:
        return []
    rules = state.regulations
    elimination = rules.elimination
    start = elimination.clause if state.created.first_stage == "swiss" else elimination.random_start_clause
    wanted = [start, elimination.progress_clause, elimination.drop_clause, elimination.tie_clause]
    return [(clause, rules.clauses[clause].says) for clause in dict.fromkeys(wanted)]


def _status(refusal: Refusal | None) -> int:
    if refusal is None:
        return 200
    return 409 if refusal.code == "stale" else 422


urlpatterns: list[URLPattern] = [
    path("bracket", bracket, name="bracket"),
    path("bracket/cut", make_cut, name="make-cut"),
    path("bracket/start", start, name="start-elimination"),
    path("bracket/leave/<int:player>", leave, name="leave-cut"),
]
