"""The only dice there are: everything random is read off a published seed by SHA-256.

A stranger can recompute each draw with nothing but this page and a SHA-256 tool:

- A *seed* is 64 lowercase hexadecimal digits.
- The *key* of an item under a seed and a purpose is SHA-256 of the UTF-8 text `seed|purpose|item`.
- An *order* sorts items by their keys, smallest first.
- A *number* below n reads the keys of the items `0`, `1`, `2`, … as big-endian integers and takes the first
  that lies below the largest multiple of n that fits, modulo n; so every number is equally likely.
- A *hash chain* starts at a secret; each link is SHA-256 of the link before it, written in hexadecimal. The
  last link is published as the commitment and the links are revealed backwards, one a round.

Nothing depends on the platform, on hash randomisation or on the order in which things are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, NewType, TypeVar

T = TypeVar("T")

DrawSeed = NewType("DrawSeed", str)
"""The published text that fixes the dice of one draw: 64 lowercase hexadecimal digits."""

ChainLink = NewType("ChainLink", str)
"""One link of a hash chain of secrets: 64 lowercase hexadecimal digits."""

LINKS: Final = 64
"""Links of a tournament's hash chain, one a round: more than any tournament has rounds."""

_WORD: Final = 1 << 256


def is_digest(text: str) -> bool:
    """Whether the text is 64 lowercase hexadecimal digits."""
    return len(text) == 64 and all(character in "0123456789abcdef" for character in text)


def key(seed: DrawSeed, purpose: str, item: object) -> bytes:
    """The 32 bytes that stand for `item`: SHA-256 of `seed|purpose|item`."""
    return sha256(f"{seed}|{purpose}|{item}".encode()).digest()


def keys(seed: DrawSeed, purpose: str, items: Iterable[T]) -> dict[T, bytes]:
    """The key of every item; the same as `key` for each, only faster."""
    start = sha256(f"{seed}|{purpose}|".encode())
    found = {}
    for item in items:
        digest = start.copy()
        digest.update(str(item).encode())
        found[item] = digest.digest()
    return found


def order(seed: DrawSeed, purpose: str, items: Iterable[T]) -> list[T]:
    """The items in random order: sorted by their keys, so the order in which they are given is immaterial."""
    drawn = keys(seed, purpose, items)
    return sorted(drawn, key=drawn.__getitem__)


def number(seed: DrawSeed, purpose: str, below: int) -> int:
    """A whole number from 0 up to but not including `below`, each equally likely.

    For `below` over 2**256 (counts of pairings may be) several keys are read as one longer integer.

    Raises:
        ValueError: `below` is not positive.
    """
    if below < 1:
        raise ValueError("a number can be drawn only below a positive bound")
    words = max(1, -(-(below - 1).bit_length() // 256))
    span = _WORD**words
    limit = span - span % below
    attempt = 0
    while True:
        value = 0
        for _ in range(words):
            value = value * _WORD + int.from_bytes(key(seed, purpose, attempt))
            attempt += 1
        if value < limit:
            return value % below


def choose(seed: DrawSeed, purpose: str, items: Sequence[T]) -> T:
    """One of the items, each equally likely, from their order as given."""
    return items[number(seed, purpose, len(items))]


def next_link(link: ChainLink) -> ChainLink:
    """The link that this one hashes to: SHA-256 of its 64 hexadecimal digits."""
    return ChainLink(sha256(link.encode()).hexdigest())


def chain(secret: ChainLink, length: int = LINKS) -> list[ChainLink]:
    """A chain of `length` links to reveal and its commitment: `[commitment, link of round 1, …, secret]`."""
    links = [secret]
    for _ in range(length):
        links.append(next_link(links[-1]))
    return links[::-1]


def draw_seed(link: ChainLink, head: str, round_no: int, attempt: int) -> DrawSeed:
    """The seed of one attempt at drawing one round: SHA-256 of `link|head|round|attempt`.

    `head` is the hash of the journal so far: the link cannot be known to the players before it is revealed,
    and the journal, which holds the last result, cannot be known to whoever made the chain.
    """
    return DrawSeed(sha256(f"{link}|{head}|{round_no}|{attempt}".encode()).hexdigest())
