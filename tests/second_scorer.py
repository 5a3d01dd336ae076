"""A scorer for five tabletop regulations, written from their texts and the readings chosen for them alone.

Run ``python scorer.py FOLDER``: it reads ``FOLDER/matches.json`` and ``FOLDER/events.json`` and writes
``FOLDER/matches.out.json`` and ``FOLDER/events.out.json``.

Tiebreaker ids, in the order in which the texts use them after the tournament (match) points:
armada-4.0, armada-pl, runewars-2.2.2: ``mov``, ``sos``; legion-2.0: ``average_mov``,
``extended_average_mov``, ``sos``, ``extended_sos``; unlimited-1.3: ``omw``, ``pgw``, ``ogw``. Lots come last.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Values = dict[str, Fraction]

HALF = Fraction(1, 2)
FLOOR = Fraction(1, 3)
SWISS = "swiss"
DOUBLE_LOSS = "double-loss"


@dataclass(frozen=True)
class MarginRules:
    """What differs between the games that are scored by a margin of victory."""

    cap: int
    wiped_out: int
    steps: tuple[int, ...]
    bye_margin: int
    bye_points: int = 8
    roll_breaks_ties: bool = False


ARMADA = MarginRules(cap=400, wiped_out=400, steps=(60, 140, 220, 300), bye_margin=140)
RUNEWARS = MarginRules(cap=200, wiped_out=200, steps=(30, 70, 110, 150), bye_margin=70, roll_breaks_ties=True)
MARGIN_RULES = {"armada-4.0": ARMADA, "armada-pl": ARMADA, "runewars-2.2.2": RUNEWARS}
LEGION = "legion-2.0"
UNLIMITED = "unlimited-1.3"


@dataclass(frozen=True)
class Side:
    """One player's part in the result of a match, a bye or an unpaired loss."""

    verdict: str
    points: int = 0
    margin: int = 0
    share: Fraction | None = None
    averaged: bool = False
    games: tuple[int, int, int] = (0, 0, 0)

    def to_json(self) -> Json:
        """The side in the form of the task."""
        return {
            "verdict": self.verdict,
            "points": self.points,
            "margin": self.margin,
            "share": None if self.share is None else ratio(self.share),
            "averaged": self.averaged,
            "games": list(self.games),
        }


@dataclass(frozen=True)
class Outcome:
    """The result of a match: both sides in seat order and the winner's seat (None: draw or double loss)."""

    sides: tuple[Side, Side]
    winner: int | None

    def to_json(self) -> Json:
        """The outcome in the form of the task."""
        return {"sides": [side.to_json() for side in self.sides], "winner": self.winner}


LOST = Side("loss")
NOTHING_WON = Side("loss", share=Fraction(0))
"""LEG-MOV-4, LEG-MOV-5: an MOV of 0% is the MOV of a game, which averages of other games count."""


def ratio(value: Fraction) -> str:
    """A fraction as text, always with its denominator."""
    return f"{value.numerator}/{value.denominator}"


def mean(values: Sequence[Fraction], empty: Fraction) -> Fraction:
    """The arithmetic mean; ``empty`` if there is nothing to average."""
    return sum(values, Fraction(0)) / len(values) if values else empty


def seated(winner: int, won: Side, lost: Side) -> Outcome:
    """Put the winner's and the loser's side on their seats."""
    return Outcome((won, lost) if winner == 0 else (lost, won), winner)


def known(seat: int | None, what: str) -> int:
    """A seat that the report must name because the result depends on it."""
    if seat is None:
        raise ValueError(f"the report does not name {what}")
    return seat


def higher(values: Sequence[int]) -> int | None:
    """The seat with the higher value, None if both are equal."""
    return None if values[0] == values[1] else int(values[1] > values[0])


# --- Armada and Runewars: margin of victory -----------------------------------------------------------------


def table_points(rules: MarginRules, margin: int) -> tuple[int, int]:
    """ARM-TP-1, RUN-TP-1: tournament points of winner and loser for a margin of victory."""
    step = sum(margin >= bound for bound in rules.steps)
    return 6 + step, 5 - step


def clamp(rules: MarginRules, margin: int) -> int:
    """ARM-MOV-1, RUN-MOV-1: a margin is never negative and never above the cap."""
    return max(0, min(rules.cap, margin))


def margin_totals(rules: MarginRules, report: Json) -> list[int]:
    """ARM-SCORE-1/-2, RUN-SCORE-1: points destroyed (a wiped-out force counts in full) plus objectives."""
    wiping = {"defeated": {report["winner"]}, "mutual-destruction": {0, 1}}.get(report["end"], set())
    totals = []
    for seat, score in enumerate(report["scores"]):
        destroyed = max(score["destroyed"], rules.wiped_out) if seat in wiping else score["destroyed"]
        totals.append(destroyed + score["objective"])
    return totals


def played_winner(rules: MarginRules, report: Json, totals: Sequence[int]) -> int:
    """ARM-END-1..3, PLA-END-1, RUN-END-1, RUN-FLURRY-1: who won a game that was played out."""
    if report["end"] == "defeated":
        return known(report["winner"], "the survivor")
    ahead = higher(totals)
    if rules.roll_breaks_ties:
        return ahead if ahead is not None else known(report["winner"], "the winner of the Final Flurry")
    if report["end"] == "mutual-destruction" or ahead is None:
        return known(report["deciding"], "the second player")
    return ahead


def concede_margin(rules: MarginRules, report: Json) -> Outcome:
    """ARM-END-4, RUN-END-2 (B7, B26): the margin on the table if at least a bye's, else a bye's values."""
    winner = 1 - known(report["by"], "who conceded")
    totals = margin_totals(rules, report)
    margin = clamp(rules, totals[winner] - totals[1 - winner])
    if margin < rules.bye_margin:
        return seated(winner, bye_margin_side(rules), LOST)
    return seated(winner, Side("win", table_points(rules, margin)[0], margin), LOST)


def bye_margin_side(rules: MarginRules) -> Side:
    """ARM-BYE-1, RUN-BYE-1: a bye is a win of fixed value."""
    return Side("win", rules.bye_points, rules.bye_margin)


def score_margin(rules: MarginRules, report: Json) -> Outcome:
    """End of Round, Margin of Victory and Tournament Points (B1, B18, B27; B47 for a double loss)."""
    end = report["end"]
    if end == DOUBLE_LOSS:
        return Outcome((LOST, LOST), None)
    if end == "no-show":
        return seated(1 - known(report["by"], "who did not come"), bye_margin_side(rules), LOST)
    if end == "concession":
        return concede_margin(rules, report)
    totals = margin_totals(rules, report)
    winner = played_winner(rules, report, totals)
    both_destroyed = end == "mutual-destruction"
    margin = 0 if both_destroyed else clamp(rules, totals[winner] - totals[1 - winner])
    won, lost = table_points(rules, margin)
    return seated(winner, Side("win", won, margin), Side("loss", lost))


# --- Legion: share of the victory points --------------------------------------------------------------------


def legion_tokens(report: Json) -> list[int]:
    """LEG-REPORT-1: the report must hold both players' victory tokens."""
    if report["tokens"] is None:
        raise ValueError("the report does not hold the victory tokens")
    return list(report["tokens"])


def shares(tokens: Sequence[int]) -> tuple[Fraction, Fraction]:
    """LEG-MOV-1/-2: each player's part of all victory points, one half each if there are none."""
    total = sum(tokens)
    first = Fraction(tokens[0], total) if total else HALF
    return first, 1 - first


def legion_winner(report: Json) -> int:
    """LEG-END-1..5, B33: survivor; opponent of the conceder; else tokens, score, the blue player."""
    if report["end"] == "defeated":
        return known(report["winner"], "the survivor")
    if report["end"] in ("concession", "no-show"):
        return 1 - known(report["by"], "who gave the game up")
    ahead = higher(legion_tokens(report))
    if ahead is None and report["end"] != "mutual-destruction" and report["scores"] is not None:
        ahead = higher(report["scores"])
    return ahead if ahead is not None else known(report["deciding"], "the blue player")


def score_legion(report: Json) -> Outcome:
    """LEG-TP-1 and LEG-MOV-1..5: one point for a win, and each player's margin of victory as a share."""
    end = report["end"]
    if end == DOUBLE_LOSS:
        return Outcome((NOTHING_WON, NOTHING_WON), None)
    winner = legion_winner(report)
    if end == "no-show" or (end == "concession" and not report["agreed_to_score"]):
        return seated(winner, Side("win", 1, averaged=True), NOTHING_WON)
    if end == "defeated":
        return seated(winner, Side("win", 1, share=Fraction(1)), Side("loss", share=Fraction(0)))
    parts = shares(legion_tokens(report))
    return seated(winner, Side("win", 1, share=parts[winner]), Side("loss", share=parts[1 - winner]))


# --- Unlimited: games within a match ------------------------------------------------------------------------


def needed_wins(best_of: int) -> int:
    """SWU-SGL-1, SWU-BO3-1: how many games win a match."""
    return best_of // 2 + 1


def elimination_at_time(report: Json) -> int:
    """SWU-BO3-3: equal games in an elimination match: base HP of the cut off game, then the initiative."""
    ahead = higher(report["base_hp"]) if report["unfinished"] and report["base_hp"] else None
    return ahead if ahead is not None else known(report["deciding"], "the holder of the initiative")


def unlimited_winner(report: Json, stage: str, wins: Sequence[int]) -> int | None:
    """4.2.2, 4.3.2 and 4.4: the winner's seat, None for a drawn match."""
    if report["end"] in ("concession", "no-show"):
        return 1 - known(report["by"], "who gave the match up")
    if report["end"] == "intentional-draw":
        return None
    ahead = higher(wins)
    if ahead is None and stage != SWISS:
        return elimination_at_time(report)
    return ahead


def unlimited_games(report: Json, best_of: int) -> tuple[list[int], int]:
    """Games won per seat, and drawn ones (B40: a game cut off at time, those of an intentional draw)."""
    wins = [report["games"].count(seat) for seat in (0, 1)]
    drawn = report["games"].count(None)
    if report["end"] == "time" and report["unfinished"]:
        drawn += 1
    elif report["end"] == "intentional-draw":
        drawn = best_of
    elif report["end"] in ("concession", "no-show"):
        winner = 1 - known(report["by"], "who gave the match up")
        wins[winner] = max(wins[winner], needed_wins(best_of))
    return wins, drawn


def score_unlimited(report: Json, stage: str, best_of: int) -> Outcome:
    """4.2.2, 4.3.2, 5.6: three points for a win, one for a draw, and the games of the match (B36)."""
    wins, drawn = unlimited_games(report, best_of)
    games = [(wins[seat], wins[1 - seat], drawn) for seat in (0, 1)]
    if report["end"] == DOUBLE_LOSS:
        return Outcome((Side("loss", games=games[0]), Side("loss", games=games[1])), None)
    winner = unlimited_winner(report, stage, wins)
    if winner is None:
        return Outcome((Side("draw", 1, games=games[0]), Side("draw", 1, games=games[1])), None)
    return seated(winner, Side("win", 3, games=games[winner]), Side("loss", games=games[1 - winner]))


# --- Any match, bye or walkover -----------------------------------------------------------------------------


def score_match(regulations: str, stage: str, best_of: int, report: Json) -> Outcome:
    """The outcome of one reported match under its regulations."""
    if regulations in MARGIN_RULES:
        return score_margin(MARGIN_RULES[regulations], report)
    if regulations == LEGION:
        return score_legion(report)
    return score_unlimited(report, stage, best_of)


def bye_side(regulations: str, best_of: int) -> Side:
    """COM-BYE-1 with ARM-BYE-1, RUN-BYE-1, LEG-BYE-1, LEG-MOV-6 and B39: what a bye is worth."""
    if regulations in MARGIN_RULES:
        return bye_margin_side(MARGIN_RULES[regulations])
    if regulations == LEGION:
        return Side("win", 1, averaged=True)
    return Side("win", 3, games=(needed_wins(best_of), 0, 0))


def match_outcome(event: Json, round_: Json, match: Json) -> Outcome | None:
    """A settled match's outcome, else None (COM-ELIM-4: a walkover is a bye for one and a loss)."""
    if match["walkover"] is not None:
        return seated(match["walkover"], bye_side(event["regulations"], round_["best_of"]), LOST)
    if not match["settled"] or match["report"] is None:
        return None
    return score_match(event["regulations"], round_["stage"], round_["best_of"], match["report"])


# --- Standings ----------------------------------------------------------------------------------------------


@dataclass
class Record:
    """A player's Swiss rounds: one side per round taken part in, and the opponents really met (B14, B15)."""

    sides: list[Side] = field(default_factory=list)
    opponents: list[int] = field(default_factory=list)

    @property
    def points(self) -> int:
        """Tournament or match points so far."""
        return sum(side.points for side in self.sides)


Records = dict[int, Record]


def swiss_rounds(event: Json) -> list[Json]:
    """The complete Swiss rounds, as many as count."""
    complete = [round_ for round_ in event["rounds"] if round_["stage"] == SWISS and round_["complete"]]
    return complete[: event["swiss_rounds_complete"]]


def swiss_records(event: Json) -> Records:
    """COM-SOS-1, B14, B15, B19, B39: matches, byes and unpaired losses; only matches bring opponents."""
    records = {player: Record() for player in event["players"]}
    for round_ in swiss_rounds(event):
        for match in round_["matches"]:
            outcome = match_outcome(event, round_, match)
            if outcome is None:
                continue
            for seat, player in enumerate(match["players"]):
                records[player].sides.append(outcome.sides[seat])
                if match["walkover"] is None:
                    records[player].opponents.append(match["players"][1 - seat])
        for player in round_["byes"]:
            records[player].sides.append(bye_side(event["regulations"], round_["best_of"]))
        for player in round_["losses"]:
            records[player].sides.append(LOST)
    return records


def over_opponents(records: Records, own: dict[int, Fraction], empty: Fraction) -> dict[int, Fraction]:
    """The mean of a value over each player's opponents (B15; B40: who is met twice counts twice)."""
    return {
        player: mean([own[opponent] for opponent in record.opponents], empty)
        for player, record in records.items()
    }


def strength(records: Records) -> dict[int, Fraction]:
    """COM-SOS-1 with B14, B15: mean over opponents of their points per round; 0 without opponents."""
    per_round = {
        player: Fraction(record.points, len(record.sides)) if record.sides else Fraction(0)
        for player, record in records.items()
    }
    return over_opponents(records, per_round, Fraction(0))


def margin_values(records: Records, _rounds: int) -> dict[int, Values]:
    """ARM-TIE-1, PLA-TIE, RUN-TIE-1: cumulative margin of victory, strength of schedule."""
    sos = strength(records)
    return {
        player: {"mov": Fraction(sum(side.margin for side in record.sides)), "sos": sos[player]}
        for player, record in records.items()
    }


def average_share(record: Record, rounds: int) -> Fraction:
    """LEG-MOV-4..7, B31, B32: averaged rounds count as the mean of the scored games, half if none."""
    usual = mean([side.share for side in record.sides if side.share is not None], HALF)
    total = Fraction(0)
    for side in record.sides:
        if side.averaged:
            total += usual
        elif side.share is not None:
            total += side.share
    return total / rounds if rounds else Fraction(0)


def legion_values(records: Records, rounds: int) -> dict[int, Values]:
    """LEG-TIE-1 with B34: average MOV, strength of schedule, each followed by the opponents' mean."""
    average = {player: average_share(record, rounds) for player, record in records.items()}
    extended = over_opponents(records, average, Fraction(0))
    sos = strength(records)
    extended_sos = over_opponents(records, sos, Fraction(0))
    return {
        player: {
            "average_mov": average[player],
            "extended_average_mov": extended[player],
            "sos": sos[player],
            "extended_sos": extended_sos[player],
        }
        for player in records
    }


def floored(points: int, possible: int) -> Fraction:
    """5.6 with B38: points of those possible, never below one third (nor without anything possible)."""
    return max(FLOOR, Fraction(points, possible)) if possible else FLOOR


def match_win(record: Record) -> Fraction:
    """SWU-TIE-2, B39, B40: match points of three per round taken part in."""
    return floored(record.points, 3 * len(record.sides))


def game_win(record: Record) -> Fraction:
    """5.6.1.2, B39, B40: three points per game won and one per game drawn, of three per game."""
    won, lost, drawn = (sum(side.games[index] for side in record.sides) for index in range(3))
    return floored(3 * won + drawn, 3 * (won + lost + drawn))


def unlimited_values(records: Records, _rounds: int) -> dict[int, Values]:
    """SWU-TIE-1 with B37, B38: OMW, PGW, OGW."""
    omw = over_opponents(records, {player: match_win(record) for player, record in records.items()}, FLOOR)
    pgw = {player: game_win(record) for player, record in records.items()}
    ogw = over_opponents(records, pgw, FLOOR)
    return {player: {"omw": omw[player], "pgw": pgw[player], "ogw": ogw[player]} for player in records}


TIEBREAKERS: dict[str, Callable[[Records, int], dict[int, Values]]] = {
    **dict.fromkeys(MARGIN_RULES, margin_values),
    LEGION: legion_values,
    UNLIMITED: unlimited_values,
}


def standings(event: Json) -> list[Json]:
    """COM-RANK-1, B17, C7: points, tiebreakers in their order, lots; disqualified players are left out."""
    records = swiss_records(event)
    values = TIEBREAKERS[event["regulations"]](records, len(swiss_rounds(event)))
    listed = [player for player in event["players"] if player not in event["disqualified"]]
    keys = {player: (records[player].points, *values[player].values()) for player in listed}
    by_lot = sorted(listed, key=lambda player: int(event["lots"][str(player)]))
    order = sorted(by_lot, key=lambda player: keys[player], reverse=True)
    return [
        {
            "player": player,
            "rank": rank,
            "shared": 1 + sum(keys[other] > keys[player] for other in listed),
            "points": records[player].points,
            "values": {name: ratio(value) for name, value in values[player].items()},
        }
        for rank, player in enumerate(order, start=1)
    ]


# --- Final places -------------------------------------------------------------------------------------------


def round_players(round_: Json) -> set[int]:
    """Everybody who was paired or had a bye in a round."""
    return {player for match in round_["matches"] for player in match["players"]} | set(round_["byes"])


def survivors(event: Json, round_: Json) -> set[int]:
    """COM-ELIM-2/-4: the winners of an elimination round and those with a bye."""
    alive = set(round_["byes"])
    for match in round_["matches"]:
        outcome = match_outcome(event, round_, match)
        if outcome is not None and outcome.winner is not None:
            alive.add(match["players"][outcome.winner])
    return alive


def bracket_places(event: Json, rounds: Sequence[Json]) -> dict[int, tuple[int, int]] | None:
    """B24: who goes out in a round shares the places below its survivors; None while undecided.

    ARM-BRK-1: in Armada 4.0 who goes out has what is printed under the column of the round: half the
    bracket's boxes of that column and one, up to all of them (no box counts that nobody was to stand in).
    """
    places: dict[int, tuple[int, int]] = {}
    alive: set[int] = set()
    everybody = len(round_players(rounds[0])) if rounds else 0
    boxes = 2
    while boxes < everybody:
        boxes *= 2
    for round_ in rounds:
        entered = alive | round_players(round_)
        alive = survivors(event, round_)
        shared = (len(alive) + 1, len(entered))
        printed = (boxes // 2 + 1, max(boxes // 2 + 1, min(boxes, everybody)))
        own = printed if event["regulations"] == "armada-4.0" else shared
        places.update(dict.fromkeys(entered - alive, own))
        boxes //= 2
    if len(alive) > 1:
        return None
    places.update(dict.fromkeys(alive, (1, 1)))
    return places


def final_places(event: Json, table: Sequence[Json]) -> list[list[int]]:
    """COM-RANK-1, B24: the bracket's places, then those outside it in the order of the Swiss standings."""
    if not event["rounds"] or not all(round_["complete"] for round_ in event["rounds"]):
        return []
    places = bracket_places(event, [round_ for round_ in event["rounds"] if round_["stage"] != SWISS])
    if places is None:
        return []
    outside = [row["player"] for row in table if row["player"] not in places]
    places.update({player: (place, place) for place, player in enumerate(outside, start=len(places) + 1)})
    rank = {row["player"]: row["rank"] for row in table}
    order = sorted(places, key=lambda player: (places[player], rank.get(player, len(rank) + 1)))
    return [[player, *places[player]] for player in order if player not in event["disqualified"]]


def score_event(event: Json) -> Json:
    """Everything that the task asks of an event."""
    rounds = event["rounds"]
    outcomes = [[match_outcome(event, round_, match) for match in round_["matches"]] for round_ in rounds]
    table = standings(event)
    return {
        "table": table,
        "byes": [
            [bye_side(event["regulations"], round_["best_of"]).to_json() for _ in round_["byes"]]
            for round_ in rounds
        ],
        "matches": [[outcome and outcome.to_json() for outcome in row] for row in outcomes],
        "places": final_places(event, table),
    }


def main(folder: Path) -> None:
    """Score a folder's matches and events."""
    matches = json.loads((folder / "matches.json").read_text(encoding="utf-8"))
    events = json.loads((folder / "events.json").read_text(encoding="utf-8"))
    scored = [score_match(m["regulations"], m["stage"], m["best_of"], m["report"]).to_json() for m in matches]
    (folder / "matches.out.json").write_text(json.dumps(scored, indent=1) + "\n", encoding="utf-8")
    played = [score_event(event) for event in events]
    (folder / "events.out.json").write_text(json.dumps(played, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
