"""How those who brought something fared, and who met whom: what was played at the table, seen from both sides."""

from __future__ import annotations

from muster.app.rosters.winning import played_against, won_by
from muster.app.standings.met import OwnScore, meetings
from muster.core.ids import PlayerId, TableNo
from muster.core.scoring.reports import GamesReport, PlacingReport
from muster.core.tournament import queries
from muster.core.win_rates import MatchesPlayed
from muster.core.written import points_score
from tournament_cases import absent, custom, desk, first_wins, lower_wins


def ids(*players: int) -> set[PlayerId]:
    return {PlayerId(one) for one in players}


def test_matches_among_holders_are_left_out() -> None:
    at = desk(players=4, **custom(3)).rounds(3, lower_wins)
    played = played_against(at.state)
    assert {one: len(met) for one, met in played.items()} == dict.fromkeys(ids(1, 2, 3, 4), 3)
    assert won_by(ids(1), played) == MatchesPlayed(3, 0, 0)
    assert won_by(ids(1, 2), played) == MatchesPlayed(4, 0, 0)
    assert won_by(ids(1, 4), played) == MatchesPlayed(2, 0, 2)
    assert won_by(ids(1, 2, 3, 4), played) == MatchesPlayed()
    assert won_by(ids(9), played) == MatchesPlayed()


def test_byes_and_rounds_lost_without_an_opponent_are_no_matches() -> None:
    at = desk(players=5, **custom(2)).rounds(1, lower_wins)
    (rested,) = (bye.player for bye in at.round.byes)
    assert rested not in played_against(at.state)
    late = at.enter(6).rounds(1, lower_wins)
    assert len(played_against(late.state).get(PlayerId(6), ())) <= 1


def test_who_did_not_come_lost_nothing_at_the_table() -> None:
    at = desk(players=4, **custom(1)).pair()
    one, two = at.meetings()[0]
    at.report(1, absent(at.state.regulations, 1))
    at.play(first_wins)
    played = played_against(at.state)
    assert not played.keys() & ids(one, two)
    assert len(played) == 2


def test_a_match_awarded_because_somebody_left_was_not_played_and_those_before_were() -> None:
    at = desk(players=4, first_stage="elimination").rounds(1, lower_wins).pair()
    one, two = at.meetings()[0]
    at.drop(one)
    played = played_against(at.state)
    assert at.round.complete
    assert [len(played[PlayerId(player)]) for player in (one, two)] == [1, 1]
    assert won_by(ids(one), played) == MatchesPlayed(1, 0, 0)


def test_who_dropped_keeps_what_was_played() -> None:
    at = desk(players=4, **custom(2)).rounds(1, lower_wins).drop(4).rounds(1, lower_wins)
    assert won_by(ids(4), played_against(at.state)) == MatchesPlayed(0, 0, 1)


def test_a_draw_that_was_agreed_on_says_nothing_and_one_that_was_played_does() -> None:
    at = desk("unlimited-1.3", players=4, **custom(1)).pair()
    at.report(1, GamesReport(end="intentional-draw"))
    at.report(2, GamesReport(end="time", games=(), unfinished=True))
    played = played_against(at.state)
    assert len(played) == 2
    assert {verdict for met in played.values() for _other, verdict in met} == {"draw"}


def test_matches_that_are_open_are_not_counted() -> None:
    at = desk(players=4, **custom(1)).pair()
    assert played_against(at.state) == {}
    assert meetings(at.state.rounds, sorted(ids(1, 2))) == (((), ()), ((), ()))


def test_the_grid_shows_each_match_from_both_sides_and_nothing_else() -> None:
    at = desk(players=4, **custom(2)).rounds(2, lower_wins)
    order = [PlayerId(one) for one in (1, 2, 3, 4)]
    found = meetings(at.state.rounds, order)
    met = queries.met(at.state.rounds)
    for row, one in enumerate(order):
        for column, two in enumerate(order):
            assert bool(found[row][column]) == (two in met[one])
            if found[row][column]:
                (own,), (theirs,) = found[row][column], found[column][row]
                assert own.verdict == ("win" if one < two else "loss")
                assert str(own.score).split("–") == str(theirs.score).split("–")[::-1]


def test_games_are_the_score_where_matches_consist_of_them() -> None:
    at = desk("unlimited-1.3", players=4, **custom(1)).pair()
    at.play(first_wins)
    first, second = (PlayerId(one) for one in at.meetings()[0])
    games = at.state.rounds[0].matches[TableNo(at.table_of(first))].outcome
    assert games is not None
    (row, _) = meetings(at.state.rounds, [first, second])
    assert row[1] == (OwnScore(points_score(games.sides[0].games[0], 0), "win"),)
    assert str(row[1][0].score) in {"1–0", "2–0"}


def test_at_a_table_of_four_each_has_met_each_and_the_better_place_has_won() -> None:
    at = desk("twin-suns-1.3", players=4).pair()
    best, second, equal, gone = at.round.matches[TableNo(1)].pairing.players
    at.report(1, PlacingReport(end="decided", left=(9, 5, 5, 0), absent=(3,)))
    played = played_against(at.state)
    assert set(played[best]) == {(second, "win"), (equal, "win")}
    assert set(played[second]) == {(best, "loss"), (equal, "draw")}
    assert gone not in played
    met = meetings(at.state.rounds, (best, second, gone))
    assert met[0][1] == (OwnScore(points_score(5, 2), "win"),)
    assert met[1][0] == (OwnScore(points_score(2, 5), "loss"),)
    assert met[2][0] == (OwnScore(points_score(0, 5), "loss"),)
