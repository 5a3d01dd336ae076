"""What is unusual about a result that could still be meant: asked about once before it is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.core.ids import Seat, other
from muster.core.messages import say, say_n, whose
from muster.core.scoring import ShareReport
from muster.core.scoring.reports import GamesReport, MarginReport, PlacingReport, Report
from muster.core.scoring.scored import Problem
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import MarginScoring, ShareScoring

MOST_TOKENS: Final = 20
"""More victory tokens than a game brings."""


MOST_HP: Final = 40
"""More HP than a base has."""


USUAL_DRAWS: Final = 1
"""Drawn games in one match that nobody wonders about."""


def surprising(report: Report, regulations: Regulations) -> tuple[Problem, ...]:
    """What is possible by the regulations but so unusual that it is likelier a slip of the keyboard."""
    if isinstance(report, MarginReport):
        return tuple(_surprising_margin(report, regulations))
    if isinstance(report, ShareReport):
        return tuple(_surprising_share(report, regulations))
    if isinstance(report, PlacingReport):
        return tuple(_surprising_table(report))
    return tuple(_surprising_games(report))


def _surprising_margin(report: MarginReport, regulations: Regulations) -> Iterator[Problem]:
    if isinstance(regulations.scoring, MarginScoring) and regulations.scoring.counted:
        one, two = report.scores
        yield from _ahead_but_gone(report.end, report.by, (one.destroyed, two.destroyed))
        return
    whole, force, rules = _whole(regulations), whose(regulations.force), regulations.scoring
    totals = [tally.destroyed + tally.objective for tally in report.scores]
    if any(tally.destroyed > whole for tally in report.scores):
        says = say(
            "More than {whole} {force} points destroyed: no {force} has more.", whole=whole, force=force
        )
        yield Problem("scores.destroyed", says)
    elif any(total > whole * 3 // 2 for total in totals):
        says = say(
            "A score of {score} is far more than a {force} of {whole}.",
            score=max(totals),
            force=force,
            whole=whole,
        )
        yield Problem("scores.objective", says)
    if report.end in ("rounds", "time") and not any(totals):
        yield Problem("scores.destroyed", say("Neither player scored anything."))
    if report.end == "concession" and not any(totals) and isinstance(rules, MarginScoring):
        says = say(
            "No scores are typed: the opponent gets {points} points and a margin of {margin}, and keeps more only if "
            "both scores say that they were ahead by {least} or more.",
            points=rules.concession.points,
            margin=rules.concession.margin,
            least=rules.concession.keep_from,
        )
        yield Problem("scores.destroyed", says, rules.concession.clause)
    destroyed = tuple(tally.destroyed for tally in report.scores)
    survivor = report.winner if report.end == "defeated" else None
    if survivor is not None and destroyed[survivor] < destroyed[other(survivor)]:
        yield Problem("winner", say("The survivor destroyed less than the other player."))
    yield from _ahead_but_gone(report.end, report.by, (totals[0], totals[1]))


def _surprising_share(report: ShareReport, regulations: Regulations) -> Iterator[Problem]:
    whole = _whole(regulations)
    if max(report.tokens) > MOST_TOKENS:
        yield Problem(
            "tokens",
            say_n(
                "{count} victory token is very much.",
                "{count} victory tokens are very many.",
                max(report.tokens),
            ),
        )
    if max(report.scores) > whole:
        says = say(
            "{score} points of units defeated: no army has more than {whole}.",
            score=max(report.scores),
            whole=whole,
        )
        yield Problem("scores", says)
    if report.agreed_to_score:
        yield from _ahead_but_gone(report.end, report.by, report.tokens)


def _ahead_but_gone(end: EndId, by: Seat | None, totals: tuple[int, int]) -> Iterator[Problem]:
    """Whoever conceded had more on the table: possible, or the players are mixed up."""
    if end == "concession" and by is not None and totals[by] > totals[other(by)]:
        yield Problem("by", say("The player who conceded was ahead."))


def _surprising_games(report: GamesReport) -> Iterator[Problem]:
    drawn = report.games.count(None)
    if drawn > USUAL_DRAWS:
        yield Problem(
            "games",
            say_n(
                "{count} drawn game in one match is unusual.",
                "{count} drawn games in one match are unusual.",
                drawn,
            ),
        )
    if report.base_hp is not None and max(report.base_hp) > MOST_HP:
        yield Problem("base_hp", say("{hp} HP are more than a base has.", hp=max(report.base_hp)))


def _surprising_table(report: PlacingReport) -> Iterator[Problem]:
    if max(report.left) > MOST_HP:
        yield Problem("left", say("{hp} HP are more than a base has.", hp=max(report.left)))
    if report.places is None and not any(report.left):
        yield Problem("left", say("Nobody has anything left: all who were in to the end share the place."))


def _whole(regulations: Regulations) -> int:
    """What a whole force counts."""
    rules = regulations.scoring
    return rules.wiped_out.points if isinstance(rules, MarginScoring | ShareScoring) else 0
