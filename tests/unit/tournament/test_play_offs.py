"""Play-offs: who is equal where only some go on plays for it, instead of leaving it to the random key."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.core.ids import PlayerId, RoundNo, Seat, TableNo
from muster.core.messages import listing
from muster.core.standings.why import why_above
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.acts.play_offs import lines
from muster.core.tournament.course import Course, CoursePart
from muster.core.tournament.proof.play_offs import tie_faults
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import Match, State
from muster.exchange.journal import read
from tamper_cases import Tampering
from tamper_play_offs import PLAY_OFF_TAMPERINGS
from tournament_cases import Desk, custom, desk, lower_wins, typed

SWISS_TWICE = (CoursePart("swiss", 2), CoursePart("swiss", 1, "top", 2))
GROUPS_THEN_CUT = (CoursePart("groups", size=3),)


def recorded(at: Desk, *players: int) -> Desk:
    at.do(commands.RecordPlayOff(ids(*players)))
    return at


def ids(*players: int) -> tuple[PlayerId, ...]:
    return tuple(map(PlayerId, players))


def played(at: Desk) -> Desk:
    """Two rounds of four players: one has won both, one none, and two are equal in everything."""
    at.pair().play(lower_wins)
    best = min(player for match in at.round.matches.values() for player in match.pairing.players)
    met = at.opponent(best)

    def wins(match: Match) -> Seat:
        return 0 if match.pairing.players[0] in (best, met) else 1

    return at.pair().play(wins)


def two_equal(cut: int = 2, **given: Any) -> Desk:
    """So played, and two of the four go on."""
    return played(desk("armada-4.0", 4, **custom(2, cut, **given)))


def held(at: Desk) -> None:
    assert verify(at.journal.entries).findings == ()


def test_two_who_are_equal_at_the_line_play_for_it_and_the_cut_follows() -> None:
    at = two_equal()
    ((first, second), places, group), *more = [
        (one.players, one.places, one.group) for one in lines(at.state)
    ]
    assert (places, group, more) == (1, None, [])
    best = queries.table(at.state).order[0]
    recorded(at, second, first)
    (fact,) = at.do(commands.MakeCut())
    assert isinstance(fact, facts.CutMade)
    assert fact.seeds == (best, second)
    table = queries.table(at.state)
    assert table.order[1:3] == (second, first)
    assert table.shared_ranks == (1, 2, 3, 4)
    assert not any(row.tied_by_key for row in table.rows)
    assert why_above(table, second, first).criterion.id == "play-off"
    held(at)


def test_without_a_play_off_the_random_key_decides_as_ever() -> None:
    at = two_equal()
    table = queries.table(at.state)
    assert table.shared_ranks == (1, 2, 2, 4)
    assert why_above(table, *table.order[1:3]).criterion.id == "random"
    assert queries.table_by_draw(at.state) == table


def test_it_says_who_and_in_which_order() -> None:
    class To:
        def names(self, players: tuple[PlayerId, ...]) -> Any:
            return listing(f"P{player}" for player in players)

    fact = facts.TiePlayed(RoundNo(2), ids(3, 2))
    to: Any = To()
    assert str(fact.describe(to)) == "Placed by a play-off, best first: P3 and P2."
    assert fact.asked_by() == commands.RecordPlayOff(ids(3, 2))


def test_another_order_replaces_it_and_undo_takes_it_back() -> None:
    at = two_equal()
    first, second = lines(at.state)[0].players
    recorded(at, second, first)
    at.refused(commands.RecordPlayOff(ids(second, first)), "already-recorded", "nothing would change")
    recorded(at, first, second)
    assert [one.players for one in at.state.play_offs] == [(first, second)]
    at.do(commands.Retract())
    assert [one.players for one in at.state.play_offs] == [(second, first)]
    at.do(commands.Retract())
    assert at.state.play_offs == ()
    held(at)


def test_it_is_refused_where_no_passage_is_due() -> None:
    words = "once a part or the Swiss rounds are over"
    at = Desk().create("armada-4.0", **custom(2, 2)).enter(1, 2, 3, 4)
    at.refused(commands.RecordPlayOff(ids(1, 2)), "no-cut", words)
    at.announce().begin().refused(commands.RecordPlayOff(ids(1, 2)), "no-cut", words)
    at = two_equal()
    first, second = lines(at.state)[0].players
    at.do(commands.MakeCut())
    assert lines(at.state) == ()
    at.refused(commands.RecordPlayOff(ids(second, first)), "no-cut", "before the next part begins")
    at.begin()
    at.refused(commands.RecordPlayOff(ids(second, first)), "no-cut", words)
    no_cut = desk("armada-4.0", 4, **custom(2)).rounds(2, lower_wins)
    no_cut.refused(commands.RecordPlayOff(ids(1, 2)), "no-cut", words)


def test_it_is_of_exactly_those_who_are_equal() -> None:
    at = two_equal()
    best, first, second, last = queries.table(at.state).order
    for players in ((first,), (first, best), (first, second, last), (first, second, second), ()):
        refusal = at.refused(commands.RecordPlayOff(ids(*players)), "not-tied", "exactly those who are equal")
        assert refusal.clause == "ARM-TIE-1"
        assert refusal.text().endswith(f"each once: {first} and {second}. [ARM-TIE-1]")
    at.refused(commands.RecordPlayOff(ids(first, 9)), "unknown-player")
    at.drop(second)
    at.refused(
        commands.RecordPlayOff(ids(first, second)),
        "not-playing",
        f"Player {second} is not playing any more (dropped)",
    )


def test_it_is_refused_where_nobody_goes_on_by_the_key() -> None:
    words = "Nobody goes on by the random key here"
    for kind, figure in (("top-with-ties", 2), ("at-least-points", 8), ("at-most-losses", 1)):
        at = two_equal(figure, cut_kind=kind)
        at.refused(commands.RecordPlayOff(ids(*queries.table(at.state).order[1:3])), "not-tied", words)
    at = two_equal(4)
    at.refused(commands.RecordPlayOff(ids(*queries.table(at.state).order[1:3])), "not-tied", words)


def test_day_two_and_parts_for_everybody_have_no_line() -> None:
    words = "Nobody goes on by the random key here"
    given: dict[str, Any] = {"structure": "custom", "cut": 0}
    days = desk("unlimited-1.3", 4, rounds=3, **given, course=Course("swiss", 2, 3)).rounds(2, lower_wins)
    days.refused(commands.RecordPlayOff(ids(1, 2)), "not-tied", words)
    parts = (CoursePart("swiss", 2), CoursePart("swiss", 1))
    chain = desk("unlimited-1.3", 4, **given, course=Course(parts=parts)).rounds(2, lower_wins)
    chain.refused(commands.RecordPlayOff(ids(1, 2)), "not-tied", words)


def test_of_three_and_more_the_play_off_says_the_whole_order() -> None:
    at = desk("armada-4.0", 8, **custom(1, 2)).rounds(1, lower_wins)
    (line,) = lines(at.state)
    assert line.places == 2
    order = tuple(reversed(line.players))
    recorded(at, *order)
    assert at.do(commands.MakeCut())[0] == facts.CutMade(order[:2], 2)
    assert queries.table(at.state).order[:4] == order
    held(at)


def test_the_next_part_follows_it_and_who_is_out_stands_as_it_placed_them() -> None:
    for carry in ("whole", "half", "none"):
        parts = (SWISS_TWICE[0], replace(SWISS_TWICE[1], carry=carry))
        at = played(desk("armada-4.0", 4, structure="custom", cut=0, course=Course(parts=parts)))
        ((first, second),) = [one.players for one in lines(at.state)]
        recorded(at, second, first)
        at.do(commands.BeginDayTwo())
        assert at.state.going_on is not None
        assert at.state.going_on[1] == second
        at.refused(commands.RecordPlayOff(ids(first, second)), "no-cut")
        at.rounds(1, lower_wins).finish()
        assert at.state.places is not None
        assert at.state.places[2].player == first
        held(at)


def best_of_groups() -> Desk:
    """Two groups of three; in each everybody has won one game, and the best of each goes on."""
    given: dict[str, Any] = {"structure": "custom", "cut": 1, "cut_kind": "best-of-groups"}
    at = desk("armada-4.0", 6, **given, course=Course(parts=GROUPS_THEN_CUT))
    at.do(commands.DrawPods(at.link()))
    at.do(commands.PublishPods())
    circle = {(group[at], group[(at + 1) % 3]) for group in at.state.pods or () for at in range(3)}
    return at.rounds(3, lambda match: 0 if match.pairing.pair in circle else 1)


def test_inside_a_group_its_own_players_play_for_it() -> None:
    at = best_of_groups()
    one, two = lines(at.state)
    assert (one.group, two.group, one.places, two.places) == (1, 2, 1, 1)
    assert [{*line.players} for line in (one, two)] == [{*group} for group in at.state.pods or ()]
    drawn = queries.table(at.state)
    mixed = (*one.players[:2], two.players[0])
    at.refused(commands.RecordPlayOff(mixed), "not-tied", "exactly those who are equal")
    recorded(at, *reversed(one.players))
    recorded(at, *reversed(two.players))
    assert len(at.state.play_offs) == 2
    (fact,) = at.do(commands.MakeCut())
    assert isinstance(fact, facts.CutMade)
    assert {*fact.seeds} == {one.players[-1], two.players[-1]}
    # Each group keeps the places that the keys gave it, and only puts its own players into another order.
    of = {player: line.group for line in (one, two) for player in line.players}
    table = queries.table(at.state)
    assert [of[player] for player in table.order] == [of[player] for player in drawn.order]
    assert all(row.tied_by_key for row in table.rows)
    assert table.only(one.players).shared_ranks == (1, 2, 3)
    assert why_above(table, one.players[-1], one.players[0]).criterion.id == "play-off"
    held(at)


def test_who_leaves_after_it_is_passed_over() -> None:
    at = desk("armada-4.0", 8, **custom(1, 2)).rounds(1, lower_wins)
    order = tuple(reversed(lines(at.state)[0].players))
    recorded(at, *order).drop(order[0])
    assert at.do(commands.MakeCut())[0] == facts.CutMade(order[1:3], 2)
    (*_, fact) = at.do(commands.DropPlayer(order[1]))
    assert isinstance(fact, facts.CutReplaced)
    assert fact.seeds == order[2:4]
    held(at)


def test_who_is_disqualified_leaves_the_others_as_they_played() -> None:
    at = desk("armada-4.0", 8, **custom(1, 2)).rounds(1, lower_wins)
    order = tuple(reversed(lines(at.state)[0].players))
    recorded(at, *order).do(commands.DisqualifyPlayer(order[1], typed("cheating")))
    assert at.do(commands.MakeCut())[0] == facts.CutMade((order[0], order[2]), 2)
    held(at)


def test_once_its_players_are_not_equal_any_more_it_counts_for_nothing() -> None:
    at = two_equal()
    first, second = lines(at.state)[0].players
    recorded(at, second, first)
    assert queries.counting_play_offs(at.state) == {(second, first)}
    table = at.table_of(first)
    outcome = at.round.matches[TableNo(table)].outcome
    assert outcome is not None
    at.correct(2, table, at.win(table, 1 if outcome.winner == 0 else 0))
    assert queries.counting_play_offs(at.state) == frozenset()
    assert queries.table(at.state) == queries.table_by_draw(at.state)
    assert lines(at.state) == ()
    at.do(commands.MakeCut())
    held(at)
    at.do(commands.Retract())
    at.do(commands.Retract())
    assert queries.counting_play_offs(at.state) == {(second, first)}


# The proof ----------------------------------------------------------------------------------------------------------


def faults(state: State, after: int, *players: int) -> list[str]:
    return [str(one) for one in tie_faults(state, facts.TiePlayed(RoundNo(after), ids(*players)))]


WRONG = "a play-off is among exactly those who are equal where the line is drawn"
NOTHING = "nobody goes on by places here: there is nothing to play for"


def test_the_proof_looks_at_everybody_by_themselves() -> None:
    at = two_equal()
    best, first, second, last = queries.table(at.state).order
    assert faults(at.state, 2, second, first) == []
    assert faults(at.state, 1, second, first) == ["a play-off follows the last round that is complete"]
    for players in ((best, first), (first, second, last), (first,), (first, first), (9, first), ()):
        assert faults(at.state, 2, *players) == [WRONG]
    at.drop(first)
    assert faults(at.state, 2, second, first) == [WRONG]
    assert faults(at.state, 2, second) == [WRONG]
    at.do(commands.MakeCut())
    assert faults(at.state, 2, second, first) == [NOTHING]


def test_the_proof_knows_where_there_is_a_line() -> None:
    early = desk("armada-4.0", 4, **custom(2, 2)).rounds(1, lower_wins)
    assert faults(early.state, 1, 1, 2) == [NOTHING]
    for kind in ("top-with-ties", "at-most-losses"):
        at = two_equal(cut_kind=kind)
        assert faults(at.state, 2, *queries.table(at.state).order[1:3]) == [NOTHING]
    grouped = best_of_groups()
    one, two = lines(grouped.state)
    assert faults(grouped.state, 3, *one.players) == []
    assert faults(grouped.state, 3, *one.players, *two.players) == [WRONG]
    given: dict[str, Any] = {"structure": "custom", "cut": 0}
    chain = played(desk("armada-4.0", 4, **given, course=Course(parts=SWISS_TWICE)))
    assert faults(chain.state, 2, *lines(chain.state)[0].players) == []
    everybody = (CoursePart("swiss", 2), CoursePart("swiss", 1))
    open_to_all = desk("armada-4.0", 4, **given, course=Course(parts=everybody)).rounds(2, lower_wins)
    assert faults(open_to_all.state, 2, 1, 2) == [NOTHING]


@pytest.mark.parametrize("tampering", PLAY_OFF_TAMPERINGS, ids=lambda one: one.name)
def test_the_proof_refuses_every_tampering(tampering: Tampering) -> None:
    text, _ = tampering.text(mended=True)
    assert not verify(read(text.encode()).journal.entries).holds
