"""Looking through a list of players before it is entered: what each line comes to, and what is odd about it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from muster.app.people.read import Line
from muster.app.people.requirements import same_uid, wanted
from muster.app.registration.entries import Newcomer
from muster.core.messages import say
from muster.core.pairing.tables import parse_tables
from muster.core.scoring.scored import Problem
from muster.core.tournament.state import State
from muster.exchange.folding import same_name
from muster.exchange.player_lists import ColumnLayout, Grid, ListLine, listed
from muster.web.desk.people.newcomer_form import newcomer_of
from muster.web.desk.people.players import Namesakes


@dataclass(frozen=True, slots=True)
class Fault:
    """What keeps a line from being entered.

    Attributes:
        problem: what is wrong, and in which field.
        typed: what stands in the field, to be mended; None where the list has no column for it.
    """

    problem: Problem
    typed: str | None


@dataclass(frozen=True, slots=True)
class Looked:
    """One line of a list as it would be entered.

    Attributes:
        line: its number in the list.
        newcomer: who it is.
        faults: why it cannot be entered; nothing if it can.
        warnings: what to look at, in words.
        ticked: whether it is entered unless the organiser says otherwise.
    """

    line: int
    newcomer: Newcomer
    faults: tuple[Fault, ...]
    warnings: tuple[str, ...]
    ticked: bool


def looked_through(grid: Grid, layout: ColumnLayout, lines: Sequence[Line], state: State) -> list[Looked]:
    """Every line of a list as it would be entered now, with its problems and warnings.

    Whoever seems to be there already, or to stand in the list twice, is left unticked: one tick enters a namesake.
    """
    namesakes, before = Namesakes(lines), dict[str, int]()
    warn_of_table = partial(table_warnings, taken=fixed_tables(lines), state=state)
    asks, uids = wanted(state), _Uids.of(lines)
    found = []
    for each in listed(grid, layout):
        newcomer, problems = newcomer_of(each.values, asks)
        problems = problems or uids.problems(each.line, newcomer.uid)
        doubles = [*_known(namesakes, newcomer.name), *_again(before, newcomer.name)]
        warnings = (*doubles, *warn_of_table(newcomer.fixed_table))
        faults = tuple(_fault(problem, each, layout) for problem in problems)
        found.append(Looked(each.line, newcomer, faults, warnings, not faults and not doubles))
        before.setdefault(same_name(newcomer.name), each.line)
    return found


def _fault(problem: Problem, line: ListLine, layout: ColumnLayout) -> Fault:
    return Fault(problem, line.values.get(problem.field, "") if layout.holding(problem.field) else None)


@dataclass(frozen=True, slots=True)
class _Uids:
    """Who has which UID: the registrations there are, and the lines looked through so far."""

    here: Mapping[str, Line]
    above: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, lines: Iterable[Line]) -> _Uids:
        """The UIDs of everybody who has not taken their registration back."""
        return cls({same_uid(line.uid): line for line in lines if line.uid and line.standing != "withdrawn"})

    def problems(self, line: int, uid: str) -> tuple[Problem, ...]:
        """That this UID is somebody else's (`SWU-UID-1`); nothing as a rule."""
        key = same_uid(uid)
        if not uid:
            return ()
        if key in self.here:
            says = say(
                "{name} has this Unlimited ID: it belongs to one person alone.", name=_called(self.here[key])
            )
            return (Problem("uid", says),)
        first = self.above.setdefault(key, line)
        if first == line:
            return ()
        says = say("Line {line} has this Unlimited ID, too: it belongs to one person alone.", line=first)
        return (Problem("uid", says),)


def chosen(looked: Iterable[Looked], ticked: Collection[int]) -> list[Looked]:
    """What to enter of a list: the ticked lines that can be entered."""
    return [one for one in looked if one.line in ticked and not one.faults]


def left_out(looked: Iterable[Looked], entered: Collection[int]) -> list[str]:
    """Who of a list was not entered and why, a sentence for each; of many the first, and how many more."""
    out = [one for one in looked if one.line not in entered]
    says = [_left_out(one) for one in out[:MOST_LEFT_OUT]]
    if more := len(out) - len(says):
        words = ngettext("%(count)d more line is left out.", "%(count)d more lines are left out.", more)
        says.append(words % {"count": more})
    return says


def _left_out(one: Looked) -> str:
    reasons = [*(str(fault.problem.message) for fault in one.faults), *one.warnings]
    told = {
        "line": one.line,
        "name": one.newcomer.name[:MOST_LETTERS],
        "why": reasons[0] if reasons else _("it was not ticked."),
    }
    if not told["name"]:
        return _("Line %(line)d is left out: %(why)s") % told
    return _("Line %(line)d, %(name)s, is left out: %(why)s") % told


def fixed_tables(lines: Iterable[Line]) -> Mapping[int, str]:
    """Who has which table for the day."""
    return {line.table: line.name for line in lines if line.table and line.in_play}


def table_warnings(table: int | None, *, taken: Mapping[int, str], state: State) -> list[str]:
    """What is odd about fixing somebody to this table; nothing as a rule."""
    if table is None:
        return []
    warnings = []
    if table in taken:
        says = _("%(name)s has table %(table)d already: if they meet others, one of them sits elsewhere.")
        warnings.append(says % {"name": taken[table], "table": table})
    if state.tables is not None and state.tables.tables and table not in _tables(state):
        says = _("There is no table %(table)d in the plan: %(tables)s.")
        warnings.append(says % {"table": table, "tables": state.tables.tables})
    return warnings


def _tables(state: State) -> set[int]:
    tables = state.tables
    texts = (tables.tables, tables.reserved) if tables else ()
    return {int(number) for text in texts if text for number in parse_tables(text).numbers}


def _known(namesakes: Namesakes, name: str) -> list[str]:
    same = namesakes.of(name) if name else ()
    return [
        _("%(name)s is there already (%(standing)s).")
        % {"name": _called(one), "standing": one.standing_words}
        for one in same[:MOST_NAMED]
    ]


def _again(before: Mapping[str, int], name: str) -> list[str]:
    line = before.get(same_name(name)) if name else None
    return [_("The same name stands in line %(line)d.") % {"line": line}] if line is not None else []


def _called(line: Line) -> str:
    return f"{line.name} #{line.player}" if line.player else line.name


MOST_NAMED: Final = 3
"""How many namesakes a warning names."""

MOST_LEFT_OUT: Final = 10
"""How many lines that were left out are told one by one."""

MOST_LETTERS: Final = 60
"""So much of a name tells who was left out."""
