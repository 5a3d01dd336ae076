"""How many rounds and what cut: the plan that the regulations give for an attendance, or an organiser's own.

Attendance is the number of players active when the first round is paired (`SWU-RNDS-1`, reading `B13`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from muster.rules.schema import Regulations, RoundKind, Structure, StructureRow

NoteCode = Literal[
    "unknown-structure",
    "unknown-tier",
    "no-table",
    "too-few-players",
    "too-many-players",
    "beyond-table",
    "cut-shrunk",
    "cut-not-in-tier",
    "cut-too-large",
    "cut-not-a-power-of-two",
    "cut-without-rounds",
    "cut-size-unlisted",
    "forced-rematch",
    "elimination-only",
    "negative",
]


@dataclass(frozen=True, slots=True)
class PlanNote:
    """Something an organiser should know about a plan, or the reason why there is none.

    Attributes:
        code: what it is about, for programs.
        field: the input it is about: `structure`, `tier`, `attendance`, `rounds` or `cut`.
        message: what is the matter and what can be done, in words.
        clause: the clause it rests on; absent where only the input is wrong.
        reading: the number of our reading, where the text is silent or contradicts itself.
    """

    code: NoteCode
    field: Literal["structure", "tier", "attendance", "rounds", "cut"]
    message: str
    clause: str | None = None
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Rounds and cut of a tournament.

    Attributes:
        structure: the id of the structure: `basic`, `advanced` or `custom`.
        attendance: the number of players it was made for.
        rounds: the number of Swiss rounds; 0 where single elimination starts at once.
        cut: how many go on to single elimination after the Swiss rounds; 0 for no cut.
        row: the row of the table it comes from; absent for the organiser's own and above the table.
        clause: the clause of the structure.
        warnings: what the organiser should know before announcing it.
    """

    structure: str
    attendance: int
    rounds: int
    cut: int
    row: StructureRow | None
    clause: str
    warnings: tuple[PlanNote, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanRefusal:
    """Why there is no such plan: every reason at once, never none."""

    problems: tuple[PlanNote, ...]


def plan_for(
    regulations: Regulations, structure_id: str, attendance: int, *, tier: str | None = None
) -> Plan | PlanRefusal:
    """The plan that a structure's table gives for an attendance.

    Args:
        regulations: the game's regulations.
        structure_id: `basic` or `advanced`; `custom` has no table and is refused (see `check_custom`).
        attendance: players active when the first round is paired.
        tier: the id of the tier, where a structure makes its cut only in some (`SWU-RNDS-1`).

    Returns:
        The plan with its warnings, or the refusal with every reason: an unknown structure or tier, or an
        attendance without a row (readings `B11`, `B41`).
    """
    structure = _structure(regulations, structure_id)
    problems = tuple(_unknown(regulations, structure_id, tier))
    if structure is None or problems:
        return PlanRefusal(problems)
    if not structure.rows:
        message = f"{_name(structure)} has no table: enter the number of rounds and the size of the cut"
        return PlanRefusal((PlanNote("no-table", "structure", message, structure.clause, structure.reading),))
    row = _row(structure, attendance)
    if row is None:
        hole = PlanRefusal((_hole(regulations, structure, attendance),))
        return _suggestion(structure, attendance, tier) or hole
    cut, about_cut = _cut(structure, attendance, row.cut, tier)
    warnings = (*about_cut, *_rematch(regulations, attendance, row.rounds))
    return Plan(structure.id, attendance, row.rounds, cut, row, structure.clause, warnings)


def check_custom(
    regulations: Regulations, attendance: int, rounds: int, cut: int, *, tier: str | None = None
) -> Plan | PlanRefusal:
    """An organiser's own number of rounds and size of the cut.

    No rounds and no cut mean single elimination of everybody from the start (`COM-ELIM-3`).

    Returns:
        The plan with its warnings (below the tables' least attendance, forced rematches, a cut of a size or
        in a tier that the regulations do not have), or the refusal with every reason: too few players to
        play at all, a cut larger than the field (reading `B4`) or not a power of two (`B2`, `B42`).
    """
    structure = _structure(regulations, "custom")
    problems = [*_unknown(regulations, "custom", tier), *_impossible(regulations, attendance, rounds, cut)]
    if structure is None or problems:
        return PlanRefusal(tuple(problems))
    warnings = (
        *_below_tables(regulations, structure, attendance),
        *_unusual_cut(regulations, structure, cut, tier),
        *_rematch(regulations, attendance, rounds),
        *_elimination_only(regulations, attendance, rounds),
    )
    return Plan(structure.id, attendance, rounds, cut, None, structure.clause, warnings)


def round_minutes(regulations: Regulations, round_kind: RoundKind, match_format: str) -> int | None:
    """How many minutes a kind of round lasts in a match format; None if it is not played in such rounds."""
    times = {(time.round, time.match): time.minutes for time in regulations.round_times}
    return times.get((round_kind, match_format), times.get((round_kind, None)))


def places_to_fill(players: int) -> int:
    """The smallest power of two that is not below `players` (reading `B22`)."""
    return 1 << (players - 1).bit_length()


def _structure(regulations: Regulations, structure_id: str) -> Structure | None:
    return next((each for each in regulations.structures if each.id == structure_id), None)


def _name(structure: Structure) -> str:
    return f"{structure.name} ({structure.clause})"


def _row(structure: Structure, attendance: int) -> StructureRow | None:
    for row in structure.rows:
        if row.players <= attendance and (row.to is None or attendance <= row.to):
            return row
    return None


def _unknown(regulations: Regulations, structure_id: str, tier: str | None) -> Iterator[PlanNote]:
    structures = [each.id for each in regulations.structures]
    if structure_id not in structures:
        message = f"there is no structure `{structure_id}`; choose {_either(structures)}"
        yield PlanNote("unknown-structure", "structure", message)
    tiers = [each.id for each in regulations.tiers]
    if tier is not None and tier not in tiers:
        yield PlanNote("unknown-tier", "tier", f"there is no tier `{tier}`; choose {_either(tiers)}")


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _hole(regulations: Regulations, structure: Structure, attendance: int) -> PlanNote:
    """The reason why an attendance has no row, with the structures that can be chosen instead."""
    few = attendance < structure.rows[0].players
    limit = structure.rows[0].players if few else structure.rows[-1].to
    others = [each.name for each in regulations.structures if _accepts(each, attendance)]
    instead = f"choose {_either(others)}" if others else f"{attendance} cannot play in any structure"
    message = f"{_name(structure)} needs at {'least' if few else 'most'} {limit} players; {instead}"
    custom = _structure(regulations, "custom")
    reading = (custom or structure).reading
    return PlanNote(
        "too-few-players" if few else "too-many-players", "attendance", message, structure.clause, reading
    )


def _accepts(structure: Structure, attendance: int) -> bool:
    if structure.rows:
        return _row(structure, attendance) is not None
    return attendance >= structure.least


def _suggestion(structure: Structure, attendance: int, tier: str | None) -> Plan | None:
    """The suggestion above the last row: one round more for every doubling begun (reading `B41`)."""
    last, beyond = structure.rows[-1], structure.beyond
    if beyond is None or last.to is None or attendance <= last.to:
        return None
    fields = -(-attendance // last.to)
    rounds = last.rounds + (fields - 1).bit_length()
    cut, about_cut = _cut(structure, attendance, beyond.cut, tier)
    message = (
        f"{_name(structure)} ends at {last.to} players; {rounds} rounds"
        f"{f' and a cut to {cut}' if cut else ''} are a suggestion, to be changed as Custom"
    )
    note = PlanNote("beyond-table", "rounds", message, beyond.clause, beyond.reading)
    return Plan(structure.id, attendance, rounds, cut, None, structure.clause, (note, *about_cut))


def _cut(
    structure: Structure, attendance: int, cut: int, tier: str | None
) -> tuple[int, tuple[PlanNote, ...]]:
    """The cut that is really made, and what to say where it is not the table's."""
    if cut and _cut_barred(structure, tier):
        message = f"{_name(structure)} makes a cut to {cut} only in other tiers: there is none here"
        return 0, (PlanNote("cut-not-in-tier", "cut", message, structure.clause, structure.reading),)
    for each in structure.cut_exceptions:
        if each.players <= attendance <= each.to:
            message = f"{attendance} players cannot fill the table's cut to {cut}: it becomes {each.cut}"
            return each.cut, (PlanNote("cut-shrunk", "cut", message, each.clause, each.reading),)
    return cut, ()


def _cut_barred(structure: Structure, tier: str | None) -> bool:
    return tier is not None and bool(structure.cut_tiers) and tier not in structure.cut_tiers


def _rematch(regulations: Regulations, attendance: int, rounds: int) -> Iterator[PlanNote]:
    """A warning where even a round robin, with one bye each for an odd number, is over before the plan."""
    most = attendance - 1 + attendance % 2
    if rounds > most:
        message = (
            f"{attendance} players have only {attendance - 1} opponents each: from round {most + 1} on "
            f"rematches cannot be avoided; {most} rounds let everybody meet once"
        )
        yield PlanNote("forced-rematch", "rounds", message, regulations.pairing.rematch_clause, "B4a")


def _impossible(regulations: Regulations, attendance: int, rounds: int, cut: int) -> Iterator[PlanNote]:
    """The reasons why nobody can play such a tournament."""
    structure = _structure(regulations, "custom")
    if structure and attendance < structure.least:
        message = f"{_name(structure)} needs at least {structure.least} players; {attendance} are here"
        yield PlanNote("too-few-players", "attendance", message, structure.clause, structure.reading)
    if rounds < 0:
        yield PlanNote("negative", "rounds", "enter 0 or more Swiss rounds")
    rule = regulations.cut
    if cut < 0 or cut == 1 or cut & (cut - 1):
        message = (
            f"a cut to {cut} does not fill a bracket: enter a power of two (2, 4, 8, 16, …), or 0 for none"
        )
        yield PlanNote("cut-not-a-power-of-two", "cut", message, rule.clause, rule.reading)
    if cut > attendance:
        message = f"a cut to {cut} is larger than the field of {attendance} players; enter a smaller one"
        yield PlanNote("cut-too-large", "cut", message, rule.clause, "B4")
    if cut > 0 and rounds == 0:
        message = "a cut goes by standings: enter at least 1 Swiss round, or no cut for elimination at once"
        yield PlanNote("cut-without-rounds", "cut", message, rule.clause)


def _below_tables(regulations: Regulations, structure: Structure, attendance: int) -> Iterator[PlanNote]:
    starts = [each.rows[0].players for each in regulations.structures if each.rows]
    if attendance < min(starts, default=0):
        message = f"the tables of {regulations.game} start at {min(starts)} players; {attendance} are here"
        yield PlanNote("too-few-players", "attendance", message, structure.clause, structure.reading)


def _unusual_cut(
    regulations: Regulations, structure: Structure, cut: int, tier: str | None
) -> Iterator[PlanNote]:
    rule = regulations.cut
    if cut and cut not in rule.sizes:
        sizes = _either([str(size) for size in rule.sizes])
        message = f"a cut to {cut} is not among those of {regulations.game}: {sizes}"
        yield PlanNote("cut-size-unlisted", "cut", message, rule.clause, rule.reading)
    if cut and _cut_barred(structure, tier):
        message = f"{regulations.game} makes cuts only in other tiers; this one is kept as entered"
        yield PlanNote("cut-not-in-tier", "cut", message, structure.clause, structure.reading)


def _elimination_only(regulations: Regulations, attendance: int, rounds: int) -> Iterator[PlanNote]:
    if rounds == 0:
        byes = places_to_fill(attendance) - attendance
        message = f"no Swiss rounds: single elimination from the start, with {byes} byes drawn at random"
        yield PlanNote(
            "elimination-only", "rounds", message, regulations.elimination.random_start_clause, "B22"
        )
