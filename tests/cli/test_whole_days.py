"""Whole tournaments through `muster play`, from the entry list to the final places."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli_cases import entry_list, kinds, process, run, typed_in

RESULTS = {
    "armada-4.0": ("rounds 200-50", "time 10-90", "time 77-77 second=1", "defeated 400-120 winner=1"),
    "armada-pl": ("rounds 200-50", "time 10-90", "concession 150-20 by=2"),
    "legion-2.0": ("rounds 3-1", "time 2-4", "rounds 2-2 score=300-280", "defeated 4-1 winner=1"),
    "runewars-2.2.2": ("rounds 120-50", "time 10-90", "concession by=1"),
    "unlimited-1.3": ("decided 2-0", "decided 1-2", "decided games=1,-,2,1", "concession by=2"),
}
DAYS = [
    ("armada-4.0", 9, ()),
    ("armada-pl", 10, ()),
    ("legion-2.0", 24, ("--structure", "advanced")),
    ("runewars-2.2.2", 9, ()),
    ("unlimited-1.3", 12, ("--structure", "advanced", "--tier", "competitive")),
]


def a_day(regulations: str, plan: dict[str, Any]) -> Iterator[str]:
    """The lines of a day as planned: every table reports, every round is looked at."""
    yield from ("announce", "start")
    results = RESULTS[regulations]
    tables = [plan["attendance"] // 2] * plan["rounds"]
    size = plan["cut"] // 2
    while size:
        tables.append(size)
        size //= 2
    for number, count in enumerate(tables, 1):
        if number == plan["rounds"] + 1:
            yield from ("cut", "start")
        yield from ("pair", "pairings", "publish", "begin")
        for table in range(1, count + 1):
            yield f"report {table} {results[(number + table) % len(results)]}"
        yield "standings"
    yield from ("status", "finish")


@pytest.mark.parametrize(
    ("regulations", "players", "options"),
    [
        pytest.param(
            *day, id=day[0], marks=() if day[0] in ("armada-4.0", "unlimited-1.3") else pytest.mark.long
        )
        for day in DAYS
    ],
)
def test_a_whole_day_from_a_script(
    tmp_path: Path, regulations: str, players: int, options: tuple[str, ...]
) -> None:
    names = [f"Player O'{number:02}" for number in range(1, players + 1)]
    entries, journal = entry_list(tmp_path, names), tmp_path / "day.muster"
    asked = run(
        "play", entries, "-r", regulations, *options, "--day", "2018-12-01", "--json", typed="announce\n"
    )
    plan = asked.answers[0]["facts"][0]["data"]["plan"]
    journal.unlink()
    (tmp_path / "day.muster.secret").unlink()
    script = "\n".join(a_day(regulations, plan)).encode()
    played = process("play", entries, "-r", regulations, *options, "--day", "2018-12-01", typed=script)
    assert (played.code, played.err) == (0, "")
    assert kinds(journal)[-1] == "tournament.finished"
    proven = run("verify", journal)
    assert (proven.code, proven.err) == (0, "")
    assert "facts hold" in proven.out
    final = run("standings", journal, "--final")
    assert final.code == 0
    assert all(name in final.out for name in names)
    places = json.loads(run("standings", journal, "--final", "--json").out)["places"]
    assert [place["first"] for place in places][:2] == [1, 2]
    assert len(places) == players


def test_a_day_with_everything_that_happens(tmp_path: Path) -> None:
    entries, journal = (
        entry_list(tmp_path, [f"Name {number}" for number in range(1, 10)]),
        tmp_path / "day.muster",
    )
    options = (
        "-r",
        "armada-4.0",
        "--structure",
        "custom",
        "--rounds",
        "3",
        "--cut",
        "4",
        "--day",
        "2025-03-14",
    )
    assert run("play", entries, *options).code == 0
    shown = typed_in(
        journal,
        "drop Name 9 reason=missed the train",
        "enter Late Larry",
        "rename late, Larry Late",
        "forbid Name 1, Name 2",
        "amend Name 3 table=2",
        "next\nnext\nnext",
        "next",
        "report 1 time 177-49",
        "report 2 rounds 100-50 from=1",
        "confirm 2 2",
        "report 3 no-show by=2",
        "report 4 concession 150-20 by=1",
        "correct 1 1 time 277-49 reason=slip misread",
        "undo",
        "correct 1 1 time 277-49 reason=slip misread",
        "standings",
        "why #1",
        "enter Very Late",
        "amend Name 3 table=none",
        "next",
        "next",
        *(f"report {table} rounds 90-80" for table in range(1, 6)),
        "next\nnext",
        *(f"report {table} rounds 90-80" for table in range(1, 6)),
        "next",
        "status",
    ).out
    for said in (
        "Name 9 has dropped (missed the train).",
        "Entry #10: Late Larry.",
        "#10 is called Larry Late now.",
        "Never pair: Name 1, Name 2.",
        "always at table 2",
        "Taken back: Corrected, round 1 (slip misread). Table 1 (Time 277-49)",
        "a loss in round 1",
        "In the cut, best first:",
        "Undo would take back: In the cut",
        "Plan: 9 players, 3 Swiss rounds, cut to 4.",
    ):
        assert said in " ".join(shown.split()), said
    seeds = json.loads(journal.read_text(encoding="utf-8").splitlines()[-1])["data"]["seeds"]
    shown = typed_in(journal, f"drop #{seeds[0]}", "next", "next", "next").out
    assert "comes in for" in shown
    typed_in(journal, "report 1 time 50-0\nreport 2 time 50-0\nnext\nnext\nreport 1 time 1-0\nnext")
    assert run("verify", journal).code == 0


def test_the_cards_of_a_round_are_shown_to_those_who_play_with_them(tmp_path: Path) -> None:
    entries = entry_list(tmp_path)
    run("play", entries, "-r", "runewars-2.2.2", "--day", "2018-12-01", typed="next\nnext\nnext")
    journal = tmp_path / "day.muster"
    cards = json.loads(journal.read_text(encoding="utf-8").splitlines()[-1])["data"]["sheet"]["cards"]
    shown = " ".join(typed_in(journal, "pairings", "publish", "pairings").out.split())
    assert shown.count(f"Deployment: {cards['deployment']}. Objective: {cards['objective']}.") == 2
