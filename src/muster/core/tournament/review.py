"""What an organiser should look at before publishing a proposed round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, say
from muster.core.pairing.bye import ByeChoice, choose_bye, warning_text
from muster.core.pairing.bye import explain as explain_bye
from muster.core.tournament import queries
from muster.core.tournament.drawing import candidates, seated, swiss_field
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to look at: a warning, or a note that explains what is as it should be."""

    kind: Literal["rematch", "bye", "bye-warning", "tables", "same-club"]
    players: tuple[PlayerId, ...]
    says: Message
    clause: str | None = None


def review(state: State, name: Naming) -> tuple[Remark, ...]:
    """Everything remarkable in the proposal on the table; nothing where there is none."""
    proposal = state.proposal
    if proposal is None or state.stages[-1].format != "swiss":
        return ()
    return (
        *_rematches(state, proposal, name),
        *_byes(state, proposal, name),
        *_tables(state, proposal, name),
        *_clubs(state, proposal, name),
    )


def bye_choice(state: State, proposal: RoundProposed) -> ByeChoice | None:
    """How the bye of the proposal was chosen; None where nobody needed one."""
    field = swiss_field(state)
    if len(field.pool) % 2 == 0:
        return None
    return choose_bye(candidates(field), proposal.seed, first_round=not queries.swiss_rounds(state))


def _rematches(state: State, proposal: RoundProposed, name: Naming) -> Iterator[Remark]:
    clause = state.regulations.pairing.rematch_clause
    for pairing in proposal.sheet.pairings:
        if pairing.rematch:
            one, two = pairing.players
            says = say(
                "{one} and {two} have met before: as few rematches as possible, but not none.",
                one=name(one),
                two=name(two),
            )
            yield Remark("rematch", pairing.players, says, clause)


def _byes(state: State, proposal: RoundProposed, name: Naming) -> Iterator[Remark]:
    choice = bye_choice(state, proposal)
    drawn = [bye.player for bye in proposal.sheet.byes if not bye.awarded]
    if choice is None or choice.player not in drawn:
        return
    clause = state.regulations.pairing.bye_clause
    yield Remark("bye", (choice.player,), explain_bye(choice, name), clause)
    for warning in choice.warnings:
        yield Remark("bye-warning", (choice.player,), warning_text(warning, name(choice.player)), clause)


def _tables(state: State, proposal: RoundProposed, name: Naming) -> Iterator[Remark]:
    pairs = [pairing.players for pairing in proposal.sheet.pairings]
    for warning in seated(state, pairs).warnings:
        text = warning.text.naming({player: name(player) for player in warning.players})
        yield Remark("tables", warning.players, text)


def _clubs(state: State, proposal: RoundProposed, name: Naming) -> Iterator[Remark]:
    for pairing in proposal.sheet.pairings:
        one, two = (state.players[player] for player in pairing.players)
        if one.club is not None and one.club == two.club and not queries.swiss_rounds(state):
            says = say("{one} and {two} are of one club.", one=name(one.player), two=name(two.player))
            yield Remark("same-club", pairing.players, says)
