"""What comes with a roster from hands that mean no good, or from files that are damaged: no page fails over it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.base import Template
from django.test.utils import instrumented_test_render  # type: ignore[attr-defined]

from muster.app.common.access import Actor
from muster.app.history.submitting import announce_plan
from muster.app.registration.erasing import erase
from muster.app.rosters import bulk, checking, storage
from muster.core.roster.roster import Item, Roster
from muster.core.tournament.commands import StartStage
from muster.people.models import RosterInspection, RosterVersion
from muster.rules.load import load
from people_cases import words
from roster_cases import FLEET, FRIDAY, RosterPhone, asking, entry_of, weighed
from roster_play_cases import asked, bring
from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _friday(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr("django.utils.timezone.now", lambda: FRIDAY)


@pytest.fixture
def _what_templates_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept with each answer, as `context`."""
    monkeypatch.setattr(Template, "_render", instrumented_test_render)


def player(hall: Hall, number: int = 1) -> Actor:
    return Actor(f"entry:{entry_of(hall, number).pk}", None)


@pytest.mark.usefixtures("_what_templates_are_given")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "windows-1252"])
def test_the_text_of_a_file_is_the_one_that_was_read_in_every_encoding(encoding: str) -> None:
    phone = RosterPhone(asking())
    text = FLEET.replace("Quick Strike", "Zoë’s Fleet").replace("\n", "\r\n")
    file = SimpleUploadedFile("fleet.txt", text.encode(encoding), content_type="text/plain")
    answer: Any = phone.client.post(phone.url, {"do": "check", "file": file, "text": ""})
    assert answer.status_code == 200
    shown = answer.context["sent"].text
    assert "Zoë’s Fleet" in shown, shown[:60]
    phone.send("submit", shown)
    assert phone.versions[-1].text.split() == text.split()


@pytest.mark.usefixtures("_what_templates_are_given")
@pytest.mark.parametrize("do", ["check", "draft", "build", "submit"])
def test_a_file_that_is_no_text_is_told_of_whatever_was_pressed(do: str) -> None:
    phone = RosterPhone(asking())
    file = SimpleUploadedFile("fleet.zip", b"PK\x03\x04" + bytes(range(256)))
    answer: Any = phone.client.post(phone.url, {"do": do, "file": file})
    assert (answer.status_code, answer.context["sent"].text) == (422, "")
    assert "packed file" in words(answer)


def test_a_draft_is_the_players_alone() -> None:
    hall = asking()
    who = entry_of(hall)
    storage.save_draft(who, weighed(hall), player(hall), FRIDAY)
    page = words(hall.get("roster-enter", who.pk))
    assert "MC80" not in page, "the desk does not see what nobody was to see"
    listed = words(hall.get("rosters"))
    assert "draft only" in listed
    assert "348" not in listed
    assert "Rebel" not in listed


def test_what_judges_wrote_at_a_check_goes_with_the_person() -> None:
    hall = asking()
    who = entry_of(hall)
    storage.submit(who, weighed(hall), hall.actor, FRIDAY)
    RosterInspection.objects.create(
        entry=who,
        version=1,
        result="problem",
        note="Ada brought the wrong ship",
        by=hall.organiser,
        at=FRIDAY,
    )
    erase(who.person, hall.actor)
    assert who.inspections.get().note == ""


DAMAGED: tuple[tuple[Any, Any], ...] = (
    ([], []),
    ({}, {"problems": None, "unread": None, "sums": None, "remarks": None}),
    ("x", {"problems": ["x", 3], "unread": ["x", [1]], "sums": [[1], "xyz"], "remarks": 7}),
    (
        {
            "format": "muster-roster",
            "version": 1,
            "game": "armada",
            "items": [7, {"name": 3, "upgrades": "x"}],
        },
        None,
    ),
    (
        {
            "format": "muster-roster",
            "version": 1,
            "game": "legion",
            "items": [{"section": "unit", "count": 0}],
        },
        7,
    ),
)


@pytest.mark.parametrize("number", range(len(DAMAGED)))
def test_a_damaged_record_is_shown_as_far_as_it_can_be_read(number: int) -> None:
    hall = asking()
    who, phone = entry_of(hall), RosterPhone(hall)
    storage.submit(who, weighed(hall), hall.actor, FRIDAY)
    storage.save_draft(who, weighed(hall), player(hall), FRIDAY)
    roster, checked = DAMAGED[number]
    for row in RosterVersion.objects.filter(entry=who):
        row.roster, row.checked = roster, checked if checked is not None else {}
        row.save()
    phone.look()
    assert phone.client.get(phone.url + "/build").status_code == 200
    for page in ("rosters", "rosters-cards", "rosters-csv"):
        assert hall.get(page).status_code == 200, page
    for page in ("roster", "roster-enter"):
        assert hall.get(page, who.pk).status_code == 200, page
    assert hall.post("roster-check-begin", who.pk).status_code == 200
    assert hall.post("rosters-plan", rosters="required", most=300, why="So.", sure="1").status_code == 200
    erase(who.person, hall.actor)


def test_a_roster_nested_without_end_is_cut_off() -> None:
    hall = asking()
    who = entry_of(hall)
    storage.submit(who, weighed(hall), hall.actor, FRIDAY)
    item: dict[str, Any] = {"section": "ship", "name": "MC80", "points": 3}
    for _level in range(400):
        item = {**item, "upgrades": [item]}
    head = {"format": "muster-roster", "version": 1, "game": "armada"}
    RosterVersion.objects.filter(entry=who).update(roster={**head, "items": [item]})
    RosterPhone(hall).look()
    assert hall.get("roster", who.pk).status_code == 200


def test_the_same_file_kept_twice_makes_one_version_of_each() -> None:
    hall = asking()
    chosen = {0: entry_of(hall).pk}
    for _press in range(2):
        found = bulk.preview(hall.tournament, hall.state, SHEET)
        assert isinstance(found, bulk.FilePreview), found
        assert bulk.keep(hall.tournament, found, chosen, hall.actor, FRIDAY).count == 1
    assert entry_of(hall).rosters.count() == 1


SHEET = (
    "NAME,FACTION,COMMANDER,FLAGSHIP,UPGRADE,SHIP TOTAL,SQUADRON #1,LIST TOTAL\n"
    "Ada A0,Rebel,General Madine,MC80 Battle Cruiser,Engine Techs,111,YT-2400,127\n"
)


def test_swu_lim_1_the_pool_is_the_one_that_counted_at_the_start() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(4)
    rules = load("unlimited-1.3").roster
    assert rules is not None
    limited = next(one for one in rules.constructions if one.pool)
    asked(hall, construction=limited.id)
    mistyped, meant = (Roster("unlimited", (Item("deck", name, count=30),)) for name in ("Wrong", "Right"))
    bring(hall, 1, mistyped)
    bring(hall, 1, meant, 2)
    hall.do(announce_plan(hall.tournament.pk), StartStage())
    hall.publish()
    who = entry_of(hall)
    for roster, code in ((meant, ""), (mistyped, "bad-setup")):
        found = checking.check_roster(who.tournament, hall.state, roster)
        answer = storage.rebuild(who, found, hall.actor, FRIDAY)
        assert getattr(answer, "code", "") == code, (roster, answer)
