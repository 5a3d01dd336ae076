"""The day of a tournament for everybody: its rounds, when they began, and when those to come are expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from muster.app.events.timetable import Days, Play, expected
from muster.app.floor.clocks import clock_of
from muster.app.floor.round_times import minutes_of, round_kind
from muster.app.rounds.sheets import title_of
from muster.core.bracket.double import double_elimination
from muster.core.ids import RoundNo
from muster.core.messages import say_n
from muster.core.structure import RoundsAndCut
from muster.core.tournament import facts, queries
from muster.core.tournament.acts.plan import planned
from muster.core.tournament.course import resolved
from muster.core.tournament.elimination import double_stand, elimination_rounds
from muster.core.tournament.next_step import entry_words
from muster.core.tournament.state import Plan, State
from muster.exchange.course_words import part_rounds_words
from muster.exchange.elimination_words import elimination_title, round_title, with_elimination
from muster.exchange.words import cut_words
from muster.journal.store import Snapshot
from muster.people.models import Event, Tournament
from muster.rules.schema import RoundKind

Standing = Literal["done", "current", "ahead"]

MOST_AHEAD: Final = 30
"""Rounds to come that are listed one by one: a round robin of a large field has hundreds."""


@dataclass(frozen=True, slots=True)
class Station:
    """A part of the day: a round that is published, one to come, a draft, the line between two days, or the cut.

    Attributes:
        title: what it is called.
        standing: behind us, where we are, or still to come.
        number: the round's, once it is published.
        at: when its play began, or else when it was published; None before.
        begun: whether `at` is when play began.
        kind: which kind of round it is; None for what is no round.
        expected: when it is likely to begin; None where that is not known, or past.
        opens: it is the first of another day.
    """

    title: str
    standing: Standing
    number: RoundNo | None = None
    at: datetime | None = None
    begun: bool = False
    kind: RoundKind | None = None
    expected: datetime | None = None
    opens: bool = False

    @property
    def when(self) -> datetime | None:
        """When it began or is expected to begin."""
        return self.at or self.expected


def schedule_of(tournament: Tournament, snapshot: Snapshot, *, over: bool) -> tuple[Station, ...]:
    """The rounds so far, those to come and the cut, with the times of the day as it really runs.

    Before the plan is announced it is that for the players who are there so far. Once places are official (`over`)
    nothing is to come.
    """
    stations = list(_stations(snapshot.state, _times(snapshot), over=over))
    rounds = [one for one in stations if one.kind is not None]
    days = _days_of_rounds(plan_so_far(snapshot.state))
    planned_on = [days[min(at, len(days) - 1)] for at in range(len(rounds))]
    plays = [
        replace(_play(tournament, snapshot, one), day=day)
        for one, day in zip(rounds, planned_on, strict=True)
    ]
    at = dict(zip(map(id, rounds), expected(plays, days_of(tournament.event), timezone.now()), strict=True))
    timed = [replace(one, expected=at.get(id(one))) for one in stations]
    return tuple(_by_day(list(_shortened(timed)), ZoneInfo(tournament.event.time_zone)))


def _shortened(stations: Sequence[Station]) -> Iterator[Station]:
    """The stations, the last of very many rounds to come in one line that says how many there are."""
    late = [one for one in stations if one.standing == "ahead" and one.kind == "swiss"][MOST_AHEAD:]
    words = ngettext("%(count)d more round", "%(count)d more rounds", len(late)) % {"count": len(late)}
    left_out = frozenset(late[1:])
    for one in stations:
        if one not in left_out:
            yield replace(one, title=words) if one in late[:1] else one


def days_of(event: Event) -> Days:
    """When an event is."""
    return Days(event.opens_at, ZoneInfo(event.time_zone), event.last_day)


def plan_so_far(state: State) -> Plan | None:
    """The plan, or what it would be for the players who are there; None where there are too few."""
    if state.plan is not None or state.setup is None:
        return state.plan
    computed, created = planned(state), state.created
    if not isinstance(computed, RoundsAndCut):
        return None
    own = created.structure == "custom"
    kind, cut = (created.cut_kind, created.cut or 0) if own else ("top", computed.cut)
    course = resolved(created.course, computed.attendance)
    return Plan(computed.attendance, computed.rounds, kind, cut, course, created.elimination)


def has_elimination(state: State) -> bool:
    """Whether play is in a bracket."""
    return bool(state.stages) and state.stages[-1].format == "elimination"


def _days_of_rounds(plan: Plan | None) -> list[int]:
    """The day of each round before the elimination, which is played on the last of them."""
    parts = plan.course.parts if plan else ()
    return [part.day for part in parts for _ in range(part.rounds)] or [1]


def _by_day(stations: Sequence[Station], zone: ZoneInfo) -> Iterator[Station]:
    last = next((one.when.astimezone(zone).date() for one in stations if one.when), None)
    for one in stations:
        day = one.when.astimezone(zone).date() if one.when else last
        yield replace(one, opens=day != last)
        last = day


def _play(tournament: Tournament, snapshot: Snapshot, one: Station) -> Play:
    minutes = minutes_of(snapshot.state, one.kind) if one.kind else None
    if one.number is None:
        return Play(minutes)
    if one.standing == "done":
        return Play(minutes, one.at, _last_result(snapshot, one.number))
    return Play(minutes, one.at, clock_of(tournament.pk, one.number, snapshot=snapshot).ends_at)


def _last_result(snapshot: Snapshot, number: RoundNo) -> datetime | None:
    pairs = zip(reversed(snapshot.entries), reversed(snapshot.marks), strict=True)
    shut = (facts.ResultReported, facts.ResultConfirmed, facts.ResultCorrected, facts.MatchAwarded)
    return next(
        (mark.at for entry, mark in pairs if isinstance(entry.fact, shut) and entry.fact.round_no == number),
        None,
    )


def _stations(state: State, times: dict[RoundNo, tuple[datetime, bool]], *, over: bool) -> Iterator[Station]:
    swiss = len(queries.swiss_rounds(state))
    plan = plan_so_far(state)
    if plan is not None and plan.course.paired == "pods" and not plan.course.parts:
        standing: Standing = "done" if state.rounds else "current" if state.pods else "ahead"
        yield Station(_("Draft in pods"), standing)
    if state.building is not None or state.building_draft is not None:
        yield Station(_("Deck building"), "done" if state.rounds else "current")
    lines = _part_lines(state, plan) if plan is not None else {}
    yield from lines.get(0, ())
    for round_ in state.rounds[:swiss]:
        yield _station(state, round_.number, times)
        yield from lines.get(round_.number, ())
        if plan is not None and plan.course.day_one == round_.number:
            yield _day_two(state, plan)
    if plan is not None and not has_elimination(state) and state.seeds is None and not over:
        for number in range(swiss + 1, plan.rounds + 1):
            title = _("Round %(number)d of %(rounds)d") % {"number": number, "rounds": plan.rounds}
            yield Station(title, "ahead", kind="swiss")
            yield from lines.get(number, ())
            if plan.course.day_one == number:
                yield _day_two(state, plan)
    if plan is not None and plan.has_cut:
        made = state.seeds is not None or has_elimination(state)
        words = str(with_elimination(cut_words(plan.cut_kind, plan.cut), plan.elimination))
        yield Station(words[:1].upper() + words[1:], "done" if made else "ahead")
    for round_ in state.rounds[swiss:]:
        yield _station(state, round_.number, times)
    if plan is not None and not over:
        yield from _bracket_ahead(state, plan, len(state.rounds) - swiss)


def _part_lines(state: State, plan: Plan) -> dict[int, tuple[Station, ...]]:
    """What stands between the rounds of a plan in parts, by the round after which it stands: who plays on, a draft."""
    found: dict[int, tuple[Station, ...]] = {}
    after, index = 0, len(state.passed)
    for at, part in enumerate(plan.course.parts):
        begun = bool(state.stages) and at <= index
        lines: list[Station] = []
        if at:
            who = {"number": at + 1, "who": entry_words(part), "rounds": part_rounds_words(part)}
            lines.append(
                Station(_("Part %(number)d: %(who)s, %(rounds)s") % who, "done" if begun else "ahead")
            )
        if part.closed:
            played = begun and (at < index or len(state.rounds) > after)
            standing: Standing = "done" if played else "current" if begun and state.pods else "ahead"
            title = _("Draft in pods") if part.paired == "pods" else _("Groups are drawn")
            lines.append(Station(title, standing))
        found[after] = tuple(lines)
        after += part.rounds
    return found


def _day_two(state: State, plan: Plan) -> Station:
    """The line between two days, with what one needs to play on."""
    words = say_n("Day two: from {count} point on", "Day two: from {count} points on", plan.course.points)
    return Station(str(words), "done" if state.going_on is not None else "ahead")


def _bracket_ahead(state: State, plan: Plan, played: int) -> Iterator[Station]:
    """The rounds of the bracket that are still to come, as far as its size is known."""
    known = plan.cut if plan.has_cut and plan.cut_kind == "top" else 0
    if plan.elimination != "single":
        yield from _double_ahead(state, plan, known)
        return
    first = elimination_rounds(state)
    size = 2 * len(first[0].games) if first else len(state.seeds or ()) or known
    rounds = max(0, size - 1).bit_length()
    for at in range(played, rounds):
        games = 1 << (rounds - at - 1)
        title = str(elimination_title(games))
        yield Station(title[:1].upper() + title[1:], "ahead", kind="final" if games == 1 else "elimination")


def _double_ahead(state: State, plan: Plan, known: int) -> Iterator[Station]:
    """The rounds of a double elimination that are still to come, the second final only once it is due."""
    stand = double_stand(state)
    alone = plan.attendance if not plan.rounds else 0
    players = len(stand.seeds) if stand else len(state.seeds or ()) or known or alone
    if not players or (stand and stand.over):
        return
    bracket = stand.bracket if stand else double_elimination(players, reset=plan.elimination == "double")
    for number in range((stand.drawn if stand else 0) + 1, bracket.rounds + 1):
        matches = [one for one in bracket.matches if one.round_no == number]
        if matches[0].bracket == "reset" and not (stand and stand.reset_due):
            return
        title, last = str(round_title(matches)), matches[0].bracket in ("final", "reset")
        yield Station(title[:1].upper() + title[1:], "ahead", kind="final" if last else "elimination")


def _station(state: State, number: RoundNo, times: dict[RoundNo, tuple[datetime, bool]]) -> Station:
    round_ = state.rounds[number - 1]
    at, begun = times[number]
    standing: Literal["done", "current"] = "done" if round_.complete else "current"
    title = str(title_of(state, number))
    return Station(title, standing, number, at, begun and round_.begun, round_kind(state, number))


def _times(snapshot: Snapshot) -> dict[RoundNo, tuple[datetime, bool]]:
    """When each published round began, by the journal's marks; else when it was published, with False."""
    found: dict[RoundNo, tuple[datetime, bool]] = {}
    for entry, mark in zip(snapshot.entries, snapshot.marks, strict=True):
        if isinstance(entry.fact, facts.RoundPublished):
            found[entry.fact.round_no] = (mark.at, False)
        elif isinstance(entry.fact, facts.RoundStarted):
            found[entry.fact.round_no] = (mark.at, True)
    return found
