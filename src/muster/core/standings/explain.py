"""The arithmetic behind one value of the standings, as data and in words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from muster.core.ids import Naming, PlayerId, numbered
from muster.core.points import decimal_text, ratio_text
from muster.core.standings.ledger import USUAL, Division, Ledger, Part, Records, Worth
from muster.core.standings.ranking import tiebreaker_columns
from muster.core.standings.tiebreakers import TIEBREAKERS
from muster.core.standings.values import Column
from muster.rules.schema import Standings, TiebreakerId, Variants


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How a player's value in one column comes about.

    Attributes:
        player: whose value it is.
        column: the tiebreaker, with its clause.
        division: every round's part, the sum, the divisor, the floor, and the exact value; an opponent's part
            holds that opponent's own division.
        words: one line per part and one for the result, for people.
    """

    player: PlayerId
    column: Column
    division: Division
    words: tuple[str, ...]


def explain(
    player: PlayerId,
    tiebreaker: TiebreakerId,
    records: Records,
    rules: Standings,
    variants: Variants,
    *,
    rounds_completed: int,
    worth: Worth = USUAL,
    name: Naming = numbered,
) -> Arithmetic:
    """Show the arithmetic of one player's tiebreaker.

    The arguments are those of `standings`; `name` is how the words name opponents.

    Raises:
        KeyError: the player has no records, or these rules do not have the tiebreaker.
    """
    column = dict(tiebreaker_columns(rules, variants))[tiebreaker]
    ledger = Ledger(records, variants, worth, rounds_completed)
    division = TIEBREAKERS[tiebreaker].division(ledger, ledger.index[player])
    words = (*(_part_words(part, name) for part in division.parts), _result_words(column, division))
    return Arithmetic(player, column, division, words)


def _part_words(part: Part, name: Naming) -> str:
    start = f"Round {part.round_no}: "
    opponent = "" if part.opponent is None else name(part.opponent)
    if part.value is None:
        return start + ("a bye is left out" if part.kind == "bye" else "no opponent, left out")
    amount = _amount(part.value)
    if part.source is not None:
        return f"{start}{opponent} has {_quotient_words(part.source)}"
    match part.kind:
        case "averaged":
            return f"{start}the average of the other games, {amount}"
        case "no-games":
            return f"{start}no other game to average yet, so {amount}"
        case "bye":
            return f"{start}bye, {amount}"
        case "loss":
            return f"{start}loss without an opponent, {amount}"
        case _:
            return f"{start}{amount} against {opponent}"


def _result_words(column: Column, division: Division) -> str:
    return f"{column.name}: {_quotient_words(division)}"


def _quotient_words(division: Division) -> str:
    value = _amount(division.value)
    if not division.divisor:
        return f"{value}, for there is nothing to divide by"
    if division.divisor == 1:
        return value
    quotient = f"{_amount(division.total)} / {division.divisor}"
    return f"{quotient}, raised to the floor {value}" if division.floored else f"{quotient} = {value}"


def _amount(value: Fraction | int) -> str:
    """Whole numbers as they are, others exactly with their decimals: `7/3 (2.3333)`."""
    exact = Fraction(value)
    whole = exact.denominator == 1
    return ratio_text(exact) if whole else f"{ratio_text(exact)} ({decimal_text(exact, 4)})"
