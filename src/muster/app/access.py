"""Who may do what at an event: one table, looked at in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from muster.core.tournament import commands, facts
from muster.core.tournament.commands import Command
from muster.core.tournament.facts import Fact

Role = Literal["organiser", "marshal", "judge", "scorekeeper"]

Act = Literal[
    "look",
    "manage-event",
    "manage-staff",
    "erase",
    "people",
    "check-in",
    "drop",
    "disqualify",
    "plan",
    "rounds",
    "clock",
    "extend",
    "results",
    "correct",
    "undo",
    "finish",
    "rosters",
    "amend-rosters",
    "rule",
    "penalise",
    "decide-appeals",
]
"""What can be done, in groups that a role has or has not."""

_EVERY: Final = frozenset(get_args(Act))

MAY: Final[Mapping[Role, frozenset[Act]]] = {
    "organiser": _EVERY,
    "marshal": _EVERY - {"manage-event", "manage-staff", "erase", "disqualify"},
    "judge": frozenset({"look", "drop", "extend", "results", "rosters", "amend-rosters", "rule", "penalise"}),
    "scorekeeper": frozenset(
        {"look", "people", "check-in", "drop", "rounds", "clock", "results", "correct", "undo", "rosters"}
    ),
}
"""The acts of each role: no more than its work needs.

Disqualification is decided by the organiser (`COM-ROLE-3`). A marshal leads the play of the day, a judge rules at
tables, a scorekeeper runs the desk; what binds everybody (the plan, its announcement, the end) and what is granted
at a table (time extensions) is for those who lead. So is amending a roster once it is locked (`COM-LIST-3`).
Judges rule and give penalties; an appeal against a ruling goes to the marshal, or to the organiser where there is none.
"""

NEEDED: Final[Mapping[type[Command], Act]] = {
    commands.CreateTournament: "manage-event",
    commands.EnterPlayer: "people",
    commands.AmendPlayer: "people",
    commands.CheckIn: "check-in",
    commands.DropPlayer: "drop",
    commands.RejoinPlayer: "people",
    commands.DisqualifyPlayer: "disqualify",
    commands.ForbidPair: "plan",
    commands.AllowPair: "plan",
    commands.SetTables: "plan",
    commands.ChangeStructure: "plan",
    commands.AnnouncePlan: "plan",
    commands.StartStage: "rounds",
    commands.ProposeRound: "rounds",
    commands.SwapPlayers: "rounds",
    commands.PublishRound: "rounds",
    commands.StartRound: "clock",
    commands.VoidRound: "rounds",
    commands.ReportResult: "results",
    commands.ConfirmResult: "results",
    commands.DisputeResult: "results",
    commands.CorrectResult: "correct",
    commands.AwardBye: "rounds",
    commands.AwardLoss: "rounds",
    commands.MakeCut: "rounds",
    commands.Retract: "undo",
    commands.FinishTournament: "finish",
    commands.ReopenTournament: "finish",
}
"""The act every command counts as."""

TO_UNDO: Final[Mapping[type[Fact], Act]] = {
    facts.TournamentCreated: "manage-event",
    facts.PlayerEntered: "people",
    facts.PlayerAmended: "people",
    facts.PlayerCheckedIn: "check-in",
    facts.PlayerDropped: "drop",
    facts.PlayerRejoined: "people",
    facts.PlayerDisqualified: "disqualify",
    facts.PairForbidden: "plan",
    facts.PairAllowed: "plan",
    facts.TablesSet: "plan",
    facts.StructureChanged: "plan",
    facts.PlanAnnounced: "plan",
    facts.StageStarted: "rounds",
    facts.RoundProposed: "rounds",
    facts.PlayersSwapped: "rounds",
    facts.RoundPublished: "rounds",
    facts.RoundStarted: "clock",
    facts.RoundVoided: "rounds",
    facts.ResultReported: "results",
    facts.ResultConfirmed: "results",
    facts.ResultDisputed: "results",
    facts.ResultCorrected: "correct",
    facts.MatchAwarded: "drop",
    facts.ByeAwarded: "rounds",
    facts.LossAwarded: "rounds",
    facts.CutMade: "rounds",
    facts.CutReplaced: "drop",
    facts.ActRetracted: "undo",
    facts.TournamentFinished: "finish",
    facts.TournamentReopened: "finish",
}
"""The act that whoever takes a fact back must be allowed, so that undo never reaches further than doing."""


PLAYING: Final[frozenset[Act]] = frozenset({"check-in", "drop", "people", "results"})
"""What players do by their own hand: check in, drop, come back, report. `muster.app.playing` sees to it that each
does so for themselves alone."""


class DeniedError(Exception):
    """This role may not do that; the message says who may."""

    def __init__(self, act: Act, role: Role | None) -> None:
        self.act, self.role = act, role
        able = [each for each in MAY if act in MAY[each]]
        super().__init__(f"This needs the role of {' or '.join(able)}; you are {role or 'not on the staff'}.")


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody doing something at one event.

    Attributes:
        who: the token that goes on record, such as `account:7`; no name.
        role: their role there; None for somebody without one.
        own: what they may do besides, for themselves: `PLAYING` for a player.
    """

    who: str
    role: Role | None
    own: frozenset[Act] = frozenset()

    def may(self, act: Act) -> bool:
        """Whether they may do this."""
        return act in self.own or (self.role is not None and act in MAY[self.role])

    def must(self, act: Act) -> None:
        """Refuse unless they may do this.

        Raises:
            DeniedError: they may not.
        """
        if not self.may(act):
            raise DeniedError(act, self.role)


SYSTEM: Final = Actor("system", "organiser")
"""The program itself: the demo event, an import, a player's own registration."""
