"""Workbooks in and out: what cells show, and files that mean harm."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from muster.exchange.entries import EntryProblem
from muster.exchange.player_lists import Grid
from muster.exchange.spreadsheets import read_file, read_workbook, workbook


def made(*rows: Any) -> bytes:
    book = Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed(content: bytes, part: str, new: bytes) -> bytes:
    """The workbook with one of its parts replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as copy:
        for name in old.namelist():
            copy.writestr(name, new if name == part else old.read(name))
    return out.getvalue()


def told(content: bytes) -> str:
    found = read_workbook(content)
    assert isinstance(found, EntryProblem), found
    return str(found.message)


def test_cells_are_read_as_they_show() -> None:
    found = read_file(made(["Ada", 7, 7.0, 2.5, True, None, date(2026, 3, 7), " x \n y "], [], [None, "Bob"]))
    assert isinstance(found, Grid)
    assert found.rows == (
        (1, ("Ada", "7", "7", "2.5", "yes", "", "2026-03-07T00:00:00", "x y")),
        (3, ("", "Bob")),
    )


def test_formulas_are_never_computed() -> None:
    found = read_workbook(made(["Ada", "=1+1"], ['=HYPERLINK("http://x","y")', "z"]))
    assert isinstance(found, Grid)
    assert found.rows == ((1, ("Ada",)), (2, ("", "z")))


def test_more_than_anybody_enters_is_refused() -> None:
    assert "too large" in told(made(*([f"{number}" + "x" * 30_000] for number in range(700))))
    assert "2,000 lines" in told(made(*([f"Player {number}"] for number in range(3000))))


def test_one_cell_in_the_last_row_of_all_is_refused_at_once() -> None:
    space = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    row = b'<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>Ada</t></is></c></row>'
    sheet = b'<worksheet xmlns="%b"><sheetData>%b</sheetData></worksheet>' % (space, row)
    assert "20,000 rows" in told(changed(made(["x"]), "xl/worksheets/sheet1.xml", sheet))


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = changed(made(["x"]), "xl/worksheets/sheet1.xml", b"\0" * 50_000_000)
    assert len(bomb) < 100_000
    assert "too large unpacked" in told(bomb)


def test_a_flood_of_empty_elements_is_refused() -> None:
    flood = b"<sst>" + b"<si/>" * 600_000 + b"</sst>"
    assert "too large unpacked" in told(changed(made(["x"]), "xl/workbook.xml", flood))


def test_entities_are_refused() -> None:
    evil = (
        b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><workbook>&b;</workbook>'
    )
    assert "no workbook" in told(changed(made(["x"]), "xl/workbook.xml", evil))


@pytest.mark.filterwarnings("ignore:Workbook contains no stylesheet")
@pytest.mark.parametrize(
    "part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml", "xl/styles.xml"]
)
@pytest.mark.parametrize("content", [b"", b"<broken", b"\xff\xfe\x00", b"<a/>"])
def test_damaged_workbooks_are_told_and_never_fall_over(part: str, content: bytes) -> None:
    found = read_workbook(changed(made(["Ada"]), part, content))
    assert isinstance(found, EntryProblem | Grid)


def test_every_cut_off_workbook_is_told() -> None:
    whole = made(["Ada"])
    for length in range(4, len(whole), 97):
        assert isinstance(read_workbook(whole[:length]), EntryProblem)


def test_another_kind_of_packed_file_is_told() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("content.xml", "<office/>")
    assert "another kind of document" in told(out.getvalue())


def test_what_is_written_is_text_and_reads_back() -> None:
    content = workbook("players", ["name", "club"], [["=1+1", "@x"], ["Ada\x07", 7]])
    sheet = load_workbook(io.BytesIO(content)).worksheets[0]
    assert {cell.data_type for row in sheet.iter_rows(max_col=1) for cell in row} == {"s"}
    found = read_workbook(content)
    assert isinstance(found, Grid)
    assert [cells for _, cells in found.rows] == [("name", "club"), ("=1+1", "@x"), ("Ada", "7")]
