"""The arithmetic behind one value of the standings, as data and in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias, get_args

from muster.core.ids import Naming, PlayerId, numbered
from muster.core.messages import Argument, Message, Number, listing, say, say_in, verbatim
from muster.core.outcomes import RoundRecord
from muster.core.points import HalfPoints, ratio_text
from muster.core.standings.ledger import (
    USUAL,
    Addend,
    Carried,
    Division,
    Ledger,
    OfCut,
    OfEquals,
    OfResult,
    Records,
    Worth,
)
from muster.core.standings.ranking import criteria, figures_of
from muster.core.standings.tiebreakers import calculation, value_text
from muster.core.standings.values import Column, CriterionId
from muster.core.written import decimal
from muster.rules.schema import Standings
from muster.rules.variants import Variants

Amount: TypeAlias = Callable[[Fraction], Message]
"""How a number is written in the arithmetic."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """How a player's value in one column comes about.

    Attributes:
        player: whose value it is.
        column: the criterion, with its clause.
        text: the value as the table shows it.
        how: how such a value is computed, in a sentence.
        division: every round's part, the sum, the divisor, the floor, and the exact value; an opponent's part
            holds that opponent's own division.
        words: one line per part and one for the result, for people.
    """

    player: PlayerId
    column: Column
    text: Number
    how: Message
    division: Division
    words: tuple[Message, ...]


def explain(
    player: PlayerId,
    criterion: CriterionId,
    records: Records,
    rules: Standings,
    variants: Variants,
    *,
    rounds_completed: int,
    worth: Worth = USUAL,
    without: frozenset[PlayerId] = frozenset(),
    carried: Carried | None = None,
    name: Naming = numbered,
) -> Arithmetic:
    """Show the arithmetic of one player's points or of a tiebreaker.

    The arguments are those of `standings`; `name` is how the words name opponents.

    Raises:
        KeyError: the player has no records, or these rules do not have the criterion.
    """
    *compared, _ = criteria(rules, variants, worth)
    column = {column.id: column for column in compared}[criterion]
    ledger = Ledger(records, variants, worth, rounds_completed, without, carried)
    made, index = calculation(criterion), ledger.index[player]
    division = figures_of(compared)[criterion].division(ledger, index)
    shown = rules.points_shown_in == "halves" and made.of in ("points", "games", "possible")
    shown = shown and not (made.of == "games" and worth.scores)
    told = in_halves(division, of_possible=made.of == "possible") if shown else division
    amount = _half_amount if shown else _amount
    own = {record.round_no: record for record in ledger.own(index)}
    words = (
        *(_round_words(criterion, own.get(part.round_no), part, name, amount) for part in told.parts),
        say("{number}: {calculation}", number=column.name, calculation=_quotient_words(told, amount)),
    )
    text = value_text(criterion, division.value, halves=column.halves)
    return Arithmetic(player, column, text, made.explained(variants), division, words)


def _round_words(
    criterion: CriterionId, record: RoundRecord | None, part: Addend, name: Naming, amount: Amount
) -> Message:
    if len(part.opponents) > 1:
        return _table_words(criterion, record, part, name, amount)
    opponent = name(part.opponents[0]) if part.opponents else ""
    if criterion == "points" and record is not None and opponent:
        return _verdict_words(record, opponent)
    return _part_words(part, opponent, amount)


def _table_words(
    criterion: CriterionId, record: RoundRecord | None, part: Addend, name: Naming, amount: Amount
) -> Message:
    """A round at a table of three or four."""
    args: dict[str, Argument] = {"round": part.round_no, "opponents": listing(map(name, part.opponents))}
    if criterion == "points" and record is not None and record.side.place is not None:
        place, points = record.side.place, record.side.points
        return say(
            "Round {round}: place {place} with {opponents}, {points}", **args, place=place, points=points
        )
    if part.value is None:
        return say("Round {round}: with {opponents}, left out", **args)
    if part.source is not None:
        together, own = amount(part.source.total), amount(part.value)
        return say(
            "Round {round}: {opponents} have {together} together: {amount}",
            **args,
            together=together,
            amount=own,
        )
    return say("Round {round}: {amount} with {opponents}", **args, amount=amount(part.value))


def _verdict_words(record: RoundRecord, opponent: str) -> Message:
    args: dict[str, str | int] = {
        "round": record.round_no,
        "opponent": opponent,
        "points": record.side.points,
    }
    if record.side.verdict == "win":
        return say("Round {round}: won against {opponent}, {points}", **args)
    if record.side.verdict == "loss":
        return say("Round {round}: lost against {opponent}, {points}", **args)
    return say("Round {round}: drawn against {opponent}, {points}", **args)


def _part_words(part: Addend, opponent: str, amount: Amount) -> Message:
    return _sum_words(part, opponent, amount) or _usual_words(part, opponent, amount)


def _sum_words(part: Addend, opponent: str, amount: Amount) -> Message | None:
    """What only sums over opponents and head-to-head have; None for what every figure has."""
    if part.kind in get_args(OfCut) and part.source is not None:
        return _cut_words(part, part.source, opponent, amount)
    if part.kind in get_args(OfEquals):
        return _unequal_words(part, opponent)
    if part.value is None:
        return None
    if part.kind in get_args(OfResult) and part.source is not None:
        return _weighed_words(part, part.source, part.value, opponent, amount)
    args: dict[str, Argument] = {"round": part.round_no, "amount": amount(part.value)}
    if part.kind == "own":
        return say("Round {round}: no opponent, so {amount} of the player’s own points", **args)
    if part.kind == "missed":
        return say("Round {round}: not taken part in, {amount}", **args)
    return None


def _usual_words(part: Addend, opponent: str, amount: Amount) -> Message:
    number = part.round_no
    if part.value is None and part.kind == "bye":
        return say("Round {round}: a bye is left out", round=number)
    if part.value is None:
        return say("Round {round}: no opponent, left out", round=number)
    if part.source is not None:
        quotient = _quotient_words(part.source, amount)
        return say("Round {round}: {opponent} has {value}", round=number, opponent=opponent, value=quotient)
    own = amount(part.value)
    match part.kind:
        case "carried":
            return say("Brought in from rounds 1 to {round}: {amount}", round=number, amount=own)
        case "averaged":
            return say("Round {round}: the average of the other games, {amount}", round=number, amount=own)
        case "no-games":
            return say("Round {round}: no other game to average yet, so {amount}", round=number, amount=own)
        case "bye":
            return say("Round {round}: bye, {amount}", round=number, amount=own)
        case "loss":
            return say("Round {round}: loss without an opponent, {amount}", round=number, amount=own)
        case _:
            return say(
                "Round {round}: {amount} against {opponent}", round=number, amount=own, opponent=opponent
            )


def _cut_words(part: Addend, source: Division, opponent: str, amount: Amount) -> Message:
    """A value that is left out as the lowest or the highest."""
    number, value = part.round_no, amount(source.value)
    if not opponent:
        return say("Round {round}: no opponent, {value}, left out", round=number, value=value)
    if part.kind == "lowest":
        return say(
            "Round {round}: {opponent} has {value}, the lowest, left out",
            round=number,
            opponent=opponent,
            value=value,
        )
    return say(
        "Round {round}: {opponent} has {value}, the highest, left out",
        round=number,
        opponent=opponent,
        value=value,
    )


def _unequal_words(part: Addend, opponent: str) -> Message:
    """A match that head-to-head does not count."""
    if part.kind == "apart":
        return say(
            "Round {round}: {opponent} is not equal so far, left out", round=part.round_no, opponent=opponent
        )
    return say(
        "Round {round}: {opponent} is equal so far, but not all equals have met, left out",
        round=part.round_no,
        opponent=opponent,
    )


def _weighed_words(part: Addend, source: Division, value: Fraction, opponent: str, amount: Amount) -> Message:
    """An opponent's points by the result against them."""
    args: dict[str, Argument] = {
        "round": part.round_no,
        "opponent": opponent,
        "value": amount(source.value),
        "amount": amount(value),
    }
    if part.kind == "won":
        return say("Round {round}: won against {opponent}, who has {value}: {amount}", **args)
    if part.kind == "lost":
        return say("Round {round}: lost against {opponent}, who has {value}: {amount}", **args)
    return say("Round {round}: drawn against {opponent}, who has {value}: {amount}", **args)


def _quotient_words(division: Division, amount: Amount) -> Message:
    value = amount(division.value)
    if not division.divisor:
        return say("{value}, for there is nothing to divide by", value=value)
    if division.divisor == 1:
        return value
    total, by = amount(division.total), amount(Fraction(division.divisor))
    if division.floored:
        return say("{total} / {by}, raised to the floor {value}", total=total, by=by, value=value)
    return say("{total} / {by} = {value}", total=total, by=by, value=value)


def _amount(value: Fraction) -> Message:
    """Whole numbers as they are, others exactly with their decimals: `7/3 (2.3333)`."""
    exact = ratio_text(value)
    if value.denominator == 1:
        return verbatim(exact)
    return say_in("number", "{exact} ({rounded})", exact=exact, rounded=decimal(value, 4))


def _half_amount(value: Fraction) -> Message:
    """The same where points are shown in halves: `4½`, and quarters with their decimals."""
    return verbatim(str(HalfPoints(int(2 * value)))) if value.denominator == 2 else _amount(value)


def in_halves(division: Division, *, of_possible: bool = False) -> Division:
    """The same arithmetic in points as they are shown, two of those inside being one.

    Args:
        division: the arithmetic in points as they are inside.
        of_possible: it is of points by those possible, so that the quotient stays as it is.
    """
    sources = any(part.source is not None for part in division.parts)
    scale = 1 if of_possible and sources else 2
    parts = tuple(
        replace(
            part,
            value=None if part.value is None else part.value / scale,
            source=None if part.source is None else in_halves(part.source, of_possible=of_possible),
        )
        for part in division.parts
    )
    divisor = Fraction(division.divisor, scale) if of_possible else division.divisor
    return replace(division, parts=parts, divisor=divisor)
