"""Rounds on the desk: propose, review, swap, publish, void, and every published round."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse

from muster.app.common.names import names_of, naming
from muster.app.floor.clocks import clock_of
from muster.app.history.latest import MOST, meanwhile
from muster.app.registration.entries import Newcomer, enter
from muster.app.rounds.read import published_round, why
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.journal import store
from muster.people.models import Entry
from muster.web.desk.round.reviewing import ReviewSheet, review_sheet
from tournament_cases import IDS
from web_cases import Hall

pytestmark = pytest.mark.django_db


def text(page: Any, status: int = 200) -> str:
    assert isinstance(page, HttpResponse)
    assert page.status_code == status, page.content.decode()[:2000]
    return " ".join(page.content.decode().split())


def sheet_of(hall: Hall) -> ReviewSheet:
    found = review_sheet(store.load(hall.tournament.pk), names_of(hall.tournament.pk))
    assert found is not None
    return found


def someone(hall: Hall, **given: Any) -> PlayerId:
    """Enter one person with these particulars."""
    name = given.pop("name", "Somebody Else")
    answer = enter(hall.tournament, hall.actor, [Newcomer(name=name, **given)])
    assert not isinstance(answer, Refusal), answer
    return max(hall.state.players)


def pairs(hall: Hall) -> list[tuple[PlayerId, PlayerId]]:
    assert hall.state.proposal is not None
    return [one.pair for one in hall.state.proposal.sheet.pairings]


@pytest.mark.parametrize("regulations", IDS)
def test_a_round_is_proposed_swapped_published_and_voided(regulations: str) -> None:
    hall = Hall(regulations)
    hall.enter(9)
    hall.post("announce")
    hall.post("start-stage")
    page = text(hall.post("propose"))
    assert "Draft: only you see it" in page
    (one, _), (two, _) = pairs(hall)[:2]
    page = text(hall.post("swap", one=one, two=two))
    assert "Exchanged:" in page
    assert [two, one] == [pair[0] for pair in pairs(hall)[:2]]
    page = text(hall.post("publish"))
    assert "0 of 4 results" in page
    assert hall.state.proposal is None
    page = text(hall.post("void", reason="the wrong tables were posted"))
    assert "Pair round 1" in page
    assert not hall.state.rounds
    page = text(hall.post("propose"))
    assert "attempt 2" in page


@pytest.mark.parametrize("regulations", IDS)
def test_an_elimination_event_draws_byes_and_names_its_rounds(regulations: str) -> None:
    hall = Hall(regulations, setup={"first_stage": "elimination"})
    hall.begin(11)
    page = text(hall.post("propose"))
    assert "Round 1: last 16" in page
    assert "Byes (5)" in page
    assert "drawn at random" in page
    assert "data-swap=" not in page
    (one, _), (two, _) = pairs(hall)[:2]
    page = text(hall.post("swap", one=one, two=two), 422)
    assert "A bracket follows from results" in page
    page = text(hall.post("publish"))
    assert "Round 1: last 16" in page
    hall.play()
    for title in ("Round 2: quarter-final", "Round 3: semi-final", "Round 4: final"):
        assert title in text(hall.post("propose"))
        assert title in text(hall.post("publish"))
        hall.play()
    assert "Round 2: quarter-final" in text(hall.get("round-n", 2))


def test_a_bracket_is_drawn_again_only_where_dice_have_a_part_in_it() -> None:
    hall = Hall("legion-2.0", setup={"first_stage": "elimination"})
    hall.begin(8)
    assert "Draw this round again" in text(hall.post("propose"))
    hall.post("publish")
    hall.play()
    assert "Draw this round again" not in text(hall.post("propose"))


def test_after_a_cut_the_elimination_is_started_from_the_round_page() -> None:
    hall = Hall("unlimited-1.3", setup={"structure": "custom", "rounds": 1, "cut": 4})
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut())
    assert "Start the elimination" in text(hall.get("round"))
    assert "Pair round 2" in text(hall.post("start-stage"))
    assert "Round 2: semi-final" in text(hall.post("propose"))


def test_before_the_plan_is_announced_the_page_says_what_comes_first() -> None:
    hall = Hall()
    hall.enter(8)
    page = text(hall.get("round"))
    assert "No round yet" in page
    assert hall.url("plan") in page


def test_the_same_draw_is_not_on_record_twice_when_the_button_is_pressed_twice() -> None:
    hall = Hall()
    hall.begin(8)
    form = {"version": hall.state.version, "key": "once"}
    for _ in range(2):
        text(hall.client.post(hall.url("propose"), form, follow=True))
    assert hall.state.proposal is not None
    assert hall.state.proposal.attempt == 1


def test_drawing_again_is_a_further_attempt_and_can_be_taken_back() -> None:
    hall = Hall()
    hall.begin(12)
    hall.post("propose")
    first = pairs(hall)
    hall.post("propose")
    assert pairs(hall) != first
    assert sheet_of(hall).attempt == 2
    hall.post("undo")
    assert pairs(hall) == first
    hall.post("propose")
    assert sheet_of(hall).attempt == 3


def test_runewars_draws_its_cards_with_the_round_and_repeats_none_too_early() -> None:
    hall = Hall("runewars-2.2.2", setup={"structure": "custom", "rounds": 4, "cut": 0})
    hall.begin(8)
    seen = []
    for _ in range(3):
        page = text(hall.post("propose", go_on="1"))
        assert hall.state.proposal is not None
        cards = hall.state.proposal.sheet.cards
        assert cards is not None
        assert f"<strong>{cards.deployment}</strong>" in page
        assert "RUN-SEAS-2" in page
        assert f"<strong>{cards.objective}</strong>" in text(hall.post("publish"))
        seen.append(cards)
        hall.play()
    assert len({cards.deployment for cards in seen}) == 3
    assert len({cards.objective for cards in seen}) == 3


def test_other_games_have_no_cards() -> None:
    hall = Hall("armada-4.0")
    hall.begin(8)
    assert "Cards of this round" not in text(hall.post("propose"))


def test_publishing_from_a_stale_page_is_refused_and_shows_the_round_that_runs() -> None:
    hall = Hall()
    hall.begin(8)
    hall.post("propose")
    seen = hall.state.version
    marshal = hall.staff("marshal", "Mara Marshal")
    marshal.post(hall.url("publish"), {"version": seen})
    page = text(hall.post("publish", version=seen), 409)
    assert "<bdi>Mara Marshal</bdi>: Round 1 is published." in page
    assert "0 of 4 results" in page
    assert "Start the clock" in page
    assert f'action="{hall.url("round")}"' in page, "searching from here must not repeat the act"
    assert 'href="?' not in page
    assert len(hall.state.rounds) == 1


def test_of_many_acts_meanwhile_the_latest_are_told() -> None:
    hall = Hall()
    hall.enter(2)
    since = hall.state.version
    for _ in range(MOST + 3):
        hall.enter(1)
    snapshot = store.load(hall.tournament.pk)
    name = naming(names_of(hall.tournament.pk))
    found = meanwhile(snapshot, since, name)
    assert (len(found.acts), found.more) == (MOST, 3)
    assert {str(act.who) for act in found.acts} == {"Olivia Organiser"}
    assert [str(act.says)[:9] for act in found.acts[::7]] == ["Entry #6:", "Entry #13"]
    assert not meanwhile(snapshot, -1, name).acts
    assert not meanwhile(snapshot, snapshot.version, name).acts


def test_voiding_needs_a_reason_and_keeps_what_was_typed() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    page = text(hall.post("void", reason="  "), 422)
    assert "Give a reason" in page
    assert '<details class="card no-print" open>' in page
    too_long = "x" * 501
    assert too_long in text(hall.post("void", reason=too_long), 422)
    assert hall.state.rounds


def test_a_round_with_a_result_is_not_voided_and_the_page_does_not_offer_it() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    assert "Void round 1" in text(hall.get("round"))
    hall.play(leave=3)
    assert "Void round 1" not in text(hall.get("round"))
    page = text(hall.post("void", reason="too late"), 422)
    assert "has results; undo them first" in page


def test_late_players_get_a_bye_or_the_loss_back() -> None:
    hall = Hall("legion-2.0", setup={"structure": "custom", "rounds": 3, "cut": 0})
    hall.begin(8)
    hall.publish()
    late = someone(hall, name="Late Larry")
    page = text(hall.get("round"))
    assert "Here, but not in this round" in page
    assert "<bdi>Late Larry</bdi>" in page
    page = text(hall.post("award", player=late, kind="bye"))
    assert "Late Larry has a bye in round 1." in page
    assert [bye.player for bye in hall.state.rounds[0].byes] == [late]
    hall.post("award", player=late, kind="loss")
    assert not hall.state.rounds[0].byes
    page = text(hall.post("award", player=1, kind="bye"), 422)
    assert "has a match in round 1" in page


def test_a_bye_can_be_made_a_loss_without_minding_what_others_did_elsewhere() -> None:
    hall = Hall()
    hall.begin(9)
    hall.publish()
    resting = hall.state.rounds[0].byes[0].player
    page = text(hall.post("award", player=resting, kind="loss", version=1))
    assert "a loss in round 1" in page


@pytest.mark.parametrize("regulations", IDS)
def test_why_is_told_for_proposals_and_published_rounds_with_a_clause(regulations: str) -> None:
    hall = Hall(regulations)
    hall.begin(9)
    hall.post("propose")
    one = pairs(hall)[0][0]
    page = text(hall.client.get(hall.url("why-pairing", 1, one), headers={"HX-Request": "true"}))
    assert "drawn at random" in page
    assert "<html" not in page
    assert "Back to the round" in text(hall.get("why-pairing", 1, one))
    hall.post("publish")
    resting = hall.state.rounds[0].byes[0].player
    assert "drawn at random" in text(hall.get("why-pairing", 1, resting))
    text(hall.get("why-pairing", 1, 999), 404)
    text(hall.get("why-pairing", 7, one), 404)


def test_why_of_a_past_round_rests_on_the_standings_of_that_time() -> None:
    hall = Hall("armada-4.0")
    hall.begin(12)
    told = {}
    name = naming(names_of(hall.tournament.pk))
    for number in (1, 2, 3):
        hall.propose()
        for player in hall.state.players:
            told[number, player] = why(store.load(hall.tournament.pk), RoundNo(number), player, name)
        hall.do(commands.PublishRound())
        hall.play()
    snapshot = store.load(hall.tournament.pk)
    assert all(told.values())
    for (number, player), found in told.items():
        assert why(snapshot, RoundNo(number), player, name) == found


def test_after_a_swap_the_reason_is_that_it_was_done_by_hand() -> None:
    hall = Hall()
    hall.begin(8)
    hall.post("propose")
    (one, _), (two, _) = pairs(hall)[:2]
    hall.post("swap", one=one, two=two)
    assert "by hand" in text(hall.get("why-pairing", 1, one))
    hall.post("publish")
    assert "by hand" in text(hall.get("why-pairing", 1, two))


def test_a_published_round_is_listed_by_table_and_by_name() -> None:
    hall = Hall()
    hall.begin(9)
    hall.publish()
    by_table = text(hall.get("round"))
    assert by_table.count("<tr id=") == 4
    by_name = text(hall.get("round", by="name"))
    names = re.findall(r'<th scope="row"><bdi>([^<]+)</bdi>', by_name)
    assert names == sorted(names_of(hall.tournament.pk).values(), key=str.casefold)
    assert ">bye</bdi>" in by_name
    assert text(hall.get("round", by="name", q="ada")).count('<th scope="row">') == 1


def test_long_rounds_come_in_pages_of_a_hundred_and_print_on_one() -> None:
    hall = Hall("armada-4.0")
    hall.begin(210)
    hall.post("propose")
    assert text(hall.get("round")).count("<tr id=") == 100
    assert text(hall.get("round", page=2)).count("<tr id=") == 5
    page = text(hall.get("round", page=2))
    assert "Name or entry number" in page, "a list of 210 names would be too long to choose from"
    one = sheet_of(hall).meetings[104].one.player
    assert f"page=2&amp;pick={one}" in page
    hall.post("publish")
    assert text(hall.get("round", page=2)).count("<tr id=") == 5
    assert text(hall.get("round", by="name", page=3)).count('<th scope="row">') == 10
    assert text(hall.get("round-print", 1)).count("<tr>") == 210 + 105 + 2


def test_past_rounds_stay_in_reach_and_rounds_to_come_are_not_there() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.publish()
    page = text(hall.get("round"))
    assert "Round 2 of 2" in page
    assert hall.url("round-n", 1) in page
    past = text(hall.get("round-n", 1))
    assert "All results are in" in past
    assert "Start the clock" not in past
    text(hall.get("round-n", 3), 404)
    text(hall.get("round-print", 3), 404)
    assert published_round(hall.state, RoundNo(1), {}).settled == 4
    with pytest.raises(LookupError):
        published_round(hall.state, RoundNo(3), {})


def test_a_complete_round_leads_on_to_the_next_and_the_last_one_to_the_finish() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    hall.play()
    assert "Pair round 2" in text(hall.get("round"))
    hall.publish()
    hall.play()
    page = text(hall.get("round"))
    assert "Pair round 3" not in page
    assert hall.url("finish") in page


def test_names_are_text_whatever_is_in_them() -> None:
    hall = Hall()
    hostile = '<script>alert("x")</script>'
    one = someone(hall, name=hostile, club="<b>Club</b>")
    hall.enter(5)
    hall.begin(0)
    hall.post("propose")
    others = [player for pair in pairs(hall) if one not in pair for player in pair]
    pages = [
        text(hall.get("round")),
        text(hall.get("round", **{"pick": one, "with": others[0]})),
        text(hall.get("round", q=hostile)),
        text(hall.post("publish")),
        text(hall.get("round", by="name")),
        text(hall.get("round-print", 1)),
        text(hall.get("why-pairing", 1, one)),
    ]
    for page in pages:
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page
        assert "<b>Club" not in page


def test_a_judge_sees_the_proposal_but_neither_publishes_nor_swaps() -> None:
    hall = Hall()
    hall.begin(8)
    hall.post("propose")
    judge = hall.staff("judge")
    page = text(judge.get(hall.url("round")))
    assert "Draft: only you see it" in page
    assert hall.url("publish") not in page
    for act in ("publish", "propose", "swap", "void", "award", "start-stage"):
        assert judge.post(hall.url(act), {"version": hall.state.version}).status_code == 403
    assert hall.state.proposal is not None


def test_acts_are_not_done_by_following_a_link() -> None:
    hall = Hall()
    hall.begin(8)
    for act in ("publish", "propose", "swap", "void", "award", "start-stage"):
        assert hall.get(act).status_code == 405


def test_a_round_of_many_players_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    hall = Hall("armada-4.0")
    hall.begin(130)
    hall.post("propose")
    with django_assert_max_num_queries(12):
        hall.get("round")
    hall.post("publish")
    with django_assert_max_num_queries(12):
        hall.get("round")
    assert TableNo(65) in hall.state.rounds[0].matches
    assert Entry.objects.count() == 130


def test_one_button_starts_and_pairs_and_one_publishes_and_starts_the_clock() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(6)
    hall.post("announce")
    page = text(hall.post("begin"))
    assert "Draft: only you see it" in page
    assert hall.state.stages
    assert hall.state.proposal is not None
    page = text(hall.post("publish", clock="1"))
    assert hall.state.rounds[-1].started
    assert clock_of(hall.tournament.pk, RoundNo(1)).running
    hall.play()
    page = text(hall.get("now"))
    assert f'action="{hall.url("propose")}"' in page
    assert "Pair round 2" in page


def test_starting_and_pairing_is_undone_as_one_act() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(6)
    hall.post("announce")
    hall.post("begin")
    hall.post("undo")
    assert hall.state.proposal is None
    assert not hall.state.stages


def test_beginning_on_a_stale_page_does_nothing() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(6)
    hall.post("announce")
    text(hall.post("begin", version=0), 409)
    assert not hall.state.stages


def test_who_may_not_pair_is_led_to_the_page() -> None:
    hall = Hall("unlimited-1.3")
    hall.begin(6)
    page = hall.staff("judge").get(hall.url("now")).content.decode()
    assert f'action="{hall.url("propose")}"' not in page
    assert f'href="{hall.url("round")}"' in page
