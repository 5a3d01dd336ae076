"""A sealed prerelease of twenty-four, played to the end by the one next button; one phone registers another's pool."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from browser_cases import Server
from course_day_cases import CourseDay
from muster.app.links.player_links import token_of
from muster.journal import store
from muster.people.models import Entry, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

PLAYERS = (
    "Ahsoka Ilves", "Beru Żak", "Cassian Dvořák", "Dedra Núñez", "Enfys O'Neill", "Finn Šimek", "Galen Roux",
    "Hera Sørensen", "Iden Vos", "Jyn Çelik", "Kanan Ek", "Leia Öst", "Maz Kaya", "Nien Łoś", "Owen Ødegård",
    "Poe Álvarez", "Qi Ra", "Rey von der Au", "Sabine Wren-Nowak", "Tarfful Grün", "Ursa Ní Bhriain",
    "Vel Sartha", "Wilhuff Żółć", "Zeb Ó Sé",
)  # fmt: skip
LEADERS = "\n".join(f"Leader {number} | Of a Pack" for number in range(1, 7))
CARDS = "\n".join(f"2 Card {number}" for number in range(1, 43))
POOL = f"Leader:\n{LEADERS}\nPool:\n{CARDS}"


def games(first: str, second: str, number: int) -> str:
    """Games won: whoever stands earlier in the list wins."""
    del number
    return "20" if PLAYERS.index(first) < PLAYERS.index(second) else "02"


def test_a_sealed_prerelease_of_twenty_four_to_the_end(page: Page, site: Server) -> None:
    day = CourseDay(page, site)
    day.create("unlimited-1.3", "Prerelease", structure="Custom", Date="2026-03-07", Number_of_rounds="3")
    settings(day)
    day.paste(PLAYERS)
    day.load_dice()
    day.announce()
    tables(day)
    phones(day)
    time_to_build(day)
    for number in range(1, 4):
        round_shown(day, number)
        day.play(number, games)
    assert {*day.ended()} == {*PLAYERS}
    assert not day.faults, "\n".join(day.faults)


def settings(day: CourseDay) -> None:
    """Decks are built at the event, and the player opposite registers a pool."""
    page = day.page
    page.goto(day.site.url(reverse("desk:rosters-plan", args=[day.code, 1])))
    page.get_by_label("Way of building").select_option(label="Limited (sealed or draft)")
    page.get_by_label("Pools are registered by").select_option(label="the player opposite")
    day.look("sealed-settings")
    day.press("Keep these settings")
    page.goto(day.site.url(f"{day.base}/"))


def tables(day: CourseDay) -> None:
    """Building tables drawn, two exchanged, drawn again, shown, by the next button."""
    page = day.page
    day.tab("Round")
    expect(day.button("Draw the building tables").first).to_be_visible()
    day.look("building-none")
    day.go_on()
    expect(page.locator(".page-head")).to_contain_text("Draft: only you see it")
    expect(page.locator(".building-table")).to_have_count(12)
    day.look("building-drawn")
    one = page.locator("#one option").nth(1).inner_text()
    two = page.locator("#two option").nth(9).inner_text()
    page.locator("#one").select_option(label=one)
    page.locator("#two").select_option(label=two)
    day.press("Exchange them")
    day.says("Exchanged at the building tables")
    day.press("Draw these tables again")
    expect(page.locator(".page-head")).to_contain_text("attempt 2")
    day.go_on()
    expect(page.locator(".page-head")).to_contain_text("Players see them")
    expect(page.locator("#pools")).to_be_visible()
    day.look("building-shown")


def phones(day: CourseDay) -> None:
    """Whoever sits opposite registers the pool; its owner sees it."""
    page, here = day.page, day.page.url
    tournament = Tournament.objects.get(event__code=day.code)
    one, two = (store.load(tournament.pk).state.building or ())[3]
    mine, theirs = (
        Entry.objects.select_related("person").get(tournament=tournament, player=player)
        for player in (one, two)
    )
    said = day.phone(mine.person.name, "phone-building")
    assert "Building table" in said
    assert theirs.person.name in said
    page.goto(day.site.url(reverse("player:page", args=[token_of(mine)])))
    page.get_by_role("link", name="Register the pool").click()
    expect(page.locator("h1")).to_contain_text(theirs.person.name)
    day.look("phone-pool")
    page.get_by_label("Cards, one on each line").fill(POOL)
    day.press("Look at it")
    expect(page.locator(".pool-count")).to_contain_text(re.compile(r"6\s+leaders · 84\s+other cards"))
    day.look("phone-pool-read")
    day.press("Register it, signed with my name")
    expect(page.locator("#did, .note-success").first).to_contain_text("Registered and signed")
    day.look("phone-pool-registered")
    page.goto(day.site.url(reverse("player:pool", args=[token_of(theirs)])))
    expect(page.locator("main")).to_contain_text(f"Registered and signed by {mine.person.name}")
    day.look("phone-pool-own")
    page.goto(here)
    expect(page.locator("main")).to_contain_text("1 of 24 registered")
    day.seen("desk:pool", "desk-pool", 1, theirs.pk)
    day.seen("public:pairings", "public-building", 1)
    day.seen("judge:home", "judge-building", 1)
    day.seen("paper:view", "paper-building", 1, "building")
    day.seen("paper:view", "paper-building-cards", 1, "building-cards")


def time_to_build(day: CourseDay) -> None:
    """The time is started by the next button, and everybody sees it."""
    page = day.page
    day.tab("Now")
    day.look("now-building")
    day.tab("Round")
    day.go_on()
    expect(page.locator("[role=timer]").first).to_contain_text(re.compile(r"(30|29):"))
    day.look("building-time")
    day.seen("screen:first", "wall-building")


def round_shown(day: CourseDay, number: int) -> None:
    """To the round shown to players, by the one next button; round 1 asks about the pools first."""
    day.go_on()
    if number == 1:
        expect(day.page.locator("main")).to_contain_text("23 pools are not registered")
        day.look("building-asked")
        day.press("Go on all the same")
    expect(day.page.locator(".page-head")).to_contain_text("Draft")
    day.go_on()
    expect(day.page.locator(".page-head")).to_contain_text(re.compile(r"0 of \d+ results"))
