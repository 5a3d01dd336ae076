"""Why a player meets this opponent in a double elimination, goes on without a game, or waits."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.bracket.double import DoubleMatch, Feeder
from muster.core.bracket.double_play import DoubleStand
from muster.core.bracket.layouts import bracket_size
from muster.core.bracket.progress import PLAYERS_PURPOSE
from muster.core.ids import Naming, PlayerId
from muster.core.messages import NOTHING, Message, paragraph, say, say_n
from muster.core.tournament import doubles, queries
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class WhyInDouble:
    """Why, and how the seed led to it where seeds were drawn."""

    message: Message
    lines: tuple[Message, ...] = ()


def why_in_double(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> WhyInDouble | None:
    """Why somebody meets whom they meet, or nobody, as the round was drawn; None if they are not in it."""
    rounds = elimination_rounds(before)
    known = before.seeds or (doubles.seeds_of(before) if rounds else None)
    seeds = known or doubles.drawn_seeds(queries.active(before), fact.seed)
    stand = doubles.stand_of(before, rounds, seeds)
    games = {one.game: one.players for one in fact.sheet.pairings}
    games |= {bye.game: (bye.player,) for bye in fact.sheet.byes}
    number = next((game for game, players in games.items() if player in players), None)
    if number is not None:
        message = _met(
            stand, stand.bracket.matches[number - 1], player, alone=len(games[number]) == 1, name=name
        )
    elif player in fact.sheet.resting:
        message = _waits(stand, player, name, first=not rounds)
    else:
        return None
    return WhyInDouble(message, _lines(len(seeds)) if not rounds and before.seeds is None else ())


def side_words(side: Feeder) -> Message:
    """Who comes to a match, as long as it is not known: `winner of game 7`."""
    if side.comes == "seed":
        return say("seed {seed}", seed=side.of)
    if side.comes == "winner":
        return say("winner of game {game}", game=side.of)
    return say("loser of game {game}", game=side.of)


def _met(stand: DoubleStand, match: DoubleMatch, player: PlayerId, *, alone: bool, name: Naming) -> Message:
    came = stand.came[match.number]
    first, second = map(side_words, match.sides)
    if alone:
        missing = second if came[0] == player else first
        return say(
            "The bracket decides: nobody is left to come to game {game} as {side}, "
            "so {player} goes on without playing.",
            game=match.number,
            side=missing,
            player=name(player),
        )
    one, two = (name(each) if each is not None else "" for each in came)
    says = say(
        "The bracket decides: game {game} is between {first} ({one}) and {second} ({two}).",
        game=match.number,
        first=first,
        one=one,
        second=second,
        two=two,
    )
    return paragraph(says, _part(match))


def _part(match: DoubleMatch) -> Message:
    """What a game is about."""
    if match.bracket == "winners":
        return say(
            "Both are unbeaten: it is a game of the upper bracket, and the loser plays on in the lower one."
        )
    if match.bracket == "losers":
        return say("Both have lost once: it is a game of the lower bracket, and the loser is out.")
    if match.bracket == "reset":
        return say("Each has lost once now: this game decides.")
    return NOTHING


def _waits(stand: DoubleStand, player: PlayerId, name: Naming, *, first: bool) -> Message:
    match = stand.heading(player)
    number = match.number if match else 0
    if first:
        return say_n(
            "Seed {seed} ({player}) waits for game {game}: {count} player does not fill a bracket of {size}.",
            "Seed {seed} ({player}) waits for game {game}: {count} players do not fill a bracket of {size}.",
            len(stand.seeds),
            seed=stand.seeds.index(player) + 1,
            player=name(player),
            game=number,
            size=bracket_size(len(stand.seeds)),
        )
    return say(
        "{player} waits for game {game}, to which somebody else comes out of this round.",
        player=name(player),
        game=number,
    )


def _lines(players: int) -> tuple[Message, ...]:
    return (
        say_n(
            "The players in the order drawn (purpose {purpose}) are the seeds: {count}.",
            "The players in the order drawn (purpose {purpose}) are the seeds 1 to {count}.",
            players,
            purpose=PLAYERS_PURPOSE,
        ),
    )
