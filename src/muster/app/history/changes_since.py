"""What others have done since a page was made, for whoever acts on a page that is out of date."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muster.app.history.descriptions import told
from muster.core.ids import Naming
from muster.core.messages import say
from muster.exchange.words import NOBODY
from muster.journal.store import Snapshot
from muster.people.models import Account, Entry

MOST: Final = 8
"""How many acts are told; of more, the latest."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One act: when, whose (a name, or nothing for the program itself), and what in words."""

    at: datetime
    who: str
    says: str


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """The latest acts since a version, oldest first, and how many there were before these."""

    acts: tuple[Happened, ...] = ()
    more: int = 0


def meanwhile(snapshot: Snapshot, since: int, name: Naming, words: Mapping[str, str] = NOBODY) -> Meanwhile:
    """What has happened since a page showed version `since`; nothing where the page did not say."""
    if not 0 <= since < snapshot.version:
        return Meanwhile()
    starts = sorted({mark.act for mark in snapshot.marks[since : snapshot.version]})
    latest = starts[-MOST:]
    marks = [snapshot.marks[start - 1] for start in latest]
    names = names_of_staff(mark.who for mark in marks)
    ends = [*(start - 1 for start in latest[1:]), snapshot.version]
    acts = tuple(
        Happened(mark.at, names.get(mark.who, ""), told(snapshot, name, start, end, words))
        for mark, start, end in zip(marks, latest, ends, strict=True)
    )
    return Meanwhile(acts, len(starts) - len(latest))


def names_of_staff(tokens: Iterable[str]) -> Mapping[str, str]:
    """The names behind tokens such as `account:7`, or `entry:9` of a player who acted by their own hand.

    A token without an account or an entry has none.
    """
    wanted = set(tokens)
    accounts, entries = _numbers(wanted, "account:"), _numbers(wanted, "entry:")
    found = {
        f"account:{account.pk}": str(account)
        for account in (Account.objects.filter(pk__in=accounts) if accounts else ())
    }
    rows = Entry.objects.filter(pk__in=entries) if entries else Entry.objects.none()
    for pk, name, alias in rows.values_list("pk", "person__name", "person__alias"):
        found[f"entry:{pk}"] = name or alias or str(say("an erased player"))
    return found


def _numbers(tokens: Iterable[str], start: str) -> set[int]:
    rests = {token.removeprefix(start) for token in tokens if token.startswith(start)}
    return {int(rest) for rest in rests if rest.isascii() and rest.isdecimal() and len(rest) < 16}
