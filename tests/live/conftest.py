"""Some servers work on the site, which needs Django."""

from __future__ import annotations

from pathlib import Path

import pytest

import with_django  # noqa: F401  (before all that needs it)
from database_cases import begin_like


@pytest.fixture
def begun(tmp_path: Path, begun_site: Path) -> Path:
    """The folder of a site that need not be made by its server."""
    data = tmp_path / "data"
    data.mkdir()
    begin_like(begun_site, data)
    return data
