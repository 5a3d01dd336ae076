"""The clock of a published round: what was done at it, how it stands, and acts at it.

A clock belongs to one publication of a round: a round that is voided and published again has a fresh one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.common.names import names_of_staff
from muster.app.common.topics import tell, topics_in
from muster.app.history.submitting import submit
from muster.app.staff.conflicts import may_not_rule
from muster.core import clock as clocks
from muster.core.clock import Clock, ClockKind, ClockPhase, ClockStep
from muster.core.ids import RoundNo, TableNo
from muster.core.messages import NOTHING, Message, say, say_n
from muster.core.structure import round_minutes
from muster.core.tournament import doubles
from muster.core.tournament.acts.guards import reason_given
from muster.core.tournament.commands import StartRound
from muster.core.tournament.facts import RoundPublished
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Bye, Pairing, State
from muster.journal import models, store
from muster.journal.store import Snapshot
from muster.people.models import Tournament
from muster.rules.schema import RoundKind

LONGEST: Final = 600
"""Minutes a round can last; more is a slip of the keyboard."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

_SHARED_AT_TIME: Final = "COM-TIME-1"


@dataclass(frozen=True, slots=True)
class RecordedClockAct:
    """An act on record.

    Attributes:
        act: what was done.
        reason: why, where it asks for one.
        who: whose act it was, as a token such as `account:7`.
    """

    act: ClockStep
    reason: str
    who: str


@dataclass(frozen=True, slots=True)
class Extension:
    """The clock as it stands at one table, with the minutes more that it got; a page shows it like the round's."""

    table: TableNo
    minutes: int
    clock: Clock
    now: datetime

    @property
    def phase(self) -> ClockPhase:
        """How this table's clock stands."""
        return self.clock.phase(self.now, self.table)

    @property
    def shown(self) -> bool:
        """Whether there is anything to show: it was started and not put away."""
        return self.phase not in ("ready", "stopped")

    @property
    def left(self) -> str:
        """The time left there, as a clock shows it."""
        return duration(self.clock.left(self.now, self.table))

    @property
    def left_ms(self) -> int:
        """The time left there in milliseconds."""
        return milliseconds(self.clock.left(self.now, self.table))

    @property
    def ends_at(self) -> datetime | None:
        """When time is up there; None while the clock stands still."""
        return self.clock.ends_at(self.table)

    @property
    def ends_at_ms(self) -> int | None:
        """When time is up there, as browsers count."""
        return in_browsers(self.ends_at)


@dataclass(frozen=True)
class RoundClock:
    """A round's clock as pages show it: true at `now`, the server's time.

    Attributes:
        round_no: whose clock it is.
        clock: how it stands.
        log: everything done at it, in order.
        usual: the minutes the regulations give this round; None where they name none.
        usual_clause: the clause they stand in.
        at_time: what the regulations say happens when time is up: clauses with their words.
        now: the server's time.
    """

    round_no: RoundNo
    clock: Clock
    log: tuple[RecordedClockAct, ...]
    usual: int | None
    usual_clause: str
    at_time: tuple[tuple[str, Message], ...]
    now: datetime

    @property
    def phase(self) -> ClockPhase:
        """How it stands."""
        return self.clock.phase(self.now)

    @property
    def shown(self) -> bool:
        """Whether there is anything to show: it was started and not put away."""
        return self.phase not in ("ready", "stopped")

    @property
    def running(self) -> bool:
        """Whether time is passing."""
        return self.clock.running

    @property
    def seen(self) -> int:
        """How much was done for all tables; forms send it back, so that two people do not act across."""
        return sum(one.act.kind != "extend" for one in self.log)

    @property
    def left(self) -> str:
        """The time left, as a clock shows it."""
        return duration(self.clock.left(self.now))

    @property
    def left_ms(self) -> int:
        """The time left in milliseconds; negative once it is over."""
        return milliseconds(self.clock.left(self.now))

    @property
    def whole_ms(self) -> int:
        """How long it lasts in all, pauses left out of account, in milliseconds."""
        return max(1, self.clock.minutes * 60_000)

    @property
    def ends_at(self) -> datetime | None:
        """When time is up; None while it stands still."""
        return self.clock.ends_at()

    @property
    def ends_at_ms(self) -> int | None:
        """When time is up, in milliseconds since 1970 as browsers count; None while it stands still."""
        return in_browsers(self.ends_at)

    def at(self, table: int) -> Extension:
        """The clock as it stands at one table, for the players who sit there."""
        one = TableNo(table)
        return Extension(one, self.clock.extended.get(one, 0), self.clock, self.now)

    @property
    def extensions(self) -> list[Extension]:
        """Tables with more time, by number."""
        return [self.at(table) for table, minutes in sorted(self.clock.extended.items()) if minutes]

    @cached_property
    def told(self) -> list[tuple[datetime, Message, Message]]:
        """When, who and what, latest first, in words."""
        names = names_of_staff(one.who for one in self.log)
        return [(one.act.at, names.get(one.who, NOTHING), _told(one)) for one in reversed(self.log)]


def clock_of(
    tournament: int,
    round_no: RoundNo,
    *,
    snapshot: Snapshot | None = None,
    log: Iterable[RecordedClockAct] | None = None,
) -> RoundClock:
    """The clock of a published round as it stands now.

    Args:
        tournament: the journal's number.
        round_no: which round.
        snapshot: the tournament, where it is at hand; it saves a query.
        log: what was done at the clock of this publication of the round, where it is at hand; likewise.

    Raises:
        LookupError: the round is not published.
    """
    base = snapshot or store.load(tournament)
    state = base.state
    if not 1 <= round_no <= len(state.rounds):
        raise LookupError(f"round {round_no} is not published")
    log = tuple(_recorded(base, round_no) if log is None else log)
    begun = state.rounds[round_no - 1].begun
    # Undoing the start of the round takes the start of its clock back, too.
    acts = [one.act for one in log if begun or one.act.kind == "extend"]
    usual, clause = usual_minutes(state, round_no)
    return RoundClock(round_no, clocks.clock(acts), log, usual, clause, at_time(state), timezone.now())


def usual_minutes(state: State, round_no: RoundNo) -> tuple[int | None, str]:
    """The minutes the regulations give a round of this kind and match format, and the clause."""
    kind = round_kind(state, round_no)
    minutes, match = minutes_of(state, kind), _match_of(state, kind)
    times = state.regulations.round_times
    clause = next((one.clause for one in times if one.round == kind and one.match in (match, None)), "")
    return minutes, clause


def minutes_of(state: State, kind: RoundKind) -> int | None:
    """The minutes the regulations give a round of this kind as it is played here; None if they name none."""
    return round_minutes(state.regulations, kind, _match_of(state, kind))


def _match_of(state: State, kind: RoundKind) -> str:
    return state.created.swiss_match if kind == "swiss" else state.created.elimination_match


def minutes_ahead(state: State) -> int | None:
    """The minutes the regulations give the proposed round; None where there is none, or they name none."""
    if state.proposal is None:
        return None
    sheet, created = state.proposal.sheet, state.created
    swiss = state.stages[-1].format == "swiss"
    final = _is_final(state, (*sheet.pairings, *sheet.byes))
    kind: RoundKind = "swiss" if swiss else "final" if final else "elimination"
    match = created.swiss_match if swiss else created.elimination_match
    return round_minutes(state.regulations, kind, match)


def round_kind(state: State, round_no: RoundNo) -> RoundKind:
    """Which kind of round it is: Swiss, elimination, or the final, which is longer."""
    round_ = state.rounds[round_no - 1]
    if state.stages[round_.stage].format == "swiss":
        return "swiss"
    pairings = [match.pairing for match in round_.matches.values()]
    return "final" if _is_final(state, (*pairings, *round_.byes)) else "elimination"


def _is_final(state: State, games: Sequence[Pairing | Bye]) -> bool:
    """Whether what is played at once in a bracket is its final."""
    if state.double:
        return doubles.is_final(state, [one.game for one in games])
    return len(games) == 1


def at_time(state: State) -> tuple[tuple[str, Message], ...]:
    """What the regulations say happens when time is up: clauses with their words, the most telling first."""
    rules = state.regulations
    own = {end.id: end.clause for end in rules.ends}
    single = _single_game(state)
    cited = [single] if single else [own["time"]] if "time" in own else []
    # A clause only about time is the whole rule; one that counts the result says nothing of playing on.
    if own.get("time") == own.get("rounds"):
        cited.insert(0, _SHARED_AT_TIME)
    return tuple((clause, rules.words_of(clause)) for clause in cited if clause in rules.clauses)


def _single_game(state: State) -> str:
    """The clause of matches of one game, where the game has longer ones, too, and these are played now."""
    formats = state.regulations.match_formats
    if len(formats) == 1 or state.setup is None:
        return ""
    created = state.created
    played = (
        created.elimination_match
        if state.stages and state.stages[-1].format == "elimination"
        else created.swiss_match
    )
    return next((one.clause for one in formats if one.id == played and one.best_of == 1), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockInput:
    """What somebody wants done at a clock; `seen` is `RoundClock.seen` of the page they looked at."""

    round_no: RoundNo
    kind: ClockKind
    minutes: int = 0
    table: TableNo | None = None
    reason: str = ""
    seen: int | None = None
    key: str | None = None


def act(tournament: int, actor: Actor, asked: ClockInput) -> Refusal | None:
    """Do something at the clock of the running round.

    Starting it also says that play has begun, where nobody has said so.

    Returns:
        None once it is on record, also if it was before under the same key; else the refusal.

    Raises:
        DeniedError: the actor's role may not do this.
    """
    actor.must("extend" if asked.kind == "extend" else "clock")
    with transaction.atomic():
        # Two people at one clock take turns: the second sees what the first has done.
        Tournament.objects.select_for_update().get(pk=tournament)
        base = store.load(tournament)
        if asked.key and models.ClockAct.objects.filter(tournament=tournament, key=asked.key).exists():
            return None
        refusal = _refused(base, asked) or _own_table(base, actor, asked) or _begun(base, actor, asked)
        if refusal is not None:
            transaction.set_rollback(True)
            return refusal
        _record(base, actor, asked)
        transaction.on_commit(lambda: tell(topics_in(tournament, "clock")), robust=True)
    return None


def duration(left: timedelta) -> str:
    """A time as clocks show it: `1:05:00`, `4:59`, `-0:30`; seconds are rounded up, so 0:00 is really over."""
    seconds = -(-milliseconds(left) // 1000)
    hours, rest = divmod(abs(seconds), 3600)
    shown = f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    return f"-{shown}" if seconds < 0 else shown


def milliseconds(left: timedelta) -> int:
    """A time in whole milliseconds."""
    return left // timedelta(milliseconds=1)


def in_browsers(at: datetime | None) -> int | None:
    """An instant in milliseconds since 1970, as browsers count; None for none."""
    return None if at is None else milliseconds(at - _EPOCH)


def start_usual(tournament: int, actor: Actor, state: State, *, key: str | None) -> Refusal | None:
    """Start the clock of the round shown last with the minutes the regulations give it; nothing where they name none.

    Raises:
        DeniedError: the actor's role may not do this.
    """
    number = state.rounds[-1].number
    minutes, _clause = usual_minutes(state, number)
    if minutes is None:
        return None
    return act(tournament, actor, ClockInput(round_no=number, kind="start", minutes=minutes, seen=0, key=key))


def _refused(base: Snapshot, asked: ClockInput) -> Refusal | None:
    if not base.state.rounds or asked.round_no != base.state.rounds[-1].number:
        return Refusal("no-round", say("This round is not the running one any more: its clock is hidden."))
    now = clock_of(base.tournament, asked.round_no, snapshot=base)
    if asked.seen is not None and asked.kind != "extend" and asked.seen != now.seen:
        when, who, what = now.told[0]
        del when
        says = say(
            "Somebody was at the clock before you ({who}: {what}) Nothing was done: look again.",
            who=who,
            what=what,
        )
        return Refusal("stale", says)
    return _bad_minutes(asked) or _bad_extension(base.state, asked)


def _bad_minutes(asked: ClockInput) -> Refusal | None:
    if asked.kind == "start" and not 1 <= asked.minutes <= LONGEST:
        return Refusal(
            "bad-setup", say("Enter how long the round lasts, from 1 to {most} minutes.", most=LONGEST)
        )
    if asked.kind in ("add", "extend") and not 0 < abs(asked.minutes) <= LONGEST:
        return Refusal("bad-setup", say("Enter how many minutes more, or less with a minus sign."))
    return None


def _bad_extension(state: State, asked: ClockInput) -> Refusal | None:
    if asked.kind != "extend":
        return None
    if asked.table not in state.rounds[-1].matches:
        return Refusal(
            "no-table", say("Nobody plays at table {table} in this round.", table=asked.table or "?")
        )
    return reason_given(asked.reason, say("Give a reason to give one table more time: it stays on record."))


def _own_table(base: Snapshot, actor: Actor, asked: ClockInput) -> Refusal | None:
    """Nobody gives the table at which they play more time, or less (`COM-ROLE-4`)."""
    if asked.kind != "extend":
        return None
    return may_not_rule(base.tournament, actor, base.state, asked.round_no, asked.table)


def _begun(base: Snapshot, actor: Actor, asked: ClockInput) -> Refusal | None:
    """Say that play has begun, if the clock is started and nobody has said so yet."""
    if asked.kind != "start" or base.state.rounds[-1].begun:
        return None
    answer = submit(base.tournament, StartRound(), actor)
    return answer if isinstance(answer, Refusal) else None


def _record(base: Snapshot, actor: Actor, asked: ClockInput) -> None:
    models.ClockAct.objects.create(
        tournament=base.tournament,
        round_no=asked.round_no,
        published=publication(base, asked.round_no),
        kind=asked.kind,
        at=timezone.now(),
        minutes=asked.minutes,
        table=asked.table,
        reason=asked.reason.strip(),
        who=actor.who,
        key=asked.key,
    )


def _acts(base: Snapshot, round_no: RoundNo) -> QuerySet[models.ClockAct]:
    rows = models.ClockAct.objects.filter(tournament=base.tournament, round_no=round_no)
    return rows.filter(published=publication(base, round_no))


def _recorded(base: Snapshot, round_no: RoundNo) -> Iterator[RecordedClockAct]:
    for row in _acts(base, round_no).order_by("id"):
        table = None if row.table is None else TableNo(row.table)
        done = ClockStep(row.kind, row.at, row.minutes, table)  # type: ignore[arg-type]
        yield RecordedClockAct(done, row.reason, row.who)


def publication(base: Snapshot, round_no: RoundNo) -> int:
    """The number of the fact that published the round as it is."""
    return next(
        entry.seq
        for entry in reversed(base.entries)
        # Asked of thousands of facts by every page: a fact is of no other kind than its own.
        if type(entry.fact) is RoundPublished and entry.fact.round_no == round_no
    )


def _told(one: RecordedClockAct) -> Message:
    act = one.act
    minutes = say_n("{count} minute", "{count} minutes", abs(act.minutes))
    words = {
        "start": say("started with {minutes}.", minutes=minutes),
        "pause": say("paused."),
        "resume": say("let it go on."),
        "add": say("{minutes} more.", minutes=minutes)
        if act.minutes > 0
        else say("{minutes} less.", minutes=minutes),
        "extend": say(
            "table {table}: {minutes} more ({reason}).",
            table=act.table or "?",
            minutes=minutes,
            reason=one.reason,
        )
        if act.minutes > 0
        else say(
            "table {table}: {minutes} less ({reason}).",
            table=act.table or "?",
            minutes=minutes,
            reason=one.reason,
        ),
        "stop": say("hid it."),
    }
    return words[act.kind]
