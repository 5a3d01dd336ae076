"""Which rules on rosters a tournament is under: those it was set up with, and what releases add to its lists."""

from __future__ import annotations

from datetime import date

import pytest

from muster.app.rosters import terms
from muster.app.rosters.terms import rules_of
from muster.rules.rosters import RosterRules, Suspension
from tournament_cases import Desk, rules

LATER = Suspension(name="Boba Fett", subtitle="Much Later", starts=date(2027, 1, 1), clause="SWU-LEGAL-2")


def released(monkeypatch: pytest.MonkeyPatch, found: RosterRules | None) -> RosterRules | None:
    """What the tournament's rules are while this is the released file's part on rosters."""
    state = Desk().create("unlimited-1.3").state
    monkeypatch.setattr(terms, "_released", lambda _id: found)
    return rules_of(state)


def own() -> RosterRules:
    found = rules("unlimited-1.3").roster
    assert found is not None
    return found


def test_before_a_tournament_is_set_up_there_are_none() -> None:
    assert rules_of(Desk().state) is None


def test_later_suspensions_reach_tournaments_set_up_before(monkeypatch: pytest.MonkeyPatch) -> None:
    grown = own().model_copy(update={"suspensions": (*own().suspensions, LATER)})
    assert released(monkeypatch, grown) == grown


def test_other_rules_stay_as_they_were_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    other = own().model_copy(update={"second_list": not own().second_list})
    assert released(monkeypatch, other) == own()


def test_a_list_from_which_something_was_taken_is_not_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    shorter = own().model_copy(update={"suspensions": ()})
    assert released(monkeypatch, shorter) == own()


def test_an_organisers_own_file_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert released(monkeypatch, None) == own()
