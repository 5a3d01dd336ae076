"""The room at the desk: as it stands, moved by dragging and by numbers, small and large, by anybody's machine."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from awkward_cases import awkward, in_round_three
from browser_cases import PHONE, Server, axe, fits, shoot
from muster.app.floor import calls
from muster.people.models import Entry, Venue
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)


def at_a_venue(hall: Hall, tables: str = "") -> Venue:
    venue = Venue.objects.create(keeper=hall.organiser, name="Gra w gry", tables=tables)
    hall.event.venue = venue
    hall.event.save()
    return venue


def calling(hall: Hall, player: int) -> int:
    """This player calls a judge; the table they sit at."""
    found = next(
        table
        for table, one in hall.state.rounds[-1].matches.items()
        if player in map(int, one.pairing.players)
    )
    entry = Entry.objects.get(tournament=hall.tournament, player=player)
    calls.make(entry, "judge", round_no=3, table=found, note="Is this obstacle legal?")
    return found


def begun(players: int) -> Hall:
    hall = Hall(setup={"structure": "custom", "rounds": 5, "cut": 0})
    hall.begin(players)
    hall.publish()
    return hall


def place(page: Page, table: int) -> dict[str, float]:
    found: Any = page.locator(f"[data-table='{table}'] .top").bounding_box()
    return found  # type: ignore[no-any-return]


def test_the_room_as_it_stands(page: Page, site: Server) -> None:
    hall = in_round_three()
    at_a_venue(hall)
    hall.staff("judge", "Nguyễn Văn Hùng")
    called = calling(hall, 2)
    page.set_viewport_size({"width": 1366, "height": 768})
    for colours in ("light", "dark"):
        page.emulate_media(color_scheme=colours)
        page.goto(site.url(hall.url("hall")))
        fits(page)
        axe(page)
        shoot(page, f"hall-{colours}")
    room = page.locator("svg.room").bounding_box()
    assert room
    assert room["y"] <= 100
    assert room["y"] + room["height"] <= 768
    expect(page.locator(f"#room a.call[href$='/results/{called}']")).to_be_visible()
    page.locator("#room a.call").click()
    page.wait_for_url(f"**/results/{called}")


def test_tables_are_moved_by_dragging_and_by_keys(page: Page, site: Server) -> None:
    hall = in_round_three()
    venue = at_a_venue(hall)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(site.url(hall.url("hall")))
    page.get_by_role("link", name="Move the tables").click()
    expect(page.locator(".room-drag")).to_be_visible()
    before = place(page, 3)
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 250, steps=4)
    page.mouse.up()
    assert place(page, 3)["y"] > before["y"] + 200
    page.locator("[data-table='5']").focus()
    page.keyboard.press("r")
    page.keyboard.press("ArrowRight")
    axe(page)
    shoot(page, "hall-moving")
    page.get_by_role("button", name="Keep the room").click()
    page.wait_for_url("**/hall")
    shoot(page, "hall-moved")
    venue.refresh_from_db()
    assert venue.room["5"][2] == 1
    assert venue.room["3"][1] > 300


@pytest.mark.parametrize("players", [48, 200, 400])
def test_many_tables(page: Page, site: Server, players: int) -> None:
    hall = begun(players)
    awkward(hall)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(site.url(hall.url("hall")))
    fits(page)
    axe(page)
    shoot(page, f"hall-{players}")
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('.tb .top')].map(one => one.getBoundingClientRect().height))"
    )
    assert smallest >= 24


def test_on_a_phone_a_part_at_a_time(browser: Browser, site: Server, page: Page) -> None:
    hall = in_round_three()
    page.set_viewport_size({"width": PHONE, "height": 740})
    page.goto(site.url(hall.url("hall")))
    fits(page)
    axe(page)
    shoot(page, "hall-phone")
    assert page.evaluate("(one => one.scrollWidth > one.clientWidth)(document.querySelector('.room-scroll'))")
