"""Every why opens to plain words and its clause: at the desk, for everybody, and on the player's own page."""

from __future__ import annotations

import pytest
from django.test import Client

from muster.app.events.plan_reasons import plan_reasons
from muster.app.rounds.read import why
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import commands
from muster.journal import store
from muster.rules.readings import SOURCES, sources_of
from muster.web.clauses import opened
from muster.web.desk.round.manual_changes import by_hand
from muster.web.player.page.own_worth import own_worths
from player_cases import Phone, begun
from public_cases import see, shown
from tournament_cases import IDS, custom, desk
from web_cases import Hall

pytestmark = pytest.mark.django_db


def named(player: PlayerId) -> str:
    return f"P{player}"


def test_a_clause_opens_to_its_words_document_section_readings_and_what_was_chosen() -> None:
    state = desk(variants={"bye_is_opponent": True}).state
    found = opened(state, "COM-SOS-1")
    assert found is not None
    assert str(found.document) == f"{state.regulations.document.name} {state.regulations.document.version}"
    assert (found.section, found.says) == (
        state.regulations.clauses["COM-SOS-1"].section,
        state.regulations.words_of("COM-SOS-1"),
    )
    assert [number for number, _words in found.readings] == ["B14", "B15"]
    assert [one.usual for one in found.chosen if str(one.what) == "Byes in averages"] == [False]
    reading = opened(state, "B13")
    assert reading is not None
    assert (str(reading.document), reading.clause) == ("", "B13")
    assert opened(state, "C5") is None
    named = [(str(name), words) for name, words in sources_of("C6, C7")]
    assert named == [("Floor Rules 2019", SOURCES["C6"][1]), ("our choice", SOURCES["C7"][1])]
    assert sources_of("C6, COM-DROP-1") == []


@pytest.mark.parametrize("regulations", IDS)
def test_the_plan_says_which_row_of_which_table_it_is(regulations: str) -> None:
    state = desk(regulations, 9).state
    table = plan_reasons(state, 9)
    assert "9 players were counted. For " in str(table[0].message)
    assert table[-1].clause == "B13"
    own = desk(regulations, 9, **custom(2)).state
    assert [str(one.message) for one in plan_reasons(own, 9)] == [
        "Custom has no table: the rounds and the cut are the organiser’s own figures."
    ]
    assert str(plan_reasons(desk(regulations, 9, first_stage="elimination").state, 9)[0].message) == (
        "9 players are in a bracket of 16 places: 7 byes in the first round."
    )


def test_what_each_round_of_a_player_is_worth_is_told() -> None:
    at = desk("legion-2.0", 5, **custom(3)).rounds(1)
    rests = PlayerId(at.resting()[0])
    (bye,) = own_worths(at.state, rests, named)
    assert str(bye.says) == (
        "A bye counts as a win: 1 tournament point, and the average of the other games as margin of victory."
    )
    at.enter(6)
    (loss,) = own_worths(at.state, PlayerId(6), named)
    assert str(loss.says).startswith("Not in this round when it was paired: a loss without an opponent, 0 ")
    (match,) = own_worths(at.state, PlayerId(at.meetings()[0][0]), named)
    assert match.preview is not None
    assert match.preview.steps
    gone = desk(players=8, **custom(1, 4)).rounds(1).cut().pair()
    one, two = gone.meetings()[0]
    gone.do(commands.StartRound())
    gone.drop(one)
    assert str(own_worths(gone.state, PlayerId(two), named)[0].says).startswith("The match was awarded")


def test_what_was_done_by_hand_says_by_whom_and_when_to_the_staff_alone() -> None:
    hall = Hall()
    hall.begin(8)
    state = hall.propose()
    assert state.proposal is not None
    one, two = (pairing.players[0] for pairing in state.proposal.sheet.pairings[:2])
    hall.do(commands.SwapPlayers((one, two)))
    hall.do(commands.PublishRound())
    snapshot = store.load(hall.tournament.pk)
    reason = why(snapshot, RoundNo(1), one, named)
    (hand,) = by_hand(snapshot, RoundNo(1), one, named, reason)
    assert f"P{one}" in str(hand.says)
    page = hall.get("why-pairing", 1, one).content.decode()
    assert "by hand" in page
    assert str(hand.says).split(" ")[0] in page
    assert by_hand(snapshot, RoundNo(1), one, named, None) == ()


def test_everybody_sees_the_groups_the_draw_and_the_criteria() -> None:
    hall = shown(Hall("legion-2.0"))
    hall.begin(9)
    hall.publish()
    hall.play()
    hall.publish()
    page = see(hall, "why-pairing", 1, 2, 1)
    assert "Who was possible" in page
    assert "had still to meet" in page
    assert "Which draw" in page
    rank = see(hall, "why-rank", 1, 1, 2)
    assert "Criterion by criterion" in rank
    assert "in our words" in rank
    assert "Why so many rounds?" in see(hall, "rules", 1)


def test_a_player_sees_it_about_themselves() -> None:
    hall = begun()
    hall.play()
    hall.publish()
    phone = Phone(hall, 1)
    page = phone.client.get(phone.url + "/why").content.decode()
    for words in (
        "Who was possible",
        "Which draw",
        "Criterion by criterion",
        "Why each round is worth what it is",
    ):
        assert words in page
    assert Client().get(phone.url + "/why").status_code == 200


def test_a_refusal_opens_its_clause() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    page = hall.post("propose").content.decode()
    assert "lacks results" in page
    assert '<details class="why"><summary><span class="clause">COM-PAIR-3</span>' in page


def test_a_clause_in_a_sentence_leads_to_its_words() -> None:
    hall = Hall("legion-2.0", custom(3))
    hall.begin(6)
    hall.publish()
    rules = f"/e/{hall.event.code}/1/rules"
    page = hall.client.get(f"/judge/{hall.event.code}/1/t/1").content.decode()
    assert f'<a class="clause" href="{rules}#LEG-END-1" target="_blank" rel="noopener">LEG-END-1</a>' in page
    assert 'id="LEG-END-1"' in hall.client.get(rules).content.decode()
