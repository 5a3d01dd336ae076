"""A player's roster, the opponent's, and counting from them, as their templates get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from muster.app.rosters import checking, read, storage, terms
from muster.app.rosters.checking import RosterVerdict
from muster.app.rosters.read import RosterLock
from muster.core.ids import PlayerId
from muster.core.messages import Message
from muster.core.tournament.refusals import Refusal
from muster.exchange.rosters import formats
from muster.exchange.rosters.counting import Count, CountSide, sides_of
from muster.exchange.rosters.description import RosterDescription, describe, kind_of
from muster.exchange.rosters.reading import Format, Unreadable
from muster.people.models import RosterPlan, RosterVersion
from muster.rules.rosters import Construction, RosterRules
from muster.web.player.context import PhonePage
from muster.web.player.page.sight import Sight
from muster.web.player.rosters.build_page import BuildForm
from muster.web.player.rosters.opponents import Opponents
from muster.web.roster_questions import CardQuestion, asked

DID: Final = {
    "handed-in": gettext_lazy("Handed in. Thank you: it is on record, exactly as you see it here."),
    "kept": gettext_lazy("Kept as a draft. Nobody sees it, and it is not handed in yet."),
    "thrown-away": gettext_lazy("The draft is thrown away."),
}
"""What was done, as the page says it after an act; named by `?did=`."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What came with the form: the text, as which format, and what was found in it."""

    text: str = ""
    format_id: str = ""
    found: RosterVerdict | Unreadable | None = None
    refusal: Refusal | None = None
    draft: bool = False

    @property
    def chosen(self) -> bool:
        """Whether they said as which format it is to be read."""
        return self.format_id in formats.by_id() and not self.draft

    @property
    def verdict(self) -> RosterVerdict | None:
        """The roster, if it could be read."""
        return self.found if isinstance(self.found, RosterVerdict) else None

    @property
    def unreadable(self) -> Unreadable | None:
        """Why it could not be read."""
        return self.found if isinstance(self.found, Unreadable) else None


@dataclass(frozen=True)
class RosterSubPage(PhonePage):
    """A page about rosters, whose head leads to the player's own page."""

    @property
    def here(self) -> bool:
        """It does."""
        return True


@dataclass(frozen=True)
class RosterBuildPage(PhonePage):
    """A roster as a form, card by card.

    Attributes:
        form: the roster as it stands, and what can be done.
        said: why the act that was just tried was not carried out; empty if it was.
    """

    template: ClassVar[str] = "player/rosters/roster_build.html"
    form: BuildForm
    said: Promise | str


@dataclass(frozen=True)
class OpponentRosterPage(RosterSubPage):
    """What those they meet in the running round bring, as far as the player may see it, and why.

    Attributes:
        sight: what else is to be seen of the round.
        found: what each of them brings; nothing where there is nobody, or rosters are not asked for.
    """

    template: ClassVar[str] = "player/rosters/opponent_roster.html"
    sight: Sight
    found: Sequence[Opponents]

    @property
    def rosters(self) -> list[tuple[str, Opponents]]:
        """Each with whose it is; a single one stands under the head of the page."""
        return [(self.sight.name(one.player) if len(self.found) > 1 else "", one) for one in self.found]


@dataclass(frozen=True)
class NoCountPage(RosterSubPage):
    """There is no match to be counted, or no roster to count from."""

    template: ClassVar[str] = "player/rosters/no_count.html"


@dataclass(frozen=True)
class CountPage(RosterSubPage):
    """Tick what was destroyed; sent, it fills in the form of the report, which is then looked at and sent as ever.

    Attributes:
        sight: the match.
        count: what was ticked and typed, counted.
    """

    template: ClassVar[str] = "player/rosters/count.html"
    sight: Sight
    count: Count

    @property
    def sides(self) -> list[CountSide]:
        """First what the opponent lost, then the player's own."""
        if self.me.match is None:
            return []
        one, two = map(self._name, self.me.match.pairing.pair)
        return sides_of(self.count, (one, two), 0 if self.me.seat == 0 else 1)

    def _name(self, player: PlayerId) -> str:
        return _("You") if player == self.me.player else self.sight.name(player)


@dataclass(frozen=True)
class NoRosterPage(RosterSubPage):
    """No roster is asked for here."""

    template: ClassVar[str] = "player/rosters/roster_none.html"


@dataclass(frozen=True)
class RosterPage(RosterSubPage):
    """A player's roster: pasted or sent as a file, checked at once, kept as a draft, handed in.

    Attributes:
        rules: what the regulations say of rosters.
        came: what came with the form, or where the player left off.
        at: the time.
        asks: the player handed in what has doubts without having ticked that it is meant.
    """

    template: ClassVar[str] = "player/rosters/roster.html"
    rules: RosterRules
    came: Sent
    at: datetime
    asks: bool = False

    @property
    def kind(self) -> Message:
        """What a roster is called in this game."""
        return kind_of(self.rules.game)

    @property
    def construction(self) -> Construction | None:
        """How lists are built at this event."""
        return terms.construction_of(self.tournament, self.me.state, self._plan)

    @cached_property
    def most(self) -> int | None:
        """The most points; None without a limit."""
        return terms.most_of(self.tournament, self.me.state, self._plan)

    @property
    def deadline(self) -> datetime | None:
        """Until when it is handed in."""
        return self._plan.deadline

    @cached_property
    def lock(self) -> RosterLock | None:
        """Why nothing can be changed any more; None as long as it can."""
        return read.lock_of(self.tournament, self.me.state, self._plan, self.at)

    @cached_property
    def rebuilds(self) -> bool:
        """Whether decks may be made again between games."""
        return read.may_rebuild(self.tournament, self.me.state, self._plan)

    @cached_property
    def sent(self) -> Sent:
        """What came, but for a draft that is of no use any more."""
        useless = self.lock and not self.rebuilds and self.came.draft
        return Sent(refusal=self.came.refusal) if useless else self.came

    @property
    def verdict(self) -> RosterVerdict | None:
        """What was found in it."""
        return self.sent.verdict

    @property
    def checked(self) -> RosterDescription | None:
        """That as pages show it."""
        return self._shown(self.verdict)

    @cached_property
    def late(self) -> bool:
        """Whether it is too late, and one can still be handed in for a leader to decide on."""
        return not self.rebuilds and read.may_come_late(self.phone.entry, self.lock)

    @cached_property
    def waits(self) -> bool:
        """Whether what came late waits for a leader."""
        return self.late and read.late(self.phone.entry) is not None

    @property
    def questions(self) -> list[CardQuestion]:
        """The names in it that could be several cards, to be answered here."""
        return asked(self.verdict.questions, self.me.state.created.day) if self.verdict else []

    @property
    def unsure(self) -> bool:
        """Whether nothing wrong was found in what was read, but not all of it could be checked."""
        found = self.verdict
        return (
            found is not None
            and found.checked.legal
            and not (found.checked.whole and not found.reading.unread)
        )

    @property
    def proof(self) -> str:
        """Stands for what is looked at, for the form that says it is meant; empty without a list."""
        return proof_of(self.verdict) if self.verdict else ""

    @property
    def read_as(self) -> str:
        """The name of the format it was read as."""
        found = formats.by_id().get(self.verdict.reading.format) if self.verdict else None
        return str(found.full_name) if found else ""

    @cached_property
    def history(self) -> list[RosterVersion]:
        """What was handed in, latest first."""
        return list(read.versions(self.phone.entry)[: storage.MOST_VERSIONS])

    @property
    def latest(self) -> RosterVersion | None:
        """What was handed in last."""
        return self.history[0] if self.history else None

    @cached_property
    def now(self) -> RosterVerdict | None:
        """How that stands now."""
        latest, state = self.latest, self.me.state
        return checking.check_version(latest, self.tournament, state, self._plan) if latest else None

    @property
    def record(self) -> RosterDescription | None:
        """That as pages show it."""
        return self._shown(self.now)

    @property
    def seen(self) -> int:
        """The number of the version the page shows as the latest; 0 without one."""
        return self.latest.number if self.latest else 0

    @property
    def formats(self) -> list[Format]:
        """The formats in which lists of this game can be read."""
        return [one for one in formats.FORMATS if one.read and self.rules.game in one.games]

    @property
    def refusal(self) -> Refusal | None:
        """Why it was not handed in."""
        return self.sent.refusal

    @property
    def did(self) -> Promise | str:
        """What was just done, in words."""
        request = self.phone.request
        return DID.get(request.GET.get("did", ""), "") if request.method != "POST" else ""

    @property
    def season(self) -> Message:
        """What stands in for clauses of the printed text here; nothing where the text alone holds."""
        return terms.season_words(self.me.state, self._plan)

    @cached_property
    def _plan(self) -> RosterPlan:
        return terms.plan_of(self.tournament)

    def _shown(self, verdict: RosterVerdict | None) -> RosterDescription | None:
        return describe(verdict.roster, self.rules, verdict.checked, most=self.most) if verdict else None


def proof_of(verdict: RosterVerdict) -> str:
    """Stands for what was looked at: another text is looked at anew."""
    return sha256(repr(verdict.roster).encode()).hexdigest()[:16]
