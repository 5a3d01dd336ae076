"""A disqualification in the cut, a mass drop by mistake, and undo act by act: seen before, and by everybody after."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from browser_cases import LAPTOP, PHONE, Server, axe, fits, log_in, picture, shoot, with_surnames
from muster.app.common.access import Actor
from muster.app.common.names import names_of
from muster.app.history.submitting import Done, announce_plan, submit
from muster.core.draws import ChainLink
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands, queries
from muster.core.tournament.state import State
from muster.journal import secrets, store
from muster.people.models import Event, Staff
from player_cases import Phone
from tournament_cases import custom, won_by
from web_cases import Hall, account

pytestmark = pytest.mark.django_db(transaction=True)

MARSHAL, SAM = "Mara Marshal", "Sam Scorekeeper"


def now(hall: Hall) -> State:
    """The tournament as the server has left it."""
    store.forget()
    return hall.state


def gone(hall: Hall) -> int:
    return sum(one.status == "dropped" for one in now(hall).players.values())


def names(hall: Hall) -> dict[PlayerId, str]:
    return dict(names_of(hall.tournament.pk))


def public(hall: Hall, name: str) -> str:
    return reverse(f"public:{name}", args=[hall.event.code, hall.tournament.number])


def wide(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 760})


def look(page: Page, name: str, *, audited: bool = True) -> None:
    fits(page)
    if audited:
        axe(page)
    shoot(page, f"mistakes-{name}")


def disqualify(page: Page, site: Server, hall: Hall, player: PlayerId, brings: str, kept: str) -> None:
    """See on the organiser's phone what a disqualification brings about; then do it."""
    wide(page, PHONE)
    page.goto(site.url(hall.url("player", player)))
    page.locator("summary", has_text="Disqualify").click()
    expect(page.locator("details[open]")).to_contain_text(brings)
    page.get_by_label("Reason").last.fill("Marked dice")
    look(page, kept, audited=False)
    picture(page, kept, "details[open]", width=PHONE)
    version = now(hall).version
    page.get_by_role("button", name="Disqualify").click()
    assert now(hall).version == version
    page.get_by_role("button", name="Press again to disqualify").click()
    expect(page.locator("#messages")).to_contain_text(f"{names(hall)[player]} is disqualified")
    expect(page.get_by_role("button", name="Let them rejoin")).to_have_count(0)


def test_a_disqualification_in_the_cut(page: Page, site: Server) -> None:
    hall = Hall("armada-4.0", custom(2, cut=4))
    hall.begin(8)
    with_surnames(hall)
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    for _ in range(2):
        hall.publish()
        for table in hall.state.rounds[-1].matches:
            hall.do(
                commands.ReportResult(hall.state.rounds[-1].number, table, won_by(hall.state.regulations, 0))
            )
    state = hall.do(commands.MakeCut(), commands.StartStage())
    called, ranking, seeds = names(hall), queries.table(state), state.seeds or ()
    out, following = seeds[3], ranking.order[4]
    points = dict(zip(ranking.order, ranking.points, strict=True))

    # Before the bracket is published the next in the standings comes in.
    disqualify(page, site, hall, out, f"{called[following]} comes in for {called[out]}", "disqualified")
    seeds = now(hall).seeds or ()
    assert following in seeds
    assert out not in seeds
    wide(page, LAPTOP)
    page.goto(site.url(hall.url("standings")))
    expect(page.locator("main")).to_contain_text(f"Disqualified and not ranked: {called[out]}")
    left = queries.table(now(hall))
    assert dict(zip(left.order, left.points, strict=True)) == {
        player: own for player, own in points.items() if player != out
    }

    # During the bracket the opponent goes on.
    hall.publish()
    loser, meets = now(hall).rounds[-1].matches[TableNo(1)].pairing.players
    disqualify(page, site, hall, loser, "Awarded. Table 1", "disqualified-later")
    wide(page, LAPTOP)
    page.goto(site.url(hall.url("bracket")))
    expect(page.locator(".bracket-sheet .won", has_text=called[meets]).first).to_be_visible()
    look(page, "bracket")
    picture(page, "bracket-after", "section:has(> .bracket-sheet)")
    page.goto(site.url(public(hall, "standings")))
    expect(page.locator("main table.ranks")).to_contain_text(called[following])
    expect(page.locator("main table.ranks")).not_to_contain_text(called[loser])
    page.goto(site.url(public(hall, "bracket")))
    expect(page.locator("main")).to_contain_text(called[following])
    wide(page, PHONE)
    page.goto(site.url(Phone(hall, meets).url))
    expect(page.locator("main")).to_contain_text(called[loser])
    look(page, "opponents-phone")
    page.goto(site.url(Phone(hall, loser).url))
    expect(page.locator("main")).to_contain_text("disqualified")
    expect(page.get_by_role("button", name="rejoin")).to_have_count(0)


def staff(hall: Hall, name: str, role: str) -> Actor:
    who = account(name)
    Staff.objects.create(event=hall.event, account=who, role=role)
    return Actor(f"account:{who.pk}", role)  # type: ignore[arg-type]


def test_a_mass_drop_and_the_last_acts_are_undone_by_somebody_else(page: Page, site: Server) -> None:
    hall = Hall("legion-2.0", custom(3, check_in=True))
    hall.enter(8)
    with_surnames(hall)
    staff(hall, MARSHAL, "marshal")
    sam = staff(hall, SAM, "scorekeeper")
    hall.do(*(commands.CheckIn(PlayerId(player)) for player in (1, 2, 3)))

    # Many are dropped at once, by the marshal.
    log_in(page, site, account(MARSHAL))
    page.goto(site.url(hall.url("checkin-missing")))
    page.get_by_role("button", name="Drop the ticked players").click()
    expect(page.locator("#messages")).to_contain_text("5 no-shows are dropped")
    assert gone(hall) == 5

    # The organiser sees whose act it was and what it was, and takes back all of it in the history.
    log_in(page, site, account())
    page.goto(site.url(hall.url("people")))
    told = page.locator("#next-step .own-act")
    expect(told).to_contain_text(f"{MARSHAL} acted after you.")
    expect(told).to_contain_text(" has dropped (not there at the start). And 4 more.")
    expect(page.locator("#next-step form.undo")).to_have_count(0)
    look(page, "undo", audited=False)
    picture(page, "undo", "#next-step")
    wide(page, PHONE)
    expect(told).to_be_visible()
    look(page, "undo-phone")
    wide(page, LAPTOP)
    told.get_by_text("Your last act").click()
    told.get_by_role("link", name="History").click()
    button = page.get_by_role("button", name="Take this back")
    button.click()
    expect(page.locator("#messages")).to_contain_text("Taken back")
    assert gone(hall) == 0

    # The last acts of the running round, one by one: a scorekeeper's, taken back by the marshal.
    secrets.keep(hall.tournament.pk, ChainLink("5e" * 32))
    hall.do(*(commands.CheckIn(PlayerId(player)) for player in range(4, 9)))
    hall.do(announce_plan(hall.tournament.pk), commands.StartStage())
    hall.publish()
    for table in (1, 2):
        command = commands.ReportResult(RoundNo(1), TableNo(table), won_by(hall.state.regulations, 0))
        assert isinstance(submit(hall.tournament.pk, command, sam), Done)
    log_in(page, site, account(MARSHAL))
    page.goto(site.url(hall.url("history")))
    for table in (2, 1):
        row = page.locator("tbody tr", has=button)
        expect(row).to_contain_text(f"Table {table} ")
        expect(row).to_contain_text(SAM)
        button.click()
        expect(page.locator("#messages")).to_contain_text(f"Taken back: Table {table}")
    assert not now(hall).rounds[0].has_results
    page.goto(site.url(hall.url("history")))
    taken = page.locator("tbody tr", has=page.locator("del"))
    expect(taken).to_have_count(3)
    expect(taken.first).to_contain_text(f"taken back by {MARSHAL}")
    expect(taken.first).to_contain_text(SAM)
    expect(taken.last).to_contain_text("taken back by Olivia Organiser")
    look(page, "history")
    picture(page, "taken-back", "thead", "tbody tr:nth-child(4)")
