"""OpenDocument workbooks are read as they show, and those that mean harm cost next to nothing."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from hostile_ods import DAMAGED, HARMLESS, LOCKED, TOO_LARGE, TOO_LONG, cell, content, ods, row, without
from muster.exchange.entries import EntryProblem
from muster.exchange.player_lists import Grid, Rows
from muster.exchange.spreadsheets import read_file, read_workbook

MEMORY = 100_000_000


def read(book: bytes) -> Rows:
    found = read_file(book)
    assert isinstance(found, Grid), found
    return found.rows


def told(make: Callable[[], bytes], largest: int = 40_000) -> str:
    """Why an attacking file is refused, in memory that has a bound."""
    book = make()
    assert len(book) <= largest
    tracemalloc.start()
    try:
        found = read_workbook(book)
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()
    assert isinstance(found, EntryProblem), found
    return str(found.message)


def test_cells_are_read_as_they_show() -> None:
    cells = (
        cell("Ada", type="string"),
        cell("7.00 zł", type="currency", value="7"),
        cell("7.0", type="float", value="7.0"),
        cell("250 %", type="percentage", value="2.5"),
        cell("TRUE", type="boolean", boolean_value="true"),
        cell("nie", type="boolean", boolean_value="false"),
        cell(),
        cell("7.3.26", type="date", date_value="2026-03-07"),
        cell("10:30", type="time", time_value="PT10H30M00S"),
        cell(" x </text:p><text:p> y <text:s text:c='999999999'/>z<text:tab/>w<text:line-break/>v"),
        cell(type="string", string_value="behind"),
    )
    shown = ("Ada", "7", "7", "2.5", "yes", "no", "", "2026-03-07", "10:30", "x y z w v", "behind")
    assert read(ods(row(*cells) + row(cell()) + row(cell(), cell("Bob")))) == ((1, shown), (3, ("", "Bob")))


def test_what_is_repeated_is_read_as_often() -> None:
    rows = (
        row(cell(columns=2), cell("x", columns=3), cell(columns=999), times=2)
        + row(cell(), times=5)
        + row(cell("y"))
    )
    five = ("", "", "x", "x", "x")
    assert read(ods(rows)) == ((1, five), (2, five), (8, ("y",)))


def test_covered_cells_keep_their_places_and_groups_their_rows() -> None:
    merged = row(cell("a", number_columns_spanned=2), "<table:covered-table-cell/>", cell("b"))
    rows = f"<table:table-header-rows>{merged}</table:table-header-rows>"
    group = "table:table-row-group"
    rows += f"<{group}><{group}>{row(cell('c'))}</{group}></{group}>"
    assert read(ods(rows)) == ((1, ("a", "", "b")), (2, ("c",)))


def test_formulas_are_never_computed_and_show_what_they_showed_last() -> None:
    formula = '<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"/>'
    assert read(ods(row(cell("Ada"), formula))) == ((1, ("Ada", "2")),)


def test_only_the_first_sheet_is_read() -> None:
    second = f"<table:table>{row(cell('Bob'))}</table:table>"
    assert read(ods(content(row(cell("Ada")), more=second))) == ((1, ("Ada",)),)


def test_remarks_pictures_and_what_lies_beside_the_cells_are_no_part_of_the_list() -> None:
    note = "<office:annotation><text:p>late</text:p></office:annotation>"
    shape = "<draw:custom-shape><text:p>box</text:p></draw:custom-shape>"
    inner = f"<table:table>{row(cell('inner'))}</table:table>"
    ruby = (
        "<text:ruby><text:ruby-base>Taro</text:ruby-base><text:ruby-text>tarou</text:ruby-text></text:ruby>"
    )
    name = f"<text:p>{ruby} <text:span>Yamada</text:span></text:p>"
    full = f"<table:table-cell>{note}{name}{shape}{inner}</table:table-cell>"
    shapes = f"<table:shapes><draw:frame>{inner}</draw:frame></table:shapes>"
    assert read(ods(content(row(full, cell("b")), before=shapes))) == ((1, ("Taro Yamada", "b")),)


def test_a_template_is_read_too() -> None:
    book = ods(row(cell("Ada")), kind="application/vnd.oasis.opendocument.spreadsheet-template")
    assert read(book) == ((1, ("Ada",)),)


def test_another_document_is_told() -> None:
    text = ods(row(cell("Ada")), kind="application/vnd.oasis.opendocument.text")
    assert "another kind of document" in told(lambda: text)
    assert "another kind of document" in told(lambda: without("mimetype"))


@pytest.mark.parametrize("attack", TOO_LARGE)
def test_what_grows_is_refused(attack: str) -> None:
    assert "too large unpacked" in told(TOO_LARGE[attack], 2_000_000 if attack == "attributes" else 40_000)


@pytest.mark.parametrize("attack", TOO_LONG)
def test_what_goes_on_without_end_is_refused(attack: str) -> None:
    assert "goes on after 2,000 lines or 20,000 rows" in told(TOO_LONG[attack])


@pytest.mark.parametrize("attack", DAMAGED)
def test_what_is_no_workbook_is_told(attack: str) -> None:
    assert "no workbook that can be read" in told(DAMAGED[attack])


@pytest.mark.parametrize("attack", LOCKED)
def test_what_is_locked_is_told(attack: str) -> None:
    assert "save it without a password" in told(LOCKED[attack])


@pytest.mark.parametrize("attack", HARMLESS)
def test_what_only_looks_dangerous_is_read(attack: str) -> None:
    rows = read(HARMLESS[attack]())
    assert len(rows) == 1
    assert rows[0][1][0] == "7"
    assert len(rows[0][1]) <= 40


def test_the_largest_list_of_all_is_read() -> None:
    rows = (row(*(cell(f"Player {at} of column {column}") for column in range(40))) for at in range(2000))
    assert len(read(ods("".join(rows)))) == 2000


def test_every_cut_off_workbook_is_told() -> None:
    whole = ods(row(cell("Ada")))
    for length in range(4, len(whole), 37):
        assert isinstance(read_workbook(whole[:length]), EntryProblem)
