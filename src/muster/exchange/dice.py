"""Made-up results for simulated events: plausible, of every kind, and the same for the same seed."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.draws import DrawSeed, number
from muster.core.ids import SEATS_AT_TABLE, PlayerId, Seat, other
from muster.core.scoring.reports import GamesReport, MarginReport, PlacingReport, Report, ShareReport, Tally
from muster.core.tournament.state import StageFormat
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """One match to make a result for."""

    seed: DrawSeed
    round_no: int
    players: tuple[PlayerId, ...]
    stage: StageFormat
    best_of: int

    def roll(self, purpose: str, below: int) -> int:
        """A number below `below`, fixed by the seed, the round and the players."""
        return number(self.seed, f"{purpose}/{self.round_no}/{'-'.join(map(str, self.players))}", below)


def made_up(table: MatchSetup, regulations: Regulations) -> Report:
    """A result such as this game has: mostly played out, now and then conceded, drawn or not played."""
    rules = regulations.scoring
    if isinstance(rules, MarginScoring):
        return _margin(table, rules)
    if isinstance(rules, PlacingScoring):
        return _placing(table)
    if isinstance(rules, GamesScoring):
        ends = frozenset(each.id for each in regulations.ends)
        return _games(table, ends, as_played=rules.draws == "as-played")
    return _share(table)


def _seat(value: int) -> Seat:
    return 1 if value % 2 else 0


def _better(table: MatchSetup) -> Seat:
    """Who is likelier to win: strength is a number fixed by the seed for each player, plus the day's luck."""
    one, two = (number(table.seed, f"strength/{player}", 1000) for player in table.players)
    return 0 if one + table.roll("luck/0", 800) >= two + table.roll("luck/1", 800) else 1


def _margin(table: MatchSetup, rules: MarginScoring) -> MarginReport:
    winner = _better(table)
    whole = rules.wiped_out.points
    high, low = table.roll("high", whole + 1), table.roll("low", whole // 2)
    scores = (Tally(high, 15 * table.roll("objective", 5)), Tally(min(low, high)))
    ordered = scores if winner == 0 else scores[::-1]
    deciding = _seat(table.roll("second", 2))
    kind = table.roll("end", 100)
    if rules.counted:
        return _scores(table, rules, winner, high, min(low, high))
    if kind < 4:
        return MarginReport(end="concession", scores=ordered, by=other(winner), deciding=deciding)
    if kind < 5:
        return MarginReport(end="no-show", by=other(winner))
    if kind < 20:
        return MarginReport(end="defeated", scores=ordered, winner=winner, deciding=deciding)
    equal = kind < 23
    if kind < 25:
        tally = Tally(whole)
        by_hand = rules.mutual_destruction.winner == "score"
        return MarginReport(
            end="mutual-destruction",
            scores=(tally, tally),
            deciding=deciding,
            winner=winner if by_hand else None,
        )
    if equal or scores[0].destroyed + scores[0].objective == scores[1].destroyed:
        same = (Tally(low), Tally(low))
        roll = winner if rules.equal_score.winner == "by-hand" else None
        return MarginReport(end="time", scores=same, deciding=deciding, winner=roll)
    return MarginReport(end="rounds" if kind < 60 else "time", scores=ordered, deciding=deciding)


def _scores(table: MatchSetup, rules: MarginScoring, winner: Seat, high: int, low: int) -> MarginReport:
    """A game whose players each have one score; level ones are broken by hand, or drawn but in a bracket."""
    kind = table.roll("end", 100)
    if kind < 3:
        return MarginReport(end="concession", scores=(Tally(low), Tally(low)), by=other(winner))
    if kind < 4:
        return MarginReport(end="no-show", by=other(winner))
    if kind < 10 or high == low:
        drawn = rules.equal_score.winner == "nobody" and table.stage == "swiss"
        level = (Tally(low), Tally(low))
        return MarginReport(end="rounds", scores=level, winner=None if drawn else winner)
    scores = (Tally(high), Tally(low))
    return MarginReport(end="rounds", scores=scores if winner == 0 else scores[::-1])


def _share(table: MatchSetup) -> ShareReport:
    winner = _better(table)
    high, low = 1 + table.roll("high", 9), table.roll("low", 5)
    tokens = (max(high, low), min(high, low)) if winner == 0 else (min(high, low), max(high, low))
    scores = (table.roll("score/0", 800), table.roll("score/1", 800))
    deciding = _seat(table.roll("blue", 2))
    kind = table.roll("end", 100)
    if kind < 4:
        return ShareReport(end="concession", by=other(winner))
    if kind < 5:
        return ShareReport(end="no-show", by=other(winner))
    if kind < 12:
        return ShareReport(end="defeated", tokens=tokens, winner=winner)
    return ShareReport(end="rounds" if kind < 60 else "time", tokens=tokens, scores=scores, deciding=deciding)


def _placing(table: MatchSetup) -> PlacingReport:
    """Whoever is stronger has more left; now and then somebody concedes, never comes, or has as much as another."""
    seats = SEATS_AT_TABLE[: len(table.players)]
    left = [
        max(0, (number(table.seed, f"strength/{player}", 1000) + table.roll(f"luck/{seat}", 800)) // 60 - 9)
        for seat, player in zip(seats, table.players, strict=True)
    ]
    kind, who = table.roll("end", 100), seats[table.roll("who", len(seats))]
    if kind < 8:
        left[who] = 0
        gone = (who,)
        return PlacingReport(
            end="decided",
            left=tuple(left),
            conceded=gone if kind < 5 else (),
            absent=() if kind < 5 else gone,
        )
    if kind < 15:
        left[who] = left[0]
    return PlacingReport(end="time" if kind < 40 else "decided", left=tuple(left))


def _games(table: MatchSetup, ends: frozenset[EndId], *, as_played: bool) -> GamesReport:
    winner = _better(table)
    kind = table.roll("end", 100)
    swiss = table.stage == "swiss"
    if kind < 3:
        return GamesReport(end="concession", by=other(winner))
    if kind < 4:
        return GamesReport(end="no-show", by=other(winner))
    if kind < 6 and swiss and "intentional-draw" in ends:
        return GamesReport(end="intentional-draw")
    if as_played and kind < 25 and swiss and "time" in ends and table.best_of == 1:
        return GamesReport(end="time", games=(None,))
    if kind < 11 and swiss and "time" in ends and not as_played:
        split: tuple[Seat, ...] = (winner, other(winner)) if table.best_of == 3 else ()
        return GamesReport(end="time", games=split, unfinished=True)
    if table.best_of == 1:
        return GamesReport(end="decided", games=(winner,))
    if kind < 60:
        return GamesReport(end="decided", games=(winner, winner))
    return GamesReport(end="decided", games=(winner, other(winner), winner))
