"""The worked examples and boundaries of the regulations, played through the engine.

D and B numbers are those of the project's digest of the regulations; each test names the clause it shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations

import pytest

from muster.core.ids import PlayerId, RoundNo, Seat, TableNo
from muster.core.scoring.reports import MarginReport, Report, Tally
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.review import review
from muster.core.tournament.state import Match
from tournament_cases import IDS, Desk, Winner, absent, custom, desk, first_wins, lower_wins, rules, typed

MINIATURES = ("armada-4.0", "armada-pl", "runewars-2.2.2", "legion-2.0")


def _pairs(at: Desk) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in at.meetings()}


def _points(at: Desk) -> dict[int, int]:
    table = queries.table(at.state)
    return dict(zip(table.order, table.points, strict=True))


# --- Pairing and byes ----------------------------------------------------------------------------------------


def _labels(winners: list[tuple[int, int]], second: set[frozenset[int]]) -> dict[str, int] | None:
    """The six players of the example, if the second round drew them so: P beat Q, X beat R and Y beat S, then
    P meets X, Q meets Y and R meets S.
    """
    for (p, q), (x, r), (y, s) in permutations(winners):
        if second == {frozenset(pair) for pair in ((p, x), (q, y), (r, s))}:
            return {"P": p, "Q": q, "R": r, "S": s, "X": x, "Y": y}
    return None


@pytest.mark.parametrize("regulations_id", MINIATURES)
def test_d5_two_of_three_leaders_have_met_one_plays_the_third_the_other_goes_down(
    regulations_id: str,
) -> None:
    """`COM-PAIR-3`: three players with equal points, two of whom have met, and one player below them."""
    thirds = set()
    for seed in range(60):
        at = desk(regulations_id, 6, seed=seed, **custom(3)).rounds(1, first_wins)
        winners = at.meetings()
        at.pair()
        who = _labels(winners, _pairs(at))
        if who is None:
            continue
        for player in ("X", "Q", "R"):
            at.report(at.table_of(who[player]), at.win(at.table_of(who[player]), at.seat(who[player])))
        at.drop(who["X"], who["Y"])
        points = _points(at)
        assert points[who["P"]] == points[who["Q"]] == points[who["R"]] > points[who["S"]]
        at.pair()
        assert at.opponent(who["P"]) != who["Q"]
        assert at.opponent(who["R"]) in (who["P"], who["Q"])
        assert at.opponent(who["S"]) in (who["P"], who["Q"])
        thirds.add("P" if at.opponent(who["R"]) == who["P"] else "Q")
    assert thirds == {"P", "Q"}


@pytest.mark.parametrize("pattern", range(4))
def test_d30a_four_players_meet_once_each_and_then_again(pattern: int) -> None:
    """`COM-PAIR-2`, reading `B4a`: four rounds for four players force one rematch in each match of round 4."""
    for seed in range(25):
        at = desk(players=4, seed=seed)
        for round_no in range(4):
            at.pair()
            rematches = [match.pairing.rematch for match in at.round.matches.values()]
            assert rematches == [round_no == 3] * 2
            at.play(_pattern(pattern, seed), by=(0, 100, 250, 400)[(seed + round_no) % 4])
        met = [pair for round_ in at.state.rounds[:3] for pair in _meetings(round_.matches.values())]
        assert sorted(met) == sorted(combinations(range(1, 5), 2))


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("pattern", range(4))
def test_d30a_five_and_six_players_play_four_rounds_without_a_rematch(players: int, pattern: int) -> None:
    """Reading `B4a`: drawn without looking ahead, about one event in four gets stuck."""
    for seed in range(25):
        at = desk(players=players, seed=seed)
        resting: list[int] = []
        for round_no in range(4):
            at.pair()
            assert not any(match.pairing.rematch for match in at.round.matches.values())
            resting += at.resting()
            at.play(_pattern(pattern, seed), by=(0, 100, 250, 400)[(seed + round_no) % 4])
        assert len(set(resting)) == len(resting) == (4 if players == 5 else 0)


def _pattern(pattern: int, seed: int) -> Winner:
    """Who wins: the stronger, the weaker, the first named, or by a checkerboard."""

    def winner(match: Match) -> Seat:
        one, two = match.pairing.players
        choice = (one < two, one > two, True, (one + two + seed) % 2 == 0)[pattern]
        return 0 if choice else 1

    return winner


def _meetings(matches: Iterable[Match]) -> list[tuple[int, int]]:
    return [(min(match.pairing.players), max(match.pairing.players)) for match in matches]


def test_b16_the_peanut_butter_conundrum_everybody_has_had_a_bye() -> None:
    """Three players left, everybody has had one bye: the fewest, not two in a row, then the lowest-ranked.

    The organiser is warned that somebody has another bye, and if it hits the leader.
    """
    warned = set()
    for seed in range(30):
        at = desk(players=3, seed=seed, **custom(6))
        last: list[int] = []
        for round_no in range(6):
            if round_no >= 3:
                table = queries.table(at.state)
                had = {player: sum(player in byes for byes in _byes(at)) for player in table.order}
                fewest = min(had.values())
                open_to = [one for one in table.order if had[one] == fewest and one not in last]
                at.propose()
                assert [bye.player for bye in at.sheet.byes] == [open_to[-1]]
                says = [str(remark.says) for remark in review(at.state, str) if remark.kind == "bye-warning"]
                assert any("has had a bye before" in text for text in says)
                leads = open_to[-1] == table.order[0] and table.points[0] > table.points[1]
                assert any("has the most points" in text for text in says) == leads
                warned.add(leads)
                at.do(commands.PublishRound())
            else:
                at.pair()
            last = at.resting()
            at.play(first_wins)
    assert warned == {True, False}


def _byes(at: Desk) -> list[list[int]]:
    return [[bye.player for bye in round_.byes] for round_ in at.state.rounds]


def test_b17_the_random_keys_move_neither_between_views_nor_after_corrections() -> None:
    """The last tiebreaker is drawn once, with the first round."""
    at = desk(players=8).pair()
    keys = queries.tiebreak_keys(at.state)
    assert len(set(keys.values())) == 8
    at.play().rounds(1)
    at.correct(1, 1, at.win(1, 1, by=250))
    at.drop(3).enter(9)
    at.pair().do(commands.VoidRound(typed("again")))
    at.rounds(2).finish()
    now = queries.tiebreak_keys(at.state)
    assert {player: now[player] for player in keys} == keys
    assert queries.table(at.state) == queries.table(at.state)


@pytest.mark.parametrize("regulations_id", IDS)
def test_b18_the_opponent_of_an_absent_player_has_what_a_bye_gives(regulations_id: str) -> None:
    at = desk(regulations_id, 5).pair()
    at.report(1, absent(at.state.regulations, 1))
    outcome = at.round.matches[TableNo(1)].outcome
    assert outcome is not None
    won, lost = outcome.sides
    bye = at.round.byes[0].outcome
    assert (won.points, won.margin, won.games) == (bye.points, bye.margin, bye.games)
    assert (lost.verdict, lost.points, lost.margin) == ("loss", 0, 0)


# --- Results -------------------------------------------------------------------------------------------------


def _worth(regulations_id: str, report: Report) -> tuple[tuple[int, int], tuple[int, int]]:
    """Points and margin of both sides of a report on table 1."""
    at = desk(regulations_id, 4).pair()
    (fact,) = at.report(1, report)
    assert isinstance(fact, facts.ResultReported)
    one, two = fact.outcome.sides
    return (one.points, one.margin), (two.points, two.margin)


@pytest.mark.parametrize(
    ("regulations_id", "ahead", "points", "margin"),
    [
        ("armada-4.0", 139, 8, 140),
        ("armada-4.0", 140, 8, 140),
        ("armada-4.0", 230, 9, 230),
        ("armada-4.0", 350, 10, 350),
        ("armada-4.0", -60, 8, 140),
        ("armada-pl", 139, 8, 140),
        ("armada-pl", 230, 9, 230),
        ("runewars-2.2.2", 69, 8, 70),
        ("runewars-2.2.2", 70, 8, 70),
        ("runewars-2.2.2", 120, 9, 120),
    ],
)
def test_d22_a_concession_keeps_a_good_margin(
    regulations_id: str, ahead: int, points: int, margin: int
) -> None:
    """`ARM-END-4`, `RUN-END-2`, readings `B7` and `B26`."""
    scores = (Tally(max(0, ahead)), Tally(max(0, -ahead)))
    report = MarginReport(end="concession", scores=scores, by=1)
    assert _worth(regulations_id, report) == ((points, margin), (0, 0))


@pytest.mark.parametrize("regulations_id", ["armada-4.0", "armada-pl"])
@pytest.mark.parametrize("end", ["time", "mutual-destruction"])
def test_d23_equal_scores_and_mutual_destruction_are_won_by_the_second_player(
    regulations_id: str, end: str
) -> None:
    """`ARM-END-2`, `ARM-END-3`, reading `B1`: 6 to 5 with a margin of 0."""
    report = MarginReport(end="time", scores=(Tally(100), Tally(100)), deciding=0)
    if end == "mutual-destruction":
        report = MarginReport(end="mutual-destruction", scores=(Tally(400), Tally(400)), deciding=0)
    assert _worth(regulations_id, report) == ((6, 0), (5, 0))


@pytest.mark.parametrize(
    ("regulations_id", "points", "margin"),
    [
        ("armada-4.0", 8, 140),
        ("armada-pl", 8, 140),
        ("runewars-2.2.2", 8, 70),
        ("legion-2.0", 1, 0),
        ("unlimited-1.3", 3, 0),
    ],
)
def test_d23_what_a_bye_is_worth(regulations_id: str, points: int, margin: int) -> None:
    at = desk(regulations_id, 5).pair()
    (bye,) = at.round.byes
    assert (bye.outcome.verdict, bye.outcome.points, bye.outcome.margin) == ("win", points, margin)


# --- Cuts and brackets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulations_id", MINIATURES)
@pytest.mark.parametrize("published", [False, True])
def test_d6_seed_2_drops_before_play_and_the_fifth_enters_as_fourth(
    regulations_id: str, *, published: bool
) -> None:
    """`COM-CUT-2`: 1 v new 4 (old 5th), new 2 (old 3rd) v new 3 (old 4th)."""
    at = desk(regulations_id, 10, **custom(3, 4)).rounds(3, lower_wins)
    order = queries.table(at.state).order
    at.cut()
    if published:
        at.pair()
    at.drop(order[1])
    if not published:
        at.propose().do(commands.PublishRound())
    else:
        at.pair()
    assert at.state.seeds == (order[0], order[2], order[3], order[4])
    assert at.meetings() == [(order[0], order[4]), (order[2], order[3])]


def test_d13_d31_a_top_8_bracket_is_fixed_and_never_seeded_again() -> None:
    """`SWU-ELIM-1`, reading `B5`: 1-8, 2-7, 3-6, 4-5; seed 8 takes over the way of seed 1."""
    at = desk("unlimited-1.3", 33, structure="advanced", tier="competitive").rounds(6, lower_wins)
    order = queries.table(at.state).order
    at.cut().pair()
    seed = {player: number for number, player in enumerate(order, 1)}
    assert [(seed[PlayerId(one)], seed[PlayerId(two)]) for one, two in at.meetings()] == [
        (1, 8),
        (2, 7),
        (3, 6),
        (4, 5),
    ]
    at.play(lambda match: 1 if seed[match.pairing.players[0]] == 1 else 0)
    at.pair()
    assert [{seed[PlayerId(one)], seed[PlayerId(two)]} for one, two in at.meetings()] == [{8, 4}, {2, 3}]


@pytest.mark.parametrize(
    ("players", "byes"), [(2, 0), (3, 1), (4, 0), (5, 3), (6, 2), (7, 1), (8, 0), (9, 7), (12, 4)]
)
def test_d30_an_event_of_elimination_has_as_many_byes_as_fill_up_the_bracket(players: int, byes: int) -> None:
    """`COM-ELIM-3`, reading `B22`."""
    at = desk("runewars-2.2.2", players, first_stage="elimination").pair()
    assert len(at.resting()) == byes
    assert len(at.round.matches) == (players - byes) // 2


def test_d38_cards_repeat_only_after_all_were_used_and_a_cut_empties_the_memory() -> None:
    """`RUN-SEAS-2`."""
    repeated = set()
    for seed in range(20):
        at = desk("runewars-2.2.2", 8, seed=seed, **custom(2, 4)).rounds(2, lower_wins).cut().rounds(2)
        cards = [round_.cards for round_ in at.state.rounds]
        names = [card.deployment for card in cards if card]
        assert len(names) == 4
        assert names[0] != names[1]
        assert names[2] != names[3]
        repeated.add(names[2] in names[:2])
    assert repeated == {True, False}
    at = desk("runewars-2.2.2", 8, **custom(4)).rounds(4, lower_wins)
    season = rules("runewars-2.2.2").round_draws
    assert season is not None
    deployments = [round_.cards.deployment for round_ in at.state.rounds if round_.cards]
    assert set(deployments[:3]) == set(season.seasons[-1].deployments)


def test_b47_a_late_entry_in_round_2_has_one_unpaired_loss_and_it_counts_as_a_round() -> None:
    at = desk("unlimited-1.3", 6).rounds(1).enter(7).rounds(1, lower_wins)
    records = queries.records(at.state)[PlayerId(7)]
    assert (records[0].round_no, records[0].kind) == (RoundNo(1), "loss")
    assert len(records) == 2
