"""Pages that long words and a long surname made wider than a telephone."""

from __future__ import annotations

from typing import Final

import pytest
from django.conf import settings
from playwright.sync_api import Page

from browser_cases import PHONE, Server
from muster.people.models import Person, Tournament
from pseudo_day_cases import CUT
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)

LONGEST: Final = "Wolfeschlegelsteinhausenbergerdorff Maksymilian Aleksander"


@pytest.mark.parametrize("name", ["people", "round"])
def test_nothing_is_wider_than_a_telephone(page: Page, site: Server, name: str) -> None:
    hall = Hall("armada-pl")
    Tournament.objects.update(registration_open=True, capacity=20)
    if name == "people":
        hall.enter(8)
    else:
        hall.begin(8)
        hall.propose()
    Person.objects.filter(name=Person.objects.order_by("pk")[0].name).update(name=LONGEST)
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": "pl", "url": site.address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(site.url(hall.url(name)))
    assert LONGEST in page.locator("main").inner_text()
    assert page.evaluate(CUT) == []
