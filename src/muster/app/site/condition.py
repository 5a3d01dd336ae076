"""What is wrong with the server, in words for those who run an event on it; known to this process, without a query."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings

from muster.app.site import own_backups
from muster.core.messages import NOTHING, Message, figure, say, say_n

LEAST_FREE: Final = 200_000_000
"""Bytes that are free on a disk that is not nearly full."""

JUMP: Final = 60.0
"""Seconds by which a clock that was set differs from one that only runs."""

_ill: tuple[str, ...] = ()
_jumped = 0.0


def note(ill: Iterable[str]) -> None:
    """Take down which parts of the site are not well."""
    global _ill  # noqa: PLW0603  (one server, one condition)
    _ill = tuple(ill)


def note_jump(seconds: float) -> None:
    """Take down that the server's clock was set, by so many seconds altogether; ahead, if they are positive."""
    global _jumped  # noqa: PLW0603  (as above)
    _jumped += seconds


@dataclass(frozen=True, slots=True)
class SiteNotice:
    """Something that is wrong with the server.

    Attributes:
        says: what.
        advice: what to do about it, where that is not said by then; `NOTHING` otherwise.
    """

    says: Message
    advice: Message = NOTHING


def told(*, may_act: bool) -> list[SiteNotice]:
    """What somebody at the desk should know, the worst first.

    Args:
        may_act: they organise the event, or run the site. Others learn of what keeps them from their own work, and
            what they cannot mend does not take their eyes off it.
    """
    parts = [part for part in _SAYS if part in _ill and (may_act or part in _EVERYBODYS)]
    found = [SiteNotice(_SAYS[part](), _backup_advice() if part == "backups" else NOTHING) for part in parts]
    return [*found, *([SiteNotice(_clock())] if abs(_jumped) >= JUMP else [])]


def notices() -> list[Message]:
    """What is wrong with the server, the worst first."""
    return [one.says for one in told(may_act=True)]


def can_write(folder: str | os.PathLike[str]) -> bool:
    """Whether anything can be written there: not on a disk that was mounted, or has become, read-only."""
    if hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY:
        return False
    return os.access(folder, os.W_OK)


def _damage() -> Message:
    return say(
        "The database on the server's disk is damaged. What can be read goes on; the people who run the server save "
        "every whole event with `muster salvage`, or restore the last backup. Note results on paper, too, until then."
    )


def _writable() -> Message:
    return say(
        "The server's disk can only be read: nothing can be recorded until the people who run the server have mended "
        "that. Note results on paper."
    )


def _disk() -> Message:
    free = shutil.disk_usage(settings.DATA).free // 1_000_000
    return say(
        "The server's disk is nearly full: {free} MB are free. Make room on it soon; once it is full, nothing can be "
        "recorded.",
        free=figure(free),
    )


_TROUBLE: Final[Mapping[str, Message]] = {
    "full": say("The last backup could not be made: there is no room for it on the server's disk."),
    "unwritable": say("The last backup could not be made: its folder on the server cannot be written to."),
    "damaged": say(
        "The last backup lacks what is damaged in the database. The good ones before it are kept."
    ),
    "spoilt": say("The last backup is not what was written: the server's disk may be failing."),
}
_ELSEWHERE: Final[Mapping[str, Message]] = {
    "full": say("There is no room for the second copy of the last backup."),
    "unwritable": say("The second copy of the last backup could not be written: is its place there?"),
    "spoilt": say("The second copy of the last backup is not what was written: that disk may be failing."),
}


_ADVICE: Final[Mapping[str, Message]] = {
    "full": say(
        "Make room there, or have the people who run the server do so; `muster backup FILE` makes one at once."
    ),
    "unwritable": say(
        "The people who run the server let it write there again; `muster backup FILE` makes one at once."
    ),
    "damaged": say("`muster salvage` saves every whole event; `muster restore` puts a good backup back."),
    "spoilt": say("Have the last good backup copied to another machine now."),
    "": say("Look into the server's log for the reason; `muster backup FILE` makes one at once."),
}
_ADVICE_ELSEWHERE: Final[Mapping[str, Message]] = {
    "full": say("Make room there, or name another place with `MUSTER_BACKUP_TO`."),
    "unwritable": say("Once it is there again, the next backup is copied to it."),
    "spoilt": say("Name a place on another disk with `MUSTER_BACKUP_TO`."),
}


def _backup_advice() -> Message:
    found = own_backups.known()
    if found is not None and found.elsewhere and not found.trouble:
        return _ADVICE_ELSEWHERE[found.elsewhere]
    return _ADVICE[found.trouble if found else ""]


def _backups() -> Message:
    found = own_backups.known()
    if found is None or not (found.trouble or found.elsewhere):
        days = own_backups.TOO_OLD.days
        return say_n(
            "No backup was made for {days} day.", "No backup was made for {days} days.", days, days=days
        )
    return _TROUBLE[found.trouble] if found.trouble else _ELSEWHERE[found.elsewhere]


def _clock() -> Message:
    minutes = max(1, round(abs(_jumped) / 60))
    if _jumped > 0:
        return say_n(
            "The server's clock was set ahead by {minutes} minute: look whether round clocks still are right.",
            "The server's clock was set ahead by {minutes} minutes: look whether round clocks still are right.",
            minutes,
            minutes=minutes,
        )
    return say_n(
        "The server's clock was set back by {minutes} minute: look whether round clocks still are right.",
        "The server's clock was set back by {minutes} minutes: look whether round clocks still are right.",
        minutes,
        minutes=minutes,
    )


_SAYS: Final[Mapping[str, Callable[[], Message]]] = {
    "damage": _damage,
    "writable": _writable,
    "disk": _disk,
    "backups": _backups,
}
"""How each part that is not well is told at the desk; the others are for whoever runs the server."""

_EVERYBODYS: Final = frozenset({"damage", "writable"})
"""Those that keep whoever records something from doing so: results go on paper, too, until they are mended."""


def backup_line() -> tuple[Message, datetime | None]:
    """How the site's backups stand, for the foot of the list of events; with the time the last one was made."""
    found = own_backups.known()
    if found is None or found.made_at is None:
        return say("This site has made no backup of its own yet."), None
    if found.copied_at is not None:
        return say("Last backup, checked, with a second copy:"), found.made_at
    return say("Last backup, checked:"), found.made_at
