"""A Saturday of Legion at the desk, from the new event to the final places, with all that happens on such a day."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser_cases import Server
from day_cases import Checked, Day
from muster.core.bracket.layouts import place_text
from muster.core.tournament import queries
from muster.core.tournament.final import final_places
from muster.exchange import journal

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = (
    "Ada Lovelace", "Bartłomiej Żółć", "Chiara Neri", "Dmitri O'Hara", "Eva Königs-Löwe", "Farid Aziz",
    "Grace Hopper", "Hugo", "Ida Noddack", "Jürgen Weiß", "Kira Nerys", "Liam Ó Briain", "Mona Lindqvist",
    "Nils Åberg", "Olga Tokarczuk", "Paweł Kot", "Quinn Ó", "Rosa Luz", "Sven Ek", "Tara Singh", "Uma Devi",
    "Vera Rubin", "Wim Duisenberg-van der Meer", "Xenia Ω",
)  # fmt: skip
ABSENT, LATE = "Zoë Absent", "Yusuf Late"
STRENGTH = (*PLAYERS, LATE, ABSENT)


def line(first: str, second: str, number: int) -> str:
    """Victory tokens: whoever stands earlier in the list wins, by more or less."""
    one, two = STRENGTH.index(first), STRENGTH.index(second)
    high, low = 3 + (one + two + number) % 4, (one * two + number) % 3
    return f"{high}{low}" if one < two else f"{low}{high}"


def turned(typed: str) -> str:
    """The same result for the other player."""
    return typed[::-1]


@pytest.mark.long
def test_a_saturday_of_legion(page: Page, site: Server) -> None:
    day = Day(page, site)
    morning(day)
    first_round(day)
    second_round(day)
    third_round(day)
    final(day)
    proof(day)
    assert not day.faults, "\n".join(day.faults)


def morning(day: Day) -> None:
    """Set up, 25 names, 24 of them here, the plan announced."""
    day.create(
        "legion-2.0",
        "Saturday Legion",
        structure="Advanced",
        Date="2026-03-07",
        Players_must_be_checked_in="yes",
    )
    day.paste([*PLAYERS, ABSENT])
    day.check_in(PLAYERS)
    day.drop_no_shows(1)
    day.load_dice()
    day.announce()
    expect(day.page.locator("main")).to_contain_text("Swiss rounds")
    figures = day.page.locator(".card .big-number").all_inner_texts()
    assert figures == ["3", "2", "24"]
    day.start_swiss()


def first_round(day: Day) -> None:
    """Pairings explained, a clock, one slip taken back, and one wrong result that nobody notices."""
    day.propose(1)
    day.publish(1)
    assert "random" in day.why(1)
    day.clock("Start the clock", "Pause", "Go on")
    listed = day.matches()
    slip = listed[4]
    day.enter([f"{slip.table} {turned(line(slip.first, slip.second, 1))}"], confirmed=1)
    day.undo_line(0)
    wrong = listed[2]
    day.enter([f"{wrong.table} {turned(line(wrong.first, wrong.second, 1))}"], confirmed=1)
    played = day.play(1, line)
    assert len(played) == 12
    assert {one.status for one in played} == {"confirmed"}
    ranked = day.standings(1)
    assert len(ranked) == 24  # who never came has no rank
    correct(day, wrong.table, line(wrong.first, wrong.second, 1))


def correct(day: Day, table: int, typed: str) -> None:
    """Somebody comes to the desk: the winner of this table was entered wrongly."""
    day.matches()
    day.open_correction(table)
    day.page.get_by_label("Six rounds").check()
    for seat, tokens in enumerate(typed):
        day.page.locator(f"[name='tokens.{seat}']").fill(tokens)
    before = day.preview_correction()
    assert "→" in before
    day.correct("the slip was read upside down")


def second_round(day: Day) -> None:
    """Somebody comes late, and somebody concedes."""
    said = day.enter_late(LATE)
    assert "loss without an opponent" in said
    assert "COM-DROP-2" in said
    day.propose(2)
    day.publish(2)
    bye = day.page.locator("section.card", has=day.page.get_by_role("heading", name="Bye"))
    expect(bye).to_have_count(1)
    listed = day.matches()
    day.enter([f"{listed[5].table} c2"], confirmed=1)
    day.fill_in(listed[6].table, "Six rounds", **{"tokens.0": "4", "tokens.1": "1"})
    day.play(2, line)
    assert len(day.standings(2)) == 25


def third_round(day: Day) -> None:
    """Somebody goes home; the last Swiss round."""
    day.drop(PLAYERS[20], "train home")
    day.propose(3)
    day.publish(3)
    day.clock("Start the clock")
    day.play(3, line)
    ranked = day.standings(3)
    assert len(ranked) == 25
    assert ranked[0][0] == "1"


def final(day: Day) -> None:
    """The best two meet once more."""
    best = [name for _rank, name in day.standings(3)[:2]]
    assert day.cut() == best
    day.start_elimination()
    day.propose(4)
    day.publish(4)
    day.play(4, line)


def proof(day: Day) -> None:
    """The page's places are those of a fresh replay of the journal, which is in order."""
    shown = day.finish()
    file = journal.read(day.download("Download the journal"))
    state = file.journal.state
    assert state.places == final_places(state)
    assert shown == [
        (place_text(one.first_place, one.last_place), file.names[one.player])
        for one in queries.shown_places(state)
    ]
    assert len(shown) == 25
    assert day.checked() == Checked(state.head, [])
    day.tour()
