"""An organiser's own rounds and cut: what is impossible about them, and what is unusual."""

from __future__ import annotations

from collections.abc import Iterator

from muster.core.bracket.double import FEWEST
from muster.core.bracket.tables import SIZES
from muster.core.messages import listing, paragraph, say, say_n
from muster.core.structure import (
    PlanNote,
    PlanRefusal,
    RoundsAndCut,
    cut_barred,
    here_words,
    least_words,
    places_to_fill,
    rematch_notes,
    structure_named,
    unknown_notes,
)
from muster.rules.schema import Regulations, Structure


def check_custom(
    regulations: Regulations,
    attendance: int,
    rounds: int,
    cut: int,
    *,
    tier: str | None = None,
    double: bool = False,
) -> RoundsAndCut | PlanRefusal:
    """An organiser's own number of rounds and size of the cut.

    No rounds and no cut mean elimination of everybody from the start (`COM-ELIM-3`), single or `double`.

    Returns:
        The plan with its warnings (below the tables' least attendance, forced rematches, a cut of a size or
        in a tier that the regulations do not have), or the refusal with every reason: too few players to
        play at all, a cut larger than the field (reading `B4`) or not a power of two (`B2`, `B42`).
    """
    structure = structure_named(regulations, "custom")
    problems = [
        *unknown_notes(regulations, "custom", tier),
        *_impossible(regulations, attendance, rounds, cut),
    ]
    problems += _too_few_for_double(attendance) if double and rounds == 0 else ()
    if structure is None or problems:
        return PlanRefusal(tuple(problems))
    warnings = (
        *_below_tables(regulations, structure, attendance),
        *_unusual_cut(regulations, structure, cut, tier),
        *rematch_notes(regulations, attendance, rounds),
        *_elimination_only(regulations, attendance, rounds, double=double),
    )
    return RoundsAndCut(structure.id, attendance, rounds, cut, None, structure.clause, warnings)


def _impossible(regulations: Regulations, attendance: int, rounds: int, cut: int) -> Iterator[PlanNote]:
    """The reasons why nobody can play such a tournament."""
    structure = structure_named(regulations, "custom")
    if structure and attendance < structure.least:
        message = paragraph(least_words(structure, structure.least), here_words(attendance))
        yield PlanNote("too-few-players", "attendance", message, structure.clause, structure.reading)
    if rounds < 0:
        yield PlanNote("negative", "rounds", say("Enter 0 or more Swiss rounds."))
    rule = regulations.cut
    if regulations.scoring.model == "placing":
        yield from _impossible_at_tables(regulations, rounds, cut)
    elif cut < 0 or cut == 1 or cut & (cut - 1):
        message = say(
            "A cut to {cut} does not fill a bracket: enter a power of two ({examples}), or 0 for none.",
            cut=cut,
            examples="2, 4, 8, 16, …",
        )
        yield PlanNote("cut-not-a-power-of-two", "cut", message, rule.clause, rule.reading)
    if cut > attendance:
        message = say_n(
            "A cut to {cut} is larger than the field of {count} player; enter a smaller one.",
            "A cut to {cut} is larger than the field of {count} players; enter a smaller one.",
            attendance,
            cut=cut,
        )
        yield PlanNote("cut-too-large", "cut", message, rule.clause, "B4")
    if cut > 0 and rounds == 0:
        message = say(
            "A cut goes by standings: enter at least 1 Swiss round, or no cut for elimination at once."
        )
        yield PlanNote("cut-without-rounds", "cut", message, rule.clause)


def _impossible_at_tables(regulations: Regulations, rounds: int, cut: int) -> Iterator[PlanNote]:
    rule = regulations.cut
    if cut and cut not in SIZES:
        message = say(
            "A cut to {cut} does not fill tables of four: enter {sizes}, or 0 for none.",
            cut=cut,
            sizes=listing(SIZES, "or"),
        )
        yield PlanNote("cut-not-a-power-of-two", "cut", message, rule.clause, rule.reading)
    if rounds == 0 and cut == 0:
        message = say("At tables nobody is out at once: enter at least 1 round.")
        yield PlanNote("elimination-only", "rounds", message, rule.clause, rule.reading)


def _below_tables(regulations: Regulations, structure: Structure, attendance: int) -> Iterator[PlanNote]:
    starts = [each.rows[0].players for each in regulations.structures if each.rows]
    if attendance < min(starts, default=0):
        start = say_n(
            "The tables of {game} start at {count} player.",
            "The tables of {game} start at {count} players.",
            min(starts),
            game=regulations.game,
        )
        message = paragraph(start, here_words(attendance))
        yield PlanNote("too-few-players", "attendance", message, structure.clause, structure.reading)


def _unusual_cut(
    regulations: Regulations, structure: Structure, cut: int, tier: str | None
) -> Iterator[PlanNote]:
    rule = regulations.cut
    if cut and cut not in rule.sizes:
        message = say(
            "A cut to {cut} is not among those of {game}: {sizes}.",
            cut=cut,
            game=regulations.game,
            sizes=listing(rule.sizes, "or"),
        )
        yield PlanNote("cut-size-unlisted", "cut", message, rule.clause, rule.reading)
    if cut and cut_barred(structure, tier):
        message = say(
            "{game} makes cuts only for other kinds of event; this one is kept as entered.",
            game=regulations.game,
        )
        yield PlanNote("cut-not-in-tier", "cut", message, structure.clause, structure.reading)


def _too_few_for_double(attendance: int) -> Iterator[PlanNote]:
    if attendance < FEWEST:
        message = say(
            "A double elimination needs at least {fewest} players; {count} are here.",
            fewest=FEWEST,
            count=attendance,
        )
        yield PlanNote("too-few-players", "attendance", message)


def _elimination_only(
    regulations: Regulations, attendance: int, rounds: int, *, double: bool
) -> Iterator[PlanNote]:
    if rounds == 0 and double:
        message = say("No Swiss rounds: double elimination from the start, with seeds drawn at random.")
        yield PlanNote("elimination-only", "rounds", message, regulations.elimination.random_start_clause)
    elif rounds == 0:
        message = say_n(
            "No Swiss rounds: single elimination from the start, with {count} bye drawn at random.",
            "No Swiss rounds: single elimination from the start, with {count} byes drawn at random.",
            places_to_fill(attendance) - attendance,
        )
        yield PlanNote(
            "elimination-only", "rounds", message, regulations.elimination.random_start_clause, "B22"
        )
