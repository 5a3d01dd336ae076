"""What the results of earlier parts count in a later one: the points whole, half of them, or nothing (`F29`).

Standings are those of the part whose rounds they follow: before the first round of a part is complete they are those of
the part before, by which people come in. Half of the points means those that the standings are made of; what else
compares players is of all rounds played. Where nothing counts all begins anew: points, tiebreakers, opponents and byes.
Either way who did not come in stands below those who did, as they stood when it began.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import RoundRecord
from muster.core.points import halved
from muster.core.standings.ledger import Carried
from muster.core.tournament.course import Carry
from muster.core.tournament.state import State

Records = Mapping[PlayerId, Sequence[RoundRecord]]


@dataclass(frozen=True, slots=True)
class Break:
    """The beginning of a part in which not all counts that was won before.

    Attributes:
        after: the round before its first.
        carry: what counts.
        came: who came into it.
    """

    after: RoundNo
    carry: Carry
    came: frozenset[PlayerId]


@dataclass(frozen=True, slots=True)
class Basis:
    """What standings are made of.

    Attributes:
        records: everybody's rounds that count.
        rounds: how many rounds these are of.
        without: who is not ranked by them.
        begun: the latest part in which not all counts that was won before; None where all counts.
        below: those of `without` who did not come into it.
        carried: what was brought into it; None where that is all, or nothing.
    """

    records: Records
    rounds: int
    without: frozenset[PlayerId]
    begun: Break | None = None
    below: frozenset[PlayerId] = frozenset()
    carried: Carried | None = None


def breaks(state: State, upto: int) -> tuple[Break, ...]:
    """The parts up to that of round `upto` in which not all counts that was won before, in their order."""
    parts = state.plan.course.parts if state.plan else ()
    found, after = [], 0
    for part, before, came in zip(parts[1:], parts, state.passed, strict=False):
        after += before.rounds
        if part.carry != "whole" and after < upto:
            found.append(Break(RoundNo(after), part.carry, frozenset(came)))
    return tuple(found)


def forgotten(state: State, upto: int) -> int:
    """How many rounds count nothing after round `upto`, for a part began anew since."""
    return max((one.after for one in breaks(state, upto) if one.carry == "none"), default=0)


def brought(points: int, carry: Carry) -> int:
    """What points count in a part that begins."""
    if carry == "whole":
        return points
    return halved(points) if carry == "half" else 0


def since(records: Records, round_no: int) -> Records:
    """The records of the rounds after this one."""
    if not round_no:
        return records
    return {player: [one for one in own if one.round_no > round_no] for player, own in records.items()}


def basis(state: State, records: Records, upto: int, without: frozenset[PlayerId]) -> Basis:
    """What the standings after round `upto` are made of, of those who came into the part it is of.

    Args:
        state: the tournament.
        records: everybody's rounds up to it.
        upto: the round.
        without: who is not ranked in any case.
    """
    found, anew = breaks(state, upto), forgotten(state, upto)
    if not found:
        return Basis(records, upto, without)
    begun = found[-1]
    below = frozenset(player for player in state.players if player not in begun.came)
    own = since(records, anew)
    carried = None if begun.carry == "none" else _carried(own, [one for one in found if one.after > anew])
    return Basis(own, upto - anew, without | below, begun, below, carried)


def _carried(records: Records, found: Sequence[Break]) -> Carried:
    """The points and wins that count after the last of these breaks, of everybody who came."""
    last = found[-1]
    points, wins = dict.fromkeys(sorted(last.came), 0), dict.fromkeys(sorted(last.came), 0)
    for player in points:
        past = 0
        for one in found:
            sides = [each.side for each in records[player] if past < each.round_no <= one.after]
            points[player] = brought(sum((side.points for side in sides), points[player]), one.carry)
            wins[player] = brought(sum((side.verdict == "win" for side in sides), wins[player]), one.carry)
            past = one.after
    return Carried(last.after, points, wins)
