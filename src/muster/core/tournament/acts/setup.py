"""Setting a tournament up: what it is, and another structure while its plan is not announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from muster.core.bracket.cut import CutKind
from muster.core.bracket.double import FEWEST
from muster.core.bracket.tables import SIZES
from muster.core.messages import Message, listing, of_rules, say, say_n
from muster.core.scoring.scored import Problem
from muster.core.tournament.acts.base import UNCHOSEN, Choice, Chosen, Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import structure_clause
from muster.core.tournament.acts.tables import TablesSet, table_problems
from muster.core.tournament.course import ONE_SWISS, Course, OfCourse, parts_of
from muster.core.tournament.course_check import MOST_POINTS, MOST_ROUNDS, part_problems
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import (
    Elimination,
    OfElimination,
    StageFormat,
    State,
    StructureId,
    changed,
)
from muster.rules.load import apply_variants
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
        problems = [
            *_setup_problems(self, tier),
            *(
                Problem(f"{stage}_match", one)
                for stage, one in (("swiss", swiss), ("elimination", elimination))
                if isinstance(one, Message)
            ),
            *([] if isinstance(variants, Variants) else [Problem(one.key, one.message) for one in variants]),
        ]
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
        document = self.regulations.document
        return say(
            "The tournament is set up under {regulations} {edition}.",
            regulations=of_rules(document.name),
            edition=of_rules(document.version),
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
        problems = _structure_problems(created.regulations, self, created.first_stage)
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


def _setup_problems(command: CreateTournament, tier: str) -> list[Problem]:
    rules, problems = command.regulations, []
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
    return problems + _structure_problems(rules, command, command.first_stage)


def _structure_problems(
    rules: Regulations, command: CreateTournament | ChangeStructure, first_stage: StageFormat
) -> list[Problem]:
    """Rounds and cut are the organiser's in a custom structure and the regulations' in the others."""
    known = [each.id for each in rules.structures]
    if command.structure not in known:
        message = say(
            "{structure} is none of {known}.",
            structure=repr(command.structure),
            known=listing(known, "plain"),
        )
        return [Problem("structure", message)]
    if command.structure == "custom" and first_stage == "swiss":
        closed = parts_of(command.course, 0)[-1].closed
        cut = _cut_problems(rules, command.cut_kind, command.cut, closed=closed) or elimination_problems(
            rules, command.elimination, command.cut_kind, command.cut
        )
        return [*course_problems(rules, command.course, command.rounds), *cut]
    if command.elimination != "single" and first_stage == "swiss":
        return [Problem("elimination", say("Choose the custom structure for a double elimination."))]
    if command.course != ONE_SWISS:
        return [Problem("course", say("Choose the custom structure for rounds of another kind."))]
    given = [name for name in ("rounds", "cut") if getattr(command, name) is not None]
    if command.cut_kind != "top":
        given.append("cut_kind")
    return [Problem(name, say("Leave this empty, or choose the custom structure.")) for name in given]


def elimination_problems(
    rules: Regulations, elimination: Elimination, kind: CutKind, cut: int | None
) -> list[Problem]:
    """What is wrong with such an elimination after this cut."""
    if elimination == "single":
        return []
    if rules.scoring.model == "placing":
        return [Problem("elimination", say("A cut at tables of three and four has no double elimination."))]
    if kind == "top" and not cut:
        says = say("Enter a cut: without one no elimination follows that could be a double one.")
        return [Problem("cut", says)]
    if kind in ("top", "top-with-ties") and (cut or 0) < FEWEST:
        says = say("Enter a cut to at least {size} for a double elimination.", size=FEWEST + 1)
        return [Problem("cut", says)]
    return []


def course_problems(rules: Regulations, course: Course, rounds: int | None) -> list[Problem]:
    """What is wrong with so many rounds that go like this."""
    if course.parts:
        return part_problems(rules, course, rounds)
    if course.paired != "swiss" and rules.scoring.model == "placing":
        return [Problem("course", say("Tables of three and four are paired in Swiss rounds alone."))]
    if course.robin:
        return (
            []
            if rounds is None
            else [Problem("rounds", say("Leave this empty: a round robin has as many as it needs."))]
        )
    found = _rounds_problems(rounds)
    if course.day_one and not found and not 0 < course.day_one < (rounds or 0):
        found.append(Problem("day_one", say("Day one has at least 1 round, and fewer than all.")))
    if course.day_one and not 0 < course.points <= MOST_POINTS:
        found.append(Problem("points", say("Enter the points that one needs to go on after day one.")))
    return found


def _rounds_problems(rounds: int | None) -> list[Problem]:
    if rounds is not None and 1 <= rounds <= MOST_ROUNDS:
        return []
    return [Problem("rounds", say("Enter the number of Swiss rounds, 1 to {most}.", most=MOST_ROUNDS))]


def _cut_problems(rules: Regulations, kind: CutKind, cut: int | None, *, closed: bool) -> list[Problem]:
    problems, clause = [], rules.cut.clause
    if kind == "best-of-groups" and not closed:
        problems.append(
            Problem(
                "cut_kind", say("The best of every group go on only where the last part has groups or pods.")
            )
        )
    elif kind != "best-of-groups" and kind not in rules.cut.kinds:
        message = say("{kind} is no cut of these regulations.", kind=repr(kind))
        problems.append(Problem("cut_kind", message, clause))
    least = {"top-with-ties": 2, "best-of-groups": 1}.get(kind, 0)
    if (cut is None and kind != "top") or (cut is not None and not least <= cut <= 100_000):
        message = say("Enter how many go on, or the points or losses that the cut asks for.")
        problems.append(Problem("cut", message))
    elif rules.scoring.model == "placing" and cut and cut not in SIZES:
        message = say("Enter a cut that fills tables of four: {sizes}.", sizes=listing(SIZES, "or"))
        problems.append(Problem("cut", message, clause))
    elif (
        rules.scoring.model != "placing" and kind in ("top", "top-with-ties") and _fills_no_bracket(cut or 0)
    ):
        message = say("Enter a cut that fills a bracket: 2, 4, 8, 16 and so on.")
        problems.append(Problem("cut", message, clause))
    return problems


def _fills_no_bracket(cut: int) -> bool:
    return cut == 1 or bool(cut & (cut - 1))


def match_format(
    formats: Sequence[MatchFormat], stage: StageFormat, tier: str, wanted: str
) -> MatchFormat | Message:
    """The match format asked for, or the longest the regulations offer this tier; a sentence if there is none."""
    fitting = [one for one in formats if stage in one.stages and (not one.tiers or tier in one.tiers)]
    chosen = [one for one in fitting if one.id == wanted] if wanted else fitting
    if chosen:
        return max(chosen, key=lambda one: one.best_of)
    return say(
        "{format} is not played here; choose one of {known}.",
        format=repr(wanted),
        known=listing([one.id for one in fitting], "plain"),
    )
