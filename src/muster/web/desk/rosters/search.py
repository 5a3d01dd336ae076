"""Who plays a card: found by letters and digits of its name in the rosters that count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Min, Sum
from django.utils.translation import gettext as _

from muster.core.ids import PlayerId
from muster.core.roster.catalogue import plain
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.alphabet import alphabetical
from muster.people.models import RosterLine
from muster.web.desk.rosters.overview import tables_of

SHORTEST: Final = 2
"""Letters and digits from which on is searched: one alone is in nearly every name."""

MOST_CARDS: Final = 30
"""Cards shown for one search; those that more players have come first."""

MOST_PLAYERS: Final = 400
"""Players listed under the cards together; beyond that one card has to be chosen."""


@dataclass(frozen=True, slots=True)
class CardHolder:
    """Somebody with the card: entry, name, copies, and the table of the running round if they sit at one."""

    entry: int
    player: int | None
    name: str
    copies: int
    table: int | None
    gone: bool


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card that was found.

    Attributes:
        name: as rosters call it, the way most of them do.
        plain: its letters and digits, by which it is asked for alone.
        rosters: how many rosters have it; `copies` of it in all of them.
        holders: who has it, by name; empty where there are too many to list.
    """

    name: str
    plain: str
    rosters: int
    copies: int
    holders: tuple[CardHolder, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: the cards, and how many more there are than are shown."""

    cards: tuple[FoundCard, ...] = ()
    more: int = 0


def who_plays(tournament: int, state: State, text: str, *, card: str = "") -> SearchResult:
    """Find cards by a part of their name, with everybody who has them; in two queries.

    Args:
        tournament: whose rosters.
        state: for the tables, and for who has left.
        text: what was typed, in any spelling; shorter than `SHORTEST` finds nothing.
        card: the one card meant, by its letters and digits; all that fit if empty.
    """
    wanted = plain(text)
    if not card and len(wanted) < SHORTEST:
        return SearchResult()
    rows = RosterLine.objects.filter(tournament=tournament)
    rows = rows.filter(plain=card.replace("\0", "")) if card else rows.filter(plain__contains=wanted)
    grouped = rows.values("plain").annotate(
        title=Min("name"), rosters=Count("entry", distinct=True), copies=Sum("count")
    )
    cards = list(grouped.order_by("-rosters", "plain"))
    shown = cards[:MOST_CARDS]
    holders = _holders(tournament, state, _listed(shown, everybody=bool(card)))
    found = (
        FoundCard(one["title"], one["plain"], one["rosters"], one["copies"], holders.get(one["plain"], ()))
        for one in shown
    )
    return SearchResult(tuple(found), len(cards) - len(shown))


def _listed(cards: Sequence[Mapping[str, Any]], *, everybody: bool) -> list[str]:
    """The cards whose players are listed: the rarest first, as far as the page reaches."""
    listed, total = [], 0
    for one in sorted(cards, key=lambda card: card["rosters"]):
        total += one["rosters"]
        if everybody or total <= MOST_PLAYERS:
            listed.append(one["plain"])
    return listed


def _holders(tournament: int, state: State, cards: Sequence[str]) -> Mapping[str, tuple[CardHolder, ...]]:
    if not cards:
        return {}
    rows = RosterLine.objects.filter(tournament=tournament, plain__in=cards)
    grouped = rows.values_list("plain", "entry").annotate(Sum("count"))
    tables, found = tables_of(state), dict[str, list[CardHolder]]()
    for card, entry, copies, number, name, alias in grouped.values_list(
        "plain", "entry", "count__sum", "entry__player", "entry__person__name", "entry__person__alias"
    ):
        called = name or alias or _("Player %(number)s") % {"number": number or "–"}
        holder = CardHolder(entry, number, called, copies, tables.get(number or 0), _gone(state, number))
        found.setdefault(card, []).append(holder)
    return {card: tuple(sorted(each, key=_order)) for card, each in found.items()}


def _order(holder: CardHolder) -> tuple[bool, str]:
    return holder.gone, alphabetical()(holder.name)


def _gone(state: State, number: int | None) -> bool:
    player = state.players.get(PlayerId(number)) if number else None
    return player is None or not queries.present(player)
