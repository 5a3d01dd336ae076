"""A game of one's own is made by questions, looked at, used, and changed until it begins; others come ready-made."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from muster.app.events.own_rules import read_own
from muster.core.tournament import commands
from muster.journal import store
from muster.people.models import Event
from muster.rules.load import MAX_BYTES, ready_made
from muster.rules.own_games import game_of
from muster.rules.schema import Regulations
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

EVENT = {
    "name": "Thursday at the club",
    "day": "2026-12-05",
    "time": "19:00",
    "time_zone": "Europe/Warsaw",
    "structure": "basic",
    "tournament_name": "Main event",
    "names": "full",
    "rosters": "none",
}
CHESS = {
    "game-name": "Chess at the Rook",
    "game-result": "winner",
    "game-win": "1",
    "game-draw": "½",
    "game-loss": "0",
    "game-bye": "1",
    "game-draws": "on",
    "game-minutes": "45",
    "game-fixed": "yes",
    "game-rounds": "5",
    "game-fide": "on",
    "game-tiebreaker_1": "buchholz-cut-1",
    "game-tiebreaker_2": "buchholz",
    "game-tiebreaker_3": "sonneborn-berger",
}
QUEST = {
    **CHESS,
    "game-name": "Quest",
    "game-result": "places",
    "game-counted": "Gold",
    "game-places": "5 3 1½ 1",
    "game-bye": "5",
    "game-fide": "",
    "game-tiebreaker_1": "opponents-match-wins",
    "game-tiebreaker_2": "",
    "game-tiebreaker_3": "",
}


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(account(), backend="django.contrib.auth.backends.ModelBackend")
    return client


def text(response: Any) -> str:
    return unescape(response.content.decode())


def look(client: Client, answers: dict[str, str], **more: str) -> HttpResponse:
    return client.post(reverse("desk:own-game"), {**answers, "look": "1", **more})  # type: ignore[return-value]


def hidden(page: Any, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page.content.decode())
    assert found
    return unescape(found[1])


def made_of(page: Any) -> Regulations:
    found = read_own(hidden(page, "own_text").encode(), "own.toml")
    assert isinstance(found, Regulations)
    return found


def create(client: Client, **more: Any) -> HttpResponse:
    return client.post(reverse("desk:new"), {**EVENT, **more}, follow=True)  # type: ignore[return-value]


def used(client: Client, answers: dict[str, str] = CHESS) -> Event:
    toml = hidden(look(client, answers), "own_text")
    page = create(client, regulations="own", own_text=toml, own_name="own.toml")
    assert page.status_code == 200, text(page)
    return Event.objects.get()


def test_chess_by_questions_shows_halves_and_makes_an_event(client: Client) -> None:
    page = look(client, CHESS)
    assert page.status_code == 200
    rules = made_of(page)
    assert [each.short for each in rules.standings.tiebreakers] == ["BH-1", "BH", "SB"]
    assert (rules.scoring.points.win, rules.scoring.points.draw) == (2, 1)  # type: ignore[union-attr]
    assert "½" in text(page), "the example shows halves"
    event = used(client)
    state = store.load(event.tournaments.get().pk).state
    assert state.regulations == rules
    assert str(state.regulations.bye.points) == "1"


@pytest.mark.parametrize(
    "changed",
    [
        {"game-result": "games", "game-win": "3", "game-draw": "1", "game-tiebreaker_3": "game-wins"},
        {
            "game-result": "score",
            "game-counted": "Goals",
            "game-tiebreaker_3": "margin",
            "game-bye_score": "3",
        },
        {"game-result": "score", "game-draws": "", "game-tiebreaker_3": "total-score"},
        {"game-draws": "", "game-draw": "", "game-fixed": "no", "game-rounds": ""},
    ],
    ids=["games", "scores", "scores without draws", "no draws"],
)
def test_every_kind_of_result_has_an_example(client: Client, changed: dict[str, str]) -> None:
    page = look(client, {**CHESS, **changed})
    assert page.status_code == 200, text(page)
    assert "standings of a made-up evening" in text(page)
    assert game_of(made_of(page)) is not None


def test_a_game_at_tables_has_an_example(client: Client) -> None:
    page = look(client, QUEST)
    assert page.status_code == 200, text(page)
    assert made_of(page).scoring.model == "placing"


WRONG = {
    "nothing at all": (dict.fromkeys(CHESS, ""), "This field is required"),
    "a win that is nothing": ({"game-win": "0"}, "more than a loss"),
    "a draw above a win": ({"game-draw": "2"}, "no more than a win"),
    "a quarter": ({"game-draw": "0.25"}, "such as 3, ½ or 2.5"),
    "a great many points": ({"game-win": "999999"}, "from 0 to 1000"),
    "words": ({"game-bye": "as usual"}, "such as 3, ½ or 2.5"),
    "no rounds": ({"game-rounds": ""}, "number of rounds"),
    "too many minutes": ({"game-minutes": "100000000000000000000"}, "1000"),
    "no tiebreaker": ({f"game-tiebreaker_{at}": "" for at in (1, 2, 3)}, "Choose at least one"),
    "a result of no kind": ({"game-result": "chess"}, "chess"),
    "a tiebreaker of scores": ({"game-tiebreaker_1": "total-score"}, "does not fit"),
    "a tiebreaker of no kind": ({"game-tiebreaker_1": "<script>"}, "Select a valid choice"),
    "one twice": ({"game-tiebreaker_2": "buchholz-cut-1"}, "chosen above already"),
    "places that rise": ({**QUEST, "game-places": "1 3"}, "the first place first"),
    "places of nobody": ({**QUEST, "game-places": ""}, "the first place first"),
    "places in words": ({**QUEST, "game-places": "five three"}, "such as 3, ½ or 2.5"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_is_said_at_its_question(client: Client, what: str) -> None:
    changed, says = WRONG[what]
    page = look(client, {**CHESS, **changed})
    assert page.status_code == 422
    assert says in text(page)
    assert 'name="own_text"' not in page.content.decode()


HOSTILE = [
    '"""',
    "\\",
    "\x7f",
    "'''\n[bye]",
    "<b>x</b>",
    "\u202egame",
    "{{ 7|add:7 }}",
    "🎲",
    "%s %(x)s {y}",
    "]",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_a_name(client: Client, name: str) -> None:
    page = look(
        client, {**CHESS, "game-name": name + "x", "game-result": "score", "game-counted": name + "y"}
    )
    assert page.status_code in (200, 422)
    assert "<b>x</b>" not in page.content.decode()
    if page.status_code == 200:
        assert made_of(page).bye.points == 2


def test_what_was_typed_of_the_event_is_carried_through(client: Client) -> None:
    page = client.post(reverse("desk:own-game"), {**EVENT, "own": "1"})
    assert hidden(page, "tournament_name") == "Main event"
    looked = look(client, CHESS, **EVENT)
    back = client.post(
        reverse("desk:new"),
        {
            **EVENT,
            "regulations": "own",
            "own_text": hidden(looked, "own_text"),
            "own_name": "x",
            "again": "1",
        },
    )
    assert "Thursday at the club" in text(back)
    assert "Chess at the Rook" in text(back)
    sent = {"regulations": "own", "own_text": hidden(looked, "own_text"), "own": "1"}
    again = client.post(reverse("desk:own-game"), sent)
    assert 'value="Chess at the Rook"' in text(again)


def test_a_stranger_makes_no_game() -> None:
    assert Client().get(reverse("desk:own-game")).status_code == 302


def test_the_game_is_changed_until_the_rounds_are_fixed(client: Client) -> None:
    event = used(client)
    where = reverse("desk:game", args=[event.code, 1])
    assert 'value="½"' in text(client.get(where))
    changed = {**CHESS, "game-minutes": "30", "game-tiebreaker_1": "median-buchholz"}
    page = client.post(where, {**changed, "look": "1"})
    toml = hidden(page, "own_text")
    assert client.post(where, {"own_text": toml, "use": "1"}).status_code == 302
    pk = event.tournaments.get().pk
    assert store.load(pk).state.regulations.round_times[0].minutes == 30
    assert client.post(where, {"own_text": "x = 1", "use": "1"}).status_code == 422
    hall = Hall()
    hall.event, hall.tournament = event, event.tournaments.get()
    hall.begin(4)
    assert "The rounds are fixed" in text(client.get(where))
    assert client.post(where, {"own_text": toml, "use": "1"}).status_code == 409


def test_rules_of_a_publisher_are_not_changed_into_a_game_of_ones_own(client: Client) -> None:
    create(client, regulations="legion-2.0")
    event = Event.objects.get()
    where = reverse("desk:game", args=[event.code, 1])
    assert "These rules come along" in text(client.get(where))
    toml = hidden(look(client, CHESS), "own_text")
    page = client.post(where, {"own_text": toml, "use": "1"})
    assert page.status_code == 409
    assert "set up another tournament" in text(page)


@pytest.mark.parametrize("one", ready_made(), ids=lambda one: one.id)
def test_a_ready_made_game_is_one_click(client: Client, one: Any) -> None:
    page = text(client.get(reverse("desk:new")))
    group = page[page.index("not by a publisher") :]
    assert f'value="{one.id}"' in group[: group.index("</optgroup>")]
    create(client, regulations=one.id)
    event = Event.objects.get()
    assert store.load(event.tournaments.get().pk).state.regulations.id == one.id


def test_a_file_of_half_a_megabyte_is_refused_unread(client: Client) -> None:
    page = create(client, regulations="own", own_text="x = [" + "1," * 250_000 + "]", own_name="big.toml")
    assert page.status_code == 422
    assert f"{MAX_BYTES:,}" in text(page)


def test_the_pages_are_small(client: Client) -> None:
    assert len(look(client, CHESS).content) < 60_000
    event = used(client)
    assert commands.ChangeRules.right == "manage-event"
    assert len(client.get(reverse("desk:game", args=[event.code, 1])).content) < 60_000


@pytest.mark.parametrize(("name", "polish"), [("Chess", "Szachy"), ("Time", "Koniec czasu")])
def test_a_name_somebody_typed_is_never_translated(client: Client, name: str, polish: str) -> None:
    event = used(client, {**CHESS, "game-name": name})
    Event.objects.update(listed=True)
    addresses = [reverse("desk:event", args=[event.code]), f"/e/{event.code}", f"/e/{event.code}/1/rules"]
    addresses += [f"/e/{event.code}/screen", reverse("desk:tournament-settings", args=[event.code, 1])]
    addresses += [reverse("desk:history", args=[event.code, 1])]
    for address in addresses:
        page = unescape(client.get(address, headers={"accept-language": "pl"}, follow=True).content.decode())
        shown = page.partition("<body")[2]
        assert re.search(rf"\b{name}\b", shown), address
        assert polish not in shown, address
