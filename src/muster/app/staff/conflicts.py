"""Who may not rule at a table: leaders who play there, and judges where two leaders meet (`COM-ROLE-4`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from muster.app.common.access import MAY, Actor, posts_of
from muster.app.staff.leading import LEADING
from muster.app.staff.records import account_of, entries_at, match_in, match_now
from muster.core.ids import PlayerId
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, State
from muster.people.models import Entry, Ruling, Staff


@dataclass(frozen=True, slots=True)
class Decider:
    """Somebody who may have the last word: their account, name and role."""

    account: int
    name: str
    role: str


def may_not_rule(
    tournament: int, actor: Actor, state: State, round_no: int, table: int | None
) -> Refusal | None:
    """Why this leader must not rule on the match at a table; None if they may.

    Nobody rules on their own game. Where two leaders meet, the marshal rules, or the organiser where there is none.

    Args:
        tournament: the journal's number.
        actor: who wants to rule.
        state: how the tournament stands.
        round_no: of which round.
        table: at which table; None for a ruling at no table, on which everybody may rule.
    """
    playing = accounts_at(tournament, state, round_no, table)
    clause = clause_on_playing(state)
    if account_of(actor) in playing:
        return Refusal("not-playing", say("You play at this table: another leader rules on it."), clause)
    if actor.role == "judge" and len(playing) == 2 and _all_lead(tournament, playing):
        says = say("Two leaders play at this table: the marshal rules on it, or the organiser.")
        return Refusal("not-playing", says, clause)
    return None


def may_not_judge(tournament: int, actor: Actor, state: State, entry: Entry) -> Refusal | None:
    """Why this leader must not decide on a player: it is themselves."""
    own = account_of(actor)
    if own is None or entry.person.account_id != own:
        return None
    del tournament
    says = say("You are this player: another leader decides on it.")
    return Refusal("not-playing", says, clause_on_playing(state))


def may_not_decide_on(tournament: int, actor: Actor, state: State, entry: Entry) -> Refusal | None:
    """Why this leader must not decide now what becomes of a player: it is themselves, or they play each other."""
    match = match_now(state, PlayerId(entry.player or 0))
    at = match.pairing.table if match else None
    own = may_not_judge(tournament, actor, state, entry)
    return own or may_not_rule(tournament, actor, state, len(state.rounds), at)


def may_not_settle(tournament: int, actor: Actor, state: State, match: Match) -> Refusal | None:
    """Why one of the staff must leave the result of a table to others: they play there, and it takes a ruling.

    That is a dispute of the two players, a loss by a penalty or by not coming, and any correction. Where nobody else
    leads the event, they may after all: a round would never end.

    Args:
        tournament: the journal's number.
        actor: who wants to record it.
        state: how the tournament stands.
        match: as it stands.
    """
    playing = _accounts(entries_at(tournament, match))
    if account_of(actor) not in playing or not others_lead(tournament, playing):
        return None
    says = say("You play at this table: another leader records this result.")
    return Refusal("not-playing", says, clause_on_playing(state))


def others_lead(tournament: int, accounts: Iterable[int | None]) -> bool:
    """Whether anybody else than these accounts leads the event."""
    leaders = Staff.objects.filter(event__tournaments=tournament, role__in=LEADING)
    return leaders.exclude(account__in=[one for one in accounts if one is not None]).exists()


def accounts_at(tournament: int, state: State, round_no: int, table: int | None) -> frozenset[int]:
    """The accounts of those who play at a table, as far as they have one."""
    return _accounts(entries_at(tournament, match_in(state, round_no, table)))


def _accounts(entries: Iterable[int]) -> frozenset[int]:
    rows = Entry.objects.filter(pk__in=list(entries), person__account__isnull=False)
    return frozenset(number for number in rows.values_list("person__account", flat=True) if number)


def deciders(tournament: int, ruling: Ruling) -> list[Decider]:
    """Who may decide an appeal against a ruling, the marshal before the organiser (`COM-ROLE-3`).

    Marshals who neither made the ruling nor are one of those it is about (at the table, or alone) or who appeal; else
    the organiser likewise; else, where there is no other leader, whoever of them made it.
    """
    able = posts_of(role for role, acts in MAY.items() if "decide-appeals" in acts)
    posts = Staff.objects.filter(event__tournaments=tournament, role__in=able).select_related("account")
    leaders = [Decider(post.account_id, str(post.account), post.role) for post in posts.order_by("pk")]
    kind, _colon, number = ruling.appeal_by.partition(":")
    playing = _accounts([*ruling.entries, *([int(number)] if kind == "entry" else [])])
    free = [one for one in leaders if one.account not in playing]
    others = [one for one in free if one.account != ruling.by_id]
    marshals = [one for one in others if one.role == "marshal"]
    return marshals or others or free


def clause_on_playing(state: State) -> str | None:
    """The clause on leaders who play; None where the regulations have nothing on them."""
    leaders = state.regulations.leaders
    return leaders.play_clause if leaders else None


def _all_lead(tournament: int, accounts: frozenset[int]) -> bool:
    posts = Staff.objects.filter(event__tournaments=tournament, account__in=accounts, role__in=LEADING)
    return posts.count() == len(accounts)
