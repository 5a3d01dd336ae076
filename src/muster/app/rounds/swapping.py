"""What exchanging two players of a proposal would change, shown before it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from muster.app.standings.read import standings_after
from muster.core.ids import Naming, PlayerId, TableNo
from muster.core.messages import Message, listing, say, verbatim
from muster.core.tournament import queries
from muster.core.tournament.review import bye_choice
from muster.core.tournament.state import State
from muster.core.tournament.values import Sheet

Side = Literal["worse", "better", "same"]


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table (None for the bye) before and after, as names with points where pairing goes by these."""

    table: TableNo | None
    before: Message
    after: Message


@dataclass(frozen=True, slots=True)
class Effect:
    """Something an exchange brings about, whether that is worse or better than before, and its clause."""

    side: Side
    message: Message
    clause: str | None = None


def bye_effects(state: State, before: Sheet, after: Sheet, name: Naming) -> tuple[Effect, ...]:
    """What is amiss with the byes of a sheet that was not amiss with those it had before."""
    if not queries.swiss_rounds(state):
        # Whom the first draw gave it is not known any more, only that it was the draw.
        had = {bye.player for bye in before.byes}
        clause = state.regulations.pairing.bye_clause
        return tuple(
            Effect(
                "worse",
                say(
                    "The bye of the first round is drawn; this gives it to {name} by hand.",
                    name=name(bye.player),
                ),
                clause,
            )
            for bye in after.byes
            if bye.player not in had
        )
    old, new = (dict(byes_amiss(state, sheet, name)) for sheet in (before, after))
    return tuple(effect for effect in compared(old, new) if effect.side == "worse")


def byes_amiss(state: State, sheet: Sheet, name: Naming) -> Iterator[tuple[Message, str]]:
    """Byes of players who have had one, and byes that by the rule are another's, with the clause."""
    yield from _second_byes(state, sheet, name)
    choice = bye_choice(state, state.proposal) if state.proposal else None
    for bye in sheet.byes:
        if choice is not None and not bye.awarded and bye.player != choice.player:
            message = say(
                "{name} has the bye; by the rule it is {due}’s.",
                name=name(bye.player),
                due=name(choice.player),
            )
            yield message, state.regulations.pairing.bye_clause


def _second_byes(state: State, sheet: Sheet, name: Naming) -> Iterator[tuple[Message, str]]:
    for bye in sheet.byes:
        had = [
            round_.number
            for round_ in queries.swiss_rounds(state)
            for own in round_.byes
            if own.player == bye.player
        ]
        if had:
            message = say(
                "{name} has had a bye before, in round {rounds}.",
                name=name(bye.player),
                rounds=listing(had, "plain"),
            )
            yield message, state.regulations.pairing.bye_clause


def compared(before: Mapping[Message, str | None], after: Mapping[Message, str | None]) -> list[Effect]:
    """What is amiss after an exchange that was not before, and what is no more; each with its clause."""
    return [
        *(Effect("worse", fault, clause) for fault, clause in after.items() if fault not in before),
        *(
            Effect("better", say("No more: {fault}", fault=fault), clause)
            for fault, clause in before.items()
            if fault not in after
        ),
    ]


def changes(
    before: Sheet, after: Sheet, points: Mapping[PlayerId, int], name: Naming
) -> Iterator[TableChange]:
    """The tables, and the bye, at which two sheets of one round differ, in the order of the first."""

    def named(player: PlayerId) -> Message:
        return verbatim(f"{name(player)} ({points[player]})" if player in points else name(player))

    def pair(players: tuple[PlayerId, PlayerId]) -> Message:
        return say("{one} v {two}", one=named(players[0]), two=named(players[1]))

    for old, new in zip(before.pairings, after.pairings, strict=True):
        if old.players != new.players:
            yield TableChange(old.table, pair(old.players), pair(new.players))
    for was, now in zip(before.byes, after.byes, strict=True):
        if was.player != now.player:
            yield TableChange(None, named(was.player), named(now.player))


def points_of(state: State) -> Mapping[PlayerId, int]:
    """What makes the score groups of the round that is due, by player."""
    return queries.pairing_points(state, standings_after(state, len(queries.swiss_rounds(state))))
