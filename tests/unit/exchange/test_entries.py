"""Entry lists as CSV: what is read, and every problem with its line."""

from __future__ import annotations

import pytest

from muster.core.ids import ClubId, TableNo
from muster.exchange.entries import EntryLine, EntryProblem, parse_entries


def _names(text: str | bytes) -> list[str]:
    found = parse_entries(text.encode() if isinstance(text, str) else text)
    assert all(isinstance(each, EntryLine) for each in found), found
    return [each.name for each in found if isinstance(each, EntryLine)]


def _problems(text: str | bytes) -> list[tuple[int, str]]:
    found = parse_entries(text.encode() if isinstance(text, str) else text)
    assert found
    assert all(isinstance(each, EntryProblem) for each in found), found
    return [(each.line, str(each.message)) for each in found if isinstance(each, EntryProblem)]


def test_without_a_header_the_first_column_is_the_name() -> None:
    assert _names("Ann\nBob, the second column\nCid\n") == ["Ann", "Bob", "Cid"]


def test_with_a_header_the_columns_stand_in_any_order_and_others_are_ignored() -> None:
    found = parse_entries(b"BYE,Town, Name ,table,Club\nyes,Lodz,Ann,7,Red\n,Lodz,Bob,,\nX,,Cid,9999,red\n")
    assert found == (
        EntryLine("Ann", ClubId(1), TableNo(7), first_round_bye=True),
        EntryLine("Bob"),
        EntryLine("Cid", ClubId(1), TableNo(9999), first_round_bye=True),
    )


def test_clubs_are_numbered_as_they_appear_whatever_their_case() -> None:
    found = parse_entries("name,club\na,Łódź\nb,Kraków\nc,ŁÓDŹ\nd,\ne,Gdynia\n".encode())
    assert [each.club for each in found if isinstance(each, EntryLine)] == [1, 2, 1, None, 3]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system_are_read(end: str) -> None:
    assert _names(end.join(["name", "Ann", "Bob", ""])) == ["Ann", "Bob"]
    assert _names(end.join(["Ann", "Bob"])) == ["Ann", "Bob"]


@pytest.mark.parametrize("mark", [";", "\t"])
def test_lists_saved_with_semicolons_or_tabs_are_read(mark: str) -> None:
    # Spreadsheets do so where the comma is the decimal mark.
    found = parse_entries(f"name{mark}club\nAnn{mark}Red\nBob{mark}\n".encode())
    assert found == (EntryLine("Ann", ClubId(1)), EntryLine("Bob"))
    assert _names(f"Ann{mark}Red\nBob{mark}Blue\n") == ["Ann", "Bob"]


def test_a_byte_order_mark_is_no_part_of_a_name() -> None:
    assert _names(b"\xef\xbb\xbfname\nAnn\n") == ["Ann"]
    assert _names(b"\xef\xbb\xbfAnn\n") == ["Ann"]


def test_quotes_and_spaces_round_a_name_are_no_part_of_it() -> None:
    assert _names('" Ann, of ""Red"" "\n  Bob  \nJan "Kot" Nowak\n') == [
        'Ann, of "Red"',
        "Bob",
        'Jan "Kot" Nowak',
    ]


def test_blank_lines_are_passed_over_and_lines_keep_their_numbers() -> None:
    assert _names("\n\nAnn\n   \n,,\nBob\n\n") == ["Ann", "Bob"]
    assert _problems("\n\nAnn\n\nAnn\n")[0][0] == 5


def test_a_problem_names_the_line_of_the_file_even_after_a_name_over_two_lines() -> None:
    problems = _problems('name,club\n"An\nn",x\nBob,\nBob,\n')
    assert [line for line, _ in problems] == [2, 5]
    assert "cannot be printed" in problems[0][1]
    assert "stands in line 4 already" in problems[1][1]


@pytest.mark.parametrize(
    ("one", "two"),
    [("Ann", "ANN"), ("Zoë", "Zoe\u0308"), ("Straße", "STRASSE"), ("Łukasz", "łukasz"), ("Ann", " Ann ")],
)
def test_names_that_differ_in_case_or_encoding_alone_are_the_same(one: str, two: str) -> None:
    problems = _problems(f"{one}\n{two}\n")
    assert len(problems) == 1
    assert problems[0][0] == 2
    assert "stands in line 1 already; tell the two apart" in problems[0][1]


def test_names_are_composed() -> None:
    assert _names("Zoe\u0308\n") == ["Zoë"]


def test_a_name_is_not_longer_than_200_characters() -> None:
    assert _names("x" * 200) == ["x" * 200]
    assert _problems("Ann\n" + "x" * 10_000) == [(2, "the name has 10,000 characters; 200 is the most")]
    assert _problems("name,club\nAnn," + "x" * 201) == [(2, "the club has 201 characters; 200 is the most")]


@pytest.mark.parametrize("bad", ["A\x00n", "A\x1b[2Jn", "A\u202en", "A\u200bn"])
def test_characters_that_cannot_be_printed_are_refused(bad: str) -> None:
    assert _problems(f"{bad}\n") == [(1, "the name holds characters that cannot be printed")]
    assert _problems(f"name,club\nAnn,{bad}\n") == [(2, "the club holds characters that cannot be printed")]


def test_an_unclosed_quote_is_not_csv() -> None:
    ((line, message),) = _problems('name\n"Ann\nBob\n')
    assert line == 0
    assert message.startswith("this is not CSV")


def test_text_after_a_closing_quote_is_not_csv() -> None:
    assert _problems('"Ann"x\n')[0][1].startswith("this is not CSV")


def test_an_enormous_field_is_not_csv() -> None:
    assert _problems("x" * 200_000)[0][1].startswith("this is not CSV")


def test_20_000_lines_are_read_and_one_more_is_refused() -> None:
    lines = "".join(f"Player {number}\n" for number in range(20_000))
    assert len(_names("name\n" + lines)) == 20_000
    assert _problems(lines + "One more\n") == [
        (0, "there are 20,001 lines; no tournament has more than 20,000")
    ]


def test_more_than_5_mb_are_not_even_read() -> None:
    assert _problems(b"x" * 5_000_001) == [(0, "the list is larger than 5 MB")]


@pytest.mark.parametrize("text", ["", "\n\n", "name\n", "name,club\n\n", "\ufeff", " \n\t\n"])
def test_a_list_without_names_is_told_so(text: str) -> None:
    assert _problems(text) == [(0, "there is not a single name in the list")]


def test_bytes_that_are_not_utf_8_are_told_with_their_line() -> None:
    ((line, message),) = _problems("name\nAnn\nZoë\n".encode("latin-1"))
    assert line == 3
    assert "save the list as CSV with UTF-8" in message


@pytest.mark.parametrize("table", ["0", "-1", "x", "10000", "1.5", "١", "1 2"])
def test_a_table_is_a_number_from_1_to_9999(table: str) -> None:
    assert _problems(f"name,table\nAnn,{table}\n") == [(2, f"table {table!r} is not a number from 1 to 9999")]


@pytest.mark.parametrize(
    ("cell", "bye"),
    [
        ("yes", True),
        ("Y", True),
        ("TRUE", True),
        ("1", True),
        ("x", True),
        ("no", False),
        ("N", False),
        ("", False),
    ],
)
def test_a_bye_is_yes_or_no(cell: str, *, bye: bool) -> None:
    (entry,) = parse_entries(f"name,bye\nAnn,{cell}\n".encode())
    assert isinstance(entry, EntryLine)
    assert entry.first_round_bye is bye


def test_a_bye_that_is_neither_is_told() -> None:
    assert _problems("name,bye\nAnn,maybe\n") == [(2, "bye 'maybe' is neither yes nor no")]


def test_every_problem_comes_at_once_and_no_entry() -> None:
    problems = _problems("name,table,bye\n,0,perhaps\nAnn,,\nann,,\nshort\n")
    assert [line for line, _ in problems] == [2, 2, 2, 4]
    assert problems[0][1] == "the name is missing"


def test_a_space_that_does_not_break_is_a_space() -> None:
    assert _problems("Jan\u00a0Nowak\u202f\nJan Nowak\n") == [
        (2, "'Jan Nowak' stands in line 1 already; tell the two apart, say by a club"),
    ]
    assert parse_entries("Jan\u00a0Nowak\n".encode()) == (EntryLine("Jan Nowak"),)
