"""Commands that work on the site need Django."""

from __future__ import annotations

import with_django  # noqa: F401
