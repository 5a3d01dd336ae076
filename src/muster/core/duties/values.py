"""What a duty is, and what a kind of duty declares of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from muster.core.duties.situation import Situation
from muster.core.ids import PlayerId, TableNo
from muster.core.messages import Message
from muster.core.tournament.next_step import Step

Who = Literal["organiser", "marshal", "judge", "scorekeeper", "player"]
"""Whom a duty binds, or who is to know of it."""

Severity = Literal["stops", "warns", "reminds"]
"""What hangs on a duty: the next step asks before it goes on, somebody is waiting or something is wrong, or it is
well to remember."""

Act = Literal[
    "appeal",
    "bracket",
    "building",
    "call",
    "check-in",
    "checklist",
    "clock",
    "components",
    "drop",
    "event-file",
    "finish",
    "hall",
    "late",
    "own-details",
    "own-roster",
    "own-result",
    "player",
    "proxies",
    "publisher-file",
    "recommendation",
    "results",
    "remind",
    "rosters",
    "settings",
    "sign-off",
    "staff",
    "table",
    "tables",
]
"""What settles a duty; each front end knows where that is done, or that it is not done there."""


@dataclass(frozen=True, slots=True)
class Found:
    """A duty as the rule of its kind finds it.

    Attributes:
        says: who must do what, in a sentence.
        about: what tells it from others of its kind, and stays the same as long as it is the same duty.
        since: since when it is open, where that is known.
        by: until when it is to be done, where there is a limit.
        table: at which table.
        player: about which player, or whose duty it is.
        target: what its act needs to know, such as the number of a call.
        clause: the clause it rests on, where that is not its kind's.
        covers: of a duty about several players or tables at once, what each of them would be known by; a word that
            settles it settles these, and it comes back for others.
    """

    says: Message
    about: str = ""
    since: datetime | None = None
    by: datetime | None = None
    table: TableNo | None = None
    player: PlayerId | None = None
    target: int = 0
    clause: str = ""
    covers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of duty.

    Attributes:
        id: its short stable name.
        title: what it is about, in a few words.
        who: whom it binds first, then who else is to see it.
        severity: what hangs on it.
        clauses: the clauses it rests on; a tournament cites the first that its regulations have. Where they have none
            of them it is no duty, unless `always`.
        act: what settles it.
        label: the words of the button.
        find: finds the open ones.
        waivable: the text leaves it to discretion, or it ends by somebody's word: one press settles it, on record.
        done: what the button to settle it by one's word says.
        loud: a sound tells of it, where sounds are switched on.
        steps: the next steps that it stops: they ask about it before they go on.
        always: a duty of every tournament, whether or not its regulations say so.
    """

    id: str
    title: Message
    who: tuple[Who, ...]
    severity: Severity
    clauses: tuple[str, ...]
    act: Act
    label: Message
    find: Callable[[Situation], Iterable[Found]]
    waivable: bool = False
    done: Message | None = None
    loud: bool = False
    steps: tuple[Step, ...] = ()
    always: bool = False

    def settled_by(self, role: str | None) -> bool:
        """Whether the word of somebody in this role settles it: it can be settled so, and binds them."""
        return self.waivable and role in self.who


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that somebody must do, at this moment.

    Attributes:
        kind: what kind of duty.
        found: which one.
        clause: the clause it rests on; empty where the regulations have none.
    """

    kind: Kind
    found: Found
    clause: str

    @property
    def says(self) -> Message:
        """Who must do what, in a sentence."""
        return self.found.says

    @property
    def severity(self) -> Severity:
        """What hangs on it."""
        return self.kind.severity

    @property
    def name(self) -> tuple[str, str]:
        """By which it is known when it is settled by somebody's word: its kind, and what it is about."""
        return self.kind.id, self.found.about

    def binds(self, who: Who) -> bool:
        """Whether it is shown to somebody in this role."""
        return who in self.kind.who

    def overdue(self, now: datetime) -> bool:
        """Whether its time is over."""
        return self.found.by is not None and now >= self.found.by
