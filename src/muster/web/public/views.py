"""An event for everybody: where it is, who meets whom, how things stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from muster.app.names import naming, public_names
from muster.app.public import has_standings, published_rounds, seat_of, tables_of, visible_event
from muster.app.standings import rank_rows, standings_after
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import Account, Event, Tournament
from muster.web.limits import slow_down, too_often

ROWS = 100
"""Lines on one page of a long table."""


P = ParamSpec("P")


def public_page(
    view: Callable[Concatenate[HttpRequest, Event, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A view of an event for everybody: gets the event, if this visitor may see it.

    Drafts and codes there are none of look alike, and nobody can try many of them.
    """

    @wraps(view)
    def page(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        event = visible_event(code, visitor(request))
        if event is not None:
            return view(request, event, *args, **kwargs)
        if wait := too_often(request, "code"):
            return slow_down(request, wait)
        raise Http404("There is no such event.")

    return page


def find(request: HttpRequest) -> HttpResponse:
    """Find an event by its short code."""
    typed = request.GET.get("code", "").strip()
    if not typed:
        return render(request, "public/find.html")
    code = "".join(letter for letter in typed.upper() if letter.isascii() and letter.isalnum())[:12]
    if visible_event(code, visitor(request)) is not None:
        return redirect("public:event", code)
    if wait := too_often(request, "code"):
        return slow_down(request, wait)
    return render(request, "public/find.html", {"typed": typed[:40], "fault": True}, status=404)


@public_page
def event(request: HttpRequest, one: Event) -> HttpResponse:
    """The event: when, where, its tournaments."""
    rows = [_card(tournament) for tournament in one.tournaments.order_by("number")]
    return render(request, "public/event.html", {"event": one, "cards": rows, **_staff(request, one)})


@public_page
def pairings(request: HttpRequest, one: Event, number: int) -> HttpResponse:
    """A published round, the latest unless another is asked for; a proposal is not shown."""
    tournament = tournament_of(one, number)
    state = store.load(tournament.pk).state
    rounds = published_rounds(state)
    asked = request.GET.get("round", "")
    shown = next((each for each in rounds if str(each.number) == asked), rounds[-1] if rounds else None)
    search = request.GET.get("q", "")[:100]
    context: dict[str, Any] = {"event": one, "tournament": tournament, "rounds": rounds, "shown": shown}
    if shown is not None:
        found = seat_of(tables_of(state, shown.number, naming(public_names(tournament))), search)
        context |= {"page": Paginator(found, ROWS).get_page(request.GET.get("page")), "q": search}
    return render(request, "public/pairings.html", context)


@public_page
def standings(request: HttpRequest, one: Event, number: int) -> HttpResponse:
    """The Swiss standings after the last complete round."""
    tournament = tournament_of(one, number)
    state = store.load(tournament.pk).state
    context: dict[str, Any] = {"event": one, "tournament": tournament, "after": 0}
    if state.setup is not None and has_standings(state):
        context |= _standings(request, tournament, state)
    return render(request, "public/standings.html", context)


def _standings(request: HttpRequest, tournament: Tournament, state: State) -> dict[str, Any]:
    table = standings_after(state)
    page = Paginator(table.rows, ROWS).get_page(request.GET.get("page"))
    name = naming(public_names(tournament))
    return {
        "after": queries.completed(state),
        "page": page,
        "rows": rank_rows(state, table, name, rows=list(page.object_list)),
        "columns": table.columns,
        "points_name": state.regulations.standings.points_name,
    }


def _card(tournament: Tournament) -> dict[str, Any]:
    state = store.load(tournament.pk).state
    present = sum(queries.present(player) for player in state.players.values())
    return {
        "tournament": tournament,
        "regulations": state.regulations if state.setup else None,
        "players": present,
        "rounds": published_rounds(state),
        "standings": state.setup is not None and has_standings(state),
        "plan": state.plan,
        "open": tournament.registration_open and not state.stages,
        "full": tournament.capacity is not None and present >= tournament.capacity,
        "finished": state.places is not None,
    }


def tournament_of(event: Event, number: int) -> Tournament:
    """One of the event's tournaments."""
    found = event.tournaments.filter(number=number).first()
    if found is None:
        raise Http404("There is no such tournament.")
    return found


def visitor(request: HttpRequest) -> Account | None:
    """Who is logged in, if anybody is."""
    return request.user if isinstance(request.user, Account) else None


def _staff(request: HttpRequest, one: Event) -> dict[str, str]:
    """The way to the desk, for those who work there."""
    account = visitor(request)
    if account is None or not one.staff.filter(account=account).exists():
        return {}
    return {"desk_url": reverse("desk:event", args=[one.code])}
