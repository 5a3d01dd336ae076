"""A double elimination in play, held against a checker that knows nothing of how it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest

from muster.core.bracket.double_check import check_double, double_place_faults
from muster.core.bracket.double_play import DoubleStand, follow, next_games, places
from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.places import Place
from muster.core.ids import PlayerId
from pairing_support import dice_of, players

Choice = Callable[[Game], PlayerId | None]


def lower(game: Game) -> PlayerId | None:
    return min(game.players)


def higher(game: Game) -> PlayerId | None:
    return max(game.players)


@dataclass
class Play:
    """A double elimination whose seeds are numbered as they stand."""

    count: int
    reset: bool = True
    rounds: list[EliminationRound] = field(default_factory=list)
    gone: set[PlayerId] = field(default_factory=set)
    out: set[PlayerId] = field(default_factory=set)

    @property
    def seeds(self) -> tuple[PlayerId, ...]:
        return players(*range(1, self.count + 1))

    @property
    def stand(self) -> DoubleStand:
        return follow(self.seeds, self.rounds, self.gone, reset=self.reset)

    @property
    def games(self) -> list[tuple[int, ...]]:
        return [(game.number, *game.players) for game in next_games(self.stand, self.rounds)]

    @property
    def faults(self) -> list[str]:
        found = check_double(self.seeds, self.rounds, self.gone | self.out, once=not self.reset)
        return [one.kind for one in found]

    def draw(self) -> EliminationRound:
        one = EliminationRound(next_games(self.stand, self.rounds), {})
        self.rounds.append(one)
        return one

    def play(self, choose: Choice = lower, rounds: int = 1) -> Play:
        for _ in range(rounds):
            games = self.draw().games
            winners = {game.number: choose(game) for game in games if len(game.players) == 2}
            self.rounds[-1] = EliminationRound(games, winners)
        return self

    def to_the_final(self) -> Play:
        while self.games[0][0] != self.stand.bracket.final.number:
            self.play()
        return self

    def leave(self, *numbers: int) -> Play:
        self.gone |= {PlayerId(one) for one in numbers}
        return self

    def places(
        self, *, by_rank: bool = False, disqualified: Sequence[int] = ()
    ) -> list[tuple[int, int, int]]:
        ranks = {player: int(player) for player in self.seeds}
        found = places(self.stand, ranks, by_rank=by_rank, disqualified=players(*disqualified))
        return [(one.player, one.first_place, one.last_place) for one in found]


def test_the_course_of_eight() -> None:
    at = Play(8)
    assert at.games == [(1, 1, 8), (2, 4, 5), (3, 2, 7), (4, 3, 6)]
    at.play()
    assert at.games == [(5, 1, 4), (6, 2, 3), (7, 8, 5), (8, 7, 6)]
    at.play()
    assert at.games == [(9, 5, 3), (10, 6, 4)]
    assert at.stand.beaten == {*players(3, 4, 5, 6)}
    assert at.places() == [(7, 7, 8), (8, 7, 8)]
    at.play()
    assert at.games == [(11, 1, 2), (12, 3, 4)]
    at.play(rounds=2)
    assert at.games == [(14, 1, 2)]
    assert (at.stand.over, at.stand.champion) == (False, None)
    at.play()
    assert at.stand.over
    assert at.stand.champion == 1
    assert at.games == []
    assert at.faults == []
    assert at.places() == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 3),
        (4, 4, 4),
        (5, 5, 6),
        (6, 5, 6),
        (7, 7, 8),
        (8, 7, 8),
    ]


def test_the_final_is_played_once_more_if_the_unbeaten_player_loses_it() -> None:
    at = Play(8).to_the_final().play(higher)
    assert at.stand.reset_due
    assert at.games == [(15, 1, 2)]
    assert [one[0] for one in at.places()] == [3, 4, 5, 6, 7, 8]
    at.draw()
    assert not at.stand.over
    at.rounds.pop()
    for winner, loser, choice in ((1, 2, lower), (2, 1, higher)):
        again = Play(8, rounds=[*at.rounds]).play(choice)
        assert again.stand.champion == winner
        assert again.places()[:2] == [(winner, 1, 1), (loser, 2, 2)]
        assert again.faults == []
        assert double_place_faults(again.seeds, again.rounds, placed(again)) == ()


def test_a_single_final_decides_where_that_was_announced() -> None:
    at = Play(8, reset=False).to_the_final().play(higher)
    assert at.stand.champion == 2
    assert at.places()[:2] == [(2, 1, 1), (1, 2, 2)]
    assert at.faults == []


def test_who_left_after_losing_the_final_does_not_play_it_again() -> None:
    at = Play(8).to_the_final().play(higher).leave(1)
    assert at.stand.champion == 2
    assert at.games == []
    assert at.places()[:2] == [(2, 1, 1), (1, 2, 2)]


def test_who_won_the_final_and_left_loses_the_second_one_without_playing() -> None:
    at = Play(8).to_the_final().play(higher).leave(2)
    assert at.games == [(15, 1)]
    assert at.play().stand.champion == 1
    assert at.faults == []


def test_whoever_left_keeps_losing_and_the_others_go_on() -> None:
    at = Play(8).play().leave(4, 8)
    assert at.games == [(5, 1), (6, 2, 3), (7, 5), (8, 7, 6)]
    at.play()
    assert at.games == [(9, 5, 3), (10, 6)]
    at.play()
    assert at.places() == [(4, 5, 6), (5, 5, 6), (7, 7, 8), (8, 7, 8)]
    assert at.faults == []


def test_a_round_to_which_nobody_can_come_is_passed_over() -> None:
    at = Play(8).play(rounds=2).leave(3, 4, 5, 6)
    assert at.games == [(11, 1, 2)]
    at.play()
    assert at.games == [(13, 2)]
    at.play()
    assert at.games == [(14, 1, 2)]
    at.play()
    assert at.faults == []
    assert at.places() == [
        (1, 1, 1), (2, 2, 2), (3, 3, 6), (4, 3, 6), (5, 3, 6), (6, 3, 6), (7, 7, 8), (8, 7, 8),
    ]  # fmt: skip


def test_of_a_game_that_nobody_won_both_are_out() -> None:
    def nobody(game: Game) -> PlayerId | None:
        return None if game.number == 2 else lower(game)

    at = Play(8).play(nobody)
    at.out |= {*players(4, 5)}
    assert at.games == [(5, 1), (6, 2, 3), (7, 8), (8, 7, 6)]
    at.play()
    assert at.places() == [(4, 6, 8), (5, 6, 8), (7, 6, 8)]
    assert at.faults == []


def test_both_of_a_later_game_of_the_winners_have_left() -> None:
    at = Play(8).play().leave(1, 4)
    assert at.games == [(6, 2, 3), (7, 8, 5), (8, 7, 6)]
    at.play()
    assert at.places() == [(7, 7, 8), (8, 7, 8)]
    at.play()
    assert at.places() == [(1, 4, 6), (4, 4, 6), (5, 4, 6), (7, 7, 8), (8, 7, 8)]
    assert at.faults == []


def test_nobody_is_left_for_the_final() -> None:
    at = Play(4).to_the_final().leave(1, 2)
    assert at.games == []
    assert not at.stand.over


def test_while_a_round_is_played_who_is_out_shares_with_whoever_will_be() -> None:
    at = Play(8).play()
    games = at.draw().games
    at.rounds[-1] = EliminationRound(games, {7: PlayerId(5)})
    assert at.places() == [(8, 7, 8)]
    assert at.places(by_rank=True) == [(8, 7, 8)]
    at.rounds[-1] = EliminationRound(games, {})
    assert at.places() == []


def test_a_disqualified_player_of_an_open_game_takes_no_place() -> None:
    at = Play(8).play()
    at.rounds[-1:] = [at.rounds[-1], EliminationRound(next_games(at.stand, at.rounds), {7: PlayerId(5)})]
    assert at.places(disqualified=(7,)) == [(8, 7, 7)]


def test_places_by_the_swiss_rounds_and_without_the_disqualified() -> None:
    at = Play(8).to_the_final().play()
    assert [one[1:] for one in at.places(by_rank=True)] == [(at, at) for at in range(1, 9)]
    assert at.places(disqualified=(1, 7)) == [
        (2, 1, 1), (3, 2, 2), (4, 3, 3), (5, 4, 5), (6, 4, 5), (8, 6, 6),
    ]  # fmt: skip


@pytest.mark.parametrize(("count", "games"), [(1, [(1, 1)]), (2, [(1, 1, 2)])])
def test_one_or_two_have_a_final_alone(count: int, games: list[tuple[int, ...]]) -> None:
    at = Play(count)
    assert at.games == games
    assert at.play().stand.champion == 1
    assert at.faults == []


def test_five_with_byes() -> None:
    at = Play(5)
    assert at.games == [(1, 4, 5)]
    at.play()
    assert at.games == [(2, 1, 4), (3, 2, 3)]
    at.play()
    assert at.games == [(4, 5, 3)]


# The checker -------------------------------------------------------------------------------------------------------


def placed(at: Play, disqualified: Sequence[PlayerId] = ()) -> tuple[Place, ...]:
    return places(at.stand, {}, disqualified=disqualified)


@pytest.mark.parametrize("part", range(4))
def test_made_up_days_are_found_right(part: int) -> None:
    for number in range(100 * part, 100 * part + 100):
        dice = dice_of(number)
        at = Play(dice.randint(1, 20), dice.random() < 0.7)
        rate = dice.choice((0, 0, 0.1, 0.3))
        while not at.stand.over and at.games:

            def choose(game: Game, rate: float = rate, at: Play = at, dice: Random = dice) -> PlayerId | None:
                if dice.random() < rate / 4:
                    at.out |= {*game.players}
                    return None
                return dice.choice(game.players)

            at.play(choose)
            at.leave(*(one for one in at.stand.alive if dice.random() < rate / 2))
            assert at.faults == []
        out = {one for one in at.gone if dice.random() < 0.3}
        if at.stand.over:
            found = placed(at, tuple(out))
            assert {one.player for one in found} == {*at.seeds} - out
            assert double_place_faults(at.seeds, at.rounds, found, out, once=not at.reset) == ()


def changed(
    at: Play, round_no: int, *games: Game, winners: dict[int, PlayerId | None] | None = None
) -> list[str]:
    """What the checker says of a record whose round has other games."""
    played = at.rounds[round_no - 1]
    kept = {game.number: game for game in played.games} | {game.number: game for game in games}
    one = EliminationRound(tuple(kept.values()), {**played.winners, **(winners or {})})
    return Play(at.count, at.reset, [*at.rounds[: round_no - 1], one, *at.rounds[round_no:]]).faults


def test_what_is_wrong_is_told() -> None:
    at = Play(8).to_the_final().play(higher).play()
    assert at.faults == []
    seven, eight = players(5, 7), players(8, 6)
    assert "opponents" in changed(at, 2, Game.of(7, seven), Game.of(8, eight))
    assert "missing" in changed(at, 2, Game.of(7, seven[:1]))
    assert "numbers" in changed(at, 2, Game.of(12, seven))
    assert "winner" in changed(at, 2, winners={7: PlayerId(1)})
    assert "winner" in changed(at, 2, winners={7: None})
    assert changed(at, 7, winners={15: PlayerId(3)}) == ["winner"]
    at.rounds[2:3] = []
    assert "numbers" in at.faults


def test_a_round_that_follows_too_early_or_too_late_is_told() -> None:
    at = Play(8).play(rounds=2)
    first = at.rounds[0]
    assert Play(8, rounds=[EliminationRound(first.games, {}), at.rounds[1]]).faults[0] == "undecided"
    over = Play(8).to_the_final().play()
    again = EliminationRound((Game.of(15, players(1, 2)),), {15: PlayerId(1)})
    assert Play(8, rounds=[*over.rounds, again]).faults == ["too-long"]
    once = Play(8, reset=False).to_the_final().play(higher)
    assert Play(8, reset=False, rounds=[*once.rounds, again]).faults == ["too-long"]


def test_wrong_places_are_told() -> None:
    at = Play(8).to_the_final().play()
    right = placed(at)
    first, second, *rest = right
    wrong = (Place(first.player, 2, 2), Place(second.player, 1, 1), *rest)
    assert len(double_place_faults(at.seeds, at.rounds, wrong)) == 2
    assert len(double_place_faults(at.seeds, at.rounds, right[1:])) == 1


def test_where_somebody_plays_next() -> None:
    at = Play(8)
    assert [one and one.number for one in map(at.stand.heading, at.seeds)] == [1, 3, 4, 2, 2, 4, 3, 1]
    at.play(rounds=3)
    assert [one and one.number for one in map(at.stand.heading, at.seeds)] == [11, 11, 12, 12] + [None] * 4
    at.to_the_final().play()
    assert at.stand.heading(PlayerId(1)) is None
