"""Mistakes that a cut, a bracket or a whole round rests on, and others found late: each with its way through."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.app.common.names import names_of
from muster.app.history.reasons import typed
from muster.app.results.report import terms_of
from muster.app.results.report_forms import data_of
from muster.app.rounds import swap_suggestions
from muster.app.rounds.re_pairing import after_swaps, recalled
from muster.app.rounds.swap_suggestions import Place
from muster.core.ids import PlayerId, RoundNo, TableNo, other
from muster.core.pairing.criteria import cost
from muster.core.tournament import commands, queries
from muster.core.tournament.state import State
from repair_cases import (
    UNLIMITED,
    correct,
    hall_of,
    kinds,
    look,
    match,
    out,
    pairs,
    proved,
    rests,
    win,
    won,
    words,
)
from tournament_cases import custom, desk, lower_wins, won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db

# Elimination


def bracket_of(regulations: str = UNLIMITED, players: int = 8, **setup: Any) -> Hall:
    """A hall whose bracket from the start has a complete first round; the players named first have won."""
    return hall_of(regulations, players, 1, first_stage="elimination", structure="custom", **setup)


def test_another_winner_before_the_next_bracket_round_begins_publishes_it_anew_in_one_act() -> None:
    hall = bracket_of()
    before = out(hall)
    wrong, right = match(hall, 1).pairing.players
    page = look(hall, 1)
    assert "goes on instead of" in page
    assert "rests on this winner and has not begun" in page
    assert hall.state.rounds[-1] == before
    bare = correct(hall, 1, then="bracket", reason=" ")
    assert "Give a reason" in words(bare, 422)
    correct(hall, 1, then="bracket")
    there = {player for pair in pairs(hall.state.rounds[1]).values() for player in pair}
    assert right in there
    assert wrong not in there
    assert len([one for one in pairs(before) if pairs(before)[one] != pairs(hall.state.rounds[1])[one]]) == 1
    assert kinds(hall, 4) == ["round.voided", "result.corrected", "round.proposed", "round.published"]
    assert proved(hall)


@pytest.mark.parametrize("regulations", ["unlimited-1.3", "legion-2.0"])
def test_once_the_next_bracket_round_has_begun_the_winner_stands_and_all_that_rests_on_it_is_told(
    regulations: str,
) -> None:
    hall = bracket_of(regulations)
    wrong, right = match(hall, 1).pairing.players
    hall.publish()
    answer = hall.post(
        "result-correct", 1, 1, **data_of(win(hall, 1), terms_of(hall.state, hall.state.rounds[0]))
    )
    page = words(answer, 422)
    names = names_of(hall.tournament.pk)
    assert f"{names[right]} would have gone on" in page
    assert "void it with a reason on its page" in page
    won(hall)
    hall.publish()
    won(hall)
    hall.do(commands.FinishTournament())
    hall.do(commands.ReopenTournament(typed("A result is doubted.")))
    answer = hall.post(
        "result-correct", 1, 1, **data_of(win(hall, 1), terms_of(hall.state, hall.state.rounds[0]))
    )
    page = words(answer, 422)
    told = page.split("What rests on this winner")[1]
    assert "Round 2, table" in told
    assert "Round 3, table 1:" in told
    assert f"{names[wrong]}</bdi> 1" in told
    assert hall.state.regulations.correction.clause in told
    assert "The same winner with other figures can still be recorded" in told
    assert match(hall, 1).corrections == 0


def upset(hall: Hall) -> tuple[int, int]:
    """A table of the last Swiss round, and the seat whose win there would make another cut."""
    last = len(queries.swiss_rounds(hall.state))
    seeds = hall.state.seeds or ()
    for table, one in sorted(hall.state.rounds[last - 1].matches.items()):
        for seat, player in enumerate(one.pairing.players):
            if one.outcome.winner != seat and player not in seeds:  # type: ignore[union-attr]
                page = look(hall, last, table, seat)
                if "What is to happen to the cut?" in page:
                    return table, seat
    raise AssertionError("no result of this round changes the cut")


def cut_hall(*, published: bool) -> Hall:
    hall = hall_of("armada-4.0", 8, 2, **custom(2, cut=4))
    hall.do(commands.MakeCut(), commands.StartStage())
    if published:
        out(hall)
    return hall


@pytest.mark.parametrize("published", [False, True])
def test_a_result_corrected_after_the_cut_makes_the_cut_anew_in_one_act(published: bool) -> None:
    hall = cut_hall(published=published)
    before = hall.state.seeds
    table, seat = upset(hall)
    page = look(hall, 2, table, seat)
    assert "Seeds that change" in page
    assert ("publish it again" in page) == published
    assert hall.state.seeds == before
    correct(hall, 2, table, seat, then="bracket")
    after = hall.state
    assert after.seeds == queries.table(after).order[:4]
    assert after.seeds != before
    assert after.stages[-1].players == after.seeds
    if published:
        assert {player for pair in pairs(after.rounds[-1]).values() for player in pair} == set(after.seeds)
    assert proved(hall)


def test_the_cut_may_also_be_left_as_it_was_made_and_anew_later_on_its_page() -> None:
    hall = cut_hall(published=False)
    before = hall.state.seeds
    table, seat = upset(hall)
    correct(hall, 2, table, seat, then="stand")
    assert hall.state.seeds == before
    assert "Make the cut again" in words(hall.get("bracket"))
    hall.post("make-cut")
    assert hall.state.seeds != before
    assert "Make the cut again" not in words(hall.get("bracket"))


def test_once_the_elimination_has_begun_the_cut_stands() -> None:
    hall = cut_hall(published=True)
    table, seat = upset(hall)
    hall.do(commands.StartRound())
    assert "would have been different" in look(hall, 2, table, seat)
    before = hall.state.seeds
    correct(hall, 2, table, seat, then="bracket")
    assert hall.state.seeds == before
    assert hall.state.rounds[1].matches[TableNo(table)].corrections == 1


def test_legions_results_stand_once_the_cut_is_made() -> None:
    hall = hall_of("legion-2.0", 8, 2, **custom(2, cut=4))
    hall.do(commands.MakeCut())
    page = words(hall.get("result-correct", 2, 1))
    assert "LEG-REPORT" in page
    assert "Round 2 stands: the cut is made." in page
    assert "Undo the cut first, then correct." in page
    assert 'href="#next-step"' in page
    hall.do(commands.StartStage())
    out(hall)
    assert "Undo the cut first" not in words(hall.get("result-correct", 2, 1))


# Others


def test_two_results_entered_at_each_others_table_are_exchanged_in_one_act() -> None:
    hall = hall_of(players=16, complete=2)
    out(hall)
    one, two = (match(hall, 2, table) for table in (1, 2))
    hall.do(commands.CorrectResult(RoundNo(2), TableNo(2), win(hall, 1), typed("Made different.")))
    assert "The other table" in words(hall.get("result-correct", 2, 1))
    page = words(hall.get("results-exchanged", 2, 1, **{"with": "2"}))
    assert all(name in page for name in ("What this changes", "exchange the results of tables 1 and 2"))
    names = names_of(hall.tournament.pk)
    assert all(
        f"<bdi>{names[player]}</bdi>" in page for each in (one, two) for player in each.pairing.players
    )
    for wrong in ("1", "99", "x", ""):
        words(hall.get("results-exchanged", 2, 1, **{"with": wrong}), 422)
    words(hall.post("results-exchanged", 2, 1, reason=" ", **{"with": "2"}), 422)
    done = words(hall.post("results-exchanged", 2, 1, reason="Slips exchanged.", **{"with": "2"}))
    assert kinds(hall, 2) == ["result.corrected"] * 2
    assert [match(hall, 2, table).outcome.winner for table in (1, 2)] == [1, 0]  # type: ignore[union-attr]
    assert "Change single pairings of round 3" in done
    assert proved(hall)


def test_players_who_sat_at_the_wrong_tables_are_paired_as_they_play_before_any_result_is_in() -> None:
    hall = hall_of()
    before = hall.publish().rounds[-1]
    swap = f"{min(pairs(before)[1])}-{min(pairs(before)[2])}"
    assert "undo its start" in words(hall.get("repair"))
    hall.post("history-undo")
    hall.post("repair", swaps=swap, reason="They sat down at each other's table and play on.")
    after = hall.state.rounds[-1]
    assert pairs(after)[1] ^ pairs(before)[1] == {int(one) for one in swap.split("-")}
    hall.do(commands.StartRound())
    assert proved(hall)


def test_who_was_dropped_by_mistake_and_missed_a_round_may_have_a_bye_in_the_running_one() -> None:
    hall = hall_of("armada-4.0", **custom(4))
    hall.do(commands.DropPlayer(PlayerId(3)))
    hall.publish()
    hall.post("player-rejoin", 3)
    assert [missed.rounds for missed in hall.state.players[PlayerId(3)].missed] == [(2,)]
    hall.post("award", player=3, kind="bye")
    assert 3 in rests(hall.state.rounds[-1])
    won(hall)
    assert queries.records(hall.state)[PlayerId(3)][1].kind == "bye"
    assert proved(hall)


def test_a_bye_found_wrong_a_round_later_stands_and_the_next_goes_to_somebody_else() -> None:
    hall = hall_of(players=9, complete=2)
    had = [rests(round_) for round_ in hall.state.rounds]
    (bye,) = had[0]
    out(hall)
    hall.post("award", player=bye, kind="loss")
    assert rests(hall.state.rounds[0]) == {bye}
    assert not rests(hall.state.rounds[2]) & (had[0] | had[1])


def test_the_search_for_the_fewest_tables_compares_the_whole_sheet_and_grows_with_the_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, part = list[Place](), swap_suggestions.PairingScale.part

    def counted(scale: swap_suggestions.PairingScale, place: Place) -> swap_suggestions.Weight:
        asked.append(place)
        return part(scale, place)

    monkeypatch.setattr(swap_suggestions.PairingScale, "part", counted)
    counts = []
    for players in (33, 129):
        at = desk(UNLIMITED, players, **custom(4)).rounds(2, lower_wins).pair()
        at.correct(
            2, 3, won_by(at.state.regulations, other(lower_wins(at.state.rounds[1].matches[TableNo(3)])), 3)
        )
        table = recalled(at.state)
        assert isinstance(table, State)
        scale = swap_suggestions.scale_of(table)
        assert scale is not None
        assert table.proposal is not None
        sheet = table.proposal.sheet
        affected = at.state.rounds[1].matches[TableNo(3)].pairing.players
        swaps, weight = swap_suggestions.best_swaps(scale, sheet, affected)
        after = after_swaps(table, swaps)
        assert isinstance(after, State)
        assert after.proposal is not None
        made = after.proposal.sheet
        forbidden, *rest = cost((one.pair for one in made.pairings), scale.criteria)
        assert scale.total(swap_suggestions.places_of(made)) == weight
        assert (weight[0], *weight[3:]) == (forbidden, *rest)
        asked.clear()
        swap_suggestions.best_swaps(replace(scale, best=(-1, *scale.best[1:])), sheet, affected)
        counts.append(len(asked))
    assert counts[1] < counts[0] * 5


def test_a_late_player_plays_whoever_has_the_bye_and_nobody_else_moves() -> None:
    hall = hall_of(players=7, complete=0)
    before = out(hall)
    [resting] = rests(before)
    hall.enter(1)
    late = max(hall.state.players)
    assert f"Pair with {names_of(hall.tournament.pk)[PlayerId(resting)]}" in words(hall.get("round"))
    assert "came after round 1 was paired" in words(hall.get("now"))
    page = words(hall.post("pair-late", player=late))
    assert "Pair with" not in page
    after = hall.state.rounds[-1]
    assert not after.byes
    same = [after.matches[table].pairing.players for table in sorted(before.matches)]
    assert same == [before.matches[table].pairing.players for table in sorted(before.matches)]
    [table] = set(after.matches) - set(before.matches)
    assert set(after.matches[table].pairing.players) == {resting, late}
    won(hall)
    assert queries.records(hall.state)[PlayerId(late)][0].kind == "match"
    assert proved(hall)


def test_once_play_has_begun_a_late_player_has_the_loss() -> None:
    hall = hall_of(players=7, complete=0)
    hall.publish()
    hall.enter(1)
    late = max(hall.state.players)
    assert "Pair with" not in words(hall.get("round"))
    assert "only before the round begins" in words(hall.post("pair-late", player=late), 422)


def test_without_a_bye_there_is_nobody_to_play() -> None:
    hall = hall_of(players=8, complete=0)
    out(hall)
    hall.enter(1)
    assert "only before the round begins" in words(
        hall.post("pair-late", player=max(hall.state.players)), 422
    )


def one_who_came_back(hall: Hall) -> tuple[int, int]:
    """A player who dropped after round 1 and rejoined, and their opponent of that round, who now has the bye."""
    out(hall)
    won(hall)
    last = queries.table(hall.state).order[-1]
    [gone] = queries.opponents(hall.state.rounds, last)
    hall.do(commands.DropPlayer(gone))
    assert rests(out(hall)) == {last}
    hall.do(commands.RejoinPlayer(gone))
    return gone, last


@pytest.mark.parametrize("regulations", ["armada-4.0", UNLIMITED])
def test_a_player_who_comes_back_is_not_offered_an_earlier_opponent_again(regulations: str) -> None:
    hall = hall_of(regulations, 8, 0)
    back, _ = one_who_came_back(hall)
    assert "Here, but not in this round" in words(hall.get("round"))
    assert "Pair with" not in words(hall.get("round"))
    assert "came after round 2" not in words(hall.get("now"))
    assert "the two have not met" in words(hall.post("pair-late", player=back), 422)


def test_where_several_came_late_the_round_is_drawn_again() -> None:
    hall = hall_of(players=7, complete=0)
    out(hall)
    hall.enter(2)
    assert "Pair with" not in words(hall.get("round"))
    assert "2 players came after round 1 was paired: void it and draw it again" in words(hall.get("now"))
    assert "nobody else came late" in words(hall.post("pair-late", player=max(hall.state.players)), 422)


def test_a_late_player_is_not_offered_whom_they_are_never_paired_with() -> None:
    hall = hall_of(players=7, complete=0)
    [resting] = rests(out(hall))
    hall.enter(1)
    late = PlayerId(max(hall.state.players))
    hall.do(commands.ForbidPair((PlayerId(resting), late)))
    assert "Pair with" not in words(hall.get("round"))
