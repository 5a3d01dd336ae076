"""An independent look at a whole double elimination: who met whom, who fell where, and who came in which place.

Every game is a spot of a full bracket of 2**k seats, which stand as `check.py` has them, by the Gray code of the seed.
Who loses in round r > 1 of the winners' bracket falls to the spot whose place differs in the highest digit (r even) or
in the one below it (r odd). Whoever would meet an empty seat is carried on, and the numbers of games are counted where
two can meet. Nothing here uses the way in which brackets are made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from muster.core.bracket.check import BracketFault, seat_line, seats_of, who_won
from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.places import Place
from muster.core.ids import PlayerId
from muster.core.messages import Message, listing, say

Spot = tuple[Literal["W", "L", "F", "R"], int, int]
"""Winners' or losers' bracket, final or the final once more; the round of it; the place from the top."""

_Way = tuple[Literal["up", "down"], Spot]
"""Who wins at a spot, or who loses there."""

_LAST: Final = 1 << 20
"""Later than every round of a losers' bracket."""


@dataclass
class _Walk:
    """A bracket of so many seeds while its record is gone through.

    Attributes:
        seeds: who plays, best first.
        once: whether the final is not played again.
        people: who came each way; nobody where the list is empty.
        numbers: the number of each spot where two can meet.
        out: by player who is out, after how many rounds of the losers' bracket.
    """

    seeds: Sequence[PlayerId]
    once: bool
    people: dict[_Way, list[PlayerId]] = field(default_factory=dict)
    numbers: dict[Spot, int] = field(default_factory=dict)
    out: dict[PlayerId, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.once = self.once or len(self.seeds) <= 2
        stands: dict[_Way, bool] = {}
        for spot in (spot for step in self.steps() for spot in step):
            two = [
                self._seat(way) is not None if isinstance(way, int) else stands[way]
                for way in self._ways(spot)
            ]
            stands["up", spot], stands["down", spot] = any(two), all(two)
            if all(two) or spot[0] == "F":
                self.numbers[spot] = len(self.numbers) + 1
        final: Spot = ("F", 1, 0)
        if not self.once:
            self.numbers["R", 1, 0] = self.numbers[final] + 1

    @property
    def rounds(self) -> int:
        """How many rounds the winners' bracket has."""
        return seats_of(len(self.seeds)).bit_length() - 1

    def steps(self) -> Iterator[list[Spot]]:
        """The spots of what is played at the same time, the final once more left out."""
        if self.rounds > 1:
            yield [("W", 1, at) for at in range(1 << self.rounds - 1)]
        for no in range(2, self.rounds + 1):
            places = range(1 << self.rounds - no)
            yield [*(("W", no, at) for at in places), *(("L", 2 * no - 3, at) for at in places)]
            yield [("L", 2 * no - 2, at) for at in places]
        yield [("F", 1, 0)]

    def _ways(self, spot: Spot) -> tuple[_Way | int, _Way | int]:
        """How the two of a spot come to it; a number is a seat of the line."""
        part, no, at = spot
        if (part, no) == ("W", 1) or self.rounds == 1:
            return 2 * at, 2 * at + 1
        if part == "W":
            return ("up", ("W", no - 1, 2 * at)), ("up", ("W", no - 1, 2 * at + 1))
        if part == "L" and no == 1:
            return ("down", ("W", 1, 2 * at)), ("down", ("W", 1, 2 * at + 1))
        if part == "L" and no % 2:
            return ("up", ("L", no - 1, 2 * at)), ("up", ("L", no - 1, 2 * at + 1))
        if part == "L":
            above = no // 2 + 1
            return ("up", ("L", no - 1, at)), ("down", ("W", above, self._turned(above, at)))
        return ("up", ("W", self.rounds, 0)), ("up", ("L", 2 * self.rounds - 2, 0))

    def _seat(self, seat: int) -> PlayerId | None:
        seed = seat_line(seats_of(len(self.seeds)))[seat]
        return self.seeds[seed] if seed < len(self.seeds) else None

    def came(self, spot: Spot) -> list[PlayerId]:
        """Who has to come to a spot, whether or not they have left."""
        found: list[PlayerId] = []
        for way in self._ways(spot):
            if isinstance(way, int):
                seated = self._seat(way)
                found += [] if seated is None else [seated]
            else:
                found += self.people[way]
        return found

    def carry(self, spot: Spot) -> None:
        """Let whoever stands alone at a spot pass."""
        self.people["up", spot], self.people["down", spot] = self.came(spot), []

    def end(self, spot: Spot, winner: PlayerId | None) -> None:
        """Say who won at a spot; where nobody did, everybody there is out."""
        came = self.came(spot)
        lost = [player for player in came if player != winner]
        self.people["up", spot] = [] if winner is None else [winner]
        self.people["down", spot] = [] if winner is None else lost
        if winner is None or spot[0] != "W":
            self.out |= dict.fromkeys(lost, self._level(spot))

    def _level(self, spot: Spot) -> int:
        """After how many rounds of the losers' bracket who is out here is out, or would be who falls from here."""
        part, no, at = spot
        if part in ("F", "R"):
            return _LAST
        low = no if part == "L" else max(1, 2 * no - 2)
        if part == "W":
            at = at // 2 if no == 1 else self._turned(no, at)
        while ("L", low, at) not in self.numbers:  # nobody could be met there: who falls is carried on
            low, at = low + 1, at if low % 2 else at // 2
        return low

    def _turned(self, no: int, at: int) -> int:
        """The place in the losers' bracket to which one falls from a round of the winners' bracket, or the way back."""
        return at ^ ((1 << self.rounds - no) >> 1 + no % 2)

    @property
    def again(self) -> bool:
        """Whether the final is played once more: who came back has won it."""
        back = self.people["up", ("L", 2 * self.rounds - 2, 0)] if not self.once else []
        won, lost = self.people["up", ("F", 1, 0)], self.people["down", ("F", 1, 0)]
        return bool(back) and won == back and bool(lost)


def check_double(
    seeds: Sequence[PlayerId],
    rounds: Sequence[EliminationRound],
    dropped: Collection[PlayerId] = (),
    *,
    once: bool = False,
) -> tuple[BracketFault, ...]:
    """Everything wrong with a double elimination (`F3`).

    Args:
        seeds: who plays, best first.
        rounds: all rounds so far, their games by the numbers of the bracket.
        dropped: everybody who dropped at some time, and both players of a game that nobody won; only they may be
            missing from a game they reached.
        once: whether the final is not played again.
    """
    return tuple(_findings(_Walk(seeds, once), rounds, dropped))


def double_place_faults(
    seeds: Sequence[PlayerId],
    rounds: Sequence[EliminationRound],
    found: Sequence[Place],
    disqualified: Collection[PlayerId] = (),
    *,
    once: bool = False,
) -> tuple[Message, ...]:
    """What is wrong with the places after a double elimination that was played to its end.

    Out later is better; players out in the same round of the losers' bracket share, or stand inside those places.
    """
    walk = _Walk(seeds, once)
    tuple(_findings(walk, rounds, seeds))
    level = {player: walk.out.get(player, 2 * _LAST) for player in seeds if player not in disqualified}
    place = {one.player: (one.first_place, one.last_place) for one in found}
    faults = []
    for player, mine in level.items():
        better = sum(other > mine for other in level.values())
        worst = sum(other >= mine for other in level.values())
        first, last = place.get(player, (0, 0))
        if not better < first <= last <= worst:
            faults.append(
                say(
                    "player {player} must have a place from {first} to {last}",
                    player=str(player),
                    first=better + 1,
                    last=worst,
                )
            )
    return tuple(faults)


def _findings(
    walk: _Walk, rounds: Sequence[EliminationRound], dropped: Collection[PlayerId]
) -> Iterator[BracketFault]:
    left = [*rounds]
    for step in walk.steps():
        spots = {walk.numbers[spot]: spot for spot in step if spot in walk.numbers}
        for spot in step:
            if spot not in walk.numbers:
                walk.carry(spot)
        if not left:
            return
        if not spots.keys() & {game.number for game in left[0].games}:
            yield from _passed_over(walk, spots, len(rounds) - len(left) + 1, dropped)
            continue
        yield from _played(walk, spots, rounds, len(rounds) - len(left), dropped)
        left.pop(0)
    if left and walk.again:
        once_more: Spot = ("R", 1, 0)
        where = walk.numbers[once_more], once_more
        yield from _game(walk, len(rounds), left.pop(0), where, walk.came(("F", 1, 0)), dropped)
    if left:
        yield BracketFault("too-long", len(rounds), None, say("this round comes after the final"))


def _passed_over(
    walk: _Walk, spots: Mapping[int, Spot], round_no: int, dropped: Collection[PlayerId]
) -> Iterator[BracketFault]:
    """A round that is not on record: nobody may have been there for it."""
    missing = sorted({player for spot in spots.values() for player in walk.came(spot)} - {*dropped})
    for spot in spots.values():
        walk.end(spot, None)
    if missing:
        text = say("the games of this round must be {numbers}", numbers=listing(map(str, spots), "plain"))
        yield BracketFault("numbers", round_no, None, text)


def _played(
    walk: _Walk,
    spots: Mapping[int, Spot],
    rounds: Sequence[EliminationRound],
    at: int,
    dropped: Collection[PlayerId],
) -> Iterator[BracketFault]:
    """A round on record, game by game."""
    played, round_no = rounds[at], at + 1
    if not {game.number for game in played.games} <= spots.keys():
        text = say("the games of this round must be {numbers}", numbers=listing(map(str, spots), "plain"))
        yield BracketFault("numbers", round_no, None, text)
    came = {number: walk.came(spot) for number, spot in spots.items()}
    for number, spot in spots.items():
        yield from _game(walk, round_no, played, (number, spot), came[number], dropped)
    if round_no < len(rounds):
        for game in played.undecided:
            text = say("a round followed before this was decided")
            yield BracketFault("undecided", round_no, game.number, text)


def _game(
    walk: _Walk,
    round_no: int,
    played: EliminationRound,
    where: tuple[int, Spot],
    came: Sequence[PlayerId],
    dropped: Collection[PlayerId],
) -> Iterator[BracketFault]:
    """Who met and who won at one spot, which ends with it."""
    number, spot = where
    game = next((one for one in played.games if one.number == number), Game(number, None))
    for player in game.players:
        if player not in came:
            text = say("player {player} did not come out of this part of the bracket", player=player)
            yield BracketFault("opponents", round_no, number, text)
    for player in came:
        if player not in game.players and player not in dropped:
            text = say("player {player} went on and is missing, without having dropped", player=player)
            yield BracketFault("missing", round_no, number, text)
    yield from who_won(round_no, game, played.winners, dropped)
    winner = played.winner_of(game)
    if spot[0] != "R":
        walk.end(spot, winner)
        return
    walk.out = {player: at for player, at in walk.out.items() if player not in came}
    walk.out |= {player: _LAST for player in came if player != winner}
