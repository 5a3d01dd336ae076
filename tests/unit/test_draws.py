"""The dice: recomputable from the page that documents them, fair, and independent of order and platform."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core import draws
from muster.core.draws import ChainLink, DrawSeed

SEED = DrawSeed(sha256(b"a seed").hexdigest())


def hexed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_a_key_is_the_hash_of_seed_purpose_and_item() -> None:
    assert draws.key(SEED, "pairs/0", 7).hex() == hexed(f"{SEED}|pairs/0|7")
    assert draws.keys(SEED, "pairs/0", [7, 8]) == {n: draws.key(SEED, "pairs/0", n) for n in (7, 8)}


def test_a_known_order_never_changes() -> None:
    # Worked out with a SHA-256 tool from the seed's 64 digits.
    by_hand = sorted(range(1, 7), key=lambda item: hexed(f"{SEED}|test|{item}"))
    assert draws.order(SEED, "test", range(1, 7)) == by_hand


@given(st.permutations(range(1, 12)))
def test_an_order_does_not_depend_on_the_order_given(players: list[int]) -> None:
    assert draws.order(SEED, "test", players) == draws.order(SEED, "test", range(1, 12))


def test_a_number_is_the_first_key_below_the_largest_multiple() -> None:
    value = int(hexed(f"{SEED}|test|0"), 16)
    assert draws.number(SEED, "test", 10) == value % 10


def test_a_key_above_the_largest_multiple_is_passed_over() -> None:
    # Of 2**256 keys those from `below` on would make small numbers likelier, so about half are passed over here.
    below = 2**255 + 1
    keys = [int(hexed(f"{SEED}|wide|{item}"), 16) for item in range(20)]
    assert draws.number(SEED, "wide", below) == next(key for key in keys if key < below)
    skipping = next(p for p in range(20) if int(hexed(f"{SEED}|wide/{p}|0"), 16) >= below)
    second = [int(hexed(f"{SEED}|wide/{skipping}|{item}"), 16) for item in range(1, 20)]
    assert draws.number(SEED, f"wide/{skipping}", below) == next(key for key in second if key < below)


def test_a_bound_beyond_one_key_reads_several() -> None:
    one, two = (int(hexed(f"{SEED}|long|{item}"), 16) for item in (0, 1))
    assert draws.number(SEED, "long", 2**512) == one * 2**256 + two


@given(st.integers(1, 2**600), st.text(max_size=5).filter(lambda text: text.isascii()))
def test_a_number_lies_below_its_bound(below: int, purpose: str) -> None:
    assert 0 <= draws.number(SEED, purpose, below) < below


def test_numbers_are_equally_likely() -> None:
    seen = Counter(draws.number(SEED, f"dice/{roll}", 6) for roll in range(6000))
    assert sum((seen[face] - 1000) ** 2 / 1000 for face in range(6)) < 20.5  # chi-square, 5 degrees, p 0.001


@pytest.mark.parametrize("below", [0, -1])
def test_there_is_no_number_below_nothing(below: int) -> None:
    with pytest.raises(ValueError, match="positive bound"):
        draws.number(SEED, "test", below)


def test_one_of_several_is_chosen_by_number() -> None:
    assert draws.choose(SEED, "test", "abcdef") == "abcdef"[draws.number(SEED, "test", 6)]


def test_a_chain_hashes_forward_to_its_commitment() -> None:
    secret = ChainLink(hexed("secret"))
    links = draws.chain(secret, 5)
    assert len(links) == 6
    assert links[-1] == secret
    for earlier, later in pairwise(links):
        assert earlier == hexed(later)
    assert len(draws.chain(secret)) == draws.LINKS + 1


def test_a_draw_seed_binds_link_journal_round_and_attempt() -> None:
    link = ChainLink(hexed("link"))
    assert draws.draw_seed(link, "f" * 64, 3, 2) == hexed(f"{link}|{'f' * 64}|3|2")
    seeds = {
        draws.draw_seed(link, head * 64, no, attempt) for head in "ab" for no in (1, 2) for attempt in (1, 2)
    }
    assert len(seeds) == 8


@pytest.mark.parametrize(
    ("text", "good"), [("a" * 64, True), ("A" * 64, False), ("a" * 63, False), ("", False)]
)
def test_a_digest_is_64_lowercase_hexadecimal_digits(text: str, good: bool) -> None:
    assert draws.is_digest(text) is good
