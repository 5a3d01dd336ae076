"""Checking the terrain of a table: pieces in, per cent and what is missing out. Nothing of it is kept."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Final

from django.http import Http404, HttpResponse, QueryDict
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from muster.core.messages import say
from muster.core.terrain import LONGEST, MOST_ALIKE, SHAPES, Pieces, Shape, capacities_of, check_table
from muster.exchange.whole import number_of
from muster.rules.setups import TerrainRules, set_ups
from muster.web.desk.context import Desk
from muster.web.judge.context import judge_page
from muster.web.judge.terrain.page import PieceRow, Terrain

MOST_ROWS: Final = 30
"""Lines of the form."""

_SPARE: Final = 4
"""Empty lines below those that are filled."""

_MEASURE: Final = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{1,2})?")


@require_safe
@judge_page
def terrain(desk: Desk) -> HttpResponse:
    """The form, with what the pieces in it come to."""
    found = set_ups().get(desk.state.regulations.id) if desk.state.setup else None
    if found is None or found.terrain is None:
        raise Http404("These regulations have no terrain.")
    rules, sent = found.terrain, desk.request.GET
    table = rules.table(sent.get("size", "")) or next(iter(rules.tables), None)
    read = [_read(rules, row) for row in _typed(sent)]
    pieces = [piece for _row, piece in read if piece is not None]
    whole = len(pieces) == len(read) > 0
    check = check_table(rules, table, pieces) if table and whole else None
    rows = [row for row, _piece in read]
    first = next((one.id for one in rules.kinds), "")
    rows += [PieceRow(kind=first, count="1")] * max(0, min(_SPARE, MOST_ROWS - len(rows)))
    return desk.show(Terrain(rules, table, rows, check))


def _typed(sent: QueryDict) -> list[PieceRow]:
    """The lines that have a measure."""
    columns = [sent.getlist(name)[:MOST_ROWS] for name in ("kind", "shape", "wide", "deep", "count")]
    rows = [PieceRow(*(text.strip()[:10] for text in row)) for row in zip(*columns, strict=False)]
    return [row for row in rows if row.wide or row.deep]


def _read(rules: TerrainRules, row: PieceRow) -> tuple[PieceRow, Pieces | None]:
    """A line with what is wrong with it, or with its piece."""
    shape: Shape = next((one for one in SHAPES if one == row.shape), "rectangle")
    kind = row.kind if row.kind in {one.id for one in rules.kinds} else ""
    wide, deep = _inches(row.wide), _inches(row.deep or row.wide)
    row = replace(row, kind=kind, shape=shape)
    count = number_of(row.count)
    try:
        piece = Pieces(kind, shape, wide, deep, count)
    except ValueError:
        says = say(
            "Enter inches above 0 and up to {longest}, such as 4.5, and from 1 to {most} pieces.",
            longest=LONGEST,
            most=MOST_ALIKE,
        )
        return replace(row, fault=says), None
    return replace(row, capacities=capacities_of(rules, max(wide, deep))), piece


def _inches(text: str) -> Fraction:
    """A measure as typed; 0 for what is none."""
    return Fraction(text.replace(",", ".")) if _MEASURE.fullmatch(text) and text.isascii() else Fraction(0)


urlpatterns: list[URLPattern] = [path("terrain", terrain, name="terrain")]
