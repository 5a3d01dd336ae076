"""Why a command is not carried out: typed, in plain words, with the clause it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from muster.core.ids import PlayerId
from muster.core.messages import Message
from muster.core.scoring.scored import Problem

RefusalCode = Literal[
    "not-created",
    "already-created",
    "bad-setup",
    "finished",
    "unknown-player",
    "already-entered",
    "not-playing",
    "no-rejoin",
    "bad-pair",
    "bad-pods",
    "bad-building",
    "bad-tables",
    "bad-cards",
    "attendance",
    "already-announced",
    "not-announced",
    "bad-commitment",
    "stage-running",
    "no-stage",
    "wrong-link",
    "results-missing",
    "no-round-left",
    "no-pairing",
    "no-proposal",
    "not-in-proposal",
    "no-round",
    "has-results",
    "no-table",
    "not-at-table",
    "already-recorded",
    "nothing-recorded",
    "bad-result",
    "window-closed",
    "has-match",
    "no-cut",
    "not-tied",
    "nothing-to-undo",
    "not-finished",
    "reason-missing",
    "stale",
]
"""What kind of refusal it is: stable, for programs."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command was not carried out and nothing changed.

    Attributes:
        code: what kind of refusal, for programs.
        says: what is wrong and what to do, for a tired organiser.
        clause: the clause it rests on, where there is one.
        problems: the fields at fault, where the input was impossible.
    """

    code: RefusalCode
    says: Message
    clause: str | None = None
    problems: tuple[Problem, ...] = ()

    def naming(self, names: Mapping[PlayerId, str]) -> Refusal:
        """The same refusal, with whoever it speaks of by entry number called by these names."""
        return replace(self, says=self.says.naming(names))

    def text(self) -> str:
        """One line: what is wrong, the faulty fields, the clause."""
        parts = [str(self.says), *(f"{problem.field}: {problem.message}" for problem in self.problems)]
        return " ".join(parts) + (f" [{self.clause}]" if self.clause else "")
