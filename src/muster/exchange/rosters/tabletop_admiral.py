"""Tabletop Admiral's lists: the JSON that Longshanks and most companions take, and its text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from muster.core.messages import say, verbatim
from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cleaning import is_json
from muster.exchange.rosters.legion_json import is_shape, loaded, mapping, roster_of
from muster.exchange.rosters.legion_lines import (
    Total,
    command,
    copies_in,
    lines_of,
    names_in,
    priced,
    tidy,
    total_in,
    upgrades_of,
    versioned,
)
from muster.exchange.rosters.reading import Format, Reading, StatedSum, Unread, Unreadable, with_upgrades

ID: Final = "tabletop-admiral"

_KEYS: Final = re.compile(r'"(?:armyFaction|battlefieldDeck|numActivations|commandCards)"')
_ACTIVATIONS: Final = re.compile(r"(\d{1,3}) activations?", re.IGNORECASE | re.ASCII)
_COST: Final = re.compile(r" \(?(\d{1,4})((?:\)? ?[+x*=] ?\(?\d{1,5}){0,6})\)?$", re.ASCII)
_PIPPED: Final = re.compile(r"([•*]{1,4})(?:,\s*|\s*$)")
_LONGEST_COST: Final = 60
_TITLE_WITHIN: Final = 3
"""Lines above the total at most."""

_BATTLE: Final = 2
"""Names from which on a line of names is one of battle cards."""


def likeness(text: str) -> int:
    """How much a text looks like Tabletop Admiral's JSON or text."""
    if is_json(text):
        if not _KEYS.search(text) or '"unitId"' in text:
            return 0
        return 90 if '"Legion HQ"' in text else 98
    lines = [line for _, line in lines_of(text)]
    marks = (any(line.startswith("--") for line in lines), any(map(_ACTIVATIONS.fullmatch, lines)))
    costs = sum(_is_sum(line) for line in lines)
    return min(95, 40 + 25 * sum(marks)) if costs else 0


def read(text: str) -> Reading | Unreadable:
    """Read a list of Tabletop Admiral, or the same JSON of another builder.

    Refused without units, and where the JSON is broken, nested too deep or of another kind.
    """
    if not is_json(text):
        return _text(text)
    found = loaded(text)
    if isinstance(found, Unreadable):
        return found
    if not is_shape(mapping(found)):
        return Unreadable(
            say(
                "This JSON does not list units by name. Paste the JSON that Tabletop Admiral or Legion HQ exports for "
                "Tabletop Simulator, or the list as text."
            )
        )
    return roster_of(mapping(found), ID)


def _cost(line: str) -> tuple[str, int, int | None] | None:
    """What stands before the figures a line ends in, the first of them and the one after the last `=`.

    As in `Rebel Troopers 40 x 2 = 80`, `Han Solo 100 + 13 = 113` or `Han Solo 100`. None where no number stands after
    the `=`.
    """
    found = _COST.search(line, max(0, len(line) - _LONGEST_COST))
    if found is None or not tidy(line[: found.start()]):
        return None
    _, equals, last = found[2].rpartition("=")
    whole = last.strip(" (")
    if equals and not whole.isdecimal():  # such as `80 = 2x40`
        return None
    return line[: found.start()], int(found[1]), int(whole) if equals else None


def _is_sum(line: str) -> bool:
    found = _cost(line)
    return found is not None and found[2] is not None


@dataclass(slots=True)
class _Sheet:
    """What has been read so far of the text."""

    name: str = ""
    total: Total | None = None
    total_line: int = 0
    activations: int | None = None
    items: list[Item] = field(default_factory=list)
    stated: dict[int, int] = field(default_factory=dict)
    unread: list[Unread] = field(default_factory=list)

    def take(self, number: int, line: str) -> None:
        """Read one line: a figure of the head, upgrades, command cards, a unit, battle cards or the title."""
        if not (self._head(number, line) or self._listed(number, line)):
            if self.items or self.name:
                self.unread.append(Unread(number, line))
            else:
                self.name = tidy(line)

    def _head(self, number: int, line: str) -> bool:
        total, active = total_in(line), _ACTIVATIONS.fullmatch(line)
        if total is not None and self.total is None:
            self.total, self.total_line = total, number
        elif active is not None:
            self.activations = int(active[1])
        return total is not None or active is not None

    def _listed(self, number: int, line: str) -> bool:
        if line.startswith("--"):
            return self._upgrades(upgrades_of(priced(line.lstrip("- ")), number))
        if _PIPPED.search(line):
            return self._add(_hand(line, number))
        if (cost := _cost(line)) is not None:
            return self._unit(number, *cost)
        names = names_in(line)
        if not self.items or len(names) < _BATTLE:
            return False
        return self._add([Item("battle", name, line=number) for name in names])

    def _add(self, items: Iterable[Item]) -> bool:
        before = len(self.items)
        self.items += items
        return len(self.items) > before

    def _upgrades(self, upgrades: tuple[Item, ...]) -> bool:
        if not upgrades or not self.items or self.items[-1].section != "unit":
            return False
        last = self.items[-1]
        self.items[-1] = with_upgrades(last, upgrades)
        return True

    def _unit(self, number: int, text: str, points: int, stated: int | None) -> bool:
        count, name = copies_in(text)
        if stated is not None:
            self.stated[len(self.items)] = stated
        return self._add([versioned("unit", tidy(name), count=count, points=points, line=number)])


def _hand(line: str, number: int) -> Iterator[Item]:
    """Command cards of a line, each closed by its pips: commas between belong to names."""
    parts = _PIPPED.split(line)
    for name, pips in zip(parts[::2], [*parts[1::2], ""], strict=False):
        card = command(tidy(name), len(pips), line=number)
        if card is not None:
            yield card


def _text(text: str) -> Reading | Unreadable:
    lines = list(lines_of(text))
    above = next((at for at, (_, line) in enumerate(lines[: _TITLE_WITHIN + 1]) if total_in(line)), 0)
    sheet = _Sheet(name=tidy(lines[above - 1][1]) if above else "")
    sheet.unread += [Unread(*line) for line in lines[: max(0, above - 1)]]
    for number, line in lines[above:]:
        sheet.take(number, line)
    if not any(item.section == "unit" for item in sheet.items):
        return Unreadable(
            say("No units were found in this text. Paste the text or the JSON Tabletop Admiral exports.")
        )
    total = sheet.total
    roster = Roster(
        "legion",
        tuple(sheet.items),
        name=sheet.name,
        total=total.points if total else None,
        limit=total.limit if total else None,
        activations=sheet.activations if total is None or total.activations is None else total.activations,
    )
    sums = [
        StatedSum(item.name, stated, item.worth, item.line)
        for at, stated in sheet.stated.items()
        for item in [sheet.items[at]]
    ]
    if total is not None:
        sums.append(StatedSum("total", total.points, roster.sum, sheet.total_line))
    unsorted = any(item.section == "battle" for item in sheet.items)
    remarks = (say("The text does not say which kind each battle card is: check them."),) if unsorted else ()
    return Reading(ID, roster, tuple(sheet.unread), tuple(sums), remarks)


def write(roster: Roster, catalogue: Catalogue | None = None) -> str:
    """The JSON that Longshanks and companion apps take: an entry for each unit, and no prices but the total.

    Cards known by key alone are named by the catalogue. What stands in no section of this format is listed under
    `cards`, so that nothing is lost.
    """
    known = catalogue.by_key if catalogue else {}
    places = [_placed(item, known.get(item.key)) for item in roster.items]
    total = roster.sum if roster.total is None else roster.total

    def names(section: str, *slots: str) -> list[str]:
        kept = [each for each in places if each.section == section and (not slots or each.slot in slots)]
        return [_name(each, known.get(each.key)) for each in kept for _ in range(each.count)]

    found: dict[str, object] = {
        "listname": roster.name,
        **({} if total is None else {"points": total}),
        "author": "Muster",
        **({} if roster.activations is None else {"numActivations": roster.activations}),
        "armyFaction": roster.faction,
        "commandCards": names("command"),
        "contingencies": names("contingency"),
        "units": [unit for each in places if each.section == "unit" for unit in _units(each, catalogue)],
        "battlefieldDeck": {
            "conditions": names("battle", "condition"),
            "deployment": names("battle", "deployment"),
            "objective": names("battle", "objective"),
            **{slot: listed for slot in ("secondary", "advantage") if (listed := names("battle", slot))},
        },
    }
    others = [*names("card"), *names("battle", "")]
    return json.dumps(found | ({"cards": others} if others else {}), ensure_ascii=False, indent=2)


def _placed(item: Item, card: Card | None) -> Item:
    """The item in the section its card belongs in, where it came from a link that did not say."""
    if item.section != "card" or card is None or card.kind not in ("command", "battle"):
        return item
    return replace(item, section=card.kind, slot=card.slot)


def _name(item: Item, card: Card | None) -> str:
    if not item.name:
        return f"{card.name} {card.subtitle}".strip() if card else item.key
    titled = f"{item.name} {item.subtitle}".strip()
    return f"{titled} ({item.version})" if item.version else titled


def _units(item: Item, catalogue: Catalogue | None) -> list[object]:
    known = catalogue.by_key if catalogue else {}

    def names(upgrades: Sequence[Item]) -> list[str]:
        return [_name(each, known.get(each.key)) for each in upgrades for _ in range(each.count)]

    aside = [each for each in item.upgrades if each.slot == "loadout"]
    equipped = [each for each in item.upgrades if each.slot != "loadout"]
    unit = {"name": _name(item, known.get(item.key)), "upgrades": names(equipped), "loadout": names(aside)}
    return [unit] * item.count


FORMAT: Final = Format(
    ID,
    verbatim("Tabletop Admiral"),
    ("legion",),
    likeness,
    read,
    write,
    full=say("Tabletop Admiral (JSON, also Longshanks', and text)"),
    needs=re.compile(rf"{_KEYS.pattern}|= ?\(?\d{{1,5}}\)?\s*(?:$|\|)", re.MULTILINE | re.ASCII),
)
