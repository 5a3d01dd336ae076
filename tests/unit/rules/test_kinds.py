"""Files of kinds of event: those that come along are sound, and mistakes in one are told with their places."""

from __future__ import annotations

import pytest

from muster.rules.kinds import EventKinds, event_kinds, parse
from muster.rules.load import available

IDS = tuple(each.id for each in available())

ONE = b'regulations = "x"\n[[kinds]]\nid = "a"\nname = "A"\nclause = "OUR-1"\n'
ASK = b'asks = [{ about = "tier", any = ["b"], clause = "OUR-1" }'


@pytest.mark.parametrize("regulations", IDS)
def test_all_regulations_have_kinds_that_can_be_named(regulations: str) -> None:
    found = event_kinds(regulations)
    assert found.regulations == regulations
    assert [str(one.message) for one in found.kinds] == [one.name for one in found.kinds]


def test_unlimited_knows_the_events_that_its_text_names() -> None:
    kinds = event_kinds("unlimited-1.3")
    assert [one.id for one in kinds.kinds] == [
        "prerelease", "weekly", "store-showdown", "side-event", "planetary-qualifier", "sector-qualifier",
        "regional-qualifier", "galactic-championship",
    ]  # fmt: skip
    assert kinds.kind("prerelease") is kinds.kinds[0]
    assert kinds.kind("picnic") is None
    assert kinds.of_tier("casual")
    assert kinds.of_tier("picnic") == ()


def test_other_files_know_none() -> None:
    assert event_kinds("my-league").kinds == ()


def test_a_sound_file_is_read() -> None:
    found = parse(ONE + ASK + b"]", "own.toml")
    assert isinstance(found, EventKinds)
    assert found.kinds[0].asks[0].any == ("b",)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (b"bad", ""),
        (ONE + b"more = 1", "kinds[1].more"),
        (ONE + ONE.partition(b"\n")[2], "kinds[2].id"),
        (
            b'regulations = "x"\n[[tiers]]\nid = "a"\nasks = []\n[[tiers]]\nid = "a"\nasks = []\n',
            "tiers[2].id",
        ),
        (ONE + ASK + b', { about = "tier", any = ["c"], clause = "OUR-1" }]', "kinds[1].asks[2].about"),
        (ONE + b'asks = [{ about = "hats", any = ["c"], clause = "OUR-1" }]', "kinds[1].asks[1].about"),
    ],
)
def test_mistakes_are_told_with_their_places(text: bytes, key: str) -> None:
    found = parse(text, "own.toml")
    assert not isinstance(found, EventKinds)
    assert [mistake.key for mistake in found] == [key]
