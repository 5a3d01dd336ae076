"""An independent look at a whole elimination stage: who met whom must follow from the winners.

The bracket is thought of as a line of seats. Seed s, counted from 0, sits at the number whose binary digits
are those of the Gray code of s read backwards; halves of the line are halves of the bracket, and so on. In
round r each block of 2**r neighbouring seats holds one game, between those who came out of its two halves.
Nothing here uses the rule by which rounds are made (`COM-ELIM-2`): a game's number only says, read as a seed,
which block of the line it is played in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from muster.core.bracket.games import EliminationRound, Game
from muster.core.draws import DrawSeed, key
from muster.core.ids import PlayerId
from muster.core.messages import Message, listing, say

BracketFaultKind = Literal["start", "numbers", "opponents", "missing", "winner", "undecided", "too-long"]


@dataclass(frozen=True, slots=True)
class BracketFault:
    """Something that does not follow.

    Attributes:
        kind: `start`: the first round is not that of the seeds or of the draw; `numbers`: the games are not
            numbered from 1 to the number there must be; `opponents`: a game has somebody who did not come out
            of its part of the bracket; `missing`: somebody who went on is not there without having dropped;
            `winner`: a winner was not in the game, or nobody won it though a player has not dropped;
            `undecided`: a round followed before a game was decided; `too-long`: a round after the final.
        round_no: the elimination round, from 1.
        game: the game number, or None if it concerns the whole round.
        text: in words, naming players by their entry numbers.
    """

    kind: BracketFaultKind
    round_no: int
    game: int | None
    text: Message


def check_seeded(
    seeds: Sequence[PlayerId], rounds: Sequence[EliminationRound], dropped: Collection[PlayerId] = ()
) -> tuple[BracketFault, ...]:
    """Everything wrong with a stage after a cut (`COM-ELIM-1`, `COM-ELIM-2`, `COM-ELIM-4`).

    Args:
        seeds: the qualified players, best first, after replacements.
        rounds: all rounds so far.
        dropped: everybody who dropped at some time; only they may be missing from a round they reached.
    """
    line = seat_line(seats_of(len(seeds)))
    expected = [
        [seeds[seed] for seed in line[seat : seat + 2] if seed < len(seeds)]
        for seat in range(0, len(line), 2)
    ]
    return tuple(_findings(expected, rounds, dropped))


def check_random(
    players: Collection[PlayerId],
    seed: DrawSeed,
    rounds: Sequence[EliminationRound],
    dropped: Collection[PlayerId] = (),
) -> tuple[BracketFault, ...]:
    """Everything wrong with an event that starts with elimination (`COM-ELIM-2` to `COM-ELIM-4`).

    Args:
        players: who played in the first round.
        seed: the draw seed of the first round.
        rounds: all rounds so far.
        dropped: everybody who dropped at some time; only they may be missing from a round they reached.
    """
    drawn = sorted(players, key=lambda player: key(seed, "elimination-players", player))
    games = seats_of(len(players)) // 2
    byes = 2 * games - len(players)
    starts = [*range(byes), *range(byes, len(drawn), 2)]
    parts = [drawn[start : start + (1 if start < byes else 2)] for start in starts]
    parts.sort(key=lambda part: key(seed, "elimination-numbers", " v ".join(map(str, part))))
    return tuple(_findings([parts[number] for number in seat_line(games)], rounds, dropped))


def check_tables(
    seeds: Sequence[PlayerId], rounds: Sequence[EliminationRound], dropped: Collection[PlayerId] = ()
) -> tuple[BracketFault, ...]:
    """Everything wrong with a cut at tables of three and four: who sits where, who goes on, who is missing (`F14`).

    Args:
        seeds: the qualified players, best first, after replacements.
        rounds: the rounds so far: one of tables, and the final.
        dropped: everybody who dropped at some time; only they may be missing from the final.
    """
    return tuple(_table_findings(seeds, rounds, dropped))


def _table_findings(
    seeds: Sequence[PlayerId], rounds: Sequence[EliminationRound], dropped: Collection[PlayerId]
) -> Iterator[BracketFault]:
    came = _cut_tables(seeds)
    for round_no, played in enumerate(rounds, start=1):
        if not came:
            yield BracketFault("too-long", round_no, None, say("this round comes after the final"))
            return
        games = sorted(played.games, key=lambda game: game.number)
        if [game.number for game in games] != list(range(1, len(came) + 1)):
            text = say("the games of this round must be numbered from 1 to {count}", count=len(came))
            yield BracketFault("numbers", round_no, None, text)
            return
        for game, expected in zip(games, came, strict=True):
            # Whoever left before a first round that was drawn again is not in it any more.
            there = [player for player in expected if player in game.players or player not in dropped]
            yield from _who_met(round_no, game, there if round_no == 1 else expected, dropped)
            yield from who_won(round_no, game, played.winners, dropped)
            if round_no < len(rounds) and len(game.players) > 1 and game.number not in played.winners:
                text = say("a round followed before this was decided")
                yield BracketFault("undecided", round_no, game.number, text)
        on = [player for game in games for player in _out_of(game, played.winners)]
        came = [on] if len(games) > 1 else []


def _cut_tables(seeds: Sequence[PlayerId]) -> list[list[PlayerId]]:
    """Who sits at each table of the first round, and alone those who wait for the final."""
    if len(seeds) <= 4:
        return [list(seeds)]
    count = (len(seeds) - 2) // 3
    there = list(seeds[4 - count :])
    rows = [there[at : at + count] for at in range(0, len(there), count)]
    tables: list[list[PlayerId]] = [[] for _ in range(count)]
    for number, row in enumerate(rows):
        for at, player in enumerate(row):
            tables[at if number % 2 == 0 else count - 1 - at].append(player)
    return [*tables, *([one] for one in seeds[: 4 - count])]


def seats_of(players: int) -> int:
    """How many seats a bracket of so many players has: a power of two, at least 2."""
    seats = 2
    while seats < players:
        seats *= 2
    return seats


def seat_line(seats: int) -> list[int]:
    """The seeds, counted from 0, in the order in which they sit; `seats` is a power of two."""
    digits = seats.bit_length() - 1
    line = [0] * seats
    for seed in range(seats):
        gray = seed ^ (seed >> 1)
        line[sum((gray >> digit & 1) << (digits - 1 - digit) for digit in range(digits))] = seed
    return line


def _findings(
    start: Sequence[Sequence[PlayerId]], rounds: Sequence[EliminationRound], dropped: Collection[PlayerId]
) -> Iterator[BracketFault]:
    """Everything wrong, given who must sit in each block of two seats."""
    came: list[list[PlayerId]] = [list(part) for part in start]
    for round_no, played in enumerate(rounds, start=1):
        if not came:
            yield BracketFault("too-long", round_no, None, say("this round comes after the final"))
            return
        games = {game.number: game for game in played.games}
        if sorted(game.number for game in played.games) != list(range(1, len(came) + 1)):
            text = say("the games of this round must be numbered from 1 to {count}", count=len(came))
            yield BracketFault("numbers", round_no, None, text)
            return
        blocks = [games[number + 1] for number in seat_line(len(came))]
        for game, expected in zip(blocks, came, strict=True):
            yield from _who_met(round_no, game, expected, dropped)
            yield from who_won(round_no, game, played.winners, dropped)
            if round_no < len(rounds) and len(game.players) == 2 and game.number not in played.winners:
                yield BracketFault(
                    "undecided", round_no, game.number, say("a round followed before this was decided")
                )
        on = [_out_of(game, played.winners) for game in blocks]
        came = [on[block] + on[block + 1] for block in range(0, len(on) - 1, 2)]


def _who_met(
    round_no: int, game: Game, expected: Sequence[PlayerId], dropped: Collection[PlayerId]
) -> Iterator[BracketFault]:
    if round_no == 1:
        if sorted(game.players) != sorted(expected):
            text = say("this game must be of {players}", players=listing(expected))
            yield BracketFault("start", round_no, game.number, text)
        return
    for player in sorted(game.players):
        if player not in expected:
            text = say("player {player} did not come out of this part of the bracket", player=player)
            yield BracketFault("opponents", round_no, game.number, text)
    if len(set(game.players)) < len(game.players):
        yield BracketFault("opponents", round_no, game.number, say("a player meets themself"))
    for player in expected:
        if player not in game.players and player not in dropped:
            text = say("player {player} went on and is missing, without having dropped", player=player)
            yield BracketFault("missing", round_no, game.number, text)


def who_won(
    round_no: int, game: Game, winners: Mapping[int, PlayerId | None], dropped: Collection[PlayerId]
) -> Iterator[BracketFault]:
    """What is wrong with who won a game; nothing while it is not decided."""
    if game.number not in winners:
        return
    winner = winners[game.number]
    if winner is not None and winner not in game.players:
        yield BracketFault(
            "winner", round_no, game.number, say("player {player} is not in this game", player=winner)
        )
    if winner is None and any(player not in dropped for player in game.players):
        text = say("nobody goes on, though not everybody in this game has dropped")
        yield BracketFault("winner", round_no, game.number, text)


def _out_of(game: Game, winners: Mapping[int, PlayerId | None]) -> list[PlayerId]:
    alone = game.players[0] if len(game.players) == 1 else None
    winner = winners.get(game.number, alone)
    return [] if winner is None else [winner]
