"""An evening of Twin Suns at the desk: eleven players at tables of four and three, three rounds and a final table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser_cases import PHONE, Server
from day_cases import Checked, Day
from muster.core.bracket.layouts import place_text
from muster.core.tournament.final import final_places
from muster.exchange import journal

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = (
    "Ahsoka Ilves", "Beru Żak", "Cassian Dvořák", "Dedra Núñez", "Enfys O'Neill", "Finn Šimek", "Galen Roux",
    "Hera Sørensen", "Iden Vos", "Jyn Çelik", "Kanan Ek",
)  # fmt: skip

ROUNDS = 3


class TableDay(Day):
    """A day at tables of three and four, looked at on the laptop of a shop and on a phone."""

    views = ((1366, "light"), (PHONE, "dark"))

    def go_on(self) -> None:
        """Press the one next button, wherever on the page it stands."""
        self.page.locator("#next-step .go, main .go").first.click()

    def seated(self) -> dict[int, list[str]]:
        """Who sits at each table, by seat, as the list of results has it."""
        self.tab("Results")
        self.page.get_by_role("navigation", name="Which results").get_by_role(
            "link", name=re.compile("^All")
        ).click()
        expect(self.page.locator("#results .chip[aria-current]")).to_contain_text("All")
        rows = self.page.locator("#matches tbody tr").evaluate_all(
            """rows => rows.map(row => [Number(row.dataset.table),
               [...row.querySelectorAll('.seats bdi')].map(one => one.innerText.trim())])"""
        )
        return dict(rows)

    def points(self, table: int) -> list[str]:
        """The points at a table, by seat."""
        return self.page.locator(f"#matches tr[data-table='{table}'] .seats .num").all_inner_texts()

    def shown(self, number: int) -> None:
        """From wherever one is to the round shown to players, by the one next step."""
        self.go_on()
        expect(self.page.locator(".page-head")).to_contain_text("Draft")
        self.look(f"review-{number}")
        self.go_on()
        expect(self.page.locator(".page-head")).to_contain_text(re.compile(r"0 of \d+ results"))
        self.look("round")


def left(names: list[str]) -> str:
    """What each has left: whoever stands earlier in the list has more, and the last of a table is out."""
    ranked = sorted(names, key=PLAYERS.index)
    return " ".join(str(6 * (len(names) - 1 - ranked.index(name))) for name in names)


@pytest.mark.long
def test_an_evening_of_twin_suns(page: Page, site: Server) -> None:
    day = TableDay(page, site)
    morning(day)
    first_round(day)
    for number in range(2, ROUNDS + 1):
        day.shown(number)
        played(day)
    final_table(day)
    proof(day)
    assert not day.faults, "\n".join(day.faults)


def morning(day: TableDay) -> None:
    """Set up, eleven players from a list, rounds fixed."""
    day.create("twin-suns-1.3", "Twin Suns Night", structure="Rounds and a final table", Date="2026-03-07")
    day.paste(PLAYERS)
    day.load_dice()
    day.tab("Plan")
    main = day.page.locator("main")
    expect(main).to_contain_text("80 minutes a round")
    expect(main).to_contain_text("2 tables of four and 1 table of three")
    day.announce()


def first_round(day: TableDay) -> None:
    """Two tables of four and one of three: the quick line, the form, and a correction."""
    day.start_swiss()
    day.shown(1)
    tables = day.seated()
    assert sorted(map(len, tables.values())) == [3, 4, 4]
    three = next(number for number, names in tables.items() if len(names) == 3)
    typed, filled = (number for number in tables if number != three)
    day.look("results-empty")
    day.tab("Results")
    line = day.page.locator("#line")
    line.press("Escape")
    line.press_sequentially(f"{typed} 12 7 3 0")
    expect(day.page.locator("#preview")).to_contain_text("place 1")
    day.look("line-preview")
    day.page.keyboard.press("Enter")
    day.recorded(1)
    form(day, filled)
    day.type_line(f"{three} 9 4 0")
    day.recorded(3)
    assert day.points(typed) == ["5", "3", "2", "1"]
    assert day.points(filled) == ["3", "3", "1", "2"]
    assert day.points(three) == ["5", "3", "2"]
    day.look("results-done")
    correction(day, three)


def form(day: TableDay, table: int) -> None:
    """By fields: two with as much left, and one who conceded."""
    day.page.locator(f"#matches tr[data-table='{table}'] a.enter").click()
    day.headed(f"table {table}")
    fields = day.page.locator("#fields")
    for seat, hp in ((0, "8"), (1, "8"), (3, "1")):
        fields.locator(f"[name='left.{seat}']").fill(hp)
    fields.get_by_text("Somebody conceded, never came or was given the loss; places by hand").click()
    fields.locator("[name='conceded.2']").select_option("1")
    expect(day.page.locator("#worth")).to_contain_text("places 1 to 2")
    day.look("match")
    day.page.locator("#fields button.go").click()
    expect(day.page.locator("h1")).not_to_contain_text(f"table {table}")
    day.tab("Results")
    day.recorded(2)


def correction(day: TableDay, table: int) -> None:
    """Looked at before it is made: who moves, and to where."""
    day.seated()
    day.open_correction(table)
    day.page.locator("[name='left.2']").fill("6")
    said = day.preview_correction()
    assert "place 2" in said
    day.correct("misread the slip")
    day.seated()
    assert day.points(table) == ["5", "2", "3"]


def played(day: TableDay) -> None:
    """Every table of the round by the quick line."""
    tables = day.seated()
    day.enter([f"{table} {left(names)}" for table, names in tables.items()], confirmed=len(tables))
    expect(day.page.locator("#log")).to_contain_text("All results are in.")


def final_table(day: TableDay) -> None:
    """The best four, one table, its winner."""
    ranked = [name for _rank, name in day.standings(ROUNDS)]
    day.look("standings-three")
    assert day.cut() == ranked[:4]
    day.go_on()
    expect(day.page.locator(".page-head")).to_contain_text("Draft")
    day.look("review-final")
    day.go_on()
    expect(day.page.locator(".page-head")).to_contain_text("0 of 1")
    assert set(day.seated()[1]) == {*ranked[:4]}
    day.tab("Bracket")
    day.look("bracket")
    played(day)
    day.tab("Bracket")
    expect(day.page.locator(".champion")).to_contain_text(min(ranked[:4], key=PLAYERS.index))
    day.look("bracket-played")


def proof(day: TableDay) -> None:
    """The page's places are those of a fresh replay of the journal, which is in order."""
    shown = day.finish()
    file = journal.read(day.download("Download the journal"))
    state = file.journal.state
    assert state.places == final_places(state)
    assert shown == [
        (place_text(one.first_place, one.last_place), file.names[one.player]) for one in state.places
    ]
    assert len(shown) == len(PLAYERS)
    assert day.checked() == Checked(state.head, [])
    day.tour()
