"""Rules on the judge's phone: found by moment and by word; and the terrain of a table against the guidelines."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from judge_page_cases import get, playing, text
from muster.app.judging import tables
from muster.rules.ledger import ledgers
from muster.rules.load import load
from muster.rules.setups import set_ups
from muster.web.judge.rules.page import SENTENCES
from muster.web.sentences import sentences_at
from player_cases import Phone
from web_cases import Hall

pytestmark = pytest.mark.django_db

REGULATIONS = ("armada-4.0", "legion-2.0", "runewars-2.2.2", "unlimited-1.3", "armada-pl")


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_every_step_and_every_clause_is_there(regulations: str) -> None:
    response = get(playing(regulations), "rules")
    page = " ".join(text(response).split())
    assert [step.id for step in set_ups()[regulations].steps if str(step.message) not in page] == []
    assert all(page.count(f">{clause}<") for clause in load(regulations).clauses)
    assert len(response.content) < 60_000


def test_a_word_finds_steps_and_clauses_whatever_its_capitals() -> None:
    page = text(get(playing("armada-4.0"), "rules", q="SQUADRONS distance"))
    assert "Squadrons go anywhere in the set-up area at distance 1–2" in page
    assert "ARM-SET-4" in page
    assert "ARM-TP-1" not in page
    assert "No rule has these words." in text(get(playing("armada-4.0"), "rules", q="<b>xyzzy"))


def test_a_moment_shows_its_own() -> None:
    hall = playing("armada-4.0")
    ending = text(get(hall, "rules", moment="end"))
    assert "step by step" not in ending.split("<h1>")[1].split("</footer>")[0]
    assert "ARM-END-2" in ending
    assert "ARM-MEAS-1" not in ending
    at_table = text(get(hall, "rules", moment="table"))
    assert all(clause in at_table for clause in ("ARM-MEAS-1", "ARM-DMG-1", "ARM-DEST-1", "COM-ERR-1"))


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_every_sentence_is_there_at_its_moment_and_found_by_its_words(regulations: str) -> None:
    hall = playing(regulations)
    pages = {moment: unescape(text(get(hall, "rules", moment=moment))) for moment in SENTENCES}
    for one in ledgers()[regulations].sentences:
        moment = next(name for name, moments in SENTENCES.items() if one.moment in moments)
        assert one.sentence in pages[moment]
    wanted = ledgers()[regulations].sentences[::40]
    for one in wanted:
        assert one.sentence in unescape(text(get(hall, "rules", q=" ".join(one.sentence.split()[:5]))))


FORMS: dict[str, tuple[str, *tuple[int, ...]]] = {
    "judge:rule": ("rule", 1),
    "judge:player-rule": ("player-rule", 1),
    "judge:component": ("component", 1),
    "judge:player-component": ("player-component", 1),
    "judge:proxy": ("proxy", 1),
    "judge:player-proxy": ("player-proxy", 1),
    "judge:penalise": ("penalise", 1),
    "judge:player-penalise": ("player-penalise", 1),
    "judge:player-recommend": ("player-recommend", 1),
    "judge:home": ("home",),
}
"""Pages of the phone where something is decided, with the table or the player that their address has."""


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_sentences_stand_where_a_judge_decides_what_they_are_about(regulations: str) -> None:
    hall = playing(regulations)
    pages = {name: unescape(text(get(hall, *address))) for name, address in FORMS.items()}
    placed = [
        (one, each.id)
        for one in ledgers()[regulations].sentences
        for each in one.carried
        if each.way == "page" and each.id in FORMS
    ]
    assert len({name for _, name in placed}) >= 5
    assert [(one.sentence, name) for one, name in placed if one.sentence not in pages[name]] == []


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_the_penalty_that_is_given_has_what_the_text_says_of_penalties(regulations: str) -> None:
    hall = playing(regulations)
    category = tables.table_of(hall.tournament.pk, hall.state).categories[0].id
    page = unescape(text(get(hall, "player-penalise", 1, category=category)))
    placed = sentences_at(regulations, "judge:penalise")
    assert placed
    assert all(str(one.says) in page for one in placed)


def test_a_judge_whom_somebody_calls_is_not_told_to_be_a_spectator() -> None:
    hall = playing("armada-4.0")
    idle = "An idle judge is a spectator and should make that plain."
    assert idle in text(get(hall, "home"))
    Phone(hall, 1).act("call")
    assert idle not in text(get(hall, "home"))


def test_only_those_who_rule_look_here() -> None:
    hall = playing("legion-2.0")
    judge, scorekeeper = hall.staff("judge", "Jo"), hall.staff("scorekeeper", "Sam")
    for name in ("rules", "terrain"):
        assert get(hall, name, client=judge).status_code == 200
        assert get(hall, name, client=scorekeeper).status_code == 403


def _pieces(*rows: tuple[str, str, str, str, str]) -> dict[str, Any]:
    names = ("kind", "shape", "wide", "deep", "count")
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}


FULL = _pieces(
    ("medium", "rectangle", "6", "6", "3"),
    ("large", "rectangle", "9", "", "2"),
    ("area", "rectangle", "10", "10", "3"),
    ("scatter", "rectangle", "6", "6", "8"),
)


def test_a_table_in_order_is_said_to_be() -> None:
    page = text(get(playing("legion-2.0"), "terrain", size="3x6", **FULL))
    assert "33.1 % of the table is covered." in page
    assert "Nothing is missing" in page


def test_what_is_missing_and_too_much_is_said() -> None:
    page = " ".join(text(get(playing("legion-2.0"), "terrain", size="3x3", **FULL)).split())
    assert "66.2 % of the table is covered." in page
    assert "405 square inches are covered too many." in page  # 858 less 35 % of 1296, rounded up
    assert "Nothing is missing" not in page
    one = _pieces(("difficult", "ellipse", "7,5", "4", "3"))
    page = " ".join(text(get(playing("legion-2.0"), "terrain", size="3x6", **one)).split())
    assert "Difficult area terrain: 1 fewer" in page
    assert "Medium, blocks line of sight, height 1 or lower: 3 more" in page
    assert "Area terrain: woods, craters, rubble, tall grass: " not in page


@pytest.mark.parametrize(
    "row",
    [
        ("area", "rectangle", "0", "1", "1"),
        ("area", "rectangle", "101", "1", "1"),
        ("area", "rectangle", "1e9", "1", "1"),
        ("area", "rectangle", "-1", "1", "1"),
        ("area", "rectangle", "\u0661", "1", "1"),
        ("area", "rectangle", "1", "1", "100"),
        ("area", "rectangle", "1", "1", "<b>"),
        ("<b>", "<script>", "1", "x\x00", "1"),
    ],
)
def test_what_is_no_piece_is_said_to_be_none(row: tuple[str, str, str, str, str]) -> None:
    page = get(playing("legion-2.0"), "terrain", **_pieces(row))
    assert "Enter inches above 0" in text(page)
    assert "is covered." not in text(page)
    assert b"<script>" not in page.content.split(b"<h1>")[1].split(b"</form>")[0]


def test_far_too_many_lines_are_cut_off() -> None:
    page = get(playing("legion-2.0"), "terrain", **_pieces(*[("area", "rectangle", "2", "2", "1")] * 500))
    assert text(page).count("<fieldset") == 30
    assert len(page.content) < 60_000


def test_runewars_tells_the_capacity_of_a_piece() -> None:
    hall = playing("runewars-2.2.2")
    page = text(get(hall, "terrain", **_pieces(("", "ellipse", "6", "", "1"))))
    assert "Capacity 4" in page
    assert "Capacity 2" not in page
    both = text(get(hall, "terrain", **_pieces(("", "ellipse", "5", "", "1"))))
    assert "Capacity 2" in both
    assert "Capacity 4" in both


def test_games_without_terrain_have_no_such_page() -> None:
    hall = playing("unlimited-1.3")
    assert get(hall, "terrain").status_code == 404
    assert "Check the terrain" not in text(get(hall, "rules"))


def test_before_there_is_a_tournament_there_is_nothing_to_look_up() -> None:
    hall = Hall("legion-2.0")
    assert get(hall, "rules").status_code == 200
