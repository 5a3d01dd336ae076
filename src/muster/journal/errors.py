"""What can go wrong with what is on record, said in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from muster.core.messages import Message, SaidError, say
from muster.journal.damage import trouble

Doing = Literal["read", "write", "settle"]
"""What was under way: reading; writing, of which nothing is on record; or the last of it, which leaves doubt."""


class ConflictError(Exception):
    """Somebody else wrote first, or the key is on record; nothing was added. Load and decide again."""


class DamagedJournalError(SaidError):
    """What the database holds is not what was recorded: `says` names tournament and fact."""


class UnavailableError(SaidError):
    """The database cannot be reached, or others kept it busy for too long; `says` is what that means.

    Attributes:
        doing: what was under way.
        nothing_recorded: an act was to be recorded and, for sure, was not. Otherwise it was only to be read; or
            the connection broke while the act was being settled: the same act under the same key is then
            recorded once, whatever became of it.
    """

    def __init__(self, doing: Doing, error: BaseException | None = None) -> None:
        self.doing: Final = doing
        self.nothing_recorded = doing == "write"
        super().__init__(_DISK.get(trouble(error)) or _UNAVAILABLE[doing])


_UNAVAILABLE: Final = {
    "read": say("The database cannot be reached, or is too busy just now: try again."),
    "write": say("The database cannot be reached, or is too busy just now. Nothing was recorded: try again."),
    "settle": say(
        "The connection to the database broke at the last moment. Look whether the act is on record before you "
        "repeat it."
    ),
}

_DISK: Final[Mapping[str, Message]] = {
    "full": say("The server's disk is full. Nothing was recorded: make room on it, then do it again."),
    "readonly": say(
        "The server's disk can only be read. Nothing was recorded: the people who run the server have to mend that."
    ),
}
"""What is wrong if it is no use to try again."""
