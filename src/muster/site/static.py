"""How static files are kept: under names with their digest, also where one script imports another."""

from __future__ import annotations

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORTS: tuple[Any, ...] = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]  # noqa: SLF001


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files under names that change with what is in them, so that browsers may keep them for ever.

    Django can rewrite what scripts import, but only in all scripts or none, and those of packages speak of files
    they do not come with; so it is asked to for our own.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("muster/*.js", _IMPORTS))
