"""Acts of one process upon one tournament: decided one after another, written together, answered once on record."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, connections
from django.test.utils import CaptureQueriesContext

from muster.app.common.access import SYSTEM
from muster.app.history.submitting import Done, submit
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.commands import DropPlayer, EnterPlayer
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.refusals import Refusal
from muster.journal import store, turns
from muster.journal.models import FactRow
from muster.journal.store import UnavailableError
from player_cases import begun, phones
from storage_cases import Base
from tournament_cases import DAY, rules, won_by

pytestmark = pytest.mark.usefixtures("base")

ONE = 1
PATIENCE = 60


@dataclass
class Gate:
    """Holds the first statement that adds facts until it is opened; `sizes` are the rows of each statement since."""

    fails: Callable[[], None] | None = None
    at_it: threading.Event = field(default_factory=threading.Event)
    opened: threading.Event = field(default_factory=threading.Event)
    sizes: list[int] = field(default_factory=list)

    def __call__(self, rows: Sequence[FactRow], after: str | None) -> None:
        self.sizes.append(len(rows))
        if len(self.sizes) == 1:
            self.at_it.set()
            assert self.opened.wait(PATIENCE)
            if self.fails is not None:
                self.fails()
        _ADD(rows, after)


_ADD = store._add


@contextmanager
def gated(monkeypatch: pytest.MonkeyPatch, fails: Callable[[], None] | None = None) -> Iterator[Gate]:
    gate = Gate(fails)
    with monkeypatch.context() as patch:
        patch.setattr(store, "_add", gate)
        try:
            yield gate
        finally:
            gate.opened.set()


def created() -> None:
    done(commands.CreateTournament(regulations=rules("armada-4.0"), day=DAY))


def done(command: Any, key: str | None = None) -> Done | Refusal:
    try:
        return submit(ONE, command, SYSTEM, key=key)
    finally:
        connections.close_all()


def gathered(*asked: tuple[Any, str | None], gate: Gate) -> list[Future[Done | Refusal]]:
    """The first is being written; the others, in their order, have been decided on it and wait."""
    pool = ThreadPoolExecutor(len(asked))
    futures = [pool.submit(done, *asked[0])]
    assert gate.at_it.wait(PATIENCE)
    line = turns._LINES.of(ONE)
    for count, one in enumerate(asked[1:], start=1):
        futures.append(pool.submit(done, *one))
        while len(line._waiting) < count and not futures[-1].done():
            threading.Event().wait(0.001)
    pool.shutdown(wait=False)
    return futures


def entering(*players: int) -> list[tuple[Any, str | None]]:
    return [(EnterPlayer(PlayerId(player)), f"key {player}") for player in players]


def answers(futures: list[Future[Done | Refusal]]) -> list[Any]:
    return [one.exception(PATIENCE) or one.result() for one in futures]


def on_record() -> list[int]:
    found = store.replayed(ONE)
    assert verify(found.entries).holds
    assert store.load(ONE).state == found.state
    return sorted(found.state.players)


def test_what_gathers_while_one_is_written_is_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    created()
    with gated(monkeypatch) as gate:
        futures = gathered(*entering(1, 2, 3, 4), gate=gate)
        assert not any(one.done() for one in futures), "nobody is answered before their act is on record"
        assert list(FactRow.objects.values_list("seq", flat=True)) == [1]
        assert store.load(ONE).version == 1, "nobody is shown what is not on record"
        gate.opened.set()
        found = answers(futures)
    assert [one.entries[0].seq for one in found] == [2, 3, 4, 5]
    assert [one.snapshot.version for one in found] == [2, 3, 4, 5]
    assert gate.sizes == [1, 3]
    assert on_record() == [1, 2, 3, 4]


def test_a_refusal_does_not_rest_on_what_is_not_on_record(monkeypatch: pytest.MonkeyPatch) -> None:
    created()

    def breaks() -> None:
        raise OperationalError("canceling statement") from psycopg.errors.LockNotAvailable()

    with gated(monkeypatch, breaks) as gate, ThreadPoolExecutor(1) as pool:
        (first,) = gathered(*entering(1), gate=gate)
        twice = pool.submit(done, EnterPlayer(PlayerId(1)))
        line = turns._LINES.of(ONE)
        while line._deciding.acquire(blocking=False):
            line._deciding.release()
            assert not twice.done(), "entered twice, if the first comes on record"
            threading.Event().wait(0.001)
        gate.opened.set()
        failed, entered = answers([first, twice])
    assert isinstance(failed, UnavailableError)
    assert failed.nothing_recorded
    assert isinstance(entered, Done), "but it did not"
    assert on_record() == [1]


def test_a_key_that_is_under_way_is_recorded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    created()
    with gated(monkeypatch) as gate:
        futures = gathered(*entering(1, 2), gate=gate)
        with ThreadPoolExecutor(1) as pool:
            again = pool.submit(done, EnterPlayer(PlayerId(3)), "key 2")
            gate.opened.set()
            one, two, repeated = answers([*futures, again])
    assert [one.repeated, two.repeated, repeated.repeated] == [False, False, True]
    assert repeated.entries == two.entries
    assert on_record() == [1, 2]


def test_what_another_process_wrote_meanwhile_has_all_of_them_decided_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    created()
    with gated(monkeypatch) as gate:
        futures = gathered(*entering(1, 2, 3), gate=gate)
        base = store.replayed(ONE)
        act = store.decided(base, _facts(base, DAY), who="", at=base.marks[-1].at, key=None)
        _ADD(act.rows, None)  # as another process would
        gate.opened.set()
        found = answers(futures)
    assert all(isinstance(one, Done) for one in found)
    assert on_record() == [1, 2, 3, 9]
    assert sorted(one.entries[0].seq for one in found) == [3, 4, 5]


def _facts(base: store.Snapshot, _: object) -> list[Any]:
    from muster.core.tournament.engine import decide

    found = decide(base.state, EnterPlayer(PlayerId(9)))
    assert not isinstance(found, Refusal)
    return list(found)


def test_a_connection_that_breaks_leaves_doubt_for_what_was_sent_alone(
    base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    created()

    def breaks() -> None:
        raise OperationalError("server closed the connection unexpectedly") from psycopg.OperationalError()

    with gated(monkeypatch, breaks) as gate:
        futures = gathered(*entering(1, 2, 3), gate=gate)
        gate.opened.set()
        first, *others = answers(futures)
    assert isinstance(first, UnavailableError)
    assert first.nothing_recorded == (base.kind == "sqlite")
    assert all(isinstance(one, Done) for one in others), "these had not been sent"
    assert on_record() == [2, 3]


def test_whoever_knows_less_than_the_database_records_nothing_on_it() -> None:
    created()
    warm = store.load(ONE)
    done(DropPlayer(PlayerId(1)))  # refused
    for player in (1, 2):
        assert isinstance(done(EnterPlayer(PlayerId(player))), Done)
    store.forget(ONE)
    store._warm.put(warm)
    assert isinstance(done(EnterPlayer(PlayerId(1))), Refusal), "though nothing is known here of the first"
    store.forget(ONE)
    store._warm.put(warm)
    assert isinstance(done(EnterPlayer(PlayerId(3))), Done)
    assert on_record() == [1, 2, 3]


def test_memory_that_lost_its_ground_adds_nothing_after_it() -> None:
    created()
    done(EnterPlayer(PlayerId(1)))
    FactRow.objects.filter(seq=2).delete()  # as when an older backup was put back
    assert isinstance(done(EnterPlayer(PlayerId(2))), Done)
    assert on_record() == [2]


def test_how_many_statements_an_act_takes() -> None:
    """One for the act itself, which is its own transaction; a phone's report reads what it is about beside it."""
    hall = begun()
    one, two = phones(hall)
    state = hall.state
    typed = one.fields("report") | one.typed(won_by(state.regulations, 0, by=100))
    report, confirm = f"{one.url}/report", f"{two.url}/confirm"
    agreed: dict[str, str] = {}

    def drop() -> None:
        assert isinstance(submit(hall.tournament.pk, DropPlayer(PlayerId(one.player)), SYSTEM), Done)

    for most, act in (
        (6, lambda: one.client.post(report, typed)),
        (4, lambda: one.client.post(report, typed)),
        (6, lambda: two.client.post(confirm, agreed)),
        (1, drop),
    ):
        if most == 4:
            agreed.update(two.fields("confirm"))
        with CaptureQueriesContext(connection) as found:
            answer = act()
        assert answer is None or answer.status_code == 302
        assert len(found) == most, [asked["sql"][:80] for asked in found]


def test_an_act_whose_answer_was_lost_is_known_when_it_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = begun()
    one, _ = phones(hall)
    one.client.raise_request_exception = False
    typed = one.fields("report") | one.typed(won_by(hall.state.regulations, 0, by=100))

    def lost(rows: Sequence[FactRow], after: str | None) -> None:
        _ADD(rows, after)
        raise OperationalError("server closed the connection unexpectedly") from psycopg.OperationalError()

    before = FactRow.objects.count()
    with monkeypatch.context() as patch:
        patch.setattr(store, "_add", lost)
        answer: Any = one.client.post(f"{one.url}/report", typed)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Traceback" not in answer.content.decode()
    for _ in range(2):
        assert one.client.post(f"{one.url}/report", typed).status_code == 302
        assert FactRow.objects.count() == before + 1
    assert verify(store.replayed(hall.tournament.pk).entries).holds
