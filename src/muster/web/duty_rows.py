"""Duties as rows of a page: who must do what, since when, by which clause, and the one button that settles it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from django.urls import reverse

from muster.app.common.access import Act, Actor
from muster.app.duties.settling import may_settle
from muster.app.floor.open_calls import waiting_words
from muster.core.duties import Duty, Severity, Situation
from muster.core.duties.values import Act as Settling
from muster.core.messages import NOTHING, Message, say, say_in


@dataclass(frozen=True, slots=True)
class Button:
    """What settles a duty.

    Attributes:
        label: its words.
        url: where it leads, or what it posts to.
        posts: it does it at once.
    """

    label: Message
    url: str
    posts: bool = False


@dataclass(frozen=True, slots=True)
class DutyState:
    """How a duty stands: the shape of a badge, and a word."""

    shape: str
    word: Message


_LATE: Final = DutyState("warning", say("Late"))
_STATES: Final[Mapping[str, DutyState]] = {
    "call": DutyState("warning", say_in("a duty", "Call")),
    "dispute": DutyState("disputed", say_in("a duty", "Disputed")),
    "appeal": DutyState("disputed", say_in("a duty", "Appeal")),
    "unconfirmed": DutyState("reported", say_in("a duty", "Reported")),
    "no-result": DutyState("open", say_in("a duty", "Missing")),
}
_BY_SEVERITY: Final[Mapping[Severity, DutyState]] = {
    "stops": DutyState("disputed", say_in("a duty", "Needed")),
    "warns": DutyState("warning", say_in("a duty", "Look")),
    "reminds": DutyState("open", say_in("a duty", "To do")),
}


@dataclass(frozen=True, slots=True)
class DutyRow:
    """A duty as a page shows it.

    Attributes:
        duty: the duty.
        age: since when, in words; nothing where that is not known.
        late: its time is over.
        button: what settles it; none where that is done elsewhere.
        word: what the button says that settles it by one's word; nothing where no word of theirs does.
    """

    duty: Duty
    age: Message
    late: bool
    button: Button | None
    word: Message

    @property
    def severity(self) -> Severity:
        """What hangs on it."""
        return self.duty.severity

    @property
    def state(self) -> DutyState:
        """How it stands."""
        return _LATE if self.late else _STATES.get(self.duty.kind.id) or _BY_SEVERITY[self.duty.severity]

    @property
    def loud(self) -> bool:
        """Whether somebody waits for it aloud."""
        return self.duty.kind.loud

    @property
    def kind(self) -> str:
        """What kind of duty, by its id."""
        return self.duty.kind.id

    @property
    def about(self) -> str:
        """Which of its kind."""
        return self.duty.found.about

    @property
    def says(self) -> Message:
        """Who must do what."""
        return self.duty.says

    @property
    def clause(self) -> str:
        """The clause it rests on."""
        return self.duty.clause


_GO_ON: Final = say("Go on all the same")
"""What a word says that lets something be, where its kind has no words of its own."""

Of = Literal["tournament", "event", "target", "table", "player"]
"""What a page is about: the tournament, the event, or what a duty names."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a front end settles duties of one kind.

    Attributes:
        name: the name of the address.
        act: what one must be allowed to do there.
        of: what the page is about.
        otherwise: the page of the tournament to go to where the duty names nothing of that sort.
        posts: it does it at once.
    """

    name: str
    act: Act
    of: Of = "tournament"
    otherwise: str = ""
    posts: bool = False

    def url(self, duty: Duty, code: str, number: int) -> str:
        """Where this duty is settled."""
        if self.of == "event":
            return reverse(self.name, args=[code])
        named = {"target": duty.found.target, "table": duty.found.table, "player": duty.found.player}
        about = named.get(self.of)
        if self.of != "tournament" and not about:
            return reverse(self.otherwise or self.name, args=[code, number])
        return reverse(self.name, args=[code, number, *([about] if about else [])])


def rows(
    now: Situation,
    found: Iterable[Duty],
    actor: Actor,
    ways: Mapping[Settling, Way],
    where: tuple[str, int],
) -> tuple[DutyRow, ...]:
    """The duties as rows.

    Args:
        now: how things stand.
        found: the duties, in their order.
        actor: who looks.
        ways: how this front end settles what.
        where: the event's code and the tournament's number.
    """
    return tuple(
        DutyRow(
            duty,
            waiting_words(duty.found.since, now.now) if duty.found.since else NOTHING,
            duty.overdue(now.now),
            _button(duty, actor, ways, where),
            (duty.kind.done or _GO_ON) if may_settle(actor, duty.kind) else NOTHING,
        )
        for duty in found
    )


def _button(duty: Duty, actor: Actor, ways: Mapping[Settling, Way], where: tuple[str, int]) -> Button | None:
    way = ways.get(duty.kind.act)
    if way is None or not actor.may(way.act):
        return None
    return Button(duty.kind.label, way.url(duty, *where), way.posts)
