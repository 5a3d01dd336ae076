"""Every player's roster at a glance: who has handed one in, what is wrong with it, whether a judge has seen it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, get_args

from django.utils.translation import gettext_lazy, pgettext_lazy

from muster.app.people import read as people
from muster.core.ids import TableNo
from muster.core.messages import NOTHING, Message, say
from muster.core.roster.words import faction_words
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.alphabet import alphabetical
from muster.exchange.folding import folded
from muster.people.models import RosterInspection, RosterVersion
from muster.web.desk.listing import ListKind, ListPart, SortColumn

RosterStanding = Literal["missing", "late", "draft", "illegal", "doubt", "unsure", "in-order"]
"""How a roster stands: not there, begun but not handed in, not to be played as it is, to be looked at, not checked in
full, in order."""

STANDING_WORDS: Final = {
    "missing": say("missing"),
    "late": say("came late: decide"),
    "draft": say("draft only"),
    "illegal": say("not in order"),
    "doubt": say("in doubt"),
    "unsure": say("not checked in full"),
    "in-order": say("in order"),
}

RESULT_WORDS: Final = {
    "running": say("being checked"),
    "in-order": say("checked"),
    "amended": say("amended at a check"),
    "problem": say("problem at a check"),
}


@dataclass(frozen=True, slots=True)
class LatestVersion:
    """The roster of one entry as rows have it: the version that counts, or the draft where there is none (0)."""

    number: int
    state: str
    at: datetime
    legal: bool
    total: int | None
    faction: str
    problems: int
    doubts: int
    whole: bool
    advantageous: bool = False


@dataclass(frozen=True, slots=True)
class LatestInspection:
    """The latest check of an entry's roster: what became of it, and the version it was of."""

    result: str
    version: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PlayerRoster:
    """One player with their roster.

    Attributes:
        entry: the registration's primary key.
        player: the entry number; None for somebody waiting for a place.
        table: where they sit in the running round.
        gone: they have left the tournament.
        kept: their roster; None where there is nothing.
        seen: the latest check of it.
    """

    entry: int
    player: int | None
    name: str
    club: str
    table: int | None
    gone: bool
    kept: LatestVersion | None
    seen: LatestInspection | None

    @property
    def standing(self) -> RosterStanding:
        """How the roster stands."""
        if self.kept is None:
            return "missing"
        if self.kept.number == 0:
            return "late" if self.kept.state == "late" else "draft"
        if not self.kept.legal:
            return "illegal"
        if self.kept.doubts:
            return "doubt"
        return "in-order" if self.kept.whole else "unsure"

    @property
    def standing_words(self) -> Message:
        """How the roster stands, in words."""
        return STANDING_WORDS[self.standing]

    @property
    def handed_in(self) -> bool:
        """Whether there is a roster that counts."""
        return self.kept is not None and self.kept.number > 0

    @property
    def changed(self) -> bool:
        """Whether it was changed after a judge checked it."""
        return bool(self.handed_in and self.seen and self.kept and self.seen.version < self.kept.number)

    @property
    def checked(self) -> bool:
        """Whether a judge has finished checking what counts now."""
        return bool(self.seen and self.seen.result != "running" and not self.changed)

    @property
    def faction(self) -> str:
        """The faction of the roster that counts, in words; empty if unknown."""
        return str(faction_words(self.kept.faction)) if self.kept else ""

    @property
    def seen_words(self) -> Message:
        """What became of the latest check, in words; empty without one."""
        return RESULT_WORDS[self.seen.result] if self.seen else NOTHING


def lines_of(tournament: int, state: State) -> list[PlayerRoster]:
    """Everybody who plays, and whoever left or waits but brought a roster; by name, in four queries."""
    kept, seen, tables = _kept(tournament), _seen(tournament), tables_of(state)
    return [
        PlayerRoster(
            one.entry,
            one.player,
            one.name,
            one.club,
            tables.get(one.player or 0),
            not one.in_play,
            kept.get(one.entry),
            seen.get(one.entry),
        )
        for one in people.lines_of(tournament, state)
        if one.in_play or one.entry in kept
    ]


def _kept(tournament: int) -> Mapping[int, LatestVersion]:
    rows = RosterVersion.objects.filter(entry__tournament=tournament).order_by("entry", "number")
    fields = (
        "entry",
        "number",
        "state",
        "at",
        "legal",
        "total",
        "faction",
        "whole",
        "advantageous",
        "checked",
    )
    # The highest number of an entry comes last, and counts; a draft (0) only where there is nothing else.
    return {row[0]: _row(row) for row in rows.values_list(*fields)}


def _row(row: Sequence[Any]) -> LatestVersion:
    _entry, number, state, at, legal, total, faction, whole, advantageous, checked = row
    if not number:  # what is in a draft is its player's alone
        return LatestVersion(0, state, at, legal, None, "", 0, 0, whole)
    bad, doubts = severities(checked)
    return LatestVersion(number, state, at, legal, total, faction, bad, doubts, whole, advantageous)


def severities(checked: Any) -> tuple[int, int]:
    """How many problems a kept check found that forbid to play, and how many to be looked at."""
    kept = checked.get("problems") if isinstance(checked, dict) else None
    found = [each.get("severity") for each in kept or () if isinstance(each, dict)]
    return found.count("illegal"), found.count("doubt")


def _seen(tournament: int) -> Mapping[int, LatestInspection]:
    rows = RosterInspection.objects.filter(entry__tournament=tournament).order_by("pk")
    return {
        entry: LatestInspection(result, version, at)
        for entry, result, version, at in rows.values_list("entry", "result", "version", "at")
    }


def tables_of(state: State) -> Mapping[int, TableNo]:
    """The table of everybody who sits at one in the running round, by entry number."""
    round_ = queries.current_round(state)
    if round_ is None or round_.complete:
        return {}
    return {player: table for table, match in round_.matches.items() for player in match.pairing.players}


def found(lines: Iterable[PlayerRoster], query: str) -> list[PlayerRoster]:
    """The lines that fit what was typed: every word in name, club or faction, or the entry number."""
    wanted = folded(query).removeprefix("#").strip()
    if not wanted:
        return list(lines)
    if wanted.isdecimal():
        return [line for line in lines if wanted in (str(line.player), str(line.table))]
    return [line for line in lines if _fits(line, wanted.split())]


def _fits(line: PlayerRoster, words: Sequence[str]) -> bool:
    text = folded(f"{line.name} {line.club} {line.faction}")
    return all(word in text for word in words)


def _by_name(line: PlayerRoster) -> tuple[object, ...]:
    return alphabetical()(line.name), line.entry


def _total(line: PlayerRoster) -> int | None:
    return line.kept.total if line.kept else None


ROSTERS: Final[ListKind[PlayerRoster]] = ListKind(
    parts={
        "all": ListPart(gettext_lazy("All"), lambda _line: True),
        # Nobody waits for the roster of somebody who has left.
        "missing": ListPart(
            gettext_lazy("Missing"), lambda line: line.standing == "missing" and not line.gone
        ),
        "late": ListPart(gettext_lazy("Late"), lambda line: line.standing == "late" and not line.gone),
        "draft": ListPart(
            gettext_lazy("Draft only"), lambda line: line.standing == "draft" and not line.gone
        ),
        "illegal": ListPart(gettext_lazy("Not in order"), lambda line: line.standing == "illegal"),
        "doubt": ListPart(gettext_lazy("In doubt"), lambda line: line.standing == "doubt"),
        "unsure": ListPart(gettext_lazy("Not checked in full"), lambda line: line.standing == "unsure"),
        "in-order": ListPart(gettext_lazy("In order"), lambda line: line.standing == "in-order"),
        "changed": ListPart(gettext_lazy("Changed since checked"), lambda line: line.changed),
        "checked": ListPart(gettext_lazy("Checked"), lambda line: line.checked),
        "unchecked": ListPart(
            gettext_lazy("Not checked"), lambda line: line.handed_in and not line.checked and not line.gone
        ),
    },
    columns={
        "name": SortColumn(pgettext_lazy("of a person", "Name"), _by_name),
        "table": SortColumn(
            gettext_lazy("Table"),
            lambda line: (line.table is None, line.table or 0, *_by_name(line)),
            figures=True,
        ),
        "standing": SortColumn(
            gettext_lazy("Roster"),
            lambda line: (get_args(RosterStanding).index(line.standing), *_by_name(line)),
        ),
        "faction": SortColumn(
            gettext_lazy("Faction"),
            lambda line: (not line.faction, alphabetical()(line.faction), *_by_name(line)),
        ),
        "total": SortColumn(
            gettext_lazy("Points"),
            lambda line: (_total(line) is None, _total(line) or 0, *_by_name(line)),
            figures=True,
        ),
        "at": SortColumn(
            gettext_lazy("Handed in"),
            lambda line: (line.kept is None, line.kept.at.timestamp() if line.kept else 0, *_by_name(line)),
        ),
        "seen": SortColumn(
            gettext_lazy("Check"), lambda line: (line.checked, line.seen is None, *_by_name(line))
        ),
    },
    found=found,
)
