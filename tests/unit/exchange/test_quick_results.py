"""Typed results are read as the game means them, and whatever cannot be read says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.scoring import Scored, score
from muster.core.scoring.reports import GamesReport, MarginReport, Report, ShareReport, Tally
from muster.core.scoring.scored import Stage
from muster.exchange.dice import MatchSetup, made_up
from muster.exchange.quick_keys import keys, one_key, whole_digits, write
from muster.exchange.quick_results import read, read_result
from muster.exchange.quick_words import ResultTerms
from muster.rules.variants import Variants
from scoring_cases import ARMADA, ARMADA_PL, LEGION, PUBLISHED, RUNEWARS, UNLIMITED

BEST_OF_THREE = ResultTerms(UNLIMITED, "swiss", 3)
ALL_TERMS = (
    *(ResultTerms(one, stage) for one in PUBLISHED for stage in ("swiss", "elimination")),
    BEST_OF_THREE,
    ResultTerms(UNLIMITED, "elimination", 3),
)


def margin(one: int = 0, two: int = 0, end: str = "rounds", **more: object) -> MarginReport:
    return MarginReport(end=end, scores=(Tally(one), Tally(two)), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "report"),
    [
        ("184-92", margin(184, 92)),
        ("184 92", margin(184, 92)),
        ("184:92", margin(184, 92)),
        ("t177-49", margin(177, 49, "time")),
        ("184+30-92+15", MarginReport(end="rounds", scores=(Tally(184, 30), Tally(92, 15)))),
        ("100-100 s2", margin(100, 100, deciding=1)),
        ("100-100*1", margin(100, 100, deciding=0)),
        ("m s1", margin(end="mutual-destruction", deciding=0)),
        ("d2 400-225", margin(400, 225, "defeated", winner=0)),
        ("c1 20-150", margin(20, 150, "concession", by=0)),
        ("c2", margin(end="concession", by=1)),
        ("ns2", margin(end="no-show", by=1)),
        ("x1", margin(end="match-loss", by=0)),
        ("xx", margin(end="double-loss")),
    ],
)
def test_armada_lines(typed: str, report: Report) -> None:
    assert read_result(typed, ResultTerms(ARMADA)) == report
    assert read(f"12 {typed}", ResultTerms(ARMADA_PL)).report == report


@pytest.mark.parametrize(
    ("typed", "report"),
    [
        ("31", ShareReport(end="rounds", tokens=(3, 1))),
        ("02", ShareReport(end="rounds", tokens=(0, 2))),
        ("10-3", ShareReport(end="rounds", tokens=(10, 3))),
        ("t 3 1", ShareReport(end="time", tokens=(3, 1))),
        ("22 300-280", ShareReport(end="rounds", tokens=(2, 2), scores=(300, 280))),
        ("22 300-300 b2", ShareReport(end="rounds", tokens=(2, 2), scores=(300, 300), deciding=1)),
        ("22 0-0 b2", ShareReport(end="rounds", tokens=(2, 2), deciding=1)),
        ("m 22 *1", ShareReport(end="mutual-destruction", tokens=(2, 2), deciding=0)),
        ("d1", ShareReport(end="defeated", winner=1)),
        ("c2", ShareReport(end="concession", by=1)),
        ("c2a 13", ShareReport(end="concession", by=1, tokens=(1, 3), agreed_to_score=True)),
    ],
)
def test_legion_lines(typed: str, report: Report) -> None:
    assert read_result(typed, ResultTerms(LEGION)) == report


@pytest.mark.parametrize(
    ("typed", "report"),
    [
        ("20", GamesReport(end="decided", games=(0, 0))),
        ("12", GamesReport(end="decided", games=(0, 1, 1))),
        ("2-1-1", GamesReport(end="decided", games=(None, 1, 0, 0))),
        ("10", GamesReport(end="time", games=(0,))),
        ("101", GamesReport(end="time", games=(0,), unfinished=True)),
        ("g1021", GamesReport(end="decided", games=(0, None, 1, 0))),
        ("=", GamesReport(end="intentional-draw")),
        ("id", GamesReport(end="intentional-draw")),
        ("c2 10", GamesReport(end="concession", games=(0,), by=1)),
    ],
)
def test_unlimited_lines(typed: str, report: Report) -> None:
    assert read_result(typed, BEST_OF_THREE) == report


def test_unlimited_elimination_breaks_a_tie_by_hp_then_initiative() -> None:
    terms = ResultTerms(UNLIMITED, "elimination", 3)
    hp = GamesReport(end="time", games=(0, 1), unfinished=True, base_hp=(5, 3))
    assert read_result("11 u hp5-3", terms) == hp
    assert read_result("111 hp 5-3", terms) == hp
    between = GamesReport(end="time", games=(0, 1), deciding=1)
    assert read_result("11 i2", terms) == read_result("11 *2", terms) == between


def test_a_single_game_is_one_digit() -> None:
    terms = ResultTerms(UNLIMITED)
    assert read_result("2", terms) == GamesReport(end="decided", games=(1,))
    assert read_result("0", terms) == GamesReport(end="time", unfinished=True)


def test_runewars_rolls_for_equal_scores() -> None:
    rolled = margin(90, 90, winner=1)
    assert (
        read_result("90-90 w2", ResultTerms(RUNEWARS))
        == read_result("90-90 *2", ResultTerms(RUNEWARS))
        == rolled
    )


@pytest.mark.parametrize("typed", ["7 21", "7.21", "7,21", "7:21", " 7   21 ", "7/21"])
def test_the_table_comes_first(typed: str) -> None:
    quick = read(typed, BEST_OF_THREE)
    assert (quick.table, quick.problems) == (7, ())
    assert quick.report == GamesReport(end="decided", games=(1, 0, 0))


def test_a_table_alone_chooses_a_match() -> None:
    quick = read("12 ", BEST_OF_THREE)
    assert (quick.table, quick.report, quick.problems) == (12, None, ())
    assert read("", BEST_OF_THREE).table is None


@pytest.mark.parametrize(
    ("line", "terms", "field"),
    [
        ("seven 21", BEST_OF_THREE, "table"),
        ("7-21", BEST_OF_THREE, "table"),
        ("7 zz", BEST_OF_THREE, "report"),
        ("7 2", BEST_OF_THREE, "games"),
        ("7 t", BEST_OF_THREE, "games"),
        ("7 *1 11", BEST_OF_THREE, "report"),
        ("7 s1 11", BEST_OF_THREE, "report"),
        ("7 a 21", BEST_OF_THREE, "report"),
        ("7 c1 c2", BEST_OF_THREE, "end"),
        ("7 184", ResultTerms(ARMADA), "scores.destroyed"),
        ("7 1-2-3", ResultTerms(ARMADA), "scores.destroyed"),
        ("7 1-2 3-4", ResultTerms(ARMADA), "scores.destroyed"),
        ("7 t", ResultTerms(ARMADA), "scores.destroyed"),
        ("7 d2", ResultTerms(ARMADA), "scores.destroyed"),
        ("7 hp 3-4 10-9", ResultTerms(ARMADA), "report"),
        ("7 9999999999-1", ResultTerms(ARMADA), "report"),
        ("7 3", ResultTerms(LEGION), "tokens"),
        ("7 c2 31", ResultTerms(LEGION), "agreed_to_score"),
        ("7 31+2", ResultTerms(LEGION), "report"),
        ("7 " + "1" * 300, ResultTerms(LEGION), "report"),
    ],
)
def test_what_cannot_be_read_says_so_at_its_field(line: str, terms: ResultTerms, field: str) -> None:
    quick = read(line, terms)
    assert quick.report is None
    assert field in [problem.field for problem in quick.problems]
    assert all(problem.message for problem in quick.problems)


@given(st.text(max_size=60), st.sampled_from(ALL_TERMS))
def test_any_text_is_read_or_explained(text: str, terms: ResultTerms) -> None:
    quick = read(f"7 {text}", terms)
    assert (
        quick.report is not None
        or quick.problems
        or not text.strip(" \t.,:/\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0")
    )


@given(st.integers(0, 10**6), st.sampled_from(ALL_TERMS))
def test_what_is_written_reads_as_the_same_report(seed: int, terms: ResultTerms) -> None:
    dice = MatchSetup(DrawSeed(f"{seed:064x}"), 1, (PlayerId(1), PlayerId(2)), terms.stage, terms.best_of)
    report = made_up(dice, terms.regulations)
    assert read_result(write(report, terms), terms) == report


def test_lines_are_as_short_as_they_can_be() -> None:
    assert write(GamesReport(end="decided", games=(1, 0, 0)), BEST_OF_THREE) == "21"
    assert write(GamesReport(end="time", games=(0,), unfinished=True), BEST_OF_THREE) == "101"
    assert write(GamesReport(end="decided", games=(1,)), ResultTerms(UNLIMITED)) == "2"
    assert write(ShareReport(end="rounds", tokens=(3, 1)), ResultTerms(LEGION)) == "31"
    assert write(margin(184, 92), ResultTerms(ARMADA)) == "184-92"


@pytest.mark.parametrize("terms", ALL_TERMS, ids=lambda terms: f"{terms.regulations.id}-{terms.stage}")
def test_every_key_of_the_list_can_be_typed(terms: ResultTerms) -> None:
    for key in keys(terms):
        for typed in key.typed.split(" · "):
            report = read_result(typed, terms)
            assert not isinstance(report, tuple), (key, report)
            made = score(
                report,
                terms.regulations,
                stage=terms.stage,
                best_of=3 if terms.best_of > 1 else 1,
                variants=Variants(),
            )
            assert isinstance(made, Scored), (key, made)


def test_a_roll_has_its_name_in_the_list() -> None:
    told = [str(key.means) for key in keys(ResultTerms(RUNEWARS))]
    assert "still equal: the second won the Final Flurry" in told


def test_every_line_in_the_documentation_can_be_typed() -> None:
    text = (Path(__file__).parents[3] / "docs" / "results.md").read_text(encoding="utf-8")
    lines = [f"12 {typed}" for typed in re.findall(r"`12[ .]([^`]+)`", text)]
    first_cells = re.findall(r"^\| (`[^|]+`[^|]*)\|", text, re.MULTILINE)
    lines += [f"12 {typed}" for cell in first_cells for typed in re.findall(r"`([a-z=][^`]*)`", cell)]
    assert len(lines) > 20
    ties = ("", " 22", " 22 300-300", " 90-90", " 11")
    for line in lines:
        reads = [read(line + tie, terms).report for terms in ALL_TERMS for tie in ties]
        assert any(reads), line


@pytest.mark.parametrize("line", ["22", "22 b1", "t 33 b2"])
def test_equal_tokens_ask_for_the_scores_before_anybody_is_blue(line: str) -> None:
    found = read_result(line, ResultTerms(LEGION))
    assert isinstance(found, tuple)
    assert [problem.field for problem in found] == ["scores"]
    assert found[0].clause == "LEG-END-3"


@pytest.mark.parametrize("line", ["22 0-0 b1", "m 22 *1", "31"])
def test_and_nothing_is_asked_where_they_are_said_or_cannot_matter(line: str) -> None:
    terms = ResultTerms(LEGION)
    report = read_result(line, terms)
    assert isinstance(report, ShareReport)
    assert read_result(write(report, terms), terms) == report


@pytest.mark.parametrize("stage", ["swiss", "elimination"])
@pytest.mark.parametrize("best_of", [1, 3])
def test_a_single_key_is_a_result_that_can_be_recorded(stage: Stage, best_of: int) -> None:
    terms = ResultTerms(UNLIMITED, stage, best_of)
    found = one_key(terms)
    assert [one.pressed for one in found] == [*"1234"[: best_of + 1], *("0" if stage == "swiss" else "")]
    winners = []
    for one in found:
        report = read_result(one.line, terms)
        assert isinstance(report, GamesReport)
        outcome = score(report, UNLIMITED, stage=stage, best_of=3 if best_of > 1 else 1, variants=Variants())
        assert isinstance(outcome, Scored), outcome
        winners.append(outcome.outcome.winner)
    half = len("1234"[: best_of + 1]) // 2
    assert winners == [*[0] * half, *[1] * half, *([None] if stage == "swiss" else [])]


def test_only_games_with_a_few_results_have_them_on_single_keys() -> None:
    assert not any(one_key(ResultTerms(rules)) for rules in (ARMADA, ARMADA_PL, LEGION, RUNEWARS))


def test_six_digits_are_two_scores() -> None:
    assert read_result("184092", ResultTerms(ARMADA)) == read_result("184-92", ResultTerms(ARMADA))
    assert read_result("t000400", ResultTerms(RUNEWARS)) == read_result("t 0-400", ResultTerms(RUNEWARS))
    assert isinstance(read_result("18492", ResultTerms(ARMADA)), tuple)
    assert isinstance(read_result("1840920", ResultTerms(ARMADA)), tuple)
    assert [whole_digits(ResultTerms(rules)) for rules in (ARMADA, RUNEWARS, LEGION, UNLIMITED)] == [
        6,
        6,
        0,
        0,
    ]
