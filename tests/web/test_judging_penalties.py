"""Penalties: what is suggested, what giving one does to a match, taking it back, and tables of one's own."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from judging_cases import (
    entry,
    first,
    given,
    hall,
    losses,
    refused,
    somebody,
    worth,
)
from muster.app.common.access import DeniedError
from muster.app.floor import clocks
from muster.app.judging import penalties, tables
from muster.core.ids import RoundNo
from muster.core.messages import NOTHING
from muster.core.scoring.reports import GamesReport, MarginReport, Report, ShareReport, Tally
from muster.core.tournament import commands
from muster.journal import store
from muster.people.models import Entry, Penalty
from muster.rules.penalties import PenaltyTable
from muster.web.judge.record import reports
from web_cases import Hall

pytestmark = pytest.mark.django_db


# Penalties


def test_a_warning_goes_on_record_once_and_counts_from_then_on() -> None:
    where = hall("unlimited-1.3")
    judge = somebody(where, "judge")
    player = first(where).pairing.players[0]
    for turn, kind in enumerate(("warning", "warning", "game-loss"), start=1):
        found = penalties.suggestion(where.tournament.pk, player, "gameplay-error")
        assert isinstance(found, penalties.Suggestion)
        assert (found.step.kind, found.step.offence, len(found.history)) == (kind, turn, turn - 1)
        given(where, judge, "warning", "gameplay-error", what="drew twice", key=f"k{turn}")
    again = given(where, judge, "warning", "gameplay-error", key="k1")
    assert (again.repeated, Penalty.objects.count()) == (True, 3)
    assert first(where).status == "open"


def test_penalties_of_the_other_tournaments_of_the_event_count_too() -> None:
    where, other = hall("unlimited-1.3"), hall("unlimited-1.3")
    type(other.tournament).objects.filter(pk=other.tournament.pk).update(event=where.event, number=2)
    player = first(where).pairing.players[0]
    Entry.objects.filter(tournament=other.tournament, player=1).update(person=entry(where, player).person)
    given(other, where.actor, "warning", "gameplay-error", player=1)
    found = penalties.suggestion(where.tournament.pk, player, "gameplay-error")
    assert isinstance(found, penalties.Suggestion)
    assert found.step.offence == 2


def test_leg_mov_5_a_match_loss_is_the_result_of_the_running_match() -> None:
    where = hall()
    made = given(where, somebody(where, "judge"), "match-loss", what="ten minutes late")
    assert "0 %" in str(made.says)
    assert made.clause == "LEG-MOV-5"
    assert worth(where).winner == 1
    assert (worth(where).sides[0].share, worth(where).sides[1].averaged) == (Fraction(0), True)
    assert (made.penalty.table, made.penalty.round_no) == (first(where).pairing.table, 1)


@pytest.mark.parametrize("regulations", ["armada-4.0", "armada-pl", "runewars-2.2.2", "legion-2.0"])
def test_a_game_loss_is_the_match_loss_where_a_match_is_one_game(regulations: str) -> None:
    where = hall(regulations)
    given(where, where.actor, "game-loss", "significant-gameplay-error")
    assert (first(where).report.end, worth(where).winner) == ("match-loss", 1)  # type: ignore[union-attr]


def test_what_was_scored_stays_in_a_match_lost_after_all() -> None:
    where = hall("armada-4.0")
    table = first(where).pairing.table
    scored = MarginReport(end="rounds", scores=(Tally(50), Tally(350)), deciding=0)
    where.do(commands.ReportResult(RoundNo(1), table, scored))
    with pytest.raises(DeniedError):
        given(where, somebody(where, "judge"), "match-loss", apply=True)
    assert Penalty.objects.count() == 0
    noted_only = given(where, where.actor, "match-loss")
    assert "No result changes" in str(noted_only.says)
    assert first(where).report == scored
    given(where, where.actor, "match-loss", apply=True)
    assert first(where).corrections == 1
    assert first(where).report == MarginReport(end="match-loss", scores=(Tally(50), Tally(350)), by=0)


@pytest.mark.parametrize(
    ("regulations", "scored", "lost"),
    [
        (
            "legion-2.0",
            ShareReport(end="rounds", tokens=(3, 1), scores=(400, 100)),
            ShareReport(end="match-loss", tokens=(3, 1), scores=(400, 100), by=0),
        ),
        (
            "unlimited-1.3",
            GamesReport(end="decided", games=(0,)),
            GamesReport(end="match-loss", games=(0,), by=0),
        ),
    ],
)
def test_a_win_becomes_a_loss_in_every_game(regulations: str, scored: Report, lost: Report) -> None:
    setup: dict[str, Any] = {"swiss_match": "single-game"} if regulations == "unlimited-1.3" else {}
    where = hall(regulations, **setup)
    where.do(commands.ReportResult(RoundNo(1), first(where).pairing.table, scored))
    assert worth(where).winner == 0
    given(where, where.actor, "match-loss", apply=True)
    assert (first(where).report, worth(where).winner) == (lost, 1)


def test_a_match_loss_can_be_noted_only() -> None:
    where = hall()
    given(where, where.actor, "match-loss", apply=False)
    assert first(where).status == "open"


def test_d18_a_game_loss_in_a_match_of_three_is_offered_to_the_form_of_the_result() -> None:
    where = hall("unlimited-1.3", swiss_match="best-of-three")
    made = given(where, where.actor, "game-loss", "randomisation-error")
    assert "The first game really played is without sideboard" in str(made.says)
    assert made.clause == "SWU-SIDE-1"
    assert first(where).status == "open"
    assert losses(where).offered == GamesReport(end="decided", games=(1,))
    given(where, where.actor, "game-loss", "insult", player=first(where).pairing.players[1])
    assert losses(where).winners == (1, 0)
    where.do(
        commands.ReportResult(
            RoundNo(1), first(where).pairing.table, GamesReport(end="decided", games=(1, 1))
        )
    )
    assert losses(where).offered is None


def test_only_the_organiser_disqualifies_and_the_journal_learns_no_words() -> None:
    where = hall()
    with pytest.raises(DeniedError, match="organiser"):
        given(where, somebody(where, "marshal"), "disqualification", "cheating")
    player = first(where).pairing.players[0]
    made = given(where, where.actor, "disqualification", "cheating", what="Ada lied")
    assert made.clause == "COM-ROLE-3"
    assert "still needs its result" in str(made.says)
    assert where.state.players[player].status == "disqualified"
    assert "Ada lied" not in "".join(each.text for each in store.load(where.tournament.pk).entries)
    refused(
        penalties.give(
            where.tournament.pk,
            where.actor,
            penalties.Offence(player=player, category="cheating", kind="disqualification"),
        ),
        "disqualified already",
    )


def test_more_time_comes_with_a_penalty_and_neither_without_the_other() -> None:
    where = hall()
    judge = somebody(where, "judge")
    where_now: dict[str, Any] = {
        "player": first(where).pairing.players[0],
        "category": "intermediate-gameplay-error",
    }
    given(where, judge, "normal-warning", "intermediate-gameplay-error", extension_minutes=5)
    clock = clocks.clock_of(where.tournament.pk, RoundNo(1))
    assert clock.clock.extended == {first(where).pairing.table: 5}
    much = penalties.Offence(**where_now, kind="normal-warning", extension_minutes=9999)
    refused(penalties.give(where.tournament.pk, judge, much), "how many minutes")
    assert Penalty.objects.count() == 1


def test_without_a_match_a_loss_is_noted_for_the_next_and_no_table_has_more_time() -> None:
    where = Hall()
    where.enter(4)
    made = given(where, where.actor, "match-loss", player=1)
    assert (made.penalty.round_no, made.penalty.table) == (0, None)
    assert "next one" in str(made.says)
    more = penalties.Offence(player=1, category="tardiness", kind="normal-warning", extension_minutes=3)
    refused(penalties.give(where.tournament.pk, where.actor, more), "no table can have more time")


@pytest.mark.parametrize(
    ("offence", "words"),
    [
        ({"player": 99}, "Choose a player"),
        ({"player": 10**30}, "Choose a player"),
        ({"category": "nonsense"}, "table of penalties"),
        ({"kind": "penalty-point"}, "table of penalties"),
    ],
)
def test_what_the_table_does_not_know_is_refused(offence: dict[str, Any], words: str) -> None:
    where = hall()
    asked = {"player": 1, "category": "tardiness", "kind": "normal-warning", **offence}
    refused(penalties.give(where.tournament.pk, where.actor, penalties.Offence(**asked)), words)
    if "kind" not in offence:
        refused(penalties.suggestion(where.tournament.pk, asked["player"], asked["category"]), words)


def test_a_penalty_taken_back_counts_for_nothing_and_stays_on_record() -> None:
    where = hall("unlimited-1.3")
    judge, other = somebody(where, "judge"), somebody(where, "judge", "Jo")
    made = given(where, judge, "warning", "gameplay-error").penalty
    refused(penalties.withdraw(where.tournament.pk, judge, made.pk, " "), "Give a reason")
    with pytest.raises(DeniedError):
        penalties.withdraw(where.tournament.pk, other, made.pk, "wrong player")
    answer = penalties.withdraw(where.tournament.pk, judge, made.pk, "wrong player")
    assert isinstance(answer, penalties.RecordedPenalty)
    assert (answer.penalty.withdrawn_because, answer.says) == ("wrong player", NOTHING)
    refused(penalties.withdraw(where.tournament.pk, judge, made.pk, "again"), "withdrawn already")
    refused(penalties.withdraw(where.tournament.pk, judge, made.pk + 9, "x"), "no such penalty")
    found = penalties.suggestion(where.tournament.pk, made.entry.player or 0, "gameplay-error")
    assert isinstance(found, penalties.Suggestion)
    assert (found.step.offence, len(found.history)) == (1, 1)


def test_what_a_withdrawn_penalty_did_is_told() -> None:
    where = hall()
    marshal = somebody(where, "marshal")
    loss = given(where, where.actor, "match-loss").penalty
    answer = penalties.withdraw(where.tournament.pk, marshal, loss.pk, "the bus was late")
    assert isinstance(answer, penalties.RecordedPenalty)
    assert "correct it" in str(answer.says)
    gone = given(where, where.actor, "disqualification", "cheating").penalty
    with pytest.raises(DeniedError):
        penalties.withdraw(where.tournament.pk, marshal, gone.pk, "no proof")
    answer = penalties.withdraw(where.tournament.pk, where.actor, gone.pk, "no proof")
    assert isinstance(answer, penalties.RecordedPenalty)
    assert "still disqualified" in str(answer.says)


# Tables of penalties


OWN = {
    "id": "own",
    "name": "House",
    "source": "Ours.",
    "kinds": [{"id": "warning", "name": "Yellow card", "says": "Noted."}],
    "categories": [
        {
            "id": "noise",
            "name": "Noise",
            "what": "Too loud.",
            "source": "Ours.",
            "steps": [{"kind": "warning"}],
        }
    ],
}


def test_an_organiser_may_have_a_table_of_their_own() -> None:
    where = hall()
    given(where, where.actor, "normal-warning")
    table = tables.read_table(json.dumps(OWN).encode(), "own.json")
    assert isinstance(table, PenaltyTable)
    with pytest.raises(DeniedError):
        tables.set_table(where.tournament.pk, somebody(where, "judge"), table)
    for _again in range(2):
        tables.set_table(where.tournament.pk, where.actor, table)
    assert tables.table_of(where.tournament.pk, where.state) == table
    given(where, where.actor, "warning", "noise")
    told = reports.counted(where.tournament.pk, where.state)
    assert (told.kinds, told.totals) == (("Yellow card", "normal-warning"), (1, 1))
    tables.reset_table(where.tournament.pk, where.actor)
    assert tables.table_of(where.tournament.pk, where.state).id == "miniatures"


@pytest.mark.parametrize("text", [b"{", b'{"id": "x"}', b"id = 3", b"", b"\xff", b"{" + b"[" * 90_000])
def test_every_mistake_of_a_table_is_told_and_none_raises(text: bytes) -> None:
    found = tables.read_table(text, "own" * 100)
    assert not isinstance(found, PenaltyTable)
    assert found
