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
from muster.core.messages import Message, figure, say
from muster.core.private import Reasons, Words, fault_in
from muster.core.tournament.engine import UnreadableFactError, decode, digests_in, joined, parted, says
from muster.core.tournament.journal import Entry, Journal

FORMAT: Final = "muster-journal"
VERSION: Final = 1
LONGEST_LINE: Final = 50_000_000
LONGEST_NAME: Final = 200

_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class UnreadableJournalError(ValueError):
    """A file that is no journal of this release, is damaged, or was changed; the message names the line."""

    def __init__(self, says: Message) -> None:
        super().__init__(says)
        self.says = says


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
        raise UnreadableJournalError(
            say("line 1: reasons: no fact has the digest {digest}", digest=digest[:8])
        )
    return file


def _lines(content: bytes) -> Iterator[tuple[int, str]]:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        says = say("line {line} is not UTF-8 text (byte {byte})", line=line, byte=error.start)
        raise UnreadableJournalError(says) from None
    if not text:
        raise UnreadableJournalError(say("the file is empty: there is not even a header in line 1"))
    if not text.endswith("\n"):
        count = text.count("\n") + 1
        says = say("line {line} is cut off: the file must end with a line feed", line=count)
        raise UnreadableJournalError(says)
    return enumerate(text.split("\n")[:-1], 1)


def _header(line: str) -> JournalFile:
    """A file without facts yet."""
    header = _parsed(1, line)
    if header.get("format") != FORMAT:
        raise UnreadableJournalError(
            say("line 1 is not the header of a journal ({member})", member=f'"format":"{FORMAT}"')
        )
    if header.get("version") != VERSION:
        raise UnreadableJournalError(
            say(
                "line 1: journal version {version} is not {known}; use a newer release",
                version=repr(header.get("version")),
                known=VERSION,
            )
        )
    title, names, reasons = header.get("title", ""), header.get("names", {}), header.get("reasons", {})
    if not isinstance(title, str) or not isinstance(names, dict) or not isinstance(reasons, dict):
        raise UnreadableJournalError(
            say("line 1: title must be text, names must be an object, and so must reasons")
        )
    known = dict(_name(key, name) for key, name in names.items())
    words = dict(_reason(digest, found) for digest, found in reasons.items())
    if header_line(title, known, words) != line:
        raise UnreadableJournalError(say("line 1 is not in canonical form: it is not what Muster writes"))
    return JournalFile(Journal(), title, known, words)


def _name(key: str, name: object) -> tuple[PlayerId, str]:
    if not key.isascii() or not key.isdecimal() or len(key) > 9:
        says = say("line 1: names: {key} is not an entry number", key=repr(key[:20]))
        raise UnreadableJournalError(says)
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise UnreadableJournalError(
            say(
                "line 1: names: the name of {player} is not text of at most {most} characters",
                player=key,
                most=LONGEST_NAME,
            )
        )
    return PlayerId(int(key)), name


def _reason(digest: str, found: object) -> tuple[str, Words]:
    if fault := fault_in(digest, found):
        raise UnreadableJournalError(say("line 1: reasons: {fault}", fault=fault))
    return digest, Words(*found)  # type: ignore[misc]  # two texts, or it were at fault


def _add(journal: Journal, number: int, line: str) -> None:
    data, envelope = _split(number, line)
    seq = len(journal.entries) + 1
    if envelope.get("seq") != seq:
        raise UnreadableJournalError(
            say(
                "line {line}: fact {seq} is expected here, not {found}",
                line=number,
                seq=seq,
                found=repr(envelope.get("seq")),
            )
        )
    kind, version, key = envelope.get("kind"), envelope.get("v"), envelope.get("key")
    if not isinstance(kind, str) or type(version) is not int or not isinstance(key, str | None):
        raise UnreadableJournalError(
            say("line {line}: kind must be text, v a whole number and key text or null", line=number)
        )
    try:
        fact = decode(kind, version, data)
    except UnreadableFactError as error:
        raise UnreadableJournalError(say("line {line}: {fault}", line=number, fault=error.says)) from None
    text = joined(kind, version, data)
    if not says(text, fact):
        raise UnreadableJournalError(_uncanonical(number))
    try:
        entry = journal.record(fact, text=text, key=key)
    except (LookupError, TypeError, ValueError):
        wrong = say("line {line}: {kind} does not fit what stands before it", line=number, kind=kind)
        raise UnreadableJournalError(wrong) from None
    if entry.head != envelope.get("head"):
        raise UnreadableJournalError(
            say(
                "line {line}: the chain is broken: this fact, or one before it, is not what was recorded",
                line=number,
            )
        )
    if entry_line(entry) != line:
        raise UnreadableJournalError(_uncanonical(number))


def _uncanonical(number: int) -> Message:
    return say("line {line} is not in canonical form: it holds something a journal does not", line=number)


def _split(number: int, line: str) -> tuple[str, dict[str, Any]]:
    """The data of a fact's line as they stand there, and the rest of the line as an object."""
    if len(line) > LONGEST_LINE:
        says = say("line {line} is longer than {most} characters", line=number, most=figure(LONGEST_LINE))
        raise UnreadableJournalError(says)
    start, found, rest = line.rpartition(',"head":')
    if not found or not start.startswith('{"data":'):
        _parsed(number, line)
        says = say("line {line} is not in canonical form: data and head must come first", line=number)
        raise UnreadableJournalError(says)
    return start[8:], _parsed(number, '{"head":' + rest)


def _parsed(number: int, line: str) -> dict[str, Any]:
    try:
        parsed = json.loads(line)
    except (ValueError, RecursionError):
        raise UnreadableJournalError(say("line {line} is not JSON", line=number)) from None
    if not isinstance(parsed, dict):
        raise UnreadableJournalError(say("line {line} is not a JSON object", line=number))
    return parsed
