"""A roster as every page shows it: like a printed list, with what was found beside the line it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from muster.core.messages import Message, of_rules, say, say_in, say_n
from muster.core.roster.catalogue import plain
from muster.core.roster.roster import Checked, Item, Path, Problem, Resolved, Roster, Totals, by_path
from muster.core.roster.words import faction_words, name_words
from muster.rules.rosters import Game, RosterRules, RosterSection

KINDS: Final = {
    "armada": say("fleet"),
    "legion": say("army"),
    "runewars": say("army"),
    "unlimited": say("deck"),
}

LISTS: Final = {
    "fleet": say_in("of a force", "fleet"),
    "army": say_in("of a force", "army"),
    "deck": say_in("of a force", "deck"),
}

FEW: Final = 2
"""What is about more lines than this is said above the list, and the lines are only marked."""

_ORDER: Final = {"illegal": 0, "doubt": 1, "note": 2}


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One line of the list.

    Attributes:
        path: places in `Roster.items`, then in `upgrades`.
        count: copies.
        name: the card's full name; as stated where the card is not known.
        detail: what tells it apart or says more: formation, version, slot.
        points: the price of one copy without upgrades: at the event where the total is known at those prices, else
            as stated, so that all lines add up to the total that counts; None where there is none.
        worth: of all copies with their upgrades.
        upgrades: what each copy carries.
        problems: what is said beside this line: what is wrong or doubtful about it and few others.
        severity: how bad the worst thing about it is, also of what is said above alone; empty if there is nothing.
        line: where it stood in the text; 0 if it came from no text.
        stated: what the player wrote, where that differs from the card's name.
        known: whether the card is in the catalogue; None where there is no catalogue.
    """

    path: Path
    count: int
    name: str
    detail: str = ""
    points: int | None = None
    worth: int | None = None
    upgrades: tuple[RosterRow, ...] = ()
    problems: tuple[Problem, ...] = ()
    severity: str = ""
    line: int = 0
    stated: str = ""
    known: bool | None = None

    @property
    def price(self) -> int | None:
        """What stands at the end of its line: of all copies; of one if each carries upgrades, which follow."""
        return None if self.points is None else self.points * (1 if self.upgrades else self.count)

    @property
    def each(self) -> int | None:
        """What one copy with its upgrades is worth, where there are several with upgrades."""
        return (
            self.worth // self.count if self.worth is not None and self.upgrades and self.count > 1 else None
        )

    @property
    def anchor(self) -> str:
        """The end of its id on a page."""
        return "-".join(str(each) for each in self.path)


@dataclass(frozen=True, slots=True)
class DescribedSection:
    """A part of the list: its id and heading, its lines, how many copies, and what they are worth."""

    id: str
    name: Message
    rows: tuple[RosterRow, ...]
    copies: int
    points: int | None = None

    @property
    def counted(self) -> bool:
        """Whether any of its lines stands for several copies."""
        return any(row.count > 1 for row in self.rows)


@dataclass(frozen=True, slots=True)
class RosterDescription:
    """A roster as pages show it.

    Attributes:
        name: what the player calls it.
        kind: what the game calls it: fleet, army, deck.
        faction: in words; empty if unknown.
        sections: its parts that have lines, in the regulations' order.
        totals: what it is worth.
        most: the most it may be worth; None without a limit.
        problems: everything found, the worst first.
        unmade: checks that could not be made, and why.
        hidden: what is not shown and why, one sentence each.
        cards: copies of everything in it.
    """

    name: str
    kind: Message
    faction: str
    sections: tuple[DescribedSection, ...]
    totals: Totals
    most: int | None = None
    problems: tuple[Problem, ...] = ()
    unmade: tuple[Message, ...] = ()
    hidden: tuple[Message, ...] = ()
    cards: int = 0

    @property
    def legal(self) -> bool:
        """Whether nothing found forbids to play it."""
        return not self.count("illegal")

    @property
    def whole(self) -> bool:
        """Whether everything could be checked, and nothing is in doubt."""
        return not self.unmade and not self.count("doubt")

    @property
    def illegal(self) -> tuple[Problem, ...]:
        """What forbids to play it."""
        return self._of("illegal")

    @property
    def doubts(self) -> tuple[Problem, ...]:
        """What somebody should look at."""
        return self._of("doubt")

    @property
    def notes(self) -> tuple[Problem, ...]:
        """What is worth knowing."""
        return self._of("note")

    @property
    def outdated(self) -> bool:
        """Whether the list's own prices are no longer those of the event."""
        own = self.totals.own if self.totals.own is not None else self.totals.stated
        return self.totals.event is not None and own is not None and own != self.totals.event

    def count(self, severity: str) -> int:
        """How many problems of this severity there are."""
        return len(self._of(severity))

    def _of(self, severity: str) -> tuple[Problem, ...]:
        return tuple(each for each in self.problems if each.severity == severity)


def describe(
    roster: Roster,
    rules: RosterRules,
    checked: Checked,
    *,
    hide: frozenset[str] = frozenset(),
    most: int | None = None,
) -> RosterDescription:
    """The roster as pages show it.

    Args:
        roster: as stated.
        rules: what the regulations say of rosters.
        checked: what the check found.
        hide: sections that whoever looks may not see. With them goes everything that was found: a problem could
            tell what they hold.
        most: the most points it may be worth.
    """
    found = by_path(roster, checked)
    problems = () if hide else checked.problems
    maker = _Rows(found, checked.totals, _beside(problems, roster))
    sections = tuple(
        section
        for each in _sections(roster, rules)
        if each.id not in hide and (section := maker.section(roster, each)).rows
    )
    return RosterDescription(
        name=roster.name,
        kind=KINDS[roster.game],
        faction=str(faction_words(checked.faction)) if checked.faction else roster.faction,
        sections=sections,
        totals=checked.totals,
        most=most,
        problems=tuple(sorted(problems, key=lambda each: _ORDER[each.severity])),
        unmade=() if hide else checked.unmade,
        hidden=tuple(_hidden(roster, rules, hide)),
        cards=sum(section.copies for section in sections),
    )


def kind_of(game: Game) -> Message:
    """What players of this game call a roster: fleet, army, deck."""
    return KINDS[game]


def list_of(kind: Message) -> Message:
    """What a roster is called where its list is meant: "hand in your fleet" is to hand in the list of it."""
    return LISTS.get(kind.text, kind)


def _sections(roster: Roster, rules: RosterRules) -> Iterable[RosterSection]:
    """The regulations' sections, then what a list has besides, so that nothing is dropped."""
    yield from rules.sections
    known = {each.id for each in rules.sections}
    others = dict.fromkeys(item.section for item in roster.items if item.section not in known)
    for other in others:
        yield RosterSection.model_construct(id=other, name=other.capitalize(), kinds=(), hidden=False)


def _beside(problems: Iterable[Problem], roster: Roster) -> Mapping[Path, tuple[Problem, ...]]:
    """What is wrong or doubtful about each line.

    What a whole section is about, such as too many points of it, stands above the list alone; so do notes.
    """
    sections: dict[str, set[Path]] = {}
    for at, item in enumerate(roster.items):
        sections.setdefault(item.section, set()).add((at,))
    wholes = [paths for paths in sections.values() if len(paths) > 1]
    found: dict[Path, tuple[Problem, ...]] = {}
    for problem in problems:
        alone = problem.severity == "note" or set(problem.items) in wholes
        for path in () if alone else problem.items:
            found[path] = (*found.get(path, ()), problem)
    return found


def _hidden(roster: Roster, rules: RosterRules, hide: frozenset[str]) -> Iterable[Message]:
    for section in rules.sections:
        copies = sum(item.count for item in roster.section(section.id))
        if section.id in hide and copies:
            yield say_n(
                "{what}: {count} card is hidden from opponents.",
                "{what}: {count} cards are hidden from opponents.",
                copies,
                what=of_rules(section.name),
            )


@dataclass(frozen=True, slots=True)
class _Rows:
    """Makes lines of items."""

    found: Mapping[Path, Resolved]
    totals: Totals
    beside: Mapping[Path, tuple[Problem, ...]] = field(default_factory=dict)

    def section(self, roster: Roster, section: RosterSection) -> DescribedSection:
        places = [at for at, item in enumerate(roster.items) if item.section == section.id]
        rows = tuple(self.row((at,), roster.items[at]) for at in places)
        worths = [row.worth for row in rows if row.worth is not None]
        added = self.totals.stated is None or (self.totals.event, self.totals.own) != (None, None)
        whole = sum(worths) if added and worths and len(worths) == len(rows) else None
        return DescribedSection(
            section.id, of_rules(section.name), rows, sum(row.count for row in rows), whole
        )

    def price(self, item: Item, found: Resolved) -> int | None:
        """At the event where the total that counts is that; else the list's own, so that all adds up to it."""
        ordered = (
            (found.points, item.points) if self.totals.event is not None else (item.points, found.points)
        )
        return next((each for each in ordered if each is not None), None)

    def row(self, path: Path, item: Item) -> RosterRow:
        found = self.found[path]
        upgrades = tuple(self.row((*path, at), each) for at, each in enumerate(item.upgrades))
        points = self.price(item, found)
        name = found.name
        about = self.beside.get(path, ())
        return RosterRow(
            path=path,
            count=item.count,
            name=name,
            detail=_detail(item, found, name),
            points=points,
            worth=_worth(item.count, points, upgrades),
            upgrades=upgrades,
            problems=tuple(each for each in about if len(each.items) <= FEW),
            severity=min((each.severity for each in about), key=_ORDER.__getitem__, default=""),
            line=item.line,
            stated=_stated(item, name),
            known=found.card is not None,
        )


def _worth(count: int, points: int | None, upgrades: tuple[RosterRow, ...]) -> int | None:
    """What all copies with their upgrades are worth; None for what has no price of its own."""
    if points is None:
        return None
    return count * (points + sum(each.worth or 0 for each in upgrades))


def _detail(item: Item, found: Resolved, name: str) -> str:
    slot = item.slot or (found.card.slot if found.card else "")
    pips = "•" * int(slot) if slot in ("1", "2", "3", "4") and item.section == "command" else ""
    version = "" if plain(item.version) in plain(name) else item.version
    parts = [item.form, version, pips]
    if item.section in ("objective", "battle"):
        parts.append(str(name_words(slot)))
    return ", ".join(part for part in parts if part)


def _stated(item: Item, name: str) -> str:
    """What the player wrote, where the card is called otherwise."""
    written = f"{item.name}, {item.subtitle}" if item.subtitle else item.name
    same = plain(name).startswith(plain(written)) if plain(written) else written in ("", name)
    return "" if same else written
