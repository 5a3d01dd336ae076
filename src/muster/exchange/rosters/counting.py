"""Counting a score from the rosters at a table: what is ticked as destroyed, and the fields of the report it fills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from muster.core.ids import SEATS, Seat, other
from muster.core.messages import NOTHING, Message, listing, of_rules, paragraph, say, whose
from muster.core.roster.roster import Checked, Path, Resolved, Roster, by_path
from muster.core.roster.tally import Piece, Tallied, lower_total, pieces, tally
from muster.core.tournament.state import State
from muster.exchange.words import isolated
from muster.rules.rosters import RosterRules, Seen
from muster.rules.scoring import WipedOut

LARGEST: Final = 9999
"""More points than anybody types in earnest."""

MOST_SHOWN: Final = 999
"""Copies of one item that can be ticked."""


Destroyable = tuple[tuple[Piece, Resolved, str], ...]
"""What can be destroyed of a roster: each piece, the card it was found to be, and what it carries, in words."""


@dataclass(frozen=True, slots=True)
class ForceLine:
    """Something that can be destroyed, as the form has it.

    Attributes:
        field: its name in the form.
        name: the card.
        carries: its upgrades, in words.
        copies: how many there are.
        points: of one copy with its upgrades; None where a price is unknown.
        keeps: whether one left keeps its player in the game: `yes`, `no`, or `open` where nobody knows.
        gone: how many are ticked.
    """

    field: str
    name: str
    carries: str
    copies: int
    points: int | None
    keeps: str
    gone: int = 0


@dataclass(frozen=True, slots=True)
class RosterForm:
    """One player's roster as the form has it.

    Attributes:
        seat: whose.
        lines: what can be destroyed; empty where the roster is not shown, and what it lost is typed.
        lost: what it lost, as typed.
        extra: what its player scored besides, as typed.
        tallied: what the other player destroyed of it.
        warnings: what the figures leave open, in words.
    """

    seat: Seat
    lines: tuple[ForceLine, ...]
    lost: str
    extra: str
    tallied: Tallied | None
    warnings: tuple[Message, ...]
    extra_field: str
    lost_field: str


@dataclass(frozen=True, slots=True)
class Count:
    """A count of a table.

    Attributes:
        forces: both rosters, by seat.
        wiped_out: what a force destroyed to the last counts.
        tokens: victory tokens are asked for, not points from objectives.
        clause: the clause the count rests on.
        fault: a figure that cannot be read, in words.
    """

    forces: tuple[RosterForm, RosterForm]
    wiped_out: WipedOut
    tokens: bool
    clause: str
    fault: Message = NOTHING

    def scored(self, seat: Seat) -> int | None:
        """What a player destroyed; None where that is typed and cannot be read."""
        lost = self.forces[other(seat)]
        return lost.tallied.destroyed if lost.tallied else _number(lost.lost or "0")

    def score(self, seat: Seat) -> int | None:
        """What a player scored, with points from objectives; None where something typed cannot be read."""
        scored, extra = self.scored(seat), _number(self.forces[seat].extra or "0")
        return None if scored is None or extra is None else scored + (0 if self.tokens else extra)

    def report(self) -> dict[str, str]:
        """The fields of the report's form that the count fills; the ending only where it follows."""
        name = "scores" if self.tokens else "scores.destroyed"
        extra = "tokens" if self.tokens else "scores.objective"
        found = {f"{name}.{seat}": str(self.scored(seat) or 0) for seat in SEATS}
        found |= {f"{extra}.{seat}": self.forces[seat].extra for seat in SEATS if self.forces[seat].extra}
        gone = [seat for seat in SEATS if _gone(self.forces[seat])]
        if len(gone) > 1:
            return {**found, "end": "mutual-destruction"}
        return {**found, **({"end": "defeated", "winner": str(other(gone[0]))} if gone else {})}


@dataclass(frozen=True, slots=True)
class CountingTable:
    """A table whose scores can be counted: what each of the two brings, as far as whoever counts may see it."""

    wiped_out: WipedOut
    rules: RosterRules
    tokens: bool
    forces: tuple[Destroyable, Destroyable]

    def count(self, data: Mapping[str, str]) -> Count:
        """What was ticked and typed, counted."""
        one, two = (self._force(seat, data) for seat in SEATS)
        typed = [one.extra, two.extra, *(force.lost for force in (one, two) if not force.lines)]
        fault = (
            say("Enter whole numbers.") if any(_number(each or "0") is None for each in typed) else NOTHING
        )
        clause = self.rules.tally.clause if self.rules.tally else ""
        return Count((one, two), self.wiped_out, self.tokens, clause, fault)

    def _force(self, seat: Seat, data: Mapping[str, str]) -> RosterForm:
        held = self.forces[seat]
        gone = {piece.path: _gone_of(data.get(_field(seat, piece.path), ""), piece) for piece, *_more in held}
        tallied = tally([piece for piece, *_more in held], gone, self.wiped_out) if held else None
        lines = tuple(_line(seat, *each, gone[each[0].path]) for each in held)
        names = {piece.path: found.name for piece, found, _carries in held}
        extra, lost = f"extra.{seat}", f"lost.{seat}"
        return RosterForm(
            seat,
            lines,
            data.get(lost, "").strip(),
            data.get(extra, "").strip(),
            tallied,
            tuple(_warnings(tallied, names, self.wiped_out, lost=_matters(gone, held))) if tallied else (),
            extra,
            lost,
        )


def destroyable(roster: Roster, checked: Checked, rules: RosterRules) -> Destroyable:
    """What can be destroyed of a roster; nothing where the regulations count nothing."""
    if rules.tally is None:
        return ()
    found = by_path(roster, checked)
    every = pieces(found.values(), checked.totals, rules.tally)
    return tuple((piece, found[piece.path], _carries(found, piece.path)) for piece in every)


def _carries(found: Mapping[Path, Resolved], path: Path) -> str:
    names = [each.name for at, each in found.items() if len(at) > 1 and at[: len(path)] == path]
    return ", ".join(names)


def _field(seat: Seat, path: Path) -> str:
    return f"gone.{seat}.{path[0]}"


def _gone_of(text: str, piece: Piece) -> int:
    number = _number(text)
    return min(number or 0, piece.item.count, MOST_SHOWN)


def _line(seat: Seat, piece: Piece, found: Resolved, carries: str, gone: int) -> ForceLine:
    keeps = {True: "yes", False: "no", None: "open"}[piece.keeps]
    copies = min(piece.item.count, MOST_SHOWN)
    return ForceLine(_field(seat, piece.path), found.name, carries, copies, piece.points, keeps, gone)


def _gone(force: RosterForm) -> bool:
    return force.tallied is not None and force.tallied.wiped == "yes"


def _number(text: str) -> int | None:
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) <= len(str(LARGEST)) else None


def _matters(gone: Mapping[Path, int], held: Destroyable) -> bool:
    """Whether anything is gone that may keep its player in the game: before that nobody is near the end."""
    return any(gone[piece.path] and piece.keeps is not False for piece, *_more in held)


def _warnings(
    tallied: Tallied, names: Mapping[Path, str], wiped_out: WipedOut, *, lost: bool
) -> Iterator[Message]:
    if tallied.unpriced:
        cards = listing((names[piece.path] for piece in tallied.unpriced), "plain")
        yield say("No price is known for {cards}: add it to the figure below by hand.", cards=cards)
    if tallied.unsure and lost:
        yield say(
            "{cards}: not in the catalogue. If that does not count, {what} is gone: choose that ending.",
            cards=listing((names[piece.path] for piece in tallied.unsure), "plain"),
            what=of_rules(wiped_out.what),
        )


@dataclass(frozen=True, slots=True)
class CountSide:
    """One player's losses, and what the other scored by them.

    Attributes:
        name: whose losses.
        other: who scored.
        mine: they are those of whoever reads it.
        force: what can be ticked.
        scorer: the other's part of the count, with the field of what they scored besides.
        score: what they scored; None where a figure cannot be read.
    """

    seat: Seat
    name: str
    other: str
    mine: bool
    force: RosterForm
    scorer: RosterForm
    score: int | None


def sides_of(count: Count, names: Sequence[str], me: Seat | None = None) -> list[CountSide]:
    """The two sides of a count: for a player first what the opponent lost, then their own."""
    order = SEATS if me is None else (other(me), me)
    return [
        CountSide(
            seat,
            names[seat],
            names[other(seat)],
            seat == me,
            count.forces[seat],
            count.forces[other(seat)],
            count.score(other(seat)),
        )
        for seat in order
    ]


# Who decides --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides about the parts of the game, and the clause."""

    says: Message
    clause: str


TableTotals = tuple[int | None, int | None]
"""What the two at a table bring, in the order of their seats; None where that is not known."""


def who_decides(
    state: State,
    rules: RosterRules,
    seen: Seen,
    totals: TableTotals,
    names: tuple[str, str],
    me: Seat | None = None,
) -> Decision | None:
    """Who decides about the parts of the game; None where totals do not decide, or one is not known.

    Args:
        state: the tournament.
        rules: what its regulations say of rosters.
        seen: who sees rosters here. Where nobody but the staff does, a player is told who decides and no total.
        totals: what the two bring.
        names: the two players.
        me: who reads it; None for the staff, who see every total.
    """
    lower = lower_total(*totals)
    if rules.totals_decide is None or lower is None:
        return None
    one, two = (0, 1) if me is None else (me, 1 - me)
    shown = NOTHING if seen == "staff" and me is not None else _totals(state, totals, names, one, two, me)
    part = of_rules(state.regulations.seat_roles.first)
    return Decision(paragraph(shown, _decides(lower, me, names, part)), rules.totals_decide.clause)


def _totals(
    state: State, totals: TableTotals, names: tuple[str, str], one: int, two: int, me: Seat | None
) -> Message:
    own, theirs, name = totals[one] or 0, totals[two] or 0, isolated(names[two])
    if me is None:
        first = isolated(names[one])
        return say("{first} brings {one} points, {name} {two}.", first=first, one=own, name=name, two=theirs)
    force = whose(state.regulations.force)
    return say(
        "Your {force} is worth {one}, that of {name} {two}.", force=force, one=own, name=name, two=theirs
    )


def _decides(
    lower: Seat | Literal["random"], me: Seat | None, names: tuple[str, str], part: Message
) -> Message:
    if lower == "random":
        return say("That is equal: find out at random who decides who is the {part}.", part=part)
    if lower == me:
        return say("You have the lower total: you decide who is the {part}.", part=part)
    return say(
        "The lower total decides: {name} says who is the {part}.", name=isolated(names[lower]), part=part
    )
