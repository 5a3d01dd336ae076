"""Rounds and cuts by attendance, announced through the engine: the boundaries of every table (D26 to D29)."""

from __future__ import annotations

from functools import cache

import pytest

from muster.core.tournament import commands, facts
from muster.core.tournament.engine import decide
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State, StructureId
from tournament_cases import Desk, desk, links


@cache
def _with_players(regulations_id: str, structure: StructureId, tier: str) -> list[State]:
    """A tournament before the announcement, by how many players have entered."""
    at = Desk().create(regulations_id, structure=structure, tier=tier)
    return [at.state, *(at.enter(player).state for player in range(1, 411))]


def _plan(
    regulations_id: str, structure: StructureId, players: int, tier: str = ""
) -> tuple[int, int] | None:
    """Rounds and cut announced for an attendance; None where that is refused."""
    answer = decide(
        _with_players(regulations_id, structure, tier)[players], commands.AnnouncePlan(links()[0])
    )
    if isinstance(answer, Refusal):
        assert answer.code == "attendance"
        return None
    (fact,) = answer
    assert isinstance(fact, facts.PlanAnnounced)
    assert fact.plan.attendance == players
    return fact.plan.rounds, fact.plan.cut


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (3, None),
        (4, 4),
        (16, 4),
        (17, 5),
        (32, 5),
        (33, 6),
        (64, 6),
        (65, 7),
        (128, 7),
        (129, 8),
        (256, 8),
        (257, 9),
    ],
)
def test_d26_armada_rounds_by_attendance(players: int, rounds: int | None) -> None:
    """`ARM-STR-1`."""
    assert _plan("armada-4.0", "basic", players) == (None if rounds is None else (rounds, 0))


@pytest.mark.parametrize(("players", "cut"), [(4, 4), (7, 4), (8, 8), (128, 8), (129, 16)])
def test_d26_armada_advanced_cuts_by_attendance(players: int, cut: int) -> None:
    """`ARM-STR-2`, reading `B4`: four to seven players cannot fill a Top 8."""
    plan = _plan("armada-4.0", "advanced", players)
    assert plan is not None
    assert plan[1] == cut


@pytest.mark.parametrize(
    ("players", "rounds"), [(3, None), (4, 3), (32, 3), (33, 4), (48, 4), (49, 5), (400, 5)]
)
def test_d27_polish_armada_basic(players: int, rounds: int | None) -> None:
    """`PLA-STR-1`."""
    assert _plan("armada-pl", "basic", players) == (None if rounds is None else (rounds, 0))


@pytest.mark.parametrize("regulations_id", ["armada-pl", "runewars-2.2.2"])
@pytest.mark.parametrize(
    ("players", "plan"),
    [
        (8, None),
        (9, (3, 0)),
        (28, (3, 0)),
        (29, (4, 2)),
        (44, (4, 2)),
        (45, (5, 2)),
        (90, (5, 2)),
        (91, (5, 4)),
    ],
)
def test_d27_polish_armada_and_runewars_advanced(
    regulations_id: str, players: int, plan: tuple[int, int] | None
) -> None:
    """`PLA-STR-2`, `RUN-STR-2`."""
    assert _plan(regulations_id, "advanced", players) == plan


@pytest.mark.parametrize("regulations_id", ["runewars-2.2.2", "legion-2.0"])
@pytest.mark.parametrize(
    ("players", "rounds"), [(3, None), (4, 2), (8, 2), (9, 3), (32, 3), (33, 4), (48, 4), (49, 5)]
)
def test_d28_runewars_and_legion_basic(regulations_id: str, players: int, rounds: int | None) -> None:
    """`RUN-STR-1`, `LEG-STR-1`."""
    assert _plan(regulations_id, "basic", players) == (None if rounds is None else (rounds, 0))


@pytest.mark.parametrize(
    ("players", "plan"),
    [
        (8, None),
        (9, (3, 2)),
        (24, (3, 2)),
        (25, (4, 2)),
        (44, (4, 2)),
        (45, (5, 2)),
        (90, (5, 2)),
        (91, (5, 4)),
    ],
)
def test_d28_legion_advanced(players: int, plan: tuple[int, int] | None) -> None:
    """`LEG-STR-2`."""
    assert _plan("legion-2.0", "advanced", players) == plan


@pytest.mark.parametrize(
    ("players", "plan"),
    [
        (2, None),
        (3, (2, 0)),
        (4, (2, 0)),
        (5, (3, 0)),
        (8, (3, 0)),
        (9, (4, 4)),
        (16, (4, 4)),
        (17, (5, 4)),
        (32, (5, 4)),
        (33, (6, 8)),
        (64, (6, 8)),
        (65, (7, 8)),
        (128, (7, 8)),
        (129, (8, 8)),
        (227, (8, 8)),
        (228, (9, 8)),
        (409, (9, 8)),
    ],
)
def test_d29_unlimited_competitive(players: int, plan: tuple[int, int] | None) -> None:
    """`SWU-RNDS-1`, reading `B41`."""
    assert _plan("unlimited-1.3", "advanced", players, "competitive") == plan


def test_b41_above_409_players_a_round_more_is_suggested() -> None:
    assert _plan("unlimited-1.3", "advanced", 410, "competitive") == (10, 8)


def test_d29_a_casual_event_of_20_has_5_rounds_and_no_cut() -> None:
    assert _plan("unlimited-1.3", "advanced", 20, "casual") == (5, 0)


def test_d29_the_33rd_player_who_joins_in_round_2_changes_nothing() -> None:
    """`SWU-RNDS-1`, reading `B13`: those present when round 1 is paired count; then the plan is fixed."""
    at = desk("unlimited-1.3", 32, structure="advanced", tier="competitive").rounds(1).pair().enter(33)
    assert at.state.plan is not None
    assert (at.state.plan.attendance, at.state.plan.rounds, at.state.plan.cut) == (32, 5, 4)
    at.play().rounds(2)
    at.refused(commands.MakeCut(), "results-missing", "after 5 rounds; complete so far: 4")
    at.rounds(1).do(commands.MakeCut())
    assert at.state.seeds is not None
    assert len(at.state.seeds) == 4


def test_b13_who_enters_between_announcement_and_start_is_paired_and_not_counted() -> None:
    at = Desk().create().enter(*range(1, 17)).announce().enter(17).begin().pair()
    assert at.state.plan is not None
    assert (at.state.plan.attendance, at.state.plan.rounds) == (16, 4)
    assert len(at.round.matches) == 8
    assert len(at.round.byes) == 1
