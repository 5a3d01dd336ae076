"""What a well-formed `[roster]` can still get wrong: sections that are not there, dates and bounds out of order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Final

from muster.core.messages import say
from muster.rules.mistakes import Found, Way, no_id_among, suggest
from muster.rules.parts import Parts
from muster.rules.rosters import Construction, RosterRules

UPGRADES: Final = "upgrades"
"""The section of what items carry; it is always there."""

_FIGURED: Final = frozenset({"one-per-item", "pair-capacity"})
_WORDED: Final = frozenset({"one-per-item", "shared-aspect"})


def check_roster_ids(parts: Parts) -> Found:
    """No section, construction, set or limit at one time stands twice."""
    for roster in _rosters(parts):
        lists = {
            "sections": [each.id for each in roster.sections],
            "constructions": [each.id for each in roster.constructions],
            "sets": [each.code for each in roster.sets],
        }
        for name, ids in lists.items():
            for place in _again(ids):
                key = "code" if name == "sets" else "id"
                says = say("`{value}` is there twice; every {key} stands once", value=ids[place], key=key)
                yield ("roster", name, place, key), says
        for at, construction in enumerate(roster.constructions):
            keys = [(each.id, each.starts) for each in construction.limits]
            for place in _again(keys):
                way = ("roster", "constructions", at, "limits", place, "id")
                yield way, say("`{id}` is there twice; every id stands once at a time", id=keys[place][0])


def check_roster_sections(parts: Parts) -> Found:
    """Every section that is named is listed under `sections`."""
    for roster in _rosters(parts):
        known = {UPGRADES, *(each.id for each in roster.sections)}
        for way, section in _sections(roster):
            if section not in known:
                yield ("roster", *way), suggest(no_id_among("sections", section), section, known)


def check_roster_names(parts: Parts) -> Found:
    """Every construction and tier that is named is listed."""
    tiers = parts.ids("tiers")
    for roster in _rosters(parts):
        known = {each.id for each in roster.constructions}
        for way, name in _constructions(roster):
            if name not in known:
                yield ("roster", *way), suggest(no_id_among("constructions", name), name, known)
        for way, name in _tiers(roster):
            if name not in tiers:
                yield ("roster", *way), no_id_among("tiers", name)


def check_roster_order(parts: Parts) -> Found:
    """Nothing ends before it starts, and no most is below its least."""
    for roster in _rosters(parts):
        for at, construction in enumerate(roster.constructions):
            for place, limit in enumerate(construction.limits):
                way = ("roster", "constructions", at, "limits", place)
                if limit.most is not None and limit.most < limit.least:
                    says = say("is {most}, below the least of {least}", most=limit.most, least=limit.least)
                    yield (*way, "most"), says
                if limit.most is None and not limit.least:
                    yield way, say("limits nothing: it has neither `least` nor `most`")
                yield from _order((*way, "ends"), limit.starts, limit.ends)
        for place, each in enumerate(roster.suspensions):
            yield from _order(("roster", "suspensions", place, "ends"), each.starts, each.ends)
        for place, one in enumerate(roster.sets):
            yield from _order(("roster", "sets", place, "leaves"), one.released, one.leaves)


def check_roster_needs(parts: Parts) -> Found:
    """Checks and exceptions have the figures and words they need."""
    for roster in _rosters(parts):
        for at, construction in enumerate(roster.constructions):
            for place, check in enumerate(construction.checks):
                way = ("roster", "constructions", at, "checks", place)
                if check.check in _FIGURED and check.most is None:
                    yield (*way, "most"), say("is missing: the figure of `{check}`", check=check.check)
                if check.check in _WORDED and not check.names:
                    yield (*way, "names"), say("is missing: the words of `{check}`", check=check.check)
        for place, each in enumerate(roster.exceptions):
            if each.changes != "copies" and each.section is None:
                says = say("is missing: where the card changes something")
                yield ("roster", "exceptions", place, "section"), says
            if each.changes == "ally" and each.faction is None:
                yield ("roster", "exceptions", place, "faction"), say("is missing: the faction of the allies")


def _rosters(parts: Parts) -> Iterator[RosterRules]:
    return (at.part for at in parts.of(RosterRules))


def _again(ids: Iterable[object]) -> Iterator[int]:
    """The places of what was there before."""
    seen: set[object] = set()
    for place, each in enumerate(ids):
        if each in seen:
            yield place
        seen.add(each)


def _order(way: Way, starts: date | None, ends: date | None) -> Found:
    if starts is not None and ends is not None and ends < starts:
        yield way, say("is before {date}, where it starts", date=starts.isoformat())


def _sections(roster: RosterRules) -> Iterator[tuple[Way, str]]:
    for at, construction in enumerate(roster.constructions):
        for way, sections in _named_by(construction):
            yield from ((("constructions", at, *way), each) for each in sections)
    if roster.tally is not None:
        yield from ((("tally", "sections"), each) for each in roster.tally.sections)
        yield from ((("tally", "wiped_sections"), each) for each in roster.tally.wiped_sections)
    for place, each in enumerate(roster.exceptions):
        if each.section is not None:
            yield ("exceptions", place, "section"), each.section


def _named_by(construction: Construction) -> Iterator[tuple[Way, tuple[str, ...]]]:
    for place, asked in enumerate(construction.asked):
        yield ("asked", place, "section"), (asked.section,)
    for place, limit in enumerate(construction.limits):
        yield ("limits", place, "sections"), limit.sections
    for place, copies in enumerate(construction.copies):
        yield ("copies", place, "sections"), copies.sections
    for place, check in enumerate(construction.checks):
        yield ("checks", place, "sections"), check.sections


def _constructions(roster: RosterRules) -> Iterator[tuple[Way, str]]:
    for place, exception in enumerate(roster.exceptions):
        yield from ((("exceptions", place, "constructions"), each) for each in exception.constructions)
    for place, suspension in enumerate(roster.suspensions):
        yield from ((("suspensions", place, "constructions"), each) for each in suspension.constructions)
    for place, one in enumerate(roster.sets):
        yield from ((("sets", place, "constructions"), each) for each in one.constructions)
        yield from ((("sets", place, "leaves_from"), each) for each in one.leaves_from)


def _tiers(roster: RosterRules) -> Iterator[tuple[Way, str]]:
    for place, window in enumerate(roster.windows):
        yield from ((("windows", place, "tiers"), each) for each in window.tiers)
    for place, construction in enumerate(roster.constructions):
        yield from ((("constructions", place, "tiers"), each) for each in construction.tiers)


ROSTER_CHECKS: Final[tuple[Callable[[Parts], Found], ...]] = (
    check_roster_ids,
    check_roster_sections,
    check_roster_names,
    check_roster_order,
    check_roster_needs,
)
"""All checks of rosters, in the order in which they report."""
