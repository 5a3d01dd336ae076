"""Facts in a database: what is recorded once, by whom first, and what memory may keep of it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, connections, transaction
from django.test import Client

from muster.app.common.access import SYSTEM
from muster.app.common.topics import listen
from muster.app.history.latest import undo
from muster.app.history.submitting import Done, announce_plan, next_link, submit, submit_all
from muster.core.ids import PlayerId
from muster.core.tournament import commands, engine, facts
from muster.core.tournament.commands import Command, EnterPlayer
from muster.core.tournament.engine import chained
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.journal.models import FactRow
from muster.journal.store import ConflictError, DamagedJournalError, Snapshot, UnavailableError
from storage_cases import Base
from tournament_cases import DAY, rules
from web_cases import Hall

pytestmark = pytest.mark.usefixtures("base")

ONE = 1
"""The tournament of these cases."""

NOON = datetime(2026, 3, 7, 12, 0, 0, 123456, tzinfo=UTC)


def do(*asked: Command, key: str | None = None) -> Snapshot:
    """Carry out commands, each an act; all must be accepted."""
    for command in asked:
        answer = submit(ONE, command, SYSTEM, key=key)
        assert isinstance(answer, Done), answer
    return store.load(ONE)


def enter(*players: int) -> list[Command]:
    return [EnterPlayer(PlayerId(player)) for player in players]


def created(players: int = 0) -> Snapshot:
    create = commands.CreateTournament(regulations=rules("armada-4.0"), day=DAY)
    return do(create, *enter(*range(1, players + 1)))


def begun(players: int = 6) -> Snapshot:
    """The first round is published."""
    created(players)
    do(announce_plan(ONE), commands.StartStage())
    return do(next_link(ONE, store.load(ONE).state), commands.PublishRound())


def rows() -> int:
    return FactRow.objects.filter(tournament=ONE).count()


def same(one: Snapshot, other: Snapshot) -> bool:
    """Whether two snapshots agree in everything, undo included."""
    return (
        (one.tournament, one.state, list(one.entries), list(one.marks))
        == (other.tournament, other.state, list(other.entries), list(other.marks))
        and ways_back(one.state) == ways_back(other.state)
    )  # fmt: skip


def ways_back(state: State) -> list[tuple[int, int]]:
    found = []
    while state.undo is not None:
        found.append((state.undo.seq, state.undo.last))
        state = state.undo.before
    return found


def elsewhere(act: Callable[[], object]) -> None:
    """Do something in a thread of its own, with a connection of its own."""

    def run() -> None:
        try:
            act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(run).result()


class RolledBackError(Exception):
    """Thrown to make a transaction fail."""


def test_what_is_recorded_is_read_back() -> None:
    after = begun()
    store.forget()
    assert same(store.load(ONE), after)
    assert same(store.replayed(ONE), after)
    assert verify(after.entries).holds
    assert [entry.seq for entry in after.entries] == list(range(1, rows() + 1))


def test_a_tournament_nobody_created_has_no_facts() -> None:
    found = store.load(404)
    assert (found.version, list(found.entries), found.state) == (0, [], State())


def test_who_and_when_stand_beside_the_facts_and_not_in_the_chain() -> None:
    base = created()
    after = store.append(base, [facts.PlayerEntered(PlayerId(1))], who="account:7", at=NOON, key="k")
    store.forget()
    mark = store.load(ONE).marks[-1]
    assert (mark.act, mark.who, mark.at) == (2, "account:7", NOON)
    FactRow.objects.filter(seq=2).update(who="account:8")
    assert store.load(ONE).state.head == after.state.head
    assert store.load(ONE).marks[-1].who == "account:8"


def test_a_warm_tournament_costs_one_query() -> None:
    begun()
    with connection.execute_wrapper(counter := Counter()):
        store.load(ONE)
    assert counter.queries == 1


class Counter:
    """Counts what goes to the database."""

    queries = 0

    def __call__(self, execute: Callable[..., object], *args: object) -> object:
        self.queries += 1
        return execute(*args)


def test_what_another_process_wrote_is_caught_up_with(base: Base) -> None:
    created(2)
    script = (
        "from muster.cli.site import ready; ready()\n"
        "from muster.app.common.access import SYSTEM\n"
        "from muster.app.history.submitting import submit\n"
        "from muster.core.tournament.commands import EnterPlayer\n"
        "for player in (3, 4): submit(1, EnterPlayer(player), SYSTEM)\n"
    )
    subprocess.run([sys.executable, "-c", script], env=base.env, check=True)
    now = store.load(ONE)
    assert sorted(now.state.players) == [1, 2, 3, 4]
    assert same(now, store.replayed(ONE))


def test_a_key_sent_twice_is_recorded_once() -> None:
    created()
    first = submit(ONE, EnterPlayer(PlayerId(1)), SYSTEM, key="tap")
    do(*enter(2))
    second = submit(ONE, EnterPlayer(PlayerId(1)), SYSTEM, key="tap")
    assert isinstance(first, Done)
    assert isinstance(second, Done)
    assert (first.repeated, second.repeated) == (False, True)
    assert first.entries == second.entries
    assert rows() == 3


def test_a_key_of_several_facts_gives_all_of_them_back() -> None:
    created()
    first = submit_all(ONE, lambda _: enter(1, 2, 3), SYSTEM, key="tap")
    do(*enter(4))
    second = submit_all(ONE, lambda _: enter(1, 2, 3), SYSTEM, key="tap")
    assert isinstance(first, Done)
    assert isinstance(second, Done)
    assert [entry.seq for entry in second.entries] == [2, 3, 4]
    assert second.entries == first.entries


def test_a_repeated_key_is_answered_on_a_page_that_is_stale_by_then() -> None:
    before = created().version
    submit(ONE, EnterPlayer(PlayerId(1)), SYSTEM, expected_version=before, key="tap")
    again = submit(ONE, EnterPlayer(PlayerId(1)), SYSTEM, expected_version=before, key="tap")
    assert isinstance(again, Done)
    assert again.repeated
    assert len(again.entries) == 1


def test_the_same_key_in_another_tournament_is_another_key() -> None:
    created()
    create = commands.CreateTournament(regulations=rules("armada-4.0"), day=DAY)
    assert isinstance(submit(2, create, SYSTEM, key="tap"), Done)
    answer = submit(ONE, EnterPlayer(PlayerId(1)), SYSTEM, key="tap")
    assert isinstance(answer, Done)
    assert not answer.repeated


def test_one_key_from_many_hands_at_once_is_recorded_once() -> None:
    created()
    start, answers = threading.Barrier(8), list[Done | Refusal]()

    def tap() -> None:
        start.wait()
        answers.append(submit(ONE, EnterPlayer(PlayerId(1)), SYSTEM, key="tap"))
        connections.close_all()

    threads = [threading.Thread(target=tap) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8
    assert sorted(isinstance(one, Done) and one.repeated for one in answers) == [False] + [True] * 7
    assert rows() == 2


def test_an_act_on_a_stale_page_is_refused_and_nothing_recorded() -> None:
    seen = created().version
    do(*enter(1))
    answer = submit(ONE, EnterPlayer(PlayerId(2)), SYSTEM, expected_version=seen)
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"
    assert rows() == 2


def test_a_refusal_records_nothing() -> None:
    before = created(1)
    answer = submit(ONE, EnterPlayer(PlayerId(1)), SYSTEM, key="tap")
    assert isinstance(answer, Refusal)
    assert same(store.load(ONE), before)
    assert rows() == 2
    assert not FactRow.objects.filter(key="tap").exists()


def test_several_commands_are_all_recorded_or_none() -> None:
    before = created(1)
    answer = submit_all(ONE, lambda _: enter(2, 3, 1), SYSTEM)
    assert isinstance(answer, Refusal)
    assert rows() == before.version
    assert same(store.load(ONE), before)


def test_what_was_done_together_is_undone_together() -> None:
    created(1)
    submit_all(ONE, lambda _: enter(2, 3, 4), SYSTEM)
    now = store.load(ONE)
    assert isinstance(undo(now, SYSTEM, expected_version=now.version), Done)
    assert list(store.load(ONE).state.players) == [1]
    store.forget()
    now = store.load(ONE)
    undo(now, SYSTEM, expected_version=now.version)
    assert not store.load(ONE).state.players


def test_the_slower_of_two_writers_records_nothing() -> None:
    base = created()
    store.append(base, [facts.PlayerEntered(PlayerId(1))], who="", at=NOON)
    with pytest.raises(ConflictError):
        store.append(base, [facts.PlayerEntered(PlayerId(n)) for n in (2, 3)], who="", at=NOON)
    assert list(store.load(ONE).state.players) == [1]
    assert same(store.load(ONE), store.replayed(ONE))


def test_a_conflict_leaves_the_transaction_around_it_usable() -> None:
    base = created()
    with transaction.atomic():
        store.append(base, [facts.PlayerEntered(PlayerId(1))], who="", at=NOON)
        with pytest.raises(ConflictError):
            store.append(base, [facts.PlayerEntered(PlayerId(2))], who="", at=NOON)
        do(*enter(3))
    assert sorted(store.load(ONE).state.players) == [1, 3]


def test_a_transaction_rolled_back_leaves_no_trace_in_memory() -> None:
    before = created(1)

    def fail() -> None:
        with transaction.atomic():
            do(*enter(2, 3))
            assert sorted(store.load(ONE).state.players) == [1, 2, 3]
            raise RolledBackError

    with pytest.raises(RolledBackError):
        fail()
    assert same(store.load(ONE), before)
    do(*enter(4))
    assert sorted(store.load(ONE).state.players) == [1, 4]
    assert same(store.load(ONE), store.replayed(ONE))


def test_a_savepoint_rolled_back_leaves_no_trace_in_memory() -> None:
    created(1)

    def fail() -> None:
        with transaction.atomic():
            do(*enter(3, 4))
            raise RolledBackError

    with transaction.atomic():
        do(*enter(2))
        with pytest.raises(RolledBackError):
            fail()
        assert sorted(store.load(ONE).state.players) == [1, 2]
        do(*enter(5))
        assert same(store.load(ONE), store.replayed(ONE))
    assert sorted(store.load(ONE).state.players) == [1, 2, 5]
    assert same(store.load(ONE), store.replayed(ONE))


def test_nobody_sees_what_a_transaction_has_not_committed() -> None:
    before, seen = created(1), list[Snapshot]()
    with transaction.atomic():
        do(*enter(2))
        elsewhere(lambda: seen.append(store.load(ONE)))
    elsewhere(lambda: seen.append(store.load(ONE)))
    assert same(seen[0], before)
    assert sorted(seen[1].state.players) == [1, 2]


def test_within_a_transaction_reading_again_is_one_small_query() -> None:
    created(1)
    with transaction.atomic():
        do(*enter(2))
        with connection.execute_wrapper(counter := Counter()):
            store.load(ONE)
    assert counter.queries == 1


def test_acts_are_announced_once_they_are_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    created()
    heard = list[frozenset[str]]()
    monkeypatch.setattr("muster.app.common.topics._listeners", [])
    monkeypatch.setattr("muster.app.common.topics._names", {ONE: ("SPRING", 1)})
    listen(heard.append)
    with transaction.atomic():
        do(*enter(1))
        assert heard == []
    do(*enter(2))
    submit(ONE, EnterPlayer(PlayerId(2)), SYSTEM)
    assert heard == [{"SPRING/1/people", "SPRING/1/p1"}, {"SPRING/1/people", "SPRING/1/p2"}]


def test_a_listener_that_fails_does_not_make_an_act_look_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    created()

    def fail(topics: frozenset[str]) -> None:
        raise RolledBackError

    monkeypatch.setattr("muster.app.common.topics._listeners", [fail])
    assert 1 in do(*enter(1)).state.players


def test_memory_that_lost_its_ground_is_dropped() -> None:
    """As after a backup was put in place of what this process remembers."""
    early = created(2)
    do(*enter(3, 4))
    FactRow.objects.filter(seq__gt=early.version).delete()
    assert same(store.load(ONE), early)
    do(*enter(9))
    assert same(store.load(ONE), store.replayed(ONE))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"data": '{"club":null,"first_round_bye":false,"fixed_table":null,"missed":null,"player":7}'},
            "chain",
        ),
        ({"data": '{"player":2}'}, "chain is broken"),
        ({"data": "{"}, "Invalid JSON"),
        ({"head": "0" * 64}, "chain is broken"),
        ({"kind": "player.cloned"}, "is no fact this Muster knows"),
        ({"version": 2}, "newer than this release knows"),
        ({"seq": 99}, "fact 3 is missing"),
        ({"kind": "round.started", "data": '{"round_no":1}'}, "fact 3"),
    ],
)
def test_a_row_that_was_changed_is_found_out(change: dict[str, object], words: str) -> None:
    created(4)
    FactRow.objects.filter(tournament=ONE, seq=3).update(**change)
    for read in (store.load, store.replayed):
        store.forget()
        with pytest.raises(DamagedJournalError, match="tournament 1, fact") as caught:
            read(ONE)
        assert words in str(caught.value)


def test_a_row_that_was_removed_is_found_out() -> None:
    created(4)
    FactRow.objects.filter(tournament=ONE, seq=3).delete()
    store.forget()
    with pytest.raises(DamagedJournalError, match="fact 3 is missing"):
        store.load(ONE)


def test_a_fact_of_an_older_release_is_read_and_its_chain_still_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A made-up older shape: entry numbers were called `number`."""
    base = created()
    data = '{"number":1}'
    head = chained(base.state.head, 2, f'{{"data":{data},"kind":"player.entered","v":0}}')
    FactRow.objects.create(
        tournament=ONE, seq=2, act=2, kind="player.entered", version=0, data=data, head=head, at=NOON
    )
    with pytest.raises(DamagedJournalError, match="no fact this Muster knows"):
        store.load(ONE)
    monkeypatch.setitem(engine.STEPS, ("player.entered", 0), lambda old: {"player": old["number"]})
    now = do(*enter(2))
    assert sorted(now.state.players) == [1, 2]
    assert now.entries[1].text == f'{{"data":{data},"kind":"player.entered","v":0}}'
    assert verify(now.entries).holds
    assert same(now, store.replayed(ONE))


def test_a_database_that_does_not_answer_is_said_in_words() -> None:
    base = created(1)

    def broken(*_: object) -> None:
        raise OperationalError("database is locked") from psycopg.errors.LockNotAvailable()

    with connection.execute_wrapper(broken):
        for read in (
            lambda: store.load(ONE),
            lambda: store.replayed(ONE),
            lambda: store.first_under(ONE, "k"),
        ):
            with pytest.raises(UnavailableError, match="cannot be reached, or is too busy") as caught:
                read()
            assert not caught.value.nothing_recorded
        for write in (
            lambda: store.append(base, [facts.PlayerEntered(PlayerId(2))], who="", at=NOON),
            lambda: submit(ONE, EnterPlayer(PlayerId(2)), SYSTEM),
        ):
            with pytest.raises(UnavailableError, match="Nothing was recorded") as caught:
                write()
            assert caught.value.nothing_recorded
    assert same(store.load(ONE), base)


def test_a_connection_that_breaks_while_settling_leaves_doubt(
    base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = created(1)

    def broken(*_: object) -> None:
        raise OperationalError("server closed the connection unexpectedly") from psycopg.OperationalError()

    def refused(*_: object) -> None:
        raise OperationalError("canceling statement") from psycopg.errors.LockNotAvailable()

    many = [facts.PlayerEntered(PlayerId(number)) for number in range(2, store.AT_ONCE + 3)]
    for where, name, act in ((store, "_add", many[:1]), (store, "_add", many), (connection, "commit", many)):
        early = name == "_add" and len(act) > store.AT_ONCE  # nothing is to be settled yet
        for fails, doubt in ((broken, base.kind == "postgresql" and not early), (refused, False)):
            with monkeypatch.context() as patch:
                patch.setattr(where, name, fails)
                with pytest.raises(UnavailableError) as caught:
                    store.append(before, act, who="", at=NOON)
                assert caught.value.nothing_recorded != doubt
            connection.close()
            assert same(store.load(ONE), before)


@contextmanager
def busy(base: Base) -> Iterator[None]:
    """Somebody else is writing and does not come to an end, and nobody here has patience."""
    if base.kind == "sqlite":
        other: Any = sqlite3.connect(base.data / "muster.sqlite3", isolation_level=None)
        lock, impatience = "BEGIN IMMEDIATE", "PRAGMA busy_timeout = 1"
    else:
        other = psycopg.connect(base.url)
        lock, impatience = "LOCK TABLE journal_factrow IN EXCLUSIVE MODE", "SET lock_timeout = 1"
    try:
        other.execute(lock)
        with connection.cursor() as cursor:
            cursor.execute(impatience)
        yield
    finally:
        other.execute("ROLLBACK")  # a server lets go of a closed connection's locks only when it notices
        other.close()
        connection.close()  # with its impatience


def test_a_database_that_others_keep_busy_is_said_in_words(base: Base) -> None:
    before = created(1)
    with busy(base):
        with pytest.raises(UnavailableError, match="Nothing was recorded"):
            submit(ONE, EnterPlayer(PlayerId(2)), SYSTEM)
        assert same(store.load(ONE), before)
    assert 2 in do(*enter(2)).state.players


def test_a_page_says_that_nothing_was_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(client=Client(raise_request_exception=False))
    hall.begin(4)
    hall.propose()

    def locked(*_: object) -> None:
        raise OperationalError("database is locked") from psycopg.errors.LockNotAvailable()

    with monkeypatch.context() as patch:
        patch.setattr("muster.journal.store._add", locked)
        answer = hall.post("undo")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Nothing of what you sent last was recorded" in answer.content.decode()
    assert hall.state.proposal is not None
