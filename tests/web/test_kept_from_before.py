"""What an edition does not name and keeps from those before it is said so, and no clause of it is cited for it."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.people.models import Event
from muster.rules.load import load
from player_cases import Phone
from web_cases import Hall

pytestmark = pytest.mark.django_db


def public(hall: Hall, name: str = "event", *args: int) -> str:
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    return unescape(Client().get(reverse(f"public:{name}", args=[hall.event.code, *args])).content.decode())


def test_an_edition_without_tiers_publishes_none_that_nobody_chose() -> None:
    assert "<dt>Kind of event</dt>" not in public(Hall("armada-4.0"))
    assert "<dt>Kind of event</dt><dd>Premier</dd>" in public(Hall("armada-4.0", {"tier": "premier"}))
    assert f"<dt>Kind of event</dt><dd>{load('armada-pl').tiers[0].name}</dd>" in public(Hall("armada-pl"))


def test_the_rules_of_an_event_cite_the_reading_for_what_is_kept() -> None:
    page = public(Hall("armada-4.0", {"tier": "premier"}), "rules", 1)
    tier = page.partition("<dt>Kind of event</dt>")[2].partition("</dd>")[0]
    assert ">B9</span>" in tier
    assert 'href="#B9"' not in page
    assert "ARM-STR-1" not in tier


@pytest.mark.parametrize(("regulations", "cited"), [("armada-4.0", ">B9<"), ("armada-pl", "COM-DROP-2")])
def test_coming_back_is_cited_where_it_stands(regulations: str, cited: str) -> None:
    hall = Hall(regulations, {"structure": "custom", "rounds": 3, "cut": 0})
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.do(commands.DropPlayer(PlayerId(3)))
    for page in (hall.get("player", 3).content.decode(), Phone(hall, 3).look()):
        assert cited in page
    assert ("COM-DROP-1</a>" in hall.get("player", 3).content.decode()) is False
