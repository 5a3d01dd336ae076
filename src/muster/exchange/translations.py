"""Catalogues of sentences, as gettext has them: read from `.po`, written in one stable form, compiled to `.mo`.

The form is the one translators' programs read and write. Ours is sorted by sentence, names files without lines and
breaks no line, so that a change of the code changes nothing but the sentences it changes.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from muster.core.messages import SaidError, say

Key: TypeAlias = tuple[str, str, str]
"""By what a sentence is looked up: its context, itself, and the sentence for several; empty where there is none."""

REVIEWED: Final = "X-Reviewed"
"""The line of a compiled catalogue's heading that says how many of its sentences are translated and reviewed."""


class TranslationError(SaidError):
    """A catalogue that cannot be read."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A sentence of a catalogue.

    Attributes:
        key: what is translated.
        forms: the translation, one form or one for each plural of the language; empty as long as there is none.
        fuzzy: whether somebody who knows the language has still to look at the translation.
        files: where the sentence stands.
        remarks: what its translators told each other.
    """

    key: Key
    forms: tuple[str, ...] = ()
    fuzzy: bool = field(default=False, kw_only=True)
    files: tuple[str, ...] = field(default=(), kw_only=True)
    remarks: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    def translated(self) -> bool:
        """Whether every form is there."""
        return bool(self.forms) and all(self.forms)

    @property
    def reviewed(self) -> bool:
        """Whether it is translated and nobody has to look at it any more."""
        return self.translated and not self.fuzzy


@dataclass(frozen=True, slots=True)
class Spoken:
    """A catalogue: the lines of its heading by name, and its sentences by key."""

    heading: Mapping[str, str]
    entries: Mapping[Key, Translation] = field(default_factory=dict)

    @property
    def plurals(self) -> int:
        """How many plural forms the language has."""
        found = re.match(r"nplurals=(\d+);", self.heading.get("Plural-Forms", ""))
        return int(found[1]) if found else 1


def read(text: str) -> Spoken:
    """The catalogue in a `.po` file; what is left over from earlier (`#~`) is not read.

    Raises:
        TranslationError: a line is none of such a file.
    """
    heading: dict[str, str] = {}
    entries: dict[Key, Translation] = {}
    for block in re.split(r"\n\s*\n", text):
        entry = _read_entry(block)
        if entry is None:
            continue
        if entry.key == ("", "", ""):
            lines = (line.partition(": ") for line in "".join(entry.forms).splitlines())
            heading = {name: value for name, _, value in lines}
        else:
            entries[entry.key] = entry
    return Spoken(heading, entries)


_LINE: Final = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s*)?"((?:[^"\\]|\\.)*)"')
_ESCAPED: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}


def _read_entry(block: str) -> Translation | None:
    found: dict[str, str] = {}
    at, flags, files, remarks = "", "", list[str](), list[str]()
    for line in map(str.strip, block.splitlines()):
        if line.startswith("#,"):
            flags += line
        elif line.startswith("#:"):
            files += line[2:].split()
        elif line == "#" or line.startswith("# "):
            remarks.append(line[2:])
        elif line and not line.startswith("#"):
            part = _LINE.fullmatch(line)
            if part is None or not (part[1] or at):
                raise TranslationError(say("This is no line of a catalogue: {line}", line=line[:80]))
            at = part[1] or at
            found[at] = found.get(at, "") + _ESCAPED.sub(lambda sign: _ESCAPES.get(sign[1], sign[1]), part[2])
    if "msgid" not in found:
        return None
    key = (found.get("msgctxt", ""), found["msgid"], found.get("msgid_plural", ""))
    forms = tuple(value for name, value in sorted(found.items()) if name.startswith("msgstr"))
    return Translation(
        key,
        forms if any(forms) else (),
        fuzzy="fuzzy" in flags,
        files=tuple(files),
        remarks=tuple(remarks),
    )


def merged(catalogue: Spoken, wanted: Mapping[Key, tuple[str, ...]]) -> Spoken:
    """The catalogue with just these sentences, by key with the files they stand in, and what it has of them."""
    entries = {}
    for key, files in wanted.items():
        old = catalogue.entries.get(key, Translation(key))
        entries[key] = replace(old, key=key, files=files)
    return Spoken(catalogue.heading, entries)


def written(catalogue: Spoken) -> str:
    """The `.po` file of a catalogue, sorted by sentence."""
    heading = "".join(f'"{name}: {value}\\n"\n' for name, value in catalogue.heading.items())
    ordered = sorted(catalogue.entries.values(), key=lambda entry: (entry.key[1], entry.key))
    blocks = ("".join(_written_entry(entry, catalogue.plurals)) for entry in ordered)
    return "\n".join([f'msgid ""\nmsgstr ""\n{heading}', *blocks])


def _written_entry(entry: Translation, plurals: int) -> Iterator[str]:
    context, one, many = entry.key
    yield from (f"# {remark}\n" for remark in entry.remarks)
    yield from (f"#: {file}\n" for file in sorted(set(entry.files)))
    form = "python-format" if "%(" in one + many else "python-brace-format" if "{" in one + many else ""
    flags = ", ".join(flag for flag in ("fuzzy" if entry.fuzzy else "", form) if flag)
    if flags:
        yield f"#, {flags}\n"
    if context:
        yield f"msgctxt {_quoted(context)}\n"
    yield f"msgid {_quoted(one)}\n"
    if not many:
        yield f"msgstr {_quoted(''.join(entry.forms))}\n"
        return
    yield f"msgid_plural {_quoted(many)}\n"
    for at, said in enumerate(entry.forms or [""] * plurals):
        yield f"msgstr[{at}] {_quoted(said)}\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def compiled(catalogue: Spoken) -> bytes:
    """The `.mo` file of a catalogue: whatever is translated, and in its heading how much of it is reviewed."""
    reviewed = sum(entry.reviewed for entry in catalogue.entries.values())
    heading = {**catalogue.heading, REVIEWED: f"{reviewed} of {len(catalogue.entries)}"}
    lines = "".join(f"{name}: {value}\n" for name, value in heading.items())
    said = {b"": lines.encode()}
    for entry in catalogue.entries.values():
        if entry.translated:
            said[_looked_up(entry.key).encode()] = "\0".join(entry.forms).encode()
    keys = sorted(said)
    tables = 28  # the length of the heading of such a file
    places, texts = list[int](), bytearray()
    for part in (*keys, *(said[key] for key in keys)):
        places += [len(part), tables + 16 * len(keys) + len(texts)]
        texts += part + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(keys), tables, tables + 8 * len(keys), 0, 0)
    return head + struct.pack(f"<{len(places)}I", *places) + texts


def _looked_up(key: Key) -> str:
    context, one, many = key
    return (f"{context}\x04" if context else "") + one + (f"\0{many}" if many else "")


def heading_of(compiled_file: bytes) -> dict[str, str]:
    """The heading of a `.mo` file: the translation of the empty sentence, which stands first. {} for no such file."""
    if len(compiled_file) < 28 or compiled_file[:4] != b"\xde\x12\x04\x95":
        return {}
    (table,) = struct.unpack_from("<I", compiled_file, 16)
    length, at = struct.unpack_from("<2I", compiled_file, table)
    lines = compiled_file[at : at + length].decode().splitlines()
    return {name: value for name, _, value in (line.partition(": ") for line in lines)}


def is_reviewed(heading: Mapping[str, str]) -> bool:
    """Whether every sentence of the catalogue with this heading is translated and reviewed."""
    done, _, all_of_them = heading.get(REVIEWED, "").partition(" of ")
    return done == all_of_them not in ("", "0")


def shares(entries: Iterable[Translation]) -> tuple[int, int, int]:
    """How many sentences there are, how many are translated, and how many of these reviewed."""
    known = list(entries)
    return len(known), sum(each.translated for each in known), sum(each.reviewed for each in known)
