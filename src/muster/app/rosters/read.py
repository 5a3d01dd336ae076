"""Players' rosters on record: which version counts, what became of it, and until when it may change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import QuerySet

from muster.app.rosters.checking import Standard, read_back, standard_of
from muster.app.rosters.limited import built_at_event
from muster.app.rosters.terms import construction_of, plan_of, rules_of
from muster.core.ids import PlayerId
from muster.core.messages import Message, say
from muster.core.tournament import facts
from muster.core.tournament.state import Match, State
from muster.exchange.rosters.counting import CountingTable, Destroyable, destroyable
from muster.exchange.rosters.description import RosterDescription, describe, kind_of
from muster.journal import store
from muster.people.models import Entry, RosterPlan, RosterVersion, Tournament
from muster.rules.scoring import MarginScoring, ShareScoring

Why = Literal["deadline", "started", "finished"]


@dataclass(frozen=True, slots=True)
class RosterLock:
    """Why rosters cannot be handed in or changed any more, and since when (None: not known)."""

    why: Why
    since: datetime | None
    says: Message
    clause: str


def current(entry: Entry) -> RosterVersion | None:
    """The version that counts: the latest that was handed in, amended or rebuilt."""
    return entry.rosters.filter(number__gte=1).order_by("-number").first()


def draft(entry: Entry) -> RosterVersion | None:
    """What was begun and not handed in."""
    return entry.rosters.filter(number=0).first()


def versions(entry: Entry) -> QuerySet[RosterVersion]:
    """Everything that was handed in, the latest first."""
    return entry.rosters.filter(number__gte=1).order_by("-number")


def lock_of(tournament: Tournament, state: State, plan: RosterPlan, now: datetime) -> RosterLock | None:
    """Why players cannot hand in any more; None while they can (`COM-LIST-1`, `COM-LIST-2`).

    A deck that is built at the event may come until the first round is published (`SWU-LIM-1`).
    """
    rules = rules_of(state)
    if rules is None:
        return None
    if state.places is not None:
        return RosterLock("finished", None, say("The tournament is over."), rules.lock_clause)
    if state.rounds or (state.stages and not built_at_event(plan, state)):
        says = say("The tournament has started: what was handed in counts for the whole event.")
        return RosterLock("started", _started_at(tournament), says, rules.lock_clause)
    if plan.deadline is not None and now >= plan.deadline:
        says = say("The time for handing in is over.")
        return RosterLock("deadline", plan.deadline, says, rules.list_clause)
    return None


def late(entry: Entry) -> RosterVersion | None:
    """What came after its time and waits for a leader; None where nothing does."""
    return entry.rosters.filter(number=0, state="late").first()


def may_come_late(entry: Entry, lock: RosterLock | None) -> bool:
    """Whether a player may still hand in for a leader to decide on: it is too late, and nothing of theirs counts."""
    return lock is not None and lock.why != "finished" and current(entry) is None


def may_rebuild(tournament: Tournament, state: State, plan: RosterPlan) -> bool:
    """Whether a roster may be made anew from its pool between games (`SWU-LIM-1`): once rounds are played."""
    construction = construction_of(tournament, state, plan)
    return bool(construction and construction.pool and state.rounds and state.places is None)


def rosters_that_count(
    tournament: int, players: Iterable[PlayerId] | None = None
) -> Mapping[PlayerId, RosterVersion]:
    """The rosters that count, by entry number, without the texts they were pasted as.

    Args:
        tournament: whose.
        players: whose rosters; everybody's if None.
    """
    rows = RosterVersion.objects.filter(
        entry__tournament=tournament, entry__player__isnull=False, number__gt=0
    )
    if players is not None:
        rows = rows.filter(entry__player__in=list(players))
    rows = rows.select_related("entry__person").defer("text").order_by("number")
    # Later versions take the place of earlier ones.
    return {PlayerId(row.entry.player or 0): row for row in rows}


def _started_at(tournament: Tournament) -> datetime | None:
    """When the first stage started, by the journal."""
    snapshot = store.load(tournament.pk)
    for fact, mark in zip(snapshot.entries, snapshot.marks, strict=True):
        if isinstance(fact.fact, facts.StageStarted):
            return mark.at
    return None


@dataclass(frozen=True, slots=True)
class ExpectedRoster:
    """A roster that is still to come: what the game calls it, and until when (None: until the start)."""

    kind: Message
    until: datetime | None


def still_expected(entry: Entry, now: datetime) -> ExpectedRoster | None:
    """The roster a player has still to hand in; None where none is asked for, it is there, or it is too late."""
    tournament = entry.tournament
    state = store.load(tournament.pk).state
    rules, plan = rules_of(state), plan_of(tournament)
    if rules is None or tournament.rosters == "none" or entry.status == "withdrawn" or current(entry):
        return None
    if lock_of(tournament, state, plan, now) is not None:
        return None
    return ExpectedRoster(kind_of(rules.game), plan.deadline)


def counting_table(
    tournament: Tournament,
    state: State,
    plan: RosterPlan,
    match: Match,
    rosters: Mapping[PlayerId, RosterVersion],
) -> CountingTable | None:
    """The table whose score is to be counted; None where there is nothing to count, or no roster to count from.

    Args:
        tournament: where it is.
        state: the tournament as it stands.
        plan: how rosters are handled.
        match: the match.
        rosters: those that may be shown to whoever counts.
    """
    scoring, rules = state.regulations.scoring, rules_of(state)
    if rules is None or rules.tally is None or not isinstance(scoring, MarginScoring | ShareScoring):
        return None
    standard = standard_of(tournament, state, plan)
    one, two = (_destroyable(rosters.get(player), standard) for player in match.pairing.pair)
    tokens = scoring.model == "share"
    return CountingTable(scoring.wiped_out, rules, tokens, (one, two)) if one or two else None


def _destroyable(version: RosterVersion | None, standard: Standard) -> Destroyable:
    if version is None:
        return ()
    roster = read_back(version)
    return destroyable(roster, standard.check(roster), standard.rules)


def copy_of(
    version: RosterVersion, standard: Standard, hide: frozenset[str] = frozenset()
) -> RosterDescription:
    """A roster on record as pages show it, without these sections."""
    roster = read_back(version)
    return describe(roster, standard.rules, standard.check(roster), hide=hide)
