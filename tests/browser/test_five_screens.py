"""Five screens of one day, for docs/look.md: `make pictures` takes them, beside those of an older look."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from awkward_cases import ended, in_round_three
from browser_cases import Server, window
from muster.app.screens.screens import ScreenInput, keep_screen
from player_cases import Phone

COLOURS = 256


def screen_picture(page: Page, address: str, name: str, size: tuple[int, int], scale: float) -> None:
    """Keep what a window shows, smaller, in the folder that `MUSTER_PICTURES` names; without it only open the page."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    folder = os.environ.get("MUSTER_PICTURES")
    if not folder:
        return
    shown = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    small = shown.resize((round(size[0] * scale), round(size[1] * scale)), Image.Resampling.LANCZOS)
    Path(folder).mkdir(parents=True, exist_ok=True)
    few = small.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(Path(folder) / f"look-{name}.png", optimize=True)


@pytest.mark.long
def test_five_screens(browser: Browser, page: Page, site: Server) -> None:
    hall = in_round_three()
    keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=("pairings",), seconds=60))
    with window(browser, site, refused=(404,)) as anybody:
        wall = site.url(f"/e/{hall.event.code}/screen/1")
        screen_picture(anybody, wall, "wall", (1920, 1080), 0.4)
        screen_picture(anybody, site.url(Phone(hall, 1).url), "phone", (390, 844), 0.75)
        over = ended()
        final = site.url(f"/e/{over.event.code}/{over.tournament.number}/final")
        screen_picture(anybody, final, "final", (1366, 768), 0.5)
    screen_picture(page, site.url(hall.url("now")), "now", (1366, 768), 0.5)
    screen_picture(page, site.url(hall.url("results")), "results", (1366, 768), 0.5)
