"""Every page people see, at three sizes, light and dark, with awkward names: for the eye, and for what can be counted.

With `MUSTER_SHOTS=folder` each is kept as a picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from awkward_cases import MOMENTS
from browser_cases import Colours, Server, axe, fits, log_in, shoot, window
from muster.app.screens.screens import ScreenInput, keep_screen
from player_cases import Phone
from web_cases import account

pytestmark = [pytest.mark.long]

SIZES: Final[dict[str, tuple[int, int]]] = {"desk": (1366, 768), "phone": (390, 844), "wall": (1920, 1080)}
COLOURS: Final[tuple[Colours, ...]] = ("light", "dark")

DESK: Final = (
    "now", "checkin", "people", "plan", "round", "results", "standings", "bracket", "history", "hall", "finish",
)  # fmt: skip
PUBLIC: Final = ("event", "pairings", "standings", "bracket", "results", "players", "rules", "final")


@pytest.fixture
def anybody(browser: Browser, site: Server) -> Iterator[Page]:
    """A window of somebody who is not logged in."""
    with window(browser, site, refused=(404, 409, 422)) as opened:
        yield opened


def looked_at(page: Page, address: str, name: str, size: str) -> None:
    """Open a page in light and dark: it is there, it fits, axe has no word against it, and it is kept."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    for colours in COLOURS:
        page.emulate_media(color_scheme=colours)
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        fits(page)
        axe(page)
        shoot(page, f"{name}-{size}-{colours}")


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_desk(page: Page, site: Server, moment: str) -> None:
    hall = MOMENTS[moment]()
    for name in DESK:
        looked_at(page, site.url(hall.url(name)), f"desk-{name}-{moment}", "desk")
    looked_at(page, site.url(hall.url("now")), f"desk-now-{moment}", "phone")


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_everybody_sees(anybody: Page, site: Server, moment: str) -> None:
    hall = MOMENTS[moment]()
    code, number = hall.event.code, hall.tournament.number
    for name in PUBLIC:
        address = site.url(f"/e/{code}" if name == "event" else f"/e/{code}/{number}/{name}")
        looked_at(anybody, address, f"public-{name}-{moment}", "phone")
        if name in ("event", "standings", "bracket", "final"):
            looked_at(anybody, address, f"public-{name}-{moment}", "desk")


@pytest.mark.parametrize("moment", MOMENTS)
def test_phones(anybody: Page, site: Server, moment: str) -> None:
    hall = MOMENTS[moment]()
    for player in (1, 2):
        looked_at(anybody, site.url(Phone(hall, player).url), f"player-{player}-{moment}", "phone")
    hall.staff("judge", "Judith Judge")
    log_in(anybody, site, account("Judith Judge"))
    looked_at(
        anybody, site.url(f"/judge/{hall.event.code}/{hall.tournament.number}/"), f"judge-{moment}", "phone"
    )


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_wall(anybody: Page, site: Server, moment: str) -> None:
    hall = MOMENTS[moment]()
    shows = ("pairings", "clock", "standings", "bracket", "missing", "results")
    for number, show in enumerate(shows, start=1):
        keep_screen(hall.event, hall.actor, ScreenInput(number=number, shows=(show,), seconds=60))
        address = site.url(f"/e/{hall.event.code}/screen/{number}")
        anybody.set_viewport_size({"width": 1920, "height": 1080})
        answer = anybody.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        anybody.wait_for_load_state("networkidle")
        shoot(anybody, f"wall-{show}-{moment}")
