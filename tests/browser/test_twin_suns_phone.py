"""Four phones at one table of Twin Suns: one reports, others confirm, one does not; and what hangs on the wall."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from browser_cases import PHONE, Server, axe, fits, log_in, shoot, window
from muster.app.floor import clocks
from muster.core.ids import TableNo
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands
from muster.journal import store
from muster.people.models import Event, Person
from player_cases import Phone, all_phones
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

HIGH = 640
LONG = "Maximiliane Katarzyna Brzęczyszczykiewicz-Wolańska"


def _hall(players: int) -> Hall:
    hall = Hall("twin-suns-1.3")
    Event.objects.filter(pk=hall.event.pk).update(listed=True, opens_at=timezone.now() - timedelta(hours=2))
    hall.begin(players)
    Person.objects.filter(entries__tournament=hall.tournament, entries__player=2).update(
        name=LONG, pronouns="she/her"
    )
    hall.publish()
    start = clocks.ClockInput(round_no=hall.state.rounds[-1].number, kind="start", minutes=80)
    clocks.act(hall.tournament.pk, hall.actor, start)
    return hall


def _seen(page: Page, name: str) -> None:
    fits(page)
    for colours in ("dark", "light"):
        page.emulate_media(color_scheme=colours)
        axe(page)
        shoot(page, f"twin-suns-{name}-{colours}")


def _name(phone: Phone) -> str:
    return str(phone.entry.person.name)


def test_four_phones_at_one_table(browser: Browser, site: Server) -> None:
    hall = _hall(8)
    table = all_phones(hall)
    with ExitStack() as open_:
        pages = [
            open_.enter_context(window(browser, site, width=PHONE, height=HIGH, refused=(422,)))
            for _ in table
        ]
        for page, phone in zip(pages, table, strict=True):
            page.goto(site.url(phone.url))
        one, two, three, four = pages
        _seen(one, "seat")
        expect(one.locator(".slip-seat")).to_have_text("Seat 1")
        expect(one.locator(".slip-seats li")).to_have_count(4)
        expect(one.locator(".slip-seats .mine")).to_contain_text("You")
        bottom = one.locator(".slip-table").bounding_box()
        assert bottom is not None
        assert bottom["y"] + bottom["height"] < HIGH

        for seat, left in enumerate(("12", "7", "x")):
            one.locator(f"[name='left.{seat}']").fill(left)
        one.locator("[name='how.3']").select_option(label="conceded, first to leave")
        one.get_by_role("button", name="Send the result").click()
        expect(one.locator("#act .note-error")).to_contain_text("whole number")
        _seen(one, "fault")
        one.locator("[name='left.2']").fill("3")
        one.get_by_role("button", name="Send the result").click()
        expect(one.locator("#did")).to_contain_text("The others at your table are asked")
        _seen(one, "reported")

        expect(two.locator(".version")).to_contain_text("says")
        _seen(two, "confirm")
        two.get_by_role("button", name="Yes, that is right").click()
        expect(two.locator("#did")).to_contain_text("You have confirmed the result")
        expect(two.get_by_role("button", name="Yes, that is right")).to_have_count(0)
        _seen(two, "confirmed-by-me")

        expect(three.locator(".version")).to_contain_text(f"Confirmed by {_name(table[1])}")
        three.locator("summary", has_text="No, that is not right").click()
        three.get_by_role("button", name="Only say that it is wrong").click()
        expect(three.locator("#act .note-error")).to_contain_text("You do not all agree")
        _seen(three, "disputed")
        expect(four.locator("#act .note-error")).to_contain_text("You do not all agree")
        expect(four.get_by_role("button", name="Yes, that is right")).to_have_count(0)

        three.get_by_role("button", name="They are right after all").click()
        expect(three.locator("#did")).to_contain_text("You have confirmed the result")
        expect(four.get_by_role("button", name="Yes, that is right")).to_be_visible()
        four.get_by_role("button", name="Yes, that is right").click()
        expect(four.locator("#did")).to_contain_text("The result is confirmed")
        expect(one.locator(".version")).to_contain_text("Settled")
        store.forget()
        assert hall.state.rounds[-1].matches[TableNo(1)].status == "confirmed"
        hall.play()
        hall.publish()
        expect(one.locator(".slip-round")).to_contain_text("Round 2")
        one.locator("#rounds summary").click()
        expect(one.locator("#rounds")).to_contain_text("table 1, seat 1")
        _seen(one, "second-round")
        one.goto(site.url(f"{table[0].url}/rounds"))
        _seen(one, "way")
        one.goto(site.url(f"{table[0].url}/why"))
        expect(one.locator("h1").first).to_have_text("Why this table?")
        _seen(one, "why")


def test_one_of_four_concedes_and_the_others_play_on(browser: Browser, site: Server) -> None:
    hall = _hall(8)
    table = all_phones(hall)
    with ExitStack() as open_:
        one, two = (open_.enter_context(window(browser, site, width=PHONE, height=HIGH)) for _ in range(2))
        one.goto(site.url(table[0].url))
        two.goto(site.url(table[1].url))
        two.locator("summary", has_text="Concede").click()
        expect(two.locator("#act")).to_contain_text("stand behind everybody who plays on")
        _seen(two, "concede")
        two.get_by_role("button", name="Yes, I concede").click()
        expect(two.locator("#did")).to_contain_text("the desk are told")
        expect(two.locator("#act .called")).to_contain_text("You have conceded.")
        _seen(two, "conceded")
        expect(one.locator("#act .note-info")).to_contain_text("has conceded and left the table")
        expect(one.locator("[name='how.1']")).to_have_value("1")
        _seen(one, "another-conceded")
        desk = open_.enter_context(window(browser, site))
        log_in(desk, site, hall.organiser)
        desk.goto(site.url(hall.url("hall")))
        expect(desk.locator("#calls")).to_contain_text("Has conceded at table 1 and left")
        axe(desk)
        shoot(desk, "twin-suns-desk-conceded")
        two.get_by_role("button", name="Take it back").click()
        expect(one.locator("#act .note-info")).to_have_count(0)
        expect(desk.locator("#calls")).not_to_contain_text("conceded")


def test_pages_for_everybody_and_the_wall(browser: Browser, site: Server) -> None:
    hall = _hall(7)
    left = PlacingReport(end="decided", left=(12, 7, 3))
    three = next(
        table for table, one in hall.state.rounds[0].matches.items() if len(one.pairing.players) == 3
    )
    hall.do(commands.ReportResult(hall.state.rounds[0].number, three, left))
    base = site.url(f"/e/{hall.event.code}")
    with window(browser, site, width=PHONE, height=HIGH) as page:
        for name, path in (
            ("event", ""), ("round", "/1/pairings"), ("names", "/1/pairings/names"), ("results", "/1/results"),
            ("player", f"/1/players/{hall.state.rounds[0].matches[three].pairing.players[0]}"),
            ("why-table", "/1/round/1/why/1"),
        ):  # fmt: skip
            page.goto(base + path)
            _seen(page, f"public-{name}")
    with window(browser, site, width=1920, height=1080) as page:
        page.goto(site.url(reverse("screen:first", args=[hall.event.code])))
        expect(page.locator("#pairings li")).to_have_count(7)
        shoot(page, "twin-suns-wall")
        axe(page)
