"""Parts of a course looked at on a laptop and a phone: set up, what points count, groups on the wall."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

import public_cases
from browser_cases import LAPTOP, PHONE, Server, axe, fits, log_in, shoot, window
from course_cases import parts_hall, shown
from muster.app.screens.screens import SECONDS, ScreenInput, keep_screen
from muster.core.tournament import commands
from muster.core.tournament.course import CoursePart
from muster.people.models import Event
from web_cases import Hall, account

pytestmark = pytest.mark.django_db(transaction=True)

WALL = 1920


def looked(page: Page, name: str) -> None:
    fits(page)
    axe(page)
    shoot(page, name)


def chosen(page: Page, course: str) -> None:
    """Choose a course, and wait until the fields are filled in for it."""
    page.locator("#rules").evaluate("one => { one.dataset.before = '1'; }")
    page.locator("#rules [name=course]").select_option(course)
    expect(page.locator("#rules[data-before]")).to_have_count(0)


@pytest.mark.parametrize("width", [LAPTOP, PHONE])
def test_a_course_is_chosen_and_changed_while_an_event_is_set_up(
    browser: Browser, site: Server, width: int
) -> None:
    with window(browser, site, width=width) as page:
        log_in(page, site, account())
        page.goto(site.url("/desk/new"))
        if page.locator("[name=regulations]").input_value() != "unlimited-1.3":
            page.locator("[name=regulations]").select_option("unlimited-1.3")
        expect(page.locator("[name=kind] option[value=prerelease]")).to_have_count(1)
        page.get_by_role("radio", name=re.compile("^Custom")).check()
        chosen(page, "draft-on-day-two")
        told = page.locator("#course-told")
        expect(told).to_contain_text("Part 2, day 2: those with at least 9 points play on")
        expect(told).to_contain_text("over about 14:25")
        expect(page.locator("[name=part_2_paired]")).to_have_value("pods")
        looked(page, f"parts-new-chain-{width}")
        chosen(page, "parts")
        page.locator("[name=part_2_carry]").select_option("half")
        expect(told).to_contain_text("3 rounds inside pods with half of the points so far")
        page.locator("[name=time]").fill("12:00")
        page.locator("[name=time]").blur()
        expect(told).to_contain_text("over about 16:25")
        looked(page, f"parts-new-own-{width}")


def carried() -> Hall:
    """A part with half of the points has begun, and a round of it is played."""
    hall = public_cases.shown(
        parts_hall(8, (CoursePart("swiss", 2), CoursePart("swiss", 1, "top", 4, carry="half")))
    )
    hall.do(commands.StartStage())
    for _ in range(2):
        hall.publish()
        hall.play()
    return hall


@pytest.mark.parametrize("width", [LAPTOP, PHONE])
def test_half_of_the_points_is_seen_before_a_part_begins_and_in_the_standings(
    browser: Browser, site: Server, width: int
) -> None:
    hall = carried()
    with window(browser, site, width=width) as page:
        log_in(page, site, account())
        page.goto(site.url(hall.url("round")))
        expect(page.get_by_text("Begins with")).to_be_visible()
        looked(page, f"carry-day-two-{width}")
        hall.do(commands.BeginDayTwo())
        hall.publish()
        hall.play()
        table = hall.state.passed[0]
        page.goto(site.url(hall.url("standings")))
        expect(page.get_by_text("half of the points won before count")).to_be_visible()
        looked(page, f"carry-standings-{width}")
        page.goto(site.url(hall.url("player-standing", 3, table[3])))
        expect(page.get_by_text("came into a later part than")).to_be_visible()
        looked(page, f"carry-why-{width}")
        page.goto(site.url(reverse("public:standings", args=[hall.event.code, 1])))
        expect(page.get_by_text("half of the points won before count")).to_be_visible()
        looked(page, f"carry-public-{width}")
        page.goto(site.url(hall.url("plan")))
        looked(page, f"carry-plan-{width}")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (WALL, 1080), (1080, 1920)])
def test_the_wall_says_what_points_count_beside_everything_else_in_its_head(
    browser: Browser, site: Server, width: int, height: int
) -> None:
    hall = carried()
    Event.objects.filter(pk=hall.event.pk).update(language="pl", second_language="en")
    hall.do(commands.BeginDayTwo())
    hall.publish()
    hall.play()
    keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=("standings",)))
    with window(browser, site, width=width, height=height) as page:
        page.goto(site.url(f"/e/{hall.event.code}/screen/1"))
        note = page.locator("#standings.now h2 .note")
        expect(note).to_contain_text("Liczy się połowa punktów sprzed rundy 3")
        looked(page, f"carry-wall-{width}")
        found = page.evaluate(
            """["#standings .note", "#standings h2 > span", ".head-names"].map(
                 (one) => document.querySelector(one).getBoundingClientRect().toJSON())"""
        )
        for at, one in enumerate(found):
            assert one["right"] <= width
            assert not any(overlapping(one, other) for other in found[at + 1 :])


def overlapping(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes have more than their edges in common."""
    return all(
        one[begin] + 1 < other[end] and other[begin] + 1 < one[end]
        for begin, end in (("left", "right"), ("top", "bottom"))
    )


def test_each_group_stands_on_the_wall_page_by_page(browser: Browser, site: Server) -> None:
    hall = public_cases.shown(parts_hall(30, (CoursePart("groups", size=4),), cut=0))
    shown(hall)
    hall.publish()
    hall.play()
    keep_screen(hall.event, hall.actor, ScreenInput(number=1, shows=("standings",), seconds=SECONDS[-1]))
    with window(browser, site, width=WALL, height=1080) as page:
        page.goto(site.url(f"/e/{hall.event.code}/screen/1"))
        expect(page.locator("#groups.now h2")).to_contain_text("Standings of each group")
        expect(page.locator("#groups [data-range]")).to_contain_text("Group 1–Group 4")
        boxes = page.locator("#groups .pages > ul").evaluate_all(
            "all => all.slice(0, 4).map((one) => one.getBoundingClientRect().toJSON())"
        )
        assert {round(one["left"]) for one in boxes} == {round(boxes[0]["left"]), round(boxes[2]["left"])}
        assert all(one["bottom"] <= 1080 for one in boxes)
        # At once: the list may be replaced at any moment.
        assert (
            page.evaluate("document.querySelector('#groups li .name bdi').getBoundingClientRect().height")
            >= 40
        )
        axe(page)
        shoot(page, "wall-groups")
