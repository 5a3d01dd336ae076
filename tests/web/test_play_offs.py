"""Who is equal where only some go on: said at the desk, played for, recorded, and shown to everybody."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from muster.app.brackets.play_offs import tie_of, ties
from muster.app.links.player_links import token_of
from muster.app.results.report import terms_of
from muster.app.results.report_forms import data_of
from muster.app.standings.breakdown import rank_breakdown
from muster.app.standings.groups import group_tables
from muster.app.standings.read import rank_rows, standings_after
from muster.core.ids import PlayerId
from muster.core.tournament import commands, queries
from muster.core.tournament.acts.play_offs import lines
from muster.core.tournament.proof.verify import verify
from muster.journal import store
from muster.people.models import Entry, Event
from play_off_cases import groups_equal, in_parts, many_equal, tied, two_equal, win
from web_cases import Hall

pytestmark = pytest.mark.django_db


def text(response: Any, status: int = 200) -> str:
    assert response.status_code == status, response.status_code
    return re.sub(r"\s+", " ", unescape(response.content.decode()))


def plain(response: Any, status: int = 200) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", text(response, status)))


def name(hall: Hall, player: int) -> str:
    return Entry.objects.get(tournament=hall.tournament, player=player).person.name


def phone(hall: Hall, player: int) -> str:
    entry = Entry.objects.get(tournament=hall.tournament, player=player)
    return plain(Client().get(f"/p/{token_of(entry)}"))


def record(hall: Hall, *order: int, among: tuple[int, ...] = ()) -> Any:
    return hall.post("play-off", place=list(order), among=list(among or order))


def test_the_page_of_the_cut_says_who_is_equal_and_offers_to_record_who_won() -> None:
    hall = two_equal()
    first, second = tied(hall)
    page = text(hall.get("bracket"))
    says = (
        f"{name(hall, first)} and {name(hall, second)} are equal in everything, and only one of them goes on"
    )
    assert f"{says}: {name(hall, first)} by the random key, unless they play for it." in page
    assert page.count("equal in everything") == 1
    assert "to let them play for it is your choice" in page
    assert "ARM-TIE-1" in page
    assert page.count('type="radio" name="place"') == 2
    done = text(record(hall, second, among=(first, second)))
    placed = f"Placed by a play-off, best first: {name(hall, second)} and {name(hall, first)}."
    assert placed in done
    assert "Record another order" in done
    assert hall.state.play_offs[0].players == (second, first)
    assert "equal in everything" not in done
    hall.post("make-cut")
    assert hall.state.seeds is not None
    assert hall.state.seeds[1] == second
    assert "They played for it" not in text(hall.get("bracket"))
    assert verify(store.load(hall.tournament.pk).entries).findings == ()


def test_whoever_presses_the_button_elsewhere_is_told_first() -> None:
    hall = two_equal()
    first, second = tied(hall)
    says = "Some are equal in everything where the line is drawn: the draw decides, or they play for it."
    assert says in plain(hall.get("now"))
    record(hall, second, among=(first, second))
    assert says not in plain(hall.get("now"))
    assert says in plain(in_parts().get("now"))


def test_of_more_than_two_every_place_is_chosen() -> None:
    hall = many_equal()
    players = tied(hall)
    page = text(hall.get("bracket"))
    first, second = name(hall, players[0]), name(hall, players[1])
    assert (
        f"and only 2 of them go on: {first} and {second} by the random key, unless they play for it." in page
    )
    assert page.count("<select") == len(players) == 4
    assert "Place 4 of the play-off" in page
    refused = text(record(hall, players[0], players[0], players[1], players[2], among=players), 422)
    assert "exactly those who are equal in everything" in refused
    assert name(hall, players[3]) in refused
    record(hall, *players[::-1])
    assert hall.state.play_offs[0].players == players[::-1]


def test_what_no_form_of_ours_sends_is_refused() -> None:
    hall = two_equal()
    first, second = tied(hall)
    assert "exactly those" in text(hall.post("play-off", place=["x", "-1", "99999999999"]), 422)
    assert "exactly those" in text(hall.post("play-off"), 422)
    assert hall.post("play-off", place=["77"], among=[str(first), str(second)]).status_code >= 400
    assert hall.state.play_offs == ()
    assert hall.staff("judge").post(hall.url("play-off"), {"place": first}).status_code == 403


def test_the_page_of_the_next_part_says_it_and_records_it() -> None:
    hall = in_parts()
    first, second = tied(hall)
    page = text(hall.get("round"))
    assert "are equal in everything, and only one of them goes on" in page
    assert page.count("equal in everything") == 1
    done = text(record(hall, second, among=(first, second)))
    assert "Placed by a play-off, best first" in done
    assert "Who plays on" in done
    hall.post("day-two")
    assert hall.state.going_on is not None
    assert hall.state.going_on[1] == second
    late = text(record(hall, first, among=(first, second)), 422)
    assert "before the next part begins or the cut is made" in late


def test_undo_takes_it_back_and_the_history_says_it() -> None:
    hall = two_equal()
    first, second = tied(hall)
    record(hall, second, among=(first, second))
    assert "Placed by a play-off, best first" in plain(hall.get("history"))
    hall.do(commands.Retract())
    assert hall.state.play_offs == ()
    assert "They played for it" in text(hall.get("bracket"))


def test_everybody_reads_the_same_order_without_a_shared_rank() -> None:
    hall = two_equal()
    first, second = tied(hall)
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    before = plain(Client().get(f"/e/{hall.event.code}/1/standings"))
    assert before.count("=2") >= 2
    record(hall, second, among=(first, second))
    after = plain(Client().get(f"/e/{hall.event.code}/1/standings"))
    assert "=2" not in after
    assert after.index(name(hall, second)) < after.index(name(hall, first))
    rows = rank_rows(hall.state, standings_after(hall.state), str)
    assert [(row.player, row.rank_text) for row in rows[1:3]] == [(second, "2"), (first, "3")]


def test_the_reason_of_a_rank_names_the_play_off() -> None:
    hall = two_equal()
    first, second = tied(hall)
    record(hall, second, among=(first, second))
    found = rank_breakdown(hall.state, 2, first, lambda player: f"P{player}")
    assert found is not None
    assert found.above is not None
    assert str(found.above.says) == (
        f"P{second} and P{first} are equal in everything: P{second} was placed higher in a play-off."
    )
    assert [str(one.name) for one in found.above.compared if one.decides] == ["play-off"]
    assert [(str(one.upper), str(one.lower)) for one in found.above.compared][-1] == ("1", "2")
    assert len(found.above.compared) == 4
    assert found.above.key_seed == ""


def test_the_players_read_it_on_their_phones_and_nobody_else() -> None:
    hall = two_equal()
    first, second = tied(hall)
    best = queries.table(hall.state).order[0]
    says = "are equal in everything, and only one of them goes on: the draw decides, or they play for it."
    assert says in phone(hall, first)
    assert name(hall, second) in phone(hall, first)
    assert says in phone(hall, second)
    assert says not in phone(hall, best)
    record(hall, second, among=(first, second))
    assert "Placed by a play-off, best first" in phone(hall, first)
    hall.do(commands.MakeCut())
    assert "play-off" not in phone(hall, first)


def test_between_two_parts_phones_say_it_too() -> None:
    hall = in_parts()
    first, _ = tied(hall)
    assert "are equal in everything, and only one of them goes on" in phone(hall, first)


def test_a_correction_shows_that_the_play_off_would_count_for_nothing() -> None:
    hall = two_equal()
    first, second = tied(hall)
    record(hall, second, among=(first, second))
    round_ = hall.state.rounds[0]
    table, match = next((at, one) for at, one in round_.matches.items() if first in one.pairing.players)
    other = win(1 if match.outcome is not None and match.outcome.winner == 0 else 0)
    sent = data_of(other, terms_of(hall.state, round_))
    page = plain(hall.post("result-correct", 1, table, **sent))
    assert f"The play-off of {name(hall, second)} and {name(hall, first)} would count for nothing" in page


def test_inside_groups_the_line_of_each_is_said_and_its_table_follows() -> None:
    hall = groups_equal()
    one, two = (line.players for line in lines(hall.state))
    page = text(hall.get("bracket"))
    assert page.count("are equal in everything, and only one of them goes on") == 2
    assert "Group 1: " in page
    assert "Group 2: " in page
    assert page.count("equal in everything") == 2
    record(hall, *one[::-1])
    rows = rank_rows(hall.state, standings_after(hall.state), str)
    first, second = group_tables(hall.state, rows, 3)
    assert [(line.row.player, line.place) for line in first.lines] == [
        (player, str(place)) for place, player in enumerate(one[::-1], 1)
    ]
    assert [line.place for line in second.lines] == ["=1", "=1", "=1"]
    assert {line.row.player for line in second.lines} == {*two}


def test_it_is_said_in_polish() -> None:
    hall = two_equal()
    (tie,) = ties(hall.state, str)
    one = "Dalej gra tylko jedna z tych osób:"
    with translation.override("pl"):
        assert f"{one} według klucza losowego {tie.players[0][1]}, chyba że rozegrają dogrywkę." in str(
            tie.says
        )
        told = tie_of(hall.state, tie.players[0][0], str)
        assert f"{one} decyduje losowanie albo dogrywka." in str(told)
    assert tie_of(hall.state, PlayerId(99), str) is None
