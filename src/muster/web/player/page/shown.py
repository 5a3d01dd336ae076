"""The values a player's page shows: of whom, of what the desk tells, of a match, of one's rounds and standings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from muster.app.player.path import MatchRecord
from muster.app.standings.read import RankRow
from muster.core.messages import Listing, Message, say
from muster.core.standings.values import Column
from muster.web.player.page.own_first import OwnFirst


@dataclass(frozen=True, slots=True)
class Known:
    """A player as others see them: the public name, and the pronouns if they gave any."""

    name: str
    pronouns: str = ""


@dataclass(frozen=True, slots=True)
class SeatShown:
    """Somebody at the player's table of three or four.

    Attributes:
        number: their seat, from 1; the first starts with the initiative.
        name: the public name.
        pronouns: theirs, if they gave any.
        mine: whether it is the player.
        rank: their rank, in words; nothing before the first complete round.
    """

    number: int
    name: str
    pronouns: str
    mine: bool
    rank: Message | str = ""


@dataclass(frozen=True, slots=True)
class NoticeShown:
    """Something the desk tells everybody."""

    at: datetime
    text: str
    urgent: bool


@dataclass(frozen=True, slots=True)
class Called:
    """An open call of the player: since when, and whether somebody is on the way."""

    at: datetime
    claimed: bool


@dataclass(frozen=True, slots=True)
class RosterInPlay:
    """What one of those at the player's table brings: the roster that counts.

    Attributes:
        number: its version.
        total: what it is worth; None if that is not known.
        seen: who sees rosters here, as planned; empty for as the regulations have it.
    """

    number: int
    total: int | None
    seen: str


@dataclass(frozen=True, slots=True)
class Version:
    """What one player says about a match: whose word it is, whether it is one's own, and what it comes to."""

    by: str
    mine: bool
    preview: OwnFirst | None


@dataclass(frozen=True, slots=True)
class OpponentMet:
    """How an opponent stands: their rank, and what they won and lost."""

    rank: int
    record: MatchRecord

    @property
    def words(self) -> Message:
        """That in words."""
        return say("rank {rank}, {record}", rank=self.rank, record=self.record.words)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One of the player's rounds: whom they met, where, and what it brought."""

    number: int
    kind: str
    table: int | None
    opponent: str | Listing
    verdict: Message
    points: str
    status: str
    seat: int = 0


@dataclass(frozen=True, slots=True)
class OwnStandings:
    """The standings around a player.

    Attributes:
        after: after which round.
        rank: their rank as shown.
        of: how many are ranked.
        points_name: the heading of the points.
        columns: the tiebreakers shown.
        rows: their line with those above and below: the line, and whether it is theirs.
    """

    after: int
    rank: str
    of: int
    points_name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[RankRow, tuple[str, ...], bool], ...]
