"""Ways to tamper with a day at tables of three and four, each with what the check must say about the line changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from muster.core.ids import RoundNo, TableNo
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands
from tamper_cases import Book, Line
from tournament_cases import Desk, custom, desk
from verify_cases import text_of

Change = Callable[[Book], Line]
"""Changes a journal; the line on which that must be told."""


def table_day() -> str:
    """Two rounds of eleven whose players report and confirm, and a cut to seven with its final, as a file."""
    at = desk("twin-suns-1.3", 11, **custom(2, 7))
    for _ in range(2):
        at.pair()
        _play(at)
    at.do(commands.MakeCut())
    at.do(commands.StartStage())
    for final in range(2):
        at.pair()
        if final:
            at.do(commands.ChooseSeat(2))
        _play(at)
    return text_of(at.finish().journal)


def _play(at: Desk) -> None:
    for table, match in sorted(at.round.matches.items()):
        first, *others = match.pairing.players
        left = tuple(2 * (12 - player) for player in match.pairing.players)
        at.report(table, PlacingReport(end="decided", left=left), by=first)
        for player in others:
            at.do(commands.ConfirmResult(RoundNo(at.round.number), TableNo(table), player))


def _in(kind: str, *way: str | int, to: Callable[[Any], Any], nth: int = 0) -> Change:
    def change(book: Book) -> Line:
        line = book.find(kind, nth)
        place: Any = line["data"]
        for step in way[:-1]:
            place = place[step]
        place[way[-1]] = to(place.get(way[-1]) if isinstance(place, dict) else place[way[-1]])
        return line

    return change


def _sheet(change: Callable[[list[Any]], None], round_no: int) -> Change:
    """Change the tables of a round where it was drawn and where it was published."""

    def both(book: Book) -> Line:
        for kind in ("round.proposed", "round.published"):
            change(book.find(kind, round_no=round_no)["data"]["sheet"]["pairings"])
        return book.find("round.proposed", round_no=round_no)

    return both


def _seats(tables: list[Any]) -> None:
    players = tables[0]["players"]
    players[0], players[1] = players[1], players[0]


def _tables(tables: list[Any]) -> None:
    one, two = tables[0]["players"], tables[1]["players"]
    one[1], two[1] = two[1], one[1]


def _five(tables: list[Any]) -> None:
    one, two, *_ = sorted((table["players"] for table in tables), key=len, reverse=True)
    one.append(two.pop())


def _order(tables: list[Any]) -> None:
    one, two = tables[0]["players"], tables[1]["players"]
    tables[0]["players"], tables[1]["players"] = two, one


def _confirmation(book: Book) -> Line:
    """Somebody is said never to have confirmed: what is drawn after it does not follow any more."""
    book.lines.remove(book.find("result.confirmed"))
    return book.find("round.proposed", round_no=2)


def _again(book: Book) -> Line:
    """The second who confirms is said to be the first once more."""
    first, second = book.find("result.confirmed"), book.find("result.confirmed", 1)
    second["data"]["by"] = first["data"]["by"]
    return second


def _upside_down(report: Any) -> Any:
    """Places written down by hand, the other way round."""
    better = [sum(left < other for other in report["left"]) for left in report["left"]]
    return {**report, "places": [len(better) - one for one in better]}


SEATINGS: Final = ("tables drawn from the seed", "seats at a table", "order of the tables")
"""What no seating fits that was drawn from another seed."""

TABLE_TAMPERINGS: Final[dict[str, tuple[Change, tuple[str, ...]]]] = {
    "a place": (
        _in("result.reported", "outcome", "sides", 0, "place", to=lambda place: place + 1),
        ("what the result is worth",),
    ),
    "what is left": (
        _in("result.reported", "report", "left", 0, to=lambda left: 24 - left),
        ("what the result is worth",),
    ),
    "less than nothing left": (_in("result.reported", "report", "left", 0, to=lambda _: -1), ("report",)),
    "what a seat has left taken away": (
        _in("result.reported", "report", "left", to=lambda left: left[:-1]), ("report",)
    ),
    "somebody absent": (_in("result.reported", "report", "absent", to=lambda _: [0]), ("report",)),
    "somebody who left": (_in("result.reported", "report", "conceded", to=lambda _: [1, 1]), ("report",)),
    "the loss given": (_in("result.reported", "report", "lost", to=lambda _: [9]), ("report",)),
    "places by hand": (
        _in("result.reported", "report", to=_upside_down), ("what the result is worth",)
    ),
    "a place nobody has": (_in("result.reported", "report", "places", to=lambda _: [1, 1, 2, 4]), ("report",)),
    "another end": (_in("result.reported", "report", "end", to=lambda _: "concession"), ("report",)),
    "somebody confirms twice": (_again, ("answered by",)),
    "a stranger's report": (_in("result.reported", "by", to=lambda _: 99), ("told by",)),
    "a confirmation": (_confirmation, SEATINGS),
    "two seats": (_sheet(_seats, 2), ("seats at a table",)),
    "the order of two tables": (_sheet(_order, 2), ("order of the tables",)),
    "two tables in the first round": (_sheet(_tables, 1), ("tables drawn from the seed",)),
    "two tables later": (_sheet(_tables, 2), ("tables drawn from the seed",)),
    "a table of five": (_sheet(_five, 2), ("sizes of the tables",)),
    "a method": (
        _in("round.proposed", "method", to=lambda _: "tables searched", nth=1), ("method of the draw",)
    ),
    "a search that was stopped": (
        _in("round.proposed", "stopped", to=lambda _: 7, nth=1), ("method of the draw",)
    ),
    "a seat chosen": (_in("seat.chosen", "seat", to=lambda _: 0), ("seats of the final",)),
    "who sits where in the final": (
        _in("seat.chosen", "players", to=lambda players: players[::-1]), ("seats of the final",)
    ),
    "who chose": (_in("seat.chosen", "player", to=lambda _: 11), ("who chooses a seat",)),
    "seats of the cut": (_sheet(_seats, 3), ("game 1",)),
    "a place at the end": (
        _in("tournament.finished", "places", 0, "first_place", to=lambda place: place + 1), ("final places",)
    ),
}  # fmt: skip
"""What is changed, how, and how the finding on its line begins."""
