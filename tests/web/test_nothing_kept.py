"""What is shown to somebody who is logged in is kept by no browser and no proxy: every address there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from muster.app.links import tokens
from muster.app.links.player_links import token_of
from muster.people.models import Entry
from muster.site.door import OF_ACCOUNTS
from web_cases import Hall

pytestmark = pytest.mark.django_db

RECORDED = Path(__file__).with_name("addresses.txt")

SAME_FOR_ALL = {
    "favicon",
    "front-game",
    "front-game-page",
    "front-page",
    "health",
    "home",
    "language",
    "logo",
    "organisation:colours",
    "organisation:logo",
    "organisation:page",
    "organisation:page-of",
    "player:manifest",
    "player:service-worker",
    "public:find",
    "public:picture",
    "public:place-picture",
    "robots",
    "screen:picture",
    "security",
    "styleguide",
    "styleguide-colours",
    "styleguide-part",
}
"""Addresses whose answers hold nothing of anybody who looks."""

SAMPLES = {"code": "", "str": "x", "part": "basics", "game": "legion", "slug": "x", "doing": "suspend"}


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def addresses(hall: Hall) -> Iterator[tuple[str, str]]:
    """Every recorded address, with the name it has and what is asked for in it."""
    entry = Entry.objects.filter(tournament=hall.tournament).earliest("pk")
    samples = {**SAMPLES, "code": hall.event.code, "token": token_of(entry), "chosen": "x"}
    for line in RECORDED.read_text().splitlines():
        route, _, name = line.partition("\t")
        path = re.sub(r"<(\w+):(\w+)>", lambda part: _sample(part, samples), route)
        path = re.sub(r"\^|\$|\(\?P<\w+>[^)]*\)", lambda part: "x" if part[0].startswith("(") else "", path)
        yield name, f"/{path}"


def _sample(part: re.Match[str], samples: dict[str, str]) -> str:
    return "1" if part[1] == "int" else samples.get(part[2], "x")


def without_store(client: Client, hall: Hall) -> Iterator[tuple[str, str]]:
    """The addresses whose answers may be kept."""
    for name, path in addresses(hall):
        cache.clear()
        answer: Any = client.get(path)
        if "no-store" not in answer.headers.get("Cache-Control", ""):
            yield name, path


@pytest.mark.parametrize("role", ["organiser", "judge"])
def test_no_page_of_anybody_logged_in_is_kept(role: str) -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    hall.organiser.administers = True
    hall.organiser.save()
    client = hall.client if role == "organiser" else hall.staff("judge")
    found = [(name, path) for name, path in without_store(client, hall) if name not in SAME_FOR_ALL]
    assert [name for name, _ in found] == []


def test_pages_of_accounts_are_not_kept_for_strangers_either() -> None:
    hall = Hall()
    hall.begin(8)
    found = [one for one in without_store(Client(), hall) if one[1].startswith(OF_ACCOUNTS)]
    assert [name for name, _ in found] == []


def test_an_address_that_is_none_is_not_kept_either() -> None:
    hall = Hall()
    for path in ("/desk/nothing/here/at/all", "/account/nothing", "/judge/x/y"):
        assert "no-store" in hall.client.get(path).headers["Cache-Control"], path


def test_a_page_that_logs_in_is_not_kept() -> None:
    hall = Hall()
    token = tokens.new_login_link(hall.organiser, timezone.now())
    assert "no-store" in Client().get(f"/enter/{token}").headers["Cache-Control"]


def test_logging_out_clears_what_the_browser_has_of_pages() -> None:
    hall = Hall()
    shown = hall.client.get(hall.url("now"))
    assert "Clear-Site-Data" not in shown.headers
    left = hall.client.post(reverse("account_logout"))
    assert left.headers["Clear-Site-Data"] == '"cache"', "and not what was typed and could not be sent yet"
    assert "Clear-Site-Data" not in hall.client.get(reverse("account_login")).headers


def test_so_does_the_end_of_ones_own_session_in_the_list() -> None:
    hall = Hall()
    hall.client.get(reverse("account-sessions"))
    left = hall.client.post(reverse("account-session-end", args=[UserSession.objects.get().pk]))
    assert left.headers["Clear-Site-Data"] == '"cache"'
