"""Which exchanges mend a published round, and what they come to; nothing is done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.app.common.names import in_sentences, naming
from muster.app.rounds.re_pairing import LARGEST, after_swaps, recalled, sheet_of
from muster.app.rounds.sheets import TableChange, points_of
from muster.app.rounds.swap_suggestions import Pair, best_swaps, scale_of
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament.commands import (
    CorrectResult,
)
from muster.core.tournament.engine import decide, replay
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Sheet, State
from muster.web.desk.round.swapping import Effect, bye_effects, changes

_SWAP: Final = re.compile(r"([0-9]{1,9})-([0-9]{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class RePairing:
    """Which exchanges mend a published round, and what they come to.

    Attributes:
        round_no: the round.
        swaps: the exchanges, one after the other; none if nothing need change.
        changes: the tables that change, before and after.
        tables: how many pairings the round has.
        best: no pairing by the rules would be better.
        rematches: how many of the pairings have met before.
        cards: the round has cards, which are drawn again.
        byes: what is amiss with the bye as these exchanges give it.
    """

    round_no: RoundNo
    swaps: tuple[Pair, ...]
    changes: tuple[TableChange, ...]
    tables: int
    best: bool
    rematches: int
    cards: bool
    byes: tuple[Effect, ...] = ()


def preview_swaps(
    state: State, swaps: Sequence[Pair], names: Mapping[PlayerId, str], *, best: bool = False
) -> RePairing | Refusal:
    """What these exchanges would change in the published round; nothing is done."""
    before = recalled(state)
    after = before if isinstance(before, Refusal) else after_swaps(before, swaps)
    if isinstance(before, Refusal) or isinstance(after, Refusal):
        return before if isinstance(before, Refusal) else after  # type: ignore[return-value]
    old, new = sheet_of(before), sheet_of(after)
    name = in_sentences(naming(names))
    return RePairing(
        RoundNo(len(before.rounds) + 1),
        tuple(swaps),
        tuple(_real(changes(old, new, points_of(before), name), old, new)),
        len(new.pairings),
        best,
        sum(pairing.rematch for pairing in new.pairings),
        new.cards is not None and RoundNo(len(before.rounds) + 1) not in state.recorded,
        bye_effects(before, old, new, name),
    )


def suggested_swaps(
    state: State, affected: Iterable[PlayerId], names: Mapping[PlayerId, str]
) -> RePairing | Refusal | None:
    """The fewest tables to change so that the published round is paired as well as can be.

    Args:
        state: the tournament, the correction included.
        affected: whose results were corrected; every exchange begins with one of them.
        names: everybody's name.

    Returns:
        The exchanges; a refusal if the round cannot be mended; None where pairings follow another rule (by rank).
    """
    table = recalled(state)
    if isinstance(table, Refusal):
        return table
    scale = scale_of(table)
    if scale is None:
        return None
    swaps, weight = best_swaps(scale, sheet_of(table), sorted(set(affected)))
    return preview_swaps(state, swaps, names, best=weight <= scale.best)


def after_correction(state: State, command: CorrectResult) -> State | Refusal:
    """The tournament as the correction would leave it; nothing is done."""
    decision = decide(state, command)
    return decision if isinstance(decision, Refusal) else replay(decision, state)


def swaps_text(swaps: Iterable[Pair]) -> str:
    """Exchanges as a form carries them: `3-8 2-5`."""
    return " ".join(f"{one}-{two}" for one, two in swaps)


def swaps_of(text: str) -> tuple[Pair, ...]:
    """The exchanges a form carries; what is none is left out, and no more than there are players."""
    found = (_SWAP.fullmatch(part) for part in text.split()[:LARGEST])
    return tuple((PlayerId(int(one[1])), PlayerId(int(one[2]))) for one in found if one)


def affected_by_corrections(state: State) -> tuple[PlayerId, ...]:
    """Whose results were corrected in the round before the published one."""
    if len(state.rounds) < 2:
        return ()
    matches = state.rounds[-2].matches.values()
    return tuple(player for one in matches if one.corrections for player in one.pairing.players)


def _real(found: Iterable[TableChange], old: Sheet, new: Sheet) -> Iterator[TableChange]:
    """Without the tables at which only the order of the two names changes."""
    pairs = zip(old.pairings, new.pairings, strict=True)
    same = {was.table for was, now in pairs if set(was.players) == set(now.players)}
    return (change for change in found if change.table not in same)
