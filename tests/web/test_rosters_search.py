"""Who plays a card, and what is played altogether."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from muster.app.rosters.breakdown import breakdown
from muster.core.bracket.places import Place
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.state import State
from muster.people.models import Entry, RosterLine, RosterVersion
from muster.web.desk.rosters import search
from muster.web.desk.rosters.search import who_plays
from people_cases import page, words
from roster_cases import FRIDAY, asking
from web_cases import Hall

pytestmark = pytest.mark.django_db


def played(hall: Hall, *rosters: tuple[str, str, Sequence[tuple[str, str, int]]]) -> None:
    """Rosters of the players in order: faction, commander, and (name, section, copies) of each card."""
    from muster.core.roster.catalogue import plain

    for player, (faction, commander, cards) in enumerate(rosters, 1):
        entry = Entry.objects.get(tournament=hall.tournament, player=player)
        kept = {
            "format": "muster-roster",
            "version": 1,
            "game": "armada",
            "commander": commander,
            "items": [],
        }
        RosterVersion.objects.create(
            entry=entry,
            number=1,
            state="submitted",
            at=FRIDAY,
            by="x",
            roster=kept,
            legal=True,
            faction=faction,
        )
        RosterLine.objects.bulk_create(
            RosterLine(
                tournament=hall.tournament,
                entry=entry,
                name=name,
                plain=plain(name),
                section=section,
                count=count,
            )
            for name, section, count in cards
        )


def three() -> Hall:
    hall = asking(players=4)
    played(
        hall,
        ("rebel", "Madine", [("YT-2400", "squadron", 6), ("Toryn Farr", "upgrades", 1)]),
        ("rebel", "Ackbar", [("YT-2400", "squadron", 2), ("XI7 Turbolasers", "upgrades", 3)]),
        ("empire", "Vader", [("TIE Fighter", "squadron", 4), ("Xi7 Turbolasers", "upgrades", 1)]),
    )
    return hall


def test_a_card_is_found_by_letters_and_digits_however_it_is_spelt() -> None:
    hall = three()
    for typed in ("yt 2400", "YT-2400", "  yt2400 ", "T-24"):
        found = who_plays(hall.tournament.pk, hall.state, typed)
        assert [(one.name, one.rosters, one.copies) for one in found.cards] == [("YT-2400", 2, 8)]
        assert [(one.name, one.copies) for one in found.cards[0].holders] == [("Ada A0", 6), ("Brian A1", 2)]


def test_spellings_of_one_card_are_one_card() -> None:
    hall = three()
    (card,) = who_plays(hall.tournament.pk, hall.state, "xi7").cards
    assert (card.rosters, card.copies) == (2, 4)


@pytest.mark.parametrize("typed", ["", "x", "-", "łł?", "%", "_", "zz zz"])
def test_too_little_and_nonsense_find_nothing(typed: str) -> None:
    hall = three()
    assert who_plays(hall.tournament.pk, hall.state, typed).cards == ()


def test_players_are_shown_with_their_table_of_the_running_round() -> None:
    hall = asking(players=8)
    played(hall, ("rebel", "", [("YT-2400", "squadron", 1)]), ("rebel", "", [("YT-2400", "squadron", 1)]))
    from muster.app.history.submitting import announce_plan
    from muster.core.draws import ChainLink
    from muster.journal import secrets

    secrets.keep(hall.tournament.pk, ChainLink("5e" * 32))
    hall.do(announce_plan(hall.tournament.pk), commands.StartStage())
    hall.publish()
    tables = {
        player: table
        for table, match in hall.state.rounds[-1].matches.items()
        for player in match.pairing.players
    }
    (card,) = who_plays(hall.tournament.pk, hall.state, "yt2400").cards
    assert {one.player: one.table for one in card.holders} == {
        number: tables[PlayerId(number)] for number in (1, 2)
    }
    assert f"Table {tables[PlayerId(1)]}" in words(hall.get("rosters-cards", q="yt2400"))


def test_too_many_players_are_listed_for_the_card_that_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = three()
    monkeypatch.setattr(search, "MOST_PLAYERS", 1)
    monkeypatch.setattr(search, "MOST_CARDS", 2)
    found = who_plays(hall.tournament.pk, hall.state, "t")
    assert found.cards == ()
    found = who_plays(hall.tournament.pk, hall.state, "tu")
    assert [one.holders for one in found.cards] == [()]
    (card,) = who_plays(hall.tournament.pk, hall.state, "", card=found.cards[0].plain).cards
    assert len(card.holders) == 2
    assert "Show who has it" in words(hall.get("rosters-cards", q="tu"))


def test_a_search_takes_two_queries() -> None:
    hall = three()
    state = hall.state
    with CaptureQueriesContext(connection) as queries:
        who_plays(hall.tournament.pk, state, "yt")
    assert len(queries) == 2


def test_what_is_typed_changes_the_found_part_alone() -> None:
    hall = three()
    part = hall.client.get(hall.url("rosters-cards"), {"q": "toryn"}, headers={"HX-Target": "found"})
    assert "<html" not in page(part)
    assert "Toryn Farr" in words(part)
    assert "Nobody" not in words(part)
    hostile = hall.get("rosters-cards", q="<script>alert(1)</script>")
    assert "<script>alert" not in page(hostile)


# What is played


def over(state: State, *players: int) -> State:
    from dataclasses import replace

    return replace(state, places=tuple(Place(PlayerId(one), at, at) for at, one in enumerate(players, 1)))


def test_factions_leaders_and_cards_are_counted_by_rosters_and_copies() -> None:
    hall = three()
    found = breakdown(hall.tournament, hall.state)
    assert [(one.name, one.rosters, one.percent) for one in found.factions] == [
        ("Rebel", 2, 67),
        ("Empire", 1, 33),
    ]
    assert [one.name for one in found.leads] == ["Ackbar", "Madine", "Vader"]
    by_name = {
        section.id: [(one.name, one.rosters, one.copies) for one in section.cards]
        for section in found.sections
    }
    assert by_name["squadron"] == [("YT-2400", 2, 8), ("TIE Fighter", 1, 4)]
    assert by_name["upgrades"] == [("XI7 Turbolasers", 2, 4), ("Toryn Farr", 1, 1)]
    assert (found.rosters, found.best, found.places) == (3, 0, ())


def test_after_the_event_the_best_places_stand_beside_all() -> None:
    hall = three()
    found = breakdown(hall.tournament, over(hall.state, 3, 4, 1, 2))
    assert [(one.first_place, one.player, one.faction, one.leads) for one in found.places] == [
        (1, 3, "Empire", ("Vader",)),
        (3, 1, "Rebel", ("Madine",)),
        (4, 2, "Rebel", ("Ackbar",)),
    ]
    assert (found.best, found.best_places) == (3, 4)
    assert {one.name: one.best for one in found.factions} == {"Rebel": 2, "Empire": 1}


def test_whoever_left_before_playing_has_no_place_among_the_rosters() -> None:
    hall = three()
    hall.do(commands.DropPlayer(PlayerId(3)))
    found = breakdown(hall.tournament, over(hall.state, 1, 2, 4, 3))
    assert [one.player for one in found.places] == [1, 2]
    assert found.best_places == 3


def test_an_amended_roster_counts_once_and_a_draft_not_at_all() -> None:
    hall = three()
    first, last = Entry.objects.filter(tournament=hall.tournament, player__in=(1, 4)).order_by("player")
    again = RosterVersion.objects.get(entry=first)
    again.pk, again.number, again.faction = None, 2, "republic"
    again.save()
    draft = RosterVersion.objects.get(entry=first, number=1)
    draft.pk, draft.number, draft.entry = None, 0, last
    draft.save()
    found = breakdown(hall.tournament, hall.state)
    assert found.rosters == 3
    assert {one.name for one in found.factions} == {"Rebel", "Empire", "Republic"}


def test_the_pages_of_what_is_played() -> None:
    hall = three()
    text = words(hall.get("rosters-cards"))
    assert "3 rosters" in text
    assert "YT-2400" in text
    table = hall.get("rosters-cards-csv").content.decode("utf-8-sig").splitlines()
    assert table[0] == "section,card,rosters,copies,rosters of the best"
    assert "Squadrons,YT-2400,2,8,0" in table
    assert "No roster is handed in yet" in words(asking().get("rosters-cards"))
