"""A report as a form with labelled fields: what to show, what was typed, and the report it makes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, cast

from muster.app.results.description import value_of
from muster.core.ids import SEATS, SEATS_AT_TABLE, Seat, TableSeat
from muster.core.messages import say
from muster.core.scoring import report_fields
from muster.core.scoring.reports import GamesReport, MarginReport, PlacingReport, Report, ShareReport, Tally
from muster.core.scoring.scored import Problem
from muster.core.scoring.share import scores_missing
from muster.exchange.quick_words import ResultTerms
from muster.rules.schema import EndId
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, Scoring, ShareScoring

Data = Mapping[str, str]
"""What a form sent: one text for each name."""

PAIRS: Final = ("points", "tokens", "hp")
"""The kinds of fields that hold one number for each of two players."""

IN_ORDER: Final = "conceded"
"""Of the fields that name some of a table, the one whose order counts."""

DIGITS: Final = 9
"""The most digits of a number."""


def data_of(report: Report, terms: ResultTerms) -> dict[str, str]:
    """What the form of a report holds."""
    data: dict[str, str] = {}
    for field in report_fields(terms.regulations, stage=terms.stage):
        value, name = value_of(report, field), field.name
        if field.kind == "choice":
            data[name] = str(value)
        elif field.kind == "seat":
            data[name] = "" if value is None else str(value)
        elif field.kind == "yes-no":
            data[name] = "yes" if value else ""
        elif field.kind == "games":
            games = cast("tuple[Seat | None, ...]", value)
            data |= {f"{name}.{at}": "-" if game is None else str(game) for at, game in enumerate(games)}
        elif field.kind in ("left", "places"):
            data |= {
                f"{name}.{at}": str(number) for at, number in enumerate(cast("tuple[int, ...]", value or ()))
            }
        elif field.kind == "seats":
            seats = enumerate(cast("tuple[TableSeat, ...]", value), 1)
            data |= {f"{name}.{seat}": str(at) if name == IN_ORDER else "yes" for at, seat in seats}
        elif value is not None and (value != (0, 0) or field.for_end(report.end) is not None):
            data |= {f"{name}.{at}": str(number) for at, number in enumerate(cast("tuple[int, int]", value))}
    return data


def read_form(data: Data, terms: ResultTerms, players: int = 2) -> Report | tuple[Problem, ...]:
    """The report a form makes, or every problem with what was typed; nothing is guessed.

    Args:
        data: what was sent.
        terms: under what it is read.
        players: how many sit at the table.
    """
    reading, rules = _Reading(data, terms), terms.regulations.scoring
    report: Report
    if isinstance(rules, MarginScoring):
        report = _margin_report(reading)
    elif isinstance(rules, PlacingScoring):
        report = _placing_report(reading, players)
    elif isinstance(rules, GamesScoring):
        single = rules.draws == "as-played" and terms.best_of == 1
        report = _games_report(reading, drawn_in_time=single and reading.end == "time")
    else:
        report = _share_report(reading)
    return tuple(reading.problems) or _without_scores(reading, report, rules) or report


def _margin_report(reading: _Reading) -> MarginReport:
    destroyed, objective = reading.pair("scores.destroyed"), reading.pair("scores.objective")
    return MarginReport(
        end=reading.end,
        scores=(Tally(destroyed[0], objective[0]), Tally(destroyed[1], objective[1])),
        deciding=reading.seat("deciding"),
        winner=reading.seat("winner"),
        by=reading.seat("by"),
    )


def _placing_report(reading: _Reading, players: int) -> PlacingReport:
    conceded = reading.left_in_order(players)
    absent, lost = reading.ticked("absent", players), reading.ticked("lost", players)
    return PlacingReport(
        end=reading.end,
        left=reading.left(players, {*conceded, *absent, *lost}),
        conceded=conceded,
        absent=absent,
        lost=lost,
        places=reading.places(players),
    )


def _games_report(reading: _Reading, *, drawn_in_time: bool) -> GamesReport:
    """The report of a match of games; one of a single game that ended by time without a winner is drawn."""
    games = reading.games()
    return GamesReport(
        end=reading.end,
        games=(None,) if drawn_in_time and not games else games,
        unfinished=reading.yes("unfinished"),
        base_hp=reading.pair("base_hp") if reading.given("base_hp") else None,
        deciding=reading.seat("deciding"),
        winner=reading.seat("winner"),
        by=reading.seat("by"),
    )


def _share_report(reading: _Reading) -> ShareReport:
    return ShareReport(
        end=reading.end,
        tokens=reading.pair("tokens"),
        scores=reading.pair("scores"),
        deciding=reading.seat("deciding"),
        winner=reading.seat("winner"),
        by=reading.seat("by"),
        agreed_to_score=reading.yes("agreed_to_score"),
    )


def _without_scores(reading: _Reading, report: Report, rules: Scoring) -> tuple[Problem, ...]:
    if not isinstance(report, ShareReport) or not isinstance(rules, ShareScoring):
        return ()
    missing = scores_missing(report, rules, given=reading.given("scores"))
    return (missing,) if missing else ()


def _whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= DIGITS


class _Reading:
    """Reads a form field by field and gathers what is wrong."""

    def __init__(self, data: Data, terms: ResultTerms) -> None:
        self._data, self._terms = data, terms
        self.problems: list[Problem] = []
        # Whether there is such an end is for the scoring to say.
        self.end = cast("EndId", self.text("end"))
        if not self.text("end"):
            self.problems.append(Problem("end", say("Say how it ended.")))

    def text(self, name: str) -> str:
        return self._data.get(name, "").strip()

    def given(self, name: str) -> bool:
        return any(self.text(f"{name}.{seat}") for seat in SEATS)

    def yes(self, name: str) -> bool:
        return bool(self.text(name))

    def seat(self, name: str) -> Seat | None:
        text = self.text(name)
        if text in ("", "0", "1"):
            return None if not text else 0 if text == "0" else 1
        self.problems.append(Problem(name, say("Choose one of the two players.")))
        return None

    def pair(self, name: str) -> tuple[int, int]:
        """One number for each player; nothing typed is 0 unless the field is asked for."""
        texts = [self.text(f"{name}.{seat}") for seat in SEATS]
        if name == "scores.objective" or (not any(texts) and not self._needed(name)):
            texts = [text or "0" for text in texts]
        if all(map(_whole, texts)):
            return int(texts[0]), int(texts[1])
        self.problems.append(Problem(name, say("Enter a whole number for both players.")))
        return 0, 0

    def left(self, players: int, out: Collection[TableSeat]) -> tuple[int, ...]:
        """What each at a table has left; whoever conceded, never came or was given the loss may be left open."""
        texts = [
            self.text(f"left.{seat}") or ("0" if seat in out else "") for seat in SEATS_AT_TABLE[:players]
        ]
        if all(_whole(text) for text in texts):
            return tuple(map(int, texts))
        self.problems.append(
            Problem("left", say("Enter a whole number for everybody at the table, 0 for who is out."))
        )
        return (0,) * players

    def left_in_order(self, players: int) -> tuple[TableSeat, ...]:
        """Who conceded, by the numbers typed: the first to leave has 1."""
        typed = {seat: text for seat in SEATS_AT_TABLE[:players] if (text := self.text(f"{IN_ORDER}.{seat}"))}
        if not all(map(_whole, typed.values())) or len({*map(int, typed.values())}) < len(typed):
            says = say("Say in which order they conceded: each has a number of their own.")
            self.problems.append(Problem(IN_ORDER, says))
            return ()
        return tuple(sorted(typed, key=lambda seat: int(typed[seat])))

    def places(self, players: int) -> tuple[int, ...] | None:
        """The place of each at a table as they were typed; None where they go by what is left."""
        texts = [self.text(f"places.{seat}") for seat in SEATS_AT_TABLE[:players]]
        if not any(texts):
            return None
        if all(map(_whole, texts)):
            return tuple(map(int, texts))
        says = say("Enter a place for everybody at the table, or for nobody.")
        self.problems.append(Problem("places", says))
        return None

    def ticked(self, name: str, players: int) -> tuple[TableSeat, ...]:
        """Those of a table who are ticked."""
        return tuple(seat for seat in SEATS_AT_TABLE[:players] if self.text(f"{name}.{seat}"))

    def games(self) -> tuple[Seat | None, ...]:
        found: list[Seat | None] = []
        gap = False
        for at in range(99):
            text = self.text(f"games.{at}")
            if text not in ("", "0", "1", "-") or (text and gap):
                self.problems.append(Problem("games", say("Enter the games in order, without a gap.")))
                return ()
            gap = gap or not text
            if text:
                found.append(None if text == "-" else 0 if text == "0" else 1)
        return tuple(found)

    def _needed(self, name: str) -> bool:
        """Whether the field must be filled in."""
        fields = report_fields(self._terms.regulations, stage=self._terms.stage)
        field = next((field for field in fields if field.name == name), None)
        asked = field.for_end(self.end) if field else None
        left_open = self.end in ("concession", "match-loss")  # perhaps nothing had been scored by then
        return asked is not None and asked.when == "always" and not left_open
