"""A judge checks a roster: ticks, a result, its history; two judges at once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from muster.app.rosters import inspection, read, storage
from muster.app.rosters.checking import read_back, recheck
from muster.app.rosters.inspection import Busy
from muster.core.roster.roster import by_path
from muster.core.tournament.refusals import Refusal
from muster.people.models import Account, RosterInspection, RosterVersion
from muster.web.desk.rosters import check_page
from people_cases import page, words
from roster_cases import FLEET, FRIDAY, asking, entry_of, weighed
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

PATHS = ("0", "1", "2", "3", "3.0", "3.1", "4", "4.0", "5", "6", "7")
"""Three objectives, the flagship with two upgrades, a ship with one, a ship, two kinds of squadrons."""


def ready() -> Hall:
    hall = asking()
    kept = storage.submit(entry_of(hall), weighed(hall), hall.actor, FRIDAY)
    assert isinstance(kept, RosterVersion), kept
    return hall


def judge(hall: Hall, name: str = "Jo Judge") -> tuple[Client, Account]:
    return hall.staff("judge", name), account(name)


def send(hall: Hall, client: Client, name: str, **data: Any) -> Any:
    return client.post(hall.url(name, entry_of(hall).pk), data, follow=True)


def the_check() -> RosterInspection:
    return RosterInspection.objects.select_related("by").get()


def test_the_list_is_the_players_own_order_with_a_mark_for_everything() -> None:
    hall = ready()
    version = read.current(entry_of(hall))
    assert version is not None
    roster = read_back(version)
    found = by_path(roster, recheck(version, hall.tournament, hall.state))
    parts = check_page.parts_of(roster, found, {"4.0": "wrong"}, {"ship": "Ships"})
    pieces = [piece for part in parts for piece in part.pieces]
    assert tuple(piece.path for piece in pieces) == PATHS
    assert [part.section for part in parts] == ["Objective", "Ships", "Squadron"]
    assert [(piece.name, piece.count) for piece in pieces][-1] == ("YT-2400", 6)
    assert [piece.upgrade for piece in pieces][3:6] == [False, True, True]
    assert check_page.progress(parts).wrong == 1
    assert check_page.progress(parts).open == 10


def test_a_check_begins_records_the_round_and_is_done_by_form_alone() -> None:
    hall = ready()
    client, who = judge(hall)
    answer = send(hall, client, "roster-check-begin")
    assert "General Madine" in words(answer)
    assert page(answer).count('type="radio"') == 3 * len(PATHS)
    send(hall, client, "roster-check", act="save", m0="seen", **{"m3.1": "seen"})
    assert the_check().marks == {"0": "seen", "3.1": "seen"}
    marks = {f"m{path}": "seen" for path in PATHS}
    send(hall, client, "roster-check", act="in-order", note="all there", **marks)
    row = the_check()
    assert (row.result, row.by, row.version, row.round_no, row.note) == ("in-order", who, 1, 0, "all there")
    text = words(hall.get("roster", entry_of(hall).pk))
    assert "Jo Judge" in text
    assert "all there" in text


def test_every_mark_is_kept_as_it_is_made_and_can_be_taken_back() -> None:
    hall = ready()
    client, _who = judge(hall)
    send(hall, client, "roster-check-begin")
    check = the_check().pk
    assert send(hall, client, "roster-check-mark", check=check, path="3", mark="missing").status_code == 204
    assert send(hall, client, "roster-check-mark", check=check, path="9.9", mark="seen").status_code == 204
    assert send(hall, client, "roster-check-mark", check=check, path="4", mark="<b>").status_code == 204
    assert the_check().marks == {"3": "missing"}
    send(hall, client, "roster-check-mark", check=check, path="3", mark="")
    assert the_check().marks == {}
    assert send(hall, client, "roster-check-mark", check="x", path="3", mark="seen").status_code == 409


def test_of_two_judges_the_later_one_is_told_and_may_take_over() -> None:
    hall = ready()
    (first, _), (second, later) = judge(hall), judge(hall, "Kim Judge")
    send(hall, first, "roster-check-begin")
    told = send(hall, second, "roster-check-begin")
    assert told.status_code == 409
    assert "Jo Judge is checking this roster since" in words(told)
    check = the_check().pk
    assert send(hall, second, "roster-check-mark", check=check, path="0", mark="seen").status_code == 409
    send(hall, first, "roster-check-mark", check=check, path="0", mark="seen")
    send(hall, second, "roster-check-begin", **{"take-over": "yes"})
    assert (the_check().by, the_check().marks) == (later, {"0": "seen"})
    refused = send(hall, first, "roster-check-mark", check=check, path="1", mark="seen")
    assert refused.status_code == 409
    assert "Kim Judge has taken this check over." in refused.content.decode()
    assert RosterInspection.objects.count() == 1


@pytest.mark.parametrize(
    ("act", "marks", "note", "says"),
    [
        ("in-order", {"m0": "missing"}, "", "no roster in order"),
        ("problem", {"m0": "seen"}, " ", "what the problem is"),
        ("won", {}, "", "Say how the check ended"),
    ],
)
def test_a_result_that_does_not_fit_is_refused_and_the_marks_are_kept(
    act: str, marks: dict[str, str], note: str, says: str
) -> None:
    hall = ready()
    client, _who = judge(hall)
    send(hall, client, "roster-check-begin")
    answer = send(hall, client, "roster-check", act=act, note=note, **marks)
    assert answer.status_code == 422
    assert says in words(answer)
    assert the_check().result == "running"
    assert the_check().marks == {path[1:]: word for path, word in marks.items()}


def test_a_roster_to_be_amended_leads_to_amending_it() -> None:
    hall = ready()
    client, _who = judge(hall)
    send(hall, client, "roster-check-begin")
    answer = send(hall, client, "roster-check", act="amended", m0="wrong", note="other objective")
    assert answer.redirect_chain[-1][0] == hall.url("roster-enter", entry_of(hall).pk)
    assert the_check().result == "amended"


def test_a_check_can_be_given_up_and_nothing_of_it_stays() -> None:
    hall = ready()
    client, _who = judge(hall)
    send(hall, client, "roster-check-begin")
    send(hall, client, "roster-check", act="discard")
    assert not RosterInspection.objects.exists()
    assert send(hall, client, "roster-check", act="in-order").redirect_chain


def test_a_check_goes_on_with_the_version_it_began_with() -> None:
    hall = ready()
    client, _who = judge(hall)
    send(hall, client, "roster-check-begin")
    changed = FLEET.replace("6 x YT-2400 (96)", "5 x YT-2400 (80)")
    storage.submit(entry_of(hall), weighed(hall, changed), hall.actor, FRIDAY)
    text = words(client.get(hall.url("roster-check", entry_of(hall).pk)))
    assert "was changed after this check was begun" in text
    assert "6× YT-2400" in text


def test_without_a_roster_there_is_nothing_to_check() -> None:
    hall = asking()
    client, _who = judge(hall)
    assert "no roster to check yet" in words(send(hall, client, "roster-check-begin"))
    assert not RosterInspection.objects.exists()


def test_a_check_that_is_over_is_marked_no_more_and_a_second_one_is_another() -> None:
    hall = ready()
    own = entry_of(hall)
    who = account("Jo Judge")
    first = inspection.begin(own, 1, who, 0, FRIDAY)
    assert isinstance(first, RosterInspection)
    assert inspection.begin(own, 1, who, 0, FRIDAY).pk == first.pk  # type: ignore[union-attr]
    assert inspection.finish(first.pk, who, {}, frozenset(), "in-order", "x" * 5_000) is None
    assert isinstance(inspection.mark(first.pk, who, {"0": "seen"}, frozenset("0")), Refusal)
    assert isinstance(inspection.discard(first.pk, who), Refusal)
    second = inspection.begin(own, 1, who, 2, FRIDAY)
    assert not isinstance(second, Busy)
    assert [row.pk for row in inspection.history(own)] == [second.pk, first.pk]
    assert len(inspection.history(own)[1].note) == inspection.LONGEST_NOTE
