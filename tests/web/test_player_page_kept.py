"""A player's page that is kept in memory: never older than what it shows, and nobody else's."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from muster.app.floor import calls, clocks
from muster.app.history.reasons import typed
from muster.app.standings.read import standings_after
from muster.core.ids import RoundNo, TableNo
from muster.core.tournament import commands, queries
from muster.people.models import Entry, Event, Notice, Person, Tournament, Venue
from muster.web.player.page import pieces
from player_cases import Phone, begun, phones, words
from tournament_cases import won_by
from web_cases import SATURDAY, Hall, account

pytestmark = pytest.mark.django_db


def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates made from here on."""
    found: list[str] = []
    make = vars(pieces)["render_to_string"]

    def noted(name: str, *args: Any, **kwargs: Any) -> Any:
        found.append(name)
        return make(name, *args, **kwargs)

    monkeypatch.setattr(pieces, "render_to_string", noted)
    return found


def lasting(page: str) -> str:
    """A page without what is never the same twice."""
    return re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', r'name="\1"', page)


def by_its_template(phone: Phone) -> str:
    """The page made by its templates, of which nothing is kept."""
    return words(phone.client.get(phone.url, {"x": "1"}))


def test_what_all_read_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY)
    hall = begun()
    made = rendered(monkeypatch)
    tables = [phones(hall, table) for table in (1, 2, 3)]
    (one, two), *others = tables
    first = one.look()
    assert made.count("player/page/page.html") == 1
    made.clear()
    one.look()
    Phone(hall, one.player).look()
    assert made == []
    assert lasting(two.look()) != lasting(first)
    made.clear()
    for phone in (each for pair in others for each in pair):
        assert lasting(phone.look()) == lasting(by_its_template(phone))
    assert made == []


CHANGES: dict[str, Callable[[Hall, Phone, Phone], object]] = {
    "opponent's name": lambda _hall, _one, two: Person.objects.filter(pk=two.entry.person_id).update(
        name="New"
    ),
    "opponent's choice": lambda _hall, _one, two: Entry.objects.filter(pk=two.entry.pk).update(
        shown_as="short"
    ),
    "tournament's choice": lambda hall, *_: Tournament.objects.filter(pk=hall.tournament.pk).update(
        names="short"
    ),
    "own pronouns": lambda _hall, one, _two: Person.objects.filter(pk=one.entry.person_id).update(
        pronouns="it"
    ),
    "notice": lambda hall, *_: Notice.objects.create(event=hall.event, text="Lunch"),
    "call": lambda _hall, one, _two: calls.make(one.entry, "judge"),
    "venue": lambda hall, *_: Event.objects.filter(pk=hall.event.pk).update(
        venue=Venue.objects.create(keeper=hall.organiser, name="Town hall")
    ),
    "clock": lambda hall, *_: clocks.act(
        hall.tournament.pk, hall.actor, clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=90)
    ),
    "report": lambda hall, *_: hall.do(
        commands.ReportResult(RoundNo(1), TableNo(1), won_by(hall.state.regulations, 0))
    ),
    "no self report": lambda hall, *_: Tournament.objects.filter(pk=hall.tournament.pk).update(
        self_report=False
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_a_page_shows_is_on_it_at_once(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY)
    hall = begun()
    one, two = phones(hall)
    Person.objects.filter(pk=two.entry.person_id).update(name="Grace Hopper")
    before = one.look()
    CHANGES[what](hall, one, two)
    after = one.look()
    assert lasting(after) != lasting(before)
    assert lasting(after) == lasting(by_its_template(one))


def test_time_alone_opens_checking_in(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    hall.enter(4)
    now = [SATURDAY - timedelta(hours=12, seconds=1)]
    monkeypatch.setattr("django.utils.timezone.now", lambda: now[0])
    phone = Phone(hall, 1)
    assert "check me in" not in phone.look()
    now[0] += timedelta(seconds=1)
    assert "check me in" in phone.look()


def test_a_clock_on_a_kept_page_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = begun()
    now = [SATURDAY]
    monkeypatch.setattr("django.utils.timezone.now", lambda: now[0])
    clocks.act(
        hall.tournament.pk, hall.actor, clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=10)
    )
    phone = Phone(hall, 1)
    assert 'data-left="600000"' in phone.look()
    now[0] += timedelta(minutes=8)
    assert 'data-left="120000"' in phone.look()
    assert 'data-phase="short"' in phone.look()


def test_proof_and_key_are_nobody_elses_and_never_the_same_twice() -> None:
    hall = begun()
    one, _ = phones(hall)
    other = Phone(hall, one.player)
    mine, theirs, again = one.fields("report"), other.fields("report"), one.fields("report")
    assert len({each["key"] for each in (mine, theirs, again)}) == 3
    strict = Client(enforce_csrf_checks=True)
    strict.get(one.url)
    report = one.typed(won_by(hall.state.regulations, 0))
    assert strict.post(one.url + "/report", {**mine, **report}).status_code == 403
    own = Phone(hall, one.player, strict)
    own.act("report", report)
    page = one.look()
    assert "gap" not in page


def test_nothing_of_somebody_logged_in_is_kept() -> None:
    hall = begun()
    one, _ = phones(hall)
    logged_in = Client()
    logged_in.force_login(account("Paul Player"), backend="django.contrib.auth.backends.ModelBackend")
    keep = f"{one.url}/keep"
    for _ in range(2):
        assert keep in words(logged_in.get(one.url))
        assert keep not in one.look()


def test_standings_are_reckoned_anew_only_when_what_they_rest_on_changes() -> None:
    hall = begun("armada-4.0", 8, structure="custom", rounds=3, cut=0)
    before = standings_after(hall.play())
    hall.publish()
    state = hall.play(leave=1)
    assert standings_after(state) is before
    corrected = won_by(state.regulations, 1, 1, 77)
    state = hall.do(commands.CorrectResult(RoundNo(1), TableNo(1), corrected, typed("mixed up")))
    after = standings_after(state)
    assert after is not before
    assert after == queries.table(state, 1)
    state = hall.do(commands.DisqualifyPlayer(after.order[0], typed("cheating")))
    assert after.order[0] not in standings_after(state).order
    assert standings_after(state, 0) == queries.table(state, 0)
