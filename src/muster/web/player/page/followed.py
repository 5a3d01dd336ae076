"""What a player's page follows while it is open, and who else has to do with it."""

from __future__ import annotations

from collections.abc import Iterator

from muster.app.brackets.play_offs import lines_of, tie_of
from muster.app.player.playing import Playing
from muster.app.rounds.building import own_building
from muster.app.rounds.pods import own_seat
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message
from muster.core.tournament import queries


def topics_of(me: Playing, *, starred: bool) -> str:
    """What the page must be told about, as `data-topics` has it; `starred` is whether somebody is starred on it."""
    number = me.entry.tournament.number
    return " ".join(["event", "news", *(f"{number}/{part}" for part in _of_tournament(me, starred=starred))])


def _of_tournament(me: Playing, *, starred: bool) -> Iterator[str]:
    yield from ("round", "clock", "timers")
    if me.own is None or me.round is None:
        yield "people"
    if me.match is not None:
        yield f"t{me.match.pairing.table}"
        if me.entry.tournament.rosters != "none" and me.match.status == "open":
            yield "rosters"
    if me.own is not None:
        yield f"p{me.player}"
    # While others play, nothing here rests on their results but what is shown of those who are starred.
    if starred or (me.round is not None and me.round.complete):
        yield "results"
    elif me.round is not None:
        yield "over"


def with_whom(me: Playing, stars: tuple[PlayerId, ...]) -> Iterator[PlayerId]:
    """Those who are starred and whom they meet."""
    for player in stars:
        if player in me.state.players:
            match = queries.match_of(me.round, player) if me.round else None
            yield from match.pairing.players if match else (player,)


def beside(me: Playing) -> Iterator[PlayerId]:
    """Who sits beside the player while they draft or build decks, and who is equal with them where some go on."""
    seat = own_seat(me.state, me.player) if me.moment == "drafting" else None
    if seat:
        yield from (one for one in (seat.left, seat.right) if one is not None)
    table = own_building(me.state, me.player) if not me.state.rounds else None
    if table:
        yield from table.others
    for line in lines_of(me.state):
        yield from line.players if me.player in line.players else ()


def tie_with(me: Playing, name: Naming) -> Message | None:
    """Whom the player is equal with where only some go on, or how they were placed by a play-off; None mostly."""
    return tie_of(me.state, me.player, name) if me.own else None
