"""Pictures that people send: what they are by their first bytes, how large, and the picture alone of what they hold.

Only what draws the picture is kept: where it was taken, by whom, with what, and whatever else was packed into the file
stays out. Whoever looks at one gets bytes that were taken apart and put together again here.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal
from zlib import crc32

from muster.core.messages import Message, say

PictureType = Literal["png", "jpeg", "webp"]

LARGEST: Final = 2_000_000
"""The most bytes of a picture."""

WIDEST: Final = 6_000
"""The most pixels a side of it has."""

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT: Final = frozenset({b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"sRGB", b"gAMA", b"cHRM"})
_WEBP_KEPT: Final = frozenset({b"VP8 ", b"VP8L", b"VP8X", b"ALPH"})
_WEBP_DRAWN: Final = frozenset({b"VP8 ", b"VP8L"})
_WEBP_ALPHA: Final = 0x10

_JPEG_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_SCAN: Final = 0xDA
_JPEG_KEPT: Final = frozenset({0xC4, 0xDB, 0xDD, _SCAN, *_JPEG_FRAMES})
_JPEG_SAYS: Final = {0xE0: (b"JFIF\0", b"\0\0"), 0xEE: (b"Adobe", b"")}
"""Of what programs say, how to read the colours and the pixels: how it begins, and what ends its twelve bytes. JFIF
goes on with a small picture, which can show what was cut off the large one: it has none of 0 by 0."""
_END: Final = 0xD9


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that can be shown to everybody.

    Attributes:
        type: what it is.
        width: in pixels.
        height: in pixels.
        data: the file, with nothing in it but the picture.
    """

    type: PictureType
    width: int
    height: int
    data: bytes


class _SpoiltError(Exception):
    """A file that is not what its first bytes say."""


class _MovingError(Exception):
    """A picture that moves."""


def read_picture(data: bytes) -> Picture | Message:
    """The picture in a file: PNG, JPEG or WebP; or why it cannot be shown.

    Drawings (SVG) are refused: they can hold scripts.
    """
    if len(data) > LARGEST:
        return say("A picture may have at most {most} MB.", most=LARGEST // 1_000_000)
    try:
        found = _taken_apart(data)
    except (_SpoiltError, struct.error, IndexError):
        return say("This file is damaged. Save the picture once more and send that.")
    except _MovingError:
        return say("A wall shows no moving pictures. Send one that stands still.")
    if found is None:
        return say("Send a picture as PNG, JPEG or WebP.")
    if not (0 < found.width <= WIDEST and 0 < found.height <= WIDEST):
        return say("A picture may be at most {most} pixels wide and high.", most=WIDEST)
    return found


def _taken_apart(data: bytes) -> Picture | None:
    if data.startswith(_PNG):
        return _png(data)
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _webp(data)
    return None


def _png(data: bytes) -> Picture:
    kept = [_PNG]
    kinds = []
    for kind, body in _png_chunks(data):
        kinds.append(kind)
        if kind in _PNG_KEPT:
            kept.append(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc32(kind + body)))
    whole = data[8:16] == b"\0\0\0\rIHDR" and kinds.count(b"IHDR") == 1
    if not whole or kinds[-1] != b"IEND" or b"IDAT" not in kinds:
        raise _SpoiltError
    width, height = struct.unpack(">II", data[16:24])
    return Picture("png", width, height, b"".join(kept))


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_PNG)
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (sum_,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        if crc32(kind + body) != sum_:
            raise _SpoiltError
        yield kind, body
        if kind == b"IEND":
            return
        at += 12 + length


def _jpeg(data: bytes) -> Picture:
    kept, sizes, drawn, at = [data[:2]], list[tuple[int, int]](), False, 2
    while (marker := _marker(data, at)) != _END:
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        end = at + 2 + length
        if length < 2 or end > len(data):
            raise _SpoiltError
        if marker in _JPEG_FRAMES:
            sizes.append(struct.unpack(">HH", data[at + 5 : at + 9]))
        if marker == _SCAN:
            drawn, end = True, _scanned(data, end)
        kept.append(_jpeg_part(marker, data[at:end]))
        at = end
    if len(sizes) != 1 or not drawn:
        raise _SpoiltError
    [(height, width)] = sizes
    return Picture("jpeg", width, height, b"".join([*kept, b"\xff\xd9"]))


def _jpeg_part(marker: int, part: bytes) -> bytes:
    """What is kept of a part of a JPEG; nothing of most that is not needed to draw it."""
    if marker in _JPEG_KEPT:
        return part
    begins, ends = _JPEG_SAYS.get(marker, (b"", b""))
    body = part[4:16] + ends
    if not begins or not body.startswith(begins) or len(part) < 16:
        return b""
    return part[:2] + struct.pack(">H", 2 + len(body)) + body


def _marker(data: bytes, at: int) -> int:
    if data[at] != 0xFF:
        raise _SpoiltError
    return data[at + 1]


def _scanned(data: bytes, at: int) -> int:
    """Where the drawn lines of a JPEG end: at the next marker that is not part of them."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            raise _SpoiltError
        if data[at + 1] not in (0x00, 0xFF, *range(0xD0, 0xD8)):
            return at
        at += 1 if data[at + 1] == 0xFF else 2


def _webp(data: bytes) -> Picture:
    kept, sizes, drawn = [], set[tuple[int, int]](), False
    for kind, body in _webp_chunks(data):
        if kind in (b"ANIM", b"ANMF"):
            raise _MovingError
        if kind not in _WEBP_KEPT:
            continue
        if size := _webp_size(kind, body):
            sizes.add(size)
        drawn = drawn or kind in _WEBP_DRAWN
        # What is left out must not be announced, either.
        its = bytes([body[0] & _WEBP_ALPHA]) + body[1:] if kind == b"VP8X" else body
        kept.append(kind + struct.pack("<I", len(its)) + its + b"\0" * (len(its) % 2))
    if len(sizes) != 1 or not drawn:
        raise _SpoiltError
    [size] = sizes
    inner = b"WEBP" + b"".join(kept)
    return Picture("webp", *size, b"RIFF" + struct.pack("<I", len(inner)) + inner)


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    (length,) = struct.unpack("<I", data[4:8])
    at, end = 12, 8 + length
    if end > len(data):
        raise _SpoiltError
    while at + 8 <= end:
        kind = data[at : at + 4]
        (size,) = struct.unpack("<I", data[at + 4 : at + 8])
        if at + 8 + size > end:
            raise _SpoiltError
        yield kind, data[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def _webp_size(kind: bytes, body: bytes) -> tuple[int, int] | None:
    if kind == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", body[1:5])
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", body[6:10])
        return width & 0x3FFF, height & 0x3FFF
    return None
