"""One result, whoever reports it: scored, held against penalties and rulings, recorded once it is meant.

Desk and phone look at a result with `preview_result` and record it with `report_result`; what a judge makes of a match
is recorded with `ruled_result`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from muster.app.common.access import Actor
from muster.app.history.submitting import Done, submit_all
from muster.app.results.description import SideWorth, described, sides_of_outcome
from muster.app.results.losses import losses_of
from muster.app.results.surprising import surprising
from muster.app.staff.conflicts import may_not_settle
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import Message, paragraph, say
from muster.core.private import Private
from muster.core.scoring import Scored
from muster.core.scoring.reports import PlacingReport, Report
from muster.core.scoring.scored import Problem
from muster.core.tournament.acts.results import score_in
from muster.core.tournament.commands import Command, ConfirmResult, CorrectResult, ReportResult
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round, State, best_of
from muster.exchange.quick_results import Quick, read
from muster.exchange.quick_words import ResultTerms

BY_RULING: Final = ("match-loss", "double-loss", "no-show")
"""How a match ends where somebody of the staff has said so."""


@dataclass(frozen=True, slots=True)
class ResultPreview:
    """A result as somebody is about to record it, or as it is on record.

    Attributes:
        round_no: the round.
        table: the table, if one is named.
        match: the match there, if there is one.
        report: the result, if one could be read.
        problems: what is wrong, each at its field; nothing is recorded while there are any.
        surprises: what is possible but unusual; recorded only when asked for twice.
        terms: under what it was read; needed for its words.
        scored: what it is worth, where nothing is wrong.
        names: what the players are called.
        token: stands for this result and the match as it is; sent back to record a surprising result.
    """

    round_no: RoundNo
    table: TableNo | None = None
    match: Match | None = None
    report: Report | None = None
    problems: tuple[Problem, ...] = ()
    surprises: tuple[Problem, ...] = ()
    terms: ResultTerms | None = None
    scored: Scored | None = None
    names: tuple[str, ...] = ()
    token: str = ""

    @property
    def sides(self) -> tuple[SideWorth, ...]:
        """What it brings every player, where nothing is wrong."""
        if self.scored is None or self.terms is None:
            return ()
        return sides_of_outcome(self.scored.outcome, self.terms.regulations, self.names, self.terms.best_of)

    @property
    def steps(self) -> list[tuple[Message, str]]:
        """How that was calculated, step by step, each with the clause it rests on."""
        return [(step.words(self.names), step.clause) for step in self.scored.steps] if self.scored else []

    @property
    def description(self) -> tuple[tuple[Message, Message], ...]:
        """The result in the words of the form: label and value."""
        if self.report is None or self.terms is None:
            return ()
        return tuple(described(self.report, self.terms, self.names))


@dataclass(frozen=True, slots=True)
class ResultAnswer:
    """What came of an act about a result: it is on record, or why not, with what was entered as it was understood."""

    done: Done | None = None
    refusal: Refusal | None = None
    preview: ResultPreview | None = None


def terms_of(state: State, round_: Round) -> ResultTerms:
    """Under what the results of a round are read."""
    stage = state.stages[round_.stage].format
    return ResultTerms(state.regulations, stage, best_of(state, stage))


def preview_line(tournament: int, state: State, round_: Round, line: str, name: Naming) -> ResultPreview:
    """What a line typed at the desk comes to."""
    terms = terms_of(state, round_)
    quick = read(line, terms)
    if quick.table is None:
        return ResultPreview(round_.number, problems=quick.problems)
    preview = preview_result(tournament, state, round_, quick, name)
    return replace(preview, problems=tuple(_with_key(one, terms) for one in preview.problems))


def _with_key(problem: Problem, terms: ResultTerms) -> Problem:
    """A question that one more key answers, with that key."""
    key = {"deciding": terms.part_key, "winner": "w"}.get(problem.field)
    if key is None:
        return problem
    says = say(
        "{question} Add {key}1 for the first named, {key}2 for the second.", question=problem.message, key=key
    )
    return replace(problem, message=says)


def preview_result(
    tournament: int, state: State, round_: Round, quick: Quick, name: Naming, *, by: PlayerId | None = None
) -> ResultPreview:
    """What a result of a table comes to, also against the penalties of its match.

    Args:
        tournament: the journal's number.
        state: the tournament.
        round_: the round it belongs to.
        quick: the table, and the report or what could not be read of it.
        name: how players are named.
        by: the player who reports it; None for staff, who may overrule a penalty if they mean it (`COM-ROLE-3`).
    """
    preview = scored_result(state, round_, quick, name)
    if preview.match is None or preview.report is None or preview.problems:
        return preview
    against = losses_of(tournament, state, round_, preview.match).against(preview.report, name)
    if by is None:
        return replace(preview, surprises=(*preview.surprises, *against))
    if against:
        return replace(preview, problems=_for_a_judge(against))
    # Contradicting what was reported is what a dispute is for: only what is odd in itself is asked about.
    return replace(preview, surprises=tuple(one for one in preview.surprises if one.field != "report"))


def _for_a_judge(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    more = say("If that is wrong, call a judge.")
    return tuple(replace(one, message=paragraph(one.message, more)) for one in problems)


def scored_result(state: State, round_: Round, quick: Quick, name: Naming) -> ResultPreview:
    """What a result comes to by itself: for one that is on record, whatever penalties there are."""
    match = round_.matches.get(quick.table or TableNo(0))
    if match is None:
        at = quick.table or 0
        says = say("Nobody plays at table {table} in round {round}.", table=at, round=round_.number)
        problem = Problem("table", says)
        return ResultPreview(round_.number, quick.table, problems=(problem,))
    table, report = match.pairing.table, quick.report
    if report is None:
        return ResultPreview(round_.number, table, match, problems=quick.problems)
    terms, made = terms_of(state, round_), score_in(state, round_, match, report)
    names = tuple(map(name, match.pairing.players))
    preview = ResultPreview(round_.number, table, match, report, terms=terms, names=names)
    if not isinstance(made, Scored):
        return replace(preview, problems=made)
    surprises = (*surprising(report, terms.regulations), *_another_word(match, report, names))
    return replace(preview, surprises=surprises, scored=made, token=token_of(round_.number, match, report))


def report_result(
    tournament: int,
    actor: Actor,
    state: State,
    preview: ResultPreview,
    *,
    sure: str = "",
    by: PlayerId | None = None,
    key: str | None = None,
    still: Callable[[State], Refusal | None] | None = None,
) -> ResultAnswer:
    """Record a result if nothing is wrong with it. A surprising one is asked for again once.

    Args:
        tournament: the journal's number.
        actor: who records it.
        state: the tournament as it was looked at.
        preview: what it comes to, as `preview_result` has it.
        sure: the token of a surprising result that is meant all the same.
        by: the player who reports it; None for staff, whose word needs no confirmation.
        key: the form's idempotency key.
        still: why it cannot be recorded any more, asked of the tournament as it is by then.
    """
    match, report = preview.match, preview.report
    if match is None or report is None or preview.problems:
        return ResultAnswer(preview=preview)
    if preview.surprises and sure != preview.token:
        return ResultAnswer(preview=preview)
    command = ReportResult(preview.round_no, match.pairing.table, report, by)
    refusal = None if by is not None else _for_others(tournament, actor, state, match, report)
    return _answered(refusal or record(tournament, actor, command, key=key, still=still), preview)


def settle_result(
    tournament: int,
    actor: Actor,
    state: State,
    round_: Round,
    match: Match,
    name: Naming,
    *,
    dispute: bool,
    key: str | None = None,
) -> Done | Refusal:
    """Take one version of the players by the staff's word: the reported one, or that of the `dispute`."""
    table, report = match.pairing.table, match.report
    command: Command = ConfirmResult(round_.number, table)
    if dispute and match.dispute is not None:
        report = match.dispute
        command = ReportResult(round_.number, table, report)
    if report is None:
        return Refusal("nothing-recorded", say("There is nothing to confirm at this table."))
    refusal = _for_others(tournament, actor, state, match, report)
    if refusal is None and (against := losses_of(tournament, state, round_, match).against(report, name)):
        says = say(
            "{problem} Enter the result here, and record it twice if it is meant all the same.",
            problem=against[0].message,
        )
        refusal = Refusal("bad-result", says, against[0].clause)
    return refusal or record(tournament, actor, command, key=key)


def ruled_result(
    tournament: int,
    actor: Actor,
    state: State,
    match: Match,
    report: Report,
    *,
    reason: Private | None = None,
) -> Done | Refusal:
    """Record what a ruling makes of a match of the running round, above any report and any penalty before it.

    Whether the actor may rule here has been asked by then. With a reason a confirmed result is corrected.
    """
    number, table = RoundNo(len(state.rounds)), match.pairing.table
    if reason is not None and match.status == "confirmed":
        return record(tournament, actor, CorrectResult(number, table, report, reason))
    return record(tournament, actor, ReportResult(number, table, report))


def record(
    tournament: int,
    actor: Actor,
    command: Command,
    *,
    key: str | None = None,
    still: Callable[[State], Refusal | None] | None = None,
) -> Done | Refusal:
    """Carry out a command about a result, unless by then something speaks against it."""

    def chosen(state: State) -> Sequence[Command] | Refusal:
        return (still(state) if still else None) or (command,)

    return submit_all(tournament, chosen, actor, key=key)


def _answered(answer: Done | Refusal, preview: ResultPreview) -> ResultAnswer:
    if isinstance(answer, Refusal):
        return ResultAnswer(refusal=answer, preview=preview)
    return ResultAnswer(answer, preview=preview)


def _for_others(tournament: int, actor: Actor, state: State, match: Match, report: Report) -> Refusal | None:
    """Why one of the staff who plays here leaves this to others: it settles a dispute, or it is a ruling."""
    by_ruling = report.end in BY_RULING or (
        isinstance(report, PlacingReport) and bool(report.lost or report.absent)
    )
    ruled = match.status == "disputed" or by_ruling
    return may_not_settle(tournament, actor, state, match) if ruled else None


def token_of(round_no: RoundNo, match: Match, report: Report) -> str:
    """A short text that is the same only for the same result of the same match as it stands."""
    stands = (match.pairing.players, match.status, match.report, match.dispute, match.corrections)
    return sha256(repr((round_no, match.pairing.table, stands, report)).encode()).hexdigest()[:16]


def _another_word(match: Match, report: Report, names: tuple[str, ...]) -> Iterator[Problem]:
    """A player has reported something else: recording this overrules them."""
    if match.status == "reported" and match.report != report and match.by is not None:
        who = names[match.pairing.players.index(match.by)]
        says = say("{player} has reported something else. Record this all the same?", player=who)
        yield Problem("report", says)


# What is possible but unusual -----------------------------------------------------------------------------------
