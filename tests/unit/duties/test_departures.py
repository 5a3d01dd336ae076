"""What is planned otherwise than the regulations have it for a tier is found, and nothing else."""

from __future__ import annotations

import pytest

from muster.core.duties.departures import departures
from muster.core.duties.situation import RostersAsked
from muster.core.tournament.state import State
from tournament_cases import IDS, Desk


def _made(regulations: str = "unlimited-1.3", **given: object) -> State:
    return Desk().create(regulations, **given).state


def _found(state: State, rosters: RostersAsked = "required", construction: str = "premier") -> set[str]:
    return {one.about for one in departures(state, rosters, construction)}


def test_a_competitive_event_by_the_book_departs_from_nothing() -> None:
    state = _made(tier="competitive", structure="advanced", swiss_match="best-of-three")
    assert _found(state) == set()


def test_each_departure_is_told_with_its_clause() -> None:
    state = _made(tier="competitive", structure="basic", swiss_match="best-of-three")
    found = departures(state, "none", "limited")
    assert [(one.about, one.clause) for one in found] == [
        ("format", "SWU-KIND-1"),
        ("lists", "SWU-LIST-1"),
        ("structure", "SWU-RNDS-1"),
    ]
    assert all(str(one.says) for one in found)


def test_a_casual_event_may_adapt_everything_but_twin_suns_is_told() -> None:
    state = _made(tier="casual", structure="basic")
    assert _found(state, "none", "limited") == set()
    assert _found(state, "none", "twin-suns") == {"twin-suns"}


@pytest.mark.parametrize("regulations", [one for one in IDS if one != "unlimited-1.3"])
def test_other_regulations_know_none_of_these(regulations: str) -> None:
    assert _found(_made(regulations), "none", "standard") == set()


def test_nothing_departs_before_there_is_a_tournament() -> None:
    assert departures(State(), "none", "") == ()
