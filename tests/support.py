"""What several tests share: where real data lies, and how to skip where it does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("MUSTER_SHARED", Path(__file__).parents[2] / "shared"))
"""The folder of real events and the like. It is not part of the project."""


def shared_file(*parts: str) -> Path:
    """A file of the shared data, or a skip that says which file is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"real data not here: {path} (set MUSTER_SHARED to the folder that holds it)")
    return path
