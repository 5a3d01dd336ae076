"""Duties of a round: calls, disputes, the clock, tables without a result, results that one side has reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from muster.core.duties.situation import CallWaiting, Situation
from muster.core.duties.values import Found, Kind
from muster.core.ids import TableNo
from muster.core.messages import Argument, Message, listing, say, say_n
from muster.core.tournament.queries import PAIR
from muster.rules.scoring import PlacingScoring

GRACE: Final = timedelta(minutes=5)
"""How long after time a table may be without a result before somebody looks after it; ours, no text names one."""

MOST_TABLES: Final = 6
"""So many tables stand in a sentence; of more it says how many."""

AT_TIME: Final = (
    "COM-TIME-1",
    "ARM-TIME-1",
    "PLA-TIME-1",
    "LEG-TIME-1",
    "RUN-TIME-1",
    "SWU-SGL-1",
    "SWU-BO3-2",
)
"""The clauses on the time of a round and its end."""

DISPUTE: Final = ("COM-ROLE-3", "SWU-ROLE-1")
"""The clauses by which players who cannot agree call a judge."""


def tables_in_words(found: Sequence[TableNo]) -> Argument:
    """Some tables by number, and how many more there are."""
    more = len(found) - MOST_TABLES
    shown = list(found[:MOST_TABLES])
    return listing([*shown, say_n("{count} more", "{count} more", more)] if more > 0 else shown)


def _called(now: Situation) -> Iterator[Found]:
    for call in now.calls:
        if call.kind == "judge":
            yield _of_call(call, _called_by(call, now))
        elif call.kind == "conceded":
            yield from _conceded(call, now)


def _conceded(call: CallWaiting, now: Situation) -> Iterator[Found]:
    """Somebody left a table of three or four, of which nothing is reported yet."""
    match = now.running.matches.get(call.table) if now.running and call.table else None
    rules = now.state.regulations.scoring
    if match is None or call.player not in match.pairing.players or not isinstance(rules, PlacingScoring):
        return
    if match.status == "open":
        says = say(
            "Table {table}: {name} has conceded and left; the others play on.",
            table=match.pairing.table,
            name=now.name(call.player),
        )
        yield replace(_of_call(call, says), clause=rules.conceding.clause)


def _called_by(call: CallWaiting, now: Situation) -> Message:
    if call.table is not None and call.player is not None:
        return say("Table {table}: {name} calls a judge.", table=call.table, name=now.name(call.player))
    return (
        say("{name} calls a judge.", name=now.name(call.player)) if call.player else say("A judge is called.")
    )


def _rejoins(now: Situation) -> Iterator[Found]:
    for call in now.calls:
        if call.kind == "rejoin" and call.player is not None:
            yield _of_call(call, say("{name} wants to play on.", name=now.name(call.player)))


def _of_call(call: CallWaiting, says: Message) -> Found:
    return Found(says, str(call.number), call.at, table=call.table, player=call.player, target=call.number)


def _disputed(now: Situation) -> Iterator[Found]:
    for table, match in sorted(now.running.matches.items() if now.running else ()):
        if match.status == "disputed":
            players = [now.name(player) for player in match.pairing.players]
            says = say("Table {table}: the players report different results.", table=table)
            if len(players) == PAIR:
                says = say(
                    "Table {table}: {one} and {two} report different results.",
                    table=table,
                    one=players[0],
                    two=players[1],
                )
            yield Found(
                says, f"{now.running.number if now.running else 0}:{table}", table=table, target=table
            )


def _not_started(now: Situation) -> Iterator[Found]:
    if now.running is not None and now.clock is not None and now.clock.phase(now.now) == "ready":
        says = say(
            "Start the clock of round {round} once most players sit and set up.", round=now.running.number
        )
        yield Found(says, str(now.running.number))


def _open_tables(now: Situation) -> list[TableNo]:
    """Tables without a result whose own time is up."""
    if now.running is None or now.clock is None:
        return []
    clock = now.clock
    return sorted(
        table
        for table, match in now.running.matches.items()
        if match.status == "open" and not match.settled and clock.phase(now.now, table) == "over"
    )


def _time_up(now: Situation) -> Iterator[Found]:
    tables = _open_tables(now)
    ends = now.clock.ends_at() if now.clock else None
    if tables and ends is not None and now.now < ends + GRACE:
        says = say_n(
            "Time is up: announce it. Table {tables} still plays.",
            "Time is up: announce it. Tables {tables} still play.",
            len(tables),
            tables=tables_in_words(tables),
        )
        round_no = now.running.number if now.running else 0
        yield Found(says, str(round_no), ends, clause=now.at_time)


def _no_result(now: Situation) -> Iterator[Found]:
    clock = now.clock
    late = [
        table
        for table in _open_tables(now)
        if clock is not None and (ends := clock.ends_at(table)) is not None and now.now >= ends + GRACE
    ]
    if late:
        says = say_n(
            "Table {tables} has no result, and its time is over: go there.",
            "Tables {tables} have no result, and their time is over: go there.",
            len(late),
            tables=tables_in_words(late),
        )
        yield Found(says, table=late[0] if len(late) == 1 else None, target=late[0], clause=now.at_time)


def _unconfirmed(now: Situation) -> Iterator[Found]:
    round_ = now.round
    if round_ is None:
        return
    waiting = sorted(table for table, match in round_.matches.items() if match.status == "reported")
    if waiting:
        says = say_n(
            "One side has reported at table {tables}: it counts unless the other objects.",
            "One side has reported at tables {tables}: it counts unless the other objects.",
            len(waiting),
            tables=tables_in_words(waiting),
        )
        yield Found(says, str(round_.number))


def _unapplied(now: Situation) -> Iterator[Found]:
    for one in now.unapplied:
        if one.player is not None and one.table is not None:
            says = say(
                "Table {table}: the penalty of {name} decides a game, and the result does not say so.",
                table=one.table,
                name=now.name(one.player),
            )
            yield Found(says, str(one.number), one.at, table=one.table, player=one.player, target=one.table)


KINDS: Final = (
    Kind(
        "call",
        say("Calls"),
        ("judge", "marshal", "organiser", "scorekeeper"),
        "warns",
        DISPUTE,
        "call",
        say("Go there"),
        _called,
        loud=True,
        always=True,
    ),
    Kind(
        "rejoin",
        say("Players who want to play on"),
        ("organiser", "marshal", "scorekeeper"),
        "warns",
        ("COM-DROP-2",),
        "hall",
        say("Decide"),
        _rejoins,
        loud=True,
        always=True,
    ),
    Kind(
        "dispute",
        say("Disputes"),
        ("judge", "marshal", "organiser", "scorekeeper"),
        "warns",
        DISPUTE,
        "table",
        say("Settle it"),
        _disputed,
        loud=True,
        always=True,
    ),
    Kind(
        "clock-not-started",
        say("The clock"),
        ("organiser", "marshal", "judge", "scorekeeper"),
        "reminds",
        AT_TIME,
        "clock",
        say("Start the clock"),
        _not_started,
        waivable=True,
        done=say("Play without a clock"),
    ),
    Kind(
        "time-up",
        say("Time is up"),
        ("organiser", "marshal", "judge", "scorekeeper"),
        "warns",
        AT_TIME,
        "clock",
        say("Look at the clock"),
        _time_up,
        loud=True,
        waivable=True,
        done=say("Announced"),
    ),
    Kind(
        "no-result",
        say("Tables without a result"),
        ("judge", "marshal", "organiser", "scorekeeper"),
        "warns",
        AT_TIME,
        "tables",
        say("Open the results"),
        _no_result,
    ),
    Kind(
        "unconfirmed",
        say("Results that wait for the other side"),
        ("scorekeeper", "organiser"),
        "reminds",
        ("LEG-REPORT-1", "SWU-REP-1"),
        "results",
        say("Open the results"),
        _unconfirmed,
        waivable=True,
        done=say("Let them stand"),
        always=True,
    ),
    Kind(
        "penalty-unapplied",
        say("Penalties that results leave out"),
        ("scorekeeper", "marshal", "organiser"),
        "warns",
        ("LEG-MOV-5", "SWU-SIDE-1"),
        "results",
        say("Open the result"),
        _unapplied,
        waivable=True,
        always=True,
    ),
)
