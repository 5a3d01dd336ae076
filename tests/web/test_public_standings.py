"""Standings, bracket and final places for everybody, every rank explained."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from muster.app.history.reasons import typed
from muster.app.standings.read import rank_rows, standings_after
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.people.models import Event, Tournament
from muster.web.public.standings.lines import ranked_lines
from public_cases import CUT, address, day, lines, see, shown
from regulations_cases import IDS, PAIRS
from web_cases import Hall

pytestmark = pytest.mark.django_db


def played(rounds: int = 1, count: int = 8, regulations: str = "legion-2.0", **setup: object) -> Hall:
    """Some complete rounds."""
    hall = shown(Hall(regulations, dict(setup)))
    hall.begin(count)
    for _ in range(rounds):
        hall.publish()
        hall.play()
    return hall


def until(phase: str, regulations: str = "armada-4.0") -> Hall:
    """A short day with a cut, up to this phase."""
    hall = shown(Hall(regulations, CUT))
    for one in day(hall):
        if one == phase:
            return hall
    raise AssertionError(phase)


def test_standings_appear_once_a_round_is_complete() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    hall.play(leave=1)
    assert "No round is complete yet" in see(hall, "standings", 1)
    hall.play()
    page = see(hall, "standings", 1)
    assert "after round 1" in page
    assert len(lines(page)) == 8


@pytest.mark.parametrize("regulations", IDS)
def test_every_tiebreaker_stands_in_its_column_and_in_words_below(regulations: str) -> None:
    hall = played(2, 9, regulations)
    page = see(hall, "standings", 1)
    table = standings_after(hall.state)
    for row, line in zip(rank_rows(hall.state, table, str), lines(page), strict=True):
        figures = re.findall(r'<td class="num">([^<]*)</td>', line)
        assert figures[0] == row.rank_text
        assert sorted(figures[1:]) == sorted([str(row.points), *map(str, row.values)])
    for column in table.criteria:
        assert str(column.name)[0].upper() + str(column.name)[1:] in page
        assert f"#{column.clause}" in page


def test_equal_players_share_a_rank_and_who_left_is_marked() -> None:
    hall = played(1, 8, "unlimited-1.3")
    hall.do(commands.DropPlayer(PlayerId(2)))
    rows = lines(see(hall, "standings", 1))
    assert sum(">=" in row for row in rows) >= 2
    assert [row.count("<small>dropped</small>") for row in rows if 'id="p2"' in row] == [1]


def test_earlier_standings_keep_their_address_and_the_running_round_is_named() -> None:
    hall = played(2)
    first, last = see(hall, "standings-after", 1, 1), see(hall, "standings", 1)
    assert "after round 1" in first
    assert "after round 2" in last
    assert lines(first) != lines(last)
    running = played(1)
    running.publish()
    assert "round 2 is being played and not counted yet" in see(running, "standings", 1)


def test_the_line_of_the_cut_is_drawn_where_it_would_be_and_where_it_is() -> None:
    hall = until("swiss over")
    rows = lines(see(hall, "standings", 1))
    assert "Top 4 play on<" in rows[4]
    assert "seed" not in "".join(rows)
    hall.do(commands.MakeCut())
    rows = lines(see(hall, "standings", 1))
    assert "Top 4 play on<" in rows[4]
    assert [f"seed {number}<" in rows[number - 1] for number in range(1, 5)] == [True] * 4
    assert "cut-line" not in "".join(lines(see(hall, "standings-after", 1, 1)))


def test_standings_are_searched_by_name_without_a_script() -> None:
    hall = played(1)
    assert len(lines(see(hall, "standings", 1, q="ÁDA"))) == 1
    assert "Nobody of this name" in see(hall, "standings", 1, q="nobody")


def test_every_rank_is_explained() -> None:
    hall = played(2, 9)
    table = standings_after(hall.state)
    page = see(hall, "standings", 1)
    for player in table.order:
        assert address(hall, "player", 1, player) in page
        assert address(hall, "why-rank", 1, 2, player) in see(hall, "player", 1, player)
        why = see(hall, "why-rank", 1, 2, player)
        assert "stands above" in why or "are equal in everything" in why
        assert "Round 2:" in why
        for column in table.columns:
            assert str(column.name)[0].upper() + str(column.name)[1:] in why
    assert "Nobody stands above" in see(hall, "why-rank", 1, 2, table.order[0])


def test_lines_are_escaped() -> None:
    hall = played(1)
    table = standings_after(hall.state)
    rows = rank_rows(hall.state, table, lambda player: f'<i a="{player}">&\'')
    made = ranked_lines(table, rows, '/e/X/"<', seeds=True, cut_after=table.order[0], cut="<cut>")
    assert "<i" not in made
    assert "<cut" not in made
    assert '"<' not in made.replace('"><', "")


# Bracket and places


def test_there_is_no_bracket_before_the_cut() -> None:
    hall = until("swiss over")
    page = see(hall, "bracket", 1)
    assert "There is no bracket yet" in page
    assert "Ada" not in page
    assert address(hall, "bracket", 1) in see(hall, "event")


def test_a_tournament_without_a_cut_has_no_bracket_in_its_menu() -> None:
    hall = played(1)
    assert address(hall, "bracket", 1) not in see(hall, "standings", 1)


@pytest.mark.parametrize("regulations", PAIRS)
def test_the_bracket_shows_seeds_games_and_places(regulations: str) -> None:
    hall = until("cut", regulations)
    page = see(hall, "bracket", 1)
    assert "first round is not published yet" in page
    assert page.count("winner of game") >= 1
    hall.do(commands.StartStage())
    hall.publish()
    hall.play(leave=1)
    page = see(hall, "bracket", 1)
    assert "Semi-final" in page
    assert "playing" in page
    assert "out here: place 3–4" in page
    hall.play()
    hall.publish()
    hall.play()
    assert "Champion" in see(hall, "bracket", 1)


def test_elimination_from_the_start_has_a_bracket_and_no_standings() -> None:
    hall = shown(Hall("armada-4.0", {"first_stage": "elimination"}))
    hall.begin(6)
    hall.publish()
    page = see(hall, "pairings", 1)
    assert address(hall, "standings", 1) not in page
    assert address(hall, "bracket", 1) in page
    assert "Ada" in see(hall, "bracket", 1)
    assert "No round is complete yet" in see(hall, "standings", 1)


def test_places_are_shown_once_they_are_official_with_their_prizes() -> None:
    hall = until("played")
    Tournament.objects.update(prizes="1: a trophy\n2-4: dice")
    page = see(hall, "final", 1)
    assert "not over yet" in page
    assert "trophy" not in page
    assert address(hall, "final", 1) not in see(hall, "event")
    hall.do(commands.FinishTournament())
    rows = lines(see(hall, "final", 1))
    assert len(rows) == 9
    assert "a trophy" in rows[0]
    assert [row.count("dice") for row in rows[1:5]] == [1, 1, 1, 0]
    assert "3–4" in rows[2]
    assert address(hall, "final", 1) in see(hall, "event")
    assert len(lines(see(hall, "final", 1, q="ada"))) == 1


def test_a_tournament_without_an_elimination_ends_with_its_standings() -> None:
    hall = played(2)
    hall.do(commands.FinishTournament())
    rows = lines(see(hall, "final", 1))
    assert len(rows) == 8
    assert Client().get(address(hall, "bracket", 1)).status_code == 200


def test_the_best_stand_on_steps_and_how_it_went_is_drawn_with_a_table_behind() -> None:
    hall = Hall("unlimited-1.3", setup={"structure": "custom", "rounds": 3, "cut": 0})
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    hall.begin(9)
    for _ in range(3):
        hall.publish()
        hall.play()
    hall.do(commands.FinishTournament())
    where = reverse("public:final", args=[hall.event.code, 1])
    page = Client().get(where).content.decode()
    steps = re.findall(r'<li class="step-(\d)">', page)
    assert steps == ["1", "2", "3"]
    assert page.count("<polyline") == 9
    assert page.count('class="bump-1"') == 1
    drawn = page.split("</svg>")[-1]
    rows = drawn.split("<tbody>")[1].split("</tbody>")[0]
    places = [re.findall(r'<td class="num">(\d)</td>', row)[-1] for row in rows.split("<tr>")[1:]]
    assert places == [str(number) for number in range(1, 10)]
    (post,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    first, *best = post.strip().splitlines()
    assert re.fullmatch(r"Spring Open, \d+ \w+ \d+: final places of 9 players", first)
    assert [line.split()[0] for line in best[:3]] == ["1", "2", "3"]
    looked_for = Client().get(where, {"q": "a"}).content.decode()
    assert 'class="podium"' not in looked_for
    assert "<polyline" not in looked_for


@pytest.mark.parametrize("regulations", PAIRS)
def test_small_tournaments_show_who_met_whom(regulations: str) -> None:
    hall = played(2, 9, regulations)
    page = see(hall, "standings", 1)
    grid = page.split('id="met"')[1].split("</table>")[0]
    rows = lines(grid)
    assert len(rows) == 9
    order = standings_after(hall.state).order
    matches = [match for round_ in hall.state.rounds for match in round_.matches.values()]
    assert sum(row.count("<span class=") for row in rows) == 2 * len(matches)
    for match in matches:
        one, two = (order.index(player) for player in match.pairing.players)
        assert match.outcome is not None
        cell = rows[one].split("<td")[two + 1]
        assert f'class="{match.outcome.sides[0].verdict}"' in cell
    assert 'class="self"' in rows[0].split("<td")[1].join(("<td", ""))
    early = see(hall, "standings-after", 1, 1).split('id="met"')[1].split("</table>")[0]
    assert early.count("<span class=") - early.count('<span class="visually-hidden"') == len(matches)


def test_the_grid_is_not_there_for_many_players_nor_for_a_search() -> None:
    assert "Who met whom" in see(played(1, 16), "standings", 1)
    large = played(1, 17)
    assert "Who met whom" not in see(large, "standings", 1)
    assert "Who met whom" not in see(played(1, 8), "standings", 1, q="ada")


def test_who_was_disqualified_has_no_line_in_the_grid() -> None:
    hall = played(1, 8)
    hall.do(commands.DisqualifyPlayer(PlayerId(2), typed("loaded dice")))
    grid = see(hall, "standings", 1).split('id="met"')[1].split("</table>")[0]
    assert len(lines(grid)) == 7


def test_the_end_stands_in_the_band_of_the_event() -> None:
    page = see(until("finished"), "final", 1)
    assert 'class="with-hero"' in page
    assert re.search(r'<div class="hero small".*<h1><bdi>Spring Open</bdi></h1>', page, re.DOTALL)
    assert ">players</bdi>" in page


def test_the_next_date_of_the_same_organiser_is_told() -> None:
    hall = until("finished")
    organiser = hall.event.staff.get(role="organiser").account

    def event(name: str, days: int, *, theirs: bool = True, **how: object) -> None:
        at = timezone.now() + timedelta(days=days)
        made = {
            "code": name.upper().replace(" ", "")[:12],
            "name": name,
            "opens_at": at,
            "time_zone": "UTC",
            "listed": True,
        }
        one = Event.objects.create(**made | how)
        if theirs:
            one.staff.create(account=organiser, role="organiser")

    event("Draft", 1, listed=False)
    event("Practice", 1, practice=True)
    event("Called off", 1, cancelled_at=timezone.now())
    event("Others", 1, theirs=False)
    event("Long ago", -1)
    assert "The next date" not in see(hall, "final", 1)
    event("Winter Open", 9)
    event("Autumn Open", 3)
    assert "Autumn Open" in see(hall, "final", 1).partition("The next date")[2]
    assert "Winter Open" not in see(hall, "final", 1)
