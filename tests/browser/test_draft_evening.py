"""A draft of nineteen in pods of 7, 6 and 6, and a round robin of six: played to the end by the one next button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser_cases import Server
from course_day_cases import CourseDay

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = (
    "Ahsoka Ilves", "Beru Żak", "Cassian Dvořák", "Dedra Núñez", "Enfys O'Neill", "Finn Šimek", "Galen Roux",
    "Hera Sørensen", "Iden Vos", "Jyn Çelik", "Kanan Ek", "Leia Öst", "Maz Kaya", "Nien Łoś", "Owen Ødegård",
    "Poe Álvarez", "Qi Ra", "Rey von der Au",
)  # fmt: skip
LATE = "Sabine Wren-Nowak"
EVERYBODY = (*PLAYERS, LATE)


def games(first: str, second: str, number: int) -> str:
    """Games won: whoever stands earlier in the list wins."""
    del number
    return "20" if EVERYBODY.index(first) < EVERYBODY.index(second) else "02"


def points(first: str, second: str, number: int) -> str:
    """Armada: whoever stands earlier in the list destroys more."""
    del number
    one, two = ("400", "100") if EVERYBODY.index(first) < EVERYBODY.index(second) else ("100", "400")
    return f"{one} {two}"


@pytest.mark.long
def test_a_draft_of_nineteen_to_the_end(page: Page, site: Server) -> None:
    day = CourseDay(page, site)
    day.create("unlimited-1.3", "Draft Evening", structure="Custom", Date="2026-03-07", Number_of_rounds="3")
    day.paste(PLAYERS)
    day.own_course("plan-pods", course="A draft in pods, rounds inside the pods", rounds="3")
    expect(page.locator("main")).to_contain_text("3 rounds inside pods")
    day.load_dice()
    day.announce()
    gone = pods(day)
    for number in range(1, 4):
        day.round_shown(number)
        day.play(number, games)
    assert {*day.ended()} == {*EVERYBODY} - {gone}
    assert not day.faults, "\n".join(day.faults)


def pods(day: CourseDay) -> str:
    """Sizes changed, two seats exchanged, shown; one comes late, one leaves before round 1: who."""
    page, main = day.page, day.page.locator("main")
    day.tab("Round")
    expect(day.button("Draw the pods").first).to_be_visible()
    day.look("pods-none")
    page.get_by_label("Sizes of the pods").fill("7 6 5")
    page.locator("main form .go").click()
    expect(page.locator(".page-head")).to_contain_text("Draft: only you see it")
    expect(page.locator(".pod-ring")).to_have_count(3)
    day.look("pods-drawn")
    one = page.locator("#one option").nth(1).inner_text()
    two = page.locator("#two option").nth(2).inner_text()
    page.locator("#one").select_option(label=one)
    page.locator("#two").select_option(label=two)
    day.press("Exchange them")
    day.says("Exchanged in the pods")
    day.go_on()
    expect(page.locator(".page-head")).to_contain_text("Players see them")
    day.enter_late(LATE)
    day.tab("Round")
    expect(main).to_contain_text("Here, but in no pod")
    day.look("pods-late")
    assert "You sit in no pod yet" in day.phone(LATE, "phone-no-seat")
    day.press("Into pod 3")
    day.says(f"{LATE} sits in pod 3")
    day.look("pods-shown")
    said = day.phone(LATE, "phone-draft")
    assert "On your left" in said
    assert "On your right" in said
    day.seen("public:pairings", "public-pods", 1)
    day.seen("judge:home", "judge-draft", 1)
    day.seen("paper:view", "paper-pods", 1, "pods")
    gone = (
        page.locator("section.card", has=page.get_by_role("heading", name="Pod 1")).locator("li bdi").nth(2)
    )
    name = gone.inner_text()
    day.drop(name, "has to catch a bus")
    day.tab("Round")
    expect(main).to_contain_text("dropped")
    return name


@pytest.mark.long
def test_a_round_robin_of_six_to_the_end(page: Page, site: Server) -> None:
    day = CourseDay(page, site)
    day.create("armada-4.0", "Sunday League", structure="Custom", Date="2026-03-08", Number_of_rounds="3")
    day.paste(PLAYERS[:6])
    day.own_course("plan-robin", course="Everybody meets everybody once", rounds="")
    expect(page.locator("main")).to_contain_text("5 rounds, everybody meets everybody")
    day.load_dice()
    day.announce()
    met = set()
    for number in range(1, 6):
        day.round_shown(number)
        met |= {frozenset((one.first, one.second)) for one in day.play(number, points)}
    assert len(met) == 15
    day.tab("Standings")
    expect(page.locator(".met td.self")).to_have_count(6)
    day.look("cross-table")
    assert day.ended() == list(PLAYERS[:6])
    assert not day.faults, "\n".join(day.faults)
