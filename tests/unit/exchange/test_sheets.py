"""Workbooks are read as the library that writes them reads them, and those that mean harm cost next to nothing."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from hostile_sheets import DAMAGED, HARMLESS, SHEET, TOO_LARGE, packed, sheet
from muster.exchange import sheets
from muster.exchange.entries import EntryProblem
from muster.exchange.packed import PackedParts
from muster.exchange.player_lists import Grid
from muster.exchange.spreadsheets import read_workbook

MEMORY = 100_000_000
FIRST, LAST = datetime.fromisoformat("1900-01-02"), datetime.fromisoformat("2100-01-01")


def read(make: Callable[[], bytes], largest: int = 40_000) -> Grid | EntryProblem:
    """Read an attacking file, in memory that has a bound."""
    content = make()
    assert len(content) <= largest
    tracemalloc.start()
    try:
        found = read_workbook(content)
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()
    return found


@pytest.mark.parametrize("attack", TOO_LARGE)
def test_what_grows_is_refused(attack: str) -> None:
    # What has a million names is not a small file.
    found = read(TOO_LARGE[attack], 3_000_000 if attack == "attributes" else 40_000)
    assert isinstance(found, EntryProblem)
    assert "too large unpacked" in str(found.message)


@pytest.mark.parametrize("attack", DAMAGED)
def test_what_is_no_workbook_is_told(attack: str) -> None:
    found = read(DAMAGED[attack], 200_000)
    assert isinstance(found, EntryProblem)
    assert "no workbook that can be read" in str(found.message)


@pytest.mark.parametrize("attack", HARMLESS)
def test_what_only_looks_dangerous_is_read(attack: str) -> None:
    found = read(HARMLESS[attack], 100_000)
    assert isinstance(found, Grid)
    assert found.rows[0][1][-1] == "7"
    assert len(found.rows) == 1


def test_a_sheet_may_have_any_name_and_any_prefix() -> None:
    part = sheet("<row><c><v>1</v></c></row>").replace(b"<", b"<x:").replace(b"<x:/", b"</x:")
    found = read_workbook(
        packed({SHEET: part.replace(b"xmlns=", b"xmlns:x=")}, {SHEET: "xl/worksheets/first.dat"})
    )
    assert isinstance(found, Grid)
    assert found.rows == ((1, ("1",)),)


def test_how_a_name_is_read_aloud_is_no_part_of_it() -> None:
    text = "<is><r><t>Ta</t></r><r><t>ro</t></r><rPh><t>tarou</t></rPh></is>"
    found = read_workbook(packed({SHEET: sheet(f'<row><c t="inlineStr">{text}</c></row>')}))
    assert isinstance(found, Grid)
    assert found.rows == ((1, ("Taro",)),)


def test_the_largest_list_of_all_is_read() -> None:
    book = Workbook()
    for row in range(2000):
        book.worksheets[0].append([f"Player {row} of column {column}" for column in range(40)])
    out = io.BytesIO()
    book.save(out)
    found = read_workbook(out.getvalue())
    assert isinstance(found, Grid)
    assert len(found.rows) == 2000


def shown(value: object) -> str:
    """What a cell shows, of what the library that wrote it reads."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat()
    return " ".join(str(value).split())


Cells = st.one_of(
    st.none(),
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=12),
    st.integers(-(10**12), 10**12),
    st.floats(-1e12, 1e12),
    st.booleans(),
    st.datetimes(FIRST, LAST).map(lambda at: at.replace(microsecond=0)),
    st.dates(FIRST.date(), LAST.date()),
    st.times().map(lambda at: at.replace(microsecond=0)),
    st.integers(0, 400_000).map(lambda seconds: timedelta(seconds=seconds)),
)


@settings(max_examples=60)
@given(st.lists(st.lists(Cells, max_size=6), max_size=5), st.booleans())
def test_cells_are_read_as_the_library_reads_them(table: list[list[Any]], early: bool) -> None:
    book, out = Workbook(), io.BytesIO()
    if early:
        book.epoch = datetime.fromisoformat("1904-01-01")
    for row in table:
        book.worksheets[0].append(row)
    book.save(out)
    read_back = load_workbook(io.BytesIO(out.getvalue()), data_only=True).worksheets[0]
    expected = [[shown(value) for value in row] for row in read_back.iter_rows(values_only=True)]
    found = dict(sheets.rows(PackedParts(out.getvalue()), 6))
    for number, cells in enumerate(expected, 1):
        own = found.get(number, [])
        assert own + [""] * (len(cells) - len(own)) == cells
