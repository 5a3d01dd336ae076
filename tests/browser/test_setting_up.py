"""Setting up on two phones, with and without scripts, and rules and terrain on a judge's."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from browser_cases import PHONE, Server, axe, fits, log_in, shoot, window
from muster.people.models import Event, SetupTick
from player_cases import phones
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)


def test_both_phones_see_a_tick_at_once(browser: Browser, site: Server) -> None:
    hall = Hall("armada-4.0")
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    hall.begin(4)
    hall.publish()
    one, two = phones(hall)
    context = browser.new_context(viewport={"width": PHONE, "height": 640}, java_script_enabled=False)
    plain = context.new_page()
    with window(browser, site, width=PHONE, height=640) as page:
        page.goto(site.url(two.url))
        boxes = page.locator("#set-up button[aria-pressed]")
        page.locator("summary", has_text="Setting up").click()
        expect(boxes.first).to_have_attribute("aria-pressed", "false")
        plain.goto(site.url(one.url))
        plain.locator("summary", has_text="Setting up").click()
        plain.locator("#set-up button[aria-pressed]").first.click()
        expect(plain.locator("#set-up button[aria-pressed=true]")).to_have_count(1)
        expect(boxes.first).to_have_attribute("aria-pressed", "true")
        boxes.first.click()
        expect(boxes.first).to_have_attribute("aria-pressed", "false")
        boxes.nth(2).click()
        expect(boxes.nth(2)).to_have_attribute("aria-pressed", "true")
        fits(page)
        axe(page)
        shoot(page, "setting-up")
    context.close()
    assert SetupTick.objects.count() == 1


def test_rules_and_terrain_fit_a_judges_phone(browser: Browser, site: Server) -> None:
    hall = Hall("legion-2.0")
    hall.begin(4)
    hall.publish()
    base = f"/judge/{hall.event.code}/{hall.tournament.number}"
    with window(browser, site, width=PHONE, height=640) as page:
        log_in(page, site, hall.organiser)
        page.goto(site.url(f"{base}/rules"))
        fits(page)
        axe(page)
        shoot(page, "judge-rules")
        page.get_by_role("link", name="Check the terrain of a table").click()
        page.get_by_label("wide").first.fill("6")
        page.get_by_label("how many").first.fill("3")
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".note[role=status]")).to_contain_text("4.1 % of the table is covered.")
        fits(page)
        axe(page)
        shoot(page, "judge-terrain")
