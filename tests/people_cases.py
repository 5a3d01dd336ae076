"""What tests of the players' pages share."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from muster.people.models import Entry
from web_cases import Hall


def page(answer: Any) -> str:
    """An answer's page."""
    return str(answer.content.decode())


def words(answer: Any) -> str:
    """The page's text without tags, on one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page(answer))).split())


def numbers(hall: Hall) -> list[int]:
    """The entry numbers in the journal."""
    return sorted(hall.state.players)


def entry(hall: Hall, number: int) -> Entry:
    """The registration with this number."""
    return Entry.objects.select_related("person").get(tournament=hall.tournament, player=number)


def newcomers(hall: Hall, *names: str, **details: Any) -> None:
    """Add these by typing, one after the other."""
    for name in names:
        assert hall.post("people-add", name=name, **details).status_code == 200
