"""Rosters for everybody: after the end and where the organiser opens them; before that there is nothing there."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from muster.app.history.reasons import typed
from muster.app.history.submitting import announce_plan
from muster.app.rosters.breakdown import CardShare, breakdown
from muster.app.rosters.catalogues import import_catalogue
from muster.core.ids import PlayerId
from muster.core.roster.catalogue import Card
from muster.core.tournament import commands
from muster.exchange.catalogues.sources import Gathered
from muster.people.models import Change, Person, RosterPlan, Tournament
from muster.web.public.rosters.shares import ShareDrawn, shares_drawn
from public_cases import address, see, shown, topics
from roster_play_cases import asked, bring, deck, fleet
from shares_cases import many_played
from web_cases import Hall

pytestmark = pytest.mark.django_db

PAGES = (("rosters", ()), ("roster-cards", ()), ("roster", (1,)))


def over(*, public: bool = True) -> Hall:
    """A finished tournament of four, three of whom brought a fleet."""
    hall = shown(Hall("armada-4.0", {"structure": "custom", "rounds": 1, "cut": 0}))
    hall.begin(4)
    asked(hall, public_after=public)
    for player in (1, 2, 3):
        bring(hall, player, fleet(200 - player, name="Secret Name"))
    hall.publish()
    hall.play()
    hall.do(commands.FinishTournament())
    return hall


def missing(hall: Hall) -> Iterator[bool]:
    for name, args in PAGES:
        answer = Client().get(address(hall, name, 1, *args))
        yield answer.status_code == 404 and not topics(answer)


def test_everybody_sees_rosters_by_place_once_it_is_over() -> None:
    hall = over()
    assert "All rosters" in see(hall, "final", 1)
    page = see(hall, "rosters", 1)
    assert page.count("<tr><td") == 3
    assert "389" in page
    assert "Rebel" in page
    one = see(hall, "roster", 1, 1)
    assert "MC80 Battle Cruiser" in one
    assert "Advanced Gunnery" in one
    assert "Secret Name" not in one + page
    cards = see(hall, "roster-cards", 1)
    assert "YT-2400" in cards
    assert "3 rosters" in cards
    for name, args in PAGES:
        kept = topics(Client().get(address(hall, name, 1, *args)))
        assert f"{hall.event.code}/1/rosters" in kept
        assert f"{hall.event.code}/1/round" in kept


def test_decks_are_listed_by_their_leaders() -> None:
    hall = shown(Hall("unlimited-1.3", {"structure": "custom", "rounds": 1, "cut": 0}))
    hall.begin(3)
    asked(hall, public_after=True)
    for player in (1, 2, 3):
        bring(hall, player, deck())
    hall.publish()
    hall.play()
    hall.do(commands.FinishTournament())
    page = see(hall, "rosters", 1)
    assert '<th scope="col">Leader</th>' in page
    assert "Han Solo" in page
    assert "Faction" not in page
    assert "Faction" not in hall.get("rosters-cards").content.decode()
    assert "or faction" not in hall.get("rosters").content.decode().lower()


def test_what_was_played_has_its_win_rates_and_says_what_they_mean() -> None:
    hall = many_played()
    with CaptureQueriesContext(connection) as queries:
        page = see(hall, "roster-cards", 1)
    assert len(queries) <= 15
    assert len(gzip.compress(page.encode())) < 60_000
    assert "style=" not in page
    whole = breakdown(hall.tournament, hall.state)
    first = whole.factions[0]
    drawn = ShareDrawn(first)
    assert (first.name, first.rosters, drawn.percent) == ("Rebel", 8, "50")
    assert first.matches.count
    row = page.split(">Rebel</bdi>")[1].split("</tr>")[0]
    for text in (
        f"{drawn.rate} %",
        drawn.record,
        f"between {drawn.low} and {drawn.high} %",
        'aria-hidden="true"',
    ):
        assert text in row
    assert "A draw counts as half a win." in page
    (squadrons,) = (one for one in whole.sections if one.id == "squadron")
    folded = page.split('id="shares-squadron"')[1].split("<details")[1]
    assert f"{len(squadrons.cards) - 20} more" in folded
    assert f">{squadrons.cards[20].name}</bdi>" in folded


def test_more_rosters_cost_no_more_queries() -> None:
    few, many = over(), many_played()
    counted = []
    for hall in (few, many):
        with CaptureQueriesContext(connection) as queries:
            see(hall, "roster-cards", 1)
        counted.append(len(queries))
    assert counted[0] == counted[1]


def test_what_met_nobody_has_no_rate() -> None:
    drawn = ShareDrawn(CardShare("X", "", 1, 1, Fraction(1, 300)))
    assert (drawn.bar, drawn.percent, drawn.rate, drawn.record) == (1, "0", "", "0-0-0")
    assert (drawn.low, drawn.high) == (0, 100)
    part = shares_drawn("x", "X", [drawn.found] * 45)
    assert (len(part.first), len(part.folded), part.more) == (20, 20, 5)


def test_names_are_those_everybody_may_see() -> None:
    hall = over()
    Person.objects.filter(entries__player=1).update(name="Ada Lovelace")
    Tournament.objects.filter(pk=hall.tournament.pk).update(names="short")
    for name, args in PAGES:
        assert "Lovelace" not in see(hall, name, 1, *args)
    assert "Ada L." in see(hall, "rosters", 1, q="ada")


def test_what_is_not_open_is_not_there() -> None:
    hall = over(public=False)
    assert all(missing(hall))
    assert "All rosters" not in see(hall, "final", 1)
    RosterPlan.objects.update(public_after=True)
    assert not any(missing(hall))
    assert Client().get(address(hall, "roster", 1, 4)).status_code == 404
    assert Client().get(address(hall, "roster", 1, 99)).status_code == 404
    Tournament.objects.filter(pk=hall.tournament.pk).update(rosters="none")
    assert all(missing(hall))


def test_opened_again_the_tournament_hides_them_and_so_do_disqualifications() -> None:
    hall = over()
    hall.do(commands.ReopenTournament(typed("a result was wrong")))
    assert all(missing(hall))
    gone = hall.state.rounds[0].matches[1].pairing.players[0]  # type: ignore[index]
    hall.do(commands.DisqualifyPlayer(gone, typed("loaded dice")))
    hall.do(commands.FinishTournament())
    assert Client().get(address(hall, "roster", 1, gone)).status_code == 404
    assert address(hall, "roster", 1, gone) not in see(hall, "rosters", 1)


def test_whoever_left_before_playing_has_no_place_and_no_open_roster() -> None:
    early = shown(Hall("armada-4.0", {"structure": "custom", "rounds": 1, "cut": 0}))
    early.enter(4)
    early.do(commands.DropPlayer(PlayerId(3)), announce_plan(early.tournament.pk), commands.StartStage())
    asked(early, public_after=True)
    for player in (1, 2, 3):
        bring(early, player, fleet(200 - player))
    early.publish()
    early.play()
    early.do(commands.FinishTournament())
    assert see(early, "rosters", 1).count("<tr><td") == 2
    assert Client().get(address(early, "roster", 1, 3)).status_code == 404
    assert Client().get(address(early, "roster", 1, 1)).status_code == 200


def test_new_cards_reach_the_lists_that_are_open() -> None:
    hall = over()
    card = Card("x", "ship", "CR90 Corvette A")
    Change.objects.all().delete()
    import_catalogue(Gathered("legion", (card,), ("a test",)), "test")
    assert not Change.objects.filter(topics__contains=f"{hall.event.code}/1/rosters")
    import_catalogue(Gathered("armada", (card,), ("a test",)), "test")
    assert Change.objects.filter(topics__contains=f"{hall.event.code}/1/rosters")
