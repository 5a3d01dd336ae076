"""What all records of judges share: whose they are, where they belong, and what of a typed text is kept."""

from __future__ import annotations

from typing import Final, TypeVar

from django.db.models import Model

from muster.app.common.access import Actor
from muster.app.common.safe_text import one_line
from muster.app.common.topics import changed, topics_in
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import say
from muster.core.tournament import queries
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, State
from muster.people.models import Entry

M = TypeVar("M", bound=Model)

MOST_TABLES: Final = 1_000_000
"""No table has a higher number; more is a slip of the keyboard."""


def account_of(actor: Actor) -> int | None:
    """The number of the actor's account; None for the program itself and for players."""
    kind, _colon, number = actor.who.partition(":")
    able = kind == "account" and number.isascii() and number.isdecimal() and len(number) < 16
    return int(number) if able else None


def round_now(state: State) -> RoundNo:
    """The number of the round published last; 0 before the first."""
    return RoundNo(len(state.rounds))


def match_now(state: State, player: PlayerId) -> Match | None:
    """The player's match in the round published last, if there is one."""
    return match_of(state, len(state.rounds), player)


def match_of(state: State, round_no: int, player: PlayerId) -> Match | None:
    """The player's match in a round; None where they have none, and before the first round."""
    known = 1 <= round_no <= len(state.rounds)
    return queries.match_of(state.rounds[round_no - 1], player) if known else None


def round_asked(state: State, round_no: int | None) -> RoundNo | Refusal:
    """The round a record is about: the one that was asked for, else the one published last."""
    number = len(state.rounds) if round_no is None else round_no
    if 0 <= number <= len(state.rounds):
        return RoundNo(number)
    return Refusal("no-round", say("There is no such round yet: choose one that was published."))


def match_in(state: State, round_no: int, table: int | None) -> Match | None:
    """The match at a table of a round; None where nobody plays."""
    if table is None or not 1 <= round_no <= len(state.rounds):
        return None
    return state.rounds[round_no - 1].matches.get(TableNo(table))


def entry_of(tournament: int, player: int) -> Entry | Refusal:
    """The registration behind an entry number."""
    rows = Entry.objects.filter(tournament=tournament, player=player if 0 < player < 2**31 else None)
    found = rows.select_related("person").exclude(player=None).first()
    return found or Refusal("unknown-player", say("Choose a player of this tournament."))


def entries_at(tournament: int, match: Match | None) -> list[int]:
    """The primary keys of the entries that sit at a table, by number."""
    players = match.pairing.players if match else ()
    rows = Entry.objects.filter(tournament=tournament, player__in=players)
    return sorted(rows.values_list("pk", flat=True))


def no_table(state: State, round_no: int, table: int | None) -> Refusal | None:
    """Why nothing can be recorded for this table: nobody plays there in this round."""
    if table is None or match_in(state, round_no, table) is not None:
        return None
    says = say(
        "Nobody plays at table {table} in this round: leave the table empty, or correct it.",
        table=min(table, MOST_TABLES),
    )
    return Refusal("no-table", says)


def kept(text: str, most: int) -> str:
    """A typed text as it is kept: one line, nothing that controls, at most so many characters."""
    return one_line(text[: 4 * most])[:most]


def clause_of(state: State, *clauses: str) -> str:
    """The first of these clauses that the tournament's regulations have; empty if none."""
    return next((one for one in clauses if one in state.regulations.clauses), "")


def known_under(model: type[M], tournament: int, key: str | None) -> M | None:
    """The record that was made under this key of a form."""
    if not key:
        return None
    return model._default_manager.filter(tournament=tournament, key=key).first()  # noqa: SLF001


def tell(tournament: int) -> None:
    """Tell whoever shows what judges do; inside the transaction that changes it."""
    changed(topics_in(tournament, "calls"))
