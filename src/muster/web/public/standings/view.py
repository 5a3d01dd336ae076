"""Standings, bracket and final places for everybody, every rank explained."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from muster.app.brackets.cutting import seed_numbers
from muster.app.brackets.read import bracket_of
from muster.app.common.names import in_sentences
from muster.app.standings.breakdown import rank_breakdown
from muster.app.standings.finishing import place_rows, swiss_table
from muster.app.standings.read import NO_SEEDS, columns_of, rank_rows, standings_after
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.exchange.folding import folded
from muster.web.bracket_drawing import drawing
from muster.web.public.context import Floor, tournament_page
from muster.web.public.reading import has_bracket
from muster.web.public.rosters.page import are_open
from muster.web.public.standings.lines import ranked_lines


@tournament_page("standings")
def standings(floor: Floor, after: int | None = None) -> HttpResponse:
    """The Swiss standings after a round, the last complete one unless another is named."""
    done = queries.completed(floor.state)
    if not done and after is None:
        return floor.shown(
            "public/standings/no_standings.html", {"heading": _("Standings")}, "round", "results"
        )
    upto = _complete(floor, after)
    table = standings_after(floor.state, upto)
    seeds = seed_numbers(floor.state) if upto == done else NO_SEEDS
    made = floor.state.seeds is not None
    ranked = [player for player in seeds if player in table.places]
    rows = list(rank_rows(floor.state, table, floor.name, seeds=seeds))
    query = folded(floor.query)
    found = [row for row in rows if query in folded(row.name)] if query else rows
    page = floor.paged(found)
    context = {
        **_heads(floor, upto),
        "page": page,
        "q": floor.query,
        "found": len(found),
        "lines": ranked_lines(
            table,
            list(page.object_list),
            floor.page("standings-after", upto),
            seeds=made,
            cut_after=max(ranked, key=table.places.__getitem__) if ranked and not query else None,
            cut=_("The line of the cut") if made else _("The line of the cut, if it were made now"),
        ),
        "filter": not query and page.paginator.num_pages == 1,
    }
    return floor.shown("public/standings/standings.html", context, "round", "results", "people")


@tournament_page("standings")
def why_rank(floor: Floor, after: int, player: int) -> HttpResponse:
    """Why a player stands where they stand: each number with its arithmetic."""
    upto = _complete(floor, after)
    found = rank_breakdown(floor.state, upto, PlayerId(player), in_sentences(floor.name))
    if found is None:
        raise Http404("This player is not in the standings.")
    name = floor.name(PlayerId(player))
    heading = _("%(name)s after round %(after)d") % {"name": name, "after": upto}
    context = {**_heads(floor, upto), "heading": heading, "standing": found, "name": name}
    return floor.shown("public/standings/why_rank.html", context, "round", "results", "people")


@tournament_page("bracket")
def bracket(floor: Floor) -> HttpResponse:
    """The elimination: every round with its games, once the cut is made."""
    found = bracket_of(floor.state, floor.name) if has_bracket(floor.state) else None
    context = {"heading": _("Bracket"), "bracket": found, "drawing": drawing(found) if found else None}
    return floor.shown("public/standings/bracket.html", context, "round", "results", "people")


@tournament_page("final")
def final(floor: Floor) -> HttpResponse:
    """The final places."""
    places, table = floor.state.places, swiss_table(floor.state)
    if places is None:
        return floor.shown("public/standings/no_places.html", {"heading": _("Final places")}, "round")
    kept = [place for place in places if place.player not in queries.disqualified(floor.state)]
    rows = place_rows(floor.state, tuple(kept), floor.tournament.prizes, floor.name, table)
    query = folded(floor.query)
    page = floor.paged([row for row in rows if query in folded(row.name)])
    context = {
        "heading": _("Final places"),
        "rows": page,
        "page": page,
        "winners": [row for row in rows if row.first == 1],
        "prizes": any(row.prizes for row in rows),
        "points": columns_of(table)[0] if table else None,
        "q": floor.query,
        "found": page.paginator.count,
        "filter": not query and page.paginator.num_pages == 1,
        "rosters": are_open(floor.tournament, floor.state),
    }
    return floor.shown("public/standings/final.html", context, "round", "results", "people", "rosters")


def _heads(floor: Floor, after: int) -> dict[str, Any]:
    table = standings_after(floor.state, after)
    columns = columns_of(table)
    return {
        "heading": _("Standings after round %d") % after,
        "after": after,
        "table": table,
        "columns": columns,
        "rounds": [
            (number, floor.page("standings-after", number))
            for number in range(1, queries.completed(floor.state) + 1)
        ],
        "last": queries.completed(floor.state),
        "running": _running(floor),
        "base": floor.page("standings-after", after),
    }


def _running(floor: Floor) -> int | None:
    """The Swiss round that is being played and not counted yet."""
    rounds = queries.swiss_rounds(floor.state)
    return rounds[-1].number if rounds and not rounds[-1].complete else None


def _complete(floor: Floor, after: int | None) -> int:
    """The round asked for, if it is complete."""
    done = queries.completed(floor.state)
    if after is None:
        return done
    if not 1 <= after <= done:
        raise Http404("There are standings only after complete rounds.")
    return after
