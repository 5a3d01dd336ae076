"""The cards of a round as every audience is told of them: how they were found, and what recording others changes."""

from __future__ import annotations

from collections.abc import Iterator

from muster.core.ids import RoundNo
from muster.core.messages import Message, listing, say
from muster.core.pairing.round_draws import RoundCards
from muster.core.tournament.state import State


def cards_of(state: State, number: RoundNo) -> RoundCards | None:
    """The cards of a round that is published, on the table or named ahead; None where there are none yet."""
    if number <= len(state.rounds):
        return state.rounds[number - 1].cards
    if state.proposal and state.proposal.round_no == number:
        return state.proposal.sheet.cards
    recorded = state.recorded.get(number)
    return recorded.cards if recorded else None


def found_by(state: State, number: RoundNo) -> Message:
    """How the cards of a round were found: by the seed, by hand, with a die, or by the outline."""
    recorded = state.recorded.get(number)
    if recorded is None:
        return say("Drawn by the seed.")
    if recorded.faces:
        one, two = recorded.faces
        return say("Rolled with a die: {one} and {two}.", one=one, two=two)
    return say("Named by the event outline.") if recorded.way == "outline" else say("Drawn by hand.")


def consequences(state: State, number: RoundNo) -> Iterator[Message]:
    """What recording other cards of a round changes and what it leaves alone, a sentence each."""
    draft = state.proposal
    if number > len(state.rounds):
        yield say("The cards are shown when round {round} is published.", round=number)
        return
    round_ = state.rounds[number - 1]
    if round_.begun:
        yield say("Play has begun: results stay as they are. Tell the tables what was changed.")
    else:
        yield say("The players see the other cards at once, on phones and walls. Print the pairings again.")
    later = [one.number for one in state.rounds[number:] if one.stage == round_.stage and one.cards]
    if later:
        yield say(
            "Later rounds keep their cards, though they were drawn from another deck: {rounds}.",
            rounds=listing(later, "plain"),
        )
    if draft and draft.round_no > number and draft.round_no not in state.recorded:
        yield say(
            "The draft of round {round} was drawn from the deck as it was. It is gone: draw it again.",
            round=draft.round_no,
        )
