"""Settings all tests share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

# Deadlines are wall-clock limits and examples must not change between two runs of one commit.
settings.register_profile(
    "muster", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("muster")


@pytest.fixture(autouse=True)
def _nothing_warm() -> Iterator[None]:
    """What a test recorded is rolled back, so nothing of it may stay in memory."""
    yield
    if "muster.journal.store" in sys.modules:
        sys.modules["muster.journal.store"].forget()
    if "muster.app.topics" in sys.modules:
        sys.modules["muster.app.topics"].forget()
