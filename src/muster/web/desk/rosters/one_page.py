"""One player's roster as the desk's templates get it: on record, entered, checked by a judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from muster.app.rosters.checking import RosterVerdict
from muster.app.rosters.inspection import LONGEST_NOTE, Busy
from muster.app.rosters.pooled import latest_pool, pool_read_back
from muster.app.rosters.pools import pool_checked, pool_described, pool_standard
from muster.app.rosters.read import RosterLock
from muster.app.rosters.terms import most_of, plan_of, rules_of, season_words
from muster.core.messages import Message
from muster.core.tournament.refusals import Refusal
from muster.exchange.rosters.description import RosterDescription, describe
from muster.exchange.rosters.reading import LARGEST, Format, Unreadable
from muster.people.models import Entry, PoolVersion, RosterInspection, RosterPlan, RosterVersion
from muster.rules.rosters import RosterRules
from muster.web.desk.context import Desk
from muster.web.desk.rosters import check_page, exports
from muster.web.desk.rosters.check_page import InspectedPart, InspectionProgress
from muster.web.desk.rosters.differences import CopiesDifference
from muster.web.desk.rosters.overview import tables_of
from muster.web.page import Page
from muster.web.roster_questions import CardQuestion, asked


def name_of(entry: Entry) -> str:
    """What the staff calls a player."""
    return entry.person.name or entry.person.alias or _("Player %(number)s") % {"number": entry.player or "–"}


@dataclass(frozen=True, slots=True)
class PoolShown:
    """A registered pool beside a roster: who signed it (empty for the staff), and what it holds."""

    version: PoolVersion
    signed: str
    shown: RosterDescription


@dataclass(frozen=True)
class OfOnePlayer(Page):
    """A page about the roster of one player.

    Attributes:
        desk: who looks, and at which tournament.
        entry: the player's registration.
    """

    desk: Desk
    entry: Entry

    @property
    def name(self) -> str:
        """What the staff calls them."""
        return name_of(self.entry)

    @property
    def table(self) -> int | None:
        """Where they sit in the running round."""
        return tables_of(self.desk.state).get(self.entry.player or 0)

    @property
    def season(self) -> Message:
        """What stands in for clauses of the printed text here; nothing where the text alone holds."""
        return season_words(self.desk.state, self._plan)

    @property
    def _plan(self) -> RosterPlan:
        return plan_of(self.desk.tournament)

    @property
    def amending(self) -> bool:
        """Whether play has begun, from when on a roster is not replaced but amended, with a reason."""
        return bool(self.desk.state.stages)

    @property
    def pool(self) -> PoolShown | None:
        """The pool it has to come out of; None where none is registered."""
        version = latest_pool(self.entry.pk) if self._plan.pools == "opposite" else None
        rules = rules_of(self.desk.state)
        if version is None or rules is None:
            return None
        checked = pool_checked(version, pool_standard(self.desk.tournament, self.desk.state))
        registrar = name_of(version.registrar) if version.registrar else ""
        return PoolShown(version, registrar, pool_described(pool_read_back(version), rules, checked))

    @property
    def over(self) -> bool:
        """Whether the tournament is over."""
        return self.desk.state.places is not None


@dataclass(frozen=True, slots=True)
class KeptVersion:
    """A version as the page lists it: who made it, and what is different from the one before."""

    version: RosterVersion
    by: Message
    changes: tuple[CopiesDifference, ...]


@dataclass(frozen=True)
class RosterOnRecord(OfOnePlayer):
    """What a player brought.

    Attributes:
        rules: what the regulations say of rosters.
        plan: how rosters are handled here.
        versions: all versions, latest first.
        shown: the latest with what is found of it now; None if nothing is handed in.
        draft: what the player began and has not handed in, where nothing is.
        late: what came after its time and waits for a leader, with what is found in it; None where nothing does.
        lock: since when and why players cannot change rosters; None while they can.
        checks: the checks of it, latest first.
        code: what the player can type instead of scanning their link; empty for those who may not hand it out.
    """

    template: ClassVar[str] = "desk/rosters/roster.html"
    rules: RosterRules
    plan: RosterPlan
    versions: Sequence[KeptVersion]
    shown: RosterDescription | None
    draft: RosterVersion | None
    late: RosterDescription | None
    lock: RosterLock | None
    checks: Sequence[RosterInspection]
    code: str

    @property
    def _plan(self) -> RosterPlan:
        return self.plan

    @property
    def version(self) -> RosterVersion | None:
        """What counts."""
        return self.versions[0].version if self.versions else None

    @property
    def formats(self) -> Sequence[Format]:
        """The formats in which it can be had."""
        return exports.formats_of(self.rules.game) if self.versions else ()


@dataclass(frozen=True, slots=True)
class TypedRoster:
    """A roster as somebody at the desk types it.

    Attributes:
        text: the roster.
        seen: the number of the version that was on record when the page was made; 0 for none.
        note: why it is amended.
        advantageous: whether what was played was better than what had been handed in.
    """

    text: str
    seen: int
    note: str = ""
    advantageous: bool = False


@dataclass(frozen=True)
class EnteredRoster(OfOnePlayer):
    """Entering a roster on behalf of a player, or amending it: what was read is looked at, then kept.

    Attributes:
        rules: what the regulations say of rosters.
        typed: what was typed.
        read: what it comes to; None before it is looked at.
        unreadable: why it cannot be read.
        refusal: why it is not kept.
    """

    template: ClassVar[str] = "desk/rosters/enter.html"
    rules: RosterRules
    typed: TypedRoster
    read: RosterVerdict | None = None
    unreadable: Unreadable | None = None
    refusal: Refusal | None = None

    @property
    def shown(self) -> RosterDescription | None:
        """What was read, with what is found of it."""
        if self.read is None:
            return None
        most = most_of(self.desk.tournament, self.desk.state)
        return describe(self.read.roster, self.rules, self.read.checked, most=most)

    @property
    def questions(self) -> list[CardQuestion]:
        """The names in it that could be several cards, to be answered here."""
        return asked(self.read.questions, self.desk.state.created.day) if self.read else []

    @property
    def longest(self) -> int:
        """How long a roster may be."""
        return LARGEST

    @property
    def status(self) -> int:
        """The status of the answer."""
        if self.refusal:
            return 409 if self.refusal.code == "stale" else 422
        return 422 if self.unreadable else 200


@dataclass(frozen=True)
class InspectedRoster(OfOnePlayer):
    """The list a judge ticks at a table.

    Attributes:
        row: the check.
        parts: what is to be looked for.
        newer: whether the roster has been changed since the check was begun.
        note: what the judge writes about it.
        refusal: why it is not ended.
    """

    template: ClassVar[str] = "desk/rosters/check.html"
    row: RosterInspection
    parts: tuple[InspectedPart, ...]
    newer: bool
    note: str
    refusal: Refusal | None

    @property
    def progress(self) -> InspectionProgress:
        """How far the check has come."""
        return check_page.progress(self.parts)

    @property
    def marks(self) -> Mapping[str, Message]:
        """What can be found of an item."""
        return check_page.MARK_WORDS

    @property
    def longest(self) -> int:
        """How long a note may be."""
        return LONGEST_NOTE


@dataclass(frozen=True)
class InOtherHands(OfOnePlayer):
    """Somebody else is checking the roster: leave it to them, or take it over.

    Attributes:
        busy: who is, and since when.
    """

    template: ClassVar[str] = "desk/rosters/busy.html"
    busy: Busy
