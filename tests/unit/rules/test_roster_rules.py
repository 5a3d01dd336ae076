"""What does not fit together in the `[roster]` of a regulations file: every kind, said once, with the way to it."""

from __future__ import annotations

import pytest

from muster.rules.load import load
from muster.rules.rosters import RosterRules
from regulations_cases import IDS, changed, mistakes, packaged


def roster(regulations_id: str) -> RosterRules:
    """What regulations say of rosters."""
    found = load(regulations_id).roster
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("regulations", "before", "after", "key", "message"),
    [
        (
            "armada-4.0",
            'id = "squadron"\nname',
            'id = "ship"\nname',
            "roster.sections[2].id",
            "`ship` is there twice; every id stands once",
        ),
        (
            "unlimited-1.3",
            'id = "eternal"\nname',
            'id = "premier"\nname',
            "roster.constructions[4].id",
            "`premier` is there twice; every id stands once",
        ),
        (
            "unlimited-1.3",
            'code = "SHD"',
            'code = "SOR"',
            "roster.sets[2].code",
            "`SOR` is there twice; every code stands once",
        ),
        (
            "legion-2.0",
            'id = "operatives"',
            'id = "commanders"',
            "roster.constructions[1].limits[2].id",
            "`commanders` is there twice; every id stands once at a time",
        ),
        (
            "armada-4.0",
            'sections = ["squadron"], measure',
            'sections = ["squadrons"], measure',
            "roster.constructions[1].limits[1].sections",
            "`squadrons` is no id among the `sections`; did you mean `squadron`?",
        ),
        (
            "legion-2.0",
            '{ section = "battle", what',
            '{ section = "fight", what',
            "roster.constructions[1].asked[2].section",
            "`fight` is no id among the `sections`",
        ),
        (
            "runewars-2.2.2",
            'copies = [{ sections = ["terrain"]',
            'copies = [{ sections = ["hills"]',
            "roster.constructions[1].copies[1].sections",
            "`hills` is no id among the `sections`",
        ),
        (
            "runewars-2.2.2",
            'check = "pair-capacity", sections = ["terrain"]',
            'check = "pair-capacity", sections = ["hills"]',
            "roster.constructions[1].checks[3].sections",
            "`hills` is no id among the `sections`",
        ),
        (
            "armada-4.0",
            'tally = { sections = ["ship", "squadron"]',
            'tally = { sections = ["ship", "hills"]',
            "roster.tally.sections",
            "`hills` is no id among the `sections`",
        ),
        (
            "armada-4.0",
            'wiped_sections = ["ship"]',
            'wiped_sections = ["hills"]',
            "roster.tally.wiped_sections",
            "`hills` is no id among the `sections`",
        ),
        (
            "runewars-2.2.2",
            'changes = "ally"\nsection = "unit"',
            'changes = "ally"\nsection = "hills"',
            "roster.exceptions[1].section",
            "`hills` is no id among the `sections`",
        ),
        (
            "unlimited-1.3",
            'to = 60\nconstructions = ["premier", "eternal"]',
            'to = 60\nconstructions = ["premiere"]',
            "roster.exceptions[1].constructions",
            "`premiere` is no id among the `constructions`; did you mean `premier`?",
        ),
        (
            "unlimited-1.3",
            'starts = 2024-11-08\nconstructions = ["premier"]',
            'starts = 2024-11-08\nconstructions = ["nonsense"]',
            "roster.suspensions[1].constructions",
            "`nonsense` is no id among the `constructions`",
        ),
        (
            "unlimited-1.3",
            'constructions = ["twin-suns", "limited", "eternal"]',
            'constructions = ["nonsense"]',
            "roster.sets[9].constructions",
            "`nonsense` is no id among the `constructions`",
        ),
        (
            "unlimited-1.3",
            'leaves_from = ["premier"]',
            'leaves_from = ["nonsense"]',
            "roster.sets[1].leaves_from",
            "`nonsense` is no id among the `constructions`",
        ),
        (
            "legion-2.0",
            'windows = [{ tiers = ["competitive"]',
            'windows = [{ tiers = ["premier"]',
            "roster.windows[1].tiers",
            "`premier` is no id among the `tiers`",
        ),
        (
            "legion-2.0",
            'name = "Standard"\nclause = "LEG-ARMY-1"\n',
            'name = "Standard"\nclause = "LEG-ARMY-1"\ntiers = ["premier"]\n',
            "roster.constructions[1].tiers",
            "`premier` is no id among the `tiers`",
        ),
        (
            "legion-2.0",
            'slot = "corps", least = 3, most = 6',
            'slot = "corps", least = 7, most = 6',
            "roster.constructions[1].limits[3].most",
            "is 6, below the least of 7",
        ),
        (
            "armada-4.0",
            'flag = "flotilla", most = 2,',
            'flag = "flotilla",',
            "roster.constructions[1].limits[2]",
            "limits nothing: it has neither `least` nor `most`",
        ),
        (
            "unlimited-1.3",
            "starts = 2025-03-14",
            "starts = 2025-03-14, ends = 2025-03-13",
            "roster.constructions[2].limits[4].ends",
            "is before 2025-03-14, where it starts",
        ),
        (
            "unlimited-1.3",
            "starts = 2024-11-08\n",
            "starts = 2024-11-08\nends = 2024-11-07\n",
            "roster.suspensions[1].ends",
            "is before 2024-11-08, where it starts",
        ),
        (
            "unlimited-1.3",
            "released = 2024-03-08\nleaves = 2026-03-13",
            "released = 2024-03-08\nleaves = 2023-03-13",
            "roster.sets[1].leaves",
            "is before 2024-03-08, where it starts",
        ),
        (
            "runewars-2.2.2",
            'sections = ["terrain"], most = 8, clause',
            'sections = ["terrain"], clause',
            "roster.constructions[1].checks[3].most",
            "is missing: the figure of `pair-capacity`",
        ),
        (
            "unlimited-1.3",
            ', names = ["heroism", "villainy"]',
            "",
            "roster.constructions[2].checks[1].names",
            "is missing: the words of `shared-aspect`",
        ),
        (
            "unlimited-1.3",
            'section = "deck"\nto = 60',
            "to = 60",
            "roster.exceptions[1].section",
            "is missing: where the card changes something",
        ),
        (
            "runewars-2.2.2",
            'faction = "latari"\n',
            "",
            "roster.exceptions[1].faction",
            "is missing: the faction of the allies",
        ),
    ],
)
def test_mistake_of_a_roster(regulations: str, before: str, after: str, key: str, message: str) -> None:
    found = mistakes(changed(packaged(regulations), (before, after)))
    assert [each for each in found if each[0] == key and each[1].startswith(message)], found


def test_every_regulations_file_says_what_a_roster_is() -> None:
    told = {each: [one.id for one in roster(each).constructions] for each in IDS}
    assert told == {
        "armada-4.0": ["standard"],
        "armada-pl": ["standard"],
        "legion-2.0": ["standard"],
        "runewars-2.2.2": ["standard"],
        "twin-suns-1.3": ["twin-suns", "premier", "limited", "eternal"],
        "unlimited-1.3": ["premier", "twin-suns", "limited", "eternal"],
    }


def test_com_legal_2_windows_are_11_days_at_the_highest_tier_and_none_in_armada_4() -> None:
    told = {each: [(one.tiers, one.days) for one in roster(each).windows] for each in IDS}
    assert told == {
        "armada-4.0": [],
        "armada-pl": [(("premier",), 11)],
        "legion-2.0": [(("competitive",), 11)],
        "runewars-2.2.2": [(("premier",), 11)],
        "twin-suns-1.3": [],
        "unlimited-1.3": [],
    }


def test_who_sees_rosters_by_default() -> None:
    told = {each: (roster(each).seen, roster(each).seen_clause, roster(each).second_list) for each in IDS}
    assert told == {
        "armada-4.0": ("opponents", "COM-PLAY-2", False),
        "armada-pl": ("opponents", "COM-PLAY-2", False),
        "legion-2.0": ("opponents", "LEG-LIST-2", False),
        "runewars-2.2.2": ("opponents", "COM-PLAY-2", False),
        "twin-suns-1.3": ("cut", "SWU-REV-1", True),
        "unlimited-1.3": ("cut", "SWU-REV-1", True),
    }


def test_leg_list_2_command_and_battle_cards_are_hidden() -> None:
    told = {each: [one.id for one in roster(each).sections if one.hidden] for each in IDS}
    assert told["legion-2.0"] == ["command", "battle", "contingency"]
    assert [each for each in IDS if told[each]] == ["legion-2.0"]


def test_totals_decide_everywhere_but_in_unlimited() -> None:
    told = {each: decides.clause for each in IDS if (decides := roster(each).totals_decide)}
    assert told == {
        "armada-4.0": "ARM-SET-1",
        "armada-pl": "PLA-SET-1",
        "legion-2.0": "LEG-SET-1",
        "runewars-2.2.2": "RUN-SET-1",
    }


def test_wiped_out_without_flotillas_in_armada_4_only() -> None:
    told = {each: tally.wiped_except for each in IDS if (tally := roster(each).tally)}
    assert told == {"armada-4.0": "flotilla", "armada-pl": None, "legion-2.0": None, "runewars-2.2.2": None}
