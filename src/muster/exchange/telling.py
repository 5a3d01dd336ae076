"""What happened, in sentences with the players' names: facts describe themselves, this knows the names in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from muster.core.bracket.cut import CutKind
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import NOTHING, Listing, Message, listing, say, verbatim
from muster.core.outcomes import Outcome
from muster.core.private import Seal
from muster.core.scoring.reports import Report
from muster.core.tournament.acts.base import Fact
from muster.core.tournament.journal import Entry
from muster.core.tournament.state import State
from muster.core.tournament.values import Plan
from muster.exchange.words import cut_words, ending_words, isolated, plan_words

NOBODY: Final[Mapping[str, str]] = {}
"""The words of no reason: for a reader who is not to read what another typed."""


class Teller:
    """Describes facts of one tournament, now, naming players like this.

    `words` has by digest the words of reasons that the reader may read; of others it is only said that there is
    a reason, of those that are empty that they were erased.
    """

    def __init__(
        self, state: State, entries: Sequence[Entry], name: Naming, words: Mapping[str, str] = NOBODY
    ) -> None:
        self.state, self.entries, self._words = state, entries, words
        self._name = name

    def describe(self, fact: Fact) -> Message:
        """A sentence about the fact."""
        return fact.describe(self)

    def tell(self, fact: Fact) -> str:
        """The sentence in the reader's language."""
        return str(self.describe(fact))

    def name(self, player: PlayerId) -> str:
        """The player's name as it stands in a sentence."""
        return isolated(self._name(player))

    def names(self, players: Iterable[PlayerId]) -> Listing:
        """Several names."""
        return listing(map(self.name, players), "plain")

    def words(self, seal: Seal) -> Message:
        """What was typed, as far as the reader may know; nothing where nothing was."""
        if not seal:
            return NOTHING
        if not seal.digest:
            return verbatim(seal)
        text = self._words.get(seal.digest)
        if text is None:
            return say("its reason is with the staff")
        return verbatim(text) if text else say("its reason was erased")

    def earlier(self, seq: int) -> Message:
        """The description of the fact of this number."""
        return self.describe(self.entries[seq - 1].fact)

    def plan(self, plan: Plan) -> Message:
        """An announced plan."""
        return plan_words(plan)

    def cut(self, kind: CutKind, cut: int) -> Message:
        """A cut."""
        return cut_words(kind, cut)

    def paired(self, round_no: RoundNo, table: TableNo) -> tuple[PlayerId, PlayerId] | None:
        """Who sits at a table of a round; None if nobody does any more."""
        rounds = self.state.rounds
        match = rounds[round_no - 1].matches.get(table) if round_no <= len(rounds) else None
        return match.pairing.players if match else None

    def match(
        self, round_no: RoundNo, table: TableNo, outcome: Outcome, report: Report | None = None
    ) -> Message:
        """How a match ended and what it was worth."""
        players = self.paired(round_no, table)
        ended = ending_words(self.state, report) if report else ""
        if players is None:
            if not ended:
                return say("Table {table}.", table=table)
            return say("Table {table} ({ended}).", table=table, ended=ended)
        sides = listing(
            (
                say("{player} {points}", player=self.name(player), points=side.points)
                for player, side in zip(players, outcome.sides, strict=True)
            ),
            "plain",
        )
        if not ended:
            return say("Table {table}: {sides}.", table=table, sides=sides)
        return say("Table {table} ({ended}): {sides}.", table=table, ended=ended, sides=sides)
