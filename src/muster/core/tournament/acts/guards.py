"""The checks several commands share. Each returns a refusal, or None where there is nothing against it."""

from __future__ import annotations

from muster.core.draws import ChainLink, is_digest, next_link
from muster.core.ids import PlayerId, TableNo
from muster.core.messages import Message, Numbered, listing, say
from muster.core.private import LONGEST_REASON, Private
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Player, State


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


def some(numbers: list[int] | list[TableNo] | list[Numbered]) -> Message:
    """The first ten of many numbers."""
    named = listing(numbers[:10], "plain")
    return say("{numbers} …", numbers=named) if len(numbers) > 10 else say("{numbers}", numbers=named)


def _text(reason: Private | str) -> str:
    return reason.words if isinstance(reason, Private) else reason


def wrong_link(state: State, link: ChainLink, number: int) -> Refusal | None:
    """A refusal unless the link of this draw hashes forward, draw by draw, to the last one the journal shows."""
    known, target = state.draws.revealed or (0, state.draws.commitment)
    if not is_digest(link):
        return Refusal("wrong-link", say("The link of the hash chain is not 64 hexadecimal digits."))
    here = link
    for _ in range(number - known):
        here = next_link(here)
    if here != target:
        says = say(
            "This is not link {number} of the announced hash chain; use the chain of this tournament.",
            number=number,
        )
        return Refusal("wrong-link", says)
    return None
