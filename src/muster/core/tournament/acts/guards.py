"""The checks several commands share. Each returns a refusal, or None where there is nothing against it."""

from __future__ import annotations

from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.messages import Message, listing, say
from muster.core.private import Private
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Player, Round, State

LONGEST_REASON = 500
"""Characters of a reason."""


def player_of(state: State, player: PlayerId) -> Player | Refusal:
    """The player's entry, or a refusal."""
    entry = state.players.get(player)
    return entry or Refusal(
        "unknown-player", say("There is no player {player} in this tournament.", player=player)
    )


def staying(state: State, player: PlayerId, left: Message) -> Player | Refusal:
    """The entry of a player who has not left, or a refusal that says so."""
    entry = player_of(state, player)
    if isinstance(entry, Refusal) or entry.status in ("entered", "present"):
        return entry
    return Refusal("not-playing", left, state.regulations.attendance.clause)


def status_words(state: State, player: PlayerId) -> Message:
    """How somebody left."""
    entry = state.players.get(player)
    return say("disqualified") if entry and entry.status == "disqualified" else say("dropped")


def structure_clause(state: State) -> str | None:
    """Where the structure that gives the rounds and the cut stands."""
    structures: dict[str, str] = {each.id: each.clause for each in state.regulations.structures}
    return structures.get(state.created.structure)


def match_at(state: State, round_no: RoundNo, table: TableNo) -> tuple[Round, Match] | Refusal:
    """The round and the match at a table, or a refusal that says which there are."""
    if not 1 <= round_no <= len(state.rounds):
        return Refusal("no-round", _no_round(round_no, len(state.rounds)))
    round_ = state.rounds[round_no - 1]
    if table not in round_.matches:
        return Refusal("no-table", _no_table(table, round_))
    return round_, round_.matches[table]


def _no_round(number: RoundNo, count: int) -> Message:
    if not count:
        return say("There is no round {number}: no round yet published so far.", number=number)
    if count == 1:
        return say("There is no round {number}: only round 1 published so far.", number=number)
    return say(
        "There is no round {number}: rounds 1 to {count} published so far.", number=number, count=count
    )


def _no_table(table: TableNo, round_: Round) -> Message:
    about = {"table": table, "round": round_.number}
    tables = sorted(round_.matches)
    if not tables:
        return say("Nobody plays at table {table} in round {round}, which has no tables at all.", **about)
    if len(tables) == 1:
        return say(
            "Nobody plays at table {table} in round {round}, which has only table {only}.",
            **about,
            only=tables[0],
        )
    return say(
        "Nobody plays at table {table} in round {round}, which has tables {first} to {last}.",
        **about,
        first=tables[0],
        last=tables[-1],
    )


def reason_given(reason: Private | str, missing: Message) -> Refusal | None:
    """A refusal unless there is a reason that can be kept; `missing` asks for one."""
    if not _text(reason).strip():
        return Refusal("reason-missing", missing)
    return reason_fits(reason)


def reason_fits(reason: Private | str) -> Refusal | None:
    """A refusal unless the reason, which may be empty, is one printable line of at most 500 characters."""
    text = _text(reason)
    if len(text) > LONGEST_REASON or not text.isprintable():
        says = say(
            "Write the reason in one line of plain text of at most {most} characters.", most=LONGEST_REASON
        )
        return Refusal("reason-missing", says)
    return None


def some(numbers: list[int] | list[TableNo] | list[PlayerId]) -> Message:
    """The first ten of many numbers."""
    named = listing(numbers[:10], "plain")
    return say("{numbers} …", numbers=named) if len(numbers) > 10 else say("{numbers}", numbers=named)


def _text(reason: Private | str) -> str:
    return reason.words if isinstance(reason, Private) else reason
