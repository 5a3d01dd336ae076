"""Rounds that go another way than Swiss for everybody: a round robin, inside the pods of a draft, over two days."""

from __future__ import annotations

from itertools import combinations

import pytest

from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.course import Course, PairedBy
from muster.core.tournament.next_step import next_step
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.review import review
from muster.core.tournament.why import why_paired
from tournament_cases import Desk, desk, first_wins, lower_wins, typed

ROBIN = Course("round-robin")


def name(player: PlayerId) -> str:
    return f"P{player}"


def robin(players: int, paired: PairedBy = "round-robin", cut: int = 0) -> Desk:
    return desk("armada-4.0", players, structure="custom", cut=cut, course=Course(paired))


def draft(players: int, rounds: int = 3, **given: int) -> Desk:
    course = Course("pods", given.get("day_one", 0), given.get("points", 0))
    return desk("unlimited-1.3", players, structure="custom", rounds=rounds, cut=0, course=course)


def in_pods(at: Desk) -> Desk:
    at.do(commands.DrawPods(at.link()))
    at.do(commands.PublishPods())
    return at


def why(at: Desk, round_no: int, player: int) -> str:
    found = why_paired(at.journal.entries, RoundNo(round_no), PlayerId(player), name)
    assert found is not None
    return " ".join(map(str, (found.message, *(found.dice.lines if found.dice else ()))))


# Round robin -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_f1_everybody_meets_everybody_once(players: int) -> None:
    at = robin(players)
    rounds = players - 1 + players % 2
    assert at.state.announced.rounds == rounds
    assert at.state.course == ROBIN
    met = [frozenset(pair) for _ in range(rounds) for pair in at.rounds(1, lower_wins).meetings()]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(1, players + 1), 2)]
    at.refused(commands.ProposeRound(at.link()), "no-round-left")
    at.finish()
    assert [one.player for one in at.state.places or ()] == list(range(1, players + 1))
    assert verify(at.journal.entries).holds


def test_f1_twice_with_the_seats_exchanged() -> None:
    at = robin(4, "double-round-robin")
    pairs = [pair for _ in range(6) for pair in at.rounds(1).meetings()]
    assert len(set(pairs)) == 12
    assert verify(at.finish().journal.entries).holds


def test_the_second_half_of_a_double_one_is_no_rematch_to_remark_on() -> None:
    at = robin(4, "double-round-robin").rounds(3).propose()
    assert all(pairing.rematch for pairing in at.sheet.pairings)
    assert review(at.state, name) == ()


def test_whoever_rests_has_no_bye_and_no_round() -> None:
    at = robin(5).pair()
    (resting,) = at.round.resting
    at.play()
    assert at.round.byes == ()
    assert queries.records(at.state)[resting] == []
    assert queries.late(at.state) == ()
    assert queries.takes_part(at.round, resting)
    assert "one rests where the number is odd" in why(at, 1, resting)
    other = at.meetings()[0][0]
    assert "everybody meets everybody" in why(at, 1, other)
    assert "(purpose robin)" in why(at, 1, other)


def test_f2_who_leaves_leaves_the_others_resting_and_results_stand() -> None:
    at = robin(4).rounds(1, lower_wins)
    gone = at.meetings()[0][0]
    at.drop(gone).pair()
    assert len(at.round.resting) == 1
    assert gone not in at.round.resting
    assert queries.records(at.state)[PlayerId(gone)]
    assert verify(at.play().journal.entries).holds


def test_who_plays_is_fixed_when_it_begins_and_pairs_are_not_swapped() -> None:
    at = robin(6)
    at.refused(commands.EnterPlayer(PlayerId(7)), "stage-running", "fixed when it begins")
    at.propose()
    one, two = at.sheet.pairings[:2]
    at.refused(
        commands.SwapPlayers((one.players[0], two.players[0])), "bad-pair", "everybody meets everybody"
    )


def test_after_a_first_round_is_drawn_again_everybody_still_meets_everybody() -> None:
    at = robin(6).pair()
    at.do(commands.VoidRound(typed("again")))
    at.rounds(5)
    assert sum(map(len, queries.met(at.state.rounds).values())) == 30
    assert verify(at.journal.entries).holds


def test_a_round_robin_can_lead_to_a_cut() -> None:
    at = robin(6, cut=4).rounds(5, lower_wins)
    assert next_step(at.state).step == "cut"
    at.cut().rounds(2, lower_wins).finish()
    assert (at.state.places or ())[0].player == 1
    assert verify(at.journal.entries).holds


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"rounds": 3, "course": ROBIN}, "rounds"),
        ({"rounds": 3, "course": Course("swiss", 3, 5)}, "day_one"),
        ({"rounds": 3, "course": Course("swiss", 2, 0)}, "points"),
        ({"structure": "basic", "course": ROBIN}, "course"),
    ],
)
def test_what_cannot_be_is_refused(given: dict[str, object], field: str) -> None:
    at = desk("armada-4.0", 6)
    wanted = {"structure": "custom", "cut": 0 if given.get("structure") != "basic" else None} | given
    refusal = Desk().journal.submit(
        commands.CreateTournament(regulations=at.state.regulations, day=at.state.created.day, **wanted)  # type: ignore[arg-type]
    )
    assert [problem.field for problem in getattr(refusal, "problems", ())] == [field]


def test_tables_of_three_and_four_are_paired_in_swiss_rounds_alone() -> None:
    at = desk("twin-suns-1.3", 6)
    refusal = at.refused(commands.ChangeStructure("custom", None, "top", 0, ROBIN), "already-announced")
    assert refusal
    fresh = Desk().create("twin-suns-1.3")
    found = fresh.refused(commands.ChangeStructure("custom", None, "top", 0, ROBIN), "bad-setup")
    assert [problem.field for problem in found.problems] == ["course"]


# Pods ---------------------------------------------------------------------------------------------------------------


def test_f16_f18_nineteen_draft_in_pods_of_seven_six_six_and_meet_across_the_table() -> None:
    at = draft(19)
    assert next_step(at.state).step == "pods"
    at.refused(commands.ProposeRound(at.link()), "bad-pods", "Draw the pods first")
    at.do(commands.DrawPods(at.link(), (7, 6, 6)))
    assert next_step(at.state).step == "show-pods"
    at.do(commands.PublishPods())
    pods = at.state.pods or ()
    assert list(map(len, pods)) == [7, 6, 6]
    at.pair()
    for number, pod in enumerate(pods, 1):
        pairs = {match.pairing.players for match in at.round.matches.values() if match.pairing.pod == number}
        sitting = [player for player in pod if player not in at.resting()]
        assert pairs == set(zip(sitting[:3], sitting[3:], strict=True))
    assert "across the table" in why(at, 1, pods[1][0])
    assert len(at.resting()) == 1
    assert "bye" in why(at, 1, at.resting()[0])
    assert verify(at.journal.entries).holds


def test_f21_nobody_meets_somebody_of_another_pod() -> None:
    at = in_pods(draft(14)).rounds(3)
    of = {player: number for number, pod in enumerate(at.state.pods or ()) for player in pod}
    met = queries.met(at.state.rounds)
    assert all(of[player] == of[other] for player, others in met.items() for other in others)
    assert not any(match.pairing.rematch for round_ in at.state.rounds for match in round_.matches.values())
    assert "points" in why(at, 2, at.meetings()[0][0])
    assert verify(at.finish().journal.entries).holds


def test_before_it_begins_the_pods_are_what_is_drawn_first() -> None:
    at = Desk().create("unlimited-1.3", structure="custom", rounds=3, cut=0, course=Course("pods"))
    at.enter(*range(1, 9)).announce()
    assert "Draw the pods of the draft." in str(next_step(at.state).says)


def test_links_go_on_from_the_draw_of_the_pods() -> None:
    at = draft(8)
    first = at.link()
    in_pods(at)
    assert at.link() != first
    at.refused(commands.ProposeRound(first), "wrong-link")
    at.pair()
    assert at.state.draws.revealed is not None
    assert at.state.draws.revealed[0] == 2


def test_seats_are_exchanged_before_the_pods_are_shown() -> None:
    at = draft(12)
    at.refused(commands.SwapSeats((PlayerId(1), PlayerId(2))), "no-proposal")
    at.refused(commands.PublishPods(), "no-proposal")
    at.do(commands.DrawPods(at.link()))
    draft_ = at.state.pods_draft
    assert draft_ is not None
    one, two = draft_.pods[0][0], draft_.pods[1][3]
    at.refused(commands.SwapSeats((one, one)), "bad-pair")
    at.refused(commands.SwapSeats((one, PlayerId(99))), "not-in-proposal")
    at.do(commands.SwapSeats((one, two)))
    at.do(commands.PublishPods())
    assert (at.state.pods or ())[0][0] == two
    at.refused(commands.DrawPods(at.link()), "bad-pods", "are published")


def test_sizes_are_the_usual_ones_or_the_organisers() -> None:
    at = draft(12)
    at.refused(commands.DrawPods(at.link(), (8, 5)), "bad-pods", "add up")
    at.refused(commands.DrawPods(at.link(), (9, 3)), "bad-pods", "at least 4")
    at.do(commands.DrawPods(at.link(), (8, 4)))
    draft_ = at.state.pods_draft
    assert draft_ is not None
    assert list(map(len, draft_.pods)) == [8, 4]
    assert verify(at.journal.entries).holds


def test_who_comes_late_sits_at_the_end_of_a_pod_and_rests_without_one() -> None:
    at = in_pods(draft(12))
    at.enter(13)
    at.enter(14)
    at.do(commands.JoinPod(PlayerId(13), 2))
    at.refused(commands.JoinPod(PlayerId(13), 1), "bad-pods", "already")
    at.refused(commands.JoinPod(PlayerId(14), 3), "bad-pods", "There is no pod 3")
    at.refused(commands.JoinPod(PlayerId(15), 1), "not-playing")
    at.pair()
    assert (at.state.pods or ())[1][-1] == 13
    assert at.round.resting == (14,)
    assert "sits in no pod" in why(at, 1, 14)
    at.refused(commands.JoinPod(PlayerId(14), 1), "bad-pods", "before round 1")
    assert verify(at.journal.entries).holds


def test_who_leaves_between_draft_and_round_1_leaves_an_odd_pod_with_a_bye() -> None:
    at = in_pods(draft(12))
    gone = (at.state.pods or ())[0][2]
    at.drop(gone).pair()
    assert len(at.resting()) == 1
    assert at.resting()[0] in (at.state.pods or ())[0]
    assert verify(at.journal.entries).holds


def test_a_pod_of_two_ends_when_they_have_met_and_one_alone_rests() -> None:
    at = in_pods(draft(8, 5))
    assert len(at.state.pods or ()) == 1
    pod = (at.state.pods or ())[0]
    at.rounds(1)
    other = {**dict(at.meetings()), **{two: one for one, two in at.meetings()}}
    kept = (pod[0], other[pod[0]])
    at.drop(*(player for player in pod if player not in kept)).pair()
    assert set(at.round.resting) == set(kept)
    assert "nobody left to meet" in why(at, 2, kept[0])
    at.drop(kept[1])
    at.pair()
    assert at.round.resting == (kept[0],)
    assert verify(at.journal.entries).holds


def test_players_of_two_pods_are_not_exchanged_in_a_round() -> None:
    at = in_pods(draft(12)).propose()
    pods = at.state.pods or ()
    at.refused(commands.SwapPlayers((pods[0][0], pods[1][0])), "bad-pair", "different pods")
    first = [one for one in at.sheet.pairings if one.pod == 1]
    at.do(commands.SwapPlayers((first[0].players[0], first[1].players[0])))


@pytest.mark.parametrize("players", [2, 3])
def test_a_pod_needs_four(players: int) -> None:
    at = draft(4)
    at.drop(*range(players + 1, 5))
    at.refused(commands.DrawPods(at.link()), "attendance", "at least 4")


def test_pods_are_of_a_plan_with_pods() -> None:
    at = desk("unlimited-1.3", 8)
    at.refused(commands.DrawPods(at.link()), "bad-pods", "no pods")
    at.refused(commands.JoinPod(PlayerId(1), 1), "bad-pods")
    at.refused(commands.BeginDayTwo(), "no-cut", "one day only")


# Two days -----------------------------------------------------------------------------------------------------------


def test_forty_play_six_rounds_and_those_with_the_points_play_on_to_a_top_8() -> None:
    course = Course("swiss", 6, 12)
    at = desk("unlimited-1.3", 40, tier="competitive", structure="custom", rounds=9, cut=8, course=course)
    at.rounds(5, lower_wins)
    at.refused(commands.BeginDayTwo(), "results-missing", "complete so far: 5")
    at.rounds(1, lower_wins)
    assert next_step(at.state).step == "day-two"
    at.refused(commands.ProposeRound(at.link()), "no-round-left", "Day one is over")
    (fact,) = at.do(commands.BeginDayTwo())
    assert isinstance(fact, facts.DayTwoBegun)
    table = queries.table(at.state)
    assert fact.players == tuple(row.player for row in table.rows if row.points >= 12)
    assert set(queries.active(at.state)) == set(fact.players)
    at.refused(commands.BeginDayTwo(), "no-cut", "has begun")
    at.refused(commands.EnterPlayer(PlayerId(41)), "stage-running", "Day two has begun")
    at.rounds(3, lower_wins)
    assert {player for pair in at.meetings() for player in pair} <= set(fact.players)
    at.cut().rounds(3, lower_wins).finish()
    assert (at.state.places or ())[0].player == 1
    assert len(at.state.places or ()) == 40
    assert verify(at.journal.entries).holds


def test_a_correction_lets_day_two_begin_anew_with_others() -> None:
    at = desk("armada-4.0", 8, structure="custom", rounds=3, cut=0, course=Course("swiss", 1, 6))
    at.rounds(1, first_wins)
    (fact,) = at.do(commands.BeginDayTwo())
    assert isinstance(fact, facts.DayTwoBegun)
    table = min(at.round.matches)
    one, two = at.round.matches[table].pairing.players
    at.correct(1, table, at.win(table, 1))
    (again,) = at.do(commands.BeginDayTwo())
    assert isinstance(again, facts.DayTwoBegun)
    assert one in fact.players
    assert two in again.players
    assert one not in again.players
    assert verify(at.journal.entries).holds


def test_too_few_with_the_points_finish_instead() -> None:
    at = desk("armada-4.0", 4, structure="custom", rounds=2, cut=0, course=Course("swiss", 1, 10))
    at.rounds(1, first_wins)
    at.refused(commands.BeginDayTwo(), "attendance", "Fewer than two")
    at.finish("nobody has the points")


def test_who_left_is_not_replaced_by_somebody_who_is_out() -> None:
    course = Course("swiss", 2, 12)
    at = desk("armada-4.0", 8, structure="custom", rounds=3, cut=2, course=course).rounds(2, lower_wins)
    at.do(commands.BeginDayTwo())
    going = at.state.going_on or ()
    at.rounds(1, lower_wins).cut()
    seeds = at.state.seeds or ()
    assert set(seeds) <= set(going)
    dropped = at.do(commands.DropPlayer(seeds[1]))
    replaced = [fact for fact in dropped if isinstance(fact, facts.CutReplaced)]
    assert all(fact.entered is None or fact.entered in going for fact in replaced)
    assert verify(at.journal.entries).holds
