"""Some servers work on the site, which needs Django."""

from __future__ import annotations

import with_django  # noqa: F401
