"""What tests of the pages for everybody share: a hall that is shown, its addresses, and a whole short day."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any, Final

from django.test import Client
from django.urls import reverse

from muster.core.tournament import commands
from muster.people.models import Event, Tournament
from muster.web.live import TOPICS
from web_cases import Hall

CUT: Final = {"structure": "custom", "rounds": 2, "cut": 4}
"""The set-up of a short day with a cut."""

PAGES: Final[tuple[tuple[str, tuple[int, ...]], ...]] = (
    ("event", ()),
    ("calendar", ()),
    ("pairings", (1,)),
    ("pairings-names", (1,)),
    ("round", (1, 1)),
    ("round-names", (1, 1)),
    ("why-pairing", (1, 1, 1)),
    ("standings", (1,)),
    ("standings-after", (1, 1)),
    ("why-rank", (1, 1, 1)),
    ("player", (1, 1)),
    ("bracket", (1,)),
    ("results", (1,)),
    ("players", (1,)),
    ("rules", (1,)),
    ("final", (1,)),
)
"""Every page, by the name of its address."""


def shown(hall: Hall, *, registration: bool = False, capacity: int | None = None) -> Hall:
    """The hall, listed for everybody."""
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    Tournament.objects.filter(pk=hall.tournament.pk).update(registration_open=registration, capacity=capacity)
    hall.event.refresh_from_db()
    hall.tournament.refresh_from_db()
    hall.tournament.event = hall.event
    return hall


def address(hall: Hall, name: str = "event", *args: int) -> str:
    return reverse(f"public:{name}", args=[hall.event.code, *args])


def text(response: Any) -> str:
    return unescape(response.content.decode())


def see(hall: Hall, name: str, *args: int, **query: str) -> str:
    """What a page says to anybody."""
    page = Client().get(address(hall, name, *args), query)
    assert page.status_code == 200, (name, args, page.status_code)
    return text(page)


def lines(page: str) -> list[str]:
    """The lines of the page's table, without its head."""
    return (
        page.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0].split("<tr")[1:]
        if "<tbody>" in page
        else []
    )


def topics(response: Any) -> set[str]:
    """What the page is kept by; nothing if it is not kept."""
    return set(response.headers.get(TOPICS, "").split())


def day(hall: Hall, count: int = 9) -> Iterator[str]:
    """A short day with a cut to 4, at each of its phases."""
    yield "empty"
    hall.enter(count)
    yield "entered"
    hall.begin(0)
    yield "begun"
    hall.propose()
    yield "proposed"
    hall.do(commands.PublishRound())
    yield "published"
    hall.do(commands.StartRound())
    hall.play(leave=2)
    yield "running"
    hall.play()
    yield "complete"
    hall.publish()
    hall.play()
    yield "swiss over"
    hall.do(commands.MakeCut())
    yield "cut"
    hall.do(commands.StartStage())
    hall.publish()
    yield "elimination"
    hall.play()
    hall.publish()
    hall.play()
    yield "played"
    hall.do(commands.FinishTournament())
    yield "finished"
