"""Duties around the cut and the end: replacements, lists of the cut, signatures, prizes, the publisher's results."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from muster.core.duties.situation import Situation
from muster.core.duties.values import Found, Kind
from muster.core.messages import say, say_n
from muster.core.tournament import queries
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.state import Round

UPLOAD_DAYS: Final = 3
"""Business days until results of a competitive event are due at the publisher's (`SWU-UP-1`)."""

SATURDAY: Final = 5
"""The first day of a weekend, as `datetime.weekday` counts."""


def business_days_after(moment: datetime, days: int) -> datetime:
    """The same hour so many business days later; Saturdays and Sundays are none."""
    left = days
    while left:
        moment += timedelta(days=1)
        left -= moment.weekday() < SATURDAY
    return moment


def _replacement(now: Situation) -> Iterator[Found]:
    """Players who came into the cut for somebody who left, until the first game of it begins."""
    state, round_ = now.state, now.round
    if round_ is None or state.seeds is None or (queries.in_bracket(state) and _under_way(round_, now)):
        return
    qualified = now.table(state).order[: len(state.seeds)]
    for number in state.seeds:
        if number not in qualified:
            says = say(
                "{name} comes into the cut for somebody who left: ask whether they accept.",
                name=now.name(number),
            )
            yield Found(says, str(number), player=number, target=number)


def _under_way(round_: Round, now: Situation) -> bool:
    return round_.begun or len(elimination_rounds(now.state)) > 1


def _lists(now: Situation) -> Iterator[Found]:
    round_ = now.running
    if round_ is None or now.rosters == "none" or not queries.in_bracket(now.state) or round_.begun:
        return
    says = say("Before each match of the cut, players exchange their lists.")
    yield Found(says, str(round_.number))


def _unsigned(now: Situation) -> Iterator[Found]:
    if now.finished or not now.state.rounds or not now.signed:
        return
    open_ = [one.number for one in now.state.rounds if one.complete and one.number not in now.signed]
    if open_:
        says = say_n(
            "{count} complete round is not signed yet.",
            "{count} complete rounds are not signed yet.",
            len(open_),
        )
        yield Found(says, target=open_[0])


def _prizes(now: Situation) -> Iterator[Found]:
    if now.finished and now.prizes:
        yield Found(say("Announce the winners and hand out the prizes."), since=now.finished_at)


def _upload(now: Situation) -> Iterator[Found]:
    if now.finished and now.competitive:
        due = business_days_after(now.finished_at or now.now, UPLOAD_DAYS)
        says = say(
            "Results of a competitive event are due at the publisher’s within {days} business days.",
            days=UPLOAD_DAYS,
        )
        yield Found(says, since=now.finished_at, by=due)


def _copy(now: Situation) -> Iterator[Found]:
    if now.finished:
        yield Found(say("Keep the event as a file in a place of your own."), since=now.finished_at)


KINDS: Final = (
    Kind(
        "replacement",
        say("Replacements in the cut"),
        ("organiser", "marshal", "scorekeeper"),
        "warns",
        ("COM-CUT-2", "PLA-CUT-1", "SWU-ELIM-1"),
        "bracket",
        say("Open the cut"),
        _replacement,
        waivable=True,
        done=say("They accept"),
        always=True,
    ),
    Kind(
        "lists-exchanged",
        say("Lists in the cut"),
        ("judge", "marshal", "organiser"),
        "reminds",
        ("SWU-REV-1",),
        "clock",
        say("Open the timers"),
        _lists,
        waivable=True,
        done=say("Exchanged"),
    ),
    Kind(
        "sign-off",
        say("Signatures"),
        ("marshal", "organiser"),
        "reminds",
        (),
        "sign-off",
        say("Look and sign"),
        _unsigned,
        waivable=True,
        always=True,
    ),
    Kind(
        "prizes",
        say("Prizes"),
        ("organiser",),
        "reminds",
        (),
        "finish",
        say("See who gets what"),
        _prizes,
        waivable=True,
        done=say("Handed out"),
        always=True,
    ),
    Kind(
        "upload",
        say("Results for the publisher"),
        ("organiser",),
        "warns",
        ("SWU-UP-1",),
        "publisher-file",
        say("Get the file"),
        _upload,
        waivable=True,
        done=say("Uploaded"),
    ),
    Kind(
        "copy",
        say("A copy of the event"),
        ("organiser",),
        "reminds",
        (),
        "event-file",
        say("Get the file"),
        _copy,
        waivable=True,
        done=say("Kept"),
        always=True,
    ),
)
