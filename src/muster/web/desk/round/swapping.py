"""What exchanging two players of a proposal would change, shown before it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from muster.app.common.names import in_sentences, naming
from muster.app.rounds.sheets import (
    club_names,
    everybody,
    rematch_mark,
)
from muster.app.rounds.swapping import Effect, Side, TableChange, byes_amiss, changes, compared, points_of
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, say
from muster.core.tournament.commands import SwapPlayers
from muster.core.tournament.decide import decide
from muster.core.tournament.facts import PlayersSwapped
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.core.tournament.values import Sheet
from muster.web.desk.round.reviewing import club_marks, fixed_marks


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
        return decision
    after = next(fact.sheet for fact in decision if isinstance(fact, PlayersSwapped))
    assert state.proposal is not None  # noqa: S101  (else the engine refuses)
    before, points = state.proposal.sheet, points_of(state)
    name = in_sentences(naming(names))
    effects = compared(_facts(state, before, players, name), _facts(state, after, players, name))
    effects += _gaps(before, after, points)
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
    ]
    return {mark.message: mark.clause for mark in marks} | dict(byes_amiss(state, part, name))


def _gaps(before: Sheet, after: Sheet, points: Mapping[PlayerId, int]) -> list[Effect]:
    """How the differences in points change at the tables concerned, all in one."""
    old, new = (
        sum(abs(points[one.players[0]] - points[one.players[1]]) for one in sheet.pairings)
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
