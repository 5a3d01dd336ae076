"""What happened, in a sentence with the players' names: one for every kind of fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.outcomes import Outcome
from muster.core.scoring.reports import Report
from muster.core.tournament import facts
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Entry
from muster.core.tournament.state import State
from muster.core.tournament.values import MissedRounds
from muster.exchange.reasons import Reasoned, digest_in
from muster.exchange.words import cut_words, ending_words, isolated, plan_words

NOBODY: Final[Mapping[str, str]] = {}
"""The words of no reason: for whoever is not to read what another typed."""


class Teller:
    """Tells facts of one tournament, now, naming players like this.

    `words` has by digest the words of reasons that whoever listens may read; of others it is only told that there is
    a reason, of those that are empty that they were erased.
    """

    def __init__(
        self, state: State, entries: Sequence[Entry], name: Naming, words: Mapping[str, str] = NOBODY
    ) -> None:
        self.state, self.entries, self.words = state, entries, words
        self.name: Naming = lambda player: isolated(name(player))

    def tell(self, fact: Fact) -> str:
        """A sentence about the fact."""
        return TOLD[type(fact)](self, fact)

    def reason(self, fact: Reasoned) -> str:
        """The fact's reason in brackets; nothing if it has none."""
        digest = digest_in(fact)
        if not digest:
            return f" ({fact.reason})" if fact.reason else ""
        text = self.words.get(digest)
        return f" ({'its reason is with the staff' if text is None else text or 'its reason was erased'})"

    def list(self, players: Iterable[PlayerId]) -> str:
        """Several names."""
        return ", ".join(map(self.name, players))

    def match(self, round_no: RoundNo, table: TableNo, outcome: Outcome, report: Report | None = None) -> str:
        """How a match ended and what it was worth."""
        rounds = self.state.rounds
        match = rounds[round_no - 1].matches.get(table) if round_no <= len(rounds) else None
        ended = f" ({ending_words(self.state, report)})" if report else ""
        if match is None:
            return f"Table {table}{ended}."
        sides = zip(match.pairing.players, outcome.sides, strict=True)
        return f"Table {table}{ended}: {', '.join(f'{self.name(one)} {side.points}' for one, side in sides)}."


def _created(_: Teller, fact: facts.TournamentCreated) -> str:
    document = fact.regulations.document
    return f"The tournament is set up under {document.name} {document.version}."


def _entered(teller: Teller, fact: facts.PlayerEntered) -> str:
    number = f"Entry #{fact.player}: {teller.name(fact.player)}"
    wishes = [
        *(["a first-round bye"] if fact.first_round_bye else []),
        *([f"always at table {fact.fixed_table}"] if fact.fixed_table else []),
        *([_missed(fact.missed)] if fact.missed else []),
    ]
    return f"{', '.join([number, *wishes])}."


def _missed(missed: MissedRounds) -> str:
    rounds = ", ".join(map(str, missed.rounds))
    return f"a loss in round {rounds}" if missed.rounds else "no round missed"


def _amended(teller: Teller, fact: facts.PlayerAmended) -> str:
    bye = "a first-round bye" if fact.first_round_bye else "no first-round bye"
    table = f"always at table {fact.fixed_table}" if fact.fixed_table else "any table"
    return f"{teller.name(fact.player)}: {bye}, {table}."


def _restructured(_: Teller, fact: facts.StructureChanged) -> str:
    rounds = f", {fact.rounds} Swiss rounds" if fact.rounds else ""
    cut = f", {cut_words(fact.cut_kind, fact.cut or 0)}" if fact.structure == "custom" else ""
    return f"The structure is {fact.structure} now{rounds}{cut}."


def _announced(_: Teller, fact: facts.PlanAnnounced) -> str:
    return f"Announced: {plan_words(fact.plan)} [{fact.clause}]."


def _started(teller: Teller, fact: facts.StageStarted) -> str:
    if fact.format == "swiss":
        return f"The Swiss rounds begin with {len(fact.players)} players."
    return f"The elimination begins: {teller.list(fact.players)}."


def _corrected(teller: Teller, fact: facts.ResultCorrected) -> str:
    match = teller.match(fact.round_no, fact.table, fact.outcome, fact.report)
    says = f"Corrected, round {fact.round_no}{teller.reason(fact)}. {match}"
    return says + _CONSEQUENCES.get(fact.consequence, "")


_CONSEQUENCES: Final[Mapping[str, str]] = {
    "none": "",
    "re-pair-affected": " The next round was paired from the old result and has not begun: void it and pair anew.",
    "pairings-stand": " The pairings made since then stand.",
}


def _cut(teller: Teller, fact: facts.CutMade) -> str:
    return f"In the cut, best first: {teller.list(fact.seeds)}."


def _replaced(teller: Teller, fact: facts.CutReplaced) -> str:
    entered = f"{teller.name(fact.entered)} comes in" if fact.entered else "nobody comes in"
    return f"{entered} for {teller.name(fact.left)}. In the cut: {teller.list(fact.seeds)}."


def _retracted(teller: Teller, fact: facts.ActRetracted) -> str:
    undone = (teller.entries[seq - 1].fact for seq in fact.undone)
    return f"Taken back: {' '.join(map(teller.tell, undone))}"


TOLD: Final[Mapping[type[Fact], Callable[[Teller, Any], str]]] = {
    facts.TournamentCreated: _created,
    facts.PlayerEntered: _entered,
    facts.PlayerAmended: _amended,
    facts.PlayerCheckedIn: lambda teller, fact: f"{teller.name(fact.player)} is here.",
    facts.PlayerDropped: lambda teller, fact: f"{teller.name(fact.player)} has left{teller.reason(fact)}.",
    facts.PlayerRejoined: lambda teller, fact: f"{teller.name(fact.player)} is back: {_missed(fact.missed)}.",
    facts.PlayerDisqualified: lambda teller, fact: (
        f"{teller.name(fact.player)} is disqualified{teller.reason(fact)}."
    ),
    facts.PairForbidden: lambda teller, fact: f"Kept apart: {teller.list(fact.players)}.",
    facts.PairAllowed: lambda teller, fact: f"May meet again: {teller.list(fact.players)}.",
    facts.TablesSet: lambda _, fact: (
        f"Tables: {fact.tables or 'as many as needed'}{fact.reserved and f', {fact.reserved} reserved'}."
    ),
    facts.StructureChanged: _restructured,
    facts.PlanAnnounced: _announced,
    facts.StageStarted: _started,
    facts.RoundProposed: lambda _, fact: f"Proposal {fact.attempt} of round {fact.round_no}.",
    facts.PlayersSwapped: lambda teller, fact: f"Exchanged: {teller.list(fact.players)}.",
    facts.RoundPublished: lambda _, fact: f"Round {fact.round_no} is published.",
    facts.RoundStarted: lambda _, fact: f"Round {fact.round_no} has begun.",
    facts.RoundVoided: lambda teller, fact: f"Round {fact.round_no} is annulled{teller.reason(fact)}.",
    facts.ResultReported: lambda teller, fact: teller.match(
        fact.round_no, fact.table, fact.outcome, fact.report
    ),
    facts.ResultConfirmed: lambda _, fact: f"Table {fact.table} is confirmed.",
    facts.ResultDisputed: lambda teller, fact: f"Table {fact.table} is disputed by {teller.name(fact.by)}.",
    facts.ResultCorrected: _corrected,
    facts.MatchAwarded: lambda teller, fact: (
        f"Awarded. {teller.match(fact.round_no, fact.table, fact.outcome)}"
    ),
    facts.ByeAwarded: lambda teller, fact: (
        f"{teller.name(fact.bye.player)} has a bye in round {fact.round_no}."
    ),
    facts.LossAwarded: lambda teller, fact: f"{teller.name(fact.player)} has {_missed(fact.missed)}.",
    facts.CutMade: _cut,
    facts.CutReplaced: _replaced,
    facts.ActRetracted: _retracted,
    facts.TournamentFinished: lambda teller, fact: f"The tournament is finished{teller.reason(fact)}.",
    facts.TournamentReopened: lambda teller, fact: f"The tournament is open again{teller.reason(fact)}.",
}
"""A sentence for every kind of fact."""
