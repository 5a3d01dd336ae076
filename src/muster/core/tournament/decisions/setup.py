"""Setting a tournament up: what it is, its tables, its plan, and the start of a stage."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.draws import is_digest
from muster.core.pairing.tables import parse_tables
from muster.core.scoring.problems import Problem
from muster.core.structure import Plan as ComputedPlan
from muster.core.structure import PlanRefusal, check_custom, plan_for
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.decisions.guards import structure_clause
from muster.core.tournament.facts import Fact
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.core.tournament.values import Plan, StageFormat
from muster.rules.load import apply_variants
from muster.rules.schema import MatchFormat, Regulations, Variants

Decision = tuple[Fact, ...] | Refusal
Figures = commands.CreateTournament | commands.ChangeStructure
"""What names a structure and the organiser's own figures."""

MOST_ROUNDS = 40
"""Swiss rounds; with a bracket of any size after them the hash chain still has a link for each round."""


def create(state: State, command: commands.CreateTournament) -> Decision:  # noqa: ARG001  (there is no state yet)
    """Begin a tournament; everything about the set-up that cannot be is said at once."""
    rules = command.regulations
    tier = command.tier or rules.tiers[0].id
    formats = _formats(rules, tier, command)
    variants = apply_variants(rules, command.variants)
    problems = [
        *_setup_problems(command, tier),
        *(Problem(f"{stage}_match", text) for stage, text in formats.items() if isinstance(text, str)),
        *([] if isinstance(variants, Variants) else [Problem(one.key, one.message) for one in variants]),
    ]
    swiss, elimination = formats["swiss"], formats["elimination"]
    if (
        problems
        or isinstance(swiss, str)
        or isinstance(elimination, str)
        or not isinstance(variants, Variants)
    ):
        return Refusal("bad-setup", "This tournament cannot be set up so.", problems=tuple(problems))
    return (
        facts.TournamentCreated(
            regulations=rules,
            variants=variants,
            tier=tier,
            structure=command.structure,
            day=command.day,
            swiss_match=swiss.id,
            elimination_match=elimination.id,
            first_stage=command.first_stage,
            rounds=command.rounds,
            cut_kind=command.cut_kind,
            cut=command.cut,
            check_in=command.check_in,
            tables=command.tables,
        ),
    )


def set_tables(state: State, command: commands.SetTables) -> Decision:  # noqa: ARG001  (any time will do)
    """Say which numbered tables there are."""
    problems = _table_problems(command.tables, "tables")
    problems += _table_problems(command.reserved, "reserved") if command.reserved else []
    if problems:
        return Refusal("bad-tables", "These tables cannot be used.", problems=tuple(problems))
    return (facts.TablesSet(command.tables, command.reserved),)


def change_structure(state: State, command: commands.ChangeStructure) -> Decision:
    """Choose another structure, or other figures, while the plan is not announced (`COM-PAIR-1`)."""
    if state.plan is not None:
        return _announced_already(state)
    created = state.created
    problems = _structure_problems(created.regulations, command, created.first_stage)
    if problems:
        return Refusal("bad-setup", "The structure cannot be changed so.", problems=tuple(problems))
    return (facts.StructureChanged(command.structure, command.rounds, command.cut_kind, command.cut),)


def announce(state: State, command: commands.AnnouncePlan) -> Decision:
    """Announce and lock the plan that the attendance gives (`COM-PAIR-1`, `SWU-RNDS-1`, `B13`)."""
    if state.plan is not None:
        return _announced_already(state)
    if not is_digest(command.commitment):
        return Refusal(
            "bad-commitment", "The commitment is not the end of a hash chain: 64 hexadecimal digits."
        )
    found = planned(state)
    if isinstance(found, PlanRefusal):
        clause = next((problem.clause for problem in found.problems if problem.clause), None)
        problems = tuple(Problem(one.field, one.message, one.clause) for one in found.problems)
        return Refusal("attendance", "There is no such plan.", clause, problems)
    kind = state.created.cut_kind
    cut = found.cut if kind == "top" else (state.created.cut or 0)
    plan = Plan(found.attendance, found.rounds, kind, cut)
    return (facts.PlanAnnounced(plan, found.clause, command.commitment),)


def _announced_already(state: State) -> Refusal:
    says = "The plan has been announced and cannot be changed any more."
    return Refusal("already-announced", says, structure_clause(state))


def planned(state: State) -> ComputedPlan | PlanRefusal:
    """The plan for the players who are there now, with its warnings, whether or not it was announced."""
    created, attendance = state.created, len(queries.active(state))
    if created.first_stage == "elimination":
        return check_custom(created.regulations, attendance, 0, 0, tier=created.tier)
    if created.structure != "custom":
        return plan_for(created.regulations, created.structure, attendance, tier=created.tier)
    size = (created.cut or 0) if created.cut_kind in ("top", "top-with-ties") else 0
    return check_custom(created.regulations, attendance, created.rounds or 0, size, tier=created.tier)


def start_stage(state: State, _: commands.StartStage) -> Decision:
    """Begin Swiss with the players who are there, or elimination with the seeds of the cut."""
    if state.plan is None:
        says = "Announce the plan first: players must know the rounds and the cut."
        return Refusal("not-announced", says, structure_clause(state))
    refusal = _stage_running(state)
    if refusal:
        return refusal
    if state.seeds == ():
        says = "Everybody in the cut has left: finish the tournament, with a reason."
        return Refusal("attendance", says, state.regulations.cut.replacement_clause)
    if state.seeds is not None:
        return (facts.StageStarted("elimination", state.seeds),)
    waiting = sorted(player.player for player in state.players.values() if player.status == "entered")
    if state.created.check_in and waiting:
        names = ", ".join(map(str, waiting[:10])) + (" …" if len(waiting) > 10 else "")
        return Refusal("attendance", f"Not checked in yet: players {names}. Check them in or drop them.")
    here = queries.active(state)
    if len(here) < 2:
        return Refusal("attendance", f"There are {len(here)} players; nobody could play.")
    return (facts.StageStarted(state.created.first_stage, here),)


def _stage_running(state: State) -> Refusal | None:
    if not state.stages:
        return None
    if state.stages[-1].format == "elimination":
        return Refusal("stage-running", "The elimination has begun; it is the last stage.")
    if state.seeds is None:
        says = "Swiss rounds are running; make the cut first."
        return Refusal("stage-running", says, state.regulations.cut.clause)
    return None


def _setup_problems(command: commands.CreateTournament, tier: str) -> list[Problem]:
    rules, problems = command.regulations, []
    if tier not in {each.id for each in rules.tiers}:
        known = ", ".join(each.id for each in rules.tiers)
        problems.append(Problem("tier", f"{tier!r} is no tier of these regulations; choose one of {known}."))
    if command.tables:
        problems += _table_problems(command.tables, "tables")
    return problems + _structure_problems(rules, command, command.first_stage)


def _structure_problems(rules: Regulations, command: Figures, first_stage: StageFormat) -> list[Problem]:
    """Rounds and cut are the organiser's in a custom structure and the regulations' in the others."""
    known = [each.id for each in rules.structures]
    if command.structure not in known:
        return [Problem("structure", f"{command.structure!r} is none of {', '.join(known)}.")]
    custom = command.structure == "custom" and first_stage == "swiss"
    if not custom:
        given = [name for name in ("rounds", "cut") if getattr(command, name) is not None]
        if command.cut_kind != "top":
            given.append("cut_kind")
        return [Problem(name, "Leave this empty, or choose the custom structure.") for name in given]
    problems = []
    if command.rounds is None or not 1 <= command.rounds <= MOST_ROUNDS:
        problems.append(Problem("rounds", f"Enter the number of Swiss rounds, 1 to {MOST_ROUNDS}."))
    if command.cut_kind not in rules.cut.kinds:
        clause = rules.cut.clause
        problems.append(Problem("cut_kind", f"{command.cut_kind!r} is no cut of these regulations.", clause))
    least = {"top": 0, "top-with-ties": 2, "at-least-points": 0, "at-most-losses": 0}[command.cut_kind]
    missing = command.cut is None and command.cut_kind != "top"
    if missing or (command.cut is not None and not least <= command.cut <= 100_000):
        problems.append(
            Problem("cut", "Enter how many go on, or the points or losses that the cut asks for.")
        )
    elif command.cut_kind in ("top", "top-with-ties") and _fills_no_bracket(command.cut or 0):
        clause = rules.cut.clause
        problems.append(Problem("cut", "Enter a cut that fills a bracket: 2, 4, 8, 16 and so on.", clause))
    return problems


def _fills_no_bracket(cut: int) -> bool:
    return cut == 1 or bool(cut & (cut - 1))


def _table_problems(text: str, field: str) -> list[Problem]:
    return [Problem(field, problem.text) for problem in parse_tables(text).problems]


def _formats(
    rules: Regulations, tier: str, command: commands.CreateTournament
) -> dict[StageFormat, MatchFormat | str]:
    return {
        "swiss": _format(rules.match_formats, "swiss", tier, command.swiss_match),
        "elimination": _format(rules.match_formats, "elimination", tier, command.elimination_match),
    }


def _format(formats: Sequence[MatchFormat], stage: StageFormat, tier: str, wanted: str) -> MatchFormat | str:
    """The match format asked for, or the longest the regulations offer this tier; a text if there is none."""
    fitting = [one for one in formats if stage in one.stages and (not one.tiers or tier in one.tiers)]
    chosen = [one for one in fitting if one.id == wanted] if wanted else fitting
    if chosen:
        return max(chosen, key=lambda one: one.best_of)
    return f"{wanted!r} is not played here; choose one of {', '.join(one.id for one in fitting)}."
