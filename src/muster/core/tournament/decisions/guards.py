"""The checks several commands share. Each returns a refusal, or None where there is nothing against it."""

from __future__ import annotations

from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Player, Round, State

LONGEST_REASON = 500
"""Characters of a reason."""


def player_of(state: State, player: PlayerId) -> Player | Refusal:
    """The player's entry, or a refusal."""
    found = state.players.get(player)
    return found or Refusal("unknown-player", f"There is no player {player} in this tournament.")


def staying(state: State, player: PlayerId, doing: str) -> Player | Refusal:
    """The entry of a player who has not left, or a refusal that names what was tried."""
    found = player_of(state, player)
    if isinstance(found, Refusal) or found.status in ("entered", "present"):
        return found
    says = f"Player {player} has left the tournament ({found.status}) and cannot {doing}."
    return Refusal("not-playing", says, state.regulations.attendance.clause)


def structure_clause(state: State) -> str | None:
    """Where the structure that gives the rounds and the cut stands."""
    structures: dict[str, str] = {each.id: each.clause for each in state.regulations.structures}
    return structures.get(state.created.structure)


def match_at(state: State, round_no: RoundNo, table: TableNo) -> tuple[Round, Match] | Refusal:
    """The round and the match at a table, or a refusal that says which there are."""
    if not 1 <= round_no <= len(state.rounds):
        count = len(state.rounds)
        rounds = "no round yet" if not count else f"rounds 1 to {count}" if count > 1 else "only round 1"
        return Refusal("no-round", f"There is no round {round_no}: {rounds} published so far.")
    round_ = state.rounds[round_no - 1]
    if table not in round_.matches:
        tables = sorted(round_.matches)
        some = "no tables at all"
        if tables:
            only = len(tables) == 1
            some = f"only table {tables[0]}" if only else f"tables {tables[0]} to {tables[-1]}"
        return Refusal("no-table", f"Nobody plays at table {table} in round {round_no}, which has {some}.")
    return round_, round_.matches[table]


def reason_given(reason: str, act: str) -> Refusal | None:
    """A refusal unless there is a reason that can be kept."""
    if not reason.strip():
        return Refusal("reason-missing", f"Give a reason to {act}: it stays on record.")
    return reason_fits(reason, act)


def reason_fits(reason: str, act: str) -> Refusal | None:
    """A refusal unless the reason, which may be empty, is one printable line of at most 500 characters."""
    if len(reason) > LONGEST_REASON or not reason.isprintable():
        says = f"Write the reason to {act} in one line of plain text of at most {LONGEST_REASON} characters."
        return Refusal("reason-missing", says)
    return None
