"""What tests of the judge's pages share: a hall where a round is played, its pages, and who sits where."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from muster.app.floor import calls
from muster.core.ids import PlayerId
from muster.people.models import Call, Entry
from web_cases import Hall


def text(response: Any, status: int = 200) -> str:
    assert response.status_code == status, response.status_code
    return unescape(response.content.decode())


def playing(regulations: str = "unlimited-1.3") -> Hall:
    hall = Hall(regulations)
    hall.begin(8)
    hall.publish()
    return hall


def url(hall: Hall, name: str, *args: Any) -> str:
    return reverse(f"judge:{name}", args=[hall.event.code, hall.tournament.number, *args])


def get(hall: Hall, name: str, *args: Any, client: Client | None = None, **query: Any) -> Any:
    return (client or hall.client).get(url(hall, name, *args), query)


def post(hall: Hall, name: str, *args: Any, client: Client | None = None, **data: Any) -> Any:
    form = {"version": hall.state.version, **data}
    return (client or hall.client).post(url(hall, name, *args), form, follow=True)


def players_at(hall: Hall, table: int) -> tuple[PlayerId, PlayerId]:
    match = next(one for number, one in hall.state.rounds[-1].matches.items() if number == table)
    return match.pairing.pair


def entry(hall: Hall, player: int) -> Entry:
    return Entry.objects.get(tournament=hall.tournament, player=player)


def judge_wanted(hall: Hall, table: int = 3, note: str = "") -> Call:
    return calls.make(entry(hall, players_at(hall, table)[0]), "judge", round_no=1, table=table, note=note)


def hrefs(page: str, start: str, end: str = "</nav>") -> list[str]:
    """The addresses in the part of a page that begins so."""
    return re.findall(r'href="([^"]+)"', page.partition(start)[2].partition(end)[0])
