"""The desk's standings: after any round, each number with its arithmetic, on paper and as files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails

from muster.app.cutting import seed_numbers
from muster.app.downloads import csv_text, file_name
from muster.app.finishing import title_of
from muster.app.reckoning import standing_of
from muster.app.standings import (
    NO_SEEDS,
    RankRow,
    as_values,
    cells_of,
    columns_of,
    found_rows,
    not_ranked,
    rank_rows,
    sheet,
    standings_after,
    table_before,
)
from muster.core.ids import PlayerId
from muster.core.standings.values import Row, Table
from muster.core.tournament import queries
from muster.web.desk.context import Desk, desk_page

PAGE = 100
LONGEST_QUERY = 100


@desk_page("look")
def standings(desk: Desk, after: int | None = None) -> HttpResponse:
    """The standings after a round, the last complete one unless another is asked for."""
    done = queries.completed(desk.state)
    if not done:
        return desk.render("desk/standings/none.html", {"swiss": _has_swiss(desk)})
    after = _complete(desk, after)
    query = desk.request.GET.get("q", "")[:LONGEST_QUERY]
    table = standings_after(desk.state, after)
    pages = Paginator(found_rows(table, desk.names, query), PAGE)
    page = pages.get_page(_page_asked(desk, table.places))
    seeds = seed_numbers(desk.state) if after == done else {}
    ranked = [player for player in seeds if player in table.places]
    context = {
        **_heads(desk, after),
        "page": page,
        "query": query,
        "found": pages.count,
        "current": _number(desk.request.GET.get("player", "")),
        "lines": lines_of(desk, table, after, rows=list(page.object_list), seeds=seeds),
        "cut_made": desk.state.seeds is not None,
        "last_in": max(ranked, key=table.places.__getitem__) if ranked and not query else None,
        "up": _("up"),
        "down": _("down"),
    }
    return desk.render("desk/standings/page.html", context)


@desk_page("look")
def player_standing(desk: Desk, after: int, player: int) -> HttpResponse:
    """Why a player stands where they stand: a row below theirs, or a page of its own."""
    after = _complete(desk, after)
    only = desk.request.GET.get("of", "")
    found = standing_of(desk.state, after, PlayerId(player), desk.name, only=only)
    if found is None:
        raise Http404("This player is not in the standings.")
    htmx: HtmxDetails = desk.request.htmx  # type: ignore[attr-defined]
    template = "desk/standings/why_row.html" if htmx else "desk/standings/why.html"
    response = desk.render(template, {**_heads(desk, after), "standing": found, "only": only})
    patch_vary_headers(response, ["HX-Request"])
    # A row that opened is no page of its own: the address stays that of the table.
    return push_url(response, False) if htmx else response  # noqa: FBT003  (the name of the header says it)


@desk_page("look")
def printed(desk: Desk, after: int) -> HttpResponse:
    """Every line on paper."""
    after = _complete(desk, after)
    lines = lines_of(desk, standings_after(desk.state, after), after)
    return desk.render("desk/standings/print.html", {**_heads(desk, after), "lines": lines})


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


def lines_of(
    desk: Desk,
    table: Table,
    after: int,
    *,
    rows: Sequence[Row] | None = None,
    seeds: Mapping[PlayerId, int] = NO_SEEDS,
) -> list[tuple[RankRow, list[tuple[str, str]]]]:
    """Lines of the table, each with its figures by column."""
    before = table_before(desk.state, after)
    found = rank_rows(desk.state, table, desk.name, rows=rows, before=before, seeds=seeds)
    return [(row, cells_of(table, row)) for row in found]


def _heads(desk: Desk, after: int) -> dict[str, Any]:
    """What stands above every kind of table."""
    table = standings_after(desk.state, after)
    return {
        "columns": columns_of(table),
        "width": len(columns_of(table)) + (3 if after > 1 else 2),
        "not_ranked": not_ranked(desk.state, desk.name),
        "after": after,
        "rounds": range(1, queries.completed(desk.state) + 1),
        "last": queries.completed(desk.state),
        "table": table,
        "running": _running(desk),
        "base": desk.url("desk:standings-after", after),
    }


def _running(desk: Desk) -> int | None:
    """The Swiss round that is being played and not counted yet."""
    rounds = queries.swiss_rounds(desk.state)
    return rounds[-1].number if rounds and not rounds[-1].complete else None


def _has_swiss(desk: Desk) -> bool:
    return desk.state.setup is None or desk.state.created.first_stage == "swiss"


def _complete(desk: Desk, after: int | None) -> int:
    """The round asked for, if it is complete."""
    done = queries.completed(desk.state)
    if after is None:
        return done
    if not 1 <= after <= done:
        raise Http404("There are standings only after complete rounds.")
    return after


def _page_asked(desk: Desk, places: dict[PlayerId, int]) -> int | str:
    """The page asked for, or the one on which the player asked for stands."""
    player = _number(desk.request.GET.get("player", ""))
    if player in places and not desk.request.GET.get("q"):
        return places[PlayerId(player)] // PAGE + 1
    return desk.request.GET.get("page", "1")


def _number(text: str) -> int:
    """A number out of an address; 0 where there is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _download(response: HttpResponse, desk: Desk, after: int, kind: str) -> HttpResponse:
    name = file_name(title_of(desk.tournament), "standings", after)
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


urlpatterns: list[URLPattern] = [
    path("standings", standings, name="standings"),
    path("standings/<int:after>", standings, name="standings-after"),
    path("standings/<int:after>/print", printed, name="standings-print"),
    path("standings/<int:after>/csv", as_csv, name="standings-csv"),
    path("standings/<int:after>/json", as_json, name="standings-json"),
    path("standings/<int:after>/<int:player>", player_standing, name="player-standing"),
]
