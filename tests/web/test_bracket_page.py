"""The cut and the bracket: who goes on and why, who comes in for whom, and every game to the final."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse

from muster.app.brackets.cutting import qualified, seeds_of
from muster.app.brackets.read import Bracket, bracket_of, sheet_order
from muster.app.common.names import names_of
from muster.core.bracket.layouts import layout
from muster.core.ids import PlayerId
from muster.core.scoring.reports import GamesReport, MarginReport, Report, ShareReport, Tally
from muster.core.tournament import commands, queries
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.web.bracket_drawing import drawing
from muster.web.desk.bracket.cut import cut_view, if_left
from web_cases import Hall

pytestmark = pytest.mark.django_db


def name(player: PlayerId) -> str:
    return f"P{player}"


def page(response: HttpResponse, status: int = 200) -> str:
    assert response.status_code == status, response.status_code
    return re.sub(r"\s+", " ", unescape(response.content.decode()))


def swiss(
    count: int = 8, cut: int = 4, regulations: str = "armada-4.0", times: int = 2, **given: Any
) -> Hall:
    """Swiss rounds played, the cut still to be made."""
    hall = Hall(regulations, {"structure": "custom", "rounds": times, "cut": cut, **given})
    hall.begin(count)
    for _ in range(times):
        hall.publish()
        hall.play()
    return hall


def cut(count: int = 8, size: int = 4, **given: Any) -> Hall:
    """The cut made and the elimination begun."""
    hall = swiss(count, size, **given)
    hall.do(commands.MakeCut(), commands.StartStage())
    return hall


def drawn(state: State) -> Bracket:
    found = bracket_of(state, name)
    assert found is not None
    return found


def entries(hall: Hall) -> Any:
    return store.load(hall.tournament.pk).entries


# --- before the cut -------------------------------------------------------------------------------


def test_before_anything_is_played_the_page_says_what_it_will_show() -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 2, "cut": 4})
    assert "who would be in the cut" in page(hall.get("bracket"))
    hall.begin(8)
    assert "who would be in the cut" in page(hall.get("bracket"))


def test_a_plan_without_a_cut_says_so() -> None:
    hall = swiss(cut=0, times=1)
    assert "There is no cut" in page(hall.get("bracket"))


def test_it_shows_who_would_be_in_and_why_the_next_is_not() -> None:
    hall = swiss()
    table, text = queries.table(hall.state), page(hall.get("bracket"))
    found = cut_view(hall.state, name)
    assert found is not None
    assert [row.player for row in found.rows if row.seed] == list(table.order[:4])
    assert found.last_in == table.order[3]
    assert found.line is not None
    assert str(found.line.says).startswith(f"P{table.order[3]} stands above P{table.order[4]} by ")
    assert found.in_line == tuple(name(player) for player in table.order[4:8])
    assert "Make the cut" in text
    assert found.line.clause in text


def test_the_line_says_how_many_play_on_not_how_many_stand_above_it() -> None:
    hall = swiss()
    second = queries.table(hall.state).order[1]
    hall.do(commands.DropPlayer(player=second))
    text = page(hall.get("bracket"))
    assert "Top 4 play on" in text
    assert "Top 5 play on" not in text


def test_in_the_middle_of_swiss_the_cut_is_shown_but_cannot_be_made() -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 3, "cut": 4})
    hall.begin(8)
    hall.publish()
    hall.play()
    text = page(hall.get("bracket"))
    assert "The cut comes after 3 rounds; complete so far: 1." in text
    assert "Make the cut" not in text
    assert "The cut comes after 3 rounds" in page(hall.post("make-cut"), 422)
    assert hall.state.seeds is None


@pytest.mark.parametrize(
    ("kind", "figure", "wanted"),
    [
        ("at-least-points", 12, lambda points, _: points >= 12),
        ("at-most-losses", 1, lambda _, lost: lost <= 1),
    ],
)
def test_other_kinds_of_cut_take_who_reached_the_mark_and_nobody_comes_in(
    kind: str, figure: int, wanted: Any
) -> None:
    hall = swiss(9, figure, cut_kind=kind)
    losses = {
        player: sum(record.side.verdict == "loss" for record in own)
        for player, own in queries.records(hall.state).items()
    }
    table = queries.table(hall.state)
    expected = [row.player for row in table.rows if wanted(row.points, losses[row.player])]
    assert list(seeds_of(hall.state)) == expected
    found = cut_view(hall.state, name)
    assert found is not None
    assert found.in_line == ()
    leaving = if_left(hall.state, entries(hall), expected[0], name)
    assert not isinstance(leaving, Refusal)
    assert leaving.comes_in == ""
    assert leaving.replaces


def test_a_cut_with_ties_takes_everybody_equal_to_the_last() -> None:
    hall = swiss(8, 4, cut_kind="top-with-ties")
    found = qualified(hall.state)
    assert found is not None
    table = queries.table(hall.state)
    last = table.shared_ranks[3]
    assert list(found.seeds) == [row.player for row in table.rows if row.shared_rank <= last]


# --- leaving --------------------------------------------------------------------------------------


def test_who_would_come_in_is_shown_before_anything_is_recorded() -> None:
    hall = swiss()
    order, version = queries.table(hall.state).order, hall.state.version
    text = page(hall.get("leave-cut", order[1]))
    coming = hall.tournament.entries.get(player=order[4]).person.name
    assert f"{coming} comes in" in text
    assert "COM-CUT-2" in text
    assert hall.state.version == version
    hall.post("leave-cut", order[1], reason="has a train to catch")
    assert hall.state.players[order[1]].status == "dropped"
    hall.post("make-cut")
    assert hall.state.seeds == (order[0], order[2], order[3], order[4])


def test_a_seed_that_leaves_after_the_cut_is_replaced_as_the_regulations_example_says() -> None:
    hall = swiss()
    hall.post("make-cut")
    order = queries.table(hall.state).order
    found = if_left(hall.state, entries(hall), order[1], name)
    assert not isinstance(found, Refusal)
    assert found.comes_in == name(order[4])
    assert tuple(map(str, found.games)) == (
        f"1 {name(order[0])} v 4 {name(order[4])}",
        f"2 {name(order[2])} v 3 {name(order[3])}",
    )
    changes = [(shift.name, shift.before, shift.after) for shift in found.shifts]
    assert changes == [
        (name(order[2]), 3, 2),
        (name(order[3]), 4, 3),
        (name(order[4]), None, 4),
        (name(order[1]), 2, None),
    ]
    sheet = hall.get("player", order[1]).content.decode()
    assert "In the cut:" in sheet
    assert " plays no more" not in sheet  # not yet
    hall.post("leave-cut", order[1])
    assert hall.state.seeds == (order[0], order[2], order[3], order[4])


def test_a_published_bracket_that_has_not_begun_is_drawn_anew_where_the_regulations_say_so() -> None:
    hall = cut()
    hall.propose()
    hall.do(commands.PublishRound())
    seeds = seeds_of(hall.state)
    text = page(hall.get("leave-cut", seeds[0]))
    assert "Round 3 is voided" in text
    hall.post("leave-cut", seeds[0])
    assert len(hall.state.rounds) == 2
    assert hall.state.seeds is not None
    assert hall.state.seeds[:3] == seeds[1:]


def test_where_the_bracket_is_closed_the_opponent_profits() -> None:
    hall = cut(9, 4, regulations="unlimited-1.3")
    hall.propose()
    hall.do(commands.PublishRound())
    seeds = seeds_of(hall.state)
    found = if_left(hall.state, entries(hall), seeds[0], name)
    assert not isinstance(found, Refusal)
    assert not found.replaces
    assert "Awarded." in str(found.recorded[-1])
    hall.post("leave-cut", seeds[0])
    assert drawn(hall.state).columns[0].boxes[0].slots[1].kind == "won"


def test_who_has_left_cannot_leave_and_nobody_unknown_can() -> None:
    hall = swiss()
    hall.do(commands.DropPlayer(PlayerId(3)))
    name = names_of(hall.tournament.pk)[PlayerId(3)]
    for answer in (page(hall.get("leave-cut", 3)), page(hall.post("leave-cut", 3), 422)):
        assert re.search(rf"Player {name} is not playing any more \(.*\) and cannot drop", answer)
    assert hall.get("leave-cut", 99).status_code == 404


def test_a_reason_that_cannot_be_kept_is_shown_again_as_typed() -> None:
    hall = swiss()
    text = page(hall.post("leave-cut", 3, reason="x" * 501), 422)
    assert "at most 500 characters" in text
    assert "x" * 501 in text
    assert hall.state.players[PlayerId(3)].status == "entered"


def test_leaving_rests_on_what_was_shown() -> None:
    hall = swiss()
    version = hall.state.version
    hall.do(commands.DropPlayer(PlayerId(1)))
    assert "Somebody else has changed" in page(hall.post("leave-cut", 2, version=version), 409)


# --- the acts -------------------------------------------------------------------------------------


def test_a_stale_page_does_not_make_the_cut_and_says_so() -> None:
    hall = swiss()
    version = hall.state.version
    hall.do(commands.DropPlayer(PlayerId(1)))
    assert "Somebody else has changed" in page(hall.post("make-cut", version=version), 409)
    assert hall.state.seeds is None


def test_the_same_form_twice_makes_one_cut() -> None:
    hall = swiss()
    version = hall.state.version
    for _ in range(2):
        page(hall.post("make-cut", version=version, key="once"))
    assert hall.state.version == version + 1


def test_the_elimination_starts_from_the_page() -> None:
    hall = swiss()
    assert "There is no cut" not in page(hall.post("make-cut"))
    text = page(hall.post("start-elimination"))
    assert hall.state.stages[-1].format == "elimination"
    assert "The bracket as the seeds stand" in text
    assert "The elimination has begun" in page(hall.post("start-elimination"), 422)


def test_a_judge_may_not_make_the_cut_but_may_see_it() -> None:
    hall = swiss()
    judge = hall.staff("judge")
    assert "Make the cut" not in judge.get(hall.url("bracket")).content.decode()
    assert judge.post(hall.url("make-cut"), {"version": hall.state.version}).status_code == 403
    assert judge.post(hall.url("start-elimination"), {"version": hall.state.version}).status_code == 403
    assert hall.state.seeds is None


def test_acts_need_a_form_that_was_sent() -> None:
    hall = swiss()
    assert hall.get("make-cut").status_code == 405
    assert hall.get("start-elimination").status_code == 405


# --- the bracket ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64])
def test_the_order_of_the_sheet_is_that_of_the_printed_sheets(size: int) -> None:
    assert sheet_order(size // 2) == tuple(better for better, _ in layout(size).matches)
    assert sorted(sheet_order(512)) == list(range(1, 513))


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_the_seeds_stand_as_on_the_printed_sheet(size: int) -> None:
    hall = swiss(max(size, 4), size)
    bracket = drawn(hall.state)
    seats = [tuple(slot.seed for slot in box.slots) for box in bracket.columns[0].boxes]
    assert seats == list(layout(size).matches)
    places = [tuple(map(int, column.places.split("–"))) for column in bracket.columns]
    assert [(one[0], one[-1]) for one in places] == list(layout(size).places[:-1])
    assert bracket.provisional


@pytest.mark.parametrize(
    ("setup", "count"),
    [
        ({"structure": "custom", "rounds": 2, "cut": 8}, 9),
        ({"structure": "custom", "rounds": 2, "cut": 1, "cut_kind": "at-most-losses"}, 9),
        ({"structure": "custom", "first_stage": "elimination"}, 5),
        ({"structure": "custom", "first_stage": "elimination"}, 13),
    ],
)
def test_every_game_foreseen_is_the_game_that_is_played(setup: dict[str, Any], count: int) -> None:
    hall = Hall("armada-4.0", setup)
    hall.begin(count)
    for _ in range(setup.get("rounds", 0)):
        hall.publish()
        hall.play()
    if "rounds" in setup:
        hall.do(commands.MakeCut(), commands.StartStage())
    foreseen: list[set[int]] = []
    while True:
        hall.publish()
        rounds = elimination_rounds(hall.state)
        games = [set(game.players) for game in rounds[-1].games]
        assert not foreseen or foreseen == games
        column = drawn(hall.state).columns[len(rounds) - 1]
        boxes = {box.game: {slot.player for slot in box.slots if slot.player} for box in column.boxes}
        assert [boxes[number] for number in sorted(boxes)] == games
        hall.play()
        if len(games) == 1:
            break
        ahead = {box.game: box for box in drawn(hall.state).columns[len(rounds)].boxes}
        foreseen = [{slot.player or 0 for slot in ahead[one].slots} - {0} for one in sorted(ahead)]
    final = drawn(hall.state)
    winner = elimination_rounds(hall.state)[-1]
    assert final.champion == name(winner.winner_of(winner.games[0]) or PlayerId(0))
    assert "Winner of the final" in page(hall.get("bracket"))


def test_byes_of_a_random_start_are_told_before_and_shown_after_the_draw() -> None:
    hall = Hall("legion-2.0", {"structure": "custom", "first_stage": "elimination"})
    assert "fix the rounds first" in page(hall.get("bracket"))
    hall.begin(5)
    assert bracket_of(hall.state, name) is None
    assert "drawn at random" in page(hall.get("bracket"))
    hall.publish()
    resting = {bye.player for bye in hall.state.rounds[0].byes}
    slots = [slot for box in drawn(hall.state).columns[0].boxes for slot in box.slots]
    assert {slot.player for slot in slots if slot.kind == "bye"} == resting
    assert drawn(hall.state).columns[0].places == "5"


def test_a_winner_who_leaves_between_two_rounds_gives_the_next_opponent_a_bye() -> None:
    hall = cut()
    hall.publish()
    hall.play()
    first = drawn(hall.state).columns[0].boxes
    champion, other = (next(slot.player for slot in box.slots if slot.kind == "won") for box in first)
    hall.do(commands.DropPlayer(PlayerId(champion or 0)))
    final = drawn(hall.state).columns[1].boxes[0]
    assert [slot.kind for slot in final.slots] == ["nobody", "bye"]
    assert final.slots[1].player == other
    assert [slot.player for slot in final.sides] == [other]


@pytest.mark.parametrize(
    ("regulations", "report", "clause"),
    [
        (
            "armada-4.0",
            MarginReport(end="time", scores=(Tally(100), Tally(100)), deciding=1),
            "ARM-END-2",
        ),
        (
            "runewars-2.2.2",
            MarginReport(end="time", scores=(Tally(90), Tally(90)), deciding=1, winner=0),
            "RUN-FLURRY-1",
        ),
        (
            "legion-2.0",
            ShareReport(end="rounds", tokens=(2, 2), scores=(300, 280), deciding=0),
            "LEG-END-3",
        ),
        (
            "unlimited-1.3",
            GamesReport(end="time", games=(0, 1), unfinished=True, base_hp=(12, 5), deciding=0),
            "SWU-BO3-3",
        ),
    ],
)
def test_a_level_game_says_by_which_clause_somebody_goes_on(
    regulations: str, report: Report, clause: str
) -> None:
    hall = cut(8, 4, regulations=regulations)
    hall.publish()
    assert clause not in page(hall.get("bracket")).split("The rules of the bracket")[0]
    table = min(hall.state.rounds[-1].matches)
    hall.do(commands.ReportResult(hall.state.rounds[-1].number, table, report))
    box = next(box for box in drawn(hall.state).columns[0].boxes if box.kind == "done")
    assert box.level == clause
    assert {slot.kind for slot in box.slots} == {"won", "lost"}
    assert clause in page(hall.get("bracket")).split("The rules of the bracket")[0]


def test_who_is_out_sees_the_shared_place_while_the_round_is_played() -> None:
    hall = cut(9, 8)
    hall.publish()
    hall.play(leave=2)
    slots = [slot for box in drawn(hall.state).columns[0].boxes for slot in box.slots]
    assert {slot.place for slot in slots if slot.kind == "lost"} == {"5–8"}
    text = page(hall.get("bracket"))
    assert "place 5–8" in text
    assert "playing" in text


def test_the_drawing_has_a_box_for_each_game_and_joins_neighbours() -> None:
    hall = swiss(8, 8)
    sheet = drawing(drawn(hall.state))
    assert len(sheet.boxes) == 7
    assert [one.x for one in sheet.boxes] == sorted(one.x for one in sheet.boxes)
    quarter, semi = sheet.boxes[:4], sheet.boxes[4:6]
    assert semi[0].y == (quarter[0].y + quarter[1].y) // 2
    assert semi[1].y == (quarter[2].y + quarter[3].y) // 2
    assert sheet.boxes[-1].path == ""
    assert all(one.y + one.height <= sheet.height for one in sheet.boxes)


def test_the_drawing_has_names_in_full_scores_and_the_table_of_a_game_that_is_played() -> None:
    hall = swiss(8, 4)
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    hall.play(leave=1)
    long = "Piotr Aleksander Brzęczyszczykiewicz-Chrząszczewski"
    bracket = bracket_of(hall.state, lambda _player: long)
    assert bracket is not None
    sheet = drawing(bracket)
    done, played = sorted(sheet.boxes[:2], key=lambda one: one.box.kind)
    assert {side.slot.score.isdecimal() for side in done.sides} == {True}
    assert played.box.kind == "playing"
    assert played.box.table is not None
    for side in (*done.sides, *played.sides):
        assert "".join("".join(text for text, _y in side.lines).split()) == long.replace(" ", "")
        assert side.name.tenths >= 90
    assert page(hall.get("bracket")).count('<rect class="at"') == 1


def test_of_a_very_large_field_the_drawing_leaves_out_the_first_rounds_and_the_list_has_pages() -> None:
    hall = Hall("legion-2.0", {"structure": "custom", "first_stage": "elimination"})
    hall.begin(230)
    hall.publish()
    bracket = drawn(hall.state)
    assert [len(column.boxes) for column in bracket.columns] == [128, 64, 32, 16, 8, 4, 2, 1]
    assert [len(column.boxes) for column in bracket.drawn] == [32, 16, 8, 4, 2, 1]
    assert page(hall.get("bracket")).count("Game 128") == 0
    assert page(hall.get("bracket", page=2)).count("Game 128") == 1


def test_listed_games_are_in_the_order_of_their_numbers_and_say_nothing_that_is_over() -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 1, "cut": 8})
    hall.begin(12)
    hall.publish()
    hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    listed = drawn(hall.state).listed[0]
    assert [box.game for box in listed.boxes] == [1, 2, 3, 4]
    assert all(box.onward for box in listed.boxes)
    hall.play()
    for _ in range(2):
        hall.publish()
        hall.play()
    hall.do(commands.FinishTournament())
    assert not any(box.onward for column in drawn(hall.state).columns for box in column.boxes)
    assert [box.game for box in drawn(hall.state).columns[0].boxes] == [1, 4, 2, 3]


def test_the_rules_of_the_bracket_are_shown_with_their_clauses() -> None:
    text = page(cut().get("bracket"))
    for clause in ("COM-ELIM-1", "COM-ELIM-2", "COM-ELIM-4"):
        assert clause in text
