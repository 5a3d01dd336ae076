"""Setting a tournament up: what it is, and another structure while its plan is not announced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from muster.core.bracket.cut import CutKind
from muster.core.frozen import changed
from muster.core.messages import Message, listing, of_rules, say, say_n
from muster.core.scoring.scored import Problem
from muster.core.tournament.acts.base import UNCHOSEN, Choice, Chosen, Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import structure_clause
from muster.core.tournament.acts.structure_problems import match_format, structure_problems
from muster.core.tournament.acts.tables import TablesSet, table_problems
from muster.core.tournament.course import ONE_SWISS, Course, OfCourse
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Elimination, OfElimination, StageFormat, State, StructureId
from muster.rules.load import apply_variants
from muster.rules.mistakes import Mistakes
from muster.rules.names import document_name
from muster.rules.schema import MatchFormat, Regulations
from muster.rules.variants import Variants


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTournament(Command):
    """Begin a tournament.

    Attributes:
        regulations: the regulations in full; the journal keeps them.
        tier: a tier's id; empty for the first the regulations list.
        structure: `basic`, `advanced` or `custom`.
        day: the day of play (it decides seasons).
        swiss_match: the match format of Swiss rounds; empty for the regulations' own choice for the tier.
        elimination_match: likewise for elimination rounds.
        first_stage: `elimination` for an event without Swiss rounds.
        rounds: the organiser's number of Swiss rounds (custom structure).
        cut_kind: how the cut chooses, with `cut` as its size, points or losses (custom structure).
        cut: None leaves it to the structure; 0 is no cut.
        course: how the rounds before a cut go (custom structure); a round robin has as many as it needs.
        elimination: how the elimination goes (custom structure, or an event of elimination only).
        variants: readings changed from the regulations' defaults, by name.
        check_in: whether players must be checked in to be paired.
        tables: numbered tables, such as `1-20,31-40`; empty for 1, 2, 3 and so on.
    """

    right = "manage-event"
    regulations: Regulations
    day: date
    tier: Choice = ""
    structure: StructureId = "basic"
    swiss_match: Choice = ""
    elimination_match: Choice = ""
    first_stage: StageFormat = "swiss"
    rounds: int | None = None
    cut_kind: CutKind = "top"
    cut: int | None = None
    course: Course = ONE_SWISS
    elimination: Elimination = "single"
    variants: Mapping[str, object] = field(default_factory=dict)
    check_in: bool = False
    tables: Choice = ""

    def decide(self, state: State) -> Decision:  # noqa: ARG002  (there is no state yet)
        """Everything about the set-up that cannot be is said at once."""
        rules = self.regulations
        tier = self.tier or rules.tiers[0].id
        swiss = match_format(rules.match_formats, "swiss", tier, self.swiss_match)
        elimination = match_format(rules.match_formats, "elimination", tier, self.elimination_match)
        variants = apply_variants(rules, self.variants)
        problems = _setup_problems(self, tier, swiss, elimination, variants)
        if (
            problems
            or isinstance(swiss, Message)
            or isinstance(elimination, Message)
            or not isinstance(variants, Variants)
        ):
            return Refusal("bad-setup", say("This tournament cannot be set up so."), problems=tuple(problems))
        return (
            TournamentCreated(
                regulations=rules,
                variants=variants,
                tier=Chosen(tier),
                structure=self.structure,
                day=self.day,
                swiss_match=Chosen(swiss.id),
                elimination_match=Chosen(elimination.id),
                first_stage=self.first_stage,
                rounds=self.rounds,
                cut_kind=self.cut_kind,
                cut=self.cut,
                course=self.course,
                elimination=self.elimination,
                check_in=self.check_in,
                tables=Chosen(self.tables),
            ),
        )


def _setup_problems(
    command: CreateTournament,
    tier: str,
    swiss: MatchFormat | Message,
    elimination: MatchFormat | Message,
    variants: Variants | Mistakes,
) -> list[Problem]:
    """The kind of event and the tables, then the structure, the matches, and the readings."""
    rules, problems = command.regulations, list[Problem]()
    known = [each.id for each in rules.tiers]
    if tier not in known:
        message = say(
            "{tier} is no kind of event of these regulations; choose one of {known}.",
            tier=repr(tier),
            known=listing(known, "plain"),
        )
        problems.append(Problem("tier", message))
    if command.tables:
        problems += table_problems(command.tables, "tables")
    if command.first_stage == "elimination" and rules.scoring.model == "placing":
        message = say("At tables nobody is out at once: choose a structure with rounds.")
        problems.append(Problem("structure", message, rules.cut.clause))
    problems += structure_problems(rules, command, command.first_stage)
    formats = (("swiss", swiss), ("elimination", elimination))
    problems += (Problem(f"{stage}_match", one) for stage, one in formats if isinstance(one, Message))
    if not isinstance(variants, Variants):
        problems += (Problem(one.key, one.message) for one in variants)
    return problems


def _without_rosters(old: dict[str, Any]) -> dict[str, Any]:
    """Regulations of a time when their files said nothing of rosters."""
    return {**old, "regulations": {**old["regulations"], "roster": None}}


@dataclass(frozen=True, slots=True)
class TournamentCreated(Fact):
    """A tournament began to exist, under these regulations, which the journal holds in full.

    `rounds` and `cut` are the organiser's own figures for a custom structure and None elsewhere. `first_stage` is
    `elimination` for an event without Swiss rounds. Version 1 comes from regulations that said nothing of rosters.
    """

    kind = "tournament.created"
    version = 2
    older = {1: _without_rosters}  # noqa: RUF012  (declared, never changed)
    title = say("the tournament is set up")
    right = "manage-event"
    group = "plan"
    boundary = True
    instead = say("Change the settings of the tournament.")
    regulations: Regulations
    variants: Variants
    tier: Chosen
    structure: StructureId
    day: date
    swiss_match: Chosen
    elimination_match: Chosen
    first_stage: StageFormat = "swiss"
    rounds: int | None = None
    cut_kind: CutKind = "top"
    cut: int | None = None
    check_in: bool = False
    tables: Chosen = UNCHOSEN
    course: OfCourse = ONE_SWISS
    elimination: OfElimination = "single"

    def evolve(self, state: State) -> State:
        """It is set up."""
        tables = TablesSet(self.tables) if self.tables else None
        return changed(state, setup=self, tables=tables)

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """Which regulations."""
        return say(
            "The tournament is set up under {regulations} {edition}.",
            regulations=document_name(self.regulations),
            edition=of_rules(self.regulations.document.version),
        )

    def asked_by(self) -> Command:
        """With every reading in force."""
        return CreateTournament(
            regulations=self.regulations,
            variants={name: getattr(self.variants, name) for name in type(self.variants).model_fields},
            tier=self.tier,
            structure=self.structure,
            day=self.day,
            swiss_match=self.swiss_match,
            elimination_match=self.elimination_match,
            first_stage=self.first_stage,
            rounds=self.rounds,
            cut_kind=self.cut_kind,
            cut=self.cut,
            course=self.course,
            elimination=self.elimination,
            check_in=self.check_in,
            tables=self.tables,
        )


@dataclass(frozen=True, slots=True)
class ChangeStructure(Command):
    """Choose another structure, or other figures of one's own; `CreateTournament` says what they mean."""

    right = "plan"
    structure: StructureId
    rounds: int | None = None
    cut_kind: CutKind = "top"
    cut: int | None = None
    course: Course = ONE_SWISS
    elimination: Elimination = "single"

    def decide(self, state: State) -> Decision:
        """Only while the plan is not announced (`COM-PAIR-1`)."""
        if state.plan is not None:
            return announced_already(state)
        created = state.created
        problems = structure_problems(created.regulations, self, created.first_stage)
        if problems:
            return Refusal("bad-setup", say("The structure cannot be changed so."), problems=tuple(problems))
        return (
            StructureChanged(
                self.structure, self.rounds, self.cut_kind, self.cut, self.course, self.elimination
            ),
        )


@dataclass(frozen=True, slots=True)
class StructureChanged(Fact):
    """Before the plan was announced the organiser chose another structure, or other figures of their own."""

    kind = "structure.changed"
    title = say("the structure changes")
    right = "plan"
    group = "plan"
    structure: StructureId
    rounds: int | None = None
    cut_kind: CutKind = "top"
    cut: int | None = None
    course: OfCourse = ONE_SWISS
    elimination: OfElimination = "single"

    def evolve(self, state: State) -> State:
        """Set up otherwise."""
        setup = changed(
            state.created,
            structure=self.structure,
            rounds=self.rounds,
            cut_kind=self.cut_kind,
            cut=self.cut,
            course=self.course,
            elimination=self.elimination,
        )
        return changed(state, setup=setup)

    def describe(self, to: Describer) -> Message:
        """The structure, and the organiser's own figures."""
        figures = [
            *([say_n("{count} Swiss round", "{count} Swiss rounds", self.rounds)] if self.rounds else []),
            *([to.cut(self.cut_kind, self.cut or 0)] if self.structure == "custom" else []),
            *([say("double elimination")] if self.elimination == "double" else []),
            *([say("double elimination with one final")] if self.elimination == "double-once" else []),
        ]
        if not figures:
            return say("The structure is {structure} now.", structure=of_rules(self.structure))
        return say(
            "The structure is {structure} now, {figures}.",
            structure=of_rules(self.structure),
            figures=listing(figures, "plain"),
        )

    def asked_by(self) -> Command:
        """The same figures."""
        return ChangeStructure(
            self.structure, self.rounds, self.cut_kind, self.cut, self.course, self.elimination
        )


def announced_already(state: State) -> Refusal:
    """The plan is fixed."""
    says = say("The rounds are fixed and cannot be changed any more.")
    return Refusal("already-announced", says, structure_clause(state))
