"""What the desk changed by hand about who meets whom in a round: what, who, and when. For the staff."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from muster.app.meanwhile import names_of_staff
from muster.core.ids import Naming, PlayerId, RoundNo
from muster.core.tournament.facts import (
    ActRetracted,
    ByeAwarded,
    Fact,
    LossAwarded,
    PlayersSwapped,
    RoundProposed,
)
from muster.exchange.telling import Teller
from muster.journal.store import Snapshot


@dataclass(frozen=True, slots=True)
class ByHand:
    """One act by hand: what was done, who did it, and when."""

    says: str
    who: str
    at: datetime


def by_hand(snapshot: Snapshot, round_no: RoundNo, player: PlayerId, name: Naming) -> tuple[ByHand, ...]:
    """What was changed by hand in a round that concerns this player, or any exchange of it, in order."""
    found = list(_acts(snapshot, round_no, player))
    people = names_of_staff(snapshot.marks[seq - 1].who for seq, _fact in found)
    teller = Teller(snapshot.state, snapshot.entries, name)
    return tuple(
        ByHand(teller.tell(fact), people.get(mark.who, _("The program")), mark.at)
        for seq, fact in found
        for mark in (snapshot.marks[seq - 1],)
    )


def _acts(snapshot: Snapshot, round_no: RoundNo, player: PlayerId) -> Iterator[tuple[int, Fact]]:
    """The facts since the round was last proposed that were not undone; exchanges count until it was published."""
    undone = {
        seq for entry in snapshot.entries if isinstance(entry.fact, ActRetracted) for seq in entry.fact.undone
    }
    kept: list[tuple[int, Fact]] = []
    proposing = False
    for entry in snapshot.entries:
        fact = entry.fact
        if isinstance(fact, RoundProposed):
            # A proposal that was published stays behind the round of its number.
            kept = kept if fact.round_no > round_no else []
            proposing = fact.round_no == round_no
        elif entry.seq not in undone and (
            (isinstance(fact, PlayersSwapped) and proposing) or _gives(fact, round_no, player)
        ):
            kept.append((entry.seq, fact))
    yield from kept


def _gives(fact: Fact, round_no: RoundNo, player: PlayerId) -> bool:
    """Whether the fact gives the player a bye or a loss in this round."""
    if isinstance(fact, ByeAwarded):
        return (fact.round_no, fact.bye.player) == (round_no, player)
    return isinstance(fact, LossAwarded) and fact.player == player and round_no in fact.missed.rounds
