"""The standings page: after any round, every number explained, on paper and as files."""

from __future__ import annotations

import csv
import io
import json
import re
from functools import partial
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse

from muster.app.common.cache import BoundedCache
from muster.app.history.reasons import typed
from muster.app.history.submitting import announce_plan
from muster.app.standings.breakdown import apart
from muster.app.standings.finishing import places_now
from muster.app.standings.read import rank_rows, standings_after
from muster.core.ids import PlayerId, RoundNo
from muster.core.standings.tiebreakers import value_text
from muster.core.tournament import commands, queries
from muster.people.models import Person
from tournament_cases import IDS, won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db


def page(response: HttpResponse) -> str:
    assert response.status_code == 200, response.status_code
    return unescape(response.content.decode())


def shown(text: str) -> list[int]:
    """The players of the table, from its top."""
    return [int(number) for number in re.findall(r'<tr id="p(\d+)"', text)]


def played(count: int, times: int, regulations: str = "armada-4.0", **setup: object) -> Hall:
    hall = Hall(regulations, setup)
    hall.begin(count)
    for _ in range(times):
        hall.publish()
        hall.play()
    return hall


def test_before_the_first_round_the_page_says_when_there_will_be_standings() -> None:
    hall = Hall()
    assert "once the first Swiss round is complete" in page(hall.get("standings"))
    hall.begin(4)
    hall.publish()
    assert "once the first Swiss round is complete" in page(hall.get("standings"))


def test_an_event_of_elimination_only_points_to_the_bracket() -> None:
    hall = Hall("legion-2.0", {"structure": "custom", "first_stage": "elimination"})
    hall.begin(4)
    assert hall.url("bracket") in page(hall.get("standings"))


@pytest.mark.parametrize("regulations", IDS)
def test_the_page_shows_the_table_of_the_engine(regulations: str) -> None:
    hall = played(9, 2, regulations)
    text, table = page(hall.get("standings")), queries.table(hall.state)
    assert shown(text) == list(table.order)
    for row in table.rows:
        line = text.split(f'<tr id="p{row.player}"')[1].split("</tr>")[0]
        figures = re.findall(r'<a href="[^"]*of=([^"]+)">([^<]+)</a>', line)
        wanted = {"points": str(row.points)} | {
            column.id: str(value_text(column.id, value))
            for column, value in zip(table.columns, row.values, strict=True)
        }
        assert dict(figures) == wanted


def test_standings_after_an_earlier_round_are_those_of_that_round() -> None:
    hall = played(8, 3)
    text = page(hall.get("standings-after", 1))
    assert shown(text) == list(queries.table(hall.state, 1).order)
    assert "As they were after round 1" in text


@pytest.mark.parametrize("after", [0, 3, 99999999999])
def test_there_are_no_standings_after_a_round_that_is_not_complete(after: int) -> None:
    hall = played(8, 2)
    hall.publish()
    assert hall.get("standings-after", after).status_code == 404
    assert hall.get("player-standing", after, 1).status_code == 404


def test_the_running_round_is_not_counted_and_the_page_says_so() -> None:
    hall = played(8, 1)
    hall.publish()
    hall.play(leave=1)
    text = page(hall.get("standings"))
    assert "Round 2 is being played and not counted yet" in text
    assert shown(text) == list(queries.table(hall.state, 1).order)


def test_a_long_table_comes_in_pages_and_finds_a_player() -> None:
    hall = played(103, 1)
    order = list(queries.table(hall.state).order)
    assert shown(page(hall.get("standings"))) == order[:100]
    assert shown(page(hall.get("standings", page=2))) == order[100:]
    found = page(hall.get("standings", player=order[101]))
    assert shown(found) == order[100:]
    assert f'<tr id="p{order[101]}" class="current"' in found


def test_a_player_is_found_by_part_of_a_name_whatever_its_accents_or_by_number() -> None:
    hall = played(8, 1)
    hall.tournament.entries.get(player=3)
    Person.objects.filter(entries__player=3).update(name="Łucja Żółć")
    assert shown(page(hall.get("standings", q="lucja zolc"))) == [3]
    assert shown(page(hall.get("standings", q="#3"))) == [3]
    assert "Nobody in these standings is called" in page(hall.get("standings", q="Zz top"))


def test_names_are_shown_as_text_whatever_they_hold() -> None:
    hall = played(4, 1)
    Person.objects.filter(entries__player=1).update(name="<script>alert(1)</script>")
    for response in (
        hall.get("standings"),
        hall.get("standings-print", 1),
        hall.get("player-standing", 1, 1),
        hall.get("standings", q="<script>"),
        hall.get("bracket"),
        hall.get("finish"),
        hall.get("history"),
    ):
        assert b"<script>alert" not in response.content


def test_players_who_are_equal_share_a_marked_rank() -> None:
    hall = Hall("unlimited-1.3")
    hall.begin(4)
    state = hall.publish()
    for table_no in sorted(state.rounds[0].matches):
        hall.do(commands.ReportResult(RoundNo(1), table_no, won_by(state.regulations, 0, 3)))
    rows = rank_rows(hall.state, queries.table(hall.state), str)
    tied = [row.rank_text for row in rows if row.tied]
    assert tied == ["=1", "=1", "=3", "=3"]
    text = page(hall.get("standings"))
    for row in rows:
        line = text.split(f'<tr id="p{row.player}"')[1].split("</tr>")[0]
        assert f'<td class="num place">{row.rank_text}</td>' in line


def test_who_moved_is_said_against_the_round_before() -> None:
    hall = played(8, 2)
    before, now = queries.table(hall.state, 1), queries.table(hall.state, 2)
    rows = rank_rows(hall.state, now, str, before=before)
    for row in rows:
        assert row.moved == before.row(row.player).shared_rank - now.row(row.player).shared_rank
    climber = max(rows, key=lambda row: row.moved or 0)
    line = page(hall.get("standings")).split(f'<tr id="p{climber.player}"')[1].split("</tr>")[0]
    assert f'up </span><span class="mv-up" aria-hidden="true">▲</span>{climber.moved}<' in line


def test_record_and_places_so_far_stand_beside_the_figures() -> None:
    hall = played(9, 3, structure="custom", rounds=5, cut=4)
    text, records = page(hall.get("standings")), queries.records(hall.state)
    orders = [list(queries.table(hall.state, after).order) for after in (1, 2, 3)]
    for player, own in records.items():
        line = text.split(f'<tr id="p{player}"')[1].split("</tr>")[0]
        verdicts = [one.side.verdict for one in own]
        record = "-".join(str(verdicts.count(one)) for one in ("win", "draw", "loss"))
        assert f'<td class="record">{record}</td>' in line
        places = ", ".join(str(order.index(player) + 1) for order in orders)
        assert f'aria-label="Places so far: {places}"' in line
    assert "Top 4 play on" in text
    assert text.count('class="bump-2"') == 3
    assert text.count('class="bump-1"') == 1
    assert "How it went" not in page(hall.get("standings", q="ada"))


def test_after_one_round_nothing_has_moved_and_nothing_is_drawn() -> None:
    text = page(played(4, 1).get("standings"))
    assert "Places so far" not in text
    assert "How it went" not in text


def test_who_came_late_has_a_shorter_line() -> None:
    hall = played(6, 1, structure="custom", rounds=4, cut=0)
    hall.enter(1)
    hall.publish()
    hall.play()
    late = max(hall.state.players)
    line = page(hall.get("standings")).split(f'<tr id="p{late}"')[1].split("</tr>")[0]
    assert "of=points" in line


def test_who_left_is_marked_and_who_was_disqualified_is_named_below() -> None:
    hall = played(8, 2)
    hall.do(commands.DropPlayer(PlayerId(3)), commands.DisqualifyPlayer(PlayerId(5), typed("cheating")))
    text = page(hall.get("standings"))
    assert "dropped" in text.split('<tr id="p3"')[1].split("</tr>")[0]
    assert 5 not in shown(text)
    assert "Disqualified and not ranked: <bdi>Eva A4</bdi>" in re.sub(r"\s+", " ", text)


def test_each_number_opens_to_its_arithmetic_as_a_page_of_its_own() -> None:
    hall = played(9, 3)
    table = queries.table(hall.state)
    second = table.order[1]
    text = page(hall.get("player-standing", 3, second))
    for column in table.columns:
        assert column.clause in text
    assert str(apart(table, table.order[0], second, lambda player: f"{hall_name(hall, player)}").says) in text
    assert str(apart(table, second, table.order[2], lambda player: f"{hall_name(hall, player)}").says) in text
    rested = next(bye.player for bye in hall.state.rounds[0].byes)
    assert "Round 1: bye, 8" in page(hall.get("player-standing", 3, rested))


def hall_name(hall: Hall, player: PlayerId) -> str:
    return hall.tournament.entries.get(player=player).person.name


def test_with_htmx_one_number_comes_as_a_row_below() -> None:
    hall = played(8, 1)
    address = hall.url("player-standing", 1, 2) + "?of=margin"
    text = hall.client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert text.lstrip().startswith('<tr class="opened">')
    assert "Margin of victory:" in text
    assert "Strength of schedule:" not in text
    head = page(hall.get("standings")).split("<thead>")[1].split("</thead>")[0]
    assert f'<td colspan="{head.count("<th ")}">' in text


def test_what_decides_the_order_is_a_page_or_opens_below_the_table() -> None:
    hall = played(8, 1)
    assert hall.url("standings-order", 1) in page(hall.get("standings"))
    whole = page(hall.get("standings-order", 1))
    below = hall.client.get(hall.url("standings-order", 1), headers={"HX-Request": "true"}).content.decode()
    assert below.lstrip().startswith('<section class="card"')
    for text in (whole, below):
        assert "Strength of schedule (SoS)" in text
        assert "Everything is compared exactly" in text
    assert hall.get("standings-order", 2).status_code == 404


def test_a_disqualified_or_unknown_player_has_no_standing() -> None:
    hall = played(8, 1)
    hall.do(commands.DisqualifyPlayer(PlayerId(5), typed("cheating")))
    assert hall.get("player-standing", 1, 5).status_code == 404
    assert hall.get("player-standing", 1, 99).status_code == 404


def test_the_line_of_the_cut_stands_below_the_last_who_would_be_in() -> None:
    hall = played(8, 2, structure="custom", rounds=2, cut=4)
    order = list(queries.table(hall.state).order)
    hall.do(commands.DropPlayer(order[1]))
    text = page(hall.get("standings"))
    assert shown(text.split('class="cut-line"')[0]) == order[:5]
    assert 'class="cut-line"' not in page(hall.get("standings-after", 1))
    hall.do(commands.MakeCut())
    assert "seed 4" in page(hall.get("standings")).split(f'<tr id="p{order[4]}"')[1].split("</tr>")[0]


def test_the_sheet_for_printing_has_every_line() -> None:
    hall = played(103, 1)
    text = page(hall.get("standings-print", 1))
    assert all(f"A{number}" in text or f"{number}</bdi>" in text for number in range(103))
    assert text.count("<tr>") == 104


def test_the_spreadsheet_has_every_line_and_no_formula() -> None:
    hall = played(8, 1)
    Person.objects.filter(entries__player=1).update(name='=HYPERLINK("x")')
    response = hall.get("standings-csv", 1)
    assert "attachment" in response["Content-Disposition"]
    lines = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert lines[0][:5] == ["rank", "tied", "number", "name", "TP"]
    assert [int(line[2]) for line in lines[1:]] == list(queries.table(hall.state).order)
    assert next(line[3] for line in lines if line[2] == "1").startswith("'=")


def test_the_file_for_programs_has_exact_ratios() -> None:
    hall = played(9, 3)
    values = json.loads(hall.get("standings-json", 3).content)
    table = queries.table(hall.state)
    assert values["head"] == hall.state.head
    assert [one["player"] for one in values["standings"]] == list(table.order)
    place = next(at for at, column in enumerate(table.columns) if column.id == "strength-of-schedule")
    assert [one["strength-of-schedule"] for one in values["standings"]] == [
        str(row.values[place]) for row in table.rows
    ]


def test_the_table_is_computed_once_for_each_state_and_round() -> None:
    hall = played(8, 2)
    state = hall.state
    assert standings_after(state) is standings_after(state, 2)
    assert standings_after(state) == queries.table(state)
    assert standings_after(state, 1) == queries.table(state, 1)
    changed = hall.do(commands.DisqualifyPlayer(PlayerId(1), typed("cheating")))
    assert PlayerId(1) in standings_after(state).places
    assert PlayerId(1) not in standings_after(changed).places


def test_what_is_kept_makes_room_for_what_is_asked_for_later() -> None:
    kept, made = BoundedCache[int](2), list[int]()

    def make(key: int) -> int:
        made.append(key)
        return key

    asked = [1, 2, 1, 3, 1, 2]
    assert [kept.of(key, partial(make, key)) for key in asked] == asked
    assert made == [1, 2, 3, 2]


@pytest.mark.parametrize(
    "page_name",
    [
        "standings",
        "standings-print",
        "player-standing",
        "bracket",
        "leave-cut",
        "finish",
        "history",
        "history-act",
    ],
)
def test_a_page_costs_few_queries_however_many_players(
    page_name: str, django_assert_max_num_queries: Any
) -> None:
    hall = played(70, 2, structure="custom", rounds=2, cut=64)
    args = {"standings-print": [2], "player-standing": [2, 7], "leave-cut": [7], "history-act": [5]}
    with django_assert_max_num_queries(10):
        page(hall.get(page_name, *args.get(page_name, [])))


def test_a_judge_sees_the_standings_and_a_stranger_does_not() -> None:
    hall = played(8, 1)
    assert hall.staff("judge").get(hall.url("standings")).status_code == 200
    hall.client.logout()
    assert hall.get("standings").status_code == 302


def test_whoever_left_before_playing_has_no_line_and_no_place() -> None:
    hall = Hall("unlimited-1.3", setup={"structure": "custom", "rounds": 1, "cut": 0})
    hall.enter(6)
    hall.do(commands.DropPlayer(PlayerId(6)), announce_plan(hall.tournament.pk), commands.StartStage())
    hall.publish()
    hall.play()
    assert len(standings_after(hall.state).order) == 5
    hall.do(commands.FinishTournament(typed("")))
    assert {place.player for place in places_now(hall.state)} == {1, 2, 3, 4, 5}
    assert len(hall.state.places or ()) == 6  # the record is what it was, and is checked as it was
    assert len(hall.get("places-csv").content.decode().splitlines()) == 6
