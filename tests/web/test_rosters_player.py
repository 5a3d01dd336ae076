"""Handing a roster in on the player's pages: pasted, checked in plain words, mended, kept, handed in, locked."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from muster.app.common.access import Actor
from muster.app.history.reasons import typed
from muster.app.history.submitting import announce_plan
from muster.app.links.codes import LETTERS, code_of, entry_by_code
from muster.app.links.player_links import renew, token_of
from muster.app.registration.erasing import erase
from muster.app.rosters import checking, read, storage
from muster.app.rosters.planning import current_versions
from muster.core.tournament.commands import FinishTournament, StartStage
from muster.people.models import Event, RosterLine, RosterPlan, RosterVersion, Tournament
from player_cases import Phone, words
from roster_cases import FLEET, FRIDAY, OVER, RosterPhone, asking, entry_of, weighed
from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _friday(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    at(monkeypatch, FRIDAY)


def at(monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)


def test_a_roster_is_asked_for_by_when_and_where() -> None:
    phone = RosterPhone(asking(deadline=FRIDAY + timedelta(hours=2)))
    assert "Everybody hands in their fleet" in (page := phone.look())
    assert "by Fri 6 March, 21:00." in page  # in the event's own time zone
    assert "COM-LIST-2" in page
    main = Phone(phone.hall, 1).look()
    assert "Hand in your fleet by Fri 6 March, 21:00." in main
    assert f'href="{phone.url}"' in main


def test_an_optional_roster_is_not_demanded() -> None:
    phone = RosterPhone(asking(rosters="optional"))
    assert "You may hand in your fleet" in phone.look()
    assert "You need not." in Phone(phone.hall, 1).look()


def test_where_none_is_asked_for_nothing_is_said() -> None:
    phone = RosterPhone(asking(rosters="none"))
    assert "No rosters are asked for" in phone.look(status=404)
    phone.send("submit", status=404)
    assert "Your fleet" not in Phone(phone.hall, 1).look()
    assert not phone.versions


def test_a_pasted_fleet_is_checked_shown_and_handed_in() -> None:
    phone = RosterPhone(asking())
    page = phone.send("check", status=200)
    for said in (
        "Not all of this could be checked.",
        "348 of 400 points.",
        "read as Kingston",
        "Ketsu Onyo",
        "6 ×",
        "Quick Strike",
    ):
        assert said in page
    assert not phone.versions, "checking keeps nothing"
    page = phone.send("submit")
    assert "Handed in. Thank you" in page
    assert "Version 1, handed in Fri 6 March, 19:00" in page
    [version] = phone.versions
    assert (version.number, version.state, version.legal, version.total) == (1, "submitted", True, 348)
    assert (version.format, version.text, version.by) == ("kingston", FLEET, f"entry:{version.entry_id}")
    assert version.at == FRIDAY
    main = Phone(phone.hall, 1).look()
    assert (
        "<strong>348 points</strong>, nothing wrong found, but not all of it could be checked, handed in Fri 19:00."
        in main
    )


def test_arm_fleet_1_one_point_too_many_is_said_and_refused_until_mended() -> None:
    phone = RosterPhone(asking())
    page = phone.send("check", OVER, status=200)
    assert "One thing is not allowed" in page
    assert "401" in page
    assert "ARM-FLEET-1" in page
    assert 'value="submit"' not in page
    page = phone.send("submit", OVER, status=422)
    assert "cannot be handed in like this" in page
    assert OVER.splitlines()[8] in page, "what was typed is still there"
    assert not phone.versions
    phone.send("submit", FLEET)
    assert [version.legal for version in phone.versions] == [True]


def test_lines_that_were_not_understood_are_shown_by_number_and_looked_at_first() -> None:
    phone = RosterPhone(asking())
    text = FLEET.replace("Squadrons:", "see you all on Saturday, lads\n\nSquadrons:")
    page = phone.send("submit", text, status=422)
    number = text.splitlines().index("see you all on Saturday, lads") + 1
    assert "This line was not understood and is left out:" in page
    assert f"line {number}</span> <code>see you all on Saturday, lads</code>" in page
    assert "Tick this, or mend the text below." in page
    assert not phone.versions
    sure = page.split('name="sure" value="')[1].split('"')[0]
    phone.send("submit", text.replace("6 x YT-2400 (96)", "5 x YT-2400 (80)"), sure=sure, status=422)
    assert not phone.versions, "what was looked at was another list"
    phone.send("submit", text, sure=sure)
    assert len(phone.versions) == 1
    assert phone.versions[0].checked["unread"] == [[number, "see you all on Saturday, lads"]]


@pytest.mark.parametrize("text", ["", "   \n ", "hello", "{", "\0\0", "Name: \0", "x" * 300_000])
def test_what_cannot_be_read_says_what_to_do_and_keeps_nothing(text: str) -> None:
    phone = RosterPhone(asking())
    for do in ("check", "draft", "submit"):
        page = phone.send(do, text, status=422)
        assert "note-error" in page
        assert "Traceback" not in page
    assert not phone.versions


def test_text_of_players_stays_text() -> None:
    phone = RosterPhone(asking())
    evil = "<script>alert(1)</script>"
    text = FLEET.replace("Quick Strike", evil).replace("Engine Techs", evil)
    answer: Any = phone.client.post(phone.url, {"do": "check", "text": text})
    assert evil not in answer.content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.content.decode()


def test_a_file_is_read_like_the_text() -> None:
    phone = RosterPhone(asking())
    file = SimpleUploadedFile("fleet.bin", ("\ufeff" + FLEET.replace("\n", "\r\n")).encode())
    answer: Any = phone.client.post(phone.url, {"do": "check", "text": "", "file": file})
    assert "348 of 400 points." in words(answer)
    assert "Admonition (8)" in words(answer), "it stands in the text field, to be mended"
    huge = SimpleUploadedFile("huge.txt", b"x" * 250_000)
    answer = phone.client.post(phone.url, {"do": "check", "file": huge})
    assert answer.status_code == 422


def test_read_as_can_be_changed() -> None:
    phone = RosterPhone(asking())
    page = phone.send("check", format="warlords", status=200)
    assert "read as Armada Warlords" in page or "Warlords" in page.split("read as", 1)[1][:80]
    phone.send("check", format="no such format", status=422)


def test_a_draft_is_kept_found_again_handed_in_and_gone() -> None:
    phone = RosterPhone(asking())
    assert "Kept as a draft" in phone.send("draft", OVER)
    [kept] = phone.versions
    assert (kept.number, kept.state, kept.legal) == (0, "draft", False)
    page = phone.look()
    assert "Draft, not handed in yet" in page
    assert "401" in page
    assert "There is a draft; it is not handed in yet." in Phone(phone.hall, 1).look()
    phone.send("draft", FLEET)
    assert [version.legal for version in phone.versions] == [True]
    phone.send("submit")
    assert [version.number for version in phone.versions] == [1]


def test_a_draft_can_be_thrown_away() -> None:
    phone = RosterPhone(asking())
    phone.send("draft")
    assert "thrown away" in phone.send("discard")
    assert not phone.versions
    phone.send("discard")  # once more does no harm


def test_a_draft_of_the_form_is_handed_in_without_text() -> None:
    hall = asking()
    phone, entry = RosterPhone(hall), entry_of(hall)
    state = hall.state
    made = checking.check_roster(entry.tournament, state, weighed(hall).roster)
    storage.save_draft(entry, made, Actor(f"entry:{entry.pk}", None), FRIDAY)
    assert 'name="source" value="draft"' in phone.look()
    phone.send("submit", "", source="draft")
    [version] = phone.versions
    assert (version.number, version.format, version.text, version.total) == (1, "form", "", 348)


def test_what_was_pasted_goes_on_in_the_form_and_comes_back() -> None:
    phone = RosterPhone(asking())
    answer: Any = phone.client.post(phone.url, {"do": "build", "text": FLEET})
    assert answer.headers["Location"] == f"{phone.url}/build"
    assert [version.number for version in phone.versions] == [0]
    assert "MC80 Battle Cruiser" in words(phone.client.get(f"{phone.url}/build"))
    phone.send("submit", FLEET.replace("\n", "\r\n"), source="draft")
    assert [version.number for version in phone.versions] == [1]
    page = phone.send("build", "what is this", status=422)
    assert "what is this" in page
    answer = phone.client.post(phone.url, {"do": "build", "text": ""})
    assert answer.status_code == 302


def test_a_draft_is_of_no_use_once_it_is_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = RosterPhone(asking(deadline=FRIDAY))
    at(monkeypatch, FRIDAY - timedelta(minutes=1))
    phone.send("submit")
    phone.send("draft", OVER)
    at(monkeypatch, FRIDAY)
    page = phone.look()
    assert "Draft" not in page
    assert "Version 1" in page
    phone.send("draft", OVER, status=422)


def test_a_later_version_follows_and_the_earlier_one_stays() -> None:
    phone = RosterPhone(asking())
    phone.send("submit")
    smaller = (
        FLEET.replace("6 x YT-2400 (96)", "5 x YT-2400 (80)").replace("118", "102").replace("348", "332")
    )
    page = phone.send("check", smaller, status=200)
    assert "Hand this in instead" in page
    assert "Handed in so far" in page
    page = phone.send("submit", smaller)
    assert "Version 2" in page
    assert "Earlier versions" in page
    assert [(one.number, one.total) for one in phone.versions] == [(1, 348), (2, 332)]
    lines = {line.name: line.count for line in RosterLine.objects.filter(entry=entry_of(phone.hall))}
    assert (lines["YT-2400"], lines["Ketsu Onyo"], lines["General Madine"]) == (5, 1, 1)


def test_of_two_tabs_the_later_one_is_told() -> None:
    phone = RosterPhone(asking())
    seen = phone.seen
    phone.send("submit")
    page = phone.send("submit", FLEET.replace("Quick", "Slow"), seen=seen, status=409)
    assert "changed in the meantime" in page
    assert len(phone.versions) == 1
    phone.send("submit", FLEET.replace("Quick", "Slow"))
    assert len(phone.versions) == 2


def test_com_list_2_after_the_deadline_nothing_changes_but_by_the_desk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phone = RosterPhone(asking(deadline=FRIDAY))
    at(monkeypatch, FRIDAY - timedelta(seconds=1))
    phone.send("submit")
    at(monkeypatch, FRIDAY)
    page = phone.look()
    assert "The time for handing in is over." in page
    assert "Since Fri 6 March, 19:00" in page
    assert "<textarea" not in page
    page = phone.send("submit", status=422)
    assert "The time for handing in is over." in page
    assert len(phone.versions) == 1
    late = RosterPhone(phone.hall, 2)
    assert "hand it in late, and a leader decides" in Phone(phone.hall, 2).look()
    assert "decides if it counts" in late.look()
    entry = entry_of(phone.hall, 2)
    found = storage.submit(entry, weighed(phone.hall), phone.hall.actor, FRIDAY)
    assert isinstance(found, RosterVersion), "the desk may still take it"


def came_late(phone: RosterPhone) -> str:
    """The player's page once their roster came after the deadline."""
    page = phone.send("submit")
    assert "Yours came late: the head judge or the organiser decides." in page
    assert [(one.number, one.state) for one in phone.versions] == [(0, "late")]
    assert read.current(entry_of(phone.hall)) is None
    return page


def test_com_list_2_a_late_roster_waits_for_a_leader_who_approves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = RosterPhone(asking(deadline=FRIDAY))
    hall, entry = phone.hall, entry_of(phone.hall)
    at(monkeypatch, FRIDAY + timedelta(minutes=5))
    assert "The roster of" not in words(hall.get("now"))
    came_late(phone)
    name = entry.person.name
    assert f"The roster of {name} came late: approve it or refuse it." in words(hall.get("now"))
    assert "came late: decide" in words(hall.get("rosters"))
    desk = words(hall.get("roster", entry.pk))
    assert "It came after its time. Decide whether it counts." in desk
    assert "Ketsu Onyo" in desk
    scorekeeper = hall.staff("scorekeeper")
    url = hall.url("roster-late", entry.pk)
    assert scorekeeper.post(url, {"act": "approve"}).status_code == 403
    assert f"The roster of {name} counts." in words(hall.post("roster-late", entry.pk, act="approve"))
    [version] = phone.versions
    assert (version.number, version.state, version.by) == (1, "approved", hall.actor.who)
    assert "The roster of" not in words(hall.get("now")).split("Latest")[0]
    assert "came late, approved" in words(hall.get("roster", entry.pk))
    hall.post("roster-late", entry.pk, act="approve")
    assert len(phone.versions) == 1
    assert "decides if it counts" not in phone.look()


def test_a_late_roster_that_is_refused_is_a_draft_again_and_may_come_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phone = RosterPhone(asking(deadline=FRIDAY))
    at(monkeypatch, FRIDAY)
    came_late(phone)
    phone.hall.post("roster-late", entry_of(phone.hall).pk, act="refuse")
    assert [(one.number, one.state) for one in phone.versions] == [(0, "draft")]
    assert "Yours came late" not in phone.look()
    assert not storage.refuse_late(entry_of(phone.hall), phone.hall.actor)
    came_late(phone)
    phone.send("submit", OVER, status=422)


def test_also_after_the_start_a_late_roster_can_come_until_the_end() -> None:
    phone = RosterPhone(asking(players=8))
    hall = phone.hall
    hall.do(announce_plan(hall.tournament.pk), StartStage())
    came_late(phone)
    hall.publish()
    hall.play()
    hall.do(FinishTournament(typed("out of time")))
    hall.post("roster-late", entry_of(hall).pk, act="approve")
    assert [one.state for one in phone.versions] == ["late"]
    assert "<textarea" not in phone.look()


@pytest.mark.parametrize("regulations", ["armada-4.0", "armada-pl"])
def test_com_list_1_a_player_has_one_fleet_for_the_whole_tournament(regulations: str) -> None:
    phone = RosterPhone(asking(regulations, players=8))
    smaller = (
        FLEET.replace("6 x YT-2400 (96)", "5 x YT-2400 (80)").replace("118", "102").replace("348", "332")
    )

    def counts() -> tuple[list[tuple[int, int | None]], int]:
        """Number and total of what counts for this player, and how many ships of one kind are listed."""
        own = [one for one in current_versions(phone.hall.tournament.pk) if one.entry_id == entry.pk]
        lines = RosterLine.objects.filter(entry=entry, name="YT-2400")
        return [(one.number, one.total) for one in own], sum(line.count for line in lines)

    entry = entry_of(phone.hall)
    phone.send("submit")
    assert counts() == ([(1, 348)], 6)
    phone.send("submit", smaller)
    assert counts() == ([(2, 332)], 5)
    phone.hall.do(announce_plan(phone.hall.tournament.pk), StartStage())
    for _ in range(2):
        phone.hall.publish()
        assert "COM-LIST-1" in phone.send("submit", FLEET, status=422)
        assert counts() == ([(2, 332)], 5)
        phone.hall.play()


def test_com_list_1_the_start_locks_and_says_so() -> None:
    phone = RosterPhone(asking(players=8))
    phone.send("submit")
    phone.hall.do(announce_plan(phone.hall.tournament.pk), StartStage())
    page = phone.look()
    assert "counts for the whole event" in page
    assert "COM-LIST-1" in page
    assert "<textarea" not in page
    phone.send("submit", status=422)
    assert "decides if it counts" in RosterPhone(phone.hall, 2).look()
    assert "See your fleet" in Phone(phone.hall, 1).look()


def test_com_list_3_an_amendment_is_shown_to_its_player_with_the_reason() -> None:
    phone = RosterPhone(asking(players=8))
    phone.send("submit")
    entry = entry_of(phone.hall)
    lighter = weighed(phone.hall, FLEET.replace("• Engine Techs (8)\n", ""))
    found = storage.amend(
        entry, lighter, phone.hall.actor, FRIDAY, "no such card in the box", advantageous=False
    )
    assert isinstance(found, RosterVersion)
    page = phone.look()
    assert "Version 2, amended by a judge" in page
    assert "no such card in the box" in page


def test_somebody_on_the_waiting_list_may_hand_in_and_one_withdrawn_may_not() -> None:
    phone = RosterPhone(asking())
    entry = entry_of(phone.hall)
    type(entry).objects.filter(pk=entry.pk).update(status="withdrawn")
    phone.send("submit", status=422)
    assert not phone.versions
    type(entry).objects.filter(pk=entry.pk).update(status="waiting")
    phone.send("submit")
    assert len(phone.versions) == 1


def test_nobody_hands_in_for_another_and_pages_stay_private() -> None:
    hall = asking()
    one, two = RosterPhone(hall, 1), RosterPhone(hall, 2)
    one.send("submit", FLEET, entry=str(entry_of(hall, 2).pk))
    assert (len(one.versions), len(two.versions)) == (1, 0)
    answer: Any = Client().get(one.url)
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert Client().get("/p/1-wrong/roster").status_code == 404
    assert Client(enforce_csrf_checks=True).post(one.url, {"do": "submit", "text": FLEET}).status_code == 403


def test_an_erased_player_leaves_no_words_behind() -> None:
    phone = RosterPhone(asking())
    phone.send(
        "submit", "Hi, I am Ada Lovelace\n" + FLEET.replace("Quick Strike", "Ada’s own"), sure="x", status=422
    )
    text = FLEET.replace("Quick Strike", "Ada's own")
    phone.send("submit", text)
    phone.send("draft", text)
    entry = entry_of(phone.hall)
    erase(entry.person, phone.hall.actor)
    [version] = RosterVersion.objects.filter(entry=entry)
    kept = repr((version.text, version.note, version.roster, version.checked))
    assert "Ada" not in kept
    assert (version.number, version.total) == (1, 348), "what was played stays"


def test_the_page_asks_as_much_for_many_versions_as_for_two(django_assert_max_num_queries: Any) -> None:
    phone = RosterPhone(asking())
    for round_ in range(4):
        phone.send("submit", FLEET.replace("Quick", f"Q{round_}"))
    with django_assert_max_num_queries(9):
        phone.look()


def test_a_kept_page_of_the_player_is_never_older_than_the_roster(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = asking(deadline=FRIDAY + timedelta(minutes=1))
    phone, main = RosterPhone(hall), Phone(hall, 1)
    assert "Hand in your fleet by" in main.look()
    phone.send("draft")
    assert "There is a draft" in main.look()
    at(monkeypatch, FRIDAY + timedelta(minutes=1))
    assert "hand it in late" in main.look()
    RosterPlan.objects.update(deadline=FRIDAY + timedelta(hours=1))
    assert "hand it in late" not in main.look()


def test_the_personal_code_leads_to_the_roster_and_nobody_guesses_it(client: Client) -> None:
    hall = asking()
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    entry, url = entry_of(hall), f"/e/{hall.event.code}/roster"
    code = code_of(entry)
    assert set(code) <= set(LETTERS) | {"-"}
    assert len({code_of(entry_of(hall, number)) for number in (1, 2, 3, 4)}) == 4
    assert "Personal code" in words(client.get(url))
    answer = client.post(url, {"code": f" {code.lower().replace('-', ' ')} "})
    assert answer.headers["Location"] == f"/p/{token_of(entry)}/roster"
    for wrong in ("", "23456789", code[:-1], code + "2", "ÄÖÜ" * 99, "0OIL1UUU"):
        answer = client.post(url, {"code": wrong})
        assert answer.status_code == 422
        assert "Nobody at this event has this code." in words(answer)
    renew(entry)
    assert code_of(entry) != code
    assert entry_by_code(hall.event, code) is None, "a new link makes a new code"
    for _try in range(20):
        answer = client.post(url, {"code": "23456789"})
    assert answer.status_code == 429


def test_whoever_registers_learns_that_a_roster_is_wanted(client: Client) -> None:
    hall = asking(deadline=FRIDAY + timedelta(hours=2))
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    Tournament.objects.filter(pk=hall.tournament.pk).update(registration_open=True)
    url = f"/e/{hall.event.code}/register"
    assert "A roster is asked for" in words(client.get(url))
    answer: Any = client.post(url, {"name": "Zoe New", "key": "k"}, follow=True)
    assert "Your registration is in." in words(answer)
    assert "Hand in your fleet by Fri 6 March, 21:00." in words(answer)


def test_after_the_end_nothing_changes() -> None:
    hall = Hall()
    hall.begin(4)
    Tournament.objects.filter(pk=hall.tournament.pk).update(rosters="required")
    hall.publish()
    hall.play()
    while hall.state.rounds[-1].number < hall.state.announced.rounds:
        hall.publish()
        hall.play()
    hall.do(FinishTournament())
    assert "The tournament is over." in RosterPhone(hall).look()
