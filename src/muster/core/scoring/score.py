"""The one door: a table's report in, its worth or every reason against it out."""

from __future__ import annotations

from typing import Literal

from muster.core.messages import say
from muster.core.scoring.games import PlayedMatch, score_games
from muster.core.scoring.margin import MarginGame, score_margin
from muster.core.scoring.reports import GamesReport, MarginReport, PlacingReport, Report, ShareReport
from muster.core.scoring.scored import Problem, Scored, Stage
from muster.core.scoring.share import score_share
from muster.core.scoring.tables import PlayedTable, score_table
from muster.rules.schema import Regulations
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, ShareScoring
from muster.rules.variants import Variants


def score(
    report: Report,
    regulations: Regulations,
    *,
    stage: Stage,
    best_of: Literal[1, 3] = 1,
    variants: Variants,
    players: int = 2,
) -> Scored | tuple[Problem, ...]:
    """Turn a report into what it is worth to each player, or say everything that is wrong with it.

    Args:
        report: what the table reported; its kind must be the one these regulations are scored by.
        regulations: every number comes from here.
        stage: whether the match was played in Swiss rounds or in elimination, where no match is drawn.
        best_of: the most decided games of the match, where matches consist of games.
        variants: the organiser's choices; only `no_show` and `tied_places` matter here.
        players: how many were to sit at the table.

    Returns:
        The outcome with its calculation, or at least one problem.
    """
    match regulations.scoring, report:
        case MarginScoring() as margin, MarginReport():
            return score_margin(MarginGame(report, margin, regulations, variants, stage))
        case ShareScoring() as share, ShareReport():
            return score_share(report, share, regulations)
        case GamesScoring() as games, GamesReport():
            return score_games(PlayedMatch(report, games, regulations, variants, stage, best_of))
        case PlacingScoring() as placing, PlacingReport():
            return score_table(PlayedTable(report, placing, regulations, variants, players))
        case _:
            return (_wrong_kind(regulations),)


def _wrong_kind(regulations: Regulations) -> Problem:
    says = {
        "margin": say(
            "{game} is reported by the points each player destroyed and earned from objectives: "
            "fill in that form.",
            game=regulations.game,
        ),
        "share": say(
            "{game} is reported by the victory tokens and points of each player: fill in that form.",
            game=regulations.game,
        ),
        "games": say(
            "{game} is reported by the games of the match: fill in that form.", game=regulations.game
        ),
        "placing": say(
            "{game} is reported by what everybody at the table still has: fill in that form.",
            game=regulations.game,
        ),
    }
    return Problem("report", says[regulations.scoring.model])
