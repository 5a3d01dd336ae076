"""A round at tables that takes long to seat: watched, stopped, given up; and what others do in between."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse

from muster.app.common import jobs
from muster.app.rounds import long_seatings
from muster.core.messages import say
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.refusals import Refusal
from muster.journal import store
from muster.people.models import SeatingSearch
from web_cases import Hall

pytestmark = pytest.mark.django_db


def words(response: HttpResponse, status: int = 200) -> str:
    assert response.status_code == status, response.status_code
    text = re.sub(r"<[^>]+>", " ", unescape(response.content.decode()))
    return re.sub(r"\s+", " ", text)


def drafted(hall: Hall) -> bool:
    return hall.state.proposal is not None


def part_of(hall: Hall) -> HttpResponse:
    """What a page that is open asks for."""
    return hall.client.get(hall.url("seating"), headers={"HX-Request": "true"})  # type: ignore[return-value]


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    """An evening of 24 before its third round, which nobody waits for."""
    made = Hall("twin-suns-1.3", {"structure": "custom", "rounds": 3})
    made.begin(24)
    for _ in range(2):
        made.publish()
        for table, match in sorted(made.state.rounds[-1].matches.items()):
            left = tuple(30 - player for player in match.pairing.players)
            report = PlacingReport(end="decided", left=left)
            made.do(commands.ReportResult(made.state.rounds[-1].number, table, report, None))
    monkeypatch.setattr(long_seatings, "PATIENCE", -1)
    return made


def test_a_long_search_goes_on_by_itself_and_says_how_far_it_is(hall: Hall) -> None:
    page = words(hall.post("propose"))
    assert "A good seating is searched for" in page
    assert "Stop, and take the best seating so far" in page
    assert not drafted(hall)
    again = words(hall.post("propose"))
    assert "A good seating is searched for" in again
    assert SeatingSearch.objects.count() == 1
    SeatingSearch.objects.update(percent=35, steps=12345)
    part = words(part_of(hall))
    assert "35 %" in part
    assert "Steps so far: 12,345." in part
    jobs.turn("seating")
    assert drafted(hall)
    assert "was stopped by hand" not in words(hall.get("round"))
    assert part_of(hall)["HX-Refresh"] == "true"
    assert hall.get("seating").status_code == 302
    assert not SeatingSearch.objects.exists()


def test_it_is_stopped_and_what_was_found_is_drafted_and_can_be_found_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_seatings, "TOLD_EVERY", -1)
    hall.post("propose")
    assert "It stops at its next step." in words(hall.post("stop-seating"))
    jobs.turn("seating")
    assert drafted(hall)
    assert "was stopped by hand after" in words(hall.get("round"))
    assert verify(store.load(hall.tournament.pk).entries).holds


def test_it_is_given_up_and_nothing_is_drafted(hall: Hall) -> None:
    hall.post("propose")
    assert "A good seating is searched for" not in words(hall.post("give-up-seating"))
    jobs.turn("seating")
    assert not drafted(hall)


def test_one_that_was_given_up_takes_no_other_with_it_when_it_ends(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = long_seatings._searched

    def given_up_and_asked_again(*given: Any) -> Any:
        monkeypatch.setattr(long_seatings, "_searched", searched)
        hall.post("give-up-seating")
        hall.post("propose")

    hall.post("propose")
    monkeypatch.setattr(long_seatings, "_searched", given_up_and_asked_again)
    jobs.turn("seating")
    assert drafted(hall)


def test_where_others_get_in_between_it_begins_anew_and_in_the_end_says_so(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Any] = []

    def refused(*given: Any, **_: Any) -> Refusal:
        tried.append(given)
        return Refusal("stale", say("Somebody was faster."))

    hall.post("propose")
    with monkeypatch.context() as patch:
        patch.setattr(long_seatings, "submit", refused)
        jobs.turn("seating")
    assert len(tried) == long_seatings.BEGUN
    page = words(hall.get("round"))
    assert "others changed this tournament again and again" in page
    assert "A good seating is searched for" in words(hall.post("propose"))
    jobs.turn("seating")
    assert drafted(hall)


def test_a_server_that_stopped_is_told_and_so_is_what_is_refused(hall: Hall) -> None:
    hall.post("propose")
    SeatingSearch.objects.update(job=None)
    assert "The server stopped while the seating was searched for." in words(hall.get("round"))
    SeatingSearch.objects.update(ended="no-pairing")
    assert "Nothing could be drafted." in words(hall.get("round"))
    hall.post("give-up-seating")
    assert "Nothing could be drafted." not in words(hall.get("round"))


def test_a_quick_search_is_waited_for(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_seatings, "PATIENCE", 10**6)
    assert "Draft: only you see it" in words(hall.post("propose"))
    assert not SeatingSearch.objects.exists()
