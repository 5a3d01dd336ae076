"""A judge's page of a table that was left open, and at which nobody plays in the next round."""

from __future__ import annotations

import pytest
from django.urls import reverse

from muster.core.tournament import commands
from web_cases import Hall

pytestmark = pytest.mark.django_db


def test_a_table_at_which_nobody_plays_any_more_is_shown_as_it_was() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.do(*(commands.DropPlayer(player) for player in list(hall.state.players)[:3]))
    hall.publish()
    here = [hall.event.code, 1]
    assert 4 not in hall.state.rounds[-1].matches
    asked = hall.client.get(reverse("judge:table", args=[*here, 4]), headers={"HX-Request": "true"})
    assert (asked.status_code, asked["Location"]) == (302, reverse("judge:table", args=[*here, 1, 4]))
    assert 'id="seat"' in hall.client.get(asked["Location"]).content.decode()
    assert hall.client.get(reverse("judge:table", args=[*here, 1])).status_code == 200
    assert hall.client.get(reverse("judge:table", args=[*here, 5])).status_code == 404
