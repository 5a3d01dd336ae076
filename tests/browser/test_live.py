"""`live.js` in a real browser: a page that stays true by a stream, by long polling, and by asking again and again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, Route, expect

from browser_cases import Server, window
from muster.app.common import topics
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 15_000
"""Milliseconds in which a change must be seen on the busiest machine."""

PARTS = (
    '<div id="first" data-part><p>{n}</p><a href="#first">A link</a><button type="button">A button</button>'
    '<details id="more"><summary>More</summary><p>Within</p></details></div>'
    '<div id="second" data-part><p>{n}</p><label>Name <input id="name" name="name" value=""></label></div>'
    '<p id="still">{n}</p>'
)


@dataclass
class Fake:
    """A page whose content the test decides, on the server's own address."""

    page: Page
    script: str
    said: str = "one"
    status: int = 200

    def answer(self, route: Route) -> None:
        body = (
            '<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">'
            f'<script type="module" src="{self.script}"></script>'
            f'<body data-live="FAKE" data-topics="1/round news">{PARTS.format(n=self.said)}'
        )
        route.fulfill(status=self.status, body=body, content_type="text/html")

    def change(self, said: str) -> None:
        self.said = said
        topics.changed({"FAKE/news"})


@pytest.fixture
def fake(browser: Browser, site: Server) -> Iterator[Fake]:
    with window(browser, site, refused=(503, 404)) as page:
        found = re.search(r"/static/muster/live\.\w+\.js", page.request.get(site.url("/e/")).text())
        assert found is not None
        made = Fake(page, site.url(found[0]))
        page.route(site.url("/e/FAKE"), made.answer)
        yield made


def test_a_page_follows_what_changes(fake: Fake, site: Server) -> None:
    page = fake.page
    page.goto(site.url("/e/FAKE"))
    page.evaluate(
        "window.seen = []; document.addEventListener('muster:refreshed', (e) => seen.push(e.detail.parts))"
    )
    first, second = page.locator("#first > p"), page.locator("#second > p")
    ours = page.evaluate("(src) => import(src).then((live) => live.now())", fake.script)
    assert abs(ours - timezone.now().timestamp() * 1000) < 60_000

    page.locator("summary").click()
    page.locator("#first a").focus()
    fake.change("two")
    expect(first).to_have_text("two", timeout=SOON)
    expect(second).to_have_text("two")
    expect(page.locator("#still")).to_have_text("one")
    expect(page.get_by_text("Within")).to_be_visible()
    expect(page.locator("#first a")).to_be_focused()
    assert ["first", "second"] in page.evaluate("seen")

    # What is being typed stays, and what is new comes once it is done.
    field = page.locator("#name")
    field.press_sequentially("Ann")
    fake.change("three")
    expect(first).to_have_text("three", timeout=SOON)
    expect(second).to_have_text("two")
    expect(field).to_have_value("Ann")
    field.fill("")
    field.blur()
    expect(second).to_have_text("three", timeout=SOON)

    # A page that is gone leaves what is there.
    fake.status = 404
    fake.change("gone")
    page.wait_for_timeout(2500)
    expect(first).to_have_text("three")


@dataclass
class Press:
    """One press in two halves: a mouse, a finger, or a key on what has the focus."""

    page: Page
    way: Literal["mouse", "finger", "Enter", "Space"]

    def down(self, on: Locator) -> None:
        box = on.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.way == "mouse":
            self.page.mouse.move(x, y)
            self.page.mouse.down()
        elif self.way == "finger":
            self.touch = self.page.context.new_cdp_session(self.page)
            self.touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
            self.touch.send(
                "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
            )
        else:
            on.focus()
            self.page.keyboard.down(self.way)

    def up(self) -> None:
        if self.way == "mouse":
            self.page.mouse.up()
        elif self.way == "finger":
            self.touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self.page.keyboard.up(self.way)


def has_come(page: Page) -> None:
    """What was answered before this is on the page by now, if it is let."""
    page.evaluate("fetch(location.href).then((answer) => answer.text())")


@pytest.mark.parametrize(
    ("way", "on"),
    [
        ("mouse", "a"),
        ("mouse", "button"),
        ("finger", "a"),
        ("finger", "button"),
        ("Enter", "a"),
        ("Space", "button"),
    ],
)
def test_what_is_pressed_acts_though_news_come_before_it_is_let_go(
    fake: Fake, site: Server, way: Literal["mouse", "finger", "Enter", "Space"], on: str
) -> None:
    page, press = fake.page, Press(fake.page, way)
    page.goto(site.url("/e/FAKE"))
    page.evaluate("window.acted = []; addEventListener('click', (e) => acted.push(e.target.textContent))")
    pressed = page.locator(f"#first {on}")
    words = pressed.inner_text()
    with page.expect_response(site.url("/e/FAKE"), timeout=SOON):
        press.down(pressed)
        fake.change("two")
    has_come(page)
    press.up()
    expect(page.locator("#first > p")).to_have_text("two", timeout=SOON)
    assert page.evaluate("acted") == [words]


def test_a_press_that_never_ends_holds_the_page_for_a_while_only(fake: Fake, site: Server) -> None:
    fake.page.goto(site.url("/e/FAKE"))
    Press(fake.page, "mouse").down(fake.page.locator("#first a"))
    fake.change("two")
    expect(fake.page.locator("#first > p")).to_have_text("two", timeout=SOON)


def test_what_is_pressed_at_the_desk_acts_though_its_list_comes_anew(page: Page, site: Server) -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    hall.play(leave=1)  # before: what the page says of it would move what is pressed
    page.goto(site.url(hall.url("results")))
    every = page.locator("#results a[href*='show=all']").first
    press = Press(page, "mouse")
    press.down(every)
    with page.expect_response(re.compile("/list"), timeout=SOON):
        page.evaluate("document.body.dispatchEvent(new Event('results-changed'))")
    has_come(page)
    with page.expect_navigation(url=re.compile("show=all")):
        press.up()


def test_without_streams_it_polls_and_without_that_it_asks_again(fake: Fake, site: Server) -> None:
    page = fake.page
    asked: list[str] = []

    def blocked(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, body="no")

    page.route(re.compile(r"/live/FAKE\?"), blocked)
    with page.expect_request(re.compile(r"/live/FAKE/wait"), timeout=SOON):
        page.goto(site.url("/e/FAKE"))
    fake.change("two")
    expect(page.locator("#first > p")).to_have_text("two", timeout=SOON * 2)
    assert asked, "a stream was tried first"

    page.route(re.compile(r"/live/FAKE/wait"), blocked)
    fake.change("three")
    expect(page.locator("#first > p")).to_have_text("three", timeout=SOON * 3)
    fake.change("four")
    expect(page.locator("#first > p")).to_have_text("four", timeout=SOON * 2)


def test_whose_stream_was_given_up_for_others_asks_instead(fake: Fake, site: Server) -> None:
    page = fake.page
    asked: list[str] = []

    def given_up(route: Route) -> None:
        asked.append(route.request.url)
        said = 'event: hello\ndata: {"now": 1, "stamp": 1}\n\nevent: full\ndata: 1\n\n'
        route.fulfill(body=said, content_type="text/event-stream")

    page.route(re.compile(r"/live/FAKE\?"), given_up)
    with page.expect_request(re.compile(r"/live/FAKE/wait"), timeout=SOON):
        page.goto(site.url("/e/FAKE"))
    assert len(asked) == 1


@pytest.mark.parametrize(("minutes", "differs"), [(0, False), (3, True), (-3, True)])
def test_a_device_whose_clock_is_wrong_is_told_so_at_the_desk(
    page: Page, site: Server, minutes: int, differs: bool
) -> None:
    hall = Hall()
    hall.begin(4)
    page.add_init_script(f"const real = Date.now; Date.now = () => real() + {minutes * 60_000}")
    with page.expect_response(lambda answer: "/live/" in answer.url, timeout=SOON):
        page.goto(site.url(hall.url("now")))
    told = page.get_by_text("The clock of this device and the server's differ")
    expect(told).to_be_visible(visible=differs, timeout=SOON)
