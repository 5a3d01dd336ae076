"""Why a player has the bye of a Swiss round."""

from __future__ import annotations

from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, say, say_n
from muster.core.pairing.bye import BYE_PURPOSE
from muster.core.pairing.bye import explain as explain_bye
from muster.core.tournament.drawing_swiss import candidates, swiss_field
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.reasons import Dice, Why
from muster.core.tournament.review import bye_choice
from muster.core.tournament.state import State


def why_bye(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> Why | None:
    """Why somebody has the bye: awarded, or by the rule; None if they have none."""
    clause = before.regulations.pairing.bye_clause
    choice = bye_choice(before, fact)
    if choice is not None and choice.player == player:
        by_lot = choice.reason == "drawn"
        more = () if by_lot else _ranked_for_bye(before, player, name)
        return Why(explain_bye(choice, name), clause, more, _bye_dice(before, fact) if by_lot else None)
    if any(bye.player == player for bye in fact.sheet.byes):
        message = say("{player} was awarded a first-round bye by the organiser.", player=name(player))
        return Why(message, clause)
    return None


def _ranked_for_bye(before: State, player: PlayerId, name: Naming) -> tuple[Message, ...]:
    """Where the player stood among those who could have had the bye, and how many byes each of them had."""
    pool = candidates(swiss_field(before))
    own = next(one for one in pool if one.player == player)
    below = sum(one.rank > own.rank for one in pool)
    without_bye = sum(not one.byes for one in pool)
    return (
        say_n(
            "{count} player was to be paired, an odd number; {without} of them had had no bye.",
            "{count} players were to be paired, an odd number; {without} of them had had no bye.",
            len(pool),
            without=without_bye,
        ),
        say(
            "{player} was at place {place} of the standings; {below} of those to be paired stood lower.",
            player=name(player),
            place=own.rank,
            below=below,
        ),
    )


def _bye_dice(before: State, fact: RoundProposed) -> Dice:
    line = say_n(
        "Of {count} player the one with the smallest key has the bye (purpose {purpose}).",
        "Of {count} players the one with the smallest key has the bye (purpose {purpose}).",
        len(swiss_field(before).pool),
        purpose=BYE_PURPOSE,
    )
    return Dice(fact.attempt, fact.seed, (line,))
