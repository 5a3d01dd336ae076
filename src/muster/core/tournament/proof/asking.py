"""The command that would have brought a fact about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from muster.core.tournament import commands, facts
from muster.core.tournament.commands import Command
from muster.core.tournament.facts import Fact


def command_for(fact: Fact) -> Command | None:
    """The command whose first fact this is; None for facts that only ever follow another."""
    asks = _ASKS.get(type(fact))
    return asks(fact) if asks else None


def _created(fact: facts.TournamentCreated) -> Command:
    return commands.CreateTournament(
        regulations=fact.regulations,
        variants={name: getattr(fact.variants, name) for name in type(fact.variants).model_fields},
        tier=fact.tier,
        structure=fact.structure,
        day=fact.day,
        swiss_match=fact.swiss_match,
        elimination_match=fact.elimination_match,
        first_stage=fact.first_stage,
        rounds=fact.rounds,
        cut_kind=fact.cut_kind,
        cut=fact.cut,
        check_in=fact.check_in,
        tables=fact.tables,
    )


def _entered(fact: facts.PlayerEntered) -> Command:
    return commands.EnterPlayer(fact.player, fact.club, fact.first_round_bye, fact.fixed_table)


def _amended(fact: facts.PlayerAmended) -> Command:
    return commands.AmendPlayer(fact.player, fact.club, fact.first_round_bye, fact.fixed_table)


def _structure_changed(fact: facts.StructureChanged) -> Command:
    return commands.ChangeStructure(fact.structure, fact.rounds, fact.cut_kind, fact.cut)


def _reported(fact: facts.ResultReported) -> Command:
    return commands.ReportResult(fact.round_no, fact.table, fact.report, fact.by)


def _corrected(fact: facts.ResultCorrected) -> Command:
    return commands.CorrectResult(fact.round_no, fact.table, fact.report, fact.reason)


_ASKS: Final[dict[type[Fact], Callable[[Any], Command]]] = {
    facts.TournamentCreated: _created,
    facts.PlayerEntered: _entered,
    facts.PlayerAmended: _amended,
    facts.PlayerCheckedIn: lambda fact: commands.CheckIn(fact.player),
    facts.PlayerDropped: lambda fact: commands.DropPlayer(fact.player, fact.reason),
    facts.PlayerRejoined: lambda fact: commands.RejoinPlayer(fact.player),
    facts.PlayerDisqualified: lambda fact: commands.DisqualifyPlayer(fact.player, fact.reason),
    facts.PairForbidden: lambda fact: commands.ForbidPair(fact.players),
    facts.PairAllowed: lambda fact: commands.AllowPair(fact.players),
    facts.TablesSet: lambda fact: commands.SetTables(fact.tables, fact.reserved),
    facts.StructureChanged: _structure_changed,
    facts.PlanAnnounced: lambda fact: commands.AnnouncePlan(fact.commitment),
    facts.StageStarted: lambda _: commands.StartStage(),
    facts.RoundProposed: lambda fact: commands.ProposeRound(fact.link),
    facts.PlayersSwapped: lambda fact: commands.SwapPlayers(fact.players),
    facts.RoundPublished: lambda _: commands.PublishRound(),
    facts.RoundStarted: lambda _: commands.StartRound(),
    facts.RoundVoided: lambda fact: commands.VoidRound(fact.reason),
    facts.ResultReported: _reported,
    facts.ResultConfirmed: lambda fact: commands.ConfirmResult(fact.round_no, fact.table, fact.by),
    facts.ResultDisputed: lambda fact: commands.DisputeResult(
        fact.round_no, fact.table, fact.by, fact.report
    ),
    facts.ResultCorrected: _corrected,
    facts.ByeAwarded: lambda fact: commands.AwardBye(fact.bye.player),
    facts.LossAwarded: lambda fact: commands.AwardLoss(fact.player),
    facts.CutMade: lambda _: commands.MakeCut(),
    facts.ActRetracted: lambda _: commands.Retract(),
    facts.TournamentFinished: lambda fact: commands.FinishTournament(fact.reason),
    facts.TournamentReopened: lambda fact: commands.ReopenTournament(fact.reason),
}
