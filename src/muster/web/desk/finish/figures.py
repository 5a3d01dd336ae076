"""The end of a tournament in figures and as files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from muster.app.standings.finishing import place_rows, places_now, swiss_table
from muster.app.standings.read import in_english
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message
from muster.core.points import in_file
from muster.core.tournament import facts, queries
from muster.core.tournament.next_step import unfinished
from muster.core.tournament.state import Round, State
from muster.exchange.journal import entry_line, header_line
from muster.exchange.prizes import prizes_for, read_prizes
from muster.exchange.words import points_heading
from muster.journal.store import Snapshot


def missing(state: State) -> Message | None:
    """What is still to be played, in words; None when the tournament can end, and before the first round."""
    return unfinished(state) if state.rounds else None


@dataclass(frozen=True, slots=True)
class DayFigures:
    """The tournament in figures.

    Attributes:
        players: who took part in at least one round.
        swiss: Swiss rounds published.
        elimination: elimination rounds published.
        matches: matches with a result.
        byes: byes given.
        drops: those of them who left on their own.
        disqualified: those of them who were removed.
        corrections: results that were corrected.
        began: when the first round was published.
        ended: when the tournament was finished, or the last fact was recorded.
    """

    players: int
    swiss: int
    elimination: int
    matches: int
    byes: int
    drops: int
    disqualified: int
    corrections: int
    began: datetime | None
    ended: datetime | None

    @property
    def lasted(self) -> timedelta | None:
        """From the first round to the end."""
        return self.ended - self.began if self.began and self.ended else None

    @property
    def hours(self) -> int:
        """The whole hours of it."""
        return int(self.lasted.total_seconds()) // 3600 if self.lasted else 0

    @property
    def minutes(self) -> int:
        """The minutes beside the hours."""
        return int(self.lasted.total_seconds()) // 60 % 60 if self.lasted else 0


def day_of(snapshot: Snapshot) -> DayFigures:
    """The tournament in figures."""
    state, marks = snapshot.state, snapshot.marks
    played = frozenset(player for round_ in state.rounds for player in _took_part(round_))
    status = [player.status for player in state.players.values() if player.player in played]
    matches = [match for round_ in state.rounds for match in round_.matches.values()]
    swiss = len(queries.swiss_rounds(state))
    first = _first(snapshot, facts.RoundPublished)
    last = _first(snapshot, facts.TournamentFinished, from_end=True) if state.places is not None else None
    return DayFigures(
        players=len(played),
        swiss=swiss,
        elimination=len(state.rounds) - swiss,
        matches=sum(match.outcome is not None for match in matches),
        byes=sum(len(round_.byes) for round_ in state.rounds),
        drops=status.count("dropped"),
        disqualified=status.count("disqualified"),
        corrections=sum(match.corrections for match in matches),
        began=marks[first].at if first is not None else None,
        ended=marks[last if last is not None else -1].at if marks else None,
    )


def _took_part(round_: Round) -> Iterator[PlayerId]:
    for match in round_.matches.values():
        yield from match.pairing.players
    for bye in round_.byes:
        yield bye.player


def _first(snapshot: Snapshot, kind: type[facts.Fact], *, from_end: bool = False) -> int | None:
    """Where the first fact of a kind stands, or the last one."""
    count = len(snapshot.entries)
    numbers = range(count - 1, -1, -1) if from_end else range(count)
    return next((at for at in numbers if isinstance(snapshot.entries[at].fact, kind)), None)


def journal_lines(snapshot: Snapshot, title: str, names: Mapping[PlayerId, str]) -> Iterator[str]:
    """The journal file, line by line; `muster verify` reads it.

    Args:
        snapshot: the tournament.
        title: what the file calls it.
        names: the display names; empty for a file without names.
    """
    yield header_line(title, names) + "\n"
    for entry in snapshot.entries:
        yield entry_line(entry) + "\n"


def places_sheet(state: State, prizes: str, name: Naming) -> tuple[list[str], list[list[object]]]:
    """All final places as headings and lines, for a spreadsheet."""
    table = swiss_table(state)
    figures = [points_heading(table), *(str(one.short) for one in table.columns)] if table else []
    lines: list[list[object]] = [
        [
            row.place,
            row.player,
            row.name,
            *([in_file(row.rank.points), *in_english(row.rank.values)] if row.rank else [""] * len(figures)),
            "; ".join(map(str, row.prizes)),
        ]
        for row in place_rows(state, places_now(state), prizes, name, table)
    ]
    return ["place", "number", "name", *figures, "prizes"], lines


def places_values(state: State, title: str, prizes: str, name: Naming) -> dict[str, object]:
    """The end of a tournament for programs."""
    listed = read_prizes(prizes)
    return {
        "title": title,
        "regulations": state.regulations.id,
        "finished": state.places is not None,
        "rounds": len(state.rounds),
        "facts": state.version,
        "head": state.head,
        "places": [
            {
                "first": place.first_place,
                "last": place.last_place,
                "player": place.player,
                "name": name(place.player),
                "prizes": [str(prize) for prize in prizes_for(listed, place.first_place, place.last_place)],
            }
            for place in places_now(state)
        ],
    }
