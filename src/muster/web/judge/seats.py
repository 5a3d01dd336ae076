"""A table as a judge comes to it: who sits there, what they brought, and the rules that are asked for most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message
from muster.people.models import Entry, RosterVersion
from muster.rules.schema import Regulations

_SETTING_UP: Final = (
    "*-SET-*",
    "COM-PLAY-1",
    "COM-PLAY-2",
    "RUN-SEAS-*",
    "LEG-TOK-1",
    "LEG-TERR-*",
    "RUN-TERR-2",
    "SWU-INIT-1",
    "SWU-RND-1",
    "SWU-INFO-2",
    "SWU-REV-1",
    "SWU-SIDE-1",
)
_ENDING: Final = (
    "*-END-*",
    "*-FLURRY-*",
    "*-GAME-1",
    "*-TIME-*",
    "*-SCORE-*",
    "*-TP-1",
    "LEG-MOV-[1-5]",
    "ARM-BRK-2",
    "SWU-SGL-1",
    "SWU-BO3-*",
    "SWU-CONC-1",
    "SWU-ID-DRAW-1",
)
_AT_THE_TABLE: Final = (
    "COM-ROLE-3",
    "COM-ROLE-4",
    "COM-ROLE-5",
    "COM-COND-1",
    "COM-PLAY-3",
    "COM-SHARE-1",
    "COM-LOST-*",
    "COM-MOD-1",
    "COM-LEGAL-1",
    "COM-DROP-1",
    "COM-ERR-1",
    "*-MEAS-1",
    "*-DMG-1",
    "*-DEST-1",
    "LEG-SIL-1",
    "LEG-STREAM-1",
    "PLA-APP-1",
    "*-MARK-1",
    "SWU-INFO-1",
    "SWU-NOTE-1",
    "SWU-CHK-*",
    "SWU-SLV-1",
    "SWU-CNT-1",
)


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a table.

    Attributes:
        player: the entry number.
        entry: the registration's primary key.
        name: what the staff calls them.
        roster: whether there is a roster that counts.
        legal: whether it is in order; None without one.
    """

    player: PlayerId
    entry: int
    name: str
    roster: bool
    legal: bool | None


@dataclass(frozen=True, slots=True)
class ShownClause:
    """A clause of the regulations, to be shown to players: its name, where it stands, what it says."""

    clause: str
    section: str
    says: Message


@dataclass(frozen=True, slots=True)
class Topic:
    """Rules that belong together: a word for them (`setup`, `end`, `table`, `rest`) and the clauses."""

    about: str
    rules: tuple[ShownClause, ...]


def seated(tournament: int, players: Sequence[PlayerId], name: Naming) -> list[Seated]:
    """These players of a tournament with what they brought, in two queries."""
    rows = Entry.objects.filter(tournament=tournament, player__in=players)
    entries = {PlayerId(player): pk for pk, player in rows.values_list("pk", "player") if player is not None}
    legal = _legal(list(entries.values()))
    return [
        Seated(player, entries[player], name(player), entries[player] in legal, legal.get(entries[player]))
        for player in players
        if player in entries
    ]


def _legal(entries: Sequence[int]) -> dict[int, bool]:
    """Whether the version that counts is in order, of whoever handed one in."""
    rows = RosterVersion.objects.filter(entry__in=entries, number__gte=1).order_by("entry", "number")
    return dict(rows.values_list("entry", "legal"))


def rules_at(regulations: Regulations) -> list[Topic]:
    """What is asked for at a table: setting up, how a game ends, and what judges decide there; own clauses first."""
    topics = (("setup", _SETTING_UP), ("end", _ENDING), ("table", _AT_THE_TABLE))
    found = (Topic(about, tuple(_rules(regulations, wanted))) for about, wanted in topics)
    return [topic for topic in found if topic.rules]


def every_rule(regulations: Regulations) -> list[Topic]:
    """All clauses: those asked for at a table by their moment, then the rest."""
    topics = rules_at(regulations)
    known = {rule.clause for topic in topics for rule in topic.rules}
    rest = (
        ShownClause(clause, text.section, regulations.words_of(clause))
        for clause, text in regulations.clauses.items()
        if clause not in known
    )
    return [*topics, Topic("rest", tuple(rest))]


def _rules(regulations: Regulations, wanted: Sequence[str]) -> Iterator[ShownClause]:
    shown = set()
    for pattern in wanted:
        for clause, text in regulations.clauses.items():
            if clause not in shown and fnmatchcase(clause, pattern):
                shown.add(clause)
                yield ShownClause(clause, text.section, regulations.words_of(clause))
