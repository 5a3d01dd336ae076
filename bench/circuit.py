"""A circuit: hundreds of events on three nodes, HAProxy, PostgreSQL with a synchronous standby, and parts that die.

`python -m bench.circuit` measures first what an act takes as the number of stored events grows, then plays 300 events
of 32 players for ten minutes, in which a node, Redis and the primary are killed and the nodes are restarted one after
another. `--events 30 --minutes 2 --stored 1,10,100` is a short form. Everything is on this machine and ends by itself.
The servers are those of `tests/circuit_cases.py`. It is no part of `make bench`, for it takes half an hour.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from circuit_cases import Circuit, Playing, circuit
from process_cases import cpu, wait_for

if TYPE_CHECKING:
    from postgres_cases import Server

ROWS_READ = "SELECT sum(seq_tup_read) FROM pg_stat_user_tables"


def cost(running: Circuit) -> tuple[float, float, float]:
    """Processor seconds of the nodes and of the primary, and rows read without an index, so far."""
    server: Server = running.pair.primary
    rows = server.ask(ROWS_READ, "muster")[0][0]
    return sum(node.cpu() for node in running.nodes), cpu(server.pid), float(rows or 0)


def growth(running: Circuit, stored: Sequence[int], halls: int, players: int) -> bool:
    """What an act takes, with the looks at pages that belong to it, for so many stored events."""
    print(
        f"{'stored events':>14}{'facts':>12}{'acts':>6}{'node ms':>9}{'database ms':>13}{'rows scanned':>14}",
        flush=True,
    )
    running.run("make", 1, players)
    right = True
    for total in (0, *stored):  # the first is for what a server does once
        found = running.run("fill", max(total, 2))
        made = running.run("make", halls, players)
        before = cost(running)
        with running.playing(made | {"pace": 0.25, "rounds": 1}) as playing:
            wait_for(playing.is_over, "the events do not end", 600)
            happened = playing.ended()
        spent = [after - then for after, then in zip(cost(running), before, strict=True)]
        acts = len(happened["acknowledged"])
        right = right and not happened["wrong"] and acts == halls * players
        if total:
            each = [1000 * spent[0] / acts, 1000 * spent[1] / acts, spent[2] / acts]
            print(
                f"{found['events']:14,}{found['facts']:12,}{acts:6}{each[0]:9.1f}{each[1]:13.2f}{each[2]:14,.0f}",
                flush=True,
            )
    return right


def day(running: Circuit, events: int, players: int, minutes: float, pace: float) -> bool:
    """Many events at once for so long, while one part after the other dies."""
    made = running.run("make", events, players)
    began = time.monotonic()

    def until(part: float, playing: Playing) -> None:
        wait_for(lambda: time.monotonic() - began > 60 * minutes * part or playing.is_over(), "", 3600)

    with running.playing(made | {"pace": pace, "rounds": 5}) as playing:
        for part, name, dies in _deaths(running):
            until(part, playing)
            took = _timed(dies)
            print(f"{time.monotonic() - began:7.1f} s  {name} ({took:.1f} s)", flush=True)
        until(1, playing)
        lasted = time.monotonic() - began
        happened = playing.ended()
    return told(running, happened, lasted)


def _deaths(running: Circuit) -> list[tuple[float, str, Callable[[], object]]]:
    """What happens, and at which part of the time."""

    def restarted() -> None:
        for number, node in enumerate(running.nodes):
            node.stop()
            node.start()
            wait_for(lambda number=number: running.sees(number), "not seen again")  # type: ignore[misc]

    return [
        (0.15, "a node is killed", running.nodes[1].kill),
        (0.20, "it is started again", running.nodes[1].start),
        (0.30, "Redis is killed", running.redis.kill),
        (0.35, "it is started again", running.redis.start),
        (0.50, "the primary is killed, the standby promoted", running.pair.fail_over),
        (0.55, "the other follows it", running.pair.follow),
        (0.70, "the nodes are restarted one after another", restarted),
    ]


def _timed(do: Callable[[], object]) -> float:
    began = time.monotonic()
    do()
    return time.monotonic() - began


def told(running: Circuit, happened: dict[str, Any], lasted: float) -> bool:
    """Say what happened; whether nothing is lost, doubled or wrong."""
    acts = len(happened["acknowledged"])
    print(
        f"{acts:,} acts in {lasted:.0f} s, {acts / lasted:.1f} a second; {happened['over']} events at their end"
    )
    print(f"{'':14}{'answers':>9}{'p50 ms':>9}{'p99 ms':>9}{'longest':>9}")
    for what, seconds in sorted(happened["seconds"].items()):
        late = quantiles(seconds, n=100) if len(seconds) > 1 else seconds * 99
        figures = f"{1000 * late[49]:9.0f}{1000 * late[98]:9.0f}{1000 * max(seconds):9.0f}"
        print(f"{what:14}{len(seconds):9,}{figures}")
    print("not answered at first:", happened["trouble"] or "nothing")
    print("sent again until answered, seconds:", _longest(happened["away"]))
    print("streams away, seconds:", _longest(happened["gaps"]))
    found = running.run("check", given=happened["acknowledged"])
    wrong = [*happened["wrong"], *found["wrong"]]
    print(
        f"lost {len(found['lost'])}, double {len(found['double'])}, unasked {found['unasked']}, wrong {len(wrong)}"
    )
    print("\n".join(wrong[:20]))
    return not (found["lost"] or found["double"] or found["unasked"] or wrong)


def _longest(seconds: Sequence[float]) -> str:
    return f"{len(seconds)}, longest {max(seconds):.1f}" if seconds else "none"


def main() -> int:
    """The exit code is 1 if anything acknowledged was lost, or anything is there twice or wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench.circuit", description=__doc__)
    parser.add_argument("--events", type=int, default=300)
    parser.add_argument("--players", type=int, default=32)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pace", type=float, default=15, help="seconds between two acts of an event")
    parser.add_argument(
        "--stored", default="1,10,100,1000,10000", help="how many events are stored; 0 for none"
    )
    said = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and everything that was started ends, too
    stored = [int(one) for one in said.stored.split(",") if int(one)]
    with tempfile.TemporaryDirectory(prefix="muster-circuit-") as folder, circuit(Path(folder)) as running:
        right = growth(running, stored, 8, said.players) if stored else True
        right = day(running, said.events, said.players, said.minutes, said.pace) and right
    return 0 if right else 1


if __name__ == "__main__":
    raise SystemExit(main())
