"""The event's pages for everybody in a real browser: phone and laptop, light and dark, with and without scripts."""

from __future__ import annotations

import os
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, Request, expect

from browser_cases import LAPTOP, PHONE, Colours, Server, axe, fits, shoot, window
from muster.app.floor.clocks import ClockInput, act
from muster.core.ids import RoundNo
from muster.core.tournament import commands
from muster.people.models import Club, Entry, Event, Notice, Person, Tournament, Venue
from web_cases import Hall

NAMES = (
    "Ada Lovelace", "Sigríður Jónsdóttir-Vilhjálmsdóttir", "Łukasz Żółć", "عمر الخيام", "Yuki Tanaka", "Bo",
    "Wolfeschlegelsteinhausenbergerdorff", "Tomasz Zieliński", "Vasiliki Papadopoulou", "Wim van der Berg",
    "Umberto De Luca", "Rasmus Sørensen", "Quinn Abernathy", "Inès Moreau", "João Pereira", "Kwame Mensah",
    "Lena Fischer",
)  # fmt: skip
EVERYWHERE: tuple[tuple[int, Colours], ...] = (
    (PHONE, "light"),
    (LAPTOP, "dark"),
    (PHONE, "dark"),
    (LAPTOP, "light"),
)
LOOKS = EVERYWHERE if "MUSTER_SHOTS" in os.environ else EVERYWHERE[:2]
"""Two looks find what is wrong; all four are for people who look at the pictures."""

Address = tuple[str, tuple[int | str, ...]]

PLAYING: tuple[Address, ...] = (
    ("event", ()),
    ("pairings", (1,)),
    ("round-names", (1, 2)),
    ("why-pairing", (1, 2, 3)),
    ("standings", (1,)),
    ("why-rank", (1, 1, 3)),
    ("player", (1, 3)),
    ("results", (1,)),
    ("players", (1,)),
    ("rules", (1,)),
    ("embed", (1, "standings")),
    ("embed", (1, "pairings")),
)
FINISHED: tuple[Address, ...] = (
    ("event", ()),
    ("pairings", (1,)),
    ("standings", (1,)),
    ("bracket", (1,)),
    ("final", (1,)),
    ("place", (1, 2)),
    ("embed", (1, "bracket")),
)


def shown(hall: Hall) -> Hall:
    """A hall everybody may look at, with people of all sorts of names, clubs and notices."""
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    Tournament.objects.filter(pk=hall.tournament.pk).update(prizes="1-4: a set of dice", capacity=24)
    hall.tournament.refresh_from_db()
    for player, name in enumerate(NAMES, 1):
        Person.objects.filter(entries__tournament=hall.tournament, entries__player=player).update(name=name)
    club = Club.objects.create(name="Mos Espa Irregulars of the Outer Rim")
    Entry.objects.filter(tournament=hall.tournament, player__in=(1, 3, 5)).update(club=club)
    Notice.objects.create(event=hall.event, text="Lunch is at half past one, upstairs.")
    Notice.objects.create(
        event=hall.event, text="A red car blocks the entrance: please move it.", urgent=True
    )
    return hall


def playing() -> Hall:
    """Runewars, which draws cards: round 2 with some results, and its clock running."""
    hall = Hall("runewars-2.2.2")
    hall.begin(17)
    hall.publish()
    hall.play()
    hall.publish()
    hall.play(leave=4)
    asked = ClockInput(round_no=RoundNo(2), kind="start", minutes=90)
    assert act(hall.tournament.pk, hall.actor, asked) is None
    return shown(hall)


def finished() -> Hall:
    """Armada with a cut to 8 out of 17, somebody gone on the way, all played."""
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 2, "cut": 8})
    hall.begin(17)
    for _ in range(2):
        hall.publish()
        hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    for _ in range(3):
        hall.publish()
        hall.play()
    hall.do(commands.FinishTournament())
    return shown(hall)


def before() -> Hall:
    """An evening before it: half of the places are taken, and there is a lot to know."""
    hall = shown(Hall("armada-4.0", {"structure": "custom", "rounds": 3, "cut": 4}))
    hall.enter(17)
    venue = Venue.objects.create(keeper=hall.organiser, name="Dragon Shop, Kraków", address="ul. Długa 12")
    opens = timezone.now().replace(hour=9, minute=0) + timedelta(days=1)
    Event.objects.filter(pk=hall.event.pk).update(
        venue=venue,
        price="40 zł at the door",
        opens_at=opens,
        last_day=(opens + timedelta(days=1)).date(),
        description="Parking is behind the house.\n\nBring dice and a pen.",
    )
    Tournament.objects.filter(pk=hall.tournament.pk).update(
        registration_open=True, prizes="1: Regional invitation, trophy\n2-4: Playmat\nDice for everybody else"
    )
    return hall


def test_the_longest_name_may_win(browser: Browser, site: Server) -> None:
    hall = finished()
    [winner] = [one.player for one in hall.state.places or () if one.first_place == 1]
    Person.objects.filter(entries__tournament=hall.tournament, entries__player=winner).update(
        name="Wolfeschlegelsteinhausenbergerdorffenstammlers"
    )
    with window(browser, site, width=PHONE) as page:
        page.goto(site.url(address(hall, "event")))
        fits(page)


def address(hall: Hall, name: str, *args: int | str) -> str:
    return reverse(f"public:{name}", args=[hall.event.code, *args])


@pytest.mark.parametrize(
    ("hall", "pages"), [(before, (("event", ()),)), (playing, PLAYING), (finished, FINISHED)]
)
def test_everything_fits_and_can_be_read(
    browser: Browser, site: Server, hall: type[Hall], pages: tuple[Address, ...]
) -> None:
    made = hall()
    for width, colours in LOOKS:
        with window(browser, site, width=width, colours=colours) as page:
            # On a laptop every other page is enough to see that the wide look is sound.
            for name, args in pages if width == PHONE or LOOKS == EVERYWHERE else pages[::2]:
                page.goto(site.url(address(made, name, *args)))
                fits(page)
                axe(page)
                shoot(page, f"public-{hall.__name__}-{width}-{colours}-{'-'.join(map(str, (name, *args)))}")


def test_one_field_finds_the_table_with_scripts_and_without(browser: Browser, site: Server) -> None:
    hall = playing()
    sheet, names = site.url(address(hall, "pairings", 1)), site.url(address(hall, "pairings-names", 1))
    with window(browser, site, width=PHONE) as page:
        page.goto(sheet)
        rows, field = page.locator("#rows tbody tr:visible"), page.get_by_role("searchbox")
        expect(rows).to_have_count(9)
        field.fill("zolc")
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text("Łukasz Żółć")
        expect(page.locator(".found")).to_have_text("1 found")
        field.fill("3")
        expect(rows.locator(".t")).to_have_text("3")
        field.fill("nobody")
        expect(rows).to_have_count(0)
        expect(page.get_by_role("status").last).to_contain_text("Nobody of this name")
        field.fill("")
        expect(rows).to_have_count(9)
        page.goto(names)
        field.fill("SIGRIÐUR")
        expect(page.locator("#rows tbody tr:visible")).to_have_count(2)
    plain = browser.new_context(java_script_enabled=False, viewport={"width": PHONE, "height": 800})
    page = plain.new_page()
    page.goto(site.url(address(hall, "event")))
    page.get_by_label("Where do I sit?").fill("lukasz")
    page.get_by_role("button", name="Find my table").click()
    shown_ = page.locator("#rows tbody tr")
    expect(shown_).to_have_count(2)
    expect(shown_.filter(has_text="Łukasz Żółć")).to_have_count(2)
    page.get_by_role("link", name="Show all").click()
    expect(page.locator("#rows tbody tr")).to_have_count(17)
    fits(page)
    plain.close()


def requests_of(page: Page) -> list[Request]:
    """What the page asks for from now on."""
    found: list[Request] = []
    page.on("request", lambda request: found.insert(len(found), request))  # a method alone is not taken
    return found


def test_a_first_visit_costs_little(browser: Browser, site: Server) -> None:
    hall = playing()
    for name, args in PLAYING:
        with window(browser, site, width=PHONE) as page:
            asked = requests_of(page)
            answer = page.goto(site.url(address(hall, name, *args)))
            assert answer is not None
            assert not {"set-cookie", "muster-topics"} & set(answer.all_headers())
            # The stream of changes begins after the page is there, and stays open; what it brings comes later.
            shown = [one for one in asked if "/live/" not in one.url and one.resource_type != "fetch"]
            fonts = [one for one in shown if one.resource_type == "font"]
            # Fonts are fetched once; until they are there, others of the same width stand in for them.
            assert sum(one.sizes()["responseBodySize"] for one in fonts) < 120_000
            own = [one for one in shown if one not in fonts]
            size = sum(one.sizes()["responseBodySize"] + one.sizes()["responseHeadersSize"] for one in own)
            assert len(own) <= 7, [one.url for one in own]
            assert size < 60_000, (name, size)


def test_the_page_follows_the_day(browser: Browser, site: Server) -> None:
    early = Hall()
    early.begin(8)
    Event.objects.filter(pk=early.event.pk).update(listed=True)
    hall = playing()
    going = next(one for one in hall.state.rounds[-1].matches.values() if not one.settled)
    who = Entry.objects.select_related("person").get(
        tournament=hall.tournament, player=going.pairing.players[0]
    )
    with window(browser, site, width=PHONE) as page:
        page.goto(site.url(address(hall, "pairings", 1)))
        expect(page.get_by_role("button", name="Find")).to_be_hidden()
        page.get_by_role("searchbox").fill(who.person.name.lower())
        page.keyboard.press("Tab")
        row = page.locator("#rows tbody tr:visible")
        expect(row).to_contain_text("playing")
        hall.play()
        expect(row).to_contain_text("–")
        expect(row).to_have_count(1)
        expect(page.locator("#round-head")).to_contain_text("All results are in")
        page.get_by_role("searchbox").fill("")
        page.keyboard.press("Tab")
        hall.publish()
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 3 of 3")
        # A page that waits for the first round becomes that round, with the field to find oneself.
        page.goto(site.url(address(early, "pairings", 1)))
        expect(page.get_by_role("heading", level=1)).to_have_text("No round is published yet")
        early.publish()
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 1 of 2")
        page.get_by_role("searchbox").fill("ada")
        expect(page.locator("#rows tbody tr:visible")).to_have_count(1)
