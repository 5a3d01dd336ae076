"""Ways to tamper with a day of a double elimination, each with what the check must say of it."""

from __future__ import annotations

from typing import Any, Final

from tamper_cases import Book, Line, Tampering, cross, inside, on_sheets, struck_out


def _other_loser(sheet: Any) -> None:
    """Two who have lost come to each other's game of the lower bracket."""
    one, two = (pairing["players"] for pairing in sheet["pairings"][-2:])
    one[0], two[0] = two[0], one[0]


def _winner_below(sheet: Any) -> None:
    """Somebody unbeaten in the lower bracket, and who has lost in the upper one."""
    one, two = sheet["pairings"][0]["players"], sheet["pairings"][-1]["players"]
    one[0], two[0] = two[0], one[0]


def _other_number(sheet: Any) -> None:
    sheet["pairings"][0]["game"] += 1


def _nobody_waits(sheet: Any) -> None:
    sheet.pop("resting")


def _walked_over(sheet: Any) -> None:
    """Who should go on without playing is left out."""
    sheet["byes"] = []


def _no_second_final(book: Book) -> Line:
    """The day ends after the final that the unbeaten player lost."""
    number = max(line["data"]["round_no"] for line in book.lines if line["kind"] == "round.published")
    cut = [line for line in book.lines if line["data"].get("round_no") == number]
    book.lines = [line for line in book.lines if line not in cut]
    return book.find("tournament.finished", 0)


def _places(book: Book) -> Line:
    """The losers of two rounds of the lower bracket in each other's places."""
    line = book.find("tournament.finished", 1)
    one, two = line["data"]["places"][4], line["data"]["places"][6]
    one["player"], two["player"] = two["player"], one["player"]
    return line


def _second_place(book: Book) -> Line:
    line = book.find("tournament.finished", 1)
    one, two = line["data"]["places"][:2]
    one["player"], two["player"] = two["player"], one["player"]
    return line


DOUBLE_TAMPERINGS: Final = (
    Tampering("two losers fed to each other’s game", "double", on_sheets(_other_loser, 5), "game"),
    Tampering("an unbeaten player in the lower bracket", "double", on_sheets(_winner_below, 4), "game"),
    Tampering("two of the first round exchanged", "double", on_sheets(cross, 3), "game 1"),
    Tampering("another number of a game", "double", on_sheets(_other_number, 5), "game"),
    Tampering("nobody said to wait", "double", on_sheets(_nobody_waits, 5), "who rests"),
    Tampering("a game without an opponent left out", "double", on_sheets(_walked_over, 4), "game"),
    Tampering("the second final left out", "double", _no_second_final, "reason to end early"),
    Tampering(
        "a single final said to have been announced",
        "double",
        inside("plan.announced", "plan", "elimination", to=lambda _: "double-once"),
        "elimination",
    ),
    Tampering(
        "a final result turned, and the second final still there",
        "double",
        struck_out("result.corrected", "round.proposed", -1),
        "game",
    ),
    Tampering("places of two rounds exchanged", "double", _places, "final places"),
    Tampering("the first two places exchanged", "double", _second_place, "final places"),
)
