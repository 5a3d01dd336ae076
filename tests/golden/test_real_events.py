"""Real published events: every published value recomputed, and every difference one that is listed.

Source: 181 events from public repositories, run on Melee.gg, ListFortress and Cobra; the data's own README
names them and gives the counts asserted here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

from muster.exchange.events import PublishedEvent, read_events
from muster.exchange.practice import habits
from muster.exchange.recompute import Recomputed, recompute
from support import shared_file

FILES = ("magic", "unlimited", "xwing2", "netrunner")


@dataclass(frozen=True)
class Source:
    events: tuple[PublishedEvent, ...]
    recomputed: tuple[Recomputed, ...]

    def counts(self) -> dict[str, tuple[int, int]]:
        agree, total = Counter[str](), Counter[str]()
        for agreement in (each for event in self.recomputed for each in event.agreements):
            agree[agreement.field] += agreement.agree
            total[agreement.field] += agreement.total
        return {name: (agree[name], total[name]) for name in total}

    def habits(self) -> dict[str, tuple[int, int]]:
        kept, total = Counter[str](), Counter[str]()
        for habit in (each for event in self.events for each in habits(event)):
            kept[habit.name] += habit.kept
            total[habit.name] += habit.total
        return {name: (kept[name], total[name]) for name in total}


@cache
def read(name: str) -> Source:
    path = shared_file("data", "events", f"{name}.jsonl")
    events, problems = read_events(path.name, path.read_bytes().splitlines())
    assert problems == []
    return Source(tuple(events), tuple(recompute(event) for event in events))


def test_magic_omw_pgw_ogw_of_all_1843_players_agree_within_1e_7() -> None:
    counts = read("magic").counts()
    assert {name: counts[name] for name in ("omw", "pgw", "ogw")} == {
        "omw": (1843, 1843),
        "pgw": (1843, 1843),
        "ogw": (1843, 1843),
    }


def test_magic_points_of_all_1852_rows_and_the_order_of_1620_pairs_agree() -> None:
    counts = read("magic").counts()
    assert (counts["points"], counts["rank"]) == ((1852, 1852), (1620, 1620))


def test_unlimited_54_of_60_events_stand_wholly_in_the_official_order() -> None:
    source = read("unlimited")
    wholly = [event for event in source.recomputed if not event.listed and not event.unlisted]
    assert (len(wholly), len(source.recomputed)) == (54, 60)


def test_unlimited_2547_of_2572_neighbouring_pairs_stand_in_the_official_order() -> None:
    assert read("unlimited").counts() == {"rank": (2547, 2572)}


def test_xwing_points_mov_sos_and_order() -> None:
    assert read("xwing2").counts() == {
        "points": (1162, 1162),
        "mov": (1137, 1162),
        "sos": (1155, 1162),
        "rank": (1094, 1094),
    }


def test_netrunner_sos_and_extended_sos_of_all_46_players() -> None:
    assert read("netrunner").counts() == {
        "points": (46, 46),
        "sos": (46, 46),
        "ext_sos": (46, 46),
        "rank": (45, 45),
    }


@pytest.mark.parametrize("name", FILES)
def test_the_differences_are_exactly_the_listed_deviations(name: str) -> None:
    source = read(name)
    for event, result in zip(source.events, source.recomputed, strict=True):
        assert result.unlisted == ()
        assert result.not_found == ()
        found = sorted((difference.field, difference.players) for difference in result.listed)
        assert found == sorted((deviation.field, deviation.players) for deviation in event.deviations)


@pytest.mark.parametrize(
    ("name", "deviating"),
    [
        ("magic", {}),
        (
            "unlimited",
            {
                "unlimited-11": 2,
                "unlimited-13": 10,
                "unlimited-14": 10,
                "unlimited-30": 1,
                "unlimited-33": 1,
                "unlimited-34": 1,
            },
        ),
        ("xwing2", {"xwing2-05": 24, "xwing2-24": 1, "xwing2-34": 1, "xwing2-43": 6}),
        ("netrunner", {}),
    ],
)
def test_the_known_deviations_by_event(name: str, deviating: dict[str, int]) -> None:
    assert {each.event: len(each.listed) for each in read(name).recomputed if each.listed} == deviating


def test_unlimited_rounds_cut_bracket_and_rematches() -> None:
    """In unlimited-26 the second of the standings is missing from the elimination and the ninth plays."""
    source = read("unlimited")
    assert source.habits() == {
        "rounds by attendance": (60, 60),
        "cut to the first": (57, 58),
        "bracket by seed": (57, 57),
        "winners joined": (57, 57),
        "no rematch": (60, 60),
    }
    broken = {each.event for each in source.events for habit in habits(each) if habit.kept < habit.total}
    assert broken == {"unlimited-26"}


def test_unlimited_55_cuts_to_eight_join_their_winners_as_the_fixed_bracket_does() -> None:
    joined = 0
    for event in read("unlimited").events:
        first = [this for this in event.rounds if this.stage == "elimination"][:1]
        eight = any(len(this.matches) == 4 for this in first)
        joined += sum(habit.kept for habit in habits(event) if habit.name == "winners joined" and eight)
    assert joined == 55


def test_xwing_lone_byes_go_to_the_lowest_and_nobody_meets_twice() -> None:
    assert read("xwing2").habits() == {"lone bye to the lowest": (75, 75), "no rematch": (60, 60)}


@pytest.mark.parametrize(
    ("field", "name"), [("omw", "magic"), ("ogw", "magic"), ("sos", "xwing2"), ("sos", "netrunner")]
)
def test_a_published_value_that_is_one_digit_off_is_found(field: str, name: str) -> None:
    event = read(name).events[0]
    row = event.standings[0]
    printed = getattr(row, field)
    digit = min(len(printed) - 1, 8)
    other = printed[:digit] + str((int(printed[digit]) + 5) % 10) + printed[digit + 1 :]
    altered = row.model_copy(update={field: other})
    changed = event.model_copy(update={"standings": (altered, *event.standings[1:])})
    found = [(each.field, each.players) for each in recompute(changed).unlisted]
    assert (field, (row.player,)) in found
