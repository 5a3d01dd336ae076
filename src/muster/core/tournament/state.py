"""What a tournament is at one moment, and the small values it is made of: frozen, the fold of all facts so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from immutables import Map
from pydantic import Field

from muster.core.bracket.cut import CutKind
from muster.core.bracket.places import Place
from muster.core.draws import ChainLink, DrawSeed
from muster.core.frozen import changed
from muster.core.ids import SEATS_AT_TABLE, ClubId, PlayerId, RoundNo, TableNo, TableSeat
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.pairing.building import BuildingTable
from muster.core.pairing.pods import Pod
from muster.core.pairing.round_draws import RoundCards
from muster.core.scoring.reports import PlacingReport, Report
from muster.core.tournament.course import ONE_SWISS, Course, OfCourse
from muster.rules.schema import Regulations
from muster.rules.variants import Variants

if TYPE_CHECKING:  # a state keeps some facts as they are; what they make of it is their own business
    from muster.core.tournament.acts.building import BuildingDrawn
    from muster.core.tournament.acts.cards import CardsRecorded
    from muster.core.tournament.acts.pods import PodsDrawn
    from muster.core.tournament.acts.proposals import RoundProposed
    from muster.core.tournament.acts.setup import TournamentCreated
    from muster.core.tournament.acts.tables import TablesSet

StageFormat = Literal["swiss", "elimination"]
StructureId = Literal["basic", "advanced", "custom"]


Elimination = Literal["single", "double", "double-once"]
"""How an elimination goes: who loses is out; or who loses twice is, and the unbeaten player who loses the final plays
once more (`F3`), or does not."""

OfElimination: TypeAlias = Annotated[Elimination, Field(exclude_if=lambda value: value == "single")]
"""As a fact has it: what was recorded before there was another says nothing of it."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The players of a table in the order of their seats: two, or three to five where a game is of so many.

    `game` is the game number of the bracket in elimination; `rematch` says that two of them have met before; `pod` is
    the number of the pod they are of, where rounds are played inside pods.
    """

    table: TableNo
    players: Annotated[tuple[PlayerId, ...], Field(min_length=2, max_length=len(SEATS_AT_TABLE))]
    game: int | None = None
    rematch: bool = False
    pod: Annotated[int | None, Field(exclude_if=lambda value: value is None)] = None

    @property
    def pair(self) -> tuple[PlayerId, PlayerId]:
        """The players of a match of two.

        Raises:
            ValueError: it is of more.
        """
        one, two = self.players
        return one, two

    def others(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Everybody else at the table."""
        return tuple(one for one in self.players if one != player)

    def seat_of(self, player: PlayerId) -> TableSeat:
        """Where somebody sits at the table.

        Raises:
            ValueError: they do not sit there.
        """
        return SEATS_AT_TABLE[self.players.index(player)]


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
    """Who meets whom where in one round: what is proposed, reviewed and published.

    `resting` are those who have nobody to meet in a round that is worth nothing to them: it is no bye, and no round
    taken part in. In a double elimination they wait for their next game.
    """

    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    cards: RoundCards | None = None
    resting: Annotated[tuple[PlayerId, ...], Field(exclude_if=lambda value: not value)] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """How many Swiss rounds and what cut, as announced; zero rounds is an event of elimination only.

    Attributes:
        attendance: the players counted.
        rounds: Swiss rounds.
        cut_kind: how the cut chooses.
        cut: the size, points or losses the kind speaks of; 0 with kind `top` means no cut.
        course: how the rounds before it go.
        elimination: how the elimination goes, if there is one.
    """

    attendance: int
    rounds: int
    cut_kind: CutKind = "top"
    cut: int = 0
    course: OfCourse = ONE_SWISS
    elimination: OfElimination = "single"

    @property
    def has_cut(self) -> bool:
        """Whether an elimination stage follows the Swiss rounds."""
        return self.cut_kind != "top" or self.cut > 0


@dataclass(frozen=True, slots=True)
class MissedRounds:
    """Unpaired losses for rounds a player was not there for, and what each is worth."""

    rounds: tuple[RoundNo, ...]
    outcome: SideOutcome


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Equal players played for who goes on after a round: the players in the order in which it placed them."""

    after: RoundNo
    players: tuple[PlayerId, ...]


GENESIS = "0" * 64
"""The head of a journal without facts."""

PlayerStatus = Literal["entered", "present", "dropped", "disqualified"]
MatchStatus = Literal["open", "reported", "disputed", "confirmed"]


@dataclass(frozen=True, slots=True)
class Player:
    """A player's entry. `left_after` is the last round published before a drop."""

    player: PlayerId
    club: ClubId | None = None
    first_round_bye: bool = False
    fixed_table: TableNo | None = None
    status: PlayerStatus = "entered"
    left_after: RoundNo | None = None
    missed: tuple[MissedRounds, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A pairing with what is known of its result.

    `by` is the player who reported it, `agreed` who has confirmed it, `denied_by` who contradicts it, `dispute` that
    player's own version if there is one.
    """

    pairing: Pairing
    status: MatchStatus = "open"
    report: Report | None = None
    outcome: Outcome | None = None
    by: PlayerId | None = None
    dispute: Report | None = None
    corrections: int = 0
    agreed: frozenset[PlayerId] = frozenset()
    denied_by: PlayerId | None = None

    @property
    def asked(self) -> tuple[PlayerId, ...]:
        """Who has yet to confirm the report (`F26`): everybody else at the table who came."""
        if self.status != "reported":
            return ()
        gone = self.report.absent if isinstance(self.report, PlacingReport) else ()
        came = (one for seat, one in enumerate(self.pairing.players) if seat not in gone)
        return tuple(one for one in came if one != self.by and one not in self.agreed)

    @property
    def settled(self) -> bool:
        """Whether there is an undisputed outcome."""
        return self.outcome is not None and self.status != "disputed"


_SETTLED: Final = attrgetter("settled")


@dataclass(frozen=True)
class Round:
    """A published round. What is looked up in it again and again is worked out once: a round never changes."""

    number: RoundNo
    stage: int
    matches: Map[TableNo, Match]
    byes: tuple[Bye, ...] = ()
    cards: RoundCards | None = None
    started: bool = False
    resting: tuple[PlayerId, ...] = ()

    @cached_property
    def complete(self) -> bool:
        """Whether every match has an undisputed outcome; a round of byes alone is complete at once."""
        return all(map(_SETTLED, self.matches.values()))

    @cached_property
    def has_results(self) -> bool:
        """Whether anything is decided in it."""
        return self.complete or any(match.outcome is not None for match in self.matches.values())

    @cached_property
    def match_by_player(self) -> Mapping[PlayerId, Match]:
        """Everybody's match; whoever has none is not in it."""
        return {player: match for match in self.matches.values() for player in match.pairing.players}

    @property
    def begun(self) -> bool:
        """Whether play has begun, by word or by a result."""
        return self.started or self.has_results


@dataclass(frozen=True, slots=True)
class Stage:
    """A part with one format. `players` are those at its start, in seed order in elimination after a cut."""

    format: StageFormat
    players: tuple[PlayerId, ...]
    first_round: RoundNo


@dataclass(frozen=True, slots=True)
class DrawLog:
    """What the hash chain has shown so far.

    Attributes:
        commitment: the chain's announced end.
        revealed: the draw whose link was revealed last (0: only the commitment) and that link; draws are numbered from
            1, and every round is one, and every time that pods or building tables are published.
        attempts: how many proposals each draw has had; never taken back.
        key_seed: the seed of the random tiebreak keys: that of the first round.
        seatings: how often seats that were drawn have been published: pods, or building tables.
        part_seed: the seed of the first round of the running part, where it is not the first.
    """

    commitment: ChainLink | None = None
    revealed: tuple[int, ChainLink] | None = None
    attempts: Map[int, int] = field(default_factory=Map)
    key_seed: DrawSeed | None = None
    seatings: int = 0
    part_seed: DrawSeed | None = None

    def drafted(self, draw_no: int, attempt: int, link: ChainLink) -> DrawLog:
        """The log once a draft of this draw is on record, with the link it revealed."""
        return changed(self, revealed=(draw_no, link), attempts=self.attempts.set(draw_no, attempt))


@dataclass(frozen=True, slots=True)
class State:
    """A tournament at one moment.

    Attributes:
        version: how many facts there are.
        head: SHA-256 over the chain of facts so far.
        cut_after: how often Swiss results had been corrected when the cut was made.
        recorded: by round, its cards where the seed does not draw them; a round that is drawn again keeps them.
        pods: who sits in which pod, in the order of the seats, once they are published.
        pods_draft: pods that were drawn and are not published yet.
        passed: who came into the second part of the rounds, then into the third, and so on, each best first; day two
            is a second part.
        pods_before: the pods or groups of the part before the running one.
        play_offs: who played for going on, instead of leaving it to the random key.
        building: who builds a deck at which table, once that is published.
        building_draft: building tables that were drawn and are not published yet.
        undo: the way back through the acts of the running round; not part of what the tournament is.
    """

    version: int = 0
    head: str = GENESIS
    setup: TournamentCreated | None = None
    players: Map[PlayerId, Player] = field(default_factory=Map)
    forbidden: frozenset[tuple[PlayerId, PlayerId]] = frozenset()
    tables: TablesSet | None = None
    plan: Plan | None = None
    stages: tuple[Stage, ...] = ()
    rounds: tuple[Round, ...] = ()
    proposal: RoundProposed | None = None
    seeds: tuple[PlayerId, ...] | None = None
    places: tuple[Place, ...] | None = None
    draws: DrawLog = DrawLog()
    undo: Undo | None = field(default=None, compare=False, repr=False)
    cut_after: int = 0
    recorded: Map[RoundNo, CardsRecorded] = field(default_factory=Map)
    pods: tuple[Pod, ...] | None = None
    pods_draft: PodsDrawn | None = None
    passed: tuple[tuple[PlayerId, ...], ...] = ()
    pods_before: tuple[Pod, ...] | None = None
    play_offs: tuple[PlayOff, ...] = ()
    building: tuple[BuildingTable, ...] | None = None
    building_draft: BuildingDrawn | None = None

    @property
    def going_on(self) -> tuple[PlayerId, ...] | None:
        """Who plays on in the running part, best first; None where everybody does."""
        return self.passed[-1] if self.passed else None

    @property
    def created(self) -> TournamentCreated:
        """How the tournament was set up; only for a tournament that was created."""
        if self.setup is None:
            raise LookupError("the tournament has not been created")
        return self.setup

    @property
    def announced(self) -> Plan:
        """The plan; only for a tournament whose plan has been announced."""
        if self.plan is None:
            raise LookupError("the plan has not been announced")
        return self.plan

    @property
    def course(self) -> Course:
        """How the rounds before a cut go, as fixed or as they would be; only for a tournament that was created."""
        return self.plan.course if self.plan else self.created.course

    @property
    def elimination(self) -> Elimination:
        """How an elimination goes, as fixed or as it would; only for a tournament that was created."""
        return self.plan.elimination if self.plan else self.created.elimination

    @property
    def double(self) -> bool:
        """Whether only who loses twice is out of the elimination."""
        return self.setup is not None and self.elimination != "single"

    @property
    def regulations(self) -> Regulations:
        """The regulations the tournament was created under."""
        return self.created.regulations

    @property
    def at_tables(self) -> bool:
        """Whether three or four meet at a table instead of two."""
        return self.regulations.scoring.model == "placing"

    @property
    def variants(self) -> Variants:
        """The readings in force."""
        return self.created.variants


def best_of(state: State, stage: StageFormat) -> Literal[1, 3]:
    """The most games that decide a match of this stage."""
    created = state.created
    wanted = created.swiss_match if stage == "swiss" else created.elimination_match
    return {match.id: match.best_of for match in created.regulations.match_formats}[wanted]


class Ruleset:
    """Regulations and choices as a key of what rests on nothing else: the same only if they are the same objects."""

    def __init__(self, state: State) -> None:
        self.regulations, self.variants = state.regulations, state.variants

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Ruleset) and self.regulations is other.regulations
        return same and self.variants is other.variants  # type: ignore[attr-defined]  # narrowed by `same`

    def __hash__(self) -> int:
        return hash((id(self.regulations), id(self.variants)))


@dataclass(frozen=True, slots=True)
class Undo:
    """The state before the latest act, and the numbers of the act's first and last fact."""

    before: State
    seq: int
    last: int
