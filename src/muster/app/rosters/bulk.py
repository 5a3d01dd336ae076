"""Many rosters out of one file: whose each of them is, told by the names, and handing them in together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Final

from muster.app.common.access import Actor
from muster.app.people import read as lists
from muster.app.people.read import Line
from muster.app.rosters import read, storage
from muster.app.rosters.checking import RosterVerdict, answer, check_reading, read_back
from muster.app.rosters.terms import rules_of
from muster.core.messages import Message, say
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.folding import same_name
from muster.exchange.rosters import armada_sheet, melee_csv
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.reading import Reading, Unreadable
from muster.people.models import Entry, RosterVersion, Tournament

GAMES: Final = ("unlimited", "armada")
"""The games that have files of many rosters."""

LARGEST: Final = 5_000_000
"""Bytes of a file of rosters: some 2,000 decks."""

MOST: Final = 2_000
"""Rosters of one file."""


NO_ANSWERS: Final[Mapping[int, Mapping[str, str]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FileRow:
    """One roster of the file.

    Attributes:
        number: its place in the file, from 0: by which it is chosen.
        name: whose it is, as the file says.
        verdict: the roster and what the check found.
        line: the player it is taken for; None where nobody, or more than one, is called so.
        has: they have handed one in already, which this one would replace.
    """

    number: int
    name: str
    verdict: RosterVerdict
    line: Line | None
    has: bool

    @property
    def empty(self) -> bool:
        """Whether nothing could be read of it."""
        return not self.verdict.roster.items


@dataclass(frozen=True, slots=True)
class FilePreview:
    """What a file holds: its rosters, and the players who may be chosen for them."""

    rows: tuple[FileRow, ...]
    players: tuple[Line, ...]


def preview(
    tournament: Tournament,
    state: State,
    content: bytes | str,
    answers: Mapping[int, Mapping[str, str]] = NO_ANSWERS,
) -> FilePreview | Unreadable:
    """Read a file of many rosters (Melee's decklists, an organiser's sheet of fleets) and tell whose they are.

    Names count as the same whatever their capitals, accents and order; aliases are looked at, too.

    Args:
        tournament: whose.
        state: as it stands.
        content: the file.
        answers: by the number of a roster, which cards its names mean that could be several.
    """
    found = _read(state, content)
    if isinstance(found, Unreadable):
        return found
    if len(found) > MOST:
        return Unreadable(say("There are too many rosters in this file: split it."))
    lines = [line for line in lists.lines_of(tournament.pk, state) if line.standing != "withdrawn"]
    known = _by_name(lines)
    having = _having(tournament)
    rows = []
    for number, (name, reading) in enumerate(found):
        owners = known.get(same_name(name), ()) if name else ()
        line = owners[0] if len(owners) == 1 else None
        verdict = check_reading(tournament, state, reading)
        if chosen := answers.get(number):
            verdict = answer(tournament, state, verdict, chosen)
        rows.append(FileRow(number, name, verdict, line, line is not None and line.entry in having))
    return FilePreview(tuple(rows), tuple(lines))


def _read(state: State, content: bytes | str) -> Sequence[tuple[str, Reading]] | Unreadable:
    rules = rules_of(state)
    if rules is None:
        return Unreadable(say("The regulations of this tournament say nothing of rosters."))
    if len(content) > LARGEST:
        return Unreadable(say("This file is too large: split it."))
    if rules.game == "unlimited":
        return melee_csv.read_many(content)
    if rules.game == "armada":
        text = cleaned(content)
        sheet = text if isinstance(text, Unreadable) else armada_sheet.read_sheet(text)
        return sheet if isinstance(sheet, Unreadable) else [(each.roster.name, each) for each in sheet]
    return Unreadable(
        say("Files of many rosters are read for Unlimited (Melee) and Armada (a sheet of fleets) only.")
    )


def _by_name(lines: Iterable[Line]) -> Mapping[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for line in lines:
        for name in {same_name(line.name), same_name(line.alias)} - {""}:
            found.setdefault(name, []).append(line)
    return found


def _having(tournament: Tournament) -> frozenset[int]:
    rows = RosterVersion.objects.filter(entry__tournament=tournament, number__gt=0)
    return frozenset(rows.values_list("entry", flat=True))


@dataclass(frozen=True, slots=True)
class FileKept:
    """What became of a file: how many rosters are kept, and who was refused, with why."""

    count: int
    refused: tuple[tuple[str, Message], ...]


def keep(
    tournament: Tournament, found: FilePreview, chosen: Mapping[int, int], actor: Actor, now: datetime
) -> FileKept:
    """Hand rosters in for players.

    Args:
        tournament: whose.
        found: what the file holds.
        chosen: the entry for each roster's number; those that are not in it are passed over.
        actor: who brings the file.
        now: when.
    """
    entries = Entry.objects.filter(tournament=tournament, pk__in=set(chosen.values())).select_related(
        "person"
    )
    owners = {entry.pk: entry for entry in entries}
    count, refused = 0, []
    for row in found.rows:
        owner = owners.get(chosen.get(row.number, 0))
        if owner is None or row.empty:
            continue
        owner.tournament = tournament
        there = read.current(owner)
        if there is not None and read_back(there) == row.verdict.roster:
            count += 1  # the same file once more
            continue
        done = storage.submit(owner, row.verdict, actor, now)
        if isinstance(done, Refusal):
            refused.append((row.name or owner.person.name, done.says))
        else:
            count += 1
    return FileKept(count, tuple(refused))
