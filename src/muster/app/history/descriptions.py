"""What happened, in sentences, for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from muster.core.ids import Naming
from muster.core.messages import Message, listing, say, say_n
from muster.core.tournament import facts
from muster.core.tournament.journal import Entry
from muster.core.tournament.state import Sheet
from muster.exchange.words import NOBODY, Teller
from muster.journal.store import Snapshot

_STEPS: Final = (facts.RoundVoided, facts.RoundProposed, facts.PlayersSwapped, facts.RoundPublished)
"""The facts of which a round published again in one act is made."""

MOST: Final = 6
"""Tables named one by one; more are counted."""


def told(snapshot: Snapshot, name: Naming, first: int, last: int, words: Mapping[str, str] = NOBODY) -> str:
    """The facts from number `first` to `last`, a sentence each, with these words of reasons."""
    teller = Teller(snapshot.state, snapshot.entries, name, words)
    rest, anew = summed_up(teller, first, last)
    return " ".join([*(teller.tell(entry.fact) for entry in rest), *map(str, anew)])


def summed_up(teller: Teller, first: int, last: int) -> tuple[Sequence[Entry], tuple[Message, ...]]:
    """The facts of an act to be told one by one; and a sentence for the others, a round published anew."""
    act = teller.entries[first - 1 : last]
    voided = next((entry.fact for entry in act if isinstance(entry.fact, facts.RoundVoided)), None)
    published = next((entry.fact for entry in act if isinstance(entry.fact, facts.RoundPublished)), None)
    if voided is None or published is None or voided.round_no != published.round_no:
        return act, ()
    before = _published(teller.entries[: first - 1], published)
    if before is None:
        return act, ()
    reason = voided.why(teller)
    number, changed = published.round_no, _changed(before, published.sheet)
    says = (
        say(
            "Round {number} is published again ({reason}): {changed}.",
            number=number,
            reason=reason,
            changed=changed,
        )
        if reason
        else say("Round {number} is published again: {changed}.", number=number, changed=changed)
    )
    return [entry for entry in act if not isinstance(entry.fact, _STEPS)], (says,)


def _published(entries: Sequence[Entry], anew: facts.RoundPublished) -> Sheet | None:
    """The sheet of the round as it was published before."""
    for entry in reversed(entries):
        if isinstance(entry.fact, facts.RoundPublished) and entry.fact.round_no == anew.round_no:
            return entry.fact.sheet
    return None


def _changed(before: Sheet, after: Sheet) -> Message:
    """The tables with another pairing than before, and the bye, in words."""
    old = {one.table: {*one.players} for one in before.pairings}
    tables = [str(one.table) for one in after.pairings if old.get(one.table) != {*one.players}]
    words = []
    if len(tables) > MOST:
        words.append(say_n("{count} table", "{count} tables", len(tables)))
    elif tables:
        words.append(say_n("table {tables}", "tables {tables}", len(tables), tables=listing(tables, "plain")))
    if {bye.player for bye in before.byes} != {bye.player for bye in after.byes}:
        words.append(say("the bye"))
    if not words:
        return say("every table was kept")
    return say("{what} changed", what=listing(words))
