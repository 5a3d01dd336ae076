"""Pools of sealed play: registered by the player opposite or typed from their sheet, and what a deck comes out of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from muster.app.common.access import Actor, DeniedError
from muster.app.common.topics import changed, named, player_topic, topics_in
from muster.app.rosters.checking import (
    RosterVerdict,
    Standard,
    as_json,
    check_version,
    standard_of,
    stored,
)
from muster.app.rosters.limited import built_at_event
from muster.app.rosters.pooled import latest_pool, pool_read_back, with_pool
from muster.app.rosters.terms import plan_of
from muster.app.rounds.building import own_building
from muster.core.ids import PlayerId
from muster.core.messages import say
from muster.core.roster.commas import rejoined
from muster.core.roster.pool import as_pool, check_pool
from muster.core.roster.questions import questions
from muster.core.roster.roster import Checked, Roster
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.rosters import muster_text
from muster.exchange.rosters.description import RosterDescription, describe
from muster.exchange.rosters.formats import read_roster
from muster.exchange.rosters.reading import LARGEST, Reading, Unreadable
from muster.journal import store
from muster.people.models import Entry, PoolVersion, RosterPlan, RosterVersion, Tournament
from muster.rules.rosters import Game, RosterRules

MOST_POOLS: Final = 30
"""How often a player registers one pool anew; the staff can put it right after that, too."""

_HEADINGS: Final = {
    "pool": "Pool:",
    "leader": "Leader:",
    "leaders": "Leader:",
    "base": "Base:",
    "bases": "Base:",
}
"""The headings of a pool as Muster's own lists have them; what has none is a list of cards."""


_CARDS: Final = say("Other cards")


@dataclass(frozen=True, slots=True)
class OwnPools:
    """The pools a player has to do with while decks are built.

    Attributes:
        watched: whose pool they register; None where nobody else is left at their table.
        theirs: that pool, if it is registered; once play has begun, only if it was by them.
        own: their own, if it is.
    """

    watched: PlayerId | None
    theirs: PoolVersion | None
    own: PoolVersion | None


def pools_asked(plan: RosterPlan, state: State) -> bool:
    """Whether pools are registered here (`F24`)."""
    return plan.pools == "opposite" and state.setup is not None and built_at_event(plan, state)


def pools_by_player(tournament: int) -> Mapping[PlayerId, PoolVersion]:
    """The pools that count, by entry number."""
    rows = PoolVersion.objects.filter(entry__tournament=tournament, entry__player__isnull=False)
    rows = rows.select_related("entry__person", "registrar__person").defer("text").order_by("number")
    return {PlayerId(row.entry.player or 0): row for row in rows}


def own_pools(entry: Entry, state: State) -> OwnPools | None:
    """The pools a player has to do with; None where pools are not registered, or they have no seat to build at."""
    if state.building is None or entry.player is None or not pools_asked(plan_of(entry.tournament), state):
        return None
    seat = own_building(state, PlayerId(entry.player))
    if seat is None:
        return None
    players = [entry.player, *([seat.watches] if seat.watches else [])]
    rows = PoolVersion.objects.filter(entry__tournament=entry.tournament_id, entry__player__in=players)
    found = {
        row.entry.player: row for row in rows.select_related("entry", "registrar__person").order_by("number")
    }
    theirs = found.get(seat.watches)
    if state.rounds and theirs is not None and theirs.registrar_id != entry.pk:
        theirs = None  # whoever sat between them has left: nobody sees the pool of an opponent for that
    return OwnPools(seat.watches, theirs, found.get(entry.player))


def read_pool(tournament: Tournament, state: State, text: str) -> RosterVerdict | Unreadable:
    """Read a pool from any format of lists, or from lines such as `2 Vanquish`, and look at it."""
    standard = pool_standard(tournament, state)
    if len(text) > LARGEST:
        return Unreadable(say("This is far too long for a pool."))
    plain = text.replace("\0", "")
    reading = _reading(plain, standard.rules.game)
    if isinstance(reading, Unreadable):
        return reading
    roster = as_pool(rejoined(reading.roster, standard.catalogue))
    checked = check_pool(roster, standard.rules, standard.terms, standard.catalogue)
    found = replace(reading, roster=roster)
    return RosterVerdict(found, checked, standard.version, plain, questions(roster, checked))


def _reading(text: str, game: Game) -> Reading | Unreadable:
    """A pool under its own headings, a list of any builder or scanner, or bare lines of cards."""
    lines = [_HEADINGS.get(line.strip().rstrip(":").casefold(), line) for line in text.splitlines()]
    if _HEADINGS["pool"] in lines:
        return read_roster("\n".join(lines), game, muster_text.FORMAT.id)
    reading = read_roster(text, game)
    if isinstance(reading, Reading):
        return reading
    bare = read_roster("\n".join((_HEADINGS["pool"], *lines)), game, muster_text.FORMAT.id)
    return reading if isinstance(bare, Unreadable) else bare


def pool_standard(tournament: Tournament, state: State) -> Standard:
    """What pools are looked at by.

    Raises:
        LookupError: the regulations say nothing of rosters.
    """
    standard = standard_of(tournament, state)
    return replace(standard, terms=replace(standard.terms, promo=tournament.kind == "prerelease"))


def pool_described(roster: Roster, rules: RosterRules, checked: Checked) -> RosterDescription:
    """A pool as pages show it: leaders, bases, and its other cards."""
    shown = describe(roster, rules, checked)
    sections = (replace(one, name=_CARDS) if one.id == "pool" else one for one in shown.sections)
    return replace(shown, sections=tuple(sections))


def pool_checked(version: PoolVersion, standard: Standard) -> Checked:
    """What there is to know of a registered pool."""
    return check_pool(pool_read_back(version), standard.rules, standard.terms, standard.catalogue)


def register_pool(
    owner: Entry, registrar: Entry | None, verdict: RosterVerdict, actor: Actor, now: datetime, seen: int
) -> PoolVersion | Refusal:
    """Have a pool on record, signed by whoever registered it; what was handed in before is checked by it at once.

    Args:
        owner: whose pool it is, with the tournament at hand.
        registrar: the player opposite who signs it; None where the staff signs for it.
        verdict: the pool, as `read_pool` reads it.
        actor: the registrar, or somebody of the staff.
        now: the time.
        seen: the number of the pool that was on record when the page was made; 0 for none.

    Raises:
        DeniedError: a player registers another pool than that of the player opposite.
    """
    state = store.load(owner.tournament_id).state
    _must(owner, registrar, actor, state)
    refusal = _refused(owner, verdict, actor, state)
    if refusal is not None:
        return refusal
    try:
        with transaction.atomic():
            # One after the other, for each pool; without its key, for the player opposite, who signs, is registered
            # for in the same moment: on PostgreSQL each would wait for the other.
            Entry.objects.select_for_update(no_key=True).get(pk=owner.pk)
            latest = latest_pool(owner.pk)
            number = latest.number if latest else 0
            if number != seen:
                return _changed_meanwhile()
            if number >= MOST_POOLS and actor.role is None:
                return Refusal(
                    "window-closed", say("This pool was registered very often. Speak to the desk.")
                )
            made = _made(owner, registrar, verdict, actor, now, number + 1)
            _check_again(owner, state, made)
            _tell(owner, registrar)
    except IntegrityError:
        return _changed_meanwhile()
    return made


def _made(
    owner: Entry, registrar: Entry | None, verdict: RosterVerdict, actor: Actor, now: datetime, number: int
) -> PoolVersion:
    leaders, cards = counted(verdict)
    return PoolVersion.objects.create(
        entry=owner, number=number, registrar=registrar, by=actor.who, at=now,
        format=verdict.reading.format[:40], text=verdict.text, roster=as_json(verdict.roster),
        leaders=leaders, cards=cards, doubtful=not verdict.checked.whole or bool(verdict.reading.unread),
    )  # fmt: skip


def counted(verdict: RosterVerdict) -> tuple[int, int]:
    """How many leaders a pool has, and how many other cards without bases; by the catalogue where it knows a card."""
    leaders = cards = 0
    known = {found.path: found for found in verdict.checked.resolved}
    for at, item in enumerate(verdict.roster.items):
        found = known.get((at,))
        kind = found.card.kind if found and found.card else item.section
        leaders += item.count if kind == "leader" else 0
        cards += item.count if kind not in ("leader", "base") else 0
    return leaders, cards


def _check_again(owner: Entry, state: State, pool: PoolVersion) -> None:
    """What was handed in, and the draft, checked by this pool."""
    standard = with_pool(standard_of(owner.tournament, state), owner.tournament, pool)
    for row in (owner.rosters.order_by("-number").first(), owner.rosters.filter(number=0).first()):
        if row is not None:
            fields = stored(check_version(row, owner.tournament, state, standard))
            names = ("checked", "catalogue", "legal", "whole", "total", "faction")
            RosterVersion.objects.filter(pk=row.pk).update(**{name: fields[name] for name in names})


def _tell(owner: Entry, registrar: Entry | None) -> None:
    topics = topics_in(owner.tournament_id, "rosters")
    code, number = named(owner.tournament_id)
    for entry in (owner, registrar):
        if entry is not None and entry.player is not None:
            topics |= {player_topic(code, number, entry.player)}
    changed(topics)


def _must(owner: Entry, registrar: Entry | None, actor: Actor, state: State) -> None:
    """Players register for the one opposite alone; of the staff, whoever may."""
    if actor.role is not None:
        actor.must("rosters")
        return
    seat = own_building(state, PlayerId(owner.player)) if owner.player is not None else None
    opposite = seat.watched_by if seat else None
    if (
        registrar is None
        or actor.who != f"entry:{registrar.pk}"
        or opposite is None
        or registrar.player != opposite
        or registrar.tournament_id != owner.tournament_id
    ):
        raise DeniedError("rosters", actor.role)


def _refused(owner: Entry, verdict: RosterVerdict, actor: Actor, state: State) -> Refusal | None:
    if not pools_asked(plan_of(owner.tournament), state):
        return Refusal("window-closed", say("No pools are registered in this tournament."))
    if state.places is not None or (state.rounds and not actor.role):
        says = say("Play has begun: if the pool is not what was opened, tell a judge or the desk.")
        return Refusal("window-closed", says)
    if not verdict.roster.items:
        return Refusal("bad-setup", say("There is no card in it yet."))
    return None


def _changed_meanwhile() -> Refusal:
    says = say("Somebody else has registered this pool meanwhile: look at what is on record now.")
    return Refusal("stale", says)
