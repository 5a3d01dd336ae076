"""`muster catalogue` without a site: checking and comparing files, and every refusal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli_cases import process, refused, run
from muster.cli import card_sources, catalogue
from muster.core.roster.catalogue import Card, Price
from muster.exchange.catalogues.csv_form import write


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two cards of Armada, one without a price."""
    path = tmp_path / "cards.csv"
    cards = Card("r", "ship", "Raider", prices=(Price(44),)), Card("f", "objective", "Fire Lanes")
    path.write_text(write("armada", cards), "utf-8")
    return path


def test_a_file_is_checked_without_being_kept(file: Path) -> None:
    ran = run("catalogue", "check", file)
    assert ran.code == 0
    assert "armada: 2 cards from Muster's own form" in ran.out
    assert "1 without a price." in ran.out
    answer = json.loads(run("catalogue", "check", file, "--json").out)
    assert answer == {
        "game": "armada",
        "kinds": {"objective": 1, "ship": 1},
        "sources": ["Muster's own form"],
        "unpriced": 1,
    }


def test_everything_wrong_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text("game,key,kind,name\narmada,,ship,A\nchess,a,ship,B\n", "utf-8")
    ran = run("catalogue", "check", path)
    assert ran.code == 1
    assert ran.err.splitlines() == [
        "line 2: no key",
        "line 3: unknown game chess: it is one of armada, legion, runewars, unlimited",
        "These cards cannot be used.",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("check", "{folder}/none.csv"), "none.csv"),
        (("check", "{file}", "--game", "chess"), "Unknown game chess"),
        (("import", "{file}", "--edition", "x", "--from", "soon"), "--from must be a date"),
        (("diff", "{file}", "{other}"), "holds cards of armada"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(file: Path, words: tuple[str, ...], says: str) -> None:
    other = file.with_name("other.csv")
    other.write_text(write("legion", (Card("u", "unit", "Troopers"),)), "utf-8")
    filled = [word.format(folder=file.parent, file=file, other=other) for word in words]
    ran = run("catalogue", *filled)
    assert ran.code == 2
    assert "Traceback" not in ran.out + ran.err
    assert says in ran.err


def test_without_a_site_there_is_nothing_to_import_into(file: Path) -> None:
    own = {"DJANGO_SETTINGS_MODULE": "muster.site.settings"}
    ran = process("catalogue", "import", file, "--edition", "x", "--data", file.parent, env=own)
    refused(ran, 2, "There is no database", f"run `muster serve --data {file.parent}` once")


def test_an_empty_database_says_how_it_is_made_ready(file: Path, tmp_path: Path) -> None:
    (tmp_path / "muster.sqlite3").touch()
    own = {"DJANGO_SETTINGS_MODULE": "muster.site.settings"}
    ran = process("catalogue", "list", "--data", tmp_path, env=own)
    refused(ran, 2, "The database is empty", f"run `muster serve --data {tmp_path}` once")


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_sources, "MOST_FILES", 1)
    for name in "ab":
        (tmp_path / name).write_text("", "utf-8")
    refused(run("catalogue", "check", tmp_path), 2, "More than 1 files")


def test_a_long_list_of_differences_is_cut(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "MOST_SHOWN", 1)
    other = tmp_path / "other.csv"
    other.write_text(write("armada", (Card("n", "ship", "New one"),)), "utf-8")
    ran = run("catalogue", "diff", file, other)
    assert ran.code == 0
    assert "… and 2 more; --json shows all." in ran.out
