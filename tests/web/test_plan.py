"""The plan page: what the regulations give, what would change it, one's own figures, tables, announcing."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse

from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.state import State
from muster.web.desk.plan.figures import kept_apart, plan_now
from tournament_cases import IDS
from web_cases import Hall

pytestmark = pytest.mark.django_db


def text(page: Any, status: int = 200) -> str:
    assert isinstance(page, HttpResponse)
    assert page.status_code == status, page.content.decode()[:2000]
    return " ".join(page.content.decode().split())


@pytest.mark.parametrize("regulations", IDS)
def test_every_structure_is_shown_with_the_row_that_applies_and_its_clause(regulations: str) -> None:
    hall = Hall(regulations)
    hall.enter(20)
    page = text(hall.get("plan"))
    for structure in hall.state.regulations.structures:
        assert f"<h3>{structure.name}</h3>" in page
        assert structure.clause in page
    with_rows = [one for one in hall.state.regulations.structures if one.rows]
    assert page.count('<tr class="current"') == len(with_rows)


def test_the_page_says_from_how_many_players_on_the_plan_changes() -> None:
    hall = Hall("armada-4.0", setup={"structure": "advanced"})
    hall.enter(32)
    page = text(hall.get("plan"))
    assert "From <strong>33</strong> players on: 6 Swiss rounds, cut to 8." in page
    assert "With <strong>16</strong> or fewer: 4 Swiss rounds, cut to 8." in page


def test_before_the_announcement_a_33rd_player_changes_the_plan_afterwards_not() -> None:
    hall = Hall("armada-4.0")
    hall.enter(32)
    assert "Fix the rounds: 5 Swiss rounds" in text(hall.get("plan"))
    hall.enter(1)
    assert "Fix the rounds: 6 Swiss rounds" in text(hall.get("plan"))
    hall.post("undo")
    hall.post("announce")
    hall.enter(1)
    page = text(hall.get("plan"))
    assert "players counted then; 33 are here now" in page
    assert "For 33 players the table would say: 6 Swiss rounds, no cut." in page
    assert hall.state.announced.rounds == 5


def test_a_newcomer_who_changes_nothing_is_named_without_another_plan() -> None:
    hall = Hall("armada-4.0")
    hall.enter(20)
    hall.post("announce")
    hall.enter(1)
    page = text(hall.get("plan"))
    assert "21 are here now" in page
    assert "the table would say" not in page


def test_warnings_of_the_plan_are_shown_with_clause_and_reading() -> None:
    hall = Hall("armada-4.0", setup={"structure": "advanced"})
    hall.enter(6)
    page = text(hall.get("plan"))
    assert "6 players cannot fill the table&#x27;s cut to 8: it becomes 4" in page
    assert "ARM-STR-2" in page
    assert "How we read it (B4):" in page


def test_where_there_is_no_plan_there_is_nothing_to_announce_but_a_reason() -> None:
    hall = Hall("armada-4.0")
    hall.enter(3)
    page = text(hall.get("plan"))
    assert "There is no plan for 3 players yet." in page
    assert "needs at least 4 players. Choose Custom." in page
    assert hall.url("announce") not in page
    text(hall.post("announce"), 422)


def test_own_figures_are_judged_while_they_are_typed_and_change_nothing() -> None:
    hall = Hall("armada-4.0")
    hall.enter(20)
    before = hall.state.version
    asked = {"structure": "custom", "rounds": "3", "cut_kind": "top", "cut": "5"}
    shown = text(hall.client.get(hall.url("plan-check"), asked))
    assert "Enter a cut that fills a bracket" in shown
    shown = text(hall.client.get(hall.url("plan-check"), asked | {"cut": "64"}))
    assert "A cut to 64 is larger than the field of 20 players" in shown
    shown = text(hall.client.get(hall.url("plan-check"), asked | {"cut": "8"}))
    assert "With 20 players: <strong>3 Swiss rounds, cut to 8</strong>." in shown
    assert hall.state.version == before


@pytest.mark.parametrize(
    ("kind", "cut", "words"),
    [
        ("top-with-ties", "4", "cut to 4 and everybody equal to the last of them"),
        ("at-least-points", "24", "everybody with 24 points or more goes on"),
        ("at-most-losses", "1", "everybody with 1 loss or fewer goes on"),
    ],
)
def test_every_kind_of_cut_can_be_chosen(kind: str, cut: str, words: str) -> None:
    hall = Hall("armada-4.0")
    hall.enter(20)
    page = text(hall.post("plan-structure", structure="custom", rounds="4", cut_kind=kind, cut=cut))
    assert words in page
    assert (hall.state.created.cut_kind, hall.state.created.cut) == (kind, int(cut))


def test_wrong_figures_are_refused_beside_their_fields_with_what_was_typed() -> None:
    hall = Hall("armada-4.0")
    hall.enter(20)
    page = text(hall.post("plan-structure", structure="custom", rounds="99", cut_kind="top", cut="5"), 422)
    assert 'name="rounds" inputmode="numeric" maxlength="3" value="99" aria-invalid="true"' in page
    assert "Enter the number of Swiss rounds, 1 to 40." in page
    assert hall.state.created.structure == "basic"


def test_going_back_from_own_figures_to_the_table() -> None:
    hall = Hall("armada-4.0")
    hall.enter(20)
    hall.post("plan-structure", structure="custom", rounds="3", cut_kind="top", cut="4")
    page = text(hall.post("plan-structure", structure="advanced"))
    assert "Fix the rounds: 5 Swiss rounds, cut to 8, 20 players" in page


def test_an_elimination_event_says_how_many_byes_are_drawn() -> None:
    hall = Hall("legion-2.0", setup={"first_stage": "elimination"})
    hall.enter(11)
    page = text(hall.get("plan"))
    assert "11 players, single elimination from the start: 5 byes in the first round" in page
    assert "Structures side by side" not in page
    page = text(hall.post("announce"))
    assert "COM-ELIM-3" in page
    assert "Start the elimination" in page


def test_announcing_shows_the_commitment_and_leads_to_the_start() -> None:
    hall = Hall("legion-2.0")
    hall.enter(9)
    page = text(hall.post("announce"))
    assert hall.state.draws.commitment is not None
    assert str(hall.state.draws.commitment) in page
    page = text(hall.post("start-stage"))
    assert "Pair round 1" in page
    assert hall.state.stages


def test_a_stale_announcement_is_refused_and_says_who_did_what_meanwhile() -> None:
    hall = Hall("legion-2.0")
    hall.enter(9)
    seen = hall.state.version
    hall.enter(1)
    page = text(hall.post("announce", version=seen), 409)
    assert "Meanwhile:" in page
    assert "<bdi>Olivia Organiser</bdi>: Entry #10: Ada A0." in page
    assert "Fix the rounds: 3 Swiss rounds, no cut, 10 players" in page
    assert hall.state.plan is None


def test_tables_are_counted_against_those_needed() -> None:
    hall = Hall("legion-2.0")
    hall.enter(12)
    page = text(hall.post("plan-tables", tables="1-5, 8", reserved="1"))
    assert "6 tables are needed. 5 are free to fill." in page
    assert "1 table is missing: numbers go on after the last." in page
    page = text(hall.post("plan-tables", tables="5-1", reserved=""), 422)
    assert "runs backwards: write 1-5." in page
    assert 'value="5-1" aria-invalid="true"' in page


def test_two_players_are_kept_apart_by_name_or_number_and_may_meet_again() -> None:
    hall = Hall("legion-2.0")
    hall.enter(8)
    page = text(hall.post("plan-apart", one="ada a0", two="#2"))
    assert "<bdi>Ada A0</bdi> · <bdi>Brian A1</bdi>" in page
    assert hall.state.forbidden == {(1, 2)}
    hall.post("plan-apart", kind="allow", one="1", two="2")
    assert not hall.state.forbidden
    assert "Name two different players" in text(hall.post("plan-apart", one="", two="2"), 422)


def test_two_of_six_hundred_are_found_by_what_one_types() -> None:
    hall = Hall("legion-2.0")
    hall.enter(600)
    page = text(hall.get("plan"))
    assert "<select" not in page.split("Never pair")[1]
    assert '<option value="Ada A0 #1">' in page
    hall.post("plan-apart", one="Ada A0 #1", two="Tara B4")
    assert hall.state.forbidden == {(1, 44)}
    unclear = text(hall.post("plan-apart", one="Ada", two="#2"), 422)
    assert "Several players fit “Ada”. Is it Ada A0 #1" in unclear
    assert 'value="Ada"' in unclear
    assert "Nobody fits “Nobody”" in text(hall.post("plan-apart", one="Nobody", two="#2"), 422)
    assert hall.state.forbidden == {(1, 44)}


def test_a_judge_sees_the_plan_but_may_not_change_it() -> None:
    hall = Hall("legion-2.0")
    hall.enter(8)
    judge = hall.staff("judge")
    page = text(judge.get(hall.url("plan")))
    assert hall.url("announce") not in page
    answer = judge.post(hall.url("announce"), {"version": hall.state.version})
    assert answer.status_code == 403
    assert hall.state.plan is None


def test_players_not_checked_in_do_not_count_and_are_pointed_out() -> None:
    hall = Hall("legion-2.0", setup={"check_in": True})
    state = hall.enter(9)
    for player in list(state.players)[:8]:
        hall.do(commands.CheckIn(player))
    shown = plan_now(hall.state)
    assert (shown.here, shown.waiting) == (8, 1)
    assert "is not here yet: the rounds are fixed for those who are, and stay." in text(
        hall.post("announce"), 409
    )
    assert hall.state.plan is None
    hall.post("announce", go_on="1")
    assert "1 player has not checked in yet" in text(hall.get("plan"))
    page = text(hall.post("start-stage"), 409)
    assert "is not here yet, and is dropped when play begins" in page


def test_names_with_accents_stand_where_one_looks_for_them() -> None:
    names = {PlayerId(1): "Yuki", PlayerId(2): "Émile", PlayerId(3): "Íñigo", PlayerId(4): "Fatima"}
    apart = frozenset((PlayerId(one), PlayerId(one + 10)) for one in names)
    first = [pair.names[0] for pair in kept_apart(State(forbidden=apart), names)]
    assert first == ["Émile", "Fatima", "Íñigo", "Yuki"]


def test_where_cards_are_drawn_for_everybody_the_plan_leads_to_those_of_the_outline() -> None:
    """`RUN-SEAS-1`: the event outline may name others."""
    hall = Hall("runewars-2.2.2")
    hall.enter(8)
    page = text(hall.get("plan"))
    link = f'href="{hall.url("cards", 1)}#outline"'
    assert link in page
    assert 'id="outline"' in text(hall.get("cards", 1))
