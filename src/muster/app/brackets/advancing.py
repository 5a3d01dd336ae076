"""A correction that an elimination rests on: what was made from the old result is made anew with it, in one act.

That goes until the round that rests on it has begun. From then on it stands, and this tells what hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from muster.app.brackets.cutting import Shift, shifts
from muster.app.brackets.read import fixed_places
from muster.app.common.access import Actor
from muster.app.common.names import in_sentences, naming
from muster.app.history.submitting import Done, again_link, submit_all
from muster.app.rounds.sheets import TableChange, met
from muster.app.rounds.swap_suggestions import ANY
from muster.core.bracket.games import Game
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import Message, verbatim
from muster.core.pairing.swiss import NoPairing
from muster.core.private import Private
from muster.core.tournament import queries
from muster.core.tournament.acts.results import scored
from muster.core.tournament.commands import (
    Command,
    CorrectResult,
    MakeCut,
    PublishRound,
    StartStage,
    VoidRound,
)
from muster.core.tournament.drawing import draw_sheet
from muster.core.tournament.elimination import bracket_over, double_stand, elimination_rounds, goes_on
from muster.core.tournament.engine import decide, replay
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round, Sheet, State

NOT_YET: Final = Private("(not given yet)", "")
"""Stands for the reason while it is still to be written."""

NOBODY: Final = verbatim("–")
"""Stands where nobody sits."""


@dataclass(frozen=True, slots=True)
class RemadeBracket:
    """What is made anew together with a correction.

    Attributes:
        base: the tournament as the correction meets it: without the round that is voided.
        round_no: the elimination round that is annulled and published again; None where none is published.
        cut: the cut is made anew, too.
        shifts: whose seed changes, in the new order; who comes in has none before, who falls out none after.
        changes: the tables of the round that change, before and after.
        cards: the round has cards, which are drawn again.
        clause: the clause that asks for it, or by which it is done.
    """

    base: State
    round_no: RoundNo | None
    cut: bool
    shifts: tuple[Shift, ...]
    changes: tuple[TableChange, ...]
    cards: bool
    clause: str


@dataclass(frozen=True, slots=True)
class LaterGame:
    """A later game on the way of the winner; `winner` is None while it is not decided, `table` for a bye."""

    round_no: RoundNo
    table: TableNo | None
    players: tuple[PlayerId, ...]
    winner: PlayerId | None


@dataclass(frozen=True, slots=True)
class DependentGames:
    """What rests on the winner of an elimination match once the next round has begun.

    Attributes:
        advances: who went on, and who would have gone on.
        later: every later game that follows from it, up to the final or the last one published.
        places: the places fixed by now of those who played in it.
        voidable: the only later round has no result yet, so it can still be annulled with a reason.
        clause: the clause on corrections, or that on how a bracket goes on.
    """

    advances: tuple[PlayerId | None, PlayerId | None]
    later: tuple[LaterGame, ...]
    places: tuple[tuple[PlayerId, str], ...]
    voidable: bool
    clause: str


def remade_with(state: State, command: CorrectResult, names: Mapping[PlayerId, str]) -> RemadeBracket | None:
    """What would be made anew with this correction; None where nothing has to be, or it is too late.

    Args:
        state: the tournament as it is.
        command: the correction; its reason may still be missing.
        names: everybody's name.
    """
    asked = command if command.reason.given else replace(command, reason=NOT_YET)
    if not _in_time(state, asked):
        return None
    steps = _until_paired(state, asked)
    after = _all(state, steps)
    if after is None:
        return None
    old = _out(state, asked)
    drawn = draw_sheet(after, ANY) if old and not bracket_over(after) else None
    sheet = None if drawn is None or isinstance(drawn, NoPairing) else drawn.sheet
    swiss, name = _is_swiss(state, asked), naming(names)
    return RemadeBracket(
        state if swiss else _all(state, steps[:1]) or state,
        old.number if old else None,
        swiss,
        shifts(state.seeds or (), after.seeds or (), name),
        tuple(_changes(old, sheet, in_sentences(name))) if old and sheet else (),
        bool(sheet and sheet.cards) and RoundNo(len(after.rounds) + 1) not in after.recorded,
        _clause(
            state, state.regulations.cut.clause if swiss else state.regulations.elimination.progress_clause
        ),
    )


def correct_and_remake(
    tournament: int, actor: Actor, command: CorrectResult, *, expected_version: int, key: str | None = None
) -> Done | Refusal:
    """Correct, and make anew what `anew` names: one act, all of it or nothing.

    Raises:
        DeniedError: the actor may not correct results, or may not publish rounds.
    """

    def asked(state: State) -> list[Command]:
        if not _in_time(state, command):
            return [command]  # the engine refuses it, or it needs no more
        steps, out = _until_paired(state, command), _out(state, command)
        after = _all(state, steps)
        played = after is not None and bracket_over(after)  # then there is no second final any more
        again = [again_link(tournament, state, out.number), PublishRound()] if out and not played else []
        return [*steps, *again]

    return submit_all(tournament, asked, actor, expected_version=expected_version, key=key)


def dependent_games(state: State, command: CorrectResult) -> DependentGames | None:
    """What rests on the winner that this correction would change; None where nothing published does."""
    round_ = state.rounds[command.round_no - 1]
    match = round_.matches[command.table]
    outcome = scored(state, round_, match, command.report)
    last = state.rounds[-1]
    if isinstance(outcome, Refusal) or match.outcome is None:
        return None
    advances = (goes_on(state, match, match.outcome), goes_on(state, match, outcome))
    if advances[0] == advances[1]:
        return None
    if _is_swiss(state, command) or round_ is last:
        return None
    later = tuple(_way(state, round_, match))
    fixed = fixed_places(state)
    there = dict.fromkeys((*match.pairing.players, *(player for one in later for player in one.players)))
    return DependentGames(
        advances,
        later,
        tuple((player, fixed[player]) for player in there if player in fixed),
        last.number == round_.number + 1 and not last.has_results,
        _clause(state, state.regulations.elimination.progress_clause),
    )


def _clause(state: State, other: str) -> str:
    """The clause on corrections, where the regulations have one on when they end (`B25`); else the other."""
    rules = state.regulations.correction
    return other if rules.window == "open" else rules.clause


def _is_swiss(state: State, command: CorrectResult) -> bool:
    return state.stages[state.rounds[command.round_no - 1].stage].format == "swiss"


def _out(state: State, command: CorrectResult) -> Round | None:
    """The elimination round that was published after the corrected one."""
    eliminations = len(elimination_rounds(state))
    return state.rounds[-1] if eliminations and command.round_no < len(state.rounds) else None


def _in_time(state: State, command: CorrectResult) -> bool:
    """Whether something rests on the result and nothing of it has begun."""
    out, swiss = _out(state, command), _is_swiss(state, command)
    due = state.stages[-1].first_round if swiss else command.round_no + 1
    if out is not None and (out.begun or out.number != due):
        return False
    return state.seeds is not None if swiss else dependent_games(state, command) is not None


def _until_paired(state: State, command: CorrectResult) -> list[Command]:
    """Annul what is out, correct, make the cut again; the round can be drawn after it."""
    steps: list[Command] = [VoidRound(command.reason)] if _out(state, command) else []
    steps.append(command)
    if _is_swiss(state, command):
        steps.append(MakeCut())
        steps += [StartStage()] if len(state.stages) > 1 else []
    return steps


def _all(state: State, steps: Sequence[Command]) -> State | None:
    """The state after all these commands; None if one of them is refused."""
    for step in steps:
        decision = decide(state, step)
        if isinstance(decision, Refusal):
            return None
        state = replay(decision, state)
    return state


def _changes(old: Round, new: Sheet, name: Naming) -> Iterator[TableChange]:
    """The tables, and the byes, at which the round differs, before and after."""
    before = {table: match.pairing.players for table, match in old.matches.items()}
    after = {pairing.table: pairing.players for pairing in new.pairings}
    for table in sorted({*before, *after}):
        if before.get(table) != after.get(table):
            yield TableChange(table, _pair(before.get(table), name), _pair(after.get(table), name))
    rested, rest = ([bye.player for bye in byes] for byes in (old.byes, new.byes))
    gone = [verbatim(name(player)) for player in rested if player not in rest]
    come = [verbatim(name(player)) for player in rest if player not in rested]
    for was, now in zip_longest(gone, come, fillvalue=NOBODY):
        yield TableChange(None, was, now)


def _pair(players: tuple[PlayerId, ...] | None, name: Naming) -> Message:
    return met(map(name, players)) if players else NOBODY


def _way(state: State, round_: Round, match: Match) -> Iterator[LaterGame]:
    """The games the winner of this match, and whoever won the next, went on to (`COM-ELIM-2`)."""
    if state.double:
        yield from _double_way(state, match)
        return
    rounds = elimination_rounds(state)
    shown = queries.rounds_of(state, len(state.stages) - 1)
    at, number = round_.number - shown[0].number, match.pairing.game or 1
    for before, here, out in zip(rounds[at:], rounds[at + 1 :], shown[at + 1 :], strict=False):
        number = 1 if state.at_tables else min(number, len(before.games) + 1 - number)
        game = next(one for one in here.games if one.number == number)
        yield LaterGame(out.number, _table(out, game), game.players, here.winner_of(game))


def _double_way(state: State, match: Match) -> Iterator[LaterGame]:
    """The games of both players of this match, and of whoever they met, as far as they are published."""
    stand, shown = double_stand(state), queries.rounds_of(state, len(state.stages) - 1)
    if stand is None:
        return
    resting = {match.pairing.game}
    for out in shown:
        for one in sorted(out.matches.values(), key=lambda each: each.pairing.game or 0):
            number = one.pairing.game or 0
            sides = stand.bracket.matches[number - 1].sides
            if number not in resting and any(side.comes != "seed" and side.of in resting for side in sides):
                resting.add(number)
                winner = stand.won.get(number)
                yield LaterGame(out.number, one.pairing.table, one.pairing.players, winner)
        for bye in out.byes:
            sides = stand.bracket.matches[(bye.game or 1) - 1].sides
            if any(side.comes != "seed" and side.of in resting for side in sides):
                resting.add(bye.game)
                yield LaterGame(out.number, None, (bye.player,), bye.player)


def _table(round_: Round, game: Game) -> TableNo | None:
    found = (table for table, match in round_.matches.items() if match.pairing.game == game.number)
    return next(found, None)
