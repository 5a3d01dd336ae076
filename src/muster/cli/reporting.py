"""Results as they are typed: `time 177-49 second=2`, `rounds 3-1 blue=1`, `decided 2-1`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, cast

from muster.core.ids import Seat, TableSeat
from muster.core.messages import Message, SaidError, listing, say
from muster.core.scoring.reports import GamesReport, MarginReport, PlacingReport, Report, ShareReport, Tally
from muster.core.scoring.share import scores_missing
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, ShareScoring

SeatReader = Callable[[str], Seat]

TableSeatReader = Callable[[str], TableSeat]

MOST_DIGITS: Final = 9


class UnclearError(SaidError):
    """What was typed cannot be understood; what is said tells what was expected."""


@dataclass(frozen=True, slots=True)
class TypedResult:
    """A typed result: how it ended, its main figures (`177-49`), and `key=value` pairs."""

    end: str
    main: str
    named: Mapping[str, str]


_ALIASES: Final = {
    "second": "deciding",
    "first": "not-deciding",
    "blue": "deciding",
    "red": "not-deciding",
    "initiative": "deciding",
    "scores": "score",
    "agreed_to_score": "agreed",
    "base_hp": "hp",
}

EXAMPLES: Final = {
    "margin": "time 177-49 second=2 · defeated 400-150 winner=1 objective=0-75 · concession 150-20 by=2",
    "share": "rounds 3-1 · time 2-2 score=300-280 · defeated 4-1 winner=1 · concession by=2",
    "games": "decided 2-1 · decided games=1,-,2,1 · time 1-1 unfinished=yes · intentional-draw",
    "placing": "decided 12-7-3-0 · time 12-7-3-0 conceded=4 · decided 9-4-0 absent=3",
}
"""Examples of typed results by way of scoring."""


def read_typed(words: list[str]) -> TypedResult:
    """Split the words of a result: the end, the bare figures, the rest as pairs.

    Raises:
        UnclearError: there is no end, or more than one bare figure, or a key twice.
    """
    if not words:
        raise UnclearError(say("say how it ended and the score, such as: time 177-49"))
    end, *rest = words
    named: dict[str, str] = {}
    main = ""
    for word in rest:
        key, equals, value = word.partition("=")
        if not equals:
            if main:
                raise UnclearError(say("one score is enough; {word} is a second one", word=repr(word)))
            main = word
        else:
            key = _ALIASES.get(key.casefold(), key.casefold())
            if key in named:
                raise UnclearError(say("{key} is given twice", key=key))
            named[key] = value
    return TypedResult(end.casefold(), main, named)


def build(
    typed: TypedResult, regulations: Regulations, seat: SeatReader, table_seat: TableSeatReader
) -> Report:
    """The report that was typed, in the form these regulations are scored by.

    Args:
        typed: what was typed.
        regulations: the game's regulations.
        seat: reads `1`, `2` or a player's name as a seat of this match.
        table_seat: likewise at a table of three or four.

    Raises:
        UnclearError: a figure or a key cannot be read.
    """
    rules = regulations.scoring
    if isinstance(rules, MarginScoring):
        return _margin(typed, seat)
    if isinstance(rules, GamesScoring):
        return _games(typed, seat)
    if isinstance(rules, PlacingScoring):
        return _placing(typed, table_seat)
    return _share(typed, seat, rules)


def _margin(typed: TypedResult, seat: SeatReader) -> MarginReport:
    _only(typed, "objective", "winner", "by", "deciding", "not-deciding", "destroyed")
    one, two = _pair(typed.main or typed.named.get("destroyed", "0-0"), say("the points destroyed"))
    first, second = _pair(typed.named.get("objective", "0-0"), say("objective"))
    return MarginReport(
        end=_end(typed),
        scores=(Tally(one, first), Tally(two, second)),
        deciding=_deciding(typed, seat),
        winner=_seat(typed, "winner", seat),
        by=_seat(typed, "by", seat),
    )


def _share(typed: TypedResult, seat: SeatReader, rules: ShareScoring) -> ShareReport:
    _only(typed, "score", "winner", "by", "deciding", "not-deciding", "tokens", "agreed")
    report = ShareReport(
        end=_end(typed),
        tokens=_pair(typed.main or typed.named.get("tokens", "0-0"), say("the victory tokens")),
        scores=_pair(typed.named.get("score", "0-0"), say("score")),
        deciding=_deciding(typed, seat),
        winner=_seat(typed, "winner", seat),
        by=_seat(typed, "by", seat),
        agreed_to_score=_yes(typed, "agreed"),
    )
    missing = scores_missing(report, rules, given="score" in typed.named)
    if missing:
        raise UnclearError(missing.message)
    return report


def _games(typed: TypedResult, seat: SeatReader) -> GamesReport:
    _only(typed, "games", "unfinished", "hp", "winner", "by", "deciding", "not-deciding")
    return GamesReport(
        end=_end(typed),
        games=_list_of_games(typed, seat),
        unfinished=_yes(typed, "unfinished"),
        base_hp=_pair(typed.named["hp"], say("hp")) if "hp" in typed.named else None,
        deciding=_deciding(typed, seat),
        winner=_seat(typed, "winner", seat),
        by=_seat(typed, "by", seat),
    )


def _placing(typed: TypedResult, table_seat: TableSeatReader) -> PlacingReport:
    _only(typed, "left", "conceded", "absent", "lost", "places")
    left = _numbers(typed.main or typed.named.get("left", ""), "-", say("what each still has"))
    places = _numbers(typed.named.get("places", ""), ",", say("the places"))
    conceded, absent, lost = (
        tuple(table_seat(word) for word in typed.named.get(key, "").split(",") if word)
        for key in ("conceded", "absent", "lost")
    )
    return PlacingReport(
        end=_end(typed), left=left, conceded=conceded, absent=absent, lost=lost, places=places or None
    )


def _numbers(text: str, between: str, what: Message) -> tuple[int, ...]:
    words = text.split(between) if text else []
    if not all(word.isdecimal() and word.isascii() and len(word) < MOST_DIGITS for word in words):
        raise UnclearError(
            say("{what}: whole numbers such as {example}", what=what, example=between.join("1234"))
        )
    return tuple(map(int, words))


def _list_of_games(typed: TypedResult, seat: SeatReader) -> tuple[Seat | None, ...]:
    """Games in order from `games=1,-,2`; or from `2-1`, where the loser's games come first."""
    if "games" in typed.named:
        return tuple(
            None if word in ("-", "=") else seat(word) for word in typed.named["games"].split(",") if word
        )
    one, two = _pair(typed.main or "0-0", say("the games won"))
    if max(one, two) > 99:
        raise UnclearError(say("no match has a hundred games"))
    ones: list[Seat | None] = [0] * one
    twos: list[Seat | None] = [1] * two
    return tuple(twos + ones if one > two else ones + twos)


def _only(typed: TypedResult, *known: str) -> None:
    for key in typed.named:
        if key not in known:
            says = say(
                "{key} is not asked for here; choose from {known}",
                key=repr(key),
                known=listing(known, "plain"),
            )
            raise UnclearError(says)


def _end(typed: TypedResult) -> EndId:
    return cast("EndId", typed.end)  # whether there is such an end is for the scoring to say


def _pair(text: str, what: Message) -> tuple[int, int]:
    one, dash, two = text.partition("-")
    if not dash or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in (one, two)):
        says = say(
            "{what}: write two whole numbers such as 177-49 in the order of the players, not {text}",
            what=what,
            text=repr(text[:40]),
        )
        raise UnclearError(says)
    return int(one), int(two)


def _seat(typed: TypedResult, key: str, seat: SeatReader) -> Seat | None:
    return seat(typed.named[key]) if key in typed.named else None


def _deciding(typed: TypedResult, seat: SeatReader) -> Seat | None:
    if "not-deciding" in typed.named:
        if "deciding" in typed.named:
            raise UnclearError(say("name one of the two roles, not both"))
        return 1 if seat(typed.named["not-deciding"]) == 0 else 0
    return _seat(typed, "deciding", seat)


def _yes(typed: TypedResult, key: str) -> bool:
    value = typed.named.get(key, "no").casefold()
    if value not in ("yes", "no"):
        raise UnclearError(say("{key}: write yes or no, not {text}", key=key, text=repr(value[:20])))
    return value == "yes"
