"""`muster rosters check`: lists on files, with and without a catalogue."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli_cases import refused, run

FLEET = """Name: Small
Faction: Rebel
Commander: General Dodonna

Assault: Most Wanted
Defense: Fleet Ambush
Navigation: Minefields

Frigate (50)
• General Dodonna (20)
= 70 Points

Squadrons:
• {count} x Fighter Squadron ({points})
= {points} Points

Total Points: {total}
"""
CARDS = """game,key,kind,name,faction,slot,unique,points
armada,frigate,ship,Frigate,rebel,,,50
armada,dodonna,upgrade,General Dodonna,rebel,commander,yes,20
armada,fighter,squadron,Fighter Squadron,rebel,,,13
"""
TERMS = ("--regulations", "armada-4.0", "--date", "2025-06-01")


@pytest.fixture(autouse=True)
def _a_wide_window(monkeypatch: pytest.MonkeyPatch) -> None:
    from muster.cli.output import OUT

    monkeypatch.setattr(OUT, "_width", 200)


def fleet(count: int = 10) -> str:
    """A Kingston list with so many squadrons."""
    return FLEET.format(count=count, points=13 * count, total=70 + 13 * count)


def written(folder: Path, text: str, name: str = "fleet.txt") -> Path:
    """A file of this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_fleet_in_order_without_a_catalogue(tmp_path: Path) -> None:
    ran = run("rosters", "check", written(tmp_path, fleet()), *TERMS)
    assert ran.code == 0, ran.out
    assert "(kingston, 200 points): nothing wrong found, but not checked in full" in ran.out
    assert ran.out.splitlines()[1].strip().startswith("not checked: ")
    assert "not checked: How many flotillas there are: that needs a catalogue of cards." in ran.out
    assert ran.out.splitlines()[-1].split() == ["kingston", "1", "6", "0", "0", "3", "3", "1"]


def test_problems_are_told_with_their_clause_and_exit_code_1(tmp_path: Path) -> None:
    ran = run("rosters", "check", written(tmp_path, fleet(11)), *TERMS)
    assert ran.code == 1
    told = "not legal: Points of squadrons: 143; at most 134 are allowed. Take out 9 points or more."
    assert f"{told} [ARM-FLEET-3]" in ran.out


def test_a_catalogue_from_a_file_needs_no_site(tmp_path: Path) -> None:
    cards = written(tmp_path, CARDS, "cards.csv")
    ran = run("rosters", "check", written(tmp_path, fleet()), *TERMS, "--catalogue", cards, "--json")
    found = json.loads(ran.out)
    assert found["rosters"][0]["totals"] == {"stated": 200, "own": 200, "event": 200}
    assert found["rosters"][0]["faction"] == "rebel"
    assert found["formats"]["kingston"]["resolved"] == 3
    assert ran.code == 0, ran.out


def test_many_lists_in_one_file_and_only_the_table(tmp_path: Path) -> None:
    lines = [
        json.dumps({"text": fleet()}),
        "",
        json.dumps({"text": fleet(11)}),
        json.dumps({"other": 1}),
        "[",
        "[",
    ]
    path = written(tmp_path, "\n".join(lines), "many.jsonl")
    ran = run("rosters", "check", path, *TERMS, "--summary")
    assert ran.code == 1
    table = [line.split() for line in ran.out.splitlines()]
    assert table[-1] == ["kingston", "2", "12", "0", "0", "6", "6", "1"]
    assert table[-2][:4] == ["(not", "read)", "3", "0"]
    told = json.loads(run("rosters", "check", path, *TERMS, "--json").out)["rosters"]
    assert told[2]["file"].endswith("many.jsonl:4")
    assert told[2]["unreadable"]


def test_what_cannot_be_read_is_told_in_words(tmp_path: Path) -> None:
    ran = run("rosters", "check", written(tmp_path, "Dear all, see you on Sunday."), *TERMS)
    assert ran.code == 1
    assert "fleet.txt: cannot be read" in ran.out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--regulations", "armada-9", "--date", "2025-06-01"), "armada-9"),
        (("--regulations", "armada-4.0", "--date", "June"), "--date must be a date"),
        ((*TERMS, "--construction", "premier"), "Unknown way of building premier: it is one of standard."),
        ((*TERMS, "--tier", "gold"), "Unknown tier gold: it is one of relaxed, formal, premier."),
        ((*TERMS, "--format", "vlb"), "Unknown format vlb"),
    ],
)
def test_terms_that_do_not_exist_are_refused(tmp_path: Path, options: tuple[str, ...], says: str) -> None:
    refused(run("rosters", "check", written(tmp_path, fleet()), *options), 2, says)


def test_files_that_are_not_there_and_cards_of_another_game_are_refused(tmp_path: Path) -> None:
    refused(run("rosters", "check", tmp_path / "gone.txt", *TERMS), 2, "gone.txt")
    cards = written(tmp_path, CARDS, "cards.csv")
    terms = ("--regulations", "legion-2.0", "--date", "2025-06-01", "--catalogue", cards)
    refused(run("rosters", "check", written(tmp_path, fleet()), *terms), 2, "holds cards of armada")


def test_an_event_may_limit_points_and_a_format_may_be_chosen(tmp_path: Path) -> None:
    path = written(tmp_path, fleet())
    assert run("rosters", "check", path, *TERMS, "--most", 199).code == 1
    assert "kingston" in run("rosters", "check", path, *TERMS, "--format", "kingston").out


def test_an_event_may_have_figures_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path, fleet())
    found = run("rosters", "check", path, *TERMS, "--figure", "squadron-points=0", "--figure", "flotillas=1-")
    said = " ".join(found.out.split())
    assert found.code == 1
    assert "points of squadrons: exactly 0 instead of at most 134 (ARM-FLEET-3)" in said
    assert "flotillas: at least 1 instead of at most 2 (ARM-FLEET-4)" in said
    for text in ("squadron-points", "ships=2", "flotillas=3-1", "flotillas=-1", "flotillas=x", ""):
        refused(
            run("rosters", "check", path, *TERMS, "--figure", text), 2, "is no figure", "squadron-points=2-6"
        )


def test_a_season_stands_in_for_clauses_and_one_that_is_unknown_is_refused(tmp_path: Path) -> None:
    nine = "\n".join(
        f"{heading}:\n" + "\n".join(f" - {heading} {one}" for one in "ABC")
        for heading in ("Objectives", "Secondaries", "Advantages")
    )
    army = written(
        tmp_path,
        f"army\n40/800\nRebel Troopers (40)\n\nCommands:\n••••Standing Orders\n\nBattle Deck\n{nine}",
    )
    terms = ("--regulations", "legion-2.0", "--date", "2026-08-01")
    assert "LEG-BATTLE-1" in run("rosters", "check", army, *terms).out
    played = run("rosters", "check", army, *terms, "--season", "rules-2.6").out
    assert "exactly 12 are needed" not in played
    assert "which departs from the printed text: LEG-BATTLE-1 and LEG-ARMY-1." in " ".join(played.split())
    unknown = run("rosters", "check", army, *terms, "--season", "never")
    refused(unknown, 2, "Unknown season never: it is one of rules-2.6")
    refused(run("rosters", "check", army, *TERMS, "--season", "never"), 2, "it is one of none")
