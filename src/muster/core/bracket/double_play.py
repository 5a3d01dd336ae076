"""How a double elimination stands: who came to which match, who is out by which, what comes next, and the places.

A match whose player has left goes to the other: it is on record with one player. A match to which nobody could come
is not on record at all. Whoever has left keeps losing, so that their place follows from the bracket.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.core.bracket.double import DoubleBracket, DoubleMatch, Feeder, double_elimination
from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.places import Place, in_order
from muster.core.ids import PlayerId

_TWO: Final = 2

Sides = tuple[PlayerId | None, PlayerId | None]
"""Who comes to a match; None where nobody can."""


@dataclass(frozen=True, slots=True)
class DoubleStand:
    """A double elimination as far as it has been played.

    Attributes:
        bracket: its matches.
        seeds: who plays, best seed first.
        drawn: the round of the bracket that was drawn last; 0 before the first.
        came: by match, who comes to it, where that is known; whoever has left is named, too.
        won: by match that is decided, who has won it; None where nobody has.
        out: by player who is out, the match that put them out.
        gone: who has left.
    """

    bracket: DoubleBracket
    seeds: tuple[PlayerId, ...]
    drawn: int
    came: Mapping[int, Sides]
    won: Mapping[int, PlayerId | None]
    out: Mapping[PlayerId, int]
    gone: Collection[PlayerId]

    @property
    def alive(self) -> frozenset[PlayerId]:
        """Who is not out, whether or not they have left."""
        return frozenset(self.seeds) - self.out.keys()

    @property
    def beaten(self) -> frozenset[PlayerId]:
        """Who has lost once and is not out."""
        lost = {
            player
            for number, winner in self.won.items()
            for player in self.came[number]
            if player is not None and player != winner
        }
        return self.alive & lost

    def comes(self, side: Feeder) -> PlayerId | None:
        """Who comes to a match on this side; None while nobody is known, and where nobody does."""
        if side.comes == "seed":
            return self.seeds[side.of - 1] if side.of <= len(self.seeds) else None
        winner = self.won.get(side.of)
        if side.comes == "winner" or winner is None:
            return winner if side.comes == "winner" else None
        return next((player for player in self.came[side.of] if player != winner), None)

    def heading(self, player: PlayerId) -> DoubleMatch | None:
        """The match that somebody plays, or comes to next; None for whoever is out, and once it is over."""
        if self.over or player in self.out:
            return None
        waiting = (one for one in self.bracket.matches if one.number not in self.won)
        return next((one for one in waiting if player in map(self.comes, one.sides)), None)

    @property
    def reset_due(self) -> bool:
        """Whether the final is to be played once more: the unbeaten player has lost it, and is still here."""
        number = self.bracket.final.number
        unbeaten, back = self.came.get(number, (None, None))
        lost = back is not None and self.won.get(number) == back and unbeaten is not None
        return self.bracket.has_reset and lost and unbeaten not in self.gone

    @property
    def over(self) -> bool:
        """Whether it is decided."""
        last = self.bracket.matches[-1].number
        if last in self.won:
            return True
        return self.bracket.final.number in self.won and not (self.reset_due or self._reset_drawn)

    @property
    def champion(self) -> PlayerId | None:
        """Who has won it all; None while it is open, and where nobody has."""
        if not self.over:
            return None
        return self.won[max(number for number in self.won)]

    @property
    def _reset_drawn(self) -> bool:
        return self.bracket.has_reset and self.drawn == self.bracket.rounds


def follow(
    seeds: Sequence[PlayerId],
    rounds: Sequence[EliminationRound],
    gone: Collection[PlayerId] = (),
    *,
    reset: bool = True,
    drawn: int = 0,
) -> DoubleStand:
    """How it stands after these rounds.

    Args:
        seeds: who plays, best first.
        rounds: the rounds on record; a game of one player goes to that player.
        gone: who has left.
        reset: whether an unbeaten player who loses the final plays once more.
        drawn: rounds of the bracket that are past although nobody was there to be put on record.
    """
    bracket = double_elimination(len(seeds), reset=reset)
    record = {game.number: (game, one) for one in rounds for game in one.games}
    drawn = max([drawn, *(one.round_no for one in bracket.matches if one.number in record)])
    known: dict[tuple[str, int], PlayerId | None] = {("seed", at): one for at, one in enumerate(seeds, 1)}
    known.setdefault(("seed", _TWO), None)
    came: dict[int, Sides] = {}
    won: dict[int, PlayerId | None] = {}
    for match in bracket.matches:
        first, second = ((side.comes, side.of) for side in match.sides)
        if first not in known or second not in known:
            continue
        sides = came[match.number] = known[first], known[second]
        game, one = record.get(match.number, (Game(match.number, None), None))
        if match.round_no > drawn or (one is not None and game in one.undecided):
            continue
        winner = won[match.number] = one.winner_of(game) if one is not None else None
        others = [player for player in sides if player != winner]
        known["winner", match.number] = winner
        known["loser", match.number] = others[0] if winner is not None else None
    stand = DoubleStand(bracket, tuple(seeds), drawn, came, won, {}, gone)
    return DoubleStand(bracket, tuple(seeds), drawn, came, won, dict(_out(stand)), gone)


def _out(stand: DoubleStand) -> Mapping[PlayerId, int]:
    """Who is out by which match: by a loss outside the winners' bracket, or where nobody has won."""
    found: dict[PlayerId, int] = {}
    last = max(stand.won, default=0)
    for number, winner in stand.won.items():
        match = stand.bracket.matches[number - 1]
        again = match.bracket == "final" and (stand.reset_due or number < last)
        spared = match.bracket == "winners" or (again and winner == stand.came[number][1])
        for player in stand.came[number]:
            if player not in (None, winner) and (winner is None or not spared):
                found[player] = number
    return found


def next_games(stand: DoubleStand, rounds: Sequence[EliminationRound]) -> tuple[Game, ...]:
    """The games of the next round, by the numbers of the bracket; none where it is over or nobody is left.

    Whose opponent has left, or never came, is alone in the game. A round to which nobody can come is passed over.

    Args:
        stand: how it stands; every game of the last round must be decided.
        rounds: the rounds it rests on.
    """
    reset = stand.bracket.has_reset
    for round_no in range(stand.drawn + 1, stand.bracket.rounds + 1):
        games = tuple(_games(stand, round_no))
        if games:
            return games
        stand = follow(stand.seeds, rounds, stand.gone, reset=reset, drawn=round_no)
    return ()


def _games(stand: DoubleStand, round_no: int) -> list[Game]:
    found = []
    for match in stand.bracket.matches:
        if match.round_no != round_no or (match.bracket == "reset" and not stand.reset_due):
            continue
        here = [one for one in stand.came[match.number] if one is not None and one not in stand.gone]
        if here:
            found.append(Game.of(match.number, here))
    return found


def places(
    stand: DoubleStand,
    ranks: Mapping[PlayerId, int],
    *,
    by_rank: bool = False,
    disqualified: Collection[PlayerId] = (),
) -> tuple[Place, ...]:
    """The places that are fixed by now, best first: whoever is out later is better, out in one round they share.

    Args:
        stand: how it stands.
        ranks: the ranks before the elimination; empty where there were no rounds before it.
        by_rank: whether players out in one round stand in that order instead of sharing (`B24`).
        disqualified: players without a place; everybody behind them moves up.
    """
    remaining = sum(player not in disqualified for player in stand.seeds)
    found: list[Place] = []
    for matches in _levels(stand.bracket):
        if matches[0].round_no > stand.drawn or (matches[0].bracket == "final" and not stand.over):
            break
        numbers = {one.number for one in matches}
        out = [one for one, match in stand.out.items() if _puts_out(stand.bracket, match) in numbers]
        out = sorted(player for player in out if player not in disqualified)
        still_open = sum(_waits(stand, one, disqualified) for one in matches)
        first = remaining - len(out) - still_open + 1
        if by_rank and not still_open and all(player in ranks for player in out):
            found += in_order(out, ranks, first)
        else:
            found += [Place(player, first, remaining) for player in out]
        remaining -= len(out)
        if still_open:
            break
    champion = stand.champion
    if champion is not None and champion not in disqualified:
        found.append(Place(champion, 1, 1))
    return tuple(sorted(found, key=lambda one: (one.first_place, ranks.get(one.player, 0), one.player)))


def _levels(bracket: DoubleBracket) -> list[list[DoubleMatch]]:
    """The matches that put somebody out, round by round: those of the losers' bracket, then the final and the reset."""
    found: dict[tuple[bool, int], list[DoubleMatch]] = {}
    for one in bracket.matches:
        if one.bracket != "winners":
            low = one.bracket == "losers"
            found.setdefault((not low, one.level if low else 1), []).append(one)
    return [found[level] for level in sorted(found)]


def _puts_out(bracket: DoubleBracket, number: int) -> int:
    """The match whose losers share a place with who is out by this one.

    Where nobody wins a match of the winners' bracket both are out with those they would have come to.
    """
    while bracket.matches[number - 1].bracket == "winners":
        number = next(
            one.number
            for one in bracket.matches
            for side in one.sides
            if (side.comes, side.of) == ("loser", number)
        )
    return number


def _waits(stand: DoubleStand, match: DoubleMatch, disqualified: Collection[PlayerId]) -> bool:
    """Whether one more goes out in a match that is drawn and not decided."""
    if match.number in stand.won or match.bracket != "losers" or match.number not in stand.came:
        return False
    return not any(player in disqualified for player in stand.came[match.number])
