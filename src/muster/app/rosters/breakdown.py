"""What is played: factions, leaders and cards over all rosters of a tournament, and how far each of them came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from muster.app.rosters.catalogues import planned_catalogue
from muster.app.rosters.terms import plan_of, rules_of
from muster.app.rosters.winning import PlayedAgainst, played_against, won_by
from muster.core.ids import PlayerId
from muster.core.messages import ENGLISH, Message, of_rules, verbatim
from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.words import faction_words
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.core.win_rates import UNPLAYED, MatchesPlayed
from muster.people.models import RosterLine, RosterVersion, Tournament

BEST: Final = 8
"""Final places that count as best where there was no cut."""


MOST: Final = 40
"""Cards of one section that a page lists."""


@dataclass(frozen=True, slots=True)
class CardShare:
    """How much something is played.

    Attributes:
        name: what: a faction, a leader, a card.
        section: where a card stands; empty for others.
        rosters: how many rosters have it.
        copies: copies in all of them.
        share: of all rosters.
        best: how many of the best players' rosters have it; 0 before there are final places.
        best_share: of those.
        matches: how its players fared against those without it, in matches that were played.
    """

    name: str
    section: str
    rosters: int
    copies: int
    share: Fraction
    best: int = 0
    best_share: Fraction = Fraction(0)
    matches: MatchesPlayed = UNPLAYED

    @property
    def percent(self) -> int:
        """The share in hundredths, rounded for the page."""
        return round(100 * self.share)


@dataclass(frozen=True, slots=True)
class PlacedRoster:
    """A final place and what was played there; named by entry number, so that each page can call them its way."""

    player: PlayerId
    first_place: int
    last_place: int
    entry: int
    faction: str
    leads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedSection:
    """The cards of one part of the rosters, the most played first: all of them, and those a page lists."""

    id: str
    name: Message
    cards: tuple[CardShare, ...]

    @property
    def listed(self) -> tuple[CardShare, ...]:
        """The most played ones, as many as a page lists."""
        return self.cards[:MOST]

    @property
    def more(self) -> int:
        """How many a page does not list."""
        return len(self.cards) - len(self.listed)


@dataclass(frozen=True, slots=True)
class Breakdown:
    """All rosters that count taken together.

    Attributes:
        rosters: how many there are.
        best: how many rosters the best players brought; 0 before there are final places.
        best_places: the last place that counts as best.
        factions: by how much they are played; empty where no roster has one.
        leads: leaders and bases, or commanders.
        sections: every card.
        places: the final places of those who brought a roster, best first.
    """

    rosters: int
    best: int
    best_places: int
    factions: tuple[CardShare, ...]
    leads: tuple[CardShare, ...]
    sections: tuple[PlayedSection, ...]
    places: tuple[PlacedRoster, ...]

    @property
    def by_leaders(self) -> bool:
        """Whether decks are known by their leaders, which have a part of their own, and not by factions."""
        return any(section.id == "leader" for section in self.sections)


@dataclass(frozen=True, slots=True)
class _Held:
    """A card in one roster."""

    entry: int
    name: str
    plain: str
    key: str
    section: str
    count: int


@dataclass(frozen=True, slots=True)
class _Brought:
    """The head of one roster."""

    player: int | None
    faction: str
    commander: str


def breakdown(tournament: Tournament, state: State, *, matches: bool = True) -> Breakdown:
    """Take the rosters that count together; in two queries besides the catalogue's.

    Args:
        tournament: whose rosters.
        state: how it stands.
        matches: count how players of each thing fared, too.
    """
    brought, held = _brought(tournament.pk), _held(tournament.pk)
    held = [one for one in held if one.entry in brought]
    leads = _leads(held, brought, _catalogue(tournament, state))
    last = _best_places(state)
    places = _places(state, brought, leads)
    best = frozenset(one.entry for one in places if one.first_place <= last)
    players = {entry: PlayerId(one.player) for entry, one in brought.items() if one.player}
    count = _Counting(len(brought), best, players, played_against(state) if matches else None)
    factions = [(one.faction, entry, 1) for entry, one in brought.items() if one.faction]
    leading = [(name, entry, 1) for entry, names in leads.items() for name in names]
    return Breakdown(
        len(brought),
        len(best),
        last if best else 0,
        count.shares(factions),
        count.shares(leading),
        _sections(state, held, count),
        places,
    )


def _brought(tournament: int) -> Mapping[int, _Brought]:
    rows = RosterVersion.objects.filter(entry__tournament=tournament, number__gt=0).order_by("number")
    fields = rows.values_list("entry", "entry__player", "faction", "roster__commander")
    # Later versions take the place of earlier ones.
    return {
        entry: _Brought(player, str(faction_words(faction)), commander or "")
        for entry, player, faction, commander in fields
    }


def _held(tournament: int) -> Sequence[_Held]:
    rows = RosterLine.objects.filter(tournament=tournament).order_by("pk")
    fields = rows.values_list("entry", "name", "plain", "key", "section", "count")
    return [_Held(*row) for row in fields]


def _catalogue(tournament: Tournament, state: State) -> Catalogue | None:
    rules = rules_of(state)
    found = planned_catalogue(rules.game, plan_of(tournament)) if rules else None
    return found[0] if found else None


def _leads(
    held: Iterable[_Held], brought: Mapping[int, _Brought], catalogue: Catalogue | None
) -> Mapping[int, tuple[str, ...]]:
    """Who leads each roster: leader and base, commander; in the order of the roster."""
    found: dict[int, list[str]] = {}
    for one in held:
        if _leading(one, catalogue.by_key.get(one.key) if catalogue and one.key else None):
            found.setdefault(one.entry, []).append(one.name)
    for entry, head in brought.items():
        if entry not in found and head.commander:
            found[entry] = [head.commander]
    return {entry: tuple(dict.fromkeys(names)) for entry, names in found.items()}


def _leading(held: _Held, card: Card | None) -> bool:
    if held.section in ("leader", "base"):
        return True
    return card is not None and card.kind in ("unit", "upgrade") and card.slot == "commander"


def _best_places(state: State) -> int:
    return len(state.seeds) if state.seeds else min(BEST, len(queries.shown_places(state)))


def _places(
    state: State, brought: Mapping[int, _Brought], leads: Mapping[int, tuple[str, ...]]
) -> tuple[PlacedRoster, ...]:
    entries = {one.player: entry for entry, one in brought.items() if one.player}
    return tuple(
        PlacedRoster(
            one.player, one.first_place, one.last_place, entry, brought[entry].faction, leads.get(entry, ())
        )
        for one in queries.shown_places(state)
        if (entry := entries.get(one.player)) is not None
    )


def _sections(state: State, held: Sequence[_Held], count: _Counting) -> tuple[PlayedSection, ...]:
    by_section: dict[str, list[_Held]] = {}
    for one in held:
        by_section.setdefault(one.section, []).append(one)
    rules = rules_of(state)
    names = {one.id: of_rules(one.name) for one in rules.sections} if rules else {}
    order = [*names, *(each for each in by_section if each not in names)]
    return tuple(
        count.section(each, names.get(each, verbatim(each.capitalize())), by_section[each])
        for each in order
        if each in by_section
    )


@dataclass(frozen=True, slots=True)
class _Counting:
    """Counts things over rosters.

    Attributes:
        rosters: how many rosters there are.
        best: the entries of the best players.
        players: the entry numbers of players by their entries on record.
        played: what everybody played; None where that is not counted.
    """

    rosters: int
    best: frozenset[int]
    players: Mapping[int, PlayerId]
    played: PlayedAgainst | None

    def section(self, id_: str, name: Message, held: Sequence[_Held]) -> PlayedSection:
        """The cards of one section; cards are one where letters and digits of their names are."""
        titles: dict[str, str] = {}
        for one in held:
            titles.setdefault(one.plain, one.name)
        return PlayedSection(
            id_, name, self.shares(((titles[one.plain], one.entry, one.count) for one in held), id_)
        )

    def shares(self, things: Iterable[tuple[str, int, int]], section: str = "") -> tuple[CardShare, ...]:
        """Count these (name, entry, copies), the most played first."""
        entries: dict[str, set[int]] = {}
        copies: Counter[str] = Counter()
        for name, entry, count in things:
            entries.setdefault(name, set()).add(entry)
            copies[name] += count
        made = [self._share(name, section, who, copies[name]) for name, who in entries.items()]
        return tuple(sorted(made, key=lambda one: (-one.rosters, -one.copies, one.name)))

    def _share(self, name: str, section: str, who: set[int], copies: int) -> CardShare:
        best, played = len(who & self.best), self.played
        players = {self.players[one] for one in who if one in self.players} if played else ()
        return CardShare(
            name,
            section,
            len(who),
            copies,
            Fraction(len(who), self.rosters),
            best,
            Fraction(best, len(self.best)) if self.best else Fraction(0),
            won_by(players, played) if played else UNPLAYED,
        )


def table_of(found: Breakdown) -> list[tuple[Any, ...]]:
    """The cards as a table: section, card, rosters, copies, rosters of the best players."""
    return [
        (section.name.said(ENGLISH), card.name, card.rosters, card.copies, card.best)
        for section in found.sections
        for card in section.cards
    ]
