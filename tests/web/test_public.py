"""The pages for everybody: who sees which, that they are the same for all, what they are kept by, what they hide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from muster.app.common import topics
from muster.app.events import calling_off, venues
from muster.app.events import editing as events
from muster.app.floor import notices
from muster.app.floor.clocks import ClockInput, act
from muster.app.history.reasons import typed
from muster.app.registration import edit_entry as amending
from muster.app.registration import erasing
from muster.app.registration.entries import Newcomer
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import commands
from muster.people.models import Entry, Event, Person, Tournament, Venue
from public_cases import CUT, PAGES, address, day, lines, see, shown, text
from public_cases import topics as topics_of_page
from web_cases import SATURDAY, Hall, account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    monkeypatch.setattr(topics, "_names", {})  # the numbers of tournaments come again in every test
    cache.clear()
    yield
    cache.clear()


# Finding and seeing


def test_an_event_is_found_by_its_code_however_it_is_typed() -> None:
    hall = shown(Hall())
    code = hall.event.code
    for words in (code, code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:]}"):
        page = Client().get(reverse("public:find"), {"code": words})
        assert page.headers["Location"] == address(hall)


@pytest.mark.parametrize("typed", ["ZZZZZZ", "<script>", "../desk", "\x00", "ä" * 500])
def test_an_unknown_code_is_said_to_be_unknown(typed: str) -> None:
    page = Client().get(reverse("public:find"), {"code": typed})
    assert page.status_code == 404
    assert b"<script>" not in page.content
    assert "Nothing has this code" in text(page)


def test_finding_never_leads_to_another_site() -> None:
    page = Client().get(reverse("public:find"), {"code": "//evil.example"})
    assert page.status_code == 404


def test_codes_cannot_be_tried_one_after_another() -> None:
    client = Client()
    pages = [client.get(reverse("public:event", args=[f"ZZZ{number:03}"])) for number in range(31)]
    assert [page.status_code for page in pages[28:]] == [404, 404, 429]
    assert pages[-1].headers["Retry-After"] == "13"


def test_whoever_knows_a_code_is_not_slowed_down_by_others_on_the_same_network() -> None:
    hall = shown(Hall())
    for number in range(40):
        Client().get(reverse("public:event", args=[f"ZZZ{number:03}"]))
    assert Client().get(address(hall)).status_code == 200


@pytest.mark.parametrize("name", ["event", "register", "calendar"])
def test_a_draft_is_for_its_staff_only(name: str) -> None:
    hall = Hall()
    assert Client().get(address(hall, name)).status_code == 404
    assert hall.client.get(address(hall, name)).status_code == 200
    stranger = Client()
    stranger.force_login(account("Stranger"), backend="django.contrib.auth.backends.ModelBackend")
    assert stranger.get(address(hall, name)).status_code == 404


def test_every_page_of_a_draft_is_for_its_staff_only_and_kept_by_nobody() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    hall.play()
    for name, args in PAGES:
        assert Client().get(address(hall, name, *args)).status_code == 404
        page = hall.client.get(address(hall, name, *args))
        assert page.status_code == 200
        assert not topics_of_page(page)
        assert "no-store" in page.headers["Cache-Control"]
    assert "Only the staff sees this page" in text(hall.client.get(address(hall)))


def test_there_is_no_other_tournament() -> None:
    hall = shown(Hall())
    for name in ("pairings", "standings", "bracket", "results", "players", "rules", "final", "register-for"):
        assert Client().get(address(hall, name, 9)).status_code == 404


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("round", (1, 0)), ("round", (1, 3)), ("round-names", (1, 9)), ("why-pairing", (1, 1, 99)),
        ("why-bye", (1, 1, 1)), ("standings-after", (1, 0)), ("standings-after", (1, 2)),
        ("player", (1, 99)), ("why-rank", (1, 1, 99)), ("why-rank", (1, 2, 1)), ("why-pairing", (1, 10**12, 1)),
    ],
)  # fmt: skip
def test_what_there_is_not_is_not_found(name: str, args: tuple[int, ...]) -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.propose()
    assert Client().get(address(hall, name, *args)).status_code == 404


# The same for all, and kept


def test_pages_are_the_same_for_everybody_and_carry_no_cookie() -> None:
    hall = shown(Hall())
    hall.begin(9)
    hall.publish()
    hall.play()
    for name, args in PAGES:
        page, own = Client().get(address(hall, name, *args)), hall.client.get(address(hall, name, *args))
        assert page.content == own.content, name
        assert not page.cookies, name
        assert not own.cookies, name
        assert "Cookie" not in page.headers.get("Vary", ""), name
        assert b"csrf" not in page.content, name
        assert f"{hall.event.code}/event" in topics_of_page(page), name
        assert "no-cache" in page.headers["Cache-Control"], name


def test_a_page_with_a_question_in_its_address_is_not_kept() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    for query in ({"q": "ada"}, {"page": "2"}, {"utm_source": "x"}):
        assert not topics_of_page(Client().get(address(hall, "pairings", 1), query))


def test_a_page_that_there_is_not_is_not_kept() -> None:
    hall = shown(Hall())
    assert not topics_of_page(Client().get(address(hall, "round", 1, 1)))


WATCHED = [one for one in PAGES if one[0] not in ("round", "round-names", "standings-after", "rules")]
"""Those that show nothing another does not."""


class Watched:
    """Every page of a hall, looked at after each act: what has changed in one must have been announced for it."""

    def __init__(self, hall: Hall, capture: Any, heard: list[frozenset[str]]) -> None:
        self.hall, self.capture, self.heard = hall, capture, heard
        self.pages = self.look()
        self.changes = 0

    def look(self) -> dict[str, tuple[bytes, set[str]]]:
        """What each page says, and by what it is kept."""
        found = {}
        for name, args in WATCHED:
            page = Client().get(address(self.hall, name, *args))
            found[name] = (page.content if page.status_code == 200 else b"", topics_of_page(page))
        return found

    def after(self, what: str, done: Any) -> None:
        """Do something, and look at every page again."""
        self.heard.clear()
        with self.capture(execute=True):
            done()
        told = frozenset[str]().union(*self.heard)
        now = self.look()
        for name, (before, kept_by) in self.pages.items():
            if before and now[name][0] != before:
                assert kept_by & told, f"{name} has changed by {what}, kept by {kept_by}, told {told}"
                self.changes += 1
        self.pages = now


def test_whatever_changes_a_page_is_announced_under_one_of_its_topics(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[frozenset[str]] = []
    monkeypatch.setattr(topics, "_listeners", [heard.append])
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY)
    hall = shown(Hall(setup=CUT))
    watched = Watched(hall, django_capture_on_commit_callbacks, heard)
    day_of = day(hall)

    def step() -> None:
        next(day_of)

    def command(*asked: commands.Command) -> Any:
        return lambda: hall.do(*asked)

    def entry(player: int) -> Entry:
        return Entry.objects.select_related("person", "club").get(tournament=hall.tournament, player=player)

    def amend(player: int, details: Newcomer) -> Any:
        return lambda: amending.amend(hall.tournament, entry(player), details, hall.actor)

    step()
    watched.after("entering", step)
    watched.after("a name", amend(1, Newcomer(name="Zoë", club="Guild")))
    watched.after("a way to be shown", amend(2, Newcomer(name="Brian Cohen", alias="B", shown_as="alias")))
    for phase in ("begun", "proposed", "published", "running"):
        watched.after(phase, step)
    clock = ClockInput(round_no=RoundNo(1), kind="start", minutes=60)
    watched.after("the clock", lambda: act(hall.tournament.pk, hall.actor, clock))
    open_ = next(one for one in hall.state.rounds[0].matches.values() if not one.settled)
    settled = next(one for one in hall.state.rounds[0].matches.values() if one.settled)
    assert settled.report is not None
    by, table = open_.pairing.players, open_.pairing.table
    watched.after("a report", command(commands.ReportResult(RoundNo(1), table, settled.report, by=by[0])))
    watched.after("a dispute", command(commands.DisputeResult(RoundNo(1), table, by=by[1])))
    watched.after("a settled one", command(commands.ReportResult(RoundNo(1), table, settled.report)))
    watched.after("undo", command(commands.Retract()))
    watched.after("complete", step)
    watched.after("a drop", command(commands.DropPlayer(PlayerId(3))))
    watched.after("a disqualification", command(commands.DisqualifyPlayer(PlayerId(4), typed("cheating"))))
    for phase in ("swiss over", "cut", "elimination"):
        watched.after(phase, step)
    watched.after("a name", amend(1, Newcomer(name="Zoë Baird")))
    watched.after("erasing", lambda: erasing.erase(entry(1).person, hall.actor))
    for phase in ("played", "finished"):
        watched.after(phase, step)
    assert watched.changes > 50


def test_what_is_changed_around_the_journal_is_announced_too(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[frozenset[str]] = []
    monkeypatch.setattr(topics, "_listeners", [heard.append])
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY)
    hall = shown(Hall())
    hall.begin(4)
    hall.publish()
    venue = Venue.objects.create(keeper=hall.organiser, name="Holocron")
    Event.objects.update(venue=venue)
    hall.event.refresh_from_db()
    watched = Watched(hall, django_capture_on_commit_callbacks, heard)
    event, tournament = hall.event, hall.tournament

    def details(**new: Any) -> events.EventDetails:
        kept = {"name": event.name, "opens_at": event.opens_at, "time_zone": event.time_zone, "listed": True}
        return events.EventDetails(**{**kept, "venue": event.venue, **new})

    def of(**new: Any) -> events.TournamentDetails:
        return events.TournamentDetails(**{"name": tournament.name, **new})

    acts = {
        "a name": lambda: events.change_event(event, hall.actor, details(name="Autumn Open")),
        "a day": lambda: events.change_event(
            event, hall.actor, details(opens_at=SATURDAY + timedelta(days=1))
        ),
        "capacity": lambda: events.change_tournament(tournament, hall.actor, of(capacity=7)),
        "display": lambda: events.change_tournament(tournament, hall.actor, of(names="short", name="Side")),
        "a venue": lambda: venues.change_venue(venue, venues.VenueDetails(name="Cantina")),
        "the same venue": lambda: venues.keep_venue(
            hall.organiser, venues.VenueDetails(name="Cantina", address="Market 1")
        ),
        "no venue": lambda: venues.delete_venue(venue),
        "a notice": lambda: notices.announce(event, hall.actor, "Lunch", urgent=True),
        "called off": lambda: calling_off.call_off(event, hall.actor, "flooded", SATURDAY),
        "a second one": lambda: events.add_tournament(event, hall.actor, of(name="Second"), _setup(hall)),
        "unlisted": lambda: events.change_event(event, hall.actor, details(listed=False)),
    }
    for what, done in acts.items():
        before = watched.changes
        watched.after(what, done)
        assert watched.changes > before, what


def _setup(hall: Hall) -> commands.CreateTournament:
    return commands.CreateTournament(regulations=hall.state.regulations, day=SATURDAY.date())


# What they hide


def test_a_proposal_is_not_shown_before_it_is_published() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.propose()
    for name in ("pairings", "pairings-names"):
        page = see(hall, name, 1)
        assert "No round is published yet" in page
        assert "Ada" not in page
    assert Client().get(address(hall, "why-pairing", 1, 1, 1)).status_code == 404
    assert "proposal" not in see(hall, "event").lower()


def test_players_are_called_as_they_chose() -> None:
    hall = shown(Hall())
    hall.begin(4)
    hall.publish()
    hall.play()
    Tournament.objects.update(names="short")
    Person.objects.filter(entries__player=2).update(name="Brian Cohen", alias="Naughty Boy")
    Entry.objects.filter(player=2).update(shown_as="alias")
    Person.objects.filter(entries__player=1).update(name="Ada Lovelace")
    erasing.erase(Person.objects.get(entries__player=3), hall.actor)
    for name in ("pairings", "pairings-names", "standings", "results", "players"):
        page = see(hall, name, 1)
        assert "Ada L." in page
        assert "Lovelace" not in page
        assert "Naughty Boy" in page
        assert "Cohen" not in page
        assert "Player 3" in page


def test_what_is_for_staff_is_not_on_public_pages() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.do(commands.DropPlayer(PlayerId(5), typed("is fed up")))
    Person.objects.update(email="secret@example.org", pronouns="zie")
    Entry.objects.update(table_reason="wheelchair", uid="UID-77")
    hall.publish()
    for name, args in PAGES:
        page = see(hall, name, *args)
        for secret in ("secret@", "wheelchair", "UID-77", "fed up", "Olivia Organiser"):
            assert secret not in page, (name, secret)
        if name != "calendar":
            assert "/desk/" not in page.split("<main")[1].split("</main>")[0]


def test_whoever_is_disqualified_is_named_nowhere() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.do(commands.DisqualifyPlayer(PlayerId(4), typed("loaded dice")))
    hall.publish()
    for name, args in PAGES:
        page = see(hall, name, *args)
        assert "Dora" not in page, name
        assert "loaded dice" not in page, name
        assert "disqualified" not in page.lower() or name == "rules", name
    assert len(lines(see(hall, "players", 1))) == 7
    assert len(lines(see(hall, "standings", 1))) == 7
    assert Client().get(address(hall, "why-rank", 1, 1, 4)).status_code == 404


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "Anna\u202egnitset", "{{ event }}"],
)
def test_hostile_names_are_harmless_text(name: str) -> None:
    hall = shown(Hall())
    hall.begin(4)
    hall.publish()
    hall.play()
    Person.objects.update(name=name)
    Event.objects.update(name=name, description=name)
    Tournament.objects.update(name=name)
    notices.announce(hall.event, hall.actor, name, urgent=True)
    for page_name, args in PAGES:
        if page_name == "calendar":  # which is no HTML
            continue
        page = Client().get(address(hall, page_name, *args)).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        if page_name in ("pairings", "pairings-names", "standings", "results", "players"):
            assert re.search(r"<bdi>[^<]*(?:script|img|Anna|event)", page)


# Queries


def test_pages_ask_the_same_number_of_questions_whatever_the_size(
    django_assert_max_num_queries: Any,
) -> None:
    counts: dict[int, dict[str, int]] = {}
    for size in (8, 64):
        hall = shown(Hall())
        hall.begin(size)
        hall.publish()
        hall.play()
        counts[size] = {}
        for name, args in PAGES:
            Client().get(address(hall, name, *args))
            with django_assert_max_num_queries(8) as asked:
                Client().get(address(hall, name, *args))
            counts[size][name] = len(asked)
    assert counts[8] == counts[64]
    assert max(counts[8].values()) <= 7
    assert min(counts[8].values()) >= 1
