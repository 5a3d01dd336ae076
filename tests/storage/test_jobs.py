"""Jobs on both databases: several workers do everything and nothing twice, and one that is killed loses nothing."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from threading import Barrier
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from muster.app.common import jobs
from muster.app.mail.messages import standing, write
from muster.app.site.backups import back_up
from muster.app.site.restoring import restore
from muster.people.models import Entry, Message, Person, Print
from muster.web.paper import press, printing
from muster.web.paper.options import Options
from storage_cases import Base
from web_cases import Hall

LETTERS, SENDERS = 90, 4
WORKER = Path(__file__).with_name("worker.py")


@pytest.fixture(autouse=True)
def _site(settings: Any, tmp_path: Path) -> Iterator[None]:
    settings.ORIGIN, settings.DATA = "https://play.example.org", tmp_path
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    yield
    mail.outbox = []


def written(letters: int = LETTERS, *, jobs: int = 1) -> Hall:
    """So many letters to so many players, which wait for so many jobs."""
    hall = Hall()
    hall.enter(letters)
    for entry in Entry.objects.all():
        Person.objects.filter(pk=entry.person_id).update(email=address(entry.player or 0))
    entries = list(Entry.objects.order_by("pk").values_list("pk", flat=True))
    for first in range(jobs):
        write("registered", entries[first::jobs])
    return hall


def address(player: int) -> str:
    return f"p{player}@example.org"


def sent() -> Counter[str]:
    return Counter(letter.to[0] for letter in mail.outbox)


def killed(base: Base, lane: str, work: int) -> str:
    """What a worker says that is killed after so much of its work."""
    command = [sys.executable, str(WORKER), lane, str(work)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=base.env) as worker:
        assert worker.stdout is not None
        says = worker.stdout.readline().strip()
        worker.kill()
    return says


def test_several_workers_at_once_send_each_letter_once(base: Base) -> None:
    written(jobs=9)
    together = Barrier(SENDERS)

    def work(_: int) -> None:
        try:
            together.wait()
            jobs.turn("mail")
        finally:
            connection.close()

    with ThreadPoolExecutor(SENDERS) as pool:
        list(pool.map(work, range(SENDERS)))
    assert sent() == {address(n): 1 for n in range(1, LETTERS + 1)}
    assert not Message.objects.filter(sent_at=None).exists()
    assert not DBTaskResult.objects.exists()


def test_what_a_killed_worker_had_not_sent_is_sent_by_the_next(base: Base) -> None:
    hall = written(5)
    assert killed(base, "mail", 3) == address(4)
    assert Message.objects.exclude(sent_at=None).count() == 3
    assert standing(hall.event).waiting == 2
    jobs.turn("mail")
    assert sent() == {address(4): 1, address(5): 1}
    assert not DBTaskResult.objects.exists()


def test_what_a_killed_worker_was_printing_is_printed_by_the_next(
    base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall()
    pages = ["<p>one", "<p>two"]
    printing.begin(
        hall.tournament, None, "poster", Options({"paper": "a4"}), 2, lambda: pages, press.make_pdf
    )
    assert killed(base, "print", 0) == "printing"
    assert Print.objects.get().finished_at is None
    made: list[str] = []

    def make(work: press.Work) -> None:
        made.extend(work.pieces)
        work.file.write_bytes(b"%PDF")

    monkeypatch.setattr(press.PRESS, "make", make)
    jobs.turn("print")
    assert made == pages
    assert printing.ready_file(hall.tournament, Print.objects.get().pk, hall.actor) is not None
    assert [path.suffix for path in printing.folder().iterdir()] == [".pdf"]
    assert not DBTaskResult.objects.exists()


def test_a_worker_that_is_killed_again_and_again_leaves_a_dead_letter_that_can_be_sent(
    base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_TRIES", 3)
    hall = written(1)
    for _ in range(jobs.MOST_TRIES):
        assert killed(base, "mail", 0) == address(1)
    jobs.turn("mail")
    assert [one.entry.player for one in standing(hall.event).failed] == [1]
    jobs.again(jobs.dead(Message.objects.all()))
    jobs.turn("mail")
    assert sent() == {address(1): 1}


def test_what_a_worker_elsewhere_has_in_hand_is_taken_once_it_has_been_silent_for_long(base: Base) -> None:
    written(2)
    DBTaskResult.objects.update(status="RUNNING", started_at=timezone.now(), worker_ids=["elsewhere:1:x"])
    jobs.turn("mail")
    assert not mail.outbox
    later = timezone.now() + jobs.HELD
    with patch("django.utils.timezone.now", lambda: later):
        jobs.turn("mail")
    assert len(mail.outbox) == 2


def test_writing_again_writes_nothing_anew(base: Base) -> None:
    written()
    write("registered", list(Entry.objects.values_list("pk", flat=True)))
    assert Message.objects.count() == LETTERS


def test_dead_letters_that_no_page_shows_go_away_in_time(base: Base) -> None:
    written(1)
    write("own", [Entry.objects.get().pk], "x")
    DBTaskResult.objects.update(status="FAILED", finished_at=timezone.now())
    Message.objects.filter(kind="own").delete()
    jobs.tidy(timezone.now() + jobs.FORGOTTEN - timedelta(days=1))
    assert DBTaskResult.objects.count() == 2
    jobs.tidy(timezone.now() + jobs.FORGOTTEN + timedelta(days=1))
    assert [one.messages.get().kind for one in DBTaskResult.objects.all()] == ["registered"]


def test_what_waited_in_the_outbox_of_an_older_release_is_sent(base: Base) -> None:
    hall = written(3)
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes("people")
    DBTaskResult.objects.all().delete()
    MigrationExecutor(connection).migrate([("people", "0006_trust")])
    due = timezone.now() + timedelta(seconds=300)
    old = MigrationExecutor(connection).loader.project_state([("people", "0006_trust")]).apps
    rows = old.get_model("people", "Message").objects
    first, second, third = rows.order_by("pk").values_list("pk", flat=True)
    rows.filter(pk=first).update(sent_at=due, due_at=due)
    rows.filter(pk=second).update(tries=2, due_at=due)
    rows.filter(pk=third).update(tries=jobs.MOST_TRIES, due_at=due)
    MigrationExecutor(connection).migrate(newest)
    waiting = Message.objects.get(pk=second)
    assert waiting.job is not None
    assert (len(waiting.job.worker_ids), waiting.job.run_after) == (2, due)
    assert [one.pk for one in standing(hall.event).failed] == [third]
    jobs.turn("mail")
    assert not mail.outbox
    with patch("django.utils.timezone.now", lambda: due):
        jobs.turn("mail")
    assert sent() == {address(2): 1}


def test_what_waits_in_a_backup_that_an_older_release_made_is_sent(base: Base) -> None:
    written(1)
    DBTaskResult.objects.all().delete()
    backup, older = io.BytesIO(), io.BytesIO()
    back_up(backup)
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(older, "w") as new:
        manifest = json.loads(old.read("manifest.json"))
        for name in old.namelist():
            content = old.read(name)
            if name == "people.message.jsonl":
                content = content.replace(b'"job": null', b'"due_at": "2026-03-07T09:00:00Z", "tries": 2')
                manifest["files"][name] = sha256(content).hexdigest()
            if name != "manifest.json":
                new.writestr(name, content)
        new.writestr("manifest.json", json.dumps(manifest))
    restore(older, replace=True)
    jobs.turn("mail")
    assert sent() == {address(1): 1}
