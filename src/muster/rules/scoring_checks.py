"""What a well-formed file gets wrong about its scoring: gaps in tables, and what does not fit how points are made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, get_args

from muster.core.messages import listing, say
from muster.rules.mistakes import Found
from muster.rules.parts import Parts
from muster.rules.schema import Award, Elimination, End, EndId, SeatRole, Standings
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, Scoring, ShareScoring
from muster.rules.tiebreakers import FITTING_TIEBREAKERS, OF_KEPT_SCORES
from muster.rules.variants import Variants

_PLAYED_ENDS: Final = frozenset({"defeated", "mutual-destruction", "rounds"})


_GAMES_ENDS: Final = frozenset({"decided", "intentional-draw"})


_TABLE_ENDS: Final = frozenset({"decided", "time"})


_MISFIT_ENDS: Final = {
    "margin": _GAMES_ENDS,
    "share": _GAMES_ENDS,
    "games": _PLAYED_ENDS,
    "placing": frozenset(get_args(EndId)) - _TABLE_ENDS,
}


def _scoring(parts: Parts) -> Scoring | None:
    duel = parts.one(MarginScoring) or parts.one(ShareScoring) or parts.one(GamesScoring)
    return duel or parts.one(PlacingScoring)


NEEDS_DRAWS: Final = say("`fide-2023` needs `games` scoring, for it counts rounds as drawn")


def variants_misfit(variants: Variants, scoring: Scoring) -> bool:
    """Whether the reading of rounds without an opponent counts draws in a game that knows none."""
    drawn = isinstance(scoring, MarginScoring) and scoring.scores == "kept"
    return variants.unplayed_rounds == "fide-2023" and not drawn and not isinstance(scoring, GamesScoring)


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
