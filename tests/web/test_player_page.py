"""What a player's page shows at each moment of the day, to whom, and at what cost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from muster.app.common import topics
from muster.app.floor import clocks
from muster.app.history.reasons import typed
from muster.app.history.submitting import announce_plan
from muster.app.links.player_links import renew, token_of
from muster.app.registration.entries import Newcomer, enter, queue, register
from muster.app.standings.read import standings_after
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands, queries
from muster.core.tournament.refusals import Refusal
from muster.people.models import Entry, Event, Notice, Person
from muster.rules.setups import set_ups
from player_cases import Phone, begun, phones, set_tournament, words
from regulations_cases import PAIRS
from web_cases import SATURDAY, Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time, which stands where a test puts it."""
    now = [SATURDAY - timedelta(hours=1)]
    monkeypatch.setattr("django.utils.timezone.now", lambda: now[0])
    return now


def part(page: str, name: str) -> str:
    """One part of a page by its id."""
    return page.split(f'id="{name}"', 1)[1].split("data-part", 1)[1].split("data-part", 1)[0]


# The link ---------------------------------------------------------------------------------------------------------


def test_a_link_that_is_not_valid_says_whom_to_ask() -> None:
    hall = begun()
    phone = Phone(hall, 1)
    token = token_of(phone.entry)
    other = token_of(Phone(hall, 2).entry)
    wrong = [
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        token.partition("-")[0] + "-" + other.partition("-")[2],
        "x",
        "1-" + "A" * 22,
    ]
    for each in wrong:
        page = Client().get(f"/p/{each}")
        assert page.status_code == 404
        assert "new link" in words(page)
        assert page.headers["Cache-Control"] == "private, no-store"
        assert "Ada" not in words(page)


def test_a_renewed_link_closes_the_old_one_for_looking_and_acting() -> None:
    hall = begun()
    phone = Phone(hall, 1)
    old, form = phone.url, phone.fields("call")
    renew(phone.entry)
    for address in ("", "/why", "/drop", "/manifest.webmanifest"):
        assert Client().get(old + address).status_code == 404
    for act in (
        "report",
        "confirm",
        "deny",
        "concede",
        "check-in",
        "drop",
        "come-back",
        "rejoin",
        "call",
        "call/back",
    ):
        assert Client().post(f"{old}/{act}", form).status_code == 404
    assert phone.client.get(phone.url).status_code == 200


def test_links_cannot_be_tried_one_after_another() -> None:
    client = Client()
    pages = [client.get(f"/p/{number}-AAAAAAAAAAAAAAAAAAAAAA") for number in range(61)]
    assert [page.status_code for page in pages[58:]] == [404, 404, 429]
    assert pages[-1].headers["Cache-Control"] == "private, no-store"


def test_the_page_is_private_and_leads_to_no_other_host() -> None:
    hall = begun()
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    page = Phone(hall, 1).client.get(Phone(hall, 1).url)
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "noindex" in page.headers["X-Robots-Tag"]
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert "Muster-Topics" not in page.headers
    text = page.content.decode()
    assert '<meta name="robots" content="noindex' in text
    assert not re.findall(r'(?:href|src|action)="(?:https?:)?//', text)
    assert "sessionid" not in page.cookies


def test_the_manifest_opens_this_page_and_no_other() -> None:
    hall = begun()
    phone = Phone(hall, 1)
    manifest = phone.client.get(phone.url + "/manifest.webmanifest")
    said: Any = manifest.json()
    assert manifest.headers["Content-Type"].startswith("application/manifest+json")
    assert said["start_url"] == said["scope"] == phone.url
    assert all(icon["src"].startswith("/static/") for icon in said["icons"])


def test_the_service_worker_is_the_same_for_everybody() -> None:
    answer = Client().get("/p/sw.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert b"notificationclick" in answer.content


# Cost -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulations", ["armada-4.0", "unlimited-1.3"])
def test_a_page_costs_three_queries_at_every_moment(regulations: str, django_assert_num_queries: Any) -> None:
    hall = Hall(regulations)
    hall.begin(9)
    clocks_on = False

    def look() -> None:
        for player in (1, 2, 9):
            phone = Phone(hall, player)
            url, client = phone.url, Client()
            client.get(url)
            with django_assert_num_queries(3):
                assert client.get(url).status_code == 200

    look()
    for _ in range(2):
        hall.publish()
        if not clocks_on:
            clocks.act(
                hall.tournament.pk,
                hall.actor,
                clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=90),
            )
            clocks_on = True
        Notice.objects.create(event=hall.event, text="Lunch at noon")
        look()
        hall.play(leave=1)
        look()
        hall.play()
        look()


def test_waiting_costs_three_queries_too(django_assert_num_queries: Any) -> None:
    hall = Hall()
    registered = queue(hall.tournament, Newcomer(name="Zoe"))
    url = f"/p/{token_of(registered.entry)}"  # type: ignore[union-attr]
    client = Client()
    with django_assert_num_queries(3):
        assert client.get(url).status_code == 200


# Before the first round -------------------------------------------------------------------------------------------


def test_waiting_for_a_place_shows_the_place_in_line() -> None:
    hall = Hall()
    set_tournament(hall, registration_open=True, capacity=1)
    hall.tournament.refresh_from_db()
    first = register(hall.tournament, Newcomer(name="Ada"))
    second = register(hall.tournament, Newcomer(name="Brian"))
    third = register(hall.tournament, Newcomer(name="Chiara"))
    addresses = [f"/p/{token_of(one.entry)}" for one in (first, second, third)]  # type: ignore[union-attr]
    assert "You are number 1 in line" in words(Client().get(addresses[1]))
    assert "You are number 2 in line" in words(Client().get(addresses[2]))
    assert Client().post(addresses[1] + "/drop", {"key": "a"}).status_code == 302
    assert "You are number 1 in line" in words(Client().get(addresses[2]))
    assert "not registered any more" in words(Client().get(addresses[1]))


@pytest.mark.parametrize(
    ("hours", "open_"), [(-13, False), (-12.01, False), (-12, True), (-1, True), (0, True), (3, True)]
)
def test_checking_in_opens_twelve_hours_before_the_event(
    time: list[datetime], hours: float, open_: bool
) -> None:
    hall = Hall()
    hall.enter(4)
    time[0] = SATURDAY + timedelta(hours=hours)
    phone = Phone(hall, 1)
    assert ("check me in" in phone.look()) is open_
    phone.post("check-in", {"key": "a"}, status=302 if open_ else 422)
    assert (hall.state.players[PlayerId(1)].status == "present") is open_
    assert hall.state.players[PlayerId(2)].status == "entered"


def test_when_checking_in_opens_is_told_in_the_time_of_the_event(time: list[datetime]) -> None:
    hall = Hall()
    hall.enter(4)
    time[0] = SATURDAY - timedelta(days=2)
    assert "Friday 6 March at 22:00" in Phone(hall, 1).look()  # 21:00 in Greenwich, Berlin an hour ahead


def test_checking_in_is_for_the_desk_where_it_says_so(time: list[datetime]) -> None:
    hall = Hall()
    hall.enter(4)
    set_tournament(hall, self_check_in=False)
    phone = Phone(hall, 1)
    assert "Tell the desk when you are here" in phone.look()
    phone.post("check-in", {"key": "a"}, status=422)
    assert hall.state.players[PlayerId(1)].status == "entered"


def test_a_second_tap_on_checking_in_does_no_harm(time: list[datetime]) -> None:
    hall = Hall()
    hall.enter(4)
    phone = Phone(hall, 1)
    form = phone.fields("check-in")
    phone.post("check-in", form)
    version = hall.state.version
    assert "You are checked in" in phone.post("check-in", form)
    assert hall.state.version == version


def test_a_cancelled_event_says_so_and_nobody_checks_in(time: list[datetime]) -> None:
    hall = Hall()
    hall.enter(4)
    Event.objects.filter(pk=hall.event.pk).update(cancelled_at=time[0], cancelled_because="Snow")
    page = Phone(hall, 1).look()
    assert "cancelled" in page
    assert "Snow" in page
    assert "check me in" not in page


def test_somebody_taken_out_by_undo_is_told() -> None:
    hall = Hall()
    hall.enter(4)
    hall.post("undo")
    assert "not registered any more" in Phone(hall, 1).look()


def test_a_late_entry_sits_the_round_out_with_a_loss() -> None:
    hall = begun("armada-4.0", 8, structure="custom", rounds=3, cut=0)
    answer = enter(hall.tournament, hall.actor, [Newcomer(name="Zoe Late")])
    assert not isinstance(answer, Refusal)
    page = Phone(hall, 9).look()
    assert "No match this round" in page
    assert hall.state.regulations.unpaired_loss.clause in page
    hall.play()
    hall.publish()
    assert "loss without an opponent. You are paired" not in Phone(hall, 9).look()


# The round --------------------------------------------------------------------------------------------------------


def test_table_opponent_and_clock_come_first(time: list[datetime]) -> None:
    hall = begun()
    clocks.act(
        hall.tournament.pk, hall.actor, clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=135)
    )
    one, two = phones(hall, 3)
    Person.objects.filter(pk=two.entry.person_id).update(pronouns="they/them")
    time[0] += timedelta(minutes=35)
    page = one.look()
    seat = page.split('id="now"', 1)[1].split('id="act"', 1)[0]
    assert "<strong>3</strong>" in seat
    assert f"<bdi>{two.entry.person.name}</bdi>" in seat
    assert "they/them" in seat
    assert 'data-left="6000000"' in seat
    assert "Report the result" in page.split('id="act"', 1)[1]
    assert "<title>Table 3 · " in page


@pytest.mark.parametrize(
    ("regulations", "clause"), [("legion-2.0", "LEG-END-4"), ("unlimited-1.3", "SWU-BO3-2")]
)
def test_what_happens_when_time_is_up_stands_at_the_clock(
    time: list[datetime], regulations: str, clause: str
) -> None:
    hall = begun(regulations)
    asked = clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=25)
    clocks.act(hall.tournament.pk, hall.actor, asked)
    one, _ = phones(hall, 1)
    rule = re.compile(r"<p[^>]*data-clock-rule[^>]*>.*?</p>", re.DOTALL)
    [before] = rule.findall(one.look())
    assert "hidden" in before
    assert clause in before
    time[0] += timedelta(minutes=26)
    [after] = rule.findall(one.look())
    assert "hidden" not in after


def test_the_extension_of_ones_table_is_in_ones_clock_alone(time: list[datetime]) -> None:
    hall = begun()
    asked = clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=10)
    clocks.act(hall.tournament.pk, hall.actor, asked)
    more = clocks.ClockInput(round_no=RoundNo(1), kind="extend", minutes=4, table=TableNo(2), reason="ruling")
    clocks.act(hall.tournament.pk, hall.actor, more)
    mine, other = phones(hall, 2)[0].look(), phones(hall, 1)[0].look()
    assert 'data-left="840000"' in mine
    assert "4 minutes more" in mine
    assert 'data-left="600000"' in other
    assert "minutes more" not in other


def test_a_clock_of_a_round_that_was_annulled_is_not_shown() -> None:
    hall = Hall()
    hall.begin(8)
    hall.propose()
    hall.do(commands.PublishRound())
    clocks.act(
        hall.tournament.pk, hall.actor, clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=10)
    )
    hall.do(commands.VoidRound(typed("wrong tables")))
    hall.propose()
    hall.do(commands.PublishRound())
    assert "data-left" not in Phone(hall, 1).look()


@pytest.mark.parametrize(
    ("regulations", "clause"),
    [
        ("armada-4.0", "ARM-SET-1"),
        ("legion-2.0", "LEG-SET-1"),
        ("runewars-2.2.2", "RUN-SET-1"),
        ("unlimited-1.3", "SWU-INIT-1"),
        ("armada-pl", "PLA-SET-1"),
    ],
)
def test_the_set_up_of_the_game_is_told_with_its_clauses(regulations: str, clause: str) -> None:
    page = Phone(begun(regulations), 1).look()
    steps = set_ups()[regulations].in_round(1)
    assert page.count(f">{clause}<") == sum(step.clause == clause for step in steps) > 0
    assert f"({clause})" not in page
    assert [step.id for step in steps if str(step.message) not in page] == []


def test_unlimited_tells_who_chooses_and_until_when_a_draw_can_be_agreed_while_a_match_is_played() -> None:
    phone = Phone(begun("unlimited-1.3", swiss_match="best-of-three"), 1)
    page = phone.look()
    assert "later the loser of the game before, and after a draw whoever had initiative in it." in page
    draw = page.index("you may agree to a draw only now, before opening hands are drawn")
    assert draw < page.index("Draw opening hands")
    assert page.index("The first game really played is without sideboard") > draw


def test_runewars_shows_deployment_and_objective_of_the_round() -> None:
    hall = begun("runewars-2.2.2")
    cards = hall.state.rounds[-1].cards
    assert cards is not None
    seat = Phone(hall, 1).look().split('id="act"', 1)[0]
    assert cards.deployment in seat
    assert cards.objective in seat


@pytest.mark.parametrize("regulations", PAIRS)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_report_lists_the_player_first(regulations: str, seat: int) -> None:
    hall = begun(regulations)
    phone = phones(hall)[seat]
    form = phone.client.get(phone.url).content.decode().split('id="act"')[1].split("</form>")[0]
    named = re.findall(r'<label for="report-[a-z._]+\.([01])">\s*<bdi>([^<]*)</bdi></label>', form)
    other = phones(hall)[1 - seat].entry.person.name
    assert named == [(str(seat), "You"), (str(1 - seat), other)] * (len(named) // 2)
    games = re.findall(r'<option value="([01])"[^>]*>\s*(Won|Lost)', form)
    assert games == [(str(seat), "Won"), (str(1 - seat), "Lost")] * (len(games) // 2)
    assert named or games


def test_before_play_nobody_prepares_a_round_and_conceding_weighs_less_than_a_judge() -> None:
    hall = Hall("legion-2.0", {"check_in": True, "structure": "custom", "rounds": 1, "cut": 0})
    hall.enter(2)
    hall.do(commands.CheckIn(PlayerId(1)), commands.CheckIn(PlayerId(2)))
    assert "Play has not begun yet" in Phone(hall, 1).look()
    hall.do(announce_plan(hall.tournament.pk), commands.StartStage())
    assert "Round 1 is being prepared" in Phone(hall, 1).look()
    hall.publish()
    page = Phone(hall, 1).client.get(Phone(hall, 1).url).content.decode()
    assert '<summary class="button quiet">Call a judge' in page
    assert '<summary class="link">Concede' in page


def test_a_bye_says_what_it_is_worth_and_why() -> None:
    hall = begun(players=9)
    bye = hall.state.rounds[-1].byes[0].player
    phone = Phone(hall, bye)
    page = phone.look()
    assert "You have a bye" in page
    assert "8 tournament points" in page
    assert "COM-BYE-1" in page
    assert "bye" in words(phone.client.get(phone.url + "/why"))


def test_why_this_opponent_and_why_this_rank() -> None:
    hall = begun()
    hall.play()
    hall.publish()
    one, _ = phones(hall)
    why = words(one.client.get(one.url + "/why"))
    assert "COM-PAIR" in why
    assert "Why rank" in why
    assert "Margin of victory" in why


def test_the_standings_around_me_are_the_two_above_and_below() -> None:
    hall = begun(players=16)
    hall.play()
    table = standings_after(hall.state)
    page = Phone(hall, table.order[7]).look()
    around = part(page, "mine").split("</table>", 1)[0]
    names = {row.player: Phone(hall, row.player).entry.person.name for row in table.rows}
    shown = [player for player in table.order if f"<bdi>{names[player]}</bdi>" in around]
    assert shown == list(table.order[5:10])
    assert "Rank" in around
    assert "of 16" in around


def test_between_rounds_after_the_last_and_at_the_end() -> None:
    hall = begun("armada-4.0", 4, structure="custom", rounds=2, cut=0)
    hall.play()
    assert "The next round is being prepared" in Phone(hall, 1).look()
    hall.publish()
    hall.play()
    assert "The final places are being made" in Phone(hall, 1).look()
    set_tournament(hall, prizes="1: Big trophy\n2-4: Dice")
    state = hall.do(commands.FinishTournament())
    assert state.places is not None
    first, last = state.places[0].player, state.places[-1].player
    assert "Big trophy" in Phone(hall, first).look()
    assert "Big trophy" not in Phone(hall, last).look()
    assert "Dice" in Phone(hall, last).look()
    assert "Report the result" not in Phone(hall, last).look()


def test_in_the_cut_and_out_of_it() -> None:
    hall = begun("armada-4.0", 8, structure="custom", rounds=1, cut=4)
    hall.play()
    assert "The cut is being made" in Phone(hall, 1).look()
    seeds = hall.do(commands.MakeCut()).seeds
    assert seeds is not None
    out = next(player for player in range(1, 9) if player not in seeds)
    assert "as seed 2" in Phone(hall, seeds[1]).look()
    assert "Your tournament is over" in Phone(hall, out).look()
    hall.do(commands.StartStage())
    hall.publish()
    assert "semi-final" in Phone(hall, seeds[0]).look()
    hall.play()
    match = next(iter(hall.state.rounds[-1].matches.values()))
    assert match.outcome is not None
    assert match.outcome.winner is not None
    winner = match.pairing.players[match.outcome.winner]
    loser = next(each for each in match.pairing.players if each != winner)
    assert "The next round is being prepared" in Phone(hall, winner).look()
    assert "Your tournament is over" in Phone(hall, loser).look()


def test_the_disqualified_are_told_so() -> None:
    hall = begun()
    hall.do(commands.DisqualifyPlayer(PlayerId(2), typed("cheating")))
    page = Phone(hall, 2).look()
    assert "You are disqualified" in page
    assert "cheating" not in page


# Others ------------------------------------------------------------------------------------------------------------


def test_nothing_private_of_another_player_is_shown() -> None:
    hall = begun(players=8)
    hall.play()
    hall.publish()
    for entry in Entry.objects.filter(tournament=hall.tournament).select_related("person"):
        Person.objects.filter(pk=entry.person_id).update(
            alias=f"alias{entry.player}",
            email=f"p{entry.player}@example.org",
            name=f"Given Secret{entry.player}",
        )
        Entry.objects.filter(pk=entry.pk).update(shown_as="alias", table_reason=f"leg{entry.player}")
    phone = Phone(hall, 1)
    pages = "".join(words(phone.client.get(phone.url + path)) for path in ("", "/why", "/drop"))
    match = queries.match_of(hall.state.rounds[-1], PlayerId(1))
    assert match is not None
    opponent = next(each for each in match.pairing.players if each != 1)
    assert f"alias{opponent}" in pages
    assert "Secret" not in pages.replace("Secret1 ", "")
    assert not [number for number in range(2, 9) if f"p{number}@" in pages or f"leg{number}" in pages]
    others = [token_of(Phone(hall, number).entry) for number in range(2, 9)]
    assert not [token for token in others if token in pages]


def test_hostile_names_and_notices_are_only_text() -> None:
    hall = begun()
    one, two = phones(hall)
    evil = "<script>alert(1)</script>\u202e"
    Person.objects.filter(pk=two.entry.person_id).update(name=evil, pronouns='"><img src=x>')
    Notice.objects.create(event=hall.event, text="<b>loud</b>", urgent=True)
    raw = one.client.get(one.url).content.decode()
    assert "<script>alert" not in raw
    assert "<img src=x" not in raw
    assert "<b>loud" not in raw
    assert "&lt;b&gt;loud" in raw


def test_notices_of_the_desk_are_shown_until_they_end() -> None:
    hall = begun()
    Notice.objects.create(event=hall.event, text="Lunch at noon")
    Notice.objects.create(event=hall.event, text="Old news", ended_at=datetime(2026, 3, 7, tzinfo=UTC))
    page = Phone(hall, 1).look()
    assert "Lunch at noon" in page
    assert "Old news" not in page


def test_public_pages_are_linked_only_where_the_event_is_shown() -> None:
    hall = begun()
    assert f"/e/{hall.event.code}" not in Phone(hall, 1).look()
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    assert f"/e/{hall.event.code}" in Phone(hall, 1).look()


def test_the_page_follows_its_own_table_and_not_every_other() -> None:
    hall = begun()
    one, _ = phones(hall, 2)
    followed = topics_on(one.look())
    assert {"1/round", "1/clock", "1/t2", f"1/p{one.player}", "news", "1/over"} <= followed
    assert "1/results" not in followed
    hall.play(leave=1)
    assert "1/over" in topics_on(one.look()), "not of each of the others' results, but of the last"
    assert "1/results" not in topics_on(one.look())
    hall.play()
    assert "1/results" in topics_on(one.look())


def topics_on(page: str) -> set[str]:
    return set(page.split('data-topics="', 1)[1].split('"', 1)[0].split())


def test_whoever_has_played_is_told_at_once_that_the_round_is_over(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[frozenset[str]] = []
    monkeypatch.setattr(topics, "_listeners", [told.append])
    hall = begun()
    code = hall.event.code
    over = f"{code}/1/over"
    matches = len(hall.state.rounds[-1].matches)
    for leave in reversed(range(matches)):
        before = len(told)
        with django_capture_on_commit_callbacks(execute=True):
            hall.play(leave=leave)
        assert any(over in each for each in told[before:]) == (leave == 0)
