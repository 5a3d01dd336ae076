"""Tiebreakers, one small object each, and the ranked table they make."""

from __future__ import annotations

from muster.core.standings.explain import Arithmetic, explain
from muster.core.standings.ledger import Addend, Division, Records, Worth
from muster.core.standings.ranking import standings
from muster.core.standings.values import Column, CriterionId, Row, Table
from muster.core.standings.why import Separation, why_above

__all__ = [
    "Addend",
    "Arithmetic",
    "Column",
    "CriterionId",
    "Division",
    "Records",
    "Row",
    "Separation",
    "Table",
    "Worth",
    "explain",
    "standings",
    "why_above",
]
