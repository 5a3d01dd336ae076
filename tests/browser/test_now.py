"""Now, the desk's first page, in a browser: the numbers, the tables, the one button, few words; live, and it fits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser_cases import LAPTOP, PHONE, Server, axe, fits, shoot
from muster.app.common.names import names_of
from muster.core.ids import TableNo
from muster.core.tournament import commands
from tournament_cases import won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

MOST_WORDS = 60
"""Words on the page as it opens, names apart."""


def words_on(page: Page, hall: Hall) -> int:
    """How many words are seen in the page itself, without names, figures, clauses and what the last act came to."""
    text = page.evaluate("""() => {
        const hidden = [...document.querySelectorAll("main :is(.visually-hidden, .clause)")];
        hidden.forEach(one => one.hidden = true);
        const text = document.getElementById("page").innerText;
        hidden.forEach(one => one.hidden = false);
        return text;
    }""")
    for name in (*names_of(hall.tournament.pk).values(), "Olivia Organiser"):
        text = text.replace(name, "")
    return len(re.findall(r"[^\W\d_]{2,}", text))


def playing(players: int = 24) -> Hall:
    hall = Hall("legion-2.0")
    hall.begin(players)
    hall.propose()
    hall.post("publish", clock="1")
    round_ = hall.state.rounds[0]
    won = won_by(hall.state.regulations, 0)
    one = {table: match.pairing.players for table, match in round_.matches.items()}
    hall.do(
        commands.ReportResult(round_.number, TableNo(1), won),
        commands.ReportResult(round_.number, TableNo(2), won, one[TableNo(2)][0]),
        commands.ReportResult(round_.number, TableNo(3), won, one[TableNo(3)][0]),
        commands.DisputeResult(
            round_.number, TableNo(3), one[TableNo(3)][1], won_by(hall.state.regulations, 1)
        ),
    )
    return hall


def test_now_in_a_round(page: Page, site: Server) -> None:
    hall = playing()
    page.goto(site.url(hall.url("now")))
    expect(page.locator(".strip a")).to_have_count(12)
    expect(page.locator(".go")).to_have_count(1)
    expect(
        page.get_by_role("link", name="Table 3, disputed").or_(page.locator(".strip a.disputed"))
    ).to_have_count(1)
    for width in (LAPTOP, 768, PHONE):
        page.set_viewport_size({"width": width, "height": 768})
        shoot(page, f"now-playing-{width}")
        fits(page)
    axe(page)
    page.emulate_media(color_scheme="dark")
    axe(page)


def test_now_says_little(page: Page, site: Server) -> None:
    hall = Hall("legion-2.0")
    hall.begin(24)
    hall.propose()
    hall.post("publish", clock="1")
    hall.play(leave=6)
    page.goto(site.url(hall.url("now")))
    assert words_on(page, hall) <= MOST_WORDS


def test_now_in_the_morning_checks_somebody_in(page: Page, site: Server) -> None:
    hall = Hall("armada-4.0", {"check_in": True})
    hall.enter(8)
    page.goto(site.url(hall.url("now")))
    shoot(page, "now-morning")
    expect(page.locator(".go")).to_have_text("Here")
    page.keyboard.press("/")
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Ada A0 is here.")
    expect(page).to_have_url(site.url(hall.url("now")))
    expect(page.locator("#page")).to_contain_text("Undo")
    assert words_on(page, hall) <= MOST_WORDS
    axe(page)


def test_more_than_forty_tables_are_plain_and_nothing_is_cut(page: Page, site: Server) -> None:
    hall = playing(96)
    page.goto(site.url(hall.url("now")))
    expect(page.locator(".strip a")).to_have_count(0)
    expect(page.locator(".strip i")).to_have_count(48)
    expect(page.get_by_role("img", name="2 of 48 results in")).to_be_visible()
    for width in (LAPTOP, PHONE):
        page.set_viewport_size({"width": width, "height": 768})
        shoot(page, f"now-many-{width}")
        fits(page)
    axe(page)


def test_now_follows_by_itself(page: Page, site: Server) -> None:
    hall = playing(8)
    page.goto(site.url(hall.url("now")))
    expect(page.locator(".strip a.confirmed")).to_have_count(1)
    hall.do(commands.ReportResult(hall.state.rounds[0].number, TableNo(4), won_by(hall.state.regulations, 0)))
    expect(page.locator(".strip a.confirmed")).to_have_count(2, timeout=60_000)


def test_one_button_stands_out_while_players_are_checked_in(page: Page, site: Server) -> None:
    hall = Hall("armada-4.0", {"check_in": True})
    hall.enter(4)
    page.goto(site.url(hall.url("checkin")))
    expect(page.locator(".go")).to_have_count(1)
    for player, says in ((1, "Here"), (2, "Fix the rounds")):
        page.locator(f"#b{player}").click()
        expect(page.locator(f"#b{player}")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".go")).to_have_count(1)
        expect(page.locator(".go")).to_contain_text(says)
