"""Every format a roster can be read from or written in, and how a text is recognised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from muster.core.roster.catalogue import Catalogue
from muster.core.roster.roster import Roster
from muster.exchange.rosters import (
    aff,
    armada_sheet,
    fabs,
    fleets_designer,
    kingston,
    legion_hq_json,
    legion_hq_link,
    legion_hq_text,
    melee_text,
    muster_json,
    muster_text,
    picklist,
    runewars_builder,
    runewars_report,
    starforge,
    swudb_json,
    tabletop_admiral,
    warlords,
)
from muster.exchange.rosters.reading import Reading, Unreadable
from muster.rules.rosters import Game

Reader = Callable[[str], Reading | Unreadable]
"""Reads a cleaned text (see `cleaning.cleaned`); of any content, in time proportional to its length."""

Writer = Callable[[Roster, Catalogue | None], str]
"""Writes a roster; the catalogue supplies names or ids the roster itself does not state."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes:
        id: such as `kingston`.
        name: as players know it: `Kingston (Ryan Kingston's Fleet Builder)`.
        games: whose rosters it holds.
        likeness: how much a cleaned text looks like it, from 0 (not at all) to 100 (cannot be anything else).
        read: its reader; None for a format that is only written.
        write: its writer; None for a format that is only read.
        by_hand: reads a list that need not say which game it is of, as people type it; None for builders' formats.
    """

    id: str
    name: str
    games: tuple[Game, ...]
    likeness: Callable[[str], int]
    read: Reader | None = None
    write: Writer | None = None
    by_hand: Callable[[str, Game], Reading | Unreadable] | None = None


ALL: Final[tuple[Game, ...]] = ("armada", "legion", "runewars", "unlimited")

FORMATS: Final[tuple[Format, ...]] = (
    Format("muster-json", "Muster's JSON", ALL, muster_json.likeness, muster_json.read, muster_json.write),
    Format(
        "muster-text",
        "Muster's text",
        ALL,
        muster_text.likeness,
        muster_text.read,
        muster_text.write,
        muster_text.by_hand,
    ),
    Format(
        "swudb-json",
        "SWUDB's JSON (also Karabast, SWUBase)",
        ("unlimited",),
        swudb_json.likeness,
        swudb_json.read,
        swudb_json.write,
    ),
    Format(
        "melee-text",
        "Melee's text (also SWUDB's)",
        ("unlimited",),
        melee_text.likeness,
        melee_text.read,
        melee_text.write,
    ),
    Format("swudb-picklist", "SWUDB's picklist", ("unlimited",), picklist.likeness, picklist.read),
    Format(
        kingston.ID,
        "Kingston (Ryan Kingston's Fleet Builder, also Armada HQ)",
        ("armada",),
        kingston.likeness,
        kingston.read,
        kingston.write,
    ),
    Format(starforge.ID, "Star Forge", ("armada",), starforge.likeness, starforge.read),
    Format(warlords.ID, "Armada Warlords (also Flagship)", ("armada",), warlords.likeness, warlords.read),
    Format(
        fleets_designer.ID,
        "Armada Fleets Designer",
        ("armada",),
        fleets_designer.likeness,
        fleets_designer.read,
    ),
    Format(fabs.ID, "Fab's fleet builder", ("armada",), fabs.likeness, fabs.read),
    Format(aff.ID, "AFF (ship:, upgrade:, squadron:)", ("armada",), aff.likeness, aff.read),
    Format(
        armada_sheet.ID,
        "a sheet of Armada fleets (CSV)",
        ("armada",),
        armada_sheet.likeness,
        armada_sheet.read,
    ),
    Format(
        legion_hq_text.ID,
        "Legion HQ's text (tournament, standard, minimal)",
        ("legion",),
        legion_hq_text.likeness,
        legion_hq_text.read,
        legion_hq_text.write,
    ),
    Format(
        legion_hq_link.ID, "Legion HQ's share link", ("legion",), legion_hq_link.likeness, legion_hq_link.read
    ),
    Format(legion_hq_json.ID, "Legion HQ's JSON", ("legion",), legion_hq_json.likeness, legion_hq_json.read),
    Format(
        tabletop_admiral.ID,
        "Tabletop Admiral (JSON, also Longshanks', and text)",
        ("legion",),
        tabletop_admiral.likeness,
        tabletop_admiral.read,
        tabletop_admiral.write,
    ),
    Format(
        runewars_builder.ID,
        "the Runewars web builder",
        ("runewars",),
        runewars_builder.likeness,
        runewars_builder.read,
    ),
    Format(
        runewars_report.ID,
        "a Runewars list of a report or post",
        ("runewars",),
        runewars_report.likeness,
        runewars_report.read,
    ),
)
"""Every format. Of formats a text looks like equally, the first is taken."""


def by_id() -> Mapping[str, Format]:
    """The formats by id."""
    return {one.id: one for one in FORMATS}
