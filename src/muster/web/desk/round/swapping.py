"""What exchanging two players of a proposal would change, shown before it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from muster.app.common.names import in_sentences, naming
from muster.app.rounds.sheets import (
    TableChange,
    club_names,
    everybody,
    met,
    points_of,
    rematch_mark,
)
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, listing, paragraph, say, say_n, verbatim
from muster.core.tournament import queries
from muster.core.tournament.commands import SwapPlayers
from muster.core.tournament.engine import decide
from muster.core.tournament.facts import PlayersSwapped
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.review import bye_choice
from muster.core.tournament.state import Sheet, State
from muster.core.tournament.why_tables import checked, counted
from muster.exchange.words import isolated
from muster.web.desk.round.reviewing import club_marks, fixed_marks, three_marks

Side = Literal["worse", "better", "same"]


@dataclass(frozen=True, slots=True)
class Effect:
    """Something an exchange brings about, whether that is worse or better than before, and its clause."""

    side: Side
    message: Message
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange of two players, not made yet.

    Attributes:
        players: who would change places.
        names: what they are called.
        changes: the tables that change.
        effects: what that brings about, the worse first.
    """

    players: tuple[PlayerId, PlayerId]
    names: tuple[str, str]
    changes: tuple[TableChange, ...]
    effects: tuple[Effect, ...]

    @property
    def worse(self) -> bool:
        """Whether anything gets worse."""
        return any(effect.side == "worse" for effect in self.effects)


def exchange(
    state: State, players: tuple[PlayerId, PlayerId], names: Mapping[PlayerId, str]
) -> Exchange | Refusal:
    """What exchanging these two players of the proposal would change; nothing is done.

    Returns:
        The changes and effects, or the refusal with which the engine would answer.
    """
    decision = decide(state, SwapPlayers(players))
    if isinstance(decision, Refusal):
        return decision.naming({one: isolated(called) for one, called in names.items()})
    after = next(fact.sheet for fact in decision if isinstance(fact, PlayersSwapped))
    assert state.proposal is not None  # noqa: S101  (else the engine refuses)
    before, points = state.proposal.sheet, points_of(state)
    name = in_sentences(naming(names))
    effects = _compared(_facts(state, before, players, name), _facts(state, after, players, name))
    effects += _seatings(state, before, after) if state.at_tables else _gaps(before, after, points)
    order: dict[Side, int] = {"worse": 0, "better": 1, "same": 2}
    return Exchange(
        players,
        (name(players[0]), name(players[1])),
        tuple(changes(before, after, points, name)),
        tuple(sorted(effects, key=lambda effect: order[effect.side])),
    )


def find_player(text: str, state: State, names: Mapping[PlayerId, str]) -> PlayerId | None:
    """Whoever of the proposal is meant: by entry number, by full name, or by a part only one name has."""
    if state.proposal is None or not text.strip():
        return None
    wanted = text.strip().removeprefix("#").casefold()
    among = everybody(state.proposal.sheet)
    if wanted.isascii() and wanted.isdecimal():
        return next((player for player in among if str(player) == wanted), None)
    whole = [player for player in among if names.get(player, "").casefold() == wanted]
    part = [player for player in among if wanted in names.get(player, "").casefold()]
    return next((found[0] for found in (whole, part) if len(found) == 1), None)


def _facts(
    state: State, sheet: Sheet, players: tuple[PlayerId, PlayerId], name: Naming
) -> dict[Message, str | None]:
    """What is amiss on a sheet at the places of the two players: sentences with their clauses."""
    part = Sheet(
        tuple(one for one in sheet.pairings if set(one.players) & set(players)),
        tuple(bye for bye in sheet.byes if bye.player in players),
    )
    clubs = club_names(state)
    marks = [
        *(rematch_mark(state, one, name) for one in part.pairings if one.rematch),
        *fixed_marks(state, part, name),
        *club_marks(state, part, name, clubs),
        *(mark for mark in three_marks(state, part, name) if mark.warning),
    ]
    return {mark.message: mark.clause for mark in marks} | dict(_byes_amiss(state, part, name))


def _seatings(state: State, before: Sheet, after: Sheet) -> list[Effect]:
    """How the whole round at tables differs, in each respect in which it does."""
    (case, old), (_, new) = checked(state, before), checked(state, after)
    found = [
        Effect(
            "worse" if new.counts[fault] > old.counts[fault] else "better",
            paragraph(counted(fault, new.counts[fault]), say("Before: {number}.", number=old.counts[fault])),
        )
        for fault in case.faults
        if fault in old.counts and fault in new.counts and new.counts[fault] != old.counts[fault]
    ]
    return found or [Effect("same", say("The round as a whole stays as good as it is."))]


def _gap(one: int, two: int) -> int:
    """How many points are between two players, as points are shown."""
    return one - two if one >= two else two - one


def _gaps(before: Sheet, after: Sheet, points: Mapping[PlayerId, int]) -> list[Effect]:
    """How the differences in points change at the tables concerned, all in one."""
    old, new = (
        sum(_gap(points[one.players[0]], points[one.players[1]]) for one in sheet.pairings)
        for sheet in (before, after)
    )
    crossing = [
        sum(points[one.players[0]] != points[one.players[1]] for one in sheet.pairings)
        for sheet in (before, after)
    ]
    if old == new and crossing[0] == crossing[1]:
        return [Effect("same", say("Differences in points stay the same."))]
    side: Side = "worse" if (new, crossing[1]) > (old, crossing[0]) else "better"
    message = say(
        "Differences in points, all tables together: {new} instead of {old}; "
        "pairings across score groups: {now} instead of {before}.",
        new=new,
        old=old,
        now=crossing[1],
        before=crossing[0],
    )
    return [Effect(side, message)]


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
    old, new = (dict(_byes_amiss(state, sheet, name)) for sheet in (before, after))
    return tuple(effect for effect in _compared(old, new) if effect.side == "worse")


def _byes_amiss(state: State, sheet: Sheet, name: Naming) -> Iterator[tuple[Message, str]]:
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
            message = say_n(
                "{name} has had a bye before, in round {rounds}.",
                "{name} has had byes before, in rounds {rounds}.",
                len(had),
                name=name(bye.player),
                rounds=listing(had, "plain"),
            )
            yield message, state.regulations.pairing.bye_clause


def _compared(before: Mapping[Message, str | None], after: Mapping[Message, str | None]) -> list[Effect]:
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

    def pair(players: tuple[PlayerId, ...]) -> Message:
        return met(map(named, players))

    for old, new in zip(before.pairings, after.pairings, strict=True):
        if old.players != new.players:
            yield TableChange(old.table, pair(old.players), pair(new.players))
    for was, now in zip(before.byes, after.byes, strict=True):
        if was.player != now.player:
            yield TableChange(None, named(was.player), named(now.player))
