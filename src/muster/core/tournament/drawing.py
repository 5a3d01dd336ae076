"""How the sheet of a round is drawn: everything here follows from the state and the draw seed alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import combinations

from muster.core.bracket import double_play
from muster.core.bracket.games import Game
from muster.core.bracket.progress import first_round, next_round, random_start
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import say
from muster.core.outcomes import SideOutcome
from muster.core.pairing.bye import choose_bye
from muster.core.pairing.pods_apart import first_round as first_round_of
from muster.core.pairing.round_draws import RoundCardNames, RoundCards, draw_cards, season_on, undrawn
from muster.core.pairing.seating.steps import Steps
from muster.core.pairing.swiss import NoPairing
from muster.core.pairing.tables import Seating, TableSet, assign_tables, parse_tables
from muster.core.scoring.unplayed import bye as bye_worth
from muster.core.tournament import doubles, queries
from muster.core.tournament.drawing_groups import PodHere, group_pairs, outside, pods_here, robin_round
from muster.core.tournament.drawing_swiss import SwissField, candidates, pair_pool, pool_points, swiss_field
from muster.core.tournament.drawing_tables import cut_tables, rests, seat_everybody
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.queries import PAIR
from muster.core.tournament.state import Bye, Pairing, Sheet, State, best_of
from muster.rules.schema import Season

Meeting = tuple[PlayerId, ...]
"""Who meets: two players, or the players of a table in the order of their seats."""


@dataclass(frozen=True, slots=True)
class DrawnSheet:
    """A drawn sheet, by which method its pairs were found, and after how many steps a search was stopped."""

    sheet: Sheet
    method: str
    stopped: int | None = None


def draw_sheet(
    state: State, seed: DrawSeed, *, deck: bool = True, steps: Steps | None = None
) -> DrawnSheet | NoPairing:
    """The sheet of the next round of the running stage, drawn from the seed; its cards as `draw_cards` has it.

    `steps` are counted at tables of three and four, where a seating has to be searched for.
    """
    elimination = state.stages[-1].format == "elimination"
    drawn = _elimination_sheet(state, seed) if elimination else _stage_sheet(state, seed, steps)
    if isinstance(drawn, NoPairing):
        return drawn
    return replace(drawn, sheet=replace(drawn.sheet, cards=_cards(state, seed, deck=deck)))


def _stage_sheet(state: State, seed: DrawSeed, steps: Steps | None) -> DrawnSheet | NoPairing:
    """The sheet of a round whose points go into the standings, as the plan has it paired."""
    if state.at_tables:
        return _tables_sheet(state, seed, steps)
    part = queries.part(state)
    if part.robin:
        return _robin_sheet(state, seed)
    if part.paired == "groups":
        return _groups_sheet(state)
    return _pods_sheet(state, seed) if part.paired == "pods" else _swiss_sheet(state, seed)


def bye_outcome(state: State, player: PlayerId, game: int | None = None, *, awarded: bool = True) -> Bye:
    """A bye for this player, with what it is worth in the running stage."""
    return Bye(player, _bye_worth(state), game, awarded)


def with_tables(
    state: State, pairs: Sequence[Meeting], games: tuple[int, ...] | None = None
) -> tuple[Pairing, ...]:
    """Who meets, best first, with their tables; rematches inside the stage are marked."""
    seating = seated(state, pairs)
    met = queries.met(queries.binding_rounds(state))
    numbers = games or (None,) * len(pairs)
    return tuple(
        Pairing(table, pair, game, met_before(met, pair))
        for (table, pair), game in zip(seating.tables, numbers, strict=True)
    )


def met_before(met: Mapping[PlayerId, AbstractSet[PlayerId]], players: Meeting) -> bool:
    """Whether two of these have met, by who has met whom."""
    return any(two in met.get(one, ()) for one, two in combinations(players, 2))


def seated(state: State, pairs: Sequence[Meeting]) -> Seating:
    """The tables of these pairs, best first, with what there is to warn of."""
    fixed = {
        player: table
        for pair in pairs
        for player in pair
        if (table := state.players[player].fixed_table) is not None
    }
    return assign_tables(pairs, tables=table_set(state, len(pairs)), fixed=fixed)


def table_set(state: State, wanted: int) -> TableSet:
    """The venue's tables; 1, 2, 3 and so on as many as are wanted where none were named."""
    named = state.tables
    if named is None:
        return TableSet(tuple(parse_tables(f"1-{max(1, wanted)}").numbers))
    reserved = frozenset(parse_tables(named.reserved).numbers) if named.reserved else frozenset()
    return TableSet(parse_tables(named.tables).numbers, reserved)


def _bye_worth(state: State) -> SideOutcome:
    return bye_worth(state.regulations, best_of(state, state.stages[-1].format))


def _swiss_sheet(state: State, seed: DrawSeed) -> DrawnSheet | NoPairing:
    field = swiss_field(state)
    first = not queries.swiss_rounds(state)
    byes = [bye_outcome(state, player) for player in field.awarded]
    resting: PlayerId | None = None
    if len(field.pool) % 2:
        resting = choose_bye(candidates(field), seed, first_round=first).player
        byes.append(bye_outcome(state, resting, awarded=False))
    found = pair_pool(state, field, resting, seed)
    if isinstance(found, NoPairing):
        return found
    sheet = Sheet(with_tables(state, found.pairs), tuple(byes))
    return DrawnSheet(sheet, found.method)


def _tables_sheet(state: State, seed: DrawSeed, steps: Steps | None) -> DrawnSheet | NoPairing:
    """Tables of four, and of three where the number asks for them; of five players one rests (`F4`)."""
    field = swiss_field(state)
    byes = [bye_outcome(state, player) for player in field.awarded]
    pool = field.pool
    if rests(len(pool)):
        resting = choose_bye(candidates(field), seed, first_round=not queries.swiss_rounds(state)).player
        byes.append(bye_outcome(state, resting, awarded=False))
        pool = tuple(player for player in pool if player != resting)
    found = seat_everybody(state, pool_points(state, field, pool), seed, steps)
    if isinstance(found, NoPairing):
        return found
    sheet = Sheet(with_tables(state, found.tables), tuple(byes))
    return DrawnSheet(sheet, f"tables {found.method}", found.stopped)


def _robin_sheet(state: State, seed: DrawSeed) -> DrawnSheet | NoPairing:
    """The next round of the circle; whoever has nobody to meet rests."""
    found = robin_round(state, seed)
    if found is None:
        return NoPairing((), say("Everybody has met everybody."))
    meeting = {player for pair in found.pairs for player in pair}
    resting = tuple(player for player in queries.active(state) if player not in meeting)
    return DrawnSheet(Sheet(with_tables(state, found.pairs), resting=resting), "circle")


def _groups_sheet(state: State) -> DrawnSheet:
    """The next round of every group, in the order of the groups; whoever has nobody to meet rests."""
    found = group_pairs(state)
    of = {pair: number for number, pairs in found for pair in pairs}
    meeting = {player for pair in of for player in pair}
    resting = tuple(player for player in queries.active(state) if player not in meeting)
    pairings = tuple(replace(one, pod=of[one.pair]) for one in with_tables(state, tuple(of)))
    return DrawnSheet(Sheet(pairings, resting=resting), "groups")


def _pods_sheet(state: State, seed: DrawSeed) -> DrawnSheet | NoPairing:
    """Every pod paired by itself: the first round across the table, then by the standings (`F18`, `F19`)."""
    pairs: list[tuple[Meeting, int]] = []
    byes, resting, field = list[Bye](), [*outside(state, state.pods or ())], swiss_field(state)
    for pod in pods_here(state, seed):
        found = pair_pod(state, pod, pod_field(field, pod))
        if isinstance(found, NoPairing):
            return found
        pairs += ((pair, pod.number) for pair in found.pairs)
        byes += (bye_outcome(state, player) for player in found.awarded)
        if found.resting is not None:
            byes.append(bye_outcome(state, found.resting, awarded=False))
        met = {player for pair in found.pairs for player in pair} | {found.resting, *found.awarded}
        resting += (player for player in pod.players if player not in met)
    of = dict(pairs)
    pairings = tuple(
        replace(one, pod=of[one.players]) for one in with_tables(state, [pair for pair, _ in pairs])
    )
    return DrawnSheet(Sheet(pairings, tuple(byes), resting=tuple(sorted(resting))), "pods")


@dataclass(frozen=True, slots=True)
class PairedPod:
    """How a pod is paired.

    Attributes:
        pairs: who meets.
        resting: whose bye it is.
        method: by which the pairs were found.
        awarded: who has a bye that was awarded.
        parted: who would have met across the table and does not, for somebody must never meet somebody.
        ways: how many pairings were as good, where somebody was parted.
    """

    pairs: tuple[tuple[PlayerId, PlayerId], ...]
    resting: PlayerId | None = None
    method: str = "across"
    awarded: tuple[PlayerId, ...] = ()
    parted: tuple[tuple[PlayerId, PlayerId], ...] = ()
    ways: int = 1


def pair_pod(state: State, pod: PodHere, field: SwissField) -> PairedPod | NoPairing:
    """Who meets whom in a pod, of which `field` is; two who have met already, and whoever is alone, are done.

    In the first round whoever has an awarded bye has it; the others meet across the table, but for those who must
    never meet.
    """
    first = not queries.part_rounds(state)
    playing = tuple(player for player in pod.players if player not in field.awarded)
    two = playing if len(playing) == PAIR else ()
    alone = len(playing) == 1 and not field.awarded
    if not playing or alone or (two and two[1] in field.met.get(two[0], ())):
        return PairedPod((), awarded=field.awarded)
    resting: PlayerId | None = None
    if len(field.pool) % 2:
        resting = choose_bye(candidates(field), pod.seed, first_round=not queries.swiss_rounds(state)).player
    if first:
        across = first_round_of(playing, resting, state.forbidden, pod.seed)
        if across is not None:
            return PairedPod(
                across.pairs, resting, awarded=field.awarded, parted=across.parted, ways=across.ways
            )
    found = pair_pool(state, field, resting, pod.seed)
    if isinstance(found, NoPairing):
        return found
    return PairedPod(found.pairs, resting, found.method, field.awarded)


def pod_field(field: SwissField, pod: PodHere) -> SwissField:
    """Of everybody who is to be paired, as the standings have them, who is of a pod."""
    awarded = tuple(player for player in field.awarded if player in pod.players)
    return replace(field, awarded=awarded, pool=tuple(sorted({*pod.players} - {*awarded})))


@dataclass(frozen=True, slots=True)
class RoundDeck:
    """The cards that a round is drawn from.

    Attributes:
        legal: all of the season.
        left: those that may come in this round: they came least often in its stage so far.
        used: the cards of the earlier rounds of the stage, in order.
    """

    legal: RoundCardNames
    left: RoundCardNames
    used: tuple[RoundCards, ...]


def deck_of(state: State, round_no: int) -> RoundDeck | None:
    """The deck of a published round of any stage, or of the next of the running one; None without a season."""
    season = _season(state)
    if season is None:
        return None
    published = round_no <= len(state.rounds)
    stage = state.rounds[round_no - 1].stage if published else len(state.stages) - 1
    earlier = [one for one in queries.rounds_of(state, stage) if one.number < round_no]
    used = tuple(one.cards for one in earlier if one.cards)
    legal = RoundCardNames(tuple(season.deployments), tuple(season.objectives))
    left = RoundCardNames(
        undrawn(legal.deployments, [one.deployment for one in used]),
        undrawn(legal.objectives, [one.objective for one in used]),
    )
    return RoundDeck(legal, left, used)


def _season(state: State) -> Season | None:
    rules = state.regulations.round_draws
    return season_on(rules, state.created.day) if rules else None


def _cards(state: State, seed: DrawSeed, *, deck: bool) -> RoundCards | None:
    """As they were recorded by hand for this round, else drawn from the seed."""
    recorded = state.recorded.get(round_number(state))
    if recorded:
        return recorded.cards
    season = _season(state)
    if season is None:
        return None
    used = [round_.cards for round_ in queries.rounds_of(state, len(state.stages) - 1) if round_.cards]
    return draw_cards(season, used, seed, deck=deck)


def _elimination_sheet(state: State, seed: DrawSeed) -> DrawnSheet | NoPairing:
    if state.double:
        return _double_sheet(state, seed)
    return DrawnSheet(_sheet_of(state, elimination_games(state, seed)), "bracket")


def _double_sheet(state: State, seed: DrawSeed) -> DrawnSheet | NoPairing:
    """The games of both brackets that are played at the same time; whoever has none of them waits."""
    rounds = elimination_rounds(state)
    seeds = (
        doubles.seeds_of(state) if rounds or state.seeds else doubles.drawn_seeds(queries.active(state), seed)
    )
    stand = doubles.stand_of(state, rounds, seeds)
    games = double_play.next_games(stand, rounds)
    if not games:
        return NoPairing((), say("The elimination is over: there is nothing left to pair."))
    sheet = _sheet_of(state, games)
    return DrawnSheet(replace(sheet, resting=doubles.waiting(stand, sheet)), "bracket")


def _sheet_of(state: State, games: Sequence[Game]) -> Sheet:
    """These games of a bracket at their tables; who is alone in one has a bye."""
    meetings = [game for game in games if len(game.players) >= 2]
    pairings = with_tables(
        state, [game.players for game in meetings], tuple(game.number for game in meetings)
    )
    byes = tuple(
        bye_outcome(state, game.players[0], game.number, awarded=False)
        for game in games
        if len(game.players) == 1
    )
    return Sheet(pairings, byes)


def elimination_games(state: State, seed: DrawSeed) -> tuple[Game, ...]:
    """The games of the next elimination round: by seeds, by a random start, or by the game-number rule."""
    if state.at_tables:
        return cut_tables(state)
    rounds = elimination_rounds(state)
    if not rounds:
        return random_start(queries.active(state), seed) if state.seeds is None else first_round(state.seeds)
    gone = [player.player for player in state.players.values() if not queries.present(player)]
    return next_round(rounds[-1].games, rounds[-1].winners, gone)


def round_number(state: State) -> RoundNo:
    """The number of the next round."""
    return RoundNo(len(state.rounds) + 1)


def draw_number(state: State) -> int:
    """The number of the next draw: rounds, published pods and building tables are draws, each with a link."""
    return round_number(state) + state.draws.seatings
