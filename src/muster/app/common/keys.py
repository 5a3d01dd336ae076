"""What the site's secret key must be; without Django, for the settings ask, too."""

from __future__ import annotations

from typing import Final

SHORTEST_KEY: Final = 32
"""Letters of the key behind sessions and forms, at the least."""
