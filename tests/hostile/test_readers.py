"""No reader falls over anything: what once fell is tried always, a million files made by dice when there is time.

`MUSTER_FUZZ=n` tries n of them, `MUSTER_FUZZ_SEED` throws other dice, and each process takes a processor it may use
(`taskset -c 0` leaves one).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mutation_cases import LONGEST, made, seeds, sort_for
from reader_cases import READERS
from trial_cases import FELL, fault_of, tried

MANY = int(os.environ.get("MUSTER_FUZZ", "1000000"))
SEED = os.environ.get("MUSTER_FUZZ_SEED", "muster")

FALLEN = sorted(FELL.iterdir())
"""Inputs over which a reader once fell, each in a file whose name begins with the reader's, up to a full stop."""


@pytest.mark.parametrize("path", FALLEN, ids=[path.name for path in FALLEN])
def test_what_once_fell_is_answered(path: Path) -> None:
    assert not fault_of(path.name.partition(".")[0], path.read_bytes())


@pytest.mark.parametrize("reader", READERS)
def test_files_as_they_should_be_and_some_that_went_wrong_are_answered(reader: str) -> None:
    for seed in seeds()[sort_for(reader)]:
        assert seed.real or not fault_of(reader, seed.content[:LONGEST]), seed.content[:80]
    for number in range(5):
        content = made(reader, str(number))
        assert not fault_of(reader, content), content


def test_the_same_dice_make_the_same_file() -> None:
    for reader in READERS:
        assert made(reader, "same") == made(reader, "same")
        assert len(made(reader, "same")) <= LONGEST


@pytest.mark.long
def test_no_reader_falls_over_anything() -> None:
    number, falls = tried(SEED, MANY)
    assert number == MANY
    assert not falls, "\n".join(map(str, falls))
