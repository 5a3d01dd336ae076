"""The floor as judges see it: who of them is free, and which tables are whose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from muster.app.common.access import ACTS_AS, MAY, Actor, Role, posts_of
from muster.app.floor.open_calls import OpenCall
from muster.app.people import read as lists
from muster.app.people.read import Line
from muster.app.staff.records import account_of
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.alphabet import alphabetical
from muster.people.models import Call, Event, Ruling, Staff

_ORDER: Final[Mapping[str, int]] = {"organiser": 2, "marshal": 1, "judge": 0}
"""Judges first: they are on the floor; whoever decides appeals comes after them."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Somebody of the staff who rules at tables.

    Attributes:
        who: their token, such as `account:7`.
        name: what they are called.
        role: their role at the event.
        tables: the tables of the calls they are on the way to; None for a caller who sits nowhere.
    """

    who: str
    name: str
    role: Role
    tables: tuple[int | None, ...]

    @property
    def free(self) -> bool:
        """Whether they have no call in hand."""
        return not self.tables

    @property
    def at(self) -> str:
        """The tables they are on the way to, for a sentence: `3, 12`."""
        return ", ".join(str(table) for table in self.tables if table is not None)


def on_the_floor(event: Event) -> list[Hand]:
    """Everybody who may rule at this event, judges first, with the open calls of all its tournaments in hand."""
    able = posts_of(role for role in MAY if "rule" in MAY[role])
    posts = Staff.objects.filter(event=event, role__in=able).select_related("account")
    calls = Call.objects.filter(tournament__event=event, closed_at=None).exclude(claimed_by="")
    held = list(calls.order_by("pk").values_list("claimed_by", "table"))
    hands = [_hand(post, held) for post in posts]
    in_order = alphabetical()
    return sorted(hands, key=lambda one: (_ORDER.get(one.role, 0), in_order(one.name), one.who))


def _hand(post: Staff, held: Iterable[tuple[str, int | None]]) -> Hand:
    who = f"account:{post.account_id}"
    tables = tuple(table for token, table in held if token == who)
    role = ACTS_AS[post.role]  # type: ignore[index]  # the column holds nothing else
    return Hand(who, str(post.account), role, tables)


def whoever_decides(event: Event) -> Hand | None:
    """Who has the last word: the marshal with the fewest calls in hand, or the organiser (`COM-ROLE-1`)."""
    hands = on_the_floor(event)
    for role in ("marshal", "organiser"):
        able = [hand for hand in hands if hand.role == role]
        if able:
            return min(able, key=lambda hand: len(hand.tables))
    return None


def my_tables(calls: Iterable[OpenCall], actor: Actor, ruled: Iterable[int | None]) -> list[int]:
    """The tables of this round that are this judge's: of the calls in their hands, and where they ruled."""
    mine = {one.call.table for one in calls if one.call.by == actor.who} | set(ruled)
    return sorted(table for table in mine if table is not None)


def ruled_by(tournament: int, state: State, actor: Actor) -> list[int | None]:
    """The tables at which somebody has ruled in the round published last."""
    rows = Ruling.objects.filter(tournament=tournament, round_no=len(state.rounds), by=account_of(actor))
    return list(rows.values_list("table", flat=True).distinct())


def tables_in_play(state: State) -> list[int]:
    """The tables of the round that is played or was played last."""
    round_ = queries.current_round(state)
    return sorted(round_.matches) if round_ else []


def players_meant(tournament: int, state: State, typed: str) -> list[Line]:
    """Whom somebody means by an entry number (`12`, `#12`) or by a name or a part of one, best first.

    Whoever is called exactly so is meant alone.
    """
    lines = lists.found(lists.lines_of(tournament, state), typed) if typed.strip() else []
    known = [line for line in lines if line.player in state.players]
    exact = [line for line in known if line.name.casefold() == typed.strip().casefold()]
    return exact if len(exact) == 1 else known
