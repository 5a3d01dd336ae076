"""The places shown one by one on a real wall, from a phone; nothing is cut, whatever people are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_cases import Server, axe, log_in, shoot, window
from muster.people.models import Event, Person, Tournament
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

ARRIVES: Final = 15_000
NAMES: Final = (
    "Piotr Aleksander Brzęczyszczykiewicz-Chrząszczewski", "Ø", "Wolfeschlegelsteinhausenbergerdorff",
    "محمد عبد الرحمن الأنصاري", "Nguyễn Thị Minh Châu", "山田太郎", "Ewa Szymańska", "María del Carmen Fernández",
)  # fmt: skip
SIZES: Final = ((1280, 720), (1920, 1080), (3840, 2160), (1080, 1920))

OUTSIDE: Final = """() => {
  const part = document.querySelector(".part.now"), found = [];
  for (const each of part.querySelectorAll("p, li, bdi, b")) {
    const box = each.getBoundingClientRect();
    const inside = box.left > -2 && box.right < innerWidth + 2 && box.bottom < innerHeight + 2;
    if (!inside) found.push(each.textContent.trim());
  }
  return found;
}"""
"""What reaches out of the screen."""


@pytest.fixture
def wall(browser: Browser, site: Server) -> Iterator[Page]:
    with window(browser, site, width=1920, height=1080) as opened:
        yield opened


@pytest.fixture
def phone(browser: Browser, site: Server) -> Iterator[Page]:
    with window(browser, site, width=390, height=844) as opened:
        yield opened


def played() -> Hall:
    hall = Hall(setup={"structure": "custom", "rounds": 1, "cut": 0})
    hall.begin(8)
    hall.publish()
    hall.play()
    people = [entry.person for entry in hall.tournament.entries.select_related("person").order_by("player")]
    for person, name in zip(people, NAMES, strict=True):
        person.name = name
    Person.objects.bulk_update(people, ["name"])
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    Tournament.objects.filter(pk=hall.tournament.pk).update(
        prizes="1: Trophy and a playmat\n2: Medal\n3: Dice"
    )
    return hall


def whole(wall: Page, name: str) -> None:
    """Nothing reaches out of the screen, on any of them."""
    for width, height in SIZES:
        wall.set_viewport_size({"width": width, "height": height})
        shoot(wall, f"{name}-{width}")
        assert wall.evaluate(OUTSIDE) == [], (name, width)
    wall.set_viewport_size({"width": 1920, "height": 1080})


def test_places_are_shown_one_by_one_from_a_phone(site: Server, wall: Page, phone: Page) -> None:
    hall = played()
    log_in(phone, site, hall.organiser)
    phone.goto(site.url(hall.url("hall")))
    wall.goto(site.url(f"/e/{hall.event.code}/screen"))
    phone.get_by_role("button", name="Show them one by one").click()
    expect(wall.locator("#reveal.now .coming")).to_have_text("Place 8 …", timeout=ARRIVES)
    shoot(phone, "reveal-phone")
    axe(phone)
    phone.get_by_role("button", name="On to the top 3").click()
    expect(wall.locator("#reveal.now .coming")).to_have_text("Place 3 …", timeout=ARRIVES)
    expect(wall.locator("#reveal li")).to_have_count(5)
    whole(wall, "reveal-three")
    axe(wall)
    for place in ("3", "2"):
        phone.get_by_role("button", name=f"Show place {place}").click()
    expect(wall.locator("#reveal.now .coming")).to_have_text("And the winner is …", timeout=ARRIVES)
    expect(wall.locator("#reveal li")).to_have_count(6)
    whole(wall, "reveal-winner")
    phone.get_by_role("button", name="Show place 1").click()
    expect(wall.locator("#podium.now .steps li")).to_have_count(3, timeout=ARRIVES)
    whole(wall, "reveal-podium")
    axe(wall)
