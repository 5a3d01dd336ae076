"""What conceding means before anybody does it, and what agreeing to a concession settles, by each way of scoring."""

from __future__ import annotations

from muster.app.results.losses import Note
from muster.core.ids import other
from muster.core.messages import say
from muster.core.scoring.reports import MarginReport, Report
from muster.rules.schema import Regulations
from muster.rules.scoring import Concession, MarginScoring, PlacingScoring, ShareScoring


def terms_of_conceding(regulations: Regulations, opponent: str) -> Note:
    """What somebody who is about to concede is told: what the opponent gets, and what is asked of both."""
    rules = regulations.scoring
    if isinstance(rules, PlacingScoring):
        says = say(
            "You leave the game with nothing left and stand behind everybody who plays on, before those who conceded "
            "earlier."
        )
        return Note(says, rules.conceding.clause)
    if isinstance(rules, MarginScoring):
        says = say(
            "Type what both of you have scored. {name} keeps a margin of victory of {least} or more, with the points "
            "for it; with less, or if nothing is typed, they get {points} points and a margin of {margin}.",
            name=opponent,
            **_figures(rules.concession),
        )
        return Note(says, rules.concession.clause)
    if isinstance(rules, ShareScoring):
        says = say(
            "Call a judge to your table first. If both of you agree before the judge, the game is scored as if this "
            "were its last round. If not, you have 0 % and {name} the average of their other games.",
            name=opponent,
        )
        return Note(says, rules.share.scored_concession_clause)
    return Note(
        say("{name} wins the match. Games that are over count.", name=opponent), rules.concession.clause
    )


def terms_of_agreeing(regulations: Regulations, report: Report) -> Note | None:
    """What the opponent of somebody who conceded settles for by agreeing, where they may be owed more; else None."""
    rules = regulations.scoring
    if not isinstance(rules, MarginScoring) or not isinstance(report, MarginReport):
        return None
    if report.end != "concession" or report.by is None:
        return None
    totals = [tally.destroyed + tally.objective for tally in report.scores]
    if totals[other(report.by)] - totals[report.by] >= rules.concession.keep_from:
        return None
    says = say(
        "Agreeing gives you {points} points and a margin of {margin}. If you were ahead by {least} or more when your "
        "opponent conceded, you are owed that margin: say that this is not right, and type both scores.",
        **_figures(rules.concession),
    )
    return Note(says, rules.concession.clause)


def _figures(rule: Concession) -> dict[str, int]:
    return {"least": rule.keep_from, "points": rule.points, "margin": rule.margin}
