"""Use cases need Django."""

from __future__ import annotations

import with_django  # noqa: F401
