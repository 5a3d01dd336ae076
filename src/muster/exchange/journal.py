r"""Journals as files: a header line, then one line per fact, all canonical JSON in UTF-8.

The header is `{"format":"muster-journal","names":{"1":"…"},"title":"…","version":1}`; names may be left out
or erased, facts do not need them. A file for staff has one member more, if there are words of reasons beside the
journal: `"reasons":{digest:[salt,text]}`, each of which a fact names by its digest. A fact's line is
`{"data":{…},"head":"…","key":…,"kind":"…","seq":…,"v":…}`, where `head` is the SHA-256 after the fact (of
`head before|seq|{"data":…,"kind":…,"v":…}`), so a line that was changed, removed or moved shows; all but the
`key`, which is there for repeated commands and no part of what happened. Writing what was read gives the same
bytes: a fact of an older version is read into the shape of today, but its text stays as it was recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from muster.core.ids import PlayerId
from muster.core.tournament.codec import UnreadableFactError, decode, joined, parted, says
from muster.core.tournament.journal import Entry, Journal
from muster.exchange.reasons import Reasons, Words, digests_in, fault_in

FORMAT: Final = "muster-journal"
VERSION: Final = 1
LONGEST_LINE: Final = 50_000_000
LONGEST_NAME: Final = 200

_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class UnreadableJournalError(ValueError):
    """A file that is no journal of this release, is damaged, or was changed; the message names the line."""


@dataclass(frozen=True, slots=True)
class JournalFile:
    """A journal with what a file adds to it: a title, the display names of the players, the words of reasons."""

    journal: Journal = field(default_factory=Journal)
    title: str = ""
    names: Mapping[PlayerId, str] = field(default_factory=dict)
    reasons: Reasons = field(default_factory=dict)


def write(file: JournalFile) -> str:
    """The whole file, ending in a line feed."""
    header = header_line(file.title, file.names, file.reasons)
    return "\n".join((header, *map(entry_line, file.journal.entries), ""))


def header_line(title: str, names: Mapping[PlayerId, str], reasons: Reasons | None = None) -> str:
    """The first line of a file; the words of reasons are for staff only."""
    people = {str(player): name for player, name in names.items()}
    header = {"format": FORMAT, "names": people, "title": title, "version": VERSION}
    return _CANONICAL.encode({**header, "reasons": reasons} if reasons else header)


def entry_line(entry: Entry) -> str:
    """The line of one fact; the fact's canonical JSON stands in it letter for letter."""
    kind, version, data = parted(entry.text)
    envelope = _CANONICAL.encode({"head": entry.head, "key": entry.key})[1:-1]
    return f'{{"data":{data},{envelope},"kind":"{kind}","seq":{entry.seq},"v":{version}}}'


def read(content: bytes) -> JournalFile:
    """Read a file and replay it, checking order, chain and canonical form on the way.

    Raises:
        UnreadableJournalError: with the first fault, its line and its meaning. Nothing is guessed or skipped.
    """
    lines = _lines(content)
    file = _header(next(lines)[1])
    for number, line in lines:
        _add(file.journal, number, line)
    for digest in sorted(file.reasons.keys() - digests_in(entry.fact for entry in file.journal.entries)):
        raise UnreadableJournalError(f"line 1: reasons: no fact has the digest {digest[:8]}")
    return file


def _lines(content: bytes) -> Iterator[tuple[int, str]]:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableJournalError(f"line {line} is not UTF-8 text (byte {error.start})") from None
    if not text:
        raise UnreadableJournalError("the file is empty: there is not even a header in line 1")
    if not text.endswith("\n"):
        count = text.count("\n") + 1
        raise UnreadableJournalError(f"line {count} is cut off: the file must end with a line feed")
    return enumerate(text.split("\n")[:-1], 1)


def _header(line: str) -> JournalFile:
    """A file without facts yet."""
    header = _parsed(1, line)
    if header.get("format") != FORMAT:
        raise UnreadableJournalError(f'line 1 is not the header of a journal ("format":"{FORMAT}")')
    if header.get("version") != VERSION:
        raise UnreadableJournalError(
            f"line 1: journal version {header.get('version')!r} is not {VERSION}; use a newer release"
        )
    title, names, reasons = header.get("title", ""), header.get("names", {}), header.get("reasons", {})
    if not isinstance(title, str) or not isinstance(names, dict) or not isinstance(reasons, dict):
        raise UnreadableJournalError(
            "line 1: title must be text, names must be an object, and so must reasons"
        )
    known = dict(_name(key, name) for key, name in names.items())
    words = dict(_reason(digest, found) for digest, found in reasons.items())
    if header_line(title, known, words) != line:
        raise UnreadableJournalError("line 1 is not in canonical form: it is not what Muster writes")
    return JournalFile(Journal(), title, known, words)


def _name(key: str, name: object) -> tuple[PlayerId, str]:
    if not key.isascii() or not key.isdecimal() or len(key) > 9:
        raise UnreadableJournalError(f"line 1: names: {key[:20]!r} is not an entry number")
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise UnreadableJournalError(
            f"line 1: names: the name of {key} is not text of at most {LONGEST_NAME} characters"
        )
    return PlayerId(int(key)), name


def _reason(digest: str, found: object) -> tuple[str, Words]:
    if fault := fault_in(digest, found):
        raise UnreadableJournalError(f"line 1: reasons: {fault}")
    return digest, Words(*found)  # type: ignore[misc]  # two texts, or it were at fault


def _add(journal: Journal, number: int, line: str) -> None:
    data, envelope = _split(number, line)
    seq = len(journal.entries) + 1
    if envelope.get("seq") != seq:
        raise UnreadableJournalError(
            f"line {number}: fact {seq} is expected here, not {envelope.get('seq')!r}"
        )
    kind, version, key = envelope.get("kind"), envelope.get("v"), envelope.get("key")
    if not isinstance(kind, str) or type(version) is not int or not isinstance(key, str | None):
        raise UnreadableJournalError(
            f"line {number}: kind must be text, v a whole number and key text or null"
        )
    try:
        fact = decode(kind, version, data)
    except UnreadableFactError as error:
        raise UnreadableJournalError(f"line {number}: {error}") from None
    text = joined(kind, version, data)
    if not says(text, fact):
        raise UnreadableJournalError(_uncanonical(number))
    try:
        entry = journal.record(fact, text=text, key=key)
    except (LookupError, TypeError, ValueError):
        raise UnreadableJournalError(f"line {number}: {kind} does not fit what stands before it") from None
    if entry.head != envelope.get("head"):
        raise UnreadableJournalError(
            f"line {number}: the chain is broken: this fact, or one before it, is not what was recorded"
        )
    if entry_line(entry) != line:
        raise UnreadableJournalError(_uncanonical(number))


def _uncanonical(number: int) -> str:
    return f"line {number} is not in canonical form: it holds something a journal does not"


def _split(number: int, line: str) -> tuple[str, dict[str, Any]]:
    """The data of a fact's line as they stand there, and the rest of the line as an object."""
    if len(line) > LONGEST_LINE:
        raise UnreadableJournalError(f"line {number} is longer than {LONGEST_LINE:,} characters")
    start, found, rest = line.rpartition(',"head":')
    if not found or not start.startswith('{"data":'):
        _parsed(number, line)
        raise UnreadableJournalError(f"line {number} is not in canonical form: data and head must come first")
    return start[8:], _parsed(number, '{"head":' + rest)


def _parsed(number: int, line: str) -> dict[str, Any]:
    try:
        parsed = json.loads(line)
    except (ValueError, RecursionError):
        raise UnreadableJournalError(f"line {number} is not JSON") from None
    if not isinstance(parsed, dict):
        raise UnreadableJournalError(f"line {number} is not a JSON object")
    return parsed
