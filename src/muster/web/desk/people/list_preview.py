"""Looking through a list of players before it is entered: what each line comes to, and what is odd about it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils.translation import gettext as _

from muster.app.people.read import Line
from muster.app.registration.entries import Newcomer
from muster.core.pairing.tables import parse_tables
from muster.core.scoring.scored import Problem
from muster.core.tournament.state import State
from muster.exchange.folding import same_name
from muster.exchange.player_lists import ListLine
from muster.web.desk.people.newcomer_form import newcomer_of
from muster.web.desk.people.players import Namesakes


@dataclass(frozen=True, slots=True)
class Looked:
    """One line of a list as it would be entered.

    Attributes:
        line: its number in the list.
        newcomer: who it is.
        problems: why it cannot be entered; nothing if it can.
        warnings: what to look at, in words.
        ticked: whether it is entered unless the organiser says otherwise.
    """

    line: int
    newcomer: Newcomer
    problems: tuple[Problem, ...]
    warnings: tuple[str, ...]
    ticked: bool


def looked_through(listed: Iterable[ListLine], lines: Sequence[Line], state: State) -> list[Looked]:
    """Every line of a list as it would be entered now, with its problems and warnings.

    Whoever seems to be there already, or to stand in the list twice, is left unticked: one tick enters a namesake.
    """
    namesakes, before = Namesakes(lines), dict[str, int]()
    warn_of_table = partial(table_warnings, taken=fixed_tables(lines), state=state)
    found = []
    for each in listed:
        newcomer, problems = newcomer_of(each.values)
        doubles = [*_known(namesakes, newcomer.name), *_again(before, newcomer.name)]
        warnings = (*doubles, *warn_of_table(newcomer.fixed_table))
        found.append(Looked(each.line, newcomer, problems, warnings, not problems and not doubles))
        before.setdefault(same_name(newcomer.name), each.line)
    return found


def wanted(looked: Iterable[Looked], ticked: Collection[int]) -> list[Newcomer]:
    """Whom to enter of a list: the ticked lines that can be entered."""
    return [one.newcomer for one in looked if one.line in ticked and not one.problems]


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
