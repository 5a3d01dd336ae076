"""A play-off, held against who is equal where the line is drawn.

Shares no step with the act: everybody is looked at by themself, with the values that they are compared by.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from muster.core.ids import PlayerId
from muster.core.messages import Message, say
from muster.core.tournament import facts, queries
from muster.core.tournament.state import State


def tie_faults(before: State, fact: facts.TiePlayed) -> list[Message]:
    """What is wrong with a play-off: its round, whether it was time for it, and who was in it."""
    faults = []
    if fact.after != queries.completed(before) or fact.after != len(before.rounds):
        faults.append(say("a play-off follows the last round that is complete"))
    drawn = _line(before)
    if drawn is None:
        faults.append(say("nobody goes on by places here: there is nothing to play for"))
    elif not _holds(before, fact.players, *drawn):
        faults.append(say("a play-off is among exactly those who are equal where the line is drawn"))
    return faults


def _line(before: State) -> tuple[bool, int] | None:
    """Whether the line is drawn inside every group, and below which place; None where there is none to come."""
    plan, played = before.announced, len(before.rounds)
    if before.seeds is not None or before.stages[-1].format != "swiss":
        return None
    ends = queries.ends(before)
    here = len(before.passed) if plan.course.parts else 0
    if played < ends[here]:
        return None
    if here + 1 < len(ends):
        coming = plan.course.parts[here + 1]
        kind, number = coming.entry, coming.number
    else:
        kind, number = plan.cut_kind, plan.cut
    if not number or kind not in ("top", "best-of-groups"):
        return None
    return kind == "best-of-groups", number


def _holds(before: State, players: Sequence[PlayerId], inside: bool, number: int) -> bool:
    """Whether these are all who are equal with the first of them, and some of them are above the line, some below."""
    rows = {row.player: row for row in queries.table(before).rows}
    section = queries.table(before).section

    def worth(player: PlayerId) -> tuple[int, int, tuple[Fraction, ...]]:
        return section(player), rows[player].points, rows[player].values

    came = before.passed[-1] if before.passed else tuple(before.players)
    rivals = [one for one in came if one in rows and queries.present(before.players[one])]
    first = players[0] if players else None
    if first not in rivals:
        return False
    if inside:
        groups = [{*group} for group in before.pods or () if first in group]
        rivals = [one for one in rivals if any(one in group for group in groups)]
    equal = sorted(one for one in rivals if worth(one) == worth(first))
    below = [one for one in rivals if rows[one].rank > max(rows[other].rank for other in equal)]
    above = len(rivals) - len(equal) - len(below)
    return sorted(players) == equal and above < number < above + len(equal)
