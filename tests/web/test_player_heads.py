"""The head of a player's page by itself: as in the whole page, of that player alone, and known when it changes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from html import escape
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from muster.app.common import topics
from muster.app.floor import clocks
from muster.app.floor.featured import featured_advice
from muster.app.history.reasons import typed
from muster.app.links.player_links import renew, token_of
from muster.app.player.playing import playing
from muster.core.clock import ClockKind
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands
from muster.live import own
from muster.people.models import Entry, Person
from muster.web import live
from muster.web.player.page.everybody import OwnHead, heads_of
from muster.web.player.page.now import part_of
from muster.web.player.page.sight import sight_of
from player_cases import begun, phones
from pseudo_cases import PSEUDO
from random_day_cases import AT_TABLES, GAMES, PLAYERS, day, days, entries
from web_cases import SATURDAY, Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The time, which stands still unless a test moves it."""
    found = [SATURDAY]
    monkeypatch.setattr("django.utils.timezone.now", lambda: found[0])
    return found


class Order:
    """What the front would keep."""

    def __init__(self, *, whole: bool) -> None:
        self.whole, self.group = whole, ""
        self.parts: list[tuple[bytes, tuple[str, ...], bytes]] = []

    def fill(self, group: str, parts: Iterable[tuple[bytes, tuple[str, ...], bytes]]) -> None:
        self.group, self.parts = group, list(parts)


def heads(hall: Hall) -> dict[bytes, OwnHead]:
    found = list(heads_of(playing(entries(hall)[0])))
    return {head.digest: head for head in found}


# Days at random -----------------------------------------------------------------------------------------------------


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    found: set[str] = set()
    monkeypatch.setattr(topics, "_listeners", [found.update])
    return found


@pytest.mark.parametrize("games", [GAMES, AT_TABLES], ids=["pairs", "tables"])
@pytest.mark.parametrize("seed", days(range(6)))
def test_a_head_is_the_same_wherever_it_is_made(
    seed: int, games: tuple[str, ...], told: set[str], django_capture_on_commit_callbacks: Any
) -> None:
    """In the whole page, alone, with everybody's, and by its template without any gaps."""
    for hall in day(seed, told, django_capture_on_commit_callbacks, games=games):
        found = heads(hall)
        assert len(found) == len(entries(hall))
        for entry in entries(hall):
            token = token_of(entry)
            alone, page = (Client().get(f"/p/{token}{rest}").content for rest in ("/now", ""))
            head = found[own.digest_of(token)]
            assert head.page == alone
            title, part = alone.split(b"</title>", 1)
            assert part in page
            assert title.split(b"<title>")[1] == page.split(b"<title>")[1].split(b"</title>")[0]
            sight = sight_of(playing(entry))
            assert part.decode() == str(part_of(sight, token)) == _by_its_template(entry, token)


@pytest.mark.parametrize("games", [GAMES, AT_TABLES], ids=["pairs", "tables"])
@pytest.mark.parametrize("seed", days(range(24, 32)))
def test_a_page_from_pieces_is_the_page_from_its_template(
    seed: int, games: tuple[str, ...], told: set[str], django_capture_on_commit_callbacks: Any
) -> None:
    """Byte for byte, but for what is never the same twice. A page that was asked for with more is made as a whole."""
    for hall in day(seed, told, django_capture_on_commit_callbacks, games=games):
        for entry in entries(hall):
            page = f"/p/{token_of(entry)}"
            assert _lasting(page) == _lasting(f"{page}?x=1")


def _lasting(address: str) -> str:
    page = Client().get(address).content.decode()
    for name in ("csrfmiddlewaretoken", "key"):
        page = re.sub(rf'name="{name}" value="[^"]*"', f'name="{name}"', page)
    return page


def test_neighbours_are_told_apart() -> None:
    """One table of a stopped clock has more time, one player of the second round meets somebody without a rank."""
    hall = begun("legion-2.0", 8)
    hall.play()
    hall.publish()
    table = min(hall.state.rounds[-1].matches)
    steps: tuple[tuple[ClockKind, int, TableNo | None], ...] = (
        ("start", 60, None), ("pause", 0, None), ("extend", 5, table),
    )  # fmt: skip
    for kind, minutes, at in steps:
        asked_for = clocks.ClockInput(
            round_no=RoundNo(2), kind=kind, minutes=minutes, table=at, reason="late"
        )
        assert clocks.act(hall.tournament.pk, hall.actor, asked_for) is None
    last = max(hall.state.rounds[-1].matches)
    gone = hall.state.rounds[-1].matches[last].pairing.players[0]
    hall.do(commands.DisqualifyPlayer(gone, typed("cheated")))
    parts = []
    for entry in entries(hall):
        token = token_of(entry)
        parts.append(str(part_of(sight_of(playing(entry)), token)))
        assert parts[-1] == _by_its_template(entry, token)
    assert sum("5 minutes more" in part for part in parts) == 2
    assert sum("rank" in part for part in parts) == len(parts) - 1


def _by_its_template(entry: Entry, token: str) -> str:
    me = playing(entry)
    event, match = entry.tournament.event, me.match
    sight = sight_of(me)
    names = {
        "me": me, "moment": me.moment, "match": match, "sight": sight, "clock": sight.my_clock, "event": event,
        "tournament": entry.tournament, "phone": {"token": token}, "featured_advice": featured_advice(me.state),
        "featured": match is not None and match.pairing.table == entry.tournament.featured,
    }  # fmt: skip
    return render_to_string("player/page/now.html", names)


@pytest.mark.parametrize("games", [GAMES, AT_TABLES], ids=["pairs", "tables"])
@pytest.mark.parametrize("seed", days(range(6, 12)))
def test_a_head_has_nothing_of_anybody_but_the_two_at_the_table(
    seed: int, games: tuple[str, ...], told: set[str], django_capture_on_commit_callbacks: Any
) -> None:
    for hall in day(seed, told, django_capture_on_commit_callbacks, games=games):
        Person.objects.filter(entries__tournament=hall.tournament).update(email="secret@example.org")
        everybody = entries(hall)
        for entry in everybody:
            token = token_of(entry)
            me, page = playing(entry), Client().get(f"/p/{token}/now").content.decode()
            near = {entry.player, *me.opponents}
            name = sight_of(me).name
            for other in everybody:
                if other.player in near:
                    continue
                shown = Entry.objects.select_related("person").get(pk=other.pk).person
                assert f"<bdi>{escape(shown.name)}</bdi>" not in page
                assert (
                    shown.alias == ""
                    or f"<bdi>{escape(shown.alias)}</bdi>" not in page
                    or shown.alias in [name(PlayerId(each)) for each in near if each is not None]
                )
            for other in everybody:
                assert other.pk == entry.pk or token_of(other) not in page
            assert "secret@" not in page
            assert "csrfmiddlewaretoken" not in page


@pytest.mark.parametrize("games", [GAMES, AT_TABLES], ids=["pairs", "tables"])
@pytest.mark.parametrize("seed", range(12, 24))
def test_whoever_keeps_a_head_is_told_when_it_changes(
    seed: int, games: tuple[str, ...], told: set[str], django_capture_on_commit_callbacks: Any
) -> None:
    before: dict[bytes, OwnHead] = {}
    for hall in day(seed, told, django_capture_on_commit_callbacks, games=games):
        after = heads(hall)
        for digest, head in before.items():
            if digest not in after or after[digest].page != head.page:
                assert told & set(head.topics), head.page
        before = after


# What the front is given -------------------------------------------------------------------------------------------


def test_the_two_halves_speak_of_the_same() -> None:
    assert live.ORDER == own.ORDER


def test_everybodys_heads_are_given_to_the_front_alone() -> None:
    hall = begun("legion-2.0", PLAYERS)
    one, two = phones(hall)
    for whole, count in ((True, PLAYERS), (False, 1)):
        order = Order(whole=whole)
        answer = one.client.get(f"{one.url}/now", **{"asgi.scope": {live.ORDER: order}})  # type: ignore[arg-type]
        assert answer.status_code == 200
        assert order.group == str(hall.tournament.pk)
        assert len(order.parts) == count
        kept = {digest: page for digest, _, page in order.parts}
        assert kept[own.digest_of(token_of(one.entry))] == answer.content
        if whole:
            assert kept[own.digest_of(token_of(two.entry))] == two.client.get(f"{two.url}/now").content


def test_headers_open_nothing() -> None:
    hall = begun("legion-2.0", PLAYERS)
    one, _ = phones(hall)
    plain = one.client.get(f"{one.url}/now")
    sent = {"muster.order": "whole", "HTTP_MUSTER_ORDER": "whole", "HTTP_X_MUSTER_ORDER": "whole"}
    assert one.client.get(f"{one.url}/now", {"whole": "1"}, **sent).content == plain.content  # type: ignore[arg-type]
    assert plain.headers["Cache-Control"] == "private, no-store"
    assert plain.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "Set-Cookie" not in plain.headers
    assert not plain.cookies


def test_a_dead_link_gets_what_the_page_gives() -> None:
    hall = begun("legion-2.0", PLAYERS)
    one, _ = phones(hall)
    old = one.url
    order = Order(whole=True)
    renew(one.entry)
    for at in (old, old.swapcase(), "/p/nobody", old[:-1]):
        answer = Client().get(f"{at}/now", **{"asgi.scope": {live.ORDER: order}})  # type: ignore[arg-type]
        assert answer.status_code == Client().get(at).status_code == 404
    assert order.parts == []
    assert Client().post(f"{one.url}/now").status_code == 405


def test_whoever_is_not_in_the_tournament_is_not_kept() -> None:
    hall = begun("legion-2.0", PLAYERS)
    one, _ = phones(hall)
    Entry.objects.filter(pk=one.entry.pk).update(status="withdrawn")
    order = Order(whole=True)
    answer = one.client.get(f"{one.url}/now", **{"asgi.scope": {live.ORDER: order}})  # type: ignore[arg-type]
    assert answer.status_code == 200
    assert order.parts == []


def test_everybodys_heads_cost_few_queries(django_assert_max_num_queries: Any) -> None:
    hall = begun("legion-2.0", 24)
    me = playing(entries(hall)[0])
    list(heads_of(me))
    with django_assert_max_num_queries(1):
        assert len(list(heads_of(me))) == 24


def test_a_head_is_in_the_language_of_whoever_asks(pseudo: None) -> None:
    hall = begun("legion-2.0", PLAYERS)
    one, _ = phones(hall)
    english, other = (
        Client().get(f"{one.url}/now", headers={"accept-language": code}).content.decode()
        for code in ("en", PSEUDO)
    )
    assert "against" in english
    assert "against" not in other
    with translation.override(PSEUDO):
        pages = [head.page.decode() for head in heads(hall).values()]
    assert other in pages


def test_a_clock_in_a_head_is_right(now: list[Any]) -> None:
    hall = begun("legion-2.0", PLAYERS)
    clocks.act(
        hall.tournament.pk, hall.actor, clocks.ClockInput(round_no=RoundNo(1), kind="start", minutes=10)
    )
    one, _ = phones(hall)
    assert 'data-left="600000"' in one.client.get(f"{one.url}/now").content.decode()
    now[0] += timedelta(minutes=8)
    said = one.client.get(f"{one.url}/now").content.decode()
    assert 'data-left="120000"' in said
    assert 'data-phase="short"' in said
