"""The latest results for everybody, as they came in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muster.core.ids import Naming, RoundNo, TableNo
from muster.core.tournament import facts
from muster.core.tournament.state import Match
from muster.journal.store import Snapshot
from muster.web.public.rounds.lines import TableLine, ending_words, table_line

FEED: Final = 60
"""So many results are listed; the rounds have all of them."""


@dataclass(frozen=True, slots=True)
class FeedLine:
    """A settled result: when it came in, of which round, and how it was scored."""

    at: datetime
    round_no: RoundNo
    line: TableLine
    score: str
    corrected: bool


def latest_results(snapshot: Snapshot, name: Naming, most: int = FEED) -> list[FeedLine]:
    """The results that came in last, latest first: each match that is settled now, once, by its latest act."""
    found: list[FeedLine] = []
    seen: set[tuple[RoundNo, TableNo]] = set()
    for seq, round_no, table in _reported(snapshot):
        match = snapshot.state.rounds[round_no - 1].matches.get(table)
        if (round_no, table) in seen or match is None or not match.settled:
            continue
        seen.add((round_no, table))
        found.append(_feed_line(snapshot, seq, round_no, match, name))
        if len(found) == most:
            break
    return found


_OF_A_RESULT: Final = (
    facts.ResultReported,
    facts.ResultConfirmed,
    facts.ResultCorrected,
    facts.MatchAwarded,
)


def _reported(snapshot: Snapshot) -> Iterator[tuple[int, RoundNo, TableNo]]:
    """The numbers of the facts about results, latest first, each with its round and table.

    What was said of a round before it was published as it is now concerned other matches.
    """
    past = set[RoundNo]()
    for entry in reversed(snapshot.entries):
        fact = entry.fact
        if isinstance(fact, facts.RoundPublished):
            past.add(fact.round_no)
        elif (
            isinstance(fact, _OF_A_RESULT)
            and fact.round_no not in past
            and fact.round_no <= len(snapshot.state.rounds)
        ):
            yield entry.seq, fact.round_no, fact.table


def _feed_line(snapshot: Snapshot, seq: int, round_no: RoundNo, match: Match, name: Naming) -> FeedLine:
    state = snapshot.state
    round_ = state.rounds[round_no - 1]
    elimination = state.stages[round_.stage].format == "elimination"
    return FeedLine(
        snapshot.marks[seq - 1].at,
        round_no,
        table_line(state, round_, match, name, elimination=elimination),
        ending_words(state, match.report) if match.report and not elimination else "",
        bool(match.corrections),
    )
