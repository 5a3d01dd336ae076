"""What a player can do at an open match, and how it is set up, from shapes: a hall reads the same but for the names.

Everybody looks at the moment a round is posted, and then every match is open. Forms that came back, calls, and results
that are decided or on record are made by their templates.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from muster.web.player.page.now import WithGaps, cut, frame_of, gap, shapes
from muster.web.player.page.shown import Known
from muster.web.player.page.sight import Sight


def act_of(sight: Sight, token: str, filled_later: dict[str, str]) -> SafeString | str:
    """What to do at an open match; empty where the page has more to say than that.

    Args:
        sight: what is to be seen.
        token: whose private link the forms are for.
        filled_later: names of the template that stand for something else each time.
    """
    me = sight.me
    if not _only_open(sight):
        return ""
    tournament = me.entry.tournament
    key = ("act", get_language(), *frame_of(me), tournament.self_report, me.seat, sight.rosters.may_count)
    return shapes.of(key, lambda: cut("acts", _names(sight) | filled_later)).filled(sight, token)


def set_up_of(sight: Sight, token: str, filled_later: dict[str, str]) -> SafeString | str:
    """How the game is set up, with what is ticked at the table; arguments as above."""
    if not sight.sets_up:
        return ""
    key = ("set-up", get_language(), *frame_of(sight.me), sight.around.ticked)
    return shapes.of(key, lambda: cut("set_up", _names(sight) | filled_later)).filled(sight, token)


def _only_open(sight: Sight) -> bool:
    """Whether nothing at all has been said of the match, by the two, by a judge or by a penalty."""
    match = sight.me.match
    untouched = (
        match is not None and match.status == "open" and match.report is None and match.outcome is None
    )
    return untouched and sight.me.moment == "playing" and not sight.decided and not sight.around.calls


def _names(sight: Sight) -> dict[str, object]:
    """What the templates know of the player, with gaps for the two at the table."""
    me, open_ = sight.me, _with_gaps(sight)
    tournament = me.entry.tournament
    return {
        "me": me, "moment": me.moment, "match": WithGaps(me.match, pairing={"table": gap("table")}),
        "sight": WithGaps(open_, meeting=gap("meeting")), "phone": {"token": gap("token")}, "tournament": tournament,
        "event": tournament.event, "zone": tournament.event.time_zone, "fields": _fields(open_),
        "concede_fields": _fields(open_, end="concession"), "counted": False, "back": "", "sure": "", "elsewhere": (),
        "preview": None, "asks": False,
    }  # fmt: skip


def _fields(sight: Sight, *, end: str = "") -> object:
    return sight.form({}, end=end) if sight.me.may_report else ()


def _with_gaps(sight: Sight) -> Sight:
    """The same sight of people who are called by gaps."""
    me = sight.me
    people = {me.player: Known(gap("me"))}
    if me.opponent is not None:
        people[me.opponent] = Known(gap("opponent"))
    return Sight(me, found=replace(sight.around, people=people))
