"""An organiser's own regulations file: read from an upload, or every mistake with the line it stands in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from muster.core.messages import Message
from muster.rules.load import MAX_BYTES, parse
from muster.rules.mistakes import Mistake
from muster.rules.schema import Regulations

_STEP = re.compile(r"([A-Za-z0-9_-]+)(?:\[(\d+)\])?")


@dataclass(frozen=True, slots=True)
class FileMistake:
    """One thing wrong in a regulations file, for a page.

    Attributes:
        line: the number of the line it stands in, as near as can be told; None where the whole file is meant.
        shown: that line.
        key: the way to the value.
        message: what is wrong and what would be right.
    """

    line: int | None
    shown: str
    key: str
    message: Message


def read_own(text: bytes, name: str) -> Regulations | tuple[FileMistake, ...]:
    """Read a regulations file; `name` is what it is called.

    Returns:
        The regulations, or every mistake at once. A file of any content and size gives one or the other.
    """
    found = parse(text[: MAX_BYTES + 1], name[:100])
    if isinstance(found, Regulations):
        return found
    lines = text[:MAX_BYTES].decode("utf-8-sig", "replace").splitlines()
    return tuple(placed(mistake, lines) for mistake in found)


def placed(mistake: Mistake, lines: list[str]) -> FileMistake:
    """A mistake with the line of a TOML file it stands in."""
    number = mistake.line or _line_of(mistake.key, lines)
    shown = lines[number - 1].strip()[:160] if number and number <= len(lines) else ""
    return FileMistake(number, shown, mistake.key, mistake.message)


def _line_of(key: str, lines: list[str]) -> int | None:
    """The line of a key such as `structures[2].rows[1].to`: of its nearest part that has a line of its own."""
    at: int | None = None
    for match in _STEP.finditer(key):
        found = _after(match[1], int(match[2] or 1), at or 0, lines)
        if found is None:
            break
        at = found
    return at


def _after(word: str, nth: int, start: int, lines: list[str]) -> int | None:
    """The number of the nth line from `start` on that begins this table, list or value."""
    header = re.compile(rf"\s*\[\[?\s*{re.escape(word)}\s*\]")
    value = re.compile(rf"\s*{re.escape(word)}\s*=")
    seen = 0
    for number, line in enumerate(lines[start:], start + 1):
        if header.match(line):
            seen += 1
            if seen == nth:
                return number
        elif value.match(line):
            # The items of a list follow its name, a line each as these files are written.
            return min(number + nth, len(lines)) if nth > 1 or line.rstrip().endswith("[") else number
        elif start and line.startswith("["):
            return None
    return None
