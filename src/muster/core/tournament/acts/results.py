"""Results: reported, confirmed, disputed, corrected, and awarded where a match is not played out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Discriminator

from muster.core.frozen import changed
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import NOTHING, Message, paragraph, say
from muster.core.outcomes import Outcome
from muster.core.private import Seal, Typed
from muster.core.scoring.reports import Report
from muster.core.scoring.scored import Scored
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import match_at, reason_given
from muster.core.tournament.formats import score_in
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round, State, with_match

Recorded = Annotated[Report, Discriminator("model")]
"""A report as a fact holds it: read back as the kind it says it is."""

Consequence = Literal["none", "re-pair-affected", "pairings-stand"]
"""What the regulations make of a correction for later pairings."""


@dataclass(frozen=True, slots=True)
class ReportResult(Command):
    """Report what a table played. `by` is the reporting player, None for staff."""

    right = "results"
    round_no: RoundNo
    table: TableNo
    report: Report
    by: PlayerId | None = None

    def decide(self, state: State) -> Decision:
        """In the running round; the opponent's own report confirms or disputes the first."""
        place = _in_running_round(state, self.round_no, self.table)
        if isinstance(place, Refusal):
            return place
        round_, match = place
        refusal = _may_not_report(state, match, self.by)
        if refusal:
            return refusal
        outcome = scored(state, round_, self.report)
        if isinstance(outcome, Refusal):
            return outcome
        if self.by is not None and match.report is not None and match.by != self.by:
            if self.report == match.report:
                return (ResultConfirmed(self.round_no, self.table, self.by),)
            return (ResultDisputed(self.round_no, self.table, self.by, self.report),)
        return (ResultReported(round_.number, self.table, self.report, outcome, self.by),)


@dataclass(frozen=True, slots=True)
class ResultReported(Fact):
    """A result came in. `by` is the reporting player, or None for staff, whose word needs no confirmation."""

    kind = "result.reported"
    title = say("result")
    right = "results"
    group = "results"
    parts = ("results",)
    round_no: RoundNo
    table: TableNo
    report: Recorded
    outcome: Outcome
    by: PlayerId | None = None

    def evolve(self, state: State) -> State:
        """The match has an outcome."""
        match = changed(
            _match(state, self),
            status="confirmed" if self.by is None else "reported",
            report=self.report,
            outcome=self.outcome,
            by=self.by,
            dispute=None,
        )
        return with_match(state, self.round_no, match)

    def describe(self, to: Describer) -> Message:
        """How the match ended."""
        return to.match(self.round_no, self.table, self.outcome, self.report)

    def asked_by(self) -> Command:
        """What it is worth follows."""
        return ReportResult(self.round_no, self.table, self.report, self.by)


@dataclass(frozen=True, slots=True)
class ConfirmResult(Command):
    """Agree with a reported result."""

    right = "results"
    round_no: RoundNo
    table: TableNo
    by: PlayerId | None = None

    def decide(self, state: State) -> Decision:
        """The opponent, or staff."""
        place = match_at(state, self.round_no, self.table)
        if isinstance(place, Refusal):
            return place
        _, match = place
        if match.status not in ("reported", "disputed"):
            return _nothing_waits(self.table)
        refusal = None
        if self.by is not None:
            turn = say("The opponent of player {player} must confirm this result, or staff.", player=self.by)
            refusal = _not_the_opponent(match, self.by, turn)
        return refusal or (ResultConfirmed(self.round_no, self.table, self.by),)


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Fact):
    """The opponent (`by`) or staff (None) agreed with a reported result.

    Agreeing changes no outcome, so a proposal that rests on it stands.
    """

    kind = "result.confirmed"
    title = say("confirmed result")
    right = "results"
    group = "results"
    parts = ("results",)
    keeps_proposal = True
    round_no: RoundNo
    table: TableNo
    by: PlayerId | None = None

    def evolve(self, state: State) -> State:
        """Agreed."""
        return with_match(
            state, self.round_no, changed(_match(state, self), status="confirmed", dispute=None)
        )

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """Which table."""
        return say("Table {table} is confirmed.", table=self.table)

    def asked_by(self) -> Command:
        """By the same."""
        return ConfirmResult(self.round_no, self.table, self.by)


@dataclass(frozen=True, slots=True)
class DisputeResult(Command):
    """Contradict a reported result, perhaps with one's own version."""

    right = "results"
    round_no: RoundNo
    table: TableNo
    by: PlayerId
    report: Report | None = None

    def decide(self, state: State) -> Decision:
        """The opponent; staff settles it by reporting."""
        place = _in_running_round(state, self.round_no, self.table)
        if isinstance(place, Refusal):
            return place
        round_, match = place
        if match.status != "reported":
            return _nothing_waits(self.table)
        turn = say("The opponent of player {player} must dispute this result, or staff.", player=self.by)
        refusal = _not_the_opponent(match, self.by, turn)
        if refusal:
            return refusal
        if self.report is not None:
            outcome = scored(state, round_, self.report)
            if isinstance(outcome, Refusal):
                return outcome
        return (ResultDisputed(self.round_no, self.table, self.by, self.report),)


@dataclass(frozen=True, slots=True)
class ResultDisputed(Fact):
    """A player contradicted a reported result, perhaps with another version; staff settles it."""

    kind = "result.disputed"
    title = say("disputed result")
    right = "results"
    group = "results"
    parts = ("results",)
    round_no: RoundNo
    table: TableNo
    by: PlayerId
    report: Recorded | None = None

    def evolve(self, state: State) -> State:
        """Not agreed."""
        match = changed(_match(state, self), status="disputed", dispute=self.report)
        return with_match(state, self.round_no, match)

    def describe(self, to: Describer) -> Message:
        """Which table, and by whom."""
        return say("Table {table} is disputed by {player}.", table=self.table, player=to.name(self.by))

    def asked_by(self) -> Command:
        """By the same."""
        return DisputeResult(self.round_no, self.table, self.by, self.report)


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
        outcome = scored(state, round_, self.report)
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
        match = _match(state, self)
        corrected = changed(
            match,
            status="confirmed",
            report=self.report,
            outcome=self.outcome,
            dispute=None,
            corrections=match.corrections + 1,
        )
        return with_match(state, self.round_no, corrected)

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
        "The next round was paired from the old result and has not begun: void it and pair again."
    ),
    "pairings-stand": say("The pairings made since then stand."),
}


@dataclass(frozen=True, slots=True)
class MatchAwarded(Fact):
    """A match was decided without being played out, because a player left an elimination round."""

    kind = "match.awarded"
    title = say("match won without play")
    right = "drop"
    group = "results"
    parts = ("results",)
    follows = True
    round_no: RoundNo
    table: TableNo
    outcome: Outcome

    def evolve(self, state: State) -> State:
        """The match has an outcome, and no report."""
        match = changed(
            _match(state, self), status="confirmed", outcome=self.outcome, report=None, dispute=None
        )
        return with_match(state, self.round_no, match)

    def describe(self, to: Describer) -> Message:
        """How the match ended."""
        return paragraph(say("Awarded."), to.match(self.round_no, self.table, self.outcome))


def scored(state: State, round_: Round, report: Report) -> Outcome | Refusal:
    """What the report is worth in this round, or every reason against it."""
    made = score_in(state, round_, report)
    if isinstance(made, Scored):
        return made.outcome
    clause = next((problem.clause for problem in made if problem.clause), None)
    return Refusal("bad-result", say("This result is not possible."), clause, made)


def window_closed(state: State, round_: Round) -> Refusal | None:
    """Why no result of the round may be corrected any more; None while the game's window is open."""
    rules = state.regulations.correction
    if rules.rounds is None or state.stages[round_.stage].format != "swiss":
        return None
    if queries.completed(state) >= round_.number + rules.rounds:
        says = say(
            "Round {round} stands: {further} further rounds are over.",
            round=round_.number,
            further=rules.rounds,
        )
        return Refusal("window-closed", says, rules.clause)
    if _cut_follows(state, round_):
        says = say("Round {round} stands: the cut is made.", round=round_.number)
        return Refusal("window-closed", says, rules.clause)
    return None


def opens_by_undo(state: State, round_: Round) -> bool:
    """Whether undo still leads back to before the cut, where the round may be corrected."""
    if not _cut_follows(state, round_):
        return False
    step = state.undo
    while step is not None and step.before.seeds is not None:
        step = step.before.undo
    return step is not None and window_closed(step.before, round_) is None


def _match(
    state: State, fact: ResultReported | ResultConfirmed | ResultDisputed | ResultCorrected | MatchAwarded
) -> Match:
    return state.rounds[fact.round_no - 1].matches[fact.table]


def _in_running_round(state: State, round_no: RoundNo, table: TableNo) -> tuple[Round, Match] | Refusal:
    place = match_at(state, round_no, table)
    if isinstance(place, Refusal) or (round_no == len(state.rounds) and not _cut_follows(state, place[0])):
        return place
    says = say("Round {round} is over; correct its results instead, with a reason.", round=round_no)
    return Refusal("window-closed", says, state.regulations.correction.clause)


def _may_not_report(state: State, match: Match, by: PlayerId | None) -> Refusal | None:
    table = match.pairing.table
    if match.outcome is not None and match.report is None:
        says = say("The match at table {table} was awarded because a player left.", table=table)
        return Refusal("already-recorded", says, state.regulations.elimination.drop_clause)
    if by is None:
        if match.status != "confirmed":
            return None
        says = say("Table {table} has its result; correct it instead, with a reason.", table=table)
        return Refusal("already-recorded", says)
    if by not in match.pairing.players:
        return _not_at_table(match, by)
    if match.status in ("confirmed", "disputed"):
        says = say("The result of table {table} is with the staff; ask them to change it.", table=table)
        return Refusal("already-recorded", says)
    return None


def _nothing_waits(table: TableNo) -> Refusal:
    says = say("Table {table} has no report that waits to be confirmed.", table=table)
    return Refusal("nothing-recorded", says)


def _not_at_table(match: Match, by: PlayerId) -> Refusal:
    says = say("Player {player} does not play at table {table}.", player=by, table=match.pairing.table)
    return Refusal("not-at-table", says)


def _not_the_opponent(match: Match, by: PlayerId, turn: Message) -> Refusal | None:
    """A refusal unless this is who did not report; `turn` says whose turn it is."""
    if by not in match.pairing.players:
        return _not_at_table(match, by)
    return Refusal("not-at-table", turn) if by == match.by else None


def _bracket_rests_on(state: State, round_: Round, match: Match, outcome: Outcome) -> bool:
    elimination = state.stages[round_.stage].format == "elimination"
    other = match.outcome is not None and match.outcome.winner != outcome.winner
    return elimination and other and round_.number < len(state.rounds)


def _consequence(state: State, round_: Round) -> Consequence:
    """What a correction means for later pairings (`SWU-REP-2`): nothing yet, pair again, or they stand."""
    last = state.rounds[-1]
    if _cut_follows(state, round_):
        unplayed = last.stage == round_.stage or (
            last.number == state.stages[-1].first_round and not last.begun
        )
        return "re-pair-affected" if unplayed else "pairings-stand"
    if round_.number == last.number:
        return "none"
    return "re-pair-affected" if round_.number == last.number - 1 and not last.begun else "pairings-stand"


def _cut_follows(state: State, round_: Round) -> bool:
    """Whether a cut has been made that rests on this round."""
    return state.seeds is not None and state.stages[round_.stage].format == "swiss"
