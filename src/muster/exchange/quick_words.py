"""The words of a result as it is typed at the desk, sorted before the game makes sense of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from muster.core.ids import Seat
from muster.core.messages import say
from muster.core.scoring.decisions import deciding_part
from muster.core.scoring.fields import report_fields
from muster.core.scoring.scored import Problem, Stage
from muster.rules.schema import EndId, Regulations

ENDS: Final[Mapping[str, EndId]] = {
    "r": "rounds",
    "t": "time",
    "m": "mutual-destruction",
    "md": "mutual-destruction",
    "xx": "double-loss",
    "id": "intentional-draw",
    "=": "intentional-draw",
}
"""Keys for ways of ending that go against nobody in particular."""


AGAINST: Final[Mapping[str, EndId]] = {
    "d": "defeated",
    "c": "concession",
    "n": "no-show",
    "ns": "no-show",
    "x": "match-loss",
    "ml": "match-loss",
}
"""Keys for ways of ending against one player, whose number follows."""


_FIGURE: Final = r"[0-9]{1,9}(?:\+[0-9]{1,9})?"


_WORD: Final = re.compile(
    rf"hp\s*(?P<hp>[0-9]{{1,9}}[-–:/][0-9]{{1,9}})"
    rf"|g(?P<games>[012]{{1,99}})(?![0-9])"
    rf"|(?P<figures>{_FIGURE}(?:[-–:/]{_FIGURE}){{0,2}})(?![0-9+])"
    rf"|(?P<plain>xx|md|id|[rtmau=])(?![a-z])"
    rf"|(?P<key>ns|ml|[a-z*])(?P<seat>[12])(?![0-9])"
)


@dataclass(frozen=True, slots=True)
class ResultTerms:
    """Under what a line is read: the game, the stage, and the most games of a match."""

    regulations: Regulations
    stage: Stage = "swiss"
    best_of: int = 1

    @property
    def part_key(self) -> str:
        """The letter of the deciding part: `s` for the second player, `b` for blue, `i` for the initiative."""
        return deciding_part(self.regulations)[0].casefold()

    def asks(self, name: str, end: EndId) -> bool:
        """Whether a report's field is asked for when the match ended like this."""
        fields = report_fields(self.regulations, stage=self.stage)
        return any(field.name == name and field.for_end(end) is not None for field in fields)


@dataclass(frozen=True, slots=True)
class Marks:
    """The words of a line, sorted; `tie` is `*1` or `*2`, which stands for whatever breaks the tie."""

    end: EndId | None = None
    against: Seat | None = None
    figures: tuple[tuple[str, ...], ...] = ()
    games: tuple[Seat | None, ...] | None = None
    base_hp: tuple[int, int] | None = None
    deciding: Seat | None = None
    winner: Seat | None = None
    tie: Seat | None = None
    agreed: bool = False
    unfinished: bool = False
    problems: list[Problem] = field(default_factory=list)


def marks_of(text: str, terms: ResultTerms) -> Marks:
    """Sort the words of a result; what cannot be read becomes a problem."""
    marks, at = Marks(), 0
    while at < len(text):
        if text[at] in " \t.,;":
            at += 1
            continue
        found = _WORD.match(text, at)
        if found is None:
            return replace(marks, problems=[*marks.problems, _unknown(text[at : at + 20])])
        marks, at = _sorted(marks, found, terms), found.end()
    return marks


def _sorted(marks: Marks, found: re.Match[str], terms: ResultTerms) -> Marks:
    if found["hp"]:
        one, two = re.split("[-–:/]", found["hp"])
        return replace(marks, base_hp=(int(one), int(two)))
    if found["games"]:
        return replace(marks, games=tuple(_game(digit) for digit in found["games"]))
    if found["figures"]:
        parts = tuple(re.split("[-–:/]", found["figures"]))
        return replace(marks, figures=(*marks.figures, parts))
    if found["plain"] in ("a", "u"):
        return replace(marks, agreed=True) if found["plain"] == "a" else replace(marks, unfinished=True)
    if found["plain"]:
        return _ended(marks, ENDS[found["plain"]], None)
    return _keyed(marks, found["key"], 0 if found["seat"] == "1" else 1, terms)


def _keyed(marks: Marks, key: str, seat: Seat, terms: ResultTerms) -> Marks:
    """A letter with the number of a player."""
    if key in AGAINST:
        return _ended(marks, AGAINST[key], seat)
    if key == "*":
        return replace(marks, tie=seat)
    if key == "w":
        return replace(marks, winner=seat)
    if key == terms.part_key:
        return replace(marks, deciding=seat)
    return replace(marks, problems=[*marks.problems, _unknown(f"{key}{seat + 1}")])


def _unknown(typed: str) -> Problem:
    says = say("“{typed}” means nothing here. Type ? for the keys of this game.", typed=typed)
    return Problem("report", says)


def _ended(marks: Marks, end: EndId, against: Seat | None) -> Marks:
    if marks.end is not None:
        problem = Problem("end", say("Say once how the match ended."))
        return replace(marks, problems=[*marks.problems, problem])
    return replace(marks, end=end, against=against)


def _game(digit: str) -> Seat | None:
    return None if digit == "0" else 0 if digit == "1" else 1
