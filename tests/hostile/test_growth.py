"""What a reader does grows with what it reads: twice the letters are twice the work, whatever is repeated.

Work is counted in calls of functions, of Python and of C, so that a machine under load counts the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

from mutation_cases import seeds, sort_for
from reader_cases import READERS

PIECES = (
    "a ", "1 ", "(", "a (1) ", "\n", "- a\n", "a, ", '"', '"a",', "[", "[]", "[1] ", "{", '{"a":1},', "= 1 ", "2x a\n",
    "1 | a | b\n", "a: b\n", "https://a.bc/ ", "<", "<a>", "<br>", "> ", "\\", "\u0301", "\u00c3\u00a9", "a = 1\n",
    "[a]\n", "1. a\n", "1-9,", "g1", "---\n", "=== \n", "\u2022 a\n", "A (1): B (2), C (3)\n", "[ ] ", "a\tb\n",
    "Total: 1\n",
    "= 2x40\n", "a;", "&", "'", "x", "[64] 4x3\n", "name,", "P001", "1:", "Commands:\n", "- A (1)\n",
)  # fmt: skip
"""What is repeated, by itself and after a file as it should be."""

FEW = ("a (1) ", "- a\n", '"a",', "[", "1-9,")

SHORT, LONG = 400, 1_000
"""Letters of the shortest of three inputs; each is twice as long as the one before."""

MOST = 3.0
"""So many times the work is twice the work with something besides, and less than its square."""


def work(read: Callable[[bytes], None], content: bytes) -> int:
    """How many calls of functions it takes."""
    count = 0

    def counted(_frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        read(content)
    finally:
        sys.setprofile(None)
    return count


def inputs(reader: str, piece: str, size: int) -> Iterator[tuple[bytes, ...]]:
    """Three inputs, each twice as long: the piece again and again, by itself and after a file of ours."""
    own = [seed.content for seed in seeds()[sort_for(reader)] if not seed.real and len(seed.content) < size]
    for head in (b"", *own[:1]):
        yield tuple(head + piece.encode() * (times * size // len(piece.encode())) for times in (1, 2, 4))


def grown(reader: str, pieces: tuple[str, ...], size: int) -> list[str]:
    """What is repeated where twice as much is far more than twice the work."""
    found = list[str]()
    read = READERS[reader]
    read(b"a")  # what is made once is made now
    for piece in pieces:
        for contents in inputs(reader, piece, size):
            one, two, four = (work(read, content) for content in contents)
            if two > MOST * one and four > MOST * two:
                found.append(f"{piece!r} after {contents[0][:20]!r}: {one}, {two}, {four} calls")
    return found


@pytest.mark.parametrize("reader", READERS)
def test_twice_as_much_is_twice_the_work(reader: str) -> None:
    assert grown(reader, FEW, SHORT) == []


@pytest.mark.long
@pytest.mark.parametrize("reader", READERS)
def test_twice_as_much_of_anything_is_twice_the_work(reader: str) -> None:
    assert grown(reader, PIECES, LONG) == []
