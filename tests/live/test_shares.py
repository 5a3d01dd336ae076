"""What there is only so much of is shared between addresses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.live.shares import Portion, Shares, address_of


def nothing() -> None: ...


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("192.0.2.7", 5000), "192.0.2.7"),
        (("::ffff:192.0.2.7", 5000), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5000), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::1", 0), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 0), "fe80::/64"),
        (("somewhere", 0), "somewhere"),
        (None, ""),
    ],
)
def test_whose_request_it_is(client: tuple[str, int] | None, address: str) -> None:
    assert address_of({"client": client}) == address


def test_whoever_has_the_most_gives_the_oldest_up() -> None:
    shares, given_up = Shares(10), list[int]()
    for number in range(10):
        assert shares.take("hoarder", lambda number=number: given_up.append(number))  # type: ignore[misc]
    for number in range(4):
        assert shares.take(f"other {number % 2}", nothing)
    assert given_up == [0, 1, 2, 3]
    assert (shares.of("hoarder"), shares.of("other 0"), shares.taken) == (6, 2, 10)


def test_nobody_gives_up_as_much_as_the_newcomer_would_have() -> None:
    shares = Shares(2)
    first, second = shares.take("first", nothing), shares.take("second", nothing)
    assert first
    assert second
    assert shares.take("third", nothing) is None
    assert (len(shares), shares.taken) == (2, 2)
    shares.release(first)
    assert shares.take("third", nothing)


def test_what_is_worked_on_is_not_given_up() -> None:
    shares, given_up = Shares(3), list[str]()
    kept = shares.take("hoarder", lambda: given_up.append("kept"), 2)
    assert kept
    shares.keep(kept)
    assert shares.take("hoarder", lambda: given_up.append("other"))
    assert shares.take("newcomer", nothing)
    assert given_up == ["other"]
    assert shares.take("newcomer", nothing, 2) is None, "there is nothing left to give up"
    shares.release(kept)
    shares.release(kept)
    shares.keep(kept)
    assert not shares.grow(kept, 1)
    assert shares.of("hoarder") == 0


def test_what_grows_too_large_gives_itself_up() -> None:
    shares = Shares(100)
    small, large = shares.take("small", nothing, 10), shares.take("large", nothing, 80)
    assert small
    assert large
    assert not shares.grow(large, 20)
    assert (large.held, small.held, shares.taken) == (False, True, 10)


Steps = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(1, 9)), max_size=60)


@given(Steps)
def test_never_more_is_taken_than_there_is(steps: list[tuple[int, int, int]]) -> None:
    shares, held = Shares(20), list[Portion]()
    for address, act, size in steps:
        if act < 2 or not held:
            found = shares.take(str(address), nothing, size)
            held += [found] if found else []
        elif act == 2:
            shares.grow(held[address % len(held)], size)
        else:
            shares.release(held.pop(address % len(held)))
        held = [one for one in held if one.held]
        assert shares.taken == sum(one.size for one in held) <= 20
        assert len(shares) == len({one.address for one in held})
        assert all(
            shares.of(str(each)) == sum(one.size for one in held if one.address == str(each))
            for each in range(5)
        )
