"""A wrong result of round 2 found in round 4, in every game: what it changes, the window, the choices, the record."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from browser_cases import LAPTOP, PHONE, Server, axe, fits, picture, shoot, with_surnames
from muster.app.history.reasons import typed
from muster.core.ids import RoundNo, Seat, TableNo
from muster.core.scoring.reports import Report
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Round, State, best_of
from muster.journal import store
from muster.web.desk.repair.preview import RePairing, after_correction, suggested_swaps
from tournament_cases import custom, won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

DESTROYED = {"scores.destroyed.0": "0", "scores.destroyed.1": "100"}
SECOND_WON = {
    "armada-4.0": DESTROYED,
    "armada-pl": DESTROYED,
    "legion-2.0": {"tokens.0": "1", "tokens.1": "3"},
    "runewars-2.2.2": DESTROYED,
    "unlimited-1.3": {"games.0": "1", "games.1": "1"},
}
"""What is typed where the player named second has won."""

STAND = "pairings made since then stand"
AFFECTED = "Pair only the affected matches again"
ANEW = "Void the whole round and draw it again"
LEAVE = "Leave the pairings as they are and play on"
AGAINST = "against the regulations while the round has not begun"


@dataclass
class Case:
    """A desk at which wrong results of a hall are found; the players named first have won so far."""

    page: Page
    site: Server
    hall: Hall

    @property
    def state(self) -> State:
        """The tournament as the server has left it."""
        store.forget()
        return self.hall.state

    @property
    def pairs(self) -> dict[TableNo, frozenset[int]]:
        """Who meets whom in the latest round."""
        return {table: frozenset(one.pairing.players) for table, one in self.state.rounds[-1].matches.items()}

    def won(self, seat: Seat) -> Report:
        state = self.hall.state
        return won_by(state.regulations, seat, best_of(state, state.stages[-1].format))

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            round_ = self.hall.publish().rounds[-1]
            for table in sorted(round_.matches):
                self.hall.do(commands.ReportResult(round_.number, table, self.won(0)))

    def pair(self) -> Round:
        """The next round, published and not begun."""
        self.hall.propose()
        return self.hall.do(commands.PublishRound()).rounds[-1]

    def turn(self, round_no: int, table: int = 1) -> None:
        """Ask what it changes that the player named second has won."""
        self.page.goto(self.site.url(self.hall.url("result-correct", round_no, table)))
        for name, value in SECOND_WON[self.hall.regulations].items():
            control = self.page.locator(f"#fields [name='{name}']")
            control.select_option(value) if name.startswith("games") else control.fill(value)
        self.page.get_by_role("button", name="Show what it changes").click()
        expect(self.page.locator("#changes")).to_be_visible()

    def correct(self, reason: str) -> None:
        self.page.get_by_label("Reason").fill(reason)
        self.page.get_by_role("button", name="Correct the result").click()
        expect(self.page.locator("#messages")).to_contain_text("Corrected")

    def look(self, name: str, *, audited: bool = True) -> None:
        """It fits a phone and a laptop, and can be read on a phone."""
        for width in (PHONE, LAPTOP):
            self.page.set_viewport_size({"width": width, "height": 800})
            fits(self.page)
            if audited and width == PHONE:
                axe(self.page)
            shoot(self.page, f"repair-{self.hall.regulations}-{name}-{width}")

    def mattering(self, round_no: int) -> int:
        """The first table of a round whose other result asks for other pairings in the next."""
        state, turned = self.state, self.won(1)
        for table, match in sorted(state.rounds[round_no - 1].matches.items()):
            asked = commands.CorrectResult(RoundNo(round_no), table, turned, typed("Misread."))
            after = after_correction(state, asked)
            assert not isinstance(after, Refusal)
            found = suggested_swaps(after, match.pairing.players, {})
            if isinstance(found, RePairing) and found.swaps:
                return table
        pytest.fail(f"no result of round {round_no} matters to the next")

    def recorded(self, *reasons: str) -> None:
        """The history has every correction with its reason."""
        self.page.goto(self.site.url(self.hall.url("history") + "?kind=corrections"))
        expect(self.page.locator("tbody tr")).to_have_count(len(reasons))
        for reason in reasons:
            expect(self.page.locator("main")).to_contain_text(reason)


def case(page: Page, site: Server, regulations: str, *, rounds: int = 3) -> Case:
    """Five rounds are planned, and so many complete."""
    hall = Hall(regulations, custom(5))
    hall.begin(16)
    found = Case(page, site, with_surnames(hall))
    found.play(rounds)
    return found


def test_legion(page: Page, site: Server) -> None:
    desk = case(page, site, "legion-2.0")
    desk.pair()

    # The window: round 1 stands for good.
    page.goto(site.url(desk.hall.url("result-correct", 1, 1)))
    expect(page.locator(".note-error")).to_contain_text("2 further rounds are over")
    picture(page, "too-late", ".page-head", ".note-error")

    # What rested on round 2, before anything is recorded.
    desk.turn(2)
    changes = page.locator("#changes")
    expect(changes).to_contain_text("Round 3, table")
    expect(changes).to_contain_text("Round 4, table")
    expect(changes).to_contain_text(STAND)
    expect(page.get_by_role("link", name="Keep the result on record")).to_be_visible()
    desk.look("round-2")
    picture(page, "what-it-changes", "#changes h2", "#changes .note-warning:has(.clause)")
    desk.correct("The slip was misread")
    assert desk.state.rounds[-1].number == 4

    # Round 3 has round 4 after it, which has not begun: only what is affected is paired anew.
    desk.turn(3, desk.mattering(3))
    before = desk.pairs
    expect(page.get_by_role("radio", name=AFFECTED)).to_be_checked()
    desk.look("choice", audited=False)
    desk.correct("Tokens were counted wrongly")
    expect(page.get_by_role("heading", name="Round 4 of 5")).to_be_visible()
    after = desk.pairs
    assert 1 <= sum(before[table] != after[table] for table in before) <= 4

    # One more pairing by hand.
    page.get_by_role("link", name="Change single pairings").click()
    one, two = (str(min(after[TableNo(table)])) for table in (7, 8))
    page.get_by_label("This player").select_option(one)
    page.get_by_label("with this one").select_option(two)
    page.get_by_role("button", name="Show what changes").click()
    expect(page.get_by_role("button", name="Change and publish")).to_be_visible()
    desk.look("by-hand")
    picture(page, "single-pairings", ".page-head", "form[method=post]:has([name=swaps])")

    # The record keeps both, and every moment can be looked at.
    desk.recorded("The slip was misread", "Tokens were counted wrongly")
    page.locator("tbody tr").last.locator("a").first.click()
    page.get_by_role("link", name="Earlier").click()
    page.get_by_role("link", name="Round 2", exact=True).click()
    expect(page.get_by_role("heading", name="Round 2 as it stood")).to_be_visible()
    desk.look("as-it-was")
    picture(page, "as-it-was", "#tables", "#page", high=620)
    page.locator("#tables summary").first.click()
    expect(page.locator("#tables .clause").first).to_be_visible()
    page.locator("#page tbody a").first.click()
    expect(page.get_by_role("heading", name="Why this rank")).to_be_visible()
    desk.look("player-as-they-were")


@pytest.mark.parametrize(
    ("regulations", "choice"), [("armada-4.0", LEAVE), ("armada-pl", ANEW), ("runewars-2.2.2", AFFECTED)]
)
def test_the_games_that_set_no_limit(page: Page, site: Server, regulations: str, choice: str) -> None:
    desk = case(page, site, regulations)
    before = desk.pair()
    desk.turn(2)
    changes = page.locator("#changes")
    expect(changes).to_contain_text("Round 3, table")
    expect(changes).to_contain_text("Round 4, table")
    expect(changes).to_contain_text(STAND)
    expect(changes.locator(".clause").first).to_contain_text("COM-RANK-1")
    desk.look("round-2")
    desk.correct("Round 2 was misread")
    assert desk.state.rounds[-1].number == 4

    table = desk.mattering(3) if choice == AFFECTED else 1
    desk.turn(3, table)
    page.get_by_role("radio", name=choice).check()
    expect(changes).not_to_contain_text(AGAINST)
    drawn = desk.pairs
    desk.correct("Round 3 was misread")
    match choice:
        case "Leave the pairings as they are and play on":
            assert desk.state.rounds[-1] == before
        case "Void the whole round and draw it again":
            page.get_by_role("button", name="Show to players", exact=True).first.click()
            expect(page.get_by_role("heading", name="Round 4 of 5")).to_be_visible()
        case _:
            expect(page.get_by_role("heading", name="Round 4 of 5")).to_be_visible()
            assert 1 <= sum(drawn[table] != desk.pairs[table] for table in drawn) <= 4
            assert desk.state.rounds[-1].cards is not None
    assert desk.state.rounds[-1].number == 4

    # These regulations shut no window: even round 1 can be put right.
    desk.turn(1)
    desk.correct("Round 1 was misread")
    desk.recorded("Round 1 was misread", "Round 2 was misread", "Round 3 was misread")


def test_unlimited_before_the_pairing_after_it_and_once_play_has_begun(page: Page, site: Server) -> None:
    desk = case(page, site, "unlimited-1.3")

    # Not paired: it is just mended.
    desk.turn(3, 8)
    changes = page.locator("#changes")
    expect(changes).to_contain_text("No published pairing rests on it.")
    expect(changes.locator(".clause").last).to_contain_text("SWU-REP-2")
    picture(page, "not-paired", "#changes")
    desk.correct("Found before the pairing")

    # Paired, not begun: the affected matches are to be paired anew; leaving them is said to be against the rules.
    drawn = desk.pair()
    desk.turn(3, desk.mattering(3))
    expect(page.get_by_role("radio", name=AFFECTED)).to_be_checked()
    expect(changes).to_contain_text(AGAINST)
    desk.look("choice")
    picture(page, "not-begun", "#changes fieldset", "#changes form > .row:last-child")
    desk.correct("Found before the start")
    expect(page.get_by_role("heading", name="Round 4 of 5")).to_be_visible()
    assert desk.state.rounds[-1].matches != drawn.matches

    # Begun: the result is mended, and play goes on.
    desk.hall.do(commands.StartRound())
    before = desk.pairs
    desk.turn(2)
    expect(changes).to_contain_text("Round 4, table")
    expect(changes).to_contain_text(STAND)
    expect(changes.get_by_role("radio")).to_have_count(0)
    picture(page, "begun", "#changes > div > .stack", "#changes .note-warning:has(.clause)")
    desk.correct("Found while they play")
    assert desk.pairs == before
    desk.recorded("Found before the pairing", "Found before the start", "Found while they play")
