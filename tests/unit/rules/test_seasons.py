"""Seasons: the files that come along are sound, replace what they say and nothing else, and mistakes are told."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.roster.check import check
from muster.core.roster.roster import Item, Roster, Terms
from muster.rules.load import load
from muster.rules.rosters import RosterRules
from muster.rules.seasons import RosterSeasons, all_seasons, parse, season_of
from tournament_cases import DAY

LEGION = "legion-2.0"
ONE = """regulations = "x"
[[seasons]]
id = "a"
name = "A"
known = 2026-01-01
says = "So."
replaces = ["OUR-LIST-1"]
limits = [{ id = "cards", what = "cards", least = 1, most = 2, clause = "OUR-LIST-1" }]
"""


def rules() -> RosterRules:
    found = load(LEGION).roster
    assert found is not None
    return found


def deck(**slots: int) -> Roster:
    """A roster of nothing but battle cards."""
    cards = (
        Item(section="battle", name=f"{slot} {number}", slot=slot)
        for slot, count in slots.items()
        for number in range(count)
    )
    return Roster("legion", items=tuple(cards))


def battle_faults(found: RosterRules, roster: Roster) -> list[str]:
    checked = check(roster, found, Terms("standard", DAY))
    return [each.kind for each in checked.problems if each.clause == "LEG-BATTLE-1"]


def test_every_season_replaces_clauses_on_record_and_limits_that_are_there() -> None:
    for regulations, seasons in all_seasons().items():
        ruled = load(regulations)
        assert ruled.roster is not None
        for season in seasons:
            assert set(season.clauses) <= ruled.clauses.keys()
            assert season.points_clause in {
                None,
                *(one.points.clause for one in ruled.roster.constructions if one.points),
            }
            for one, over in zip(
                ruled.roster.constructions, season.over(ruled.roster).constructions, strict=True
            ):
                kept = [limit for limit in one.limits if limit.clause not in season.replaces]
                assert list(over.limits) in (kept, [*kept, *season.limits])
                assert (over.id, over.checks, over.copies) == (one.id, one.checks, one.copies)


def test_the_printed_text_asks_for_twelve_battle_cards_and_the_season_for_nine() -> None:
    season = season_of(LEGION, "rules-2.6")
    assert season is not None
    printed, played = rules(), season.over(rules())
    twelve, nine = deck(objective=4, deployment=4, condition=4), deck(objective=3, secondary=3, advantage=3)
    assert battle_faults(printed, twelve) == []
    assert battle_faults(printed, nine) != []
    assert battle_faults(played, nine) == []
    assert battle_faults(played, twelve) != []
    assert "secondaries" in battle_faults(played, deck(objective=3, secondary=4, advantage=2))
    points = [one.points.most for one in played.constructions if one.points]
    assert set(points) == {1000}


def test_a_verdict_says_which_season_stands_in_for_which_clauses() -> None:
    season = season_of(LEGION, "rules-2.6")
    assert season is not None
    nine = deck(objective=3, secondary=3, advantage=3)
    told = check(nine, season.over(rules()), Terms("standard", DAY, season=season)).problems[0]
    assert (told.severity, told.kind, told.clause) == ("note", "season", "LEG-BATTLE-1")
    assert str(told.says) == (
        "Checked by the season “Rules 2.6: battle deck of nine”, which departs from the printed text: LEG-BATTLE-1 and "
        "LEG-ARMY-1."
    )
    printed = check(nine, rules(), Terms("standard", DAY)).problems
    assert "season" not in {one.kind for one in printed}


def test_no_season_of_this_id() -> None:
    assert season_of(LEGION, "never") is None
    assert season_of("armada-4.0", "rules-2.6") is None


def test_a_file_is_read() -> None:
    found = parse(ONE.encode(), "x.toml")
    assert isinstance(found, RosterSeasons)
    assert found.seasons[0].points is None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('OUR-LIST-1" }', 'OUR-LIST-2" }'), "is not among what the season `replaces`"),
        (('id = "a"', 'id = "a"\npoints = 5'), "stands where `points` stands"),
        (('id = "a"', 'id = "a"\npoints_clause = "OUR-LIST-1"'), "stands where `points` stands"),
        (('id = "a"', 'id = "a"\nmore = 1'), "more"),
        (("regulations", "= regulations"), "x.toml"),
        ((ONE.partition("\n")[2], ONE.partition("\n")[2] * 2), "every id stands once"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(change: tuple[str, str], says: str) -> None:
    found: Any = parse(ONE.replace(*change).encode(), "x.toml")
    assert isinstance(found, tuple)
    assert says in "\n".join(map(str, found))
