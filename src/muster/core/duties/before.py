"""Duties before play: what has to be there, who has to be on the staff, what departs from the regulations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from muster.core.duties.situation import Situation
from muster.core.duties.values import Found, Kind
from muster.core.messages import Message, say, say_n


@dataclass(frozen=True, slots=True)
class Preparation:
    """One thing to be seen to before play.

    Attributes:
        id: its short stable name.
        clauses: the clauses that ask for it; it is on the list where the regulations have one of them.
        says: what to see to.
        morning: on the day itself, and not before.
    """

    id: str
    clauses: tuple[str, ...]
    says: Message
    morning: bool = False


_MAT: Final = ("COM-MAT-1",)

PREPARATIONS: Final = (
    Preparation(
        "details",
        ("COM-ROLE-1",),
        say("Tell players ahead of time: date, place, rules, cards, lists, prizes."),
    ),
    Preparation(
        "documents",
        (*_MAT, "SWU-ROLE-1"),
        say("Have the newest rules reference, FAQ, regulations and outline of the event at hand."),
    ),
    Preparation("tables", _MAT, say("A table and two chairs for every two players, fit for play.")),
    Preparation(
        "areas", _MAT, say("Mark the edges of each play area, 3' x 6' (90 x 180 cm), better by a mat.")
    ),
    Preparation("room", _MAT, say("Leave room at each table for the components beside the play area.")),
    Preparation("numbers", _MAT, say("Number the tables, so that players find their seats.")),
    Preparation("blank-lists", _MAT, say("Have blank lists and pens ready where lists are asked for.")),
    Preparation(
        "terrain",
        ("LEG-TERR-1",),
        say("Put about as much terrain, and of the same types, on every table: 25 to 35 % of it."),
    ),
    Preparation(
        "terrain-mix",
        ("LEG-TERR-2",),
        say("Mix light and heavy cover, scatter, blocking and area terrain, and heights."),
    ),
    Preparation(
        "terrain-labels",
        ("RUN-TERR-2",),
        say("Give each piece of terrain two keywords at most, set their X values and label it."),
    ),
    Preparation(
        "own-terrain",
        ("LEG-TERR-1",),
        say("Spread players’ own terrain over the tables, marked so that its owner finds it again."),
    ),
    Preparation(
        "season-cards",
        ("RUN-SEAS-1",),
        say("Say which deployment and objective cards are legal this season."),
    ),
    Preparation(
        "product",
        ("SWU-LIM-1",),
        say("Have the product to build decks from ready, where decks are built here."),
    ),
    Preparation(
        "leaders",
        ("COM-ROLE-4", "COM-ROLE-2", "SWU-ROLE-1"),
        say("Announce who judges, and which leaders play."),
        morning=True,
    ),
    Preparation(
        "terrain-effects",
        ("LEG-TERR-1",),
        say("Make the effect of every piece of terrain clear before play begins."),
        morning=True,
    ),
    Preparation(
        "legality",
        ("COM-LEGAL-1", "SWU-LEGAL-1"),
        say("Say who decides on cards, models and tokens that are in doubt."),
        morning=True,
    ),
)
"""What is to be seen to before play, in the order of the day."""

PREPARE: Final = "prepare"
"""The kind under which preparations are ticked off."""


def preparations(now: Situation) -> Iterator[tuple[Preparation, str]]:
    """What this tournament asks for before play, each with its clause."""
    on_record = now.state.regulations.clauses
    for one in PREPARATIONS:
        clause = next((each for each in one.clauses if each in on_record), None)
        if clause is not None:
            yield one, clause


def _prepare(now: Situation) -> Iterator[Found]:
    if not now.before or now.finished:
        return
    wanted = [one for one, _ in preparations(now)]
    open_ = [one for one in wanted if (PREPARE, one.id) not in now.settled]
    if open_:
        says = say_n(
            "{count} thing is to be seen to before play.",
            "{count} things are to be seen to before play.",
            len(open_),
        )
        yield Found(says, by=now.opens_at)


def _judge(now: Situation) -> Iterator[Found]:
    judges = now.staff.get("judge", 0) + now.staff.get("marshal", 0)
    if not now.finished and now.competitive and not judges:
        yield Found(say("A competitive event needs a judge, and nobody on the staff is one."))


def _departs(now: Situation) -> Iterator[Found]:
    if not now.before or now.finished:
        return
    for one in now.departures:
        if one.about != "judge":  # a duty of its own
            yield Found(one.message, one.about, clause=one.clause)


KINDS: Final = (
    Kind(
        PREPARE,
        say("Preparations"),
        ("organiser",),
        "reminds",
        ("COM-MAT-1", "SWU-ROLE-1"),
        "checklist",
        say("Checklist"),
        _prepare,
        waivable=True,
        done=say("All seen to"),
    ),
    Kind(
        "judge-missing",
        say("A judge on the staff"),
        ("organiser", "marshal"),
        "warns",
        ("SWU-TIER-1",),
        "staff",
        say("Name a judge"),
        _judge,
        waivable=True,
    ),
    Kind(
        "departure",
        say("Departures from the regulations"),
        ("organiser",),
        "stops",
        (),
        "settings",
        say("Change the settings"),
        _departs,
        waivable=True,
        done=say("Go on as planned"),
        steps=("announce",),
        always=True,
    ),
)
