"""An event's own figures: they stand in for single limits, every list says so, and nothing else changes."""

from __future__ import annotations

from datetime import date

from muster.core.roster.check import check
from muster.core.roster.figures import bounds, departures
from muster.core.roster.roster import Item, Roster, Terms
from muster.rules.figures import OwnFigure, with_figures
from muster.rules.load import load
from muster.rules.rosters import RosterRules
from muster.rules.seasons import season_of
from tournament_cases import DAY

NINE = (
    OwnFigure(limit="battle-cards", least=9, most=9),
    *(OwnFigure(limit=each, least=3, most=3) for each in ("objectives", "deployments", "conditions")),
)


def rules(regulations: str = "legion-2.0") -> RosterRules:
    found = load(regulations).roster
    assert found is not None
    return found


def deck(count: int) -> Roster:
    """A roster of nothing but this many battle cards of each kind."""
    cards = (
        Item(section="battle", name=f"{slot} {number}", slot=slot)
        for slot in ("objective", "deployment", "condition")
        for number in range(count)
    )
    return Roster("legion", items=tuple(cards))


def faults(roster: Roster, terms: Terms) -> list[str]:
    problems = check(roster, rules(), terms).problems
    return [each.kind for each in problems if each.clause == "LEG-BATTLE-1" and each.severity == "illegal"]


def said(found: RosterRules, terms: Terms) -> list[str]:
    return [str(each.with_clause) for each in departures(found, terms)]


def test_own_figures_stand_in_for_the_limits_they_name() -> None:
    text, own = Terms("standard", DAY), Terms("standard", DAY, figures=NINE)
    assert faults(deck(4), text) == []
    assert faults(deck(3), text) != []
    assert faults(deck(3), own) == []
    assert faults(deck(4), own) == ["battle-cards", "objectives", "deployments", "conditions"]


def test_a_verdict_says_which_figures_stand_in_for_which_clauses() -> None:
    terms = Terms("standard", DAY, most=1000, figures=NINE[:1])
    told = check(deck(3), rules(), terms).problems[0]
    assert (told.severity, told.kind, told.clause) == ("note", "own-figures", "LEG-ARMY-1")
    assert str(told.says) == (
        "Checked by figures of this event, which depart from the printed text: points: at most 1000 instead of at "
        "most 800 (LEG-ARMY-1), battle cards: exactly 9 instead of exactly 12 (LEG-BATTLE-1)."
    )
    assert next(str(each.says) for each in departures(rules(), terms)) == (
        "points: at most 1000 instead of at most 800"
    )


def test_what_is_as_the_text_has_it_departs_from_nothing() -> None:
    same = (OwnFigure(limit="battle-cards", least=12, most=12), OwnFigure(limit="never-heard-of", most=1))
    terms = Terms("standard", DAY, most=800, figures=same)
    assert said(rules(), terms) == []
    assert "own-figures" not in {one.kind for one in check(deck(4), rules(), terms).problems}


def test_figures_lie_over_a_season() -> None:
    season = season_of("legion-2.0", "rules-2.6")
    assert season is not None
    terms = Terms("standard", DAY, season=season, figures=(OwnFigure(limit="secondaries", least=2, most=4),))
    assert said(season.over(rules()), terms) == [
        "secondary objective cards: 2 to 4 instead of exactly 3 (LEG-BATTLE-1)"
    ]


def test_points_where_the_text_has_no_limit_of_them() -> None:
    premier = rules("unlimited-1.3")
    assert said(premier, Terms("premier", DAY, most=5)) == [
        "points: at most 5 instead of any number (SWU-PREM-1)"
    ]


def test_only_the_way_of_building_that_is_played_has_them_and_only_limits_of_that_day() -> None:
    found = rules("unlimited-1.3")
    own = (OwnFigure(limit="deck", least=60),)
    changed = with_figures(found, "twin-suns", own)
    assert [one.id for one, other in zip(changed.constructions, found.constructions, strict=True) if one != other] == [
        "twin-suns"
    ]  # fmt: skip
    before, since = date(2025, 3, 1), date(2025, 4, 1)
    figure = "cards in the deck: at least 60 instead of at least {} (SWU-TWIN-1)"
    assert said(found, Terms("twin-suns", before, figures=own)) == [figure.format(50)]
    assert said(found, Terms("twin-suns", since, figures=own)) == [figure.format(80)]


def test_nobody_leaves_out_what_is_not_wanted() -> None:
    army = Roster("runewars", items=(Item(section="unit", name="Golems"),))
    found = rules("runewars-2.2.2")
    none = (OwnFigure(limit="terrain-cards", least=0, most=0),)
    text, own = Terms("standard", DAY), Terms("standard", DAY, figures=none)
    assert "missing-terrain" in {one.kind for one in check(army, found, text).problems}
    kinds = {one.kind for one in check(army, found, own).problems}
    assert not kinds & {"missing-terrain", "terrain-cards"}


def test_bounds_in_words() -> None:
    told: dict[tuple[int, int | None], str] = {
        (3, 3): "exactly 3", (1, None): "at least 1", (0, None): "any number", (1, 2): "1 to 2", (0, 2): "at most 2",
        (0, 0): "exactly 0",
    }  # fmt: skip
    assert {each: str(bounds(*each)) for each in told} == told
