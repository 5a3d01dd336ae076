"""Duties in the pages: who is shown what, the button that settles it, words on record, checklist, recommendations."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from duty_cases import OPEN
from joining_cases import register, shown
from judge_page_cases import entry, playing, text, url
from muster.app.common.access import Actor, DeniedError
from muster.app.duties import recommending, settling
from muster.app.duties.read import situation_of
from muster.app.floor import calls
from muster.app.floor.clocks import clock_of
from muster.app.history.submitting import announce_plan
from muster.core.duties import KINDS, Situation, duties
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import GamesReport
from muster.core.tournament import commands
from muster.journal import store
from muster.people.models import Entry, Event, Recommendation, RosterPlan, RosterVersion, SettledDuty
from muster.web.desk.duties.ways import DESK
from muster.web.duty_rows import rows
from player_cases import Phone
from web_cases import Hall

pytestmark = pytest.mark.django_db


def _situation(hall: Hall) -> Situation:
    hall.tournament.refresh_from_db()
    return situation_of(store.load(hall.tournament.pk), hall.tournament, "Player {}".format)


def _kinds(hall: Hall) -> set[str]:
    return {duty.kind.id for duty in duties(_situation(hall))}


def _required(hall: Hall) -> None:
    hall.tournament.rosters = "required"
    hall.tournament.save()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_shown_with_its_button_to_whom_it_binds(kind: str) -> None:
    hall = Hall()
    now = OPEN[kind]()
    found = [duty for duty in duties(now) if duty.kind.id == kind]
    for role in ("organiser", "marshal", "judge", "scorekeeper"):
        shown = rows(now, found, Actor("account:1", role), DESK, (hall.event.code, 1))
        assert [row.kind for row in shown] == [kind] * len(found)
    organiser = rows(now, found, hall.actor, DESK, (hall.event.code, 1))
    if "organiser" in KINDS[kind].who:
        assert all(row.button or row.word for row in organiser)
        for row in organiser:
            if row.button and not row.button.posts:
                assert reverse("desk:home") in row.button.url or "/judge/" in row.button.url


@pytest.mark.parametrize(
    ("kind", "shape", "word"),
    [
        ("call", "warning", "Call"),
        ("dispute", "disputed", "Disputed"),
        ("unconfirmed", "reported", "Reported"),
        ("absent", "disputed", "Needed"),
        ("late", "warning", "Look"),
        ("copy", "open", "To do"),
    ],
)
def test_a_duty_stands_with_a_shape_and_a_word(kind: str, shape: str, word: str) -> None:
    now = OPEN[kind]()
    found = next(duty for duty in duties(now) if duty.kind.id == kind)
    [row] = rows(now, [found], Actor("account:1", "organiser"), DESK, ("SPRING", 1))
    assert (row.state.shape, str(row.state.word)) == (shape, word)
    assert replace(row, late=True).state.shape == "warning"
    assert str(replace(row, late=True).state.word) == "Late"


def test_missing_rosters_are_said_on_the_first_page_and_counted_in_its_title() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(3)
    _required(hall)
    page = text(hall.get("now"))
    assert "3 of 3 rosters are missing" in page
    assert re.search(r"<title>\s*\(\d+\)", page)


def test_going_on_without_rosters_is_recorded_with_the_name() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(3)
    _required(hall)
    hall.post("settle-duty", kind="roster-missing", about="")
    assert "roster-missing" not in _kinds(hall)
    assert SettledDuty.objects.filter(kind="roster-missing").count() == 3
    page = text(hall.get("duties"))
    assert "Olivia Organiser" in page
    hall.post("settle-duty", kind="roster-missing", about="2", back_to_open="1")
    assert "1 of 3 rosters is missing" in str(
        next(duty.says for duty in duties(_situation(hall)) if duty.kind.id == "roster-missing")
    )


def test_a_duty_that_binds_others_is_not_theirs_to_settle() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(3)
    _required(hall)
    judge = hall.staff("judge")
    answer = judge.post(hall.url("settle-duty"), {"kind": "roster-missing", "about": ""})
    assert answer.status_code == 403
    answer = judge.post(hall.url("settle-duty"), {"kind": "nonsense", "about": ""})
    assert answer.status_code == 403
    answer = judge.post(hall.url("settle-duty"), {"kind": "call", "about": "", "back_to_open": "1"})
    assert answer.status_code == 403
    assert not SettledDuty.objects.exists()


def test_what_is_settled_already_says_so() -> None:
    hall = Hall("unlimited-1.3")
    page = text(hall.post("settle-duty", kind="roster-missing", about=""))
    assert "This is settled already." in page


def test_a_step_asks_before_it_goes_on_without_rosters() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(4)
    _required(hall)
    page = text(hall.post("announce"), 409)
    assert "Before you go on" in page
    assert "4 of 4 rosters are missing" in page
    assert "plan.announced" not in [one.fact.kind for one in store.load(hall.tournament.pk).entries]
    hall.post("announce", go_on="1")
    assert "plan.announced" in [one.fact.kind for one in store.load(hall.tournament.pk).entries]
    assert SettledDuty.objects.filter(kind="roster-missing", by=hall.organiser).count() == 4
    hall.post("start-stage")
    assert hall.state.stages


def test_the_scorekeeper_does_not_go_on_with_lists_that_are_not_legal() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(4)
    _required(hall)
    for one in Entry.objects.all():
        RosterVersion.objects.create(
            entry=one, number=1, state="submitted", at=one.created_at, by="x", roster={}, legal=False
        )
    hall.do(announce_plan(hall.tournament.pk))
    keeper = hall.staff("scorekeeper")
    form = {"version": hall.state.version, "go_on": "1"}
    answer = keeper.post(hall.url("start-stage"), form)
    assert "for the organiser or the marshal to decide" in text(answer, 409)
    assert not hall.state.stages
    hall.post("start-stage", go_on="1")
    assert hall.state.stages


def test_players_can_be_given_time_until_the_start() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(2)
    _required(hall)
    RosterPlan.objects.create(tournament=hall.tournament, deadline=hall.event.opens_at)
    assert "Allow them until round 1 begins" in text(hall.post("announce"), 409)
    hall.post("rosters-until-start")
    assert _situation(hall).deadline is None
    assert "Allow them until round 1 begins" not in text(hall.post("announce"), 409)


def test_the_next_pairing_asks_about_an_absent_player() -> None:
    hall = playing()
    round_ = hall.state.rounds[-1]
    hall.do(commands.ReportResult(round_.number, TableNo(1), GamesReport(end="no-show", by=1)))
    hall.play()
    assert "did not come to table 1" in text(hall.post("propose"), 409)
    hall.post("propose", go_on="1")
    assert hall.state.proposal is not None


def test_a_call_reaches_the_desk_and_the_judge() -> None:
    hall = playing()
    calls.make(entry(hall, 1), "judge", round_no=1, table=1)
    assert "calls a judge" in text(hall.get("now"))
    assert "call" in _kinds(hall)


def test_a_dispute_reaches_the_judge_with_the_way_to_the_table() -> None:
    hall = playing()
    one, two = hall.state.rounds[-1].matches[TableNo(1)].pairing.players
    number = hall.state.rounds[-1].number
    hall.do(
        commands.ReportResult(number, TableNo(1), GamesReport(end="decided", games=(0, 0)), one),
        commands.ReportResult(number, TableNo(1), GamesReport(end="decided", games=(1, 1)), two),
    )
    page = text(hall.staff("judge").get(url(hall, "home")))
    assert "report different results" in page
    assert url(hall, "table", 1) in page


def test_an_absent_player_is_dropped_by_one_button() -> None:
    hall = playing()
    match = hall.state.rounds[-1].matches[TableNo(1)]
    hall.do(commands.ReportResult(hall.state.rounds[-1].number, TableNo(1), GamesReport(end="no-show", by=1)))
    page = text(hall.get("now"))
    assert "did not come to table 1" in page
    away = match.pairing.players[1]
    assert hall.url("player-drop", away) in page
    hall.post("player-drop", away)
    assert hall.state.players[away].status == "dropped"
    assert "absent" not in _kinds(hall)


def test_the_checklist_is_ticked_and_unticked() -> None:
    hall = Hall("legion-2.0")
    page = text(hall.get("checklist"))
    assert "25 to 35 %" in page
    hall.post("tick", shown=["documents", "tables", "nonsense"], done=["documents", "nonsense"])
    assert set(SettledDuty.objects.values_list("about", flat=True)) == {"documents"}
    hall.post("tick", shown=["documents", "tables"], done=["tables"])
    assert set(SettledDuty.objects.values_list("about", flat=True)) == {"tables"}
    hall.post("settle-duty", kind="prepare", about="")
    assert "prepare" not in _kinds(hall)
    assert hall.staff("judge").post(hall.url("tick"), {"shown": ["tables"]}).status_code == 403


def test_a_judge_recommends_and_the_organiser_decides() -> None:
    hall = playing()
    judge = hall.staff("judge")
    form = url(hall, "player-recommend", 2)
    assert "The organiser decides" in text(judge.get(form))
    assert judge.post(form, {"why": " "}).status_code == 422
    judge.post(form, {"why": "<b>Marked</b> cards", "key": "k1"})
    judge.post(form, {"why": "once more", "key": "k1"})
    judge.post(form, {"why": "another", "key": "k2"})
    row = Recommendation.objects.get()
    assert "recommends to disqualify" in text(hall.get("now"))
    assert "&lt;b&gt;Marked&lt;/b&gt; cards" in hall.get("recommendations").content.decode()
    assert judge.get(hall.url("recommendations")).status_code == 403
    hall.post("decide-recommendation", row.pk, follow="yes")
    assert hall.state.players[PlayerId(2)].status == "disqualified"
    row.refresh_from_db()
    assert row.followed is True
    assert "disqualification" not in _kinds(hall)
    assert "decided already" in text(
        hall.client.post(hall.url("decide-recommendation", row.pk), {"follow": "no"}), 422
    )


def test_declining_leaves_the_player_in() -> None:
    hall = playing()
    made = recommending.recommend(hall.tournament.pk, hall.actor, 2, "Slow play")
    assert isinstance(made, Recommendation)
    hall.post("decide-recommendation", made.pk, follow="no")
    assert hall.state.players[PlayerId(2)].status != "disqualified"
    made.refresh_from_db()
    assert made.followed is False


def test_the_words_of_a_recommendation_go_with_the_person() -> None:
    from muster.app.registration.erasing import erase

    hall = playing()
    recommending.recommend(hall.tournament.pk, hall.actor, 2, "Shouted at others")
    erase(Entry.objects.select_related("person").get(player=2).person, hall.actor)
    assert Recommendation.objects.get().why == ""


def test_unlimited_ids_are_asked_for_until_they_are_there() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(2)
    assert "uid-missing" in _kinds(hall)
    Entry.objects.filter(player=1).update(uid="AAAA-1")
    Entry.objects.filter(player=2).update(uid="aaaa-1")
    assert "uid-twice" in _kinds(hall)
    assert "uid-missing" not in _kinds(hall)


def test_the_publishers_file_names_everybody_by_their_id() -> None:
    hall = playing()
    Entry.objects.filter(player=1).update(uid="UID-0001")
    hall.play()
    answer = hall.get("publisher-csv")
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "place,unlimited id,name,wins,losses,draws,byes"
    assert sum("UID-0001" in line for line in lines) == 1
    assert len(lines) == len(hall.state.players) + 1
    assert hall.staff("judge").get(hall.url("publisher-csv")).status_code == 403


def test_how_things_stand_takes_a_handful_of_queries(django_assert_max_num_queries: Any) -> None:
    hall = playing()
    hall.enter(100)
    _required(hall)
    snapshot = store.load(hall.tournament.pk)
    with django_assert_max_num_queries(5):
        situation_of(snapshot, hall.tournament, str)


def test_duties_need_an_account_of_the_staff() -> None:
    hall = Hall()
    for name in ("duties", "checklist", "recommendations"):
        assert Client().get(hall.url(name)).status_code == 302


def test_an_unknown_thing_is_not_ticked() -> None:
    hall = Hall()
    assert settling.tick(_situation(hall), hall.tournament.pk, hall.actor, "nonsense", done=True) is not None
    with pytest.raises(DeniedError):
        settling.tick(_situation(hall), hall.tournament.pk, Actor("x", None), "tables", done=True)


def test_one_unlimited_id_is_one_persons_everywhere() -> None:
    hall = shown(Hall("unlimited-1.3"))
    assert register(hall, uid="ABC-123456", key="one").status_code == 302
    assert register(hall, uid="ABC-123456", key="one").status_code == 302  # the same form once more
    page = register(hall, name="Somebody Else", uid="abc-123456", key="two")
    assert "belongs to one person alone" in text(page, 422)
    assert "Nina New" not in text(page, 422)
    hall.enter(2)
    other = Entry.objects.get(player=2)
    assert "belongs to one person alone" in text(hall.post("player-papers", other.pk, uid="ABC-123456"))
    other.refresh_from_db()
    assert other.uid == ""
    first = Entry.objects.get(player=1)
    hall.post("player-papers", first.pk, uid="ABC-123456")
    first.refresh_from_db()
    assert first.uid == "ABC-123456"


def test_a_player_gives_the_unlimited_id_on_the_phone() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(2)
    Entry.objects.filter(player=2).update(uid="UID-0002")
    phone = Phone(hall, 1)
    assert "Give your Unlimited ID" in phone.look()
    assert "belongs to one person alone" in phone.post("uid", {"uid": "uid-0002"}, status=422)
    assert "This is no Unlimited ID" in phone.post("uid", {"uid": "<b>"}, status=422)
    phone.post("uid", {"uid": "UID-0001"})
    assert phone.entry.uid == "UID-0001"
    assert "Give your Unlimited ID" not in phone.look()


def test_somebody_too_young_checks_in_at_the_desk_with_a_guardian() -> None:
    hall = Hall("unlimited-1.3", setup={"check_in": True})
    hall.enter(2)
    Event.objects.update(opens_at=timezone.now())
    Entry.objects.filter(player=1).update(minor=True, uid="UID-0001")
    phone = Phone(hall, 1)
    assert "Come to the desk with your guardian" in phone.look()
    assert "the desk has to see them" in phone.post("check-in", {}, status=422)
    assert hall.state.players[PlayerId(1)].status == "entered"
    Entry.objects.filter(player=1).update(
        guardian_checked_at=timezone.now(), identity_checked_at=timezone.now()
    )
    phone.post("check-in", {})
    assert hall.state.players[PlayerId(1)].status == "present"


def test_a_competitive_event_planned_as_a_casual_one_is_told_before_it_is_announced() -> None:
    hall = Hall("unlimited-1.3", setup={"tier": "competitive"})
    hall.enter(9)
    RosterPlan.objects.create(tournament=hall.tournament, construction="limited")
    page = text(hall.get("now"))
    for words in (
        "Competitive: the structure is Competitive by the regulations; Casual is planned.",
        "Competitive: played in Premier by the regulations; Limited (sealed or draft) is planned.",
        "Competitive: rosters are required by the regulations; not asked for is planned.",
        "needs a judge",
    ):
        assert words in page
    hall.post("settle-duty", kind="departure", about="structure")
    assert "the structure is Competitive" not in text(hall.get("now"))


def test_announcing_asks_about_departures_once() -> None:
    hall = Hall("unlimited-1.3", setup={"tier": "competitive", "structure": "advanced"})
    hall.enter(9)
    asked = hall.post("announce")
    assert "rosters are required by the regulations" in text(asked, 409)
    assert hall.state.plan is None
    hall.post("announce", go_on="1")
    assert hall.state.plan is not None


def test_the_end_of_a_single_game_is_told_by_its_own_clause() -> None:
    clauses = []
    for match in ("single-game", "best-of-three"):
        hall = Hall("unlimited-1.3", setup={"swiss_match": match})
        hall.begin(4)
        hall.publish()
        clauses.append(clock_of(hall.tournament.pk, RoundNo(1)).at_time[0][0])
    assert clauses == ["SWU-SGL-1", "SWU-BO3-2"]
