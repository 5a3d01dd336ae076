"""Days at random, read in two languages at once: what is kept for readers of one is given to nobody of another.

Whatever happens in between, in whatever order pages are asked for, and whatever browsers ask for or people chose: a
page from the front's memory is the page made that moment for whoever asks.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as usual
from hypothesis import strategies as st

from front_house_cases import FrontHouse, front_house
from muster.app.common import topics
from muster.app.links.player_links import token_of
from muster.people.models import Event
from muster.web import limits
from player_cases import begun
from pseudo_cases import PSEUDO
from random_day_cases import PLAYERS, WHOLE, entries
from web_cases import SATURDAY, Hall

pytestmark = pytest.mark.django_db

DOUBLE: Final = re.compile("áá|éé|íí|óó|úú")
"""What every sentence in the pseudo-language has somewhere, and nothing in English."""

GAMES: Final = ("armada-4.0", "unlimited-1.3", "twin-suns-1.3")
PAGES: Final = (
    "/e/{code}", "/e/{code}/1/pairings", "/e/{code}/1/standings", "/e/{code}/1/rules", "/e/{code}/screen",
    "{own}", "{own}", "{own}/now", "{own}/event",
)  # fmt: skip
"""Pages for everybody, the wall, and players' own; a page for everybody may not be there at every moment."""

ACCEPTED: Final = {
    "": "", "en-GB,en;q=0.8": "en", PSEUDO: PSEUDO, f"fr, {PSEUDO};q=0.5": PSEUDO, "fr": "", "*": "",
    f"en;q=0.1, {PSEUDO}": PSEUDO,
}  # fmt: skip
"""What browsers ask for, and which of our languages that is."""

Asked = tuple[int, str, str, str]
"""Whose own page, which page, what the browser asks for, and what was chosen."""

asks: Final = st.tuples(
    st.integers(0, PLAYERS - 1),
    st.sampled_from(PAGES),
    st.sampled_from(sorted(ACCEPTED)),
    st.sampled_from(("", "", "en", PSEUDO, "klingon")),
)
steps: Final = st.one_of(
    st.integers(0, 2**16),  # the dice of an act
    st.sampled_from(("", "en", PSEUDO)),  # the event's language from here on
    st.lists(asks, min_size=3, max_size=8),
    st.lists(asks, min_size=3, max_size=8),
)


def expected(accepted: str, chosen: str, events: str) -> str:
    """The language a page of an event is in, said once more and otherwise."""
    return (chosen if chosen in ("en", PSEUDO) else "") or ACCEPTED[accepted] or events or "en"


def lasting(page: bytes) -> str:
    """A page without what is never the same twice."""
    text = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', r'name="\1"', page.decode())
    return re.sub(r'"X-CSRFToken": "[^"]*"|X-CSRFToken[^}]*', "", text)


@dataclass
class Reading:
    """One day and those who read it."""

    house: FrontHouse
    hall: Hall
    told: set[str]
    committed: Callable[..., Any]
    speaks: str = ""
    given_out: list[str] = field(default_factory=list)

    def go(self, step: int | str | list[Asked]) -> None:
        if isinstance(step, list):
            for one in step:
                self.ask(*one)
            return
        self.told.clear()
        with self.committed(execute=True):
            if isinstance(step, str):
                self.speak(step)
            else:
                self.act(random.Random(step))  # noqa: S311  (the same each run)
        self.house.changed(self.told)

    def act(self, dice: random.Random) -> None:
        try:
            dice.choice(WHOLE)(self.hall, dice)
        except AssertionError:  # not now: refused
            return

    def speak(self, language: str) -> None:
        """The organiser chooses another language for the event, on its settings."""
        form = {"name": "Spring Open", "day": "2026-03-07", "time": "10:00", "time_zone": "Europe/Berlin"}
        form |= {"language": language, "listed": "on"}
        answer = self.hall.client.post(f"/desk/{self.hall.event.code}/settings", form)
        assert answer.status_code == 302
        self.speaks = language

    def ask(self, player: int, page: str, accepted: str, chosen: str) -> None:
        everybody = entries(self.hall)
        own = f"/p/{token_of(everybody[player % len(everybody)])}"
        path = page.format(code=self.hall.event.code, own=own)
        headers = {"accept-language": accepted} if accepted else {}
        headers |= {"cookie": f"{settings.LANGUAGE_COOKIE_NAME}={chosen}"} if chosen else {}
        got = self.house.ask(path, headers)
        fresh = Client(headers=headers).get(path, {"x": "1"})
        assert got.status == fresh.status_code, path
        if got.status != 200:
            return
        self.given_out.append(path)
        wanted = expected(accepted, chosen, self.speaks)
        if page.endswith("/screen"):
            wanted = self.speaks or wanted
        assert bool(DOUBLE.search(got.body.decode())) == (wanted == PSEUDO), (
            path,
            accepted,
            chosen,
            self.speaks,
        )
        assert lasting(got.body) == lasting(fresh.content), (path, accepted, chosen)


@pytest.fixture(autouse=True)
def _two_languages(pseudo: None, tmp_path: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA = tmp_path
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY)
    monkeypatch.setattr(limits, "MOST", dict.fromkeys(limits.MOST, 10**9))
    cache.clear()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    found: set[str] = set()
    monkeypatch.setattr(topics, "_listeners", [found.update])
    return found


@pytest.fixture
def house() -> Iterator[FrontHouse]:
    with front_house() as made:
        yield made


@pytest.mark.parametrize("days", [6, pytest.param(60, marks=pytest.mark.long)])
def test_nobody_is_given_another_language_whatever_happens(
    days: int, told: set[str], house: FrontHouse, django_capture_on_commit_callbacks: Any
) -> None:
    given_out = list[str]()

    @usual(
        max_examples=days,
        suppress_health_check=list(HealthCheck),
        deadline=None,
        # A shorter day that fails would cost minutes.
        phases=set(Phase) - {Phase.shrink},
    )
    @given(st.sampled_from(GAMES), st.lists(steps, min_size=8, max_size=16))
    def live_a_day(game: str, day: list[int | str | list[Asked]]) -> None:
        hall = begun(game, PLAYERS)
        Event.objects.filter(pk=hall.event.pk).update(listed=True)
        reading = Reading(house, hall, told, django_capture_on_commit_callbacks)
        for step in day:
            reading.go(step)
        given_out.extend(reading.given_out)

    live_a_day()
    assert len(house.made) < len(given_out)
