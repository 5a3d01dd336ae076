"""Pools of sealed play: the leaders of six packs, and decks that come out of their player's pool."""

from __future__ import annotations

import pytest

from muster.core.roster.catalogue import Catalogue
from muster.core.roster.check import check
from muster.core.roster.pool import as_pool, check_pool
from muster.core.roster.roster import Checked, Item, Problem, Roster, Terms
from roster_check_cases import DAY, card, item, rules_of

RULES = rules_of("unlimited-1.3")
HAN = item("leader", "Han Solo", subtitle="Audacious Smuggler")
BOSSK = item("leader", "Bossk", subtitle="Hunting His Prey")
OTHERS = tuple(item("leader", f"Leader {number}") for number in range(1, 6))
CARDS = Catalogue(
    "unlimited",
    "test",
    (
        card("leader", "Han Solo", subtitle="Audacious Smuggler"),
        card("leader", "Bossk", subtitle="Hunting His Prey"),
        *(card("leader", f"Leader {number}") for number in range(1, 6)),
        card("base", "Level 1313"),
        *(card("unit", f"Unit {number}") for number in range(40)),
        card("unit", "Twin", subtitle="One"),
        card("unit", "Twin", subtitle="Two"),
    ),
)
POOL = Roster("unlimited", (HAN, *OTHERS, *(item("pool", f"Unit {number}", 2) for number in range(20))))


def deck(*items: Item, leader: Item = HAN, base: str = "Level 1313") -> Roster:
    spells = items or tuple(item("deck", f"Unit {number}", 2) for number in range(15))
    return Roster("unlimited", (leader, item("base", base), *spells))


def found(
    roster: Roster, known: Catalogue | None = CARDS, pool: Roster = POOL, *, promo: bool = False
) -> Checked:
    return check(roster, RULES, Terms("limited", DAY, pool=pool, promo=promo), known)


def outside(roster: Roster, known: Catalogue | None = CARDS, **given: object) -> list[Problem]:
    problems = found(roster, known, **given).problems  # type: ignore[arg-type]
    return [one for one in problems if one.kind.endswith("outside-pool")]


def looked(*items: Item, known: Catalogue | None = CARDS, promo: bool = False) -> Checked:
    return check_pool(Roster("unlimited", items), RULES, Terms("limited", DAY, promo=promo), known)


def test_swu_lim_2_a_deck_of_its_pool_is_in_order_with_any_base() -> None:
    assert found(deck()).problems == ()
    assert found(deck()).legal
    assert outside(deck(base="Dagobah Swamp")) == []
    plain = check(deck(leader=BOSSK), RULES, Terms("limited", DAY), CARDS)
    assert plain.problems == ()


def test_swu_lim_2_a_card_from_outside_is_refused_with_its_clause() -> None:
    (one,) = outside(deck(*deck().section("deck"), item("sideboard", "Unit 33")))
    assert (one.severity, one.clause) == ("illegal", "SWU-LIM-2")
    assert str(one.says) == "Unit 33 is not in the player’s pool."


def test_swu_lim_1_copies_count_over_deck_and_sideboard() -> None:
    (one,) = outside(deck(*deck().section("deck"), item("sideboard", "Unit 3")))
    assert one.severity == "illegal"
    assert str(one.says) == "Of Unit 3 the pool has 2, and the deck with its sideboard 3."
    assert str(one.mend) == "Take out 1."


def test_swu_lim_2_the_leader_is_of_the_pool_or_at_a_prerelease_a_promo() -> None:
    (one,) = outside(deck(leader=BOSSK))
    assert (one.kind, one.severity, one.clause) == ("leader-outside-pool", "illegal", "SWU-LIM-2")
    assert "the leader must be one of it" in str(one.says)
    (one,) = outside(deck(leader=BOSSK), promo=True)
    assert one.severity == "doubt"
    assert "a promo leader of their own box" in str(one.says)


def test_what_nobody_can_be_sure_of_is_no_more_than_doubtful() -> None:
    (one,) = outside(deck(*deck().section("deck"), item("deck", "Unheard Of")))
    assert one.severity == "doubt"
    (one,) = outside(deck(leader=BOSSK), None)
    assert one.severity == "doubt"
    unclear = Roster("unlimited", (*POOL.items, item("pool", "Twin", 1)))
    (one,) = outside(deck(*deck().section("deck"), item("deck", "Twin", subtitle="One")), pool=unclear)
    assert one.severity == "doubt"
    (one,) = outside(deck(*deck().section("deck"), item("deck", "Unit 1")), None)
    assert one.severity == "illegal"
    twice = Roster("unlimited", (*POOL.items, item("pool", "Unheard Of")))
    (one,) = outside(deck(*deck().section("deck"), item("deck", "Unheard Of", 2)), pool=twice)
    assert one.severity == "doubt"


@pytest.mark.parametrize(
    ("leaders", "promo", "told"),
    [(6, False, False), (5, False, True), (7, False, True), (7, True, False), (5, True, True)],
)
def test_swu_seal_1_six_packs_hold_six_leaders(leaders: int, promo: bool, told: bool) -> None:
    all_leaders = (HAN, *OTHERS, BOSSK)[:leaders]
    answer = looked(*(item("pool", one.name, subtitle=one.subtitle) for one in all_leaders), promo=promo)
    assert [one.clause for one in answer.problems if one.kind == "pool-leaders"] == ["SWU-SEAL-1"] * told
    assert answer.legal


def test_without_a_catalogue_leaders_are_those_under_their_heading() -> None:
    assert looked(HAN, *OTHERS, known=None).problems == ()
    untold = looked(item("pool", "Han Solo"), known=None)
    assert untold.problems == ()
    assert "How many leaders the pool has" in str(untold.unmade[0])
    unknown = looked(item("pool", "Unheard Of"))
    assert "How many leaders the pool has" in str(unknown.unmade[0])
    none = looked(item("pool", "Unit 1"))
    assert "The pool has 0 leaders" in str(none.problems[0].says)


def test_whatever_cards_stood_under_they_are_of_the_pool() -> None:
    read = Roster(
        "unlimited", (HAN, item("base", "Level 1313"), item("deck", "Unit 1"), item("sideboard", "Unit 2"))
    )
    assert [one.section for one in as_pool(read).items] == ["leader", "base", "pool", "pool"]
