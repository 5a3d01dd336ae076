"""Events are set up, changed, copied and deleted at the desk."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from muster.app.events.editing import EventDetails, create_event
from muster.app.events.own_rules import read_own
from muster.core.tournament import commands
from muster.core.tournament.course import Course
from muster.core.tournament.state import State
from muster.journal import store
from muster.journal.models import FactRow
from muster.people.models import Entry, Event, Person, Staff, Tournament, Venue
from muster.rules.load import MAX_BYTES, available
from muster.rules.schema import Regulations
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Winter Cup",
    "day": "2026-12-05",
    "time": "10:30",
    "time_zone": "Europe/Warsaw",
    "regulations": "legion-2.0",
    "structure": "basic",
    "tournament_name": "Main event",
    "names": "full",
    "rosters": "none",
}
OWN = "docs/regulations.md"


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(account(), backend="django.contrib.auth.backends.ModelBackend")
    return client


def create(client: Client, **changed: Any) -> HttpResponse:
    return client.post(reverse("desk:new"), {**FORM, **changed}, follow=True)  # type: ignore[return-value]


def text(response: HttpResponse) -> str:
    return unescape(response.content.decode())


def made() -> Event:
    return Event.objects.get()


def state_of(event: Event, number: int = 1) -> State:
    return store.load(event.tournaments.get(number=number).pk).state


def own_rules() -> str:
    """The complete example of the documentation."""
    from pathlib import Path

    page = (Path(__file__).parents[2] / OWN).read_text(encoding="utf-8")
    found = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert found
    return found[1]


def upload(text_: str | bytes, name: str = "own.toml") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text_.encode() if isinstance(text_, str) else text_)


def test_an_event_is_set_up_on_one_page(client: Client) -> None:
    page = create(client)
    event = made()
    assert page.status_code == 200
    assert event.code in text(page)
    assert event.opens_at == datetime(2026, 12, 5, 9, 30, tzinfo=UTC)
    assert event.staff.get().role == "organiser"
    assert state_of(event).created.structure == "basic"
    assert str(state_of(event).created.day) == "2026-12-05"


def test_an_event_that_is_put_on_the_front_page_is_shown_to_everybody(client: Client) -> None:
    create(client, on_front="on", price="40 zł at the door")
    event = made()
    assert (event.listed, event.on_front, event.price) == (True, True, "40 zł at the door")
    assert event.name in text(Client().get("/"))  # type: ignore[arg-type]
    settings = reverse("desk:settings", args=[event.code])
    same = {**FORM, "time_zone": "UTC"}
    client.post(settings, {**same, "on_front": "on"})
    assert not made().listed, "taken back on purpose"
    client.post(settings, same)
    client.post(settings, {**same, "on_front": "on"})
    assert made().listed


def test_the_price_is_asked_for_where_an_event_is_set_up(client: Client) -> None:
    assert 'name="price"' in text(client.get(reverse("desk:new")))  # type: ignore[arg-type]


@pytest.mark.parametrize("summary", available(), ids=lambda summary: summary.id)
def test_every_game_can_be_set_up_with_what_its_page_offers_first(client: Client, summary: Any) -> None:
    create(client, regulations=summary.id)
    assert state_of(made()).regulations.id == summary.id


def test_the_public_address_and_its_qr_code_are_shown(client: Client) -> None:
    page = text(create(client))
    assert f"/e/{made().code}" in page
    assert "<svg" in page


def test_everything_wrong_is_shown_at_once_and_nothing_typed_is_lost(client: Client) -> None:
    page = create(client, name="", day="never", time_zone="Mars/Base", capacity="1", club="x", tables="1-x")
    assert page.status_code == 422
    assert not Event.objects.exists()
    shown = text(page)
    for field in ("name", "day", "time_zone", "capacity"):
        assert f'id="id_{field}_error"' in shown
    assert 'value="Mars/Base"' in shown
    assert 'value="1-x"' in shown


def test_what_the_engine_refuses_stands_at_its_field_with_the_clause(client: Client) -> None:
    page = create(client, structure="custom", rounds="3", cut="3")
    assert page.status_code == 422
    fault = text(page).split('id="id_cut_error"')[1].split("</p>")[0]
    assert "fills a bracket" in fault
    assert '<span class="clause">COM-CUT-1</span>' in fault
    assert not Event.objects.exists()
    assert not FactRow.objects.exists()


def test_bad_tables_are_shown_at_the_tables(client: Client) -> None:
    assert 'id="id_tables_error"' in text(create(client, tables="9-1"))


def test_own_rounds_and_cut(client: Client) -> None:
    create(client, structure="custom", rounds="7", cut_kind="at-least-points", cut="4")
    created = state_of(made()).created
    assert (created.structure, created.rounds, created.cut_kind, created.cut) == (
        "custom",
        7,
        "at-least-points",
        4,
    )


@pytest.mark.parametrize(
    ("sent", "course", "rounds"),
    [
        ({"course": "round-robin", "rounds": ""}, Course("round-robin"), None),
        ({"course": "double-round-robin", "rounds": "9"}, Course("double-round-robin"), None),
        ({"course": "pods", "rounds": "3", "day_one": "1"}, Course("pods"), 3),
        ({"course": "two-days", "rounds": "9", "day_one": "6", "points": "12"}, Course("swiss", 6, 12), 9),
        ({"course": "swiss", "rounds": "4", "day_one": "2", "points": "3"}, Course(), 4),
    ],
)
def test_how_the_rounds_go_is_chosen_with_its_figures(
    client: Client, sent: dict[str, str], course: Course, rounds: int | None
) -> None:
    create(client, structure="custom", **sent)
    created = state_of(made()).created
    assert (created.course, created.rounds) == (course, rounds)


def test_figures_of_two_days_that_cannot_be_are_refused_at_their_fields(client: Client) -> None:
    response = create(client, structure="custom", course="two-days", rounds="3", day_one="3", points="")
    page = text(response)
    assert 'id="id_day_one_error"' in page
    assert 'id="id_points_error"' in page
    assert not Event.objects.exists()


def test_elimination_from_the_start(client: Client) -> None:
    create(client, structure="elimination")
    assert state_of(made()).created.first_stage == "elimination"


def test_match_formats_are_offered_where_a_game_has_several(client: Client) -> None:
    assert "id_swiss_match" not in text(client.get(reverse("desk:new")))  # type: ignore[arg-type]
    create(client, regulations="unlimited-1.3", swiss_match="best-of-three")
    assert state_of(made()).created.swiss_match == "best-of-three"


def test_a_match_format_the_tier_does_not_know_is_refused_at_its_field(client: Client) -> None:
    page = create(client, regulations="unlimited-1.3", tier="competitive", swiss_match="single-game")
    assert 'id="id_swiss_match_error"' in text(page)


def test_readings_are_explained_and_can_be_chosen(client: Client) -> None:
    shown = text(client.get(reverse("desk:new")))  # type: ignore[arg-type]
    assert "what somebody gets whose opponent does not come." in shown.casefold()
    create(client, variant_bye_is_opponent="True", variant_first_round="clubs-apart")
    variants = state_of(made()).variants
    assert variants.bye_is_opponent is True
    assert variants.first_round == "clubs-apart"


def test_a_ratio_that_is_none_is_refused_at_its_field(client: Client) -> None:
    page = create(client, regulations="unlimited-1.3", variant_rate_floor="a third")
    assert 'id="id_variant_rate_floor_error"' in text(page)


def test_choosing_another_game_keeps_what_was_typed_and_creates_nothing(client: Client) -> None:
    page = create(client, regulations="unlimited-1.3", again="1")
    assert page.status_code == 200
    assert not Event.objects.exists()
    shown = text(page)
    assert 'value="Winter Cup"' in shown
    assert "id_swiss_match" in shown
    assert 'class="fault"' not in shown


def test_a_new_venue_is_kept_and_its_tables_are_used(client: Client) -> None:
    create(client, venue_name="The Guild", venue_address="Main Road 1", venue_tables="1-8,21-24")
    venue = Venue.objects.get()
    assert made().venue == venue
    tables = state_of(made()).tables
    assert tables is not None
    assert tables.tables == "1-8,21-24"


def test_a_venue_of_before_is_chosen_again(client: Client) -> None:
    venue = Venue.objects.create(keeper=account(), name="The Guild", tables="5-9")
    create(client, venue=str(venue.pk))
    tables = state_of(made()).tables
    assert tables is not None
    assert tables.tables == "5-9"


def test_somebody_elses_venue_cannot_be_chosen(client: Client) -> None:
    venue = Venue.objects.create(keeper=account("Somebody Else"), name="Secret Club")
    page = create(client, venue=str(venue.pk))
    assert page.status_code == 422
    assert "Secret Club" not in text(page)


@pytest.mark.parametrize(
    ("day", "time", "zone"),
    [("2026-03-29", "02:30", "Europe/Berlin"), ("2026-03-08", "02:15", "America/New_York")],
)
def test_a_time_that_the_clocks_leave_out_is_refused(client: Client, day: str, time: str, zone: str) -> None:
    page = create(client, day=day, time=time, time_zone=zone)
    assert "clocks are put forward" in text(page)


@pytest.mark.parametrize("zone", ["../../etc/passwd", "/etc/localtime", "America", "Europe/", "x" * 300])
def test_only_time_zones_there_are(client: Client, zone: str) -> None:
    assert create(client, time_zone=zone).status_code == 422


def test_a_time_zone_is_known_whatever_its_capitals(client: Client) -> None:
    create(client, time_zone="america/new york")
    assert made().time_zone == "America/New_York"


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "2026-02-30"])
def test_dates_that_cannot_be_are_refused(client: Client, day: str) -> None:
    assert create(client, day=day).status_code == 422


def test_the_same_form_sent_twice_makes_one_event(client: Client) -> None:
    create(client, key="abc")
    page = create(client, key="abc")
    assert made().name in text(page)


def test_a_refused_form_can_be_sent_again(client: Client) -> None:
    create(client, key="abc", structure="custom")
    create(client, key="abc")
    assert made()


def test_a_file_of_ones_own(client: Client) -> None:
    create(client, own_file=upload(own_rules()))
    assert state_of(made()).regulations.id == "club-skirmish-1"


def test_a_file_need_not_be_chosen_again_after_another_mistake(client: Client) -> None:
    page = create(client, own_file=upload(own_rules()), name="").content.decode()
    kept = re.search(r'name="own_text" value="([^"]*)"', page)
    assert kept
    assert "club-skirmish-1" in kept[1]
    create(client, regulations="own", own_text=unescape(kept[1]), own_name="own.toml")
    assert state_of(made()).regulations.id == "club-skirmish-1"


def test_mistakes_in_a_file_are_listed_with_their_lines(client: Client) -> None:
    wrong = own_rules().replace("minutes = 60", "minutes = sixty", 1)
    line = 1 + wrong[: wrong.index("sixty")].count("\n")
    page = create(client, own_file=upload(wrong))
    assert page.status_code == 422
    assert f"Line {line}" in text(page)
    assert "minutes = sixty" in text(page)


def test_a_wrong_value_is_found_in_its_line() -> None:
    wrong = own_rules().replace("competitive = false", "competitive = 3")
    mistakes = read_own(wrong.encode(), "own.toml")
    assert not isinstance(mistakes, Regulations)
    assert mistakes[0].shown == "competitive = 3"
    assert mistakes[0].line == 1 + wrong[: wrong.index("competitive = 3")].count("\n")


@pytest.mark.parametrize(
    "content",
    [b"\x00\x01\xff", b"", b"[" * 5000, b"format = 1\n" * 3, b"a." * 5000, "\u202e = 1".encode()],
    ids=["binary", "empty", "brackets", "twice", "dots", "direction"],
)
def test_hostile_files_are_refused_with_words(client: Client, content: bytes) -> None:
    page = create(client, own_file=upload(content))
    assert page.status_code == 422
    assert not Event.objects.exists()


def test_a_file_that_is_too_long_is_refused(client: Client) -> None:
    page = create(client, own_file=upload(b"#" * (MAX_BYTES + 1)))
    assert page.status_code == 422
    assert "at most 100,000" in text(page)


def test_a_body_that_is_too_large_is_refused_unread(client: Client) -> None:
    page = create(client, own_file=upload(b"#" * 6_000_000))
    assert page.status_code == 413
    assert not Event.objects.exists()


HOSTILE = {
    "script": "<script>alert(1)</script>",
    "override": "Anna\u202egnitset",
    "emoji": "👩‍💻 Zoë 🏴󠁧󠁢󠁷󠁬󠁳󠁿",
    "nul": "An\x00na",
    "lines": "Anna\r\nSet-Cookie: x",
    "quote": '"><img src=x onerror=alert(1)>',
}


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_hostile_names_become_harmless_text_or_are_refused(client: Client, name: str) -> None:
    fields = ("name", "tournament_name", "venue_name", "venue_address", "description", "prizes")
    page = create(client, **dict.fromkeys(fields, name))
    assert page.status_code in {200, 422}
    for event in Event.objects.all():
        assert not set("\x00\r\n\u202e") & set(event.name)
    for url in (reverse("desk:home"), reverse("desk:venues"), page.request["PATH_INFO"]):  # type: ignore[attr-defined]
        shown = client.get(url).content.decode()
        assert "<script>alert" not in shown
        assert "<img src=x" not in shown


def test_names_of_all_scripts_stay_as_they_are(client: Client) -> None:
    for name in (HOSTILE["emoji"], "نوری‌زاده", "Łódź Open ’26", "名古屋"):
        create(client, name=name)
        assert Event.objects.filter(name=name).exists()


@pytest.mark.parametrize("field", ["name", "tournament_name", "venue_name", "venue_address", "tables"])
def test_text_that_is_too_long_is_refused_and_kept(client: Client, field: str) -> None:
    page = create(client, **{"venue_name": "x", field: "ä" * 501})
    assert page.status_code == 422
    assert f'id="id_{field}_error"' in text(page)
    assert "ä" * 501 in text(page)


@pytest.mark.parametrize("name", ["   ", "\u200b\u200d", "\u202e", "\u0301"])
def test_a_name_in_which_nothing_shows_is_no_name(client: Client, name: str) -> None:
    assert 'id="id_name_error"' in text(create(client, name=name))


def test_the_list_groups_and_finds_events_whatever_accents(client: Client) -> None:
    for name, year, who in (
        ("Łódź Open", 2020, account()),
        ("Zoë's Cup", 2090, account()),
        ("Not mine", 2090, account("Somebody Else")),
    ):
        opens = datetime(year, 5, 1, 8, tzinfo=UTC)
        create_event(who, EventDetails(name=name, opens_at=opens, time_zone="UTC"))
    shown = text(client.get(reverse("desk:home")))  # type: ignore[arg-type]
    assert shown.index("Coming up") < shown.index("Zoë's Cup") < shown.index("Łódź Open")
    assert "Not mine" not in shown
    found = text(client.get(reverse("desk:home"), {"q": "lodz"}))  # type: ignore[arg-type]
    assert "Łódź Open" in found
    assert "Zoë's Cup" not in found


def test_a_long_list_comes_in_pages(client: Client, django_assert_max_num_queries: Any) -> None:
    for day in range(1, 29):
        opens = datetime(2020, 2, day, tzinfo=UTC)
        create_event(account(), EventDetails(name=f"Event {day:02}", opens_at=opens, time_zone="UTC"))
    with django_assert_max_num_queries(6):
        first = text(client.get(reverse("desk:home")))  # type: ignore[arg-type]
    second = text(client.get(reverse("desk:home"), {"page": "2"}))  # type: ignore[arg-type]
    assert "Event 28" in first
    assert "Event 01" not in first
    assert "Event 01" in second


def test_an_empty_list_says_what_to_do(client: Client) -> None:
    assert reverse("desk:new") in text(client.get(reverse("desk:home")))  # type: ignore[arg-type]


def test_a_side_event_is_added() -> None:
    hall = Hall()
    page = hall.client.post(
        reverse("desk:add-tournament", args=[hall.event.code]),
        {**FORM, "regulations": "armada-4.0", "tournament_name": "Side"},
    )
    assert page.status_code == 302
    side = hall.event.tournaments.get(number=2)
    assert side.name == "Side"
    assert str(state_of(hall.event, 2).created.day) == "2026-03-07"


def test_the_event_page_shows_what_each_tournament_needs_next(django_assert_max_num_queries: Any) -> None:
    hall = Hall()
    hall.enter(9)
    with django_assert_max_num_queries(15):
        page = hall.client.get(reverse("desk:event", args=[hall.event.code]))
    assert "9 players are here" in text(page)  # type: ignore[arg-type]


def test_the_settings_of_an_event_are_changed() -> None:
    hall = Hall()
    url = reverse("desk:settings", args=[hall.event.code])
    assert 'value="10:00"' in text(hall.client.get(url))  # type: ignore[arg-type]
    hall.client.post(url, {**FORM, "name": "Renamed", "listed": "on"})
    hall.event.refresh_from_db()
    assert hall.event.name == "Renamed"
    assert hall.event.listed
    assert hall.event.opens_at.astimezone(ZoneInfo("Europe/Warsaw")).hour == 10


def test_a_practice_event_is_made_so_and_nothing_becomes_one() -> None:
    hall = Hall()
    hall.client.post(reverse("desk:settings", args=[hall.event.code]), {**FORM, "practice": "on"})
    hall.event.refresh_from_db()
    assert not hall.event.practice


def test_the_settings_of_a_tournament_are_changed_while_it_runs() -> None:
    hall = Hall()
    hall.begin(8)
    data = {"tournament_name": "Big One", "capacity": "40", "names": "short", "rosters": "required"}
    page = hall.client.post(hall.url("tournament-settings"), {**data, "prizes": "1st: a mat\n2nd: dice"})
    assert page.status_code == 302
    hall.tournament.refresh_from_db()
    assert (hall.tournament.name, hall.tournament.capacity, hall.tournament.names) == ("Big One", 40, "short")
    assert hall.tournament.prizes == "1st: a mat\n2nd: dice"


def test_an_event_is_copied_without_players() -> None:
    hall = Hall(setup={"structure": "custom", "rounds": 4, "cut": 4, "check_in": True})
    hall.do(commands.SetTables("11-30", "30"))
    hall.enter(9)
    hall.staff("judge")
    page = hall.client.post(
        reverse("desk:copy", args=[hall.event.code]),
        {"name": "Spring Open 2", "day": "2026-04-11", "time": "10:00", "staff": "on"},
    )
    assert page.status_code == 302
    copy = Event.objects.get(name="Spring Open 2")
    state = state_of(copy)
    assert (state.created.structure, state.created.rounds, state.created.cut) == ("custom", 4, 4)
    assert state.tables is not None
    assert (state.tables.tables, state.tables.reserved) == ("11-30", "30")
    assert not state.players
    assert str(state.created.day) == "2026-04-11"
    assert sorted(copy.staff.values_list("role", flat=True)) == ["judge", "organiser"]
    assert not copy.listed
    assert copy.copied_from == hall.event


def test_an_event_is_copied_with_players_but_no_results() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    hall.client.post(
        reverse("desk:copy", args=[hall.event.code]),
        {"name": "Again", "day": "2026-04-11", "time": "10:00", "players": "on"},
    )
    copy = Event.objects.get(name="Again")
    assert len(state_of(copy).players) == 8
    assert not state_of(copy).rounds
    assert copy.staff.count() == 1


def test_a_copy_knows_the_unlimited_ids_and_asks_again_who_is_under_age() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(2)
    Entry.objects.filter(player=1).update(uid="UID-0001", minor=True)
    hall.client.post(
        reverse("desk:copy", args=[hall.event.code]),
        {"name": "Again", "day": "2026-04-11", "time": "10:00", "players": "on"},
    )
    kept = Entry.objects.filter(tournament__event__name="Again").order_by("player")
    assert list(kept.values_list("uid", "minor")) == [("UID-0001", False), ("", False)]


def test_an_event_with_nothing_on_record_is_deleted_for_good() -> None:
    hall = Hall()
    journal = hall.tournament.pk
    hall.client.post(reverse("desk:delete", args=[hall.event.code]))
    assert not Event.objects.exists()
    assert not FactRow.objects.filter(tournament=journal).exists()


def test_looking_at_the_question_deletes_nothing() -> None:
    hall = Hall()
    assert hall.client.get(reverse("desk:delete", args=[hall.event.code])).status_code == 200
    assert Event.objects.exists()


def test_an_event_with_players_is_kept() -> None:
    hall = Hall()
    hall.enter(2)
    page = hall.client.post(reverse("desk:delete", args=[hall.event.code]))
    assert page.status_code == 422
    assert Event.objects.exists()


def test_a_practice_event_is_deleted_with_everybody_only_it_knew() -> None:
    hall = Hall()
    hall.enter(4)
    Event.objects.filter(pk=hall.event.pk).update(practice=True)
    hall.client.post(reverse("desk:delete", args=[hall.event.code]))
    assert not Event.objects.exists()
    assert not Person.objects.exists()
    assert not Tournament.objects.exists()
    assert not Staff.objects.exists()


def test_venues_are_kept_changed_and_forgotten(client: Client) -> None:
    client.post(reverse("desk:venues"), {"name": "Guild", "tables": "1-4"})
    venue = Venue.objects.get()
    client.post(reverse("desk:venue", args=[venue.pk]), {"name": "The Guild", "tables": "1-6"})
    venue.refresh_from_db()
    assert (venue.name, venue.tables) == ("The Guild", "1-6")
    client.post(reverse("desk:forget-venue", args=[venue.pk]))
    assert not Venue.objects.exists()


def test_bad_tables_of_a_venue_are_refused_and_kept_on_the_page(client: Client) -> None:
    page = client.post(reverse("desk:venues"), {"name": "Guild", "tables": "4-1"})
    assert page.status_code == 422
    assert 'value="4-1"' in text(page)  # type: ignore[arg-type]


def test_somebody_elses_venue_is_not_found(client: Client) -> None:
    venue = Venue.objects.create(keeper=account("Somebody Else"), name="Secret")
    for url in (reverse("desk:venue", args=[venue.pk]), reverse("desk:forget-venue", args=[venue.pk])):
        assert client.post(url, {"name": "Mine"}).status_code == 404
    assert Venue.objects.get().name == "Secret"


def test_two_venues_of_one_keeper_have_two_names(client: Client) -> None:
    Venue.objects.create(keeper=account(), name="A")
    other = Venue.objects.create(keeper=account(), name="B")
    assert client.post(reverse("desk:venue", args=[other.pk]), {"name": "A"}).status_code == 422
