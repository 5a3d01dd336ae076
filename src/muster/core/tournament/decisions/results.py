"""Results: reported, confirmed, disputed, corrected."""

from __future__ import annotations

from typing import Literal

from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.outcomes import Outcome
from muster.core.scoring.reports import Report
from muster.core.scoring.score import score
from muster.core.scoring.scored import Scored
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.decisions.guards import match_at, reason_given
from muster.core.tournament.facts import Fact
from muster.core.tournament.formats import best_of
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round, State

Decision = tuple[Fact, ...] | Refusal
Consequence = Literal["none", "re-pair-affected", "pairings-stand"]


def report(state: State, command: commands.ReportResult) -> Decision:
    """Record a result of the running round; the opponent's own report confirms or disputes the first."""
    found = _in_running_round(state, command.round_no, command.table)
    if isinstance(found, Refusal):
        return found
    round_, match = found
    refusal = _may_not_report(state, match, command.by)
    if refusal:
        return refusal
    outcome = scored(state, round_, command.report)
    if isinstance(outcome, Refusal):
        return outcome
    if command.by is not None and match.report is not None and match.by != command.by:
        return _second_opinion(command, match, command.by)
    return (facts.ResultReported(round_.number, command.table, command.report, outcome, command.by),)


def confirm(state: State, command: commands.ConfirmResult) -> Decision:
    """Agree with a reported result: the opponent, or staff."""
    found = match_at(state, command.round_no, command.table)
    if isinstance(found, Refusal):
        return found
    _, match = found
    if match.status not in ("reported", "disputed"):
        return Refusal("nothing-recorded", f"Table {command.table} has no report that waits to be confirmed.")
    if command.by is not None:
        refusal = _not_the_opponent(match, command.by, "confirm")
        if refusal:
            return refusal
    return (facts.ResultConfirmed(command.round_no, command.table, command.by),)


def dispute(state: State, command: commands.DisputeResult) -> Decision:
    """Contradict a reported result, perhaps with one's own version; staff settles it by reporting."""
    found = _in_running_round(state, command.round_no, command.table)
    if isinstance(found, Refusal):
        return found
    round_, match = found
    if match.status != "reported":
        return Refusal("nothing-recorded", f"Table {command.table} has no report that waits to be confirmed.")
    refusal = _not_the_opponent(match, command.by, "dispute")
    if refusal:
        return refusal
    if command.report is not None:
        outcome = scored(state, round_, command.report)
        if isinstance(outcome, Refusal):
            return outcome
    return (facts.ResultDisputed(command.round_no, command.table, command.by, command.report),)


def correct(state: State, command: commands.CorrectResult) -> Decision:
    """Replace a recorded result inside the game's window (`B25`, `LEG-REPORT-2`, `SWU-REP-2`)."""
    found = match_at(state, command.round_no, command.table)
    if isinstance(found, Refusal):
        return found
    round_, match = found
    if match.outcome is None:
        return Refusal("nothing-recorded", f"Table {command.table} has no result yet; report it instead.")
    if match.report == command.report:
        return Refusal("already-recorded", "That is the result on record; nothing would change.")
    refusal = reason_given(command.reason, "correct a result") or window_closed(state, round_)
    if refusal:
        return refusal
    outcome = scored(state, round_, command.report)
    if isinstance(outcome, Refusal):
        return outcome
    if _bracket_rests_on(state, round_, match, outcome):
        says = "The next elimination round is published and rests on this winner; void that round first."
        return Refusal("window-closed", says, state.regulations.elimination.progress_clause)
    consequence = _consequence(state, round_)
    return (
        facts.ResultCorrected(
            round_.number, command.table, command.report, outcome, command.reason, consequence
        ),
    )


def scored(state: State, round_: Round, report: Report) -> Outcome | Refusal:
    """What the report is worth in this round, or every reason against it."""
    stage = state.stages[round_.stage].format
    made = score(
        report, state.regulations, stage=stage, best_of=best_of(state, stage), variants=state.variants
    )
    if isinstance(made, Scored):
        return made.outcome
    clause = next((problem.clause for problem in made if problem.clause), None)
    return Refusal("bad-result", "This result is not possible.", clause, made)


def _in_running_round(state: State, round_no: RoundNo, table: TableNo) -> tuple[Round, Match] | Refusal:
    found = match_at(state, round_no, table)
    if isinstance(found, Refusal) or (round_no == len(state.rounds) and not _cut_follows(state, found[0])):
        return found
    says = f"Round {round_no} is over; correct its results instead, with a reason."
    return Refusal("window-closed", says, state.regulations.correction.clause)


def _may_not_report(state: State, match: Match, by: PlayerId | None) -> Refusal | None:
    table = match.pairing.table
    if match.outcome is not None and match.report is None:
        says = f"The match at table {table} was awarded because a player left."
        return Refusal("already-recorded", says, state.regulations.elimination.drop_clause)
    if by is None:
        if match.status == "confirmed":
            return Refusal(
                "already-recorded", f"Table {table} has its result; correct it instead, with a reason."
            )
        return None
    if by not in match.pairing.players:
        return Refusal("not-at-table", f"Player {by} does not play at table {table}.")
    if match.status in ("confirmed", "disputed"):
        return Refusal(
            "already-recorded", f"The result of table {table} is with the staff; ask them to change it."
        )
    return None


def _second_opinion(command: commands.ReportResult, match: Match, by: PlayerId) -> Decision:
    if command.report == match.report:
        return (facts.ResultConfirmed(command.round_no, command.table, by),)
    return (facts.ResultDisputed(command.round_no, command.table, by, command.report),)


def _not_the_opponent(match: Match, by: PlayerId, act: str) -> Refusal | None:
    if by not in match.pairing.players:
        return Refusal("not-at-table", f"Player {by} does not play at table {match.pairing.table}.")
    if by == match.by:
        return Refusal("not-at-table", f"The opponent of player {by} must {act} this result, or staff.")
    return None


def window_closed(state: State, round_: Round) -> Refusal | None:
    """Why no result of the round may be corrected any more; None while the game's window is open."""
    rules = state.regulations.correction
    if rules.rounds is None or state.stages[round_.stage].format != "swiss":
        return None
    if queries.completed(state) >= round_.number + rules.rounds:
        says = f"Round {round_.number} stands: {rules.rounds} further rounds are over."
        return Refusal("window-closed", says, rules.clause)
    if _cut_follows(state, round_):
        return Refusal("window-closed", f"Round {round_.number} stands: the cut is made.", rules.clause)
    return None


def opens_by_undo(state: State, round_: Round) -> bool:
    """Whether undo still leads back to before the cut, where the round may be corrected."""
    if not _cut_follows(state, round_):
        return False
    step = state.undo
    while step is not None and step.before.seeds is not None:
        step = step.before.undo
    return step is not None and window_closed(step.before, round_) is None


def _bracket_rests_on(state: State, round_: Round, match: Match, outcome: Outcome) -> bool:
    elimination = state.stages[round_.stage].format == "elimination"
    changed = match.outcome is not None and match.outcome.winner != outcome.winner
    return elimination and changed and round_.number < len(state.rounds)


def _consequence(state: State, round_: Round) -> Consequence:
    """What a correction means for later pairings (`SWU-REP-2`): nothing yet, pair anew, or they stand."""
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
