"""Published rounds for everybody: by table, by name, why two meet, and the results that came in last."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from muster.app.events.public import published_rounds
from muster.app.floor.clocks import clock_of
from muster.app.rounds.read import why
from muster.core.ids import PlayerId, RoundNo
from muster.web.public.context import Floor, tournament_page
from muster.web.public.reading import found_lines
from muster.web.public.rounds.page import RoundForAll, latest_results, round_for_all


@tournament_page("pairings")
def by_table(floor: Floor, round_no: int | None = None) -> HttpResponse:
    """A published round by table, byes last; the latest unless one is named."""
    if round_no is None and not floor.state.rounds:
        return _none(floor)
    round_ = _round(floor, round_no)
    return _sheet(
        floor, round_, "public/rounds/round.html", [*round_.tables, *round_.byes], stable=bool(round_no)
    )


@tournament_page("pairings")
def by_name(floor: Floor, round_no: int | None = None) -> HttpResponse:
    """A published round by name, everybody once."""
    if round_no is None and not floor.state.rounds:
        return _none(floor)
    round_ = _round(floor, round_no)
    return _sheet(floor, round_, "public/rounds/names.html", round_.by_name, stable=bool(round_no))


@tournament_page("pairings")
def why_these(floor: Floor, round_no: int, table: int) -> HttpResponse:
    """Why these two meet."""
    round_ = _round(floor, round_no)
    line = next((one for one in round_.tables if one.table == table), None)
    if line is None:
        raise Http404("Nobody plays at this table in this round.")
    match = floor.state.rounds[round_no - 1].matches[line.table]
    return _why(floor, round_, match.pairing.players[0], {"line": line})


@tournament_page("pairings")
def why_bye(floor: Floor, round_no: int, player: int) -> HttpResponse:
    """Why somebody has the bye."""
    round_ = _round(floor, round_no)
    line = next((one for one in round_.byes if one.player == player), None)
    if line is None:
        raise Http404("This player has no bye in this round.")
    return _why(floor, round_, line.player, {"bye": line})


@tournament_page("results")
def results(floor: Floor) -> HttpResponse:
    """The results that came in last."""
    found = latest_results(floor.snapshot, floor.name)
    context = {"heading": _("Latest results"), "results": found, "rounds": published_rounds(floor.state)}
    return floor.shown("public/rounds/results.html", context, "round", "results", "people")


def _round(floor: Floor, round_no: int | None) -> RoundForAll:
    try:
        number = len(floor.state.rounds) if round_no is None else round_no
        return round_for_all(floor.state, number, floor.name)
    except LookupError as error:
        raise Http404("This round is not published.") from error


def _none(floor: Floor) -> HttpResponse:
    return floor.shown("public/rounds/no_round.html", {"heading": _("Pairings")}, "round")


def _sheet(
    floor: Floor, round_: RoundForAll, template: str, lines: list[Any], *, stable: bool
) -> HttpResponse:
    """One of the two ways to read a round."""
    number = round_.number
    names = template == "public/rounds/names.html"
    found = found_lines(lines, floor.query) if floor.query else lines
    page = floor.paged(found)
    name = "names" if names else "round"
    context = {
        "heading": round_.title,
        "round": round_,
        "rounds": [
            (each, floor.page("round-names" if names else "round", each.number))
            for each in published_rounds(floor.state)
        ],
        "clock": clock_of(floor.tournament.pk, number, snapshot=floor.snapshot)
        if round_.latest and not round_.complete
        else None,
        "page": page,
        "q": floor.query,
        "found": len(found),
        # The addresses of the same round, which stay; of the latest one, those that go on with the day.
        "by_table": floor.page("round", number) if stable else floor.page("pairings"),
        "by_name": floor.page("round-names", number) if stable else floor.page("pairings-names"),
        "view": name,
        "base": floor.page("round", number),
        "filter": not floor.query and page.paginator.num_pages == 1,
    }
    return floor.shown(template, context, "round", "results", "people", "clock")


def _why(floor: Floor, round_: RoundForAll, player: PlayerId, context: dict[str, Any]) -> HttpResponse:
    found = why(floor.snapshot, RoundNo(round_.number), player, floor.name)
    context |= {"heading": round_.title, "round": round_, "why": found}
    return floor.shown("public/rounds/why.html", context, "round", "results", "people")
