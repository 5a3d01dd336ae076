"""The numbered tables of the venue."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.frozen import changed
from muster.core.messages import Message, say
from muster.core.pairing.tables import parse_tables
from muster.core.scoring.scored import Problem
from muster.core.tournament.acts.base import UNCHOSEN, Choice, Chosen, Command, Decision, Describer, Fact
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class SetTables(Command):
    """Say which numbered tables there are and which are kept back."""

    right = "plan"
    tables: Choice
    reserved: Choice = ""

    def decide(self, state: State) -> Decision:  # noqa: ARG002  (any time will do)
        """Whatever can be read as numbers."""
        problems = table_problems(self.tables, "tables")
        problems += table_problems(self.reserved, "reserved") if self.reserved else []
        if problems:
            return Refusal("bad-tables", say("These tables cannot be used."), problems=tuple(problems))
        return (TablesSet(Chosen(self.tables), Chosen(self.reserved)),)


@dataclass(frozen=True, slots=True)
class TablesSet(Fact):
    """The numbered tables there are and those kept back, each as text such as `1-20,31-40`."""

    kind = "tables.set"
    title = say("the tables")
    right = "plan"
    group = "plan"
    tables: Chosen
    reserved: Chosen = UNCHOSEN

    def evolve(self, state: State) -> State:
        """The tables there are."""
        return changed(state, tables=self)

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """The numbers."""
        tables = self.tables or say("as many as needed")
        if not self.reserved:
            return say("Tables: {tables}.", tables=tables)
        return say("Tables: {tables}, {reserved} reserved.", tables=tables, reserved=self.reserved)

    def asked_by(self) -> Command:
        """The same numbers."""
        return SetTables(self.tables, self.reserved)


def table_problems(text: str, field: str) -> list[Problem]:
    """What in a text is no number of a table."""
    return [Problem(field, problem.text) for problem in parse_tables(text).problems]
