"""A reason why somebody meets somebody or has a bye: in words, with its clause and the draw behind it."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.messages import Message
from muster.core.tournament.state import Pairing, Sheet


@dataclass(frozen=True, slots=True)
class Dice:
    """Which draw decided.

    Attributes:
        attempt: the proposal of the round, from 1.
        seed: the draw seed of that proposal.
        lines: how the seed led to this pairing or bye, for somebody who wants to draw it again.
    """

    attempt: int
    seed: DrawSeed
    lines: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """A reason in words, and the clause it rests on.

    Attributes:
        message: the reason.
        clause: where it stands.
        more: what lies behind it: the score groups, and who else was possible.
        dice: the draw, where one had a part in it.
        manual: the organiser changed what was drawn.
        kept: how often the round was published again since, this pairing or bye put back as it was.
    """

    message: Message
    clause: str
    more: tuple[Message, ...] = ()
    dice: Dice | None = None
    manual: bool = False
    kept: int = 0


def _pairing(sheet: Sheet, player: PlayerId) -> Pairing | None:
    return next((pairing for pairing in sheet.pairings if player in pairing.players), None)


def meeting_on(sheet: Sheet, player: PlayerId) -> frozenset[PlayerId] | None:
    """The players of a pairing, the player alone for a bye, None for somebody who is not there."""
    pairing = _pairing(sheet, player)
    if pairing is not None:
        return frozenset(pairing.players)
    alone = any(bye.player == player for bye in sheet.byes) or player in sheet.resting
    return frozenset([player]) if alone else None
