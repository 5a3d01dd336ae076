"""Lists that are read a part at a time stand in their reader's order, the same on both databases."""

from __future__ import annotations

import pytest
from django.core.paginator import Paginator
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from muster.app.common.by_name import ByName
from muster.core.messages import speak
from muster.exchange.alphabet import alphabetical
from muster.people.models import Account, Organisation
from storage_cases import Base

POLISH = ["Adam", "Ąż", "Cyran", "Ćwik", "Lwów", "Łódź", "Łódź", "Zyta", "Źdźbło", "Żaneta", "Æon Flux"]


@pytest.mark.parametrize("language", ["pl", "en"])
def test_pages_of_names_are_in_the_order_of_whoever_reads(base: Base, language: str) -> None:
    speak(translation)
    names = POLISH[3:] + POLISH[2::-1]
    for at, name in enumerate(names):
        Organisation.objects.create(name=name, slug=f"s{at}")
    with translation.override(language):
        wanted = sorted(names, key=alphabetical())
        pages = Paginator(ByName(Organisation.objects.all()), 4)
        shown = [[one.name for one in pages.get_page(number)] for number in (1, 2, 3)]
    assert shown == [wanted[:4], wanted[4:8], wanted[8:]]
    before = [one for one in POLISH if one != "Æon Flux"]
    if language == "pl":
        assert [one for one in wanted if one != "Æon Flux"] == before
    assert (wanted.index("Ćwik") < wanted.index("Cyran")) is (language == "en")


def test_a_page_takes_two_queries_however_long_the_list_is(base: Base) -> None:
    Organisation.objects.bulk_create(Organisation(name=f"Ż{at:03}", slug=f"s{at}") for at in range(300))
    with CaptureQueriesContext(connection) as asked:
        page = Paginator(ByName(Organisation.objects.all()), 20).get_page(3)
        assert [one.name for one in page][:2] == ["Ż040", "Ż041"]
        assert page.paginator.num_pages == 15
    assert len(asked) == 2


def test_what_is_gone_meanwhile_is_left_out_and_one_is_found_by_its_place(base: Base) -> None:
    for name in ("Żaba", "Łoś", "Lis"):
        Account.objects.create_user(username=name, name=name, email=f"{len(name)}@example.org")
    found = ByName(Account.objects.all().distinct())
    assert found[0].name == "Lis"
    Account.objects.filter(name="Łoś").delete()
    assert [one.name for one in found[:3]] == ["Lis", "Żaba"]
