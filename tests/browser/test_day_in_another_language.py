"""A whole day of every game in the pseudo-language: nothing stands in plain letters, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from playwright.sync_api import Browser, Page

from browser_cases import Server, log_in, serving, window
from database_cases import begin_like
from pseudo_cases import PSEUDO
from pseudo_day_cases import PseudoDay
from web_cases import account

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

NAMES = (
    "Ada Lovelace", "Bo Ek", "Chiara Neri", "Dora Maar", "Eva Löwe", "Farid Aziz", "Grace Hopper", "Hugo Żak",
    "Wim van der Meer",
)  # fmt: skip

LINES = {
    "armada-4.0": ["110-110", "300-120", "c1 150-20"],
    "armada-pl": ["110-110", "300-120", "c1 150-20"],
    "runewars-2.2.2": ["110-110", "150-20", "c1 80-20"],
    "legion-2.0": ["22 300-280", "31", "c1"],
    "unlimited-1.3": ["id", "21", "x2"],
}
"""What is typed for the first tables of the first round."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, begun_site: Path) -> Iterator[Server]:
    """A server that speaks the pseudo-language, too."""
    data = tmp_path_factory.mktemp("pseudo")
    begin_like(begun_site, data)
    call_command("makepseudo", to=str(data / "locale"), verbosity=0)
    with serving(data, env={"MUSTER_SECRET_KEY": settings.SECRET_KEY, "MUSTER_PSEUDO": "1"}) as running:
        yield running


@pytest.fixture
def page(browser: Browser, site: Server) -> Iterator[Page]:
    with window(browser, site, refused=(404, 409, 422)) as opened:
        log_in(opened, site, account())
        cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": PSEUDO, "url": site.address}
        opened.context.add_cookies([cookie])  # type: ignore[list-item]
        yield opened


@pytest.mark.parametrize("regulations", LINES)
def test_a_day_in_another_language(page: Page, site: Server, regulations: str) -> None:
    day = PseudoDay(page, site, regulations)
    day.create()
    day.enter(*NAMES)
    day.act("plan", "announce")
    day.act("round", "begin")
    day.act("round", "publish")
    day.act("round", "clock")
    day.report(LINES[regulations][:2])
    day.tour(*day.starts())
    day.report(LINES[regulations][2:])
    day.rest()
    day.round()
    day.rest()
    day.act("bracket", "make-cut")
    day.act("bracket", "begin")
    day.act("round", "publish")
    day.rest()
    day.round()
    day.rest()
    day.act("finish", "end")
    day.prove()
    day.tour(*day.starts())
    assert day.looked > 100
    assert not day.faults, f"{len(day.faults)} faults on {day.looked} pages\n" + "\n".join(
        dict.fromkeys(day.faults)
    )
