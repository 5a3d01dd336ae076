"""A judge's check of what lies on the table against the roster: a mark for every item, a result, and its history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, get_args

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from muster.app.rosters.weighing import Path, card_name
from muster.core.ids import RoundNo
from muster.core.roster.catalogue import plain
from muster.core.roster.problems import Found
from muster.core.roster.roster import Item, Roster
from muster.core.tournament import queries
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.people.models import Account, Entry, RosterInspection

Mark = Literal["seen", "missing", "wrong"]
"""What a judge found of an item: it lies there, it does not, or something else does."""

MARKS: Final[tuple[Mark, ...]] = get_args(Mark)

Result = Literal["in-order", "amended", "problem"]
"""How a check ends: as it should be; the roster was amended to what is played (COM-LIST-3); for a leader to rule."""

RESULTS: Final[tuple[Result, ...]] = get_args(Result)

MARK_WORDS: Final = {
    "seen": gettext_lazy("There"),
    "missing": gettext_lazy("Missing"),
    "wrong": gettext_lazy("Wrong"),
}

LONGEST_NOTE: Final = 1_000
"""Characters of a judge's note."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing to look for, in the order of the player's list.

    Attributes:
        path: its places in the roster, such as `3` or `3.1` for an upgrade.
        name: the card's full name, else as stated.
        count: how many of them must lie there; of an upgrade, over all copies that carry it.
        told: what tells it apart besides: version, formation, craft.
        upgrade: it belongs to the item before it.
        mark: what the judge found; empty while they have not looked.
    """

    path: str
    name: str
    count: int
    told: str
    upgrade: bool
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the roster with what is to be looked for in it."""

    section: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a check has come."""

    seen: int
    total: int
    missing: int
    wrong: int

    @property
    def open(self) -> int:
        """Items nobody has looked at yet."""
        return self.total - self.seen - self.missing - self.wrong


@dataclass(frozen=True, slots=True)
class Busy:
    """Somebody else is checking this roster: who, and since when."""

    inspection: int
    who: str
    since: datetime


def parts_of(
    roster: Roster, found: Mapping[Path, Found], marks: Mapping[str, str], names: Mapping[str, str]
) -> tuple[Part, ...]:
    """The roster as a list to tick, a part for each run of items of one section, in the builder's own order.

    Args:
        roster: what the player brought.
        found: every item by its path, with its card.
        marks: by path, as kept.
        names: the headings of sections by their ids.
    """
    made: list[tuple[str, list[Piece]]] = []
    for number, item in enumerate(roster.items):
        if not made or made[-1][0] != item.section:
            made.append((item.section, []))
        made[-1][1].extend(_pieces((number,), item, 1, found, marks))
    return tuple(Part(names.get(section, section.capitalize()), tuple(pieces)) for section, pieces in made)


def _pieces(
    path: Path, item: Item, carriers: int, found: Mapping[Path, Found], marks: Mapping[str, str]
) -> Iterator[Piece]:
    """An item and what it carries; no reader nests deeper than its own limit."""
    count, kept = item.count * carriers, path_text(path)
    name = card_name(found[path])
    version = "" if plain(item.version) in plain(name) else item.version
    told = ", ".join(part for part in (version, item.form) if part)
    yield Piece(kept, name, count, told, len(path) > 1, marks.get(kept, ""))
    for number, each in enumerate(item.upgrades):
        yield from _pieces((*path, number), each, count, found, marks)


def path_text(path: Path) -> str:
    """A path as marks and forms name it: `3.1`."""
    return ".".join(str(each) for each in path)


def paths(parts: Iterable[Part]) -> frozenset[str]:
    """The paths of everything there is to look for."""
    return frozenset(piece.path for part in parts for piece in part.pieces)


def progress(parts: Iterable[Part]) -> Progress:
    """How far a check has come."""
    marks = [piece.mark for part in parts for piece in part.pieces]
    return Progress(marks.count("seen"), len(marks), marks.count("missing"), marks.count("wrong"))


def round_of(state: State) -> RoundNo:
    """The round that is up; 0 before the first."""
    round_ = queries.current_round(state)
    return round_.number if round_ else RoundNo(0)


def begin(
    entry: Entry, version: int, judge: Account, round_no: int, now: datetime, *, take_over: bool = False
) -> RosterInspection | Busy:
    """Start checking a roster; the running check where there is one already.

    Args:
        entry: whose roster.
        version: the number of the version that counts.
        judge: who checks.
        round_no: the round it happens in; 0 before the first.
        now: when.
        take_over: go on with the check that another judge has begun.
    """
    with transaction.atomic():
        # Two judges pressing at once: the second waits here, and finds the first one's check.
        Entry.objects.select_for_update().get(pk=entry.pk)
        running = RosterInspection.objects.filter(entry=entry, result="running").select_related("by").first()
        if running is None:
            return RosterInspection.objects.create(
                entry=entry, version=version, round_no=round_no, by=judge, at=now
            )
        if running.by_id in (judge.pk, None) or take_over:
            running.by = judge
            running.save(update_fields=["by"])
            return running
        return Busy(running.pk, str(running.by), running.at)


def mark(inspection: int, judge: Account, marks: Mapping[str, str], known: frozenset[str]) -> Refusal | None:
    """Keep marks of a running check; an empty mark takes one back.

    Args:
        inspection: the primary key of the check.
        judge: who marks: only whoever the check is in the hands of.
        marks: by path; anything else than the three marks counts as none.
        known: the paths there are; others are passed over.
    """
    with transaction.atomic():
        row = _running(inspection, judge)
        if isinstance(row, Refusal):
            return row
        row.marks = _marked(row.marks, marks, known)
        row.save(update_fields=["marks"])
    return None


def finish(
    inspection: int, judge: Account, marks: Mapping[str, str], known: frozenset[str], result: str, note: str
) -> Refusal | None:
    """End a check with its result and a note, and the marks as the page had them.

    A check in order has nothing marked missing or wrong; one with a problem says in its note what it is, or marks
    it.
    """
    with transaction.atomic():
        row = _running(inspection, judge)
        if isinstance(row, Refusal):
            return row
        row.marks, row.note = _marked(row.marks, marks, known), note.replace("\0", "").strip()[:LONGEST_NOTE]
        row.save(update_fields=["marks", "note"])
        refusal = _unfinished(row, result)
        if refusal is None:
            row.result = result
            row.save(update_fields=["result"])
    return refusal


def discard(inspection: int, judge: Account) -> Refusal | None:
    """Give up a check that was begun; nothing of it is kept."""
    with transaction.atomic():
        row = _running(inspection, judge)
        if isinstance(row, Refusal):
            return row
        row.delete()
    return None


def _running(inspection: int, judge: Account) -> RosterInspection | Refusal:
    rows = RosterInspection.objects.select_for_update(of=("self",)).select_related("by")
    row = rows.filter(pk=inspection).first()
    if row is None or row.result != "running":
        return Refusal("nothing-recorded", _("This check is over already."))
    if row.by_id != judge.pk:
        says = _("%(judge)s has taken this check over.") % {"judge": row.by or "–"}
        return Refusal("nothing-recorded", says)
    return row


def _marked(before: Mapping[str, str], new: Mapping[str, str], known: frozenset[str]) -> dict[str, str]:
    kept = {**before, **{path: word for path, word in new.items() if path in known}}
    return {path: word for path, word in kept.items() if word in MARKS}


def _unfinished(row: RosterInspection, result: str) -> Refusal | None:
    if result not in RESULTS:
        return Refusal("nothing-recorded", _("Say how the check ended."))
    amiss = sum(word != "seen" for word in row.marks.values())
    if result == "in-order" and amiss:
        says = _("Items marked missing or wrong: %(count)d. So this is no roster in order.") % {
            "count": amiss
        }
        return Refusal("nothing-recorded", says)
    if result == "problem" and not amiss and not row.note:
        return Refusal("nothing-recorded", _("Write a note that says what the problem is, or mark the item."))
    return None


def history(entry: Entry) -> Sequence[RosterInspection]:
    """Every check of an entry's roster, the latest first."""
    return list(RosterInspection.objects.filter(entry=entry).select_related("by").order_by("-pk"))
