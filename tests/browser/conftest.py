"""What every browser test can ask for."""

from __future__ import annotations

from browser_cases import browser, page, server, site

__all__ = ["browser", "page", "server", "site"]
