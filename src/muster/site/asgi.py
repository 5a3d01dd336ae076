"""The ASGI application that `muster serve` runs: the live front, and Django behind it.

One port, one process by default. What Django's threads record is told to the front's event loop, which forgets the
pages that are no longer true and wakes the streams.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeVar

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_asgi_with_proxy_headers

from muster.live.front import Front
from muster.live.http import App, Receive, Scope, Send
from muster.live.hub import Hub
from muster.live.own_pages import Filling, Wholes
from muster.live.turns import Turns
from muster.site.at_once import AtOnce
from muster.site.leaving import leave, leave_at_once
from muster.site.metrics import Figure, Metrics, backup_age
from muster.site.sizes import largest
from muster.site.tidying import seldom, tidy
from muster.web import language
from muster.web.proofs import proved

if TYPE_CHECKING:
    from muster.live.bus import Bus

T = TypeVar("T")

THREADS: Final = 4
"""Requests worked on at the same time, so that one that waits (for a lock, for mail) holds up nobody."""

CHUNKS: Final = 1024
"""Pieces of an answer that may wait for a slow client before the thread that makes them does."""

LAST: Final = 5.0
"""Seconds in which what is still being worked on may end when the server stops."""

ECHO: Final = 2.5
"""Seconds after which what has changed is said again while Redis is away: by then the other processes have found it,
and whoever asked one of them too early looks once more."""


_LETTER: Final = re.compile(rb"[\x80-\xff]")


class Behind:
    """The application behind the front, which learns only what WSGI can say clearly."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on.

        No headers with `_`, which WSGI cannot tell from `-`; cookies in one line; nothing in the query that browsers
        would escape.
        """
        headers = [one for one in scope["headers"] if b"_" not in one[0]]
        cookies = [value for name, value in headers if name == b"cookie"]
        if len(cookies) > 1:
            headers = [one for one in headers if one[0] != b"cookie"]
            headers.append((b"cookie", b"; ".join(cookies)))
        query = _LETTER.sub(lambda found: b"%%%02X" % found[0][0], scope["query_string"])
        await self._app({**scope, "headers": headers, "query_string": query}, receive, send)


class House:
    """The front and all that tells it what has changed, as long as the server runs."""

    def __init__(self, django: App) -> None:
        from muster.app.site import condition  # noqa: PLC0415  (only once Django is ready)
        from muster.site.wellbeing import Wellbeing, pages_are_at_hand, probes  # noqa: PLC0415
        from muster.web.stars import stars_in  # noqa: PLC0415

        self._hub, self._turns = Hub(), Turns(Behind(django), THREADS)
        self._bus: Bus | None = None
        language_by = language.by_headers()
        looked_at = probes() | ({"redis": self._redis_answers} if settings.REDIS_URL else {})
        self._wellbeing = Wellbeing(looked_at, told=condition.note, first=pages_are_at_hand)
        own: dict[str, App] = {"/healthz": self._wellbeing}
        self.front = Front(
            self._turns,
            self._hub,
            pages=("/e/", "/events/"),
            home="/",
            small=("/p/", "/now"),
            wholes=Wholes(lambda said: Filling(*proved(said.cookies)), stars_in),
            files=f"/{settings.STATIC_URL.strip('/')}/",
            language=lambda said: language_by(said.languages, said.cookies),
            limit=largest,
            own=own,
            started=self._start,
            ended=self._end,
        )
        own["/metrics"] = self._metrics(tuple(looked_at))
        self._running: asyncio.Task[None] | None = None

    def _metrics(self, parts: Sequence[str]) -> Metrics:
        """The figures of this server."""
        figures: dict[str, Figure] = {
            "muster_working": lambda: self._turns.busy,
            "muster_streams": lambda: self.front.streams.open,
            "muster_polls": lambda: self.front.streams.held,
            "muster_backup_age_seconds": backup_age,
        }
        return Metrics(figures, lambda: self._wellbeing.report().ill, parts, self.front.given)

    async def _start(self) -> None:
        from muster.app.common import jobs, topics  # noqa: PLC0415  (only once Django is ready)
        from muster.app.site import own_backups  # noqa: PLC0415
        from muster.site.watching import Watcher  # noqa: PLC0415

        self._loop = asyncio.get_running_loop()
        _on_stop(self.front.close, self._loop)
        self._watcher = Watcher(lambda found: self._soon(self._found, found))
        if settings.REDIS_URL:
            from muster.live.bus import Bus  # noqa: PLC0415  (a plain installation has no Redis)

            self._bus = Bus(settings.REDIS_URL, _channel(), self._heard)
            self._running = asyncio.create_task(self._bus.run())
        await asyncio.to_thread(self._watcher.start)
        self._wellbeing.start()
        topics.listen(lambda found: self._soon(self._announced, found))
        jobs.before("backup", own_backups.schedule)
        jobs.start()
        seldom()
        self._tidying = asyncio.create_task(tidy(lambda: self._turns.busy))

    async def _end(self) -> None:
        self._tidying.cancel()
        if self._running is not None:
            self._running.cancel()
        self._wellbeing.stop()
        # Whoever asked and went away is still being answered. Once the event loop stands still, their threads
        # would wait for it for ever.
        if not await self._turns.done(LAST):
            leave()
        await asyncio.to_thread(self._watcher.stop)

    def _redis_answers(self) -> bool:
        return self._bus is not None and self._bus.healthy

    def _soon(self, what: Callable[[T], None], found: T) -> None:
        """Call this in the event loop: in the order it was said, and before whatever the same thread does next."""
        with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
            self._loop.call_soon_threadsafe(what, found)

    def _announced(self, found: frozenset[str]) -> None:
        """This process has recorded something."""
        self._watcher.announced(found)
        self._hub.bump(found)
        if self._bus is not None:
            self._bus.publish(found)
            if not self._bus.healthy:
                self._loop.call_later(ECHO, self._hub.bump, found)

    def _heard(self, found: frozenset[str] | None) -> None:
        """Another process says that it has."""
        if found is not None:
            self._watcher.announced(found)
        self._found(found)

    def _found(self, found: frozenset[str] | None) -> None:
        if found is None:
            self._hub.bump_all()
        else:
            self._hub.bump(found)


def _channel() -> str:
    """Where this site's processes meet: Redis may serve other sites, too."""
    return "muster:" + sha256(b"live " + settings.SECRET_KEY.encode()).hexdigest()[:24]


def _on_stop(do: Callable[[], None], loop: asyncio.AbstractEventLoop) -> None:
    """Do this as soon as the process is told to stop.

    The server then waits until all requests are answered, and a stream would never be. Its own handlers are called
    by the event loop, so these can stand beside them.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(ValueError):  # not the main thread: some other server, which says so in its own way
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(do))
            signal.siginterrupt(number, False)  # noqa: FBT003


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muster.site.settings")
leave_at_once()
_wsgi: Any = get_wsgi_application()
_threads = WSGIMiddleware(_wsgi, workers=THREADS, send_queue_size=CHUNKS)
application: App = House(AtOnce(_wsgi, _threads.executor, _threads)).front  # type: ignore[arg-type]
if settings.TRUSTED_PROXIES:
    # Behind a proxy every client has the proxy's address and speaks plain HTTP, unless the proxy says more.
    application = wrap_asgi_with_proxy_headers(application, trusted_hosts=settings.TRUSTED_PROXIES)
