"""From a choice to pages: which sheets it means, and their HTML for the press or for the browser."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.template.loader import render_to_string
from django.urls import reverse

from muster.app.common.names import naming, public_names
from muster.app.links.player_links import token_of
from muster.core.ids import RoundNo
from muster.web.desk.context import Desk
from muster.web.desk.results.sign_page import printed_seal
from muster.web.language import second_of
from muster.web.page import names
from muster.web.paper.kinds import Kind
from muster.web.paper.options import DOUBLE, Options, set_up_of
from muster.web.paper.page import PressPage
from muster.web.paper.printouts.brackets import bracket_sheets
from muster.web.paper.printouts.building import building_cards
from muster.web.paper.printouts.groups import group_sheets
from muster.web.paper.printouts.handouts import expected, link_slips, poster, sign_in, table_numbers
from muster.web.paper.printouts.pods import pod_sheets, seat_cards
from muster.web.paper.printouts.posted import (
    building_by_name,
    pairings_by_name,
    pairings_by_table,
    standings_sheets,
)
from muster.web.paper.printouts.rosters import lists_of
from muster.web.paper.printouts.scale import template_sheets
from muster.web.paper.printouts.sizes import PAPERS, Paper, Sheets
from muster.web.paper.printouts.slips import blank_sheets, result_slips
from muster.web.paper.printouts.terrain import terrain_sheets
from muster.web.qr import reachable

CHUNK: Final = 12
"""Pages that are drawn together: often enough to see how far a print is, seldom enough to cost nothing."""

_ACCENTED: Final = re.compile("[^\\W\\d_][\u0300-\u036f]+")


def sheets_of(desk: Desk, kind: Kind, options: Options) -> Sheets:
    """The sheets that were chosen."""
    paper = PAPERS[options.paper]
    if kind in ("names", "tables", "slips", "standings"):
        return _of_round(desk, kind, options, paper)
    if kind == "bracket":
        names = naming(public_names(desk.tournament))
        sides, seats = options.text("seats").startswith(DOUBLE), options.text("seats").removeprefix(DOUBLE)
        return bracket_sheets(desk.state, names, paper, int(seats), double=sides)
    if kind == "signin":
        return sign_in(desk.tournament, desk.state, paper)
    if kind == "links":
        return link_slips(_links(desk, options.number("player")), stack=options.text("order") == "stack")
    if kind == "numbers":
        return table_numbers(options.number("first"), options.number("last"), options.text("style"))
    if kind == "poster":
        return poster(desk.tournament, _absolute(desk, reverse("public:event", args=[desk.event.code])))
    if kind in ("rosters", "roster-copies", "roster-forms"):
        return _rosters(desk, kind, options, paper)
    if kind in ("terrain", "templates"):
        return _of_set_up(desk, kind, options, paper)
    if kind in ("pods", "groups", "seat-cards"):
        return _of_pods(desk, kind, paper)
    if kind == "pool-forms":
        lists = lists_of(desk.tournament, desk.state, paper)
        return lists.pools(naming(public_names(desk.tournament))) if lists else Sheets("", ())
    if kind in ("building", "building-cards"):
        called = naming(public_names(desk.tournament))
        by_name = kind == "building"
        return building_by_name(desk.state, called, paper) if by_name else building_cards(desk.state, called)
    return _blank(desk, options, paper)


def _of_pods(desk: Desk, kind: Kind, paper: Paper) -> Sheets:
    called = naming(public_names(desk.tournament))
    if kind == "groups":
        return group_sheets(desk.state, called, paper)
    return pod_sheets(desk.state, called) if kind == "pods" else seat_cards(desk.state, called)


def _of_set_up(desk: Desk, kind: Kind, options: Options, paper: Paper) -> Sheets:
    found = set_up_of(desk.state)
    if found is None or found.terrain is None:
        return Sheets("", ())
    if kind == "templates":
        return template_sheets(found.templates)
    tables = range(options.number("first"), options.number("last") + 1)
    return terrain_sheets(found.terrain, options.text("size"), tables, paper)


def _rosters(desk: Desk, kind: Kind, options: Options, paper: Paper) -> Sheets:
    lists = lists_of(desk.tournament, desk.state, paper)
    if lists is None:
        return Sheets("", ())
    if kind == "roster-forms":
        return lists.blank(options.number("count"))
    who = options.text("who")
    return lists.copies(who) if kind == "roster-copies" else lists.filled(who)


def _of_round(desk: Desk, kind: Kind, options: Options, paper: Paper) -> Sheets:
    names, number = public_names(desk.tournament), RoundNo(options.number("round"))
    if kind == "names":
        return pairings_by_name(desk.state, number, names, paper)
    if kind == "tables":
        return pairings_by_table(desk.state, number, names, paper)
    if kind == "standings":
        return standings_sheets(desk.state, number, names, paper, printed_seal(desk))
    per = options.number("per")
    base = _absolute(desk, desk.url("paper:slip", number, 0)).removesuffix("0")
    return result_slips(
        desk.state,
        number,
        names,
        lambda table: f"{base}{table}",
        per=4 if per == 4 else 2 if per == 2 else None,
        stack=options.text("order") == "stack",
        second=second_of(desk.event),
    )


def _links(desk: Desk, player: int) -> list[tuple[str, int, str]]:
    """Whoever has not left, with the address of their own page."""
    base = _absolute(desk, reverse("player:page", args=["0"])).removesuffix("0")
    found = expected(desk.tournament, desk.state, player)
    return [(name, entry.player or 0, f"{base}{token_of(entry)}") for name, entry in found]


def _blank(desk: Desk, options: Options, paper: Paper) -> Sheets:
    known = options.text("names") == "yes"
    names = [name for name, _entry in expected(desk.tournament, desk.state)] if known else []
    return blank_sheets(
        desk.state,
        options.number("players"),
        options.number("rounds"),
        names,
        paper,
        options.text("what"),
    )


def _absolute(desk: Desk, path: str) -> str:
    return reachable(desk.request, path)


def pieces(desk: Desk, sheets: Sheets, options: Options) -> list[str]:
    """The sheets as documents for the press, a few pages each."""
    starts = range(0, len(sheets.leaves), CHUNK)
    pages = (PressPage(desk, sheets, options, slice(at, at + CHUNK)) for at in starts)
    return [composed(render_to_string(page.template, names(page))) for page in pages]


def composed(text: str) -> str:
    """The text with letters and their accents as one where there is such a letter.

    Not every font puts an accent that is written by itself where it belongs. All else stays as people wrote it.
    """
    return _ACCENTED.sub(lambda found: unicodedata.normalize("NFC", found.group()), text)
