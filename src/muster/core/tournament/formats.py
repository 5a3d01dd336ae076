"""How matches are played in a stage, one game or the best of three, and what their reports come to."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from muster.core.scoring.problems import Problem
from muster.core.scoring.reports import Report
from muster.core.scoring.score import score
from muster.core.scoring.scored import Scored
from muster.core.tournament.state import Round, State
from muster.core.tournament.values import StageFormat


def best_of(state: State, stage: StageFormat) -> Literal[1, 3]:
    """The most games that decide a match of this stage."""
    created = state.created
    wanted = created.swiss_match if stage == "swiss" else created.elimination_match
    return {match.id: match.best_of for match in created.regulations.match_formats}[wanted]


class _By:
    """Regulations and the organiser's choices as a key: the same only if they are the same objects."""

    def __init__(self, state: State) -> None:
        self.regulations, self.variants = state.regulations, state.variants

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, _By) and self.regulations is other.regulations
        return same and self.variants is other.variants  # type: ignore[attr-defined]  # narrowed by `same`

    def __hash__(self) -> int:
        return hash((id(self.regulations), id(self.variants)))


@lru_cache(maxsize=64)
def _score(
    by: _By, report: Report, stage: StageFormat, most_games: Literal[1, 3]
) -> Scored | tuple[Problem, ...]:
    return score(report, by.regulations, stage=stage, best_of=most_games, variants=by.variants)


def score_in(state: State, round_: Round, report: Report) -> Scored | tuple[Problem, ...]:
    """What a report comes to in this round; scored once, though a preview asks first and the command again."""
    stage = state.stages[round_.stage].format
    return _score(_By(state), report, stage, best_of(state, stage))
