"""How those who brought something fared against those who did not: what was decided at the table, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import permutations
from typing import Final

from muster.core.ids import PlayerId
from muster.core.outcomes import Outcome, SideOutcome, Verdict, verdict_between
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament.state import Match, State
from muster.core.win_rates import MatchesPlayed
from muster.rules.schema import EndId

AT_THE_TABLE: Final[frozenset[EndId]] = frozenset(
    ("defeated", "mutual-destruction", "rounds", "time", "decided", "concession")
)
"""Ends of a match that was played. A player who did not come, a loss given by a judge and a draw that was agreed on say
nothing about what the two brought."""

PlayedAgainst = Mapping[PlayerId, Sequence[tuple[PlayerId, Verdict]]]
"""By player: whom they played, and how it ended for them."""


def played_against(state: State) -> PlayedAgainst:
    """Every match that was played and is settled, in Swiss rounds and in the bracket, seen from every side.

    At a table of three or four each has played each of the others, and whoever came before them has won.

    Byes, rounds lost without an opponent and matches awarded because somebody left are none. Matches of players who
    dropped or were disqualified later are.
    """
    found: dict[PlayerId, list[tuple[PlayerId, Verdict]]] = {}
    for round_ in state.rounds:
        for match in round_.matches.values():
            if match.outcome is not None and _played(match):
                for (one, own), (two, theirs) in permutations(_came(match, match.outcome), 2):
                    found.setdefault(one, []).append((two, verdict_between(own, theirs)))
    return found


def _came(match: Match, outcome: Outcome) -> list[tuple[PlayerId, SideOutcome]]:
    """Who played, with what it gave them: at a table of three or four not who never came or was given the loss."""
    report = match.report
    out = {*report.absent, *report.lost} if isinstance(report, PlacingReport) else set()
    seated = enumerate(zip(match.pairing.players, outcome.sides, strict=True))
    return [one for seat, one in seated if seat not in out]


def won_by(holders: Collection[PlayerId], played: PlayedAgainst) -> MatchesPlayed:
    """What these players won, drew and lost against others; matches among themselves are left out."""
    counted = Counter(
        verdict for one in holders for other, verdict in played.get(one, ()) if other not in holders
    )
    return MatchesPlayed(counted["win"], counted["draw"], counted["loss"])


def _played(match: Match) -> bool:
    return match.settled and match.report is not None and match.report.end in AT_THE_TABLE
