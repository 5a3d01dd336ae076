"""Tables of three and four at the desk: plan, draft, results, disputes, corrections, penalties, the cut, who leaves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from muster.app.brackets.read import bracket_of
from muster.app.history.reasons import typed
from muster.app.judging.penalties import Offence, RecordedPenalty, give
from muster.app.judging.tables import table_of
from muster.core.ids import PlayerId, TableNo
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands, queries
from muster.core.tournament.state import Match
from muster.web.bracket_drawing import drawing
from web_cases import NAMES, Hall

pytestmark = pytest.mark.django_db

ADVANCED = {"structure": "advanced"}


def words(response: HttpResponse, status: int = 200) -> str:
    assert response.status_code == status, response.status_code
    text = re.sub(r"<[^>]+>", " ", unescape(response.content.decode()))
    return re.sub(r"\s+", " ", text)


def html(response: HttpResponse) -> str:
    return unescape(response.content.decode())


def evening(count: int, **setup: Any) -> Hall:
    """An evening that has begun, with no round drawn."""
    hall = Hall("twin-suns-1.3", setup)
    hall.begin(count)
    return hall


def shown(count: int, **setup: Any) -> Hall:
    """The same with its first round running."""
    hall = evening(count, **setup)
    hall.publish()
    return hall


def name(player: PlayerId) -> str:
    """What `Hall.enter` calls them."""
    return f"{NAMES[player - 1]} A{player - 1}"


def table_of_size(hall: Hall, size: int) -> Match:
    matches = hall.state.rounds[-1].matches
    return next(one for _, one in sorted(matches.items()) if len(one.pairing.players) == size)


def reported(match: Match, *left: int, **given: Any) -> PlacingReport:
    assert len(left) == len(match.pairing.players)
    return PlacingReport(end="decided", left=left, **given)


def report(hall: Hall, match: Match, result: PlacingReport, by: PlayerId | None = None) -> None:
    hall.do(commands.ReportResult(hall.state.rounds[-1].number, match.pairing.table, result, by))


def fields(*left: object, **more: str) -> dict[str, str]:
    """A filled-in form: what each has left, and further fields with `__` for a dot."""
    typed_in = {f"left.{seat}": str(hp) for seat, hp in enumerate(left)}
    return {"end": "decided", **typed_in, **{key.replace("__", "."): value for key, value in more.items()}}


# --- setting up and the plan ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "tables", "needed"),
    [
        (3, "1 table of three", 1),
        (4, "1 table of four", 1),
        (5, "1 table of four and one rests", 1),
        (7, "1 table of four and 1 table of three", 2),
        (11, "2 tables of four and 1 table of three", 3),
    ],
)
def test_the_plan_says_how_many_tables_of_each_size_there_are(count: int, tables: str, needed: int) -> None:
    hall = Hall("twin-suns-1.3")
    hall.enter(count)
    plan = words(hall.get("plan"))
    assert f"{tables} ; 80 minutes a round" in plan
    assert (f"{needed} table is needed" if needed == 1 else f"{needed} tables are needed") in plan


def test_two_players_fill_no_table() -> None:
    hall = Hall("twin-suns-1.3")
    hall.enter(2)
    assert "There is no plan for 2 players yet." in words(hall.get("plan"))
    assert "0 tables are needed" in words(hall.get("plan"))


def test_elimination_from_the_start_is_not_offered_at_tables() -> None:
    hall = Hall("twin-suns-1.3")
    page = html(hall.client.get(reverse("desk:new"), {"regulations": "twin-suns-1.3"}))  # type: ignore[arg-type]
    assert 'value="advanced"' in page
    assert "Elimination only" not in page


# --- the draft --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "sizes"), [(3, [3]), (4, [4]), (5, [4]), (7, [3, 4]), (11, [3, 4, 4])])
def test_a_draft_shows_everybody_by_table_and_seat(count: int, sizes: Sequence[int]) -> None:
    hall = evening(count)
    hall.propose()
    page = html(hall.get("round"))
    lists = re.findall(r'<ol class="seats">(.*?)</ol>', page, re.DOTALL)
    there = [[int(one) for one in re.findall(r'data-swap="(\d+)"', part)] for part in lists]
    proposal = hall.state.proposal
    assert proposal is not None
    assert there == [[*one.players] for one in sorted(proposal.sheet.pairings, key=lambda one: one.table)]
    assert sorted(map(len, there)) == sizes


def test_of_five_one_rests_and_the_page_says_why() -> None:
    hall = evening(5)
    hall.propose()
    (bye,) = hall.state.proposal.sheet.byes  # type: ignore[union-attr]
    page = words(hall.get("round"))
    assert "Bye" in page
    assert name(bye.player) in page
    assert "SWU-PAIR-1" in page


def test_repeated_meetings_and_a_second_table_of_three_are_to_be_looked_at() -> None:
    hall = shown(7)
    threes = {*table_of_size(hall, 3).pairing.players}
    hall.play()
    hall.propose()
    again = threes & {
        player
        for one in hall.state.proposal.sheet.pairings  # type: ignore[union-attr]
        if len(one.players) == 3
        for player in one.players
    }
    page = words(hall.get("round"))
    assert "Have met before: " in page
    assert "Meetings of two who have met before, in the whole round:" in page
    assert ("Sit at a table of three again: " in page) == bool(again)
    assert "plays someone with fewer points" not in page


def test_two_players_of_different_tables_change_places_after_a_look_at_what_that_does() -> None:
    hall = shown(11)
    hall.play()
    hall.propose()
    one, two = (pairing.players[0] for pairing in hall.state.proposal.sheet.pairings[:2])  # type: ignore[union-attr]
    preview = words(hall.get("swap-preview", pick=one, **{"with": two}))
    assert "After the swap" in preview
    assert "Before: " in preview
    hall.post("swap", one=one, two=two)
    sheet = hall.state.proposal.sheet  # type: ignore[union-attr]
    assert sheet.pairings[0].players[0] == two
    assert sheet.pairings[1].players[0] == one


def test_two_of_one_table_do_not_change_places() -> None:
    hall = evening(4)
    hall.propose()
    one, two, *_ = hall.state.proposal.sheet.pairings[0].players  # type: ignore[union-attr]
    assert "different" in words(hall.get("swap-preview", pick=one, **{"with": two}))


@pytest.mark.parametrize("count", [3, 5, 7, 11])
def test_a_published_round_stands_by_table_by_name_and_on_paper(count: int) -> None:
    hall = shown(count)
    table = hall.state.rounds[0].matches[TableNo(1)]
    seats = [name(player) for player in table.pairing.players]
    by_table = html(hall.get("round-n", 1))
    by_table = by_table[by_table.index('class="seatings"') :]
    assert [by_table.index(one) for one in seats] == sorted(by_table.index(one) for one in seats)
    by_name = words(hall.get("round-n", 1, by="name"))
    assert "Seat" in by_name
    assert "With" in by_name
    paper = words(hall.get("round-print", 1))
    assert " · ".join(f"{at} {one}" for at, one in enumerate(seats, 1)) in paper
    why = words(hall.get("why-pairing", 1, table.pairing.players[0]))
    assert "the first round is drawn at random" in why


def test_the_players_of_a_published_round_change_places_by_hand_before_it_begins() -> None:
    hall = evening(11)
    hall.propose()
    hall.do(commands.PublishRound())
    before = {table: one.pairing.players for table, one in hall.state.rounds[0].matches.items()}
    one, two = before[TableNo(1)][0], before[TableNo(2)][0]
    looked = words(hall.get("repair", pick=one, **{"with": two}))
    assert name(one) in looked
    hall.post("repair", swaps=f"{one}-{two}", reason="brothers")
    after = {table: match.pairing.players for table, match in hall.state.rounds[0].matches.items()}
    assert after[TableNo(1)] == (two, *before[TableNo(1)][1:])
    assert after[TableNo(2)] == (one, *before[TableNo(2)][1:])
    assert after[TableNo(3)] == before[TableNo(3)]


# --- results ----------------------------------------------------------------------------------------


def test_a_typed_line_says_what_it_is_worth_and_is_recorded() -> None:
    hall = shown(11)
    match = table_of_size(hall, 4)
    table = match.pairing.table
    preview = words(hall.get("results-preview", round=1, line=f"{table} 12 12 3 0"))
    assert "3 places 1 to 2" in preview
    assert "2 place 3" in preview
    assert "share places 1 to 2: 3 points each" in preview
    hall.post("results-enter", round=1, line=f"{table} 12 12 3 0")
    recorded = hall.state.rounds[0].matches[table]
    assert recorded.status == "confirmed"
    assert recorded.outcome is not None
    assert [side.points for side in recorded.outcome.sides] == [3, 3, 2, 1]
    assert "Played out 12-12-3-0" in words(hall.get("results", show="all"))


def test_a_line_for_the_wrong_number_of_players_is_refused_in_clear_words() -> None:
    hall = shown(3)
    assert "Enter what each of the 3 players at this table still has" in words(
        hall.get("results-preview", round=1, line="1 12 7 3 0")
    )


def test_the_keys_of_the_line_are_those_of_seats() -> None:
    page = words(shown(4).get("results"))
    assert "12 7 3 c4" in page
    assert "The number after a letter is the seat." in page


def test_the_form_asks_what_everybody_has_left_and_takes_who_conceded() -> None:
    hall = shown(4)
    match = table_of_size(hall, 4)
    page = html(hall.get("result", 1))
    assert [f'name="left.{seat}"' in page for seat in range(5)] == [True] * 4 + [False]
    assert re.search(r'value="decided"\s+checked', page)
    answer = hall.post("result", 1, round="1", **fields(9, "", 0, 4, conceded__1="1"))
    assert answer.status_code == 200
    recorded = hall.state.rounds[0].matches[match.pairing.table]
    assert recorded.report == reported(match, 9, 0, 0, 4, conceded=(1,))
    assert recorded.outcome is not None
    assert [side.points for side in recorded.outcome.sides] == [5, 1, 2, 3]


def test_places_are_set_by_hand_in_the_form() -> None:
    hall = shown(4)
    match = table_of_size(hall, 4)
    by_hand = {f"places__{seat}": str(place) for seat, place in enumerate((2, 1, 3, 3))}
    answer = hall.post("result", 1, round="1", **fields(9, 3, 0, 4, **by_hand))
    assert answer.status_code == 200
    recorded = hall.state.rounds[0].matches[match.pairing.table]
    assert recorded.report == reported(match, 9, 3, 0, 4, places=(2, 1, 3, 3))
    assert recorded.outcome is not None
    assert [side.points for side in recorded.outcome.sides] == [3, 5, 1, 1]


@pytest.mark.parametrize(
    ("form", "says"),
    [
        (fields(9, "", 0, 4), "Enter a whole number for everybody at the table"),
        (fields(9, "x", 0, 4), "Enter a whole number for everybody at the table"),
        (fields(9, 0, 0, 4, conceded__1="1", conceded__2="1"), "each has a number of their own"),
        (fields(9, 3, 0, 4, absent__1="yes"), "enter 0 for them"),
        (fields(9, 3, 0, 4, places__1="1"), "Enter a place for everybody at the table, or for nobody."),
        (fields(9, 0, 0, 4, absent__1="yes", lost__1="yes"), "Name everybody once"),
    ],
)
def test_a_form_that_cannot_be_says_so_at_its_field(form: dict[str, str], says: str) -> None:
    hall = shown(4)
    assert says in words(hall.post("result", 1, round="1", **form), 422)
    assert hall.state.rounds[0].matches[TableNo(1)].status == "open"


def test_more_than_a_base_has_is_asked_for_twice() -> None:
    hall = shown(4)
    page = hall.post("result", 1, round="1", **fields(70, 7, 3, 0))
    assert "70 HP are more than a base has." in words(page, 422)
    sure = re.search(r'name="sure" value="(\w+)"', html(page))
    assert sure
    hall.post("result", 1, round="1", sure=sure[1], **fields(70, 7, 3, 0))
    assert hall.state.rounds[0].matches[TableNo(1)].status == "confirmed"


def test_a_reported_result_names_who_has_still_to_confirm_it() -> None:
    hall = shown(4)
    match = table_of_size(hall, 4)
    one, two, three, four = match.pairing.players
    report(hall, match, reported(match, 12, 7, 3, 0), by=one)
    hall.do(commands.ConfirmResult(hall.state.rounds[0].number, match.pairing.table, three))
    page = words(hall.get("result", 1))
    waiting = page[page.index("Still to confirm:") :][:80]
    assert name(two) in waiting
    assert name(four) in waiting
    assert name(three) not in waiting


def test_a_dispute_shows_both_versions_by_those_who_said_them_and_is_settled() -> None:
    hall = shown(4)
    match = table_of_size(hall, 4)
    one, _two, three, _four = match.pairing.players
    report(hall, match, reported(match, 12, 7, 3, 0), by=one)
    report(hall, match, reported(match, 3, 7, 12, 0), by=three)
    page = words(hall.get("result", 1))
    assert f"{name(one)} " in page
    assert re.search(rf"Take {name(one)}’s version", page)
    assert re.search(rf"Take {name(three)}’s version", page)
    seen = re.search(r'name="seen" value="(\w+)"', html(hall.get("result", 1)))
    assert seen
    hall.post("result-settle", 1, round="1", take="dispute", seen=seen[1])
    settled = hall.state.rounds[0].matches[TableNo(1)]
    assert settled.status == "confirmed"
    assert settled.outcome is not None
    assert [side.points for side in settled.outcome.sides] == [2, 3, 5, 1]


def test_a_correction_shows_everybody_at_the_table_before_it_is_made() -> None:
    hall = shown(11)
    hall.play()
    match = table_of_size(hall, 3)
    table = match.pairing.table
    hall.get("result-correct", 1, table)
    looked = hall.client.post(
        hall.url("result-correct", 1, table), {"version": hall.state.version, **fields(1, 5, 9)}
    )
    page = words(looked)  # type: ignore[arg-type]
    assert all(name(player) in page for player in match.pairing.players)
    assert "5 place 1" in page
    hall.post(
        "result-correct", 1, table, step="correct", reason="slip misread", **fields(1, 5, 9),
        sure=re.search(r'name="sure" value="(\w+)"', html(looked))[1],  # type: ignore[index, arg-type]
    )  # fmt: skip
    corrected = hall.state.rounds[0].matches[table]
    assert corrected.corrections == 1
    assert corrected.report == reported(match, 1, 5, 9)


def test_only_tables_of_the_same_size_exchange_their_results() -> None:
    hall = shown(7)
    hall.play()
    for table in hall.state.rounds[0].matches:
        assert "It was entered at the wrong table" not in words(hall.get("result-correct", 1, table))


# --- penalties and people ---------------------------------------------------------------------------


def penalty(hall: Hall, player: PlayerId, *, apply: bool | None = None) -> RecordedPenalty:
    table = table_of(hall.tournament.pk, hall.state)
    offence = Offence(
        player=player, category=table.categories[0].id, kind="match-loss", what="late", apply=apply
    )
    given = give(hall.tournament.pk, hall.actor, offence)
    assert isinstance(given, RecordedPenalty), given
    return given


def test_a_loss_by_penalty_waits_for_the_result_of_the_table_and_is_filled_in() -> None:
    hall = shown(4)
    match = table_of_size(hall, 4)
    said = penalty(hall, match.pairing.players[2])
    assert "it is filled in with the result" in str(said.says)
    assert hall.state.rounds[0].matches[TableNo(1)].status == "open"
    page = html(hall.get("result", 1))
    assert re.search(r'name="lost\.2"\s+value="yes"\s+checked', page)
    assert "has the last place at this table, without points, by a penalty" in page
    without = words(hall.post("result", 1, round="1", **fields(9, 5, 0, 4)), 422)
    assert "by a penalty" in without
    hall.post("result", 1, round="1", **fields(9, 5, "", 4, lost__2="yes"))
    outcome = hall.state.rounds[0].matches[TableNo(1)].outcome
    assert outcome is not None
    assert [(side.place, side.points) for side in outcome.sides] == [(1, 5), (2, 3), (4, 0), (3, 2)]


def test_a_loss_by_penalty_after_a_players_report_puts_them_last() -> None:
    hall = shown(4)
    match = table_of_size(hall, 4)
    report(hall, match, reported(match, 9, 7, 12, 0), by=match.pairing.players[0])
    penalty(hall, match.pairing.players[2], apply=True)
    after = hall.state.rounds[0].matches[TableNo(1)]
    assert after.report == reported(match, 9, 7, 0, 0, lost=(2,))
    assert after.outcome is not None
    assert [side.points for side in after.outcome.sides] == [5, 3, 0, 2]


def test_who_leaves_between_rounds_changes_only_the_tables() -> None:
    hall = shown(5)
    hall.play()
    hall.do(commands.DropPlayer(PlayerId(1), typed("home")))
    hall.publish()
    assert [len(one.pairing.players) for one in hall.state.rounds[1].matches.values()] == [4]
    assert not hall.state.rounds[1].byes
    hall.play()
    for player in (2, 3):
        hall.do(commands.DropPlayer(PlayerId(player), typed("home")))
    page = words(hall.post("propose"), 422)
    assert "a table needs three or four" in page


def test_somebody_who_came_late_is_not_put_to_a_table_of_its_own() -> None:
    hall = evening(5)
    hall.propose()
    hall.do(commands.PublishRound())
    hall.post("people-add", name="Late Lou")
    assert len(hall.state.players) == 6
    assert "Late Lou" in words(hall.get("round-n", 1))
    assert queries.late_pair(hall.state) is None


def test_a_players_sheets_name_everybody_they_met() -> None:
    hall = shown(7)
    hall.play()
    match = table_of_size(hall, 4)
    own, *others = match.pairing.players
    for page in (
        hall.get("player", own),
        hall.get("history-player", hall.state.version, own),
        hall.client.get(reverse("judge:player", args=[hall.event.code, hall.tournament.number, own])),
    ):
        text = words(page)  # type: ignore[arg-type]
        assert all(name(one) in text for one in others)


def test_a_judge_sees_the_seats_of_a_table() -> None:
    hall = shown(4)
    page = words(hall.client.get(reverse("judge:table", args=[hall.event.code, hall.tournament.number, 1])))  # type: ignore[arg-type]
    assert [f"seat {seat}" in page for seat in (1, 2, 3, 4, 5)] == [True] * 4 + [False]


# --- standings, the cut, the end --------------------------------------------------------------------


def through(hall: Hall) -> Hall:
    """All rounds before the cut played."""
    for _ in range(hall.state.announced.rounds):
        hall.publish()
        hall.play()
    return hall


def test_standings_explain_points_by_places() -> None:
    hall = shown(4)
    match = table_of_size(hall, 4)
    report(hall, match, reported(match, 12, 7, 3, 0))
    page = words(hall.get("player-standing", 1, match.pairing.players[1]))
    assert "Round 1: place 2 with" in page


def test_a_cut_of_seven_is_one_table_and_then_a_final() -> None:
    hall = through(evening(11, structure="custom", rounds=2, cut=7))
    before = words(hall.get("bracket"))
    assert "Semi-final" in before
    assert "winner of game 1" in before
    assert "to the final" in before
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.propose()
    assert "The best 3 seeds go straight to the final" in words(
        hall.get("why-pairing", 3, hall.state.seeds[0])  # type: ignore[index]
    )
    hall.do(commands.PublishRound(), commands.StartRound())
    found = bracket_of(hall.state, name)
    assert found is not None
    assert [[len(box.slots) for box in column.boxes] for column in found.columns] == [[1, 1, 1, 4], [4]]
    drawn = drawing(found)
    assert [len(box.sides) for box in drawn.boxes] == [1, 1, 1, 4, 4]
    assert all(box.path for box in drawn.boxes[:-1])
    assert words(hall.get("round"))
    hall.play()
    assert "Round 4: final" in words(hall.post("propose"))
    hall.do(commands.PublishRound(), commands.StartRound())
    hall.play()
    assert "Winner of the final" in words(hall.get("bracket"))
    hall.do(commands.FinishTournament())
    finished = words(hall.get("finish"))
    assert "5–7" in finished


def test_a_final_whose_first_place_is_shared_goes_to_the_better_seed() -> None:
    hall = through(evening(11, structure="custom", rounds=1, cut=4))
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    (match,) = hall.state.rounds[-1].matches.values()
    report(hall, match, reported(match, 7, 7, 1, 0))
    best = hall.state.seeds[0]  # type: ignore[index]
    page = words(hall.get("bracket"))
    assert f"{name(best)} Winner of the final" in page
    assert "SWU-TWIN-2" in page


def test_a_player_who_leaves_a_cut_at_tables_lets_the_next_in() -> None:
    hall = through(evening(11, **ADVANCED))
    hall.do(commands.MakeCut())
    leaving = hall.state.seeds[1]  # type: ignore[index]
    page = words(hall.get("leave-cut", leaving))
    assert "comes in" in page
    hall.post("leave-cut", leaving, reason="train")
    assert leaving not in (hall.state.seeds or ())
    assert len(hall.state.seeds or ()) == 4


def test_an_earlier_result_corrected_after_the_cut_says_what_is_made_again() -> None:
    hall = through(evening(11, structure="custom", rounds=1, cut=7))
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    hall.play()
    hall.propose()
    hall.do(commands.PublishRound())
    (match,) = hall.state.rounds[1].matches.values()
    won = match.outcome.winner  # type: ignore[union-attr]
    loser = next(seat for seat in range(4) if seat != won)
    left = [0] * 4
    left[loser] = 9
    looked = hall.client.post(
        hall.url("result-correct", 2, match.pairing.table), {"version": hall.state.version, **fields(*left)}
    )
    page = words(looked, looked.status_code)  # type: ignore[arg-type]
    assert "goes on instead of" in page


def test_the_best_seed_chooses_a_seat_at_the_final_table_with_one_click() -> None:
    hall = through(evening(11, structure="custom", rounds=1, cut=4))
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    seeds = hall.state.seeds or ()
    page = words(hall.get("round"))
    assert f"{name(seeds[0])} is the best seed and chooses a seat." in page
    page = html(hall.post("final-seat", seat="3"))
    assert re.search(r'value="3"\s+class="button" aria-current="true"', page)
    (match,) = hall.state.rounds[-1].matches.values()
    assert match.pairing.players == (seeds[1], seeds[2], seeds[0], seeds[3])
    assert words(hall.post("final-seat", seat="9"), 422)
    report(hall, match, reported(match, 7, 5, 1, 0))
    assert "chooses a seat" not in words(hall.get("round"))
    assert "chose seat 3 of the final" in words(hall.get("history"))
