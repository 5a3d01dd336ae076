"""Fields of players for tests of standings: rounds written down by hand, and random ones."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from hypothesis import strategies as st

from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import RoundRecord, SideOutcome, Verdict
from muster.core.standings import Records, Table, Worth, standings
from muster.rules.load import load
from muster.rules.schema import Standings, Tiebreaker
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants

Entry = tuple[int, SideOutcome, int | None, SideOutcome | None] | tuple[int, SideOutcome, str]
"""A match of two, or one player with `bye` or `loss`."""

Fields = dict[PlayerId, list[RoundRecord]]

EVERY: tuple[TiebreakerId, ...] = (
    "margin",
    "average-share",
    "extended-average-share",
    "strength-of-schedule",
    "extended-strength-of-schedule",
    "opponents-match-wins",
    "game-wins",
    "opponents-game-wins",
    "match-wins",
    "buchholz",
    "buchholz-cut-1",
    "median-buchholz",
    "sonneborn-berger",
    "head-to-head",
    "total-score",
    "opponents-score",
)


def rules_of(*tiebreakers: TiebreakerId) -> Standings:
    """Criteria of a test, in this order."""
    own = tuple(Tiebreaker(id=each, name=each, short=each[:12], clause="TST-TIE") for each in tiebreakers)
    return Standings(points_name="match points", tiebreakers=own, clause="TST-RANK", random_clause="TST-LOT")


def field(*rounds: Iterable[Entry]) -> Fields:
    """The records of everybody named, from the matches of each round."""
    found: Fields = {}
    for number, entries in enumerate(rounds, 1):
        for entry in entries:
            first, side, second = PlayerId(entry[0]), entry[1], entry[2]
            own = found.setdefault(first, [])
            if isinstance(second, int):
                their = entry[3] if len(entry) == 4 else None
                assert their is not None
                own.append(RoundRecord(RoundNo(number), "match", side, (PlayerId(second),)))
                record = RoundRecord(RoundNo(number), "match", their, (first,))
                found.setdefault(PlayerId(second), []).append(record)
            else:
                own.append(RoundRecord(RoundNo(number), "bye" if second == "bye" else "loss", side))
    return found


def games(first: int, second: int, won: int, lost: int, drawn: int = 0) -> Entry:
    """An Unlimited match by its games: 3, 1 or 0 match points."""

    def side(up: int, down: int) -> SideOutcome:
        verdict: Verdict = "win" if up > down else "loss" if up < down else "draw"
        return SideOutcome(verdict, {"win": 3, "draw": 1, "loss": 0}[verdict], games=(up, down, drawn))

    return first, side(won, lost), second, side(lost, won)


def games_bye(player: int) -> Entry:
    """An Unlimited bye in a best of three."""
    return player, SideOutcome("win", 3, games=(2, 0, 0)), "bye"


def games_loss(player: int) -> Entry:
    """An assigned loss."""
    return player, SideOutcome("loss", 0), "loss"


def armada(winner: int, loser: int, points: int, margin: int = 0, consolation: int = 0) -> Entry:
    """An Armada or Runewars match by the tournament points of both."""
    return winner, SideOutcome("win", points, margin), loser, SideOutcome("loss", consolation)


def armada_bye(player: int) -> Entry:
    """Armada's bye: 8 tournament points, margin 140."""
    return player, SideOutcome("win", 8, 140), "bye"


def shares(winner: int, loser: int, percent: int) -> Entry:
    """A Legion game whose winner has this share of the victory points, in per cent."""
    share = Fraction(percent, 100)
    return winner, SideOutcome("win", 1, share=share), loser, SideOutcome("loss", 0, share=1 - share)


def conceded(winner: int, loser: int) -> Entry:
    """A Legion concession not scored: the winner has the average of the other games, the loser nothing."""
    return winner, SideOutcome("win", 1, averaged=True), loser, SideOutcome("loss", 0, share=Fraction(0))


def share_bye(player: int) -> Entry:
    """Legion's bye: 1 tournament point and the average of the other games."""
    return player, SideOutcome("win", 1, averaged=True), "bye"


def table_of(records: Records, regulations: str | Standings, *, rounds: int, **variants: object) -> Table:
    """Rank by the regulations of this id, or by rules of a test, with these variants."""
    if isinstance(regulations, Standings):
        return standings(records, regulations, with_variants(Variants(), variants), rounds_completed=rounds)
    rules = load(regulations)
    own = with_variants(rules.variants, variants)
    worth = Worth.of(rules.scoring)
    return standings(records, rules.standings, own, rounds_completed=rounds, worth=worth)


def with_variants(variants: Variants, changed: dict[str, object]) -> Variants:
    """The variants with some changed, validated."""
    return Variants.model_validate({**dict(variants), **changed})


def value(table: Table, player: int, tiebreaker: TiebreakerId) -> Fraction:
    """A player's exact value in a column."""
    column = [column.id for column in table.columns].index(tiebreaker)
    return table.row(PlayerId(player)).values[column]


def order(table: Table) -> list[int]:
    """The players, best first."""
    return [int(row.player) for row in table.rows]


_SIDES = st.builds(
    SideOutcome,
    verdict=st.sampled_from(["win", "loss", "draw"]),
    points=st.integers(0, 3),
    margin=st.sampled_from([0, 0, 50, 140]),
    share=st.one_of(st.none(), st.fractions(0, 1, max_denominator=6)),
    averaged=st.booleans(),
    games=st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1)),
)


@st.composite
def fields(draw: st.DrawFn, most: int = 9) -> tuple[Fields, int]:
    """A random field with its number of rounds: byes, unpaired losses, drops, rematches and absentees."""
    players = list(range(1, draw(st.integers(1, most)) + 1))
    rounds = draw(st.integers(0, 5))
    found: Fields = {PlayerId(player): [] for player in players}
    for number in range(1, rounds + 1):
        present = draw(st.permutations(players))
        for first, second in zip(present[::2], present[1::2], strict=False):
            record = RoundRecord(RoundNo(number), "match", draw(_SIDES), (PlayerId(second),))
            found[PlayerId(first)].append(record)
            record = RoundRecord(RoundNo(number), "match", draw(_SIDES), (PlayerId(first),))
            found[PlayerId(second)].append(record)
        if len(present) % 2:
            kind = draw(st.sampled_from(["bye", "loss"]))
            alone = RoundRecord(RoundNo(number), "bye" if kind == "bye" else "loss", draw(_SIDES))
            found[PlayerId(present[-1])].append(alone)
        gone = draw(st.sets(st.sampled_from(players), max_size=1)) if len(players) > 1 else set()
        players = [player for player in players if player not in gone]
    return found, rounds


@st.composite
def table_fields(draw: st.DrawFn, most: int = 11) -> tuple[Fields, int]:
    """A random field at tables of three and four with its number of rounds: those left over rest, and some drop."""
    players = list(range(1, draw(st.integers(3, most)) + 1))
    rounds = draw(st.integers(0, 5))
    found: Fields = {PlayerId(player): [] for player in players}
    for number in range(1, rounds + 1):
        present = draw(st.permutations(players))
        while len(present) > 2:
            size = draw(st.sampled_from([3, 4]))
            table, present = [*map(PlayerId, present[:size])], present[size:]
            for one in table:
                others = tuple(other for other in table if other != one)
                found[one].append(RoundRecord(RoundNo(number), "match", draw(_SIDES), others))
        for player in present:
            found[PlayerId(player)].append(
                RoundRecord(RoundNo(number), draw(st.sampled_from(["bye", "loss"])), draw(_SIDES))
            )
        gone = draw(st.sets(st.sampled_from(players), max_size=1)) if len(players) > 1 else set()
        players = [player for player in players if player not in gone]
    return found, rounds


ALL_VARIANTS = st.builds(
    Variants,
    schedule_rounds=st.sampled_from(["active", "games", "scheduled"]),
    bye_is_opponent=st.booleans(),
    rate_floor=st.sampled_from([Fraction(1, 3), Fraction(33, 100), Fraction(0)]),
    bye_in_match_rate=st.sampled_from(["won", "left-out"]),
    rank_by=st.sampled_from(["points", "match-wins"]),
    unplayed_rounds=st.sampled_from(["left-out", "fide-2023"]),
)
