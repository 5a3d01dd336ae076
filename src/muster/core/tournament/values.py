"""The small values that facts carry and the state holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from muster.core.bracket.cut import CutKind
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.outcomes import SideOutcome
from muster.core.pairing.round_draws import RoundCards

StageFormat = Literal["swiss", "elimination"]
StructureId = Literal["basic", "advanced", "custom"]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players and the table they meet at; `game` is the game number of the bracket in elimination."""

    table: TableNo
    players: tuple[PlayerId, PlayerId]
    game: int | None = None
    rematch: bool = False


@dataclass(frozen=True, slots=True)
class Bye:
    """A player without an opponent this round, and what that is worth.

    `game` is the game number in elimination. `awarded` marks one given by the organiser, such as a prize.
    """

    player: PlayerId
    outcome: SideOutcome
    game: int | None = None
    awarded: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """Who meets whom where in one round: what is proposed, reviewed and published."""

    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    cards: RoundCards | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """How many Swiss rounds and what cut, as announced; zero rounds is an event of elimination only.

    Attributes:
        attendance: the players counted.
        rounds: Swiss rounds.
        cut_kind: how the cut chooses.
        cut: the size, points or losses the kind speaks of; 0 with kind `top` means no cut.
    """

    attendance: int
    rounds: int
    cut_kind: CutKind = "top"
    cut: int = 0

    @property
    def has_cut(self) -> bool:
        """Whether an elimination stage follows the Swiss rounds."""
        return self.cut_kind != "top" or self.cut > 0


@dataclass(frozen=True, slots=True)
class MissedRounds:
    """Unpaired losses for rounds a player was not there for, and what each is worth."""

    rounds: tuple[RoundNo, ...]
    outcome: SideOutcome
