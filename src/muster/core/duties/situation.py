"""How things stand, as far as duties rest on it: the tournament, and what is on record beside its journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Literal

from muster.core.clock import Clock
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo, numbered
from muster.core.kinds import Departure, RostersAsked
from muster.core.standings.values import Table
from muster.core.tournament import queries
from muster.core.tournament.state import Player, Round, State

RosterStanding = Literal["missing", "illegal", "unsure", "legal"]
"""What is known of a roster: not handed in, something found forbids it, not all of it could be checked, in order."""


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """What is on record of a player beside the journal.

    Attributes:
        uid: the number the publisher knows them by; empty if none was given.
        minor: too young to register alone.
        identity_seen: the staff saw their identification.
        guardian_seen: the staff saw their guardian's.
        roster: what is known of their roster.
        late: it came after its time, and waits for the marshal.
    """

    uid: str = ""
    minor: bool = False
    identity_seen: bool = False
    guardian_seen: bool = False
    roster: RosterStanding = "legal"
    late: bool = False


@dataclass(frozen=True, slots=True)
class CallWaiting:
    """A player asks for a judge or to be let in again, or has conceded at a table where the others play on.

    Attributes:
        number: the number of the call.
        kind: what is asked.
        player: who asks, where that is known.
        table: where they sit, if they sit anywhere.
        at: when.
        claimed: somebody is on the way.
    """

    number: int
    kind: Literal["judge", "rejoin", "conceded"]
    player: PlayerId | None
    table: TableNo | None
    at: datetime
    claimed: bool = False


@dataclass(frozen=True, slots=True)
class Waits:
    """Something a leader has to decide: a ruling that was appealed against, a proxy, a fault, a recommendation.

    Attributes:
        number: its number.
        player: whom it is about, if one player.
        table: where, if at a table.
        at: since when.
    """

    number: int
    at: datetime
    player: PlayerId | None = None
    table: TableNo | None = None


@dataclass(frozen=True, slots=True)
class Requires:
    """What the regulations want to know of people, at this tier.

    Attributes:
        uid: a number of the publisher's.
        identity: that the staff sees identification.
        guardian: that the staff sees the guardian of the young.
    """

    uid: bool = False
    identity: bool = False
    guardian: bool = False


@dataclass(frozen=True)
class Situation:
    """How things stand at one moment.

    Attributes:
        state: the tournament.
        now: the moment.
        name: how to name a player.
        opens_at: when the event begins.
        finished_at: when the tournament was finished.
        staff: how many of the staff have each role.
        entrants: what is on record of players; for a player's own page, of this player alone.
        requires: what the regulations want to know of people.
        rosters: whether rosters are asked for.
        deadline: until when, if before the start.
        limited: decks are built at the event, so that nobody has a roster before that.
        pools: whose pool is registered; None where pools are not registered (`F24`).
        calls: the calls that are open.
        clock: the clock of the running round; None before the first.
        at_time: the clause on what happens when time is up.
        appeals: rulings that were appealed against.
        proxies: proxies that wait to be approved.
        components: faults of components that are not settled.
        recommended: disqualifications that were recommended.
        unapplied: losses by penalty that results at tables of this round do not agree with.
        departures: what is planned otherwise than the regulations have it.
        signed: rounds whose results somebody has signed.
        prizes: there is a list of prizes.
        settled: duties that were settled by somebody's word, by kind and what they are about.
        table: the Swiss standings; worked out only if need be, by whoever may know them already.
    """

    state: State
    now: datetime
    opens_at: datetime
    name: Naming = numbered
    finished_at: datetime | None = None
    staff: Mapping[str, int] = field(default_factory=dict)
    entrants: Mapping[PlayerId, KnownPlayer] = field(default_factory=dict)
    requires: Requires = Requires()
    rosters: RostersAsked = "none"
    deadline: datetime | None = None
    limited: bool = False
    pools: frozenset[PlayerId] | None = None
    calls: tuple[CallWaiting, ...] = ()
    clock: Clock | None = None
    at_time: str = ""
    appeals: tuple[Waits, ...] = ()
    proxies: tuple[Waits, ...] = ()
    components: tuple[Waits, ...] = ()
    recommended: tuple[Waits, ...] = ()
    unapplied: tuple[Waits, ...] = ()
    departures: tuple[Departure, ...] = ()
    signed: frozenset[RoundNo] = frozenset()
    prizes: bool = False
    settled: frozenset[tuple[str, str]] = frozenset()
    table: Callable[[State], Table] = queries.table

    @property
    def finished(self) -> bool:
        """Whether the tournament is over."""
        return self.state.places is not None

    @property
    def before(self) -> bool:
        """Whether play has not begun: no stage was started."""
        return not self.state.stages

    @cached_property
    def competitive(self) -> bool:
        """Whether it is played at a tier for competitors."""
        return any(
            tier.competitive and tier.id == self.state.created.tier for tier in self.state.regulations.tiers
        )

    @property
    def round(self) -> Round | None:
        """The round published last, while the tournament is played."""
        return None if self.finished else queries.current_round(self.state)

    @property
    def running(self) -> Round | None:
        """That round, as long as results of it are missing."""
        round_ = self.round
        return round_ if round_ is not None and not round_.complete else None

    def unsettled(self, kind: str, players: Iterable[PlayerId]) -> list[PlayerId]:
        """Those of these players for whom nobody's word has settled this kind of duty."""
        return [player for player in players if (kind, str(player)) not in self.settled]

    @cached_property
    def playing(self) -> tuple[tuple[Player, KnownPlayer], ...]:
        """The players who are still in, by entry number, with what is on record of them."""
        known = (
            (self.state.players.get(number), entrant) for number, entrant in sorted(self.entrants.items())
        )
        return tuple((player, entrant) for player, entrant in known if player and queries.present(player))
