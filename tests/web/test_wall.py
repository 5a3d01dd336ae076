"""The wall: what a screen shows at each moment of the day, for everybody, in a handful of queries."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import course_cases
from muster.app.events.editing import TournamentDetails, add_tournament
from muster.app.floor import notices, timers
from muster.app.floor.clocks import ClockInput, act
from muster.app.history.reasons import typed
from muster.app.history.submitting import announce_plan
from muster.app.screens.screens import Moment, ScreenInput, keep_screen, screen_of
from muster.app.screens.wall import POSTED, SEATING, wall_of
from muster.core.clock import ClockKind
from muster.core.ids import PlayerId, TableNo
from muster.core.tournament import commands
from muster.core.tournament.course import CoursePart
from muster.people.models import Entry, Event, Person, Tournament
from muster.web.wall.lines import Lists
from muster.web.wall.pieces import pieces
from player_cases import Phone
from tournament_cases import DAY, rules
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 3, 7, 9, 0, tzinfo=UTC)
GAMES = ["armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2", "unlimited-1.3"]


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """What time it is, to be set by the test."""
    now = [NINE]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    return now


def shown(hall: Hall) -> Hall:
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    hall.event.refresh_from_db()
    return hall


def wall(hall: Hall, number: int | None = None, client: Client | None = None) -> Any:
    args = [hall.event.code] if number is None else [hall.event.code, number]
    return (client or Client()).get(reverse("screen:screen" if number else "screen:first", args=args))


def text(hall: Hall, number: int | None = None) -> str:
    page = wall(hall, number)
    assert page.status_code == 200
    return unescape(page.content.decode())


def plan(hall: Hall, number: int | None = None) -> str:
    (found,) = re.findall(r'data-plan="([^"]*)"', text(hall, number))
    return str(found)


def section(page: str, name: str) -> str:
    (found,) = re.findall(rf'<section id="{name}"[^>]*>(.*?)</section>', page, re.DOTALL)
    return str(found)


def moment(hall: Hall) -> Moment:
    screen = screen_of(hall.event, 1)
    assert screen is not None
    return wall_of(hall.event, screen).moment


def parts(hall: Hall) -> set[str]:
    screen = screen_of(hall.event, 1)
    assert screen is not None
    return set(wall_of(hall.event, screen).parts)


def clock(hall: Hall, kind: ClockKind, minutes: int = 0, table: int | None = None) -> None:
    where = None if table is None else TableNo(table)
    asked = ClockInput(
        round_no=hall.state.rounds[-1].number, kind=kind, minutes=minutes, table=where, reason="ruling"
    )
    assert act(hall.tournament.pk, hall.actor, asked) is None


def publish(hall: Hall) -> None:
    hall.propose()
    hall.do(commands.PublishRound())


# The day


@pytest.mark.parametrize("regulations", GAMES)
def test_the_wall_follows_the_day(regulations: str, time: list[datetime]) -> None:
    hall = shown(Hall(regulations))
    hall.enter(8)
    assert (moment(hall), plan(hall)) == ("before", ":welcome")
    assert hall.event.code in section(text(hall), "welcome")
    hall.do(announce_plan(hall.tournament.pk), commands.StartStage())
    hall.propose()
    assert moment(hall) == "before", "a proposal is nobody's business"
    hall.do(commands.PublishRound())
    soon = int((NINE + POSTED).timestamp() * 1000)
    assert (moment(hall), plan(hall)) == ("posted", f"{soon}:pairings;:missing|pairings")
    page = text(hall)
    assert section(page, "pairings").count("<li>") == 8
    assert "Not started" in page
    clock(hall, "start", 100)
    seated = int((NINE + SEATING).timestamp() * 1000)
    assert (moment(hall), plan(hall)) == ("running", f"{seated}:pairings;:clock"), (
        "nobody has found a table yet"
    )
    assert "data-clock" in text(hall).partition("<main>")[0], "the clock stands in the head meanwhile"
    time[0] += SEATING
    assert plan(hall) == ":clock"
    assert section(text(hall), "clock").count("<li>") == 4, "every table stands below the clock"
    time[0] += timedelta(minutes=96) - SEATING
    assert 'data-phase="short"' in section(text(hall), "clock")
    time[0] += timedelta(minutes=9)
    page = section(text(hall), "clock")
    assert 'data-phase="over"' in page
    assert "data-clock-rule>" in page
    assert "Time is up</span>" in page
    clause = rules(regulations).clauses
    (cited,) = re.findall(r'class="clause">([A-Z0-9-]+)<', page)
    assert clause[cited].says in page, "what the regulations say happens at time"
    clock(hall, "pause")
    assert (moment(hall), plan(hall)) == ("running", ":clock")
    assert "Paused" in section(text(hall), "clock")
    hall.play()
    assert (moment(hall), plan(hall)) == ("complete", ":standings")
    assert section(text(hall), "standings").count("<li") == 8
    while len(hall.state.rounds) < hall.state.announced.rounds:
        hall.publish()
        hall.play()
    hall.do(commands.FinishTournament(typed("")))
    assert (moment(hall), plan(hall)) == ("finished", ":podium|places")
    assert section(text(hall), "places").count("<li") == 8


def test_a_cut_brings_the_bracket(time: list[datetime]) -> None:
    hall = shown(Hall(setup={"structure": "custom", "rounds": 2, "cut": 4}))
    hall.begin(8)
    for _ in range(2):
        hall.publish()
        hall.play()
    assert plan(hall) == ":standings"
    hall.do(commands.MakeCut())
    assert (moment(hall), plan(hall)) == ("cut", ":bracket")
    hall.do(commands.StartStage())
    publish(hall)
    later = int((NINE + POSTED).timestamp() * 1000)
    assert (moment(hall), plan(hall)) == ("posted", f"{later}:pairings|bracket;:missing|pairings|bracket")
    time[0] += SEATING
    clock(hall, "start", 60)
    assert plan(hall) == ":clock|bracket"
    hall.play()
    assert (moment(hall), plan(hall)) == ("cut", ":bracket")
    hall.publish()
    hall.play()
    hall.do(commands.FinishTournament(typed("")))
    assert plan(hall) == ":podium|places|bracket"
    page = text(hall)
    assert 'class="won ' in section(page, "bracket")
    assert 'class="score"' not in section(page, "places"), "Swiss points did not decide these"


def test_check_in_is_counted() -> None:
    hall = shown(Hall(setup={"check_in": True}))
    hall.enter(6)
    hall.do(commands.CheckIn(PlayerId(1)))
    page = section(text(hall), "welcome")
    assert "<strong>1<small>/6</small></strong>" in page
    assert "on your own page" in page
    Tournament.objects.update(self_check_in=False)
    assert "on your own page" not in text(hall)


def test_a_clock_put_away_is_no_clock() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    clock(hall, "start", 100)
    clock(hall, "stop")
    assert moment(hall) == "posted"
    assert "data-clock" not in text(hall).partition("<main>")[0]


def test_a_table_with_more_time_is_named(time: list[datetime]) -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    clock(hall, "start", 100)
    clock(hall, "extend", 7, table=3)
    page = section(text(hall), "clock")
    ends = int((time[0] + timedelta(minutes=107)).timestamp() * 1000)
    assert f'data-ends="{ends}"' in page
    assert "Table 3: +7 min" in page


def test_a_bye_is_said_and_everybody_is_there_once_by_name() -> None:
    hall = shown(Hall())
    hall.begin(9)
    hall.publish()
    found = section(text(hall), "pairings")
    names = re.findall(r'class="name"><bdi>([^<]*)</bdi>', found)
    assert names == sorted(names)
    assert len(set(names)) == 9
    assert found.count('<b class="plate none">bye</b>') == 1


# Timers and notices


def test_a_draft_has_the_screen_to_itself_until_it_is_over(time: list[datetime]) -> None:
    hall = shown(Hall("unlimited-1.3"))
    hall.enter(8)
    timers.start(hall.tournament.pk, hall.actor, timers.Start(kind="draft", minutes=3, picks=3))
    ends = NINE + timedelta(seconds=180 + 2 * 45) + timers.LINGERS
    assert plan(hall) == f"{int(ends.timestamp() * 1000)}:timers;:welcome"
    (one,) = timers.timers_of(hall.tournament.pk)
    timers.touch(hall.tournament.pk, one.pk, hall.actor, timers.Touch(act="pause"))
    assert plan(hall) == ":timers"
    timers.start(hall.tournament.pk, hall.actor, timers.Start(kind="break", minutes=45))
    timers.touch(hall.tournament.pk, one.pk, hall.actor, timers.Touch(act="end"))
    assert plan(hall) == ":welcome|timers"


def test_in_a_round_timers_stand_beside_the_clock(time: list[datetime]) -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    clock(hall, "start", 100)
    timers.start(hall.tournament.pk, hall.actor, timers.Start(kind="tardiness", minutes=10))
    assert plan(hall).endswith(":pairings;:clock timers")
    time[0] += SEATING
    assert plan(hall) == ":clock timers"
    assert "Waiting for late players" in section(text(hall), "timers")
    time[0] += timedelta(minutes=16)
    assert plan(hall) == ":clock", "over for long, and nobody put it away"


def test_a_timer_of_one_table_is_not_for_the_wall() -> None:
    hall = shown(Hall("unlimited-1.3"))
    hall.begin(8)
    hall.publish()
    timers.start(hall.tournament.pk, hall.actor, timers.Start(kind="sideboarding", minutes=3, table=2))
    assert "timers" not in plan(hall)


def test_urgent_notices_stand_over_everything_and_hostile_ones_are_text() -> None:
    hall = shown(Hall())
    notices.announce(hall.event, hall.actor, "<script>alert(1)</script>", urgent=True)
    notices.announce(hall.event, hall.actor, "Lunch at noon")
    raw = wall(hall).content.decode()
    assert "<script>alert" not in raw
    urgent, calm = re.findall(r'<aside id="(?:urgent|calm)".*?</aside>', raw)
    assert "&lt;script&gt;alert(1)" in urgent
    assert "Lunch at noon" in calm
    assert "hidden" not in calm
    notices.end(hall.event, hall.actor, notices.notices_of(hall.event.pk)[0].pk)
    assert re.search(r'<aside id="urgent"[^>]* hidden></aside>', text(hall))


# Several screens


def test_screens_show_what_was_chosen_as_far_as_there_is_any() -> None:
    hall = shown(Hall())
    for number, shows in ((2, ("standings", "pairings")), (3, ("clock", "missing", "notices", "results"))):
        keep_screen(hall.event, hall.actor, ScreenInput(number=number, shows=shows, seconds=20))
    assert [plan(hall, number) for number in (1, 2, 3)] == [":welcome"] * 3
    hall.begin(8)
    hall.publish()
    hall.play(leave=2)
    notices.announce(hall.event, hall.actor, "Lunch")
    assert plan(hall, 2) == ":pairings"
    assert plan(hall, 3) == ":clock|missing|results|notices"
    assert 'data-seconds="20"' in text(hall, 3)
    assert section(text(hall, 3), "results").count("<li>") == 2
    hall.play()
    assert plan(hall, 2) == ":pairings|standings"
    assert plan(hall, 3) == ":results|notices"
    hall.do(commands.FinishTournament(typed("enough")))
    assert plan(hall, 2) == ":pairings|places"


def test_a_screen_shows_its_own_tournament() -> None:
    hall = shown(Hall())
    create = commands.CreateTournament(regulations=rules("armada-4.0"), day=DAY)
    side = add_tournament(hall.event, hall.actor, TournamentDetails(name="Side event"), create)
    assert isinstance(side, Tournament)
    keep_screen(hall.event, hall.actor, ScreenInput(number=2, tournament=2))
    page = wall(hall, 2)
    assert "Side event" in page.content.decode()
    assert f"{hall.event.code}/2/round" in page.headers["Muster-Topics"]
    assert "Side event" not in text(hall)
    assert "Main" in text(hall)


def test_there_are_no_other_screens_and_a_draft_is_for_its_staff() -> None:
    hall = Hall()
    assert wall(hall).status_code == 404
    assert wall(hall, client=hall.client).status_code == 200
    assert "Muster-Topics" not in wall(hall, client=hall.client).headers
    assert wall(shown(hall), 7).status_code == 404
    assert Client().post(reverse("screen:first", args=[hall.event.code])).status_code == 405


# For everybody


def test_the_page_is_kept_and_the_same_for_everybody() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    anonymous, organiser = wall(hall), wall(hall, client=hall.client)
    assert anonymous.content == organiser.content
    assert isinstance(anonymous.wsgi_request.user, AnonymousUser)
    for private in ("csrf", "/desk/", "Olivia", "key="):
        assert private not in anonymous.content.decode()
    assert not anonymous.cookies
    code = hall.event.code
    parts = ("clock", "people", "results", "round", "timers")
    wanted = {f"{code}/{one}" for one in ("event", "news", "screens", *(f"1/{part}" for part in parts))}
    assert set(anonymous.headers["Muster-Topics"].split()) == wanted


def test_names_are_as_people_chose_and_the_disqualified_have_none() -> None:
    hall = shown(Hall())
    hall.begin(4)
    hall.publish()
    Tournament.objects.update(names="short")
    Person.objects.filter(entries__player=1).update(name="Ada Lovelace", email="ada@example.org")
    Entry.objects.filter(player=1).update(table_reason="wheelchair")
    hall.do(commands.DisqualifyPlayer(PlayerId(2), typed("cheating")))
    page = text(hall)
    assert "Ada L." in page
    for private in ("Lovelace", "ada@", "wheelchair", "cheating", "Brian"):
        assert private not in page


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'])
def test_hostile_names_are_harmless_text(name: str) -> None:
    hall = shown(Hall())
    hall.begin(4)
    hall.publish()
    Person.objects.filter(entries__player=1).update(name=name)
    Event.objects.update(name=name)
    page = wall(hall).content.decode()
    assert "<script>alert" not in page
    assert "<img" not in page


def test_queries_do_not_grow_with_the_players(django_assert_num_queries: Any) -> None:
    counts = []
    for players in (8, 60):
        hall = shown(Hall())
        hall.begin(players)
        hall.publish()
        wall(hall)
        with django_assert_num_queries(10, exact=False) as caught:
            wall(hall)
        counts.append(len(caught))
    assert counts[0] == counts[1]


def test_a_page_of_1024_players_is_small() -> None:
    hall = shown(Hall())
    hall.begin(1024)
    publish(hall)
    page = wall(hall)
    assert page.content.decode().count("<li>") > 1024
    assert len(gzip.compress(page.content)) < 60_000


def test_the_code_is_on_the_wall_as_a_picture_only_where_others_can_follow_it(settings: Any) -> None:
    hall = shown(Hall())
    settings.ALLOWED_HOSTS = ["localhost", "muster.example"]
    url = reverse("screen:first", args=[hall.event.code])
    assert "<svg" not in Client().get(url, headers={"host": "localhost:8000"}).content.decode()
    assert "<svg" in Client().get(url, headers={"host": "muster.example"}).content.decode()
    settings.ORIGIN = "https://play.example"
    page = Client().get(url, headers={"host": "localhost:8000"}).content.decode()
    assert f"play.example/e/{hall.event.code}" in page


# Lines


def test_opponents_are_left_out_where_there_is_no_room() -> None:
    found = {}
    for players in (8, 140):
        hall = shown(Hall())
        hall.begin(players)
        hall.publish()
        found[players] = 'class="than"' in text(hall)
    assert found == {8: True, 140: False}


def test_a_large_bracket_comes_in_pieces_and_follows_the_round() -> None:
    hall = shown(Hall(setup={"structure": "custom", "rounds": 1, "cut": 32}))
    hall.begin(32)
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    screen = screen_of(hall.event, 1)
    assert screen is not None
    lists = Lists(wall_of(hall.event, screen))
    assert [[len(boxes) for _, boxes in piece.columns] for piece in lists.pieces] == [[8, 4, 2, 1, 1]] * 2
    tables = [box.table for piece in lists.pieces for box in piece.columns[0][1]]
    assert sorted(tables, key=lambda table: table or 0) == list(range(1, 17))
    hall.play()
    hall.publish()
    drawn = wall_of(hall.event, screen).bracket
    assert drawn is not None
    assert [[len(boxes) for _, boxes in piece.columns] for piece in pieces(drawn)] == [[8, 4, 2, 1]]


def test_a_concession_has_a_winner_and_no_score() -> None:
    hall = shown(Hall(setup={"structure": "custom", "rounds": 1, "cut": 4}))
    hall.begin(8)
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    phone = Phone(hall, int(hall.state.rounds[-1].matches[TableNo(1)].pairing.players[0]))
    phone.act("concede")
    bracket = section(text(hall), "bracket")
    assert bracket.count("✓") == 1
    assert 'class="score"' not in bracket


def test_who_is_logged_in_is_not_asked_for() -> None:
    hall = shown(Hall())
    hall.client.force_login(account("Somebody Else"), backend="django.contrib.auth.backends.ModelBackend")
    page = wall(hall, client=hall.client)
    assert "Cookie" not in page.headers.get("Vary", "")


def test_the_places_are_not_on_the_wall_before_anybody_finishes() -> None:
    hall = Hall("unlimited-1.3", setup={"structure": "custom", "rounds": 2, "cut": 0})
    hall.begin(4)
    shown_parts = []
    for _ in range(2):
        hall.publish()
        hall.play()
        shown_parts.append(parts(hall))
    hall.do(commands.FinishTournament(typed("")))
    shown_parts.append(parts(hall))
    assert shown_parts == [{"standings"}, {"pairings"}, {"podium", "places"}]


def test_the_cards_of_a_round_hang_on_the_wall_while_it_is_played() -> None:
    hall = shown(Hall("runewars-2.2.2", {"structure": "custom", "rounds": 1, "cut": 0}))
    hall.begin(4)
    hall.publish()
    cards = hall.state.rounds[0].cards
    assert cards is not None
    address = reverse("screen:first", args=[hall.event.code])
    for name in (cards.deployment, cards.objective):
        assert name in Client().get(address).content.decode()
    hall.play()
    hall.do(commands.FinishTournament())
    assert cards.deployment not in Client().get(address).content.decode()


def test_the_standings_of_each_group_come_before_those_of_everybody(time: list[datetime]) -> None:
    hall = shown(course_cases.parts_hall(7, (CoursePart("groups", size=4),), cut=0))
    course_cases.shown(hall)
    hall.publish()
    assert "groups" not in parts(hall)
    hall.play()
    assert plan(hall) == ":groups|standings"
    groups = section(text(hall), "groups")
    assert groups.count("group-head") == 2
    assert groups.count('class="name') == 7
    assert "Standings of each group" in groups
    assert moment(hall) == "complete"
