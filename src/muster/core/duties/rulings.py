"""Duties of leaders: appeals, proxies, faults of components, disqualifications that were recommended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.core.duties.situation import Situation, Waits
from muster.core.duties.values import Found, Kind
from muster.core.messages import Message, say


def _appeals(now: Situation) -> Iterator[Found]:
    for one in now.appeals:
        at = say("Table {table}: a ruling is appealed against. The last word is yours.", table=one.table or 0)
        says = at if one.table else say("A ruling is appealed against. The last word is yours.")
        yield _waits(one, says)


def _proxies(now: Situation) -> Iterator[Found]:
    for one in now.proxies:
        if one.player is not None:
            yield _waits(one, say("A proxy for {name} waits to be approved.", name=now.name(one.player)))


def _components(now: Situation) -> Iterator[Found]:
    for one in now.components:
        if one.player is not None:
            says = say(
                "{name} lacks a component: is it replaced, or shared, or is the game conceded?",
                name=now.name(one.player),
            )
            yield _waits(one, says)


def _recommended(now: Situation) -> Iterator[Found]:
    for one in now.recommended:
        if one.player is not None:
            says = say("A leader recommends to disqualify {name}: you decide.", name=now.name(one.player))
            yield _waits(one, says)


def _waits(one: Waits, says: Message) -> Found:
    return Found(says, str(one.number), one.at, table=one.table, player=one.player, target=one.number)


KINDS: Final = (
    Kind(
        "appeal",
        say("Appeals"),
        ("marshal", "organiser"),
        "warns",
        ("COM-ROLE-3", "SWU-ROLE-1"),
        "appeal",
        say("Decide"),
        _appeals,
        loud=True,
        always=True,
    ),
    Kind(
        "proxy",
        say("Proxies"),
        ("marshal", "organiser", "judge"),
        "warns",
        ("COM-LOST-2", "SWU-CHK-1"),
        "proxies",
        say("Look at it"),
        _proxies,
    ),
    Kind(
        "component",
        say("Components that are missing"),
        ("judge", "marshal", "organiser"),
        "warns",
        ("COM-LOST-1", "COM-MOD-1"),
        "components",
        say("Settle it"),
        _components,
        always=True,
    ),
    Kind(
        "disqualification",
        say("Disqualifications that were recommended"),
        ("organiser",),
        "warns",
        ("COM-ROLE-3", "COM-COND-1", "SWU-ROLE-1"),
        "recommendation",
        say("Decide"),
        _recommended,
        loud=True,
        always=True,
    ),
)
