"""Corrections at the desk: what they change is shown first, and they are made with a reason, in the window."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse

from muster.app.history.reasons import typed
from muster.app.results.report import terms_of
from muster.app.results.report_forms import data_of
from muster.core.ids import RoundNo, TableNo
from muster.core.scoring.reports import MarginReport, Report, ShareReport, Tally
from muster.core.tournament import commands, queries
from muster.core.tournament.acts.results import scored
from muster.core.tournament.commands import CorrectResult
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, State, best_of
from muster.web.desk.results.impact import CorrectionImpact, impact
from tournament_cases import IDS, won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db


def played(regulations: str = "legion-2.0", players: int = 8, complete: int = 1, **setup: Any) -> Hall:
    """A hall with this many complete rounds, all of them won by the players named first."""
    hall = Hall(regulations, setup)
    hall.begin(players)
    for _ in range(complete):
        hall.publish()
        for table in sorted(hall.state.rounds[-1].matches):
            report = won_by(hall.state.regulations, 0, games(hall))
            hall.do(commands.ReportResult(hall.state.rounds[-1].number, table, report))
    return hall


def games(hall: Hall) -> int:
    return best_of(hall.state, hall.state.stages[-1].format)


def match(state: State, round_no: int = 1, table: int = 1) -> Match:
    return state.rounds[round_no - 1].matches[TableNo(table)]


def reversed_(hall: Hall) -> Report:
    """The result with the other winner."""
    return won_by(hall.state.regulations, 1, games(hall))


def form(hall: Hall, report: Report) -> dict[str, str]:
    return data_of(report, terms_of(hall.state, hall.state.rounds[0]))


def words(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())


def sure(page: HttpResponse) -> str:
    return words(page).split('name="sure" value="')[1].split('"')[0]


def look(hall: Hall, report: Report, round_no: int = 1, table: int = 1, **data: Any) -> HttpResponse:
    """Ask what a correction would change."""
    return hall.post("result-correct", round_no, table, **form(hall, report), **data)


def correct(hall: Hall, report: Report, round_no: int = 1, table: int = 1, **data: Any) -> HttpResponse:
    """Look, and then correct."""
    token = sure(look(hall, report, round_no, table))
    sent: dict[str, Any] = {"reason": "The slip was misread.", "step": "correct", "sure": token, **data}
    return look(hall, report, round_no, table, **sent)


def test_looking_changes_nothing_and_shows_both_players_before_and_after() -> None:
    hall = played()
    page = words(look(hall, reversed_(hall)))
    assert "What this changes" in page
    assert "75.00 %" in page
    assert "25.00 %" in page
    assert match(hall.state).corrections == 0


def test_a_correction_needs_a_look_and_a_reason() -> None:
    hall = played()
    unseen = look(hall, reversed_(hall), step="correct", reason="Misread.", sure="made up")
    assert "What this changes" in words(unseen)
    bare = correct(hall, reversed_(hall), reason="  ")
    assert bare.status_code == 422
    assert "Give a reason" in words(bare)
    assert match(hall.state).corrections == 0
    done = correct(hall, reversed_(hall))
    assert match(hall.state).report == reversed_(hall)
    assert match(hall.state).corrections == 1
    assert "Corrected, round 1" in words(done)


def test_a_correction_other_than_the_one_shown_is_looked_at_first() -> None:
    hall = played()
    token = sure(look(hall, reversed_(hall)))
    other = ShareReport(end="rounds", tokens=(0, 9))
    page = look(hall, other, step="correct", reason="Misread.", sure=token)
    assert match(hall.state).corrections == 0
    assert "What this changes" in words(page)


def test_a_correction_from_a_stale_page_is_refused_with_what_it_would_change_now() -> None:
    hall = played()
    token = sure(look(hall, reversed_(hall)))
    version = hall.state.version
    hall.publish()
    page = look(hall, reversed_(hall), step="correct", reason="Misread.", sure=token, version=version)
    assert page.status_code == 409
    assert "Somebody else has changed" in words(page)
    assert 'value="Misread."' in words(page)
    assert match(hall.state).corrections == 0


def test_ranks_before_and_after_are_those_of_the_standings() -> None:
    hall = played(complete=2)
    command = CorrectResult(RoundNo(2), TableNo(1), reversed_(hall), typed("Misread."))
    found = impact(hall.state, command)
    assert isinstance(found, CorrectionImpact)
    before = queries.table(hall.state)
    after = queries.table(hall.do(command))
    old = dict(zip(before.order, before.shared_ranks, strict=True))
    new = dict(zip(after.order, after.shared_ranks, strict=True))
    told = {change.player: change.rank for change in found.ranks}
    assert set(found.players) <= set(told)
    assert told == {
        player: (old[player], new[player])
        for player in old
        if old[player] != new[player] or player in found.players
    }


def test_a_round_that_is_not_complete_moves_nobody_yet() -> None:
    hall = played()
    hall.publish()
    hall.play(leave=1)
    table = next(table for table, one in hall.state.rounds[1].matches.items() if one.outcome)
    found = impact(hall.state, CorrectResult(RoundNo(2), table, ShareReport(end="double-loss"), typed("")))
    assert isinstance(found, CorrectionImpact)
    assert found.counts_later
    assert not [change for change in found.ranks if change.up]
    page = words(look(hall, ShareReport(end="double-loss"), 2, int(table)))
    assert "do not change yet" in page


def test_the_regulations_consequence_is_told_with_its_clause() -> None:
    hall = played("unlimited-1.3")
    assert "No published pairing rests on it" in words(look(hall, reversed_(hall)))
    hall.propose()
    assert "draft of round 2" in words(look(hall, reversed_(hall)))
    hall.do(commands.PublishRound())
    paired = words(look(hall, reversed_(hall)))
    assert "Void the whole round and draw it again" in paired
    assert "SWU-REP-2" in paired
    hall.do(commands.StartRound())
    assert "pairings made since then stand" in words(look(hall, reversed_(hall)))


def test_byes_that_rested_on_the_old_result_are_named() -> None:
    hall = played(players=9)
    hall.publish()
    found = impact(hall.state, CorrectResult(RoundNo(1), TableNo(1), reversed_(hall), typed("")))
    assert isinstance(found, CorrectionImpact)
    (rested,) = found.rested
    assert rested.round_no == 2
    assert rested.byes == tuple(bye.player for bye in hall.state.rounds[1].byes)
    assert "bye" in words(look(hall, reversed_(hall))).split("Paired from the old result")[1]


def test_who_comes_into_the_cut_and_who_falls_out_is_told() -> None:
    hall = played("armada-4.0", 8, 2, structure="custom", rounds=2, cut=2)
    report = MarginReport(end="rounds", scores=(Tally(0), Tally(400)))
    changes = []
    for table in (1, 2, 3, 4):
        found = impact(hall.state, CorrectResult(RoundNo(2), TableNo(table), report, typed("")))
        assert isinstance(found, CorrectionImpact)
        changes.append((table, found))
    table, found = next((table, found) for table, found in changes if found.into_cut)
    assert len(found.into_cut) == len(found.out_of_cut) == 1
    assert not found.cut_made
    assert "The cut changes" in words(look(hall, report, 2, table))
    hall.do(commands.MakeCut())
    again = words(look(hall, report, 2, table))
    assert "would have been different" in again
    seeds = hall.state.seeds
    correct(hall, report, 2, table)
    assert hall.state.seeds == seeds


def test_after_the_window_the_page_says_why_with_its_clause() -> None:
    hall = played("legion-2.0", 12, 3, structure="custom", rounds=3, cut=0)
    page = words(hall.get("result-correct", 1, 1))
    assert "LEG-REPORT-2" in page
    assert "further rounds are over" in page
    assert 'id="fields"' not in page
    refused = impact(hall.state, CorrectResult(RoundNo(1), TableNo(1), reversed_(hall), typed("Misread.")))
    assert isinstance(refused, Refusal)
    assert refused.code == "window-closed"
    assert "What really happened" in words(hall.get("result-correct", 2, 1))


def test_a_bracket_that_rests_on_the_winner_refuses_another_one() -> None:
    hall = Hall("unlimited-1.3", {"first_stage": "elimination", "structure": "custom"})
    hall.begin(8)
    hall.publish()
    page = look(hall, won_by(hall.state.regulations, 1))
    assert page.status_code == 404
    hall.play()
    winner = match(hall.state).outcome
    assert winner is not None
    turned = won_by(hall.state.regulations, 1 if winner.winner == 0 else 0, games(hall))
    assert "goes on instead of" in words(look(hall, turned))
    hall.publish()
    page = look(hall, turned)
    assert page.status_code == 422
    assert "void that round first" in words(page)


@pytest.mark.parametrize("regulations", IDS)
def test_every_game_corrects_with_what_its_engine_scores(regulations: str) -> None:
    hall = played(regulations)
    correct(hall, reversed_(hall))
    recorded = match(hall.state)
    assert recorded.report is not None
    assert recorded.outcome == scored(hall.state, hall.state.rounds[0], recorded, reversed_(hall))
    assert recorded.outcome.winner == 1
    same = look(hall, recorded.report)
    assert same.status_code == 422
    assert "nothing would change" in words(same)


def test_corrections_are_reached_from_every_round() -> None:
    hall = played(complete=2)
    for number in (1, 2):
        page = words(hall.get("results", round=number, show="all"))
        assert hall.url("result-correct", number, 1) in page
    assert "choose a result to correct it" in words(hall.get("results", round=1))


def test_impossible_fields_are_refused_at_their_place() -> None:
    hall = played("armada-4.0")
    page = hall.post(
        "result-correct", 1, 1, end="rounds", **{"scores.destroyed.0": "-5", "scores.destroyed.1": ""}
    )
    assert page.status_code == 422
    assert 'value="-5"' in words(page)
    assert "Enter a whole number for both players" in words(page)
    assert match(hall.state).corrections == 0


def test_a_finished_tournament_is_not_corrected() -> None:
    hall = played()
    hall.do(commands.FinishTournament(typed("The hall closes.")))
    page = look(hall, reversed_(hall))
    assert page.status_code == 422
    assert "finished" in words(page).casefold()


def test_an_awarded_match_can_be_given_a_result() -> None:
    hall = Hall("unlimited-1.3", {"first_stage": "elimination", "structure": "custom"})
    hall.begin(8)
    hall.publish()
    one, _ = match(hall.state).pairing.players
    hall.do(commands.DropPlayer(one))
    assert match(hall.state).report is None
    page = words(hall.get("results", show="all"))
    assert "awarded" in page
    assert "What really happened" in words(hall.get("result-correct", 1, 1))
    correct(hall, won_by(hall.state.regulations, 1, games(hall)))
    assert match(hall.state).report == won_by(hall.state.regulations, 1, games(hall))
