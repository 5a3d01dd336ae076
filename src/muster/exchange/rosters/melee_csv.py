"""The decklists of a whole tournament as Melee.gg gives them to its organiser: one CSV file, a player a line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from muster.core.messages import Message, figure, say
from muster.core.roster.roster import Item, Roster
from muster.exchange.decoding import decoded
from muster.exchange.entries import LARGEST, EntryProblem
from muster.exchange.rosters.cleaning import json_value, plain_lines
from muster.exchange.rosters.reading import LONGEST_NAME, Reading, Unread, Unreadable, bounded

ID: Final = "melee-csv"

MOST_PLAYERS: Final = 3_000
"""Lines of a file."""

_WHO: Final = ("ownerdisplayname", "ownernamefirstlast", "ownerusername")
_RECORDS: Final = "records"
_SECTION_OF: Final[Mapping[object, str]] = {0: "deck", 6: "leader", 7: "base", 99: "sideboard"}
_ORDER: Final = tuple(_SECTION_OF[each] for each in (6, 7, 0, 99))
_JOINED: Final = re.compile(r"\}[ \t]*\|[ \t]*\{")


def read_many(content: str | bytes) -> tuple[tuple[str, Reading], ...] | Unreadable:
    """Every player's deck with the name the player is shown by, in the order of the file.

    A deck that cannot be read is there without cards, and with a remark or an unread line that says why. Refused is
    a file that is no such list at all.
    """
    text = _text(content)
    if isinstance(text, Unreadable):
        return text
    try:
        rows = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error:
        return Unreadable(say("This CSV file is damaged. Download the decklists from Melee again."))
    if len(rows) > MOST_PLAYERS + 1:
        return Unreadable(
            say(
                "There are {lines} lines; {most} players are the most.",
                lines=figure(len(rows)),
                most=figure(MOST_PLAYERS),
            )
        )
    heads = [head.strip().lower() for head in rows[0]] if rows else []
    if _RECORDS not in heads or not any(who in heads for who in _WHO):
        return Unreadable(
            say(
                "This is no file of decklists from Melee: it has no columns “OwnerDisplayName” and “Records”."
            )
        )
    return tuple(_players(heads, rows[1:]))


def _text(content: str | bytes) -> str | Unreadable:
    if len(content) > LARGEST:
        return Unreadable(say("The file is larger than {most} MB.", most=LARGEST // 1_000_000))
    if isinstance(content, str):
        return plain_lines(content)
    found = decoded(content)
    if isinstance(found, EntryProblem):
        return Unreadable(say("The file cannot be read: {why}.", why=found.message))
    return plain_lines(found[0])


def _players(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, Reading]]:
    for number, cells in enumerate(rows, 2):
        row = dict(zip(heads, cells, strict=False))
        who = next((name for each in _WHO if (name := " ".join(row.get(each, "").split()))), "")
        records = row.get(_RECORDS, "").strip()
        if who or records:
            yield who[:LONGEST_NAME], _deck(" ".join(row.get("name", "").split()), records, number)


def _deck(name: str, records: str, number: int) -> Reading:
    empty = Roster("unlimited", name=name[:LONGEST_NAME])
    joined = records if records.startswith("[") else f"[{_JOINED.sub('},{', records)}]"
    value = json_value(joined)
    if not isinstance(value, list):
        why = value.says if isinstance(value, Unreadable) else say("The deck is no list of cards.")
        return Reading(ID, empty, remarks=(_at(number, why),))
    items, unread = _items(value, number)
    found = bounded(Reading(ID, Roster("unlimited", items, name=name), unread))
    return found if isinstance(found, Reading) else Reading(ID, empty, remarks=(_at(number, found.says),))


def _at(line: int, says: Message) -> Message:
    return say("Line {line}: {says}", line=line, says=says)


def _items(records: Sequence[object], number: int) -> tuple[tuple[Item, ...], tuple[Unread, ...]]:
    read = [(record, _item(record, number)) for record in records]
    unread = tuple(Unread(number, str(record)[:LONGEST_NAME]) for record, item in read if item is None)
    items = [item for _, item in read if item is not None]
    return tuple(sorted(items, key=lambda item: _ORDER.index(item.section))), unread


def _item(record: object, number: int) -> Item | None:
    if not isinstance(record, dict):
        return None
    name, subtitle, count = record.get("n"), record.get("s"), record.get("q", 1)
    section = _SECTION_OF.get(_hashable(record.get("c", 0)))
    if not isinstance(name, str) or not name or not isinstance(count, int) or section is None:
        return None
    return Item(section, name, subtitle if isinstance(subtitle, str) else "", count, line=number)


def _hashable(value: object) -> object:
    return value if isinstance(value, int) else None
