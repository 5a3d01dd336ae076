"""The list of players as the staff reads it: who there is, how each stands, and who fits what was typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from muster.app.common.names import nameless
from muster.app.people.requirements import Lack, lacks, wanted
from muster.core.ids import PlayerId
from muster.core.messages import Message, say
from muster.core.tournament.queries import present
from muster.core.tournament.state import Player, State
from muster.exchange.alphabet import alphabetical
from muster.exchange.folding import folded
from muster.people.models import Club, Entry

_NUMBERED: Final = re.compile(r"(?:^|\s)#([0-9]{1,9})\s*$")

Standing = Literal["here", "missing", "waiting", "dropped", "disqualified", "withdrawn"]
"""How a registration stands. `missing`: entered, not seen yet; `withdrawn`: not in the tournament (any more)."""

STANDING_WORDS: Final = {
    "here": say("here"),
    "missing": say("not checked in"),
    "waiting": say("waiting for a place"),
    "dropped": say("dropped"),
    "disqualified": say("disqualified"),
    "withdrawn": say("withdrawn"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One registration with all that lists show of it.

    Attributes:
        entry: the registration's primary key.
        player: the entry number; None for somebody who never got one.
        name: as the staff sees it.
        uid: the number the publisher knows them by, where the game has one.
        minor: they are younger than the regulations let register alone.
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
    uid: str = ""
    minor: bool = False
    lacks: tuple[Lack, ...] = ()

    @property
    def standing_words(self) -> Message:
        """How the registration stands, in words."""
        return STANDING_WORDS[self.standing]

    @property
    def in_play(self) -> bool:
        """Whether they are in the tournament and have not left."""
        return self.standing in ("here", "missing")


_COLUMNS: Final = (
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
"""What a line is made of; from the twelfth on what Unlimited asks for of everybody."""


def lines_of(tournament: int, state: State) -> list[Line]:
    """Everybody who registered, whatever became of it, by name."""
    rows = Entry.objects.filter(tournament=tournament).values_list(*_COLUMNS)
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
                row[11],
                row[12],
                lacks(asks, row[11:]) if asks.anything and not erased_at else (),
            )
        )
    return sorted(found, key=by_name)


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


def found(lines: Iterable[Line], query: str) -> list[Line]:
    """The lines that fit what was typed, best first: whose name begins so, has a word that does, holds it.

    Clubs, aliases and entry numbers are looked through too; accents and capitals make no difference.
    """
    wanted = folded(query).removeprefix("#").strip()
    if not wanted:
        return list(lines)
    ranked = [(rank, line) for line in lines if (rank := _fit(line, wanted)) is not None]
    return [line for _, line in sorted(ranked, key=lambda each: each[0])]


def meant(lines: Iterable[Line], typed: str) -> list[Line]:
    """Whom in the tournament somebody means by `12`, `#12`, `Jan Nowak #12`, a name, or what a name begins with.

    One line if that is clear; several, the best first, where more than one may be meant.
    """
    known = [line for line in lines if line.player is not None and line.standing != "withdrawn"]
    number = _NUMBERED.search(typed)
    if number:
        return [line for line in known if line.player == int(number[1])]
    fitting = found(known, typed) if typed.strip() else []
    return [line for line in fitting if folded(line.name) == folded(typed)] or fitting


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


def by_name(line: Line) -> tuple[object, ...]:
    """What the list is sorted by, unless something else is asked for."""
    return (alphabetical()(line.name), line.player or 0, line.entry)
