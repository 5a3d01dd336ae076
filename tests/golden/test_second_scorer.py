"""The engine against a second scorer that somebody wrote from the texts alone, without having seen the engine.

Matches of every kind and whole days, made up at random: both come to the same results, tables, values and places.
"""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Any, Literal

import pytest

import verify_cases
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring import score
from muster.core.scoring.reports import GamesReport, MarginReport, Report, ShareReport, Tally
from muster.core.tournament import queries
from muster.core.tournament.state import Round, State, best_of
from muster.exchange.dice import MatchSetup, made_up
from muster.rules.load import load
from muster.rules.schema import Regulations
from muster.rules.scoring import GamesScoring, MarginScoring
from second_scorer import score_event, score_match
from tournament_cases import IDS
from verify_cases import Day

Stage = Literal["swiss", "elimination"]

FEW, MANY = (40, 2), (400, 10)
"""Matches and days of each game: for every change, and for the long run."""


def _seat(dice: Random) -> Any:
    return dice.choice([None, 0, 1])


def _wild(dice: Random, regulations: Regulations) -> Report:
    """Any figures at all, edges more often than not; many of them are refused."""
    rules = regulations.scoring
    end: Any = dice.choice(["rounds", "time", "time", "defeated", "concession", "no-show", "double-loss"])
    by = _seat(dice) if end in ("concession", "no-show") else None
    if isinstance(rules, MarginScoring):
        top = rules.wiped_out.points
        end = dice.choice([end, "mutual-destruction"])
        tallies = [
            Tally(dice.choice([0, dice.randint(0, top), dice.randint(0, 60), top]), 15 * dice.randint(0, 4))
            for _ in range(2)
        ]
        one, two = tallies[0], tallies[0] if dice.random() < 0.1 else tallies[1]
        winner = _seat(dice) if end in ("defeated", "mutual-destruction") or one == two else None
        return MarginReport(end=end, scores=(one, two), deciding=_seat(dice), winner=winner, by=by)
    if isinstance(rules, GamesScoring):
        ends = ["decided", "time", "concession", "no-show", "intentional-draw", "double-loss"]
        end = dice.choice(ends)
        games: Any = tuple(dice.choice([0, 1, 0, 1, None]) for _ in range(dice.randint(0, 4)))
        health = (dice.randint(0, 30), dice.randint(0, 30)) if dice.random() < 0.3 else None
        by = _seat(dice) if end in ("concession", "no-show") else None
        unfinished = dice.random() < 0.4
        return GamesReport(
            end=end, games=games, unfinished=unfinished, base_hp=health, deciding=_seat(dice), by=by
        )
    tokens = [dice.randint(0, 12)] * 2 if dice.random() < 0.15 else [dice.randint(0, 12), dice.randint(0, 12)]
    scores = (
        [dice.randint(0, 900)] * 2 if dice.random() < 0.15 else [dice.randint(0, 900), dice.randint(0, 900)]
    )
    return ShareReport(
        end=end, tokens=(tokens[0], tokens[1]), scores=(scores[0], scores[1]), deciding=_seat(dice),
        winner=_seat(dice) if dice.random() < 0.3 else None, by=by, agreed_to_score=dice.random() < 0.3,
    )  # fmt: skip


def _matches(regulations: Regulations, count: int) -> list[tuple[Report, Stage, Any, Outcome]]:
    """So many made-up matches that the engine takes, with what it makes of them."""
    dice = Random(regulations.id)  # noqa: S311 - test data
    found: list[tuple[Report, Stage, Any, Outcome]] = []
    variants = _state(regulations.id, "variants").variants
    games = isinstance(regulations.scoring, GamesScoring)
    while len(found) < count:
        stage: Stage = dice.choice(["swiss", "swiss", "elimination"])
        best: Any = dice.choice([1, 3]) if games else 1
        seed = DrawSeed(sha256(str(dice.random()).encode()).hexdigest())
        usual = MatchSetup(seed, 1, (PlayerId(1), PlayerId(2)), stage, best)
        report = made_up(usual, regulations) if dice.random() < 0.3 else _wild(dice, regulations)
        scored = score(report, regulations, stage=stage, best_of=best, variants=variants)
        if not isinstance(scored, tuple):
            found.append((report, stage, best, scored.outcome))
    return found


def _side(side: Any) -> tuple[Any, ...]:
    """One side of a result, the engine's or the other's, in one notation; no share and none of it are the same."""
    given = side if isinstance(side, dict) else asdict(side)
    share = None if given["averaged"] else Fraction(given["share"] or 0)
    return given["verdict"], given["points"], given["margin"], share, given["averaged"], tuple(given["games"])


def _same(engine: Outcome, other: Any) -> bool:
    sides = zip(engine.sides, other["sides"], strict=True)
    return engine.winner == other["winner"] and all(_side(one) == _side(two) for one, two in sides)


def _check_matches(regulations: Regulations, count: int) -> None:
    wrong = []
    for report, stage, best, outcome in _matches(regulations, count):
        other = score_match(regulations.id, stage, best, asdict(report)).to_json()
        if not _same(outcome, other):
            wrong.append((report, stage, best, outcome, other))
    assert not wrong, (len(wrong), *wrong[0])


def _state(regulations: str, seed: str) -> State:
    """The end of a made-up day under the readings we chose."""
    usual = {name: options[:1] for name, options in verify_cases.VARIANTS.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify_cases, "VARIANTS", usual)
        return Day(seed, most=28, game=regulations, busy=3).played().state


def _round(state: State, round_: Round) -> dict[str, Any]:
    """A round as the other scorer reads it: what was reported, who rested, who had a loss without a match."""
    format_ = state.stages[round_.stage].format
    lost = [
        player
        for player, own in queries.records(state).items()
        for one in own
        if one.round_no == round_.number and one.kind == "loss" and format_ == "swiss"
    ]
    matches = [
        {
            "players": list(match.pairing.players),
            "report": asdict(match.report) if match.report else None,
            "settled": match.settled,
            "walkover": match.outcome.winner if match.outcome and match.report is None else None,
        }
        for _, match in sorted(round_.matches.items())
    ]
    games = isinstance(state.regulations.scoring, GamesScoring)
    return {
        "number": round_.number, "stage": format_, "complete": round_.complete, "losses": lost,
        "best_of": best_of(state, format_) if games else 1,
        "matches": matches, "byes": [bye.player for bye in round_.byes],
    }  # fmt: skip


def _check_day(regulations: str, seed: str) -> int:
    """Hold one day against the other scorer; how many figures were compared."""
    state = _state(regulations, seed)
    keys = queries.tiebreak_keys(state)
    event = {
        "regulations": regulations,
        "players": sorted(state.players),
        "disqualified": sorted(queries.disqualified(state)),
        "rounds": [_round(state, round_) for round_ in state.rounds],
        "swiss_rounds_complete": queries.completed(state),
        "lots": {str(player): at for at, player in enumerate(sorted(keys, key=lambda one: keys[one]), 1)},
    }
    other, table = score_event(event), queries.table(state)
    lines = [(row.player, row.rank, row.shared_rank, row.points, list(row.values)) for row in table.rows]
    assert lines == [
        (
            row["player"],
            row["rank"],
            row["shared"],
            row["points"],
            [Fraction(one) for one in row["values"].values()],
        )
        for row in other["table"]
    ]
    for round_, others in zip(state.rounds, other["matches"], strict=True):
        for (_, match), found in zip(sorted(round_.matches.items()), others, strict=True):
            assert not match.settled or match.outcome is None or _same(match.outcome, found)
    if other["places"] and state.places is not None:
        ours = sorted((place.player, place.first_place, place.last_place) for place in state.places)
        assert ours == sorted(map(tuple, other["places"]))
    return sum(len(row.values) + 3 for row in table.rows)


@pytest.mark.parametrize("regulations", IDS)
def test_a_second_scorer_comes_to_the_same_results_and_tables(regulations: str) -> None:
    matches, days = FEW
    _check_matches(load(regulations), matches)
    assert sum(_check_day(regulations, f"few/{number}") for number in range(days)) > 50


@pytest.mark.long
@pytest.mark.parametrize("regulations", IDS)
def test_a_second_scorer_comes_to_the_same_in_2000_matches_and_50_events(regulations: str) -> None:
    matches, days = MANY
    _check_matches(load(regulations), matches)
    for number in range(days):
        _check_day(regulations, f"many/{number}")


def test_what_differs_is_found() -> None:
    outcome = _matches(load("armada-4.0"), 1)[0][-1]
    one, two = outcome.sides
    other = SideOutcome(one.verdict, one.points + 1, one.margin, one.share, one.averaged, one.games)
    assert _same(outcome, {"winner": outcome.winner, "sides": [asdict(one), asdict(two)]})
    assert not _same(outcome, {"winner": outcome.winner, "sides": [asdict(other), asdict(two)]})
