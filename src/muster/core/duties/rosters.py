"""Duties about rosters, for the desk: those that are missing, not legal, not checked in full, or late."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.core.duties.people import each, names
from muster.core.duties.situation import RosterStanding, Situation
from muster.core.duties.values import Found, Kind
from muster.core.ids import PlayerId
from muster.core.messages import Message, listing, say, say_n
from muster.core.pairing.building import watcher
from muster.core.tournament import queries

CLAUSES: Final = ("COM-LIST-2", "LEG-LIST-1", "SWU-LIST-1")
"""The clauses on handing a list in before the start."""


NAMED: Final = 5
"""Players named in one sentence."""


def _with(now: Situation, kind: str, standing: RosterStanding) -> list[PlayerId]:
    if now.rosters != "required" or now.finished:
        return []
    found = (player.player for player, entrant in now.playing if entrant.roster == standing)
    return now.unsettled(kind, found)


def _missing(now: Situation) -> Iterator[Found]:
    unbuilt = now.limited and now.before
    without = [] if unbuilt else _with(now, "roster-missing", "missing")
    if without:
        says = say_n(
            "{count} of {players} rosters is missing: {names}.",
            "{count} of {players} rosters are missing: {names}.",
            len(without),
            players=len(now.playing),
            names=names(now, without),
        )
        yield Found(says, by=now.deadline or now.opens_at, covers=each(without))


def _illegal(now: Situation) -> Iterator[Found]:
    wrong = _with(now, "roster-illegal", "illegal")
    if wrong:
        says = say_n(
            "{count} roster is not legal: {names}.",
            "{count} rosters are not legal: {names}.",
            len(wrong),
            names=names(now, wrong),
        )
        yield Found(says, by=now.deadline or now.opens_at, covers=each(wrong))


def _unsure(now: Situation) -> Iterator[Found]:
    doubtful = _with(now, "roster-unsure", "unsure")
    if doubtful and now.before:
        says = say_n(
            "{count} roster could not be checked in full: {names}.",
            "{count} rosters could not be checked in full: {names}.",
            len(doubtful),
            names=names(now, doubtful),
        )
        yield Found(says, covers=each(doubtful))


def _late(now: Situation) -> Iterator[Found]:
    for player, entrant in now.playing:
        if entrant.late and not now.finished:
            says = say(
                "The roster of {name} came late: approve it or refuse it.", name=now.name(player.player)
            )
            yield Found(says, str(player.player), player=player.player, target=player.player)


def _more(count: int) -> list[Message]:
    return [say_n("{count} more", "{count} more", count)] if count > 0 else []


def _pools(now: Situation) -> Iterator[Found]:
    """Who sits at a building table without a registered pool, with whoever is to register it."""
    if now.pools is None or now.state.rounds or now.finished:
        return
    without = [
        (player, watcher(table, player, frozenset(here)))
        for table in now.state.building or ()
        for here in [[one for one in table if queries.present(now.state.players[one])]]
        for player in here
        if player not in now.pools
    ]
    open_ = {*now.unsettled("pool-missing", (player for player, _ in without))}
    missing = [
        say("{name} (opposite {other})", name=now.name(player), other=now.name(other))
        if other is not None
        else say("{name} (alone)", name=now.name(player))
        for player, other in without
        if player in open_
    ]
    if missing:
        says = say_n(
            "{count} pool is not registered: {names}.",
            "{count} pools are not registered: {names}.",
            len(missing),
            names=listing([*missing[:NAMED], *_more(len(missing) - NAMED)], "plain"),
        )
        yield Found(says, covers=each(sorted(open_)))


KINDS: Final = (
    Kind(
        "pool-missing",
        say("Pools that are not registered"),
        ("organiser", "scorekeeper", "marshal", "judge"),
        "stops",
        ("SWU-SEAL-1",),
        "building",
        say("See the tables"),
        _pools,
        waivable=True,
        done=say("Go on without them"),
        steps=("pair", "publish"),
    ),
    Kind(
        "roster-missing",
        say("Missing rosters"),
        ("organiser", "marshal", "scorekeeper"),
        "stops",
        CLAUSES,
        "remind",
        say("Remind them"),
        _missing,
        waivable=True,
        done=say("Go on without them"),
        steps=("announce", "start", "pair", "publish"),
    ),
    Kind(
        "roster-illegal",
        say("Rosters that are not legal"),
        ("organiser", "marshal", "judge"),
        "stops",
        CLAUSES,
        "rosters",
        say("Look at them"),
        _illegal,
        waivable=True,
        done=say("Go on as they are"),
        steps=("announce", "start", "pair", "publish"),
    ),
    Kind(
        "roster-unsure",
        say("Rosters that were not checked in full"),
        ("marshal", "judge", "organiser"),
        "reminds",
        CLAUSES,
        "rosters",
        say("Look at them"),
        _unsure,
        waivable=True,
        done=say("Looked at"),
    ),
    Kind(
        "roster-late",
        say("Late rosters"),
        ("marshal", "organiser"),
        "warns",
        CLAUSES,
        "rosters",
        say("Decide"),
        _late,
        loud=True,
    ),
)
