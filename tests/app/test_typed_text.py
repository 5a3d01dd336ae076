"""What people type, made harmless for pages and for files that leave the desk."""

from __future__ import annotations

import csv
import io

import pytest

from muster.app.common.downloads import csv_text
from muster.app.common.safe_text import one_line
from muster.app.registration.entries import Newcomer, faults

FILLERS = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters and a sign that show nothing: of Hangul and of Braille."""


@pytest.mark.parametrize("blank", [*FILLERS, FILLERS, "\u3164 \u2800", "\u034f\u3164", "\u200b"])
def test_a_name_of_letters_that_show_nothing_is_none(blank: str) -> None:
    assert one_line(blank) == ""
    assert [each.field for each in faults(Newcomer(name=blank))][:1] == ["name"]


def test_letters_that_show_nothing_are_blanks_between_others() -> None:
    assert one_line("\u3164Ada\u2800\u3164Lovelace\uffa0") == "Ada Lovelace"
    assert one_line("김유나 한글 ⠁⠙⠁") == "김유나 한글 ⠁⠙⠁"


def cells(text: str) -> list[str]:
    return next(csv.reader(io.StringIO(csv_text(["of a player"], [["", text, 1]])).readlines()[1:]))


@pytest.mark.parametrize(
    "text", ["=1+1", "@SUM(A1)", "+1+1", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20SUM(A1)"]
)
def test_no_text_acts_as_a_formula(text: str) -> None:
    assert cells(text) == ["", f"'{text}", "1"]


@pytest.mark.parametrize(
    "text", ["Ada;=1+1", "Ada;=1+1;", 'Ada;"=1+1;', 'Ada; "" =1+1', "Ada;\uff1d1+1", "Ada;;@A1"]
)
def test_nor_does_one_that_is_parted_at_semicolons(text: str) -> None:
    """As spreadsheets do where the comma is the sign before decimals; quotation marks within keep nothing together."""
    line = csv_text(["of a player"], [["", text, 1]]).splitlines()[1]
    for part in line.split(";")[1:]:
        assert not part.lstrip(' "').startswith(tuple("=+-@\uff1d\uff0b\uff0d\uff20")), line


def test_other_semicolons_stay_as_they_are() -> None:
    assert cells("Ada; Bob;Cy - Di;")[1] == "Ada; Bob;Cy - Di;"
    assert cells("-")[1] == "-"
