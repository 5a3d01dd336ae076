"""What a penalty does to the match that is played: a match loss is a result, a game loss may be one."""

from __future__ import annotations

from dataclasses import replace

from muster.app.results.losses import blank_report, seat_of, table_seat
from muster.app.staff.records import clause_of
from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, Message, paragraph, say
from muster.core.scoring.reports import GamesReport, MarginReport, PlacingReport, Report, ShareReport
from muster.core.tournament.state import Match, StageFormat, State, best_of
from muster.people.models import Entry


def decides_match(kind: str, state: State) -> bool:
    """Whether a penalty of this kind loses the match of the running round.

    A game loss does where a match is one game: in all miniatures games and in matches of one game (`LEG-MOV-5`).
    """
    if kind == "match-loss":
        return True
    return kind == "game-loss" and (not state.rounds or best_of(state, _format(state)) == 1)


def applies(match: Match, apply: bool | None) -> bool:
    """Whether a loss is for this match: as asked, and if nothing was asked, as long as it has no settled result."""
    return not match.settled if apply is None else apply


def loss_report(match: Match, player: PlayerId, state: State) -> Report | None:
    """The result of a match that was lost by a penalty; what was scored before stays in it.

    None at a table of three or four without a report: the others play on, and the loss is filled in with their result.

    Args:
        match: as it stands, with a report or without.
        player: whose loss it is.
        state: the tournament, for its way of scoring.
    """
    report = match.report
    if state.at_tables:
        return _last_at_table(match, player, report) if isinstance(report, PlacingReport) else None
    seat = seat_of(match, player)
    if isinstance(report, MarginReport):
        return MarginReport(end="match-loss", scores=report.scores, by=seat)
    if isinstance(report, ShareReport):
        return ShareReport(end="match-loss", tokens=report.tokens, scores=report.scores, by=seat)
    if isinstance(report, GamesReport):
        return GamesReport(end="match-loss", games=report.games, by=seat)
    return blank_report(state, "match-loss", seat)


def _last_at_table(match: Match, player: PlayerId, report: PlacingReport) -> PlacingReport:
    """The report with this player given the loss; what the others have left stays."""
    seat = table_seat(match, player)
    return replace(
        report,
        left=tuple(0 if at == seat else left for at, left in enumerate(report.left)),
        conceded=tuple(one for one in report.conceded if one != seat),
        absent=tuple(one for one in report.absent if one != seat),
        lost=tuple(sorted({*report.lost, seat})),
        places=None,
    )


def consequence(
    kind: str, state: State, match: Match | None, *, apply: bool | None = None, over: bool = False
) -> tuple[Message, str]:
    """What a penalty means for the match, in words, with the clause; both empty for a warning.

    Args:
        kind: the kind of penalty.
        state: the tournament.
        match: the player's match of the running round, as it was before; None while they have none.
        apply: whether it was asked to decide this match (`applies`).
        over: whether the match is of an earlier round, whose results only a correction changes.
    """
    if kind == "disqualification":
        says = say("Out of the tournament and its standings; results against them stay.")
        if match is not None and not match.settled and (_format(state) == "swiss" or state.at_tables):
            says = paragraph(says, say("Their match still needs its result: enter the loss."))
        return says, clause_of(state, "COM-ROLE-3")
    if kind not in ("game-loss", "match-loss"):
        return NOTHING, ""
    clause = clause_of(state, "LEG-MOV-5", "SWU-SIDE-1")
    if over:
        return say(
            "No result changes: that round is over. If its match is lost by this, correct its result."
        ), clause
    if match is None:
        return say("There is no match now: it counts for their next one, and is filled in there."), clause
    if not applies(match, apply):
        says = say(
            "No result changes by it: it counts for the next match, and is filled in there. If it is for this one, "
            "correct the result."
        )
        return says, clause
    if decides_match(kind, state):
        return _decided(state, match), clause
    says = say("The opponent has won one game. The first game really played is without sideboard.")
    return says, clause


def _decided(state: State, match: Match) -> Message:
    if state.at_tables and match.report is None:
        return say(
            "They have the last place at their table, without points: it is filled in with the result."
        )
    if state.at_tables:
        return say("They have the last place at their table, without points.")
    if state.regulations.scoring.model == "share":
        return say(
            "The match is lost with a margin of 0 %; the opponent has the average of their other games."
        )
    return say("The match is lost, and the opponent wins it.")


def player_of(entry: Entry) -> PlayerId:
    """The entry number of a registration that is in the journal."""
    return PlayerId(entry.player or 0)


def _format(state: State) -> StageFormat:
    return state.stages[state.rounds[-1].stage].format
