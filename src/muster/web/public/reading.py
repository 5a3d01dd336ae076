"""What the public pages of an event read of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, Protocol, TypeVar

from muster.app.staff.posts import is_on_staff
from muster.core.tournament.state import State
from muster.exchange.folding import folded
from muster.people.models import Account, Event, Notice

MOST_NOTICES: Final = 20
"""More notices than this at once are read by nobody."""


Section = Literal["pairings", "standings", "bracket", "results", "players", "rules", "final"]
"""The public pages of a tournament."""


def visible_event(code: str, visitor: Callable[[], Account | None]) -> Event | None:
    """The event of this code, if this visitor may see it: a draft is for its staff only.

    Args:
        code: as typed.
        visitor: who asks; called for a draft only, so that a page for everybody rests on nobody's session.
    """
    event = Event.objects.select_related("venue", "organisation").filter(code=code.upper()).first()
    if event is None or event.listed:
        return event
    account = visitor()
    known = account is not None and is_on_staff(event, account)
    return event if known else None


def notices_of(event: Event) -> list[Notice]:
    """What the desk tells everybody just now, what is urgent first."""
    standing = event.notices.filter(ended_at=None)
    return list(standing.order_by("-urgent", "-created_at", "-pk")[:MOST_NOTICES])


def has_bracket(state: State) -> bool:
    """Whether everybody may see a bracket: the cut is made, or elimination is under way."""
    return state.seeds is not None or (bool(state.stages) and state.stages[-1].format == "elimination")


def sections(state: State) -> list[Section]:
    """The pages there is something to show on, now or later in the day."""
    if state.setup is None:
        return []
    swiss = state.created.first_stage == "swiss"
    bracket = not swiss or has_bracket(state) or (state.plan is not None and state.plan.has_cut)
    wanted: dict[Section, bool] = {
        "final": state.places is not None,
        "pairings": True,
        "standings": swiss,
        "bracket": bracket,
        "results": bool(state.rounds),
        "players": True,
        "rules": True,
    }
    return [section for section, there in wanted.items() if there]


class Findable(Protocol):
    """A line that can be looked for: by the names in it, or by its table."""

    @property
    def table(self) -> int | None:
        """The table it is about."""

    @property
    def names(self) -> str:
        """All names in it."""


Line = TypeVar("Line", bound=Findable)


def found_lines(lines: Sequence[Line], words: str) -> list[Line]:
    """The lines meant: a table by its number, or parts of names whatever their accents and capitals.

    `find.js` does the same in the page.
    """
    wanted = set(folded(words).split())
    if len(wanted) == 1 and (number := min(wanted)).isdecimal():
        return [line for line in lines if str(line.table) == number]
    names = (folded(line.names) for line in lines)
    return [line for line, name in zip(lines, names, strict=True) if all(word in name for word in wanted)]
