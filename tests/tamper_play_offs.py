"""Ways to tamper with play-offs, each with what the check must say of it."""

from __future__ import annotations

from typing import Any, Final

from tamper_cases import Book, Line, Tampering, inside, more, struck_out, turned


def _lost(book: Book) -> Line:
    """The play-off at the cut is said to have gone the other way, and the seeds are as they were."""
    line = book.find("tie.played", -1)
    line["data"]["players"].reverse()
    return book.find("cut.made")


def _after_the_cut(book: Book) -> Line:
    """It is recorded once the cut is made."""
    line, cut = book.find("tie.played", -1), book.find("cut.made")
    book.lines.remove(line)
    book.lines.insert(book.lines.index(cut) + 1, line)
    return line


def _before_a_result(book: Book) -> Line:
    """It is recorded while a game is still to be played."""
    line, result = book.find("tie.played", 0), book.find("result.reported", 5)
    book.lines.remove(line)
    book.lines.insert(book.lines.index(result), line)
    return line


def _in_a_running_part(book: Book) -> Line:
    """It is recorded when a part has begun, and its first round is over."""
    line, proposed = book.find("tie.played", -1), book.find("round.proposed", round_no=5)
    book.lines.remove(line)
    book.lines.insert(book.lines.index(proposed), line)
    line["data"]["after"] = 4
    return line


def _all_seeds(book: Book) -> Line:
    """The cut takes in the order in which the draw would have put them."""
    line = book.find("cut.made")
    line["data"]["seeds"][-1] = book.find("tie.played", -1)["data"]["players"][-1]
    return line


def _again(book: Book) -> Line:
    """The same play-off is recorded twice."""
    line = book.find("tie.played", 1)
    again = {**line, "seq": -1, "data": {**line["data"]}}
    book.lines.insert(book.lines.index(line) + 1, again)
    return again


def _of_two_groups(players: list[Any]) -> list[Any]:
    return [*players[:2], next(one for one in range(1, 7) if one not in players)]


PLAY_OFF_TAMPERINGS: Final = (
    Tampering("the other winner of a play-off", "played-off", _lost, "players who go on"),
    Tampering("seeds by the draw after a play-off", "played-off", _all_seeds, "players who go on"),
    Tampering("the same play-off again", "played-off", _again, "play-off"),
    Tampering("a play-off after the cut", "played-off", _after_the_cut, "play-off"),
    Tampering("a play-off before a result", "played-off", _before_a_result, "play-off"),
    Tampering("a play-off while a part runs", "played-off", _in_a_running_part, "play-off"),
    Tampering(
        "a play-off after another round", "played-off", inside("tie.played", "after", to=more), "round"
    ),
    Tampering(
        "somebody of another group in a play-off",
        "played-off",
        inside("tie.played", "players", to=_of_two_groups),
        "players of the play-off",
    ),
    Tampering(
        "one of three left out of a play-off",
        "played-off",
        inside("tie.played", "players", to=lambda players: players[:2]),
        "players of the play-off",
    ),
    Tampering(
        "somebody twice in a play-off",
        "played-off",
        inside("tie.played", "players", to=lambda players: [players[0], players[0], players[2]]),
        "players of the play-off",
    ),
    Tampering(
        "nobody in a play-off",
        "played-off",
        inside("tie.played", "players", to=lambda _: []),
        "players of the play-off",
    ),
    Tampering(
        "a play-off struck out", "played-off", struck_out("tie.played", "cut.made", -1), "players who go on"
    ),
    Tampering(
        "a play-off of a group struck out",
        "played-off",
        struck_out("tie.played", "day.begun", 1),
        "players who play on",
    ),
    Tampering(
        "who plays on in another order than a play-off put them",
        "played-off",
        inside("day.begun", "players", to=turned),
        "players who play on",
    ),
)
