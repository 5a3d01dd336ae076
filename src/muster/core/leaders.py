"""Who leads an event, and which leaders may also play in it (`COM-ROLE-1` to `COM-ROLE-4`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from muster.core.messages import Listing, Message, listing, say, say_in, say_n
from muster.rules.schema import Leaders, Regulations

LeaderRole = Literal["organiser", "marshal", "judge"]
"""The roles that rule on games. A scorekeeper does not, and may play."""


@dataclass(frozen=True, slots=True)
class EventLeader:
    """Somebody who leads an event.

    Attributes:
        who: whatever tells them apart from the others, such as the number of an account.
        role: what they lead as.
        plays: whether they also play in the tournament in question.
    """

    who: int
    role: LeaderRole
    plays: bool = False


@dataclass(frozen=True, slots=True)
class LeaderRemark:
    """What the regulations say to these leaders.

    Attributes:
        kind: `forbidden` by the regulations, `advised` against where they are silent, or a `duty` that comes
            with what is allowed.
        who: whom it concerns.
        message: what is the matter and what to do, in words.
        clause: the clause it rests on.
        reading: the number of our reading, where the document does not say.
    """

    kind: Literal["forbidden", "advised", "duty"]
    who: tuple[int, ...]
    message: Message
    clause: str
    reading: str | None = None


def remarks_on(
    regulations: Regulations, tier: str, leaders: Sequence[EventLeader], name: Callable[[int], str]
) -> tuple[LeaderRemark, ...]:
    """Everything the regulations have to say about these leaders; nothing where they are silent.

    Args:
        regulations: the regulations of the tournament.
        tier: the id of its tier; the first that the regulations list is the lowest.
        leaders: everybody who leads the event.
        name: how to call a leader.
    """
    rules = regulations.leaders
    if rules is None:
        return ()
    lowest = regulations.tiers[0]
    playing = [leader for leader in leaders if leader.plays]
    if tier != lowest.id:
        above = {each.id: each.name for each in regulations.tiers}.get(tier, tier)
        at_play = _above_the_lowest(rules, lowest.name, above, playing, name)
    else:
        at_play = _at_the_lowest(rules, leaders, playing, name)
    return (*_marshals(rules, leaders, name), *at_play)


def _marshals(
    rules: Leaders, leaders: Sequence[EventLeader], name: Callable[[int], str]
) -> Iterator[LeaderRemark]:
    marshals = tuple(leader.who for leader in leaders if leader.role == "marshal")
    most = rules.most_marshals
    if most is not None and len(marshals) > most:
        message = say_n(
            "There is {count} marshal (head judge), and at most {most} is allowed: {names}. Make the "
            "others judges.",
            "There are {count} marshals (head judges), and at most {most} is allowed: {names}. "
            "Make the others judges.",
            len(marshals),
            most=most,
            names=_either(marshals, name),
        )
        yield LeaderRemark("forbidden", marshals, message, rules.marshals_clause)


def _above_the_lowest(
    rules: Leaders, lowest: str, tier: str, playing: Sequence[EventLeader], name: Callable[[int], str]
) -> Iterator[LeaderRemark]:
    for leader in playing:
        message = say(
            "Leaders do not play at {tier} events, only at {lowest}: {name} is {role} here, and either "
            "plays or "
            "leads.",
            tier=tier,
            lowest=lowest,
            name=name(leader.who),
            role=_role(leader.role),
        )
        yield _against(rules, leader, message)


def _role(role: LeaderRole) -> Message:
    return {
        "organiser": say_in("role", "organiser"),
        "marshal": say_in("role", "marshal"),
        "judge": say_in("role", "judge"),
    }[role]


def _at_the_lowest(
    rules: Leaders, leaders: Sequence[EventLeader], playing: Sequence[EventLeader], name: Callable[[int], str]
) -> Iterator[LeaderRemark]:
    for leader in playing:
        others = [other.who for other in leaders if other.who != leader.who]
        if not others:
            message = say(
                "{name} plays, and nobody else leads: somebody else must be there to rule on the games of "
                "{name}. "
                "Invite a marshal or a judge.",
                name=name(leader.who),
            )
            yield _against(rules, leader, message)
        else:
            message = say(
                "Announce at the start: {leaders} rules on the games of {name}.",
                leaders=_either(others, name),
                name=name(leader.who),
            )
            yield LeaderRemark("duty", (leader.who,), message, rules.play_clause, rules.play_reading)
    if len(playing) > 1:
        message = say(
            "Where two leaders meet, the marshal rules, or the organiser where there is no marshal."
        )
        who = tuple(leader.who for leader in playing)
        yield LeaderRemark("duty", who, message, rules.play_clause, rules.play_reading)


def _against(rules: Leaders, leader: EventLeader, message: Message) -> LeaderRemark:
    kind: Literal["forbidden", "advised"] = "forbidden" if rules.play == "lowest-tier" else "advised"
    return LeaderRemark(kind, (leader.who,), message, rules.play_clause, rules.play_reading)


def _either(who: Sequence[int], name: Callable[[int], str]) -> Listing:
    return listing(map(name, who), "or")
