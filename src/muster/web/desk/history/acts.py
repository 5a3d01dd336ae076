"""Every act of a tournament: what, who, when, whether it was taken back; and the state after any of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from muster.app.common.cache import BoundedCache
from muster.app.common.names import names_of_staff
from muster.app.history.telling import HistoryTeller
from muster.core.ids import Naming, PlayerId, RoundNo, TableNo
from muster.core.messages import Message, say, verbatim
from muster.core.tournament import facts
from muster.core.tournament.acts.base import Group
from muster.core.tournament.engine import evolve
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Entry
from muster.core.tournament.state import State
from muster.exchange.folding import folded
from muster.exchange.whole import whole_number
from muster.journal.store import Snapshot
from muster.people.models import Account

PAGE: Final = 50


TOLD: Final = 4
"""How many facts of one act are told in the list; the page of the act tells all of them."""


def group_titles() -> dict[Group, Message]:
    """The headings under which acts are looked for."""
    return {
        "people": say("Players"),
        "plan": say("Set-up and plan"),
        "rounds": say("Rounds"),
        "results": say("Results"),
        "corrections": say("Corrections"),
        "cut": say("Cut"),
        "end": say("End"),
        "undo": say("Undo"),
    }


@dataclass(frozen=True, slots=True)
class Undone:
    """That an act was taken back: by whom, when, and by which act."""

    who: Message
    at: datetime
    act: int


@dataclass(frozen=True, slots=True)
class Act:
    """One act, which may be several facts.

    Attributes:
        number: the number of its first fact.
        last: the number of its last fact.
        group: what it is about.
        says: what happened, a sentence for each of the first facts.
        more: how many facts are not told here.
        who: the name of whoever did it.
        at: when.
        undone: who took it back; None if it stands.
        round_no: the round it is about, if it is about one.
        table: the table it is about, if it is about one.
        player: the one player it is about, if it is about one.
    """

    number: int
    last: int
    group: Group
    says: tuple[Message, ...]
    more: int
    who: Message
    at: datetime
    undone: Undone | None
    round_no: RoundNo | None
    table: TableNo | None
    player: PlayerId | None


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """Which acts to show: of one group, about these players, about one table; everything if nothing is said."""

    group: str = ""
    players: frozenset[PlayerId] | None = None
    table: int | None = None

    def fits(self, fact: Fact, teller: HistoryTeller) -> bool:
        """Whether this fact is looked for."""
        if self.group and fact.group != self.group:
            return False
        if self.table is not None and getattr(fact, "table", None) != self.table:
            return False
        return self.players is None or not self.players.isdisjoint(teller.touched(fact))


def players_meant(names: Mapping[PlayerId, str], text: str) -> frozenset[PlayerId]:
    """The players whose name holds this text, whatever its accents and capitals, or whose number it is."""
    wanted = folded(text)
    number = wanted.removeprefix("#")
    return frozenset(
        player
        for player, name in names.items()
        if str(player) == number or (wanted and not wanted.startswith("#") and wanted in folded(name))
    )


def spans(snapshot: Snapshot, wanted: HistoryQuery, teller: HistoryTeller) -> list[tuple[int, int]]:
    """The acts that are looked for, newest first: the numbers of their first and last facts."""
    found = list[tuple[int, int]]()
    last, marks = len(snapshot.entries), snapshot.marks
    everything = wanted == HistoryQuery()
    while last:
        first = marks[last - 1].act
        some = range(first, last + 1)
        if everything or any(wanted.fits(snapshot.entries[seq - 1].fact, teller.at(seq)) for seq in some):
            found.append((first, last))
        last = first - 1
    return found


def acts(
    snapshot: Snapshot, shown: Sequence[tuple[int, int]], teller: HistoryTeller, *, told: int = TOLD
) -> tuple[Act, ...]:
    """These acts in words; the names of whoever did them come in one query."""
    undone = undone_by(snapshot)
    tokens = {snapshot.marks[first - 1].who for first, _last in shown}
    tokens |= {snapshot.marks[undone[first] - 1].who for first, _last in shown if first in undone}
    who = names_of_tokens(tokens, teller.name)
    return tuple(_act(snapshot, first, last, teller, who, undone, told) for first, last in shown)


def undone_by(snapshot: Snapshot) -> dict[int, int]:
    """The number of the fact that took back each fact that was taken back."""
    return {
        seq: entry.seq
        for entry in snapshot.entries
        if type(entry.fact)
        is facts.ActRetracted  # of thousands of facts: none is of another kind than its own
        for seq in entry.fact.undone
    }


def names_of_tokens(tokens: set[str], name: Naming) -> dict[str, Message]:
    """Who the tokens on record are: accounts by name, players by theirs, the program itself."""
    numbers = {token: int(token[8:]) for token in tokens if _numbered(token, "account:")}
    accounts = Account.objects.in_bulk(list(numbers.values())) if numbers else {}
    players = names_of_staff(token for token in tokens if _numbered(token, "entry:"))
    found = {}
    for token in tokens:
        if token in numbers:
            account = accounts.get(numbers[token])
            found[token] = verbatim(str(account)) if account else say("somebody whose account is gone")
        elif _numbered(token, "player:"):
            found[token] = verbatim(name(PlayerId(int(token[7:]))))
        elif _numbered(token, "entry:"):
            found[token] = players.get(token) or say("a player whose entry is gone")
        else:
            found[token] = say("Muster itself") if token in ("", "system") else verbatim(token)
    return found


def _numbered(token: str, start: str) -> bool:
    return token.startswith(start) and whole_number(token.removeprefix(start), 15) is not None


def _act(
    snapshot: Snapshot,
    first: int,
    last: int,
    teller: HistoryTeller,
    who: Mapping[str, Message],
    undone: Mapping[int, int],
    told: int,
) -> Act:
    entries, mark = snapshot.entries[first - 1 : last], snapshot.marks[first - 1]
    taken_back = undone.get(first)
    by = snapshot.marks[taken_back - 1] if taken_back else None
    rest, anew = teller.summed_up(first, last) if len(entries) > told else (entries, ())
    says = (*(teller.at(entry.seq).describe(entry.fact) for entry in rest[:told]), *anew)
    return Act(
        first,
        last,
        entries[0].fact.group,
        says,
        max(0, len(rest) - told),
        who[mark.who],
        mark.at,
        Undone(who[by.who], by.at, by.act) if by else None,
        _only(entries, "round_no"),
        _only(entries, "table"),
        _only(entries, "player"),
    )


def _only(entries: Sequence[Entry], field: str) -> Any:
    """The one value the facts of an act have in a field; None if there is none, or more than one."""
    values = {getattr(entry.fact, field, None) for entry in entries}
    return values.pop() if len(values) == 1 else None


def act_at(snapshot: Snapshot, number: int) -> tuple[int, int] | None:
    """The act to which this fact belongs; None if there is no such fact."""
    if not 1 <= number <= len(snapshot.entries):
        return None
    first = last = snapshot.marks[number - 1].act
    while last < len(snapshot.entries) and snapshot.marks[last].act == first:
        last += 1
    return first, last


STRIDE: Final = 500
"""Facts between two states that are kept, so that any moment is a short way from one of them."""


_kept: Final = BoundedCache[State](64)


def state_then(snapshot: Snapshot, seq: int) -> State:
    """The tournament as it was after this fact: time travel."""
    if seq >= snapshot.version:
        return snapshot.state
    start = seq // STRIDE
    return _onwards(_milestone(snapshot, start), snapshot.entries[start * STRIDE : seq])


def _milestone(snapshot: Snapshot, number: int) -> State:
    """The state after `number` strides, kept once it is known."""
    if not number:
        return State()
    last = number * STRIDE
    way = snapshot.entries[last - STRIDE : last]
    return _kept.of(way[-1].head, lambda: _onwards(_milestone(snapshot, number - 1), way))


def _onwards(state: State, entries: Iterable[Entry]) -> State:
    for entry in entries:
        state = evolve(state, entry.fact, entry.text)
    return state


def neighbours(snapshot: Snapshot, first: int, last: int) -> tuple[int | None, int | None]:
    """The acts before and after an act, by the numbers of their first facts."""
    before = snapshot.marks[first - 2].act if first > 1 else None
    after = snapshot.marks[last].act if last < len(snapshot.marks) else None
    return before, after
