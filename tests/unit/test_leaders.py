"""Who may lead and also play (`COM-ROLE-2`, `COM-ROLE-4`)."""

from __future__ import annotations

import pytest

from muster.core.leaders import EventLeader, LeaderRemark, remarks_on
from muster.rules.load import available, load

NAMES = {1: "Olivia", 2: "Jo", 3: "Max"}
STRICT = ("armada-pl", "legion-2.0", "runewars-2.2.2")


def said(regulations: str, tier: str, *leaders: EventLeader) -> tuple[LeaderRemark, ...]:
    return remarks_on(load(regulations), tier, leaders, NAMES.__getitem__)


def lowest(regulations: str) -> str:
    return load(regulations).tiers[0].id


def highest(regulations: str) -> str:
    return load(regulations).tiers[-1].id


@pytest.mark.parametrize("regulations", STRICT)
def test_com_role_4_leaders_do_not_play_above_the_lowest_tier(regulations: str) -> None:
    leaders = (EventLeader(1, "organiser", plays=True), EventLeader(2, "judge"))
    (remark,) = said(regulations, highest(regulations), *leaders)
    assert (remark.kind, remark.clause, remark.who) == ("forbidden", "COM-ROLE-4", (1,))
    assert "Olivia" in str(remark.message)


@pytest.mark.parametrize("regulations", STRICT)
def test_com_role_4_a_leader_who_plays_needs_another_leader(regulations: str) -> None:
    (remark,) = said(regulations, lowest(regulations), EventLeader(1, "organiser", plays=True))
    assert (remark.kind, remark.clause) == ("forbidden", "COM-ROLE-4")


@pytest.mark.parametrize("regulations", STRICT)
def test_com_role_4_another_leader_rules_on_those_games(regulations: str) -> None:
    leaders = (EventLeader(1, "organiser", plays=True), EventLeader(2, "judge"))
    (remark,) = said(regulations, lowest(regulations), *leaders)
    assert remark.kind == "duty"
    assert "Jo rules on the games of Olivia" in str(remark.message)


def test_com_role_4_the_marshal_rules_where_two_leaders_meet() -> None:
    leaders = (
        EventLeader(1, "organiser", plays=True),
        EventLeader(2, "judge", plays=True),
        EventLeader(3, "marshal"),
    )
    remarks = said("legion-2.0", "casual", *leaders)
    assert [remark.kind for remark in remarks] == ["duty", "duty", "duty"]
    assert "the marshal rules" in str(remarks[-1].message)
    assert "Jo or Max rules on the games of Olivia" in str(remarks[0].message)


@pytest.mark.parametrize("regulations", STRICT)
def test_leaders_who_do_not_play_need_nothing(regulations: str) -> None:
    assert said(regulations, highest(regulations), EventLeader(1, "organiser"), EventLeader(2, "judge")) == ()


def test_b9_armada_4_is_silent_so_playing_is_only_advised_against() -> None:
    (remark,) = said("armada-4.0", "premier", EventLeader(1, "organiser", plays=True))
    assert (remark.kind, remark.reading) == ("advised", "B9")


def test_unlimited_says_nothing_about_leaders_who_play() -> None:
    assert said("unlimited-1.3", "competitive", EventLeader(1, "organiser", plays=True)) == ()


def test_com_role_2_legion_has_at_most_one_head_judge() -> None:
    leaders = (EventLeader(1, "organiser"), EventLeader(2, "marshal"), EventLeader(3, "marshal"))
    (remark,) = said("legion-2.0", "casual", *leaders)
    assert (remark.kind, remark.clause, remark.who) == ("forbidden", "COM-ROLE-2", (2, 3))


@pytest.mark.parametrize("regulations", ["armada-4.0", "armada-pl", "runewars-2.2.2"])
def test_com_role_2_others_have_any_number_of_marshals(regulations: str) -> None:
    leaders = (EventLeader(1, "organiser"), EventLeader(2, "marshal"), EventLeader(3, "marshal"))
    assert said(regulations, lowest(regulations), *leaders) == ()


@pytest.mark.parametrize("summary", available(), ids=lambda summary: summary.id)
def test_the_rules_on_leaders_follow_the_clauses_there_are(summary: object) -> None:
    regulations = load(summary.id)  # type: ignore[attr-defined]
    strict = regulations.leaders is not None and regulations.leaders.play == "lowest-tier"
    assert strict == ("COM-ROLE-4" in regulations.clauses)
