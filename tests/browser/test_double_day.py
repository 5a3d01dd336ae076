"""A double elimination of thirteen with a second final: played to the end by the one next button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser_cases import Server
from course_day_cases import CourseDay
from day_cases import Checked
from muster.app.common.access import Actor
from muster.app.screens.screens import ScreenInput, keep_screen
from muster.core.tournament.elimination import double_stand
from muster.core.tournament.final import final_places
from muster.exchange import journal
from muster.people.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = (
    "Ahsoka Ilves", "Beru Żak", "Cassian Dvořák", "Dedra Núñez", "Enfys O'Neill", "Finn Šimek", "Galen Roux",
    "Hera Sørensen", "Iden Vos", "Jyn Çelik", "Kanan Ek", "Leia Öst", "Maz Kaya",
)  # fmt: skip
ROUNDS = 9
"""Up to the second final, which is one of them."""


class DoubleDay(CourseDay):
    """A day that ends with a bracket that is decided."""

    def decided(self) -> None:
        """End the tournament; its journal is in order."""
        self.finish()
        state = journal.read(self.download("Download the journal")).journal.state
        assert state.places == final_places(state)
        assert self.checked() == Checked(state.head, [])
        stand = double_stand(state)
        assert stand is not None
        assert stand.bracket.matches[-1].number in stand.won


def wall(day: DoubleDay, looked: str) -> None:
    """Look in passing at a screen that shows the bracket."""
    event = Event.objects.get(code=day.code)
    shown = ScreenInput(number=2, shows=("bracket",), seconds=5)
    keep_screen(event, Actor("terminal", "organiser"), shown)
    here = day.page.url
    day.page.goto(day.site.url(f"/e/{day.code}/screen/2"))
    expect(day.page.locator("#bracket .game").first).to_be_visible()
    day.look(looked)
    day.page.goto(here)


def line(first: str, second: str, number: int) -> str:
    """Whoever stands earlier in the list wins, but for the final, which the first of the list loses."""
    earlier = PLAYERS.index(first) < PLAYERS.index(second)
    return "400 100" if earlier != (number == ROUNDS - 1) else "100 400"


@pytest.mark.long
def test_a_double_elimination_of_thirteen_to_the_second_final(page: Page, site: Server) -> None:
    day = DoubleDay(page, site)
    day.create(
        "armada-4.0", "Twice Beaten", structure="Elimination only", bracket="double", Date="2026-03-07"
    )
    day.paste(PLAYERS)
    day.load_dice()
    day.announce()
    expect(page.locator("main")).to_contain_text("13 players has 9 rounds and 25 games")
    titles = []
    for number in range(1, ROUNDS + 1):
        titles.append(day.round_shown(number))
        if number in (2, 4):
            day.tab("Bracket")
            day.look(f"bracket-{number}")
            said = day.phone("Maz Kaya", f"phone-{number}")
            assert "lost once" in said or "unbeaten" in said or "over" in said
            day.seen("public:bracket", f"public-bracket-{number}", 1)
            day.seen("public:rules", f"rules-{number}", 1) if number == 2 else None
            wall(day, f"wall-{number}")
            page.goto(day.site.url(f"{day.base}/round"))
        if number == ROUNDS:
            assert "second final decides" in day.phone("Ahsoka Ilves", "phone-second-final")
        day.play(number, line)
    assert titles[0].endswith("upper bracket 1")
    assert titles[-2:] == [f"Round {ROUNDS - 1}: final", f"Round {ROUNDS}: second final"]
    day.tab("Bracket")
    day.look("bracket-end")
    day.decided()
    assert not day.faults, "\n".join(day.faults)
