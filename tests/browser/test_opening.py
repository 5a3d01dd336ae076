"""From the command to the desk: the link that `muster serve --demo` prints opens an event in full swing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_cases import LAPTOP, PHONE, Colours, Server, axe, enter, fits, log_in, serving, shoot, window
from web_cases import Hall, account


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the demo events."""
    with serving(tmp_path_factory.mktemp("demo") / "data", "--demo", "--link") as running:
        yield running


def test_the_printed_link_opens_the_desk_with_the_demo(browser: Browser, demo: Server) -> None:
    with window(browser, demo) as page:
        enter(page, demo.link)
        expect(page.get_by_role("link", name="Holocron Open (demo)").first).to_be_visible()
        expect(page.get_by_role("link", name="Cantina Showdown (demo)").first).to_be_visible()
        for width in (PHONE, LAPTOP):
            for colours in ("light", "dark"):
                look(page, width, colours)


def look(page: Page, width: int, colours: Colours) -> None:
    """The list of events and the demo's first page, in a window like this."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=colours)
    for name, path in (("home", "/desk/"), ("demo", "/desk/DEMO/1/")):
        page.goto(page.url.split("/desk/")[0] + path)
        expect(page.locator("h1")).to_be_visible()
        fits(page)
        axe(page)
        shoot(page, f"opening-{name}-{width}-{colours}")


def test_the_link_works_once(browser: Browser, demo: Server) -> None:
    with window(browser, demo, refused=[410]) as page:
        page.goto(demo.link)
        button = page.get_by_role("button", name="Log in")
        if button.is_visible():  # no other test has used it
            button.click()
            page.wait_for_url("**/desk/**")
    with window(browser, demo, refused=[410]) as page:
        page.goto(demo.link)
        assert "/desk/" not in page.url
        expect(page.locator("main")).to_contain_text("used")


def test_records_of_a_test_are_the_servers(page: Page, site: Server) -> None:
    hall = Hall()
    hall.enter(9)
    page.goto(site.url(hall.url("now")))
    expect(page.locator("main")).to_contain_text("9 players are here")


def test_nobody_sees_what_another_test_left(page: Page, site: Server) -> None:
    page.goto(site.url("/desk/"))
    expect(page.locator("main")).not_to_contain_text("Spring Open")


def test_somebody_else_can_log_in_beside(browser: Browser, page: Page, site: Server) -> None:
    Hall()
    with window(browser, site) as other:
        log_in(other, site, account("Judith Judge"))
        other.goto(site.url("/desk/"))
        expect(other.locator("main")).not_to_contain_text("Spring Open")
    page.goto(site.url("/desk/"))
    expect(page.locator("main")).to_contain_text("Spring Open")
