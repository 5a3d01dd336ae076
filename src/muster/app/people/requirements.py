"""What some regulations want of people who register: a number, identification, a guardian. Never the document.

Which regulations want what is read from their clauses, so a file of one's own that cites them asks as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from muster.app.common.access import Actor
from muster.app.common.topics import changed, topics_in
from muster.core.messages import Message, say
from muster.core.scoring.scored import Problem
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.people.models import Entry

Want = Literal["uid", "identity", "guardian"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """What one clause wants.

    Attributes:
        want: `uid` (a number to write down), `identity` or `guardian` (seen by the staff).
        clause: the clause; regulations that list it want this.
        competitive: whether it binds competitive tiers only.
        minors: whether it is about the young only.
    """

    want: Want
    clause: str
    competitive: bool = False
    minors: bool = False


RULES: Final = (
    Requirement("uid", "SWU-UID-1"),
    Requirement("identity", "SWU-ID-1", competitive=True),
    Requirement("identity", "SWU-ID-2", minors=True),
    Requirement("guardian", "SWU-ID-2", minors=True),
)

_UID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._#-]{2,38}[A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a tournament wants of those who register, each with its clause; empty for what it does not."""

    uid: str = ""
    identity: str = ""
    minors: str = ""

    @property
    def anything(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.uid or self.identity or self.minors)


@dataclass(frozen=True, slots=True)
class Lack:
    """Something still missing of one registration."""

    want: Want
    clause: str

    @property
    def words(self) -> Message:
        """What is missing, in two words."""
        return {"uid": say("no UID"), "identity": say("show ID"), "guardian": say("guardian")}[self.want]


def wanted(state: State) -> Requirements:
    """What the tournament's regulations want of those who register."""
    binding = list(_binding(state))
    return Requirements(
        uid=next((rule.clause for rule in binding if rule.want == "uid"), ""),
        identity=next((rule.clause for rule in binding if rule.want == "identity" and not rule.minors), ""),
        minors=next((rule.clause for rule in binding if rule.minors), ""),
    )


def _binding(state: State) -> Iterator[Requirement]:
    if state.setup is None:
        return
    rules = state.regulations
    competitive = any(tier.id == state.created.tier and tier.competitive for tier in rules.tiers)
    for rule in RULES:
        if rule.clause in rules.clauses and (competitive or not rule.competitive):
            yield rule


Papers = tuple[str, bool, datetime | None, datetime | None]
"""UID, whether too young to be alone, when identification was seen, and when the guardian."""


def lacks(found: Requirements, papers: Papers) -> tuple[Lack, ...]:
    """What is still missing of a registration, from its own records."""
    uid, minor, identity, guardian = papers
    missing = []
    if found.uid and not uid:
        missing.append(Lack("uid", found.uid))
    shows = found.identity or (found.minors if minor else "")
    if shows and identity is None:
        missing.append(Lack("identity", shows))
    if found.minors and minor and guardian is None:
        missing.append(Lack("guardian", found.minors))
    return tuple(missing)


def lacks_of(found: Requirements, entry: Entry) -> tuple[Lack, ...]:
    """What is still missing of this registration."""
    return lacks(found, (entry.uid, entry.minor, entry.identity_checked_at, entry.guardian_checked_at))


def uid_problem(uid: str) -> Problem | None:
    """What is wrong with a UID as typed. Lenient: its form is the publisher's to choose, and it can come later."""
    if uid and not _UID.fullmatch(uid):
        says = say("This is no Unlimited ID: 4 to 40 letters and digits, with - . _ or # between them.")
        return Problem("uid", says)
    return None


def to_the_desk(entry: Entry, state: State) -> Refusal | None:
    """Why somebody cannot check in by themselves: the desk has to see a guardian, or note a UID, first."""
    found = wanted(state)
    for lack in lacks_of(found, entry):
        if lack.want == "guardian":
            says = say("Come to the desk with your guardian: the desk has to see them, and checks you in.")
            return Refusal("not-playing", says, lack.clause)
        if lack.want == "uid" and found.identity:
            says = say("Give your Unlimited ID first, on this page or at the desk: this event asks for it.")
            return Refusal("not-playing", says, lack.clause)
    return None


def note_own_uid(entry: Entry, uid: str, state: State) -> Problem | None:
    """Record the UID a player gives on their own page; None once it is, else what is wrong with it."""
    found = wanted(state)
    if not found.uid or not uid:
        return Problem("uid", say("Type your Unlimited ID."), found.uid or None)
    problem = uid_problem(uid) or uid_taken(entry.tournament_id, uid, found, but=entry.pk)
    if problem is None:
        Entry.objects.filter(pk=entry.pk).update(uid=uid)
        entry.uid = uid
        changed(topics_in(entry.tournament_id, "people"))
    return problem


def same_uid(uid: str) -> str:
    """What writings of one UID have in common: capitals make no difference."""
    return uid.casefold()


def uid_taken(tournament: int, uid: str, found: Requirements, but: int = 0) -> Problem | None:
    """That somebody else of the tournament gave this UID, which belongs to one person alone (`SWU-UID-1`).

    Whose it is nobody is told: the staff finds both among its duties and on its lists.

    Args:
        tournament: where they register.
        uid: what was typed.
        found: what the tournament wants of people.
        but: the registration it is typed for, if there is one already; else 0.
    """
    if not uid or not found.uid:
        return None
    others = Entry.objects.filter(tournament=tournament).exclude(pk=but).exclude(status="withdrawn")
    if same_uid(uid) not in map(same_uid, others.values_list("uid", flat=True)):
        return None
    says = say(
        "Somebody else is registered here with this Unlimited ID, which belongs to one person alone: correct it, or "
        "come to the desk."
    )
    return Problem("uid", says, found.uid)


def note_seen(entry: Entry, what: Literal["identity", "guardian"], at: datetime | None, actor: Actor) -> None:
    """Record when identification, or the guardian, was seen; None takes it back. The document is not kept.

    Raises:
        DeniedError: the actor may not check people in.
    """
    actor.must("check-in")
    field = f"{what}_checked_at"
    Entry.objects.filter(pk=entry.pk).update(**{field: at})
    setattr(entry, field, at)
    changed(topics_in(entry.tournament_id, "people"))


def note_details(entry: Entry, uid: str, actor: Actor, *, minor: bool) -> None:
    """Record the UID and whether they are too young to register alone, as the staff was told.

    Raises:
        DeniedError: the actor may not change what is noted about people.
    """
    actor.must("people")
    Entry.objects.filter(pk=entry.pk).update(uid=uid, minor=minor)
    entry.uid, entry.minor = uid, minor
    changed(topics_in(entry.tournament_id, "people"))
