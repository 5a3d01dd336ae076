"""What a player can do, and how their game is set up, in pieces: a hall reads the same but for names and figures.

Calls, concessions at tables, and what penalties have decided, are of few: there the templates are made as they are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from muster.app.results.report import terms_of
from muster.app.results.report_forms import data_of
from muster.core.tournament.state import Match
from muster.web.player.page.own_first import OwnFirst
from muster.web.player.page.pieces import WithGaps, gap, piece
from muster.web.player.page.shown import Known, Version
from muster.web.player.page.sight import Sight


def act_of(sight: Sight, token: str, filled_later: dict[str, str]) -> SafeString | str:
    """What there is to do; empty where the page has more to say than pieces can.

    Args:
        sight: what is to be seen.
        token: whose private link the forms are for.
        filled_later: names of the template that stand for something else each time.
    """
    if sight.decided or sight.around.calls or sight.around.left:
        return ""
    made = piece("player/page/acts.html", _act_key(sight), lambda: _act_names(sight) | filled_later)
    return made.filled(_values(sight, token))


def set_up_of(sight: Sight, token: str, filled_later: dict[str, str]) -> SafeString | str:
    """How the game is set up, with what is ticked at the table; arguments as above."""
    if not sight.sets_up:
        return ""
    key = (sight.frame, sight.around.ticked)
    made = piece("player/page/set_up.html", key, lambda: _names(sight) | filled_later)
    return made.filled({"token": token, "meeting": sight.meeting})


# What decides which words there are -------------------------------------------------------------------------------


def _act_key(sight: Sight) -> Hashable:
    me = sight.me
    found: tuple[Hashable, ...] = (
        sight.frame, me.entry.tournament.self_report, me.moment, me.may_check_in, me.may_come_back,
        me.may_ask_to_rejoin,
    )  # fmt: skip
    return (*found, *_match_key(sight, me.match)) if me.match else found


def _match_key(sight: Sight, match: Match) -> Iterator[Hashable]:
    me = sight.me
    yield from (match.status, bool(match.corrections), me.seat, me.reported_by_me, me.has_agreed)
    yield from (len(match.pairing.players), bool(sight.seating.agreed), bool(sight.seating.asked))
    yield from (me.may_report, me.may_agree, me.may_call, me.may_concede, sight.rosters.may_count)
    yield bool(sight.awarded)
    agreeing = sight.agreeing
    yield agreeing and (str(agreeing.says), agreeing.clause)
    yield from (_structure(version) for version in sight.versions)
    yield tuple(_known(sight).items())


def _structure(version: Version) -> Hashable:
    """A version without what it says."""
    seen = version.preview
    if seen is None:
        return (bool(version.by), version.mine)
    sides = tuple((mine, bool(str(side.more))) for side, mine in seen.sides)
    return (
        bool(version.by),
        version.mine,
        sides,
        len(seen.description),
        tuple(clause for _, clause in seen.steps),
    )


def _known(sight: Sight) -> Mapping[str, str]:
    """What stands in the form of somebody who may change their own report."""
    me = sight.me
    if not me.may_report or not me.reported_by_me or not (me.round and me.match and me.match.report):
        return {}
    if me.at_table:
        return sight.seating.own_report
    return data_of(me.match.report, terms_of(sight.state, me.round))


# What is in the gaps ----------------------------------------------------------------------------------------------


def _values(sight: Sight, token: str) -> dict[str, object]:
    me = sight.me
    found: dict[str, object] = {
        "token": token, "meeting": sight.meeting, "seen": sight.seen, "awarded": sight.awarded,
        "me": sight.my_name, "opponent": sight.opponent.name if sight.opponent else "",
        "table": me.match.pairing.table if me.match else "", "asked": sight.seating.asked,
        "agreed": sight.seating.agreed,
    }  # fmt: skip
    found |= {f"seat{one.number}": one.name for one in sight.seating.seats}
    for at, version in enumerate(sight.versions):
        found[f"by{at}"] = version.by
        found |= _said(version.preview, at) if version.preview else {}
    return found


def _said(seen: OwnFirst, at: int) -> dict[str, object]:
    found: dict[str, object] = {}
    for number, (side, _) in enumerate(seen.sides):
        begin = f"v{at}-{number}-"
        found |= {f"{begin}name": side.name, f"{begin}points": side.points}
        found |= {f"{begin}verdict": side.verdict, f"{begin}more": side.more}
    for number, (label, value) in enumerate(seen.description):
        found |= {f"v{at}-label{number}": label, f"v{at}-value{number}": value}
    for number, (step, _) in enumerate(seen.steps):
        found[f"v{at}-step{number}"] = step
    return found


@dataclass(frozen=True, slots=True)
class _SideWithGaps:
    """What a result brings one of the two, as gaps."""

    name: str
    points: str
    verdict: str
    more: str


@dataclass(frozen=True, slots=True)
class _PreviewWithGaps:
    """A result as one of the two reads it, as gaps."""

    sides: tuple[tuple[_SideWithGaps, bool], ...]
    description: tuple[tuple[str, str], ...]
    steps: tuple[tuple[str, str], ...]
    at_table: bool


def _version_with_gaps(version: Version, at: int) -> dict[str, object]:
    preview = _preview_with_gaps(version.preview, at) if version.preview else None
    return {"by": gap(f"by{at}") if version.by else "", "mine": version.mine, "preview": preview}


def _preview_with_gaps(seen: OwnFirst, at: int) -> _PreviewWithGaps:
    sides = (
        (_side_with_gaps(f"v{at}-{number}-", more=bool(str(side.more))), mine)
        for number, (side, mine) in enumerate(seen.sides)
    )
    figures = range(len(seen.description))
    return _PreviewWithGaps(
        tuple(sides),
        tuple((gap(f"v{at}-label{number}"), gap(f"v{at}-value{number}")) for number in figures),
        tuple((gap(f"v{at}-step{number}"), clause) for number, (_, clause) in enumerate(seen.steps)),
        seen.at_table,
    )


def _side_with_gaps(begin: str, *, more: bool) -> _SideWithGaps:
    return _SideWithGaps(
        gap(f"{begin}name"),
        gap(f"{begin}points"),
        gap(f"{begin}verdict"),
        gap(f"{begin}more") if more else "",
    )


def _names(sight: Sight) -> dict[str, object]:
    """What the templates know of the player, with gaps for what is theirs."""
    me, tournament = sight.me, sight.me.entry.tournament
    match = WithGaps(me.match, pairing={"table": gap("table")}) if me.match else None
    return {
        "me": me, "moment": me.moment, "match": match, "phone": {"token": gap("token")}, "tournament": tournament,
        "event": tournament.event, "zone": tournament.event.time_zone, "sight": _open_sight(sight),
    }  # fmt: skip


def _act_names(sight: Sight) -> dict[str, object]:
    report = _form(sight, _known(sight))
    return _names(sight) | {
        "fields": report, "concede_fields": _form(sight, {}, end="concession"), "counted": False, "back": "",
        "table_form": _called_by_gaps(sight).seating.form(_known(sight)), "sure": "", "elsewhere": (), "preview": None,
        "asks": False,
    }  # fmt: skip


def _form(sight: Sight, data: Mapping[str, str], *, end: str = "") -> object:
    return _called_by_gaps(sight).form(data, end=end) if sight.me.may_report else ()


def _open_sight(sight: Sight) -> WithGaps:
    called = _called_by_gaps(sight)
    return WithGaps(
        called,
        meeting=gap("meeting"),
        seen=gap("seen"),
        awarded=gap("awarded") if sight.awarded else "",
        seating={
            "asked": gap("asked") if sight.seating.asked else "",
            "agreed": gap("agreed") if sight.seating.agreed else "",
        },
        versions=[_version_with_gaps(version, at) for at, version in enumerate(sight.versions)],
    )


def _called_by_gaps(sight: Sight) -> Sight:
    """The same sight of people who are called by gaps."""
    me = sight.me
    people = {me.player: Known(gap("me"))} if me.own else {}
    if me.opponent is not None:
        people[me.opponent] = Known(gap("opponent"))
    elif me.match is not None:
        at_table = enumerate(me.match.pairing.players, 1)
        people |= {player: Known(gap(f"seat{seat}")) for seat, player in at_table if player != me.player}
    return Sight(me, found=replace(sight.around, people=people))
