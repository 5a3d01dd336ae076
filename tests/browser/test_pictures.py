"""Every component looks as it is kept in `pictures`; `make looks` accepts how it looks now."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, Route

from browser_cases import PHONE, Server, axe, fits, serving, shoot, window
from picture_cases import KEPT, SAME, compare, difference
from support import chromium

WIDTHS: Final = {"basics": 720, "desk": 1000, "public": 720, "phone": 390, "wall": 960}
"""How wide each part of the style guide is looked at."""

LOOKED_AT: Final = [
    *((part, "light") for part in WIDTHS if part != "wall"), ("basics", "dark"), ("desk", "dark"), ("wall", "dark"),
]  # fmt: skip
"""What pictures are kept of: everything in light, and what has colours of its own in dark."""

ROOM: Final = 600_000
"""Bytes all pictures may take together."""


@pytest.fixture(scope="module")
def guide(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Server]:
    """A server for developers: it has the style guide."""
    data = tmp_path_factory.mktemp("guide")
    shutil.copy(empty_database, data / "muster.sqlite3")
    with serving(data, env={"MUSTER_DEBUG": "1"}) as running:
        yield running
    shutil.rmtree(data)


def waits_for_fonts(route: Route) -> None:
    """The values of the look, but that a page waits for its fonts however slow this machine is just now."""
    answer = route.fetch()
    route.fulfill(
        response=answer, body=answer.text().replace("font-display: optional", "font-display: block")
    )


def opened(page: Page, guide: Server, part: str, colours: str) -> None:
    page.route("**/tokens.css", waits_for_fonts)
    page.goto(guide.url(f"/styleguide/{part}?colours={colours}"))
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.evaluate("document.activeElement.blur()")


@pytest.mark.parametrize(("part", "colours"), LOOKED_AT)
def test_every_component_looks_as_it_is_kept(
    browser: Browser, guide: Server, part: str, colours: str
) -> None:
    with window(browser, guide, width=WIDTHS[part], height=900) as page:
        opened(page, guide, part, colours)
        shoot(page, f"guide-{part}-{colours}")
        shown = page.locator("main > section:visible, main > .phone > section")
        pictures = {
            f"{part}-{(one.get_attribute('id') or '').removeprefix('show-')}-{colours}": one.screenshot(
                animations="disabled", caret="hide"
            )
            for one in shown.all()
            if one.bounding_box()
        }
    assert pictures
    compare(pictures, f"{Path(chromium()).name} {browser.version}", f"{part}-*-{colours}")


@pytest.mark.parametrize("part", [part for part in WIDTHS if part != "wall"])
def test_the_style_guide_fits_a_phone_and_keeps_the_rules(browser: Browser, guide: Server, part: str) -> None:
    with window(browser, guide, width=PHONE) as page:
        opened(page, guide, part, "light")
        fits(page)
        axe(page)
        opened(page, guide, part, "dark")
        axe(page)


def test_the_pictures_are_those_of_the_style_guide_and_small() -> None:
    kept = sorted(KEPT.glob("*.png"))
    assert {"-".join(one) for one in LOOKED_AT} == {
        f"{one.stem.split('-')[0]}-{one.stem.split('-')[-1]}" for one in kept
    }
    assert sum(one.stat().st_size for one in kept) < ROOM


def drawn(*lines: tuple[int, int, int, int], colour: str = "#83847d", ground: str = "#f4f4f1") -> Image.Image:
    picture = Image.new("RGB", (400, 200), ground)
    for line in lines:
        ImageDraw.Draw(picture).line(line, fill=colour)
    return picture


@pytest.mark.parametrize(
    ("actual", "seen"),
    [
        (drawn((0, 50, 400, 50)), False),
        (drawn((0, 50, 400, 50), colour="#86877f"), False),
        (drawn((0, 50, 400, 50), colour="#dfdfd9"), True),
        (drawn((0, 50, 400, 50), ground="#ebebe6"), True),
        (drawn((0, 58, 400, 58)), True),
        (drawn(), True),
        (drawn((0, 50, 400, 50)).resize((400, 190)), True),
    ],
    ids=["the same", "a shade", "a paler line", "another ground", "moved", "gone", "lower"],
)
def test_a_difference_is_one_that_people_see(actual: Image.Image, seen: bool) -> None:
    assert difference(drawn((0, 50, 400, 50)), actual).matters(SAME) is seen
