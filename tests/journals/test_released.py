"""Every journal a release wrote is read, proven and comes to the same places, in every later release."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from muster import __version__
from muster.core.tournament.facts import FACTS, TournamentFinished
from muster.core.tournament.final import final_places
from muster.core.tournament.journal import at
from muster.core.tournament.proof.verify import verify
from muster.exchange.journal import JournalFile, read, write
from tournament_cases import IDS

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.muster"))
RELEASES = sorted({path.parent.name for path in FILES})

journals = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")


@cache
def journal(path: Path) -> JournalFile:
    return read(path.read_bytes())


@journals
def test_a_released_journal_is_read_and_written_byte_for_byte(path: Path) -> None:
    assert write(journal(path)).encode() == path.read_bytes()


@journals
def test_a_released_journal_is_proven(path: Path) -> None:
    proof = verify(journal(path).journal.entries)
    assert proof.holds, proof.findings[:5]
    last = json.loads(path.read_text(encoding="utf-8").splitlines()[-1])
    assert (proof.facts, proof.state.head) == (last["seq"], last["head"])


@journals
def test_a_released_journal_comes_to_the_places_it_came_to(path: Path) -> None:
    entries = journal(path).journal.entries
    ends = [entry for entry in entries if isinstance(entry.fact, TournamentFinished)]
    assert len(ends) == 2  # it was reopened once
    for entry in ends:
        assert isinstance(entry.fact, TournamentFinished)
        assert final_places(at(entries, entry.seq - 1)) == entry.fact.places


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_left_a_journal_of_every_regulations_with_every_kind_of_fact(release: str) -> None:
    left = [path for path in FILES if path.parent.name == release]
    assert {path.stem for path in left} >= set(IDS)
    kinds = {entry.fact.kind for path in left for entry in journal(path).journal.entries}
    assert kinds >= {fact.kind for fact in FACTS} or release != RELEASES[-1]
    assert sum(path.stat().st_size for path in left) < 720_000


def test_there_is_a_release_to_remember() -> None:
    assert "0.2.0" in RELEASES
    assert __version__ in RELEASES, "a release leaves its journals: `python tests/journals/make.py VERSION`"
