"""Leaders of an event as the regulations see them: how many there may be, and which of them may also play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from muster.app.common.access import ACTS_AS, Actor, posts_of
from muster.core.leaders import EventLeader, LeaderRemark, LeaderRole, remarks_on
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.journal import store
from muster.people.models import Account, Entry, Event, Person, Staff, Tournament
from muster.rules.names import game_name

LEADING: Final = frozenset(posts_of(get_args(LeaderRole)))
"""How those are named who lead."""


@dataclass(frozen=True, slots=True)
class Remarked:
    """What the regulations of one tournament say to the leaders of its event."""

    tournament: Tournament
    remark: LeaderRemark


def too_many(event: Event, role: str, *, coming: int = 0, adding: int = 1) -> Problem | None:
    """Why there cannot be a further marshal, where regulations of the event limit them (`COM-ROLE-2`)."""
    if role != "marshal":
        return None
    there = event.staff.filter(role="marshal").count()
    for tournament in event.tournaments.order_by("number"):
        state = store.load(tournament.pk).state
        rules = state.regulations.leaders if state.setup else None
        if rules and rules.most_marshals is not None and there + coming + adding > rules.most_marshals:
            says = say(
                "{game} allows at most {most} marshal (head judge), and there is one or one invited.",
                game=game_name(state.regulations),
                most=rules.most_marshals,
            )
            return Problem("role", says, rules.marshals_clause)
    return None


def remarks(event: Event) -> list[Remarked]:
    """What the regulations of the event's tournaments have to say about its leaders."""
    posts = list(event.staff.select_related("account").order_by("pk"))
    names = {post.account_id: str(post.account) for post in posts}
    playing = players_among(event)
    found = []
    for tournament in event.tournaments.order_by("number"):
        state = store.load(tournament.pk).state
        if state.setup is not None:
            leaders = leaders_of(posts, playing.get(tournament.pk, frozenset()))
            said = remarks_on(state.regulations, state.created.tier, leaders, lambda who: names[who])
            found += [Remarked(tournament, remark) for remark in said]
    return found


def leaders_of(posts: Sequence[Staff], playing: frozenset[int]) -> list[EventLeader]:
    """Those of the staff who lead, and whether they are among these accounts that play."""
    roles: Mapping[str, LeaderRole] = {
        post: role for post, acting in ACTS_AS.items() for role in get_args(LeaderRole) if role == acting
    }
    return [
        EventLeader(post.account_id, roles[post.role], post.account_id in playing)
        for post in posts
        if post.role in roles
    ]


def players_among(event: Event) -> Mapping[int, frozenset[int]]:
    """The accounts on the staff that are entered as players, by tournament."""
    entered = Entry.objects.filter(
        tournament__event=event, status="entered", person__account__posts__event=event
    )
    found: dict[int, frozenset[int]] = {}
    for tournament, account in entered.values_list("tournament", "person__account"):
        found[tournament] = found.get(tournament, frozenset()) | {account or 0}
    return found


def may_play(tournament: Tournament, account: Account) -> Problem | None:
    """Why somebody who leads the event may not enter this tournament (`COM-ROLE-4`); None for all others."""
    posts = list(tournament.event.staff.select_related("account"))
    state = store.load(tournament.pk).state
    if state.setup is None or account.pk not in {post.account_id for post in posts if post.role in LEADING}:
        return None
    leaders = leaders_of(posts, frozenset({account.pk}))
    names = {post.account_id: str(post.account) for post in posts}
    for remark in remarks_on(state.regulations, state.created.tier, leaders, lambda who: names[who]):
        if remark.kind == "forbidden" and account.pk in remark.who and len(remark.who) == 1:
            return Problem("plays", remark.message, remark.clause)
    return None


def plays_as(event: Event, actor: Actor, post: int, entry: int) -> Entry | Problem:
    """Note that somebody on the staff is also a player, so that the regulations on leaders are minded.

    Args:
        event: the event.
        actor: who notes it.
        post: who, by their place on the staff.
        entry: the primary key of their entry in one of the event's tournaments.
    """
    actor.must("manage-staff")
    held = event.staff.select_related("account").filter(pk=post).first()
    rows = Entry.objects.select_related("person", "tournament__event")
    own = rows.filter(tournament__event=event, pk=entry).first()
    if held is None or own is None:
        return Problem("entry", say("Choose a player of this event."))
    if problem := may_play(own.tournament, held.account):
        return problem
    Person.objects.filter(pk=own.person_id).update(account=held.account)
    return own


def plays_not(event: Event, actor: Actor, post: int) -> None:
    """Note that somebody on the staff is none of the players after all."""
    actor.must("manage-staff")
    held = event.staff.filter(pk=post).first()
    if held is not None:
        persons = Person.objects.filter(account=held.account_id, entries__tournament__event=event)
        Person.objects.filter(pk__in=list(persons.values_list("pk", flat=True))).update(account=None)


def forbidden(event: Event, account: int) -> Problem | None:
    """The first thing the regulations forbid about this leader's playing."""
    for one in remarks(event):
        if one.remark.kind == "forbidden" and one.remark.who == (account,):
            return Problem("role", one.remark.message, one.remark.clause)
    return None
