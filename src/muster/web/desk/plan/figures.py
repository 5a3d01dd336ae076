"""The plan in figures: what the regulations give for the players who are here, and what would change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from muster.core.bracket.cut import CutKind
from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, Message, listing, of_rules, say, say_in, say_n
from muster.core.pairing.seating.field import THREE, table_sizes
from muster.core.pairing.tables import parse_tables
from muster.core.structure import PlanNote, PlanRefusal, RoundsAndCut, places_to_fill, plan_for, round_minutes
from muster.core.tournament import queries
from muster.core.tournament.acts.plan import planned
from muster.core.tournament.commands import ChangeStructure
from muster.core.tournament.course import ONE_SWISS, Course, resolved
from muster.core.tournament.drawing_tables import rests
from muster.core.tournament.engine import decide, evolve
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Elimination, State
from muster.exchange.alphabet import alphabetical
from muster.exchange.course_words import rounds_words
from muster.exchange.elimination_words import only_words, with_elimination
from muster.exchange.words import cut_words
from muster.rules.schema import Structure, StructureRow
from muster.web.desk.events.course_choice import as_typed

FURTHEST: Final = 2_000
"""How far above the attendance the next change of the plan is looked for."""


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A row of a structure's table: for how many players, the rounds, the cut in words, and whether it applies."""

    players: str
    rounds: int
    cut: str
    applies: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """A structure to choose, with what it comes to for the players who are here.

    Attributes:
        id: `basic`, `advanced` or `custom`.
        name: as the regulations call it.
        used_for: the events it is meant for, in words.
        clause: the clause it stands in, with `says` in our words.
        rows: its table; nothing for an organiser's own figures.
        plan: what it gives now; None where it has no row for so few or so many, or no table.
        notes: what to know about that plan, or why there is none.
        chosen: this is the tournament's structure.
    """

    id: str
    name: Message
    used_for: Message
    clause: str
    says: Message
    rows: tuple[PlanRow, ...]
    plan: RoundsAndCut | None
    notes: tuple[PlanNote, ...]
    chosen: bool

    @property
    def words(self) -> str:
        """The plan in words."""
        return plan_text(self.plan) if self.plan else ""


@dataclass(frozen=True, slots=True)
class Turn:
    """The next attendance at which the plan changes, and what it is then."""

    attendance: int
    words: str


@dataclass(frozen=True, slots=True)
class PlanNow:
    """Everything about the plan at this moment.

    Attributes:
        here: players who count now; `waiting` have entered but not checked in where that is asked for.
        plan: what the chosen structure gives for them; None where it gives nothing.
        notes: what to know before announcing it, or why there is no plan.
        more: from which attendance on it would be another plan; `fewer` likewise downwards.
        offers: the structures side by side; none where single elimination starts at once.
        byes: how many byes the first round of an elimination event has.
        words: the plan in words, and `cut` its cut alone.
    """

    here: int
    waiting: int
    plan: RoundsAndCut | None
    notes: tuple[PlanNote, ...]
    more: Turn | None
    fewer: Turn | None
    offers: tuple[Offer, ...]
    elimination_only: bool
    byes: int
    words: str
    cut: str


def plan_now(state: State) -> PlanNow:
    """The plan as it would be announced now."""
    here = len(queries.active(state))
    found = planned(state)
    plan, notes = (found, found.warnings) if isinstance(found, RoundsAndCut) else (None, found.problems)
    elimination_only = state.created.first_stage == "elimination"
    entered = [one for one in state.players.values() if one.status == "entered"]
    return PlanNow(
        here,
        len(entered) if state.created.check_in and not state.stages else 0,
        plan,
        notes,
        _turn(state, here, range(here + 1, here + FURTHEST)),
        _turn(state, here, range(here - 1, 0, -1)),
        () if elimination_only else tuple(_offer(state, each, here) for each in state.regulations.structures),
        elimination_only,
        places_to_fill(here) - here if here else 0,
        plan_text(plan, _own_cut(state), _course(state, plan), state.elimination) if plan else "",
        str(_own_cut(state) or cut_words("top", plan.cut)) if plan else "",
    )


@dataclass(frozen=True, slots=True)
class Announced:
    """The plan that was announced.

    Attributes:
        cut: its cut in words.
        clause: the clause it rests on.
        table: what the structure would give for the players who are here now, where that is something else.
    """

    cut: str
    clause: str
    table: str


def announced(state: State) -> Announced | None:
    """The announced plan; None before."""
    if state.plan is None:
        return None
    kind, cut = state.plan.cut_kind, state.plan.cut
    now = planned(state)
    other = (
        isinstance(now, RoundsAndCut) and kind == "top" and (now.rounds, now.cut) != (state.plan.rounds, cut)
    )
    structures: Mapping[str, str] = {each.id: each.clause for each in state.regulations.structures}
    elimination_only = state.created.first_stage == "elimination"
    return Announced(
        str(only_words(state.elimination) if elimination_only else _with(cut_words(kind, cut), state)),
        structures.get("custom" if elimination_only else state.created.structure, ""),
        plan_text(now, elimination=state.elimination) if other and isinstance(now, RoundsAndCut) else "",
    )


def own_figures(state: State) -> dict[str, str]:
    """The organiser's own figures so far, as a form shows them."""
    created = state.created
    return {
        "rounds": str(created.rounds or ""),
        "cut_kind": created.cut_kind,
        "cut": "" if created.cut is None else str(created.cut),
        "elimination": created.elimination,
        **as_typed(created.course),
    }


def cut_kind_words(kind: CutKind) -> str:
    """A kind of cut as a choice."""
    return {
        "top": _("the best so many"),
        "top-with-ties": _("the best so many, and everybody equal to the last of them"),
        "at-least-points": _("everybody with at least so many points"),
        "at-most-losses": _("everybody with at most so many losses"),
        "best-of-groups": _("the best so many of every group or pod"),
    }[kind]


@dataclass(frozen=True, slots=True)
class Tried:
    """Figures tried out: the plan they come to with what to know about it, and the faults of the fields.

    `after` is the tournament with them; None where they are refused.
    """

    plan: RoundsAndCut | None
    notes: tuple[PlanNote, ...]
    faults: Mapping[str, str]
    words: str = ""
    after: State | None = None


def _course(state: State, plan: RoundsAndCut) -> Course:
    """How the rounds go, with as many as they need for the players who are here."""
    return state.course if state.plan else resolved(state.course, plan.attendance)


def tried(state: State, command: ChangeStructure) -> Tried:
    """What another structure, or other figures, would come to for the players who are here; nothing is done."""
    decision = decide(state, command)
    if isinstance(decision, Refusal):
        faults = {problem.field: str(problem.message) for problem in decision.problems}
        return Tried(None, (), faults or {"structure": decision.text()})
    after = state
    for fact in decision:
        after = evolve(after, fact)
    found = planned(after)
    if isinstance(found, PlanRefusal):
        return Tried(None, found.problems, {})
    words = plan_text(found, _own_cut(after), _course(after, found), after.elimination)
    return Tried(found, found.warnings, {}, words, after)


@dataclass(frozen=True, slots=True)
class TablesNow:
    """The tables of the venue.

    Attributes:
        tables: as written; empty where they are numbered as needed.
        reserved: those kept back, as written.
        needed: how many the players who are here fill at most.
        free: how many there are to fill; None where as many as needed.
        sizes: where three and four sit at a table, how many tables of each there are, in words; else empty.
        minutes: how long a round lasts, where three and four sit at a table; else None.
    """

    tables: str
    reserved: str
    needed: int
    free: int | None
    sizes: Message = NOTHING
    minutes: int | None = None

    @property
    def missing(self) -> int:
        """How many tables are too few."""
        return max(0, self.needed - self.free) if self.free is not None else 0


def tables_now(state: State) -> TablesNow:
    """The tables there are, and how many are needed."""
    here = len(queries.active(state))
    needed, sizes, minutes = here // 2, NOTHING, None
    if state.at_tables:
        needed, sizes = _of_four_and_three(here)
        minutes = round_minutes(state.regulations, "swiss", state.created.swiss_match)
    named = state.tables
    if named is None:
        return TablesNow("", "", needed, None, sizes, minutes)
    reserved = set(parse_tables(named.reserved).numbers) if named.reserved else set()
    free = [number for number in parse_tables(named.tables).numbers if number not in reserved]
    return TablesNow(named.tables, named.reserved, needed, len(free), sizes, minutes)


def _of_four_and_three(here: int) -> tuple[int, Message]:
    """How many tables so many players fill, and in words how many of each size; of five one rests."""
    playing = here - 1 if rests(here) else here
    if playing < THREE:
        return 0, NOTHING
    fours, threes = table_sizes(playing)
    parts = [
        *([say_n("{count} table of four", "{count} tables of four", fours)] if fours else []),
        *([say_n("{count} table of three", "{count} tables of three", threes)] if threes else []),
        *([say("one rests")] if playing < here else []),
    ]
    return fours + threes, say("{tables}", tables=listing(parts))


@dataclass(frozen=True, slots=True)
class KeptApart:
    """Two players who are not paired with each other in Swiss rounds."""

    players: tuple[PlayerId, PlayerId]
    names: tuple[str, str]


def kept_apart(state: State, names: Mapping[PlayerId, str]) -> list[KeptApart]:
    """The pairs kept apart, by name."""
    pairs = [
        KeptApart(pair, (names.get(pair[0], f"#{pair[0]}"), names.get(pair[1], f"#{pair[1]}")))
        for pair in state.forbidden
    ]
    in_order = alphabetical()
    return sorted(pairs, key=lambda pair: tuple(map(in_order, pair.names)))


def plan_text(
    plan: RoundsAndCut, cut: str = "", course: Course = ONE_SWISS, elimination: Elimination = "single"
) -> str:
    """A plan in words: `5 Swiss rounds, cut to 8`."""
    if not plan.rounds:
        return str(only_words(elimination))
    rounds = rounds_words(course, plan.rounds)
    return str(say_in("a plan", "{rounds}, {cut}", rounds=rounds, cut=cut or cut_words("top", plan.cut)))


def _own_cut(state: State) -> str:
    """The organiser's own cut in words; nothing where the table decides."""
    created = state.created
    if created.structure != "custom" or created.first_stage == "elimination":
        return ""
    return str(_with(cut_words(created.cut_kind, created.cut or 0), state))


def _with(cut: Message, state: State) -> Message:
    """A cut in words, with a double elimination after it."""
    return with_elimination(cut, state.elimination)


def _offer(state: State, structure: Structure, here: int) -> Offer:
    created = state.created
    found = plan_for(created.regulations, structure.id, here, tier=created.tier) if structure.rows else None
    plan = found if isinstance(found, RoundsAndCut) else None
    notes: Sequence[PlanNote] = ()
    if isinstance(found, RoundsAndCut):
        notes = found.warnings
    elif found is not None:
        notes = found.problems
    return Offer(
        structure.id,
        of_rules(structure.name),
        of_rules(structure.used_for),
        structure.clause,
        state.regulations.words_of(structure.clause),
        tuple(_row(row, plan) for row in structure.rows),
        plan,
        tuple(notes),
        structure.id == created.structure,
    )


def _row(row: StructureRow, plan: RoundsAndCut | None) -> PlanRow:
    players = f"{row.players}–{row.to}" if row.to else _("%d and more") % row.players
    return PlanRow(
        players, row.rounds, str(row.cut) if row.cut else "–", plan is not None and plan.row == row
    )


def _turn(state: State, here: int, attendances: range) -> Turn | None:
    """The first of these attendances at which the table gives another plan."""
    created = state.created
    if created.structure == "custom" or created.first_stage == "elimination":
        return None

    def given(attendance: int) -> tuple[int, int] | None:
        found = plan_for(created.regulations, created.structure, attendance, tier=created.tier)
        return (found.rounds, found.cut) if isinstance(found, RoundsAndCut) else None

    now = given(here)
    for attendance in attendances:
        if given(attendance) != now:
            found = plan_for(created.regulations, created.structure, attendance, tier=created.tier)
            none = _("no plan in this structure")
            return Turn(attendance, plan_text(found) if isinstance(found, RoundsAndCut) else none)
    return None
