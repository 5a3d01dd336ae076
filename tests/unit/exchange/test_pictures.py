"""Pictures that people send: only what draws them is kept, and nothing that is not one gets through."""

from __future__ import annotations

import struct
from io import BytesIO
from zlib import crc32

import pytest
from PIL import Image, PngImagePlugin

from muster.core.messages import Message
from muster.exchange.pictures import LARGEST, WIDEST, Picture, read_picture

SECRET = b"Olivia lives here"


def drawn(kind: str, **options: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", (40, 20), (200, 30, 30)).save(out, kind, **options)
    return out.getvalue()


def with_secrets(kind: str) -> bytes:
    """A picture that says where it was taken, with something behind its end."""
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    if kind == "PNG":
        info = PngImagePlugin.PngInfo()
        info.add_text("Comment", SECRET.decode())
        return drawn("PNG", pnginfo=info, exif=exif) + b"<script>" + SECRET
    if kind == "JPEG":
        return drawn("JPEG", exif=exif, comment=SECRET, progressive=True) + b"<script>" + SECRET
    return drawn("WEBP", exif=exif, xmp=SECRET) + b"<script>" + SECRET


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_only_the_picture_is_kept(kind: str) -> None:
    sent = with_secrets(kind)
    assert SECRET in sent
    found = read_picture(sent)
    assert isinstance(found, Picture)
    assert (found.type, found.width, found.height) == (kind.lower(), 40, 20)
    assert SECRET not in found.data
    assert b"<script>" not in found.data
    same = Image.open(BytesIO(found.data))
    same.load()
    assert (same.format, same.size) == (kind, (40, 20))
    red, green, _blue = same.convert("RGB").getpixel((5, 5))  # type: ignore[misc]
    assert red > 150 > green
    assert read_picture(found.data) == found, "nothing is left to take out"


@pytest.mark.parametrize("options", [{"lossless": True}, {"lossless": False}])
def test_every_way_of_webp_is_known(options: dict[str, object]) -> None:
    for mode in ("RGB", "RGBA"):
        out = BytesIO()
        Image.new(mode, (33, 17)).save(out, "WEBP", **options)
        found = read_picture(out.getvalue())
        assert isinstance(found, Picture)
        assert (found.width, found.height) == (33, 17)
        Image.open(BytesIO(found.data)).load()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "Send a picture as PNG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "Send a picture as PNG"),
        (b"GIF89a" + b"\0" * 20, "Send a picture as PNG"),
        (b"<!DOCTYPE html><script>alert(1)</script>", "Send a picture as PNG"),
        (b"\x89PNG\r\n\x1a\n<script>", "damaged"),
        (b"\xff\xd8\xff<script>", "damaged"),
        (b"RIFF\x10\0\0\0WEBP<script>", "damaged"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * LARGEST, "at most 2 MB"),
    ],
)
def test_what_is_no_picture_is_refused(data: bytes, says: str) -> None:
    found = read_picture(data)
    assert isinstance(found, Message)
    assert says in str(found)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_cut_short_is_refused_wherever_it_is_cut(kind: str) -> None:
    data = drawn(kind)
    for end in range(12, len(data) - 1, 7):
        assert isinstance(read_picture(data[:end]), Message), end


def test_a_picture_of_absurd_size_is_refused() -> None:
    body = struct.pack(">IIBBBBB", WIDEST + 1, 1, 8, 2, 0, 0, 0)
    png = bytearray(drawn("PNG"))
    png[16:29] = body
    png[29:33] = struct.pack(">I", crc32(b"IHDR" + body))
    found = read_picture(bytes(png))
    assert isinstance(found, Message)
    assert "6000 pixels" in str(found)


def test_a_moving_picture_is_refused_and_of_a_moving_png_the_first_is_kept() -> None:
    frames = [Image.new("RGB", (8, 8), (shade, 0, 0)) for shade in (0, 100, 200)]
    out = BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:])
    found = read_picture(out.getvalue())
    assert isinstance(found, Message)
    assert "moving" in str(found)
    out = BytesIO()
    frames[0].save(out, "PNG", save_all=True, append_images=frames[1:])
    still = read_picture(out.getvalue())
    assert isinstance(still, Picture)
    assert b"acTL" not in still.data
    assert getattr(Image.open(BytesIO(still.data)), "n_frames", 1) == 1


def _segment(marker: int, body: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def _frame(wide: int, high: int) -> bytes:
    return _segment(0xC0, struct.pack(">BHHB", 8, high, wide, 1) + b"\1\x11\0")


def test_a_small_picture_within_a_jpeg_is_left_out() -> None:
    data = drawn("JPEG")
    assert data[2:4] == b"\xff\xe0"
    after = 4 + int.from_bytes(data[4:6], "big")
    thumbnail = data[6:18] + bytes([4, 1]) + SECRET[:12]
    other = _segment(0xE0, b"JFXX\0\x10" + SECRET) + _segment(0xE0, b"AVI1" + SECRET)
    marked = _segment(0xEE, b"Adobe\0d\0\0\0\0\1" + SECRET)
    sent = data[:2] + _segment(0xE0, thumbnail) + other + marked + data[after:]
    found = read_picture(sent)
    assert isinstance(found, Picture)
    assert SECRET[:12] not in found.data
    assert b"Adobe" in found.data
    assert Image.open(BytesIO(found.data)).info["jfif"] == 0x101


def test_a_jpeg_has_one_size_and_something_drawn() -> None:
    data = drawn("JPEG")
    at = data.index(b"\xff\xc0")
    for spoilt in (
        data[:at] + _frame(60_000, 60_000) + data[at:],
        data[:-2] + _frame(10, 10) + b"\xff\xd9",
        data[:2] + _frame(10, 10) + b"\xff\xd9",
    ):
        found = read_picture(spoilt)
        assert isinstance(found, Message)
        assert "damaged" in str(found)


def test_a_webp_is_as_large_as_it_says_and_has_something_drawn() -> None:
    large = BytesIO()
    Image.new("RGBA", (300, 20), (1, 2, 3, 90)).save(large, "WEBP")
    body = large.getvalue()[12:]
    assert body[:4] == b"VP8X"
    lying = bytearray(body)
    lying[12:15] = (9).to_bytes(3, "little")
    for spoilt in (bytes(lying), body[:18]):
        found = read_picture(b"RIFF" + struct.pack("<I", 4 + len(spoilt)) + b"WEBP" + spoilt)
        assert isinstance(found, Message)
        assert "damaged" in str(found)


def test_a_png_begins_with_a_whole_header() -> None:
    data = drawn("PNG")
    body = data[16:28]
    short = struct.pack(">I", 12) + b"IHDR" + body + struct.pack(">I", crc32(b"IHDR" + body))
    twice = data[:33] + data[8:]
    for spoilt in (data[:8] + short + data[33:], twice):
        found = read_picture(spoilt)
        assert isinstance(found, Message)
        assert "damaged" in str(found)
