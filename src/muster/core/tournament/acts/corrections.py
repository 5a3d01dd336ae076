"""Corrections: a recorded result replaced by another, inside the game's window, and what that means for pairings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from muster.core.ids import RoundNo, TableNo
from muster.core.messages import NOTHING, Message, paragraph, say, say_n
from muster.core.outcomes import Outcome
from muster.core.private import Seal, Typed
from muster.core.scoring.reports import Report
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import reason_given
from muster.core.tournament.acts.results import Recorded, cut_follows, match_at, scored
from muster.core.tournament.changes import with_match
from muster.core.tournament.elimination import goes_on
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round, State

Consequence = Literal["none", "re-pair-affected", "pairings-stand"]
"""What the regulations make of a correction for later pairings."""


@dataclass(frozen=True, slots=True)
class CorrectResult(Command):
    """Replace a recorded result, inside the game's window, with a reason."""

    right = "correct"
    round_no: RoundNo
    table: TableNo
    report: Report
    reason: Typed

    def decide(self, state: State) -> Decision:
        """Inside the game's window (`B25`, `LEG-REPORT-2`, `SWU-REP-2`)."""
        place = match_at(state, self.round_no, self.table)
        if isinstance(place, Refusal):
            return place
        round_, match = place
        if match.outcome is None:
            says = say("Table {table} has no result yet; report it instead.", table=self.table)
            return Refusal("nothing-recorded", says)
        if match.report == self.report:
            says = say("That is the result on record; nothing would change.")
            return Refusal("already-recorded", says)
        missing = reason_given(self.reason, say("Give a reason to correct a result: it stays on record."))
        refusal = missing or window_closed(state, round_)
        if refusal:
            return refusal
        outcome = scored(state, round_, match, self.report)
        if isinstance(outcome, Refusal):
            return outcome
        if _bracket_rests_on(state, round_, match, outcome):
            says = say(
                "The next elimination round is published and rests on this winner; void that round first."
            )
            return Refusal("window-closed", says, state.regulations.elimination.progress_clause)
        consequence = _consequence(state, round_)
        return (
            ResultCorrected(round_.number, self.table, self.report, outcome, self.reason.seal, consequence),
        )


@dataclass(frozen=True, slots=True)
class ResultCorrected(Fact):
    """A recorded result was replaced, with a reason; `consequence` says what the regulations make of it."""

    kind = "result.corrected"
    title = say("corrected result")
    right = "correct"
    group = "corrections"
    parts = ("results",)
    round_no: RoundNo
    table: TableNo
    report: Recorded
    outcome: Outcome
    reason: Seal
    consequence: Consequence

    def evolve(self, state: State) -> State:
        """The match has another outcome."""
        match = state.rounds[self.round_no - 1].matches[self.table]
        return with_match(
            state,
            self.round_no,
            self.table,
            status="confirmed",
            report=self.report,
            outcome=self.outcome,
            dispute=None,
            corrections=match.corrections + 1,
        )

    def describe(self, to: Describer) -> Message:
        """Why, how the match ended, and what that means for pairings."""
        reason = to.words(self.reason)
        why = (
            say("Corrected, round {round} ({reason}).", round=self.round_no, reason=reason)
            if reason
            else say("Corrected, round {round}.", round=self.round_no)
        )
        match = to.match(self.round_no, self.table, self.outcome, self.report)
        return paragraph(why, match, _CONSEQUENCES[self.consequence])

    def asked_by(self) -> Command:
        """What it is worth and what it means follows."""
        return CorrectResult(self.round_no, self.table, self.report, self.reason)


_CONSEQUENCES = {
    "none": NOTHING,
    "re-pair-affected": say(
        "The next round was paired from the old result and had not begun: its pairings may be changed."
    ),
    "pairings-stand": say("The pairings made since then stand."),
}


def window_closed(state: State, round_: Round) -> Refusal | None:
    """Why no result of the round may be corrected any more; None while the game's window is open."""
    rules = state.regulations.correction
    if rules.rounds is None or state.stages[round_.stage].format != "swiss":
        return None
    if queries.completed(state) >= round_.number + rules.rounds:
        says = say_n(
            "Round {round} stands: {count} further round is over.",
            "Round {round} stands: {count} further rounds are over.",
            rules.rounds,
            round=round_.number,
        )
        return Refusal("window-closed", says, rules.clause)
    if cut_follows(state, round_):
        says = say("Round {round} stands: the cut is made.", round=round_.number)
        return Refusal("window-closed", says, rules.clause)
    return None


def opens_by_undo(state: State, round_: Round) -> bool:
    """Whether undo still leads back to before the cut, where the round may be corrected."""
    if not cut_follows(state, round_):
        return False
    step = state.undo
    while step is not None and step.before.seeds is not None:
        step = step.before.undo
    return step is not None and window_closed(step.before, round_) is None


def _bracket_rests_on(state: State, round_: Round, match: Match, outcome: Outcome) -> bool:
    elimination = state.stages[round_.stage].format == "elimination"
    before, after = match.outcome, outcome
    other = before is not None and goes_on(state, match, before) != goes_on(state, match, after)
    return elimination and other and round_.number < len(state.rounds)


def _consequence(state: State, round_: Round) -> Consequence:
    """What a correction means for later pairings (`SWU-REP-2`): nothing yet, pair again, or they stand."""
    last = state.rounds[-1]
    if cut_follows(state, round_):
        unplayed = last.stage == round_.stage or (
            last.number == state.stages[-1].first_round and not last.begun
        )
        return "re-pair-affected" if unplayed else "pairings-stand"
    if round_.number == last.number:
        return "none"
    return "re-pair-affected" if round_.number == last.number - 1 and not last.begun else "pairings-stand"
