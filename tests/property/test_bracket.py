"""What holds of every elimination stage, whoever wins and whoever drops."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import get_args

from hypothesis import assume, given
from hypothesis import strategies as st

from muster.core.bracket.check import check_random, check_seeded
from muster.core.bracket.cut import Contender, CutKind, qualify
from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.places import Place, places
from muster.core.bracket.progress import champion, first_round, next_round, random_start
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId

seeds_of_draws = st.integers(0, 10**9).map(lambda n: DrawSeed(sha256(str(n).encode()).hexdigest()))


@dataclass
class Stage:
    players: list[PlayerId]
    seed: DrawSeed | None
    rounds: list[EliminationRound]
    dropped: set[PlayerId]

    def findings(self) -> tuple[object, ...]:
        if self.seed is None:
            return check_seeded(self.players, self.rounds, self.dropped)
        return check_random(self.players, self.seed, self.rounds, self.dropped)


def play(
    draw: st.DrawFn, games: tuple[Game, ...], drops: bool
) -> tuple[list[EliminationRound], set[PlayerId]]:
    """Play rounds to the end; with `drops`, players also leave during and between rounds."""
    rounds: list[EliminationRound] = []
    dropped: set[PlayerId] = set()
    while True:
        winners: dict[int, PlayerId | None] = {}
        for game in games:
            if len(game.players) == 2:
                both_leave = drops and draw(st.integers(0, 9)) == 0
                winners[game.number] = None if both_leave else draw(st.sampled_from(game.players))
                dropped.update(game.players if both_leave else ())
        rounds.append(EliminationRound(games, winners))
        if len(games) == 1:
            return rounds, dropped
        on = [winner for game in games if (winner := rounds[-1].winner_of(game)) is not None]
        gone = [player for player in on if drops and draw(st.integers(0, 9)) == 0]
        dropped.update(gone)
        games = next_round(games, winners, gone)


@st.composite
def stages(draw: st.DrawFn, drops: bool = True) -> Stage:
    players = [PlayerId(player) for player in draw(st.permutations(range(1, draw(st.integers(1, 36)) + 1)))]
    seed = draw(st.none() | seeds_of_draws)
    games = first_round(players) if seed is None else random_start(players, seed)
    return Stage(players, seed, *play(draw, games, drops))


def assert_partition(found: tuple[Place, ...], count: int) -> None:
    """The ranges cover places 1 to `count` once, each shared by as many players as it has places."""
    sizes = Counter((place.first_place, place.last_place) for place in found)
    covered: list[int] = []
    for (first, last), size in sorted(sizes.items()):
        assert size == last - first + 1
        covered += range(first, last + 1)
    assert covered == list(range(1, count + 1))


@given(stage=stages())
def test_every_player_stands_once_a_round_and_only_after_the_last(stage: Stage) -> None:
    before = Counter(stage.players)
    for played in stage.rounds:
        now = Counter(player for game in played.games for player in game.players)
        assert set(now.values()) <= {1}
        assert now <= before
        before = Counter(winner for game in played.games if (winner := played.winner_of(game)) is not None)
    assert len(stage.rounds) == max(1, (len(stage.players) - 1).bit_length())


@given(stage=stages(drops=False))
def test_without_drops_there_is_one_champion_who_lost_nothing(stage: Stage) -> None:
    winner = champion(stage.rounds)
    losers = [
        player
        for played in stage.rounds
        for game in played.games
        for player in game.players
        if played.winner_of(game) != player
    ]
    assert Counter([*losers, winner]) == Counter(stage.players)


@given(stage=stages(), more=st.integers(0, 9), by_swiss=st.booleans())
def test_places_of_a_finished_stage_are_1_to_n_exactly(stage: Stage, more: int, by_swiss: bool) -> None:
    others = [PlayerId(len(stage.players) + extra) for extra in range(1, more + 1)]
    rank = {player: number for number, player in enumerate([*stage.players, *others], start=1)}
    found = places(stage.rounds, rank, eliminated="by-swiss" if by_swiss else "shared")
    assert [place.player for place in found if place.player in others] == others
    assert_partition(found, len(rank))
    assert [place.first_place for place in found[:1]] == [1]


@given(stage=stages(), out=st.sets(st.integers(0, 32), max_size=3))
def test_places_by_column_are_those_that_are_shared_where_every_game_had_a_winner(
    stage: Stage, out: set[int]
) -> None:
    """And where one had none, nobody is placed better or worse than their column."""
    gone = [player for number, player in enumerate(stage.players) if number in out]
    shared = places(stage.rounds, {}, disqualified=gone)
    printed = places(stage.rounds, {}, eliminated="by-column", disqualified=gone)
    assert sorted(place.player for place in printed) == sorted(place.player for place in shared)
    if all(played.winner_of(game) is not None for played in stage.rounds for game in played.games):
        assert set(printed) == set(shared)
    assert all(1 <= one.first_place <= one.last_place <= len(stage.players) for one in printed)


@given(stage=stages())
def test_places_of_pure_elimination_are_1_to_n_exactly(stage: Stage) -> None:
    assert_partition(places(stage.rounds, {}), len(stage.players))


@given(stage=stages(drops=False), cut=st.integers(0, 6), decided=st.integers(0, 32), data=st.data())
def test_places_given_early_never_change_while_nobody_drops(
    stage: Stage, cut: int, decided: int, data: st.DataObject
) -> None:
    assume(cut < len(stage.rounds))
    last = stage.rounds[cut]
    known = dict(data.draw(st.permutations(sorted(last.winners.items())))[:decided])
    early = places([*stage.rounds[:cut], replace(last, winners=known)], {})
    assert set(early) <= set(places(stage.rounds, {}))


@given(stage=stages())
def test_the_check_accepts_every_honest_stage(stage: Stage) -> None:
    assert stage.findings() == ()


@given(stage=stages(), data=st.data())
def test_the_check_rejects_two_players_exchanged(stage: Stage, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(stage.rounds) - 1))
    games = stage.rounds[at].games
    playing = [game for game in games if game.players]
    assume(len(playing) > 1)
    one, two = data.draw(st.permutations(playing))[:2]
    swapped = {
        one.number: replace(one, first=two.first),
        two.number: replace(two, first=one.first),
    }
    stage.rounds[at] = replace(
        stage.rounds[at], games=tuple(swapped.get(game.number, game) for game in games), winners={}
    )
    del stage.rounds[at + 1 :]
    assert stage.findings() != ()


@given(stage=stages(), data=st.data())
def test_the_check_rejects_two_games_renumbered(stage: Stage, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(stage.rounds) - 1))
    games = stage.rounds[at].games
    playing = [game for game in games if game.players]
    assume(len(playing) > 1)
    one, two = data.draw(st.permutations(playing))[:2]
    numbers = {one.number: two.number, two.number: one.number}
    stage.rounds[at] = replace(
        stage.rounds[at],
        games=tuple(replace(game, number=numbers.get(game.number, game.number)) for game in games),
        winners={},
    )
    del stage.rounds[at + 1 :]
    assert stage.findings() != ()


@given(stage=stages(drops=False), data=st.data())
def test_the_check_rejects_a_winner_changed_afterwards(stage: Stage, data: st.DataObject) -> None:
    assume(len(stage.rounds) > 1)
    at = data.draw(st.integers(0, len(stage.rounds) - 2))
    played = stage.rounds[at]
    real = [game for game in played.games if len(game.players) == 2]
    assume(real)
    game = data.draw(st.sampled_from(real))
    loser = next(player for player in game.players if player != played.winners[game.number])
    stage.rounds[at] = replace(played, winners={**played.winners, game.number: loser})
    assert stage.findings() != ()


@given(
    players=st.integers(1, 40).flatmap(lambda count: st.permutations(range(1, count + 1))),
    seed=seeds_of_draws,
)
def test_b22_a_random_start_does_not_depend_on_the_order_of_entry(players: list[int], seed: DrawSeed) -> None:
    given_order = [PlayerId(player) for player in players]
    assert random_start(given_order, seed) == random_start(sorted(given_order), seed)


def test_b22_a_random_start_is_uniform() -> None:
    """Five players, eight seats: every way to choose 3 byes, pair 2 and number 4 games is equally likely.

    There are 10 x 24 = 240 starts; 24,000 draws. Chi-square 99.9 % point for 239 degrees of freedom: 310.2.
    """
    players = [PlayerId(player) for player in range(1, 6)]
    found = Counter(
        tuple(
            tuple(sorted(game.players))
            for game in random_start(players, DrawSeed(sha256(str(n).encode()).hexdigest()))
        )
        for n in range(24_000)
    )
    assert len(found) == 240
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < 310.2


@given(
    rows=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=20),
    kind=st.sampled_from(get_args(CutKind)),
    threshold=st.integers(2, 9),
)
def test_a_cut_takes_active_players_in_order_and_fills_a_bracket_with_byes(
    rows: list[tuple[int, int, bool]], kind: CutKind, threshold: int
) -> None:
    rows.sort(key=lambda row: -row[0])
    points = [row[0] for row in rows]
    ranked = [
        Contender(PlayerId(number), got, lost, points.index(got) + 1, active)
        for number, (got, lost, active) in enumerate(rows, start=1)
    ]
    found = qualify(ranked, kind, threshold)
    active = [row.player for row in ranked if row.active]
    assert list(found.seeds) == [player for player in active if player in found.seeds]
    assert list(found.in_line) == [player for player in active if player in found.in_line]
    assert not set(found.seeds) & set(found.in_line)
    if found.seeds:
        alone = [game.first for game in first_round(found.seeds) if game.second is None]
        assert list(found.byes) == alone == list(found.seeds[: len(alone)])
