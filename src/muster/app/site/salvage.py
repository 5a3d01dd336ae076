"""A new database of every event of a damaged one that is whole."""

from __future__ import annotations

from typing import IO

from muster.app.site.backup_file import Manifest
from muster.app.site.mending import FACTS, Saved, leave_damaged_out, mend_references
from muster.app.site.restoring import restore


def salvaged(source: IO[bytes]) -> list[Saved]:
    """Put what a backup of a damaged database holds into this empty one, and leave out what is not whole.

    Returns:
        What became of each event.

    Raises:
        UnusableBackupError: the backup cannot be used.
        OccupiedError: this database is not empty.
    """
    saved = list[Saved]()

    def mend(manifest: Manifest) -> None:
        mend_references()
        saved.extend(leave_damaged_out(manifest.damaged_journals, facts_lost=FACTS in manifest.unreadable))

    restore(source, mend=mend)
    return saved
