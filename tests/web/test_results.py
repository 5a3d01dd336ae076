"""Results at the desk: the entry bar, the labelled fields, the lists, and two scorekeepers at once."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from muster.app.common.names import names_of, naming
from muster.app.results import read as lists
from muster.app.results.description import described
from muster.app.results.report import terms_of
from muster.core.ids import TableNo
from muster.core.scoring import Scored, score
from muster.core.scoring.reports import MarginReport, ShareReport, Tally
from muster.core.tournament import commands
from muster.journal import store
from muster.journal.models import FactRow
from muster.people.models import Person
from results_cases import match, running, type_line, words
from tournament_cases import won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db


def test_without_a_round_the_page_says_what_comes_first() -> None:
    hall = Hall()
    hall.enter(8)
    assert "once a round is published" in words(hall.get("results"))


def test_a_typed_line_is_recorded_and_the_next_open_table_named() -> None:
    hall = running()
    answer = type_line(hall, "2 31")
    assert answer.status_code == 200
    assert match(hall, 2).report == ShareReport(end="rounds", tokens=(3, 1))
    assert 'data-state="recorded"' in words(answer)
    assert 'data-next="3 4 1"' in words(answer)


def test_without_scripts_the_bar_is_a_plain_form() -> None:
    hall = running()
    page = hall.post("results-enter", round=1, line="2 31")
    assert match(hall, 2).status == "confirmed"
    assert "Next open: table 3" in words(page)
    assert "Table 2 (Six rounds 3-1)" in words(page)


def test_what_cannot_be_recorded_comes_back_as_typed_with_its_reason() -> None:
    hall = running()
    for line, reason in (
        ("2 c2 31", "agreed"),
        ("9 31", "Nobody plays at table 9"),
        ("2 xyz", "means nothing"),
        ("two", "number"),
    ):
        page = hall.post("results-enter", round=1, line=line)
        assert page.status_code == 422
        assert reason in words(page)
        assert f'value="{line}"' in words(page)
        assert type_line(hall, line).status_code == 422
    assert not hall.state.rounds[0].has_results


def test_equal_players_are_asked_for_what_decides_with_its_clause() -> None:
    hall = running("armada-4.0")
    answer = type_line(hall, "1 100-100")
    assert answer.status_code == 422
    assert "say who was the second player. Add s1 for the first named, s2 for the second." in words(answer)
    assert "ARM-END-2" in words(answer)


def test_who_was_the_second_player_is_kept_where_the_scores_differ_too() -> None:
    hall = running("armada-4.0")
    assert type_line(hall, "1 184-92 s2").status_code == 200
    report = match(hall, 1).report
    assert isinstance(report, MarginReport)
    assert report.deciding == 1
    told = described(report, terms_of(hall.state, hall.state.rounds[0]), ("A", "B"))
    assert [(str(label), str(value)) for label, value in told][-1] == ("Second player", "B")


def test_the_preview_shows_points_margin_and_clauses_of_both_players() -> None:
    hall = running("armada-4.0")
    answer = words(hall.get("results-preview", round=1, line="1 184-92"))
    assert "margin 92" in answer
    assert "ARM-MOV-1" in answer
    made = score(
        MarginReport(end="rounds", scores=(Tally(184), Tally(92))),
        hall.state.regulations,
        stage="swiss",
        variants=hall.state.variants,
    )
    assert isinstance(made, Scored)
    for side in made.outcome.sides:
        assert f"<strong>{side.points}</strong>" in answer
    assert not match(hall).report


def test_a_surprising_result_is_asked_for_once_more() -> None:
    hall = running("armada-4.0")
    asked = type_line(hall, "1 800-0")
    assert asked.status_code == 422
    assert "no fleet has more" in words(asked)
    assert match(hall).status == "open"
    token = words(asked).split('data-sure="')[1].split('"')[0]
    assert type_line(hall, "1 700-0", sure=token).status_code == 422
    assert type_line(hall, "1 800-0", sure=token).status_code == 200
    assert match(hall).status == "confirmed"


@pytest.mark.parametrize(
    ("regulations", "line", "says"),
    [
        ("armada-4.0", "1 0-0 s1", "Neither player scored"),
        ("armada-4.0", "1 390+300-0", "far more"),
        ("armada-4.0", "1 c1 300-10", "was ahead"),
        ("armada-4.0", "1 d1 20+80-350", ""),
        ("runewars-2.2.2", "1 d2 200-190", ""),
        ("runewars-2.2.2", "1 d2 10-190", "destroyed less"),
        ("armada-4.0", "1 d2 10-390", "destroyed less"),
        ("legion-2.0", "1 31-2", "very many"),
        ("legion-2.0", "1 22 900-20", "no army has more"),
        ("unlimited-1.3", "1 g0001", "unusual"),
    ],
)
def test_what_is_possible_but_unusual_is_said(regulations: str, line: str, says: str) -> None:
    hall = running(regulations)
    answer = words(hall.get("results-preview", round=1, line=line))
    assert ("note-warning" in answer) == bool(says)
    assert says in answer


def test_a_second_scorekeeper_is_told_what_is_recorded_by_whom() -> None:
    hall = running()
    other = hall.staff("scorekeeper", "Sam Scorekeeper")
    version = hall.state.version
    assert type_line(hall, "1 31", client=other).status_code == 200
    FactRow.objects.filter(tournament=hall.tournament.pk).update(at="2026-03-07T09:30:15Z")
    store.forget()
    look = words(hall.get("results-preview", round=1, line="1 13"))
    assert "Recorded by Sam Scorekeeper at 10:30" in look  # in the time of the event
    answer = type_line(hall, "1 13", version=version)
    assert answer.status_code == 422
    assert "Six rounds 3-1, recorded by Sam Scorekeeper" in words(answer)
    assert "/results/1/1/correct" in words(answer)
    assert match(hall).report == ShareReport(end="rounds", tokens=(3, 1))


def test_two_scorekeepers_do_not_disturb_each_other() -> None:
    hall = running()
    other = hall.staff("scorekeeper")
    version = hall.state.version
    assert type_line(hall, "1 31", version=version).status_code == 200
    assert type_line(hall, "2 13", client=other, version=version).status_code == 200
    assert type_line(hall, "3 22 300-280", version=version).status_code == 200
    assert lists.counts(hall.state.rounds[0]).confirmed == 3


def test_the_same_line_sent_twice_is_recorded_once() -> None:
    hall = running()
    for _ in range(2):
        assert type_line(hall, "1 31", key="double-tap").status_code == 200
    assert match(hall).corrections == 0
    assert lists.counts(hall.state.rounds[0]).confirmed == 1


def test_a_page_of_the_round_before_records_nothing_into_the_new_one() -> None:
    hall = running()
    version = hall.state.version
    hall.play()
    hall.publish()
    late = type_line(hall, "1 31", version=version, round=2)
    assert late.status_code == 409
    assert "Another round was published" in words(late)
    old = type_line(hall, "1 31", round=1)
    assert old.status_code == 422
    assert "is over" in words(old)
    assert match(hall).status == "open"


def test_the_list_comes_anew_only_when_something_changed() -> None:
    hall = running()
    version = hall.state.version
    assert hall.get("results-list", round=1, v=version).status_code == 204
    type_line(hall, "1 31", client=hall.staff("scorekeeper", "Sam Scorekeeper"))
    fresh = hall.get("results-list", round=1, v=version, show="all")
    assert fresh.status_code == 200
    assert "Sam Scorekeeper" in words(fresh)


def test_lists_show_what_is_missing_reported_disputed_and_confirmed() -> None:
    hall = running()
    one, _ = match(hall, 2).pairing.players
    three, four = match(hall, 3).pairing.players
    report = won_by(hall.state.regulations, 0)
    round_no = hall.state.rounds[0].number
    hall.do(
        commands.ReportResult(round_no, TableNo(1), report),
        commands.ReportResult(round_no, TableNo(2), report, one),
        commands.ReportResult(round_no, TableNo(3), report, three),
        commands.DisputeResult(round_no, TableNo(3), four, won_by(hall.state.regulations, 1)),
    )
    names = {show: words(hall.get("results", show=show)) for show in lists.SHOWS}
    for show, tables in {"missing": [4], "reported": [2], "disputed": [3], "confirmed": [1]}.items():
        shown = [table for table in (1, 2, 3, 4) if f'data-table="{table}"' in names[show]]  # type: ignore[index]
        assert shown == tables
    assert lists.counts(hall.state.rounds[0]) == lists.Counts(1, 1, 1, 1)
    assert "the players disagree" in names["all"]


def test_a_dispute_is_settled_by_either_version_and_only_as_it_was_seen() -> None:
    hall = running()
    state = hall.state
    one, two = match(hall).pairing.players
    hall.do(
        commands.ReportResult(state.rounds[0].number, TableNo(1), won_by(state.regulations, 0), one),
        commands.DisputeResult(state.rounds[0].number, TableNo(1), two, won_by(state.regulations, 1)),
    )
    page = words(hall.get("result", 1))
    seen = page.split('name="seen" value="')[1].split('"')[0]
    stale = hall.post("result-settle", 1, round=1, take="dispute", seen="something older")
    assert "has changed" in words(stale)
    assert match(hall).status == "disputed"
    hall.post("result-settle", 1, round=1, take="dispute", seen=seen)
    assert match(hall).status == "confirmed"
    assert match(hall).report == won_by(state.regulations, 1)


def test_a_reported_result_is_confirmed_by_staff() -> None:
    hall = running()
    one, _ = match(hall).pairing.players
    hall.do(
        commands.ReportResult(hall.state.rounds[0].number, TableNo(1), won_by(hall.state.regulations, 0), one)
    )
    page = words(hall.get("result", 1))
    seen = page.split('name="seen" value="')[1].split('"')[0]
    hall.post("result-confirm", 1, round=1, seen=seen)
    assert match(hall).status == "confirmed"


def test_overruling_a_player_is_asked_for_once_more() -> None:
    hall = running()
    one, _ = match(hall).pairing.players
    hall.do(
        commands.ReportResult(hall.state.rounds[0].number, TableNo(1), won_by(hall.state.regulations, 0), one)
    )
    asked = type_line(hall, "1 13")
    assert asked.status_code == 422
    assert "has reported something else" in words(asked)
    token = words(asked).split('data-sure="')[1].split('"')[0]
    assert type_line(hall, "1 13", sure=token).status_code == 200


def test_all_reported_results_are_confirmed_in_one_act_that_undo_takes_back() -> None:
    hall = running()
    state = hall.state
    for table in (1, 2):
        one, _ = match(hall, table).pairing.players
        hall.do(
            commands.ReportResult(state.rounds[0].number, TableNo(table), won_by(state.regulations, 0), one)
        )
    seen = hall.state.version
    one, _ = match(hall, 3).pairing.players
    hall.do(commands.ReportResult(state.rounds[0].number, TableNo(3), won_by(state.regulations, 0), one))
    hall.post("results-confirm-all", round=1, version=seen)
    assert [match(hall, table).status for table in (1, 2, 3)] == ["confirmed", "confirmed", "reported"]
    hall.post("results-undo")
    assert [match(hall, table).status for table in (1, 2, 3)] == ["reported", "reported", "reported"]


def test_lists_are_searched_by_name_and_table_and_come_in_pages() -> None:
    hall = running(players=206)
    name = lists.rows(hall.state, naming(names_of(hall.tournament.pk)), 1)[6].names[0]
    found = words(hall.get("results", q=name))
    assert 'data-table="7"' in found
    assert 'data-table="8"' not in found
    assert 'data-table="70"' not in words(hall.get("results", q="7"))
    first, second = words(hall.get("results")), words(hall.get("results", page=2))
    assert 'data-table="100"' in first
    assert 'data-table="101"' not in first
    assert 'data-table="103"' in second


def test_the_last_result_offers_the_next_step() -> None:
    hall = running()
    hall.play(leave=1)
    (table,) = [row.table for row in lists.rows(hall.state, str, show="missing")]
    assert "All results are in" in words(type_line(hall, f"{table} 31"))
    page = words(hall.get("results"))
    assert "All results of round 1 are in" in page
    assert hall.url("propose") in page


def test_undo_takes_back_the_latest_result_and_stays_on_the_page() -> None:
    hall = running()
    type_line(hall, "1 31")
    page = hall.post("results-undo")
    assert match(hall).status == "open"
    assert page.redirect_chain[-1][0] == hall.url("results")  # type: ignore[attr-defined]


def test_hostile_names_are_shown_and_never_run() -> None:
    hall = running()
    Person.objects.update(name="<script>alert(1)</script> \u202e مها 👾")
    for page in (
        hall.get("results"),
        hall.get("result", 1),
        hall.get("results-preview", round=1, line="1 31"),
        type_line(hall, "1 31"),
        hall.get("result-correct", 1, 1),
    ):
        assert page.status_code == 200
        assert "<script>alert" not in words(page)


def test_strangers_and_the_wrong_role_enter_nothing() -> None:
    hall = running()
    assert Client().get(hall.url("results")).status_code == 302
    judge = hall.staff("judge", "Judith Judge")
    assert type_line(hall, "1 31", client=judge).status_code == 200
    assert judge.get(hall.url("result-correct", 1, 1)).status_code == 403
    assert judge.post(hall.url("results-undo"), {"version": hall.state.version}).status_code == 403


@pytest.mark.parametrize("address", ["results", "results-list", "results-preview"])
@pytest.mark.parametrize("number", ["0", "99", "x", "9" * 30, "²"])
def test_rounds_that_do_not_exist_are_answered_calmly(address: str, number: str) -> None:
    hall = running()
    assert hall.get(address, round=number).status_code in (200, 204)


def test_pages_ask_the_database_little(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    hall = running(players=64)
    hall.play(leave=8)
    hall.get("results")
    for name, query in (
        ("results", {"show": "all"}),
        ("results-list", {"round": 1, "show": "all"}),
        ("results-preview", {"round": 1, "line": "1 31"}),
    ):
        with django_assert_max_num_queries(12):
            assert hall.get(name, **query).status_code == 200
