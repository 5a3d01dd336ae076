"""A card game in the manner of Magic as TopDeck.gg runs it: points and opponents' match wins, to the last digit.

Source: an event of 2025 whose rounds and standings are published together (the data's own README says where from);
where it is not at hand the test is skipped. TopDeck counts nobody below 33 %, as software before 2025 did, where
Melee.gg has a third (`test_ready_made.py`): both are readings of one file. Only who won is published, not the games, so
the two rates of games cannot be compared. The first match of the winner is not listed; points and rates say that they
beat somebody who won nothing and is not in the table. Of a second event at hand, with a bracket, the standings are
those after it.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Final

from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import RoundRecord, SideOutcome
from muster.core.standings import Table, Worth, standings
from muster.rules.load import load
from support import shared_file

RULES: Final = load("magic-style")
SIDES: Final = {
    "1-0-0": (SideOutcome("win", 3, games=(1, 0, 0)), SideOutcome("loss", 0, games=(0, 1, 0))),
    "0-0-1": (SideOutcome("draw", 1, games=(0, 0, 1)), SideOutcome("draw", 1, games=(0, 0, 1))),
}
UNLISTED: Final = {"Player1": "Ironpine134", "Player2": "somebody else", "Result": "1-0-0"}


def table_of(found: dict[str, Any], floor: Fraction) -> tuple[dict[str, PlayerId], Table]:
    """Everybody's number, and the standings after the last round."""
    found["Rounds"][0]["Matches"].append(UNLISTED)
    matches = [(RoundNo(at), match) for at, one in enumerate(found["Rounds"], 1) for match in one["Matches"]]
    names = dict.fromkeys(match[side] for _, match in matches for side in ("Player1", "Player2"))
    ids = {name: PlayerId(at) for at, name in enumerate(names, 1)}
    records: dict[PlayerId, list[RoundRecord]] = {one: [] for one in ids.values()}
    for number, match in matches:
        one, two = ids[match["Player1"]], ids[match["Player2"]]
        first, second = SIDES[match["Result"]]
        records[one].append(RoundRecord(number, "match", first, (two,)))
        records[two].append(RoundRecord(number, "match", second, (one,)))
    variants = RULES.variants.model_copy(update={"rate_floor": floor})
    worth = Worth.of(RULES.scoring)
    return ids, standings(records, RULES.standings, variants, rounds_completed=3, worth=worth)


def agreeing(floor: Fraction) -> tuple[int, int]:
    """Of how many players the points agree, and the rate of their opponents."""
    path = shared_file("data", "foreign", "deck-cache", "topdeck-1.json")
    found = json.loads(path.read_text(encoding="utf-8"))
    ids, table = table_of(found, floor)
    rows = {row.player: row for row in table.rows}
    points = rates = 0
    for line in found["Standings"]:
        row = rows[ids[line["Player"]]]
        points += row.points == line["Points"]
        rates += abs(row.values[0] - Fraction(line["OMWP"])) < Fraction(1, 10**12)
    return points, rates


def test_points_and_opponents_match_wins_of_all_eight_agree() -> None:
    assert agreeing(Fraction(33, 100)) == (8, 8)


def test_with_a_third_as_the_floor_the_rates_of_four_do_not() -> None:
    assert agreeing(Fraction(1, 3)) == (8, 4)
