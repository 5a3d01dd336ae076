"""What can happen in a tournament, in the past tense. A fact carries the outcome, never a request.

Every fact has a short stable `kind` and a `version`; once released, a kind's meaning never changes: a new
shape is a new version. Facts hold entry numbers only, no personal data.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated, ClassVar

from pydantic import Discriminator

from muster.core.bracket.cut import CutKind
from muster.core.bracket.places import Place
from muster.core.draws import ChainLink, DrawSeed
from muster.core.ids import ClubId, PlayerId, RoundNo, TableNo
from muster.core.outcomes import Outcome
from muster.core.scoring.reports import Report
from muster.core.tournament.values import (
    Bye,
    MissedRounds,
    Plan,
    Sheet,
    StageFormat,
    StructureId,
)
from muster.rules.schema import Regulations, Variants

Recorded = Annotated[Report, Discriminator("model")]
"""A report as a fact holds it: read back as the kind it says it is."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened.

    Class attributes:
        kind: the short stable name in journals.
        version: the version of the kind's shape.
        boundary: undo never reaches back past this fact, nor undoes it.
        follows: this fact belongs to the act of the fact before it and is undone together with it.
    """

    kind: ClassVar[str] = ""
    version: ClassVar[int] = 1
    boundary: ClassVar[bool] = False
    follows: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class TournamentCreated(Fact):
    """A tournament began to exist, under these regulations, which the journal holds in full.

    `rounds` and `cut` are the organiser's own figures for a custom structure and None elsewhere. `first_stage` is
    `elimination` for an event without Swiss rounds. Version 1 comes from regulations that said nothing of rosters.
    """

    kind: ClassVar[str] = "tournament.created"
    version: ClassVar[int] = 2
    boundary: ClassVar[bool] = True
    regulations: Regulations
    variants: Variants
    tier: str
    structure: StructureId
    day: date
    swiss_match: str
    elimination_match: str
    first_stage: StageFormat = "swiss"
    rounds: int | None = None
    cut_kind: CutKind = "top"
    cut: int | None = None
    check_in: bool = False
    tables: str = ""


@dataclass(frozen=True, slots=True)
class PlayerEntered(Fact):
    """A player entered; `missed` holds the unpaired losses of somebody who came after the start."""

    kind: ClassVar[str] = "player.entered"
    player: PlayerId
    club: ClubId | None = None
    first_round_bye: bool = False
    fixed_table: TableNo | None = None
    missed: MissedRounds | None = None


@dataclass(frozen=True, slots=True)
class PlayerAmended(Fact):
    """A player's club, awarded first-round bye or fixed table was set anew."""

    kind: ClassVar[str] = "player.amended"
    player: PlayerId
    club: ClubId | None = None
    first_round_bye: bool = False
    fixed_table: TableNo | None = None


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn(Fact):
    """A player is present."""

    kind: ClassVar[str] = "player.checked-in"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class PlayerDropped(Fact):
    """A player left and is not paired any more; `after` is the last round published before."""

    kind: ClassVar[str] = "player.dropped"
    player: PlayerId
    after: RoundNo
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRejoined(Fact):
    """A dropped player came back, with an unpaired loss for each round missed."""

    kind: ClassVar[str] = "player.rejoined"
    player: PlayerId
    missed: MissedRounds


@dataclass(frozen=True, slots=True)
class PlayerDisqualified(Fact):
    """A player was removed and cannot rejoin; the opponents' results stay."""

    kind: ClassVar[str] = "player.disqualified"
    player: PlayerId
    after: RoundNo
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PairForbidden(Fact):
    """Two players are not to be paired with each other in Swiss rounds."""

    kind: ClassVar[str] = "pair.forbidden"
    players: tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class PairAllowed(Fact):
    """Two players may be paired with each other again."""

    kind: ClassVar[str] = "pair.allowed"
    players: tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class TablesSet(Fact):
    """The numbered tables there are and those kept back, each as text such as `1-20,31-40`."""

    kind: ClassVar[str] = "tables.set"
    tables: str
    reserved: str = ""


@dataclass(frozen=True, slots=True)
class StructureChanged(Fact):
    """Before the plan was announced the organiser chose another structure, or other figures of their own."""

    kind: ClassVar[str] = "structure.changed"
    structure: StructureId
    rounds: int | None = None
    cut_kind: CutKind = "top"
    cut: int | None = None


@dataclass(frozen=True, slots=True)
class PlanAnnounced(Fact):
    """Rounds and cut were announced and are fixed; the dice are bound to the end of a hash chain."""

    kind: ClassVar[str] = "plan.announced"
    boundary: ClassVar[bool] = True
    plan: Plan
    clause: str
    commitment: ChainLink


@dataclass(frozen=True, slots=True)
class StageStarted(Fact):
    """A stage began with these players; in elimination they stand in seed order, best first."""

    kind: ClassVar[str] = "stage.started"
    format: StageFormat
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class RoundProposed(Fact):
    """Pairings were drawn for review. Every attempt is on record, with the link it revealed and its seed."""

    kind: ClassVar[str] = "round.proposed"
    round_no: RoundNo
    attempt: int
    link: ChainLink
    seed: DrawSeed
    sheet: Sheet
    method: str


@dataclass(frozen=True, slots=True)
class PlayersSwapped(Fact):
    """The organiser exchanged two players' places in the proposal, by hand."""

    kind: ClassVar[str] = "proposal.swapped"
    players: tuple[PlayerId, PlayerId]
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class RoundPublished(Fact):
    """The pairings of a round became official."""

    kind: ClassVar[str] = "round.published"
    boundary: ClassVar[bool] = True
    round_no: RoundNo
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class RoundStarted(Fact):
    """Play began: from here a corrected result no longer changes these pairings."""

    kind: ClassVar[str] = "round.started"
    round_no: RoundNo


@dataclass(frozen=True, slots=True)
class RoundVoided(Fact):
    """A published round without results was annulled, with a reason."""

    kind: ClassVar[str] = "round.voided"
    boundary: ClassVar[bool] = True
    round_no: RoundNo
    reason: str


@dataclass(frozen=True, slots=True)
class ResultReported(Fact):
    """A result came in. `by` is the reporting player, or None for staff, whose word needs no confirmation."""

    kind: ClassVar[str] = "result.reported"
    round_no: RoundNo
    table: TableNo
    report: Recorded
    outcome: Outcome
    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Fact):
    """The opponent (`by`) or staff (None) agreed with a reported result."""

    kind: ClassVar[str] = "result.confirmed"
    round_no: RoundNo
    table: TableNo
    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class ResultDisputed(Fact):
    """A player contradicted a reported result, perhaps with another version; staff settles it."""

    kind: ClassVar[str] = "result.disputed"
    round_no: RoundNo
    table: TableNo
    by: PlayerId
    report: Recorded | None = None


@dataclass(frozen=True, slots=True)
class ResultCorrected(Fact):
    """A recorded result was replaced, with a reason; `consequence` says what the regulations make of it."""

    kind: ClassVar[str] = "result.corrected"
    round_no: RoundNo
    table: TableNo
    report: Recorded
    outcome: Outcome
    reason: str
    consequence: str


@dataclass(frozen=True, slots=True)
class MatchAwarded(Fact):
    """A match was decided without being played out, because a player left an elimination round."""

    kind: ClassVar[str] = "match.awarded"
    follows: ClassVar[bool] = True
    round_no: RoundNo
    table: TableNo
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ByeAwarded(Fact):
    """A player without a match this round was given a bye by the organiser."""

    kind: ClassVar[str] = "bye.awarded"
    round_no: RoundNo
    bye: Bye


@dataclass(frozen=True, slots=True)
class LossAwarded(Fact):
    """A player without a match this round was given a loss; a bye they had in it is gone."""

    kind: ClassVar[str] = "loss.awarded"
    player: PlayerId
    missed: MissedRounds


@dataclass(frozen=True, slots=True)
class CutMade(Fact):
    """Swiss ended; these players go on, best first."""

    kind: ClassVar[str] = "cut.made"
    seeds: tuple[PlayerId, ...]
    size: int


@dataclass(frozen=True, slots=True)
class CutReplaced(Fact):
    """A qualified player left before the stage: the seeds now; `entered` is None if nobody was left."""

    kind: ClassVar[str] = "cut.replaced"
    follows: ClassVar[bool] = True
    left: PlayerId
    entered: PlayerId | None
    seeds: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class ActRetracted(Fact):
    """The latest act was undone; `undone` are the numbers of its facts."""

    kind: ClassVar[str] = "act.retracted"
    undone: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TournamentFinished(Fact):
    """The tournament ended with these final places."""

    kind: ClassVar[str] = "tournament.finished"
    places: tuple[Place, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TournamentReopened(Fact):
    """A finished tournament was opened again, with a reason."""

    kind: ClassVar[str] = "tournament.reopened"
    reason: str


FACTS: tuple[type[Fact], ...] = (
    TournamentCreated,
    PlayerEntered,
    PlayerAmended,
    PlayerCheckedIn,
    PlayerDropped,
    PlayerRejoined,
    PlayerDisqualified,
    PairForbidden,
    PairAllowed,
    TablesSet,
    StructureChanged,
    PlanAnnounced,
    StageStarted,
    RoundProposed,
    PlayersSwapped,
    RoundPublished,
    RoundStarted,
    RoundVoided,
    ResultReported,
    ResultConfirmed,
    ResultDisputed,
    ResultCorrected,
    MatchAwarded,
    ByeAwarded,
    LossAwarded,
    CutMade,
    CutReplaced,
    ActRetracted,
    TournamentFinished,
    TournamentReopened,
)
"""Every kind there is, in the order a day brings them."""
