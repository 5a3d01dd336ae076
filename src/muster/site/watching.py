"""What other processes have written: found in the database, about once a second.

An act of this process announces itself. One of another process is heard of through Redis at once, where there is
Redis; in any case it is in the database, and here it is found. So several servers on one database, with or without
anything between them, all learn of every act.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from django.db import Error, connection

from muster.app.common import topics
from muster.core.messages import SaidError
from muster.core.tournament.engine import decode
from muster.journal import store

logger = logging.getLogger("muster.live")

PACE: Final = 1.0
"""Seconds between two looks."""

MOST_ROWS: Final = 500
"""New rows above which it is not worth the while to say which topics they are of."""

MOST_GAPS: Final = 2000
"""Missing numbers that are watched for, per table."""

GAP: Final = 60.0
"""Seconds for which a missing number is watched for. PostgreSQL gives numbers before it commits: a row can become
visible after one with a higher number. One that was rolled back never comes."""

REMEMBERED: Final = 20.0
"""Seconds in which what was announced is expected to be found in the database."""

_FACTS: Final = "journal_factrow"
_CLOCK: Final = "journal_clockact"
_CHANGES: Final = "people_change"
_READ: Final = {
    _FACTS: '"tournament", "act", "kind", "version", "data"',
    _CLOCK: '"tournament"',
    _CHANGES: '"topics"',
}
_NEWEST: Final = "SELECT " + ", ".join(f'(SELECT max("id") FROM "{table}")' for table in _READ)  # noqa: S608

Told = Callable[[frozenset[str] | None], None]
"""Called with the topics somebody else has changed; with None if anything may have changed."""


class _Table:
    """How far one table is known."""

    def __init__(self, name: str, newest: int) -> None:
        self.name, self.newest = name, newest
        self._gaps: dict[int, float] = {}

    def news(self, newest: int, now: float) -> list[tuple[Any, ...]]:
        """The rows that were not there at the last look."""
        if newest <= self.newest and not self._gaps:
            return []
        rows = self._rows()
        found = [row[0] for row in rows]
        for number in found:
            self._gaps.pop(number, None)
        if found and connection.vendor != "sqlite" and found[-1] - self.newest <= MOST_GAPS:
            missing = set(range(self.newest + 1, found[-1])).difference(found)
            self._gaps |= dict.fromkeys(missing, now + GAP)
        self._gaps = {gap: until for gap, until in self._gaps.items() if until > now}
        self.newest = max([self.newest, *found])
        return rows

    def _rows(self) -> list[tuple[Any, ...]]:
        gaps = sorted(self._gaps)[:MOST_GAPS]
        marks = ", ".join(["%s"] * len(gaps))
        late = f' OR "id" IN ({marks})' if gaps else ""
        asked = (
            f'SELECT "id", {_READ[self.name]} FROM "{self.name}" WHERE "id" > %s{late} ORDER BY "id" LIMIT %s'  # noqa: S608
        )
        with connection.cursor() as cursor:
            cursor.execute(asked, [self.newest, *gaps, MOST_ROWS + 1])
            return list(cursor.fetchall())


class Watcher:
    """Looks at the database again and again in a thread of its own.

    Args:
        told: called, in that thread, with what others have changed.
        pace: seconds between two looks.
    """

    def __init__(self, told: Told, *, pace: float = PACE) -> None:
        self._told, self._pace = told, pace
        self._tables: list[_Table] | None = None
        self._announced: deque[tuple[float, frozenset[str]]] = deque()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)

    def announced(self, found: frozenset[str]) -> None:
        """Note what is known already: this process said it, or it came through Redis. Once for each act."""
        with self._lock:
            self._announced.append((time.monotonic() + REMEMBERED, topics.without_end(found)))

    def start(self) -> None:
        """Begin to watch: from now on, nothing that is written is missed."""
        self._try()
        self._thread.start()

    def stop(self) -> None:
        """Watch no longer."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def look(self) -> None:
        """Look once, and tell what is new.

        Raises:
            Error: the database does not answer.
        """
        with connection.cursor() as cursor:
            cursor.execute(_NEWEST)
            newest = [number or 0 for number in cursor.fetchone()]
        if self._tables is None:
            self._begin(newest)
        elif any(at < table.newest for table, at in zip(self._tables, newest, strict=True)):
            self._begin(newest)  # put back from a backup, or emptied
            topics.forget()
            self._told(None)
        else:
            self._tell(newest)

    def _begin(self, newest: list[int]) -> None:
        """Watch from here on. What comes later is news, also if it comes while this is being told."""
        self._tables = [_Table(name, at) for name, at in zip(_READ, newest, strict=True)]

    def _tell(self, newest: list[int]) -> None:
        now, news = time.monotonic(), set[str]()
        for table, at in zip(self._tables or (), newest, strict=True):
            rows = table.news(at, now)
            if len(rows) > MOST_ROWS:
                self._begin(newest)
                self._told(None)
                return
            for tournament, act in _acts(table.name, rows):
                news |= _with_end(tournament, act) if not self._known(act, now) else frozenset()
        if news:
            self._told(frozenset(news))

    def _known(self, act: frozenset[str], now: float) -> bool:
        """Whether this act was announced; each announcement stands for one."""
        with self._lock:
            while self._announced and self._announced[0][0] < now:
                self._announced.popleft()
            for one in self._announced:
                if one[1] == act:
                    self._announced.remove(one)
                    return True
        return not act

    def _run(self) -> None:
        while not self._over.wait(self._pace):
            self._try()
        connection.close()

    def _try(self) -> None:
        try:
            self.look()
        except Error:
            # It is asked again in a second; pages say by themselves that the database does not answer.
            logger.debug("the database does not answer", exc_info=True)
            connection.close()


def _acts(table: str, rows: list[tuple[Any, ...]]) -> Iterator[tuple[int | None, frozenset[str]]]:
    """The topics of each act among new rows; with the tournament whose facts they are, if they are some's."""
    if table == _CHANGES:
        yield from ((None, frozenset(row[1].split())) for row in rows)
    elif table == _CLOCK:
        yield from ((None, topics.topics_in(row[1], "clock")) for row in rows)
    else:
        for (tournament, _), facts in groupby(rows, key=lambda row: row[1:3]):
            yield tournament, _of_facts(tournament, facts)


def _with_end(tournament: int | None, found: frozenset[str]) -> frozenset[str]:
    """These topics, with that a round is over where it is; pages are about to ask for the same state."""
    if tournament is None or not any(one.endswith("/results") for one in found):
        return found
    try:
        return topics.with_end(found, store.load(tournament).state)
    except SaidError:  # it cannot be read just now: whoever looks once too often does no harm
        return found | topics.topics_in(tournament, "over")


def _of_facts(tournament: int, rows: Iterable[tuple[Any, ...]]) -> frozenset[str]:
    try:
        return topics.topics_of(tournament, [decode(*row[3:6]) for row in rows])
    except (ValueError, LookupError, TypeError):  # written by a later version: anything of the tournament
        return topics.topics_in(tournament, "round", "results", "over", "people", "clock", "timers", "calls")
