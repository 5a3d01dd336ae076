"""What somebody tried who meant no good, on a site as a circuit runs it; each is named in docs/security.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse

from muster.web import limits
from muster.web.desk.once import once
from muster.web.public import reading
from web_cases import account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_minute(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    cache.clear()
    yield
    cache.clear()


def tries(*addresses: str) -> int:
    """How many of these tries at a personal code are let through, one from each address."""
    made = (RequestFactory().post("/", REMOTE_ADDR=address) for address in addresses)
    return sum(not limits.too_often(one, "personal") for one in made)


def test_whoever_has_all_addresses_of_a_network_guesses_no_faster() -> None:
    assert tries(*(f"2001:db8::{number:x}" for number in range(1, 60))) == limits.MOST["personal"]
    assert tries("2001:db8:0:1::1") == 1
    client = Client(REMOTE_ADDR="2001:db8::77")
    assert client.post(reverse("public:find"), {"code": "ABCD-EFGH"}).status_code == 429


def test_addresses_of_ipv4_that_come_as_ipv6_are_counted_apart() -> None:
    assert tries(*["::ffff:192.0.2.1"] * 30) == limits.MOST["personal"]
    assert tries("192.0.2.1") == 0
    assert tries("::ffff:192.0.2.2") == 1


@dataclass(frozen=True)
class Named:
    names: str
    table: int | None = None


def test_a_search_of_many_words_reads_each_name_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[str]()

    def folded(text: str) -> str:
        read.append(text)
        return text

    monkeypatch.setattr(reading, "folded", folded)
    lines = [Named(f"a{number}") for number in range(3)]
    assert len(reading.found_lines(lines, "a " * 50)) == 3
    assert read == ["a " * 50, "a0", "a1", "a2"]


def test_words_typed_as_the_key_of_a_form_are_no_key_of_what_is_counted() -> None:
    for key, fits in (("abc-123", True), (" some words ", False), ("a b", False), ("", False)):
        sent = once(RequestFactory().post("/", {"key": key}), account(), "event")
        assert bool(sent.name) is fits
