"""A judge's check of what lies on the table against the roster: a mark for every item, a result, and its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, get_args

from django.db import transaction

from muster.core.ids import RoundNo
from muster.core.messages import say
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

LONGEST_NOTE: Final = 1_000
"""Characters of a judge's note."""


@dataclass(frozen=True, slots=True)
class Busy:
    """Somebody else is checking this roster: who, and since when."""

    inspection: int
    who: str
    since: datetime


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
        Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)
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
        return Refusal("nothing-recorded", say("This check is over already."))
    if row.by_id != judge.pk:
        says = say("{judge} has taken this check over.", judge=str(row.by or "–"))
        return Refusal("nothing-recorded", says)
    return row


def _marked(before: Mapping[str, str], new: Mapping[str, str], known: frozenset[str]) -> dict[str, str]:
    kept = {**before, **{path: word for path, word in new.items() if path in known}}
    return {path: word for path, word in kept.items() if word in MARKS}


def _unfinished(row: RosterInspection, result: str) -> Refusal | None:
    if result not in RESULTS:
        return Refusal("nothing-recorded", say("Say how the check ended."))
    amiss = sum(word != "seen" for word in row.marks.values())
    if result == "in-order" and amiss:
        says = say("Items marked missing or wrong: {count}. So this is no roster in order.", count=amiss)
        return Refusal("nothing-recorded", says)
    if result == "problem" and not amiss and not row.note:
        return Refusal(
            "nothing-recorded", say("Write a note that says what the problem is, or mark the item.")
        )
    return None


def history(entry: Entry) -> Sequence[RosterInspection]:
    """Every check of an entry's roster, the latest first."""
    return list(RosterInspection.objects.filter(entry=entry).select_related("by").order_by("-pk"))
