"""Pages need Django, and some of their tests another language."""

from __future__ import annotations

import with_django  # noqa: F401  (before all that needs it)
from pseudo_cases import catalogue, pseudo

__all__ = ["catalogue", "pseudo"]
