"""The screens of a hall in a browser: their remote, pictures between the pages, and a set whose browser is old."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, Route, expect

from browser_cases import PHONE, WALL, Server, axe, fits, log_in, shoot, window
from muster.app.floor.clocks import ClockInput, act
from muster.app.screens.pictures import keep_picture, time_pictures
from muster.app.screens.screens import ScreenInput, keep_screen
from muster.core.ids import RoundNo
from muster.people.models import Event, EventPicture
from web_cases import Hall, account

pytestmark = pytest.mark.django_db(transaction=True)

ARRIVES = 15_000
"""Milliseconds in which a change must have arrived on the busiest machine."""

NEWER = re.compile(r"[^{};]*:[^{};]*(?:var\(|min\(|max\(|clamp\(|calc\(|grid|flex|inset|cqh)[^{};]*;")
"""What a style sheet says in words that a browser of 2014 does not know."""


@pytest.fixture
def wall(browser: Browser, site: Server) -> Iterator[Page]:
    with window(browser, site, width=WALL, height=1080) as opened:
        yield opened


@pytest.fixture
def phone(browser: Browser, site: Server) -> Iterator[Page]:
    with window(browser, site, width=PHONE, height=740) as opened:
        log_in(opened, site, account())
        yield opened


def shown(players: int = 24) -> Hall:
    hall = Hall("unlimited-1.3")
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    hall.event.refresh_from_db()
    hall.begin(players)
    hall.publish()
    return hall


def logo(words: str = "Dragon Shop") -> bytes:
    drawn = Image.new("RGB", (800, 300), (240, 236, 225))
    ImageDraw.Draw(drawn).text((60, 80), words, fill=(20, 20, 30), font_size=110)
    out = BytesIO()
    drawn.save(out, "PNG")
    return out.getvalue()


def test_the_remote_moves_the_walls_and_no_wall_is_loaded_anew(site: Server, wall: Page, phone: Page) -> None:
    hall = shown()
    keep_screen(hall.event, hall.actor, ScreenInput(number=2, name="At the door", shows=("results",)))
    wall.goto(site.url(f"/e/{hall.event.code}/screen"))
    expect(wall.locator("#pairings.now")).to_be_visible(timeout=ARRIVES)
    wall.evaluate("window.same = true")
    phone.goto(site.url(hall.url("remote")))
    first = phone.locator("section", has=phone.get_by_role("heading", name="Screen 1"))
    first.get_by_role("button", name="Tables still playing").click()
    expect(wall.locator("#missing.now")).to_be_visible(timeout=ARRIVES)
    expect(first.get_by_text("by remote")).to_be_visible()
    fits(phone)
    axe(phone)
    shoot(phone, "remote")
    first.get_by_role("button", name="Back to the plan").click()
    expect(wall.locator("#pairings.now")).to_be_visible(timeout=ARRIVES)
    first.get_by_role("button", name="Hold this page").click()
    expect(wall.locator('#plan[data-held="hold"]')).to_be_attached(timeout=ARRIVES)
    phone.get_by_label("Tell everybody").fill("Lunch at noon")
    phone.get_by_role("button", name="Announce").click()
    expect(wall.locator("#calm .now")).to_have_text("Lunch at noon", timeout=ARRIVES)
    assert wall.evaluate("window.same"), "the wall was not loaded anew"
    axe(wall)


def test_pictures_of_sponsors_come_between_the_pages(site: Server, browser: Browser) -> None:
    hall = shown()
    assert isinstance(keep_picture(hall.event, hall.actor, "sponsor", "Dragon Shop", logo()), EventPicture)
    assert isinstance(keep_picture(hall.event, hall.actor, "logo", "Open", logo("Open")), EventPicture)
    assert time_pictures(hall.event, hall.actor, 5, 2) == ()
    shows = ("welcome", "pairings")
    keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=shows, seconds=10))
    with window(browser, site, width=WALL, height=1080) as wall:
        wall.clock.install()
        wall.goto(site.url(f"/e/{hall.event.code}/screen"))
        seen: list[str | None] = []
        for _ in range(60):
            wall.clock.run_for(1000)
            now = wall.locator(".part.now").first.get_attribute("id")
            if seen[-1:] == [now]:
                continue
            seen.append(now)
            shoot(wall, f"wall-between-{now}")
            if now == "pictures":
                assert wall.evaluate("document.querySelector('.pictures .now img').naturalWidth") == 800
                axe(wall)
            if len(seen) == 4:
                break
        assert seen == ["welcome", "pairings", "pictures", "welcome"]


def test_the_hall_has_them_all_on_a_phone_and_on_a_laptop(site: Server, phone: Page) -> None:
    hall = shown(4)
    assert isinstance(keep_picture(hall.event, hall.actor, "sponsor", "Dragon Shop", logo()), EventPicture)
    keep_screen(
        hall.event, hall.actor, ScreenInput(number=1, share=2, moments={"cut": ("pairings", "clock")})
    )
    phone.goto(site.url(hall.url("screens")))
    phone.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    fits(phone)
    axe(phone)
    shoot(phone, "hall-phone")
    phone.set_viewport_size({"width": 1366, "height": 768})
    fits(phone)
    shoot(phone, "hall-laptop")
    phone.get_by_label("Whose it is").fill("Guild")
    file = {"name": "guild.png", "mimeType": "image/png", "buffer": logo("Guild")}
    phone.get_by_label("Picture", exact=True).set_input_files(file)  # type: ignore[arg-type]
    phone.get_by_role("button", name="Add", exact=True).click()
    expect(phone.locator(".wall-pictures li")).to_have_count(2)


def old(route: Route) -> None:
    """Answers as a browser takes them that knows no modules and no style sheets later than 2014."""
    answer = route.fetch()
    if "html" in (answer.headers.get("content-type") or ""):
        text = re.sub(r'<script type="module"[^>]*></script>', "", answer.text()).replace(" nomodule", "")
        route.fulfill(response=answer, body=text)
    elif route.request.url.endswith(".css"):
        route.fulfill(response=answer, body=NEWER.sub("", answer.text()))
    else:
        route.fulfill(response=answer)


def test_an_old_set_shows_seats_clock_and_standings(site: Server, browser: Browser) -> None:
    hall = shown()
    with window(browser, site, width=1280, height=720) as wall:
        wall.route("**/*", old)
        for moment in ("pairings", "clock", "standings"):
            if moment == "clock":
                asked = ClockInput(round_no=RoundNo(1), kind="start", minutes=55)
                assert act(hall.tournament.pk, hall.actor, asked) is None
            if moment == "standings":
                hall.play()
            keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=(moment,)))
            part = wall.locator(f"#{moment}")
            wall.goto(site.url(f"/e/{hall.event.code}/screen?{moment}"))
            expect(part.get_by_role("heading").first).to_be_visible(timeout=ARRIVES)
            assert wall.locator("html.old").count() == 1
            assert wall.locator(".part:visible").count() == 1
            shoot(wall, f"wall-old-{moment}")
            fits(wall)
            if moment == "clock":
                expect(part.locator("[data-clock-left]").first).to_have_text(re.compile(r"^5\d:\d\d"))
                assert part.locator(".table-strip li").count() == 12
            else:
                assert part.locator("li").count() == 24
                size = part.locator("li .name").first.evaluate(
                    "(one) => parseFloat(getComputedStyle(one).fontSize)"
                )
                assert size >= 30, "readable"
        # It goes on asking until it is shut: an answer still on its way then would fall in the next test.
        wall.unroute_all(behavior="ignoreErrors")


def test_without_scripts_the_page_is_whole_and_renews_itself(site: Server, browser: Browser) -> None:
    hall = shown()
    with browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        page.goto(site.url(f"/e/{hall.event.code}/screen"))
        assert page.locator("noscript meta[http-equiv=refresh]").count() == 1
        # It renews itself while it is measured where the machine is busy: an answer without a page leaves this one.
        page.route("**/screen", lambda route: route.fulfill(status=204))
        expect(page.locator("#pairings li").first).to_be_visible()
        fits(page)
        shoot(page, "wall-noscript")
