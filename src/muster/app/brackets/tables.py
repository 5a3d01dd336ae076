"""The cut at tables of three and four for pages: the tables of the first round, who waits for the final, the final."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muster.app.brackets.boxes import BoxKind, Bracket, BracketColumn, GameBox, KnownSlots, Slot, SlotKind
from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.layouts import place_text
from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, Message, say
from muster.core.tournament import queries
from muster.core.tournament.final import final_places
from muster.core.tournament.state import Match, Round, State
from muster.exchange.elimination_words import tables_title
from muster.exchange.words import match_words


def tables_bracket(
    known: KnownSlots, rounds: Sequence[EliminationRound], shown: Sequence[Round], winner: PlayerId | None
) -> Bracket:
    """The cut as it is, or as the seeds would play it.

    Args:
        known: what every slot is made from.
        rounds: its rounds so far, at least the first; that as the seeds stand where none is published.
        shown: the rounds as they were published.
        winner: who has won the final, once somebody has.
    """
    columns = [
        _column(known, one, shown[at] if at < len(shown) else None, last=at + 1 >= len(shown))
        for at, one in enumerate(rounds)
    ]
    if len(rounds[-1].games) > 1:
        slots = tuple(_coming(known, rounds[-1], game) for game in _waiting_first(rounds[-1]))
        kind: BoxKind = "waiting" if any(slot.kind == "waiting" for slot in slots) else "next"
        columns.append(BracketColumn(tables_title(1), None, "", (GameBox(1, kind, slots),)))
    name = "" if winner is None else known.name(winner)
    return Bracket(tuple(columns), not shown, name, at_tables=True)


def fixed_at_tables(state: State, rounds: Sequence[EliminationRound]) -> dict[PlayerId, str]:
    """The places that are fixed by now, as text: without those of the players who are still in."""
    if not rounds:
        return {}
    decided = len(rounds[-1].games) == 1 and not rounds[-1].undecided
    return {
        place.player: place_text(place.first_place, place.last_place)
        for place in final_places(state)
        if decided or place.first_place > 1
    }


def _column(
    known: KnownSlots, one: EliminationRound, published: Round | None, *, last: bool
) -> BracketColumn:
    matches = {match.pairing.game: match for match in (published.matches.values() if published else ())}
    boxes = tuple(
        _box(known, one, game, matches.get(game.number), out=published is not None, last=last)
        for game in _waiting_first(one)
    )
    number = published.number if published else None
    return BracketColumn(tables_title(len(one.games)), number, _places(one), boxes)


def _waiting_first(one: EliminationRound) -> list[Game]:
    """The games of a round, those of the best seeds, who wait for the final, on top."""
    return sorted(one.games, key=lambda game: (len(game.players) >= queries.PAIR, game.number))


def _places(one: EliminationRound) -> str:
    """The places of those who are out at the tables of a round; none of the final, where everybody has their own."""
    players, games = sum(len(game.players) for game in one.games), len(one.games)
    return place_text(games + 1, players) if 1 < games < players else ""


def _box(
    known: KnownSlots, one: EliminationRound, game: Game, match: Match | None, *, out: bool, last: bool
) -> GameBox:
    slots = tuple(_slots(known, one, game, match)) or (Slot("nobody", say("nobody left")),)
    kind: BoxKind = "done" if out or len(game.players) < queries.PAIR else "next"
    if match is not None and not match.settled:
        kind = "playing"
    return GameBox(
        game.number,
        kind,
        slots,
        match.pairing.table if match else None,
        match_words(match, state=known.state) if match and match.outcome else NOTHING,
        _level(known.state, match),
        _onward(one) if last else NOTHING,
    )


def _level(state: State, match: Match | None) -> str:
    """The clause by which somebody goes on from a table although the first place is shared; else empty."""
    if match is None or match.outcome is None or not match.settled or match.outcome.winner is not None:
        return ""
    return state.regulations.elimination.tie_clause


def _onward(one: EliminationRound) -> Message:
    return say("to the final") if len(one.games) > 1 else NOTHING


def _slots(known: KnownSlots, one: EliminationRound, game: Game, match: Match | None) -> Iterator[Slot]:
    """Everybody at the table: in the order of their seats once that is published, until then by seed."""
    if len(game.players) == 1:
        yield known.slot("bye", game.players[0])
        return
    winner = one.winner_of(game)
    for player in game.players:
        kind: SlotKind = "playing"
        if match is not None and match.settled:
            kind = "won" if player == winner else "lost"
        settled = match is not None and match.settled
        yield known.slot(kind, player, known.score(match, player) if match and settled else "")


def _coming(known: KnownSlots, one: EliminationRound, game: Game) -> Slot:
    """One of the final that is not published yet: who comes from this table, or waits for it."""
    if game in one.undecided:
        return Slot("waiting", say("winner of game {game}", game=game.number))
    winner = one.winner_of(game)
    if winner is None:
        return Slot("nobody", say("nobody left"))
    if not known.here(winner):
        return Slot("nobody", say("{name} plays no more", name=known.name(winner)))
    return known.slot("playing", winner)
