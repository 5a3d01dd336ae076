"""Published rounds for everybody: by table, by name, why two meet, and the results that came in last."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from muster.core.ids import PlayerId
from muster.web.public.context import Floor, tournament_page
from muster.web.public.rounds.building import BuildingForAll
from muster.web.public.rounds.lines import RoundForAll, round_for_all
from muster.web.public.rounds.page import NoRound, PublicWhyPairing, Results, round_page
from muster.web.public.rounds.pods import PodsForAll


@tournament_page("pairings")
def by_table(floor: Floor, round_no: int | None = None) -> HttpResponse:
    """A published round by table, byes last; the latest unless one is named."""
    return _round_page(floor, round_no, by_name=False)


@tournament_page("pairings")
def by_name(floor: Floor, round_no: int | None = None) -> HttpResponse:
    """A published round by name, everybody once."""
    return _round_page(floor, round_no, by_name=True)


@tournament_page("pairings")
def why_these(floor: Floor, round_no: int, table: int) -> HttpResponse:
    """Why these meet."""
    round_ = _round(floor, round_no)
    line = next((one for one in round_.tables if one.table == table), None)
    if line is None:
        raise Http404("Nobody plays at this table in this round.")
    player = floor.state.rounds[round_no - 1].matches[line.table].pairing.players[0]
    return floor.shown(PublicWhyPairing(floor, round_, player, line=line), "round", "results", "people")


@tournament_page("pairings")
def why_bye(floor: Floor, round_no: int, player: int) -> HttpResponse:
    """Why somebody has the bye."""
    round_ = _round(floor, round_no)
    bye = next((one for one in round_.byes if one.player == player), None)
    if bye is None:
        raise Http404("This player has no bye in this round.")
    return floor.shown(
        PublicWhyPairing(floor, round_, PlayerId(player), bye=bye), "round", "results", "people"
    )


@tournament_page("results")
def results(floor: Floor) -> HttpResponse:
    """The results that came in last."""
    return floor.shown(Results(floor), "round", "results", "people")


def _round(floor: Floor, round_no: int | None) -> RoundForAll:
    try:
        number = len(floor.state.rounds) if round_no is None else round_no
        return round_for_all(floor.state, number, floor.name)
    except LookupError as error:
        raise Http404("This round is not published.") from error


def _round_page(floor: Floor, round_no: int | None, *, by_name: bool) -> HttpResponse:
    """One of the two ways to read a round; the addresses of the latest one go on with the day."""
    if round_no is None and not floor.state.rounds:
        if floor.state.pods is not None:
            return floor.shown(PodsForAll(floor), "round", "people")
        if floor.state.building is not None:
            return floor.shown(BuildingForAll(floor), "round", "people")
        return floor.shown(NoRound(), "round")
    page = round_page(floor, _round(floor, round_no), by_name=by_name, stays=bool(round_no))
    return floor.shown(page, "round", "results", "people", "clock")
