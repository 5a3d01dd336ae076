"""Addresses stay: people keep them as bookmarks, on posters, in mails and on badges."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

RECORDED = Path(__file__).with_name("addresses.txt")
"""Every address there is, with its name; a new page adds a line, and none is ever taken away."""


def addresses(
    found: list[URLPattern | URLResolver], before: str = "", space: str = ""
) -> Iterator[tuple[str, str]]:
    for one in found:
        route = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from addresses(
                one.url_patterns, route, f"{space}{one.namespace}:" if one.namespace else space
            )
        else:
            yield route, f"{space}{one.name or ''}"


def test_every_page_keeps_its_address_and_its_name() -> None:
    recorded = [line.partition("\t")[::2] for line in RECORDED.read_text().splitlines()]
    assert sorted(addresses(get_resolver().url_patterns)) == recorded
