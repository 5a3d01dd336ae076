"""How many rounds and what cut: the plan that the regulations give for an attendance, or an organiser's own.

Attendance is the number of players active when the first round is paired (`SWU-RNDS-1`, reading `B13`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from muster.core.messages import Message, listing, of_rules, paragraph, say, say_n
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
    message: Message
    clause: str | None = None
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class RoundsAndCut:
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
) -> RoundsAndCut | PlanRefusal:
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
    structure = structure_named(regulations, structure_id)
    problems = tuple(unknown_notes(regulations, structure_id, tier))
    if structure is None or problems:
        return PlanRefusal(problems)
    if not structure.rows:
        message = say(
            "{structure} has no table: enter the number of rounds and the size of the cut.",
            structure=_name(structure),
        )
        return PlanRefusal((PlanNote("no-table", "structure", message, structure.clause, structure.reading),))
    row = _row(structure, attendance)
    if row is None:
        hole = PlanRefusal((_hole(regulations, structure, attendance),))
        return _suggestion(structure, attendance, tier) or hole
    cut, about_cut = _cut(structure, attendance, row.cut, tier)
    warnings = (*about_cut, *rematch_notes(regulations, attendance, row.rounds))
    return RoundsAndCut(structure.id, attendance, row.rounds, cut, row, structure.clause, warnings)


def round_minutes(regulations: Regulations, round_kind: RoundKind, match_format: str) -> int | None:
    """How many minutes a kind of round lasts in a match format; None if it is not played in such rounds."""
    times = {(time.round, time.match): time.minutes for time in regulations.round_times}
    return times.get((round_kind, match_format), times.get((round_kind, None)))


def places_to_fill(players: int) -> int:
    """The smallest power of two that is not below `players` (reading `B22`)."""
    return 1 << (players - 1).bit_length()


def structure_named(regulations: Regulations, structure_id: str) -> Structure | None:
    """The structure of this id; None where the regulations have none."""
    return next((each for each in regulations.structures if each.id == structure_id), None)


def _name(structure: Structure) -> Message:
    return of_rules(structure.name)


def _row(structure: Structure, attendance: int) -> StructureRow | None:
    for row in structure.rows:
        if row.players <= attendance and (row.to is None or attendance <= row.to):
            return row
    return None


def unknown_notes(regulations: Regulations, structure_id: str, tier: str | None) -> Iterator[PlanNote]:
    """The structure or the tier that the regulations do not have."""
    structures = [each.id for each in regulations.structures]
    if structure_id not in structures:
        message = say(
            "There is no structure `{structure}`; choose {others}.",
            structure=structure_id,
            others=listing(structures, "or"),
        )
        yield PlanNote("unknown-structure", "structure", message)
    tiers = [each.id for each in regulations.tiers]
    if tier is not None and tier not in tiers:
        message = say(
            "There is no kind of event `{tier}`; choose {others}.", tier=tier, others=listing(tiers, "or")
        )
        yield PlanNote("unknown-tier", "tier", message)


def _hole(regulations: Regulations, structure: Structure, attendance: int) -> PlanNote:
    """The reason why an attendance has no row, with the structures that can be chosen instead."""
    few = attendance < structure.rows[0].players
    limit = least_words(structure, structure.rows[0].players) if few else _most(structure)
    others = [each.name for each in regulations.structures if _accepts(each, attendance)]
    instead = (
        say("Choose {others}.", others=listing(others, "or"))
        if others
        else say_n(
            "{count} player cannot play in any structure.",
            "{count} players cannot play in any structure.",
            attendance,
        )
    )
    reading = (structure_named(regulations, "custom") or structure).reading
    code: NoteCode = "too-few-players" if few else "too-many-players"
    return PlanNote(code, "attendance", paragraph(limit, instead), structure.clause, reading)


def least_words(structure: Structure, players: int) -> Message:
    """From how many players on a structure is for, in words."""
    return say_n(
        "{structure} needs at least {count} player.",
        "{structure} needs at least {count} players.",
        players,
        structure=_name(structure),
    )


def _most(structure: Structure) -> Message:
    return say_n(
        "{structure} needs at most {count} player.",
        "{structure} needs at most {count} players.",
        structure.rows[-1].to or 0,
        structure=_name(structure),
    )


def _accepts(structure: Structure, attendance: int) -> bool:
    if structure.rows:
        return _row(structure, attendance) is not None
    return attendance >= structure.least


def _suggestion(structure: Structure, attendance: int, tier: str | None) -> RoundsAndCut | None:
    """The suggestion above the last row: one round more for every doubling begun (reading `B41`)."""
    last, beyond = structure.rows[-1], structure.beyond
    if beyond is None or last.to is None or attendance <= last.to:
        return None
    fields = -(-attendance // last.to)
    rounds = last.rounds + (fields - 1).bit_length()
    cut, about_cut = _cut(structure, attendance, beyond.cut, tier)
    ends = say_n(
        "{structure} ends at {count} player.",
        "{structure} ends at {count} players.",
        last.to,
        structure=_name(structure),
    )
    message = paragraph(ends, _suggested(rounds, cut))
    note = PlanNote("beyond-table", "rounds", message, beyond.clause, beyond.reading)
    return RoundsAndCut(structure.id, attendance, rounds, cut, None, structure.clause, (note, *about_cut))


def _suggested(rounds: int, cut: int) -> Message:
    if cut:
        return say_n(
            "{count} round and a cut to {cut} are a suggestion, to be changed as Custom.",
            "{count} rounds and a cut to {cut} are a suggestion, to be changed as Custom.",
            rounds,
            cut=cut,
        )
    return say_n(
        "{count} round is a suggestion, to be changed as Custom.",
        "{count} rounds are a suggestion, to be changed as Custom.",
        rounds,
    )


def _cut(
    structure: Structure, attendance: int, cut: int, tier: str | None
) -> tuple[int, tuple[PlanNote, ...]]:
    """The cut that is really made, and what to say where it is not the table's."""
    if cut and cut_barred(structure, tier):
        message = say(
            "{structure} makes a cut to {cut} only for other kinds of event: there is none here.",
            structure=_name(structure),
            cut=cut,
        )
        return 0, (PlanNote("cut-not-in-tier", "cut", message, structure.clause, structure.reading),)
    for each in structure.cut_exceptions:
        if each.players <= attendance <= each.to:
            message = say_n(
                "{count} player cannot fill the table's cut to {cut}: it becomes {smaller}.",
                "{count} players cannot fill the table's cut to {cut}: it becomes {smaller}.",
                attendance,
                cut=cut,
                smaller=each.cut,
            )
            return each.cut, (PlanNote("cut-shrunk", "cut", message, each.clause, each.reading),)
    return cut, ()


def cut_barred(structure: Structure, tier: str | None) -> bool:
    """Whether cuts of this structure are made at other tiers only."""
    return tier is not None and bool(structure.cut_tiers) and tier not in structure.cut_tiers


def rematch_notes(regulations: Regulations, attendance: int, rounds: int) -> Iterator[PlanNote]:
    """A warning where even a round robin, with one bye each for an odd number, is over before the plan."""
    most = attendance - 1 + attendance % 2
    if rounds > most and regulations.scoring.model != "placing":
        message = paragraph(
            say_n(
                "{count} player has only {opponents} opponents: from round {round} on rematches cannot be "
                "avoided.",
                "{count} players have only {opponents} opponents each: from round {round} on rematches "
                "cannot be "
                "avoided.",
                attendance,
                opponents=attendance - 1,
                round=most + 1,
            ),
            say_n("{count} round lets everybody meet once.", "{count} rounds let everybody meet once.", most),
        )
        yield PlanNote("forced-rematch", "rounds", message, regulations.pairing.rematch_clause, "B4a")


def here_words(attendance: int) -> Message:
    """How many are here, in words."""
    return say_n("{count} is here.", "{count} are here.", attendance)
