"""Who may not rule at a table: leaders who play there, and judges where two leaders meet (`COM-ROLE-4`)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from muster.app.access import MAY, Actor
from muster.app.judging.common import account_of, entries_at, match_in
from muster.app.leading import LEADING
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
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
        return Refusal("not-playing", _("You play at this table: another leader rules on it."), clause)
    if actor.role == "judge" and len(playing) == 2 and _all_lead(tournament, playing):
        says = _("Two leaders play at this table: the marshal rules on it, or the organiser.")
        return Refusal("not-playing", says, clause)
    return None


def may_not_judge(tournament: int, actor: Actor, state: State, entry: Entry) -> Refusal | None:
    """Why this leader must not decide on a player: it is themselves."""
    own = account_of(actor)
    if own is None or entry.person.account_id != own:
        return None
    del tournament
    says = _("You are this player: another leader decides on it.")
    return Refusal("not-playing", says, clause_on_playing(state))


def accounts_at(tournament: int, state: State, round_no: int, table: int | None) -> frozenset[int]:
    """The accounts of those who play at a table, as far as they have one."""
    found = entries_at(tournament, match_in(state, round_no, table))
    rows = Entry.objects.filter(pk__in=found, person__account__isnull=False)
    return frozenset(number for number in rows.values_list("person__account", flat=True) if number)


def deciders(tournament: int, state: State, ruling: Ruling) -> list[Decider]:
    """Who may decide an appeal against a ruling, the marshal before the organiser (`COM-ROLE-3`).

    Marshals who neither made the ruling nor play at the table; else the organiser likewise; else, where there is no
    other leader, whoever of them made it.
    """
    able = [role for role, acts in MAY.items() if "decide-appeals" in acts]
    posts = Staff.objects.filter(event__tournaments=tournament, role__in=able).select_related("account")
    leaders = [Decider(post.account_id, str(post.account), post.role) for post in posts.order_by("pk")]
    playing = accounts_at(tournament, state, ruling.round_no, ruling.table)
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
