"""What a player's page is about now, made for everybody of a tournament in a few microseconds each.

A round is posted, and everybody wants to know their table at once. All who play read the same sentences, but for the
table, the opponent and a few more words: so the template is made once for each *shape* of it, with gaps, and the gaps
are filled for each player. The whole page and the small part are filled from the same shape and cannot disagree.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from muster.app.common.cache import BoundedCache
from muster.app.floor.featured import featured_advice
from muster.app.floor.round_clock import Extension, RoundClock
from muster.app.player.playing import Playing
from muster.web.player.page.own_building import BuildPlace
from muster.web.player.page.own_pod import PodPlace
from muster.web.player.page.pieces import WithGaps
from muster.web.player.page.shown import Known, SeatShown
from muster.web.player.page.sight import Sight

ROOM: Final = 512
"""Shapes kept, of some 2 kB each."""

_SECRET: Final = secrets.token_hex(12)
"""Made anew with each start of the process, so that nobody can write a gap into a name."""

_GAP: Final = re.compile(f"{_SECRET}([a-z]+)Z")

SEATS: Final = "abcde"
"""The seats of a table of three or four in the names of gaps."""


def _of_seat(at: int, what: str) -> Callable[[Sight, str], object]:
    """What is put into the gap for somebody at the player's table."""
    attribute = "name" if what == "seat" else what
    return lambda sight, _: getattr(sight.seating.seats[at], attribute)


_VALUES: Final[Mapping[str, Callable[[Sight, str], object]]] = {
    "token": lambda _, token: token,
    "meeting": lambda sight, _: sight.meeting,
    "table": lambda sight, _: sight.me.match.pairing.table if sight.me.match else "",
    "opponent": lambda sight, _: sight.opponent.name if sight.opponent else "",
    "pronouns": lambda sight, _: sight.opponent.pronouns if sight.opponent else "",
    "met": lambda sight, _: sight.met.words if sight.met else "",
    "decision": lambda sight, _: sight.rosters.decision.says if sight.rosters.decision else "",
    "left": lambda sight, _: sight.my_clock.left if sight.my_clock else "",
    "ms": lambda sight, _: sight.my_clock.left_ms if sight.my_clock else "",
    "me": lambda sight, _: sight.my_name,
    **{
        f"{what}{letter}": _of_seat(at, what)
        for at, letter in enumerate(SEATS)
        for what in ("seat", "pronouns", "rank")
    },
    "podno": lambda sight, _: sight.pod.pod if sight.pod else "",
    "podseat": lambda sight, _: sight.pod.seat if sight.pod else "",
    "podleft": lambda sight, _: sight.pod.left if sight.pod else "",
    "podright": lambda sight, _: sight.pod.right if sight.pod else "",
    "buildno": lambda sight, _: sight.building.table if sight.building else "",
    "buildleft": lambda sight, _: sight.building.left if sight.building else "",
    "buildright": lambda sight, _: sight.building.right if sight.building else "",
    "buildwatched": lambda sight, _: sight.building.watched if sight.building else "",
    "sofar": lambda sight, _: sight.so_far,
    "line": lambda sight, _: sight.around.place,
    "seed": lambda sight, _: sight.seed,
    "place": lambda sight, _: sight.place[0] if sight.place else "",
    "record": lambda sight, _: sight.record.words,
}
"""What is put into each gap: everything a shape leaves open, of one player and nobody else."""


def gap(name: str) -> str:
    """A gap that is filled with this value."""
    return f"{_SECRET}{name}Z"


def part_of(sight: Sight, token: str) -> SafeString:
    """What the page of this player is about now, with the forms and links of this private link."""
    return _shape(sight).filled(sight, token)


def head_of(sight: Sight, token: str) -> str:
    """The title of that page and what it is about now, as a small page of their own."""
    me = sight.me
    name = me.entry.tournament.event.name
    title = shapes.of(
        (get_language(), me.seated, name), lambda: cut("head", {"me": _titled(me), "name": name})
    )
    return title.filled(sight, token) + part_of(sight, token)


@dataclass(frozen=True, slots=True)
class Shape:
    """A template in pieces.

    Attributes:
        words: what stands between the gaps, one more than there are.
        gaps: what is put into each, in order.
    """

    words: tuple[str, ...]
    gaps: tuple[Callable[[Sight, str], object], ...]

    def filled(self, sight: Sight, token: str) -> SafeString:
        """The shape with what is this player's."""
        made = [self.words[0]]
        for gap, words in zip(self.gaps, self.words[1:], strict=True):
            made += (escape(str(gap(sight, token))), words)
        return SafeString("".join(made))


shapes: Final = BoundedCache[Shape](ROOM)


def _shape(sight: Sight) -> Shape:
    key = (get_language(), sight.frame, *(_seat(sight) if sight.me.seated else _moment(sight)))
    return shapes.of((*key, _clock(sight.my_clock), _timers(sight)), lambda: _made(sight))


def _made(sight: Sight) -> Shape:
    me = sight.me
    tournament, match = me.entry.tournament, me.match
    featured = match is not None and match.pairing.table == tournament.featured
    names = {
        "me": me, "moment": me.moment, "match": WithGaps(match, pairing={"table": gap("table")}) if match else None,
        "sight": _open_sight(sight), "clock": _open_clock(sight.my_clock), "tournament": tournament,
        "event": tournament.event, "phone": {"token": gap("token")}, "featured": featured,
        "featured_advice": featured_advice(me.state) if featured else None,
    }  # fmt: skip
    return cut("now", names)


def cut(template: str, names: Mapping[str, object]) -> Shape:
    """This template with these names, cut at its gaps."""
    pieces = _GAP.split(render_to_string(f"player/page/{template}.html", names))
    return Shape(tuple(pieces[::2]), tuple(_VALUES[name] for name in pieces[1::2]))


def _titled(me: Playing) -> dict[str, object]:
    return {"seated": me.seated, "match": {"pairing": {"table": gap("table")}}}


def _open_sight(sight: Sight) -> WithGaps:
    opponent, decision = sight.opponent, sight.rosters.decision if sight.sets_up else None
    return WithGaps(
        sight,
        meeting=gap("meeting"),
        opponent=Known(gap("opponent"), gap("pronouns") if opponent.pronouns else "") if opponent else None,
        met={"words": gap("met")} if sight.met else None,
        seating={"seats": [_open_seat(one) for one in sight.seating.seats]},
        my_name=gap("me"),
        pod=_open_pod(sight) if sight.me.moment in ("drafting", "grouped") else None,
        building=_open_building(sight) if sight.me.moment == "building" else None,
        so_far=gap("sofar") if sight.me.moment == "day-over" and sight.so_far else "",
        seed=gap("seed"),
        place=(gap("place"), sight.place[1]) if sight.place else None,
        record={"words": gap("record")},
        rosters={"decision": {"says": gap("decision"), "clause": decision.clause} if decision else None},
        around=WithGaps(sight.around, place=gap("line")),
    )


def _open_seat(one: SeatShown) -> SeatShown:
    letter = SEATS[one.number - 1]
    pronouns = gap(f"pronouns{letter}") if one.pronouns else ""
    return SeatShown(
        one.number, gap(f"seat{letter}"), pronouns, one.mine, gap(f"rank{letter}") if one.rank else ""
    )


def _open_pod(sight: Sight) -> PodPlace | None:
    own = sight.pod
    if own is None:
        return None
    left, right = (gap(name) if own.left else "" for name in ("podleft", "podright"))
    return replace(own, pod=gap("podno"), seat=gap("podseat"), left=left, right=right)


def _open_building(sight: Sight) -> BuildPlace | None:
    own = sight.building
    if own is None:
        return None
    left, right = gap("buildleft") if own.left else "", gap("buildright") if own.right else ""
    watched = gap("buildwatched") if own.watched else ""
    return replace(own, table=gap("buildno"), left=left, right=right, watched=watched)


def _open_clock(clock: RoundClock | Extension | None) -> WithGaps | None:
    return WithGaps(clock, left=gap("left"), left_ms=gap("ms")) if clock else None


# What makes a shape -----------------------------------------------------------------------------------------------


def _seat(sight: Sight) -> tuple[Hashable, ...]:
    """What tells one seat from another, but for what is filled in."""
    me, opponent = sight.me, sight.opponent
    decision = sight.rosters.decision if sight.sets_up else None
    return (
        me.moment,
        me.match is not None and me.match.status == "confirmed",
        me.match is not None and me.match.pairing.table == me.entry.tournament.featured,
        opponent is not None and bool(opponent.pronouns),
        sight.met is not None,
        sight.extension,
        decision and decision.clause,
        sight.double and str(sight.double),
        tuple((bool(one.pronouns), one.mine, bool(one.rank)) for one in sight.seating.seats),
    )


def _moment(sight: Sight) -> tuple[Hashable, ...]:
    """The same where there is no seat."""
    me = sight.me
    return (
        me.moment,
        me.may_check_in,
        me.bye and (me.bye.game, repr(me.bye.outcome)),
        me.own and me.own.left_after,
        sight.place and tuple(map(str, sight.place[1])),
        sight.double and str(sight.double),
        sight.tie and str(sight.tie),
        *_of_course(sight),
    )


def _of_course(sight: Sight) -> tuple[Hashable, ...]:
    """The same of a draft, and of days."""
    if sight.me.moment == "drafting" and sight.pod:
        return (bool(sight.pod.left), sight.pod.seats, sight.pod.clause, sight.pod.step)
    if sight.me.moment == "building" and sight.building:
        place = sight.building
        return (
            bool(place.left),
            bool(place.right),
            place.clause,
            bool(place.watched),
            place.theirs,
            place.own,
        )
    if sight.me.moment == "grouped":
        return (sight.pod is not None,)
    return (bool(sight.so_far), sight.me.part) if sight.me.moment in ("day-over", "plays-on") else ()


def _clock(clock: RoundClock | Extension | None) -> Hashable:
    return clock and (clock.shown, clock.phase, clock.ends_at_ms)


def _timers(sight: Sight) -> Hashable:
    """The timers, with the time left on those that stand still: where time passes, it is said when it is up."""
    return tuple(
        (one.pk, one.phase, one.pick, one.table, one.ends_at_ms or one.left_ms) for one in sight.around.timers
    )
