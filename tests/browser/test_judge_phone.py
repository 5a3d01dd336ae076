"""A judge's phone in a browser: a call, a ruling with more time, a penalty; every page fits and reads well."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser_cases import PHONE, Server, axe, fits, picture, shoot, with_surnames
from muster.app.floor import calls
from muster.people.models import Entry
from web_cases import Hall


def looked(page: Page, name: str, *, audited: bool = True) -> None:
    fits(page)
    if audited:
        axe(page)
    shoot(page, name)


def test_from_a_call_to_a_ruling_and_a_penalty(page: Page, site: Server) -> None:
    hall = Hall("unlimited-1.3")
    hall.begin(8)
    with_surnames(hall)
    hall.publish()
    player = hall.state.rounds[-1].matches[3].pairing.players[0]  # type: ignore[index]
    who = Entry.objects.get(tournament=hall.tournament, player=player)
    calls.make(who, "judge", round_no=1, table=3, note="May I look at that card?")
    page.set_viewport_size({"width": PHONE, "height": 740})
    page.goto(site.url(f"/judge/{hall.event.code}"))
    looked(page, "judge-home")
    page.get_by_role("button", name="I am on the way").click()
    page.get_by_label("Table or player").fill("3")
    page.get_by_role("button", name="Open").click()
    looked(page, "judge-table", audited=False)
    picture(page, "judge-table", "body", width=PHONE, high=800)
    page.get_by_role("link", name="Ruling").click()
    page.get_by_label("What you ruled").fill("You may, if the effect says so.")
    page.get_by_label("Clause or page").fill("SWU-INFO-1")
    page.get_by_text("+3").click()
    looked(page, "judge-ruling", audited=False)
    page.get_by_role("button", name="Record the ruling").click()
    expect(page.get_by_text("The ruling is on record")).to_be_visible()
    page.get_by_role("link", name="Penalty").click()
    page.get_by_label(who.person.name).check()
    looked(page, "judge-offences", audited=False)
    page.get_by_role("button", name="Gameplay error").click()
    expect(page.locator("input[value=warning]")).to_be_checked()
    looked(page, "judge-penalty")
    picture(page, "judge-penalty", "body", width=PHONE, high=800)
    page.get_by_role("button", name="Give this penalty").click()
    expect(page.locator(".judge-history").get_by_text("Gameplay error")).to_be_visible()
    looked(page, "judge-table-after")
    for path, name in (
        ("t/3/time", "time"), ("t/3/late", "late"), ("t/3/component", "component"), ("t/3/proxy", "proxy"),
        ("t/3/drop", "drop"), ("checks", "checks"), ("parts", "parts"), ("record", "record"),
    ):  # fmt: skip
        page.goto(site.url(f"/judge/{hall.event.code}/1/{path}"))
        looked(page, f"judge-{name}", audited=name in ("time", "checks", "record"))
