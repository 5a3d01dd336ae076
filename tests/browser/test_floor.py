"""A round on the floor: two phones, the desk, the wall and the public page, each in a browser of its own.

Nobody reloads anything. The same again where event streams do not get through.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, Route, expect

from browser_cases import PHONE, WALL, Server, axe, fits, shoot, window
from muster.core.draws import ChainLink
from muster.journal import secrets
from muster.people.models import Event, Tournament
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

REACHES = 10_000
"""Milliseconds in which the busiest machine must have shown it: far less than any page takes to look by itself."""

NAMES = ("Ada Lovelace", "Zofia Wiśniewska")


@dataclass
class Floor:
    """Everybody's windows, and how long each act took to reach each of them.

    Attributes:
        phones: by name of the player.
        told: what was waited for, and for how many milliseconds after the act.
    """

    desk: Page
    phones: dict[str, Page]
    wall: Page
    public: Page
    told: list[tuple[str, int]] = field(default_factory=list)
    _acted: float = 0.0

    def act(self, button: Locator) -> None:
        """Press this, and remember when."""
        button.wait_for()
        button.scroll_into_view_if_needed()
        self._acted = time.monotonic()
        button.click(no_wait_after=True)

    def reaches(self, page: Page, where: str, css: str, words: str = "") -> None:
        """Wait until something like this, with these words in it, is to be seen there, without a reload."""
        seen = "([css, words]) => [...document.querySelectorAll(css)].some((one) => one.innerText.includes(words))"
        page.wait_for_function(seen, arg=[css, words], timeout=REACHES, polling="raf")
        self.told.append((where, round((time.monotonic() - self._acted) * 1000)))


def no_streams(route: Route) -> None:
    """As something on the way that lets no event stream through."""
    if "/wait" in route.request.url:
        route.continue_()
    else:
        route.fulfill(status=503, body="")


@contextmanager
def floor(browser: Browser, site: Server, desk: Page, *, streams: bool) -> Iterator[Floor]:
    """The windows, none of them at a page yet; the phones of two people without an account."""
    with ExitStack() as opened:

        def another(width: int, height: int) -> Page:
            page = opened.enter_context(
                window(browser, site, width=width, height=height, refused=(409, 422, 503))
            )
            if not streams:
                page.context.route("**/live/**", no_streams)
            return page

        phones = {name: another(PHONE, 640) for name in NAMES}
        yield Floor(desk, phones, another(WALL, 1080), another(1280, 800))


@pytest.mark.parametrize("streams", [True, False], ids=["streams", "polling"])
def test_a_round_reaches_everybody(browser: Browser, site: Server, page: Page, streams: bool) -> None:
    hall = Hall("legion-2.0", {"check_in": True, "structure": "custom", "rounds": 2, "cut": 0})
    Event.objects.filter(pk=hall.event.pk).update(listed=True, opens_at=timezone.now() - timedelta(hours=1))
    Tournament.objects.filter(pk=hall.tournament.pk).update(registration_open=True)
    secrets.keep(hall.tournament.pk, ChainLink("5e" * 32))
    with floor(browser, site, page, streams=streams) as all_:
        join(all_, hall, site)
        posted(all_, hall, site)
        disputed(all_, hall, site)
        looked_at(all_, streams=streams)
    if os.environ.get("MUSTER_SHOTS"):
        print(*(f"{ms:5} ms  {what}" for what, ms in all_.told), sep="\n")  # noqa: T201


def join(all_: Floor, hall: Hall, site: Server) -> None:
    """Both register on their phones and check in; the wall counts them."""
    all_.wall.goto(site.url(f"/e/{hall.event.code}/screen"))
    expect(all_.wall.locator("#welcome")).to_contain_text(hall.event.code)
    for name, phone in all_.phones.items():
        phone.goto(site.url(f"/e/{hall.event.code}"))
        phone.get_by_role("link", name=re.compile("^Register")).first.click()
        phone.get_by_label("Your name", exact=True).fill(name)
        phone.get_by_role("button", name=re.compile("Register")).click()
        phone.wait_for_url(re.compile("/p/"))
        expect(phone.locator("#now")).to_contain_text("registered")
        phone.get_by_role("button", name=re.compile("check me in")).click()
        expect(phone.locator("#now")).to_contain_text("You are checked in")
        assert name in phone.content()


def posted(all_: Floor, hall: Hall, site: Server) -> None:
    """The desk posts the round: phones, wall and public page show it by themselves."""
    desk, base = all_.desk, f"/desk/{hall.event.code}/1"
    all_.public.goto(site.url(f"/e/{hall.event.code}/1/pairings"))
    desk.goto(site.url(f"{base}/plan"))
    desk.get_by_role("button", name=re.compile(r"^\s*Fix the rounds")).click()
    expect(desk.locator(".page-head")).to_contain_text("Fixed")
    desk.goto(site.url(f"{base}/round"))
    desk.get_by_role("button", name=re.compile("Pair round 1")).first.click()
    all_.act(desk.get_by_role("button", name="Show to players", exact=True))
    for name, phone in all_.phones.items():
        other = next(one for one in NAMES if one != name)
        all_.reaches(phone, f"round on the phone of {name}", ".slip-opponent", other)
        expect(phone.locator(".slip-table")).to_contain_text("1")
        above_the_fold(phone)
        shoot(phone, f"floor-posted-{name.split()[0]}")
    all_.reaches(all_.wall, "round on the wall", "#pairings", NAMES[0])
    all_.reaches(all_.public, "round on the public page", "main", NAMES[1])
    expect(desk.locator(".page-head")).to_contain_text("0 of 1 results")


def disputed(all_: Floor, hall: Hall, site: Server) -> None:
    """One reports, the other says otherwise, the scorekeeper settles it."""
    desk, (first, second) = all_.desk, all_.phones.values()
    desk.goto(site.url(f"/desk/{hall.event.code}/1/results"))
    all_.act(fill_in(first, tokens=(4, 2)))
    all_.reaches(second, "report on the other phone", "#act button", "Yes, that is right")
    second.locator("summary", has_text="No, that is not right").click()
    all_.act(fill_in(second, tokens=(2, 4)))
    all_.reaches(first, "dispute on the first phone", "#act", "do not agree")
    all_.reaches(desk, "dispute at the desk", "#matches tr[data-status=disputed]")
    expect(first.locator("#act .version")).to_have_count(2)
    expect(first.locator("#did")).to_have_count(0)  # the report is in, but that is not the news any more
    shoot(first, "floor-disputed")
    desk.locator("details.dispute > summary").click()
    all_.act(desk.get_by_role("button", name=f"Take {NAMES[1]}’s version"))
    for name, phone in all_.phones.items():
        all_.reaches(phone, f"result on the phone of {name}", "#act", "Settled")
    all_.reaches(all_.public, "result on the public page", ".badge", "All results are in")
    all_.reaches(all_.wall, "result on the wall", "#standings", NAMES[0])
    expect(first.locator("#act .version")).to_contain_text("2-4")


def fill_in(phone: Page, tokens: tuple[int, int]) -> Locator:
    """Fill the form of a result in, as it is open; its button."""
    form = phone.locator("form[action$='/report']").last
    form.locator("[name=end]").select_option("rounds")
    for seat, count in enumerate(tokens):
        form.locator(f"[name='tokens.{seat}']").fill(str(count))
    return form.get_by_role("button", name=re.compile("Send the result|It is right"))


def above_the_fold(phone: Page) -> None:
    """Table and opponent are to be seen without scrolling, on a small phone held in one hand."""
    for part in (".slip-table", ".slip-opponent"):
        # In one step: the page may just be renewing itself, and what is gone has no place.
        bottom = "one => document.querySelector(one)?.getBoundingClientRect().bottom"
        assert phone.wait_for_function(bottom, arg=part).json_value() <= 640


def looked_at(all_: Floor, *, streams: bool) -> None:
    """Every window is sound as it ended up, and none was ever loaded anew."""
    for name, page in {**all_.phones, "wall": all_.wall, "public": all_.public}.items():
        shoot(page, f"floor-{name.split()[0]}")
        if streams:
            fits(page)
            axe(page)
