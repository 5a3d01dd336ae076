"""A tournament at tables of three and four: rounds, results that everybody confirms, drops, the cut, the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import GamesReport, PlacingReport
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.commands import ConfirmResult, DisputeResult, ReportResult
from muster.core.tournament.elimination import goes_on
from muster.core.tournament.engine import decode, encode, parted
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.review import review
from muster.core.tournament.seal import results_text
from muster.core.tournament.state import Match
from muster.core.tournament.why import why_paired
from tournament_cases import Desk, custom, desk, typed

ONE = RoundNo(1)


def suns(players: int = 8, rounds: int = 3, cut: int = 0, **given: object) -> Desk:
    return desk("twin-suns-1.3", players, **custom(rounds, cut, **given))


def name(player: PlayerId) -> str:
    return f"P{player}"


def left(match: Match, order: Sequence[int] | None = None) -> PlacingReport:
    """The lower the entry number the more is left, or the sooner in this order."""
    best = sorted(match.pairing.players) if order is None else list(order)
    return PlacingReport(end="decided", left=tuple(20 - best.index(one) for one in match.pairing.players))


def play(at: Desk) -> Desk:
    for table, match in sorted(at.round.matches.items()):
        if not match.settled:
            at.report(table, left(match))
    return at


def test_eight_sit_at_two_tables_and_nobody_meets_twice_where_it_can_be_helped() -> None:
    at = suns(16)
    for _ in range(2):
        play(at.pair())
    assert not any(match.pairing.rematch for match in at.round.matches.values())
    assert [len(match.pairing.players) for match in at.round.matches.values()] == [4] * 4
    assert verify(at.journal.entries).holds


@pytest.mark.parametrize(
    ("players", "sizes"), [(3, [3]), (4, [4]), (6, [3, 3]), (7, [4, 3]), (9, [3, 3, 3]), (11, [4, 4, 3])]
)
def test_so_many_make_such_tables(players: int, sizes: list[int]) -> None:
    at = suns(players).pair()
    assert sorted((len(one.pairing.players) for one in at.round.matches.values()), reverse=True) == sizes
    assert not at.round.byes


def test_f4_of_five_one_rests_by_lot_and_then_the_lowest_without_a_rest() -> None:
    at = suns(5)
    play(at.pair())
    first = at.resting()
    play(at.pair())
    second = at.resting()
    assert len(first) == len(second) == 1
    assert first != second
    record = queries.records(at.state)[PlayerId(first[0])][0]
    assert (record.kind, record.side.points, record.side.games) == ("bye", 5, (1, 0, 0))
    assert any(remark.kind == "bye" for remark in review(suns(5).propose().state, name))


def test_two_who_are_left_cannot_play() -> None:
    at = suns(4)
    play(at.pair())
    at.drop(1, 2)
    at.refused(commands.ProposeRound(at.link()), "no-pairing", "2 players are here", "three or four")


def test_who_is_never_to_meet_sits_apart_or_the_round_is_refused() -> None:
    at = desk("twin-suns-1.3", 8, **custom(2))
    at.do(commands.ForbidPair((PlayerId(1), PlayerId(2))))
    at.pair()
    assert at.table_of(1) != at.table_of(2)
    small = desk("twin-suns-1.3", 4, **custom(2))
    small.do(commands.ForbidPair((PlayerId(1), PlayerId(2))))
    small.refused(commands.ProposeRound(small.link()), "no-pairing", "never to meet")


def test_f26_a_result_is_settled_when_everybody_else_has_confirmed() -> None:
    at = suns(4).pair()
    match = at.round.matches[TableNo(1)]
    one, two, three, four = match.pairing.players
    at.report(1, left(match), by=one)
    assert at.round.matches[TableNo(1)].asked == (two, three, four)
    at.do(ConfirmResult(ONE, TableNo(1), two))
    at.refused(ConfirmResult(ONE, TableNo(1), two), "already-recorded", "others have yet to")
    at.refused(ConfirmResult(ONE, TableNo(1), one), "not-at-table")
    (again,) = at.do(ReportResult(ONE, TableNo(1), left(match), three))
    assert isinstance(again, facts.ResultConfirmed)
    at.refused(ReportResult(ONE, TableNo(1), left(match), three), "already-recorded")
    assert at.round.matches[TableNo(1)].status == "reported"
    at.do(ConfirmResult(ONE, TableNo(1), four))
    assert at.round.matches[TableNo(1)].status == "confirmed"
    assert at.round.matches[TableNo(1)].asked == ()


def test_f15_also_from_a_table_of_two_that_is_shared_the_better_seed_goes_on() -> None:
    at = suns(8, rounds=1, cut=7)
    play(at.pair())
    at.drop(6, 7, 8)
    at.do(commands.MakeCut())
    at.do(commands.StartStage())
    (match,) = at.pair().round.matches.values()
    better, worse = match.pairing.players
    at.report(match.pairing.table, PlacingReport(end="time", left=(5, 5)))
    at.pair()
    (final,) = at.round.matches.values()
    assert better in final.pairing.players
    assert worse not in final.pairing.players


def test_f26_who_disputed_a_result_can_come_round_and_then_the_others_are_asked() -> None:
    at = suns(4).pair()
    one, two, three, four = at.round.matches[TableNo(1)].pairing.players
    at.report(1, left(at.round.matches[TableNo(1)]), by=one)
    at.do(ConfirmResult(ONE, TableNo(1), two))
    at.do(DisputeResult(ONE, TableNo(1), two))
    at.refused(ConfirmResult(ONE, TableNo(1), three), "already-recorded", "with the staff")
    at.do(ConfirmResult(ONE, TableNo(1), two))
    assert at.round.matches[TableNo(1)].asked == (three, four)
    for player in (three, four):
        at.do(ConfirmResult(ONE, TableNo(1), player))
    assert at.round.matches[TableNo(1)].status == "confirmed"


def test_who_never_came_is_not_asked_and_staff_settle_at_once() -> None:
    at = suns(4).pair()
    match = at.round.matches[TableNo(1)]
    one, two, _three, four = match.pairing.players
    report = PlacingReport(end="decided", left=(9, 4, 0, 1), absent=(2,))
    at.report(1, report, by=one)
    assert at.round.matches[TableNo(1)].asked == (two, four)
    at.do(ConfirmResult(ONE, TableNo(1), None))
    assert at.round.matches[TableNo(1)].status == "confirmed"


def test_one_no_disputes_it_and_a_new_report_asks_everybody_again() -> None:
    at = suns(4).pair()
    match = at.round.matches[TableNo(1)]
    one, two, three, _four = match.pairing.players
    at.report(1, left(match), by=one)
    at.do(ConfirmResult(ONE, TableNo(1), two))
    at.do(DisputeResult(ONE, TableNo(1), three))
    assert at.round.matches[TableNo(1)].status == "disputed"
    at.report(1, left(match, match.pairing.players))
    assert (at.round.matches[TableNo(1)].status, at.round.matches[TableNo(1)].agreed) == (
        "confirmed",
        frozenset(),
    )


def test_a_report_of_two_does_not_fit_a_table() -> None:
    at = suns(4).pair()
    refusal = at.refused(
        ReportResult(ONE, TableNo(1), GamesReport(end="decided", games=(0,))), "bad-result", "not possible"
    )
    assert "what everybody at the table still has" in str(refusal.problems[0].message)
    at.refused(ReportResult(ONE, TableNo(1), PlacingReport(end="decided", left=(1, 0, 0))), "bad-result")


def test_players_of_two_tables_change_places_and_those_of_one_cannot() -> None:
    at = suns(8).propose()
    first, second = (one.players for one in at.sheet.pairings)
    at.refused(commands.SwapPlayers((first[0], first[1])), "bad-pair")
    at.do(commands.SwapPlayers((first[0], second[2])))
    assert at.sheet.pairings[0].players == (second[2], *first[1:])
    assert at.sheet.pairings[1].players == (second[0], second[1], first[0], second[3])


def test_a_swap_that_repeats_a_meeting_is_marked_and_told() -> None:
    at = suns(16)
    play(at.pair())
    tables = [one.pairing.players for one in at.round.matches.values()]
    at.propose()
    one = at.sheet.pairings[0].players[0]
    mate = next(other for table in tables if one in table for other in table if other != one)
    there = next(pairing for pairing in at.sheet.pairings if mate in pairing.players)
    away = next(other for other in at.sheet.pairings[0].players if other != one)
    assert mate in there.players
    at.do(commands.SwapPlayers((away, mate)))
    assert at.sheet.pairings[0].rematch
    told = [str(remark.says) for remark in review(at.state, name) if remark.kind == "rematch"]
    assert any(f"P{one} with P{mate}" in words or f"P{mate} with P{one}" in words for words in told)


def test_why_somebody_sits_where_they_sit() -> None:
    at = suns(8)
    play(at.pair())
    why = why_paired(at.journal.entries, RoundNo(1), PlayerId(1), name)
    assert why is not None
    assert why.dice is not None
    assert "drawn at random" in str(why.message)
    assert "tables/0" in str(why.dice.lines[0])
    play(at.pair())
    why = why_paired(at.journal.entries, RoundNo(2), PlayerId(1), name)
    assert why is not None
    assert "Points before this round: " in str(why.message)
    assert "Have met before: " in str(why.message)
    assert "No seating of the round is better" in str(why.message)
    assert why.clause == "SWU-PAIR-1"
    assert any("two who have met before, in the whole round: 4." in str(line) for line in why.more)


@pytest.mark.parametrize(("players", "rounds"), [(17, 2), (24, 4)])
def test_a_larger_field_says_what_is_not_proved(players: int, rounds: int) -> None:
    at = suns(players, rounds)
    for _ in range(rounds):
        play(at.pair())
    words = [
        str(why.message)
        for number in range(1, rounds + 1)
        if (why := why_paired(at.journal.entries, RoundNo(number), PlayerId(1), name)) is not None
    ]
    assert all("drawn at random" in one or "better" in one for one in words)
    assert verify(at.journal.entries).holds


def test_f14_the_best_four_play_a_final_whose_places_are_the_first() -> None:
    at = suns(8, 1, 4)
    play(at.pair())
    at.cut()
    seeds = at.state.seeds or ()
    at.pair()
    assert at.tables() == [seeds]
    match = at.round.matches[TableNo(1)]
    why = why_paired(at.journal.entries, RoundNo(2), seeds[2], name)
    assert why is not None
    assert "The cut is the final" in str(why.message)
    at.report(1, left(match, (seeds[3], seeds[1], seeds[0], seeds[2])))
    at.finish()
    places = {one.player: (one.first_place, one.last_place) for one in at.state.places or ()}
    assert [places[seeds[at_]] for at_ in (3, 1, 0, 2)] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert sorted(first for first, _ in places.values()) == list(range(1, 9))
    assert verify(at.journal.entries).holds


def test_f15_from_a_shared_first_place_the_better_seed_goes_on() -> None:
    at = suns(8, 1, 7)
    play(at.pair())
    at.cut().pair()
    seeds = at.state.seeds or ()
    (match,) = at.round.matches.values()
    assert sorted(match.pairing.players) == sorted(seeds[3:])
    why = why_paired(at.journal.entries, RoundNo(2), seeds[0], name)
    assert why is not None
    assert "3 seeds go straight to the final" in str(why.message)
    why = why_paired(at.journal.entries, RoundNo(2), seeds[5], name)
    assert why is not None
    assert "seeds 4, 5, 6 and 7" in str(why.message)
    at.report(1, PlacingReport(end="time", left=(3, 8, 8, 0)))
    at.pair()
    shared = match.pairing.players[1], match.pairing.players[2]
    better = min(shared, key=seeds.index)
    assert at.tables() == [(*seeds[:3], better)]
    why = why_paired(at.journal.entries, RoundNo(3), better, name)
    assert why is not None
    assert "winners of the tables before it" in str(why.message)
    winner = at.round.matches[TableNo(1)]
    at.report(1, PlacingReport(end="decided", left=(5, 5, 5, 1)))
    outcome = at.round.matches[TableNo(1)].outcome
    assert outcome is not None
    assert goes_on(at.state, winner, outcome) == seeds[0]
    at.finish()
    assert [one.player for one in at.state.places or ()][:4] == [*seeds[:3], better]


def test_who_leaves_between_the_tables_and_the_final_is_missing_there() -> None:
    at = suns(8, 1, 7)
    play(at.pair())
    at.cut().pair()
    play(at)
    seeds = at.state.seeds or ()
    at.drop(seeds[0])
    at.pair()
    assert len(at.tables()[0]) == 3
    assert verify(play(at).finish().journal.entries).holds


def test_who_drops_at_a_table_of_the_cut_leaves_the_others_playing() -> None:
    at = suns(8, 1, 4)
    play(at.pair())
    at.cut().pair()
    seeds = at.state.seeds or ()
    (fact,) = at.do(commands.DropPlayer(seeds[1]))
    assert isinstance(fact, facts.PlayerDropped)
    assert not at.round.complete


def test_who_left_is_not_at_a_first_table_of_the_cut_that_is_drawn_again() -> None:
    at = suns(11, 1, 10)
    play(at.pair())
    at.cut().pair()
    gone = at.tables()[0][1]
    at.drop(gone)
    at.do(commands.VoidRound(typed("they left before it began")))
    at.pair()
    assert all(gone not in table for table in at.tables())
    assert verify(at.journal.entries).holds


def test_a_final_that_is_not_played_leaves_the_best_places_shared() -> None:
    at = suns(8, 1, 4)
    play(at.pair())
    at.cut().pair().finish("the shop closes")
    places = {one.player: (one.first_place, one.last_place) for one in at.state.places or ()}
    assert {places[one] for one in at.state.seeds or ()} == {(1, 4)}


def test_a_correction_in_the_cut_is_refused_only_where_somebody_else_would_go_on() -> None:
    at = suns(8, 1, 7)
    play(at.pair())
    at.cut().pair()
    (match,) = at.round.matches.values()
    play(at)
    at.pair()
    best = sorted(match.pairing.players)
    third = left(match, (best[0], best[2], best[1], best[3]))
    at.correct(2, 1, third)
    other = left(match, (best[1], best[0], best[2], best[3]))
    at.refused(
        commands.CorrectResult(RoundNo(2), TableNo(1), other, typed("misread")),
        "window-closed",
        "rests on this winner",
    )


def test_late_players_join_the_next_round_with_a_loss() -> None:
    at = suns(7)
    play(at.pair())
    at.enter(8)
    assert queries.records(at.state)[PlayerId(8)][0].kind == "loss"
    play(at.pair())
    assert sorted(len(one.pairing.players) for one in at.round.matches.values()) == [4, 4]


@pytest.mark.parametrize(
    ("given", "field"), [({"cut": 8}, "cut"), ({"first_stage": "elimination"}, "structure")]
)
def test_what_cannot_be_at_tables_is_refused_at_the_start(given: dict[str, object], field: str) -> None:
    wanted = custom(3) | given
    if "first_stage" in given:
        wanted = {**given, "structure": "basic"}
    refusal = Desk().journal.submit(
        commands.CreateTournament(
            regulations=suns(4).state.regulations, day=suns(4).state.created.day, **wanted
        )
    )
    assert [problem.field for problem in getattr(refusal, "problems", ())] == [field]


def test_the_words_of_a_round_that_somebody_signs_name_everybody_and_every_place() -> None:
    at = suns(4).pair()
    at.report(1, PlacingReport(end="decided", left=(9, 0, 4, 0), conceded=(1,), absent=(3,)))
    players = at.round.matches[TableNo(1)].pairing.players
    line = results_text(at.state, 1).splitlines()[1]
    assert line == (
        f"match|1|{'|'.join(map(str, players))}|decided|9+0+4+0:2:4::|||"
        "|win:5:0::1-0-0:1|loss:2:0::0-1-0:3|loss:3:0::0-1-0:2|loss:0:0::0-1-0:4|0"
    )


def test_facts_of_tables_come_back_as_they_were_written() -> None:
    at = suns(7, 1, 4)
    play(at.pair())
    for entry in at.journal.entries:
        kind, version, data = parted(encode(entry.fact))
        assert decode(kind, version, data) == entry.fact


def final_of_four() -> Desk:
    """A cut to four whose final is shown."""
    at = suns(8, 1, 4)
    play(at.pair())
    return at.cut().pair()


def test_f15_the_best_seed_chooses_a_seat_and_the_others_keep_the_order_of_their_seeds() -> None:
    at = final_of_four()
    seeds = at.state.seeds or ()
    (fact,) = at.do(commands.ChooseSeat(2))
    assert isinstance(fact, facts.SeatChosen)
    assert at.tables() == [(seeds[1], seeds[2], seeds[0], seeds[3])]
    assert (fact.player, fact.seat) == (seeds[0], 2)
    at.refused(commands.ChooseSeat(2), "already-recorded", "sit there already")
    at.do(commands.ChooseSeat(3))
    assert at.tables() == [(*seeds[1:], seeds[0])]
    at.do(commands.Retract())
    assert at.tables() == [(seeds[1], seeds[2], seeds[0], seeds[3])]
    at.refused(commands.ChooseSeat(4), "not-at-table", "seats 1 to 4")
    match = at.round.matches[TableNo(1)]
    at.report(1, left(match, (seeds[3], seeds[1], seeds[0], seeds[2])))
    at.refused(commands.ChooseSeat(0), "has-results")
    at.finish()
    assert [one.player for one in at.state.places or ()][:4] == [seeds[at_] for at_ in (3, 1, 0, 2)]
    at.refused(commands.ChooseSeat(0), "finished")
    assert verify(at.journal.entries).holds


def test_f15_a_seat_is_chosen_at_the_final_alone() -> None:
    at = suns(8, 1, 7)
    at.refused(commands.ChooseSeat(0), "no-round", "once the final is shown")
    play(at.pair())
    at.refused(commands.ChooseSeat(0), "no-round")
    at.cut()
    at.refused(commands.ChooseSeat(0), "no-round")
    at.pair()
    at.refused(commands.ChooseSeat(0), "no-round")
    two = desk("armada-4.0", 4).pair()
    two.refused(commands.ChooseSeat(0), "no-round")
