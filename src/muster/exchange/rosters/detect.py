"""A text of unknown origin: which list builder wrote it, and what it says."""

from __future__ import annotations

from muster.exchange.rosters.reading import Reading, Unreadable
from muster.rules.rosters import Game


def read_roster(content: str | bytes, game: Game | None = None, format_id: str = "") -> Reading | Unreadable:
    """Read a roster; its format is told from its content, never from a file's name.

    Args:
        content: what was pasted or uploaded, of any size and kind.
        game: the game it must be of; any if None.
        format_id: read it as this format, whatever it looks like; detect if empty.
    """
    raise NotImplementedError
