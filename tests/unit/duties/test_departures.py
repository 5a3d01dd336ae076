"""What is planned otherwise than the regulations have it for a kind of event or a tier is found, and nothing else."""

from __future__ import annotations

from typing import get_args

import pytest

from muster.core.kinds import Departure, RostersAsked, departures, planned_of, proposed
from muster.core.tournament.state import State
from muster.rules.kinds import About, event_kinds
from muster.rules.load import load
from muster.rules.schema import Regulations
from tournament_cases import IDS, Desk


def _made(regulations: str = "unlimited-1.3", **given: object) -> State:
    return Desk().create(regulations, **given).state


def _departures(
    state: State,
    rosters: RostersAsked = "required",
    construction: str = "premier",
    kind: str = "",
    *,
    judge: bool = True,
) -> tuple[Departure, ...]:
    return departures(state.regulations, kind, planned_of(state, rosters, construction, judge=judge))


def _found(state: State, *given: str, judge: bool = True) -> set[str]:
    return {one.about for one in _departures(state, *given, judge=judge)}  # type: ignore[arg-type]


def test_a_competitive_event_by_the_book_departs_from_nothing() -> None:
    state = _made(tier="competitive", structure="advanced", swiss_match="best-of-three")
    assert _found(state) == set()


def test_each_departure_is_told_with_its_clause() -> None:
    state = _made(tier="competitive", structure="basic", swiss_match="best-of-three")
    found = _departures(state, "none", "limited", judge=False)
    assert [(one.about, one.clause) for one in found] == [
        ("construction", "SWU-KIND-1"),
        ("rosters", "SWU-LIST-1"),
        ("structure", "SWU-RNDS-1"),
        ("judge", "SWU-TIER-1"),
    ]
    assert str(found[1].message) == (
        "Competitive: rosters are required by the regulations; not asked for is planned."
    )


def test_elimination_from_the_start_is_no_structure_with_swiss_rounds() -> None:
    state = _made(tier="competitive", structure="custom", first_stage="elimination")
    [found] = _departures(state)
    assert (found.about, found.clause) == ("structure", "SWU-RNDS-1")
    assert "Elimination only is planned" in str(found.message)


def test_a_casual_event_may_adapt_everything_but_twin_suns_is_told() -> None:
    state = _made(tier="casual", structure="basic")
    assert _found(state, "none", "limited") == set()
    assert _found(state, "none", "twin-suns") == {"twin-suns"}


def test_a_prerelease_is_sealed_and_single_games() -> None:
    state = _made(tier="casual", swiss_match="single-game")
    assert _found(state, "none", "limited", "prerelease") == set()
    by_mistake = _made(tier="casual", swiss_match="best-of-three")
    assert _found(by_mistake, "none", "premier", "prerelease") == {"construction", "match"}


def test_a_showdown_may_be_single_games_or_best_of_three() -> None:
    for match in ("single-game", "best-of-three"):
        assert _found(_made(tier="casual", swiss_match=match), "none", "premier", "store-showdown") == set()


@pytest.mark.parametrize("construction", ["limited", "eternal"])
def test_a_showdown_is_premier(construction: str) -> None:
    assert _found(_made(tier="casual"), "none", construction, "store-showdown") == {"construction"}


@pytest.mark.parametrize(
    ("tier", "kinds"),
    [
        ("casual", ("prerelease", "weekly", "store-showdown", "side-event")),
        (
            "competitive",
            ("planetary-qualifier", "sector-qualifier", "regional-qualifier", "galactic-championship"),
        ),
    ],
)
def test_swu_tier_1_every_kind_of_event_has_its_tier(tier: str, kinds: tuple[str, ...]) -> None:
    assert len(event_kinds("unlimited-1.3").kinds) == 8
    for kind in kinds:
        for planned in ("casual", "competitive"):
            found = _departures(_made(tier=planned), "none", "premier", kind)
            assert ("tier" in {one.about for one in found}) == (planned != tier), kind


def test_swu_tier_1_judges_are_optional_at_casual_and_not_at_competitive() -> None:
    assert "judge" not in _found(_made(tier="casual"), "none", "premier", judge=False)
    assert "judge" in _found(_made(tier="competitive"), judge=False)


def test_a_qualifier_is_competitive_whatever_tier_is_chosen() -> None:
    casual = _made(tier="casual", swiss_match="best-of-three")
    found = _departures(casual, "none", "premier", "sector-qualifier")
    assert [str(one.message) for one in found] == [
        "Sector Qualifier: the level is Competitive by the regulations; Casual is planned.",
        "Competitive: rosters are required by the regulations; not asked for is planned.",
        "Competitive: the structure is Competitive by the regulations; Casual is planned.",
    ]


@pytest.mark.parametrize("regulations", [one for one in IDS if one != "unlimited-1.3"])
def test_other_regulations_ask_nothing_of_a_tier(regulations: str) -> None:
    assert _found(_made(regulations), "none", "standard") == set()


@pytest.mark.parametrize(
    ("regulations", "kind", "clause"),
    [
        ("armada-4.0", "grand-tournament", "ARM-STR-2"),
        ("armada-pl", "regional-championship", "PLA-STR-2"),
        ("runewars-2.2.2", "championship", "RUN-STR-3"),
        ("legion-2.0", "official-competitive", "LEG-STR-3"),
    ],
)
def test_championships_have_their_structure(regulations: str, kind: str, clause: str) -> None:
    state = _made(regulations, structure="basic")
    assert ("structure", clause) in {
        (one.about, one.clause) for one in _departures(state, "none", "standard", kind)
    }


def test_what_is_only_usual_is_no_departure() -> None:
    assert _found(_made("armada-4.0", tier="formal"), "none", "standard", "store-championship") == set()


def test_a_kind_nobody_knows_and_what_nobody_planned_ask_nothing() -> None:
    assert _found(_made(), "none", "premier", "picnic") == set()
    assert departures(load("unlimited-1.3"), "prerelease", {}) == ()


def test_names_nobody_knows_are_shown_as_they_are() -> None:
    rules = load("unlimited-1.3").model_copy(update={"roster": None})
    [found] = departures(rules, "prerelease", {"construction": "kubb"})
    assert str(found.message) == "Prerelease: played in limited by the regulations; kubb is planned."
    [found] = departures(rules, "", {"tier": "competitive", "rosters": "often"})
    assert "often is planned" in str(found.message)


def test_what_rests_on_a_clause_that_is_not_there_is_passed_over() -> None:
    rules = load("unlimited-1.3")
    bare = rules.model_copy(update={"clauses": {}})
    assert departures(bare, "prerelease", {"tier": "competitive"}) == ()


def test_regulations_of_ones_own_know_no_kinds() -> None:
    own = load("unlimited-1.3").model_copy(update={"id": "own"})
    assert departures(own, "prerelease", {"tier": "competitive", "rosters": "none"}) == ()
    assert proposed(own, "prerelease", "competitive") == {}


def test_a_kind_proposes_all_that_it_and_its_tier_ask() -> None:
    rules = load("unlimited-1.3")
    assert proposed(rules, "prerelease", "competitive") == {
        "tier": "casual",
        "construction": "limited",
        "match": "single-game",
        "structure": "basic",
        "rosters": "none",
    }
    assert proposed(rules, "", "competitive") == {
        "construction": "premier",
        "match": "best-of-three",
        "rosters": "required",
        "structure": "advanced",
        "judge": "yes",
    }


def _known(rules: Regulations) -> dict[str, set[str]]:
    constructions = rules.roster.constructions if rules.roster else ()
    return {
        "tier": {one.id for one in rules.tiers},
        "structure": {one.id for one in rules.structures},
        "match": {one.id for one in rules.match_formats},
        "construction": {one.id for one in constructions},
        "rosters": set(get_args(RostersAsked)),
        "judge": {"yes", "no"},
    }


@pytest.mark.parametrize("regulations", IDS)
def test_what_kinds_ask_is_known_to_their_regulations(regulations: str) -> None:
    rules, kinds = load(regulations), event_kinds(regulations)
    known = _known(rules)
    assert set(known) == set(get_args(About))
    asks = [ask for one in kinds.kinds for ask in one.asks] + [ask for one in kinds.tiers for ask in one.asks]
    assert kinds.kinds
    assert {one.id for one in kinds.tiers} <= known["tier"]
    assert [ask for ask in asks if not set(ask.any) <= known[ask.about]] == []
    assert [told for told in kinds.told if told.value not in known[told.about]] == []
    cited = {one.clause for one in (*kinds.kinds, *kinds.told, *asks)}
    assert cited <= set(rules.clauses)


@pytest.mark.parametrize("regulations", IDS)
def test_what_a_kind_proposes_departs_from_nothing(regulations: str) -> None:
    rules = load(regulations)
    for kind in event_kinds(regulations).kinds:
        for tier in rules.tiers:
            planned = {"tier": tier.id, **proposed(rules, kind.id, tier.id)}
            assert departures(rules, kind.id, planned) == (), kind.id
