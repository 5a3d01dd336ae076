"""The front of the house: answers from memory what it can, holds the streams, and passes everything else on.

What is kept was asked for by the front itself, without anything that says who is asking. So whatever cookies
somebody sends, nothing made for them is ever kept, and what is kept was made for nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, get_args

from muster.live.bodies import CROWDED, GONE, TOO_LARGE, Bodies, UntakenError, has_body, nothing
from muster.live.gathered import SINGLY, GatheredPages
from muster.live.http import (
    Answer,
    App,
    Message,
    Receive,
    RequestHead,
    Scope,
    Send,
    answer,
    asked,
    say,
    takes,
    whole,
)
from muster.live.hub import Hub
from muster.live.own import ORDER, Order, OwnPart, OwnParts, View, WantedPage, digest_of
from muster.live.own_pages import OwnPage, OwnPages, Wholes
from muster.live.pages import LARGEST, TOPICS, CachedPage, Key, Memory, Response
from muster.live.shares import address_of
from muster.live.streams import Streams
from muster.live.turns import busy

LIVE: Final = "/live/"
"""Where the streams are."""

REFUSED: Final = "muster.refused"
"""The key of a scope under which the application behind finds the status it is to answer with, in words, instead of
doing what was asked: the request has no body, because that was too large or came too slowly."""

WHOLE: Final = "muster.whole"
"""The key of a scope that says that its answer is wanted whole: the front asks for it itself."""

NOBODY: Final = ("", 0)
"""The client of what is made for many: none of them waits for their own turn with it."""

BODILESS: Final = b"A page is asked for without a body.\n"
BROKEN: Final = b"This request breaks off.\n"

_SHARED: Final = frozenset({404, 410, 500, 503})
"""Answers that are the same for everybody without a cookie, though they are not kept."""

_UNCHANGED: Final = 304

Given = Literal["page", "unchanged", "part", "shared", "refused"]
"""What the front answers by itself: a page from memory, that a page is as it was, a reader's own part from memory,
what is the same for all who are nobody, that there is no place or that a page takes no body."""

Hook = Callable[[], Awaitable[None]]


class Front:
    """The ASGI application in front of another.

    Args:
        inner: the application behind.
        hub: what has changed.
        pages: where the pages are that may be kept: the beginnings of their paths.
        home: the path of a single page more that may be kept.
        files: where the files are that never change: the beginning of their paths.
        small: where the small parts of readers' own are: how their paths begin and end, around what nobody can guess.
        wholes: how readers' own pages are filled, which are where their small parts are, without that end; without it
            none is kept.
        language: which of the site's languages a request is answered in: a page in each is a page of its own.
        limit: the largest body that a path takes, in bytes.
        own: what is answered at once, whoever is busy: an application for each path.
        started: called once the server starts.
        ended: called once it ends.

    Attributes:
        given: how often it has answered by itself, in each way.
    """

    def __init__(
        self,
        inner: App,
        hub: Hub,
        *,
        pages: str | tuple[str, ...],
        files: str,
        home: str = "",
        small: tuple[str, str] | None = None,
        wholes: Wholes | None = None,
        language: Callable[[RequestHead], bytes] = lambda _: b"",
        limit: Callable[[str], int] = lambda _: 0,
        own: Mapping[str, App] = MappingProxyType({}),
        started: Hook | None = None,
        ended: Hook | None = None,
    ) -> None:
        self._inner, self._pages, self._files, self._home = inner, pages, files, home
        self._language, self._started, self._ended = language, started, ended
        self._own, self.bodies = own, Bodies(limit)
        self._small, self._wholes = small, wholes
        self.memory, self.parts, self.streams = Memory(hub), OwnParts(hub), Streams(hub)
        self.wholes, self.gathered = OwnPages(hub), GatheredPages(hub)
        self.given: dict[str, int] = dict.fromkeys(get_args(Given), 0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or live through the server's life.

        What is in memory is answered here and now. All else has a task of its own, which can wait and be given up: the
        server may call this without one.
        """
        if scope["type"] != "http":
            await (self._life(receive, send) if scope["type"] == "lifespan" else _no_socket(send))
        elif (ready := self._from_memory(scope)) is not None:
            await say(send, ready)
        else:
            await asyncio.ensure_future(self._answer(scope, receive, send))

    def _from_memory(self, scope: Scope) -> Answer | None:
        """The answer with what is there and true: a page for everybody, or a reader's own; none if there is none."""
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            return None
        if self._may_be_kept(path, scope):
            said = asked(scope["headers"])
            page = self.memory.held(self._key(path, said, scope))
            return None if page is None or self.memory.ageing(page) else self._page(page, said, scope)
        name = self._whose(path)
        return self._own_from_memory(name, scope) if name else None

    def _own_from_memory(self, name: str, scope: Scope) -> Answer | None:
        """The answer with a reader's own page, if it is there and true and nothing says who is asking."""
        wholes, said = self._wholes, asked(scope["headers"])
        if wholes is None or said.personal or scope["query_string"] or has_body(scope):
            return None
        found = self.wholes.held(self._view(said, scope, wholes), digest_of(name))
        return self._own_whole(found, said, scope, wholes) if found is not None else None

    def _view(self, said: RequestHead, scope: Scope, wholes: Wholes) -> View:
        """In which view a reader sees their own page: what it differs by, besides whose it is."""
        return (scope["scheme"], said.host, self._language(said), wholes.choices(said.cookies))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request that may take a while."""
        path: str = scope["path"]
        if scope["method"] in ("GET", "HEAD") and self._may_be_kept(path, scope):
            await self._look(path, scope, receive, send)
        elif scope["method"] in ("GET", "HEAD") and (name := self._name(path, scope)):
            await self._part(name, scope, receive, send)
        elif scope["method"] in ("GET", "HEAD") and (name := self._whose(path)):
            await self._own_page(name, scope, receive, send)
        elif path in self._own:
            await self._own[path](scope, receive, send)
        elif path.startswith(LIVE):
            said = asked(scope["headers"])
            await self.streams(path[len(LIVE) :], said, scope, receive, send)
        else:
            await self._pass(scope, receive, send)

    def _may_be_kept(self, path: str, scope: Scope) -> bool:
        """Whether this is the address of a page for everybody; what somebody searches for in one is their own."""
        if path.startswith(self._files):
            return True
        return (path == self._home or path.startswith(self._pages)) and not scope["query_string"]

    def _name(self, path: str, scope: Scope) -> str:
        """Whose small part this is the address of; nothing if it is that of something else."""
        if self._small is None or scope["query_string"] or has_body(scope):
            return ""
        begin, end = self._small
        if not path.startswith(begin) or not path.endswith(end):
            return ""
        name = path[len(begin) : -len(end)]
        return "" if "/" in name else name

    def _whose(self, path: str) -> str:
        """Whose own page this is the address of; nothing if it is that of something else."""
        begin = self._small[0] if self._small else ""
        name = path[len(begin) :] if begin and path.startswith(begin) else ""
        return "" if "/" in name else name

    async def _own_page(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a reader with their own page: from memory where it is true, and nobody says who is asking."""
        said, digest, wholes = asked(scope["headers"]), digest_of(name), self._wholes
        outside = said.personal or scope["query_string"] or has_body(scope)
        if wholes is None or outside or self.wholes.declined(digest):
            await self._pass(scope, receive, send)
            return
        view, link = self._view(said, scope, wholes), WantedPage(name, wholes.choices(said.cookies))
        fetch = partial(self._gapped, scope, said.host, self._language(said), digest)
        found = await self.wholes.wanted(view, digest, link, fetch)
        if isinstance(found, OwnPage):
            await say(send, self._own_whole(found, said, scope, wholes))
        elif found is None:
            await self._pass(scope, receive, send)
        else:
            await self._unkept(found, said, scope, receive, send)

    async def _gapped(
        self, scope: Scope, host: bytes, language: bytes, digest: bytes, order: Order
    ) -> Response:
        """Ask for a page with gaps: a link that was good goes with others of its group, any other in its turn."""
        [link] = order.wanted
        group = self.parts.group_of(digest)
        if not group or self.gathered.has(link.name):
            found = await self._pages_of(scope, host, language, order)
        else:
            together = (group, scope["scheme"], host, language)
            fetch = partial(self._pages_of, {**scope, "client": NOBODY}, host, language)
            found = await self.gathered.made(together, order, fetch)
        if order.group and link in order.pages:
            self.parts.know(digest, order.group)
        elif found is not SINGLY:
            self.parts.forget(digest)
        return found

    async def _pages_of(self, scope: Scope, host: bytes, language: bytes, order: Order) -> Response:
        """Ask for these pages, as nobody in particular but with the choices of each one's browser."""
        return await self._fetch({**scope, ORDER: order}, host, b"", language)

    async def _part(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a reader with their own part, from memory where it is true."""
        said = asked(scope["headers"])
        language = self._language(said)
        fetch = partial(self._order, scope, said.host, language)
        view = (scope["scheme"], said.host, language)
        found = await self.parts.wanted(view, digest_of(name), address_of(scope), fetch)
        if isinstance(found, OwnPart):
            self.given["part"] += 1
            await say(send, whole(200, found.headers, b"" if scope["method"] == "HEAD" else found.body))
        else:
            await self._unkept(found, said, scope, receive, send)

    async def _order(self, scope: Scope, host: bytes, language: bytes, order: Order) -> Response:
        """Ask for a part as nobody in particular, and for what the front is to keep beside it."""
        asked_for = {**scope, ORDER: order}
        if order.whole:
            asked_for["client"] = NOBODY
        return await self._fetch(asked_for, host, b"", language)

    async def _look(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from memory; else have it made, or pass on what is for one person alone."""
        said = asked(scope["headers"])
        key, fetch = self._key(path, said, scope), self._making(path, said, scope)
        page = self.memory.held(key)
        if page is not None:
            await say(send, self._page(page, said, scope))
            if self.memory.ageing(page):
                self.memory.refresh(key, fetch)
        elif self.memory.declined(key):
            await self._pass(scope, receive, send)
        else:
            found = await self.memory.wanted(key, fetch)
            if isinstance(found, CachedPage):
                await say(send, self._page(found, said, scope))
            else:
                await self._unkept(found, said, scope, receive, send)

    def _key(self, path: str, said: RequestHead, scope: Scope) -> Key:
        """What stands for a page in memory."""
        if path.startswith(self._files):
            return (path, scope["query_string"], _coding(said))
        return (scope["scheme"], said.host, self._language(said), path)

    def _making(self, path: str, said: RequestHead, scope: Scope) -> Callable[[], Awaitable[Response]]:
        """How it is made."""
        if path.startswith(self._files):
            return partial(self._fetch, scope, said.host, _coding(said))
        return partial(self._fetch, scope, said.host, b"", self._language(said))

    async def _fetch(self, scope: Scope, host: bytes, coding: bytes, language: bytes = b"") -> Response:
        """Ask for a page as nobody in particular. The request of whoever wants it gives only the address."""
        headers = [(b"host", host), (b"accept", b"*/*")]
        headers += [(b"accept-encoding", coding)] * bool(coding)
        headers += [(b"accept-language", language)] * bool(language)
        anonymous = {**scope, "method": "GET", "headers": headers, WHOLE: True}
        found, parts = Response(), list[bytes]()

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                found.status = message["status"]
                found.headers = [(name.lower(), value) for name, value in message.get("headers", ())]
            elif found.body is not None:
                parts.append(message.get("body", b""))
                if sum(map(len, parts)) > LARGEST:
                    found.body = None  # the rest is read and thrown away: whoever sends it must not wait
                    parts.clear()

        await self._inner(anonymous, nothing, collect)
        if found.body is not None:
            found.body = b"".join(parts)
        return found

    def _own_whole(self, page: OwnPage, said: RequestHead, scope: Scope, wholes: Wholes) -> Answer:
        return self._counted(page.answer(said, wholes.fill, head=scope["method"] == "HEAD"))

    def _page(self, page: CachedPage, said: RequestHead, scope: Scope) -> Answer:
        return self._counted(page.answer(said, head=scope["method"] == "HEAD"))

    def _counted(self, answer: Answer) -> Answer:
        self.given["unchanged" if answer[0]["status"] == _UNCHANGED else "page"] += 1
        return answer

    async def _unkept(
        self, found: Response, said: RequestHead, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer what may not be kept: each with their own, but for what is the same for all who are nobody."""
        if said.personal or found.status not in _SHARED or found.body is None or found.all(b"set-cookie"):
            await self._pass(scope, receive, send)
            return
        self.given["shared"] += 1
        headers = [one for one in found.headers if one[0] not in (TOPICS, b"content-length")]
        headers.append((b"content-length", str(len(found.body)).encode()))
        await say(send, whole(found.status, headers, b"" if scope["method"] == "HEAD" else found.body))

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as it is, and the answer without the mark that is only for this house."""

        async def outward(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [one for one in message.get("headers", ()) if one[0].lower() != TOPICS]
                message = {**message, "headers": headers}
            await send(message)

        if scope["method"] in ("GET", "HEAD"):
            if has_body(scope):
                self.given["refused"] += 1
                await answer(send, 400, BODILESS)
            else:
                await self._open(scope, outward)
            return
        try:
            body, share = await self.bodies.take(scope, receive)
        except UntakenError as refused:
            await self._refuse(refused.status, scope, receive, outward)
            return
        try:
            await self._inner(scope, body, outward)
        finally:
            self.bodies.shares.release(share)

    async def _open(self, scope: Scope, outward: Send) -> None:
        """Pass on who looks at a page. Of a reader's own the front learns in which group it is, and nothing more."""
        name = self._whose(scope["path"])
        if not name:
            await self._inner(scope, nothing, outward)
            return
        order = Order(whole=False)
        await self._inner({**scope, ORDER: order}, nothing, outward)
        if order.group:
            self.parts.know(digest_of(name), order.group)

    async def _refuse(self, status: int, scope: Scope, receive: Receive, send: Send) -> None:
        """Say in words why a request is not passed on."""
        if status == CROWDED:
            self.given["refused"] += 1
            await busy(send)
        elif status == GONE:  # who has hung up does not hear it; who sent no chunk where one had to come does
            self.given["refused"] += 1
            await answer(send, 400, BROKEN)
        else:
            if status == TOO_LARGE:  # before the answer: after it, whoever still sends may be cut off unheard
                await self.bodies.drain(scope, receive)
            await self._inner({**scope, REFUSED: status}, nothing, send)

    def close(self) -> None:
        """Wait for nobody who listens or sends: the server stops."""
        self.streams.close()
        self.bodies.shares.close()

    async def _life(self, receive: Receive, send: Send) -> None:
        await receive()
        if self._started is not None:
            await self._started()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.close()
        if self._ended is not None:
            await self._ended()
        await send({"type": "lifespan.shutdown.complete"})


def _coding(said: RequestHead) -> bytes:
    """The coding in which a file is best sent."""
    return next((one for one in (b"br", b"gzip") if takes(said.accepts, one)), b"")


async def _no_socket(send: Send) -> None:
    await send({"type": "websocket.close", "code": 1000})
