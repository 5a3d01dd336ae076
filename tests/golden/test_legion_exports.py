"""Legion HQ's four exports of lists made up from every card there is: each is read as it was put together."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice
from random import Random
from typing import Any, Final

import pytest

from muster.core.roster.check import check
from muster.core.roster.roster import Terms
from muster.exchange.rosters.formats import read_roster
from muster.exchange.rosters.reading import Reading
from muster.rules.load import load
from muster.rules.seasons import season_of
from support import shared_file

LISTS: Final = 1_000
RANKS: Final = {
    "commander": "Commanders",
    "operative": "Operative",
    "corps": "Corps",
    "special": "Special Forces",
    "support": "Support",
    "heavy": "Heavy",
}
FACTIONS: Final = ("rebels", "empire", "republic", "separatists")
DECK: Final = {"primary": "Objectives", "secondary": "Secondaries", "advantage": "Advantages"}
TITLED: Final = ("Kalani", "Kraken")
"""Units that the exporter calls by their names twice."""

Card = Mapping[str, Any]


@dataclass(frozen=True)
class Squad:
    """Copies of a unit, with the upgrades of each; beside an upgrade the one set aside for it, if any."""

    card: Card
    count: int
    upgrades: tuple[tuple[Card, Card | None], ...]

    @property
    def free(self) -> bool:
        """Whether nothing it has costs anything: the standard text then leaves its upgrades out."""
        return bool(self.worth * self.count == self.card["cost"])

    @property
    def worth(self) -> int:
        return int(self.card["cost"]) + sum(int(each["cost"]) for each, _ in self.upgrades)


@dataclass(frozen=True)
class Army:
    """A list as somebody puts it together."""

    title: str
    squads: tuple[Squad, ...]
    commands: tuple[Card, ...]
    battle: Mapping[str, tuple[Card, ...]]

    @property
    def points(self) -> int:
        return sum(each.count * each.worth for each in self.squads)


def _cards() -> list[Card]:
    file = shared_file("data", "catalogues", "legion", "legion-hq-cards-2026-08.json")
    text = file.read_text("utf-8").replace("’", "'").replace("“", '\\"').replace("”", '\\"')
    return list(json.loads(text).values())


def _armies() -> Iterator[Army]:
    cards, dice = _cards(), Random(40)  # noqa: S311 - test data
    costing = [each for each in cards if isinstance(each.get("cost"), int) and each["cost"] >= 0]
    upgrades = [each for each in costing if each["cardType"] == "upgrade"]
    units = [each for each in costing if each["cardType"] == "unit" and each.get("rank") in RANKS]
    hands = [
        each for each in cards if each["cardType"] == "command" and (each.get("cardSubtype") or "?") in "123"
    ]
    for number in range(LISTS):
        faction = FACTIONS[number % len(FACTIONS)]
        own = [each for each in units if each.get("faction") == faction]
        taken = dice.sample(own, 8)
        squads = tuple(
            _squad(dice, each, upgrades)
            for each in sorted(taken, key=lambda one: list(RANKS).index(one["rank"]))
        )
        deck = {
            kind: tuple(dice.sample([each for each in cards if each.get("cardSubtype") == kind], 3))
            for kind in DECK
        }
        yield Army("A list", squads, tuple(dice.sample(hands, 6)), deck)


def _squad(dice: Random, card: Card, upgrades: list[Card]) -> Squad:
    chosen = dice.sample(upgrades, dice.randrange(5))
    aside = [dice.choice(upgrades) if dice.random() < 0.1 else None for _ in chosen]
    count = 1 if card.get("isUnique") else dice.randrange(1, 4)
    # Of several copies the tournament text leaves out what is set aside.
    return Squad(card, count, tuple(zip(chosen, aside if count == 1 else [None] * len(chosen), strict=True)))


def _shown(card: Card) -> str:
    return str(card.get("displayName") or card["cardName"])


def _hand(army: Army, mark: str) -> list[str]:
    cards = [f"{'•' * int(each['cardSubtype'])}{mark}{each['cardName']}" for each in army.commands]
    return [*cards, f"••••{mark}Standing Orders"]


def standard(army: Army) -> str:
    lines = [army.title, f"{army.points}/800 (8 activations)"]
    for rank, heading in RANKS.items():
        held = [each for each in army.squads if each.card["rank"] == rank]
        lines += [f"{heading}:", *map(_standard_line, held)] if held else []
    return "\n".join([*lines, "", "Commands: " + ", ".join(_hand(army, " "))])


def _standard_line(squad: Squad) -> str:
    copies = f"{squad.count}× " if squad.count > 1 else ""
    if squad.free:
        return f" - {copies}{_shown(squad.card)} = {squad.card['cost']}"
    upgrades = ", ".join(
        f"{_shown(each)} ({each['cost']})" + (f"/{_shown(aside)} ({aside['cost']})" if aside else "")
        for each, aside in squad.upgrades
    )
    # Copies without upgrades: the exporter cuts the colon and the blank after the price off.
    head = f" - {copies}{_shown(squad.card)} ({squad.card['cost']})"
    return f"{head}{': ' if upgrades else ''}{upgrades} = {squad.worth * squad.count}"


def tournament(army: Army) -> str:
    lines = [army.title, f"{army.points}/800"]
    for squad in army.squads:
        lines += _tournament_lines(squad) * squad.count
    lines += ["", "Commands:", *_hand(army, ""), "", "Battle Deck"]
    for kind, heading in DECK.items():
        lines += [f"{heading}:", *(f" - {each['cardName']}" for each in army.battle[kind])]
    return "\n".join(lines)


def _tournament_lines(squad: Squad) -> list[str]:
    name = squad.card["cardName"]
    twice = f" - {name}" if name in TITLED and squad.count == 1 else ""
    return [
        f"{name}{twice} ({squad.worth})",
        *(
            f" - {each['cardName']} ({each['cost']})"
            + (f"/{aside['cardName']} ({aside['cost']})" if aside else "")
            for each, aside in squad.upgrades
        ),
    ]


def minimal(army: Army) -> str:
    lines = [
        f"{army.points}/800 (8 activations)",
        *(line for each in army.squads for line in _minimal_lines(each)),
    ]
    return "\n".join([*lines, "Commands: " + ", ".join(_hand(army, " "))])


def _minimal_lines(squad: Squad) -> Iterator[str]:
    copies = f"{squad.count}× " if squad.count > 1 else ""
    name = squad.card["cardName"]
    twice = {"Kalani": "- Kalani", "Kraken": "- Kraken "}.get(name, "")
    upgrades = ", ".join(each["cardName"] for each, _ in squad.upgrades)
    yield f"{copies}{name} {twice}{f'({upgrades})' if upgrades else ''}"
    if any(aside for _, aside in squad.upgrades):
        yield f" - Loadout: ({', '.join(aside['cardName'] if aside else 'none' for _, aside in squad.upgrades)})"


def for_simulator(army: Army) -> str:
    units = [
        {
            "name": " ".join(filter(None, (each.card["cardName"], each.card.get("title")))),
            "upgrades": [one["cardName"] for one, _ in each.upgrades],
            "loadout": [aside["cardName"] for _, aside in each.upgrades if aside],
        }
        for each in army.squads
        for _ in range(each.count)
    ]
    deck = {
        name: [each["cardName"] for each in army.battle[kind]]
        for name, kind in zip(("deployment", "objective", "conditions"), DECK, strict=True)
    }
    commands = [*(each["cardName"] for each in army.commands), "Standing Orders"]
    return json.dumps(
        {
            "author": "Legion HQ", "listname": army.title, "points": army.points, "armyFaction": "rebel",
            "commandCards": commands, "contingencies": [], "units": units,
            "battlefieldDeck": {**deck, "scenario": "standard"},
        },
        indent=4,
    )  # fmt: skip


@dataclass(frozen=True)
class Export:
    """One of the forms: how it is written, what units are called in it, and what it leaves out."""

    write: Callable[[Army], str]
    unit: Callable[[Card], str] = lambda card: str(card["cardName"])
    upgrade: Callable[[Card], str] = lambda card: str(card["cardName"])
    pips: bool = True
    deck: bool = False
    free: bool = True


EXPORTS: Final = {
    "standard": Export(standard, _shown, _shown, free=False),
    "tournament": Export(tournament, deck=True),
    "minimal": Export(minimal),
    "simulator": Export(
        for_simulator,
        lambda card: " ".join(filter(None, (card["cardName"], card.get("title")))),
        pips=False,
        deck=True,
    ),
}


Found = tuple[list[tuple[str, list[str], list[str]]], list[tuple[str, str]], list[str]]


def _expected(army: Army, form: Export) -> Found:
    units = [
        (
            form.unit(each.card),
            sorted(form.upgrade(one) for one, _ in _printed(each, form)),
            sorted(form.upgrade(aside) for _, aside in _printed(each, form) if aside),
        )
        for each in army.squads
        for _ in range(each.count)
    ]
    hand = [(str(each["cardSubtype"]) if form.pips else "", each["cardName"]) for each in army.commands]
    deck = sorted(each["cardName"] for held in army.battle.values() for each in held) if form.deck else []
    return sorted(units), [*hand, ("4", "Standing Orders")], deck


def _printed(squad: Squad, form: Export) -> tuple[tuple[Card, Card | None], ...]:
    return () if squad.free and not form.free else squad.upgrades


def _found(text: str) -> Found:
    found = read_roster(text, "legion")
    assert isinstance(found, Reading), found
    assert not found.unread, found.unread
    units = [
        (
            each.name,
            sorted(one.name for one in each.upgrades if one.slot != "loadout"),
            sorted(one.name for one in each.upgrades if one.slot == "loadout"),
        )
        for each in found.roster.section("unit")
        for _ in range(each.count)
    ]
    hand = [(each.slot, each.name) for each in found.roster.section("command")]
    return sorted(units), hand, sorted(each.name for each in found.roster.section("battle"))


@pytest.mark.parametrize("count", [250, pytest.param(LISTS, marks=pytest.mark.long)])
@pytest.mark.parametrize("form", EXPORTS.values(), ids=EXPORTS)
def test_lists_of_all_cards_are_read_as_they_were_put_together(form: Export, count: int) -> None:
    wrong = []
    for army in islice(_armies(), count):
        text = form.write(army)
        expected, found = _expected(army, form), _found(text)
        if found != expected:
            wrong.append((text, expected, found))
    assert not wrong, (len(wrong), *wrong[0])


def test_lists_with_todays_battle_deck_are_faulted_by_the_printed_text_and_not_in_their_season() -> None:
    season = season_of("legion-2.0", "rules-2.6")
    rules = load("legion-2.0").roster
    assert season is not None
    assert rules is not None
    faulted = {"printed": 0, "season": 0}
    for army in islice(_armies(), 100):
        found = read_roster(EXPORTS["tournament"].write(army), "legion")
        assert isinstance(found, Reading)
        for name, ruled in (("printed", rules), ("season", season.over(rules))):
            checked = check(found.roster, ruled, Terms("standard", date(2026, 8, 1)))
            counted = {limit.id for limit in ruled.constructions[0].limits if limit.clause == "LEG-BATTLE-1"}
            faulted[name] += any(one.kind in counted for one in checked.problems)
    assert faulted == {"printed": 100, "season": 0}
