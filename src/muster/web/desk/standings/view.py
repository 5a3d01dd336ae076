"""The desk's standings: after any round, each number with its arithmetic, on paper and as files."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.utils.cache import patch_vary_headers
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails

from muster.app.common.downloads import csv_text, file_name
from muster.app.standings.breakdown import rank_breakdown
from muster.app.standings.finishing import title_of
from muster.app.standings.read import standings_after
from muster.core.ids import Naming, PlayerId
from muster.core.standings.values import Row, Table
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.folding import folded
from muster.exchange.whole import number_of
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.standings.files import as_values, sheet
from muster.web.desk.standings.page import (
    NoStandings,
    PlayerStanding,
    PlayerStandingRow,
    PrintedStandings,
    Standings,
    WhatDecides,
    WhatDecidesBelow,
)

PAGE = 100
LONGEST_QUERY = 100


@desk_page("look")
def standings(desk: Desk, after: int | None = None) -> HttpResponse:
    """The standings after a round, the last complete one unless another is asked for."""
    if not queries.completed(desk.state):
        return desk.show(NoStandings(desk.state))
    after = _complete(desk, after)
    query = desk.request.GET.get("q", "")[:LONGEST_QUERY]
    table = standings_after(desk.state, after)
    pages = Paginator(_found_rows(table, desk.names, query), PAGE)
    part = pages.get_page(_page_asked(desk, table.places))
    current = number_of(desk.request.GET.get("player", ""))
    return desk.show(Standings(*_after(desk, after), part, query, current))


@desk_page("look")
def player_standing(desk: Desk, after: int, player: int) -> HttpResponse:
    """Why a player stands where they stand: a row below theirs, or a page of its own."""
    after = _complete(desk, after)
    only = desk.request.GET.get("of", "")
    found = rank_breakdown(desk.state, after, PlayerId(player), desk.name, only=only)
    if found is None:
        raise Http404("This player is not in the standings.")
    htmx: HtmxDetails = desk.request.htmx  # type: ignore[attr-defined]
    kind = PlayerStandingRow if htmx else PlayerStanding
    response = desk.show(kind(*_after(desk, after), found, only))
    patch_vary_headers(response, ["HX-Request"])
    # A row that opened is no page of its own: the address stays that of the table.
    return push_url(response, False) if htmx else response  # noqa: FBT003  (the name of the header says it)


@desk_page("look")
def order(desk: Desk, after: int) -> HttpResponse:
    """What decides the order: below the table, or a page of its own."""
    after = _complete(desk, after)
    htmx: HtmxDetails = desk.request.htmx  # type: ignore[attr-defined]
    response = desk.show((WhatDecidesBelow if htmx else WhatDecides)(*_after(desk, after)))
    patch_vary_headers(response, ["HX-Request"])
    return response


@desk_page("look")
def printed(desk: Desk, after: int) -> HttpResponse:
    """Every line on paper."""
    after = _complete(desk, after)
    return desk.show(PrintedStandings(*_after(desk, after)))


@desk_page("look")
def as_csv(desk: Desk, after: int) -> HttpResponse:
    """Every line for a spreadsheet."""
    after = _complete(desk, after)
    text = csv_text(*sheet(desk.state, after, desk.name))
    return _download(HttpResponse(text, content_type="text/csv; charset=utf-8"), desk, after, "csv")


@desk_page("look")
def as_json(desk: Desk, after: int) -> HttpResponse:
    """Every line for programs, with exact ratios."""
    after = _complete(desk, after)
    values = {"title": title_of(desk.tournament), **as_values(desk.state, after, desk.name)}
    return _download(JsonResponse(values, json_dumps_params={"ensure_ascii": False}), desk, after, "json")


def _after(desk: Desk, after: int) -> tuple[State, Naming, int, str]:
    """What every page of standings rests on."""
    return desk.state, desk.name, after, desk.url("desk:standings-after", after)


def _complete(desk: Desk, after: int | None) -> int:
    """The round asked for, if it is complete."""
    done = queries.completed(desk.state)
    if after is None:
        return done
    if not 1 <= after <= done:
        raise Http404("There are standings only after complete rounds.")
    return after


def _found_rows(table: Table, names: Mapping[PlayerId, str], query: str) -> tuple[Row, ...]:
    """The lines whose player is meant: part of a name whatever its accents and capitals, or `#7`."""
    if not query or not (wanted := folded(query)):
        return table.rows
    number = wanted.removeprefix("#")
    return tuple(
        row
        for row in table.rows
        if str(row.player) == number or wanted in folded(names.get(row.player, str(row.player)))
    )


def _page_asked(desk: Desk, places: dict[PlayerId, int]) -> int | str:
    """The page asked for, or the one on which the player asked for stands."""
    player = number_of(desk.request.GET.get("player", ""))
    if player in places and not desk.request.GET.get("q"):
        return places[PlayerId(player)] // PAGE + 1
    return desk.request.GET.get("page", "1")


def _download(response: HttpResponse, desk: Desk, after: int, kind: str) -> HttpResponse:
    name = file_name(title_of(desk.tournament), "standings", after)
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


urlpatterns: list[URLPattern] = [
    path("standings", standings, name="standings"),
    path("standings/<int:after>", standings, name="standings-after"),
    path("standings/<int:after>/order", order, name="standings-order"),
    path("standings/<int:after>/print", printed, name="standings-print"),
    path("standings/<int:after>/csv", as_csv, name="standings-csv"),
    path("standings/<int:after>/json", as_json, name="standings-json"),
    path("standings/<int:after>/<int:player>", player_standing, name="player-standing"),
]
