"""Results: reported, scored, confirmed, disputed, and awarded where a match is not played out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Discriminator

from muster.core.frozen import changed
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import Message, Numbered, paragraph, say
from muster.core.outcomes import Outcome
from muster.core.scoring.reports import Report
from muster.core.scoring.score import score
from muster.core.scoring.scored import Problem, Scored
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.changes import with_match
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round, Ruleset, StageFormat, State, best_of

Recorded = Annotated[Report, Discriminator("model")]
"""A report as a fact holds it: read back as the kind it says it is."""


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
        outcome = scored(state, round_, match, self.report)
        if isinstance(outcome, Refusal):
            return outcome
        if self.by is not None and match.report is not None and match.by != self.by:
            if self.report == match.report:
                if self.by in match.agreed:
                    return _agreed_already(match, self.by)
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
        return with_match(
            state,
            self.round_no,
            self.table,
            status="confirmed" if self.by is None else "reported",
            report=self.report,
            outcome=self.outcome,
            by=self.by,
            dispute=None,
            agreed=frozenset(),
            denied_by=None,
        )

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
        """The opponent, at a table everybody else, or staff; a dispute is taken back by whoever began it."""
        place = match_at(state, self.round_no, self.table)
        if isinstance(place, Refusal):
            return place
        _, match = place
        if match.status not in ("reported", "disputed"):
            return _nothing_waits(self.table)
        refusal = None
        if self.by is not None:
            turn = say(
                "The opponent of player {player} must confirm this result, or staff.",
                player=Numbered(self.by),
            )
            refusal = _not_the_opponent(match, self.by, turn)
            if refusal is None and match.status == "disputed" and self.by != match.denied_by:
                refusal = _with_the_staff(match)
            if refusal is None and self.by in match.agreed:
                refusal = _agreed_already(match, self.by)
        return refusal or (ResultConfirmed(self.round_no, self.table, self.by),)


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Fact):
    """The opponent (`by`) or staff (None) agreed with a reported result; at a table everybody who came has to.

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
        """Agreed: for good where nobody else is to be asked, whoever disputed it among them."""
        match = state.rounds[self.round_no - 1].matches[self.table]
        agreed = match.agreed if self.by is None else match.agreed | {self.by}
        waiting = self.by is not None and bool(changed(match, agreed=agreed, status="reported").asked)
        now = {
            "status": "reported" if waiting else "confirmed",
            "agreed": agreed,
            "dispute": None,
            "denied_by": None,
        }
        return with_match(state, self.round_no, self.table, **now)

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
        turn = say(
            "The opponent of player {player} must dispute this result, or staff.", player=Numbered(self.by)
        )
        refusal = _not_the_opponent(match, self.by, turn)
        if refusal:
            return refusal
        if self.report is not None:
            outcome = scored(state, round_, match, self.report)
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
        """Not agreed, also by whoever disputes it after they had agreed."""
        agreed = state.rounds[self.round_no - 1].matches[self.table].agreed - {self.by}
        now = {"status": "disputed", "dispute": self.report, "agreed": agreed, "denied_by": self.by}
        return with_match(state, self.round_no, self.table, **now)

    def describe(self, to: Describer) -> Message:
        """Which table, and by whom."""
        return say("Table {table} is disputed by {player}.", table=self.table, player=to.name(self.by))

    def asked_by(self) -> Command:
        """By the same."""
        return DisputeResult(self.round_no, self.table, self.by, self.report)


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
        now = {"status": "confirmed", "outcome": self.outcome, "report": None, "dispute": None}
        return with_match(state, self.round_no, self.table, **now)

    def describe(self, to: Describer) -> Message:
        """How the match ended."""
        return paragraph(say("Awarded."), to.match(self.round_no, self.table, self.outcome))


def scored(state: State, round_: Round, match: Match, report: Report) -> Outcome | Refusal:
    """What the report of a match is worth in this round, or every reason against it."""
    made = score_in(state, round_, match, report)
    if isinstance(made, Scored):
        return made.outcome
    clause = next((problem.clause for problem in made if problem.clause), None)
    return Refusal("bad-result", say("This result is not possible."), clause, made)


def match_at(state: State, round_no: RoundNo, table: TableNo) -> tuple[Round, Match] | Refusal:
    """The round and the match at a table, or a refusal that says which there are."""
    if not 1 <= round_no <= len(state.rounds):
        return Refusal("no-round", _no_round(round_no, len(state.rounds)))
    round_ = state.rounds[round_no - 1]
    if table not in round_.matches:
        return Refusal("no-table", _no_table(table, round_))
    return round_, round_.matches[table]


def _no_round(number: RoundNo, count: int) -> Message:
    if not count:
        return say("There is no round {number}: no round yet published so far.", number=number)
    if count == 1:
        return say("There is no round {number}: only round 1 published so far.", number=number)
    return say(
        "There is no round {number}: rounds 1 to {count} published so far.", number=number, count=count
    )


def _no_table(table: TableNo, round_: Round) -> Message:
    about = {"table": table, "round": round_.number}
    tables = sorted(round_.matches)
    if not tables:
        return say("Nobody plays at table {table} in round {round}, which has no tables at all.", **about)
    if len(tables) == 1:
        return say(
            "Nobody plays at table {table} in round {round}, which has only table {only}.",
            **about,
            only=tables[0],
        )
    return say(
        "Nobody plays at table {table} in round {round}, which has tables {first} to {last}.",
        **about,
        first=tables[0],
        last=tables[-1],
    )


@lru_cache(maxsize=64)
def _score(
    rules: Ruleset, report: Report, stage: StageFormat, most_games: Literal[1, 3], players: int
) -> Scored | tuple[Problem, ...]:
    return score(
        report, rules.regulations, stage=stage, best_of=most_games, variants=rules.variants, players=players
    )


def score_in(state: State, round_: Round, match: Match, report: Report) -> Scored | tuple[Problem, ...]:
    """What a report of a match comes to; scored once, though a preview asks first and the command again."""
    stage = state.stages[round_.stage].format
    return _score(Ruleset(state), report, stage, best_of(state, stage), len(match.pairing.players))


def cut_follows(state: State, round_: Round) -> bool:
    """Whether a cut has been made that rests on this round."""
    return state.seeds is not None and state.stages[round_.stage].format == "swiss"


def _in_running_round(state: State, round_no: RoundNo, table: TableNo) -> tuple[Round, Match] | Refusal:
    place = match_at(state, round_no, table)
    if isinstance(place, Refusal) or (round_no == len(state.rounds) and not cut_follows(state, place[0])):
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
    return _with_the_staff(match) if match.status in ("confirmed", "disputed") else None


def _with_the_staff(match: Match) -> Refusal:
    says = say(
        "The result of table {table} is with the staff; ask them to change it.", table=match.pairing.table
    )
    return Refusal("already-recorded", says)


def _nothing_waits(table: TableNo) -> Refusal:
    says = say("Table {table} has no report that waits to be confirmed.", table=table)
    return Refusal("nothing-recorded", says)


def _agreed_already(match: Match, by: PlayerId) -> Refusal:
    says = say(
        "Player {player} has confirmed the result of table {table}; others have yet to.",
        player=Numbered(by),
        table=match.pairing.table,
    )
    return Refusal("already-recorded", says)


def _not_at_table(match: Match, by: PlayerId) -> Refusal:
    says = say(
        "Player {player} does not play at table {table}.", player=Numbered(by), table=match.pairing.table
    )
    return Refusal("not-at-table", says)


def _not_the_opponent(match: Match, by: PlayerId, turn: Message) -> Refusal | None:
    """A refusal unless this is who did not report; `turn` says whose turn it is."""
    if by not in match.pairing.players:
        return _not_at_table(match, by)
    return Refusal("not-at-table", turn) if by == match.by else None
