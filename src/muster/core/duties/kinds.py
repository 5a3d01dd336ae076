"""All kinds of duties, and the open ones of a moment in the order of urgency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

from muster.core.duties import before, ending, own, people, rosters, rounds, rulings
from muster.core.duties.situation import Situation
from muster.core.duties.values import Duty, Kind, Severity, Who
from muster.core.tournament.next_step import Step

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        kind.id: kind
        for topic in (before, people, rosters, rounds, rulings, ending, own)
        for kind in topic.KINDS
    }
)
"""Every kind of duty by its id."""

_URGENCY: Final[Mapping[Severity, int]] = MappingProxyType({"stops": 1, "warns": 2, "reminds": 3})


def duties(now: Situation, who: Who | None = None) -> tuple[Duty, ...]:
    """The duties that are open, the most urgent first: who is waiting aloud, what stops, what is wrong, what to recall.

    Args:
        now: how things stand.
        who: for somebody in this role alone; everybody's if None.
    """
    if now.state.setup is None:
        return ()
    open_ = [duty for kind in KINDS.values() if who is None or who in kind.who for duty in _of(kind, now)]
    return tuple(sorted(open_, key=lambda duty: _order(duty, now.now)))


def stopping(now: Situation, step: Step) -> tuple[Duty, ...]:
    """The open duties that stop this next step: it asks about them before it goes on."""
    return tuple(one for one in duties(now) if step in one.kind.steps)


def _of(kind: Kind, now: Situation) -> Iterator[Duty]:
    clause = next((one for one in kind.clauses if one in now.state.regulations.clauses), "")
    if not clause and not kind.always:
        return
    for found in kind.find(now):
        if (kind.id, found.about) not in now.settled:
            yield Duty(kind, found, found.clause or clause)


def _order(duty: Duty, now: datetime) -> tuple[int, datetime, str, str]:
    urgency = 0 if duty.kind.loud else _URGENCY[duty.severity]
    return urgency, duty.found.since or now, *duty.name
