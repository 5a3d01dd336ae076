"""A force destroyed to the last is listed with what it counts for, not with what was added up (`ARM-SCORE-2`)."""

from __future__ import annotations

import pytest

from muster.core.ids import TableNo
from muster.core.scoring.reports import MarginReport, Tally
from muster.exchange.words import ending_words
from tournament_cases import desk


@pytest.mark.parametrize("regulations", ["armada-4.0", "armada-pl", "runewars-2.2.2"])
def test_a_force_destroyed_to_the_last_is_listed_as_it_counts(regulations: str) -> None:
    at = desk(regulations, players=8).pair()
    scores = (Tally(188), Tally(140))
    at.report(1, MarginReport(end="defeated", winner=0, scores=scores))
    report = at.state.rounds[0].matches[TableNo(1)].report
    assert report is not None
    full = str(ending_words(at.state, report))
    assert "188" not in full
    assert full.endswith("-140")
    assert str(ending_words(at.state, report, 1)).split()[-1].startswith("140-")
    played = MarginReport(end="rounds", scores=scores)
    assert str(ending_words(at.state, played)).endswith("188-140")
