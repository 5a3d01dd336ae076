"""An organisation in a real browser, at 360 px: its page, its pages for members, and its event, with awkward names."""

from __future__ import annotations

import os
from datetime import timedelta
from io import BytesIO

from django.urls import reverse
from django.utils import timezone
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, expect

from browser_cases import LAPTOP, PHONE, Colours, Server, axe, fits, log_in, shoot, window
from muster.app.common.access import Actor
from muster.app.organisations.logo import keep_logo
from muster.app.organisations.members import remove_member
from muster.app.registration.entries import Newcomer, enter
from muster.people.models import Venue
from organisation_cases import Guild

LOOKS: tuple[tuple[int, Colours], ...] = ((PHONE, "light"), (LAPTOP, "dark"))


def logo() -> bytes:
    """A mark of a die on clear ground."""
    picture, out = Image.new("RGBA", (320, 320), (0, 0, 0, 0)), BytesIO()
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((20, 20, 300, 300), 60, fill="#7a1f5c")
    for x, y in ((90, 90), (160, 160), (230, 230), (230, 90), (90, 230)):
        draw.ellipse((x - 26, y - 26, x + 26, y + 26), fill="#ffffff")
    picture.save(out, "PNG")
    return out.getvalue()


def awkward() -> Guild:
    """A club with all it can have, and names that no page was drawn for."""
    guild = Guild(
        name="Klub Gier Bitewnych „Brzęczyszczykiewicz” w Łodzi",
        slug="klub",
        details={
            "kind": "club",
            "about": "We play every Friday from six, and the first Sunday of each month.\n\nBeginners are welcome.",
            "website": "https://klub.example.org/",
            "place": "Łódź",
            "band": "#7a1f5c",
            "accent": "#f2c14e",
        },
    )
    assert keep_logo(guild.member, logo()) is None
    for name in ("Nguyễn Thị Minh Châu", "محمد عبد الرحمن الأنصاري", "Ø"):
        guild.join("organiser" if name == "Ø" else "helper", name)
    hall = Venue.objects.create(
        organisation=guild.organisation,
        name="Dom Kultury „Lutnia”",
        address="ul. Łanowa 14, 94-243 Łódź",
        directions="Tram 8 or 10 to Krańcowa.\nThe door is in the yard.",
        tables="1-24",
        time_zone="Europe/Warsaw",
    )
    now = timezone.now()
    spring = guild.event("Wiosenny Turniej", at=now + timedelta(days=9), venue=hall, price="40 zł")
    tournament = guild.tournament(spring)
    enter(tournament, Actor(f"account:{guild.owner.pk}", "organiser"), [Newcomer(name="Łucja Wrona")])
    type(tournament).objects.filter(pk=tournament.pk).update(registration_open=True)
    guild.event("Wolfeschlegelsteinhausenbergerdorffgedenkturnier", at=now + timedelta(days=40), venue=hall)
    for month in range(3):
        guild.tournament(guild.event("بطولة الربيع", at=now - timedelta(days=20 + 30 * month), venue=hall))
    return guild


def seen(page: Page, name: str) -> None:
    fits(page)
    axe(page)
    shoot(page, name)


def test_its_page_fits_and_can_be_read(browser: Browser, site: Server) -> None:
    guild = awkward()
    for width, colours in LOOKS:
        with window(browser, site, width=width, colours=colours) as page:
            page.goto(site.url(guild.url("page") + "?new"))
            seen(page, f"organisation-{width}-{colours}")
            band = page.locator(".org-band").evaluate("one => getComputedStyle(one).backgroundColor")
            assert band == "rgb(122, 31, 92)"
            page.get_by_role("link", name="Wiosenny Turniej").click()
            expect(page.get_by_role("link", name="Klub Gier")).to_be_visible()
            seen(page, f"organisation-event-{width}-{colours}")
    code = guild.organisation.events.get(name="Wiosenny Turniej").code
    with window(browser, site, width=LAPTOP) as page:
        page.goto(site.url(reverse("screen:first", args=[code])))
        expect(page.locator(".host")).to_contain_text("Klub Gier")
        shoot(page, "organisation-wall")


def test_its_pages_for_members_fit_and_can_be_read(browser: Browser, site: Server) -> None:
    guild = awkward()
    event = guild.organisation.events.earliest("pk")
    names = ["manage", "members", "look", "venues"]
    more = ["history", "close", "bring", "leave"] if "MUSTER_SHOTS" in os.environ else []
    for width, colours in LOOKS if more else LOOKS[:1]:
        with window(browser, site, width=width, colours=colours) as page:
            log_in(page, site, guild.owner)
            for name in [*names, *more]:
                page.goto(site.url(guild.url(name)))
                seen(page, f"organisation-{name}-{width}")
            page.goto(site.url(guild.url("release", event.code)))
            seen(page, f"organisation-release-{width}")
            page.goto(site.url(guild.url("remove", guild.organisation.members.latest("pk").pk)))
            seen(page, f"organisation-remove-{width}")
            for path in (reverse("organisations"), reverse("organisation-new")) if more else ():
                page.goto(site.url(path))
                seen(page, f"organisation{path.replace('/', '-')}-{width}")


def test_somebody_is_invited_and_joins(browser: Browser, site: Server) -> None:
    guild = Guild()
    with window(browser, site, width=PHONE) as page:
        log_in(page, site, guild.owner)
        page.goto(site.url(guild.url("members")))
        page.get_by_label("For whom").fill("Jo")
        page.get_by_role("button", name="Invite").click()
        link = page.get_by_label("Link", exact=True).input_value()
    with window(browser, site, width=PHONE) as page:
        page.goto(site.url("/organisations/join/" + link.rpartition("/")[2]))
        seen(page, "organisation-join")
        page.get_by_label("Your name").fill("Jo")
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Events")
    assert guild.organisation.members.get(role="helper").account.name == "Jo"


def test_an_open_page_of_the_desk_is_gone_when_its_reader_is_removed(browser: Browser, site: Server) -> None:
    guild = Guild()
    event = guild.event(at=timezone.now())
    guild.tournament(event)
    one = guild.join("organiser", "Jo")
    with window(browser, site, width=PHONE, refused=(404,)) as page:
        log_in(page, site, one)
        page.goto(site.url(reverse("desk:now", args=[event.code, 1])))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_text(event.name).first).to_be_visible()
        remove_member(guild.member, guild.membership(one).pk, from_staff=True)
        expect(page.get_by_text(event.name)).to_have_count(0, timeout=60_000)
