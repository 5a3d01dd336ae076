"""A page with gaps for what is never the same twice, compressed once and whole all the same.

What stands between the gaps is compressed when the page is made, as one stream that pauses at each gap. What is put
into a gap goes into the stream as it is, uncompressed: so an answer is joined in a few microseconds, and how long it is
tells nothing of what stands in the gaps (BREACH).
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from secrets import randbelow
from typing import Final, NamedTuple

LEVEL: Final = 3
"""Half of the time that zlib's own choice takes, and a tenth longer."""

PADDING: Final = 100
"""Bytes below which the length of an answer is made uncertain, as Django does with what it compresses."""

_STRANGE: Final = b"\xff"
"""In no text in UTF-8: stands in the gaps while the rest is compressed, so that nothing refers to what is in them."""

_LARGEST: Final = 65_535
"""Bytes a stored block of RFC 1951 can have."""

_HEAD: Final = b"\x1f\x8b\x08\x08\0\0\0\0\0\xff"
"""RFC 1952: deflate, with the name of a file, made at no time, on no system in particular."""


class Gap(NamedTuple):
    """A place that is filled anew in each answer.

    Attributes:
        name: what with.
        size: how many bytes that always has.
    """

    name: str
    size: int


class GappedPage:
    """A page with gaps in it.

    Args:
        words: what stands between the gaps, in UTF-8; one more than there are gaps.
        gaps: the gaps.

    Attributes:
        size: the bytes it takes.
    """

    __slots__ = ("_gaps", "_packed", "_plain", "size")

    def __init__(self, words: Sequence[bytes], gaps: Sequence[Gap]) -> None:
        self._gaps = [gap.name for gap in gaps]
        self._plain = _spaced(words)
        self._packed = _spaced(_packed(words, [gap.size for gap in gaps]))
        self.size = sum(map(len, words)) + sum(map(len, self._packed))

    def plain(self, filled: Mapping[str, bytes]) -> bytes:
        """The page with its gaps filled."""
        pieces = self._plain.copy()
        pieces[1::2] = [filled[name] for name in self._gaps]
        return b"".join(pieces)

    def packed(self, filled: Mapping[str, bytes]) -> bytes:
        """The same, compressed with gzip, of a length that varies by chance."""
        plain, pieces = self.plain(filled), self._packed.copy()
        pieces[1::2] = [filled[name] for name in self._gaps]
        end = zlib.crc32(plain).to_bytes(4, "little") + (len(plain) & 0xFFFFFFFF).to_bytes(4, "little")
        return b"".join((_HEAD, b"a" * randbelow(PADDING), b"\0", *pieces, end))


def _spaced(words: Sequence[bytes]) -> list[bytes]:
    """These with room between them."""
    found = [b""] * (2 * len(words) - 1)
    found[::2] = words
    return found


def _packed(words: Sequence[bytes], sizes: Sequence[int]) -> list[bytes]:
    """What stands between the gaps compressed, each piece with the head of the stored block that follows it."""
    stream, found = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS), list[bytes]()
    for text, size in zip(words[:-1], sizes, strict=True):
        made = stream.compress(text) + stream.flush(zlib.Z_SYNC_FLUSH)
        found.append(made + b"\0" + size.to_bytes(2, "little") + (size ^ _LARGEST).to_bytes(2, "little"))
        # The gap takes its room in the window, so that what follows finds what came before at its distance.
        stream.compress(_STRANGE * size)
        stream.flush(zlib.Z_SYNC_FLUSH)
    return [*found, stream.compress(words[-1]) + stream.flush(zlib.Z_FINISH)]
