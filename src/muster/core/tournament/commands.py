"""What can be asked of a tournament, in the imperative. `decide` answers with facts or a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from muster.core.bracket.cut import CutKind
from muster.core.draws import ChainLink
from muster.core.ids import ClubId, PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import Report
from muster.core.tournament.values import StageFormat, StructureId
from muster.rules.schema import Regulations


@dataclass(frozen=True, slots=True)
class Command:
    """Something asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTournament(Command):
    """Begin a tournament.

    Attributes:
        regulations: the regulations in full; the journal keeps them.
        tier: a tier's id; empty for the first the regulations list.
        structure: `basic`, `advanced` or `custom`.
        day: the day of play (it decides seasons).
        swiss_match: the match format of Swiss rounds; empty for the regulations' own choice for the tier.
        elimination_match: likewise for elimination rounds.
        first_stage: `elimination` for an event without Swiss rounds.
        rounds: the organiser's number of Swiss rounds (custom structure).
        cut_kind: how the cut chooses, with `cut` as its size, points or losses (custom structure).
        cut: None leaves it to the structure; 0 is no cut.
        variants: readings changed from the regulations' defaults, by name.
        check_in: whether players must be checked in to be paired.
        tables: numbered tables, such as `1-20,31-40`; empty for 1, 2, 3 and so on.
    """

    regulations: Regulations
    day: date
    tier: str = ""
    structure: StructureId = "basic"
    swiss_match: str = ""
    elimination_match: str = ""
    first_stage: StageFormat = "swiss"
    rounds: int | None = None
    cut_kind: CutKind = "top"
    cut: int | None = None
    variants: Mapping[str, object] = field(default_factory=dict)
    check_in: bool = False
    tables: str = ""


@dataclass(frozen=True, slots=True)
class EnterPlayer(Command):
    """Enter a player, before the start or late."""

    player: PlayerId
    club: ClubId | None = None
    first_round_bye: bool = False
    fixed_table: TableNo | None = None


@dataclass(frozen=True, slots=True)
class AmendPlayer(Command):
    """Set a player's club, awarded first-round bye and fixed table anew."""

    player: PlayerId
    club: ClubId | None = None
    first_round_bye: bool = False
    fixed_table: TableNo | None = None


@dataclass(frozen=True, slots=True)
class CheckIn(Command):
    """Mark a player as present."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DropPlayer(Command):
    """Take a player out of all further pairings."""

    player: PlayerId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RejoinPlayer(Command):
    """Take a dropped player back, with an unpaired loss for each round missed."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class DisqualifyPlayer(Command):
    """Remove a player for good."""

    player: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class ForbidPair(Command):
    """Never pair these two in Swiss rounds."""

    players: tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class AllowPair(Command):
    """Let these two be paired again."""

    players: tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class SetTables(Command):
    """Say which numbered tables there are and which are kept back."""

    tables: str
    reserved: str = ""


@dataclass(frozen=True, slots=True)
class ChangeStructure(Command):
    """Choose another structure, or other figures of one's own; `CreateTournament` says what they mean."""

    structure: StructureId
    rounds: int | None = None
    cut_kind: CutKind = "top"
    cut: int | None = None


@dataclass(frozen=True, slots=True)
class AnnouncePlan(Command):
    """Announce and lock rounds and cut, and bind the dice to a hash chain's end."""

    commitment: ChainLink


@dataclass(frozen=True, slots=True)
class StartStage(Command):
    """Begin the next stage with the players who are there."""


@dataclass(frozen=True, slots=True)
class ProposeRound(Command):
    """Draw the next round for review; `link` is the next link of the chain."""

    link: ChainLink


@dataclass(frozen=True, slots=True)
class SwapPlayers(Command):
    """Exchange two players' places in the proposal."""

    players: tuple[PlayerId, PlayerId]


@dataclass(frozen=True, slots=True)
class PublishRound(Command):
    """Make the proposed round official."""


@dataclass(frozen=True, slots=True)
class StartRound(Command):
    """Say that play has begun."""


@dataclass(frozen=True, slots=True)
class VoidRound(Command):
    """Annul the round just published, before any result."""

    reason: str


@dataclass(frozen=True, slots=True)
class ReportResult(Command):
    """Report what a table played. `by` is the reporting player, None for staff."""

    round_no: RoundNo
    table: TableNo
    report: Report
    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class ConfirmResult(Command):
    """Agree with a reported result."""

    round_no: RoundNo
    table: TableNo
    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class DisputeResult(Command):
    """Contradict a reported result, perhaps with one's own version."""

    round_no: RoundNo
    table: TableNo
    by: PlayerId
    report: Report | None = None


@dataclass(frozen=True, slots=True)
class CorrectResult(Command):
    """Replace a recorded result, inside the game's window, with a reason."""

    round_no: RoundNo
    table: TableNo
    report: Report
    reason: str


@dataclass(frozen=True, slots=True)
class AwardBye(Command):
    """Give a bye this round to a player who has no match in it, also instead of a loss."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class AwardLoss(Command):
    """Give a loss this round to a player who has no match in it, instead of a bye."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class MakeCut(Command):
    """End Swiss and take the qualified players on."""


@dataclass(frozen=True, slots=True)
class Retract(Command):
    """Undo the latest act of the running round."""


@dataclass(frozen=True, slots=True)
class FinishTournament(Command):
    """End the tournament with final places; ending before all rounds are played needs a reason."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReopenTournament(Command):
    """Open a finished tournament again."""

    reason: str


COMMANDS: tuple[type[Command], ...] = (
    CreateTournament,
    EnterPlayer,
    AmendPlayer,
    CheckIn,
    DropPlayer,
    RejoinPlayer,
    DisqualifyPlayer,
    ForbidPair,
    AllowPair,
    SetTables,
    ChangeStructure,
    AnnouncePlan,
    StartStage,
    ProposeRound,
    SwapPlayers,
    PublishRound,
    StartRound,
    VoidRound,
    ReportResult,
    ConfirmResult,
    DisputeResult,
    CorrectResult,
    AwardBye,
    AwardLoss,
    MakeCut,
    Retract,
    FinishTournament,
    ReopenTournament,
)
"""Every command there is, in the order a day brings them."""
