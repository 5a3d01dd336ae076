"""Who may do what at an event: one table, looked at in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from muster.core.messages import Message, SaidError, listing, say, say_in

Role = Literal["organiser", "marshal", "judge", "scorekeeper"]

PostRole = Literal["organiser", "co-organiser", "marshal", "judge", "scorekeeper"]
"""How somebody is named on the staff of an event."""

ACTS_AS: Final[Mapping[PostRole, Role]] = {
    "organiser": "organiser",
    "co-organiser": "organiser",
    "marshal": "marshal",
    "judge": "judge",
    "scorekeeper": "scorekeeper",
}
"""What those named on the staff act as. The regulations know exactly one organiser (`COM-ROLE-1`): co-organisers do
what the organiser does, in their place; the one who is named the organiser answers for the event."""

Act = Literal[
    "look",
    "manage-event",
    "manage-staff",
    "erase",
    "people",
    "check-in",
    "drop",
    "disqualify",
    "plan",
    "rounds",
    "clock",
    "extend",
    "results",
    "correct",
    "undo",
    "finish",
    "rosters",
    "amend-rosters",
    "rule",
    "penalise",
    "decide-appeals",
]
"""What can be done, in groups that a role has or has not; commands and facts declare theirs as `right`."""

_EVERY: Final = frozenset(get_args(Act))

MAY: Final[Mapping[Role, frozenset[Act]]] = {
    "organiser": _EVERY,
    "marshal": _EVERY - {"manage-event", "manage-staff", "erase", "disqualify"},
    "judge": frozenset({"look", "drop", "extend", "results", "rosters", "amend-rosters", "rule", "penalise"}),
    "scorekeeper": frozenset(
        {"look", "people", "check-in", "drop", "rounds", "clock", "results", "correct", "undo", "rosters"}
    ),
}
"""The acts of each role: no more than its work needs.

Disqualification is decided by the organiser (`COM-ROLE-3`). A marshal leads the play of the day, a judge rules at
tables, a scorekeeper runs the desk; what binds everybody (the plan, its announcement, the end) and what is granted
at a table (time extensions) is for those who lead. So is amending a roster once it is locked (`COM-LIST-3`).
Judges rule and give penalties; an appeal against a ruling goes to the marshal, or to the organiser where there is none.
"""

PLAYING: Final[frozenset[Act]] = frozenset({"check-in", "drop", "people", "results"})
"""What players do by their own hand: check in, drop, come back, report. `muster.app.player.playing` sees to it
that each does so for themselves alone."""


def posts_of(roles: Iterable[Role]) -> tuple[PostRole, ...]:
    """How those are named on the staff who act in one of these roles."""
    wanted = frozenset(roles)
    return tuple(post for post, role in ACTS_AS.items() if role in wanted)


_CALLED: Final[Mapping[Role, Message]] = {
    "organiser": say_in("role", "organiser"),
    "marshal": say_in("role", "marshal"),
    "judge": say_in("role", "judge"),
    "scorekeeper": say_in("role", "scorekeeper"),
}
"""What the roles are called in a sentence."""


class DeniedError(SaidError):
    """This role may not do that; the message says who may."""

    def __init__(self, act: Act, role: Role | None) -> None:
        self.act, self.role = act, role
        able = [_CALLED[each] for each in MAY if act in MAY[each]]
        says = (
            say(
                "This needs the role of {roles}; you are {role}.",
                roles=listing(able, "or"),
                role=_CALLED[role],
            )
            if role
            else say("This needs the role of {roles}; you are not on the staff.", roles=listing(able, "or"))
        )
        super().__init__(says)


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody doing something at one event.

    Attributes:
        who: the token that goes on record, such as `account:7`; no name.
        role: their role there; None for somebody without one.
        own: what they may do besides, for themselves: `PLAYING` for a player.
    """

    who: str
    role: Role | None
    own: frozenset[Act] = frozenset()

    def may(self, act: Act) -> bool:
        """Whether they may do this."""
        return act in self.own or (self.role is not None and act in MAY[self.role])

    def must(self, act: Act) -> None:
        """Refuse unless they may do this.

        Raises:
            DeniedError: they may not.
        """
        if not self.may(act):
            raise DeniedError(act, self.role)


SYSTEM: Final = Actor("system", "organiser")
"""The program itself: the demo event, an import; under the player's own token, a registration by themselves."""
