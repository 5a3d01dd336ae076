"""The elimination for pages: every round with its games, who is in them, and who goes where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from muster.app.brackets.boxes import (
    LARGEST_SHEET,
    BoxKind,
    Bracket,
    BracketColumn,
    DoublePart,
    GameBox,
    KnownSlots,
    Slot,
    SlotKind,
)
from muster.app.brackets.cutting import first_games, seed_numbers, seeds_of
from muster.app.brackets.double import double_bracket, fixed_in_double
from muster.app.brackets.tables import fixed_at_tables, tables_bracket
from muster.app.standings.read import standings_after
from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.layouts import place_text
from muster.core.bracket.places import places
from muster.core.bracket.progress import champion
from muster.core.ids import Naming, PlayerId
from muster.core.messages import NOTHING, Message, say
from muster.core.scoring.reports import MarginReport, PlacingReport, ShareReport
from muster.core.tournament import doubles, queries
from muster.core.tournament.elimination import double_stand, elimination_rounds
from muster.core.tournament.state import Match, Round, State
from muster.exchange.elimination_words import elimination_title
from muster.exchange.words import match_words
from muster.rules.scoring import MarginScoring

__all__ = [
    "LARGEST_SHEET",
    "BoxKind",
    "Bracket",
    "BracketColumn",
    "DoublePart",
    "GameBox",
    "Slot",
    "SlotKind",
    "bracket_of",
    "fixed_places",
    "sheet_order",
]


@dataclass(frozen=True)
class _Round:
    """One round of the bracket and the one whose winners it takes; either may not be there yet.

    Attributes:
        count: how many games it has.
        here: its games, if they are known.
        feeding: the round before, if its games are known.
        published: the round as it was published.
        last: the round after it is not published yet.
    """

    count: int
    here: EliminationRound | None
    feeding: EliminationRound | None
    published: Round | None
    last: bool

    @cached_property
    def games(self) -> dict[int, Game]:
        """Its games by number."""
        return {game.number: game for game in self.here.games} if self.here else {}

    @cached_property
    def before(self) -> dict[int, Game]:
        """The games of the round before, by number."""
        return {game.number: game for game in self.feeding.games} if self.feeding else {}

    @cached_property
    def matches(self) -> dict[int, Match]:
        """Its matches by game number."""
        found = self.published.matches.values() if self.published else ()
        return {match.pairing.game or 0: match for match in found}


def bracket_of(state: State, name: Naming) -> Bracket | None:
    """The elimination as it is, or as the seeds would play it; None where there are no seeds and no draw yet."""
    rounds = list(elimination_rounds(state))
    seeds = seeds_of(state)
    if state.double:
        return _double(state, seeds, name)
    published = bool(rounds)
    if not rounds:
        if not seeds:
            return None
        rounds.append(EliminationRound(first_games(state, seeds), {}))
    known = KnownSlots(state, name, seed_numbers(state), fixed_places(state) if published else {})
    shown = queries.rounds_of(state, len(state.stages) - 1) if published else ()
    winner = champion(rounds) if published else None
    if state.at_tables:
        return tables_bracket(known, rounds, shown, winner)
    columns = tuple(_columns(known, rounds, shown))
    return Bracket(columns, not published, "" if winner is None else name(winner))


def _double(state: State, seeds: tuple[PlayerId, ...], name: Naming) -> Bracket | None:
    stand = double_stand(state) or (doubles.stand_of(state, (), seeds) if seeds else None)
    if stand is None:
        return None
    numbers = {player: number for number, player in enumerate(stand.seeds, 1)}
    published = bool(elimination_rounds(state))
    return double_bracket(KnownSlots(state, name, numbers, fixed_places(state) if published else {}), stand)


def fixed_places(state: State) -> dict[PlayerId, str]:
    """The places that are fixed by now, as text: those of the players who are out, and the champion's."""
    rounds = elimination_rounds(state)
    if state.at_tables:
        return fixed_at_tables(state, rounds)
    if state.double and rounds:
        return fixed_in_double(state)
    swiss = standings_after(state).places if queries.swiss_rounds(state) else {}
    found = places(
        rounds,
        {player: place + 1 for player, place in swiss.items()},
        eliminated=state.variants.eliminated,
        disqualified=queries.disqualified(state),
    )
    return {place.player: place_text(place.first_place, place.last_place) for place in found}


def _columns(
    known: KnownSlots, rounds: Sequence[EliminationRound], shown: Sequence[Round]
) -> Iterator[BracketColumn]:
    entrants = len({player for game in rounds[0].games for player in game.players})
    count, at = len(rounds[0].games), 0
    while count >= 1:
        one = _Round(
            count,
            rounds[at] if at < len(rounds) else None,
            rounds[at - 1] if 0 < at <= len(rounds) else None,
            shown[at] if at < len(shown) else None,
            at + 1 >= len(shown),
        )
        number = one.published.number if one.published else None
        boxes = tuple(_box(known, one, game) for game in sheet_order(count))
        yield BracketColumn(elimination_title(count), number, _places(count, entrants), boxes)
        count, at = count // 2, at + 1


def _places(count: int, entrants: int) -> str:
    """The places of those who are out in a round of so many games."""
    least, most = count + 1, min(2 * count, entrants)
    return place_text(least, most) if least <= most else ""


def sheet_order(count: int) -> tuple[int, ...]:
    """The numbers of a column's games from the top of the sheet, for any power of two (`COM-ELIM-2`).

    Of 4 games: 1, 4, 2, 3. So neighbours on the sheet are the games whose winners meet, as on the printed sheets.
    """
    order = [1]
    while len(order) < count:
        last = 2 * len(order)
        order = [number for better in order for number in (better, last + 1 - better)]
    return tuple(order)


def _box(known: KnownSlots, one: _Round, number: int) -> GameBox:
    match = one.matches.get(number)
    slots = _slots(known, one, number)
    return GameBox(
        number,
        _kind(slots, one, match),
        slots,
        match.pairing.table if match else None,
        match_words(match, state=known.state) if match and match.outcome else NOTHING,
        _level(known.state, match) if match else "",
        _onward(number, one.count) if one.last else NOTHING,
    )


def _kind(slots: tuple[Slot, ...], one: _Round, match: Match | None) -> BoxKind:
    kinds = {slot.kind for slot in slots}
    if match is not None and not match.settled:
        return "playing"
    if one.published is not None or not kinds - {"bye", "nobody"}:
        return "done"
    return "waiting" if "waiting" in kinds else "next"


def _level(state: State, match: Match) -> str:
    """The clause by which somebody goes on although the score was level; empty where it was not."""
    report = match.report
    if (
        report is None
        or isinstance(report, PlacingReport)
        or report.by is not None
        or report.end == "defeated"
        or not match.settled
    ):
        return ""
    rules = state.regulations
    if isinstance(report, MarginReport):
        one, two = (tally.destroyed + tally.objective for tally in report.scores)
    elif isinstance(report, ShareReport):
        one, two = report.tokens
    else:
        one, two = report.games.count(0), report.games.count(1)
    if one != two:
        return ""
    scoring = rules.scoring
    return scoring.equal_score.clause if isinstance(scoring, MarginScoring) else rules.elimination.tie_clause


def _onward(number: int, count: int) -> Message:
    if count == 1:
        return NOTHING
    other = count + 1 - number
    if count == 2:
        return say("to the final, against the winner of game {other}", other=other)
    return say("to game {game}, against the winner of game {other}", game=min(number, other), other=other)


def _slots(known: KnownSlots, one: _Round, number: int) -> tuple[Slot, Slot]:
    """The two sides: in later rounds the upper one comes from the game of the same number."""
    if one.here is not None:
        match, game = one.matches.get(number), one.games[number]
        top, bottom = _seated(one, game)
        return _slot(known, one.here, game, top, match), _slot(known, one.here, game, bottom, match)
    above, below = (_coming(known, one, other) for other in (number, 2 * one.count + 1 - number))
    return _alone(known, above, below), _alone(known, below, above)


def _alone(known: KnownSlots, slot: Slot, opposite: Slot) -> Slot:
    """A side as it is; whose opponent will not come has a bye."""
    bye = slot.player is not None and opposite.kind == "nobody"
    return known.slot("bye", slot.player) if bye and slot.player is not None else slot


def _seated(one: _Round, game: Game) -> tuple[PlayerId | None, PlayerId | None]:
    if one.feeding is None:
        return game.first, game.second
    above = one.before[game.number].players
    top = next((player for player in game.players if player in above), None)
    bottom = next((player for player in game.players if player not in above), None)
    return top, bottom


def _slot(
    known: KnownSlots, here: EliminationRound, game: Game, player: PlayerId | None, match: Match | None
) -> Slot:
    """A side of a game whose players are fixed."""
    if player is None:
        return Slot("nobody", say("bye") if game.players else say("nobody left"))
    if len(game.players) == 1:
        return known.slot("bye", player)
    if match is None or not match.settled:
        return known.slot("playing", player)
    kind: SlotKind = "won" if here.winner_of(game) == player else "lost"
    return known.slot(kind, player, known.score(match, player))


def _coming(known: KnownSlots, one: _Round, number: int) -> Slot:
    """A side of a game that is not published: the winner of the game it is fed from, as far as known."""
    game = one.before.get(number)
    if one.feeding is None or game is None or (len(game.players) == 2 and number not in one.feeding.winners):
        return Slot("waiting", say("winner of game {game}", game=number))
    winner = one.feeding.winner_of(game)
    if winner is None:
        return Slot("nobody", say("nobody left"))
    if not known.here(winner):
        return Slot("nobody", say("{name} plays no more", name=known.name(winner)))
    return known.slot("playing", winner)
