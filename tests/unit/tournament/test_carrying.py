"""What points count in a later part: whole, half of them, or none; in ranks, score groups, cuts and places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.core.frozen import changed
from muster.core.ids import PlayerId, Seat
from muster.core.points import HalfPoints, halved
from muster.core.standings.explain import explain
from muster.core.standings.ledger import Worth
from muster.core.standings.why import why_above
from muster.core.tournament import commands, queries
from muster.core.tournament.carrying import brought
from muster.core.tournament.course import Carry, Course, CoursePart
from muster.core.tournament.drawing_swiss import swiss_field
from muster.core.tournament.proof import standing
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import State
from muster.exchange.journal import entry_line
from tournament_cases import Desk, desk, lower_wins, typed


def in_parts(
    *parts: CoursePart, players: int = 8, game: str = "unlimited-1.3", cut: int = 0, **given: Any
) -> Desk:
    return desk(game, players, structure="custom", cut=cut, course=Course(parts=parts), **given)


def begun(at: Desk, rounds: int) -> Desk:
    at.rounds(rounds, lower_wins)
    at.do(commands.BeginDayTwo())
    return at


def points(state: State, after: int | None = None) -> dict[int, int]:
    table = queries.table(state, after)
    return dict(zip(table.order, table.points, strict=True))


def into(state: State) -> dict[PlayerId, int]:
    """What makes the score groups of the next round."""
    done = queries.completed(state)
    return queries.pairing_points(state, queries.table(state), done)


def arithmetic(state: State, player: int, criterion: Any = "points") -> list[str]:
    basis = queries.basis_of(state, queries.completed(state), PlayerId(player))
    found = explain(
        PlayerId(player),
        criterion,
        basis.records,
        state.regulations.standings,
        state.variants,
        rounds_completed=basis.rounds,
        worth=Worth.of(state.regulations.scoring),
        without=basis.without,
        carried=basis.carried,
    )
    return [str(line) for line in found.words]


@pytest.mark.parametrize(
    ("all_", "half"), [(0, 0), (1, 1), (2, 1), (3, 2), (7, 4), (9, 5), (12, 6), (-1, 0), (-3, -1)]
)
def test_half_of_the_points_is_exact_and_half_a_point_rounded_up(all_: int, half: int) -> None:
    assert halved(all_) == half
    assert type(halved(HalfPoints(all_))) is HalfPoints
    assert str(halved(HalfPoints(7))) == "2"  # half of 3½ is 1¾, and the game knows ½ and 2
    assert [brought(7, carry) for carry in ("whole", "half", "none")] == [7, 4, 0]


# Half of them ---------------------------------------------------------------------------------------------------------

HALF = CoursePart("swiss", 2, "top", 4, carry="half")


def test_half_of_the_points_count_on_from_the_first_round_of_the_part_on() -> None:
    at = begun(in_parts(CoursePart("swiss", 3), HALF), 3)
    before = points(at.state)
    assert [before[one] for one in (1, 2, 3, 4)] == [9, 6, 6, 6]
    assert queries.table(at.state).ends == ()
    assert {one: into(at.state)[PlayerId(one)] for one in (1, 2, 3, 4)} == {1: 5, 2: 3, 3: 3, 4: 3}
    at.rounds(1, lower_wins)
    table = queries.table(at.state)
    assert table.order[0] == 1
    assert points(at.state)[1] == 8
    assert arithmetic(at.state, 1)[0] == "Brought in from rounds 1 to 3: 5"
    assert arithmetic(at.state, 1)[-1] == "match points: 8"
    assert table.ends == (4,)
    assert verify(at.journal.entries).findings == ()


def test_who_did_not_come_in_stands_below_as_they_stood_whatever_they_have() -> None:
    at = begun(in_parts(CoursePart("swiss", 3), HALF), 3)
    below = queries.table(at.state).order[4:]
    at.rounds(2, lower_wins)
    table = queries.table(at.state)
    assert table.order[4:] == below
    assert [row.points for row in table.rows[4:]] == [points(at.state, 3)[one] for one in below]
    assert [table.section(one) for one in table.order] == [0, 0, 0, 0, 1, 1, 1, 1]
    apart = why_above(table, table.order[3], table.order[4])
    assert (apart.criterion.id, apart.upper, apart.lower) == ("part", None, None)
    assert str(apart.criterion.name) == "who came into the last part"
    # Their own arithmetic is that of the rounds they played.
    assert arithmetic(at.state, below[0])[0].startswith("Round 1: ")
    assert why_above(table, table.order[4], table.order[5]).criterion.id != "part"


def test_tiebreakers_count_what_was_won_in_all_rounds() -> None:
    at = begun(in_parts(CoursePart("swiss", 3), CoursePart("swiss", 1, carry="half")), 3)
    at.rounds(1, lower_wins)
    whole = replace(at.state.announced.course, parts=(CoursePart("swiss", 3), CoursePart("swiss", 1)))
    other = changed(at.state, plan=changed(at.state.announced, course=whole))
    halved_, as_won = ({row.player: row for row in queries.table(one).rows} for one in (at.state, other))
    assert {player: row.values for player, row in halved_.items()} == {
        player: row.values for player, row in as_won.items()
    }
    assert halved_[PlayerId(1)].points == 8
    assert as_won[PlayerId(1)].points == 12
    assert standing.standings_faults(at.state) == []


def test_points_of_a_further_part_are_asked_for_as_they_count_there() -> None:
    third = CoursePart("swiss", 1, "at-least-points", 6, day=2)
    at = begun(in_parts(CoursePart("swiss", 3), HALF, third), 3)
    at.rounds(2, lower_wins)
    now = points(at.state)
    at.do(commands.BeginDayTwo())
    assert at.state.passed[-1] == tuple(one for one in queries.table(at.state).order if now[one] >= 6)[:4]
    assert len(at.state.passed[-1]) >= 2
    at.rounds(1, lower_wins)  # whole: they count on from what they came to, and those of part 1 stay below
    assert queries.table(at.state).ends == (4,)
    assert verify(at.journal.entries).findings == ()


def test_half_twice_is_half_of_what_counted() -> None:
    again = CoursePart("swiss", 1, "top", 2, carry="half")
    at = begun(in_parts(CoursePart("swiss", 3), HALF, again), 3)
    at.rounds(2, lower_wins)
    assert points(at.state)[1] == 11
    at.do(commands.BeginDayTwo())
    assert into(at.state)[PlayerId(1)] == 6
    at.rounds(1, lower_wins)
    assert points(at.state)[1] == 9
    table = queries.table(at.state)
    assert table.ends == (2, 4)
    assert [table.section(one) for one in table.order] == [0, 0, 1, 1, 2, 2, 2, 2]
    assert arithmetic(at.state, 1)[0] == "Brought in from rounds 1 to 5: 6"
    at.finish()
    assert verify(at.journal.entries).findings == ()


def test_the_disqualified_stand_nowhere_and_a_drop_stays_among_those_who_came_in() -> None:
    at = begun(in_parts(CoursePart("swiss", 2), CoursePart("swiss", 2, "top", 6, carry="half")), 2)
    at.rounds(1, lower_wins)
    inside, outside = at.state.passed[0], queries.table(at.state).order[6:]
    at.do(commands.DisqualifyPlayer(inside[0], typed("a reason")))
    at.do(commands.DropPlayer(inside[1]))
    at.do(commands.DisqualifyPlayer(outside[0], typed("a reason")))
    table = queries.table(at.state)
    assert table.ends == (5,)
    assert inside[1] in table.order[:5]
    assert standing.standings_faults(at.state) == []
    at.rounds(1, lower_wins)
    at.finish()
    assert verify(at.journal.entries).findings == ()


def test_a_result_of_an_earlier_part_that_is_corrected_changes_what_was_brought_in() -> None:
    at = begun(in_parts(CoursePart("swiss", 3), HALF), 3)
    at.rounds(1, lower_wins)
    before = points(at.state)[1]
    table = next(no for no, one in at.state.rounds[0].matches.items() if 1 in one.pairing.players)
    match = at.state.rounds[0].matches[table]
    loser: Seat = 1 if match.pairing.players[0] == 1 else 0
    at.do(
        commands.CorrectResult(
            at.state.rounds[0].number, table, at.win(table, loser), typed("entered the wrong way")
        )
    )
    assert points(at.state)[1] == before - 2  # half of 6 instead of half of 9
    assert verify(at.journal.entries).findings == ()


# Match wins, and points in halves -------------------------------------------------------------------------------------


def test_where_wins_rank_they_are_halved_likewise() -> None:
    parts = (CoursePart("swiss", 3), CoursePart("swiss", 1, "top", 4, carry="half"))
    at = begun(in_parts(*parts, game="armada-4.0", variants={"rank_by": "match-wins"}), 3)
    assert into(at.state)[PlayerId(1)] == 2  # of three wins
    at.rounds(1, lower_wins)
    table = queries.table(at.state)
    assert table.numerators[0][0] == 3
    assert arithmetic(at.state, 1, "match-wins")[0] == "Brought in from rounds 1 to 3: 2"
    assert verify(at.journal.entries).findings == ()


def test_a_game_in_halves_rounds_up_to_its_half_point() -> None:
    parts = (CoursePart("swiss", 3), CoursePart("swiss", 1, "top", 4, carry="half"))
    at = in_parts(*parts, game="chess-club")
    at.rounds(2, lower_wins)
    at.pair()
    for table, match in at.round.matches.items():
        del match
        at.report(table, at.win(table, 0))
    at.do(commands.BeginDayTwo())
    before = queries.table(at.state)
    for player, worth in zip(before.order, before.points, strict=True):
        assert into(at.state)[player] == (worth + 1) // 2
        assert type(into(at.state)[player]) is HalfPoints
    at.rounds(1, lower_wins)
    assert standing.standings_faults(at.state) == []
    assert verify(at.journal.entries).findings == ()


# Nothing: all begins anew ---------------------------------------------------------------------------------------------

ANEW = CoursePart("swiss", 2, "top", 4, carry="none")


def test_all_begins_anew_points_tiebreakers_opponents_and_byes() -> None:
    at = begun(in_parts(CoursePart("swiss", 3), ANEW, players=9), 3)
    assert set(into(at.state).values()) == {0}
    field = swiss_field(at.state)
    assert (field.met, field.byes, field.last) == ({}, {}, frozenset())
    at.rounds(1, lower_wins)
    assert not any(match.pairing.rematch for match in at.round.matches.values())
    table = queries.table(at.state)
    assert [row.points for row in table.rows[:4]] == [3, 3, 0, 0]
    assert [line for line in arithmetic(at.state, 1)[:-1] if "Round 4" not in line] == []
    at.rounds(1, lower_wins)
    assert points(at.state)[1] == 6
    assert standing.standings_faults(at.state) == []
    at.finish()
    assert verify(at.journal.entries).findings == ()


def test_losses_before_a_new_beginning_are_forgotten_by_whoever_asks_for_them() -> None:
    third = CoursePart("swiss", 1, "at-most-losses", 1, day=2)
    first = (CoursePart("swiss", 3), CoursePart("swiss", 2, "everybody", carry="none"))
    at = begun(in_parts(*first, third), 3)
    at.rounds(2, lower_wins)
    lost = standing.losses(at.state)
    at.do(commands.BeginDayTwo())
    assert {*at.state.passed[-1]} == {player for player, count in lost.items() if count <= 1}
    assert verify(at.journal.entries).findings == ()


def test_a_cut_after_a_new_beginning_and_a_half_of_it() -> None:
    last = CoursePart("swiss", 1, "top", 4, carry="half")
    at = in_parts(CoursePart("swiss", 2), CoursePart("swiss", 2, "top", 6, carry="none"), last, cut=2)
    at.rounds(2, lower_wins)
    at.do(commands.BeginDayTwo())
    at.rounds(2, lower_wins)
    assert points(at.state)[1] == 6
    at.do(commands.BeginDayTwo())
    at.rounds(1, lower_wins)
    assert points(at.state)[1] == 6  # half of 6, and a win
    assert queries.table(at.state).ends == (4, 6)
    at.do(commands.MakeCut())
    assert at.state.seeds == queries.table(at.state).order[:2]
    assert verify(at.journal.entries).findings == ()


def test_who_was_paired_down_before_a_new_beginning_may_be_so_again() -> None:
    at = in_parts(
        CoursePart("swiss", 3),
        CoursePart("swiss", 2, carry="none"),
        players=6,
        variants={"pair_down_again": "avoided"},
    )
    at.rounds(3, lower_wins)
    assert swiss_field(at.state).down
    at.do(commands.BeginDayTwo())
    at.rounds(1, lower_wins)
    assert swiss_field(at.state).down == frozenset()
    assert verify(at.journal.entries).findings == ()


def test_half_of_the_points_makes_the_groups_of_who_was_paired_down() -> None:
    at = in_parts(
        CoursePart("swiss", 3),
        CoursePart("swiss", 2, carry="half"),
        players=6,
        variants={"pair_down_again": "avoided"},
    )
    at.rounds(3, lower_wins)
    at.do(commands.BeginDayTwo())
    at.rounds(2, lower_wins)
    assert verify(at.journal.entries).findings == ()


# What is refused, and what the check says -----------------------------------------------------------------------------


def test_nothing_is_brought_into_the_first_part() -> None:
    course = Course(parts=(CoursePart("swiss", 2, carry="half"), CoursePart("swiss", 2)))
    at = Desk().create("unlimited-1.3", structure="custom", rounds=3, cut=0)
    refused = at.refused(
        commands.ChangeStructure("custom", None, "top", 0, course), "bad-setup", "leave its points whole"
    )
    assert [problem.field for problem in refused.problems] == ["part-1"]


@pytest.mark.parametrize("carry", ["half", "none"])
def test_the_check_finds_those_who_did_not_come_in_among_the_others(
    monkeypatch: pytest.MonkeyPatch, carry: Carry
) -> None:
    at = begun(in_parts(CoursePart("swiss", 3), CoursePart("swiss", 2, "top", 4, carry=carry)), 3)
    at.rounds(1, lower_wins)
    assert standing.standings_faults(at.state) == []
    right = queries.table(at.state)

    def mixed(state: State, after: int | None = None) -> Any:
        found = real(state, after)
        return found if found != right else changed_order(found)

    def changed_order(found: Any) -> Any:
        order = (*found.order[:3], found.order[4], found.order[3], *found.order[5:])
        return changed(found, order=order)

    real = queries.table
    monkeypatch.setattr(queries, "table", mixed)
    faults = list(map(str, standing.standings_faults(at.state)))
    assert "those who did not come into the part should stand below the others, as they stood" in faults


def test_a_part_that_all_count_in_is_recorded_as_before() -> None:
    whole = in_parts(CoursePart("swiss", 2), CoursePart("swiss", 2))
    half = in_parts(CoursePart("swiss", 2), CoursePart("swiss", 2, carry="half"))
    assert "carry" not in "".join(map(entry_line, whole.journal.entries))
    assert '"carry":"half"' in "".join(map(entry_line, half.journal.entries))
