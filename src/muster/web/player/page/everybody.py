"""The heads of the pages of all players of a tournament, made in one go from what is read once.

A round is posted, and thousands of phones want to know their table. Each head is made by the same functions as that of
the whole page, from the same rows; only reading them one player at a time would take longer than all the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Final, NamedTuple

from muster.app.common.questions import Asked, RowQuestion, ask
from muster.app.common.topics import Part, event_topic, player_topic, table_topic, topic
from muster.app.floor.timers import ShownTimer
from muster.app.links.player_links import token_of
from muster.app.player.playing import Playing
from muster.core.ids import PlayerId
from muster.people.models import Entry, Tournament
from muster.web.player.page.around import (
    NOTHING_AROUND,
    Around,
    acts_of,
    brought_by,
    known_as,
    published_at,
    running,
)
from muster.web.player.page.around_rows import CLOCK, RosterAtTable, TimerRow
from muster.web.player.page.now import head_of
from muster.web.player.page.sight import Sight


class OwnHead(NamedTuple):
    """What one player's page is about now.

    Attributes:
        digest: stands for their private link.
        topics: what it shows, with everything that it rests on.
        page: the title and the head of the page in HTML.
    """

    digest: bytes
    topics: tuple[str, ...]
    page: bytes


def kept_head(sight: Sight, token: str, shared: tuple[str, ...] = ()) -> OwnHead | None:
    """The head of a page with what it rests on; None for somebody who is not in the tournament.

    Args:
        sight: what is to be seen.
        token: the private link.
        shared: what every head of the tournament rests on, where it is at hand.
    """
    me = sight.me
    if not is_in(me):
        return None
    return OwnHead(
        digest_of(token), (*(shared or _topics_of_all(me)), *_own_topics(me)), head_of(sight, token).encode()
    )


def is_in(me: Playing) -> bool:
    """Whether this is somebody in the tournament, so that whoever keeps what is theirs is told when it changes."""
    return me.own is not None and me.entry.status == "entered"


def topics_of(sight: Sight) -> tuple[str, ...]:
    """What the whole page of somebody in the tournament rests on: the head, what the desk tells, and their calls."""
    me = sight.me
    code, number = me.entry.tournament.event.code, me.entry.tournament.number
    return (*_topics_of_all(me), *_own_topics(me), event_topic(code, "news"), topic(code, number, "calls"))


def digest_of(token: str) -> bytes:
    """What stands for a private link where heads are kept."""
    return sha256(token.encode()).digest()


def heads_of(me: Playing) -> Iterator[OwnHead]:
    """The heads of the pages of everybody who plays in this player's tournament, their own among them."""
    everybody, shared = _Everybody.read(me), _topics_of_all(me)
    for entry in everybody.entries:
        if head := kept_head(everybody.sight(entry), token_of(entry), shared):
            yield head


def _topics_of_all(me: Playing) -> tuple[str, ...]:
    """What every head of a tournament rests on, also what a page need not be told of because others are."""
    code, number = me.entry.tournament.event.code, me.entry.tournament.number
    return (event_topic(code, "event"), *(topic(code, number, part) for part in _PARTS))


def _own_topics(me: Playing) -> Iterator[str]:
    """What this head rests on besides: the player, and their table."""
    code, number = me.entry.tournament.event.code, me.entry.tournament.number
    yield player_topic(code, number, me.player)
    if me.match is not None:
        yield table_topic(code, number, me.match.pairing.table)


_PARTS: Final[tuple[Part, ...]] = ("round", "clock", "timers", "people", "results", "rosters")


# Reading once -----------------------------------------------------------------------------------------------------


class _EntryRow(NamedTuple):
    entry: int
    at: datetime
    player: int
    link_no: int
    entered: bool
    name: str
    alias: str
    shown_as: str
    pronouns: str


_ENTRIES: Final = RowQuestion(
    20,
    _EntryRow,
    "SELECT e.id, e.created_at, e.player, e.link_no, CASE WHEN e.status = 'entered' THEN 1 ELSE 0 END, "
    "p.name, p.alias, e.shown_as, p.pronouns "
    "FROM people_entry e JOIN people_person p ON p.id = e.person_id "
    "WHERE e.tournament_id = %s AND e.player IS NOT NULL",
)

_TIMERS: Final = RowQuestion(
    21,
    TimerRow,
    'SELECT id, started_at, kind, "table", seconds, used, pick, picks '
    "FROM people_timer WHERE tournament_id = %s AND ended_at IS NULL",
)

_BROUGHT: Final = RowQuestion(
    22,
    RosterAtTable,
    "SELECT e.player, v.at, v.number, v.total, p.seen "
    "FROM people_rosterversion v JOIN people_entry e ON e.id = v.entry_id "
    "LEFT JOIN people_rosterplan p ON p.tournament_id = e.tournament_id "
    "WHERE v.number > 0 AND e.tournament_id = %s AND e.player IS NOT NULL",
)


class _SightOfMany(Sight):
    """One of many sights of one moment, with what is the same for all of them."""

    def __init__(self, me: Playing, found: Around, first: Sight) -> None:
        super().__init__(me, found=found)
        # These are worked out at first use otherwise, once for each sight.
        self.clock, self.table, self.frame = first.clock, first.table, first.frame


@dataclass(frozen=True)
class _Everybody:
    """All players of a tournament and what is around them, read at once."""

    me: Playing
    entries: tuple[Entry, ...]
    timers: tuple[ShownTimer, ...]
    first: Sight

    @classmethod
    def read(cls, me: Playing) -> _Everybody:
        """Everybody, in one question."""
        tournament, round_ = me.entry.tournament, me.round
        asked: list[Asked] = [(_ENTRIES, (tournament.pk,)), (_TIMERS, (tournament.pk,))]
        if round_:
            published = published_at(me.snapshot, round_.number)
            asked.append((CLOCK, (tournament.pk, round_.number, published)))
        if tournament.rosters != "none":
            asked.append((_BROUGHT, (tournament.pk,)))
        answers = ask(asked)
        found = answers.to(_ENTRIES)
        people = {PlayerId(row.player): known_as(row, tournament.names) for row in found}
        rosters = brought_by(answers.to(_BROUGHT))
        shared = replace(NOTHING_AROUND, people=people, log=acts_of(answers), rosters=rosters)
        entries = tuple(_entry(row, tournament) for row in found if row.entered)
        return cls(me, entries, tuple(running(answers.to(_TIMERS))), Sight(me, found=shared))

    def sight(self, entry: Entry) -> Sight:
        """What the page of this entry shows at its head."""
        me = Playing(entry, self.me.snapshot, self.me.now)
        found = self.first.around
        if self.timers:
            table = me.match.pairing.table if me.match else 0
            found = replace(found, timers=[one for one in self.timers if one.table in (None, table)])
        return _SightOfMany(me, found, self.first)


def _entry(row: _EntryRow, tournament: Tournament) -> Entry:
    """The entry as far as the head of its page rests on it."""
    entry = Entry.from_db(None, _FIELDS, (row.entry, row.player, "entered", row.shown_as, row.link_no))
    entry.tournament = tournament
    return entry


_FIELDS: Final = ("id", "player", "status", "shown_as", "link_no")
"""In the order of the model."""
