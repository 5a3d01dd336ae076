"""The site's settings for tests: nothing of the machine's own, no static files collected beforehand."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

for _name in (
    "DATA",
    "DATABASE_URL",
    "SECRET_KEY",
    "HOSTS",
    "ORIGIN",
    "SITE_NAME",
    "LOGO",
    "DEBUG",
    "LOG",
    "METRICS_FROM",
    "LOG_FORM",
    "BACKUP_EVERY",
    "BACKUP_TO",
    "TRUSTED_PROXY",
    "VAPID_KEY",
    "PUSH_HOSTS",
    "REDIS_URL",
    "ORGANISERS",
    "SECURITY_CONTACT",
):
    os.environ.pop(f"MUSTER_{_name}", None)
os.environ["MUSTER_DATA"] = str(Path(tempfile.gettempdir()) / "muster-tests-without-data")
os.environ["MUSTER_SECRET_KEY"] = "only for tests, and long enough for them"  # noqa: S105

from muster.site.settings import *  # noqa: E402, F403  (only now is the environment clean)

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True

# One cache in memory under both names, which a test clears without a database; `counted_together` is the site's own.
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
    for name in ("default", "quick")
}
