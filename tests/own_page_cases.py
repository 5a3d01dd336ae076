"""Readers' own pages for tests: an application that knows some readers, the front before it, and looks at a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from live_cases import Got, Inner, ask
from muster.live.front import Front
from muster.live.http import Header, RequestHead, Scope
from muster.live.hub import Hub
from muster.live.own import ORDER, Order, WantedPage
from muster.live.own_pages import Filling, Wholes

HTML: tuple[Header, ...] = (
    (b"Content-Type", b"text/html"), (b"Cache-Control", b"private, no-store"), (b"Vary", b"Cookie"),
)  # fmt: skip


@dataclass
class Hall:
    """An application that knows some readers and the page of each, with a gap in it."""

    shown: dict[str, str]
    status: int = 200
    gives: bool = True
    headers: tuple[Header, ...] = HTML
    groups: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, bool]] = field(default_factory=list)
    batches: list[tuple[WantedPage, ...]] = field(default_factory=list)

    def answer(self, scope: Scope) -> tuple[int, list[Header], bytes]:
        name = scope["path"].removeprefix("/p/")
        order = scope.get(ORDER)
        wanted = isinstance(order, Order) and bool(order.wanted)
        self.asked.append((name, wanted))
        if name not in self.shown:
            return 404, [], b"nobody's"
        if isinstance(order, Order):
            order.fill(self.groups.get(name, "7"), [])
        if isinstance(order, Order) and wanted and self.gives and self.status == 200:
            self.batches.append(order.wanted)
            for link in order.wanted:
                if link.name in self.shown:
                    words = [f"<p>{self.shown[link.name]} ".encode(), link.choices]
                    order.give(link, ("A/1/round", f"A/{link.name}"), words, [("proof", 4)])
            return 200, list(self.headers), b""
        return self.status, list(self.headers), f"whole {self.shown[name]}".encode()


def fill(said: RequestHead) -> Filling:
    """The proof of whoever sends a cookie; whoever has none gets one."""
    _, found, mine = said.cookies.partition(b"proof=")
    return (
        Filling({"proof": mine[:4]}, [])
        if found
        else Filling({"proof": b"NEW!"}, [(b"set-cookie", b"proof=NEW!")])
    )


def choices(cookies: bytes) -> bytes:
    return b"; ".join(one for each in cookies.split(b";") if (one := each.strip()).startswith(b"star"))


def front(hall: Hall, hub: Hub | None = None) -> tuple[Front, Inner]:
    inner = Inner(hall.answer)
    made = Front(
        inner,
        Hub() if hub is None else hub,
        pages="/e/",
        files="/static/",
        small=("/p/", "/now"),
        wholes=Wholes(fill, choices),
        language=lambda said: said.languages,
    )
    return made, inner


def hall(count: int = 5) -> Hall:
    return Hall({f"{number}-secret{number}": f"table {number}" for number in range(count)})


async def look(app: Front, number: int = 1, sent: Mapping[str, str] | None = None, **more: Any) -> Got:
    given = {"cookie": "proof=mine"} if sent is None else dict(sent)
    return await ask(app, f"/p/{number}-secret{number}", given, **more)
