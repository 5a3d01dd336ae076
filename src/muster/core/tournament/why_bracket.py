"""Why a player meets this opponent in a bracket, or goes on without a game."""

from __future__ import annotations

from muster.core.bracket.games import EliminationRound
from muster.core.bracket.layouts import bracket_size
from muster.core.bracket.progress import NUMBERS_PURPOSE, PLAYERS_PURPOSE
from muster.core.ids import Naming, PlayerId
from muster.core.messages import NOTHING, Message, paragraph, say, say_n
from muster.core.tournament import queries
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.reasons import Dice, Why, meeting_on
from muster.core.tournament.state import Sheet, State
from muster.core.tournament.why_double import why_in_double
from muster.core.tournament.why_tables import why_in_cut


def why_in_bracket(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> Why | None:
    """Why somebody meets whom they meet in a bracket, or has a bye; None if they are not in the round."""
    meeting, rules = meeting_on(fact.sheet, player), before.regulations.elimination
    if before.double:
        return _in_double(before, fact, player, name)
    if meeting is None:
        return None
    if before.at_tables:
        return Why(why_in_cut(before, fact, player, name), rules.progress_clause)
    rounds = elimination_rounds(before)
    if rounds:
        rests = player if len(meeting) == 1 else None
        message = _came_from(rounds[-1], _game(fact.sheet, player), rests, name)
        return Why(message, rules.progress_clause if len(meeting) == 2 else rules.drop_clause)
    if before.seeds is not None:
        return Why(_seeded(before.seeds, _game(fact.sheet, player), name), rules.clause)
    return _random_start(before, fact, rest=len(meeting) == 1)


def _in_double(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> Why | None:
    found, rules = why_in_double(before, fact, player, name), before.regulations.elimination
    if found is None:
        return None
    dice = Dice(fact.attempt, fact.seed, found.lines) if found.lines else None
    return Why(found.message, rules.random_start_clause if dice else rules.progress_clause, dice=dice)


def _game(sheet: Sheet, player: PlayerId) -> int:
    """The number of the player's game in the bracket."""
    games = {one: pairing.game for pairing in sheet.pairings for one in pairing.players}
    return games.get(player) or next(bye.game for bye in sheet.byes if bye.player == player) or 0


def _came_from(last: EliminationRound, game: int, rests: PlayerId | None, name: Naming) -> Message:
    """Which games of the round before led to a game: the winner of the first meets that of the last, and so on.

    `rests` has a bye in it: nobody is left from the other game.
    """
    games = {one.number: one for one in last.games}
    winners = {number: last.winner_of(games[number]) for number in (game, len(games) + 1 - game)}
    if rests is not None:
        own = next(number for number, winner in winners.items() if winner == rests)
        return say(
            "The bracket decides: {player} comes from game {game} of the round before, and nobody is left "
            "from "
            "game {other} to meet: a bye.",
            player=name(rests),
            game=own,
            other=len(games) + 1 - own,
        )
    (first, one), (second, two) = ((number, name(winner)) for number, winner in winners.items() if winner)
    return say(
        "The bracket decides: of the round before, the winner of game {first} ({one}) meets the winner of "
        "game "
        "{second} ({two}).",
        first=first,
        one=one,
        second=second,
        two=two,
    )


def _seeded(seeds: tuple[PlayerId, ...], game: int, name: Naming) -> Message:
    other = bracket_size(len(seeds)) + 1 - game
    if other > len(seeds):
        return say_n(
            "The bracket decides: seed {seed} ({player}) would meet seed {other}, and there is only "
            "{count} seed: "
            "a bye.",
            "The bracket decides: seed {seed} ({player}) would meet seed {other}, and there are only "
            "{count} seeds: "
            "a bye.",
            len(seeds),
            seed=game,
            player=name(seeds[game - 1]),
            other=other,
        )
    return say(
        "The bracket decides: seed {seed} ({player}) meets seed {other} ({opponent}), best against worst.",
        seed=game,
        player=name(seeds[game - 1]),
        other=other,
        opponent=name(seeds[other - 1]),
    )


def _random_start(before: State, fact: RoundProposed, *, rest: bool) -> Why:
    players = len(queries.active(before))
    byes = bracket_size(players) - players
    filled = say(
        "{players} and {byes} fill a bracket of {size}.",
        players=say_n("{count} player", "{count} players", players),
        byes=say_n("{count} bye", "{count} byes", byes),
        size=players + byes,
    )
    lines = (
        say_n(
            "The players in the order drawn (purpose {purpose}): the first {count} has a bye, neighbours "
            "meet.",
            "The players in the order drawn (purpose {purpose}): the first {count} have byes, neighbours "
            "meet.",
            byes,
            purpose=PLAYERS_PURPOSE,
        ),
        say(
            "The games in the order drawn (purpose {purpose}) have the numbers 1 to {last}.",
            purpose=NUMBERS_PURPOSE,
            last=(players + byes) // 2,
        ),
    )
    drawn_at_random = say("The first round of an elimination event is drawn at random.")
    message = paragraph(filled if rest else NOTHING, drawn_at_random)
    dice = Dice(fact.attempt, fact.seed, lines)
    return Why(message, before.regulations.elimination.random_start_clause, dice=dice)
