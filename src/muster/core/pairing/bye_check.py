"""An independent look at a bye of a Swiss round (`COM-BYE-1`, reading `B16`): has anybody a better claim?"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from muster.core.draws import DrawSeed, key
from muster.core.ids import PlayerId
from muster.core.messages import Message, say, say_n


def check_first_bye(player: PlayerId, others: Collection[PlayerId], seed: DrawSeed) -> tuple[Message, ...]:
    """What is wrong with the bye of a first round: everybody whom the seed draws before `player`.

    Args:
        player: who has the bye.
        others: everybody who is paired.
        seed: the draw seed of the round.
    """
    mine = key(seed, "first-round-bye", player)
    ahead = sorted(other for other in others if key(seed, "first-round-bye", other) < mine)
    return tuple(
        say("the seed draws player {other} before player {player}", other=other, player=player)
        for other in ahead
    )


def check_later_bye(
    player: PlayerId,
    rank: Mapping[PlayerId, int],
    byes: Mapping[PlayerId, int],
    last_round: Collection[PlayerId],
) -> tuple[Message, ...]:
    """What is wrong with the bye of a later round: everybody whose turn it was rather than `player`'s.

    Args:
        player: who has the bye.
        rank: the place in the standings of everybody there is to pair, `player` included.
        byes: how many byes each had before this round; absent for none.
        last_round: who had one in the round before.
    """
    faults = []
    mine = byes.get(player, 0)
    for other in sorted(rank):
        theirs = byes.get(other, 0)
        if theirs < mine:
            faults.append(
                say_n(
                    "player {other} has had {count} bye, player {player} {mine}",
                    "player {other} has had {count} byes, player {player} {mine}",
                    theirs,
                    other=other,
                    player=player,
                    mine=mine,
                )
            )
        elif theirs > mine or other == player:
            continue
        elif player in last_round and other not in last_round:
            faults.append(
                say(
                    "player {player} has the bye two rounds in a row, player {other} would not",
                    player=player,
                    other=other,
                )
            )
        elif rank[other] > rank[player] and (other in last_round) == (player in last_round):
            faults.append(say("player {other} is ranked below player {player}", other=other, player=player))
    return tuple(faults)
