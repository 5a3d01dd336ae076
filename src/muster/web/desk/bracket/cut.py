"""The cut for the desk: who would go on and why, who comes in for whom, before anything is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.app.brackets.cutting import Shift, first_games, qualified, seed_numbers, seeds_of, shifts
from muster.app.brackets.play_offs import Tie, ties
from muster.app.common.cache import BoundedCache
from muster.app.rounds.sheets import met
from muster.app.standings.breakdown import Apart, apart
from muster.app.standings.read import RankRow, rank_rows, standings_after
from muster.core.bracket.cut import Qualified
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, verbatim
from muster.core.tournament import queries
from muster.core.tournament.commands import DropPlayer, MakeCut
from muster.core.tournament.engine import decide, replay
from muster.core.tournament.facts import CutReplaced
from muster.core.tournament.journal import Entry
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.words import Teller, cut_words

BELOW: Final = 5
"""How many lines below the cut are shown with it."""


_refusals: Final = BoundedCache[Refusal | None](64)


@dataclass(frozen=True, slots=True)
class CutView:
    """The cut as it is or would be.

    Attributes:
        words: the kind of cut that was announced.
        clause: where it stands.
        made: whether it has been made.
        stale: it has been made, a result was corrected since, and it can be made once more.
        refusal: why it cannot be made now; None where it can, and where it has been made.
        notes: what the organiser should know.
        rows: the standings down to a little below the cut, with seed numbers.
        places: how many are in.
        last_in: the last player in the order of the standings who is in; the line is drawn after them.
        line: why they are in and the next is out; None where nobody who is still here is out, and where `ties` say it.
        passed_over: who would be in by rank but has left.
        in_line: who would come in next.
        games: who meets whom first, by seeds.
        ties: who is equal at the line, while the cut is due: the random key decides, or a play-off.
    """

    words: Message
    clause: str
    made: bool
    stale: bool
    refusal: Refusal | None
    notes: tuple[Message, ...]
    rows: tuple[RankRow, ...]
    places: int
    last_in: PlayerId | None
    line: Apart | None
    passed_over: tuple[str, ...]
    in_line: tuple[str, ...]
    games: tuple[Message, ...]
    ties: tuple[Tie, ...]


def cut_view(state: State, name: Naming) -> CutView | None:
    """The cut as it is or would be made now; None where none is planned or nothing has been played."""
    found = qualified(state)
    if found is None or not queries.completed(state):
        return None
    table, seeds = standings_after(state), seeds_of(state)
    numbers = seed_numbers(state)
    last = max((table.places[seed] for seed in seeds if seed in table.places), default=-1)
    waiting = _waiting(state, found, seeds)
    plan, made = state.announced, state.seeds is not None
    refusal = _refusals.of(state.head, lambda: _refusal(state))
    last_in = table.order[last] if last >= 0 else None
    found_ties = ties(state, name)
    left = [player for player in table.order[: last + 1] if not queries.present(state.players[player])]
    shown = table.rows[: last + 1 + BELOW]
    return CutView(
        cut_words(plan.cut_kind, plan.cut),
        state.regulations.cut.clause,
        made,
        made and refusal is None,
        None if made else refusal,
        () if made else tuple(note.text for note in found.notes),
        rank_rows(state, table, name, rows=shown, seeds=numbers),
        len(seeds),
        last_in,
        _line(state, last_in, waiting, name, found_ties),
        tuple(map(name, left)),
        tuple(map(name, waiting[:BELOW])),
        games_in_words(state, seeds, name),
        found_ties,
    )


def _refusal(state: State) -> Refusal | None:
    answer = decide(state, MakeCut())
    return answer if isinstance(answer, Refusal) else None


def _waiting(state: State, found: Qualified, seeds: Sequence[PlayerId]) -> list[PlayerId]:
    return [one for one in found.in_line if one not in seeds and queries.present(state.players[one])]


def _line(
    state: State, last_in: PlayerId | None, waiting: list[PlayerId], name: Naming, said: Sequence[Tie]
) -> Apart | None:
    table = standings_after(state)
    below = [player for player in waiting if last_in and table.places[player] > table.places[last_in]]
    if last_in is None or not below:
        return None
    if any({last_in, below[0]} <= {player for player, _name in tie.players} for tie in said):
        return None
    return apart(table, last_in, below[0], name)


def games_in_words(state: State, seeds: Sequence[PlayerId], name: Naming) -> tuple[Message, ...]:
    """Who meets whom first, in the order of game numbers: `1 Ada v 4 Dee`."""
    number = {player: place for place, player in enumerate(seeds, 1)}
    return tuple(
        _game([f"{number[player]} {name(player)}" for player in game.players])
        for game in first_games(state, seeds)
    )


def _game(players: Sequence[str]) -> Message:
    return met(players) if players[1:] else verbatim(players[0])


@dataclass(frozen=True, slots=True)
class Leaving:
    """What somebody's leaving would bring about.

    Attributes:
        player: who would leave.
        recorded: what would be recorded, a sentence each.
        comes_in: who would come into the cut for them; empty where nobody does.
        replaces: the cut is concerned and seeds change.
        shifts: whose seed would change, in the new order.
        games: who would meet whom first.
        clause: where that stands; empty where it is no more than leaving.
    """

    player: PlayerId
    recorded: tuple[Message, ...]
    comes_in: str
    replaces: bool
    shifts: tuple[Shift, ...]
    games: tuple[Message, ...]
    clause: str


def if_left(state: State, entries: Sequence[Entry], player: PlayerId, name: Naming) -> Leaving | Refusal:
    """What would happen if this player left now (`COM-CUT-2`, `COM-ELIM-4`); nothing is recorded.

    Args:
        state: the tournament.
        entries: its facts.
        player: who would leave.
        name: how players are named.
    """
    answer = decide(state, DropPlayer(player))
    if isinstance(answer, Refusal):
        return answer.naming({one: name(one) for one in state.players})
    after = replay(answer, state)
    teller = Teller(after, entries, name)
    before, now = seed_numbers(state), seed_numbers(after)
    swiss = state.stages and state.stages[-1].format == "swiss"
    replaces = before != now and bool(swiss or any(isinstance(fact, CutReplaced) for fact in answer))
    came = [one for one in now if one not in before]
    rules = state.regulations
    return Leaving(
        player,
        tuple(teller.describe(fact) for fact in answer),
        name(came[0]) if came and replaces else "",
        replaces,
        shifts(tuple(before), tuple(now), name) if replaces else (),
        games_in_words(after, tuple(now), name) if replaces else (),
        rules.cut.replacement_clause if replaces else "" if swiss else rules.elimination.drop_clause,
    )
