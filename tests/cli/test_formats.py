"""Parts, brackets, groups and long seatings in the terminal."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli_cases import begun, refused, run, typed_in
from muster.cli import stopping
from muster.core.ids import PlayerId
from muster.core.pairing.seating.steps import Steps
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands
from muster.exchange.journal import read
from tournament_cases import Desk, custom, desk

EIGHT = tuple(f"Player {letter}" for letter in "ABCDEFGH")
UNLIMITED = ("-r", "unlimited-1.3", "--structure", "custom")


def won(journal: Path) -> None:
    """Whoever is named first wins every match of the running round."""
    state = read(journal.read_bytes()).journal.state
    typed_in(journal, *(f"report {table} decided 2-0" for table in sorted(state.rounds[-1].matches)))


def to_the_next_round(journal: Path, *lines: str) -> None:
    typed_in(journal, *lines, "pair", "publish")
    won(journal)


def test_parts_are_set_up_and_played_to_their_bracket(tmp_path: Path) -> None:
    parts = "groups:size4,swiss:1:best-of-groups:2"
    journal = begun(tmp_path, *UNLIMITED, "--parts", parts, "--cut", "4", names=EIGHT)
    typed_in(journal, "announce", "start", "next", "next")
    for _ in range(3):
        to_the_next_round(journal)
    out = typed_in(journal, "standings").out
    assert "Group 1" in out
    assert "Group 2" in out
    answer = json.loads(run("play", "-j", journal, "--json", typed="standings").out)
    assert [len(group) for group in answer["groups"]] == [4, 4]
    to_the_next_round(journal, "next")
    assert "Group 1" not in typed_in(journal, "standings").out, "the second part has none"
    state = read(journal.read_bytes()).journal.state
    assert len(state.rounds) == 4
    assert len(state.rounds[-1].matches) == 2, "the best two of either group"


def test_parts_that_cannot_be_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    entries = tmp_path / "few.csv"
    entries.write_text("name\n" + "\n".join(EIGHT) + "\n", encoding="utf-8")
    ran = run("play", entries, *UNLIMITED, "--parts", "chess:2")
    refused(ran, 2, "a part is one of swiss, round-robin")
    assert not (tmp_path / "few.muster").exists()


def test_a_ready_made_chain_is_set_up_by_its_name(tmp_path: Path) -> None:
    journal = begun(tmp_path, *UNLIMITED, "--parts", "groups", names=EIGHT)
    assert len(read(journal.read_bytes()).journal.state.created.course.parts) >= 1


def test_a_single_bracket_is_seen_as_the_seeds_stand_and_as_it_is_played(tmp_path: Path) -> None:
    journal = begun(tmp_path, *UNLIMITED, "--rounds", "1", "--cut", "4", names=EIGHT)
    ran = run("play", "-j", journal, typed="bracket")
    refused(ran, 1, "there is no bracket yet")
    typed_in(journal, "announce", "start")
    to_the_next_round(journal)
    typed_in(journal, "cut")
    assert "As the seeds stand: nothing of it is published yet." in typed_in(journal, "bracket").out
    to_the_next_round(journal, "start")
    out = typed_in(journal, "bracket").out
    assert "semi-final, round 2" in out
    assert out.count("won") == 2
    answer = json.loads(run("play", "-j", journal, "--json", typed="bracket").out)
    assert [len(one["games"]) for one in answer["rounds"]] == [2, 1]
    assert answer["rounds"][0]["games"][0]["status"] == "done"
    assert answer["champion"] is None
    to_the_next_round(journal)
    assert "Winner: Player" in typed_in(journal, "bracket").out


def test_a_double_bracket_has_both_sides_and_the_final(tmp_path: Path) -> None:
    journal = begun(tmp_path, "-r", "armada-4.0", "--elimination", "--bracket", "double", names=EIGHT[:4])
    typed_in(journal, "announce", "start", "pair", "publish")
    out = typed_in(journal, "bracket").out
    for says in ("Upper bracket: unbeaten", "Lower bracket: lost once", "Final: the winners of both"):
        assert says in out
    assert "winner of game 1" in out.casefold()
    answer = json.loads(run("play", "-j", journal, "--json", typed="bracket").out)
    assert {one["part"] for one in answer["rounds"]} == {"winners", "losers", "final"}


def before_its_third_round(players: int) -> Desk:
    at = desk("twin-suns-1.3", players, **custom(3, 0))
    for _ in range(2):
        at.pair()
        for table, match in sorted(at.round.matches.items()):
            left = tuple(30 - player for player in match.pairing.players)
            at.report(table, PlacingReport(end="decided", left=left))
    return at


def interrupting(at_step: int) -> Callable[..., Steps]:
    """Steps at one of which somebody presses Ctrl-C."""

    class Pressed(Steps):
        def take(self) -> None:
            if self.taken == at_step:
                signal.raise_signal(signal.SIGINT)
            super().take()

    return Pressed


def test_ctrl_c_stops_a_long_seating_and_the_best_found_is_drafted(monkeypatch: pytest.MonkeyPatch) -> None:
    at, told = before_its_third_round(24), list[int]()
    handler: Any = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(stopping, "Steps", interrupting(5))
    monkeypatch.setattr(stopping, "PATIENCE", -1)
    command = stopping.drawn(at.state, commands.ProposeRound(at.link()), told.append)
    assert isinstance(command, commands.ProposeRound)
    assert command.stop == 6
    assert len(told) == 1, "told once that the search goes on"
    (fact,) = at.do(command)
    assert fact.kind == "round.proposed"
    assert fact.asked_by() == commands.ProposeRound(command.link, stop=6)
    assert signal.getsignal(signal.SIGINT) is handler, "from then on Ctrl-C does what it did"


def test_what_seats_nobody_at_tables_stays_as_it_is() -> None:
    at = desk("armada-4.0", 6)
    command = commands.ProposeRound(at.link())
    told = list[int]()
    assert stopping.drawn(at.state, command, told.append) is command
    drop = commands.DropPlayer(PlayerId(1))
    assert stopping.drawn(before_its_third_round(8).state, drop, told.append) is drop
    assert not told


def test_standings_say_which_points_count_in_a_part() -> None:
    journal = Path(__file__).parent.parent / "journals" / "0.2.0" / "carried.muster"
    shown = " ".join(run("standings", str(journal), "--after", "5").out.split())
    assert "From round 4 on, in part 2, half of the points won before count, rounded up." in shown
    assert "From round" not in run("standings", str(journal), "--after", "3").out
