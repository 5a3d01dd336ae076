"""No door of the site or the terminal answers anything with an error of its own: pages and commands say what is wrong.

`MUSTER_FUZZ_DOORS=n` sends n files made by dice to each door, when run long.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from door_cases import Door, Doors
from mutation_cases import made
from trial_cases import FELL

pytestmark = pytest.mark.django_db

MANY = int(os.environ.get("MUSTER_FUZZ_DOORS", "200"))
SEED = os.environ.get("MUSTER_FUZZ_SEED", "muster")


@pytest.fixture
def doors(tmp_path: Path) -> Doors:
    return Doors.open(tmp_path)


def sent(doors: Mapping[str, tuple[str, Door]], each: int) -> Iterator[tuple[str, str, bytes, Door]]:
    """What each door is given: everything its reader once fell over, and so many files made by dice."""
    for name, (reader, door) in doors.items():
        for path in sorted(FELL.glob(f"{reader}.*")):
            yield name, path.name, path.read_bytes(), door
        for number in range(each):
            yield name, f"{SEED}-{number}", made(reader, f"{SEED}-{number}"), door


def answered(doors: Mapping[str, tuple[str, Door]], each: int) -> list[str]:
    """The doors that answered with an error of their own, and why."""
    fell = list[str]()
    for name, seed, content, door in sent(doors, each):
        try:
            status = door(content)
        except Exception as error:  # noqa: BLE001  (that is the question)
            fell.append(f"{name}, {seed}: {error!r:.300}")
        else:
            fell += [f"{name}, {seed}: {status}"] if status >= 500 else []
    return fell


def test_every_page_answers_what_once_fell_and_some_that_went_wrong(doors: Doors) -> None:
    assert answered(doors.pages(), 1) == []


def test_every_command_answers_what_once_fell_and_some_that_went_wrong(doors: Doors) -> None:
    assert answered(doors.commands(), 1) == []


@pytest.mark.long
def test_no_page_falls_over_anything(doors: Doors) -> None:
    assert answered(doors.pages(), MANY) == []


@pytest.mark.long
def test_no_command_falls_over_anything(doors: Doors) -> None:
    assert answered(doors.commands(), MANY) == []
