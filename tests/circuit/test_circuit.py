"""Several machines serve one site, and one part after the other dies: nothing acknowledged is lost, nothing doubled."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from circuit_cases import Circuit, Playing, circuit
from process_cases import wait_for

pytestmark = pytest.mark.long

EVENTS, PLAYERS, ROUNDS = 12, 16, 3
PACE = 1.0
MOST_GAP = 5.0
"""Seconds a stream may be away while the nodes are restarted one after another."""

KILLS = 40


@pytest.fixture(scope="module")
def running() -> Iterator[Circuit]:
    with tempfile.TemporaryDirectory(prefix="muster-circuit-") as folder, circuit(Path(folder)) as found:
        yield found


def goes_on(playing: Playing, more: int = 20) -> float:
    """So many acts more are acknowledged; the seconds that takes."""
    before = playing.acknowledged()
    return wait_for(lambda: playing.is_over() or playing.acknowledged() >= before + more, "nothing goes on")


def settled(running: Circuit, happened: dict[str, Any]) -> None:
    """Nothing that was acknowledged is lost, nothing is there twice, every journal verifies, nobody saw an error."""
    assert happened["wrong"] == []
    found = running.run("check", given=happened["acknowledged"])
    assert (found["lost"], found["double"], found["wrong"], found["unasked"]) == ([], [], [], 0)


def test_whatever_dies_nothing_acknowledged_is_lost(running: Circuit) -> None:
    made = running.run("make", EVENTS, PLAYERS)
    with running.playing(made | {"pace": PACE, "rounds": ROUNDS}) as playing:
        goes_on(playing)
        running.nodes[1].kill()
        goes_on(playing)
        running.nodes[1].start()
        running.redis.kill()
        goes_on(playing)
        running.redis.start()
        goes_on(playing)
        running.pair.fail_over()
        goes_on(playing)
        running.pair.follow()
        goes_on(playing)
        happened = playing.ended()
    settled(running, happened)
    assert len(happened["acknowledged"]) >= 6 * 20


def test_a_rolling_restart_drops_nothing_for_longer_than_five_seconds(running: Circuit) -> None:
    made = running.run("make", EVENTS, PLAYERS)
    with running.playing(made | {"pace": PACE, "rounds": 5}) as playing:
        goes_on(playing)
        for number, node in enumerate(running.nodes):
            node.stop()
            node.start()
            wait_for(lambda number=number: running.sees(number), "the proxy does not see that it is back")  # type: ignore[misc]
        goes_on(playing)
        happened = playing.ended()
    settled(running, happened)
    assert happened["gaps"], "streams were ended"
    assert max(happened["gaps"]) <= MOST_GAP


def test_forty_kills(running: Circuit) -> None:
    dice = random.Random(40)  # noqa: S311
    made = running.run("make", EVENTS, PLAYERS)
    with running.playing(made | {"pace": PACE, "rounds": 5}) as playing:
        for number in range(KILLS):
            goes_on(playing, 5)
            if number % 10 == 9:
                running.pair.fail_over()
                running.pair.follow()
            elif number % 10 == 4:
                running.redis.kill()
                running.redis.start()
            else:
                node = dice.choice([one for one in running.nodes if one.is_well()])
                node.kill()
                node.begin()
                wait_for(lambda: any(one.is_well() for one in running.nodes), "no node is left")
        happened = playing.ended()
        assert len(happened["acknowledged"]) >= 5 * KILLS or happened["over"] == EVENTS
    settled(running, happened)
    for node in running.nodes:
        wait_for(node.is_well, "a node did not come back")
