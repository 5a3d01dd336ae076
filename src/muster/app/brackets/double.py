"""A double elimination for pages: both brackets and the final, round by round, with who comes from where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.app.brackets.boxes import (
    BoxKind,
    Bracket,
    BracketColumn,
    DoublePart,
    GameBox,
    KnownSlots,
    Slot,
    SlotKind,
)
from muster.core.bracket.double import Bracket as PartId
from muster.core.bracket.double import DoubleMatch, Feeder, double_elimination
from muster.core.bracket.double_play import DoubleStand
from muster.core.bracket.layouts import place_text
from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, Message, listing, say
from muster.core.tournament import queries
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.final import double_places
from muster.core.tournament.state import Match, Round, State
from muster.core.tournament.why_double import side_words
from muster.exchange.elimination_words import part_title
from muster.exchange.words import match_words

_PARTS: Final[tuple[tuple[tuple[PartId, ...], Message], ...]] = (
    (("winners",), say("Upper bracket: unbeaten")),
    (("losers",), say("Lower bracket: lost once")),
    (("final", "reset"), say("Final: the winners of both brackets")),
)


@dataclass(frozen=True, slots=True)
class _Record:
    """What is published of the elimination: by game its round, its match if it was played, and who walked over."""

    rounds: dict[int, Round]
    matches: dict[int, Match]
    alone: dict[int, PlayerId]

    @classmethod
    def of(cls, state: State) -> _Record:
        """As the state has it."""
        shown = queries.rounds_of(state, len(state.stages) - 1) if elimination_rounds(state) else ()
        matches = {one.pairing.game or 0: one for each in shown for one in each.matches.values()}
        alone = {bye.game or 0: bye.player for each in shown for bye in each.byes}
        rounds = {one.pairing.game or 0: each for each in shown for one in each.matches.values()}
        return cls(rounds | {bye.game or 0: each for each in shown for bye in each.byes}, matches, alone)


def double_bracket(known: KnownSlots, stand: DoubleStand) -> Bracket:
    """Both brackets and the final as they stand, or as the seeds would play them."""
    record = _Record.of(known.state)
    parts = tuple(_parts(known, stand, record))
    columns = tuple(column for part in parts for column in part.columns)
    champion = "" if stand.champion is None else known.name(stand.champion)
    return Bracket(columns, not record.rounds, champion, parts=parts)


def empty_double(state: State, seats: int) -> Bracket:
    """A double elimination nobody is in yet, to fill in by hand: who comes from where, with the second final if any."""
    found = double_elimination(seats, reset=state.setup is None or state.elimination != "double-once")
    stand = DoubleStand(found, (), 0, {}, {}, {}, ())
    nobody = KnownSlots(state, str, {}, {})
    parts = tuple(_parts(nobody, stand, _Record({}, {}, {})))
    columns = tuple(column for part in parts for column in part.columns)
    return Bracket(columns, provisional=True, champion="", parts=parts)


def fixed_in_double(state: State) -> dict[PlayerId, str]:
    """The places that are fixed by now, as text."""
    return {one.player: place_text(one.first_place, one.last_place) for one in double_places(state)}


def _parts(known: KnownSlots, stand: DoubleStand, record: _Record) -> Iterator[DoublePart]:
    for ids, title in _PARTS:
        columns = tuple(column for id_ in ids for column in _columns(known, stand, record, id_))
        if columns:
            yield DoublePart(ids[0], title, columns)


def _columns(known: KnownSlots, stand: DoubleStand, record: _Record, part: PartId) -> Iterator[BracketColumn]:
    matches = [one for one in stand.bracket.matches if one.bracket == part]
    if part == "reset" and stand.seeds and not (stand.reset_due or matches[0].number in record.rounds):
        return
    places = stand.bracket.places()
    for level in sorted({one.level for one in matches}):
        here = [one for one in matches if one.level == level]
        out = place_text(*places[here[0].number]) if part == "losers" else ""
        number = next((record.rounds[one.number].number for one in here if one.number in record.rounds), None)
        boxes = tuple(_box(known, stand, record, one) for one in here)
        yield BracketColumn(part_title(part, level), number, out, boxes, at=here[0].round_no)


def _box(known: KnownSlots, stand: DoubleStand, record: _Record, match: DoubleMatch) -> GameBox:
    played = record.matches.get(match.number)
    first, second = (_slot(known, stand, record, match, side) for side in match.sides)
    before = [one for one in stand.bracket.matches if one.bracket == match.bracket]
    winners = {side.of for side in match.sides if side.comes == "winner"}
    return GameBox(
        match.number,
        _kind(stand, match, played),
        (_alone(known, first, second), _alone(known, second, first)),
        played.pairing.table if played else None,
        match_words(played, state=known.state) if played and played.outcome else NOTHING,
        "",
        NOTHING if match.number in stand.won else _onward(stand, match),
        tuple(one.number for one in before if one.number in winners),
    )


def _kind(stand: DoubleStand, match: DoubleMatch, played: Match | None) -> BoxKind:
    if played is not None and not played.settled:
        return "playing"
    if match.number in stand.won:
        return "done"
    come = [stand.comes(side) for side in match.sides]
    return "next" if all(one is not None for one in come) else "waiting"


def _slot(known: KnownSlots, stand: DoubleStand, record: _Record, match: DoubleMatch, side: Feeder) -> Slot:
    """One side: who it is and how it stands, or from which game somebody will come."""
    player, played = stand.comes(side), record.matches.get(match.number)
    if player is None:
        if not stand.seeds and side.comes == "seed":
            return Slot("waiting", NOTHING, seed=side.of)
        over = side.comes == "seed" or side.of in stand.won or side.of in _passed(stand)
        return Slot("nobody", say("nobody left")) if over else Slot("waiting", side_words(side))
    if played is None:
        if not known.here(player):
            return Slot("nobody", say("{name} plays no more", name=known.name(player)))
        return known.slot("bye" if record.alone.get(match.number) == player else "playing", player)
    if not played.settled:
        return known.slot("playing", player)
    kind: SlotKind = "won" if stand.won.get(match.number) == player else "lost"
    return known.slot(kind, player, known.score(played, player))


def _passed(stand: DoubleStand) -> set[int]:
    """The games of rounds that are past."""
    return {one.number for one in stand.bracket.matches if one.round_no < stand.drawn}


def _alone(known: KnownSlots, slot: Slot, opposite: Slot) -> Slot:
    """A side as it is; whose opponent will not come goes on without playing."""
    bye = slot.kind == "playing" and slot.player is not None and opposite.kind == "nobody"
    return known.slot("bye", slot.player) if bye and slot.player is not None else slot


def _onward(stand: DoubleStand, match: DoubleMatch) -> Message:
    """Where the winner and the loser of a game go on."""
    leads = {
        side.comes: one
        for one in reversed(stand.bracket.matches)
        for side in one.sides
        if side.comes != "seed" and side.of == match.number and one.bracket != "reset"
    }
    winner, loser = leads.get("winner"), leads.get("loser")
    parts = [
        *([say("winner: {game}", game=_game(winner))] if winner else []),
        *([say("loser: {game}", game=_game(loser))] if loser else []),
    ]
    return say("{parts}", parts=listing(parts, "plain")) if parts else NOTHING


def _game(match: DoubleMatch) -> Message:
    return say("final") if match.bracket == "final" else say("game {game}", game=match.number)
