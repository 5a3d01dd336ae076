"""Answers that are wanted as a whole, made by Django in one go.

What the front asks for itself it wants whole: to keep it, or to send it when it is all there. a2wsgi hands each piece
of an answer over to the event loop by itself and waits until that has it; three and more ways between threads cost as
much as making a small page.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextvars import copy_context
from typing import Any, Final

from a2wsgi.wsgi import build_environ

from muster.live.front import WHOLE
from muster.live.http import App, Header, Message, Receive, Scope, Send

WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_END: Final[Message] = {"type": "http.response.body", "body": b""}


class AtOnce:
    """An ASGI application that has what is wanted whole made in one go, and passes all else on.

    Args:
        wsgi: who makes it.
        threads: where: the same threads as for all else, so that there are never more.
        other: who answers all else.
    """

    def __init__(self, wsgi: WsgiApp, threads: Executor, other: App) -> None:
        self._wsgi, self._threads, self._other = wsgi, threads, other

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if WHOLE not in scope:
            await self._other(scope, receive, send)
            return
        environ: Any = build_environ(scope, io.BytesIO())  # type: ignore[arg-type]  # a body that is empty
        work = copy_context().run
        loop = asyncio.get_running_loop()
        status, headers, body = await loop.run_in_executor(self._threads, work, self._made, environ)
        start: Message = {"type": "http.response.start", "status": status, "headers": headers}
        await send(start)
        await send({"type": "http.response.body", "body": body} if body else _END)

    def _made(self, environ: dict[str, Any]) -> tuple[int, list[Header], bytes]:
        said: list[tuple[int, list[Header]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
            found = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            said.append((int(status.split(" ", 1)[0]), found))

        pieces = self._wsgi(environ, start_response)
        try:
            body = b"".join(pieces)
        finally:
            close: Callable[[], None] | None = getattr(pieces, "close", None)
            if close is not None:
                close()
        return (*said[-1], body)
