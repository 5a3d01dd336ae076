"""The ranked table: points, then the tiebreakers in the regulations' order, then the random key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from muster.core.ids import PlayerId
from muster.core.messages import of_rules, say, verbatim
from muster.core.standings.head_to_head import HeadToHead
from muster.core.standings.ledger import USUAL, Carried, Figure, Ledger, Records, Worth
from muster.core.standings.tiebreakers import calculation
from muster.core.standings.values import Column, CriterionId, Table
from muster.rules.schema import Standings
from muster.rules.variants import Variants

NO_KEYS: Final[Mapping[PlayerId, bytes]] = {}

_POINTS: Final = {
    "tournament points": (say("tournament points"), say("TP")),
    "match points": (say("match points"), say("MP")),
}


def standings(
    records: Records,
    rules: Standings,
    variants: Variants,
    *,
    rounds_completed: int,
    keys: Mapping[PlayerId, bytes] = NO_KEYS,
    without: frozenset[PlayerId] = frozenset(),
    worth: Worth = USUAL,
    carried: Carried | None = None,
) -> Table:
    """Rank the players of a stage (`COM-RANK-1`).

    Points are compared first, then each tiebreaker, exactly; who is still equal is ordered by the random key,
    smallest first. Players without a key yet stand after those who have one, by player number.

    Args:
        records: the rounds of every player of the stage, dropped ones included, up to `rounds_completed`.
        rules: the criteria, from the regulations.
        variants: the readings in force.
        rounds_completed: rounds of the stage completed so far.
        keys: the recorded random keys (`B17`); empty before the first draw.
        without: players who are not ranked but whose results count for their opponents (the disqualified).
        worth: the numbers of the game's scoring; `Worth.of(regulations.scoring)`.
        carried: what was brought into the running part, where that is not all that was won before it.

    Raises:
        KeyError: a record names an opponent who has no records here.
    """
    ledger = Ledger(records, variants, worth, rounds_completed, without, carried)
    *compared, random = criteria(rules, variants, worth)
    figures = {name: ledger.of(figure) for name, figure in figures_of(compared).items()}
    lines = list(zip(*[figures[column.id].numerators for column in compared], strict=True))
    order = sorted(_by_key(ledger, keys, without), key=lines.__getitem__, reverse=True)
    columns = tuple([column for column in compared if column.id != "points"])
    return Table(
        columns=columns,
        criteria=(*compared, random),
        order=tuple([ledger.players[player] for player in order]),
        shared_ranks=_shared_ranks(order, lines),
        points=_pick(figures["points"].numerators, order),
        numerators=tuple([_pick(figures[column.id].numerators, order) for column in columns]),
        denominators=tuple([figures[column.id].over for column in columns]),
    )


def criteria(rules: Standings, variants: Variants, worth: Worth = USUAL) -> tuple[Column, ...]:
    """Everything that is compared, in order; match wins stand first where the variant ranks by them (`B36`)."""
    halves = rules.points_shown_in == "halves"
    wins = Column("match-wins", say("match wins"), say("Wins"), rules.clause, "B36")
    return (
        *([wins] if variants.rank_by == "match-wins" else []),
        Column("points", *_POINTS[rules.points_name], rules.clause, rules.reading, halves),
        *(
            Column(
                own.id,
                of_rules(own.name),
                verbatim(own.short),
                own.clause,
                own.reading,
                halves and calculation(own.id).shown_in_halves(scores=worth.scores),
            )
            for own in rules.tiebreakers
        ),
        Column("random", say("random key"), say("Key"), rules.random_clause),
    )


def figures_of(compared: Iterable[Column]) -> dict[CriterionId, Figure]:
    """The figure of each criterion, where the random key is none; head-to-head knows what stands before it."""
    figures: dict[CriterionId, Figure] = {}
    for column in compared:
        figure = calculation(column.id).figure
        figures[column.id] = (
            figure.after(tuple(figures.values())) if isinstance(figure, HeadToHead) else figure
        )
    return figures


def _by_key(ledger: Ledger, keys: Mapping[PlayerId, bytes], without: frozenset[PlayerId]) -> list[int]:
    """The indices of the players to rank, as only the random key and the player number order them."""
    ranked = [(keys.get(player), player) for player in ledger.players if player not in without]
    drawn = sorted((key, player) for key, player in ranked if key is not None)
    numbered = sorted(player for key, player in ranked if key is None)
    return [ledger.index[player] for player in (*(player for _, player in drawn), *numbered)]


def _shared_ranks(order: Sequence[int], lines: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    ranks: list[int] = []
    last: tuple[int, ...] = ()
    for place, player in enumerate(order, 1):
        ranks.append(ranks[-1] if lines[player] == last else place)
        last = lines[player]
    return tuple(ranks)


def _pick(column: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    return tuple([column[player] for player in order])
