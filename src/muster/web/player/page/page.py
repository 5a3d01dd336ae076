"""A player's own page, and those about leaving and about why, as their templates get them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from muster.app.common.names import naming, public_names
from muster.app.duties.read import own_duties
from muster.app.floor.round_clock import Extension, RoundClock
from muster.app.people.player_sheet import Consequence, on_drop
from muster.app.results.report import ResultAnswer, ResultPreview
from muster.app.rounds.read import why
from muster.app.standings.breakdown import RankBreakdown, rank_breakdown
from muster.core.duties import Duty
from muster.core.ids import Naming
from muster.core.scoring.scored import Problem
from muster.core.tournament import queries
from muster.core.tournament.reasons import Why
from muster.core.tournament.refusals import Refusal
from muster.rules.schema import Attendance
from muster.web.player.context import PhonePage
from muster.web.player.page.now import part_of
from muster.web.player.page.own_first import OwnFirst
from muster.web.player.page.own_table import OwnTableForm
from muster.web.player.page.own_worth import OwnWorth, own_worths
from muster.web.player.page.sight import Sight
from muster.web.player.rosters.play_view import counted_fields
from muster.web.player.settings.page import OwnSettings
from muster.web.result_fields import FormField, elsewhere

DID: Final = {
    "checked-in": gettext_lazy("You are checked in. See you at the tables."),
    "reported": gettext_lazy("Your report is in. Your opponent is asked to confirm it."),
    "confirmed": gettext_lazy("The result is confirmed. Thank you."),
    "disputed": gettext_lazy("Your report is in, and it differs: stay at your table, a judge settles it."),
    "conceded": gettext_lazy("You have conceded. Your opponent is asked to confirm it."),
    "left-table": gettext_lazy("You have conceded. The others at your table and the desk are told."),
    "called": gettext_lazy("A judge is called. Stay at your table, and raise a hand."),
    "taken-back": gettext_lazy("Taken back."),
    "dropped": gettext_lazy("You have dropped. Thank you for playing."),
    "off-the-list": gettext_lazy("You are off the waiting list."),
    "back": gettext_lazy("You are back in."),
    "asked": gettext_lazy("The desk is asked. This page says when you are in again."),
    "saved": gettext_lazy("Saved."),
    "kept": gettext_lazy("The event is kept in your account."),
    "registered": gettext_lazy("Your registration is in. This page is yours alone: keep its link, below."),
}
"""What was done, as the page says it after an act; named by `?did=`."""


DID_AT_TABLE: Final = {
    "reported": gettext_lazy("Your report is in. The others at your table are asked to confirm it."),
    "agreed": gettext_lazy("You have confirmed the result. It counts once everybody at the table has."),
}
"""The same where more than one other is asked."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A form that came back: which one, what was typed, what came of it."""

    form: str = ""
    data: Mapping[str, str] = field(default_factory=dict)
    answer: ResultAnswer = field(default_factory=ResultAnswer)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the result, or else surprising."""
        preview = self.answer.preview
        return (preview.problems or preview.surprises) if preview else ()


@dataclass(frozen=True)
class PlayerPage(PhonePage):
    """Where do I sit, against whom, how long; and what to do next.

    Attributes:
        sight: what is to be seen.
        refusal: why what the player wanted to do was not done.
        typed: the form that came back.
    """

    template: ClassVar[str] = "player/page/page.html"
    sight: Sight
    refusal: Refusal | None = None
    typed: Typed = field(default_factory=Typed)

    @property
    def clock(self) -> RoundClock | Extension | None:
        """The clock as it stands at the player's table."""
        return self.sight.my_clock

    @property
    def now(self) -> SafeString | str:
        """The head of the page: what it is about now."""
        return part_of(self.sight, self.phone.token)

    @property
    def act_part(self) -> SafeString | str:
        """What there is to do, where it is made already; else the template makes it."""
        return ""

    @property
    def set_up_part(self) -> SafeString | str:
        """How the game is set up, likewise."""
        return ""

    @property
    def did(self) -> Promise | str:
        """What was just done, in words."""
        said = DID | DID_AT_TABLE if self.me.at_table else DID
        return "" if self.refusal else said.get(self.phone.request.GET.get("did", ""), "")

    @property
    def duties(self) -> tuple[Duty, ...]:
        """What the player has to do besides: a number to give, a guardian to bring, a history to look through."""
        return own_duties(self.me.entry, self.me.snapshot, self.me.now)

    @property
    def typed_uid(self) -> str:
        """The Unlimited ID that was typed and not taken."""
        return self.typed.data.get("uid", "") if self.typed.form == "uid" else ""

    @property
    def key(self) -> str:
        """The idempotency key of the forms."""
        return self.phone.new_key()

    @property
    def live(self) -> Mapping[str, str]:
        """What the page follows while it is open."""
        return {"code": self.event.code, "topics": self.sight.topics}

    @property
    def now_ms(self) -> int | str:
        """When the page was made, as browsers count."""
        return self.phone.now_ms

    @property
    def own(self) -> OwnSettings:
        """The settings at the bottom of the page."""
        return OwnSettings(self.phone)

    # The forms about the match -----------------------------------------------------------------------------------

    @cached_property
    def fields(self) -> tuple[FormField, ...]:
        """The form of the report, or of one's own version of it."""
        problems = self.typed.problems if self.typed.form == "report" else ()
        return self.sight.form(self.typed.data or self._counted, problems) if self.me.may_report else ()

    @cached_property
    def concede_fields(self) -> tuple[FormField, ...]:
        """The form of a concession."""
        typed = self.typed if self.typed.form == "concede" else Typed()
        return self.sight.form(typed.data, typed.problems, end="concession") if self.me.may_report else ()

    @cached_property
    def table_form(self) -> OwnTableForm | None:
        """The same of a table of three or four; None in a match of two."""
        typed = self.typed if self.typed.form == "report" else Typed()
        return self.sight.seating.form(typed.data, typed.problems) if self.me.may_report else None

    @property
    def counted(self) -> bool:
        """Whether the report is filled in with what was counted from the rosters."""
        return bool(self._counted)

    @property
    def back(self) -> str:
        """Which form is open."""
        return self.typed.form or self.phone.request.GET.get("open", "")

    @property
    def elsewhere(self) -> tuple[Problem, ...]:
        """What is wrong with the form that came back and stands at none of its fields; at a table everything."""
        if self.me.at_table:
            return self.typed.problems
        shown = self.concede_fields if self.typed.form == "concede" else self.fields
        return elsewhere(shown, self.typed.problems) if self.typed.answer.preview else ()

    @property
    def preview(self) -> OwnFirst | None:
        """How the result that was typed is scored, if nothing is wrong with it."""
        found = self._typed
        return OwnFirst(found, self.me.seat) if found else None

    @property
    def asks(self) -> bool:
        """Whether the result is surprising, so that it has to be sent again if it is meant."""
        return bool(self._typed and self._typed.surprises and self.typed.form in ("report", "concede"))

    @property
    def sure(self) -> str:
        """What the form sends along to say that it is meant."""
        return self._typed.token if self.asks and self._typed else ""

    @property
    def _typed(self) -> ResultPreview | None:
        found = self.typed.answer.preview
        return found if found and not found.problems else None

    @property
    def _counted(self) -> dict[str, str]:
        return counted_fields(self.phone.request.GET)


@dataclass(frozen=True)
class DropPage(PhonePage):
    """What dropping means, and the button that does it."""

    template: ClassVar[str] = "player/page/drop.html"

    @property
    def would(self) -> Consequence | None:
        """What it comes to; None for somebody who cannot drop, or only waits for a place."""
        if not self.me.may_drop or self.me.own is None:
            return None
        return on_drop(self.me.snapshot, self.me.player, _all_names(self))

    @property
    def rules(self) -> Attendance | None:
        """What the regulations say of leaving; None before the tournament is set up."""
        return self.me.state.regulations.attendance if self.me.state.setup else None

    @property
    def key(self) -> str:
        """The idempotency key of the form."""
        return self.phone.new_key()


@dataclass(frozen=True)
class WhyPage(PhonePage):
    """Why this opponent, or the bye; why this rank; and why each round is worth what it is.

    Attributes:
        sight: what is to be seen of the round.
    """

    template: ClassVar[str] = "player/page/why.html"
    sight: Sight

    @property
    def pairing(self) -> Why | None:
        """Why they meet whom they meet in the round published last, or have its bye."""
        me = self.me
        if me.own is None or me.round is None or not (me.match or me.bye or me.rests):
            return None
        return why(me.snapshot, me.round.number, me.player, self._names)

    @property
    def standing(self) -> RankBreakdown | None:
        """Why they stand where they stand; None before there are standings."""
        if not self.sight.ranked:
            return None
        after = queries.completed(self.me.state)
        return rank_breakdown(self.me.state, after, self.me.player, self._names)

    @property
    def worths(self) -> tuple[OwnWorth, ...]:
        """What each of their rounds is worth, and why."""
        return own_worths(self.me.state, self.me.player, self._names) if self.me.own else ()

    @property
    def verify(self) -> str:
        """Where everybody can check the draws; empty while the event is not shown to everybody."""
        if not self.event.listed:
            return ""
        return reverse("public:verify", args=[self.event.code, self.tournament.number])

    @cached_property
    def _names(self) -> Naming:
        return _all_names(self)


def _all_names(page: PhonePage) -> Naming:
    """Every player's public name: these pages may speak of anybody."""
    return naming(public_names(page.tournament))
