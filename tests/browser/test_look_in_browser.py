"""What every page of the desk does in a real browser, beyond its own content."""

from __future__ import annotations

import re
from itertools import cycle
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from browser_cases import LAPTOP, PHONE, WALL, Colours, Server, axe, fits, shoot
from look_cases import PHASES
from muster.people.models import Person
from web_cases import Hall, account

LONG_NAMES: Final = (
    "Piotr Aleksander Brzęczyszczykiewicz-Chrząszczewski", "María del Carmen Fernández-Villaverde y Sánchez",
    "Wolfeschlegelsteinhausenbergerdorff", "محمد عبد الرحمن الأنصاري",
)  # fmt: skip


@pytest.fixture
def hall(site: Server) -> Hall:
    """A hall in the middle of its first round."""
    return PHASES["playing"]()


@pytest.mark.parametrize("phase", PHASES)
def test_the_first_page_fits_and_is_accessible_all_day(page: Page, site: Server, phase: str) -> None:
    hall = PHASES[phase]()
    windows: tuple[tuple[int, Colours], ...] = ((PHONE, "light"), (LAPTOP, "dark"))
    if phase == "playing":
        windows += ((WALL, "light"), (PHONE, "dark"))
    for width, colours in windows:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=colours)
        page.goto(site.url(hall.url("now")))
        fits(page)
        axe(page)
        shoot(page, f"look-{phase}-{width}-{colours}")


def test_where_one_is_is_in_sight_on_a_phone(page: Page, site: Server, hall: Hall) -> None:
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(site.url(hall.url("history")))
    expect(page.locator(".desk-bar .tabs [aria-current]")).to_be_in_viewport()
    expect(page.locator(".subtabs [aria-current=page]")).to_be_in_viewport()


def test_one_key_opens_a_page_but_not_while_typing(page: Page, site: Server, hall: Hall) -> None:
    page.goto(site.url(hall.url("now")))
    page.keyboard.press("h")
    expect(page).to_have_url(re.compile("/history$"))
    page.locator("input[type=search]").first.focus()
    page.keyboard.type("nshe")
    expect(page).to_have_url(re.compile("/history$"))


def test_the_keys_are_listed_and_can_be_turned_off(page: Page, site: Server, hall: Hall) -> None:
    page.goto(site.url(hall.url("now")))
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_contain_text("Standings")
    axe(page)
    dialog.get_by_role("checkbox").uncheck()
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("h")
    page.reload()
    page.keyboard.press("h")
    page.keyboard.press("?")
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(site.url(hall.url("now")))


def test_the_next_step_is_one_key_away(page: Page, site: Server, hall: Hall) -> None:
    page.goto(site.url(hall.url("standings")))
    page.keyboard.press("g")
    expect(page).to_have_url(re.compile("/results"))


def test_undo_is_one_press_and_says_what_it_did(page: Page, site: Server, hall: Hall) -> None:
    page.goto(site.url(hall.url("standings")))
    reported = sum(one.status != "open" for one in hall.state.rounds[-1].matches.values())
    page.get_by_role("button", name=re.compile("Undo")).click()
    expect(page.locator("#messages")).to_contain_text("Taken back")
    assert sum(one.status != "open" for one in hall.state.rounds[-1].matches.values()) == reported - 1


def test_a_message_goes_away_when_dismissed(page: Page, site: Server, hall: Hall) -> None:
    page.goto(site.url(hall.url("standings")))
    page.get_by_role("button", name=re.compile("Undo")).click()
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#messages .note")).to_have_count(0)


def test_a_dangerous_button_asks_once_more(page: Page, site: Server, hall: Hall) -> None:
    # The question is the test's own: nothing may bring the button anew.
    page.add_init_script("document.onreadystatechange = () => { delete document.body.dataset.live; }")
    page.goto(site.url(hall.url("now")))
    page.evaluate(
        """() => {
            const ask = () => document.querySelectorAll('.undo button').forEach((one) => {
                if (!one.dataset.confirm) one.dataset.confirm = 'Really take it back?';
            });
            // A live page may bring the button anew, or only take what is not its own off it.
            const all = { subtree: true, childList: true, attributes: true, attributeFilter: ['data-confirm'] };
            new MutationObserver(ask).observe(document.body, all);
            ask();
        }"""
    )
    version = hall.state.version
    button = page.locator(".undo button")
    button.click()
    expect(button).to_have_text("Really take it back?")
    page.keyboard.press("Escape")
    expect(button).to_contain_text("Undo")
    button.click()
    assert hall.state.version == version
    button.click()
    expect(page.locator("#messages")).to_contain_text("Taken back")


def test_a_form_is_sent_once(page: Page, site: Server, hall: Hall) -> None:
    page.goto(site.url(hall.url("now")))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.evaluate(
        "(() => { const button = document.querySelector('.undo button'); button.click(); button.click(); })()"
    )
    expect(page.locator("#messages")).to_contain_text("Taken back")
    assert len(sent) == 1


def test_what_was_typed_survives_a_failure_of_the_network(page: Page, site: Server, hall: Hall) -> None:
    address = site.url(hall.url("player", 2))
    page.goto(address)
    page.get_by_label("Alias").fill("Zoë the Late")
    page.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.get_by_role("button", name="Note it").click()
    page.wait_for_url("chrome-error://**")
    page.goto(address)
    expect(page.get_by_label("Alias")).to_have_value("Zoë the Late")
    expect(page.locator("#messages")).to_contain_text("back in the form")


def test_what_arrived_is_not_offered_again(page: Page, site: Server, hall: Hall) -> None:
    address = site.url(hall.url("player", 2))
    page.goto(address)
    page.get_by_label("Alias").fill("Zoë the Late")
    page.get_by_role("button", name="Note it").click()
    expect(page.locator("#messages .note").first).to_be_visible()
    page.goto(address)
    page.goto(site.url(hall.url("player", 3)))
    expect(page.get_by_label("Alias")).to_have_value("")


def test_organiser_is_named_in_the_account_menu(page: Page, site: Server, hall: Hall) -> None:
    page.goto(site.url(hall.url("now")))
    page.locator(".menu summary").last.click()
    menu = page.locator(".menu[open]")
    expect(menu).to_contain_text(account().name)
    expect(menu.get_by_role("button", name="Log out")).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


WHOLLY_SEEN = """rows => rows.filter(row => {
    const { top, bottom, width } = row.getBoundingClientRect();
    return width && top >= 0 && bottom <= innerHeight;
}).length"""
"""How many rows are in view from their top to their bottom."""


@pytest.mark.parametrize(
    ("name", "query", "rows", "least"),
    [("results", "?show=all", "#matches tbody tr", 20), ("standings", "", "main table tbody tr[id]", 15)],
)
def test_a_laptop_shows_much_at_a_glance(
    page: Page, site: Server, name: str, query: str, rows: str, least: int
) -> None:
    crowded = Hall()
    crowded.begin(52)
    crowded.publish()
    crowded.play()
    crowded.publish()
    crowded.play(leave=9)
    people = [
        entry.person for entry in crowded.tournament.entries.select_related("person").order_by("player")
    ]
    for person, long in zip(people[::7], cycle(LONG_NAMES), strict=False):
        person.name = long
    Person.objects.bulk_update(people, ["name"])
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(site.url(crowded.url(name) + query))
    shoot(page, f"look-much-{name}")
    assert page.locator(rows).evaluate_all(WHOLLY_SEEN) >= least
    fits(page)
    axe(page)


def test_rows_are_walked_by_keys_and_the_keys_are_listed(page: Page, site: Server, hall: Hall) -> None:
    hall.play()
    page.goto(site.url(hall.url("standings")))
    at = """[...document.querySelectorAll('#standings tbody tr[id]')]
        .findIndex(one => one.contains(document.activeElement))"""
    for key, row in (("j", 0), ("j", 1), ("ArrowDown", 2), ("J", 1), ("ArrowUp", 0), ("ArrowUp", 0)):
        page.keyboard.press(key)
        assert page.evaluate(at) == row, key
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Next row")


def test_rows_are_as_high_as_one_likes_and_stay_so(page: Page, site: Server, hall: Hall) -> None:
    height = "document.querySelector('#people-list tbody tr').getBoundingClientRect().height"
    page.goto(site.url(hall.url("people")))
    assert page.evaluate(height) <= 38
    page.get_by_label("Higher rows").check()
    assert page.evaluate(height) >= 44
    fits(page)
    page.reload()
    expect(page.get_by_label("Higher rows")).to_be_checked()
    assert page.evaluate(height) >= 44


@pytest.mark.parametrize(
    "name", ["now", "people", "round", "results", "standings", "hall", "history", "plan"]
)
def test_what_a_page_is_about_begins_right_below_the_bar(
    page: Page, site: Server, hall: Hall, name: str
) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(site.url(hall.url(name)))
    first = """Math.min(...
        [...document.querySelectorAll('#pages li:not(.visually-hidden) a, main :is(h1, p, a, .card)')]
        .filter(one => !one.closest('.visually-hidden')).map(one => one.getBoundingClientRect())
        .filter(one => one.width > 1).map(one => one.top))"""
    assert page.evaluate(first) <= 70
