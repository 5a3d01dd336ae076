"""What is chosen in a list of long names can be read on a telephone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page

from browser_cases import PHONE, Server, axe, fits, log_in, shoot
from course_cases import draft_hall, drawn
from muster.core.tournament import commands
from muster.people.models import Person
from play_off_cases import many_equal
from web_cases import Hall, account

pytestmark = pytest.mark.django_db(transaction=True)

LONG: Final = "Maksymilian Wolfeschlegelsteinhausenberger"
"""With the number of a player 45 letters, of which the last tell people apart."""

CUT_OFF: Final = """() => [...document.querySelectorAll("main select")].flatMap((each) => {
    if (!each.checkVisibility()) return [];
    const style = getComputedStyle(each), words = document.createElement("div");
    const across = parseFloat(style.paddingInlineStart) + parseFloat(style.paddingInlineEnd);
    words.textContent = each.selectedOptions[0].textContent.trim();
    words.style.cssText = `position: absolute; font: ${style.font}; overflow-wrap: anywhere;
        width: ${each.clientWidth - across}px`;
    each.after(words);
    const room = each.clientHeight - parseFloat(style.paddingBlockStart) - parseFloat(style.paddingBlockEnd);
    const wanted = words.getBoundingClientRect().height;
    words.remove();
    return wanted > room + 1 ? [`${words.textContent}: ${wanted} px in ${room}`] : [];
})"""
"""Which lists show less than what is chosen in them."""


def proposed() -> tuple[Hall, str, str]:
    """A round to be looked at, where two players can be swapped by their names."""
    hall = Hall("armada-4.0")
    hall.begin(8)
    hall.propose()
    return hall, "round", ""


def published() -> tuple[Hall, str, str]:
    """A published round that has not begun, where two players can still be exchanged."""
    hall = Hall("armada-4.0")
    hall.begin(8)
    hall.propose()
    hall.do(commands.PublishRound())
    return hall, "repair", ""


def equal() -> tuple[Hall, str, str]:
    """Players who are equal at the cut, and played for it."""
    return many_equal(), "bracket", ".play-off summary"


def in_pods() -> tuple[Hall, str, str]:
    """Pods to be looked at, where two players can be exchanged."""
    return drawn(draft_hall(8)), "pods", ""


@pytest.mark.parametrize("day", [proposed, published, equal, in_pods])
def test_a_long_name_that_is_chosen_is_read_whole(
    page: Page, site: Server, day: Callable[[], tuple[Hall, str, str]]
) -> None:
    hall, name, fold = day()
    for at, person in enumerate(Person.objects.order_by("pk"), 10):
        person.name = f"{LONG} {at}"
        person.save()
    log_in(page, site, account())
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(site.url(hall.url(name)))
    if fold:
        page.locator(fold).first.click()
    for each in page.locator("main select:visible").all():
        each.select_option(index=1)
    assert page.locator("main select:visible").count() >= 2
    assert page.evaluate(CUT_OFF) == []
    fits(page)
    axe(page)
    shoot(page, f"long-choices-{name}")
