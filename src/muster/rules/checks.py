"""What a well-formed regulations file can still get wrong: gaps in tables and things that do not fit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from typing import Final, get_args

from muster.core.messages import Message, listing, say, say_n
from muster.rules.basis import CLAUSE_PATTERN, Part
from muster.rules.mistakes import Way, no_id_among, suggest
from muster.rules.parts import Parts
from muster.rules.roster_checks import ROSTER_CHECKS
from muster.rules.schema import (
    Award,
    Correction,
    Cut,
    Elimination,
    End,
    EndId,
    MatchFormat,
    RoundDraws,
    RoundTime,
    SeatRole,
    Standings,
    Structure,
    StructureRow,
    Variants,
)
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, Scoring, ShareScoring
from muster.rules.tiebreakers import FITTING_TIEBREAKERS, OF_KEPT_SCORES

Found = Iterator[tuple[Way, Message]]
"""Mistakes as the way to the value and what is wrong with it."""

_PLAYED_ENDS: Final = frozenset({"defeated", "mutual-destruction", "rounds"})
_GAMES_ENDS: Final = frozenset({"decided", "intentional-draw"})
_TABLE_ENDS: Final = frozenset({"decided", "time"})
_MISFIT_ENDS: Final = {
    "margin": _GAMES_ENDS,
    "share": _GAMES_ENDS,
    "games": _PLAYED_ENDS,
    "placing": frozenset(get_args(EndId)) - _TABLE_ENDS,
}


_TABLE_CUTS: Final = (4, 7, 10, 13, 16)
"""A final of four, and before it up to four tables whose winners go on (`F14`)."""


def _scoring(parts: Parts) -> Scoring | None:
    duel = parts.one(MarginScoring) or parts.one(ShareScoring) or parts.one(GamesScoring)
    return duel or parts.one(PlacingScoring)


def fills(cut: int, *, at_tables: bool) -> bool:
    """Whether so many fill a bracket, or the tables of a cut."""
    return cut in _TABLE_CUTS if at_tables else cut > 1 and is_power_of_two(cut)


NEEDS_DRAWS: Final = say("`fide-2023` needs `games` scoring, for it counts rounds as drawn")


def variants_misfit(variants: Variants, scoring: Scoring) -> bool:
    """Whether the reading of rounds without an opponent counts draws in a game that knows none."""
    drawn = isinstance(scoring, MarginScoring) and scoring.scores == "kept"
    return variants.unplayed_rounds == "fide-2023" and not drawn and not isinstance(scoring, GamesScoring)


CUT_SIZE: Final = say("must be 0 for no cut, or a power of two: 2, 4, 8, 16, …")
TABLE_CUT_SIZE: Final = say("must be 0 for no cut, or fill tables of four: 4, 7, 10, 13 or 16")


def is_power_of_two(number: int) -> bool:
    """Whether a bracket of this many places is full: 1, 2, 4, 8 and so on."""
    return number > 0 and number & (number - 1) == 0


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


def _margin_table(scoring: MarginScoring) -> Found:
    rows, margin = scoring.table.rows, scoring.margin
    if margin.floor > margin.cap:
        says = say("is {floor}, above the cap of {cap}", floor=margin.floor, cap=margin.cap)
        yield ("margin", "floor"), says
    if rows[0].margin > margin.floor:
        says = say("leaves a gap: margins from {floor} have no row", floor=margin.floor)
        yield ("table", "rows", 0, "margin"), says
    for place, (row, following) in enumerate(pairwise(rows), start=1):
        if following.margin <= row.margin:
            says = say("overlaps: the row before starts at {margin}", margin=row.margin)
            yield ("table", "rows", place, "margin"), says
    for place, row in enumerate(rows):
        if row.margin > margin.cap:
            yield ("table", "rows", place, "margin"), say("is above the cap of {cap}", cap=margin.cap)


def _most(scoring: MarginScoring) -> int:
    """The largest margin that anybody can have."""
    return scoring.margin.cap + (scoring.margin.even or 0)


def _margin_rest(scoring: MarginScoring) -> Found:
    cap = scoring.margin.cap
    kept = (
        ("keep_from", scoring.concession.keep_from, cap),
        ("margin", scoring.concession.margin, _most(scoring)),
    )
    for key, value, most in kept:
        if value > most:
            yield ("concession", key), say("is above the cap of {cap}", cap=most)
    equal = scoring.equal_score
    by_hand, drawn = equal.winner == "by-hand", equal.winner == "nobody"
    if by_hand != (equal.roll is not None):
        useless = say("has no use: the game is drawn") if drawn else say("has no use: a seat role decides")
        yield ("equal_score", "roll"), say("is missing: the name of the roll") if by_hand else useless
    if drawn != (equal.points is not None):
        missing = say("is missing: what a draw is worth")
        yield ("equal_score", "points"), missing if drawn else say("has no use: somebody wins")


def _needs_role(scoring: Scoring) -> Iterator[str]:
    if isinstance(scoring, MarginScoring):
        winners = (scoring.equal_score.winner, scoring.mutual_destruction.winner)
        yield from (
            name
            for name, each in zip(("equal_score", "mutual_destruction"), winners, strict=True)
            if each == "role"
        )
    if isinstance(scoring, ShareScoring):
        orders = {"at_the_end": scoring.at_the_end, "mutual_destruction": scoring.mutual_destruction}
        yield from (name for name, order in orders.items() if "role" in order.by)


def check_scoring(parts: Parts) -> Found:
    """Margin tables have neither gaps nor overlaps, a seat role that decides is named, better places are worth more."""
    for placing in parts.of(PlacingScoring):
        for key, points in (
            ("usual", placing.part.points.usual),
            ("at_threes", placing.part.points.at_threes),
        ):
            if list(points) != sorted(points, reverse=True):
                yield (
                    (*placing.way, "points", key),
                    say("must be points from the first place down, none below 0"),
                )
        if not placing.part.points.usual[0]:
            yield (*placing.way, "points", "usual"), say("must give the first place points")
    for at in parts.of(MarginScoring):
        inside = (*_margin_table(at.part), *_margin_rest(at.part))
        yield from (((*at.way, *way), message) for way, message in inside)
    scoring, roles = _scoring(parts), parts.one(SeatRole)
    if scoring and roles and roles.deciding is None and any(_needs_role(scoring)):
        needed = listing(f"scoring.{name}" for name in _needs_role(scoring))
        yield ("seat_roles", "deciding"), say("is missing: {parts} let a seat role decide", parts=needed)


def check_fit(parts: Parts) -> Found:
    """Tiebreakers, ends, awards and ties in elimination fit the way games are scored."""
    scoring = _scoring(parts)
    if scoring is None:
        return
    fitting, misfits = FITTING_TIEBREAKERS[scoring.model], _MISFIT_ENDS[scoring.model]
    for at in parts.of(Standings):
        for place, each in enumerate(at.part.tiebreakers):
            if each.id not in fitting:
                message = say(
                    "`{id}` does not fit `{model}` scoring, which has {known}",
                    id=each.id,
                    model=scoring.model,
                    known=listing(sorted(fitting), "plain"),
                )
                yield (*at.way, "tiebreakers", place, "id"), message
    yield from _kept_scores(parts, scoring)
    for end in parts.of(End):
        if end.part.id in misfits:
            says = say("`{id}` does not fit `{model}` scoring", id=end.part.id, model=scoring.model)
            yield (*end.way, "id"), says
    cap = _most(scoring) if isinstance(scoring, MarginScoring) else 0
    for award in parts.of(Award):
        if award.part.margin > cap:
            says = say("must be at most {cap} with `{model}` scoring", cap=cap, model=scoring.model)
            yield (*award.way, "margin"), says
    yield from _ties(parts, scoring)


def _kept_scores(parts: Parts, scoring: Scoring) -> Found:
    """What counts scores needs a game that keeps them; what destroys a force counts for more than was scored."""
    if not isinstance(scoring, MarginScoring):
        return
    if scoring.scores == "kept":
        for end in parts.of(End):
            if end.part.id in ("defeated", "mutual-destruction"):
                yield (*end.way, "id"), say("`{id}` does not fit scores that are kept", id=end.part.id)
        return
    for at in parts.of(Standings):
        for place, each in enumerate(at.part.tiebreakers):
            if each.id in OF_KEPT_SCORES:
                says = say('`{id}` needs `scores = "kept"` in `scoring`', id=each.id)
                yield (*at.way, "tiebreakers", place, "id"), says


def _ties(parts: Parts, scoring: Scoring) -> Found:
    drawn = isinstance(scoring, MarginScoring) and scoring.equal_score.winner == "nobody"
    for rule in parts.of(Elimination):
        if (rule.part.tie == "decided") > isinstance(scoring, GamesScoring):
            yield (*rule.way, "tie"), say("`decided` needs `games` scoring with its `elimination_tie`")
        if rule.part.tie != "by-hand" and isinstance(scoring, PlacingScoring):
            yield (*rule.way, "tie"), say("must be `by-hand`: at tables the better seed goes on")
        if rule.part.tie == "cannot-happen" and drawn:
            yield (*rule.way, "tie"), say("must be `by-hand`: a game can be drawn")
        if rule.part.tie == "cannot-happen" and isinstance(scoring, GamesScoring):
            yield (*rule.way, "tie"), say("must be `decided` or `by-hand`: matches of games can be drawn")


def check_variants(parts: Parts) -> Found:
    """No reading counts what the way of scoring does not know."""
    scoring = _scoring(parts)
    for at in parts.of(Variants):
        if scoring is not None and variants_misfit(at.part, scoring):
            yield (*at.way, "unplayed_rounds"), NEEDS_DRAWS


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
