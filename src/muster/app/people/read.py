"""The list of players as the desk shows it: who there is, searched, filtered, sorted and paged; and as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from muster.app.common.names import nameless
from muster.app.people.requirements import Lack, lacks, wanted
from muster.core.ids import PlayerId
from muster.core.messages import say
from muster.core.tournament.queries import present
from muster.core.tournament.state import Player, State
from muster.exchange.folding import folded, same_name
from muster.people.models import Club, Entry

Standing = Literal["here", "missing", "waiting", "dropped", "disqualified", "withdrawn"]
"""How a registration stands. `missing`: entered, not seen yet; `withdrawn`: not in the tournament (any more)."""

Show = Literal["all", "here", "missing", "waiting", "dropped", "unpaid"]
"""The parts of the list one can ask for."""

SHOWS: Final[tuple[Show, ...]] = get_args(Show)

STANDING_WORDS: Final = {
    "here": say("here"),
    "missing": say("not checked in"),
    "waiting": say("waiting for a place"),
    "dropped": say("dropped"),
    "disqualified": say("disqualified"),
    "withdrawn": say("withdrawn"),
}

PER_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class Line:
    """One registration with all that lists show of it.

    Attributes:
        entry: the registration's primary key.
        player: the entry number; None for somebody who never got one.
        name: as the staff sees it.
        lacks: what the regulations want of them and is not there yet.
    """

    entry: int
    player: int | None
    name: str
    alias: str
    pronouns: str
    email: str
    club: str
    paid: bool
    standing: Standing
    table: int | None
    bye: bool
    table_reason: str
    erased: bool
    lacks: tuple[Lack, ...] = ()

    @property
    def standing_words(self) -> str:
        """How the registration stands, in words."""
        return str(STANDING_WORDS[self.standing])

    @property
    def in_play(self) -> bool:
        """Whether they are in the tournament and have not left."""
        return self.standing in ("here", "missing")


@dataclass(frozen=True, slots=True)
class PageOfLines:
    """Some lines of a longer list.

    Attributes:
        lines: at most `PER_PAGE`.
        found: how many there are on all pages.
        number: which page this is, from 1.
        pages: how many there are, at least 1.
    """

    lines: Sequence[Line]
    found: int
    number: int
    pages: int

    @property
    def before(self) -> int | None:
        """The number of the page before this one."""
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        """The number of the page after this one."""
        return self.number + 1 if self.number < self.pages else None


def lines_of(tournament: int, state: State) -> list[Line]:
    """Everybody who registered, whatever became of it, by name."""
    rows = Entry.objects.filter(tournament=tournament).values_list(
        "pk",
        "player",
        "status",
        "paid",
        "table_reason",
        "club__name",
        "person__name",
        "person__alias",
        "person__pronouns",
        "person__email",
        "person__erased_at",
        "uid",
        "minor",
        "identity_checked_at",
        "guardian_checked_at",
    )
    clubs, asks = _clubs(state), wanted(state)
    found = []
    for row in rows:
        pk, number, status, paid, reason, club, name, alias, pronouns, email, erased_at = row[:11]
        player = state.players.get(PlayerId(number)) if number else None
        called = name or alias or str(nameless(number))
        found.append(
            Line(
                pk,
                number,
                called,
                alias,
                pronouns,
                email,
                clubs.get(player.club, "") if player and present(player) and not erased_at else club or "",
                paid,
                _standing(status, player, began=bool(state.stages)),
                player.fixed_table if player else None,
                bool(player and player.first_round_bye),
                reason,
                erased_at is not None,
                lacks(asks, row[11:]) if asks.anything and not erased_at else (),
            )
        )
    return sorted(found, key=_by_name)


def _clubs(state: State) -> Mapping[int | None, str]:
    """The clubs that facts speak of, which is what pairing goes by."""
    numbers = {player.club for player in state.players.values() if player.club}
    return dict(Club.objects.filter(pk__in=numbers).values_list("pk", "name")) if numbers else {}


def _standing(status: str, player: Player | None, *, began: bool) -> Standing:
    if player is None:
        return "waiting" if status == "waiting" else "withdrawn"
    if player.status in ("dropped", "disqualified"):
        return "dropped" if player.status == "dropped" else "disqualified"
    # Once play has begun everybody who has not left is paired, checked in or not.
    return "here" if began or player.status == "present" else "missing"


def shown(lines: Iterable[Line], show: Show) -> list[Line]:
    """The part of the list asked for."""
    return [line for line in lines if _SHOWN[show](line)]


_SHOWN: Final[Mapping[Show, Callable[[Line], bool]]] = {
    # A name taken back is no player: it is found beside those who left.
    "all": lambda line: line.standing != "withdrawn",
    "here": lambda line: line.standing == "here",
    "missing": lambda line: line.standing == "missing",
    "waiting": lambda line: line.standing == "waiting",
    "dropped": lambda line: line.standing in ("dropped", "disqualified", "withdrawn"),
    "unpaid": lambda line: not line.paid and (line.in_play or line.standing == "waiting"),
}


def counts(lines: Sequence[Line]) -> Mapping[Show, int]:
    """How many each part of the list has."""
    return {show: sum(map(_SHOWN[show], lines)) for show in SHOWS}


def found(lines: Iterable[Line], query: str) -> list[Line]:
    """The lines that fit what was typed, best first: whose name begins so, has a word that does, holds it.

    Clubs, aliases and entry numbers are looked through too; accents and capitals make no difference.
    """
    wanted = folded(query).removeprefix("#").strip()
    if not wanted:
        return list(lines)
    ranked = [(rank, line) for line in lines if (rank := _fit(line, wanted)) is not None]
    return [line for _, line in sorted(ranked, key=lambda each: each[0])]


def _fit(line: Line, wanted: str) -> int | None:
    if wanted.isdecimal():
        return 0 if str(line.player) == wanted else None
    name = folded(line.name)
    if name.startswith(wanted):
        return 0
    if f" {wanted}" in f" {name}":
        return 1
    if all(f" {word}" in f" {name}" for word in wanted.split()):
        return 2
    if wanted in name:
        return 3
    return 4 if wanted in folded(f"{line.alias} {line.club}") else None


Sort = Literal["name", "number", "club", "standing", "table", "paid"]


def _by_name(line: Line) -> tuple[object, ...]:
    return (folded(line.name), line.player or 0, line.entry)


_KEYS: Final[Mapping[Sort, Callable[[Line], tuple[object, ...]]]] = {
    "name": _by_name,
    "number": lambda line: (line.player is None, line.player or 0),
    "club": lambda line: (not line.club, folded(line.club), *_by_name(line)),
    "standing": lambda line: (get_args(Standing).index(line.standing), *_by_name(line)),
    "table": lambda line: (line.table is None, line.table or 0, *_by_name(line)),
    "paid": lambda line: (line.paid, *_by_name(line)),
}
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)


def sorted_by(lines: Iterable[Line], sort: str) -> list[Line]:
    """The lines in this order, such as `club`, or `-club` for the other way round; by name if unknown."""
    key: Sort = next((one for one in SORTS if one == sort.removeprefix("-")), "name")
    return sorted(lines, key=_KEYS[key], reverse=sort.startswith("-"))


def page_of(lines: Sequence[Line], number: int) -> PageOfLines:
    """One page of the lines; the last one if there are not so many."""
    pages = max(1, -(-len(lines) // PER_PAGE))
    at = min(max(1, number), pages)
    return PageOfLines(lines[(at - 1) * PER_PAGE : at * PER_PAGE], len(lines), at, pages)


class Namesakes:
    """Everybody by name, to find out who may have been entered already.

    Names count as the same whatever their capitals and accents, and whichever of their parts comes first.
    Two people may well have one name, so this only ever warns.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        self._by_name: dict[str, list[Line]] = {}
        for line in lines:
            if not line.erased:
                self._by_name.setdefault(same_name(line.name), []).append(line)

    def of(self, name: str) -> Sequence[Line]:
        """The registrations under this name or one like it."""
        return self._by_name.get(same_name(name), ())

    def twice(self) -> list[Sequence[Line]]:
        """Those who share a name, where at least two of them play or wait."""
        return [
            lines
            for lines in self._by_name.values()
            if sum(line.in_play or line.standing == "waiting" for line in lines) > 1
        ]


HEADS: Final = ("number", "name", "alias", "pronouns", "club", "email", "table", "bye", "paid", "status")
"""The columns of an exported list; a list with these headings can be read in again."""


def table_of(lines: Iterable[Line], *, private: bool) -> list[tuple[object, ...]]:
    """The list as a table with the columns `HEADS`; e-mail addresses and payments only if `private`."""
    return [
        (
            line.player or "",
            line.name,
            line.alias,
            line.pronouns,
            line.club,
            line.email if private else "",
            line.table or "",
            "yes" if line.bye else "",
            ("yes" if line.paid else "no") if private else "",
            line.standing,
        )
        for line in lines
    ]
