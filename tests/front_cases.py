"""Events of all sorts on the front page of the site, for tests of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import cycle
from typing import Final

from django.utils import timezone

from muster.people.models import Event, Tournament, Venue
from web_cases import account

NAMES: Final = (
    "Dragon Shop Store Championship", "O", "Wolfeschlegelsteinhausenbergerdorffwelchevoralternw",
    "بطولة الربيع المفتوحة", "春の大会", "Giải vô địch mùa xuân Sài Gòn", "Sunday Unlimited Showdown",
)  # fmt: skip
GAMES: Final = ("armada-4.0", "unlimited-1.3", "legion-2.0", "armada-pl", "runewars-2.2.2")


def on(name: str, opens: datetime, regulations: str = "legion-2.0", **more: object) -> Event:
    """An event on the front page, with a tournament that nobody has set up: what it shows of one is on record."""
    number = Event.objects.count()
    made = Event.objects.create(
        code=f"EVT{number:03d}",
        name=name,
        opens_at=opens,
        **{"time_zone": "Europe/Warsaw", "listed": True, "on_front": True} | more,
    )
    Tournament.objects.create(event=made, name="Main", regulations=regulations, registration_open=True)
    return made


def announced(many: int) -> list[Event]:
    """So many events: two of today, a fifth over, one in three days' steps to come, some of several days."""
    venue = Venue.objects.create(keeper=account(), name="Dragon Shop, Kraków", address="ul. Długa 12")
    now, names, games = timezone.now(), cycle(NAMES), cycle(GAMES)
    days = [0, 0, *(-3 * at for at in range(1, many // 5 + 1)), *range(2, 3 * many, 3)][:many]
    made = []
    for at, day in enumerate(days):
        opens = now + timedelta(days=day)
        last = (opens + timedelta(days=1)).date() if at % 6 == 4 else None
        price = "40 zł" if at % 2 else ""
        made.append(
            on(next(names), opens, next(games), venue=venue if at % 3 else None, last_day=last, price=price)
        )
    return made
