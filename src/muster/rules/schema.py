"""The shape of a regulations file: every number, choice and table the engine needs, each with its clause.

A file is TOML; its keys are the field names below. Validation is strict: unknown keys, wrong types, gaps in
tables and clauses that are cited but not listed are all mistakes, and all of them are reported at once.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from muster.core.messages import Message, say_in
from muster.core.points import HalfPoints
from muster.rules.basis import (
    KEPT,
    LANGUAGE_PATTERN,
    MOST,
    Cited,
    ClauseId,
    Key,
    NonNegativeInt,
    Part,
    Players,
    PositiveInt,
    Readings,
    Words,
)
from muster.rules.rosters import RosterRules
from muster.rules.scoring import Scoring, scoring_in_halves
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import VariantName, Variants


class Document(Part):
    """The document a file restates; `effective` is absent where the document bears no date."""

    name: Words
    version: Words
    effective: date | None = None
    publisher: Words
    language: Annotated[str, Field(pattern=LANGUAGE_PATTERN)] = "en"


class Clause(Part):
    """A clause of the document: the section it stands in and what it says, in our own words."""

    section: Words
    says: Words


class Tier(Cited):
    """A level of play. `competitive` tiers bind leaders, identification and lists more strictly."""

    id: Key
    name: Words
    competitive: bool


class StructureRow(Part):
    """Attendance from `players` up to `to` (open-ended if absent): `rounds`, and a cut to `cut` (0: none)."""

    players: Players
    to: Players | None = None
    rounds: PositiveInt
    cut: NonNegativeInt = 0


class CutException(Cited):
    """From `players` to `to` the table's cut cannot be filled and becomes `cut`, with a warning."""

    players: Players
    to: Players
    cut: NonNegativeInt


class BeyondTable(Cited):
    """What to do above the last row: the organiser enters rounds; a suggestion is shown with a warning.

    Suggested rounds: those of the last row + ceil(log2(players / its end)).
    """

    cut: NonNegativeInt


class Structure(Cited):
    """How many rounds and what cut, by attendance. `custom` has no rows: the organiser enters both.

    Attributes:
        used_for: the events it is meant for, in words.
        cut_tiers: the tiers in which its cut is made; empty for every tier.
        least: the fewest players it accepts where it has no rows.
    """

    id: Literal["basic", "advanced", "custom"]
    name: Words
    rows: Annotated[tuple[StructureRow, ...], Field(max_length=MOST)] = ()
    used_for: str = ""
    cut_exceptions: Annotated[tuple[CutException, ...], Field(max_length=MOST)] = ()
    beyond: BeyondTable | None = None
    cut_tiers: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()
    least: Players = 2


class Cut(Cited):
    """Who may go on: the kinds of cut an organiser can choose and the sizes of a top cut.

    Attributes:
        replacement: a qualified player who drops is replaced until the first game of the stage has started,
            or until the bracket is published.
    """

    kinds: Annotated[
        tuple[Literal["top", "top-with-ties", "at-least-points", "at-most-losses"], ...],
        Field(max_length=MOST),
    ]
    sizes: Annotated[tuple[PositiveInt, ...], Field(max_length=MOST)]
    replacement: Literal["until-first-game", "until-published"]
    replacement_clause: ClauseId


RoundKind = Literal["swiss", "elimination", "final"]


class RoundTime(Cited):
    """Minutes for one kind of round; `match` narrows it to one match format where the game has several."""

    round: RoundKind
    minutes: PositiveInt
    match: Key | None = None


class MatchFormat(Cited):
    """How a match is played: the most games that decide it (1, or best of 3) and where it may be used."""

    id: Key
    name: Words
    best_of: Literal[1, 3] = 1
    stages: Annotated[tuple[Literal["swiss", "elimination"], ...], Field(max_length=MOST)] = (
        "swiss",
        "elimination",
    )
    tiers: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()


class Leaders(Part):
    """Who leads an event besides its organiser, and whether leaders may play in it.

    Attributes:
        most_marshals: the most marshals (head judges) at one event; any number if absent.
        play: leaders play at the lowest tier only and with another leader present (`lowest-tier`), or are
            merely advised so because the document does not say (`advised`).
        play_reading: the number of our reading, where the document does not say.
    """

    marshals_clause: ClauseId
    most_marshals: PositiveInt | None = None
    play: Literal["lowest-tier", "advised"]
    play_clause: ClauseId
    play_reading: Readings | None = None


class SeatRole(Cited):
    """The two parts players take in a game, and who tracks or breaks ties by them.

    `deciding` is the role that wins what is still equal; reports must say who had it.
    """

    first: Words
    second: Words
    deciding: Literal["first", "second"] | None = None
    chooser: Words
    """Who chooses the roles, in words."""


EndId = Literal[
    "defeated",
    "mutual-destruction",
    "rounds",
    "time",
    "decided",
    "concession",
    "no-show",
    "match-loss",
    "double-loss",
    "intentional-draw",
]


class End(Cited):
    """One way a match ends, under the name players know it by."""

    id: EndId
    name: Words


class Award(Cited):
    """What a bye or an unpaired loss is worth; `score` is what counts as scored, where scores are kept."""

    points: NonNegativeInt
    margin: NonNegativeInt = 0
    score: Annotated[NonNegativeInt, Field(exclude_if=lambda value: value == 0)] = 0


def award_in_halves(award: Award) -> Award:
    """The award with points shown in halves."""
    return award.model_copy(update={"points": HalfPoints(award.points)})


class Tiebreaker(Cited):
    """One tiebreaker, under the name and the short heading of its column."""

    id: TiebreakerId
    name: Words
    short: Annotated[str, Field(min_length=1, max_length=12)]


class Standings(Cited):
    """What players are ranked by: points, then the tiebreakers in order, then the random key.

    `points_shown_in` `halves`: two points of this file are one to readers, who see 4½ where it is 9.
    """

    points_name: Literal["tournament points", "match points"]
    points_shown_in: Annotated[
        Literal["whole", "halves"], Field(exclude_if=lambda value: value == "whole")
    ] = "whole"
    tiebreakers: Annotated[tuple[Tiebreaker, ...], Field(min_length=1, max_length=MOST)]
    random_clause: ClauseId


class Pairing(Cited):
    """Swiss pairing: no rematch in a stage, groups from the top; who gets the bye."""

    rematch_clause: ClauseId
    first_round_clause: ClauseId
    bye_clause: ClauseId


class Attendance(Cited):
    """Dropping, rejoining with unpaired losses, and arriving late."""

    rejoin: bool
    rejoin_clause: ClauseId
    late_entry: Literal["unpaired-losses"]
    late_entry_clause: ClauseId

    @property
    def rejoin_source(self) -> str:
        """What to cite for rejoining: its clause, or the reading by which it is kept."""
        return KEPT if self.kept else self.rejoin_clause

    @property
    def late_entry_source(self) -> str:
        """What to cite for arriving late: its clause, or the reading by which it is kept."""
        return KEPT if self.kept else self.late_entry_clause


class Correction(Cited):
    """Until when a wrong result may be corrected.

    Attributes:
        window: `open` (any time, with a warning), `rounds` (until `rounds` later rounds are complete), or
            `until-paired` (fix; after pairing re-pair the affected; after the start keep the pairings).
    """

    window: Literal["open", "rounds", "until-paired"]
    rounds: PositiveInt | None = None


class Elimination(Cited):
    """Single elimination: seeding after a cut, random start, and what a drawn match comes to."""

    progress_clause: ClauseId
    random_start_clause: ClauseId
    drop_clause: ClauseId
    tie: Literal["cannot-happen", "by-hand", "decided"]
    tie_clause: ClauseId
    bracket_clause: ClauseId


class Season(Cited):
    """From a date on, the cards a round draws from."""

    starts: date
    deployments: Annotated[tuple[Words, ...], Field(min_length=1, max_length=MOST)]
    objectives: Annotated[tuple[Words, ...], Field(min_length=1, max_length=MOST)]


class RoundDraws(Cited):
    """A round draws one deployment and one objective for all; none repeats in a stage until all were used."""

    seasons: Annotated[tuple[Season, ...], Field(min_length=1, max_length=MOST)]


class Regulations(Part):
    """One game's tournament regulations in one edition."""

    format: Literal[1]
    id: Key
    game: Words
    edition: Words
    document: Document
    clauses: Annotated[dict[ClauseId, Clause], Field(max_length=10 * MOST)]
    game_rounds: PositiveInt | None = None
    """Rounds of play inside a game, where their number is fixed."""
    force: Words
    """What a player brings: fleet, army, deck."""
    tiers: Annotated[tuple[Tier, ...], Field(min_length=1, max_length=MOST)]
    structures: Annotated[tuple[Structure, ...], Field(min_length=1, max_length=MOST)]
    cut: Cut
    round_times: Annotated[tuple[RoundTime, ...], Field(min_length=1, max_length=MOST)]
    match_formats: Annotated[tuple[MatchFormat, ...], Field(min_length=1, max_length=MOST)]
    leaders: Leaders | None = None
    """Rules on those who lead an event; absent where the document has none."""
    seat_roles: SeatRole
    ends: Annotated[tuple[End, ...], Field(min_length=1, max_length=MOST)]
    scoring: Scoring
    bye: Award
    unpaired_loss: Award
    standings: Standings
    pairing: Pairing
    attendance: Attendance
    correction: Correction
    elimination: Elimination
    round_draws: RoundDraws | None = None
    roster: RosterRules | None = None
    """What may be brought; absent where the file says nothing of rosters."""
    variants: Variants = Variants()
    variant_clauses: dict[VariantName, Cited] = Field(default_factory=dict)
    """The variants that make a difference in this game, each with the clause it reads in one way."""

    @model_validator(mode="after")
    def _as_shown(self) -> Self:
        """Points that are shown in halves know it, wherever they come to be read (`muster.core.points`)."""
        if self.standings.points_shown_in != "halves":
            return self
        shown = {name: award_in_halves(getattr(self, name)) for name in ("bye", "unpaired_loss")}
        return self.model_copy(update={**shown, "scoring": scoring_in_halves(self.scoring)})

    def words_of(self, clause: ClauseId) -> Message:
        """What a clause says, for readers of any language.

        A reader of the document's own language, where that is not English, has the document's own words.
        """
        says = self.clauses[clause].says
        if self.document.language == "en":
            return say_in("clause", says)
        return say_in(f"clause of {self.id}", says)
