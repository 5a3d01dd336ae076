"""Rounds in parts that follow one another: who comes into each, pods and groups on the way, places at the end."""

from __future__ import annotations

from itertools import combinations
from typing import Any, cast

import pytest

from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.acts.base import Describer
from muster.core.tournament.chains import CHAINS
from muster.core.tournament.course import Course, CoursePart, coming, group_sizes, parts_of
from muster.core.tournament.next_step import next_step
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.review import review
from muster.core.tournament.why import why_paired
from tournament_cases import Desk, desk, first_wins, lower_wins, typed

DRAFT_ON_DAY_TWO = (
    CoursePart("swiss", 4),
    CoursePart("pods", 3, "at-least-points", 9, "by-rank", day=2),
)
GROUPS = (CoursePart("groups", size=4),)


class To:
    """Who is told of players by their numbers."""

    def names(self, players: tuple[PlayerId, ...]) -> str:
        return " ".join(map(name, players))


def name(player: PlayerId) -> str:
    return f"P{player}"


def chain(players: int, parts: tuple[CoursePart, ...], cut: int = 0, **given: Any) -> Desk:
    given = {"structure": "custom", "cut": cut, "course": Course(parts=parts), **given}
    return desk("unlimited-1.3", players, **given)


def dealt(at: Desk, sizes: tuple[int, ...] | None = None) -> Desk:
    at.do(commands.DrawPods(at.link(), sizes))
    at.do(commands.PublishPods())
    return at


def on(at: Desk) -> Desk:
    at.do(commands.BeginDayTwo())
    return at


def held(at: Desk) -> None:
    assert verify(at.journal.entries).findings == ()


def points(at: Desk) -> dict[int, int]:
    table = queries.table(at.state)
    return dict(zip(table.order, table.points, strict=True))


def why(at: Desk, round_no: int, player: int) -> str:
    found = why_paired(at.journal.entries, RoundNo(round_no), PlayerId(player), name)
    assert found is not None
    return str(found.message)


# Swiss, then pods on day two ----------------------------------------------------------------------------------------


def test_swiss_then_who_has_the_points_drafts_in_pods_by_standing_then_a_cut() -> None:
    at = chain(40, DRAFT_ON_DAY_TWO, cut=8)
    assert at.state.announced.rounds == 7
    at.rounds(4, lower_wins)
    before = points(at)
    assert next_step(at.state).step == "day-two"
    assert "Part 1 is over" in str(next_step(at.state).says)
    at.refused(commands.ProposeRound(at.link()), "no-round-left", "see who plays on")
    on(at)
    going = at.state.going_on or ()
    assert set(going) == {player for player, own in before.items() if own >= 9}
    assert next_step(at.state).step == "pods"
    at.refused(commands.ProposeRound(at.link()), "bad-pods", "Draw the pods first")
    dealt(at)
    first, *others = at.state.pods or ()
    ranked = [player for player in queries.table(at.state).order if player in going]
    assert set(first) == set(ranked[: len(first)])
    assert [player for pod in others for player in pod] != ranked[len(first) :]
    at.pair()
    across = {frozenset(pair) for pair in zip(first, first[len(first) // 2 :], strict=False)}
    assert len(first) % 2 or across <= {frozenset(pair) for pair in at.meetings()}
    assert {one.pairing.pod for one in at.round.matches.values()} == {*range(1, len(others) + 2)}
    at.play(lower_wins).rounds(2, lower_wins)
    assert max(points(at).values()) == 21
    assert next_step(at.state).step == "cut"
    at.cut().rounds(3, lower_wins).finish()
    places = [one.player for one in at.state.places or ()]
    assert places[0] == 1
    assert len(places) == 40
    assert {*places[: len(going)]} == {*going}
    held(at)


def test_who_did_not_come_into_a_part_keeps_the_place_of_that_moment() -> None:
    at = chain(8, (CoursePart("swiss", 2), CoursePart("swiss", 2, "top", 4)))
    at.rounds(2, lower_wins)
    then = list(queries.table(at.state).order)
    on(at).rounds(2, lambda match: 1 if first_wins(match) == lower_wins(match) else 0).finish()
    places = [one.player for one in at.state.places or ()]
    assert {*places[:4]} == {*then[:4]}
    assert places[4:] == then[4:]
    held(at)


def test_a_part_can_begin_anew_while_nothing_of_it_is_shown() -> None:
    at = chain(12, (CoursePart("swiss", 2), CoursePart("pods", 2, "top", 6, "snake")))
    on(at.rounds(2, lower_wins))
    assert queries.part_to_begin(at.state) == 1
    at.refused(commands.BeginDayTwo(), "no-cut", "same players")
    at.do(commands.DrawPods(at.link()))
    was = at.state.going_on or ()
    table = at.table_of(was[-1])
    match = at.round.matches[table]  # type: ignore[index]
    seat = match.pairing.seat_of(was[-1])
    at.correct(2, table, at.win(table, 1 if seat == 0 else 0))
    at.do(commands.BeginDayTwo())
    assert at.state.pods_draft is None
    assert at.state.going_on != was
    dealt(at)
    assert queries.part_to_begin(at.state) is None
    at.refused(commands.BeginDayTwo(), "no-cut", "last part")
    at.rounds(2, lower_wins).finish()
    held(at)


def test_the_best_of_every_pod_again_after_a_correction() -> None:
    at = chain(12, (CoursePart("pods", 2), CoursePart("swiss", 1, "best-of-groups", 2)))
    dealt(at, (6, 6)).rounds(2, lower_wins)
    on(at)
    pods = at.state.pods_before or ()
    going = at.state.going_on or ()
    assert [sum(player in pod for player in going) for pod in pods] == [2, 2]
    assert {player in pods[0] for player in going[:2]} == {True, False}
    loser = next(one for one in at.round.matches.values() if one.pairing.players[0] in going)
    table = loser.pairing.table
    report = at.win(table, 1 if loser.outcome and loser.outcome.winner == 0 else 0)
    at.correct(2, table, report)
    at.do(commands.BeginDayTwo())
    assert at.state.pods_before == pods
    at.do(commands.Retract())
    at.rounds(1)
    held(at)


def test_a_round_robin_of_the_best_after_swiss_has_dice_of_its_own() -> None:
    at = chain(9, (CoursePart("swiss", 2), CoursePart("round-robin", entry="top", number=4, day=2)))
    assert at.state.announced.rounds == 5
    on(at.rounds(2, lower_wins))
    going = at.state.going_on or ()
    at.pair()
    assert at.state.draws.part_seed not in (None, at.state.draws.key_seed)
    at.do(commands.VoidRound(typed("again")))
    draws = at.state.draws
    assert draws.part_seed is None
    met = [pair for _ in range(3) for pair in at.rounds(1, lower_wins).meetings()]
    assert {frozenset(pair) for pair in met} == {frozenset(pair) for pair in combinations(going, 2)}
    held(at.finish())


def test_a_round_robin_has_the_rounds_of_those_who_come() -> None:
    at = chain(8, (CoursePart("swiss", 1), CoursePart("double-round-robin", entry="top", number=6)))
    assert at.state.announced.rounds == 11
    at.rounds(1, lower_wins).drop(3, 4, 5)
    on(at)
    assert at.state.announced.rounds == 11
    assert [part.rounds for part in queries.parts(at.state)] == [1, 10]
    held(at.rounds(1))


@pytest.mark.parametrize(
    ("entry", "number", "count"),
    [("everybody", 0, 8), ("top-with-ties", 2, 4), ("at-most-losses", 0, 4), ("at-least-points", 3, 4)],
)
def test_who_comes_into_a_part(entry: Any, number: int, count: int) -> None:
    at = chain(8, (CoursePart("swiss", 1), CoursePart("swiss", 1, entry, number)))
    at.rounds(1, lower_wins)
    says = str(next_step(at.state).says)
    assert "play on" in says or "plays on" in says
    on(at)
    assert len(at.state.going_on or ()) in (count, 8)
    held(at.rounds(1).finish())


# Groups -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "size", "sizes"),
    [
        (16, 4, (4, 4, 4, 4)), (14, 4, (4, 4, 3, 3)), (7, 4, (4, 3)), (6, 4, (3, 3)), (5, 4, (5,)), (4, 3, (4,)),
        (3, 4, (3,)), (12, 5, (4, 4, 4)), (13, 6, (5, 4, 4)),
    ],
)  # fmt: skip
def test_f28_groups_are_as_even_as_can_be_and_never_of_two(
    players: int, size: int, sizes: tuple[int, ...]
) -> None:
    assert group_sizes(players, size) == sizes


def test_a_group_is_of_at_least_three() -> None:
    with pytest.raises(ValueError, match="at least 3"):
        group_sizes(2, 4)


def test_groups_then_the_best_two_of_each_in_a_bracket() -> None:
    at = chain(14, GROUPS, 2, cut_kind="best-of-groups")
    assert at.state.announced.rounds == 3
    assert next_step(at.state).step == "pods"
    assert "groups" in str(next_step(at.state).says)
    at.do(commands.DrawPods(at.link()))
    assert next_step(at.state).step == "show-pods"
    at.do(commands.PublishPods())
    at.refused(commands.EnterPlayer(PlayerId(15)), "stage-running", "fixed when it begins")
    at.refused(commands.JoinPod(PlayerId(1), 1), "bad-pods")
    groups = at.state.pods or ()
    met = [frozenset(pair) for _ in range(3) for pair in at.rounds(1, lower_wins).meetings()]
    assert {*met} == {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    assert len(met) == len({*met})
    at.cut()
    seeds = at.state.seeds or ()
    assert {*seeds[:4]} == {min(group) for group in groups}
    assert {*seeds[4:]} == {sorted(group)[1] for group in groups}
    at.rounds(3, lower_wins).finish()
    held(at)


def test_groups_of_a_snake_have_the_best_apart() -> None:
    at = chain(
        10, (CoursePart("swiss", 2), CoursePart("groups", entry="top", number=8, deal="snake", size=4)), 1,
        cut_kind="best-of-groups",
    )  # fmt: skip
    on(at.rounds(2, lower_wins))
    ranked = [player for player in queries.table(at.state).order if player in (at.state.going_on or ())]
    dealt(at)
    one, two = at.state.pods or ((), ())
    assert {*one} == {ranked[0], ranked[3], ranked[4], ranked[7]}
    assert {*two} == {ranked[1], ranked[2], ranked[5], ranked[6]}
    at.pair()
    assert review(at.state, name) == ()
    at.play(lower_wins).rounds(2, lower_wins)
    held(at)


def test_groups_of_other_sizes_need_other_rounds() -> None:
    at = chain(12, (CoursePart("groups", size=4), CoursePart("swiss", 1, "top", 4)))
    at.refused(commands.DrawPods(at.link(), (10, 2)), "bad-pods", "The sizes of the groups")
    dealt(at, (7, 5))
    assert at.state.announced.rounds == 8
    assert [part.rounds for part in queries.parts(at.state)] == [7, 1]
    at.rounds(5)
    small = (at.state.pods or ())[1]
    at.pair()
    assert {*small} <= {*at.round.resting}
    assert "all have met" in why(at, 6, small[0])
    one, two = at.meetings()[0]
    assert f"({name(PlayerId(one))})" in why(at, 6, two)
    assert why_paired(at.journal.entries, RoundNo(6), PlayerId(99), name) is None
    at.play()
    held(at)


def test_pairs_of_a_group_are_not_swapped_and_nobody_is_left_behind_who_leaves() -> None:
    at = dealt(chain(8, GROUPS)).propose()
    one, two = at.sheet.pairings[:2]
    at.refused(
        commands.SwapPlayers((one.players[0], two.players[0])), "bad-pair", "everybody meets everybody"
    )
    gone = one.players[0]
    at.drop(gone).pair()
    assert one.players[1] in at.round.resting
    held(at.play())


def test_a_late_player_is_in_no_group() -> None:
    at = chain(8, (CoursePart("swiss", 1), CoursePart("groups", entry="top", number=6, size=3)))
    on(at.rounds(1)).drop(*(at.state.going_on or ())[:4])
    at.refused(commands.DrawPods(at.link()), "attendance", "a group needs at least 3")
    at.refused(commands.ProposeRound(at.link()), "bad-pods", "Draw the groups first")


def test_too_few_for_a_pod_or_a_group_come_in() -> None:
    at = chain(8, (CoursePart("swiss", 1), CoursePart("groups", entry="top", number=3, size=3)))
    at.rounds(1).drop(*range(1, 7))
    at.refused(commands.BeginDayTwo(), "attendance", "Too few players")


def test_a_part_begins_after_the_one_before() -> None:
    at = chain(8, (CoursePart("swiss", 2), CoursePart("swiss", 1, "top", 4)))
    assert not queries.part_over(Desk().create().state)
    at.rounds(1)
    at.refused(commands.BeginDayTwo(), "results-missing", "Part 1 is over after round 2; complete so far: 1")
    on(at.rounds(1))
    at.refused(commands.EnterPlayer(PlayerId(9)), "stage-running", "A further part has begun")
    on_three = chain(
        12, (CoursePart("swiss", 1), CoursePart("swiss", 1, "top", 8), CoursePart("swiss", 1, "top", 4))
    )
    on(on(on_three.rounds(1)).rounds(1))
    fact = on_three.journal.entries[-1].fact
    assert isinstance(fact, facts.DayTwoBegun)
    assert (fact.part, len(on_three.state.passed)) == (2, 2)
    held(on_three.rounds(1).finish())


# What cannot be -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "field", "words"),
    [
        ((CoursePart("swiss", 0),), "part-1", "number of rounds"),
        ((CoursePart("round-robin", 3),), "part-1", "Leave the rounds empty"),
        ((CoursePart("groups", size=2),), "part-1", "A group is of 3"),
        ((CoursePart("swiss", 1, "top", 4),), "part-1", "Everybody plays in the first part"),
        ((CoursePart("pods", 1, deal="snake"),), "part-1", "no standings"),
        ((CoursePart("swiss", 1), CoursePart("swiss", 1, "top", 1)), "part-2", "how many come in"),
        (
            (CoursePart("swiss", 1), CoursePart("swiss", 1, "top", 4, "snake")),
            "part-2",
            "Only pods and groups",
        ),
        (
            (CoursePart("swiss", 1), CoursePart("swiss", 1, "best-of-groups", 1)),
            "part-2",
            "only after a part with groups",
        ),
        (
            (CoursePart("swiss", 1), CoursePart("round-robin", entry="at-least-points", number=3)),
            "part-2",
            "must be known",
        ),
        ((CoursePart("swiss", 1), CoursePart("swiss", 1, "top", 4, day=3)), "part-2", "on the next"),
        ((CoursePart("swiss", 30), CoursePart("swiss", 30)), "course", "at most 40 rounds"),
        ((CoursePart("swiss", 1),) * 5, "course", "at most 4 parts"),
    ],
)
def test_parts_that_cannot_be_are_refused(parts: tuple[CoursePart, ...], field: str, words: str) -> None:
    at = Desk().create("unlimited-1.3")
    command = commands.ChangeStructure("custom", None, "top", 0, Course(parts=parts))
    found = at.refused(command, "bad-setup")
    assert [(one.field, words in str(one.message)) for one in found.problems] == [(field, True)]


def test_parts_have_rounds_of_their_own_and_are_not_for_tables_of_four() -> None:
    course = Course(parts=(CoursePart("swiss", 2), CoursePart("swiss", 1, "top", 4)))
    at = Desk().create("unlimited-1.3")
    found = at.refused(commands.ChangeStructure("custom", 3, "top", 0, course), "bad-setup")
    assert [one.field for one in found.problems] == ["rounds"]
    found = at.refused(commands.ChangeStructure("custom", None, "best-of-groups", 2, course), "bad-setup")
    assert [one.field for one in found.problems] == ["cut_kind"]
    suns = Desk().create("twin-suns-1.3")
    found = suns.refused(commands.ChangeStructure("custom", None, "top", 0, course), "bad-setup")
    assert [one.field for one in found.problems] == ["course"]


def test_how_many_come_into_each_part_as_far_as_it_is_known() -> None:
    parts = (
        CoursePart("groups", size=4), CoursePart("swiss", 1, "best-of-groups", 2),
        CoursePart("pods", 1, "at-least-points", 3),
        CoursePart("groups", entry="best-of-groups", number=1, size=4), CoursePart("swiss", 1, "top", 8),
    )  # fmt: skip
    assert list(coming(parts, 14)) == [14, 8, None, None, 8]
    assert list(coming(parts[:2], 2)) == [2, None]
    assert parts_of(Course("pods"), 3) == (CoursePart("pods", 3),)


@pytest.mark.parametrize("id_", CHAINS)
def test_every_ready_made_chain_can_be_played(id_: str) -> None:
    ready = CHAINS[id_]
    assert str(ready.name)
    at = desk(
        "unlimited-1.3", 24, structure="custom", course=ready.course, cut_kind=ready.cut_kind, cut=ready.cut
    )
    while next_step(at.state).step != "cut":
        step = next_step(at.state).step
        if step == "day-two":
            on(at)
        elif step == "pods":
            dealt(at)
        else:
            at.rounds(1, lower_wins)
    held(at.cut())


def test_who_comes_between_the_draw_and_the_groups_is_in_none_and_rests() -> None:
    at = chain(8, GROUPS)
    assert str(
        next_step(
            Desk().create("unlimited-1.3", structure="custom", cut=0, course=Course(parts=GROUPS)).state
        )
    )
    at.do(commands.DrawPods(at.link()))
    at.enter(9).do(commands.PublishPods())
    at.pair()
    assert PlayerId(9) in at.round.resting
    assert "is in no group" in why(at, 1, 9)
    held(at.play())


def test_the_first_act_of_a_plan_with_groups_draws_them() -> None:
    at = (
        Desk()
        .create("unlimited-1.3", structure="custom", cut=0, course=Course(parts=GROUPS))
        .enter(*range(1, 9))
    )
    at.announce()
    assert "Draw the groups." in str(next_step(at.state).says)


def test_which_rounds_are_of_a_circle() -> None:
    at = chain(
        8,
        (CoursePart("swiss", 2), CoursePart("groups", entry="top", number=6, size=3)),
        2,
        cut_kind="best-of-groups",
    )
    assert [queries.of_circle(at.state, number) for number in (1, 2, 3, 5, 6)] == [
        False,
        False,
        True,
        True,
        True,
    ]


def test_later_parts_are_told_by_their_number() -> None:
    parts = (CoursePart("swiss", 1), CoursePart("swiss", 1, "top", 8), CoursePart("swiss", 1, "top", 4))
    at = chain(12, parts)
    on(at.rounds(1)).rounds(1)
    on(at)
    told = cast("Describer", To())
    second, third = (one.fact for one in at.journal.entries if isinstance(one.fact, facts.DayTwoBegun))
    assert "after day one" in str(second.describe(told))
    assert "in part 3" in str(third.describe(told))
    assert third.asked_by() == commands.BeginDayTwo()


def test_a_ready_made_course_is_told_part_by_part() -> None:
    at = chain(16, (CoursePart("groups", size=4), CoursePart("swiss", 2, "best-of-groups", 2)))
    dealt(at).rounds(3)
    assert "the best 2 of each group play on" in str(next_step(at.state).says)


@pytest.mark.parametrize(
    ("parts", "says"),
    [(GROUPS, "2 groups are published."), ((CoursePart("pods", 2),), "1 pod is published.")],
)
def test_groups_that_are_published_are_called_groups(parts: tuple[CoursePart, ...], says: str) -> None:
    fact = dealt(chain(8, parts)).journal.entries[-1].fact
    assert str(fact.describe(cast("Describer", To()))) == says
