"""Choosing a kind of event on a phone: what it asks is filled in at once, with scripts and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from browser_cases import PHONE, Server, axe, fits, log_in, shoot, window
from muster.people.models import RosterPlan, Tournament
from web_cases import account

pytestmark = pytest.mark.django_db(transaction=True)


def _begin(page: Page, site: Server) -> None:
    page.goto(site.url("/desk/new"))
    page.locator("[name=name]").fill("Saturday")
    if page.locator("[name=regulations]").input_value() != "unlimited-1.3":
        page.locator("[name=regulations]").select_option("unlimited-1.3")
    expect(page.locator("[name=kind] option[value=prerelease]")).to_have_count(1)


def test_a_kind_fills_in_what_it_asks_and_departures_are_told_at_once(browser: Browser, site: Server) -> None:
    with window(browser, site, width=PHONE, height=640) as page:
        log_in(page, site, account())
        _begin(page, site)
        page.locator("[name=kind]").select_option("sector-qualifier")
        expect(page.locator("[name=tier]")).to_have_value("competitive")
        expect(page.locator("[name=rosters]")).to_have_value("required")
        expect(page.locator("[name=structure][value=advanced]")).to_be_checked()
        expect(page.locator("#told .note")).to_have_count(1)
        page.locator("[name=construction]").select_option("limited")
        expect(page.locator("#told")).to_contain_text("played in Premier by the regulations")
        page.locator("[name=structure][value=basic]").check()
        expect(page.locator("#told .note")).to_have_count(3)
        fits(page)
        axe(page)
        shoot(page, "kinds")
        page.locator("[name=kind]").select_option("prerelease")
        expect(page.locator("[name=swiss_match]")).to_have_value("single-game")
        expect(page.locator("#told .note")).to_have_count(0)
        page.get_by_role("button", name="Create the event").click()
        expect(page.get_by_text("Saturday is set up.")).to_be_visible()
    tournament = Tournament.objects.get()
    assert (tournament.kind, tournament.rosters) == ("prerelease", "none")
    assert RosterPlan.objects.get().construction == "limited"


def test_without_scripts_the_kind_fills_in_by_a_button(browser: Browser, site: Server) -> None:
    # The window logs in with scripts; the other shares its cookies and has none.
    with window(browser, site, width=PHONE, height=640) as scripted:
        log_in(scripted, site, account())
        cookies = scripted.context.storage_state()
    context = browser.new_context(
        viewport={"width": PHONE, "height": 640}, java_script_enabled=False, storage_state=cookies
    )
    page = context.new_page()
    page.goto(site.url("/desk/new"))
    page.locator("[name=name]").fill("Saturday")
    page.locator("[name=regulations]").select_option("unlimited-1.3")
    page.get_by_role("button", name="Fill in for this game and kind").click()
    page.locator("[name=kind]").select_option("prerelease")
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_text("Nothing is set up yet.")).to_be_visible()
    expect(page.locator("[name=swiss_match]")).to_have_value("single-game")
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_text("Saturday is set up.")).to_be_visible()
    context.close()
    assert Tournament.objects.get().kind == "prerelease"
