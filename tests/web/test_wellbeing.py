"""How the site says it is: at once, whoever is busy, with the names of what is not well."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections import namedtuple
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from live_cases import Got, Inner, ask, front, page, run, settled
from muster import __version__
from muster.app.common import jobs
from muster.app.common.addresses import note_address
from muster.app.site import condition, own_backups
from muster.app.site.own_backups import Backups
from muster.live.front import Front
from muster.live.hub import Hub
from muster.live.turns import Turns
from muster.site import wellbeing
from muster.site.wellbeing import STALE, Findings, Jumps, Undamaged, Wellbeing, probes


def answered(found: Wellbeing, host: str = "localhost") -> Got:
    got = list[Got]()

    async def act() -> None:
        got.append(await ask(found, "/healthz", host=host))

    run(act)
    return got[0]


def test_all_is_well() -> None:
    found = Wellbeing({"database": lambda: True, "disk": lambda: True}, clock=lambda: 7.0)
    found.look()
    got = answered(found)
    assert (got.status, got.headers["cache-control"]) == (200, "no-store")
    assert json.loads(got.body) == {"status": "ok", "version": __version__, "age": 0}


@pytest.mark.parametrize(
    ("part", "status"), [("database", 503), ("disk", 200), ("jobs", 200), ("redis", 200)]
)
def test_what_is_not_well_is_named(part: str, status: int) -> None:
    now = [0.0]

    def broken() -> bool:
        raise OperationalError("a secret")

    for ill in (broken, lambda: False):
        found = Wellbeing({"other": lambda: True, part: ill, "another": lambda: True}, clock=lambda: now[0])
        found.look()
        now[0] += 4
        got = answered(found)
        said = json.loads(got.body)
        assert (got.status, said["status"], said["not_well"], said["age"]) == (status, "degraded", [part], 4)
        assert b"secret" not in got.body


def test_before_the_first_look_it_is_starting() -> None:
    got = answered(Wellbeing({"database": lambda: True}))
    assert (got.status, json.loads(got.body)["status"]) == (503, "starting")


def test_what_does_not_answer_is_named_and_asked_once() -> None:
    now, asked, open_, inside = [0.0], list[int](), threading.Event(), threading.Event()

    def stuck() -> bool:
        asked.append(1)
        inside.set()
        return open_.wait(60)

    found = Wellbeing({"disk": lambda: False, "database": stuck}, clock=lambda: now[0])
    looking = threading.Thread(target=found.look)
    looking.start()
    assert inside.wait(60)
    assert found.report() == Findings((), None)
    now[0] += STALE + 1
    assert found.report() == Findings(("database",), None)
    assert answered(found).status == 503
    assert asked == [1]
    open_.set()
    looking.join(60)
    assert found.report() == Findings(("disk",), 0.0)


def test_it_looks_in_a_thread_of_its_own_until_it_is_stopped() -> None:
    looked = threading.Event()

    def probe() -> bool:
        looked.set()
        return True

    found = Wellbeing({"disk": probe})
    with patch.object(wellbeing, "PACE", 0):
        found.start()
        assert looked.wait(60)
        found.stop()
        found._thread.join(60)
    assert not found._thread.is_alive()


def test_a_server_whose_pages_are_not_at_hand_is_starting() -> None:
    began, at_hand, looked = threading.Event(), threading.Event(), threading.Event()

    def first() -> None:
        began.set()
        assert at_hand.wait(60)

    found = Wellbeing({"disk": lambda: True}, first=first, told=lambda _: looked.set())
    found.start()
    assert began.wait(60)
    assert (answered(found).status, looked.is_set()) == (503, False), "no proxy sends anybody here yet"
    at_hand.set()
    assert looked.wait(60)
    assert answered(found).status == 200
    found.stop()
    found._thread.join(60)


def test_a_database_that_is_away_is_looked_for_more_often() -> None:
    there = [True]
    found = Wellbeing({"database": lambda: there[0], "disk": lambda: False})
    found.look()
    assert found.pause == wellbeing.PACE
    there[0] = False
    found.look()
    assert found.pause == wellbeing.SOON
    there[0] = True
    found.look()
    assert (found.pause, answered(found).status) == (wellbeing.PACE, 200)


def test_every_page_is_imported_before_anybody_asks(tmp_path: Path) -> None:
    own = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    env = own | {"MUSTER_DATA": str(tmp_path), "MUSTER_SECRET_KEY": "k" * 50}
    ran = subprocess.run(
        [sys.executable, "-c", AT_HAND], capture_output=True, text=True, check=False, env=env
    )
    assert ran.stdout.split() == ["False", "True"], ran.stderr


AT_HAND = """
from muster.cli.site import ready
ready()
import sys
from muster.site.wellbeing import pages_are_at_hand
page = "muster.web.player.page.view"
print(page in sys.modules)
pages_are_at_hand()
print(page in sys.modules)
"""


def test_another_name_is_not_answered() -> None:
    assert answered(Wellbeing({}), host="elsewhere.example").status == 400
    assert answered(Wellbeing({}), host="").status == 400


def test_it_is_answered_while_everybody_is_busy() -> None:
    async def act() -> None:
        inner: Inner = page()
        inner.gate = asyncio.Event()
        found = Wellbeing({"disk": lambda: True})
        found.look()
        app = Front(Turns(inner, 4), Hub(), pages="/e/", files="/static/", own={"/healthz": found})
        many = [asyncio.create_task(ask(app, "/desk/", client=f"192.0.2.{n}")) for n in range(20)]
        await settled()
        assert len(inner.scopes) == 4
        assert (await ask(app, "/healthz", host="localhost")).status == 200
        inner.gate.set()
        await asyncio.gather(*many)
        assert (await ask(front(page()), "/healthz")).status == 200, "where nothing is answered at once"

    run(act)


# The parts


@pytest.mark.django_db
def test_every_part_of_a_site_is_well(tmp_path: object, settings: object) -> None:
    settings.DATA = tmp_path  # type: ignore[attr-defined]
    found = Wellbeing(probes())
    found.look()
    assert found.report().ill == ()


@pytest.mark.django_db
def test_parts_that_are_not_well(tmp_path: object, settings: object) -> None:
    settings.DATA = tmp_path  # type: ignore[attr-defined]
    usage = namedtuple("usage", "free")
    with (
        patch("muster.site.wellbeing.connection.cursor", side_effect=OperationalError("gone")),
        patch("muster.site.wellbeing.connection.close") as closed,
        patch("shutil.disk_usage", return_value=usage(condition.LEAST_FREE - 1)),
        patch.object(jobs, "is_behind", return_value=True),
        patch("os.access", return_value=False),
        patch.object(own_backups, "known", return_value=Backups(timezone.now(), trouble="full")),
    ):
        looked_at = probes()
        looked_at["damage"] = lambda: False
        found = Wellbeing(looked_at, told=condition.note)
        found.look()
        says = [str(one) for one in condition.notices()]
    assert found.report().ill == ("database", "damage", "writable", "disk", "jobs", "backups")
    assert closed.called
    assert [one.partition(":")[0].partition(".")[0] for one in says] == [
        "The database on the server's disk is damaged",
        "The server's disk can only be read",
        "The server's disk is nearly full",
        "The last backup could not be made",
    ]
    condition.note(())
    assert condition.notices() == []


@pytest.mark.django_db
def test_every_page_of_the_database_is_looked_at_now_and_then() -> None:
    now = [0.0]
    found = Undamaged(clock=lambda: now[0])
    assert found()
    with patch.object(wellbeing, "_whole", return_value=False) as looked:
        now[0] += wellbeing.THOROUGH - 1
        assert found()
        assert not looked.called
        now[0] += 1
        assert not found()
        now[0] += 1
        assert not found()
    assert looked.call_count == 1


def test_a_clock_that_was_set_is_told_at_the_desk() -> None:
    wall, runs = [1000.0], [5.0]
    found = Jumps(wall=lambda: wall[0], clock=lambda: runs[0])
    for seconds in (10.0, 0.4):
        wall[0] += seconds
        runs[0] += 10
        assert found()
        assert condition.notices() == [], "a clock that is put right bit by bit"
    wall[0] += 3600
    assert found()
    assert found()
    try:
        (said,) = condition.notices()
        assert str(said).startswith("The server's clock was set ahead by 60 minutes:")
        wall[0] -= 3780
        assert found()
        (said,) = condition.notices()
        assert str(said).startswith("The server's clock was set back by 3 minutes:")
        wall[0] += 180
        assert found()
        assert condition.notices() == []
    finally:
        condition.note_jump(-condition._jumped)


@pytest.mark.django_db
def test_jobs_are_behind_once_one_has_waited_too_long() -> None:
    now = timezone.now()

    def waits(lane: str, ago: timedelta) -> None:
        DBTaskResult.objects.create(
            queue_name=lane, run_after=now - ago, priority=0, args_kwargs={}, backend_name="default"
        )

    late = jobs.LATE + timedelta(seconds=1)
    waits("print", timedelta(seconds=5))
    waits("print", -late)
    assert not jobs.is_behind(now)
    note_address("")
    waits("mail", late)
    assert not jobs.is_behind(now), "no letter leaves a site without an address"
    waits("notify", late)
    assert jobs.is_behind(now)
