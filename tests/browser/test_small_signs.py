"""Signs a page gives: that the server is away and back, what explains and what opens a form, places on one line."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from browser_cases import PHONE, Server, fits, log_in
from muster.app.links.player_links import token_of
from muster.core.tournament import commands
from muster.people.models import Entry
from people_cases import newcomers
from web_cases import Hall, account

MARK = """([where, mark]) => {
    const one = document.querySelector(where);
    return one && getComputedStyle(one, "::before").content.includes(mark);
}"""
LONG = "Wolfeschlegelsteinhausenbergerdorffschweizeri"


def test_that_the_server_is_away_is_said_until_it_is_back(browser: Browser, site: Server) -> None:
    hall = Hall()
    context = browser.new_context()  # its console complains while the server is away
    page = context.new_page()
    log_in(page, site, account())
    page.goto(site.url(hall.url("people")))
    away = page.locator("#messages", has_text="The server cannot be reached")
    context.set_offline(True)
    expect(away).to_be_visible(timeout=30_000)  # the first look may still have come through
    context.set_offline(False)
    expect(away).to_have_count(0)
    context.close()


def test_the_server_is_looked_for_again_where_the_first_look_came_through_yet(
    browser: Browser, site: Server
) -> None:
    hall = Hall()
    context = browser.new_context()
    page = context.new_page()
    log_in(page, site, account())
    page.goto(site.url(hall.url("people")))
    # The last word that came through before the network was gone.
    page.route("**/favicon*", lambda route: route.fulfill(status=200, body=""), times=1)
    context.set_offline(True)
    expect(page.locator("#messages", has_text="The server cannot be reached")).to_be_visible(timeout=30_000)
    context.close()


def test_a_question_mark_explains_and_a_plus_opens_more_of_a_form(page: Page, site: Server) -> None:
    hall = Hall()
    page.goto(site.url(hall.url("plan")))
    explains = "details.why:not(:has(input, select, textarea)) > summary"
    page.wait_for_function(MARK, arg=[explains, "?"])
    page.goto(site.url("/desk/new"))
    page.wait_for_function(MARK, arg=["details.why:has(select, textarea, input) > summary", "+"])


def test_shared_places_stand_on_one_line_and_long_names_in_theirs(page: Page, site: Server) -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 1, "cut": 4})
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    for _ in range(2):
        hall.publish()
        hall.play()
    hall.do(commands.FinishTournament())
    shared = next(place for place in hall.state.places or () if place.first_place == 3)
    entry = Entry.objects.get(tournament=hall.tournament, player=shared.player)
    page.set_viewport_size({"width": PHONE, "height": 740})
    page.goto(site.url(f"/p/{token_of(entry)}"))
    place = page.locator(".slip-table strong")
    expect(place).to_have_text("3–4")
    height = place.evaluate(
        "one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize)"
    )
    assert height < 1.5
    listed = Hall("unlimited-1.3")
    newcomers(listed, "Zoë", uid="UID-0009")
    page.goto(site.url(listed.url("people-paste")))
    page.locator("textarea[name=list]").fill(f"Name;UID\n{LONG};uid-0009\nI;\n")
    page.get_by_role("button", name="Look through").click()
    expect(page.get_by_label("Mend line 2")).to_have_value("uid-0009")
    fits(page)
