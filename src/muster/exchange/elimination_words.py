"""How an elimination goes, in words: single or double, what its rounds are called, who comes to a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.core.bracket.cut import CutKind
from muster.core.bracket.double import DoubleMatch, double_elimination
from muster.core.messages import Message, listing, say, say_in, say_n
from muster.core.tournament.state import Elimination

ELIMINATIONS: Final[dict[Elimination, Message]] = {
    "single": say("Single: who loses is out"),
    "double": say("Double: who loses twice is out; an unbeaten player who loses the final plays it again"),
    "double-once": say("Double with one final: who loses twice is out, and the final decides"),
}
"""The choices, each with what it means."""


def elimination_words(elimination: Elimination) -> Message:
    """What an elimination is called."""
    if elimination == "double-once":
        return say("double elimination with one final")
    return say("double elimination") if elimination == "double" else say("single elimination")


def with_elimination(cut: Message, elimination: Elimination) -> Message:
    """A cut in words, with the elimination after it where that is no single one."""
    if elimination == "single":
        return cut
    return say_in("a cut", "{cut}, {elimination}", cut=cut, elimination=elimination_words(elimination))


def only_words(elimination: Elimination) -> Message:
    """An event of nothing but elimination."""
    if elimination == "double-once":
        return say("double elimination from the start, with one final")
    if elimination == "double":
        return say("double elimination from the start")
    return say("single elimination from the start")


def length_words(players: int, elimination: Elimination) -> Message:
    """How many rounds and games a double elimination of so many players has."""
    bracket = double_elimination(players, reset=elimination == "double")
    rounds, games = bracket.rounds, len(bracket.matches)
    if not bracket.has_reset:
        return say_n(
            "The double elimination of {players} players has {count} round and {games} games.",
            "The double elimination of {players} players has {count} rounds and {games} games.",
            rounds,
            players=players,
            games=games,
        )
    return say_n(
        "The double elimination of {players} players has {count} round and {games} games, the second final included.",
        "The double elimination of {players} players has {count} rounds and {games} games, the second final included.",
        rounds,
        players=players,
        games=games,
    )


def explained(elimination: Elimination) -> tuple[Message, ...]:
    """How a double elimination goes, sentence by sentence; nothing of a single one."""
    if elimination == "single":
        return ()
    once = elimination == "double-once"
    return (
        say(
            "Everybody begins in the upper bracket. Who loses there plays on in the lower bracket; who loses in the "
            "lower bracket is out."
        ),
        say(
            "Losers come to the lower bracket crosswise, so that two who have met meet again as late as possible. Who "
            "has no game in a round waits for the next: that is no bye."
        ),
        say("The winners of both brackets meet in the final, and this one game decides.")
        if once
        else say(
            "The winners of both brackets meet in the final. If the unbeaten player loses it, both have lost once, and "
            "the final is played once more."
        ),
        say("Who leaves loses their games without playing; the other player goes on."),
    )


def players_known(kind: CutKind, cut: int, seeds: int) -> int:
    """How many play in the elimination, as far as it is known: the seeds, or the size of the cut; else 0."""
    return seeds or (cut if kind == "top" else 0)


def round_title(matches: Sequence[DoubleMatch]) -> Message:
    """What a round of a double elimination is called: `upper bracket 2, lower bracket 1`."""
    parts = dict.fromkeys((one.bracket, one.level) for one in matches)
    return say("{parts}", parts=listing([part_title(*part) for part in parts], "plain"))


def part_title(bracket: str, level: int) -> Message:
    """What a round of one bracket is called."""
    if bracket == "winners":
        return say("upper bracket {round}", round=level)
    if bracket == "losers":
        return say("lower bracket {round}", round=level)
    return say("second final") if bracket == "reset" else say("final")


def tables_title(games: int) -> Message:
    """What a round of the cut at tables of three and four is called, with those who wait for the final as games."""
    return say("final") if games == 1 else say("semi-final")


def elimination_title(games: int) -> Message:
    """What an elimination round of so many games is called."""
    names = {1: say("final"), 2: say("semi-final"), 4: say("quarter-final")}
    return names.get(games) or say("last {players}", players=2 * games)
