"""Published rounds for everybody: by table and by name, with what is known of each match, and the latest results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from django.utils.translation import gettext as _

from muster.app.rounds.cards import found_by
from muster.app.rounds.sheets import title_of
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import NOTHING, Listing, Message, listing, say
from muster.core.pairing.round_draws import RoundCards
from muster.core.scoring.reports import Report
from muster.core.tournament.state import Match, Round, State
from muster.core.written import points_score
from muster.exchange import words
from muster.exchange.alphabet import alphabetical

MatchPhase = Literal["posted", "playing", "reported", "checking", "settled"]


_BETWEEN: Final = "\u2060–\u2060"


@dataclass(frozen=True, slots=True)
class TableSeatLine:
    """Somebody at a table of three or four.

    Attributes:
        number: the seat, from 1.
        name: who sits there.
        place: where they came, in words, once that stands.
        points: what it was worth; nothing in the cut, where only the places count.
        first: whether they won the table, or share its first place.
    """

    number: int
    name: str
    place: Message = NOTHING
    points: str = ""
    first: bool = False


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of a published round.

    Attributes:
        table: where.
        one: the first player's name; `two` the second's, which is empty at a table of three or four.
        phase: how the match stands: not begun, being played, reported by one side only, looked at by the staff
            because the two say different things, or settled.
        result: what it came to, the first player's figure first: points, or how an elimination match ended.
        winner: 1 or 2 for who won, 0 for nobody.
        rematch: the two have met before.
        game: its number in the bracket.
        seats: at a table of three or four, everybody there; nobody in a match of two.
    """

    table: TableNo
    one: str
    two: str
    phase: MatchPhase
    result: str = ""
    winner: int = 0
    rematch: bool = False
    game: int | None = None
    seats: tuple[TableSeatLine, ...] = ()

    @property
    def names(self) -> str:
        """All names, for finding."""
        return " ".join(one.name for one in self.seats) if self.seats else f"{self.one} {self.two}"

    @property
    def done(self) -> bool:
        """Whether there is a result that stands."""
        return bool(self.result) or any(seat.place for seat in self.seats)

    @property
    def names_listed(self) -> Listing:
        """Everybody at a table of three or four, in the order of the seats."""
        return listing((one.name for one in self.seats), "plain")

    @property
    def phase_words(self) -> str:
        """How the match stands, in a word or two."""
        return {
            "posted": _("not begun"),
            "playing": _("playing"),
            "reported": _("not confirmed by everybody") if self.seats else _("reported by one player"),
            "checking": _("being checked"),
            "settled": "",
        }[self.phase]


@dataclass(frozen=True, slots=True)
class ByeLine:
    """A player with a bye, and what it is worth; `points` is empty in elimination.

    `rests` says that it is no bye: they have nobody to meet, which is worth nothing.
    """

    player: PlayerId
    name: str
    points: str
    awarded: bool
    table: None = None
    rests: bool = False

    @property
    def names(self) -> str:
        """The name, for finding."""
        return self.name


@dataclass(frozen=True, slots=True)
class NameLine:
    """A player's line on the sheet by name: where they sit (None for a bye) and whom they meet.

    `seat` is where they sit at a table of three or four, from 1; 0 in a match of two.
    """

    name: str
    table: TableNo | None
    opponent: str | Listing
    seat: int = 0
    rests: bool = False

    @property
    def names(self) -> str:
        """The names in it, for finding."""
        return f"{self.name} {self.opponent}"


@dataclass(frozen=True)
class RoundForAll:
    """A published round.

    Attributes:
        state: the tournament.
        round: the round.
        name: the names everybody may see.
    """

    state: State
    round: Round
    name: Naming

    @property
    def number(self) -> RoundNo:
        """Its number."""
        return self.round.number

    @property
    def title(self) -> str:
        """What it is called."""
        return str(title_of(self.state, self.number))

    @property
    def elimination(self) -> bool:
        """Whether it belongs to the bracket."""
        return self.state.stages[self.round.stage].format == "elimination"

    @property
    def latest(self) -> bool:
        """Whether nothing was published after it."""
        return self.number == len(self.state.rounds)

    @property
    def begun(self) -> bool:
        """Whether play has begun."""
        return self.round.begun

    @property
    def at_tables(self) -> bool:
        """Whether it is played at tables of three and four."""
        return self.state.at_tables

    @property
    def complete(self) -> bool:
        """Whether every result is in."""
        return self.round.complete

    @property
    def settled(self) -> int:
        """How many of its matches have a result."""
        return sum(match.settled for match in self.round.matches.values())

    @property
    def total(self) -> int:
        """How many matches it has."""
        return len(self.round.matches)

    @property
    def cards(self) -> RoundCards | None:
        """The deployment and objective, in games that draw them."""
        return self.round.cards

    @property
    def cards_found(self) -> Message:
        """How they were found: by the seed, by hand or by the outline."""
        return found_by(self.state, self.number)

    @property
    def cards_clause(self) -> str:
        """Where it stands that they are drawn."""
        draws = self.state.regulations.round_draws
        return draws.clause if draws else ""

    @cached_property
    def tables(self) -> tuple[TableLine, ...]:
        """The matches by table number."""
        return tuple(
            table_line(self.state, self.round, match, self.name, elimination=self.elimination)
            for _table, match in sorted(self.round.matches.items())
        )

    @cached_property
    def byes(self) -> tuple[ByeLine, ...]:
        """Those without an opponent: with a bye, and those who rest."""
        resting = tuple(
            ByeLine(one, self.name(one), "", awarded=False, rests=True) for one in self.round.resting
        )
        return resting + tuple(
            ByeLine(
                bye.player,
                self.name(bye.player),
                "" if self.elimination else str(bye.outcome.points),
                bye.awarded,
            )
            for bye in self.round.byes
        )

    @property
    def unconfirmed(self) -> bool:
        """Whether some results rest on one player's word so far."""
        return any(one.phase == "reported" for one in self.tables)

    @property
    def by_name(self) -> list[NameLine]:
        """Everybody once, in alphabetical order."""
        lines = [line for one in self.tables for line in _name_lines(one)]
        lines += [NameLine(bye.name, None, "", rests=bye.rests) for bye in self.byes]
        in_order = alphabetical()
        return sorted(lines, key=lambda line: (in_order(line.name), line.table or 0))


def round_for_all(state: State, number: int, name: Naming) -> RoundForAll:
    """A published round.

    Raises:
        LookupError: it is not published.
    """
    if not 1 <= number <= len(state.rounds):
        raise LookupError(f"round {number} is not published")
    return RoundForAll(state, state.rounds[number - 1], name)


def table_line(state: State, round_: Round, match: Match, name: Naming, *, elimination: bool) -> TableLine:
    """One match of a published round."""
    settled = match.outcome is not None and match.settled
    if state.at_tables:
        seats = tuple(_seats(match, name, settled=settled, elimination=elimination))
        result = _("awarded") if settled and match.report is None else ""
        phase, rematch = _phase(round_, match), match.pairing.rematch
        return TableLine(
            match.pairing.table, "", "", phase, result, rematch=rematch, game=match.pairing.game, seats=seats
        )
    one, two = match.pairing.pair
    winner = match.outcome.winner if settled and match.outcome else None
    return TableLine(
        match.pairing.table,
        name(one),
        name(two),
        _phase(round_, match),
        _result(state, match, elimination=elimination) if settled else "",
        0 if winner is None else winner + 1,
        match.pairing.rematch,
        match.pairing.game,
    )


def _seats(match: Match, name: Naming, *, settled: bool, elimination: bool) -> Iterator[TableSeatLine]:
    sides = match.outcome.sides if match.outcome is not None and settled else ()
    for at, player in enumerate(match.pairing.players):
        if not sides:
            yield TableSeatLine(at + 1, name(player))
            continue
        side = sides[at]
        place = say("place {place}", place=side.place) if side.place else NOTHING
        points = "" if elimination else str(side.points)
        yield TableSeatLine(at + 1, name(player), place, points, side.verdict != "loss")


def _name_lines(one: TableLine) -> Iterator[NameLine]:
    if not one.seats:
        yield NameLine(one.one, one.table, one.two)
        yield NameLine(one.two, one.table, one.one)
    for own in one.seats:
        others = listing((seat.name for seat in one.seats if seat is not own), "plain")
        yield NameLine(own.name, one.table, others, own.number)


def _phase(round_: Round, match: Match) -> MatchPhase:
    if match.status == "disputed":
        return "checking"
    if match.settled:
        return "reported" if match.status == "reported" else "settled"
    return "playing" if round_.begun else "posted"


def _result(state: State, match: Match, *, elimination: bool) -> str:
    if match.outcome is None:
        return ""
    if elimination:
        return ending_words(state, match.report) if match.report else _("awarded")
    one, two = match.outcome.pair
    return str(points_score(one.points, two.points))


def ending_words(state: State, report: Report) -> str:
    """How a match ended, as the regulations call it, with its main figures."""
    told = str(words.ending_words(state, report))
    ending, space, figures = told.rpartition(" ")
    # The two figures stay together at the end of a line.
    return f"{ending}{space}{figures.replace('-', _BETWEEN)}" if figures[:1].isdigit() else told
