"""Adding a whole list: pasted or uploaded, looked through, entered as one act."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from hostile_ods import LOCKED, cell, ods
from hostile_ods import row as cells
from muster.core.ids import PlayerId
from muster.people.models import Entry, Person
from people_cases import entry, newcomers, numbers, page, words
from web_cases import Hall

pytestmark = pytest.mark.django_db


def looked(hall: Hall, text: str, **more: Any) -> str:
    return page(hall.post("people-paste", list=text, **more))


def upload(hall: Hall, content: bytes, name: str = "list.csv", **more: Any) -> Any:
    return hall.post("people-paste", file=SimpleUploadedFile(name, content), **more)


def form(text: str) -> dict[str, Any]:
    """What the browser would send from a preview as it stands."""
    listed = re.search(r'<textarea name="list" hidden>\n(.*?)</textarea>', text, re.DOTALL)
    assert listed, text
    columns = [
        chosen.group(1) if (chosen := re.search(r'<option value="([^"]*)" selected', one)) else ""
        for one in re.findall(r'<select id="column-\d+".*?</select>', text, re.DOTALL)
    ]
    ticked = re.findall(r'name="line" value="(\d+)" checked', text)
    return {"list": unescape(listed.group(1)), "marks": "tab", "column": columns, "line": ticked}


def names(hall: Hall) -> list[str]:
    return [entry(hall, number).person.name for number in numbers(hall)]


def workbook(*rows: Any) -> bytes:
    book = Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_pasted_list_is_looked_through_and_entered_as_one_act_that_undo_takes_back() -> None:
    hall = Hall()
    text = looked(hall, "Ada Lovelace\n\n  Bob \nCid")
    assert "3 lines were read" in words_of(text)
    assert not hall.state.players  # nothing is entered by looking
    hall.post("people-enter", **form(text))
    assert names(hall) == ["Ada Lovelace", "Bob", "Cid"]
    hall.post("undo")
    assert not hall.state.players
    hall.post("people-admit", entry=list(Entry.objects.values_list("pk", flat=True)))
    assert names(hall) == ["Ada Lovelace", "Bob", "Cid"]


def words_of(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def test_cells_and_headings_are_understood_and_everything_is_entered() -> None:
    hall = Hall()
    lines = "Imię\tNazwisko\tKlub\tE-mail\tStół\tOpłacone\nŁukasz\tŻak\tWolves\tl@example.org\t7\ttak\n"
    hall.post("people-enter", **form(looked(hall, lines)))
    own = entry(hall, 1)
    assert (own.person.name, own.person.email, own.paid) == ("Łukasz Żak", "l@example.org", True)
    assert hall.state.players[1].fixed_table == 7  # type: ignore[index]


def test_unticked_lines_stay_out() -> None:
    hall = Hall()
    sent = form(looked(hall, "Ada\nBob\nCid"))
    hall.post("people-enter", **{**sent, "line": ["1", "3"]})
    assert names(hall) == ["Ada", "Cid"]


def test_faulty_lines_are_told_one_by_one_and_cannot_be_entered() -> None:
    hall = Hall()
    text = looked(hall, f"name,table,bye\nAda,0,\n{'x' * 201},,\nBob,3,perhaps\nCid,5,yes\n")
    for says in ("numbered from 1", "201 characters; 200 is the most", "neither yes nor no"):
        assert says in words_of(text)
    assert text.count(" disabled") == 3
    sent = form(text)
    assert sent["line"] == ["5"]
    hall.post("people-enter", **{**sent, "line": ["2", "3", "4", "5", "99", "x"]})
    assert names(hall) == ["Cid"]


def test_who_is_there_already_or_twice_in_the_list_is_unticked_and_can_be_ticked() -> None:
    hall = Hall()
    newcomers(hall, "Jan Nowak")
    text = looked(hall, "Nowak, Jan\nAda\nada\nBob", marks="line")
    assert "Jan Nowak #1 is there already" in words_of(text)
    assert "The same name stands in line 2" in words_of(text)
    sent = form(text)
    assert sent["line"] == ["2", "4"]
    hall.post("people-enter", **{**sent, "line": ["1", "2", "3", "4"]})
    assert names(hall) == ["Jan Nowak", "Nowak, Jan", "Ada", "ada", "Bob"]


def test_columns_can_be_said_to_hold_something_else() -> None:
    hall = Hall()
    sent = form(looked(hall, "Jan;Nowak;Wolves\nAda;Kot;"))
    assert sent["column"] == ["name", "", ""]
    again = form(
        page(hall.post("people-paste", **{**sent, "column": ["first", "last", "club"], "look": "again"}))
    )
    hall.post("people-enter", **again)
    assert names(hall) == ["Jan Nowak", "Ada Kot"]
    assert entry(hall, 1).club is not None


def test_a_list_can_be_changed_after_it_was_looked_through() -> None:
    hall = Hall()
    sent = form(looked(hall, "Jan;Nowak\n"))
    text = page(hall.post("people-paste", **{**sent, "change": "1"}))
    assert "Jan\tNowak</textarea>" in text
    assert '<option value="auto" selected>' in text
    # What stands there then may be another list.
    assert form(looked(hall, "name;club\nAda;Wolves", marks="auto"))["column"] == ["name", "club"]


def test_the_same_confirmation_sent_twice_enters_once() -> None:
    hall = Hall()
    sent = {**form(looked(hall, "Ada\nBob")), "key": "once"}
    for _ in range(2):
        hall.post("people-enter", **sent)
    assert names(hall) == ["Ada", "Bob"]
    assert Person.objects.count() == 2


def test_a_list_is_entered_beside_somebody_elses_work() -> None:
    hall = Hall()
    sent = form(looked(hall, "Ada\nBob"))
    newcomers(hall, "Cid")
    hall.post("people-enter", **{**sent, "version": 1})
    assert names(hall) == ["Cid", "Ada", "Bob"]


def test_hidden_fields_can_do_no_more_than_typing() -> None:
    hall = Hall()
    bad = {
        "list": "name\ttable\nAda\t99999999\n" + "x" * 300,
        "column": ["name", "table"],
        "line": ["2", "3"],
    }
    answer = hall.post("people-enter", **bad)
    assert answer.status_code == 422
    assert "No line is ticked that can be entered" in words(answer)
    assert hall.post("people-enter", list="Ada", column=["nonsense"] * 500, line=["1"]).status_code == 422
    assert hall.post("people-enter").status_code == 422
    assert not hall.state.players


def test_hostile_cells_are_shown_as_text() -> None:
    hall = Hall()
    text = looked(hall, "<script>alert(1)</script>\n</textarea><script>alert(2)</script>\n{{ desk }}\n=1+1")
    assert "<script>alert" not in text
    hall.post("people-enter", **form(text))
    assert names(hall)[3] == "=1+1"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "windows-1250"])
def test_files_in_the_usual_encodings_are_read(encoding: str) -> None:
    hall = Hall()
    answer = upload(hall, "Łukasz Żak\nŻaneta Święch\n".encode(encoding))
    hall.post("people-enter", **form(page(answer)))
    assert names(hall) == ["Łukasz Żak", "Żaneta Święch"]


def test_a_guessed_encoding_is_told_and_can_be_chosen() -> None:
    hall = Hall()
    content = "José Muñoz\nHélène Åberg\n".encode("windows-1252")
    assert "read as windows-1252" in words(upload(hall, content))
    assert "Jiří Dvořák" in words(
        upload(hall, "Jiří Dvořák\n".encode("windows-1250"), encoding="windows-1250")
    )
    refused = upload(hall, content, encoding="utf-8")
    assert refused.status_code == 422
    assert "not UTF-8 text" in words(refused)


def test_a_workbook_is_read_by_what_its_cells_show() -> None:
    hall = Hall()
    content = workbook(["Name", "Table", "Paid"], ["Ada", 7, True], ["Bob", 3.0, False], ["Cid", 2.5, None])
    text = page(upload(hall, content, "list.xlsx"))
    assert "2.5 is no number of a table" in words_of(text)
    hall.post("people-enter", **form(text))
    assert names(hall) == ["Ada", "Bob"]
    assert [hall.state.players[number].fixed_table for number in hall.state.players] == [7, 3]
    assert entry(hall, 1).paid


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "nothing in the list"),
        (b"%PDF-1.7 ...", "PDF"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "old or locked workbook"),
        (b"PK\x03\x04" + b"garbage" * 50, "no workbook"),
        (bytes(range(256)) * 8, "no text"),
        (b"x\n" * 2500, "2,500 lines"),
        (b"x" * 5_100_000, "larger than 5 MB"),
    ],
)
def test_what_is_no_list_is_refused_with_the_reason(content: bytes, says: str) -> None:
    hall = Hall()
    answer = upload(hall, content, "list.xlsx")
    assert answer.status_code == 422
    assert says in words(answer)


def test_an_opendocument_workbook_is_looked_through_like_any_list() -> None:
    hall = Hall()
    assert ".ods" in page(hall.get("people-paste"))
    head, line = (cell("name"), cell("table")), (cell("Ada Lovelace"), cell("7", type="float", value="7"))
    book = ods(cells(*head) + cells(*line))
    text = page(upload(hall, book, "list.ods"))
    assert "1 line was read" in words_of(text)
    hall.post("people-enter", **form(text))
    assert names(hall) == ["Ada Lovelace"]
    assert hall.state.players[PlayerId(1)].fixed_table == 7
    assert "save it without a password" in words(upload(hall, LOCKED["each part by itself"](), "list.ods"))


def test_places_left_are_told_and_late_entries_with_what_they_cost() -> None:
    hall = Hall()
    hall.tournament.capacity = 2
    hall.tournament.save()
    assert "2 places are left, and more are ticked" in words_of(looked(hall, "Ada\nBob\nCid"))
    late = Hall()
    late.begin(4)
    late.publish()
    assert "for each round missed: 1" in words_of(looked(late, "Ada"))


def test_a_long_list_is_entered_and_told_in_a_few_words() -> None:
    hall = Hall()
    text = looked(hall, "\n".join(f"Player {number}" for number in range(300)))
    answer = hall.post("people-enter", **form(text))
    assert len(hall.state.players) == 300
    assert "300 players are entered." in words(answer)


def test_a_list_that_the_tournament_refuses_is_kept_with_its_ticks() -> None:
    hall = Hall()
    sent = form(looked(hall, "name,bye\nAda,yes\nBob,\nCid,"))
    hall.begin(4)
    hall.publish()
    answer = hall.post("people-enter", **{**sent, "line": ["2", "3"]})
    assert answer.status_code == 422
    assert "first-round bye can no longer be set" in words(answer)
    assert form(page(answer))["line"] == ["2", "3"]
    assert len(hall.state.players) == 4


# What regulations want of people


def test_numbers_and_minors_come_with_a_list_where_the_regulations_want_them() -> None:
    hall = Hall("unlimited-1.3")
    text = looked(hall, "Name;UID;Under 16\nAda;UID-0001;yes\nBob;;no\nCid;<script>;\n")
    assert "UID-0001" in words_of(text)
    assert "under 16" in words_of(text)
    assert "This is no Unlimited ID" in words_of(text)
    hall.post("people-enter", **form(text))
    kept = Entry.objects.order_by("player").values_list("person__name", "uid", "minor")
    assert list(kept) == [("Ada", "UID-0001", True), ("Bob", "", False)]
    other = Hall()
    assert form(looked(other, "Name;UID\nAda;UID-0001"))["column"] == ["name", ""]


def test_a_number_that_two_people_give_is_told_before_anybody_is_entered() -> None:
    hall = Hall("unlimited-1.3")
    newcomers(hall, "Zoë", uid="UID-0009")
    text = looked(hall, "Name;UID\nAda;uid-0009\nBob;UID-0002\nCid;UID-0002")
    assert "Zoë #1 has this Unlimited ID: it belongs to one person alone." in words_of(text)
    assert "Line 3 has this Unlimited ID, too: it belongs to one person alone." in words_of(text)
    sent = form(text)
    assert sent["line"] == ["3"]
    hall.post("people-enter", **{**sent, "line": ["2", "3", "4"]})
    assert names(hall) == ["Zoë", "Bob"]


def test_a_list_taken_back_can_be_entered_again_with_its_numbers() -> None:
    hall = Hall("unlimited-1.3")
    sent = form(looked(hall, "Name;UID\nAda;UID-0001"))
    hall.post("people-enter", **sent)
    hall.post("undo")
    hall.post("people-enter", **{**sent, "line": ["2"]})
    assert [entry(hall, number).uid for number in numbers(hall)] == ["UID-0001"]


# Lines that are mended, and lines that are left out


def test_a_faulty_line_is_mended_beside_what_is_wrong_with_it() -> None:
    hall = Hall()
    text = looked(
        hall, "Name;E-mail;Table\nAda;a@example.org;\nBob;bob(at)example.org;x\nCid;c@example.org;\n"
    )
    assert 'name="mend-3-email" value="bob(at)example.org"' in " ".join(text.split())
    again = page(
        hall.post("people-enter", **{**form(text), "mend-3-email": "bob@example.org", "mend-3-table": "nine"})
    )
    assert names(hall) == []
    assert "nine is no number of a table" in words_of(again)
    assert "bob@example.org" in again
    hall.post("people-enter", **{**form(again), "mend-3-table": "9"})
    assert names(hall) == ["Ada", "Bob", "Cid"]
    assert entry(hall, 2).person.email == "bob@example.org"
    assert hall.state.players[2].fixed_table == 9  # type: ignore[index]


def test_a_name_in_two_columns_is_mended_as_one() -> None:
    hall = Hall()
    text = looked(hall, f"First name;Last name;Club\nAda;Kot;\n{'x' * 150};{'y' * 150};Wolves\n")
    hall.post("people-enter", **{**form(text), "mend-3-name": "Xenia\tYork\n"})
    assert names(hall) == ["Ada Kot", "Xenia York"]


def test_mending_with_nonsense_changes_nothing() -> None:
    hall = Hall()
    sent = form(looked(hall, "Name;E-mail\nAda;bad\nBob;b@example.org\n"))
    nonsense = {
        "mend-x-email": "a",
        "mend-2-shoe": "b",
        "mend-99-email": "c",
        "mend-2": "d",
        "mend-1-name": "e",
    }
    hall.post("people-enter", **{**sent, **nonsense})
    assert names(hall) == ["Bob"]


def test_whoever_is_left_out_is_named_with_line_and_reason() -> None:
    hall = Hall()
    newcomers(hall, "Ada")
    text = looked(hall, "Name;E-mail\nAda;\nBob;bob(at)example.org\nCid;\nDot;\n")
    answer = hall.post("people-enter", **{**form(text), "line": ["4"]})
    says = words(answer)
    assert names(hall) == ["Ada", "Cid"]
    assert "Line 2, Ada, is left out: Ada #1 is there already (not checked in)." in says
    assert "Line 3, Bob, is left out: This is no e-mail address." in says
    assert "Line 5, Dot, is left out: it was not ticked." in says
    assert "Cid, is left out" not in says


def test_of_many_left_out_the_first_are_named_and_the_others_counted() -> None:
    hall = Hall()
    text = looked(hall, "\n".join(f"Player {number}" for number in range(40)))
    says = words(hall.post("people-enter", **{**form(text), "line": ["1"]}))
    assert "Line 2, Player 1, is left out" in says
    assert says.count("is left out") == 10
    assert "29 more lines are left out." in says
