"""What a well-formed file can get wrong about its structures and cuts: gaps in tables, cuts that nobody can fill."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from muster.core.messages import Message, say
from muster.rules.mistakes import Found, no_id_among
from muster.rules.parts import Parts
from muster.rules.schema import Cut, Structure, StructureRow
from muster.rules.scoring import PlacingScoring

_TABLE_CUTS: Final = (4, 7, 10, 13, 16)
"""A final of four, and before it up to four tables whose winners go on (`F14`)."""


def fills(cut: int, *, at_tables: bool) -> bool:
    """Whether so many fill a bracket, or the tables of a cut."""
    return cut in _TABLE_CUTS if at_tables else cut > 1 and is_power_of_two(cut)


CUT_SIZE: Final = say("must be 0 for no cut, or a power of two: 2, 4, 8, 16, …")


TABLE_CUT_SIZE: Final = say("must be 0 for no cut, or fill tables of four: 4, 7, 10, 13 or 16")


def is_power_of_two(number: int) -> bool:
    """Whether a bracket of this many places is full: 1, 2, 4, 8 and so on."""
    return number > 0 and number & (number - 1) == 0


def _row_gaps(rows: tuple[StructureRow, ...]) -> Found:
    for place, row in enumerate(rows):
        if row.to is not None and row.to < row.players:
            says = say(
                "is {to}, below the {players} players the row starts at", to=row.to, players=row.players
            )
            yield (place, "to"), says
    for place, (row, following) in enumerate(pairwise(rows), start=1):
        if row.to is None:
            yield (place - 1, "to"), say("is missing: only the last row may be open-ended")
        elif following.players <= row.to:
            yield (place, "players"), say("overlaps: the row before goes up to {to} players", to=row.to)
        elif following.players > row.to + 1:
            yield (place, "players"), say("leaves a gap: the row before goes up to {to} players", to=row.to)


def _unfilled(row: StructureRow, structure: Structure) -> int:
    """The least attendance of the row that neither fills its cut nor is excepted from it."""
    players = row.players
    for each in sorted(structure.cut_exceptions, key=lambda each: each.players):
        if each.players <= players <= each.to:
            players = each.to + 1
    return players


def _row_cuts(structure: Structure, *, at_tables: bool) -> Found:
    for place, row in enumerate(structure.rows):
        unfilled = _unfilled(row, structure)
        if row.cut and not fills(row.cut, at_tables=at_tables):
            yield ("rows", place, "cut"), _cut_size(at_tables=at_tables)
        elif unfilled < row.cut:
            message = say(
                "cuts {players} players to {cut}; say in `cut_exceptions` to how many",
                players=unfilled,
                cut=row.cut,
            )
            yield ("rows", place, "cut"), message


def _cut_exceptions(structure: Structure, *, at_tables: bool) -> Found:
    for place, each in enumerate(structure.cut_exceptions):
        way = ("cut_exceptions", place)
        if each.to < each.players:
            message = say(
                "is {to}, below the {players} players the exception starts at",
                to=each.to,
                players=each.players,
            )
            yield (*way, "to"), message
        if each.cut and not fills(each.cut, at_tables=at_tables):
            yield (*way, "cut"), _cut_size(at_tables=at_tables)
        elif each.cut > each.players:
            yield (*way, "cut"), say("cuts {players} players to {cut}", players=each.players, cut=each.cut)


def _cut_size(*, at_tables: bool) -> Message:
    return TABLE_CUT_SIZE if at_tables else CUT_SIZE


def _structure(structure: Structure, *, at_tables: bool) -> Found:
    if structure.id == "custom" and structure.rows:
        yield ("rows",), say("must be left out: in `custom` the organiser enters rounds and cut")
    if structure.id != "custom" and not structure.rows:
        yield ("rows",), say("is missing: the table of rounds by attendance")
    yield from ((("rows", *way), message) for way, message in _row_gaps(structure.rows))
    yield from _row_cuts(structure, at_tables=at_tables)
    yield from _cut_exceptions(structure, at_tables=at_tables)
    if structure.beyond and (not structure.rows or structure.rows[-1].to is None):
        yield ("beyond",), say("has no use: the table has no end")
    if structure.beyond and structure.beyond.cut and not fills(structure.beyond.cut, at_tables=at_tables):
        yield ("beyond", "cut"), _cut_size(at_tables=at_tables)


def check_structures(parts: Parts) -> Found:
    """Tables have neither gaps nor overlaps, and every cut can be filled."""
    tiers, at_tables = parts.ids("tiers"), parts.one(PlacingScoring) is not None
    for at in parts.of(Structure):
        found = _structure(at.part, at_tables=at_tables)
        yield from (((*at.way, *way), message) for way, message in found)
        unknown = (each for each in at.part.cut_tiers if each not in tiers)
        yield from (((*at.way, "cut_tiers"), no_id_among("tiers", each)) for each in unknown)


def check_cut(parts: Parts) -> Found:
    """A cut has at least one kind, and sizes that fill a bracket, smallest first."""
    at_tables = parts.one(PlacingScoring) is not None
    for at in parts.of(Cut):
        if not at.part.kinds or len(set(at.part.kinds)) < len(at.part.kinds):
            yield (*at.way, "kinds"), say("must list at least one kind, and each once")
        if at_tables and set(at.part.kinds) - {"top"}:
            yield (*at.way, "kinds"), say("must be `top` alone: at tables so many go on as fill them")
        sizes = at.part.sizes
        if not all(fills(size, at_tables=at_tables) for size in sizes) or list(sizes) != sorted(set(sizes)):
            says = (
                say("must be sizes that fill tables (4, 7, 10, 13, 16), each once, smallest first")
                if at_tables
                else say("must be powers of two from 2, each once, smallest first")
            )
            yield (*at.way, "sizes"), says
