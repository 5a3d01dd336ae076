"""A Saturday of Armada at the desk on which much goes wrong and everything is put right, in the dark."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import Locator, Page, expect

from browser_cases import LAPTOP, PHONE, Server
from day_cases import Checked, Day, Match
from muster.core.bracket.layouts import place_text
from muster.core.tournament.final import final_places
from muster.exchange import journal
from muster.journal import store
from muster.people.models import Tournament
from web_cases import account

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = (
    "Ackbar Ż", "Bria Tharen", "Cody O'Neil", "Dodonna", "Evaan Verlaine", "Firmus Piett", "Gilad Pellaeon",
    "Hera Syndulla", "علی رضا",
)  # fmt: skip
MISTYPED = "Firmus Pitt"
PRIZES = "1: Trophy\n2-3: Acrylic tokens\n9: Wooden spoon"


class Night(Day):
    """A day whose pages are looked at in the dark."""

    views = ((LAPTOP, "dark"), (PHONE, "dark"))


def scores(first: str, second: str, number: int) -> str:
    """Whoever stands earlier in the list wins, by more or less."""
    one, two = PLAYERS.index(first), PLAYERS.index(second)
    high, low = 120 + (61 * one + 37 * two + 53 * number) % 250, 20 + (17 * one * two + number) % 90
    return f"{high}-{low}" if one < two else f"{low}-{high}"


def turned(typed: str) -> str:
    """The same scores for the other player."""
    return "-".join(reversed(typed.split("-")))


@pytest.mark.long
def test_a_saturday_of_armada(page: Page, site: Server) -> None:
    day = Night(page, site)
    morning(day)
    wrong = first_round(day)
    slip = second_round(day, wrong)
    third_round(day, slip)
    last_round(day)
    end(day)
    day.tour()
    proof(day)
    assert not day.faults, "\n".join(day.faults)


# --- the day


def morning(day: Day) -> None:
    """Set up, nine players typed one after the other (one of them twice), the plan announced."""
    day.create("armada-4.0", "Saturday Armada", structure="Basic", Date="2026-03-07")
    day.tab("Players")
    day.look("people-empty")
    for count, name in enumerate([*PLAYERS[:5], MISTYPED], 1):
        type_name(day, name, count)
    undo(day, MISTYPED)
    expect(listed_players(day)).to_have_count(5)
    expect(day.page.get_by_role("button", name="Enter them again")).to_be_visible()
    for count, name in enumerate(PLAYERS[5:], 6):
        type_name(day, name, count)
    day.look("people")
    day.load_dice()
    day.announce()
    assert day.page.locator(".card .big-number").all_inner_texts()[0] == "4"
    day.start_swiss()


def first_round(day: Day) -> Match:
    """A draw done again and changed by hand, a slip taken back, equal scores, and a wrong one nobody sees.

    Returns:
        The match of the wrong score, as it was played.
    """
    day.propose(1)
    _rests, why = bye(day)
    assert "random" in why
    assert "COM-BYE-1" in why
    draw_again(day, 2)
    assert bye(day)[0] in PLAYERS
    swap_by_keyboard(day)
    day.publish(1)
    listed = day.matches()
    assert len(listed) == 4
    slip, equal, wrong = listed[3], listed[0], listed[1]
    day.enter([f"{slip.table} {turned(scores(slip.first, slip.second, 1))}"], confirmed=1)
    day.undo_line(0)
    equal_scores(day, equal)
    day.enter([f"{wrong.table} {turned(scores(wrong.first, wrong.second, 1))}"], confirmed=2)
    day.play(1, scores)
    assert len(day.standings(1)) == 9
    return wrong


def second_round(day: Day, wrong: Match) -> Match:
    """The next round runs when the wrong score is found: it is corrected and play goes on; a drop by mistake.

    Returns:
        A match entered wrongly, as it was played.
    """
    rested = bye_on_the_page(day)
    day.propose(2)
    rests, why = bye(day)
    assert rests != rested
    assert "COM-BYE-1" in why
    second_bye(day, rests, rested)
    day.publish(2)
    day.clock("Start the clock")
    standings = day.standings(1)
    said = correct(day, 1, wrong, "the slip was read upside down")
    assert wrong.first in said
    assert wrong.second in said
    assert "stand" in said
    assert day.standings(1) != standings
    day.drop(PLAYERS[3], "the wrong person was asked")
    undo(day, PLAYERS[3])
    day.player(PLAYERS[3])
    expect(day.page.locator(".page-head .badge")).to_have_class(re.compile("confirmed"))
    slip = day.matches()[2]
    day.enter([f"{slip.table} {turned(scores(slip.first, slip.second, 2))}"], confirmed=1)
    day.play(2, scores)
    return slip


def third_round(day: Day, wrong: Match) -> None:
    """The next round is out but has not begun: after the correction it is annulled and drawn anew."""
    day.propose(3)
    day.publish(3)
    said = correct(day, 2, wrong, "both players came back with the slip")
    assert "Void the whole round and draw it again" in said
    void(day, 3, "a result of round 2 was wrong")
    day.propose(3)
    expect(day.page.locator(".page-head")).to_contain_text("attempt 2")
    day.publish(3)
    day.play(3, scores)


def last_round(day: Day) -> None:
    """Nothing goes wrong."""
    day.propose(4)
    day.publish(4)
    day.play(4, scores)
    assert day.standings(4)[0][0] == "1"


def end(day: Day) -> None:
    """Places, prizes; opened again for a correction, and finished again."""
    places = day.finish()
    assert [name for _place, name in places] == [name for _rank, name in day.standings(4)]
    award(day)
    day.tab("Finish")
    winner = day.page.locator("table.ranking tbody tr").first
    expect(winner).to_contain_text("Trophy")
    expect(winner).to_contain_text(places[0][1])
    day.look("finished-prizes")
    reopen(day, "the last table had the scores of another")
    last = day.matches()[-1]
    correct(day, 4, last, "scores of another table", typed="0-400" if first_won(last) else "400-0")
    again = day.finish()
    assert again != places
    expect(day.page.locator("dl.facts", has_text="Corrected results")).to_contain_text("3")


# --- steps of such a day


def type_name(day: Day, name: str, count: int) -> None:
    """Type a name and Enter, without looking for the field; then so many are on the list."""
    box = day.page.get_by_label("Name", exact=True)
    expect(box).to_be_focused()
    expect(box).to_have_value("")
    day.page.keyboard.type(name)
    day.page.keyboard.press("Enter")
    expect(listed_players(day)).to_have_count(count)


def listed_players(day: Day) -> Locator:
    return day.page.locator("#people-list tbody tr")


def undo(day: Day, what: str) -> None:
    """Take the latest act back, after reading what that is."""
    button = day.page.locator("#next-step form.undo button")
    expect(button).to_contain_text(what)
    button.click()
    day.says(what)


def bye(day: Day) -> tuple[str, str]:
    """Who rests by the proposal, and why, as the page says without being asked."""
    card = day.page.locator("section.card", has=day.page.get_by_role("heading", name="Bye", exact=True))
    return card.locator("[data-swap]").inner_text(), card.inner_text()


def bye_on_the_page(day: Day) -> str:
    """Who rests in the published round."""
    day.tab("Round")
    card = day.page.locator("section.card", has=day.page.get_by_role("heading", name="Bye", exact=True))
    card.get_by_text("Why").first.click()
    expect(card.locator(".clause")).to_be_visible()
    day.look("why-bye")
    return card.locator("li strong").inner_text()


def draw_again(day: Day, attempt: int) -> None:
    """Draw a proposal once more."""
    before = seats(day)
    day.press("Draw this round again")
    expect(day.page.locator(".page-head")).to_contain_text(f"attempt {attempt}")
    assert seats(day) != before


def seats(day: Day) -> list[str]:
    """The players of the proposal in the order of the page: who rests, then table by table."""
    return day.page.locator("[data-swap]").all_inner_texts()


def swap_by_keyboard(day: Day) -> None:
    """Have the first of table 1 and the first of table 2 change places, without the mouse."""
    page, before = day.page, seats(day)
    held, other = before[1], before[3]
    chip = page.locator("#t1 [data-swap]").first
    chip.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#swap")).to_contain_text("picked up")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    told = page.locator("#swap section")
    expect(told).to_contain_text(f"Swap {held} and {other}?")
    expect(told.locator("tbody tr")).to_have_count(2)
    expect(told.get_by_role("button", name="Swap them")).to_be_focused()
    day.look("swap")
    page.keyboard.press("Enter")
    day.says(held)
    after = seats(day)
    assert (after[1], after[3]) == (other, held)


def second_bye(day: Day, rests: str, rested: str) -> None:
    """Look at what giving a second bye would mean, and leave it."""
    page = day.page
    page.locator("section.card [data-swap]", has_text=rests).first.focus()
    page.keyboard.press("Enter")
    page.locator(".table-wrap [data-swap]", has_text=rested).focus()
    page.keyboard.press("Enter")
    told = page.locator("#swap section")
    expect(told.locator(".badge-warning").first).to_be_visible()
    expect(told).to_contain_text("bye")
    day.look("swap-worse")
    before = seats(day)
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    assert seats(day) == before


def equal_scores(day: Day, match: Match) -> None:
    """Equal scores: the desk asks who was second player, and that one wins by six to five."""
    day.type_line(f"{match.table} 110-110")
    expect(day.page.locator("#log li").first).to_contain_text("second player. Add s1 for the first named, s2")
    expect(day.page.locator("#line")).to_have_value(f"{match.table} 110-110")
    day.look("results-asked")
    day.page.locator("#line").press("End")
    day.page.keyboard.type(" s2")
    day.page.keyboard.press("Enter")
    day.recorded(1)
    played = next(one for one in day.matches() if one.table == match.table)
    assert re.findall(r"\d+", played.points) == ["5", "6"]


def open_round(day: Day, number: int) -> None:
    """The results of a round that may be over, by its tab."""
    day.tab("Results")
    rounds = day.page.get_by_role("navigation", name="Rounds")
    rounds.get_by_role("link", name=f"Round {number}", exact=True).click()
    expect(rounds.locator("[aria-current=page]")).to_have_text(f"Round {number}")


def first_won(match: Match) -> bool:
    one, two = map(int, re.findall(r"\d+", match.points))
    return one > two


def correct(day: Day, number: int, match: Match, reason: str, typed: str = "") -> str:
    """Correct a round's result by what really happened; what the page said beforehand that this changes."""
    open_round(day, number)
    day.open_correction(match.table)
    day.page.get_by_label("Six rounds").check()
    typed = typed or scores(match.first, match.second, number)
    for seat, score in enumerate(typed.split("-")):
        day.page.locator(f"[name='scores.destroyed.{seat}']").fill(score)
    said = day.preview_correction()
    assert "→" in said
    for stand in day.page.get_by_role("radio", name="Leave the pairings as they are").all():
        stand.check()
    day.correct(reason)
    row = day.page.locator(f"#matches tr[data-table='{match.table}']")
    expect(row).to_contain_text("corrected")
    return said


def void(day: Day, number: int, reason: str) -> None:
    """Annul a round that has no result yet."""
    day.tab("Round")
    day.page.get_by_text("Void this round").click()
    day.page.get_by_label("Reason").last.fill(reason)
    day.look("void")
    day.press(f"Void round {number}")
    day.says(reason)


def award(day: Day) -> None:
    """Write the prizes into the settings of the tournament, as the page of the places proposes."""
    page = day.page
    day.tab("Finish")
    page.get_by_role("link", name="Write it").click()
    day.headed("Settings of the tournament")
    page.get_by_label("Prizes").fill(PRIZES)
    day.look("tournament-settings")
    day.press("Keep these settings")
    expect(page.get_by_role("navigation", name="Tournament")).to_be_visible()


def reopen(day: Day, reason: str) -> None:
    """Open the finished tournament again."""
    day.page.get_by_text("Something is wrong").click()
    day.page.get_by_label("Reason").fill(reason)
    day.look("reopen")
    day.press("Open it again")
    day.headed("Finish")
    day.says(reason)


def acts(day: Day) -> list[list[str]]:
    """When, what and who of every act, newest first, from all pages of the history."""
    day.tab("History")
    day.look("history")
    found: list[list[str]] = []
    for number in range(1, 100):
        found += day.page.locator("main tbody tr").evaluate_all(
            """rows => rows.map(row => [row.querySelector('time').dateTime, row.cells[1].innerText,
               row.cells[2].innerText.trim(), row.querySelector('del') ? 'undone' : ''])"""
        )
        older = day.page.locator(".pager a").filter(has_text=re.compile(rf"\D{number + 1}\s*$"))
        if not older.count():
            break
        older.click()
        expect(day.page.locator(".pager [aria-current]")).to_contain_text(str(number + 1))
    return found


# --- what must hold at the end


def proof(day: Day) -> None:
    """The page's places are those of a fresh replay of the journal, and every act is in the history."""
    day.tab("Finish")
    shown = day.page.locator("table.ranking tbody tr").evaluate_all(
        """rows => rows.map(row => [row.cells[0].innerText.trim(),
           row.querySelector('th bdi').innerText.trim()])"""
    )
    file = journal.read(day.download("Download the journal"))
    state = file.journal.state
    assert state.places == final_places(state)
    assert shown == [
        [place_text(one.first_place, one.last_place), file.names[one.player]] for one in state.places
    ]
    history(day)
    assert day.checked() == Checked(state.head, [])


def history(day: Day) -> None:
    """Every act on record is told with who and when, and what was taken back, corrected or annulled says so."""
    tournament = Tournament.objects.get(event__code=day.code)
    told, marks = acts(day), store.load(tournament.pk).marks
    assert len(told) == len({mark.act for mark in marks})
    assert {who for _when, _says, who, _undone in told} == {account().name}
    times = [datetime.fromisoformat(when) for when, *_rest in told]
    assert times == sorted(times, reverse=True)
    undone = [says for _when, says, _who, undone in told if undone]
    assert len(undone) == 3
    assert all(f"taken back by {account().name}" in says for says in undone)
    says = " ".join(says for _when, says, *_rest in told)
    for reason in (
        "the slip was read upside down", "both players came back with the slip", "a result of round 2 was wrong",
        "the last table had the scores of another", "scores of another table",
    ):  # fmt: skip
        assert reason in says
