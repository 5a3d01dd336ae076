"""Why a player has this opponent, or the bye: told from the moment the round was proposed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.core.ids import Naming, PlayerId, RoundNo
from muster.core.pairing.bye import explain as explain_bye
from muster.core.pairing.explain import explain_pair
from muster.core.pairing.swiss import field_of, future_of
from muster.core.tournament.decisions.drawing import swiss_field, terms
from muster.core.tournament.facts import RoundProposed, RoundPublished
from muster.core.tournament.journal import Entry, at
from muster.core.tournament.review import bye_choice
from muster.core.tournament.state import State
from muster.core.tournament.values import Pairing, Sheet


@dataclass(frozen=True, slots=True)
class Why:
    """A reason in words, and the clause it rests on."""

    says: str
    clause: str


def why_paired(entries: Sequence[Entry], round_no: RoundNo, player: PlayerId, name: Naming) -> Why | None:
    """Why the player met this opponent in a round, or had the bye; None if they were not in it.

    Args:
        entries: the journal; the round must be published in it.
        round_no: which round.
        player: whose pairing.
        name: how players are named.
    """
    seq, fact = _published_proposal(entries, round_no)
    before, now = at(entries, seq - 1), at(entries, len(entries)).rounds[round_no - 1]
    sheet = Sheet(tuple(match.pairing for match in now.matches.values()), now.byes)
    return why_met(before, fact, sheet, player, name)


def why_met(before: State, fact: RoundProposed, sheet: Sheet, player: PlayerId, name: Naming) -> Why | None:
    """Why the player meets this opponent on a sheet, or has the bye; None if they are not on it.

    Args:
        before: the tournament when the round was proposed; with the proposal on the table it is the same.
        fact: the proposal as it was drawn.
        sheet: the sheet as it is, perhaps changed by hand since.
        player: whose pairing.
        name: how players are named.
    """
    if _meeting(sheet, player) != _meeting(fact.sheet, player):
        return Why(_by_hand(sheet, player), before.regulations.pairing.clause)
    if before.stages[-1].format == "elimination":
        return _in_bracket(before, fact, player)
    pairing = _pairing(fact.sheet, player)
    if pairing is not None:
        return _in_swiss(before, fact, pairing, name)
    return _bye(before, fact, player, name)


def _published_proposal(entries: Sequence[Entry], round_no: RoundNo) -> tuple[int, RoundProposed]:
    """The proposal that was published as this round, and the number of its fact."""
    last = max(
        entry.seq
        for entry in entries
        if isinstance(entry.fact, RoundPublished) and entry.fact.round_no == round_no
    )
    attempts = {
        entry.fact.attempt: (entry.seq, entry.fact)
        for entry in entries[: last - 1]
        if isinstance(entry.fact, RoundProposed) and entry.fact.round_no == round_no
    }
    waiting = at(entries, last - 1).proposal
    return attempts[waiting.attempt] if waiting else attempts[max(attempts)]


def _by_hand(sheet: Sheet, player: PlayerId) -> str:
    meeting = _meeting(sheet, player)
    if meeting is None:
        return "The organiser gave a loss in place of the bye, by hand."
    what = "gave this bye" if len(meeting) == 1 else "exchanged players in the proposal"
    return f"The organiser {what}, by hand."


def _in_bracket(before: State, fact: RoundProposed, player: PlayerId) -> Why | None:
    rules = before.regulations.elimination
    if _meeting(fact.sheet, player) is None:
        return None
    if len(before.rounds) + 1 == before.stages[-1].first_round and before.seeds is None:
        return Why("The first round of an elimination event is drawn at random.", rules.random_start_clause)
    return Why(
        "The bracket decides: winner of game 1 against winner of the last game, and so on.",
        rules.progress_clause,
    )


def _in_swiss(before: State, fact: RoundProposed, pairing: Pairing, name: Naming) -> Why:
    field = swiss_field(before)
    rule = terms(before, field, _resting(fact))
    if not before.rounds:
        clause = before.regulations.pairing.first_round_clause
        return Why("Nobody has points yet: the first round is drawn at random.", clause)
    criteria = field_of(
        rule.playing, rule.forbidden, clubs_apart=rule.clubs_apart, tired=rule.avoid_second_pair_down
    )
    found = explain_pair(
        [one.players for one in fact.sheet.pairings],
        pairing.players,
        criteria,
        fact.method,
        future_of(rule.rounds_after, rule.resting, rule.byes_had, rule.forbidden),
        name,
    )
    rules = before.regulations.pairing
    return Why(found.says, rules.rematch_clause if found.rematch else rules.clause)


def _bye(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> Why | None:
    clause = before.regulations.pairing.bye_clause
    choice = bye_choice(before, fact)
    if choice is not None and choice.player == player:
        return Why(explain_bye(choice, name), clause)
    if any(bye.player == player for bye in fact.sheet.byes):
        return Why(f"{name(player)} was awarded a first-round bye by the organiser.", clause)
    return None


def _resting(fact: RoundProposed) -> PlayerId | None:
    return next((bye.player for bye in fact.sheet.byes if not bye.awarded), None)


def _pairing(sheet: Sheet, player: PlayerId) -> Pairing | None:
    return next((pairing for pairing in sheet.pairings if player in pairing.players), None)


def _meeting(sheet: Sheet, player: PlayerId) -> frozenset[PlayerId] | None:
    """The players of a pairing, the player alone for a bye, None for somebody who is not there."""
    pairing = _pairing(sheet, player)
    if pairing is not None:
        return frozenset(pairing.players)
    return frozenset([player]) if any(bye.player == player for bye in sheet.byes) else None
