"""Players' pages on a phone: what is seen before the first scroll, every state looked at, and a hall without signal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from browser_cases import PHONE, Server, axe, fits, shoot, window
from muster.app.floor import clocks
from muster.app.history.submitting import announce_plan
from muster.core.draws import ChainLink
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import commands, queries
from muster.journal import secrets, store
from muster.people.models import Event, Person
from player_cases import Phone
from tournament_cases import IDS, won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

HIGH = 640
DARK = ("playing", "fault", "disputed")
MOST_WORDS = 60
LONG = "Maximiliane Katarzyna Brzęczyszczykiewicz-Wolańska"


def fresh(hall: Hall) -> Hall:
    """The hall as the server has left it."""
    store.forget()
    return hall


def opened(page: Page, site: Server, phone: Phone, name: str = "") -> Page:
    """A player's page, looked at."""
    page.goto(site.url(phone.url))
    if name:
        seen(page, name)
    return page


def seen(page: Page, name: str) -> None:
    """Look at a page, in light and dark where colours say most."""
    fits(page)
    for colours in ("dark", "light") if name in DARK else ("light",):
        page.emulate_media(color_scheme=colours)
        axe(page)
        shoot(page, f"player-{name}-{colours}")


def above_the_fold(page: Page, *selectors: str, high: int = HIGH) -> None:
    """Fail if anything of these is below what a small phone shows at once, or below so many pixels."""
    for selector in selectors:
        # In one step: the page may just be renewing itself, and what is gone has no place.
        bottom = "one => document.querySelector(one)?.getBoundingClientRect().bottom"
        end = page.wait_for_function(bottom, arg=selector).json_value()
        assert end <= high, f"{selector} ends at {end}"


def at_the_table(hall: Hall, player: int) -> tuple[Phone, Phone]:
    """A player's phone and the opponent's."""
    match = queries.match_of(hall.state.rounds[-1], PlayerId(player))
    assert match is not None
    other = next(each for each in match.pairing.players if each != player)
    return Phone(hall, player), Phone(hall, other)


@contextmanager
def phone_without_scripts(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": PHONE, "height": HIGH}, java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_a_day_on_a_phone(browser: Browser, site: Server) -> None:
    hall = Hall("armada-4.0")
    Event.objects.filter(pk=hall.event.pk).update(listed=True, opens_at=timezone.now() + timedelta(hours=2))
    hall.enter(9)
    Person.objects.filter(entries__tournament=hall.tournament, entries__player=3).update(
        name=LONG, pronouns="she/her"
    )
    with window(browser, site, width=PHONE, height=HIGH, refused=(404, 422)) as page:
        opened(page, site, Phone(hall, 1), "coming").get_by_role("button", name="check me in").click()
        expect(page.locator("#did")).to_contain_text("You are checked in")
        expect(page).not_to_have_url(re.compile("did="))
        secrets.keep(fresh(hall).tournament.pk, ChainLink("5e" * 32))
        hall.do(announce_plan(hall.tournament.pk), commands.StartStage())
        page.goto(site.url(Phone(hall, 3).url))
        hall.propose()
        hall.do(commands.PublishRound())
        clocks.act(
            hall.tournament.pk, hall.actor, clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=135)
        )
        long, other = at_the_table(hall, 3)
        opened(page, site, other, "playing")
        expect(page.locator(".slip-opponent")).to_contain_text(LONG)
        above_the_fold(page, ".slip-table", ".slip-opponent", ".slip-clock .clock-left")

        expect(page.locator("#report-end")).to_have_value("rounds")
        expect(page.get_by_label("Was the match won")).to_have_count(0)
        expect(page.locator("fieldset[data-field=winner]").first).to_be_hidden()
        expect(page.locator("fieldset[data-field=deciding]").first).to_be_hidden()
        page.locator("#report-end").select_option("defeated")
        expect(page.locator("fieldset[data-field=winner]").first).to_be_visible()
        page.locator("#report-end").select_option("rounds")
        page.locator("#report-scores\\.destroyed\\.0").fill("12x")
        page.get_by_role("button", name="Send the result").click()
        expect(page.locator(".fault").first).to_contain_text("whole number")
        seen(page, "fault")
        page.locator("#report-scores\\.destroyed\\.0").fill("184")
        page.locator("#report-scores\\.destroyed\\.1").fill("92")
        page.get_by_role("button", name="Send the result").click()
        expect(page.locator("#did")).to_contain_text("Your report is in")
        seen(page, "reported")

        opened(page, site, long, "confirm")
        above_the_fold(page, ".slip-table", ".slip-opponent", ".slip-clock .clock-left")
        page.locator("summary", has_text="No, that is not right").click()
        page.get_by_role("button", name="Only say that it is wrong").click()
        # The open page may hear of the dispute before the answer to the form is there: that page alone says `#did`.
        expect(page.locator("#did")).to_contain_text("it differs")
        expect(page.locator("#act .note-error")).to_contain_text("You two do not agree")
        # Whatever the page hears next, the dispute is what was said: it is no news that contradicts it.
        page.evaluate(
            "document.dispatchEvent(new CustomEvent('muster:refreshed', {detail: {parts: [], whole: true}}))"
        )
        expect(page.locator("#did")).to_contain_text("it differs", timeout=1)
        seen(page, "disputed")
        hall = fresh(hall)
        opened(page, site, Phone(hall, hall.state.rounds[-1].byes[0].player), "bye")
        match = queries.match_of(hall.state.rounds[-1], PlayerId(3))
        assert match is not None
        hall.do(commands.ReportResult(RoundNo(1), match.pairing.table, won_by(hall.state.regulations, 0)))
        hall.play()
        opened(page, site, long, "between")
        page.goto(site.url(long.url + "/why"))
        seen(page, "why")
        page.goto(site.url(long.url + "/drop"))
        seen(page, "drop")
        page.get_by_role("button", name="Yes, drop me").click()
        expect(page.locator("#did")).to_contain_text("You have dropped")
        expect(page.get_by_role("button", name="Take my drop back")).to_be_visible()
        seen(page, "dropped")
        page.get_by_role("button", name="Take my drop back").click()
        expect(page.locator("#did")).to_contain_text("You are back in")
        page.goto(site.url("/p/1-nonsense"))
        seen(page, "no-link")


@pytest.mark.parametrize("regulations", IDS)
def test_table_opponent_time_and_report_come_before_the_first_scroll(
    browser: Browser, site: Server, regulations: str
) -> None:
    hall = Hall(regulations, {"swiss_match": "best-of-three"} if regulations.startswith("unlimited") else {})
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.publish()
    long, other = at_the_table(hall, 3)
    Person.objects.filter(pk=long.entry.person_id).update(name=LONG)
    number = hall.state.rounds[-1].number
    clocks.act(hall.tournament.pk, hall.actor, clocks.ClockInput(round_no=number, kind="start", minutes=135))
    with window(browser, site, width=390, height=844) as page:
        opened(page, site, other, f"report-{regulations}")
        above_the_fold(page, ".slip-table", ".slip-opponent", ".slip-clock .clock-left", high=400)
        above_the_fold(page, "#act .report button.big", high=700)
        said = page.locator("main").evaluate(
            "main => [...main.querySelectorAll('bdi, select')].reduce((text, one) => text.replace(one.innerText, ''), "
            "main.innerText)"
        )
        assert len(re.findall(r"[^\W\d]{2,}", said)) <= MOST_WORDS, said


def test_a_report_without_scripts(browser: Browser, site: Server) -> None:
    hall = Hall("unlimited-1.3", {"swiss_match": "best-of-three"})
    hall.begin(4)
    hall.publish()
    one, two = at_the_table(hall, 1)
    with phone_without_scripts(browser) as page:
        opened(page, site, one)
        fits(page)
        expect(page.locator("#report-end")).to_have_value("decided")
        expect(page.locator("fieldset[data-field=unfinished]").first).to_be_hidden()
        page.locator("#report-games\\.0").select_option("0")
        page.locator("#report-games\\.1").select_option("0")
        page.get_by_role("button", name="Send the result").click()
        expect(page.locator("#did")).to_contain_text("Your report is in")
        opened(page, site, two).get_by_role("button", name="Yes, that is right").click()
        expect(page.locator("#did")).to_contain_text("The result is confirmed")
    assert at_the_table(fresh(hall), 1)[0].match.status == "confirmed"


def test_without_a_signal_the_page_stays_and_a_report_is_sent_once(browser: Browser, site: Server) -> None:
    hall = Hall("legion-2.0")
    hall.begin(4)
    hall.publish()
    one, two = at_the_table(hall, 1)
    address, version = site.url(one.url), hall.state.version
    context = browser.new_context(viewport={"width": PHONE, "height": HIGH})
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function(
        """async (own) => {
            const held = await Promise.all((await caches.keys()).map(async (one) => (await caches.open(one)).keys()));
            return held.flat().some((one) => new URL(one.url).pathname === own);
        }""",
        arg=one.url,
    )
    page.reload()
    context.set_offline(True)
    page.locator("#report-tokens\\.0").fill("3")
    page.locator("#report-tokens\\.1").fill("1")
    page.get_by_role("button", name="Send the result").click()
    expect(page.locator("#signal")).to_contain_text("Kept on this phone")
    page.reload()
    expect(page.locator("#signal")).to_contain_text("This is how things stood at")
    expect(page.locator("#signal")).to_contain_text("Kept on this phone")
    expect(page.locator(".slip-table")).to_contain_text("1")
    shoot(page, "player-no-signal")
    # Another link on the same phone shows nothing of this one, and sends nothing for it.
    other = context.new_page()
    with pytest.raises(Exception, match="ERR_"):
        other.goto(site.url(two.url))
    other.close()
    assert fresh(hall).state.version == version
    context.set_offline(False)
    expect(page.locator("#act .version")).to_contain_text("You reported")
    expect(page.locator("#signal")).not_to_contain_text("Kept on this phone")
    page.reload()
    assert fresh(hall).state.version == version + 1
    assert one.match.by == one.player
    context.close()
