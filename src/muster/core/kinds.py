"""Kinds of event: what a kind proposes to an organiser, and where a plan departs from what the regulations ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from muster.core.messages import Argument, Message, listing, of_rules, say, verbatim
from muster.core.tournament.state import State
from muster.rules.kinds import About, EventKinds, KindAsk, event_kinds
from muster.rules.schema import Regulations

RostersAsked = Literal["none", "optional", "required"]

ELIMINATION: Final = "elimination"
"""What stands for elimination from the start among the structures."""

Planned = Mapping[About, str]
"""What is planned in each respect, by its id; what is not in it is not looked at."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Something that is planned otherwise than the regulations have it for this tier or kind of event.

    Attributes:
        about: its short stable name.
        message: what is planned, and what the text has.
        clause: where the text has it.
        reading: the number of our reading, where the text leaves it open.
    """

    about: str
    message: Message
    clause: str
    reading: str = ""


_SAYS: Final[Mapping[About, Message]] = {
    "tier": say("{event}: the level is {asked} by the regulations; {planned} is planned."),
    "construction": say("{event}: played in {asked} by the regulations; {planned} is planned."),
    "match": say("{event}: Swiss matches are {asked} by the regulations; {planned} is planned."),
    "rosters": say("{event}: rosters are {asked} by the regulations; {planned} is planned."),
    "structure": say("{event}: the structure is {asked} by the regulations; {planned} is planned."),
    "judge": say("{event}: a judge is needed by the regulations, and nobody on the staff is one yet."),
}

_WORDS: Final[Mapping[str, Message]] = {
    "none": say("not asked for"),
    "optional": say("optional"),
    "required": say("required"),
}

_ELIMINATION: Final = say("Elimination only")


def planned_of(state: State, rosters: str, construction: str, *, judge: bool) -> Planned:
    """What is planned for a tournament that is set up.

    Args:
        state: the tournament.
        rosters: whether rosters are asked for.
        construction: the way of building in force; empty where the regulations know none.
        judge: whether somebody on the staff judges.
    """
    created = state.created
    by_rounds = created.first_stage == "swiss"
    every: dict[About, str] = {
        "tier": created.tier,
        "construction": construction,
        "match": created.swiss_match if by_rounds else "",
        "rosters": rosters,
        "structure": created.structure if by_rounds else ELIMINATION,
        "judge": "yes" if judge else "no",
    }
    return {about: value for about, value in every.items() if value}


def proposed(regulations: Regulations, kind: str, tier: str) -> Planned:
    """What is proposed for a kind of event: of everything that is asked or usual, what stands first.

    Args:
        regulations: of the game.
        kind: the id of the kind; empty for none.
        tier: the tier chosen, unless the kind has one of its own.
    """
    kinds = event_kinds(regulations.id)
    of_kind = {ask.about: ask.any[0] for _, ask in _of_kind(kinds, kind)}
    of_tier = {ask.about: ask.any[0] for ask in kinds.of_tier(of_kind.get("tier", tier))}
    return {**of_tier, **of_kind}


def departures(regulations: Regulations, kind: str, planned: Planned) -> tuple[Departure, ...]:
    """Where a plan departs from what its kind asks, and from what its tier asks where the kind asks nothing.

    The tier is the one that the kind must have, whatever is planned.

    Args:
        regulations: in use; what rests on a clause that they lack is passed over.
        kind: the id of the kind of event; empty for none.
        planned: what is planned.
    """
    found = _found(regulations, kind, planned)
    return tuple(one for one in found if one.clause in regulations.clauses)


def _found(regulations: Regulations, kind: str, planned: Planned) -> Iterator[Departure]:
    kinds = event_kinds(regulations.id)
    of_kind = tuple(_of_kind(kinds, kind))
    met = {ask.about for _, ask in of_kind}
    tier = _tier(of_kind, planned)
    event = _name(regulations, "tier", tier)
    of_tier = ((event, ask) for ask in kinds.of_tier(tier) if ask.about not in met)
    for told in kinds.told:
        if planned.get(told.about) == told.value:
            yield Departure(told.value, Message(told.says), told.clause, told.reading or "")
    for name, ask in (*of_kind, *of_tier):
        value = planned.get(ask.about)
        if ask.weight == "asked" and value is not None and value not in ask.any:
            yield Departure(ask.about, _says(regulations, name, ask, value), ask.clause, ask.reading or "")


def _tier(of_kind: Iterable[tuple[Message, KindAsk]], planned: Planned) -> str:
    """The tier whose asks hold: the one that the kind must have, or else the one that is planned."""
    tier = planned.get("tier", "")
    must = (ask.any for _, ask in of_kind if ask.about == "tier" and ask.weight == "asked")
    return next((each[0] for each in must if tier not in each), tier)


def _of_kind(kinds: EventKinds, kind: str) -> Iterator[tuple[Message, KindAsk]]:
    """What a kind asks, each with its name."""
    found = kinds.kind(kind)
    for ask in found.asks if found else ():
        yield (found.message if found else verbatim(kind)), ask


def _says(regulations: Regulations, event: Message, ask: KindAsk, value: str) -> Message:
    asked = listing([_name(regulations, ask.about, each) for each in ask.any], "or")
    args: dict[str, Argument] = {
        "event": event,
        "asked": asked,
        "planned": _name(regulations, ask.about, value),
    }
    return replace(_SAYS[ask.about], args=args)


def _name(regulations: Regulations, about: About, value: str) -> Message:
    """What something planned is called."""
    if about == "structure" and value == ELIMINATION:
        return _ELIMINATION
    if about == "rosters":
        return _WORDS.get(value, verbatim(value))
    return of_rules(_names(regulations, about).get(value, value))


def _names(regulations: Regulations, about: About) -> Mapping[str, str]:
    roster = regulations.roster
    if about == "tier":
        return {one.id: one.name for one in regulations.tiers}
    if about == "structure":
        return {one.id: one.name for one in regulations.structures}
    if about == "match":
        return {one.id: one.name for one in regulations.match_formats}
    return {one.id: one.name for one in roster.constructions} if roster else {}
