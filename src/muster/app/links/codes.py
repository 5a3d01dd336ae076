"""A player's personal code: short enough to be read out at the desk, and worth as much as the private link.

Like the link it is computed from the site's secret key and kept nowhere, and a new link makes a new code.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from muster.app.links.entry_rows import entry_numbered
from muster.people.models import Entry, Event

_SALT: Final = "muster.personal-code"

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without those that look alike: 0 and O, 1, I and L, U beside V."""

LENGTH: Final = 8
"""30 to the 8th: some 650,000 million codes, for at most a few thousand players and 20 tries a minute."""

_LONGEST: Final = 40

LATELY: Final = timedelta(days=4)
AHEAD: Final = timedelta(days=60)
"""Where nobody says which event is meant, codes are those of events that began since, or begin until, so long."""


def code_of(entry: Entry) -> str:
    """The personal code of an entry, in two halves: `7KQM-2XRD`."""
    code = _code(entry.pk, entry.link_no)
    return f"{code[:4]}-{code[4:]}"


def entry_by_code(event: Event, typed: str) -> Entry | None:
    """Whose code this is at this event, with person, tournament and event at hand; None if it is nobody's.

    Blanks, hyphens and case do not count.
    """
    return _entry_of(typed, Entry.objects.filter(tournament__event=event))


def entry_by_code_anywhere(typed: str, now: datetime) -> Entry | None:
    """Whose code this is at any event of these weeks that is not a draft; else as `entry_by_code`."""
    near = (now - LATELY, now + AHEAD)
    rows = Entry.objects.filter(tournament__event__listed=True, tournament__event__opens_at__range=near)
    return _entry_of(typed, rows)


def is_personal(typed: str) -> bool:
    """Whether what was typed has the form of a personal code."""
    return bool(_plain(typed))


def _plain(typed: str) -> str:
    code = "".join(letter for letter in typed[:_LONGEST].upper() if letter.isalnum())
    return code if len(code) == LENGTH and all(letter in LETTERS for letter in code) else ""


def _entry_of(typed: str, rows: QuerySet[Entry]) -> Entry | None:
    code = _plain(typed)
    if not code:
        return None
    found: int | None = None
    rows = rows.exclude(status="withdrawn")
    for pk, link_no in rows.values_list("pk", "link_no"):
        # Each is looked at, whichever fits: how long it takes tells nothing.
        if constant_time_compare(_code(pk, link_no), code):
            found = pk
    return None if found is None else entry_numbered(found)


def _code(pk: int, link_no: int) -> str:
    number = int.from_bytes(salted_hmac(_SALT, f"{pk}.{link_no}", algorithm="sha256").digest()[:16], "big")
    letters = []
    for _place in range(LENGTH):
        number, rest = divmod(number, len(LETTERS))
        letters.append(LETTERS[rest])
    return "".join(letters)
