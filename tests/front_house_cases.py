"""The live front with Django behind it in one test: requests go by way of the front, which lives in a loop of its own.

Django works in the thread of the test, where its database is; the loop hands its requests over and waits.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from django.test import Client

from live_cases import Got, ask
from muster.live.front import Front
from muster.live.http import Message, Receive, Scope, Send
from muster.live.hub import Hub
from muster.live.own_pages import Filling, Wholes
from muster.web import language
from muster.web.proofs import proved
from muster.web.stars import stars_in


class FrontHouse:
    """A front before Django.

    Attributes:
        hub: what has changed; `changed` says so.
        front: the front.
        made: the addresses that Django was asked for.
    """

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self.hub, self.made = Hub(), list[str]()
        language_by = language.by_headers()
        self.front = Front(
            self._django,
            self.hub,
            pages="/e/",
            files="/static/",
            small=("/p/", "/now"),
            wholes=Wholes(lambda said: Filling(*proved(said.cookies)), stars_in),
            language=lambda said: language_by(said.languages, said.cookies),
        )

    def ask(self, path: str, headers: Mapping[str, str] | None = None, **more: Any) -> Got:
        """The answer to one request."""
        return self._run(ask(self.front, path, dict(headers or {}), host="testserver", **more))  # type: ignore[no-any-return]

    def ask_all(self, paths: Iterable[str], headers: Mapping[str, str] | None = None) -> list[Got]:
        """The answers to requests for all of these at once."""
        return self._run(self._all([*paths], dict(headers or {})))  # type: ignore[no-any-return]

    async def _all(self, paths: list[str], headers: dict[str, str]) -> list[Got]:
        asking = (ask(self.front, path, headers, host="testserver") for path in paths)
        return list(await asyncio.gather(*asking))

    def changed(self, topics: Iterable[str]) -> None:
        """Tell the front that these have changed."""
        self._run(self._bump(frozenset(topics)))

    async def _bump(self, topics: frozenset[str]) -> None:
        self.hub.bump(topics)

    def _run(self, what: Coroutine[Any, Any, Any]) -> Any:
        """Run this in the loop, and meanwhile what it wants done here."""
        running = asyncio.run_coroutine_threadsafe(what, self._loop)
        running.add_done_callback(lambda _: self._work.put(None))
        while (wanted := self._work.get()) is not None:
            do, answer = wanted
            try:
                answer.set_result(do())
            except Exception as error:  # noqa: BLE001  (it belongs to whoever waits for it)
                answer.set_exception(error)
        return running.result()

    async def _django(self, scope: Scope, receive: Receive, send: Send) -> None:
        del receive
        made: Future[Any] = Future()
        self._work.put((lambda: self._answer(scope), made))
        status, headers, body = await asyncio.wrap_future(made)
        start: Message = {"type": "http.response.start", "status": status, "headers": headers}
        await send(start)
        await send({"type": "http.response.body", "body": body})

    def _answer(self, scope: Scope) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        path, query = scope["path"], scope["query_string"].decode()
        self.made.append(path)
        sent = {name.decode(): value.decode() for name, value in scope["headers"] if name != b"cookie"}
        client = Client(raise_request_exception=False, headers=sent)  # an error is a 500, as a server has it
        cookies = [value.decode() for name, value in scope["headers"] if name == b"cookie"]
        more: dict[str, Any] = {"asgi.scope": scope}
        if cookies:
            client.cookies.load("; ".join(cookies))
        answer: Any = client.get(f"{path}?{query}" if query else path, **more)
        headers = [(name.lower().encode(), str(value).encode()) for name, value in answer.items()]
        set_ = [(b"set-cookie", one.OutputString().encode()) for one in answer.cookies.values()]
        return answer.status_code, headers + set_, answer.content

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and leave nothing behind."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()


@contextmanager
def front_house() -> Iterator[FrontHouse]:
    """A front before Django, as long as a test needs it."""
    made = FrontHouse()
    made.start()
    try:
        yield made
    finally:
        made.stop()
