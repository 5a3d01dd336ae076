"""When something went wrong: each mistake found late, mended through the pages of the desk."""

from __future__ import annotations

from typing import Any

import pytest

from muster.app.common.names import names_of
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done
from muster.app.results.report import terms_of
from muster.app.results.report_forms import data_of
from muster.app.rounds.re_pairing import re_pair
from muster.app.rounds.read import why
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands, facts, queries
from muster.journal import store
from muster.web.desk.round.manual_changes import by_hand
from repair_cases import (
    UNLIMITED,
    correct,
    hall_of,
    hidden,
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
from tournament_cases import custom
from web_cases import Hall

pytestmark = pytest.mark.django_db


def plain(page: str) -> str:
    """Without the marks that keep a name from turning its sentence."""
    return page.translate({0x2068: None, 0x2069: None, 0x2066: None})


# Results


def test_a_wrong_result_before_the_next_pairing_is_just_mended() -> None:
    hall = hall_of()
    assert "No published pairing rests on it" in look(hall, 1)
    correct(hall, 1)
    assert match(hall, 1).outcome.winner == 1  # type: ignore[union-attr]
    assert kinds(hall, 1) == ["result.corrected"]


def test_paired_but_not_started_only_the_affected_matches_are_paired_anew() -> None:
    hall = hall_of(players=16, complete=2)
    before = out(hall)
    page = look(hall, 2)
    assert "Pair only the affected matches again" in page
    assert "2 places change, of 8 tables" in page
    done = correct(hall, 2, then="affected")
    after = hall.state.rounds[-1]
    changed = [table for table in pairs(before) if pairs(before)[table] != pairs(after)[table]]
    assert len(changed) == 2
    assert not after.begun
    assert after.number == 3
    points = queries.pairing_points(hall.state, queries.table(hall.state, 2), 2)
    assert not [one for one in pairs(after).values() if len({points[PlayerId(p)] for p in one}) > 1]
    assert "Corrected, round 2" in words(done)
    assert {"result.corrected", "round.voided", "proposal.swapped", "round.published"} <= set(kinds(hall, 30))
    assert proved(hall)


@pytest.mark.parametrize("players", [6, 7, 24])
def test_whoever_keeps_their_table_keeps_their_side_of_it(players: int) -> None:
    hall = hall_of("armada-4.0", players)
    before = out(hall).matches
    one, two = (before[TableNo(number)].pairing.players[0] for number in (1, 2))
    answer = re_pair(
        hall.tournament.pk, hall.actor, [(one, two)], typed("a slip"), expected_version=hall.state.version
    )
    assert isinstance(answer, Done), answer
    after = hall.state.rounds[-1]
    assert [after.matches[table].pairing.players for table in sorted(before)[2:]] == [
        before[table].pairing.players for table in sorted(before)[2:]
    ]
    assert after.matches[TableNo(1)].pairing.players == (two, before[TableNo(1)].pairing.players[1])
    assert after.matches[TableNo(2)].pairing.players == (one, before[TableNo(2)].pairing.players[1])


def test_the_whole_round_can_be_drawn_anew_with_the_correction_in_one_act() -> None:
    hall = hall_of(complete=1)
    out(hall)
    correct(hall, 1, then="anew")
    assert len(hall.state.rounds) == 1
    assert hall.state.proposal is not None
    assert kinds(hall, 3) == ["result.corrected", "round.voided", "round.proposed"]


def test_the_pairings_may_stand_with_a_warning_and_be_mended_afterwards() -> None:
    hall = hall_of(players=16, complete=2)
    before = out(hall)
    assert "against the regulations while the round has not begun" in look(hall, 2)
    correct(hall, 2, then="stand")
    assert pairs(hall.state.rounds[-1]) == pairs(before)
    page = words(hall.get("repair"))
    assert "These pairings rest on a result that was corrected" in page
    chosen = words(hall.get("repair", swaps=page.split('name="swaps" value="')[1].split('"')[0]))
    hall.post("repair", swaps=hidden(chosen, "swaps"), reason="Affected by the correction.")
    assert sum(pairs(before)[one] != pairs(hall.state.rounds[-1])[one] for one in pairs(before)) == 2
    assert proved(hall)


def test_once_the_round_has_begun_the_result_is_mended_and_play_goes_on() -> None:
    hall = hall_of()
    before = pairs(hall.publish().rounds[-1])
    page = look(hall, 1)
    assert "pairings made since then stand" in page
    assert 'name="then"' not in page
    late = correct(hall, 1, then="affected", swaps="1-2")
    assert "has begun: its pairings stand" in words(late, 422)
    assert match(hall, 1).corrections == 0
    correct(hall, 1)
    assert match(hall, 1).corrections == 1
    assert pairs(hall.state.rounds[-1]) == before
    assert "has begun: its pairings stand" in words(hall.get("repair"))


@pytest.mark.parametrize("regulations", ["armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2"])
def test_a_wrong_result_of_round_2_found_in_round_4_tells_everything_that_rested_on_it(
    regulations: str,
) -> None:
    hall = hall_of(regulations, 12, 3, **custom(5))
    hall.publish()
    old = match(hall, 2).report
    page = look(hall, 2)
    assert "Round 3, table" in page
    assert "Round 4, table" in page
    assert " → <strong>" in page.split("Paired from the old result")[1]
    if regulations == "legion-2.0":
        assert "LEG-REPORT" in page
    correct(hall, 2)
    assert match(hall, 2).report != old
    history = words(hall.get("history", kind="corrections"))
    assert "The slip was misread." in history
    reports = words(hall.get("history", table="1"))
    assert reports.count("Table 1") > 3
    assert proved(hall)


def test_legions_window_shuts_after_two_further_rounds() -> None:
    hall = hall_of("legion-2.0", 16, 3, **custom(5))
    page = words(hall.get("result-correct", 1, 1))
    assert "LEG-REPORT" in page
    assert "further rounds are over" in page


def test_a_bye_that_would_have_gone_to_somebody_else_is_told() -> None:
    hall = hall_of(players=9, complete=2)
    out(hall)
    bye = next(iter(rests(hall.state.rounds[2])))
    table = next(table for table, one in hall.state.rounds[1].matches.items() if bye in one.pairing.players)
    lost = match(hall, 2, table).pairing.players.index(PlayerId(bye))
    assert "the bye would have gone to" in look(hall, 2, table, lost)
    correct(hall, 2, table, lost, then="affected")
    assert rests(hall.state.rounds[2]) != {bye}
    assert proved(hall)


def test_players_swapped_in_a_result_are_put_right_by_a_correction() -> None:
    hall = hall_of("armada-4.0")
    one, two = match(hall, 1).outcome.sides  # type: ignore[union-attr]
    correct(hall, 1, reason="The names were swapped on the slip.")
    assert match(hall, 1).outcome.sides[1].points == one.points  # type: ignore[union-attr]
    assert match(hall, 1).outcome.sides[0].points == two.points  # type: ignore[union-attr]


def test_two_matches_played_at_each_others_table_keep_their_players_and_swap_their_results() -> None:
    hall = hall_of("legion-2.0", complete=0)
    hall.publish()
    for table, seat in ((1, 0), (2, 1)):
        hall.do(commands.ReportResult(RoundNo(1), TableNo(table), win(hall, seat)))
    for table, seat in ((1, 1), (2, 0)):
        correct(hall, 1, table, seat, reason="They sat at each other's table.")
    assert [match(hall, 1, table).outcome.winner for table in (1, 2)] == [1, 0]  # type: ignore[union-attr]


def test_no_round_is_paired_before_all_results_are_in() -> None:
    hall = hall_of(complete=0)
    hall.publish()
    hall.play(leave=1)
    page = words(hall.post("propose"), 422)
    assert "lacks results at table" in page
    assert hall.state.proposal is None
    won(hall)
    hall.post("propose")
    assert hall.state.proposal is not None


# Pairings


def test_a_bye_to_the_wrong_player_is_exchanged_before_the_round_begins() -> None:
    hall = hall_of(players=9)
    before = out(hall)
    bye = next(iter(rests(before)))
    other = min(before.matches[TableNo(1)].pairing.players)
    page = words(hall.get("repair", pick=bye, **{"with": other}))
    assert "Change and publish" in page
    called = names_of(hall.tournament.pk)
    assert f"{called[PlayerId(other)]} has the bye; by the rule it is {called[PlayerId(bye)]}’s." in plain(
        page
    )
    assert f'?pick={bye}"' in words(hall.get("round"))
    assert f'<option value="{bye}" selected>' in words(hall.get("repair", pick=bye))
    bare = words(hall.post("repair", swaps=hidden(page, "swaps"), reason=" "), 422)
    assert "Give a reason" in bare
    done = words(hall.post("repair", swaps=hidden(page, "swaps"), reason="The bye was promised to another."))
    assert (
        "Round 2 is published again (The bye was promised to another.): table 1 and the bye changed." in done
    )
    assert "is voided" not in done
    assert done.count("Exchanged:") == 0
    changed = [one for one in pairs(before) if pairs(before)[one] != pairs(hall.state.rounds[-1])[one]]
    for table, pair in pairs(hall.state.rounds[-1]).items():
        reason = words(hall.get("why-pairing", 2, min(pair)))
        assert ("by hand" in reason) == (table in changed)
    after = hall.state.rounds[-1]
    assert rests(after) == {other}
    assert {table for table in pairs(before) if pairs(before)[table] != pairs(after)[table]} == {1}
    assert proved(hall)
    two, three = (min(pairs(hall.state.rounds[-1])[table]) for table in (2, 3))
    hall.post("repair", swaps=f"{two}-{three}", reason="Both asked for it.")
    snapshot = store.load(hall.tournament.pk)
    found = why(snapshot, RoundNo(2), PlayerId(other), str)
    assert found is not None
    assert (found.manual, found.kept) == (True, 1)
    hands = by_hand(snapshot, RoundNo(2), PlayerId(other), str, found)
    assert hands
    assert all(str(other) in plain(str(hand.says)) for hand in hands)


def test_a_bye_of_the_first_round_given_by_hand_is_warned_about() -> None:
    hall = hall_of(players=5, complete=0)
    before = out(hall)
    (bye,) = rests(before)
    other = min(before.matches[TableNo(1)].pairing.players)
    page = words(hall.get("repair", swaps=f"{bye}-{other}"))
    called = names_of(hall.tournament.pk)[PlayerId(other)]
    assert f"The bye of the first round is drawn; this gives it to {called} by hand." in plain(page)
    same = min(before.matches[TableNo(2)].pairing.players)
    assert "by hand. <" not in words(hall.get("repair", swaps=f"{other}-{same}"))


def test_after_the_start_a_bye_given_wrongly_becomes_a_loss() -> None:
    hall = hall_of(players=9)
    round_ = hall.publish().rounds[-1]
    (bye,) = rests(round_)
    hall.post("award", player=bye, kind="loss")
    assert not rests(hall.state.rounds[-1])
    hall.post("award", player=bye, kind="bye")
    assert rests(hall.state.rounds[-1]) == {bye}


def test_somebody_who_left_since_is_told_and_the_round_is_voided_instead() -> None:
    hall = hall_of()
    out(hall)
    hall.do(commands.DropPlayer(PlayerId(3)))
    assert "Players were added or dropped since" in words(hall.get("repair"))
    hall.post("void", reason="A player left before it began.")
    assert len(hall.state.rounds) == 1


def test_hostile_exchanges_change_nothing() -> None:
    hall = hall_of()
    before = pairs(out(hall))
    for text in ("x", "1-1", "1-99999999", "0-0 \x00", "9" * 3000, "1-2 " * 500):
        assert hall.get("repair", swaps=text).status_code == 200
        assert hall.post("repair", swaps=text, reason="No.").status_code in (200, 422)
    words(hall.get("repair", pick="\u202e<b>", **{"with": "'"}))
    assert pairs(hall.state.rounds[-1]) == before


# People


def test_a_wrong_player_entered_gets_the_right_name_under_the_same_number() -> None:
    hall = hall_of("armada-4.0")
    hall.post("player", 3, name="The Right One")
    assert names_of(hall.tournament.pk)[PlayerId(3)] == "The Right One"
    assert "The Right One" in words(hall.get("standings"))


def test_a_player_entered_twice_is_made_one_before_the_start() -> None:
    hall = Hall("armada-4.0")
    hall.enter(4)
    hall.post("people-add", name="Twice Over")
    hall.post("people-add", name="Twice Over", sure="name")
    kept, double = hall.tournament.entries.filter(person__name="Twice Over").order_by("pk")[:2]
    hall.post("registration-one", kept.pk, double=double.pk)
    assert len(queries.active(hall.state)) == 5


def test_a_player_entered_twice_and_found_when_paired_is_dropped_and_the_round_drawn_anew() -> None:
    hall = hall_of("armada-4.0", complete=0)
    out(hall)
    hall.post("player-drop", 8, reason="Entered twice.")
    hall.post("void", reason="Somebody was paired twice.")
    hall.post("propose")
    hall.post("publish")
    assert 8 not in {player for one in pairs(hall.state.rounds[0]).values() for player in one}
    assert len(rests(hall.state.rounds[0])) == 1


def test_a_mass_drop_by_mistake_is_undone_at_once() -> None:
    hall = Hall("armada-4.0", {"check_in": True})
    hall.enter(6)
    hall.do(commands.CheckIn(PlayerId(1)))
    missing = words(hall.get("checkin-missing"))
    sent = {"player": list(range(2, 7)), "reason": "Not here."}
    hall.post("checkin-missing", **sent)
    gone = [one for one in hall.state.players.values() if one.status == "dropped"]
    assert gone, missing
    hall.post("history-undo")
    assert not [one for one in hall.state.players.values() if one.status == "dropped"]


def test_after_the_next_round_each_of_them_comes_back_by_rejoining() -> None:
    hall = hall_of("armada-4.0", **custom(4))
    for player in (2, 3):
        hall.do(commands.DropPlayer(PlayerId(player)))
    out(hall)
    assert "Undo goes back to the last published round" in words(hall.get("history"))
    for player in (2, 3):
        hall.post("player-rejoin", player)
    assert {2, 3} <= set(queries.active(hall.state))


def test_a_disqualification_in_the_cut_brings_the_next_player_in() -> None:
    hall = hall_of("armada-4.0", 8, 2, **custom(2, cut=4))
    hall.post("make-cut")
    seeds = hall.state.seeds
    assert seeds is not None
    nxt = words(hall.get("bracket"))
    hall.post("player-disqualify", seeds[0], reason="Found with marked dice.")
    after = hall.state.seeds
    assert after is not None
    assert seeds[0] not in after
    assert len(after) == 4, nxt
    hall.post("history-undo")
    assert hall.state.seeds == seeds


# Undo, the past, two at once


def test_undo_goes_back_act_by_act_and_names_whose_act_it_is() -> None:
    hall = hall_of("armada-4.0", complete=0)
    hall.publish()
    sam = hall.staff("scorekeeper", "Sam Scorekeeper")
    for table in (1, 2):
        data = {"version": hall.state.version, "line": f"{table} 200-100"}
        sam.post(hall.url("results-enter"), data)
    assert "Sam Scorekeeper" in words(hall.get("now"))
    for left in (1, 0):
        hall.post("history-undo")
        assert sum(one.outcome is not None for one in hall.state.rounds[0].matches.values()) == left
    page = words(hall.get("history"))
    assert "taken back by Olivia Organiser" in page


def test_every_moment_shows_rounds_standings_bracket_and_who_had_left() -> None:
    hall = hall_of(UNLIMITED, 8, 2, **custom(2, cut=4))
    winner = match(hall, 2).outcome.winner  # type: ignore[union-attr]
    before = hall.state.version
    correct(hall, 2)
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    hall.do(commands.DropPlayer(hall.state.seeds[-1]))  # type: ignore[index]
    now = words(hall.get("history-act", hall.state.version))
    assert "Bracket as it stood" in now
    assert "Dropped by then" in now
    early = words(hall.get("history-act", before, round=1))
    assert "Round 1 as it stood" in early
    assert "Standings after round 1 as they stood" in early
    assert "Bracket as it stood" not in early
    assert words(hall.get("history-act", before, round="x")).count("Round 2 as it stood") == 1
    assert winner == 0
    assert match(hall, 2).outcome.winner == 1  # type: ignore[union-attr]
    assert 'method="post"' not in early.split("Below: the tournament")[1].split("</main>")[0]


@pytest.mark.parametrize("form", ["result-correct", "repair", "make-cut", "history-undo", "end", "void"])
def test_whoever_comes_second_is_told_what_the_first_did(form: str) -> None:
    hall = hall_of("armada-4.0", 8, 1, **custom(2, cut=4))
    out(hall)
    seen = hall.state.version
    data: dict[str, Any] = {"version": seen, "reason": "Mine."}
    args: tuple[int, ...] = ()
    if form == "result-correct":
        page = look(hall, 1)
        data |= {"step": "correct", "sure": hidden(page, "sure")}
        data |= data_of(win(hall, 1), terms_of(hall.state, hall.state.rounds[0]))
        args = (1, 1)
    if form == "repair":
        data["swaps"] = f"{min(pairs(hall.state.rounds[1])[1])}-{min(pairs(hall.state.rounds[1])[2])}"
    hall.do(commands.StartRound())
    version = hall.state.version
    page = words(hall.post(form, *args, **data), 409)
    assert "Somebody else has changed" in page
    assert "Olivia Organiser" in page
    assert "Round 2 has begun" in page
    assert hall.state.version == version


def test_the_same_change_of_pairings_sent_twice_is_made_once() -> None:
    hall = hall_of()
    round_ = out(hall)
    swap = f"{min(pairs(round_)[1])}-{min(pairs(round_)[2])}"
    data = {"swaps": swap, "reason": "Cousins.", "key": "once", "version": hall.state.version}
    for _ in range(2):
        hall.post("repair", **data)
    voids = [one for one in store.load(hall.tournament.pk).entries if isinstance(one.fact, facts.RoundVoided)]
    assert len(voids) == 1
