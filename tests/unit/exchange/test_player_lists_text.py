"""Lists of players as text: lines, cells, headings, and encodings."""

from __future__ import annotations

import pytest

from muster.exchange.decoding import Encoding, decoded
from muster.exchange.entries import EntryProblem
from muster.exchange.folding import folded, same_name
from muster.exchange.player_lists import (
    Grid,
    Marks,
    as_text,
    chosen_layout,
    layout_of,
    listed,
    marks_again,
    read_text,
)
from support import shared_file


def grid(text: str, marks: Marks = "auto") -> Grid:
    found = read_text(text, marks)
    assert isinstance(found, Grid), found
    return found


def people(text: str, marks: Marks = "auto") -> list[dict[str, str]]:
    found = grid(text, marks)
    return [dict(each.values) for each in listed(found, layout_of(found))]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_each_line_is_a_name(end: str) -> None:
    assert people(end.join(["Ada", "", "  Bob\u00a0Cox ", ""])) == [{"name": "Ada"}, {"name": "Bob Cox"}]


def test_lines_keep_their_numbers_through_blank_ones_and_quoted_ends() -> None:
    assert [line for line, _ in grid('\nAda\n\n"Bob\nCox";x\nCid').rows] == [2, 4, 6]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_cells_are_told_apart_by_the_mark_that_is_there(mark: str) -> None:
    assert people(f"Name{mark}Club\nAda{mark}Red\nBob{mark}") == [
        {"name": "Ada", "club": "Red"},
        {"name": "Bob"},
    ]


def test_commas_belong_to_names_where_a_line_is_a_name() -> None:
    assert people("Nowak, Jan\nKot, Ada", "line") == [{"name": "Nowak, Jan"}, {"name": "Kot, Ada"}]


def test_a_comma_in_few_lines_parts_no_cells() -> None:
    assert people("Ada\nO'Brien, Séamus\nBob Cox") == [
        {"name": "Ada"},
        {"name": "O'Brien, Séamus"},
        {"name": "Bob Cox"},
    ]
    assert people("Ada,Red\nBob,\nCid,Blue", "auto")[0] == {"name": "Ada"}, "cells, as every line has a comma"


@pytest.mark.parametrize("text", ['"Ada', 'Jan "Kot" Nowak', '"Ada"x', "O'Neill"])
def test_a_stray_quote_spoils_nothing(text: str) -> None:
    (one,) = people(text)
    assert one["name"].replace('"', "").startswith(("Ada", "Jan", "O'Neill"))


def test_headings_are_known_in_english_and_polish_in_any_order() -> None:
    assert people("KLUB;Imię;Nazwisko;Dummy\nWolves;Jan;Nowak;x") == [{"club": "Wolves", "name": "Jan Nowak"}]
    assert people("E-mail,Full name:\na@b.pl,Jan") == [{"email": "a@b.pl", "name": "Jan"}]


def test_addresses_are_recognised_without_headings() -> None:
    assert people("Ada,ada@x.org,1\nBob,bob@x.org,2") == [
        {"name": "Ada", "email": "ada@x.org"},
        {"name": "Bob", "email": "bob@x.org"},
    ]


def test_columns_said_to_hold_something_else_do() -> None:
    found = grid("Nowak;Jan;Wolves")
    layout = chosen_layout(["last", "first", "club", "name", "nonsense"], found)
    assert [dict(each.values) for each in listed(found, layout)] == [{"name": "Jan Nowak", "club": "Wolves"}]


@pytest.mark.parametrize("text", ["Ada\n\n\nBob", 'a,"b, c"\n\nd', "x;y\n;z", "\tAda", 'q"x\ty'])
def test_a_list_as_text_reads_the_same_again(text: str) -> None:
    once = grid(text)
    assert grid(as_text(once), "tab").rows == once.rows


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "nothing"),
        (" \n\t\n", "nothing"),
        (";;\n;", "nothing"),
        ("x\n" * 2002, "2,002 lines"),
        ("\t".join("x" * 41), "41 columns"),
        ("x" * 5_000_001, "larger than 5 MB"),
        ("x" * 200_000, "no list"),
    ],
)
def test_what_is_no_list_is_told(text: str, says: str) -> None:
    found = read_text(text)
    assert isinstance(found, EntryProblem)
    assert says in str(found.message)


@pytest.mark.parametrize(
    ("encoding", "read_as"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16"),
        ("utf-16-be", "utf-16"),
        ("windows-1250", "windows-1250"),
    ],
)
def test_encodings_are_found_out(encoding: str, read_as: str) -> None:
    text = "Łukasz Żółć\nAda\n"
    assert decoded(text.encode(encoding)) == (text, read_as)


def test_western_letters_are_read_as_such() -> None:
    text = "François Müller\nSøren Åberg\nJosé Muñoz\n"
    assert decoded(text.encode("windows-1252")) == (text, "windows-1252")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_an_encoding_that_was_asked_for_and_does_not_fit_is_refused(encoding: Encoding) -> None:
    found = decoded(b"Zo\xeb", encoding)
    assert isinstance(found, EntryProblem)
    assert encoding.upper() in str(found.message)


@pytest.mark.parametrize(
    "content", [b"\xff\xfeA", b"A\x00\x01\x02", b"%PDF-1", b"\x89PNG\r\n", b"\x1f\x8bxx", b"\x81\x8d\x8f\x00"]
)
def test_bytes_that_are_no_text_are_refused(content: bytes) -> None:
    assert isinstance(decoded(content), EntryProblem)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Jan Nowak", "NOWAK, jan"),
        ("Zoë", "Zoe\u0308"),
        ("Łukasz Żółć", "zolc lukasz"),
        ("Søren  Kjær", "soren kjaer"),
        ("Straße", "STRASSE"),
        ("Séamus O'Brien", "seamus obrien"),
        ("D’Arcy", "D'Arcy"),
    ],
)
def test_names_of_one_person_are_the_same(one: str, two: str) -> None:
    assert same_name(one) == same_name(two)


def test_different_names_stay_different() -> None:
    assert same_name("Jan Nowak") != same_name("Jana Nowak")
    assert folded("Ada") != folded("Adam")


@pytest.mark.parametrize(
    "text",
    [
        "1. Anna Nowak\n2. Bo Ek\n3. Anna Nowak",
        "1) Anna Nowak\n2) Bo Ek\n3) Anna Nowak",
        "1 - Anna Nowak\n2 - Bo Ek\n3 - Anna Nowak",
        "#7: Anna Nowak\n#8: Bo Ek\n#9: Anna Nowak",
        "- Anna Nowak\n- Bo Ek\n- Anna Nowak",
        "• Anna Nowak\n• Bo Ek\n• Anna Nowak",
        "Players\n1. Anna Nowak\n2. Bo Ek\n3. Anna Nowak",
    ],
)
def test_numbers_and_bullets_before_names_are_no_part_of_them(text: str) -> None:
    grid = read_text(text)
    assert isinstance(grid, Grid)
    assert [cells[0] for _, cells in grid.rows][-3:] == ["Anna Nowak", "Bo Ek", "Anna Nowak"]


@pytest.mark.parametrize(
    "text", ["1. FC Anna", "3PO\n4LOM", "1. Anna\n1. Bo", "1. Anna\n- Bo", "Anna\n2. Bo"]
)
def test_what_only_looks_like_a_number_stays(text: str) -> None:
    grid = read_text(text)
    assert isinstance(grid, Grid)
    assert [cells[0] for _, cells in grid.rows] == text.split("\n")


def test_a_column_of_numbers_is_no_name() -> None:
    grid = read_text("1;Anna Nowak;anna@example.org\n2;Bo Ek;bo@example.org")
    assert isinstance(grid, Grid)
    assert layout_of(grid).columns == ("", "name", "email")


def test_a_list_that_is_changed_may_be_another_one() -> None:
    assert marks_again("Anna\tClub\nBo\tClub") == "auto"
    assert marks_again("Nowak, Anna\nEk, Bo") == "line"
    assert marks_again("Anna\nBo") == "auto"


@pytest.mark.parametrize(
    "text",
    [
        '{\n  "players": [\n    {"name": "Anna"}\n  ]\n}',
        '[{"name": "Anna"}, {"name": "Bo"}]',
        "012 Spring Open\n022 Poznan\n001    1      Nowak,Anna\n001    2      Ek,Bo\nXXR 5",
    ],
)
def test_files_of_other_programs_are_no_lists(text: str) -> None:
    found = read_text(text)
    assert isinstance(found, EntryProblem)
    assert "not a list" in str(found.message)


def test_the_heading_of_a_deck_export_names_players() -> None:
    assert people("OwnerDisplayName;Deck\nAnna Nowak;x") == [{"name": "Anna Nowak"}]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<?xml version='1.0'?><event><p>Ada</p></event>", "(XML)"),
        ("<cryodex>\n  <player>Ada</player></cryodex>", "(XML)"),
        ("<!DOCTYPE html><html><body>Ada", "a web page"),
        ("<!-- saved from url=x -->\n<HTML><BODY>Ada", "a web page"),
    ],
)
def test_files_with_tags_are_no_lists_and_it_is_said_what_to_do(text: str, says: str) -> None:
    found = read_text(text)
    assert isinstance(found, EntryProblem)
    assert says in str(found)
    assert "copy" in str(found)


def test_a_name_in_angle_brackets_is_a_name() -> None:
    found = read_text("<b>Ada</b>\nBo <script>\n<3 Chiara")
    assert isinstance(found, Grid)
    assert len(found.rows) == 3


def test_no_real_file_of_another_program_is_taken_for_a_list() -> None:
    folder = shared_file("data", "foreign", "README.md").parent
    kinds = {".xml", ".html", ".wer", ".json", ".trf"}
    files = [file for file in sorted(folder.rglob("*")) if file.suffix in kinds and file.name != "facts.json"]
    assert len(files) > 30
    taken = [file.name for file in files if isinstance(read_text(file.read_text("utf-8", "replace")), Grid)]
    assert taken == []
