"""What tests of results share: rounds that are being played, and lines as an open page sends them."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.test import Client

from muster.core.ids import TableNo
from muster.core.tournament.state import Match
from web_cases import Hall

BEST_OF_THREE: dict[str, Any] = {"swiss_match": "best-of-three", "elimination_match": "best-of-three"}


def running(regulations: str = "legion-2.0", players: int = 8, **setup: Any) -> Hall:
    """A hall whose first round is being played."""
    hall = Hall(regulations, setup)
    hall.begin(players)
    hall.publish()
    return hall


def bracket(regulations: str = "unlimited-1.3", **setup: Any) -> Hall:
    """A hall whose first elimination round is being played."""
    return running(regulations, 8, first_stage="elimination", structure="custom", **setup)


def match(hall: Hall, table: int = 1) -> Match:
    return hall.state.rounds[-1].matches[TableNo(table)]


def type_line(hall: Hall, line: str, client: Client | None = None, **data: Any) -> HttpResponse:
    """Send a line as the open page does."""
    form = {"version": hall.state.version, "round": len(hall.state.rounds), "line": line, **data}
    url = hall.url("results-enter")
    return (client or hall.client).post(url, form, headers={"HX-Request": "true"})  # type: ignore[return-value]


def words(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())
