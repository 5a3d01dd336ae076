"""The event's own page through the day, its entry for calendars, its players and its rules, for everybody."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape

import icalendar
import pytest
from django.test import Client
from django.urls import reverse

from muster.app.events import calling_off
from muster.app.events.editing import TournamentDetails, add_tournament
from muster.app.floor import notices
from muster.app.floor.clocks import ClockInput, act
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import commands
from muster.people.models import Club, Entry, Event, Notice, RosterPlan, Tournament, Venue
from muster.rules.basis import KEPT
from muster.rules.ledger import ledgers
from muster.web.public.event.calendar import calendar_of
from muster.web.public.event.rules import rules_in_use
from public_cases import CUT, PAGES, address, day, lines, see, shown, text
from regulations_cases import IDS, PAIRS
from web_cases import SATURDAY, Hall

pytestmark = pytest.mark.django_db

SAYS = {
    "empty": ("Not begun yet", "Registration is open", "0 players"),
    "entered": ("Not begun yet", "9 players of 32", "Register"),
    "begun": ("Round 1 is being drawn",),
    "proposed": ("Round 1 is being drawn",),
    "published": ("Round 1 of 2", "0 of 4 results", "Where do I sit?", "posted"),
    "running": ("Round 1 of 2", "2 of 4 results", "begun", "Round 2 of 2", "to come"),
    "complete": ("Round 1 of 2 is complete", "The next round appears here", "Standings"),
    "swiss over": ("The Swiss rounds are over", "Next: cut to 4"),
    "cut": ("The cut is made", "first round of the elimination"),
    "elimination": ("Round 3: semi-final", "0 of 2 results", "Bracket"),
    "played": ("Everything is played", "final places are announced"),
    "finished": ("has won", "Final places"),
}
"""What the page says at each phase of a short day."""

SOON = ("empty", "entered")


@pytest.mark.parametrize("regulations", PAIRS)
def test_the_page_says_what_is_happening_and_every_page_there_is_opens(regulations: str) -> None:
    hall = shown(Hall(regulations, CUT), registration=True, capacity=32)
    seen = set()
    for phase in day(hall):
        page = see(hall, "event")
        for words in SAYS[phase]:
            assert words in page, (phase, words)
        if phase not in SOON:
            assert "Join the waiting list" not in page
            assert ">Register<" not in page
        seen.add(phase)
        if phase in ("empty", "running", "elimination", "finished"):
            opened = [Client().get(address(hall, name, *args)).status_code for name, args in PAGES]
            assert set(opened) <= {200, 404}
            assert phase in SOON or opened.count(404) <= (0 if phase in ("elimination", "finished") else 2)
    assert seen == set(SAYS)


def test_a_full_tournament_offers_the_waiting_list_and_a_closed_one_nothing() -> None:
    hall = shown(Hall(), registration=True, capacity=2)
    hall.enter(2)
    page = see(hall, "event")
    assert "All places are taken" in page
    assert "Join the waiting list" in page
    shown(hall)
    page = see(hall, "event")
    assert "Registration is closed" in page
    assert address(hall, "register-for", 1) not in page


def test_who_is_checked_in_is_counted_where_that_is_asked_for() -> None:
    hall = shown(Hall(setup={"check_in": True}))
    hall.enter(3)
    hall.do(commands.CheckIn(PlayerId(2)))
    assert "1 checked in" in see(hall, "event")
    assert [line.count("checked in") for line in lines(see(hall, "players", 1))] == [0, 1, 0]


def test_the_clock_of_the_round_stands_on_top_and_its_start_in_the_schedule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: SATURDAY + timedelta(hours=1, minutes=5))
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    assert (
        act(hall.tournament.pk, hall.actor, ClockInput(round_no=RoundNo(1), kind="start", minutes=60)) is None
    )
    for page in (see(hall, "event"), see(hall, "pairings", 1), see(hall, "round-names", 1, 1)):
        assert "until 12:05" in page
    day = " ".join(see(hall, "event").split('class="schedule"')[1].split())
    assert re.search('begun </span><time datetime="2026-03-07T11:05:00\\+01:00">11:05</time>', day)
    hall.play()
    assert "until" not in see(hall, "event").split("<main")[1]


def test_what_the_desk_tells_is_there_until_it_ends_and_what_is_urgent_on_every_page() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    hall.play()
    notices.announce(hall.event, hall.actor, "Lunch at one")
    red = notices.announce(hall.event, hall.actor, "Red car <b>blocks</b> the door", urgent=True)
    assert isinstance(red, Notice)
    for name, args in PAGES:
        if name != "calendar":
            page = Client().get(address(hall, name, *args)).content.decode()
            assert page.count("Red car &lt;b&gt;blocks&lt;/b&gt; the door") == 1, name
            assert page.count("Lunch at one") == (name == "event"), name
    notices.end(hall.event, hall.actor, red.pk)
    assert "Red car" not in see(hall, "event")


def test_nobody_is_asked_to_register_for_an_event_that_is_called_off() -> None:
    hall = shown(Hall(), registration=True)
    assert address(hall, "register-for", 1) in see(hall, "event")
    calling_off.call_off(hall.event, hall.actor, "The roof leaks", SATURDAY)
    assert address(hall, "register-for", 1) not in see(hall, "event")


def test_that_an_event_is_called_off_is_said_on_every_page() -> None:
    hall = shown(Hall(), registration=True)
    hall.begin(8)
    hall.publish()
    hall.play()
    assert calling_off.call_off(hall.event, hall.actor, "The roof leaks", SATURDAY) is None
    for name, args in PAGES:
        if name != "calendar":
            page = see(hall, name, *args)
            assert "This event is cancelled." in page, name
            assert "The roof leaks" in page, name


def test_two_tournaments_stand_side_by_side_and_lead_to_each_other() -> None:
    hall = shown(Hall())
    second = commands.CreateTournament(regulations=hall.state.regulations, day=SATURDAY.date())
    add_tournament(hall.event, hall.actor, TournamentDetails(name="Side event"), second)
    hall.begin(8)
    hall.publish()
    page = see(hall, "event")
    assert page.index('id="t1"') < page.index('id="t2"')
    assert address(hall, "pairings", 2) in see(hall, "standings", 1)


def test_it_tells_other_sites_what_it_is_about(settings: object) -> None:
    hall = shown(Hall())
    page = see(hall, "event")
    assert '<meta property="og:title" content="Spring Open">' in page
    assert '<meta name="description" content="Spring Open, 7 March 2026' in page
    assert "og:url" not in page
    assert "noindex" not in page
    settings.ORIGIN = "https://play.example"  # type: ignore[attr-defined]
    assert f'og:url" content="https://play.example{address(hall)}"' in see(hall, "event")
    assert "noindex" in see(hall, "players", 1)


def test_an_event_without_a_tournament_says_so() -> None:
    hall = shown(Hall())
    Tournament.objects.all().delete()
    assert "still setting this event up" in see(hall, "event")


# Players and rules


def test_players_are_listed_by_name_with_their_clubs_and_who_left() -> None:
    hall = shown(Hall())
    hall.begin(4)
    club = Club.objects.create(name="Łódź Guild")
    Entry.objects.filter(player=2).update(club=club)
    hall.do(commands.DropPlayer(PlayerId(1)))
    page = see(hall, "players", 1)
    assert [word in line for line, word in zip(lines(page), ("Ada", "Brian", "Chiara", "Dora"), strict=True)]
    assert "dropped" in lines(page)[0]
    assert "Łódź Guild" in lines(page)[1]
    assert len(lines(see(hall, "players", 1, q="lodz"))) == 1
    assert "Nobody of this name" in see(hall, "players", 1, q="nobody")


@pytest.mark.parametrize("regulations", IDS)
def test_the_rules_page_has_every_clause_and_what_was_chosen(regulations: str) -> None:
    hall = shown(Hall(regulations))
    hall.begin(9)
    page = see(hall, "rules", 1)
    rules = hall.state.regulations
    for clause, one in rules.clauses.items():
        assert f'id="{clause}"' in page
        assert one.says in page
    for words in (rules.document.name, rules.document.version, "Swiss round", "minutes"):
        assert words in page
    assert hall.state.draws.commitment is not None
    assert hall.state.draws.commitment not in page, "only where it can be checked"
    assert "Check it yourself" in page
    found = rules_in_use(hall.state)
    rules_of_it = (found.tier, found.structure, *found.times, *found.readings)
    cited = [rule.clause for rule in rules_of_it if rule]
    # What an edition does not name and keeps from those before it rests on a reading.
    assert set(cited) - {KEPT} <= set(rules.clauses)
    assert 'href="#B9"' not in page


def test_a_tier_that_the_edition_does_not_name_and_nobody_chose_is_not_published() -> None:
    hall = shown(Hall("armada-4.0"))
    assert ">Kind of event<" not in hall.client.get(f"/e/{hall.event.code}/1/rules").content.decode()
    chosen = shown(Hall("armada-4.0", setup={"tier": "premier"}))
    page = chosen.client.get(f"/e/{chosen.event.code}/1/rules").content.decode()
    assert ">Kind of event<" in page


@pytest.mark.parametrize("regulations", PAIRS)
def test_every_sentence_of_the_regulations_is_there_for_everybody(regulations: str) -> None:
    hall = shown(Hall(regulations))
    hall.begin(4)
    every = ledgers()[regulations].sentences
    page = unescape(see(hall, "sentences", 1))
    assert [one.sentence for one in every if one.sentence not in page] == []
    own = unescape(see(hall, "sentences", 1, who="player", moment="set-up"))
    wanted = {one.sentence for one in every if one.moment == "set-up" and one.actor in ("player", "anybody")}
    assert {one.sentence for one in every if f">{one.sentence}<" in own} == wanted
    assert "No rule has these words" in see(hall, "sentences", 1, q="<b>xyzzy")
    assert "sentence by sentence" in see(hall, "sentences", 1, who="nobody", moment="never")


def test_a_reading_that_was_changed_is_marked() -> None:
    hall = shown(Hall(setup={"variants": {"last_round": "power"}}))
    page = see(hall, "rules", 1)
    assert page.count("changed here") == 1
    assert "First with second" in page
    assert "changed here" not in see(shown(Hall()), "rules", 1)


# The calendar


def parsed(body: bytes) -> icalendar.Event:
    calendar = icalendar.Calendar.from_ical(body)
    (entry,) = calendar.walk("VEVENT")
    assert isinstance(entry, icalendar.Event)
    return entry


def test_the_schedule_holds_the_rounds_of_the_bracket_from_the_plan_to_the_final() -> None:
    hall = shown(Hall("armada-4.0", {"structure": "custom", "rounds": 1, "cut": 4}))
    hall.begin(8)

    def bracket() -> list[int]:
        page = see(hall, "event").split('class="schedule"')[1].split("</ol>")[0].lower()
        return [len(re.findall(title, page)) for title in ("semi-final", r"\bfinal", "quarter")]

    assert bracket() == [1, 2, 0]
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    for _ in range(2):
        hall.publish()
        assert bracket() == [1, 2, 0]
        hall.play()
    hall.do(commands.FinishTournament())
    assert bracket() == [1, 2, 0]


def test_the_rules_tell_that_dice_decide_last() -> None:
    page = see(shown(Hall("legion-2.0")), "rules", 1)
    assert "At random" in page


def test_the_calendar_entry_says_when_and_where_and_keeps_its_id() -> None:
    hall = shown(Hall())
    venue = Venue.objects.create(keeper=hall.organiser, name="Holocron, Berlin", address="Allee 1\nHof; 2")
    Event.objects.update(venue=venue, name="Spring\r\nOpen; ä", description="Bring dice, please")
    page = Client().get(address(hall, "calendar"))
    assert page.headers["Content-Type"] == "text/calendar; charset=utf-8"
    entry = parsed(page.content)
    assert entry["uid"] == f"{hall.event.code}@muster"
    assert entry.decoded("dtstart") == SATURDAY
    assert entry.decoded("dtend") == SATURDAY + timedelta(hours=8)
    assert str(entry["location"]) == "Holocron, Berlin, Allee 1\nHof; 2"
    assert str(entry["summary"]).split() == ["Spring", "Open;", "ä"]
    assert entry["status"] == "CONFIRMED"
    assert Client().get(address(hall, "calendar")).content == page.content


def test_an_event_of_two_days_is_two_days_in_calendars_and_on_pages() -> None:
    hall = shown(Hall())
    Event.objects.update(last_day=date(2026, 3, 8))
    calendar = icalendar.Calendar.from_ical(Client().get(address(hall, "calendar")).content)
    entries = calendar.walk("VEVENT")
    assert [one.decoded("dtstart") for one in entries] == [SATURDAY, SATURDAY + timedelta(days=1)]
    assert [str(one["summary"]) for one in entries] == ["Spring Open, day 1", "Spring Open, day 2"]
    assert len({str(one["uid"]) for one in entries}) == 2
    page = see(hall, "event")
    assert page.count("8 Mar") >= 2
    assert "8 March" in text(Client().get(reverse("screen:first", args=[hall.event.code])))
    assert "8 Mar" in hall.client.get("/desk/").content.decode()
    Event.objects.update(last_day=date(2026, 3, 7))
    assert parsed(Client().get(address(hall, "calendar")).content).decoded("dtstart") == SATURDAY


def test_a_cancelled_event_is_cancelled_in_calendars_and_a_long_one_ends_with_its_last_day() -> None:
    hall = shown(Hall())
    Event.objects.update(last_day=date(2026, 3, 8))
    hall.event.refresh_from_db()
    calling_off.call_off(hall.event, hall.actor, "The roof leaks", SATURDAY)
    hall.event.refresh_from_db()
    body = calendar_of(hall.event, "https://play.example/e/X")
    [_first, entry] = icalendar.Calendar.from_ical(body).walk("VEVENT")
    assert (entry["status"], entry["sequence"]) == ("CANCELLED", 1)
    assert "The roof leaks" in str(entry["description"])
    assert entry.decoded("dtend").date() == date(2026, 3, 8)
    assert str(entry["url"]) == "https://play.example/e/X"


def test_format_and_match_are_told_where_the_game_has_several() -> None:
    hall = shown(Hall("unlimited-1.3", setup={"swiss_match": "best-of-three"}))
    page = see(hall, "event")
    assert "Premier" in page
    assert "Best of three" in page
    RosterPlan.objects.create(tournament=hall.tournament, construction="limited")
    assert "Limited (sealed or draft)" in see(hall, "event")
    legion = shown(Hall("legion-2.0"))
    assert "<dt>Format</dt>" not in see(legion, "event")


def test_rounds_of_the_organisers_own_are_said_before_they_are_fixed() -> None:
    hall = shown(Hall("unlimited-1.3", CUT))
    assert "<dd>2 Swiss rounds, cut to 4</dd>" in re.sub(
        r"\s*\n\s*|(?<=>)\s+|\s+(?=<)", "", see(hall, "event")
    )


@pytest.mark.parametrize(("name", "fetched"), [("Zlot w Łodzi", 2), ("Rally in Kraków", 0)])
def test_further_letters_of_its_name_are_fetched_at_once(name: str, fetched: int) -> None:
    hall = shown(Hall())
    Event.objects.update(name=name)
    assert see(hall, "event").count("latin-ext") == fetched, (
        "or a first visit mixes two typefaces in one word"
    )
