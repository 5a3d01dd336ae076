"""Pairing sheets for pages: who meets whom where, what is remarkable about it, and what a round is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from muster.app.rounds.double_rounds import double_title
from muster.app.standings.read import standings_after
from muster.core.ids import ClubId, Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import NOTHING, Message, listing, say, say_in, say_n
from muster.core.tournament import queries
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.state import Bye, Pairing, Round, Sheet, State
from muster.exchange.elimination_words import elimination_title, tables_title
from muster.people.models import Club

MarkKind = Literal[
    "rematch",
    "three",
    "three-again",
    "bye-warning",
    "tables",
    "fixed-table",
    "staff",
    "same-club",
    "pair-down",
    "late",
    "bye",
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
            "three": say("table of three"),
            "three-again": say("at a table of three again"),
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
    "open": say_in("a result", "missing"),
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
    `seats` is everybody at the table: two, or three to five in the order in which they sit.
    """

    table: TableNo
    seats: tuple[SheetPlayer, ...]
    game: int | None = None
    marks: tuple[SheetMark, ...] = ()
    status: str = ""
    pod: int | None = None

    @property
    def one(self) -> SheetPlayer:
        """The first named of two."""
        return self.seats[0]

    @property
    def two(self) -> SheetPlayer:
        """The second named of two."""
        return self.seats[1]

    @property
    def status_words(self) -> Message:
        """How it stands, in a word."""
        return status_words(self.status)

    @property
    def down(self) -> bool:
        """Whether not all of them stand in one score group."""
        return len({seat.points for seat in self.seats}) > 1

    @property
    def spread(self) -> int:
        """The points between the best and the worst of them."""
        points = [seat.points or 0 for seat in self.seats]
        return max(points) - min(points)

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
    return say("Round {number}: {name}", number=number, name=bracket_title(state, number))


def bracket_title(state: State, number: RoundNo) -> Message:
    """What an elimination round is called."""
    if state.double:
        return double_title(state, number)
    games = games_of(state, number)
    return tables_title(games) if state.at_tables else elimination_title(games)


def games_of(state: State, number: RoundNo) -> int:
    """How many games an elimination round has, byes and empty ones included; published or on the table."""
    rounds = elimination_rounds(state)
    index = number - state.stages[-1].first_round
    if index < len(rounds):
        return len(rounds[index].games)
    if rounds:
        return 1 if state.at_tables else len(rounds[-1].games) // 2
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
    own = dict.fromkeys(mark for player in pairing.players for mark in marks.get(player, ()))
    there = tuple(seats[player] for player in pairing.players)
    return Meeting(pairing.table, there, pairing.game, tuple(own), status, pairing.pod)


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


def met(names: Iterable[str | Message]) -> Message:
    """Who meets whom, in a line: two against each other, or everybody at a table in the order of the seats."""
    one, two, *more = names
    if more:
        return say("{players}", players=listing((one, two, *more), "plain"))
    return say("{one} v {two}", one=one, two=two)


def rematch_mark(state: State, pairing: Pairing, name: Naming) -> SheetMark:
    """That two players have met before; at a table of three or four which of them, and how often."""
    if state.at_tables:
        message = _again(state, pairing, name)
    else:
        one, two = map(name, pairing.pair)
        message = say("{one} and {two} have met before.", one=one, two=two)
    return SheetMark("rematch", pairing.players, message, state.regulations.pairing.rematch_clause)


def _again(state: State, pairing: Pairing, name: Naming) -> Message:
    """Which two of a table meet again, counted up to the round before: those who have met most often first."""
    here = next((one.number for one in reversed(state.rounds) if _holds(one, pairing)), len(state.rounds) + 1)
    often = queries.meetings(one for one in queries.swiss_rounds(state) if one.number < here)
    pairs = [(one, two, often.get(one, {}).get(two, 0)) for one, two in combinations(pairing.players, 2)]
    found = sorted((pair for pair in pairs if pair[2]), key=lambda pair: -pair[2])
    return say(
        "Have met before: {pairs}.",
        pairs=listing(
            say_n("{one} with {two}", "{one} with {two} ({count} times)", count, one=name(one), two=name(two))
            for one, two, count in found
        ),
    )


def _holds(round_: Round, pairing: Pairing) -> bool:
    match = round_.matches.get(pairing.table)
    return match is not None and match.pairing == pairing


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table (None for the bye) before and after, as names with points where pairing goes by these."""

    table: TableNo | None
    before: Message
    after: Message


def points_of(state: State) -> Mapping[PlayerId, int]:
    """What makes the score groups of the round that is due, by player."""
    done = len(queries.swiss_rounds(state))
    return queries.pairing_points(state, standings_after(state, done), done)
