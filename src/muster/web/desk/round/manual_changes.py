"""What the desk changed by hand about who meets whom in a round: what, who, and when. For the staff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from muster.app.common.names import names_of_staff
from muster.core.ids import Naming, PlayerId, RoundNo
from muster.core.messages import Message, say
from muster.core.tournament.facts import (
    ActRetracted,
    ByeAwarded,
    Fact,
    LossAwarded,
    PlayersSwapped,
    RoundProposed,
    RoundPublished,
)
from muster.core.tournament.journal import Entry
from muster.core.tournament.reasons import Why
from muster.core.tournament.state import Sheet
from muster.exchange.words import Teller
from muster.journal.store import Snapshot


@dataclass(frozen=True, slots=True)
class ByHand:
    """One act by hand: what was done, who did it, and when."""

    says: Message
    who: Message
    at: datetime


def by_hand(
    snapshot: Snapshot, round_no: RoundNo, player: PlayerId, name: Naming, why: Why | None
) -> tuple[ByHand, ...]:
    """What was changed by hand about the player's pairing or bye, in order; nothing unless that is the reason."""
    if why is None or not why.manual:
        return ()
    found = list(_acts(_until(snapshot.entries, round_no, why.kept), round_no, player))
    people = names_of_staff(snapshot.marks[seq - 1].who for seq, _fact in found)
    teller = Teller(snapshot.state, snapshot.entries, name)
    return tuple(
        ByHand(teller.describe(fact), people.get(mark.who, say("by themselves")), mark.at)
        for seq, fact in found
        for mark in (snapshot.marks[seq - 1],)
    )


def _until(entries: Sequence[Entry], round_no: RoundNo, kept: int) -> Sequence[Entry]:
    """The facts up to the publication that counts: the last, or the one that was kept so often since."""
    found = [
        entry.seq
        for entry in entries
        if isinstance(entry.fact, RoundPublished) and entry.fact.round_no == round_no
    ]
    return entries[: found[-1 - kept]] if kept else entries


def _acts(entries: Sequence[Entry], round_no: RoundNo, player: PlayerId) -> Iterator[tuple[int, Fact]]:
    """The facts since the round was last proposed that were not undone; exchanges count until it was published.

    Of the exchanges those of whoever sits at the player's table now: the others put other tables back.
    """
    undone = {seq for entry in entries if isinstance(entry.fact, ActRetracted) for seq in entry.fact.undone}
    kept: list[tuple[int, Fact]] = []
    proposing = False
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, RoundProposed):
            # A proposal that was published stays behind the round of its number.
            kept = kept if fact.round_no > round_no else []
            proposing = fact.round_no == round_no
        elif entry.seq not in undone and (
            (isinstance(fact, PlayersSwapped) and proposing) or _gives(fact, round_no, player)
        ):
            kept.append((entry.seq, fact))
    swaps = [fact for _seq, fact in kept if isinstance(fact, PlayersSwapped)]
    table = _together(swaps[-1].sheet, player) if swaps else frozenset()
    for seq, fact in kept:
        if not isinstance(fact, PlayersSwapped) or not table.isdisjoint(fact.players):
            yield seq, fact


def _together(sheet: Sheet, player: PlayerId) -> frozenset[PlayerId]:
    """The player and whom they meet on this sheet."""
    met = (one.players for one in sheet.pairings if player in one.players)
    return frozenset(next(met, (player,)))


def _gives(fact: Fact, round_no: RoundNo, player: PlayerId) -> bool:
    """Whether the fact gives the player a bye or a loss in this round."""
    if isinstance(fact, ByeAwarded):
        return (fact.round_no, fact.bye.player) == (round_no, player)
    return isinstance(fact, LossAwarded) and fact.player == player and round_no in fact.missed.rounds
