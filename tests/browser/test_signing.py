"""A round approved on a judge's phone, and what the desk and everybody then see."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser_cases import PHONE, Server, axe, fits, shoot
from muster.app.history.reasons import typed
from muster.core.ids import RoundNo, TableNo
from muster.core.tournament import commands
from tournament_cases import absent
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_round_is_signed_off_on_a_phone_and_a_correction_shows(page: Page, site: Server) -> None:
    hall = Hall("legion-2.0")
    hall.begin(8)
    hall.publish()
    hall.play()
    page.set_viewport_size({"width": PHONE, "height": 740})
    page.goto(site.url(f"/judge/{hall.event.code}/1/"))
    page.get_by_role("link", name="Approve round 1").click()
    expect(page.get_by_role("button", name="Approve round 1")).to_be_visible()
    fits(page)
    axe(page)
    shoot(page, "sign-page")
    page.get_by_role("button", name="Approve round 1").click()
    expect(page.get_by_text("Round 1: approved by the organiser")).to_be_visible()
    fits(page)
    shoot(page, "sign-home-after")
    page.goto(site.url(hall.url("results")))
    wrong = absent(hall.state.regulations, 0)
    hall.do(commands.CorrectResult(RoundNo(1), TableNo(1), wrong, typed("slip")))
    expect(page.get_by_text("since the organiser approved it")).to_be_visible()
    fits(page)
    shoot(page, "sign-results-changed")
