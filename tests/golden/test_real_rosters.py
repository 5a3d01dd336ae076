"""Real decks and fleets: each is refused for what is wrong with it, and for nothing else."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from functools import cache
from typing import Any

from muster.core.roster.catalogue import Catalogue
from muster.core.roster.check import check
from muster.core.roster.roster import Checked, Item, Roster, Terms
from muster.exchange.catalogues.sources import Gathered, gathered
from muster.exchange.rosters.formats import read_roster
from muster.exchange.rosters.reading import Reading
from muster.rules.rosters import Game
from roster_check_cases import rules_of
from support import shared_file


def _known(game: Game, *names: str) -> Catalogue:
    folder = shared_file("data", "catalogues", game)
    found = gathered([(name, folder.joinpath(name).read_bytes()) for name in names], game)
    assert isinstance(found, Gathered)
    return Catalogue(game, "real", found.cards)


@cache
def _unlimited() -> Catalogue:
    return _known("unlimited", "swumeta-cards-2026-08.yaml")


@cache
def _armada() -> Catalogue:
    names = (
        "isb/ships.json",
        "isb/squadrons.json",
        "isb/upgrades.json",
        "isb/objectives.json",
        "isb/aliases.json",
    )
    return _known("armada", *names, "isb/ship-aliases.json")


def _lines(*parts: str) -> list[dict[str, Any]]:
    return [
        json.loads(line) for line in shared_file("data", "rosters", *parts).read_text("utf-8").splitlines()
    ]


def _deck(record: dict[str, Any]) -> Roster:
    def entries(section: str, found: list[dict[str, Any]]) -> tuple[Item, ...]:
        return tuple(
            Item(section, "", key=each["card"].replace("-", "_"), count=each["count"]) for each in found
        )

    leader, base = ([{"card": record[each], "count": 1}] for each in ("leader", "base"))
    parts = (("leader", leader), ("base", base), ("deck", record["main"]), ("sideboard", record["sideboard"]))
    return Roster(
        "unlimited", tuple(item for section, found in parts for item in entries(section, found or []))
    )


def _checked_deck(record: dict[str, Any]) -> Checked:
    terms = Terms(record["format"], date.fromisoformat(record["event_date"] or "2026-08-01"), "competitive")
    return check(_deck(record), rules_of("unlimited-1.3"), terms, _unlimited())


DECKS = ("unlimited", "melee-decks-normalised.jsonl")


def _faults(found: list[str]) -> set[str]:
    """The faults noted beside a deck, as our kinds and what they name."""
    told = set()
    for each in found:
        word, _, rest = each.partition(" ")
        card = rest.partition("|")[0] if word in ("copies", "suspended") else ""
        kind = {"main<50": "deck", "main<60": "deck", "side>10": "sideboard"}.get(word, word)
        told.add(f"{kind} {card}".strip())
    return told


def _ours(found: Checked) -> set[str]:
    """Our problems in the same words."""
    told = set()
    for each in found.problems:
        cards = [one.card.name for one in found.resolved if one.path in each.items and one.card]
        named = each.kind in ("copies", "suspended")
        told.update([f"{each.kind} {card}" for card in cards or [""]] if named else [each.kind])
    return told


def test_swu_prem_1_every_real_deck_is_refused_for_its_faults_and_for_nothing_else() -> None:
    seen: Counter[bool] = Counter()
    more: Counter[str] = Counter()
    for record in _lines(*DECKS):
        checked = _checked_deck(record)
        found = record["findings"] or []
        ours, faults = _ours(checked), _faults(found)
        assert faults <= ours, record["source"]
        more.update(ours - faults)
        assert checked.legal == (not found), record["source"]
        seen[checked.legal] += 1
    assert seen == {True: 286, False: 60}
    # A short deck with leaders among its cards, which was not noted there.
    assert more == {"right-section": 1}


@cache
def _fleets() -> tuple[tuple[dict[str, Any], Roster], ...]:
    told = []
    for record in _lines("armada", "kingston-sample.jsonl"):
        reading = read_roster(record["text"], "armada", "kingston")
        assert isinstance(reading, Reading), record["id"]
        told.append((record, reading.roster))
    return tuple(told)


def _fleet_kinds(roster: Roster, catalogue: Catalogue | None) -> set[str]:
    checked = check(roster, rules_of("armada-4.0"), Terms("standard", date(2025, 6, 1)), catalogue)
    return {each.kind for each in checked.problems}


OBJECTIVES = {f"{each}-objective" for each in ("missing", "assault", "defense", "navigation")}


def test_arm_fleet_real_fleets_over_400_and_over_134_by_their_own_prices() -> None:
    counted: Counter[str] = Counter()
    for record, roster in _fleets():
        kinds = _fleet_kinds(roster, None)
        assert ("points" in kinds) == (record["stated_total"] > 400), record["id"]
        assert ("squadron-points" in kinds) == (record["stated_squadrons"] > 134), record["id"]
        counted.update(kinds)
    assert (counted["points"], counted["squadron-points"]) == (13, 11)


def test_arm_fleet_flotillas_commanders_and_objectives_of_real_fleets() -> None:
    counted: Counter[str] = Counter()
    for record, roster in _fleets():
        kinds = _fleet_kinds(roster, _armada())
        assert ("flotillas" in kinds) == (record["flotillas"] > 2), record["id"]
        assert ("commander" in kinds) == (record["commanders"] != 1), record["id"]
        assert bool(kinds & OBJECTIVES) != record["has_three_objectives"], record["id"]
        assert not kinds & {"one-faction", "unique-once", "title", "modification", "unknown-card"}, record[
            "id"
        ]
        counted.update(kinds)
    assert (counted["flotillas"], counted["commander"], counted["missing-objective"]) == (8, 1, 97)
