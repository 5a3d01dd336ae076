"""A result at a table of three or four, typed in one line: `12 7 3 0`, what each has left in the order of the seats."""

from __future__ import annotations

import re
from typing import Final, get_args

from muster.core.ids import TableSeat
from muster.core.messages import say
from muster.core.scoring.reports import PlacingReport
from muster.core.scoring.scored import Problem

OUT: Final[dict[str, str]] = {"c": "conceded", "ns": "absent", "ml": "lost"}
"""The keys before the number of a seat, and the field of the report that names it."""

_SEATS: Final[tuple[TableSeat, ...]] = get_args(TableSeat)

_WORD: Final = re.compile(
    r"(?P<key>c|ns|ml)(?P<seat>[1-5])(?![0-9])|(?P<time>t)(?![a-z])|(?P<left>[0-9]{1,9}(?:[-–:/][0-9]{1,9})*)"
)


def read_table(text: str) -> PlacingReport | tuple[Problem, ...]:
    """Read a result, or say everything that cannot be read; whether it is possible is for scoring to say.

    Whoever conceded, never came or was given the loss may be left out of the figures.
    """
    left: list[int] = []
    out: dict[str, list[TableSeat]] = {field: [] for field in OUT.values()}
    at_time, at, problems = False, 0, []
    while at < len(text):
        if text[at] in " \t.,;":
            at += 1
            continue
        found = _WORD.match(text, at)
        if found is None:
            typed = text[at : at + 20]
            says = say("“{typed}” means nothing here. Type ? for the keys of this game.", typed=typed)
            problems.append(Problem("report", says))
            break
        if found["key"]:
            out[OUT[found["key"]]].append(_SEATS[int(found["seat"]) - 1])
        elif found["time"]:
            at_time = True
        else:
            left += map(int, re.split("[-–:/]", found["left"]))
        at = found.end()
    if problems:
        return tuple(problems)
    return PlacingReport(
        end="time" if at_time else "decided",
        left=_with_those_out(left, {seat for seats in out.values() for seat in seats}),
        conceded=tuple(out["conceded"]),
        absent=tuple(sorted(out["absent"])),
        lost=tuple(sorted(out["lost"])),
    )


def _with_those_out(left: list[int], out: set[TableSeat]) -> tuple[int, ...]:
    """The figures of all seats: as typed where those out are among them with 0, else with 0 put in for each."""
    if all(seat < len(left) and not left[seat] for seat in out):
        return tuple(left)
    rest = iter(left)
    return tuple(0 if seat in out else next(rest, 0) for seat in _SEATS[: len(left) + len(out)])


def table_words(report: PlacingReport) -> str:
    """The line that reads as this report."""
    words = [" ".join(map(str, report.left))]
    if report.end == "time":
        words.insert(0, "t")
    for key, field in OUT.items():
        words += (f"{key}{seat + 1}" for seat in getattr(report, field))
    return " ".join(words)
