"""Rosters on record: drafts, handing in, amendments, and until when which of them is possible.

A version is never changed once it has a number; a later one follows it. Whoever acts says which version they were
looking at, and is told if there is another by now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from muster.app.common.access import Actor, DeniedError
from muster.app.common.topics import changed, named, player_topic, topics_in
from muster.app.rosters.checking import (
    RosterVerdict,
    as_json,
    checked_now,
    lines_of,
    read_back,
    stored,
)
from muster.app.rosters.pooled import latest_pool
from muster.app.rosters.read import RosterLock, current, late, lock_of, may_come_late, may_rebuild
from muster.app.rosters.terms import construction_of, plan_of, rules_of
from muster.app.staff.conflicts import may_not_judge, others_lead
from muster.app.staff.records import account_of
from muster.core.messages import Message, listing, paragraph, say
from muster.core.roster.catalogue import plain
from muster.core.roster.roster import Checked, Roster, by_path
from muster.core.scoring.scored import Problem as Fault
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import Entry, PoolVersion, RosterInspection, RosterLine, RosterPlan, RosterVersion

MOST_VERSIONS: Final = 60
"""How often one player hands in; more is no player."""

_MOST_NAMED: Final = 8
"""Cards named that a pool has too few or too many of."""


def save_draft(entry: Entry, verdict: RosterVerdict, actor: Actor, now: datetime) -> RosterVersion | Refusal:
    """Keep what was begun, in the place of an earlier draft; refused once nothing can be handed in any more."""
    _must(entry, actor)
    state, plan = store.load(entry.tournament_id).state, plan_of(entry.tournament)
    refusal = _not_asked(entry, state) or _not_here(entry)
    if not may_rebuild(entry.tournament, state, plan):
        refusal = refusal or _locked(entry, state, plan, actor, now)
    if refusal is not None:
        return refusal
    fields = {**stored(verdict), "state": "draft", "at": now, "by": actor.who, "note": ""}
    with transaction.atomic():
        kept, _made = RosterVersion.objects.update_or_create(entry=entry, number=0, defaults=fields)
        _tell(entry)
    return kept


def withdraw_draft(entry: Entry, actor: Actor) -> bool:
    """Throw the draft away; False if there is none."""
    _must(entry, actor)
    with transaction.atomic():
        gone, _what = RosterVersion.objects.filter(entry=entry, number=0).delete()
        if gone:
            _tell(entry)
    return bool(gone)


def submit(
    entry: Entry, verdict: RosterVerdict, actor: Actor, now: datetime, *, seen: int | None = None
) -> RosterVersion | Refusal:
    """Hand a roster in; the draft goes with it.

    A player's own is refused after the deadline, once the tournament has started, and as long as something is
    wrong with it that forbids to play it. The staff may enter any, until the start; from then on they amend.

    Args:
        entry: whose.
        verdict: the roster.
        actor: the player, or somebody of the staff.
        now: the time.
        seen: the number of the version they were looking at, 0 for none; None where nobody looked.
    """
    _must(entry, actor)

    def refused(state: State, plan: RosterPlan) -> Refusal | None:
        locked = _locked(entry, state, plan, actor, now)
        return locked or (None if actor.role else _illegal(verdict.checked))

    return _written(entry, verdict, actor, now, _Change("submitted", refused, seen))


def amend(
    entry: Entry,
    verdict: RosterVerdict,
    actor: Actor,
    now: datetime,
    note: str,
    advantageous: bool,
    *,
    seen: int | None = None,
) -> RosterVersion | Refusal:
    """Amend a roster to what the player really uses, as a leader, at any time before the end (`COM-LIST-3`).

    Raises:
        DeniedError: the actor leads nothing.
    """
    actor.must("amend-rosters")
    reason = note.replace("\0", "").strip()[:500]  # no database takes a NUL in a text

    def refused(state: State, plan: RosterPlan) -> Refusal | None:
        lock = lock_of(entry.tournament, state, plan, now)
        if lock is not None and lock.why == "finished":
            return Refusal("finished", lock.says, lock.clause)
        if others_lead(entry.tournament_id, [account_of(actor)]) and (
            own := may_not_judge(entry.tournament_id, actor, state, entry)
        ):
            return own
        if not reason:
            rules = rules_of(state)
            says = say("Write down why it is amended: the list is evidence.")
            return Refusal("reason-missing", says, rules.amend_clause if rules else None)
        return None

    change = _Change("amended", refused, seen, {"note": reason, "advantageous": advantageous})
    return _written(entry, verdict, actor, now, change)


def rebuild(
    entry: Entry, verdict: RosterVerdict, actor: Actor, now: datetime, *, seen: int | None = None
) -> RosterVersion | Refusal:
    """Make a deck anew from the same pool, between games of a Limited event (`SWU-LIM-1`)."""
    _must(entry, actor)

    def refused(state: State, plan: RosterPlan) -> Refusal | None:
        if not may_rebuild(entry.tournament, state, plan):
            return Refusal(
                "window-closed", say("Rosters of this tournament are not made again between games.")
            )
        registered = plan.pools == "opposite" and latest_pool(entry.pk) is not None
        other = None if registered else _other_pool(entry, verdict, state)
        return other or (None if actor.role else _illegal(verdict.checked))

    return _written(entry, verdict, actor, now, _Change("rebuilt", refused, seen))


def hand_in(
    entry: Entry, verdict: RosterVerdict, actor: Actor, now: datetime, *, seen: int | None = None
) -> RosterVersion | Refusal:
    """What a player's button does: hand in, hand in late, or, between games of a Limited event, the deck made anew."""
    state, plan = store.load(entry.tournament_id).state, plan_of(entry.tournament)
    if may_rebuild(entry.tournament, state, plan) and current(entry) is not None:
        return rebuild(entry, verdict, actor, now, seen=seen)
    if not actor.role and may_come_late(entry, lock_of(entry.tournament, state, plan, now)):
        return _come_late(entry, verdict, actor, now)
    return submit(entry, verdict, actor, now, seen=seen)


def _come_late(entry: Entry, verdict: RosterVerdict, actor: Actor, now: datetime) -> RosterVersion | Refusal:
    """Keep what came after its time until a leader decides on it (`COM-LIST-2`); it does not count before."""
    _must(entry, actor)
    state = store.load(entry.tournament_id).state
    refusal = _not_asked(entry, state) or _not_here(entry) or _illegal(verdict.checked)
    if refusal is not None:
        return refusal
    fields = {**stored(verdict), "state": "late", "at": now, "by": actor.who, "note": ""}
    with transaction.atomic():
        kept, _made = RosterVersion.objects.update_or_create(entry=entry, number=0, defaults=fields)
        _tell(entry)
    return kept


def approve_late(
    entry: Entry, verdict: RosterVerdict, actor: Actor, now: datetime
) -> RosterVersion | Refusal:
    """Have what came late count, as a leader; who it was is on record.

    Args:
        entry: whose.
        verdict: what came late, checked again.
        actor: the leader.
        now: the time.

    Raises:
        DeniedError: the actor leads nothing.
    """
    actor.must("amend-rosters")

    def refused(state: State, plan: RosterPlan) -> Refusal | None:
        lock = lock_of(entry.tournament, state, plan, now)
        if lock is not None and lock.why == "finished":
            return Refusal("finished", lock.says, lock.clause)
        return None if late(entry) else _changed_meanwhile()

    return _written(entry, verdict, actor, now, _Change("approved", refused, None))


def refuse_late(entry: Entry, actor: Actor) -> bool:
    """Leave what came late uncounted, as a leader: it is its player's draft again. False if nothing waits.

    Raises:
        DeniedError: the actor leads nothing.
    """
    actor.must("amend-rosters")
    with transaction.atomic():
        done = RosterVersion.objects.filter(entry=entry, number=0, state="late").update(state="draft")
        if done:
            _tell(entry)
    return bool(done)


def take_over(kept: Entry, double: Entry) -> None:
    """Of two registrations of one person, have the one that stays take over the rosters, if it has none."""
    if not kept.pools.exists():
        PoolVersion.objects.filter(entry=double).update(entry=kept)
    if not kept.rosters.exists():
        RosterVersion.objects.filter(entry=double).update(entry=kept)
        RosterLine.objects.filter(entry=double).update(entry=kept)
        _tell(kept)


def forget_texts(entries: list[int]) -> None:
    """Take out of these entries' rosters what may say who somebody is: pasted text, names of lists, notes."""
    RosterVersion.objects.filter(entry__in=entries, number=0).delete()
    RosterInspection.objects.filter(entry__in=entries).update(note="")
    PoolVersion.objects.filter(entry__in=entries).update(text="")
    for version in RosterVersion.objects.filter(entry__in=entries):
        version.text = version.note = ""
        version.roster = as_json(replace(read_back(version), name=""))
        kept = version.checked if isinstance(version.checked, dict) else {}
        version.checked = {**kept, "unread": [], "remarks": []}
        version.save(update_fields=["text", "note", "roster", "checked"])


# Writing ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Change:
    """What is to be written: in which state, unless it is refused, and with what besides the roster."""

    state: str
    refused: Callable[[State, RosterPlan], Refusal | None]
    seen: int | None
    fields: dict[str, Any] | None = None


def _written(
    entry: Entry, verdict: RosterVerdict, actor: Actor, now: datetime, change: _Change
) -> RosterVersion | Refusal:
    """Write the next version, unless it is refused; of two at once, the later one is told."""
    try:
        with transaction.atomic():
            Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)  # a player's one by one
            state = store.load(entry.tournament_id).state
            plan = plan_of(entry.tournament)
            refusal = (
                _not_asked(entry, state)
                or _not_here(entry)
                or change.refused(state, plan)
                or _stale(entry, change.seen)
                or _too_often(entry, actor)
            )
            return refusal or _added(entry, verdict, actor, now, change)
    except IntegrityError:
        return _changed_meanwhile()


def _added(
    entry: Entry, verdict: RosterVerdict, actor: Actor, now: datetime, change: _Change
) -> RosterVersion:
    number = _latest(entry) + 1
    fields = {**stored(verdict), **(change.fields or {})}
    made = RosterVersion.objects.create(
        entry=entry, number=number, state=change.state, at=now, by=actor.who, **fields
    )
    RosterVersion.objects.filter(entry=entry, number=0).delete()
    RosterLine.objects.filter(entry=entry).delete()
    RosterLine.objects.bulk_create(lines_of(entry, verdict.roster, verdict.checked))
    _tell(entry)
    return made


def _tell(entry: Entry) -> None:
    topics = topics_in(entry.tournament_id, "rosters")
    if entry.player is not None:
        code, number = named(entry.tournament_id)
        topics |= {player_topic(code, number, entry.player)}
    changed(topics)


def _must(entry: Entry, actor: Actor) -> None:
    """Players act for themselves alone; of the staff, whoever may."""
    if actor.role is None and actor.who != f"entry:{entry.pk}":
        raise DeniedError("rosters", actor.role)
    if actor.role is not None:
        actor.must("rosters")


# Refusing ---------------------------------------------------------------------------------------------------------


def _not_asked(entry: Entry, state: State) -> Refusal | None:
    if entry.tournament.rosters == "none" or rules_of(state) is None:
        return Refusal("window-closed", say("No rosters are asked for in this tournament."))
    return None


def _not_here(entry: Entry) -> Refusal | None:
    if entry.status == "withdrawn":
        return Refusal("not-playing", say("This registration was taken back."))
    return None


def _locked(entry: Entry, state: State, plan: RosterPlan, actor: Actor, now: datetime) -> Refusal | None:
    """Why it is too late; the staff mind the start alone."""
    lock = lock_of(entry.tournament, state, plan, now)
    if lock is None or (actor.role and lock.why == "deadline"):
        return None
    return Refusal("window-closed", paragraph(lock.says, _whom_to_ask(actor, lock)), lock.clause)


def _whom_to_ask(actor: Actor, lock: RosterLock) -> Message:
    if actor.role:
        return say("Amend it instead, with the reason.")
    if lock.why == "deadline":
        return say("Speak to the desk: they can still take it.")
    return say("If it is not what you play, tell a judge: they amend it.")


def _illegal(checked: Checked) -> Refusal | None:
    wrong = [problem for problem in checked.problems if problem.severity == "illegal"]
    if not wrong:
        return None
    says = say("It cannot be handed in like this: something in it is not allowed.")
    faults = tuple(Fault(problem.kind, problem.says, problem.clause or None) for problem in wrong)
    return Refusal("bad-setup", says, wrong[0].clause or None, faults)


def _stale(entry: Entry, seen: int | None) -> Refusal | None:
    return _changed_meanwhile() if seen is not None and seen != _latest(entry) else None


def _too_often(entry: Entry, actor: Actor) -> Refusal | None:
    if actor.role or _latest(entry) < MOST_VERSIONS:
        return None
    return Refusal("window-closed", say("You have handed in very often. Speak to the desk."))


def _changed_meanwhile() -> Refusal:
    says = say(
        "It was changed in the meantime: in another tab, on another device, or at the desk. Look at what is on "
        "record now, and hand yours in again if it is the right one."
    )
    return Refusal("stale", says)


def _latest(entry: Entry) -> int:
    found = RosterVersion.objects.filter(entry=entry).order_by("-number").values_list("number", flat=True)
    return found.first() or 0


def _other_pool(entry: Entry, verdict: RosterVerdict, state: State) -> Refusal | None:
    """Why this is not the pool the player had at the start; None if it is, or if nothing was handed in then."""
    before = current(entry)
    if before is None:
        return None
    was = read_back(before)
    names: dict[str, str] = {}
    old = _pool(was, checked_now(entry.tournament, state, was), names)
    new = _pool(verdict.roster, verdict.checked, names)
    different = [
        *(say("{copies} x {card} missing", copies=n, card=names[one]) for one, n in (old - new).items()),
        *(say("{copies} x {card} too many", copies=n, card=names[one]) for one, n in (new - old).items()),
    ]
    if not different:
        return None
    construction = construction_of(entry.tournament, state)
    says = say(
        "The pool is not the one you had at the start: {cards}.",
        cards=listing(different[:_MOST_NAMED], "plain"),
    )
    return Refusal("bad-setup", says, construction.clause if construction else None)


def _pool(roster: Roster, checked: Checked, names: dict[str, str]) -> Counter[str]:
    """Every card of a pool with its copies, and its name noted. Any common base may be used: bases do not count."""
    found: Counter[str] = Counter()
    for each in by_path(roster, checked).values():
        if each.item.section != "base":
            name = each.name
            identity = "/".join(each.card.identity) if each.card else plain(each.item.key or name)
            names.setdefault(identity, name)
            found[identity] += each.item.count
    return found
