"""What holds for every report under every regulations, published or made by an organiser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, get_args

from hypothesis import assume, given
from hypothesis import strategies as st

from muster.core.ids import SEATS, Seat, other
from muster.core.outcomes import Outcome, SideOutcome, Verdict
from muster.core.scoring import (
    GamesReport,
    MarginReport,
    OutcomeFinding,
    Problem,
    Report,
    Scored,
    ShareReport,
    Stage,
    Tally,
    check,
    report_fields,
    score,
)
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import MarginScoring
from muster.rules.variants import Variants
from scoring_cases import (
    ALL,
    ARMADA,
    ARMADA_PL,
    CARDS,
    DUEL,
    LEGION,
    RUNEWARS,
    SKIRMISH,
    UNLIMITED,
    altered,
    game,
)

Seats = st.sampled_from([None, 0, 1])
Small = st.integers(0, 6) | st.integers(0, 450)
Ends = st.sampled_from(get_args(EndId))
Stages = st.sampled_from(get_args(Stage))
BestOf: st.SearchStrategy[Literal[1, 3]] = st.sampled_from((1, 3))
Choices = st.builds(Variants, no_show=st.sampled_from(["bye", "concession", "bare-win"]))
Games = st.lists(Seats, max_size=5).map(tuple)


@st.composite
def tables(draw: st.DrawFn) -> Regulations:
    """Margin regulations with any floor, cap, table and concession."""
    floor = draw(st.integers(0, 40))
    cap = floor + draw(st.integers(1, 300))
    starts = sorted(draw(st.sets(st.integers(floor, cap), max_size=5)) | {draw(st.integers(0, floor))})
    points = st.integers(0, 30)
    return altered(
        ARMADA,
        {
            "scoring.margin.floor": floor,
            "scoring.margin.cap": cap,
            "scoring.table.rows": [
                {"margin": start, "win": draw(points), "loss": draw(points)} for start in starts
            ],
            "scoring.concession.keep_from": draw(st.integers(0, cap)),
            "scoring.concession.margin": draw(st.integers(floor, cap)),
            "bye.margin": draw(st.integers(floor, cap)),
        },
    )


Rules = st.one_of(
    st.sampled_from([ARMADA, ARMADA_PL, RUNEWARS, SKIRMISH]),
    tables(),
    st.sampled_from([LEGION, DUEL]),
    st.sampled_from([UNLIMITED, CARDS]),
    st.sampled_from([UNLIMITED, CARDS]),
)


def reports(regulations: Regulations, numbers: st.SearchStrategy[int], seats: st.SearchStrategy[Any]) -> Any:
    """Reports of the kind these regulations take, with any values."""
    pairs = st.tuples(numbers, numbers)
    tallies = st.builds(Tally, numbers, numbers)
    shared = {"end": Ends, "deciding": seats, "winner": seats, "by": seats}
    match regulations.scoring.model:
        case "margin":
            return st.builds(MarginReport, scores=st.tuples(tallies, tallies), **shared)
        case "share":
            agreed = st.booleans()
            return st.builds(ShareReport, tokens=pairs, scores=pairs, agreed_to_score=agreed, **shared)
        case "games":
            games = st.lists(seats, max_size=7).map(tuple)
            hp = st.none() | pairs
            return st.builds(GamesReport, games=games, unfinished=st.booleans(), base_hp=hp, **shared)


@dataclass(frozen=True)
class Case:
    """An accepted report, and what it was accepted under."""

    report: Report
    regulations: Regulations
    stage: Stage
    best_of: Literal[1, 3]
    variants: Variants
    outcome: Outcome

    def check(self, outcome: Outcome) -> tuple[OutcomeFinding, ...]:
        """What the independent check says of an outcome of this report."""
        under = {"stage": self.stage, "best_of": self.best_of, "variants": self.variants}
        return check(self.report, outcome, self.regulations, **under)  # type: ignore[arg-type]


def scored(
    report: Report, regulations: Regulations, stage: Stage, best_of: Literal[1, 3], variants: Variants
) -> Scored | tuple[Problem, ...]:
    """Score with everything in its place."""
    return score(report, regulations, stage=stage, best_of=best_of, variants=variants)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A report that is accepted: one drawn freely, then put right by doing what the problems say."""
    regulations, stage, best_of, variants = draw(Rules), draw(Stages), draw(BestOf), draw(Choices)
    report = draw(reports(regulations, Small, Seats))
    choice = next(field for field in report_fields(regulations, stage=stage) if field.kind == "choice")
    report = replace(report, end=draw(st.sampled_from([end for end, _ in choice.choices])))
    if isinstance(report, GamesReport):
        report = replace(report, games=until_decided(report, best_of, draw(st.sampled_from((0, 1)))))
    made = scored(report, regulations, stage, best_of, variants)
    for _ in range(4):
        for problem in () if isinstance(made, Scored) else made:
            report = replace(report, **put_right(report, problem.field, draw))
        made = scored(report, regulations, stage, best_of, variants)
    assert isinstance(made, Scored), (report, made)
    return Case(report, regulations, stage, best_of, variants, made.outcome)


def until_decided(report: GamesReport, best_of: int, seat: Seat) -> tuple[Seat | None, ...]:
    """The games up to the one that decides the match; `seat` wins what is missing where it was decided."""
    games: list[Seat | None] = []
    missing = (seat,) * best_of if report.end == "decided" else ()
    open_end = report.end in ("time", "concession")
    for winner in (*report.games, *missing):
        if max(games.count(0), games.count(1)) * 2 > best_of:
            break
        games.append(winner)
    if open_end and max(games.count(0), games.count(1)) * 2 > best_of:
        games.pop()
    return tuple(games)


def put_right(report: Any, field: str, draw: st.DrawFn) -> dict[str, Any]:
    """The change that the problem of this field asks for."""
    if field in ("winner", "by", "deciding"):
        return {field: draw(st.sampled_from((0, 1))) if getattr(report, field) is None else None}
    if field == "base_hp":
        hp = st.integers(1, 9)
        return {field: draw(st.tuples(hp, hp)) if report.base_hp is None else None}
    nothing: dict[str, dict[str, Any]] = {
        "scores.destroyed": {"scores": (Tally(), Tally())},
        "tokens": {"tokens": (0, 0), "scores": (0, 0)},
        "games": {"games": ()},
    }
    return nothing.get(field, {field: False})


def any_values(regulations: Regulations) -> Any:
    """Reports with numbers and seats that nobody should enter."""
    return reports(regulations, st.integers(-3, 3) | st.integers(), Seats | st.integers(-2, 3))


@given(Rules.flatmap(lambda rules: st.tuples(any_values(rules), st.just(rules))), Stages, BestOf, Choices)
def test_no_report_crashes_and_every_refusal_names_a_field_and_says_what_to_do(
    case: tuple[Report, Regulations], stage: Stage, best_of: Literal[1, 3], variants: Variants
) -> None:
    report, regulations = case
    made = score(report, regulations, stage=stage, best_of=best_of, variants=variants)
    if isinstance(made, Scored):
        assert all(step.clause in regulations.clauses for step in made.steps)
        return
    assert made
    names = {field.name for each in get_args(Stage) for field in report_fields(regulations, stage=each)}
    for problem in made:
        assert problem.field in names | {"deciding", "winner"}
        assert str(problem.message).endswith(".")
        assert problem.clause is None or problem.clause in regulations.clauses


@given(st.sampled_from(ALL), st.sampled_from(ALL), st.data())
def test_a_report_of_another_kind_is_always_refused(
    regulations: Regulations, foreign: Regulations, data: st.DataObject
) -> None:
    assume(regulations.scoring.model != foreign.scoring.model)
    made = score(data.draw(any_values(foreign)), regulations, stage="swiss", variants=Variants())
    assert not isinstance(made, Scored)
    assert [problem.field for problem in made] == ["report"]


@given(cases())
def test_every_outcome_passes_the_independent_check(case: Case) -> None:
    assert case.check(case.outcome) == ()


def tampered(outcome: Outcome) -> Iterator[Outcome]:
    """The outcome with one thing in it changed, in every way that is one step off."""
    for winner in (None, *SEATS):
        yield replace(outcome, winner=winner)
    for seat, side in enumerate(outcome.sides):
        for new in tampered_side(side):
            yield replace(outcome, sides=(new, outcome.sides[1]) if seat == 0 else (outcome.sides[0], new))


def tampered_side(side: SideOutcome) -> Iterator[SideOutcome]:
    """One side with one thing in it changed."""
    yield from (replace(side, verdict=verdict) for verdict in get_args(Verdict))
    yield from (replace(side, points=side.points + step) for step in (-1, 1, 100))
    yield from (replace(side, margin=side.margin + step) for step in (-1, 1, 100))
    yield from (replace(side, share=share) for share in (None, Fraction(0), Fraction(1, 1000), Fraction(1)))
    yield replace(side, averaged=not side.averaged)
    won, lost, drawn = side.games
    for step in (-1, 1):
        yield replace(side, games=(won + step, lost, drawn))
        yield replace(side, games=(won, lost + step, drawn))
        yield replace(side, games=(won, lost, drawn + step))


@given(cases())
def test_the_check_finds_every_single_change(case: Case) -> None:
    wrong = [outcome for outcome in tampered(case.outcome) if outcome != case.outcome]
    assert len(wrong) >= 30
    for outcome in wrong:
        assert case.check(outcome), outcome


@given(cases(), cases())
def test_the_check_refuses_the_outcome_of_another_match(case: Case, foreign: Case) -> None:
    assert bool(case.check(foreign.outcome)) == (foreign.outcome != case.outcome)


@given(cases())
def test_the_check_refuses_a_report_of_another_kind(case: Case) -> None:
    models = (ARMADA, DUEL, CARDS)
    foreign = next(each for each in models if each.scoring.model != case.regulations.scoring.model)
    found = replace(case, regulations=foreign).check(case.outcome)
    assert [finding.field for finding in found] == ["report"]


@given(cases())
def test_swapping_the_seats_swaps_the_outcome(case: Case) -> None:
    made = scored(swap(case.report), case.regulations, case.stage, case.best_of, case.variants)
    winner = None if case.outcome.winner is None else other(seat_of(case.outcome.winner))
    assert isinstance(made, Scored)
    assert made.outcome == Outcome(case.outcome.sides[::-1], winner)


def seat_of(winner: int) -> Seat:
    """A winner of a match of two as a seat."""
    return 0 if winner == 0 else 1


def swap(report: Any) -> Report:
    """The same report with the players named the other way round."""
    seats = {name: getattr(report, name) for name in ("deciding", "winner", "by")}
    turned: dict[str, Any] = {name: None if seat is None else other(seat) for name, seat in seats.items()}
    for name in ("scores", "tokens", "base_hp"):
        if getattr(report, name, None) is not None:
            turned[name] = getattr(report, name)[::-1]
    if isinstance(report, GamesReport):
        turned["games"] = tuple(None if game is None else other(game) for game in report.games)
    return replace(report, **turned)  # type: ignore[no-any-return]


@given(cases())
def test_arm_mov_1_points_stand_in_the_table_and_the_margin_between_floor_and_cap(case: Case) -> None:
    rules, winner = case.regulations.scoring, case.outcome.winner
    if not isinstance(rules, MarginScoring) or winner is None:
        assert [side.margin for side in case.outcome.sides] == [0, 0]
        return
    win, loss = case.outcome.sides[winner], case.outcome.sides[other(seat_of(winner))]
    assert isinstance(case.report, MarginReport)
    if case.report.by is None:
        assert (win.points, loss.points) in {(row.win, row.loss) for row in rules.table.rows}
    else:
        awards = {rules.concession.points, case.regulations.bye.points}
        assert win.points in awards | {row.win for row in rules.table.rows}
        assert loss.points == 0
    assert rules.margin.floor <= win.margin <= rules.margin.cap
    assert loss.margin == 0


@given(cases())
def test_leg_mov_1_shares_never_sum_to_more_than_the_whole(case: Case) -> None:
    shares = [side.share for side in case.outcome.sides if side.share is not None]
    assert sum(shares, Fraction(0)) <= 1
    assert all(0 <= share <= 1 for share in shares)
    assert all(side.share is None for side in case.outcome.sides if side.averaged)


@given(cases())
def test_only_a_double_loss_or_a_swiss_draw_has_no_winner(case: Case) -> None:
    verdicts = [side.verdict for side in case.outcome.sides]
    if case.outcome.winner is not None:
        assert verdicts == (["win", "loss"] if case.outcome.winner == 0 else ["loss", "win"])
    elif case.report.end == "double-loss":
        assert verdicts == ["loss", "loss"]
    else:
        assert (verdicts, case.stage) == (["draw", "draw"], "swiss")


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 60))
def test_arm_tp_1_destroying_more_never_costs_a_winner_points(first: int, second: int, more: int) -> None:
    assume(first > second)
    made = [
        score(game("time", points, second), ARMADA, stage="swiss", variants=Variants())
        for points in (first, first + more)
    ]
    before, after = (each.outcome.sides for each in made if isinstance(each, Scored))
    assert after[0].points >= before[0].points
    assert after[1].points <= before[1].points
    assert before[0].points + before[1].points == 11
