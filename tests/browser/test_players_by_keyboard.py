"""Entering and checking in with a real browser: by keyboard alone, by taps, and without scripts."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from browser_cases import LAPTOP, PHONE, Colours, Server, axe, fits, log_in, shoot
from muster.core.ids import PlayerId
from people_cases import newcomers
from web_cases import Hall, account


def checked_in(hall: Hall) -> list[int]:
    return sorted(number for number, player in hall.state.players.items() if player.status == "present")


def test_names_are_typed_one_after_the_other_without_a_change_of_page(page: Page, site: Server) -> None:
    hall = Hall()
    page.goto(site.url(hall.url("people")))
    page.evaluate("window.stays = true")
    for count, name in enumerate(("Ada Lovelace", "Łukasz Żak", "Zoë"), 1):
        # The list may hear of the newcomer before the form has its answer.
        expect(page.get_by_label("Name", exact=True)).to_have_value("")
        expect(page.get_by_label("Name", exact=True)).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("#people-list tbody tr")).to_have_count(count)
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    assert page.evaluate("window.stays")
    assert len(hall.state.players) == 3
    page.get_by_role("button", name="Undo").click()  # what Undo offers has moved along
    expect(page.locator("#messages")).to_contain_text("Zoë")
    assert len(hall.state.players) == 2


def test_a_mistake_is_shown_beside_its_field_with_everything_still_there(page: Page, site: Server) -> None:
    hall = Hall()
    page.goto(site.url(hall.url("people")))
    page.keyboard.type("x" * 250)
    page.keyboard.press("Tab")
    page.keyboard.type("Red Dice")
    page.keyboard.press("Enter")
    expect(page.locator(".fault")).to_contain_text("200 is the most")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(page.get_by_label("Club")).to_have_value("Red Dice")


def test_check_in_by_three_letters_and_enter_and_by_arrow_keys(page: Page, site: Server) -> None:
    hall = Hall(setup={"check_in": True})
    newcomers(hall, "Jan Kot", "Jan Nowak", "Łukasz Żak", "Ola Maj")
    page.goto(site.url(hall.url("checkin")))
    page.evaluate("window.stays = true")
    box = page.get_by_label("Name or number")
    rows = page.locator("#checkin-list tbody tr")
    page.keyboard.type("luk")
    expect(rows).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#progress")).to_contain_text("1/4")
    expect(box).to_be_focused()
    expect(box).to_have_value("")
    page.keyboard.type("jan")
    expect(rows).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#progress")).to_contain_text("2/4")
    assert checked_in(hall) == [2, 3]
    assert page.evaluate("window.stays")


def test_a_double_tap_checks_in_once_and_a_later_tap_takes_it_back(page: Page, site: Server) -> None:
    hall = Hall(setup={"check_in": True})
    newcomers(hall, "Ada", "Bob")
    page.goto(site.url(hall.url("checkin")))
    page.locator("#b1").dblclick()
    expect(page.locator("#b1")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#progress")).to_contain_text("1/2")
    page.wait_for_function("() => document.querySelector('#b1').getAttribute('aria-pressed') === 'true'")
    assert checked_in(hall) == [1]
    page.locator("#b1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#progress")).to_contain_text("0/2")
    assert checked_in(hall) == []


def test_two_desks_side_by_side_never_disturb_each_other(browser: Browser, page: Page, site: Server) -> None:
    hall = Hall(setup={"check_in": True})
    newcomers(hall, "Ada", "Bob", "Cid")
    other = page.context.new_page()
    for desk in (page, other):
        desk.goto(site.url(hall.url("checkin")))
    page.locator("#b1").click()
    expect(page.locator("#progress")).to_contain_text("1/3")
    other.locator("#b2").click()
    expect(other.locator("#progress")).to_contain_text("2/3")
    # The other desk has seen by itself who is here by now.
    expect(other.locator("#b1")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#b2")).to_have_attribute("aria-pressed", "true", timeout=15_000)
    assert checked_in(hall) == [1, 2]


def test_everything_works_without_scripts(browser: Browser, site: Server) -> None:
    hall = Hall(setup={"check_in": True})
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    log_in(page, site, account())
    page.goto(site.url(hall.url("people")))
    for count, name in enumerate(("Jan Kot", "Jan Nowak"), 1):
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Name", exact=True).press("Enter")
        expect(page.locator("#people-list tbody tr")).to_have_count(count)
    page.goto(site.url(hall.url("people-paste")))
    page.get_by_label("One player a line").fill("Ada\nBob\nJan Kot")
    page.get_by_role("button", name="Look through the list").click()
    page.get_by_role("button", name="Enter the ticked players").click()
    expect(page.locator("#people-list tbody tr")).to_have_count(4)
    page.goto(site.url(hall.url("checkin")))
    page.get_by_label("Name or number").fill("jan")
    page.get_by_label("Name or number").press("Enter")
    expect(page.locator("#checkin-list tbody tr")).to_have_count(2)  # two fit: nobody is checked in unseen
    assert checked_in(hall) == []
    page.get_by_label("Name or number").press("Enter")
    expect(page.locator("#progress")).to_contain_text("1/4")
    page.get_by_role("button", name="Here: Bob").click()
    expect(page.locator("#progress")).to_contain_text("2/4")
    assert checked_in(hall) == [1, 4]
    page.get_by_role("link", name="Who is missing").first.click()
    page.get_by_role("button", name="Drop the ticked players").click()
    expect(page.locator("#messages")).to_contain_text("2 no-shows are dropped")
    assert hall.state.players[PlayerId(2)].status == "dropped"
    context.close()


def test_the_pages_are_sound_at_every_width_and_in_both_colours(page: Page, site: Server) -> None:
    hall = Hall(setup={"check_in": True})
    newcomers(hall, "Jan Kot", "A" * 200, "علی رضا", pronouns="they/them", club="Wolves")
    paths = {name: hall.url(name) for name in ("people", "people-paste", "checkin", "checkin-missing")}
    paths |= {"player": hall.url("player", 1), "sheet": hall.url("people-sheet")}
    windows: tuple[tuple[int, Colours], ...] = ((PHONE, "light"), (LAPTOP, "dark"))
    for width, colours in windows:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=colours)
        for name, path in paths.items():
            page.goto(site.url(path))
            fits(page)
            axe(page)
            shoot(page, f"{name}-{width}-{colours}")
