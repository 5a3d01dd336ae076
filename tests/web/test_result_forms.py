"""Every way of ending a match, by line and by labelled fields, compared with what the engine makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from muster.app.results.description import won_the_roll
from muster.app.results.report_forms import data_of
from muster.core.scoring import Scored, score
from muster.core.scoring.reports import GamesReport, MarginReport, Report, ShareReport, Tally
from muster.core.tournament.state import best_of
from muster.exchange.quick_keys import keys
from muster.exchange.quick_results import read_result
from muster.exchange.quick_words import ResultTerms
from results_cases import BEST_OF_THREE, bracket, match, running, type_line, words
from tournament_cases import IDS, rules
from web_cases import Hall

pytestmark = pytest.mark.django_db


def expected(hall: Hall, report: Report) -> Any:
    round_ = hall.state.rounds[-1]
    stage = hall.state.stages[round_.stage].format
    made = score(
        report,
        hall.state.regulations,
        stage=stage,
        best_of=best_of(hall.state, stage),
        variants=hall.state.variants,
    )
    assert isinstance(made, Scored), made
    return made.outcome


def settled(hall: Hall, report: Report) -> None:
    """The match at table 1 has this report and what the engine makes of it."""
    assert match(hall).report == report
    assert match(hall).outcome == expected(hall, report)


@pytest.mark.parametrize("regulations", IDS)
@pytest.mark.parametrize("stage", ["swiss", pytest.param("elimination", marks=pytest.mark.long)])
@pytest.mark.parametrize("typed_by", ["line", "fields"])
def test_every_key_records_what_the_engine_scores(regulations: str, stage: str, typed_by: str) -> None:
    formats: dict[str, Any] = BEST_OF_THREE if regulations == "unlimited-1.3" else {}
    hall = (running if stage == "swiss" else bracket)(regulations, **formats)
    terms = ResultTerms(hall.state.regulations, stage, 3 if formats else 1)  # type: ignore[arg-type]
    for key in keys(terms):
        for typed in key.typed.split(" · "):
            line = f"1 {typed}"
            asked = words(hall.get("results-preview", round=1, line=line))
            assert 'class="facts"' in asked, (line, asked)
            if typed_by == "line":
                answer = type_line(hall, line)
                if answer.status_code == 422:
                    token = words(answer).split('data-sure="')[1].split('"')[0]
                    answer = type_line(hall, line, sure=token)
                assert answer.status_code == 200, (line, words(answer))
            else:
                record_by_fields(hall, terms, typed)
            report = match(hall).report
            assert report is not None
            settled(hall, report)
            hall.post("results-undo")
            assert match(hall).status == "open"


def record_by_fields(hall: Hall, terms: ResultTerms, typed: str) -> None:
    """Record a result by labelled fields; a surprising one is sent again with what the page gave."""
    report = read_result(typed, terms)
    assert not isinstance(report, tuple)
    data = data_of(report, terms)
    page = hall.post("result", 1, round=1, **data)
    if page.status_code == 422:
        sure = words(page).split('name="sure" value="')[1].split('"')[0]
        page = hall.post("result", 1, round=1, sure=sure, **data)
    assert page.status_code == 200, words(page)
    assert match(hall).report == report


@pytest.mark.parametrize(
    ("regulations", "setup", "fields", "report"),
    [
        (
            "armada-4.0",
            {},
            {"end": "time", "scores.destroyed.0": "177", "scores.destroyed.1": "49"},
            MarginReport(end="time", scores=(Tally(177), Tally(49))),
        ),
        (
            "runewars-2.2.2",
            {},
            {
                "end": "rounds",
                "scores.destroyed.0": "90",
                "scores.objective.0": "10",
                "scores.destroyed.1": "100",
                "winner": "1",
            },
            MarginReport(end="rounds", scores=(Tally(90, 10), Tally(100)), winner=1),
        ),
        (
            "legion-2.0",
            {},
            {"end": "concession", "by": "1", "agreed_to_score": "yes", "tokens.0": "3", "tokens.1": "1"},
            ShareReport(end="concession", by=1, agreed_to_score=True, tokens=(3, 1)),
        ),
        (
            "unlimited-1.3",
            BEST_OF_THREE,
            {"end": "decided", "games.0": "1", "games.1": "-", "games.2": "0", "games.3": "0"},
            GamesReport(end="decided", games=(1, None, 0, 0)),
        ),
        (
            "unlimited-1.3",
            BEST_OF_THREE,
            {"end": "time", "games.0": "0", "unfinished": "yes"},
            GamesReport(end="time", games=(0,), unfinished=True),
        ),
    ],
)
def test_labelled_fields_record_the_same(
    regulations: str, setup: dict[str, Any], fields: dict[str, str], report: Report
) -> None:
    hall = running(regulations, **setup)
    assert "How did it end?" in words(hall.get("result", 1))
    page = hall.post("result", 1, round=1, then="next", **fields)
    assert page.redirect_chain[-1][0] == hall.url("result", 2), words(page)  # type: ignore[attr-defined]
    settled(hall, report)


def test_fields_with_faults_keep_everything_and_name_the_field() -> None:
    hall = running("armada-4.0")
    page = hall.post(
        "result",
        1,
        round=1,
        end="rounds",
        **{"scores.destroyed.0": "12x", "scores.destroyed.1": "9", "scores.objective.0": "7"},
    )
    assert page.status_code == 422
    text = words(page)
    for value in ("12x", "9", "7"):
        assert f'value="{value}"' in text
    part = text.split('data-field="scores.destroyed"')[1].split("</fieldset>")[0]
    assert 'class="fault"' in part
    assert match(hall).status == "open"
    nothing = hall.post("result", 1, round=1)
    assert "Say how it ended." in words(nothing)


def test_games_with_a_gap_are_refused() -> None:
    hall = running("unlimited-1.3", **BEST_OF_THREE)
    page = hall.post("result", 1, round=1, end="decided", **{"games.0": "0", "games.2": "0"})
    assert page.status_code == 422
    assert "without a gap" in words(page)


def test_fields_of_a_table_that_is_recorded_meanwhile_are_kept_and_refused() -> None:
    hall = running()
    type_line(hall, "1 31", client=hall.staff("scorekeeper", "Sam Scorekeeper"))
    page = hall.post("result", 1, round=1, end="rounds", **{"tokens.0": "1", "tokens.1": "3"})
    assert page.status_code == 422
    assert "Six rounds 3-1, recorded by Sam Scorekeeper" in words(page)
    assert match(hall).report == ShareReport(end="rounds", tokens=(3, 1))


def test_the_fields_preview_needs_no_record() -> None:
    hall = running()
    answer = hall.get("result-preview", 1, round=1, end="rounds", **{"tokens.0": "3", "tokens.1": "1"})
    assert "75.00 %" in words(answer)
    assert hall.get("result-preview", 1, round=1).content == b""


def test_run_flurry_1_a_roll_is_told_by_its_name() -> None:
    assert str(won_the_roll(rules("runewars-2.2.2"))) == "Won the Final Flurry"
    assert str(won_the_roll(rules("legion-2.0"))) == "Won the roll"
