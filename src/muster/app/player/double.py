"""What a player must know of their way through a double elimination: whether they have lost, and what comes next."""

from __future__ import annotations

from muster.app.rounds.double_rounds import stand_now
from muster.core.bracket.double import DoubleMatch
from muster.core.bracket.double_play import DoubleStand
from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, Message, paragraph, say
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.core.tournament.why_double import side_words


def own_way(state: State, player: PlayerId) -> Message | None:
    """Whether somebody has lost once, and their next game; None for who is out, and where there is no such way."""
    stand = stand_now(state)
    if stand is None or stand.over or player not in stand.alive or player not in stand.seeds:
        return None
    match = stand.heading(player)
    if match is None or not queries.present(state.players[player]):
        return None
    return paragraph(_standing(stand, match, player), _next(state, stand, match, player))


def _standing(stand: DoubleStand, match: DoubleMatch, player: PlayerId) -> Message:
    if match.bracket == "reset":
        return say("Each of you has lost once now: the second final decides.")
    if match.bracket == "final" and player not in stand.beaten:
        if stand.bracket.has_reset:
            return say("You are unbeaten: if you lose the final, it is played once more.")
        return say("You are unbeaten: this one final decides.")
    if match.bracket == "final":
        if stand.bracket.has_reset:
            return say("You have lost once: win the final, and it is played once more.")
        return say("You have lost once: this one final decides.")
    if player in stand.beaten:
        return say("You have lost once: you play on in the lower bracket, and who loses there is out.")
    return say("You are unbeaten: who loses plays on in the lower bracket.")


def _next(state: State, stand: DoubleStand, match: DoubleMatch, player: PlayerId) -> Message:
    """Their next game, as long as they do not sit in it."""
    round_ = state.rounds[-1] if state.rounds else None
    now = queries.match_of(round_, player) if round_ else None
    if now is not None and now.pairing.game == match.number:
        return NOTHING
    other = next(side for side in match.sides if stand.comes(side) != player)
    if stand.comes(other) is not None:
        return say("Next: game {game}.", game=match.number)
    return say("Next: game {game}, against the {side}.", game=match.number, side=side_words(other))
