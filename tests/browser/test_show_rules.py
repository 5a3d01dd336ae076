"""Ids of clauses stand beside what rests on them where they are asked for, and only there."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from browser_cases import PHONE, Server, axe, fits, shoot
from look_cases import PHASES
from muster.people.models import Event
from player_cases import Phone

DESK: Final = (
    "now", "duties", "checkin", "people", "plan", "round", "results", "standings", "bracket", "hall", "finish",
    "history", "rosters", "rosters-plan", "recommendations", "checklist",
)  # fmt: skip
PUBLIC: Final = ("pairings", "standings", "bracket", "results", "players", "final")
IDS: Final = re.compile(r"\b(?:COM|ARM|PLA|LEG|RUN|SWU)-[A-Z]+-\d+\b|\b[BCD]\d{1,2}[a-z]?\b(?!:)")
"""Clauses, and readings."""


def seen(page: Page, address: str) -> list[str]:
    """The ids of clauses that somebody sees who only opens the page."""
    answer = page.goto(address)
    if answer is None or answer.status != 200:
        return []
    lines = page.locator("body").inner_text().splitlines()
    return [f"{address}: {line}" for line in lines if IDS.search(line)]


@pytest.mark.parametrize(
    "phase", ["checking in", "announced", "playing", "between rounds", "eliminating", "finished"]
)
def test_no_page_of_the_day_has_an_id_of_a_clause_unasked(page: Page, site: Server, phase: str) -> None:
    hall = PHASES[phase]()
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    everybody = f"/e/{hall.event.code}"
    addresses = [hall.url(name) for name in DESK]
    addresses += [Phone(hall, 1).url, everybody, *(f"{everybody}/1/{name}" for name in PUBLIC)]
    found = [one for address in addresses for one in seen(page, site.url(address))]
    assert found == []


def test_the_switch_shows_them_from_here_on(page: Page, site: Server) -> None:
    hall = PHASES["playing"]()
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(site.url(hall.url("rosters-plan")))
    switch = page.get_by_label("Show the rules")
    clause = page.locator("main .clause:not(details *)").first
    expect(clause).to_be_hidden()
    switch.check()
    expect(clause).to_be_visible()
    fits(page)
    axe(page)
    shoot(page, "rules-shown")
    page.goto(site.url(hall.url("standings")))
    expect(switch).to_be_checked()
    switch.uncheck()
    page.reload()
    expect(switch).not_to_be_checked()
