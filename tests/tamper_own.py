"""Ways to tamper with a day of a game of one's own, each with what the check must say about the line changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from muster.core.scoring.reports import GamesReport, MarginReport, Report, Tally
from muster.core.tournament import commands
from muster.core.tournament.state import Match
from muster.rules.own_games import OwnGame, Result, made
from tamper_cases import Book, Line, inside, more, on_sheets, turned
from tournament_cases import DAY, Desk, custom
from verify_cases import text_of

Change = Callable[[Book], Line]

GAMES: Final[dict[Result, OwnGame]] = {
    "winner": OwnGame(
        name="Halves", win=Fraction(1), draw=Fraction(1, 2), bye=Fraction(1, 2), fide=True,
        tiebreakers=("head-to-head", "buchholz-cut-1", "buchholz", "sonneborn-berger"),
    ),
    "score": OwnGame(
        name="Goals", result="score", counted="goals", bye_score=3,
        tiebreakers=("margin", "total-score", "strength-of-schedule"),
    ),
}  # fmt: skip
"""Chess on an evening, and something with goals."""


def own_day(result: Result) -> str:
    """Seven players and four rounds, in which one rests; what the game was before, was changed; somebody leaves."""
    at, game = Desk(), GAMES[result]
    before = made(replace(game, win=Fraction(4), tiebreakers=game.tiebreakers[:1]))
    at.do(commands.CreateTournament(regulations=before, day=DAY, **custom(4)))
    at.do(commands.ChangeRules(regulations=made(game)))
    at.enter(*range(1, 8)).announce().begin()
    for number in range(4):
        at.pair()
        for table, match in sorted(at.round.matches.items()):
            at.report(table, _played(match, result))
        if number == 2:
            at.drop(6)
    return text_of(at.finish().journal)


def _played(match: Match, result: Result) -> Report:
    one, two = match.pairing.pair
    if result == "score":
        return MarginReport(end="rounds", scores=(Tally(9 - one), Tally(9 - two)))
    if (one + two) % 3 == 0:
        return GamesReport(end="time", games=(None,))
    return GamesReport(end="decided", games=(0 if one < two else 1,))


def _rules(*way: str | int, to: Callable[[Any], Any], told: Callable[[Book], Line]) -> Change:
    """Change the game that was played; it is told where it first makes a difference."""

    def change(book: Book) -> Line:
        inside("rules.changed", "regulations", *way, to=to)(book)
        return told(book)

    return change


def _struck_out(book: Book) -> Line:
    """The game before the change is said to have been played: the first match that was won was worth more."""
    book.lines.remove(book.find("rules.changed"))
    return _first_won(book)


def _first_won(book: Book) -> Line:
    return next(line for line in book.lines if (line["data"].get("outcome") or {}).get("winner") is not None)


def _at(kind: str) -> Callable[[Book], Line]:
    return lambda book: book.find(kind)


def _byes(sheet: Any) -> None:
    sheet["byes"][0]["outcome"]["points"] += 1


def _exchanged(places: list[Any]) -> list[Any]:
    one, two, *others = places
    return [{**one, "player": two["player"]}, {**two, "player": one["player"]}, *others]


_POINTS: Final = inside("result.reported", "outcome", "sides", 0, "points", to=more, nth=2)
_WORTH: Final = "what the result is worth"
_PLACES: Final = (
    "two places exchanged",
    inside("tournament.finished", "places", to=_exchanged),
    "final places",
)
_BYE: Final = ("a bye worth half a point more", on_sheets(_byes, 1), "worth of a bye")
_BYES: Final = (
    "byes worth more in the game",
    _rules("bye", "points", to=more, told=_at("round.proposed")),
    "worth of a bye",
)

OWN_TAMPERINGS: Final[dict[Result, tuple[tuple[str, Change, str], ...]]] = {
    "winner": (
        ("half a point more for a result", _POINTS, _WORTH),
        (
            "a win worth more in the game",
            _rules("scoring", "points", "win", to=more, told=_first_won),
            _WORTH,
        ),
        (
            "tiebreakers in another order",
            _rules("standings", "tiebreakers", to=turned, told=_at("tournament.finished")),
            "final places",
        ),
        ("the change of the game struck out", _struck_out, _WORTH), _BYE, _BYES, _PLACES,
    ),
    "score": (
        ("a point more for a result", _POINTS, _WORTH),
        (
            "another score",
            inside("result.reported", "report", "scores", 0, "destroyed", to=more, nth=2),
            _WORTH,
        ),
        (
            "a bye with another score",
            on_sheets(lambda sheet: sheet["byes"][0]["outcome"].update(margin=9), 1),
            "worth of a bye",
        ),
        ("the change of the game struck out", _struck_out, _WORTH), _BYE, _BYES, _PLACES,
    ),
}  # fmt: skip
"""What is changed, how, and the finding on its line."""
