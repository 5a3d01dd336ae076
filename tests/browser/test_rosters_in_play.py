"""Rosters on phones during play: lists in a cut, seen by two and by no third; and a score counted with a thumb."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_cases import PHONE, Server, axe, fits, shoot, window
from muster.core.tournament import commands
from muster.journal import store
from muster.people.models import Event
from player_cases import Phone, phones
from roster_play_cases import asked, bring, deck, fleet, playing
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def phone(browser: Browser, site: Server, one: Phone) -> Iterator[Page]:
    with window(browser, site, width=PHONE, height=640, refused=(404,)) as page:
        page.goto(site.url(one.url))
        yield page


def test_a_cut_shows_lists_to_the_two_of_a_match(browser: Browser, site: Server) -> None:
    hall = Hall("unlimited-1.3", {"structure": "custom", "rounds": 1, "cut": 4})
    hall.begin(5)
    asked(hall)
    for player in range(1, 6):
        bring(hall, player, deck(side=player))
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.propose()
    hall.do(commands.PublishRound())  # lists close once play begins
    store.forget()
    one, two = phones(hall)
    for each, other in ((one, two), (two, one)):
        with phone(browser, site, each) as page:
            page.get_by_role("link", name=re.compile("^What .* brings")).click()
            expect(page.locator("main")).to_contain_text("Surprise Strike")
            expect(page.locator("main")).to_contain_text(f"Sideboard: {other.player} card")
            if each is one:
                fits(page)
                axe(page)
                shoot(page, "rosters-opponent")
    cut = {*one.match.pairing.players, *phones(hall, 2)[0].match.pairing.players}
    third = Phone(hall, next(player for player in range(1, 6) if player not in cut))
    with phone(browser, site, third) as page:
        expect(page.get_by_role("link", name=re.compile("brings"))).to_have_count(0)
        page.goto(site.url(f"{third.url}/opponent/roster"))
        expect(page.locator("main")).not_to_contain_text("Surprise Strike")


def test_a_score_is_counted_with_a_thumb(browser: Browser, site: Server) -> None:
    hall = playing()
    one, two = phones(hall)
    bring(hall, one.player, fleet(200))
    bring(hall, two.player, fleet(210))
    store.forget()
    with phone(browser, site, one) as page:
        expect(page.locator(".verdict")).to_contain_text("You have the lower total: you decide")
        shoot(page, "rosters-verdict")
        page.get_by_role("link", name="Count from the rosters").click()
        lost = page.locator(f"[data-seat='{two.seat}']")
        lost.get_by_label("MC30c Torpedo Frigate").check()
        lost.get_by_role("button", name="One more: YT-2400").click(click_count=2, delay=5)
        expect(lost.locator("[data-score]")).to_have_text("170")
        lost.get_by_label(re.compile("Points from objectives")).fill("30")
        expect(lost.locator("[data-score]")).to_have_text("200")
        fits(page)
        axe(page)
        shoot(page, "rosters-count")
        page.reload()
        expect(lost.locator("[data-score]")).to_have_text("200")
        lost.get_by_label("MC80 Battle Cruiser").check()
        expect(lost.locator("[data-wiped]")).to_be_visible()
        expect(lost.locator("[data-score]")).to_have_text("430")
        page.get_by_role("button", name="Take it over into the report").click()
        expect(page.locator(f"#report-scores\\.destroyed\\.{one.seat}")).to_have_value("400")
        shoot(page, "rosters-report")
        page.get_by_role("button", name="Send the result").click()
        expect(page.locator("#act")).to_contain_text("You reported")
        expect(page.locator("#act .worth-points").first).to_be_visible()


def test_rosters_for_everybody_on_a_phone(browser: Browser, site: Server) -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 1, "cut": 0})
    hall.begin(2)
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    asked(hall, public_after=True)
    for player in (1, 2):
        bring(hall, player, fleet(200 + player))
    hall.publish()
    hall.play()
    hall.do(commands.FinishTournament())
    store.forget()
    with window(browser, site, width=PHONE, height=640) as page:
        page.goto(site.url(f"/e/{hall.event.code}/1/final"))
        page.get_by_role("link", name="All rosters").click()
        for name, link in (
            ("list", "What was played"),
            ("cards", "Rosters"),
            ("again", "Ada A0"),
            ("one", ""),
        ):
            fits(page)
            axe(page)
            shoot(page, f"rosters-public-{name}")
            if link:
                page.locator("main").get_by_role("link", name=link, exact=True).click()
