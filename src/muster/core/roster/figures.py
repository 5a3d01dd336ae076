"""Where an event's own figures depart from the text: what is counted, how much of it here, how much by the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from muster.core.messages import Message, of_rules, say
from muster.core.roster.roster import Terms
from muster.core.roster.sheet import construction_of
from muster.rules.figures import with_figures
from muster.rules.rosters import Construction, RosterLimit, RosterRules


@dataclass(frozen=True, slots=True)
class OwnDeparture:
    """One figure of an event that is not the text's.

    Attributes:
        what: what is counted.
        here: how much of it there may be at this event.
        text: how much by the text, or by the season that was chosen.
        clause: the clause it stands in for.
    """

    what: Message
    here: Message
    text: Message
    clause: str

    @property
    def says(self) -> Message:
        """It in a sentence."""
        return say("{what}: {here} instead of {text}", what=self.what, here=self.here, text=self.text)

    @property
    def with_clause(self) -> Message:
        """It in a sentence with its clause."""
        return say(
            "{what}: {here} instead of {text} ({clause})",
            what=self.what, here=self.here, text=self.text, clause=self.clause,
        )  # fmt: skip


def bounds(least: int, most: int | None) -> Message:
    """From how many to how many, in words."""
    if least == most:
        return say("exactly {count}", count=least)
    if most is None:
        return say("at least {count}", count=least) if least else say("any number")
    return say("{least} to {most}", least=least, most=most) if least else say("at most {count}", count=most)


def limits_on(construction: Construction, day: date) -> tuple[RosterLimit, ...]:
    """The limits that hold on a day."""
    return tuple(
        each
        for each in construction.limits
        if (each.starts is None or each.starts <= day) and (each.ends is None or day <= each.ends)
    )


def departures(rules: RosterRules, terms: Terms) -> Iterator[OwnDeparture]:
    """Every figure of these terms that is not that of the rules, the season's already among them.

    Raises:
        LookupError: the regulations know no such way of building.
    """
    text = construction_of(rules, terms.construction)
    yield from _of_points(text, terms)
    here = construction_of(with_figures(rules, terms.construction, terms.figures), terms.construction)
    for one, other in zip(limits_on(here, terms.on), limits_on(text, terms.on), strict=True):
        if one != other:
            what = of_rules(one.what)
            yield OwnDeparture(what, bounds(one.least, one.most), bounds(other.least, other.most), one.clause)


def _of_points(text: Construction, terms: Terms) -> Iterator[OwnDeparture]:
    usual = text.points
    if terms.most is not None and (usual is None or usual.most != terms.most):
        by_text = bounds(0, usual.most if usual else None)
        clause = usual.clause if usual else text.clause
        yield OwnDeparture(say("points"), bounds(0, terms.most), by_text, clause)
