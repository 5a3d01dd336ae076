"""The history: every act with who and when, what was taken back, and the tournament as it was then."""

from __future__ import annotations

import re
from html import unescape
from typing import Any, get_args

import pytest
from django.http import HttpResponse

from muster.app.common.access import PLAYING, SYSTEM, Actor
from muster.app.common.names import names_of
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done, submit, submit_all
from muster.app.history.telling import teller_of
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import Report
from muster.core.tournament import commands, queries
from muster.core.tournament.acts.base import Group
from muster.core.tournament.facts import FACTS, RoundPublished
from muster.core.tournament.journal import at
from muster.journal import store
from muster.journal.models import FactRow
from muster.people.models import Account, Entry
from muster.web.desk.history import then_page as history_then
from muster.web.desk.history.acts import STRIDE, group_titles, state_then
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
    assert set(group_titles()) == set(get_args(Group)) == {fact.group for fact in FACTS}


def test_acts_come_newest_first_with_who_and_when_in_the_time_of_the_event() -> None:
    hall = running()
    report(hall, 1)
    FactRow.objects.filter(tournament=hall.tournament.pk).update(at="2026-03-07T09:30:15Z")
    store.forget()
    found = lines(page(hall.get("history")))
    assert "Table 1 (Six rounds 100-0)" in found[0]
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
    hall.do(commands.CorrectResult(RoundNo(1), TableNo(1), win(hall, 200), typed("misread")))
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
    hall.do(commands.VoidRound(typed("wrong tables")))
    while True:
        hall.publish()
        if set(hall.state.rounds[0].matches[TableNo(1)].pairing.players) != set(first):
            break
        hall.do(commands.VoidRound(typed("again")))
    told = teller_of(store.load(hall.tournament.pk), str).at(number)
    fact = store.load(hall.tournament.pk).entries[number - 1].fact
    assert told.tell(fact).startswith(f"Table 1 (Six rounds 100-0): {first[0]} ")
    assert set(first) <= told.touched(fact)


def test_the_tournament_is_shown_as_it_stood_after_an_act() -> None:
    hall = running()
    hall.play()
    number = hall.state.version
    old = hall.state.rounds[0].matches[TableNo(1)].outcome
    hall.publish()
    assert old is not None
    margin = 333 if old.sides[0].margin != 333 else 332
    hall.do(commands.CorrectResult(RoundNo(1), TableNo(1), win(hall, margin), typed("misread")))
    then = state_then(store.load(hall.tournament.pk), number)
    assert then.rounds[0].matches[TableNo(1)].outcome == old
    text = page(hall.get("history-act", number))
    assert "Standings after round 1 as they stood" in text
    winner = hall.state.rounds[0].matches[TableNo(1)].pairing.players[0]
    row = queries.table(then).row(winner)
    name = hall.tournament.entries.get(player=winner).person.name
    assert row.values[0] != queries.table(hall.state).row(winner).values[0]
    cells = rf'<td class="num">{row.points}</td><td class="num">{row.values[0]}</td>'
    assert re.search(rf"<bdi>{name}</bdi></a></th>{cells}", text)
    assert "No round was published; 0 players had entered" in page(hall.get("history-act", 1))


def test_one_player_is_shown_as_they_stood_with_the_arithmetic_of_that_time() -> None:
    hall = running()
    hall.play()
    number = hall.state.version
    match = hall.state.rounds[0].matches[TableNo(1)]
    who, other = match.pairing.players
    assert match.outcome is not None
    hall.publish()
    hall.do(
        commands.CorrectResult(
            RoundNo(1), TableNo(1), won_by(hall.state.regulations, 1, by=500), typed("turned")
        )
    )
    then, now = (page(hall.get("history-player", seq, who)) for seq in (number, hall.state.version))
    points = [one.outcome.sides[0].points for one in (match, hall.state.rounds[0].matches[TableNo(1)])]  # type: ignore[union-attr]
    assert points[0] != points[1]
    for text, own in ((then, points[0]), (now, points[1])):
        assert f"tournament points: {own}</summary>" in text.casefold()
        assert "Why this rank" in text
        assert 'method="post"' not in text.split("<main")[1].split("Nothing can be changed here")[1]
    assert hall.url("history-player", hall.state.version, other) in now
    early = page(hall.get("history-player", 1, who))
    assert "They had not entered by then" in early
    assert hall.url("history-player", 2, who) in early
    assert hall.get("history-player", 1, 99).status_code == 404
    assert hall.get("history-player", 0, who).status_code == 404


def test_why_somebody_was_paired_is_told_of_the_pairing_that_was_out_then() -> None:
    hall = running()
    first = hall.state.version
    hall.do(commands.VoidRound(typed("wrong")))
    hall.publish()
    who = hall.state.rounds[0].matches[TableNo(1)].pairing.players[0]
    text = page(hall.get("history-why", first, 1, who))
    assert "at random" in text
    assert hall.url("history-act", hall.state.version) not in text
    assert hall.get("history-why", first, 2, who).status_code == 404
    assert hall.get("history-why", 1, 1, who).status_code == 404
    assert hall.get("history-why", first, 1, 99).status_code == 404


def test_more_lines_than_fit_on_a_page_are_paged_and_searched(
    monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(history_then, "THEN", 3)
    hall = running()
    hall.play()
    seq = hall.state.version
    order = queries.table(hall.state).order
    hall.get("history-act", seq)
    with django_assert_max_num_queries(10):
        hall.get("history-act", seq)
    with django_assert_max_num_queries(10):
        hall.get("history-player", seq, order[0])
    first, last = (page(hall.get("history-act", seq, **asked)) for asked in ({}, {"page": 3, "tables": 2}))
    names = names_of(hall.tournament.pk)

    def parts(text: str) -> tuple[str, str]:
        round_, _, ranking = text.split("Round 1 as it stood")[1].partition("Standings after round 1")
        return round_, ranking.split("</table>")[0]

    assert names[order[0]] in parts(first)[1]
    assert names[order[-1]] not in parts(first)[1]
    assert names[order[-1]] in parts(last)[1]
    fourth = hall.state.rounds[0].matches[TableNo(4)].pairing.players[0]
    assert names[fourth] not in parts(first)[0]
    assert names[fourth] in parts(last)[0]
    found = page(hall.get("history-act", seq, q=f"#{order[-1]}", round=1))
    assert "?page=" not in found
    assert names[order[-1]] in parts(found)[1]
    assert names[order[0]] not in parts(found)[1]
    assert f"{hall.url('history-act', seq - 1)}?round=1&q=%23{order[-1]}" in found
    assert "Nobody who fits was in this round" in page(hall.get("history-act", seq, q="\u202e<b>"))


def test_a_moment_is_found_by_round_and_by_the_clock() -> None:
    hall = running()
    hall.play()
    before = hall.state.version
    hall.publish()

    def leads(**asked: Any) -> str:
        answer = hall.get("history-then", **asked)
        assert answer.status_code == 302
        return answer["Location"]

    drawn = hall.state.version - 2
    proposed = page(hall.get("history-act", drawn))
    assert "Draft of round 2, attempt 1" in proposed
    assert proposed.split("Drafted pairings")[1].split("</table>")[0].count("<tr>") == 1 + 4
    publications = [
        entry.seq
        for entry in store.load(hall.tournament.pk).entries
        if isinstance(entry.fact, RoundPublished)
    ]
    assert publications[1] > before
    assert leads(round=1) == hall.url("history-act", publications[0]) + "?round=1"
    assert leads(after=1) == hall.url("history-act", publications[1]) + "?round=1"
    assert leads(after=1, player=3) == hall.url("history-player", publications[1], 3) + "?round=1"
    assert leads(round=2, after="x") == hall.url("history-act", publications[1]) + "?round=2"
    FactRow.objects.filter(tournament=hall.tournament.pk).update(at="2026-03-07T09:30:15Z")
    FactRow.objects.filter(tournament=hall.tournament.pk, seq__gt=before).update(at="2026-03-07T10:30:15Z")
    store.forget()
    assert leads(at="2026-03-07T10:30") == hall.url("history-act", before)
    assert leads(at="2026-03-08T10:30") == hall.url("history-act", hall.state.version)
    for bad in ("2026-03-07T10:29", "yesterday", "", "0001-01-01T00:00", "9999-12-31T23:59:59Z"):
        assert leads(at=bad) in (hall.url("history"), hall.url("history-act", hall.state.version))


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
    with django_assert_max_num_queries(11):
        text = page(hall.get("history"))
    assert all(f"Judge {number}" in text for number in range(4))


def test_what_was_taken_back_can_be_done_again_until_something_else_happens() -> None:
    hall = running()
    table = min(hall.state.rounds[0].matches)
    hall.do(commands.ReportResult(RoundNo(1), table, win(hall)))
    before = hall.state.rounds
    assert f'action="{hall.url("redo")}"' not in page(hall.get("now"))
    hall.post("undo")
    assert hall.state.rounds != before
    assert f'action="{hall.url("redo")}"' in page(hall.get("now"))
    hall.post("redo")
    assert hall.state.rounds == before
    assert "nothing to redo" in page(hall.post("redo"))


def test_a_reason_and_everybody_of_an_act_come_back_with_redo() -> None:
    hall = Hall()
    hall.enter(4)
    hall.do(commands.DropPlayer(PlayerId(2), typed("has to catch a train")))
    dropped = hall.state.players
    hall.post("undo")
    hall.post("redo")
    assert hall.state.players == dropped
    assert "has to catch a train" in page(hall.get("history"))


def test_a_round_that_was_drawn_is_drawn_again_and_not_redone() -> None:
    hall = Hall()
    hall.begin(6)
    hall.propose()
    hall.post("undo")
    assert f'action="{hall.url("redo")}"' not in page(hall.get("round"))


def test_a_report_from_a_phone_does_not_become_the_desks_undo() -> None:
    hall = running()
    table = min(hall.state.rounds[0].matches)
    one = hall.state.rounds[0].matches[table].pairing.players[0]
    number = Entry.objects.get(tournament=hall.tournament, player=one).pk
    actor = Actor(f"entry:{number}", None, PLAYING)
    answer = submit(hall.tournament.pk, commands.ReportResult(RoundNo(1), table, win(hall), one), actor)
    assert isinstance(answer, Done)
    text = page(hall.get("results")).split('id="next-step"')[1].split("</section>")[0]
    assert f'action="{hall.url("undo")}"' not in text
    assert "acted after you" in text


def test_players_who_were_entered_and_taken_out_come_back_as_they_were() -> None:
    hall = Hall()
    hall.enter(3)
    names = names_of(hall.tournament.pk)
    hall.post("undo")
    assert not hall.state.players
    hall.post("redo")
    assert set(hall.state.players) == {1, 2, 3}
    assert names_of(hall.tournament.pk) == names
    assert names[PlayerId(1)] in page(hall.get("people"))
