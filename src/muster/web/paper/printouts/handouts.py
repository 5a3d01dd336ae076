"""What is handed out, signed or put up: the list to sign, players' links, numbers of tables, the poster."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from muster.app.people import requirements
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.alphabet import alphabetical
from muster.people.models import Entry, Tournament
from muster.web.paper.printouts.sizes import (
    HEADING,
    Leaf,
    NameBox,
    Paper,
    Sheets,
    letters,
    parts,
    piles,
    players_counted,
    tables_counted,
)


@dataclass(frozen=True, slots=True)
class Signing:
    """A line to sign: what is on record already is ticked."""

    number: int
    name: str
    name_fit: str
    uid: str
    uid_fit: str
    paid: bool
    identity: bool
    guardian: bool
    minor: bool


@dataclass(frozen=True, slots=True)
class Signings:
    """A page of lines to sign, and which boxes this game asks for."""

    lines: Sequence[Signing]
    uid: bool
    identity: bool
    guardian: bool


SIGN_ROW: Final = 9.6
_SIGN = {False: NameBox(78, 8.6, 13), True: NameBox(56, 8.6, 13)}


def sign_in(tournament: Tournament, state: State, paper: Paper) -> Sheets:
    """Everybody who is expected, by name, with room to sign."""
    wanted = requirements.wanted(state)
    place = _SIGN[bool(wanted.uid)]
    lines = [
        Signing(
            one.player or 0,
            name,
            place.fit(name),
            one.uid,
            NameBox(30, 8, 9).fit(one.uid),
            one.paid,
            one.identity_checked_at is not None,
            one.guardian_checked_at is not None,
            one.minor,
        )
        for name, one in expected(tournament, state)
    ]
    leaves = [
        Leaf(
            "signin",
            Signings(page, bool(wanted.uid), bool(wanted.identity or wanted.minors), bool(wanted.minors)),
            letters(page[0].name, page[-1].name) if page else "",
        )
        for page in parts(lines, paper.rows(SIGN_ROW, heading=HEADING))
    ]
    return Sheets(_("Sign in"), tuple(leaves), "", players_counted(len(lines)))


def expected(tournament: Tournament, state: State, player: int = 0) -> list[tuple[str, Entry]]:
    """Those who have not left, by name as the staff knows it; only one player if one is asked for."""
    rows = Entry.objects.filter(tournament=tournament, player__isnull=False).select_related("person")
    found = [
        (one.person.name or one.person.alias or _("Player %(number)d") % {"number": one.player or 0}, one)
        for one in rows
        if (own := state.players.get(PlayerId(one.player or 0))) is not None and queries.present(own)
        if player in (0, one.player)
    ]
    in_order = alphabetical()
    return sorted(found, key=lambda each: (in_order(each[0]), each[1].player or 0))


# Tables, and the poster


@dataclass(frozen=True, slots=True)
class Numbers:
    """One sheet with numbers of tables: one, two to cut apart, or one twice to be folded."""

    numbers: Sequence[int]
    style: str
    digits: int


def table_numbers(first: int, last: int, style: str) -> Sheets:
    """Numbers to stand on the tables: `one` to a page, `two` to a page, or a `tent` to be folded."""
    numbers = list(range(first, last + 1))
    if style == "two":
        half = -(-len(numbers) // 2)
        pages = [[numbers[at], *numbers[at + half : at + half + 1]] for at in range(half)]
    else:
        pages = [[number] * (2 if style == "tent" else 1) for number in numbers]
    leaves = [
        Leaf(
            "numbers",
            Numbers(page, style, max(len(str(number)) for number in page)),
            landscape=style == "one",
            bare=True,
        )
        for page in pages
    ]
    says = _("Cut once and put one pile on the other.") if style == "two" else ""
    return Sheets(_("Table numbers"), tuple(leaves), says, tables_counted(len(numbers)))


@dataclass(frozen=True, slots=True)
class Poster:
    """A page to be seen from across a room."""

    name: str
    name_fit: str
    address: str
    address_fit: str
    open: bool


def poster(tournament: Tournament, address: str) -> Sheets:
    """The event's name, its code, and the way to its page."""
    name, shown = tournament.event.name, address.partition("://")[2] or address
    body = Poster(
        name,
        NameBox(180, 42, 44).fit(name),
        address,
        NameBox(180, 9, 15).fit(shown),
        tournament.registration_open,
    )
    return Sheets(_("Poster"), (Leaf("poster", body, bare=True),))


@dataclass(frozen=True, slots=True)
class LinkSlip:
    """A slip with the way to somebody's own page."""

    name: str
    name_fit: str
    number: int
    address: str

    @property
    def shown(self) -> str:
        """The address as one types it."""
        return self.address.partition("://")[2] or self.address


LINKS: Final = 10
"""Slips with links on one page, two beside each other."""

_LINK: Final = NameBox(55, 16, 15)


def link_slips(people: Iterable[tuple[str, int, str]], *, stack: bool) -> Sheets:
    """Slips with name and private link, to be handed out one by one.

    Args:
        people: name, entry number and address of each, in order.
        stack: in such an order that piles of slips, cut and put on one another, are in order.
    """
    slips = [LinkSlip(name, _LINK.fit(name), number, address) for name, number, address in people]
    leaves = [Leaf("links", page, bare=True) for page in piles(slips, LINKS, stack=stack)]
    return Sheets(_("Players’ links"), tuple(leaves), "", players_counted(len(slips)))
