"""Files of bytes as text: encodings told by their marks, tried in order, or said by whoever knows."""

from __future__ import annotations

from typing import Final, Literal, get_args

from muster.core.messages import say
from muster.exchange.entries import LARGEST, EntryProblem

Encoding = Literal["auto", "utf-8", "utf-16", "windows-1250", "windows-1252"]
"""How a file is to be read; `auto` looks at the file."""

ENCODINGS: Final[tuple[Encoding, ...]] = get_args(Encoding)

_KINDS: Final = {
    b"\xd0\xcf\x11\xe0": say(
        "this is an old or locked workbook; save it as .xlsx or .ods without a password, or as CSV"
    ),
    b"%PDF": say("this is a PDF; a list must be text, CSV, .xlsx or .ods"),
    b"\x89PNG": say("this is a picture; a list must be text, CSV, .xlsx or .ods"),
    b"\xff\xd8\xff": say("this is a picture; a list must be text, CSV, .xlsx or .ods"),
    b"GIF8": say("this is a picture; a list must be text, CSV, .xlsx or .ods"),
    b"\x1f\x8b": say("this is a packed file; unpack it first"),
    b"Rar!": say("this is a packed file; unpack it first"),
    b"7z\xbc\xaf": say("this is a packed file; unpack it first"),
    b"{\\rtf": say("this is a text document; copy its lines, or save it as plain text"),
}
"""How files begin that are no lists."""

_NO_TEXT: Final = say("this is no text; a list must be text, CSV, .xlsx or .ods")

_CENTRAL: Final = frozenset("ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřšťůžČĎĚŇŘŠŤŮŽőűŐŰľĺŕđăşţ")
_WESTERN: Final = frozenset("àâãåæèêìïñòõøùûÿœÀÂÃÅÆÈÊÌÏÑÒÕØÙÛŒß")


def decoded(content: bytes, encoding: Encoding = "auto") -> tuple[str, str] | EntryProblem:
    """The text of a file and the encoding it was read in.

    Returns:
        The text and the encoding's name, or why it cannot be read: too large, no text, or not in the encoding
        that was asked for.
    """
    if len(content) > LARGEST:
        return EntryProblem(0, say("the file is larger than {most} MB", most=LARGEST // 1_000_000))
    for mark, kind in _KINDS.items():
        if content.startswith(mark):
            return EntryProblem(0, kind)
    if encoding != "auto":
        return _read(content, encoding) or EntryProblem(
            0, say("this is not {encoding} text", encoding=encoding.upper())
        )
    return _guessed(content)


def _guessed(content: bytes) -> tuple[str, str] | EntryProblem:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _read(content, "utf-16") or EntryProblem(0, say("this begins like UTF-16 text and is none"))
    found = _read(content, "utf-8")
    if found is not None and "\0" not in found[0]:
        return found
    if b"\0" in content:
        wide = _wide(content)
        return wide or EntryProblem(0, _NO_TEXT)
    return _eight_bit(content)


def _read(content: bytes, encoding: str) -> tuple[str, str] | None:
    codec = "utf-8-sig" if encoding == "utf-8" else encoding
    try:
        return content.decode(codec), encoding
    except UnicodeDecodeError:
        return None


def _wide(content: bytes) -> tuple[str, str] | None:
    """UTF-16 without a mark: nearly every second byte of a list of names is zero."""
    half = len(content) // 2
    for codec, first in (("utf-16-le", 1), ("utf-16-be", 0)):
        if content[first::2].count(0) > half // 2 and content[1 - first :: 2].count(0) == 0:
            found = _read(content, codec)
            return (found[0], "utf-16") if found else None
    return None


def _eight_bit(content: bytes) -> tuple[str, str] | EntryProblem:
    """Windows-1250 or Windows-1252, whichever makes more letters of the bytes; the western one if neither."""
    readings = [
        (_letters(found[0], own), -at, found)
        for at, (name, own) in enumerate((("windows-1252", _WESTERN), ("windows-1250", _CENTRAL)))
        if (found := _read(content, name)) is not None
    ]
    if not readings:
        return EntryProblem(0, _NO_TEXT)
    return max(readings)[2]


def _letters(text: str, own: frozenset[str]) -> int:
    """How well a text reads: a point for each letter of these languages, less for signs that names lack."""
    return sum(
        1 if char in own else -3 if not char.isalpha() and not char.isspace() else 0
        for char in text
        if not char.isascii()
    )
