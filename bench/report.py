"""What each table hands to `make bench`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Report:
    """The rows of one table (dataclasses), and whether every answer was right."""

    rows: Sequence[Any]
    right: bool
