"""Days on which players are equal in everything where only some go on."""

from __future__ import annotations

from typing import Any

from course_cases import shown
from muster.core.ids import PlayerId, Seat
from muster.core.scoring.reports import MarginReport, Tally
from muster.core.tournament import commands
from muster.core.tournament.acts.play_offs import lines
from muster.core.tournament.course import Course, CoursePart
from muster.core.tournament.state import Match
from web_cases import Hall

PARTS = (CoursePart("swiss", 2), CoursePart("swiss", 1, "top", 2))


def two_equal(**given: Any) -> Hall:
    """Four after two rounds, of whom two go on: one has won both, and the next two are equal in everything."""
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 2, "cut": 2, **given})
    hall.begin(4)
    hall.publish()
    _won(hall, [match.pairing.players[0] for match in hall.state.rounds[0].matches.values()])
    best, beaten = hall.state.rounds[0].matches[min(hall.state.rounds[0].matches)].pairing.players
    hall.publish()
    _won(hall, [best, beaten])
    return hall


def in_parts() -> Hall:
    """The same, with a part after it into which the best two come."""
    return two_equal(rounds=None, cut=0, course=Course(parts=PARTS))


def many_equal(players: int = 8) -> Hall:
    """After one round half of them are equal in everything, and two go on."""
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 1, "cut": 2})
    hall.begin(players)
    hall.publish()
    _won(hall, [match.pairing.players[0] for match in hall.state.rounds[0].matches.values()])
    return hall


def groups_equal() -> Hall:
    """Two groups in each of which everybody has beaten one and lost to the other; the best of each goes on."""
    given = {"structure": "custom", "cut": 1, "cut_kind": "best-of-groups"}
    hall = Hall("armada-4.0", given | {"course": Course(parts=(CoursePart("groups", size=3),))})
    hall.begin(6)
    shown(hall)
    beats = {(group[at], group[at - 1]) for group in hall.state.pods or () for at in range(3)}
    for _ in range(3):
        hall.publish()
        matches = hall.state.rounds[-1].matches.values()
        _won(hall, [one.pairing.pair[one.pairing.pair not in beats] for one in matches])
    return hall


def tied(hall: Hall) -> tuple[PlayerId, ...]:
    """Who is equal at the line, in the order of their random keys."""
    return lines(hall.state)[0].players


def win(seat: Seat) -> MarginReport:
    """A win of this seat by a hundred points."""
    scores = (Tally(100), Tally()) if seat == 0 else (Tally(), Tally(100))
    return MarginReport(end="rounds", scores=scores, deciding=seat)


def _won(hall: Hall, winners: list[PlayerId]) -> None:
    round_ = hall.state.rounds[-1]
    for table, match in sorted(round_.matches.items()):
        hall.do(commands.ReportResult(round_.number, table, win(_seat(match, winners))))


def _seat(match: Match, winners: list[PlayerId]) -> Seat:
    return 0 if match.pairing.players[0] in winners else 1
