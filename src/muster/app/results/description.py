"""A result in words: what was entered, and what it brings every player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from muster.core.ids import Seat
from muster.core.messages import NOTHING, Message, listing, of_rules, say, say_in, verbatim
from muster.core.outcomes import Outcome
from muster.core.scoring import ReportField, Tally, report_fields
from muster.core.scoring.decisions import deciding_part
from muster.core.scoring.reports import Report
from muster.core.written import decimal, score
from muster.exchange.quick_words import ResultTerms
from muster.exchange.words import place_words
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import GamesScoring, MarginScoring


@dataclass(frozen=True, slots=True)
class SideWorth:
    """What a result brings one player, in words.

    Attributes:
        name: the player.
        verdict: won, lost or drawn.
        points: tournament or match points.
        more: margin, share or games; empty if the game has none, or a match is one game.
    """

    name: str
    verdict: Message
    points: int
    more: Message


def sides_of_outcome(
    outcome: Outcome, regulations: Regulations, names: tuple[str, ...], best_of: int
) -> tuple[SideWorth, ...]:
    """What a result brings every player, in words; at a table of three or four in the order of the seats.

    Args:
        outcome: what it brings.
        regulations: by which.
        names: the players.
        best_of: how many games a match of the round has at most.
    """
    verdicts = {"win": say("won"), "loss": say("lost"), "draw": say("drawn")}
    model = regulations.scoring.model
    found = []
    for player, side in zip(names, outcome.sides, strict=True):
        more = NOTHING
        if model == "margin":
            more = say("margin {margin}", margin=side.margin)
        elif model == "games" and best_of > 1:
            # Won, lost and drawn are a record, not a score.
            more = say("games {games}", games="-".join(map(str, side.games)))
        elif side.averaged:
            more = say("the average share of the other games")
        elif side.share is not None:
            # Not apart at the end of a line.
            more = say_in("number", "{number}\u00a0%", number=decimal(100 * side.share, 2))
        verdict = verdicts[side.verdict] if side.place is None else place_words(outcome, side)
        found.append(SideWorth(player, verdict, side.points, more))
    return tuple(found)


def described(
    report: Report, terms: ResultTerms, names: tuple[str, ...]
) -> Iterator[tuple[Message, Message]]:
    """A report in words: for each field that was filled in, what it is called and what was entered."""
    for field in report_fields(terms.regulations, stage=terms.stage):
        asked = field.for_end(report.end)
        value = value_of(report, field)
        if field.name == "end":
            name = next((name for end, name in field.choices if end == report.end), verbatim(report.end))
            yield say("End"), name
        elif asked is not None and value not in (None, (), (0, 0), False):
            label = _label(field.name, report.end, terms) or asked.label
            yield label, _value(field, value, names)


def _label(name: str, end: EndId, terms: ResultTerms) -> Message:
    """What a field is called that the form asks a question for; empty if its label can stand as it is."""
    if name == "deciding":
        if isinstance(terms.regulations.scoring, GamesScoring):
            return say("Initiative")
        part = deciding_part(terms.regulations)
        return of_rules(part[:1].upper() + part[1:])
    if name == "by":
        by = {"concession": say("Conceded by"), "no-show": say("Absent"), "match-loss": say("Loss given to")}
        return by.get(end, NOTHING)
    return {
        "winner": say("Survived") if end == "defeated" else won_the_roll(terms.regulations),
        "games": say("Games won, in order"),
        "unfinished": say("Game cut off at time"),
        "conceded": say("Conceded, the first to leave first"),
        "absent": say("Never came"),
        "lost": say("Loss given to"),
        "places": say("Places by hand, seat by seat"),
        "agreed_to_score": say("Agreed to score the game"),
    }.get(name, NOTHING)


def won_the_roll(regulations: Regulations) -> Message:
    """What winning the roll on equal scores is called, by its name where the game has one for it."""
    rules = regulations.scoring
    if isinstance(rules, MarginScoring) and rules.equal_score.roll:
        return say("Won the {roll}", roll=of_rules(rules.equal_score.roll))
    return say("Won the roll")


def value_of(report: Report, field: ReportField) -> object:
    """What a report says in this field; points of both players as a pair."""
    if field.name.startswith("scores."):
        part = field.name.removeprefix("scores.")
        tallies = cast("tuple[Tally, Tally]", getattr(report, "scores", (Tally(), Tally())))
        return tuple(getattr(tally, part) for tally in tallies)
    return getattr(report, field.name, None)


def _value(field: ReportField, value: object, names: tuple[str, ...]) -> Message:
    if field.kind in ("left", "places"):
        return verbatim("-".join(map(str, cast("tuple[int, ...]", value))))
    if field.kind == "seats":
        return say(
            "{players}", players=listing((names[seat] for seat in cast("tuple[int, ...]", value)), "plain")
        )
    if field.kind == "seat":
        return verbatim(names[cast("Seat", value)])
    if field.kind == "yes-no":
        return say("yes")
    if field.kind == "games":
        games = cast("tuple[Seat | None, ...]", value)
        won = (say("drawn") if game is None else names[game] for game in games)
        return say("{games}", games=listing(won, "plain"))
    one, two = cast("tuple[int, int]", value)
    return score(one, two)
