"""How the site is, for whatever watches it: answered from memory whoever is busy, looked at in the background.

One thread looks at one part after the other. If it waits for one that does not answer, nobody else waits with it, no
second one is sent after it, and the part is named.
"""

from __future__ import annotations

import json
import logging
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.http.request import split_domain_port, validate_host
from django.urls import get_resolver
from django.utils import timezone

from muster import __version__
from muster.app.common import jobs
from muster.app.site import condition, own_backups
from muster.journal.damage import is_damage
from muster.live.http import Receive, Scope, Send, answer, asked

logger = logging.getLogger(__name__)

PACE: Final = 10.0
"""Seconds between two looks."""

SOON: Final = 1.0
"""Seconds between two looks while the database is away: with a standby that takes over it is back in a moment."""

STALE: Final = 30.0
"""Seconds after which a look that has not ended means that what it looks at is not well."""

THOROUGH: Final = 3600.0
"""Seconds between two looks at every page of the database."""

DATABASE: Final = "database"
"""The part without which nothing works."""

Probe = Callable[[], bool]
"""Whether a part is well; one that fails is not."""


class Findings(NamedTuple):
    """How the site was found.

    Attributes:
        ill: the parts that are not well.
        age: seconds since the last look ended; None before the first.
    """

    ill: tuple[str, ...]
    age: float | None


class Wellbeing:
    """Looks again and again in a thread of its own.

    Args:
        probes: what is looked at, by name.
        clock: seconds that only grow.
        told: called after each look with what is not well.
        first: what has to be done before anybody is to ask for a page; until then the site is starting.
    """

    def __init__(
        self,
        probes: Mapping[str, Probe],
        *,
        clock: Callable[[], float] = time.monotonic,
        told: Callable[[tuple[str, ...]], None] = lambda _: None,
        first: Callable[[], object] = lambda: None,
    ) -> None:
        self._probes, self._clock, self._told, self._first = probes, clock, told, first
        self._ill: tuple[str, ...] = ()
        self._ended: float | None = None
        self._began, self._at = clock(), ""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wellbeing", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no longer."""
        self._over.set()

    def look(self) -> None:
        """Look at every part once."""
        ill = list[str]()
        for name, probe in self._probes.items():
            self._began, self._at = self._clock(), name
            try:
                well = probe()
            except Exception as error:  # noqa: BLE001  (whatever it is, that is what is reported)
                logger.debug("%s: %s", name, type(error).__name__)
                well = False
            if not well:
                ill.append(name)
        self._at, self._ill, self._ended = "", tuple(ill), self._clock()
        self._told(self._ill)

    def report(self) -> Findings:
        """How the site is, as far as is known."""
        now, at = self._clock(), self._at
        stuck = (at,) if at and now - self._began > STALE else ()
        known = tuple(part for part in self._ill if part not in stuck)
        return Findings(stuck + known, None if self._ended is None else now - self._ended)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for it."""
        del receive
        if not _is_ours(asked(scope["headers"]).host):
            await answer(send, 400, b"This is not a name of this site.\n")
            return
        ill, age = self.report()
        status = "degraded" if ill else "ok" if age is not None else "starting"
        said: dict[str, object] = {
            "status": status,
            "version": __version__,
            "age": None if age is None else round(age),
        }
        said |= {"not_well": list(ill)} if ill else {}
        code = 503 if DATABASE in ill or status == "starting" else 200
        await answer(send, code, json.dumps(said).encode(), b"application/json")

    @property
    def pause(self) -> float:
        """Seconds until the next look."""
        return SOON if DATABASE in self._ill else PACE

    def _run(self) -> None:
        self._first()
        self.look()
        while not self._over.wait(self.pause):
            self.look()
        connection.close()


def _is_ours(host: bytes) -> bool:
    """Whether the site answers to this name."""
    domain, _ = split_domain_port(host.decode("latin-1"))
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def pages_are_at_hand() -> None:
    """Import every page, which the first request would do otherwise, and all that come with it would wait."""
    get_resolver()._populate()  # noqa: SLF001  (what the first request does)


# The parts


def database_answers() -> bool:
    """Whether the database answers a question."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:
        connection.close()
        raise
    return True


def disk_has_room() -> bool:
    """Whether what comes today can be kept."""
    return shutil.disk_usage(settings.DATA).free >= condition.LEAST_FREE


def disk_takes_writes() -> bool:
    """Whether anything can be written at all."""
    return condition.can_write(settings.DATA)


def backups_are_made() -> bool:
    """Whether the backups the site makes by itself are made, and not long ago."""
    found = own_backups.known() if own_backups.wanted() else None
    return found is None or found.fresh(timezone.now())


class Undamaged:
    """Whether the database's file is what SQLite wrote: looked at page by page, now and then.

    Args:
        clock: seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked: float | None = None
        self._well = True

    def __call__(self) -> bool:
        """What was found at the last thorough look."""
        now = self._clock()
        if self._looked is None or now - self._looked >= THOROUGH:
            self._looked, self._well = now, connection.vendor != "sqlite" or _whole()
        return self._well


def _whole() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            return bool(cursor.fetchone() == ("ok",))
    except DatabaseError as error:
        if is_damage(error):
            return False
        raise


class Jumps:
    """Sees that the clock on the wall was set, by one that only runs.

    Args:
        wall: seconds since 1970.
        clock: seconds that only grow.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall, self._clock = wall, clock
        self._apart = wall() - clock()

    def __call__(self) -> bool:
        """Look; a clock that was set is told at the desk, and is no reason to call the site unwell."""
        apart = self._wall() - self._clock()
        if abs(apart - self._apart) >= condition.JUMP:
            condition.note_jump(apart - self._apart)
            self._apart = apart
        return True


def jobs_are_done() -> bool:
    """Whether no job waits that should long have been done."""
    return not jobs.is_behind(timezone.now())


def probes() -> dict[str, Probe]:
    """What of a site is looked at, anew for each server."""
    return {
        DATABASE: database_answers,
        "damage": Undamaged(),
        "writable": disk_takes_writes,
        "disk": disk_has_room,
        "jobs": jobs_are_done,
        "backups": backups_are_made,
        "clock": Jumps(),
    }
