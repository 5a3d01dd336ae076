"""How the result of a table becomes points, margins and shares, step by step and clause by clause."""

from muster.core.scoring.check import check
from muster.core.scoring.fields import FieldQuestion, ReportField, report_fields
from muster.core.scoring.findings import OutcomeFinding
from muster.core.scoring.reports import GamesReport, MarginReport, Report, ShareReport, Tally
from muster.core.scoring.score import score
from muster.core.scoring.scored import Problem, Scored, ScoringStep, Stage
from muster.core.scoring.unplayed import bye, unpaired_loss

__all__ = [
    "FieldQuestion",
    "GamesReport",
    "MarginReport",
    "OutcomeFinding",
    "Problem",
    "Report",
    "ReportField",
    "Scored",
    "ScoringStep",
    "ShareReport",
    "Stage",
    "Tally",
    "bye",
    "check",
    "report_fields",
    "score",
    "unpaired_loss",
]
