"""An appeal in a browser: a judge rules, the player appeals, the marshal has the last word (`COM-ROLE-3`)."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from browser_cases import PHONE, Server, axe, fits, log_in, shoot, window
from muster.core.ids import TableNo
from muster.people.models import Entry, Person
from web_cases import Hall, account

WORDS = "The base was moved back, and the shot counts."


def looked(page: Page, name: str, *, audited: bool = True) -> None:
    fits(page)
    if audited:
        axe(page)
    shoot(page, f"appeal-{name}")


def playing(hall: Hall, table: int, seat: int) -> Entry:
    player = hall.state.rounds[-1].matches[TableNo(table)].pairing.players[seat]
    return Entry.objects.select_related("person").get(tournament=hall.tournament, player=player)


def rules(page: Page, words: str) -> None:
    page.get_by_role("link", name="Ruling", exact=True).click()
    page.get_by_label("What you ruled").fill(words)
    page.get_by_role("button", name="Record the ruling").click()


def appealed(page: Page, who: str) -> None:
    """At a table whose ruling is on record: the player appeals."""
    page.get_by_role("link", name="Appeal").click()
    looked(page, "ruling", audited=False)
    page.get_by_role("button", name=f"{who} appeals").click()
    expect(page.get_by_text(f"{who} appeals against this ruling.")).to_be_visible()
    expect(page.get_by_role("button", name="The ruling stands")).to_have_count(0)


def test_the_marshal_has_the_last_word_and_nobody_rules_on_their_own_game(
    browser: Browser, site: Server
) -> None:
    hall = Hall("legion-2.0")
    hall.begin(4)
    hall.publish()
    hall.staff("judge", "Judy Judge")
    hall.staff("marshal", "Marta Marshal")
    own, loser = playing(hall, 2, 0), playing(hall, 1, 1).person.name
    Person.objects.filter(pk=own.person_id).update(account=account("Judy Judge"))
    start = site.url(f"/judge/{hall.event.code}")
    with (
        window(browser, site, width=PHONE, height=740) as judge,
        window(browser, site, width=PHONE, height=740) as marshal,
    ):
        log_in(judge, site, account("Judy Judge"))
        log_in(marshal, site, account("Marta Marshal"))
        marshal.goto(start)

        # Her own game: she is told before she tries, and cannot.
        judge.goto(start)
        judge.get_by_role("button", name="Abc").click()
        judge.get_by_label("Table or player").fill(own.person.name)
        judge.keyboard.press("Enter")
        expect(judge.locator(".note-warning")).to_contain_text("You play at this table")
        looked(judge, "own-game")
        rules(judge, "I have won.")
        expect(judge.get_by_role("alert")).to_contain_text("COM-ROLE-4")

        # Another: she rules, the player appeals, and whoever ruled has no last word.
        judge.goto(start)
        judge.get_by_label("Table or player").fill("1")
        judge.get_by_role("button", name="Open").click()
        rules(judge, "The shot does not count.")
        appealed(judge, loser)

        # It is on the marshal's phone without a tap there.
        marshal.get_by_role("link", name="1 appeal waits for the last word").click()
        marshal.get_by_label("What holds").fill(WORDS)
        looked(marshal, "decide")
        marshal.get_by_role("button", name="It does not stand").click()
        expect(marshal.get_by_text("Decided. This is final.")).to_be_visible()

        # The last word is at the table and in the record.
        judge.goto(start + "/1/t/1")
        expect(judge.locator(".judge-log")).to_contain_text(WORDS)
        expect(judge.locator(".judge-log .gone")).to_have_text("The shot does not count.")
        looked(judge, "table-after", audited=False)
        judge.get_by_role("link", name="Record").click()
        expect(judge.get_by_text("changed on appeal")).to_be_visible()
        expect(judge.locator("main")).to_contain_text(WORDS)
