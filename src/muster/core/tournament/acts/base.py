"""What an act is made of: a command, which asks; the facts that it brings about; and what they declare of themselves.

Everything that differs from one kind to another is declared here and said in one place for each kind, in the file of
its topic. Who else needs to know (the codec, permissions, live pages, the history, the verifiers) reads it there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Literal, NewType, Protocol, TypeAlias

from muster.core.bracket.cut import CutKind
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import NOTHING, Argument, Message
from muster.core.outcomes import Outcome
from muster.core.private import Seal
from muster.core.scoring.reports import Report
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Plan, State

Right = Literal[
    "manage-event",
    "people",
    "check-in",
    "drop",
    "disqualify",
    "plan",
    "rounds",
    "clock",
    "results",
    "correct",
    "undo",
    "finish",
]
"""What one must be allowed to do; `muster.app.access` says which role is."""

Part = Literal["round", "results", "people", "clock"]
"""What of a tournament a fact changes for whoever looks on."""

Group = Literal["people", "plan", "rounds", "results", "corrections", "cut", "end", "undo"]
"""Under which heading an act is looked for in the history."""

EVERYTHING: Final[tuple[Part, ...]] = ("round", "results", "people")
"""What rests on who meets whom."""

Choice: TypeAlias = Annotated[str, "one of what there is, or numbers"]
"""Text in a command that `decide` holds against what there is before any of it comes into a fact."""

Chosen = NewType("Chosen", str)
"""Such text in a fact: nothing that people could say of one another fits in."""

UNCHOSEN: Final = Chosen("")

Clause = NewType("Clause", str)
"""A clause of the regulations."""

Method = NewType("Method", str)
"""How the pairs of a round were found; with `+ deck`, that its cards came from a deck that is used up first."""

Step = Callable[[dict[str, Any]], dict[str, Any]]
"""Makes the data of one version of a kind into the data of the next version."""

NEVER_CHANGED: Final[Mapping[int, Step]] = MappingProxyType({})


class Describer(Protocol):
    """Knows how one reader is told of players, tables and typed words."""

    def name(self, player: PlayerId) -> str:
        """How the player is called."""

    def names(self, players: Iterable[PlayerId]) -> Argument:
        """Several names."""

    def words(self, seal: Seal) -> Message:
        """What was typed, as far as this reader may know; nothing where nothing was."""

    def match(
        self, round_no: RoundNo, table: TableNo, outcome: Outcome, report: Report | None = None
    ) -> Message:
        """How a match ended and what it was worth."""

    def plan(self, plan: Plan) -> Message:
        """An announced plan."""

    def cut(self, kind: CutKind, cut: int) -> Message:
        """A cut."""

    def earlier(self, seq: int) -> Message:
        """The description of the fact of this number."""


@dataclass(frozen=True, slots=True)
class Fact(ABC):
    """Something that happened, in the past tense. It carries the outcome, never a request, and no personal data.

    Class attributes:
        kind: the short stable name in journals; once released, its meaning never changes.
        version: the version of the kind's shape; a new shape is a new version.
        older: for each older version how its data become those of the next; nothing on record is ever rewritten.
        title: what happens, in a few words, for a list of kinds.
        right: what one must be allowed to do to take it back, so that undo reaches no further than doing.
        group: under which heading it is looked for.
        parts: what it changes for whoever looks on.
        keeps_proposal: a proposed round on the table does not rest on what it changes.
        boundary: undo never reaches back past this fact, nor undoes it.
        instead: for a boundary, why it cannot be undone and what can be done.
        follows: it belongs to the act of the fact before it and is undone together with it.
        undoes: it takes an act back, so it is none itself.
    """

    kind: ClassVar[str]
    version: ClassVar[int] = 1
    older: ClassVar[Mapping[int, Step]] = NEVER_CHANGED
    title: ClassVar[Message]
    right: ClassVar[Right]
    group: ClassVar[Group]
    parts: ClassVar[tuple[Part, ...]] = EVERYTHING
    keeps_proposal: ClassVar[bool] = False
    boundary: ClassVar[bool] = False
    instead: ClassVar[Message] = NOTHING
    follows: ClassVar[bool] = False
    undoes: ClassVar[bool] = False

    @abstractmethod
    def evolve(self, state: State) -> State:
        """What it makes of a state. It never refuses and never computes a rule."""

    @abstractmethod
    def describe(self, to: Describer) -> Message:
        """What happened, in a sentence."""

    def asked_by(self) -> Command | None:
        """The command whose first fact this is; None for a fact that only ever follows another."""
        return None


@dataclass(frozen=True, slots=True)
class Command(ABC):
    """Something asked for, in the imperative.

    Class attributes:
        right: what one must be allowed to do.
        after_end: whether it can be asked of a finished tournament.
    """

    right: ClassVar[Right]
    after_end: ClassVar[bool] = False

    @abstractmethod
    def decide(self, state: State) -> Decision:
        """The facts it brings about, in order, or why it is refused. Pure: nothing is changed by asking."""


Decision: TypeAlias = tuple[Fact, ...] | Refusal
