"""A chess club's evening of nine: the game made by its questions, five rounds with draws, points in halves."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from browser_cases import Server
from course_day_cases import CourseDay
from day_cases import Checked
from muster.core.tournament import queries
from muster.exchange import journal

pytestmark = pytest.mark.django_db(transaction=True)

CLUB = (
    "Ana Petrović", "Bogdan Żyła", "Çağla Aksoy", "Dmytro Kóvač", "Elisabet Þórsdóttir", "Farid Haddad",
    "Giulia de Luca", "Håkon Ås", "Ida Nørgaard-Sørensen",
)  # fmt: skip


class ClubEvening(CourseDay):
    """An evening looked at on the club's laptop and on a phone."""

    def set_up(self) -> None:
        """From a new event to its game, made by questions and looked at, and back to the event."""
        page = self.page
        page.goto(self.site.url("/desk/new"))
        page.get_by_label("Name", exact=True).fill("Thursday at the Rook")
        page.get_by_text("Another game, or rules of your own").click()
        self.press("Make a game by a few questions")
        self.headed("A game of your own")
        self.look("own-game-empty")
        page.get_by_label("Name of the game").fill("Chess at the Rook")
        for label, value in (("A win", "1"), ("A draw", "1/4"), ("A loss", "0"), ("A bye", "1")):
            page.get_by_label(label, exact=True).fill(value)
        page.get_by_label("Games can be drawn").check()
        page.get_by_label("Minutes per round").fill("30")
        for at, name in enumerate(("Buchholz cut 1", "Buchholz", "Sonneborn-Berger"), 1):
            page.get_by_label(f"Tiebreaker {at}").select_option(label=name)
        page.get_by_label("In Buchholz, count rounds").check()
        page.get_by_label("How many rounds").select_option(label="Always as many:")
        page.get_by_label("Number of rounds").fill("5")
        self.press("See what comes of it")
        expect(page.get_by_role("alert")).to_contain_text("such as 3, ½ or 2.5")
        self.look("own-game-fault")
        page.get_by_label("A draw", exact=True).fill("½")
        self.press("See what comes of it")
        expect(page.locator("#seen tbody tr")).to_have_count(5)
        expect(page.locator("#seen tbody")).to_contain_text("½")
        self.look("own-game-seen")
        page.get_by_text("The regulations file these answers make").click()
        expect(page.locator("#seen pre")).to_contain_text('points_shown_in = "halves"')
        self.press("Set up an event with this game")
        self.headed("New event")
        expect(page.get_by_label("Name", exact=True)).to_have_value("Thursday at the Rook")
        expect(page.locator("#rules > header")).to_contain_text("Chess at the Rook")
        page.get_by_label("Date", exact=True).fill("2026-03-05")
        page.get_by_role("radio", name=re.compile("^Always as many rounds")).check()
        self.look("new")
        self.press("Create the event")
        page.wait_for_url(re.compile(r"/desk/(?!new)[^/]+/?$"))
        self.base = f"/desk/{page.url.rstrip('/').split('/')[-1]}/1"

    def change_game(self) -> None:
        """Another time for a round, from the tournament's settings."""
        page = self.page
        page.goto(self.site.url(f"{self.base}/settings"))
        page.get_by_role("link", name="The game and its answers").click()
        self.headed("The game")
        self.look("game")
        page.get_by_label("Minutes per round").fill("45")
        self.press("See what comes of it")
        self.press("Play by these answers")
        self.says("The game is changed")


def result(first: str, second: str, number: int) -> str:
    """Neighbours of the list draw; else whoever stands earlier in it wins."""
    one, two = CLUB.index(first), CLUB.index(second)
    del number
    return "0" if abs(one - two) == 1 else "1" if one < two else "2"


@pytest.mark.long
def test_a_chess_evening_of_nine_to_the_end(page: Page, site: Server) -> None:
    day = ClubEvening(page, site)
    day.set_up()
    day.change_game()
    day.paste(CLUB)
    day.load_dice()
    day.announce()
    expect(page.locator("main")).to_contain_text("5")
    day.start_swiss()
    for number in range(1, 6):
        day.propose(number)
        day.publish(number)
        if number == 1:
            assert "Keys" not in day.phone(CLUB[0], "phone-playing", "body")
        rows = day.play(number, result)
        drawn = [one for one in rows if one.points.replace(" ", "") == "½–½"]
        if number == 1:
            assert all(re.fullmatch(r"(1–0|0–1|½–½)", one.points.replace(" ", "")) for one in rows), rows
        if drawn and number < 5:
            assert "½" in day.phone(drawn[0].first, f"phone-drawn-{number}", "body")
    assert day.standings(5)
    assert "½" in day.seen("public:standings", "public-standings", 1)
    assert "½" in day.seen("paper:view", "paper-standings", 1, "standings")
    day.finish()
    file = journal.read(day.download("Download the journal"))
    state = file.journal.state
    assert state.created.regulations.round_times[0].minutes == 45
    games = sum(len(round_.matches) for round_ in state.rounds)
    assert sum(row.points for row in queries.table(state).rows) == 2 * (games + 5)
    assert any(Fraction(row.points, 2).denominator == 2 for row in queries.table(state).rows)
    assert day.checked() == Checked(state.head, [])
    day.seen("public:verify", "verify", 1)
    assert not day.faults, "\n".join(day.faults)
