"""What a well-formed regulations file can still get wrong: gaps in tables and things that do not fit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from typing import Final

from muster.core.messages import Message, say, say_n
from muster.rules.basis import CLAUSE_PATTERN, Part
from muster.rules.mistakes import Found, Way, no_id_among, suggest
from muster.rules.parts import Parts
from muster.rules.roster_checks import ROSTER_CHECKS
from muster.rules.schema import Correction, MatchFormat, RoundDraws, RoundTime, Standings
from muster.rules.scoring_checks import check_fit, check_scoring, check_variants
from muster.rules.structure_checks import check_cut, check_structures


def _citations(value: object, way: Way) -> Iterator[tuple[Way, str]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            if isinstance(item, str):
                if key == "clause" or key.endswith("_clause"):
                    yield (*way, key), item
            elif (way, key) != ((), "clauses"):
                yield from _citations(item, (*way, key))
    elif isinstance(value, tuple | list):
        for place, item in enumerate(value):
            yield from _citations(item, (*way, place))


def check_citations(parts: Parts) -> Found:
    """Every clause that is cited is listed under `clauses`; what is no id at all is said elsewhere."""
    listed = parts.data.get("clauses")
    if not isinstance(listed, Mapping):
        return
    for way, clause in _citations(parts.data, ()):
        if re.fullmatch(CLAUSE_PATTERN, clause) and clause not in listed:
            says = say("cites {clause}, which is not listed under `clauses`", clause=clause[:40])
            yield way, suggest(says, clause, listed)


def _repeated(ids: Iterable[tuple[Way, str]]) -> Found:
    seen: set[str] = set()
    for way, each in ids:
        if each in seen:
            yield (*way, "id"), say("`{id}` is there twice; every id stands once", id=each)
        seen.add(each)


def check_ids(parts: Parts) -> Found:
    """No id stands twice in one list."""
    for name in ("tiers", "structures", "match_formats", "ends"):
        listed = ((at.way, getattr(at.part, "id", "")) for at in parts.of(Part) if at.way[0] == name)
        yield from _repeated(listed)
    for at in parts.of(Standings):
        breakers = enumerate(at.part.tiebreakers)
        yield from _repeated(((*at.way, "tiebreakers", place), each.id) for place, each in breakers)


def check_formats(parts: Parts) -> Found:
    """Match formats and tiers that are named exist, and no kind of round has two times."""
    formats, tiers = parts.ids("match_formats"), parts.ids("tiers")
    times = list(parts.of(RoundTime))
    for at in times:
        if at.part.match is not None and at.part.match not in formats:
            yield (*at.way, "match"), no_id_among("match_formats", at.part.match)
    for kind, count in Counter((at.part.round, at.part.match) for at in times).items():
        if count > 1:
            says = say_n(
                "times {rounds} {count} time; once is enough",
                "times {rounds} {count} times; once is enough",
                count,
                rounds=_kind_text(*kind),
            )
            yield ("round_times",), says
    for match in parts.of(MatchFormat):
        unknown = (each for each in match.part.tiers if each not in tiers)
        yield from (((*match.way, "tiers"), no_id_among("tiers", each)) for each in unknown)


def _kind_text(kind: str, match: str | None) -> Message:
    return (
        say("{kind} rounds of {match}", kind=kind, match=match) if match else say("{kind} rounds", kind=kind)
    )


_ROUNDS_OF_STAGE: Final = {"swiss": ("swiss",), "elimination": ("elimination", "final")}


def check_times(parts: Parts) -> Found:
    """Every kind of round in which a match format is played has a time."""
    given = parts.data.get("round_times")
    times = list(parts.of(RoundTime))
    if not isinstance(given, tuple | list) or len(times) < len(given):
        return  # a malformed entry may be the one that would be missed
    known = {(at.part.round, at.part.match) for at in times}
    for at in parts.of(MatchFormat):
        for kind in (kind for stage in at.part.stages for kind in _ROUNDS_OF_STAGE[stage]):
            if not known & {(kind, at.part.id), (kind, None)}:
                yield ("round_times",), say("has no time for {rounds}", rounds=_kind_text(kind, at.part.id))


def check_correction(parts: Parts) -> Found:
    """A window of rounds says how many; another window has no number."""
    for at in parts.of(Correction):
        if at.part.window == "rounds" and at.part.rounds is None:
            yield (*at.way, "rounds"), say("is missing: for how many rounds a result may be corrected")
        if at.part.window != "rounds" and at.part.rounds is not None:
            yield (*at.way, "rounds"), say("has no use with the window `{window}`", window=at.part.window)


def check_seasons(parts: Parts) -> Found:
    """Seasons stand in the order of their dates, and no card stands twice in one."""
    for at in parts.of(RoundDraws):
        for place, (season, following) in enumerate(pairwise(at.part.seasons), start=1):
            if following.starts <= season.starts:
                message = say(
                    "must be later than {date}, where the season before starts",
                    date=season.starts.isoformat(),
                )
                yield (*at.way, "seasons", place, "starts"), message
        for (place, season), name in product(enumerate(at.part.seasons), ("deployments", "objectives")):
            cards = getattr(season, name)
            if len(set(cards)) < len(cards):
                yield (*at.way, "seasons", place, name), say("names a card twice")


CHECKS: Final[tuple[Callable[[Parts], Found], ...]] = (
    check_citations,
    check_ids,
    check_structures,
    check_cut,
    check_formats,
    check_times,
    check_scoring,
    check_fit,
    check_variants,
    check_correction,
    check_seasons,
    *ROSTER_CHECKS,
)
"""All checks, in the order in which they report."""
