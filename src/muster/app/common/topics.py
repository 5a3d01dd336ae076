"""What has changed, in a word: the topics pages live by, and telling whoever listens.

A topic names a part of an event, such as `SPRING/1/results`; a page says which topics it shows, and is stale once
one of them has changed. Nothing else travels: whoever is told looks again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal

from django.db import transaction

from muster.core.tournament.facts import Fact
from muster.core.tournament.state import State
from muster.people.models import Change, Tournament

EventPart = Literal["event", "news", "screens"]
"""Of the whole event: its particulars, what the desk announces, what its screens show."""

Part = Literal["round", "results", "over", "people", "clock", "timers", "calls", "rosters"]
"""Of one tournament: who meets whom (and all that shakes everything else), results, that a round's last result is in,
players, clock, timers, calls, rosters handed in."""

SITE: Final = "site/events"
"""The topic of which events there are, and when and where: what the site's own front page shows."""

Listener = Callable[[frozenset[str]], None]

_listeners: list[Listener] = []
_names: dict[int, tuple[str, int]] = {}
_lock = threading.Lock()


def event_topic(code: str, part: EventPart) -> str:
    """The topic of a part of an event: `SPRING/news`."""
    return f"{code}/{part}"


def organisation_topic(slug: str) -> str:
    """The topic of what an organisation says of itself: `o/kosmos/page`; no event's code is in small letters."""
    return f"o/{slug}/page"


def topic(code: str, number: int, part: Part) -> str:
    """The topic of a part of one of an event's tournaments: `SPRING/1/results`."""
    return f"{code}/{number}/{part}"


def table_topic(code: str, number: int, table: int) -> str:
    """The topic of one table of the running round: `SPRING/1/t12`."""
    return f"{code}/{number}/t{table}"


def player_topic(code: str, number: int, player: int) -> str:
    """The topic of one player, by entry number: `SPRING/1/p7`."""
    return f"{code}/{number}/p{player}"


def topics_of(tournament: int, found: Iterable[Fact]) -> frozenset[str]:
    """The topics of these facts of a tournament."""
    code, number = named(tournament)
    return frozenset(one for fact in found for one in _of_fact(code, number, fact))


def with_end(found: frozenset[str], state: State) -> frozenset[str]:
    """The topics of an act, with `over` where its results left no match open: `state` is the tournament after it.

    Facts do not say so by themselves. Whoever has played follows this rather than every other match.
    """
    if not (state.rounds and state.rounds[-1].complete):
        return found
    return found | {f"{one.removesuffix('results')}over" for one in found if one.endswith("/results")}


def without_end(found: frozenset[str]) -> frozenset[str]:
    """The topics that an act's facts say by themselves."""
    return frozenset(one for one in found if not one.endswith("/over"))


def topics_in(tournament: int, *parts: Part) -> frozenset[str]:
    """The topics of these parts of a tournament."""
    code, number = named(tournament)
    return frozenset(topic(code, number, part) for part in parts)


def named(tournament: int) -> tuple[str, int]:
    """The event's code and the tournament's number in it; neither ever changes."""
    found = _names.get(tournament)
    if found is None:
        rows = Tournament.objects.filter(pk=tournament).values_list("event__code", "number")
        found = rows.first() or ("", 0)
        if found[0]:
            with _lock:
                _names[tournament] = found
    return found


def forget() -> None:
    """Forget which tournament has which name: the database is another one now."""
    with _lock:
        _names.clear()


def listen(listener: Listener) -> None:
    """Have `listener(topics)` called after every commit of this process that changes something shown."""
    _listeners.append(listener)


def tell(topics: Iterable[str]) -> None:
    """Tell whoever listens, now: for what is committed."""
    found = frozenset(topics)
    if found:
        for listener in _listeners:
            listener(found)


def changed(topics: Iterable[str]) -> None:
    """Record that something outside the journals changes, and tell whoever listens once it is committed.

    Other processes find the record. Facts and acts at the clock need none: they are their own record.
    """
    found = frozenset(topics)
    if any(one.endswith("/event") for one in found):
        found |= {SITE}
    Change.objects.create(topics=" ".join(sorted(found)))
    transaction.on_commit(lambda: tell(found), robust=True)


def _of_fact(code: str, number: int, fact: Fact) -> Iterator[str]:
    for part in fact.parts:
        yield topic(code, number, part)
    table, player = getattr(fact, "table", None), getattr(fact, "player", None)
    if table is not None:
        yield table_topic(code, number, table)
    if player is not None:
        yield player_topic(code, number, player)
