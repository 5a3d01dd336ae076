"""The proposal of a round as an organiser reviews it: every pairing, and what to look at before publishing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Final

from muster.app.common.cache import BoundedCache
from muster.app.common.names import in_sentences, naming
from muster.app.rounds.sheets import (
    MarkKind,
    Meeting,
    Resting,
    SheetMark,
    SheetPlayer,
    by_player,
    club_names,
    everybody,
    meeting,
    points_of,
    resting,
    title_of,
)
from muster.core.ids import ClubId, Naming, PlayerId, RoundNo
from muster.core.messages import NOTHING, Message, listing, say, say_in, say_n, verbatim
from muster.core.pairing.round_draws import RoundCards
from muster.core.pairing.seating.field import FOUR, THREE
from muster.core.tournament import queries
from muster.core.tournament.drawing import seated
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.review import Remark, review
from muster.core.tournament.state import Round, Sheet, State
from muster.core.tournament.why import why_met
from muster.core.tournament.why_tables import whole_round
from muster.journal.store import Snapshot
from muster.people.models import Entry, Staff

METHODS: Final[Mapping[str, Message]] = {
    "shuffled": say_in("method of a draw", "shuffled"),
    "counted": say_in("method of a draw", "counted"),
    "walked": say_in("method of a draw", "walked"),
    "listed": say_in("method of a draw", "listed"),
    "ranked": say_in("method of a draw", "ranked"),
    "bracket": say_in("method of a draw", "bracket"),
    "circle": say_in("method of a draw", "circle"),
    "pods": say_in("method of a draw", "inside pods"),
    "tables shuffled": say_in("method of a draw", "shuffled"),
    "tables counted": say_in("method of a draw", "counted"),
    "tables searched": say_in("method of a draw", "searched"),
}
"""How the pairs of a round can have been found (`docs/draws.md`)."""

_wholes: Final = BoundedCache[tuple[Message, ...]](32)
"""How drafts at tables come out, by the head of their tournament."""

STAFF_CLAUSE: Final = "COM-ROLE-4"
"""Where the regulations speak of leaders who play, it is here."""


@dataclass(frozen=True, slots=True)
class ReviewSheet:
    """A proposal as it is reviewed.

    Attributes:
        round_no: the round it is for.
        title: what the round is called.
        attempt: which proposal of the round it is, from 1.
        method: how its pairs were found.
        elimination: it follows from a bracket, so that players cannot be swapped.
        fixed: players cannot be swapped: it follows from a bracket, or from the circle of a round robin.
        drawn: something in it is up to the dice, so that drawing again could change it.
        meetings: every pairing by table.
        byes: who rests.
        general: marks about the sheet as a whole.
        cards: the cards of the round, in games that draw some.
        at_tables: whether three or four sit at a table.
        whole: at tables, how the whole round comes out in each respect.
        rests: who has nobody to meet, which is worth nothing.
    """

    round_no: RoundNo
    title: Message
    attempt: int
    method: Message
    elimination: bool
    fixed: bool
    drawn: bool
    meetings: tuple[Meeting, ...]
    byes: tuple[Resting, ...]
    general: tuple[SheetMark, ...]
    cards: RoundCards | None
    at_tables: bool = False
    whole: tuple[Message, ...] = ()
    rests: tuple[SheetPlayer, ...] = ()

    @property
    def sizes(self) -> Message:
        """At tables, how many of them have four seats and how many three."""
        sizes = [len(one.seats) for one in self.meetings]
        parts = [
            say_n("{count} table of four", "{count} tables of four", sizes.count(FOUR)),
            say_n("{count} table of three", "{count} tables of three", sizes.count(THREE)),
        ]
        there = [part for part, size in zip(parts, (FOUR, THREE), strict=True) if size in sizes]
        return say("{tables}", tables=listing(there)) if there else NOTHING

    @property
    def warnings(self) -> list[SheetMark]:
        """Everything to look at, once each."""
        found = dict.fromkeys(self.general)
        for meets in self.meetings:
            found |= dict.fromkeys(meets.marks)
        for rests in self.byes:
            found |= dict.fromkeys(rests.marks)
        return [mark for mark in found if mark.warning]

    @property
    def bye_marks(self) -> list[SheetMark]:
        """Why those who rest do so, each reason once."""
        return list(dict.fromkeys(mark for rests in self.byes for mark in rests.marks))

    @property
    def down(self) -> int:
        """How many pairings cross score groups."""
        return sum(one.down for one in self.meetings)


def review_sheet(snapshot: Snapshot, names: Mapping[PlayerId, str]) -> ReviewSheet | None:
    """The proposal on the table as it is reviewed; None where there is none."""
    state = snapshot.state
    proposal = state.proposal
    if proposal is None:
        return None
    name, sheet, clubs = naming(names), proposal.sheet, club_names(state)
    seats, called = seats_of(state, sheet, name, clubs), in_sentences(name)
    marks = (
        *_reviewed(state, names),
        *fixed_marks(state, sheet, called),
        *_without_table(state, sheet),
        *_on_staff(state, snapshot.tournament, sheet, called),
        *club_marks(state, sheet, called, clubs),
        *([] if state.at_tables else _down(state, sheet, seats, called)),
        *three_marks(state, sheet, called),
        *_late(state, proposal.round_no, sheet, called),
        *_bracket_byes(state, proposal, called),
    )
    own, bracket = by_player(marks), state.stages[-1].format == "elimination"
    robin = not bracket and queries.of_circle(state, proposal.round_no)
    return ReviewSheet(
        proposal.round_no,
        title_of(state, proposal.round_no),
        proposal.attempt,
        _method_words(proposal.pairs_by),
        bracket,
        bracket or robin,
        not (bracket or robin)
        or (sheet.cards is not None and proposal.round_no not in state.recorded)
        or (not state.rounds and state.seeds is None),
        tuple(meeting(one, seats, own) for one in sorted(sheet.pairings, key=lambda one: one.table)),
        tuple(resting(bye, seats, own) for bye in sheet.byes),
        tuple(mark for mark in marks if not mark.players),
        sheet.cards,
        state.at_tables,
        _whole(state, proposal) if state.at_tables and not bracket else (),
        tuple(seats[player] for player in sheet.resting),
    )


def _whole(state: State, proposal: RoundProposed) -> tuple[Message, ...]:
    """How a draft at tables comes out; worked out once for each."""
    return _wholes.of(state.head, lambda: whole_round(state, proposal.sheet, proposal.stopped))


def staff_playing(tournament: int) -> Mapping[PlayerId, str]:
    """Players who are on the staff of the event, with their role."""
    rows = Entry.objects.filter(
        tournament=tournament,
        player__isnull=False,
        person__account__posts__event__tournaments=tournament,
    )
    roles = dict(Staff.ROLES)
    return {
        PlayerId(player): str(roles[role])
        for player, role in rows.values_list("player", "person__account__posts__role")
        if player is not None
    }


def seats_of(
    state: State, sheet: Sheet, name: Naming, clubs: Mapping[ClubId, str]
) -> dict[PlayerId, SheetPlayer]:
    """Everybody on a proposed sheet with points, in Swiss, and club."""
    swiss = state.stages[-1].format == "swiss"
    points = points_of(state) if swiss else {}
    return {
        player: SheetPlayer(player, name(player), points.get(player), clubs.get(club, "") if club else "")
        for player in everybody(sheet)
        for club in (state.players[player].club,)
    }


def fixed_marks(state: State, sheet: Sheet, name: Naming) -> Iterator[SheetMark]:
    """Players who are not at the table they are fixed to."""
    for pairing in sheet.pairings:
        for player in pairing.players:
            fixed = state.players[player].fixed_table
            if fixed is not None and fixed != pairing.table:
                message = say(
                    "{name} is fixed to table {fixed}, but plays at {table}.",
                    name=name(player),
                    fixed=fixed,
                    table=pairing.table,
                )
                yield SheetMark("fixed-table", (player,), message)


def club_marks(state: State, sheet: Sheet, name: Naming, clubs: Mapping[ClubId, str]) -> Iterator[SheetMark]:
    """Pairings inside a club: to be looked at in the first round, good to know later."""
    first = not queries.swiss_rounds(state)
    for pairing in sheet.pairings:
        for one, two in combinations(pairing.players, 2):
            club = state.players[one].club
            if club is not None and club == state.players[two].club:
                message = say(
                    "{one} and {two} are of one club: {club}.",
                    one=name(one),
                    two=name(two),
                    club=clubs.get(club, ""),
                )
                yield SheetMark("same-club", (one, two), message, warning=first)


def three_marks(state: State, sheet: Sheet, name: Naming) -> Iterator[SheetMark]:
    """Tables of three, where others are of four: who sits at one again is to be looked at."""
    if not state.at_tables or state.stages[-1].format == "elimination":
        return
    before = queries.swiss_rounds(state)
    clause = state.regulations.pairing.clause
    for pairing in sheet.pairings:
        if len(pairing.players) != THREE:
            continue
        again = tuple(player for player in pairing.players if _was_at_three(before, player))
        if again:
            message = say("Sit at a table of three again: {players}.", players=listing(map(name, again)))
            yield SheetMark("three-again", again, message, clause)
        elif len(sheet.pairings) > 1:
            message = say("Table {table} is a table of three.", table=pairing.table)
            yield SheetMark("three", pairing.players, message, clause, warning=False)


def _was_at_three(rounds: Sequence[Round], player: PlayerId) -> bool:
    matches = (queries.match_of(round_, player) for round_ in rounds)
    return any(match is not None and len(match.pairing.players) == THREE for match in matches)


@dataclass(frozen=True, slots=True)
class _Named:
    """A state with names, told apart by its head and the names: what is computed from both is kept."""

    head: str
    names: tuple[tuple[PlayerId, str], ...]
    state: State = field(compare=False, repr=False)


def _all_named(state: State, names: Mapping[PlayerId, str]) -> tuple[tuple[PlayerId, str], ...]:
    """Every player by name: whoever has none is called otherwise in another language."""
    name = naming(names)
    return tuple((player, name(player)) for player in state.players)


@lru_cache(maxsize=32)
def _remarks(named: _Named) -> tuple[Remark, ...]:
    return review(named.state, in_sentences(naming(dict(named.names))))


_TAKEN: Final[Mapping[str, tuple[MarkKind, bool]]] = {
    "bye": ("bye", False),
    "bye-warning": ("bye-warning", True),
}


def _method_words(method: str) -> Message:
    """A method, or several as a long draw needs them: `shuffled + counted`."""
    first, *others = (METHODS.get(one, verbatim(one)) for one in method.split(" + "))
    for other in others:
        first = say("{first} + {next}", first=first, next=other)
    return first


def _reviewed(state: State, names: Mapping[PlayerId, str]) -> Iterator[SheetMark]:
    """What the engine remarks on. Clubs and fixed tables are looked at here, on the sheet as it is now."""
    for remark in _remarks(_Named(state.head, _all_named(state, names), state)):
        if remark.kind == "rematch":
            yield SheetMark("rematch", remark.players, remark.says, remark.clause)
        if remark.kind in _TAKEN:
            kind, warning = _TAKEN[remark.kind]
            yield SheetMark(kind, remark.players, remark.says, remark.clause, warning)


def _without_table(state: State, sheet: Sheet) -> Iterator[SheetMark]:
    for warning in seated(state, [pairing.players for pairing in sheet.pairings]).warnings:
        if not warning.players:
            yield SheetMark("tables", (), warning.text)


def _on_staff(state: State, tournament: int, sheet: Sheet, name: Naming) -> Iterator[SheetMark]:
    clause = STAFF_CLAUSE if STAFF_CLAUSE in state.regulations.clauses else None
    playing = staff_playing(tournament)
    for player in everybody(sheet):
        if player in playing:
            message = say(
                "{name} is on the staff ({role}): somebody else rules on this match.",
                name=name(player),
                role=playing[player],
            )
            yield SheetMark("staff", (player,), message, clause)


def _down(
    state: State, sheet: Sheet, seats: Mapping[PlayerId, SheetPlayer], name: Naming
) -> Iterator[SheetMark]:
    clause = state.regulations.pairing.clause
    for pairing in sheet.pairings:
        one, two = (seats[player] for player in pairing.players)
        if one.points is not None and two.points is not None and one.points != two.points:
            high, low = (one, two) if one.points > two.points else (two, one)
            message = say(
                "{high} ({more}) plays someone with fewer points, {low} ({fewer}).",
                high=name(high.player),
                more=_points(high),
                low=name(low.player),
                fewer=_points(low),
            )
            yield SheetMark("pair-down", pairing.players, message, clause, warning=False)


def _points(player: SheetPlayer) -> Message:
    return say_n("{count} point", "{count} points", player.points or 0)


def _late(state: State, round_no: RoundNo, sheet: Sheet, name: Naming) -> Iterator[SheetMark]:
    """Who missed the round before and is paired again."""
    clause = state.regulations.attendance.late_entry_source
    for player in everybody(sheet):
        missed = [number for each in state.players[player].missed for number in each.rounds]
        if round_no > 1 and round_no - 1 in missed:
            message = say_n(
                "{name} comes in now, with a loss in round {rounds}.",
                "{name} comes in now, with losses in rounds {rounds}.",
                len(missed),
                name=name(player),
                rounds=listing(sorted(missed), "plain"),
            )
            yield SheetMark("late", (player,), message, clause, warning=False)


def _bracket_byes(state: State, proposal: RoundProposed, name: Naming) -> Iterator[SheetMark]:
    """Why players rest in an elimination round: one reason for all of them; each their own in a double elimination."""
    resting_now = tuple(bye.player for bye in proposal.sheet.byes)
    if state.stages[-1].format == "swiss" or not resting_now:
        return
    for together in [(one,) for one in resting_now] if state.double else [resting_now]:
        found = why_met(state, proposal, proposal.sheet, together[0], name)
        if found is not None:
            yield SheetMark("bye", together, found.message, found.clause, warning=False)
