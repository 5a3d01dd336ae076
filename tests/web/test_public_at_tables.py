"""Pages for everybody of a day at tables of three and four: rounds by table and by name, results, ways, the bracket."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from muster.core.ids import TableNo
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands
from muster.core.tournament.next_step import next_step
from public_cases import PAGES, address, lines, see, shown
from web_cases import Hall

pytestmark = pytest.mark.django_db

TWIN_SUNS = "twin-suns-1.3"

MORE = (
    ("picture", ()),
    ("place", (1, 1)),
    ("place-picture", (1, 1)),
    ("friends", (1,)),
    ("embed", (1, "pairings")),
)


LATER = ("place", "place-picture", "final", "why-rank", "standings-after")
"""Pages that are not there from the beginning, or not of everybody."""


def _begun(players: int, structure: str = "basic") -> Hall:
    hall = shown(Hall(TWIN_SUNS, {"structure": structure}))
    hall.begin(players)
    hall.publish()
    return hall


def _on(hall: Hall) -> str:
    """Whatever comes next on the day; what it was."""
    step = next_step(hall.state).step
    if step == "cut":
        hall.do(commands.MakeCut())
    elif step == "start":
        hall.do(commands.StartStage())
    elif step == "report":
        hall.play(leave=1 if len(hall.state.rounds[-1].matches) > 1 else 0)
        hall.play()
    elif step == "finish":
        hall.do(commands.FinishTournament())
    else:
        hall.publish()
    return step


def _day(players: int, structure: str) -> Iterator[Hall]:
    hall = _begun(players, structure)
    yield hall
    while hall.state.places is None:
        _on(hall)
        yield hall


@pytest.mark.parametrize(
    ("players", "structure"), [(3, "basic"), (5, "basic"), (7, "advanced"), (11, "advanced")]
)
def test_every_page_is_there_from_the_first_round_to_the_end(players: int, structure: str) -> None:
    client = Client()
    for hall in _day(players, structure):
        for name, args in (*PAGES, *MORE):
            page = client.get(address(hall, name, *args))  # type: ignore[arg-type]  # one of them is a word
            assert page.status_code in (200, 302) or (page.status_code == 404 and name in LATER), name


@pytest.mark.parametrize("players", [3, 4, 5, 7, 11])
def test_a_round_by_table_has_everybody_once_in_the_order_of_the_seats(players: int) -> None:
    hall = _begun(players)
    found = lines(see(hall, "round", 1, 1))
    tables = hall.state.rounds[0].matches
    for table, line in zip(sorted(tables), found, strict=False):
        assert f'<th class="t" scope="row">{table}</th>' in line
        shown_names = re.findall(r"<bdi>([^<]+)</bdi>", line)
        assert len(shown_names) == len(tables[table].pairing.players)
    assert len(found) == len(tables) + (players == 5)
    if players == 5:
        assert ": bye, 5" in " ".join(found[-1].split())


def test_a_result_stands_as_places_with_points() -> None:
    hall = _begun(8)
    report = PlacingReport(end="decided", left=(12, 7, 7, 0))
    hall.do(commands.ReportResult(hall.state.rounds[0].number, TableNo(1), report))
    line = " ".join(lines(see(hall, "round", 1, 1))[0].split())
    assert re.findall(r"<span>(place \d)</span>\s*<strong>(\d)</strong>", line) == [
        ("place 1", "5"), ("place 2", "2"), ("place 2", "2"), ("place 4", "1"),
    ]  # fmt: skip
    feed = " ".join(see(hall, "results", 1).split())
    assert "place 1" in feed
    assert "Played out 12" in feed


def test_a_round_by_name_says_table_seat_and_with_whom() -> None:
    hall = _begun(4)
    found = [" ".join(line.split()) for line in lines(see(hall, "round-names", 1, 1))]
    assert len(found) == 4
    pairing = hall.state.rounds[0].matches[TableNo(1)].pairing
    for line in found:
        seat = int(re.search(r'class="seat-word">Seat</span> (\d)', line)[1])  # type: ignore[index]
        name = re.search(r"<bdi>([^<]+)</bdi>", line)[1]  # type: ignore[index]
        assert name.endswith(str(pairing.players[seat - 1] - 1))
        assert line.count(",") == 2


def test_a_name_finds_the_table_it_sits_at() -> None:
    hall = _begun(7)
    assert len(lines(see(hall, "round", 1, 1, q="Ada"))) == 1


def test_the_way_of_a_player_has_the_place_at_each_table_and_everybody_met() -> None:
    hall = _begun(4)
    hall.do(
        commands.ReportResult(
            hall.state.rounds[0].number, TableNo(1), PlacingReport(end="decided", left=(12, 7, 3, 0))
        )
    )
    pairing = hall.state.rounds[0].matches[TableNo(1)].pairing
    page = " ".join(see(hall, "player", 1, pairing.players[1]).split())
    assert "At the table" in page
    assert page.count("/players/") >= 3
    assert "place 2" in page
    assert "place 2 at 1 table" in page


def test_the_bracket_shows_the_final_table_with_all_four() -> None:
    for hall in _day(7, "advanced"):
        if hall.state.stages[-1].format == "elimination" and len(hall.state.rounds) == 4:
            page = see(hall, "bracket", 1)
            assert page.count("bracket-side") == 4
    page = see(hall, "final", 1)
    winner = hall.state.places[0].player  # type: ignore[index]
    assert f"/{winner}" in page


def test_why_these_sit_together_is_for_everybody_to_read() -> None:
    hall = _begun(8)
    hall.play()
    hall.publish()
    page = see(hall, "why-pairing", 1, 2, 1)
    assert "Why these sit at one table" in page
    assert "Points before this round" in page


def test_an_event_shows_its_round_at_tables() -> None:
    hall = _begun(7)
    page = see(hall, "event")
    assert page.count('class="seats-list"') == 2
