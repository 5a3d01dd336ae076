"""Figures for whoever watches the server: only for this machine, and of nobody in particular."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from live_cases import Got, ask, run
from muster import __version__
from muster.app.common import extras
from muster.app.site import own_backups
from muster.app.site.own_backups import Backups
from muster.site import environment, metrics
from muster.site.door import door
from muster.site.metrics import Metrics, backup_age, is_allowed


@pytest.fixture(autouse=True)
def _counted_anew() -> Iterator[None]:
    metrics._meters.cache_clear()
    yield
    metrics._meters.cache_clear()


def answered(found: Metrics, host: str = "localhost:8000", client: str = "127.0.0.1") -> Got:
    got = list[Got]()

    async def act() -> None:
        got.append(await ask(found, "/metrics", host=host, client=client))

    run(act)
    return got[0]


def figures() -> dict[str, float]:
    found = Metrics({"muster_streams": lambda: 3}, lambda: ("disk",), ("database", "disk"))
    got = answered(found)
    assert (got.status, got.headers["content-type"].partition(";")[0]) == (200, "text/plain")
    lines = [line for line in got.body.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_requests_are_counted_by_the_pattern_of_their_address() -> None:
    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=404 if "nothing" in request.path else 200)

    passed = door(page)
    for method, path in (
        ("GET", "/e/ADA?name=Ada"),
        ("GET", "/e/ADA"),
        ("ADA-LOVELACE", "/nothing/a-secret"),
    ):
        passed(RequestFactory().generic(method, path, REMOTE_ADDR="192.0.2.7"))
    found = figures()
    assert found['muster_requests_total{method="GET",route="?",status="200"}'] == 2
    assert found['muster_requests_total{method="other",route="?",status="404"}'] == 1
    assert found['muster_request_seconds_count{route="?"}'] == 3
    assert (found['muster_not_well{part="disk"}'], found['muster_not_well{part="database"}']) == (1, 0)
    assert (found["muster_streams"], found[f'muster_info{{version="{__version__}"}}']) == (3, 1)
    for personal in ("Ada", "ADA", "secret", "192.0.2"):
        assert not [name for name in found if personal in name]


def test_what_was_answered_from_memory_is_read_when_somebody_asks() -> None:
    given = {"page": 7, "unchanged": 2}
    found = Metrics({}, tuple, (), given=given)
    given["page"] += 1
    said = answered(found).body.decode()
    assert 'muster_front_answers_total{answer="page"} 8.0' in said
    assert 'muster_front_answers_total{answer="unchanged"} 2.0' in said


def test_where_there_are_several_processes_each_figure_says_of_which_it_is(settings: object) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:6379/0"  # type: ignore[attr-defined]
    metrics.seen("GET", "e/", 200, 0.1)
    said = answered(Metrics({"muster_streams": lambda: 3}, tuple, (), given={"page": 7})).body.decode()
    lines = [line for line in said.splitlines() if not line.startswith("#")]
    assert lines
    assert [line for line in lines if f'process="{os.getpid()}"' not in line] == []
    assert any(line.startswith('muster_requests_total{method="GET",process=') for line in lines)


@pytest.mark.parametrize(
    ("client", "host", "header", "allowed"),
    [
        ("127.0.0.1", "127.0.0.1:8000", None, True),
        ("127.0.0.1", "localhost", None, True),
        ("::1", "[::1]:8000", None, True),
        ("127.0.0.1", "play.example.org", None, False),
        ("127.0.0.1", "localhost:8000", b"x-forwarded-for", False),
        ("127.0.0.1", "localhost:8000", b"forwarded", False),
        ("192.0.2.7", "localhost:8000", None, False),
        ("10.0.0.9", "play.example.org", None, True),
        ("10.0.1.9", "localhost", None, False),
        ("", "localhost", None, False),
    ],
)
def test_only_this_machine_and_those_named_may_read(
    client: str, host: str, header: bytes | None, allowed: bool, settings: object
) -> None:
    settings.METRICS_FROM = ["10.0.0.0/24"]  # type: ignore[attr-defined]
    headers = [(b"host", host.encode()), *([(header, b"192.0.2.1")] if header else [])]
    assert is_allowed({"client": (client, 1) if client else None, "headers": headers}) is allowed


def test_to_others_there_is_nothing() -> None:
    got = answered(Metrics({}, tuple, ()), client="192.0.2.7")
    assert (got.status, b"muster_" in got.body) == (404, False)


def test_without_the_extra_it_says_how_to_add_it() -> None:
    with patch.object(metrics, "is_missing", return_value=True):
        metrics.seen("GET", "e/", 200, 0.1)
        got = answered(Metrics({"muster_streams": lambda: 3}, tuple, ()))
    assert got.status == 503
    assert b"pip install 'muster[metrics]'" in got.body


def test_who_else_may_read_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.metrics_from({}) == []
    assert environment.metrics_from({"MUSTER_METRICS_FROM": "10.0.0.1, 10.1.0.0/16"}) == [
        "10.0.0.1",
        "10.1.0.0/16",
    ]
    with pytest.raises(environment.WrongSettingError, match="is not an address or network"):
        environment.metrics_from({"MUSTER_METRICS_FROM": "everybody"})
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(environment.WrongSettingError, match="part that is not installed"):
        environment.metrics_from({"MUSTER_METRICS_FROM": "10.0.0.1"})


def test_the_age_of_the_last_backup() -> None:
    now = timezone.now()
    with patch.object(own_backups, "known", return_value=None):
        assert math.isnan(backup_age())
    with patch.object(own_backups, "known", return_value=Backups(now, now - timedelta(hours=1))):
        assert 3600 <= backup_age() < 3700
