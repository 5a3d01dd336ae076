"""Real published events, one JSON object a line: the form, and a reader that refuses what does not fit it.

An event holds who met whom, the results and the table that was published, without names. The form is strict:
unknown or missing fields, wrong types, results for nobody and players nobody knows are all reported, each
with its file, line and field.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from muster.core.messages import Message, figure, say, verbatim

LONGEST_LINE: Final = 4_000_000
"""Bytes; the largest event known has 60,000."""

Name = Annotated[str, Field(pattern=r"^P\d{3,6}$")]
Text = Annotated[str, Field(min_length=1, max_length=200)]
Count = Annotated[int, Field(ge=0, le=1000)]
Amount = Annotated[int, Field(ge=0, le=1_000_000)]
Decimal = Annotated[str, Field(pattern=r"^\d{1,7}(\.\d{1,40})?$")]
"""A published value as it was printed."""

PublishedField = Literal["rank", "points", "omw", "pgw", "ogw", "mov", "sos", "ext_sos"]


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Points(_Form):
    """Match points."""

    win: Amount
    draw: Amount
    loss: Amount
    bye: Amount


class EventMargin(_Form):
    """Both players score `even` plus or minus the difference of their scores; a bye scores `bye`."""

    even: Amount
    bye: Amount


class EventFormat(_Form):
    """How the event was played and scored."""

    best_of: Literal[1, 3]
    points: Points
    margin: EventMargin | None = None


class EventMatch(_Form):
    """A pairing and its result; with one player a bye or an assigned loss."""

    players: Annotated[tuple[Name, ...], Field(min_length=1, max_length=2)]
    games: tuple[Count, Count, Count] | None = None
    intentional_draw: Literal[True] | None = None
    scores: tuple[Amount, Amount] | None = None
    winner: Name | None = None
    bye: Literal[True] | None = None
    assigned_loss: Literal[True] | None = None
    unreported: Literal[True] | None = None


class EventRound(_Form):
    """One round of one stage; numbers run through."""

    no: Annotated[int, Field(ge=1, le=1000)]
    stage: Literal["swiss", "elimination"]
    matches: tuple[EventMatch, ...]


class Published(_Form):
    """A line of the published table; what the source does not publish is absent."""

    player: Name
    rank: Count | None = None
    points: Amount | None = None
    mov: Amount | None = None
    omw: Decimal | None = None
    pgw: Decimal | None = None
    ogw: Decimal | None = None
    sos: Decimal | None = None
    ext_sos: Decimal | None = None
    cut_rank: Count | None = None


class Deviation(_Form):
    """A published value known to differ: of one player, or for `rank` of two neighbours."""

    players: Annotated[tuple[Name, ...], Field(min_length=1, max_length=2)]
    field: PublishedField


class PublishedEvent(_Form):
    """One event as it was published."""

    source: Text
    event: Text
    date: date | None
    format: EventFormat
    players: tuple[Name, ...]
    dropped: dict[Name, Count]
    rounds: tuple[EventRound, ...]
    standings: tuple[Published, ...]
    deviations: tuple[Deviation, ...]


@dataclass(frozen=True, slots=True)
class EventProblem:
    """Why a line cannot be read.

    Attributes:
        file: the name of the file.
        line: the line in it, from 1.
        field: the place in the event, such as `rounds[0].matches[3].winner`; empty for the whole line.
        message: what is wrong.
    """

    file: str
    line: int
    field: str
    message: Message

    def __str__(self) -> str:
        """One line: `file:line: field: message`."""
        place = f"{self.field}: " if self.field else ""
        return f"{self.file}:{self.line}: {place}{self.message}"


def read_events(file: str, lines: Iterable[bytes]) -> tuple[list[PublishedEvent], list[EventProblem]]:
    """Read a file of events.

    Args:
        file: its name, for the problems.
        lines: its lines as bytes; empty ones are passed over.

    Returns:
        The events that fit the form, and every problem of the others.
    """
    events: list[PublishedEvent] = []
    problems: list[EventProblem] = []
    names: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        found = _read(line.strip())
        if isinstance(found, PublishedEvent):
            mistakes = list(_inconsistencies(found))
            if found.event in names:
                mistakes.append(("event", say("{event} is in this file twice", event=found.event)))
            names.add(found.event)
            events += [] if mistakes else [found]
        else:
            mistakes = found
        problems += [EventProblem(file, number, field, message) for field, message in mistakes]
    if not events and not problems:
        problems.append(EventProblem(file, 1, "", say("there is no event in this file")))
    return events, problems


_Mistake = tuple[str, Message]
"""The field and what is wrong with it."""


def _read(line: bytes) -> PublishedEvent | list[_Mistake]:
    if len(line) > LONGEST_LINE:
        return [("", say("the line is longer than {most} bytes", most=figure(LONGEST_LINE)))]
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        return [("", say("byte {number} is not UTF-8", number=error.start + 1))]
    try:
        event = PublishedEvent.model_validate_json(text)
        json.loads(text, object_pairs_hook=_refuse_doubles)
    except ValidationError as error:
        return [(_path(found["loc"]), _message(found["type"], found["msg"])) for found in error.errors()]
    except ValueError as error:
        return [("", verbatim(str(error)))]
    return event


def _refuse_doubles(pairs: list[tuple[str, object]]) -> None:
    names = Counter(name for name, _ in pairs)
    if len(names) < len(pairs):
        double = next(name for name, times in names.items() if times > 1)
        raise ValueError(say("the field {field} is given twice", field=repr(double[:40])))


def _path(place: tuple[int | str, ...]) -> str:
    """`("rounds", 0, "no")` as `rounds[0].no`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part[:40]}" for part in place).lstrip(".")


def _message(kind: str, message: str) -> Message:
    """What a form's refusal means, in plain words."""
    if kind == "json_invalid":
        reason = message.removeprefix("Invalid JSON: ").replace(" at line 1 column", " at column")
        return say("this is not JSON: {reason}", reason=reason)
    return _REFUSALS.get(kind) or verbatim(message[:1].lower() + message[1:200])


_REFUSALS: Final = {
    "missing": say("this field is missing"),
    "extra_forbidden": say("the form has no such field"),
    "string_pattern_mismatch": say(
        "this is not written as the form asks (players as P001, values as 0.5625)"
    ),
    "model_type": say("this must be an object"),
    "tuple_type": say("this must be a list"),
}
"""Refusals whose own message says less to a reader of events."""


def _inconsistencies(event: PublishedEvent) -> Iterator[_Mistake]:
    """What the types cannot say: everybody known, nobody twice, every result somebody's."""
    known = frozenset(event.players)
    yield from _doubles("players", event.players)
    yield from _doubles("standings", [row.player for row in event.standings])
    yield from _unknown("dropped", event.dropped, known)
    for place, row in enumerate(event.standings):
        yield from _unknown(f"standings[{place}].player", [row.player], known)
    for place, deviation in enumerate(event.deviations):
        yield from _unknown(f"deviations[{place}].players", deviation.players, known)
        if len(deviation.players) != (2 if deviation.field == "rank" else 1):
            yield (
                f"deviations[{place}].players",
                say("a rank concerns two neighbours, any other field one player"),
            )
    for place, this in enumerate(event.rounds):
        yield from _round_mistakes(f"rounds[{place}]", this, event, known)
        if place and this.no <= event.rounds[place - 1].no:
            yield f"rounds[{place}].no", say("round numbers must run upwards")
        if place and (event.rounds[place - 1].stage, this.stage) == ("elimination", "swiss"):
            yield f"rounds[{place}].stage", say("a Swiss round cannot follow the elimination")


def _round_mistakes(
    place: str, this: EventRound, event: PublishedEvent, known: frozenset[str]
) -> Iterator[_Mistake]:
    yield from _doubles(f"{place}.matches", [name for match in this.matches for name in match.players])
    for number, match in enumerate(this.matches):
        field = f"{place}.matches[{number}]"
        yield from _unknown(f"{field}.players", match.players, known)
        message = _result_mistake(match, with_scores=event.format.margin is not None)
        if message:
            yield field, message


def _result_mistake(match: EventMatch, *, with_scores: bool) -> Message | None:
    if len(match.players) == 1:
        return _lone_mistake(match)
    if match.bye or match.assigned_loss:
        return say("a bye or an assigned loss has one player")
    if (match.games is None) + (match.scores is None) + (match.unreported is None) != 2:
        return say("give exactly one of games, scores and unreported")
    if (match.winner is None) != (match.scores is None) or match.winner not in (None, *match.players):
        return say("scores need a winner among the two players, and nothing else has one")
    if match.unreported is None and (match.scores is not None) != with_scores:
        return say("scores go with a margin in the format, games go without")
    if match.intentional_draw and (match.games is None or match.games[0] != match.games[1]):
        return say("an intentional draw needs games that are equal")
    return None


def _lone_mistake(match: EventMatch) -> Message | None:
    if (match.bye is None) == (match.assigned_loss is None):
        return say("one player alone has either a bye or an assigned loss")
    if match.games or match.scores or match.winner or match.unreported or match.intentional_draw:
        return say("a bye or an assigned loss has no result of its own")
    return None


def _doubles(field: str, names: Iterable[str]) -> Iterator[_Mistake]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield field, say("{name} is there twice", name=name)
        seen.add(name)


def _unknown(field: str, names: Iterable[str], known: frozenset[str]) -> Iterator[_Mistake]:
    for name in names:
        if name not in known:
            yield field, say("{name} is not among the players", name=name)
