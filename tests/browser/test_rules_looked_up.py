"""Rules sentence by sentence on a phone: for judges and for everybody, every page fits and can be read."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Browser

from browser_cases import PHONE, Server, axe, fits, log_in, shoot, window
from muster.people.models import Event
from web_cases import Hall

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_sentence_fits_a_phone(browser: Browser, site: Server) -> None:
    hall = Hall("unlimited-1.3")
    hall.begin(8)
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    where = [hall.event.code, hall.tournament.number]
    with window(browser, site, width=PHONE) as page:
        log_in(page, site, hall.organiser)
        for name, query in (
            ("judge:rules", ""),
            ("judge:rules", "?moment=before"),
            ("public:sentences", ""),
            ("public:rules", ""),
        ):
            page.goto(site.url(reverse(name, args=where) + query))
            fits(page)
            axe(page)
            shoot(page, f"rules-{name.replace(':', '-')}{'-moment' if query else ''}")
