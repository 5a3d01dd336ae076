"""What every browser test can ask for."""

from __future__ import annotations

import with_django  # noqa: F401  (before all that needs it)
from browser_cases import browser, page, server, site

__all__ = ["browser", "page", "server", "site"]
