"""Pairing sheets for pages: who meets whom where, what is remarkable about it, and what a round is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from muster.app.standings.read import standings_after
from muster.core.ids import ClubId, Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import NOTHING, Message, say
from muster.core.tournament import queries
from muster.core.tournament.state import Bye, Pairing, Sheet, State
from muster.people.models import Club

MarkKind = Literal[
    "rematch", "bye-warning", "tables", "fixed-table", "staff", "same-club", "pair-down", "late", "bye"
]


@dataclass(frozen=True, slots=True)
class SheetMark:
    """Something to look at on a sheet.

    Attributes:
        kind: what it is about.
        players: whom it concerns; nobody if it is about the sheet as a whole.
        message: in words.
        clause: the clause it rests on.
        warning: look at it before publishing; other marks only explain.
    """

    kind: MarkKind
    players: tuple[PlayerId, ...]
    message: Message
    clause: str | None = None
    warning: bool = True

    @property
    def label(self) -> Message:
        """The kind in a word or two."""
        return {
            "rematch": say("rematch"),
            "bye-warning": say("bye"),
            "tables": say("tables"),
            "fixed-table": say("fixed table"),
            "staff": say("on the staff"),
            "same-club": say("same club"),
            "pair-down": say("plays someone with fewer points"),
            "late": say("late"),
            "bye": say("bye"),
        }[self.kind]


_STATUS: Final[Mapping[str, Message]] = {
    "open": say("missing"),
    "reported": say("reported"),
    "disputed": say("disputed"),
    "confirmed": say("confirmed"),
}


def status_words(status: str) -> Message:
    """How a match stands, in a word; nothing before its round is published."""
    return _STATUS.get(status, NOTHING)


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A player on a sheet; `points` is None where the pairing does not go by points."""

    player: PlayerId
    name: str
    points: int | None = None
    club: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One pairing of a sheet, with what is remarkable about it and, once published, how it stands.

    `pod` is the pod it is played in; None where there are none.
    """

    table: TableNo
    one: SheetPlayer
    two: SheetPlayer
    game: int | None = None
    marks: tuple[SheetMark, ...] = ()
    status: str = ""
    pod: int | None = None

    @property
    def status_words(self) -> Message:
        """How it stands, in a word."""
        return status_words(self.status)

    @property
    def down(self) -> bool:
        """Whether the two stand in different score groups."""
        return self.one.points != self.two.points

    @property
    def warned(self) -> bool:
        """Whether there is anything to look at before publishing."""
        return any(mark.warning for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Resting:
    """A player with a bye, and why where that is known at once."""

    seat: SheetPlayer
    awarded: bool
    game: int | None
    marks: tuple[SheetMark, ...] = ()


def title_of(state: State, number: RoundNo) -> Message:
    """What a round is called, published or next: `Round 3 of 5`, or `Round 6: quarter-final`."""
    index = state.rounds[number - 1].stage if number <= len(state.rounds) else len(state.stages) - 1
    if state.stages[index].format == "swiss":
        return say("Round {number} of {rounds}", number=number, rounds=state.announced.rounds)
    return say("Round {number}: {name}", number=number, name=elimination_title(games_of(state, number)))


def elimination_title(games: int) -> Message:
    """What an elimination round of so many games is called."""
    names = {1: say("final"), 2: say("semi-final"), 4: say("quarter-final")}
    return names.get(games) or say("last {players}", players=2 * games)


def games_of(state: State, number: RoundNo) -> int:
    """How many games an elimination round has, byes and empty ones included; published or on the table."""
    rounds = queries.elimination_rounds(state)
    index = number - state.stages[-1].first_round
    if index < len(rounds):
        return len(rounds[index].games)
    if rounds:
        return len(rounds[-1].games) // 2
    sheet = state.proposal.sheet if state.proposal else Sheet(())
    return len(sheet.pairings) + len(sheet.byes)


def club_names(state: State) -> Mapping[ClubId, str]:
    """The names of the clubs of those who entered."""
    clubs = {player.club for player in state.players.values() if player.club is not None}
    if not clubs:
        return {}
    return {
        ClubId(number): name for number, name in Club.objects.filter(pk__in=clubs).values_list("pk", "name")
    }


Marks = Mapping[PlayerId, Sequence[SheetMark]]
"""Marks by the players they concern."""


def by_player(marks: Iterable[SheetMark]) -> Marks:
    """The marks of each player."""
    found: dict[PlayerId, list[SheetMark]] = {}
    for mark in marks:
        for player in mark.players:
            found.setdefault(player, []).append(mark)
    return found


def meeting(
    pairing: Pairing, seats: Mapping[PlayerId, SheetPlayer], marks: Marks, status: str = ""
) -> Meeting:
    """One pairing for a page."""
    one, two = pairing.players
    own = dict.fromkeys((*marks.get(one, ()), *marks.get(two, ())))
    return Meeting(pairing.table, seats[one], seats[two], pairing.game, tuple(own), status, pairing.pod)


def resting(bye: Bye, seats: Mapping[PlayerId, SheetPlayer], marks: Marks) -> Resting:
    """One bye for a page."""
    return Resting(seats[bye.player], bye.awarded, bye.game, tuple(marks.get(bye.player, ())))


def everybody(sheet: Sheet) -> list[PlayerId]:
    """Everybody on a sheet: by table, then those with a bye, then those who rest."""
    return [
        *(player for pairing in sheet.pairings for player in pairing.players),
        *(bye.player for bye in sheet.byes),
        *sheet.resting,
    ]


def rematch_mark(state: State, pairing: Pairing, name: Naming) -> SheetMark:
    """That two players have met before."""
    one, two = map(name, pairing.players)
    message = say("{one} and {two} have met before.", one=one, two=two)
    return SheetMark("rematch", pairing.players, message, state.regulations.pairing.rematch_clause)


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table (None for the bye) before and after, as names with points where pairing goes by these."""

    table: TableNo | None
    before: Message
    after: Message


def points_of(state: State) -> Mapping[PlayerId, int]:
    """What makes the score groups of the round that is due, by player."""
    return queries.pairing_points(state, standings_after(state, len(queries.swiss_rounds(state))))
