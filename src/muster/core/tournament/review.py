"""What an organiser should look at before publishing a proposed round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, listing, say
from muster.core.pairing.bye import ByeChoice, choose_bye, warning_text
from muster.core.pairing.bye import explain as explain_bye
from muster.core.tournament import queries
from muster.core.tournament.drawing import seated
from muster.core.tournament.drawing_swiss import candidates, swiss_field
from muster.core.tournament.drawing_tables import rests
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
    if queries.part(state).paired != "swiss":
        return None
    if not (rests(len(field.pool)) if state.at_tables else len(field.pool) % 2):
        return None
    return choose_bye(candidates(field), proposal.seed, first_round=not queries.swiss_rounds(state))


def _rematches(state: State, proposal: RoundProposed, name: Naming) -> Iterator[Remark]:
    clause = state.regulations.pairing.rematch_clause
    if queries.part(state).as_needed:
        return
    for pairing in proposal.sheet.pairings:
        if pairing.rematch:
            says = (
                _met_before(state, pairing.players, name)
                if state.at_tables
                else say(
                    "{one} and {two} have met before: as few rematches as possible, but not none.",
                    one=name(pairing.players[0]),
                    two=name(pairing.players[1]),
                )
            )
            yield Remark("rematch", pairing.players, says, clause)


def _met_before(state: State, players: tuple[PlayerId, ...], name: Naming) -> Message:
    """Which two at a table have met before."""
    met = queries.met(queries.binding_rounds(state))
    pairs = [pair for pair in combinations(players, 2) if pair[1] in met.get(pair[0], ())]
    return say(
        "Have met before: {pairs}. As few repeated meetings as possible, but not none.",
        pairs=listing(say("{one} with {two}", one=name(one), two=name(two)) for one, two in pairs),
    )


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
        for one, two in combinations([state.players[player] for player in pairing.players], 2):
            if one.club is not None and one.club == two.club and not queries.swiss_rounds(state):
                says = say("{one} and {two} are of one club.", one=name(one.player), two=name(two.player))
                yield Remark("same-club", (one.player, two.player), says)
