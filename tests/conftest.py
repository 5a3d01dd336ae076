"""Settings all tests share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

# Deadlines are wall-clock limits and examples must not change between two runs of one commit.
settings.register_profile(
    "muster",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("muster"), max_examples=100)
settings.load_profile("muster")

COVERING = {"unit", "golden", "property", "journals"}
"""The folders whose tests are to reach every branch of the core; tracing the others would double their time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Trace only what covers the core."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] not in COVERING:
            item.add_marker("no_cover")


@pytest.fixture(autouse=True)
def _same_salts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn rests on every fact before it, so the salts of reasons are the same in every run."""
    if "muster.app.reasons" in sys.modules:
        salts = count(1)
        monkeypatch.setattr("muster.app.reasons.new_salt", lambda: f"{next(salts):064x}")


@pytest.fixture(autouse=True)
def _nothing_warm() -> Iterator[None]:
    """What a test recorded is rolled back, so nothing of it may stay in memory."""
    yield
    if "muster.journal.store" in sys.modules:
        sys.modules["muster.journal.store"].forget()
    if "muster.app.topics" in sys.modules:
        sys.modules["muster.app.topics"].forget()
