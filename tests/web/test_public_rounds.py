"""Published rounds for everybody: by table, by name, finding oneself, why two meet, and the latest results."""

from __future__ import annotations

import pytest
from django.test import Client

from muster.app.history.reasons import typed
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands
from muster.core.tournament.state import Match
from muster.journal import store
from muster.people.models import Person
from muster.web.public import context
from muster.web.public.rounds.feed import latest_results
from muster.web.public.rounds.lines import round_for_all
from public_cases import CUT, address, lines, see, shown, text
from web_cases import Hall

pytestmark = pytest.mark.django_db


def running(count: int = 9, regulations: str = "legion-2.0", leave: int = 2) -> Hall:
    """A round with all but some of its results."""
    hall = shown(Hall(regulations))
    hall.begin(count)
    hall.publish()
    hall.play(leave=leave)
    return hall


def matches(hall: Hall) -> list[Match]:
    return [match for _table, match in sorted(hall.state.rounds[-1].matches.items())]


def name(player: PlayerId) -> str:
    return f"P{player}"


# By table and by name


def test_a_round_is_shown_by_table_in_order_with_byes_last() -> None:
    hall = running(13)
    page = see(hall, "pairings", 1)
    rows = lines(page)
    assert [f'class="t" scope="row">{number}<' in row for number, row in enumerate(rows[:-1], 1)] == [
        True
    ] * 6
    assert "bye, " in rows[-1]
    assert "Round 1 of 3" in page
    assert "4 of 6 results" in page


def test_points_are_shown_once_settled_and_a_state_before() -> None:
    hall = running(8, leave=4)
    hall.do(commands.Retract())  # the start of play
    assert all("not begun" in row for row in lines(see(hall, "pairings", 1)))
    hall.do(commands.StartRound())
    assert all("playing" in row for row in lines(see(hall, "pairings", 1)))
    hall.play(leave=3)
    first = matches(hall)[0]
    assert first.outcome is not None
    one, two = first.outcome.sides
    row = lines(see(hall, "pairings", 1))[0]
    assert f'<td class="mid">{one.points}–{two.points}</td>' in row
    assert row.count('class="w"') == (first.outcome.winner is not None)


def test_a_result_of_one_players_word_is_marked_and_a_disputed_one_is_being_checked() -> None:
    hall = running(8, leave=2)
    report = matches(hall)[0].report
    assert report is not None
    open_ = [match.pairing for match in matches(hall) if not match.settled]
    for pairing in open_:
        hall.do(commands.ReportResult(RoundNo(1), pairing.table, report, by=pairing.players[0]))
    hall.do(commands.DisputeResult(RoundNo(1), open_[1].table, by=open_[1].players[1]))
    page = see(hall, "pairings", 1)
    rows = lines(page)
    assert "reported by one player" in rows[open_[0].table - 1]
    assert "being checked" in rows[open_[1].table - 1]
    assert "disput" not in page
    assert "* Reported by one player" in page


def test_everybody_is_on_the_sheet_by_name_once_in_order_of_the_alphabet() -> None:
    hall = running(9)
    Person.objects.filter(entries__player=3).update(name="Änne")
    rows = lines(see(hall, "pairings-names", 1))
    names = [row.split("<bdi>")[1].split("</bdi>")[0] for row in rows]
    assert len(names) == 9
    assert names[0].startswith("Ada")
    assert names[1] == "Änne"
    assert names[2:] == sorted(names[2:])
    assert sum("bye" in row for row in rows) == 1


def test_each_round_keeps_its_address_and_says_when_there_is_a_newer_one() -> None:
    hall = running(8, leave=0)
    hall.publish()
    first, latest = see(hall, "round", 1, 1), see(hall, "pairings", 1)
    assert "<h1>Round 1 of 2</h1>" in first
    assert "is up." in first
    assert address(hall, "round", 1, 2) in first
    assert "<h1>Round 2 of 2</h1>" in latest
    assert "is up." not in latest
    assert "<h1>Round 2 of 2</h1>" in see(hall, "pairings-names", 1)


def test_an_elimination_round_shows_how_its_games_ended() -> None:
    hall = shown(Hall("armada-4.0", CUT))
    hall.begin(9)
    for _ in range(2):
        hall.publish()
        hall.play()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    hall.play(leave=1)
    page = see(hall, "pairings", 1)
    assert "Round 3: semi-final" in page
    found = round_for_all(hall.state, 3, name)
    assert found.tables[0].result in page
    assert not found.tables[0].result[0].isdigit()  # how it ended, then the figures
    assert lines(page)[0].count('class="w"') == 1
    assert lines(page)[1].count('class="w"') == 0


def test_cards_of_the_round_stand_above_it_with_their_clause() -> None:
    hall = running(8, "runewars-2.2.2")
    cards = hall.state.rounds[0].cards
    assert cards is not None
    for page in (see(hall, "pairings", 1), see(hall, "pairings-names", 1)):
        assert cards.deployment in page
        assert cards.objective in page
        assert "RUN-SEAS-2" in page
    assert "Deployment" not in see(running(8), "pairings", 1)


# Finding oneself, without a script


@pytest.mark.parametrize(
    ("typed", "found"),
    [("lodz", 1), ("ŁÓDŹ", 1), ("guy łodz", 1), ("  ", 4), ("3", 1), ("33", 0), ("zzz", 0), ("<b>", 0)],
)
def test_a_table_is_found_by_part_of_a_name_or_by_number(typed: str, found: int) -> None:
    hall = running(8)
    Person.objects.filter(entries__player=1).update(name="Guy Łódź")
    page = see(hall, "pairings", 1, q=typed)
    assert len(lines(page)) == found
    assert ('role="status">Nobody of this name plays in this round' in page) == (found == 0)
    assert "<b>" not in Client().get(address(hall, "pairings", 1), {"q": typed}).content.decode()


def test_by_name_one_finds_oneself_and_whom_one_meets() -> None:
    hall = running(8)
    match = matches(hall)[0]
    page = see(hall, "pairings-names", 1, q=str(match.pairing.table))
    assert len(lines(page)) == 2
    assert "Show all" in page


def test_a_very_long_round_comes_in_pages_and_is_searched_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "MOST_ROWS", 10)
    monkeypatch.setattr(context, "PER_PAGE", 6)
    hall = running(23)
    url = address(hall, "pairings", 1)
    pages = [text(Client().get(url, {"page": number})) for number in ("1", "2", "x", "99")]
    assert [len(lines(page)) for page in pages] == [6, 6, 6, 6]
    assert pages[0] != pages[1]
    assert "data-find" not in pages[0]  # the script would look at one page only
    assert len(lines(see(hall, "pairings", 1, q="11"))) == 1
    assert "data-find" in see(running(8), "pairings", 1)


# Why


def test_every_match_says_why_these_two_meet_with_the_words_of_the_clause() -> None:
    hall = running(9, leave=0)
    hall.publish()
    for round_no in (1, 2):
        for table in hall.state.rounds[round_no - 1].matches:
            url = address(hall, "why-pairing", 1, round_no, table)
            assert url in see(hall, "round", 1, round_no)
            page = see(hall, "why-pairing", 1, round_no, table)
            assert "COM-PAIR" in page or "LEG-" in page
    assert "the first round is drawn at random" in see(hall, "why-pairing", 1, 1, 1)
    clause = hall.state.regulations.pairing.clause
    assert hall.state.regulations.clauses[clause].says in see(hall, "why-pairing", 1, 2, 1)


def test_a_bye_says_why() -> None:
    hall = running(9, leave=0)
    hall.publish()
    bye = hall.state.rounds[1].byes[0]
    assert address(hall, "why-bye", 1, 2, bye.player) in see(hall, "pairings", 1)
    assert "Why this bye" in see(hall, "why-bye", 1, 2, bye.player)
    assert Client().get(address(hall, "why-bye", 1, 2, 99)).status_code == 404


# The latest results


def test_the_latest_results_come_first_each_match_once() -> None:
    hall = running(8, leave=2)
    page = see(hall, "results", 1)
    assert page.count("Round 1, table") == 2
    assert page.index("table 2<") < page.index("table 1<")
    first = matches(hall)[0]
    assert first.report is not None
    hall.do(commands.CorrectResult(RoundNo(1), TableNo(1), matches(hall)[1].report, typed("typed wrong")))  # type: ignore[arg-type]
    page = see(hall, "results", 1)
    assert page.count("Round 1, table") == 2
    assert page.index("table 1<") < page.index("table 2<")
    assert "corrected" in page
    assert "typed wrong" not in page


def test_a_result_that_was_taken_back_is_none_and_a_feed_has_an_end() -> None:
    hall = running(8, leave=2)
    hall.do(commands.Retract())
    snapshot = store.load(hall.tournament.pk)
    assert [one.line.table for one in latest_results(snapshot, name)] == [1]
    hall.play()
    snapshot = store.load(hall.tournament.pk)
    assert [one.line.table for one in latest_results(snapshot, name)] == [4, 3, 2, 1]
    assert [one.line.table for one in latest_results(snapshot, name, 2)] == [4, 3]


def test_results_of_a_round_that_was_voided_are_none() -> None:
    hall = running(8, leave=3)
    hall.do(commands.Retract(), commands.VoidRound(typed("wrong tables")))
    hall.publish()
    assert "No result yet" in see(hall, "results", 1)
    assert "wrong tables" not in see(hall, "results", 1)
