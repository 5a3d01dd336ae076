"""A result in words: what was entered, and what it brings both players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from muster.core.ids import Seat
from muster.core.outcomes import Outcome
from muster.core.points import percent_text
from muster.core.scoring import ReportField, Tally, report_fields
from muster.core.scoring.decisions import deciding_part
from muster.core.scoring.reports import Report
from muster.exchange.quick_results import ResultTerms
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import GamesScoring


@dataclass(frozen=True, slots=True)
class SideWorth:
    """What a result brings one player, in words.

    Attributes:
        name: the player.
        verdict: won, lost or drawn.
        points: tournament or match points.
        more: margin, share or games; empty if the game has none.
    """

    name: str
    verdict: str
    points: int
    more: str


def sides_of_outcome(
    outcome: Outcome, regulations: Regulations, names: tuple[str, str]
) -> tuple[SideWorth, ...]:
    """What a result brings both players, in words."""
    verdicts = {"win": _("won"), "loss": _("lost"), "draw": _("drawn")}
    model = regulations.scoring.model
    found = []
    for player, side in zip(names, outcome.sides, strict=True):
        more = ""
        if model == "margin":
            more = _("margin %(margin)d") % {"margin": side.margin}
        elif model == "games":
            more = _("games %(games)s") % {"games": "-".join(map(str, side.games))}
        elif side.averaged:
            more = _("the average share of the other games")
        elif side.share is not None:
            more = percent_text(side.share).replace(" ", "\u00a0")  # not apart at the end of a line
        found.append(SideWorth(player, verdicts[side.verdict], side.points, more))
    return tuple(found)


def described(report: Report, terms: ResultTerms, names: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """A report in words: for each field that was filled in, what it is called and what was entered."""
    for field in report_fields(terms.regulations, stage=terms.stage):
        asked = field.for_end(report.end)
        value = value_of(report, field)
        if field.name == "end":
            yield _("End"), next((name for end, name in field.choices if end == report.end), report.end)
        elif asked is not None and value not in (None, (), (0, 0), False):
            label = _label(field.name, report.end, terms) or str(asked.label)
            yield label, _value(field, value, names)


def _label(name: str, end: EndId, terms: ResultTerms) -> str:
    """What a field is called that the form asks a question for; empty if its label can stand as it is."""
    if name == "deciding":
        games = isinstance(terms.regulations.scoring, GamesScoring)
        part = _("Initiative") if games else deciding_part(terms.regulations)
        return part[:1].upper() + part[1:]
    if name == "by":
        by = {"concession": _("Conceded by"), "no-show": _("Absent"), "match-loss": _("Loss given to")}
        return by.get(end, "")
    return {
        "winner": _("Survived") if end == "defeated" else _("Won the roll"),
        "games": _("Games won, in order"),
        "unfinished": _("Game cut off at time"),
        "agreed_to_score": _("Agreed to score the game"),
    }.get(name, "")


def value_of(report: Report, field: ReportField) -> object:
    """What a report says in this field; points of both players as a pair."""
    if field.name.startswith("scores."):
        part = field.name.removeprefix("scores.")
        tallies = cast("tuple[Tally, Tally]", getattr(report, "scores", (Tally(), Tally())))
        return tuple(getattr(tally, part) for tally in tallies)
    return getattr(report, field.name, None)


def _value(field: ReportField, value: object, names: tuple[str, str]) -> str:
    if field.kind == "seat":
        return names[cast("Seat", value)]
    if field.kind == "yes-no":
        return _("yes")
    if field.kind == "games":
        games = cast("tuple[Seat | None, ...]", value)
        return ", ".join(_("drawn") if game is None else names[game] for game in games)
    one, two = cast("tuple[int, int]", value)
    return f"{one}-{two}"
