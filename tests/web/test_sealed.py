"""Sealed play: tables to build decks at, from the one next button to everybody's pages and papers."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

import public_cases
from course_cases import draft_hall, sealed_hall
from muster.app.common.access import PLAYING, Actor, DeniedError
from muster.app.common.names import public_names
from muster.app.links.player_links import token_of
from muster.app.rosters.checking import RosterVerdict
from muster.app.rosters.pools import MOST_POOLS, read_pool, register_pool
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.people.models import Entry, PoolVersion, RosterPlan, RosterVersion, Timer, Tournament
from muster.web import limits
from web_cases import SATURDAY, Hall

pytestmark = pytest.mark.django_db


def text(response: HttpResponse) -> str:
    return " ".join(response.content.decode().split())


class Own:
    """The phone of a player, on other pages than their own."""

    def __init__(self, hall: Hall, player: int) -> None:
        self.entry = Entry.objects.get(tournament=hall.tournament, player=player)
        self.client = Client()

    def get(self, page: str) -> HttpResponse:
        return self.client.get(reverse(f"player:{page}", args=[token_of(self.entry)]))  # type: ignore[return-value]

    def post(self, page: str, **data: str) -> HttpResponse:
        address = reverse(f"player:{page}", args=[token_of(self.entry)])
        return self.client.post(address, data, follow=True)  # type: ignore[return-value]


def phone(hall: Hall, player: int) -> str:
    entry = Entry.objects.get(tournament=hall.tournament, player=player)
    return text(Client().get(reverse("player:page", args=[token_of(entry)])))  # type: ignore[arg-type]


def test_a_sealed_evening_goes_by_the_one_next_button_and_everybody_reads_where_they_build() -> None:
    hall = public_cases.shown(sealed_hall(7))
    assert "Draw the building tables" in text(hall.get("now"))
    assert "At the last table three sit in a ring" in text(hall.get("round"))
    page = text(hall.post("draw-building"))
    draft = hall.state.building_draft
    assert draft is not None
    assert "Draft: only you see it" in page
    assert "Show the building tables" in page
    hall.do(commands.CheckIn(PlayerId(1)))
    assert "The building tables are being drawn" in phone(hall, 1)
    one, two = draft.tables[0][0], draft.tables[1][1]
    hall.post("swap-builders", one=one, two=two)
    hall.post("draw-building")
    assert "attempt 2" in text(hall.get("building"))
    page = text(hall.post("show-building"))
    tables = hall.state.building
    assert tables is not None
    assert [*map(len, tables)] == [2, 2, 3]
    assert "Start deck building: 30 minutes" in page
    assert "SWU-LIM-1" in text(hall.post("start-building"))
    timer = Timer.objects.get(tournament=hall.tournament)
    assert (timer.kind, timer.seconds) == ("deck-building", 1800)
    page = text(hall.get("round"))
    assert "Pair round 1" in page
    assert "Start deck building" not in page
    named = public_names(hall.tournament)
    name = {player: f"<bdi>{named[player]}</bdi>" for player in hall.state.players}
    first, second = tables[0]
    told = phone(hall, first)
    assert "Building table</span> <strong>1</strong>" in told
    assert "Opposite you" in told
    assert name[second] in told
    ring = tables[2]
    told = phone(hall, ring[0])
    assert told.index("On your left") < told.index(name[ring[1]]) < told.index("On your right")
    everybody = " ".join(public_cases.see(hall, "pairings", 1).split())
    assert "Decks are being built" in public_cases.see(hall, "event")
    wall = Client().get(reverse("screen:first", args=[hall.event.code]))
    assert "Deck building" in text(wall)  # type: ignore[arg-type]  # the time is what everybody looks at
    Timer.objects.all().delete()
    wall = Client().get(reverse("screen:first", args=[hall.event.code]))
    assert "Find your building table" in text(wall)  # type: ignore[arg-type]
    assert "Find your name: your table, and who sits opposite you." in everybody
    assert all(one in everybody for one in name.values())
    for kind in ("building", "building-cards"):
        printed = text(hall.client.get(reverse("paper:view", args=[hall.event.code, 1, kind])))  # type: ignore[arg-type]
        assert named[first] in printed
    hall.post("propose")
    hall.post("publish")
    assert "Building table</span>" not in phone(hall, first)


def test_who_comes_late_is_offered_a_seat_and_who_sits_nowhere_is_sent_to_the_desk() -> None:
    hall = sealed_hall(4)
    hall.post("draw-building")
    hall.do(commands.EnterPlayer(PlayerId(5)))
    assert "here, and at none of these tables" in text(hall.get("building"))
    hall.post("show-building")
    page = text(hall.get("round"))
    assert "Here, but at no building table" in page
    assert "To a new table, 3" in page
    assert hall.post("join-building", player=5, table=9).status_code == 422
    hall.post("join-building", player=5, table=2)
    assert (hall.state.building or ())[1][-1] == 5
    assert "Here, but at no building table" not in text(hall.get("round"))
    gone = (hall.state.building or ())[0][1]
    hall.do(commands.DropPlayer(gone))
    assert "Nobody else is left at this table" in phone(hall, (hall.state.building or ())[0][0])


def test_round_1_may_be_paired_without_building_tables() -> None:
    hall = sealed_hall(4)
    assert "Pair round 1 without building tables" in text(hall.get("round"))
    hall.post("begin")
    assert hall.state.proposal is not None
    assert hall.state.building is None


def test_only_where_decks_are_built_at_the_event_tables_are_offered() -> None:
    draft = draft_hall(8)
    assert draft.get("building").status_code == 404
    assert "Draw the building tables" not in text(draft.get("round"))
    armada = Hall("armada-4.0")
    armada.begin(4)
    assert armada.get("building").status_code == 404
    assert "No decks are built" in text(armada.post("draw-building"))


# Pools -------------------------------------------------------------------------------------------------------------

LEADERS = "\n".join(f"Leader {number} | Of a Pack" for number in range(1, 7))
CARDS = "\n".join(f"2 Card {number}" for number in range(1, 43))
POOL = f"Leader:\n{LEADERS}\nPool:\n{CARDS}"
DECK = "Leader:\nLeader 1 | Of a Pack\nBase:\nA Common Base\nDeck:\n" + "\n".join(
    f"2 Card {number}" for number in range(1, 16)
)


def registering(players: int = 4) -> Hall:
    """Building tables are shown, and pools are registered by the player opposite."""
    hall = public_cases.shown(sealed_hall(players))
    RosterPlan.objects.update(pools="opposite")
    Tournament.objects.update(rosters="required")
    hall.post("draw-building")
    hall.post("show-building")
    return hall


def test_f24_the_player_opposite_registers_and_signs_the_pool() -> None:
    hall = registering()
    one, two = (hall.state.building or ())[0]
    mine = Own(hall, one)
    assert "Register the pool" in phone(hall, one)
    looked = text(mine.post("pool", do="look", text=POOL))
    assert "<strong>6</strong> leaders · <strong>84</strong> other cards" in looked
    assert PoolVersion.objects.count() == 0
    done = text(mine.post("pool", do="register", text=POOL, seen="0"))
    assert "Registered and signed" in done
    kept = PoolVersion.objects.get()
    assert (kept.entry.player, kept.leaders, kept.cards) == (two, 6, 84)
    assert kept.registrar is not None
    assert kept.registrar.player == one
    assert "You have registered the pool of" in phone(hall, one)
    assert "Your own pool is registered, too." in phone(hall, two)
    assert "Registered and signed by" in text(Own(hall, two).get("pool"))
    assert "1 of 4 registered" in text(hall.get("building"))
    assert "3 pools are not registered" in text(hall.get("now"))
    again = mine.post("pool", do="register", text=POOL, seen="0")
    assert again.status_code == 409


def test_a_pool_can_be_registered_by_nobody_else() -> None:
    hall = registering(6)
    one, two = (hall.state.building or ())[0]
    other = Entry.objects.get(player=(hall.state.building or ())[1][0])
    owner = Entry.objects.select_related("tournament").get(player=two)
    found = read_pool(hall.tournament, hall.state, POOL)
    assert isinstance(found, RosterVerdict)
    for who in (other, owner):
        with pytest.raises(DeniedError):
            register_pool(owner, who, found, Actor(f"entry:{who.pk}", None, PLAYING), SATURDAY, 0)
    assert "You see the packs opened" in text(Own(hall, one).get("pool"))


def test_a_player_who_registers_a_pool_again_and_again_keeps_the_desk_from_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(limits.MOST, "act", 1000)
    hall = registering()
    one, two = (hall.state.building or ())[0]
    mine = Own(hall, one)
    for number in range(MOST_POOLS):
        mine.post("pool", do="register", text=f"Pool:\n1 Junk {number}", seen=str(number))
    refused = mine.post("pool", do="register", text=POOL, seen=str(MOST_POOLS))
    assert "This pool was registered very often." in text(refused)
    owner = Entry.objects.get(player=two)
    hall.post("pool", owner.pk, text=POOL, act="keep", seen=str(MOST_POOLS))
    assert PoolVersion.objects.latest("number").by == hall.actor.who


def test_who_leaves_during_play_opens_nobodys_pool_to_others() -> None:
    hall = registering(3)
    (ring,) = hall.state.building or ()
    phones = {player: Own(hall, player) for player in ring}
    for player in ring:
        phones[player].post("pool", do="register", text=f"Pool:\n1 Seen by {player}", seen="0")
    hall.publish()
    hall.do(commands.DropPlayer(ring[1]))
    for player in (ring[0], ring[2]):
        own = PoolVersion.objects.get(entry=phones[player].entry).text.splitlines()[1][2:]
        page = text(phones[player].get("pool"))
        assert set(re.findall(r"Seen by \d", page)) <= {own, f"Seen by {player}"}


def test_the_desk_types_it_from_the_signed_sheet() -> None:
    hall = registering()
    names = public_names(hall.tournament)
    printed = text(hall.client.get(reverse("paper:view", args=[hall.event.code, 1, "pool-forms"])))  # type: ignore[arg-type]
    one, two = (hall.state.building or ())[1]
    assert printed.count("Written down by") == 4
    assert re.search(
        rf"Pool of</p>.{{0,80}}{names[one]}.{{0,200}}Written down by</p>.{{0,80}}{names[two]}", printed
    )
    owner = Entry.objects.get(player=(hall.state.building or ())[0][1])
    page = text(hall.get("pool", owner.pk))
    assert "Type it from the sheet" in page
    assert "This is what was read" in text(hall.post("pool", owner.pk, text=POOL, act="look"))
    assert hall.post("pool", owner.pk, text="  ").status_code == 422
    hall.post("pool", owner.pk, text=POOL, act="keep", signed="on", seen="0")
    kept = PoolVersion.objects.get()
    assert kept.registrar is not None
    assert kept.registrar.player == (hall.state.building or ())[0][0]
    assert kept.by == hall.actor.who
    assert "signed by" in text(hall.get("pool", owner.pk))


def test_swu_lim_2_a_deck_has_to_come_out_of_the_pool_and_a_check_shows_it() -> None:
    hall = registering()
    one, two = (hall.state.building or ())[0]
    Own(hall, one).post("pool", do="register", text=POOL, seen="0")
    theirs = Own(hall, two)
    stray = DECK + "\n3 Card 20\n1 Stray Card"
    found = text(theirs.post("roster", do="check", text=stray))
    assert "Of Card 20 the pool has 2, and the deck with its sideboard 3." in found
    assert "Stray Card is not in the player’s pool." in found
    assert theirs.post("roster", do="submit", text=stray).status_code == 422
    theirs.post("roster", do="submit", text=DECK)
    asked = theirs.post("roster", do="check", text=DECK)
    sure = re.search(r'name="sure" value="(\w+)"', text(asked))
    theirs.post("roster", do="submit", text=DECK, **({"sure": sure[1]} if sure else {}))
    version = RosterVersion.objects.latest("number")
    assert version.legal
    assert version.entry.player == two
    page = text(hall.get("roster", version.entry_id))
    assert "Registered pool" in page
    hall.post("roster-check-begin", version.entry_id)
    assert "Registered pool" in text(hall.get("roster-check", version.entry_id))
    Own(hall, one).post("pool", do="register", text=POOL.replace("2 Card 1\n", "1 Card 1\n"), seen="1")
    version.refresh_from_db()
    assert not version.legal


def test_without_registration_nobody_is_asked_for_a_pool() -> None:
    hall = registering()
    RosterPlan.objects.update(pools="")
    one, _two = (hall.state.building or ())[0]
    assert "Register the pool" not in phone(hall, one)
    assert Own(hall, one).get("pool").status_code == 404
    assert "Nobody registers pools." in text(hall.get("building"))
