"""Pages with gaps: compressed once, filled anew each time, and whole for every reader."""

from __future__ import annotations

import gzip
import zlib

from hypothesis import given
from hypothesis import strategies as st

from muster.live.gapped import PADDING, Gap, GappedPage

NAMES = {"proof": 64, "key": 16, "long": 65_535}

TEXTS = st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace"))
PAGES = st.lists(st.tuples(TEXTS, st.sampled_from(["proof", "key"])), max_size=20)


def _filled(letter: bytes) -> dict[str, bytes]:
    return {name: letter * size for name, size in NAMES.items()}


@given(PAGES, TEXTS, st.sampled_from([b"a", b"\xff", b"\0", b"<"]))
def test_packed_is_plain_whatever_is_on_the_page(
    pieces: list[tuple[bytes, str]], last: bytes, letter: bytes
) -> None:
    words, filled = [*(text for text, _ in pieces), last], _filled(letter)
    made = GappedPage(words, [Gap(name, NAMES[name]) for _, name in pieces])
    whole = b"".join(text + filled[name] for text, name in pieces) + last
    assert made.plain(filled) == whole
    assert gzip.decompress(made.packed(filled)) == whole


def test_pages_repeat_across_gaps() -> None:
    """What repeats behind a gap is found in front of it, and never in it."""
    words = [b"<form>" + bytes(range(32, 127)) * 3 for _ in range(30)]
    made = GappedPage(words, [Gap("proof", 64)] * 29)
    assert gzip.decompress(made.packed(_filled(b"x"))) == (b"x" * 64).join(words)
    assert made.size < 2 * sum(map(len, words))


def test_the_largest_gap_there_is() -> None:
    made = GappedPage([b"a", b"b"], [Gap("long", 65_535)])
    assert gzip.decompress(made.packed(_filled(b"z"))) == b"a" + b"z" * 65_535 + b"b"


def test_its_length_says_nothing_of_what_is_in_the_gaps() -> None:
    """Neither by what they have in common with the page, nor for certain."""
    secret = b"0123456789abcdef" * 4
    made = GappedPage([b"guess " + secret, b" " + secret], [Gap("proof", 64)])
    lengths = {
        len(zlib.decompressobj(-15).decompress(_raw(made.packed({"proof": each}))))
        for each in (secret, b"z" * 64)
    }
    assert len(lengths) == 1
    bodies = [len(_raw(made.packed({"proof": each}))) for each in (secret, b"z" * 64)]
    assert bodies[0] == bodies[1]
    sizes = {len(made.packed({"proof": secret})) for _ in range(200)}
    assert len(sizes) > PADDING // 2


def _raw(packed: bytes) -> bytes:
    """What comes after the head with its name of any length."""
    return packed[packed.index(b"\0", 10) + 1 :]
