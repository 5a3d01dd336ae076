"""A Saturday of Unlimited at the desk: a Competitive event of 33, best of three, six rounds and a cut to eight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import pytest
from playwright.sync_api import FilePayload, Page, expect

from browser_cases import PHONE, Server
from day_cases import Checked, Day, Match
from muster.core.bracket.layouts import place_text
from muster.core.tournament.final import final_places
from muster.exchange import journal

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = (
    "Ahsoka Ilves", "Beru Żak", "Cassian Dvořák", "Dedra Núñez", "Enfys O'Neill", "Finn Šimek", "Galen Roux",
    "Hera Sørensen", "Iden Vos", "Jyn Çelik", "Kanan Ek", "Leia Öst", "Maz Kaya", "Nien Łoś", "Owen Ødegård",
    "Poe Álvarez", "Qi Ra", "Rey von der Au", "Sabine Wren-Nowak", "Tarfful Ito", "Ursa Béla", "Vel Sarthe",
    "Wedge Antal", "Xizor Papp", "Yaddle Ó Sé", "Zeb Orrelios", "Aphra Łuk", "Bodhi Rook", "Chirrut Imwe",
    "Din Jaren", "Ezra Most", "Fennec Shah",
)  # fmt: skip
WALK_IN, LATE, GONE = "Grogu", "Hondo Ohnaka", PLAYERS[29]
STRENGTH = (*PLAYERS, WALK_IN, LATE)
HEADINGS = "First name;Last name;Club;Table;Paid"
BAD_TABLE = "by the door"

BY_TABLE: Final = 87
"""Keys for 16 results: table, space, two digits, Enter."""


class DeckDay(Day):
    """A day whose pages are looked at on a tablet by day and on a phone by night."""

    views = ((768, "light"), (PHONE, "dark"))

    def figures(self) -> list[str]:
        """The figures of the plan: rounds, cut, players."""
        self.tab("Plan")
        return [text.split()[0] for text in self.page.locator(".card .big-number").all_inner_texts()]

    def bye(self) -> str:
        """Who has the bye of the round that was just published."""
        bye = self.page.locator("section.card", has=self.page.get_by_role("heading", name="Bye", exact=True))
        expect(bye.locator("strong")).to_have_count(1)
        return bye.locator("strong").inner_text()

    def keys(self, lines: Sequence[str]) -> int:
        """Type these lines as they are, with nothing but the keys they take; how many those were."""
        expect(self.page.locator("#line")).to_be_focused()
        for line in lines:
            self.page.keyboard.type(line)
            self.page.keyboard.press("Enter")
        return sum(len(line) + 1 for line in lines)


ONE_KEY: Final = {"20": "1", "21": "2", "12": "3", "02": "4"}
"""In table order the key that is a result."""


def line(first: str, second: str, number: int) -> str:
    """Games won: whoever stands earlier in the list wins, with or without losing one."""
    one, two = STRENGTH.index(first), STRENGTH.index(second)
    lost = (one + two + number) % 2
    return f"2{lost}" if one < two else f"{lost}2"


@pytest.mark.long
def test_a_saturday_of_unlimited(page: Page, site: Server) -> None:
    day = DeckDay(page, site)
    morning(day)
    byes = [first_round(day), second_round(day), third_round(day)]
    for number in (4, 5, 6):
        byes.append(later_round(day, number, byes))
    assert len(set(byes)) == 6
    top_eight(day)
    bracket(day)
    proof(day)
    assert not day.faults, "\n".join(day.faults)


# --- before the first round


def morning(day: DeckDay) -> None:
    """Set up, a file of players with mistakes, and a walk-in who is one too many for five rounds."""
    day.create(
        "unlimited-1.3", "Sector Qualifier", structure="Competitive", tier="Competitive", Date="2026-03-07"
    )
    upload(day, [*PLAYERS, WALK_IN])
    assert day.figures() == ["5", "4", "32"]
    expect(day.page.locator("main")).to_contain_text("From 33 players on: 6 Swiss rounds, cut to 8.")
    day.tab("Players")
    day.page.get_by_label("Name", exact=True).fill(WALK_IN)
    day.page.keyboard.press("Enter")
    expect(day.page.locator("#people-list")).to_contain_text(WALK_IN)
    assert day.figures() == ["6", "8", "33"]
    expect(day.page.locator("main")).to_contain_text("With 32 or fewer: 5 Swiss rounds, cut to 4.")
    day.load_dice()
    day.announce(asked="rosters are required by the regulations")
    once_more(day)
    day.start_swiss()


def upload(day: DeckDay, names: Sequence[str]) -> None:
    """A file with a table that is none and a name twice: put right, one left out, the rest entered."""
    page = day.page
    lines = [";".join((*name.split(" ", 1), "")[:2]) + ";Outer Rim;;yes" for name in names]
    lines[6] = lines[6].replace(";;yes", f";{BAD_TABLE};yes")
    text = "\n".join([HEADINGS, *lines, lines[0].upper()])
    day.tab("Players")
    day.look("people-empty")
    page.get_by_role("link", name="Add a list").click()
    page.get_by_label(re.compile("^A CSV")).set_input_files(
        FilePayload(name="players.csv", mimeType="text/csv", buffer=text.encode())
    )
    day.look("list")
    day.press("Look through the list")
    ticked = page.locator("tbody input[name=line]:checked")
    expect(ticked).to_have_count(32)
    wrong = page.locator("tbody tr", has_text=f"{BAD_TABLE} is no number of a table.")
    expect(wrong.locator("input[name=line]")).to_be_disabled()
    expect(page.locator("tbody tr").last).to_contain_text("The same name stands in line 2.")
    day.look("list-wrong")
    day.press("Change the list")
    sheet = page.get_by_label(re.compile("^One player a line"))
    sheet.fill(sheet.input_value().replace(BAD_TABLE, "3"))
    day.press("Look through the list")
    expect(ticked).to_have_count(33)
    page.locator("tbody tr", has_text=WALK_IN).locator("input[name=line]").uncheck()
    day.press("Enter the ticked players")
    expect(page.locator("#people-list tbody tr")).to_have_count(32)
    day.look("people")


def once_more(day: DeckDay) -> None:
    """Announced is announced: the last player leaves and comes back, and nothing changes."""
    day.drop(WALK_IN, "forgot the deck")
    assert day.figures() == ["6", "8", "33"]
    main = day.page.locator("main")
    expect(main).to_contain_text("For 32 players the table would say: 5 Swiss rounds, cut to 4.")
    expect(main).to_contain_text("The rounds stay as they are")
    day.look("plan-stands")
    day.player(WALK_IN)
    day.press("Let them rejoin")
    expect(day.page.locator(".page-head .badge")).not_to_contain_text("ropped")
    assert day.figures() == ["6", "8", "33"]
    expect(main).to_contain_text("players counted, all of them here")


# --- rounds


def drawn(day: DeckDay, number: int) -> str:
    """Draw and publish a round; who has its bye."""
    day.propose(number)
    day.publish(number)
    return day.bye()


def first_round(day: DeckDay) -> str:
    """Every way a match can end."""
    bye = drawn(day, 1)
    listed = day.matches()
    tables = [one.table for one in listed]
    assert tables == list(range(1, 17))
    ends = {"id": "1–1", "111": "1–1", "x2": "3–0", "c1": "0–3", "101": "3–0"}
    odd = dict(zip(tables, ends.items(), strict=False))
    day.enter([f"{table} {typed}" for table, (typed, _points) in odd.items()], confirmed=len(odd))
    played = day.play(1, line)
    assert {one.table: one.points for one in played if one.table in odd} == {
        table: points for table, (_typed, points) in odd.items()
    }
    rows = day.page.locator("#matches tbody tr")
    expect(rows.nth(0)).to_contain_text("intentional draw", ignore_case=True)
    expect(rows.nth(1)).to_contain_text("time", ignore_case=True)
    return bye


def second_round(day: DeckDay) -> str:
    """A whole round by table numbers, in as few keys as they take; somebody comes late."""
    bye = drawn(day, 2)
    said = day.enter_late(LATE)
    assert "loss without an opponent" in said
    assert "SWU-RNDS-1" in said
    listed = day.matches()
    pressed = day.keys([f"{one.table} {line(one.first, one.second, 2)}" for one in listed])
    day.recorded(16)
    assert pressed == BY_TABLE
    return bye


def third_round(day: DeckDay) -> str:
    """Somebody goes home; a whole round in table order."""
    day.drop(GONE, "train home")
    bye = drawn(day, 3)
    listed = day.matches()
    day.page.get_by_label("In table order").check()
    expect(day.page.locator("#line")).to_have_value("1 ")
    for one in listed:
        expect(day.page.locator("#line")).to_have_value(f"{one.table} ")
        # Keys that follow at once are taken for one: a person is never that quick.
        expect(day.page.locator("button[data-key]:disabled")).to_have_count(0)
        day.page.keyboard.press(ONE_KEY[line(one.first, one.second, 3)])
    day.recorded(16)
    day.page.get_by_label("In table order").uncheck()
    return bye


def later_round(day: DeckDay, number: int, byes: Sequence[str]) -> str:
    """A round like many; its bye goes to the lowest of the standings who had none."""
    ranked = [name for _rank, name in day.standings(number - 1) if name != GONE]
    bye = drawn(day, number)
    assert bye == next(name for name in reversed(ranked) if name not in byes)
    day.play(number, line)
    return bye


# --- the cut


def top_eight(day: DeckDay) -> None:
    """The third of the best eight goes home, and the ninth moves in."""
    ranked = [name for _rank, name in day.standings(6)]
    assert day.cut() == ranked[:8]
    leaving, ninth, page = ranked[2], ranked[8], day.page
    for sure in (False, True):
        page.get_by_role("link", name=f"Let them leave {leaving}").click()
        day.headed(f"If {leaving} leaves")
        expect(page.locator("h2", has_text=f"{ninth} comes in")).to_be_visible()
        day.look("leaving")
        if sure:
            page.get_by_label("Reason").fill("train home")
            page.get_by_role("button", name=f"{leaving} leaves").click()
        else:
            page.get_by_role("link", name="No, back").click()
        day.headed("The cut is made")
        seeds = seeded(page)
        assert seeds == ([*ranked[:2], *ranked[3:9]] if sure else ranked[:8])
    day.start_elimination()


def seeded(page: Page) -> list[str]:
    """The players with a seed number, in its order."""
    found: list[tuple[int, str]] = page.locator("table.ranking tbody tr").evaluate_all(
        """rows => rows.filter(row => /^\\d+$/.test(row.cells[0].innerText.trim()))
           .map(row => [Number(row.cells[0].innerText), row.querySelector('th bdi').innerText.trim()])"""
    )
    return [name for _seed, name in sorted(found)]


def bracket(day: DeckDay) -> None:
    """Three rounds; three matches are equal when time is up, and the regulations have a winner for each."""
    knock_out(day, 7, ("11 u hp5-3", "11 u hp4-4 i2"), won=(0, 1))
    day.tab("Bracket")
    expect(day.page.locator("main")).to_contain_text("SWU-BO3-3")
    day.look("bracket-played")
    knock_out(day, 8, ("11 i1",), won=(0,))
    knock_out(day, 9, (), won=())


def knock_out(day: DeckDay, number: int, ties: Sequence[str], *, won: Sequence[int]) -> None:
    """A round of the bracket whose first matches end in these ties."""
    day.propose(number)
    day.publish(number)
    listed = day.matches()
    day.enter([f"{one.table} {tie}" for one, tie in zip(listed, ties, strict=False)], confirmed=len(ties))
    played = day.play(number, line)
    assert [winner(day, one) for one in played[: len(ties)]] == [
        (one.first, one.second)[seat] for one, seat in zip(played, won, strict=False)
    ]


def winner(day: DeckDay, match: Match) -> str:
    """Who has won the match, as the list of results shows it."""
    return day.page.locator(f"#matches tr[data-table='{match.table}'] td.won").inner_text()


def proof(day: DeckDay) -> None:
    """The page's places are those of a fresh replay of the journal, which is in order."""
    shown = day.finish()
    file = journal.read(day.download("Download the journal"))
    state = file.journal.state
    assert state.places == final_places(state)
    assert shown == [
        (place_text(one.first_place, one.last_place), file.names[one.player]) for one in state.places
    ]
    assert len(shown) == 34
    assert day.checked() == Checked(state.head, [])
    day.tour()
