"""The history: every act with who and when, what was taken back, and the tournament as it was then."""

from __future__ import annotations

import re
from html import unescape
from typing import Any, get_args

import pytest
from django.http import HttpResponse

from muster.app.access import SYSTEM, Actor
from muster.app.histories import GROUPS, STRIDE, Group, group_titles, state_then, teller_of
from muster.app.running import Done, submit, submit_all
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import Report
from muster.core.tournament import commands, queries
from muster.core.tournament.facts import FACTS
from muster.core.tournament.journal import at
from muster.journal import store
from muster.journal.models import FactRow
from muster.people.models import Account
from tournament_cases import won_by
from web_cases import Hall, account

pytestmark = pytest.mark.django_db


def page(response: HttpResponse, status: int = 200) -> str:
    assert response.status_code == status, response.status_code
    return re.sub(r"\s+", " ", unescape(response.content.decode()))


def lines(text: str) -> list[str]:
    """The acts of the page, newest first."""
    return [one.split("</tr>")[0] for one in text.split('<tr id="a')[1:]]


def running() -> Hall:
    hall = Hall("armada-4.0")
    hall.begin(8)
    hall.publish()
    return hall


def win(hall: Hall, by: int = 100) -> Report:
    return won_by(hall.state.regulations, 0, by=by)


def report(hall: Hall, table: int, by: int = 100) -> None:
    hall.do(commands.ReportResult(RoundNo(len(hall.state.rounds)), TableNo(table), win(hall, by)))


def test_every_kind_of_fact_is_found_under_a_heading() -> None:
    assert set(GROUPS) == set(FACTS)
    assert set(group_titles()) == set(get_args(Group)) == set(GROUPS.values())


def test_acts_come_newest_first_with_who_and_when_in_the_time_of_the_event() -> None:
    hall = running()
    report(hall, 1)
    FactRow.objects.filter(tournament=hall.tournament.pk).update(at="2026-03-07T09:30:15Z")
    store.forget()
    found = lines(page(hall.get("history")))
    assert "Table 1 (rounds 100-0)" in found[0]
    assert "Round 1 has begun." in found[1]
    assert "The tournament is set up under Armada Tournament Regulations 4.0." in found[-1]
    assert all("Olivia Organiser" in one and "7 Mar, 10:30:15" in one for one in found)


def test_what_was_done_together_is_one_act() -> None:
    hall = Hall("armada-4.0")
    hall.enter(9)
    found = lines(page(hall.get("history")))
    assert len(found) == 2
    assert "And 5 more." in found[0]
    text = page(hall.get("history-act", 5))
    assert all(f"Entry #{number}: " in text for number in range(1, 10))


def test_who_did_it_is_named_whoever_it_was() -> None:
    hall = running()
    table = TableNo(1)
    players = hall.state.rounds[0].matches[table].pairing.players
    command = commands.ReportResult(RoundNo(1), table, win(hall), players[0])
    assert isinstance(submit(hall.tournament.pk, command, Actor(f"player:{players[0]}", "scorekeeper")), Done)
    assert isinstance(submit(hall.tournament.pk, commands.DropPlayer(PlayerId(8)), SYSTEM), Done)
    gone = account("Somebody Else")
    drop = commands.DropPlayer(PlayerId(7))
    assert isinstance(submit(hall.tournament.pk, drop, Actor(f"account:{gone.pk}", "judge")), Done)
    Account.objects.filter(pk=gone.pk).delete()
    found = lines(page(hall.get("history")))
    assert "somebody whose account is gone" in found[0]
    assert "Muster itself" in found[1]
    name = hall.tournament.entries.get(player=players[0]).person.name
    assert f"<bdi>{name}</bdi>" in found[2]


def test_an_act_taken_back_is_struck_through_and_says_by_whom() -> None:
    hall = running()
    report(hall, 1)
    text = page(hall.get("history"))
    assert text.count("Take this back") == 1
    assert "Take this back" in lines(text)[0]
    text = page(hall.post("history-undo"))
    assert not hall.state.rounds[0].has_results
    found = lines(text)
    assert "Taken back: Table 1" in found[0]
    assert re.search(r"<del>Table 1 .*</del>.*taken back by Olivia Organiser", found[1])


def test_undo_from_a_stale_page_takes_nothing_back() -> None:
    hall = running()
    report(hall, 1)
    version = hall.state.version
    report(hall, 2)
    assert "Somebody else has changed" in page(hall.post("history-undo", version=version), 409)
    assert len([one for one in hall.state.rounds[0].matches.values() if one.settled]) == 2


def test_who_may_not_undo_is_not_offered_it() -> None:
    hall = running()
    report(hall, 1)
    judge = hall.staff("judge")
    assert "Take this back" not in judge.get(hall.url("history")).content.decode()
    assert judge.post(hall.url("history-undo"), {"version": hall.state.version}).status_code == 403


def test_behind_a_published_round_there_is_nothing_to_undo_and_the_page_says_what_to_do() -> None:
    hall = Hall("armada-4.0")
    hall.begin(8)
    hall.propose()
    hall.do(commands.PublishRound())
    text = page(hall.get("history"))
    assert "Take this back" not in text
    assert "older results are corrected" in text


def test_the_history_is_narrowed_down_by_kind_player_and_table() -> None:
    hall = running()
    for table in (1, 2):
        report(hall, table)
    hall.do(commands.CorrectResult(RoundNo(1), TableNo(1), win(hall, 200), "misread"))
    one, two = hall.state.rounds[0].matches[TableNo(1)].pairing.players
    other = hall.state.rounds[0].matches[TableNo(2)].pairing.players[0]
    assert len(lines(page(hall.get("history", kind="results")))) == 2
    assert len(lines(page(hall.get("history", kind="corrections")))) == 1
    assert len(lines(page(hall.get("history", table="1")))) == 2
    found = lines(page(hall.get("history", player=f"#{two}", kind="results")))
    assert len(found) == 1
    assert "Table 1" in found[0]
    by_name = hall.tournament.entries.get(player=other).person.name.upper()
    assert any("Table 2" in one for one in lines(page(hall.get("history", player=by_name))))
    assert "No act fits this" in page(hall.get("history", player="nobody at all"))
    assert "No act fits this" in page(hall.get("history", table="x"))
    assert one in hall.state.players


def test_what_is_taken_back_is_found_by_the_player_it_was_about() -> None:
    hall = running()
    hall.do(commands.DropPlayer(PlayerId(3)))
    hall.post("undo")
    found = lines(page(hall.get("history", player="#3")))
    assert "Taken back" in found[0]


def test_a_long_history_comes_in_pages_that_keep_what_was_asked() -> None:
    hall = Hall("armada-4.0")
    hall.enter(2)
    for _ in range(30):
        hall.do(commands.SetTables("1-9"), commands.SetTables("1-8"))
    text = page(hall.get("history", kind="plan"))
    assert len(lines(text)) == 50
    assert "page=2&kind=plan" in text
    assert len(lines(page(hall.get("history", kind="plan", page=2)))) == 11


def test_a_table_is_told_with_the_players_who_sat_there_then() -> None:
    hall = running()
    first = hall.state.rounds[0].matches[TableNo(1)].pairing.players
    report(hall, 1)
    number = hall.state.version
    hall.post("undo")
    hall.do(commands.VoidRound("wrong tables"))
    while True:
        hall.publish()
        if set(hall.state.rounds[0].matches[TableNo(1)].pairing.players) != set(first):
            break
        hall.do(commands.VoidRound("again"))
    told = teller_of(store.load(hall.tournament.pk), str).at(number)
    fact = store.load(hall.tournament.pk).entries[number - 1].fact
    assert told.tell(fact).startswith(f"Table 1 (rounds 100-0): {first[0]} ")
    assert set(first) <= told.touched(fact)


def test_the_tournament_is_shown_as_it_stood_after_an_act() -> None:
    hall = running()
    hall.play()
    number = hall.state.version
    old = hall.state.rounds[0].matches[TableNo(1)].outcome
    hall.publish()
    assert old is not None
    margin = 333 if old.sides[0].margin != 333 else 332
    hall.do(commands.CorrectResult(RoundNo(1), TableNo(1), win(hall, margin), "misread"))
    then = state_then(store.load(hall.tournament.pk), number)
    assert then.rounds[0].matches[TableNo(1)].outcome == old
    text = page(hall.get("history-act", number))
    assert "Standings after round 1 as they stood" in text
    winner = hall.state.rounds[0].matches[TableNo(1)].pairing.players[0]
    row = queries.table(then).row(winner)
    name = hall.tournament.entries.get(player=winner).person.name
    assert row.values[0] != queries.table(hall.state).row(winner).values[0]
    cells = rf'<td class="num">{row.points}</td><td class="num">{row.values[0]}</td>'
    assert re.search(rf"<bdi>{name}</bdi></th>{cells}", text)
    assert "No round was published; 0 players had entered" in page(hall.get("history-act", 1))


def test_time_travel_comes_to_the_same_as_a_replay_from_the_start() -> None:
    hall = Hall("armada-4.0")
    hall.enter(2)
    orders = [commands.SetTables(f"1-{2 + number % 7}") for number in range(STRIDE + 20)]
    for command in orders[:40]:
        hall.do(command)

    answer = submit_all(hall.tournament.pk, lambda _: orders, hall.actor)
    assert isinstance(answer, Done)
    long = answer.snapshot
    for seq in (1, 3, STRIDE - 1, STRIDE, STRIDE + 1, long.version - 1, long.version):
        assert state_then(long, seq) == at(long.entries, seq)


def test_an_act_leads_to_the_one_before_and_the_one_after() -> None:
    hall = running()
    number = hall.state.version
    text = page(hall.get("history-act", number))
    assert hall.url("history-act", number - 1) in text
    assert hall.url("history-act", number + 1) not in text
    assert hall.get("history-act", number + 1).status_code == 404
    assert hall.get("history-act", 0).status_code == 404


def test_a_page_of_history_asks_the_database_for_all_names_at_once(
    django_assert_max_num_queries: Any,
) -> None:
    hall = running()
    for number, table in enumerate(hall.state.rounds[0].matches):
        somebody = account(f"Judge {number}")
        command = commands.ReportResult(RoundNo(1), table, win(hall))
        answer = submit(hall.tournament.pk, command, Actor(f"account:{somebody.pk}", "judge"))
        assert isinstance(answer, Done)
    hall.get("history")
    with django_assert_max_num_queries(10):
        text = page(hall.get("history"))
    assert all(f"Judge {number}" in text for number in range(4))
