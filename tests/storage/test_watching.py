"""What other processes write is found in the database, whatever it is and in whatever order it becomes visible."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import Error, connection

from muster.app.common import topics
from muster.app.floor.clocks import ClockInput, act
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament.commands import DropPlayer
from muster.people.models import Change
from muster.site.watching import GAP, MOST_ROWS, Watcher
from storage_cases import Base, empty
from web_cases import Hall

Told = list[frozenset[str] | None]


def of(*found: str) -> frozenset[str] | None:
    """Topics as a watcher tells them."""
    return frozenset(found)


@pytest.fixture(autouse=True)
def _other_names() -> None:
    """Each case has a database of its own, with tournaments of the same numbers."""
    topics.forget()


@contextmanager
def announcements(watcher: Watcher) -> Iterator[None]:
    """What this process records announces itself, as in a server."""
    topics.listen(watcher.announced)
    yield
    topics._listeners.remove(watcher.announced)


def watching() -> tuple[Watcher, Told]:
    told: Told = []
    watcher = Watcher(told.append)
    watcher.look()
    return watcher, told


def test_acts_of_others_are_found(base: Base) -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    watcher, told = watching()
    where = f"{hall.tournament.event.code}/{hall.tournament.number}"
    watcher.look()
    assert told == []
    hall.play(leave=1)
    watcher.look()
    assert told.pop() == of(f"{where}/results", f"{where}/t1")
    assert (
        act(hall.tournament.pk, hall.actor, ClockInput(round_no=RoundNo(1), kind="start", minutes=50)) is None
    )
    watcher.look()
    assert f"{where}/clock" in (told.pop() or ())
    topics.changed({"ELSE/news", "ELSE/event"})
    watcher.look()
    assert told.pop() == of("ELSE/news", "ELSE/event", "site/events")
    watcher.look()
    assert told == []


def test_what_this_process_announced_is_not_found_again(base: Base) -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    watcher, told = watching()
    with announcements(watcher):
        hall.play()
        topics.changed({"ELSE/news"})
        hall.do(DropPlayer(PlayerId(3)))
    watcher.look()
    assert told == []
    # The same again, by another process: each announcement stands for one act.
    topics.changed({"ELSE/news"})
    watcher.look()
    assert told == [of("ELSE/news")]


def test_the_end_of_a_round_is_found_whoever_wrote_the_last_result(base: Base) -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    hall.play(leave=1)
    where = f"{hall.tournament.event.code}/{hall.tournament.number}"
    watcher, told = watching()
    hall.play()
    watcher.look()
    assert told == [of(f"{where}/results", f"{where}/t2", f"{where}/over")]


def test_the_end_of_a_round_is_not_found_again(base: Base) -> None:
    hall = Hall()
    hall.begin(4)
    hall.publish()
    watcher, told = watching()
    with announcements(watcher):
        hall.play()
    watcher.look()
    assert told == []


@pytest.mark.parametrize("base", ["postgresql"], indirect=True)  # SQLite has one writer: rows come in order
def test_rows_that_become_visible_late_are_found(base: Base) -> None:
    topics.changed({"Z/news"})
    watcher, told = watching()
    insert = "INSERT INTO people_change (topics, at) VALUES (%s, now())"
    with psycopg.connect(base.url) as slow, psycopg.connect(base.url, autocommit=True) as quick:
        slow.execute(insert, ["A/news"])
        quick.execute(insert, ["B/news"])
        watcher.look()
        assert told == [of("B/news")]
        slow.commit()
        watcher.look()
        assert told == [of("B/news"), of("A/news")]
        slow.execute(insert, ["C/news"])
        slow.rollback()  # a number that never comes
        quick.execute(insert, ["D/news"])
        for _ in range(3):
            watcher.look()
    assert told == [of("B/news"), of("A/news"), of("D/news")]
    assert watcher._tables is not None
    assert [len(table._gaps) for table in watcher._tables] == [0, 0, 1]
    watcher._tables[2].news(0, now=GAP * 1e9)
    assert [len(table._gaps) for table in watcher._tables] == [0, 0, 0]


def test_very_much_at_once_is_anything(base: Base) -> None:
    watcher, told = watching()
    Change.objects.bulk_create(Change(topics="A/news") for _ in range(MOST_ROWS + 1))
    watcher.look()
    assert told == [None]
    topics.changed({"B/news"})
    watcher.look()
    assert told == [None, of("B/news")]


def test_a_database_put_back_is_anything(base: Base) -> None:
    topics.changed({"A/news"})
    watcher, told = watching()
    empty()
    watcher.look()
    assert told == [None]
    topics.changed({"B/news"})
    watcher.look()
    assert told == [None, of("B/news")]


def test_a_database_that_does_not_answer_is_asked_again(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher, told = watching()
    with monkeypatch.context() as broken:
        broken.setattr(watcher, "look", lambda: (_ for _ in ()).throw(Error("gone")))
        watcher._try()
    topics.changed({"A/news"})
    watcher._try()
    assert told == [of("A/news")]
    connection.ensure_connection()


def test_facts_of_a_later_version_are_anything_of_the_tournament(base: Base) -> None:
    hall = Hall()
    hall.begin(4)
    watcher, told = watching()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO journal_factrow (tournament, seq, act, kind, version, data, head, who, at) "
            "SELECT tournament, 999, 999, 'unheard-of', 7, data, head, who, at FROM journal_factrow "
            "WHERE tournament = %s AND seq = 1",
            [hall.tournament.pk],
        )
    watcher.look()
    where = f"{hall.tournament.event.code}/{hall.tournament.number}"
    assert told[0] is not None
    assert {f"{where}/round", f"{where}/results", f"{where}/clock"} <= told[0]
