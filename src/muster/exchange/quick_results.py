"""Results as they are typed at the desk, in as few keys as a game allows: `12 184-92`, `7 21`, `3 c1`.

A line is a table's number, a space and the result; `docs/results.md` has every key. Three kinds of things make
a result, in any order:

- figures in the order of the two players: `184-92`, with points from objectives `184+30-92`; six digits are two scores
  of three, `184092`; where single digits are enough, `31` is three to one;
- a letter for how the match ended, with the number of the player it went *against*: `c1` the first conceded;
- what breaks a tie: a letter of the game's own (`s2`: the second named was the second player), or `*2`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from muster.core.ids import Seat, TableNo, other
from muster.core.messages import say, say_n
from muster.core.scoring.games import MOST_GAMES
from muster.core.scoring.reports import GamesReport, MarginReport, Report, ShareReport, Tally
from muster.core.scoring.scored import Problem
from muster.core.scoring.share import scores_missing
from muster.core.scoring.unplayed import games_to_win
from muster.exchange.quick_tables import read_table
from muster.exchange.quick_words import Marks, ResultTerms, marks_of
from muster.rules.schema import EndId
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, ShareScoring

LONGEST_LINE: Final = 200
"""Characters of a line."""


TWO_SCORES: Final = 6
"""So many digits without anything between them are two scores of three digits."""

_TABLE: Final = re.compile(r"([0-9]{1,6})(?:[\s.,:/]+|(?=[a-z*=])|$)(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Quick:
    """A typed line.

    Attributes:
        table: the table it names, if one could be read.
        report: the result, if there is one and it could be read; whether it is possible is for scoring to say.
        problems: what could not be read, each at the report's field it is about, `table` or `report`.
    """

    table: TableNo | None = None
    report: Report | None = None
    problems: tuple[Problem, ...] = ()


def read(line: str, terms: ResultTerms) -> Quick:
    """Read a line: a table's number and, unless only the table is chosen so far, its result."""
    text = line.strip().casefold()
    if not text:
        return Quick()
    if len(text) > LONGEST_LINE:
        says = say_n(
            "A result has at most {count} character.",
            "A result has at most {count} characters.",
            LONGEST_LINE,
        )
        return Quick(problems=(Problem("report", says),))
    found = _TABLE.fullmatch(text)
    if found is None:
        message = say("Begin with the table's number and a space, such as {example}.", example=example(terms))
        return Quick(problems=(Problem("table", message),))
    table, rest = TableNo(int(found[1])), found[2].strip()
    if not rest:
        return Quick(table)
    report = read_result(rest, terms)
    return Quick(table, problems=report) if isinstance(report, tuple) else Quick(table, report)


def read_result(text: str, terms: ResultTerms) -> Report | tuple[Problem, ...]:
    """Read a result alone, or say everything that cannot be read."""
    rules = terms.regulations.scoring
    if isinstance(rules, PlacingScoring):
        return read_table(text.strip().casefold())
    marks = marks_of(text.strip().casefold(), terms)
    if marks.problems:
        return tuple(marks.problems)
    if isinstance(rules, MarginScoring):
        return _margin(marks, terms)
    return _games(marks, terms) if isinstance(rules, GamesScoring) else _share(marks, terms)


def example(terms: ResultTerms) -> str:
    """A line of this game, to show how it is done."""
    model = terms.regulations.scoring.model
    games = "12 21" if terms.best_of > 1 else "12 1"
    return {"margin": "12 184-92", "share": "12 31", "games": games, "placing": "3 12 7 3 0"}[model]


def figure_and_more(text: str) -> tuple[int, int]:
    """A figure and what is added to it: points destroyed and from objectives."""
    main, _, more = text.partition("+")
    return int(main), int(more or 0)


def _roles(marks: Marks, end: EndId, terms: ResultTerms) -> tuple[Seat | None, Seat | None] | Problem:
    """Who had the deciding part and who won the roll, with `*` standing for whichever is asked for here."""
    deciding, winner = marks.deciding, marks.winner
    if end == "defeated" and marks.against is not None:
        winner = other(marks.against)
    if marks.tie is None:
        return deciding, winner
    if terms.asks("deciding", end):
        return marks.tie, winner
    if terms.asks("winner", end) and end != "defeated":
        return deciding, marks.tie
    return Problem("report", say("Nothing can be equal here: leave out the part with the asterisk."))


def _by(marks: Marks) -> Seat | None:
    return None if marks.end == "defeated" else marks.against


def _strange(marks: Marks, *known: str) -> list[Problem]:
    """A problem for every key that belongs to another game."""
    keys = {"games": "g", "base_hp": "hp", "unfinished": "u", "agreed": "a", "figures": "+"}
    given = {"figures": any("+" in part for parts in marks.figures for part in parts)}
    return [
        Problem("report", say("“{key}” means nothing in this game.", key=key))
        for name, key in keys.items()
        if name not in known and given.get(name, getattr(marks, name))
    ]


def _pairs(marks: Marks, *, joined: int) -> list[tuple[str, str]] | None:
    """The figures in pairs: single ones two by two, one of `joined` digits in halves; None if that does not go."""
    pairs: list[tuple[str, str]] = []
    alone: list[str] = []
    for parts in (*marks.figures, ()):
        if len(parts) == 1:
            alone.append(parts[0])
            continue
        if len(alone) == 1 and len(alone[0]) == joined and alone[0].isdecimal():
            alone = [alone[0][: joined // 2], alone[0][joined // 2 :]]
        if len(alone) % 2 or len(parts) > 2:
            return None
        pairs.extend(zip(alone[::2], alone[1::2], strict=True))
        alone = []
        if parts:
            pairs.append((parts[0], parts[1]))
    return pairs


def _margin(marks: Marks, terms: ResultTerms) -> Report | tuple[Problem, ...]:
    end: EndId = marks.end or "rounds"
    found = _strange(marks, *(["figures"] if terms.asks("scores.objective", "rounds") else []))
    pairs = _pairs(marks, joined=TWO_SCORES)
    # Whoever gave up may have scored nothing by then; everything else is counted from the scores.
    gave_up = end in ("concession", "match-loss")
    if pairs is None or len(pairs) > 1 or not (pairs or gave_up or not terms.asks("scores.destroyed", end)):
        message = (
            say("Write the scores of both players, such as {example}.", example="84-62")
            if not terms.asks("scores.objective", "rounds")
            else say(
                "Write the scores of both players, such as {example}; points from objectives as {objectives}.",
                example="184-92",
                objectives="184+30-92",
            )
        )
        found.append(Problem("scores.destroyed", message))
    roles = _roles(marks, end, terms)
    if isinstance(roles, Problem):
        return (*found, roles)
    if found or pairs is None:
        return tuple(found)
    one, two = pairs[0] if pairs else ("0", "0")
    scores = (Tally(*figure_and_more(one)), Tally(*figure_and_more(two)))
    return MarginReport(end=end, scores=scores, deciding=roles[0], winner=roles[1], by=_by(marks))


def _share(marks: Marks, terms: ResultTerms) -> Report | tuple[Problem, ...]:
    end: EndId = marks.end or "rounds"
    found = _strange(marks, "agreed")
    pairs = _pairs(marks, joined=2)
    tokens_asked = marks.agreed or end in ("rounds", "time", "mutual-destruction")
    if pairs is None or len(pairs) > 2 or (tokens_asked and not pairs):
        message = say(
            "Write the victory tokens of both players, such as {example} or {larger}; scores after them: "
            "{scores}.",
            example="31",
            larger="10-3",
            scores="22 300-280",
        )
        found.append(Problem("tokens", message))
    elif pairs and end == "concession" and not marks.agreed:
        message = say(
            "Tokens count here only if both agreed before a judge to score the game: add “{key}”, or "
            "leave them out.",
            key="a",
        )
        found.append(Problem("agreed_to_score", message))
    roles = _roles(marks, end, terms)
    if isinstance(roles, Problem):
        return (*found, roles)
    if found or pairs is None:
        return tuple(found)
    tokens, scores = ((int(one), int(two)) for one, two in [*pairs, ("0", "0"), ("0", "0")][:2])
    report = ShareReport(
        end=end,
        tokens=tokens,
        scores=scores,
        deciding=roles[0],
        winner=roles[1],
        by=_by(marks),
        agreed_to_score=marks.agreed,
    )
    rules = terms.regulations.scoring
    missing = scores_missing(report, rules, given=len(pairs) > 1) if isinstance(rules, ShareScoring) else None
    return (missing,) if missing else report


def _games(marks: Marks, terms: ResultTerms) -> Report | tuple[Problem, ...]:
    found = _strange(marks, "games", "base_hp", "unfinished")
    counted = _counted(marks, terms)
    if isinstance(counted, Problem):
        return (*found, counted)
    one, two, drawn = counted
    played = marks.games is not None or bool(marks.figures)
    wins = max(marks.games.count(0), marks.games.count(1)) if marks.games is not None else max(one, two)
    end: EndId = marks.end or ("decided" if wins >= games_to_win(terms.best_of) else "time")
    if not played and end in ("decided", "time") and not marks.unfinished:
        message = (
            say(
                "Write the games won by both, such as {example}, or {drawn} with one drawn.",
                example="21",
                drawn="111",
            )
            if terms.best_of > 1
            else say("Write the games won by both, such as 1 or 2 for who won, 0 for a draw.")
        )
        found.append(Problem("games", message))
    roles = _roles(marks, end, terms)
    if isinstance(roles, Problem):
        return (*found, roles)
    if found:
        return tuple(found)
    # At time the last drawn game is the one that was cut off; before that drawn games were played again.
    rules = terms.regulations.scoring
    at_time = isinstance(rules, GamesScoring) and rules.draws == "at-time"
    cut_off = marks.unfinished or (end == "time" and marks.games is None and drawn > 0 and at_time)
    whole = drawn - (cut_off and not marks.unfinished)
    return GamesReport(
        end=end,
        games=marks.games if marks.games is not None else _in_order(one, two, whole),
        unfinished=cut_off,
        base_hp=marks.base_hp,
        deciding=roles[0],
        winner=roles[1],
        by=_by(marks),
    )


def _counted(marks: Marks, terms: ResultTerms) -> tuple[int, int, int] | Problem:
    """Games won by the first, by the second, and drawn."""
    numbers = [part for parts in marks.figures for part in parts]
    if len(numbers) == 1 and terms.best_of == 1 and numbers[0] in ("0", "1", "2"):
        return {"0": (0, 0, 1), "1": (1, 0, 0), "2": (0, 1, 0)}[numbers[0]]
    if len(numbers) == 1:
        numbers = list(numbers[0])
    wrong = len(numbers) not in (0, 2, 3) or not all(part.isdecimal() for part in numbers)
    if wrong or (numbers and marks.games is not None) or any(int(part) > MOST_GAMES for part in numbers):
        message = (
            say(
                "Write the games won by both and, if any, those drawn: {example}, or {drawn} with one drawn.",
                example="21",
                drawn="111",
            )
            if terms.best_of > 1
            else say(
                "Write the games won by both and, if any, those drawn: 1 or 2 for who won, 0 for a draw."
            )
        )
        return Problem("games", message)
    one, two, drawn = [*map(int, numbers), 0, 0, 0][:3]
    return one, two, drawn


def _in_order(one: int, two: int, drawn: int) -> tuple[Seat | None, ...]:
    """Games in an order in which they can have been played: the last one decides."""
    nobody: list[Seat | None] = [None] * drawn
    ones: list[Seat | None] = [0] * one
    twos: list[Seat | None] = [1] * two
    return tuple(nobody + (twos + ones if one > two else ones + twos))
