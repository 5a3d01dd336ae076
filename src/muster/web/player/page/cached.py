"""A player's page put together from pieces that are made once for all, with gaps for what is never the same twice.

Everybody looks when a round is posted, and most see the same sentences. Each part of the page is a piece, made once for
all who read the same words in it (`pieces.py`) and filled with what is this player's: names, figures, links. Only pages
for visitors who are not logged in are made so: nothing of an account is in them.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from django.conf import settings
from django.http import HttpResponse, parse_cookie
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from muster.app.links.player_links import entries_of
from muster.web import proofs
from muster.web.live import WantedParts
from muster.web.page import names
from muster.web.player.context import Phone
from muster.web.player.page.acts import act_of, set_up_of
from muster.web.player.page.everybody import is_in, topics_of
from muster.web.player.page.now import part_of
from muster.web.player.page.own_parts import event_of, mine_of, roster_of, settings_of
from muster.web.player.page.page import PlayerPage
from muster.web.player.page.pieces import Same, WithGaps, gap, piece
from muster.web.player.page.shown import Known
from muster.web.player.page.sight import Sight
from muster.web.player.page.sights import sights_of
from muster.web.player.settings.page import OwnSettings
from muster.web.stars import starred_by

_SECRET: Final = secrets.token_hex(12)
"""Made anew with each start of the process, so that nobody can write a gap into a name."""

CSRF, KEY = (f"gap{_SECRET}{number}" for number in range(2))
"""The gaps: proof that a form is ours, idempotency key."""

_LATER: Final = {"csrf_token": CSRF, "key": KEY}

_NAMED: Final = {CSRF: proofs.PROOF, KEY: proofs.KEY}
_GAPS: Final = re.compile(f"({CSRF}|{KEY})")


def may_be_kept(phone: Phone) -> bool:
    """Whether the page is that of an ordinary look: nobody is logged in, and nothing was just done."""
    request = phone.request
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and not request.GET


def kept_page(phone: Phone, sight: Sight) -> HttpResponse:
    """The page, filled with proofs for whoever looks."""
    page = _page(phone, sight)
    for gap_, text in ((CSRF, get_token(phone.request)), (KEY, phone.new_key())):
        page = page.replace(gap_, text)
    return HttpResponse(page)


def give_pages(phone: Phone, order: WantedParts) -> HttpResponse:
    """The pages the front wants, with gaps that it fills for each request; what is answered is empty.

    Those of others are made together with this one, of one moment: whose link is not good any more, or of another
    tournament, gets none, and so does whose page cannot be made. Each of them is then asked for by itself.
    """
    wanted = list(_wanted(phone, order.wanted))
    sights = sights_of([(each.me, starred_by(cookies, each.tournament)) for _, each, cookies in wanted])
    for (link, each, _), sight in zip(wanted, sights, strict=True):
        with suppress(Exception):  # asked for by itself it says what is wrong, and holds up nobody
            pieces = _GAPS.split(_page(each, sight))
            gaps = [(name, proofs.SIZES[name]) for name in map(_NAMED.__getitem__, pieces[1::2])]
            order.give(link, topics_of(sight), [one.encode() for one in pieces[::2]], gaps)
    return HttpResponse()


def _wanted(
    phone: Phone, links: Sequence[tuple[str, bytes]]
) -> Iterator[tuple[tuple[str, bytes], Phone, Mapping[str, str]]]:
    """Each of these links that is of somebody in the tournament, with their phone and its browser's cookies."""
    others = entries_of((token for token, _ in links if token != phone.token), phone.entry)
    for link in links:
        token, cookies = link
        entry = others.get(token)
        each = phone if token == phone.token else phone.beside(token, entry) if entry else None
        if each is not None and is_in(each.me):
            yield link, each, parse_cookie(cookies.decode(errors="replace"))


def _page(phone: Phone, sight: Sight) -> str:
    """The page as it is now, with gaps for what is good once."""
    me, token = sight.me, phone.token
    page = PlayerPage(phone, sight)
    set_up = set_up_of(sight, token, _LATER)
    frame = piece("player/page/page.html", _frame_key(page), lambda: _frame_names(page))
    return frame.filled(
        {
            "token": token,
            "table": me.match.pairing.table if me.match else "",
            "opponent": sight.opponent.name if sight.opponent else "",
            "topics": sight.topics,
            "made": phone.now_ms,
            "now": part_of(sight, token),
            "act": act_of(sight, token, _LATER) or _act(page),
            "set-up": set_up,
            "friends": _friends(page) if sight.friends else "",
            "roster": roster_of(sight, token),
            "mine": mine_of(sight, token),
            "settings": settings_of(OwnSettings(phone), _LATER),
            "event": event_of(sight, token),
        }
    )


# The frame --------------------------------------------------------------------------------------------------------


def _frame_key(page: PlayerPage) -> Hashable:
    """What decides the words around the parts."""
    sight, me = page.sight, page.me
    return (
        sight.ground, Same(me.state.setup), me.seated, bool(me.round), me.moment == "waiting", me.bracket,
        tuple((one.text, one.urgent, one.at) for one in sight.around.notices),
        tuple((one.kind.id, str(one.says), one.clause) for one in page.duties),
        sight.sets_up and (bool(sight.rosters.seen),), bool(sight.draft), bool(sight.brings), bool(sight.friends),
    )  # fmt: skip


def _frame_names(page: PlayerPage) -> dict[str, object]:
    sight, me = page.sight, page.me
    match = WithGaps(me.match, pairing={"table": gap("table")}) if me.match else None
    given = names(page) | _LATER | dict(_parts())
    given["phone"] = WithGaps(page.phone, token=gap("token"))
    given["me"] = WithGaps(me, match=match)
    given["sight"] = WithGaps(sight, opponent=Known(gap("opponent")))
    given["live"] = {"code": page.event.code, "topics": gap("topics")}
    given["now_ms"] = gap("made")
    return given


def _parts() -> Iterator[tuple[str, SafeString]]:
    yield "now", mark_safe(gap("now"))  # noqa: S308  (letters and figures)
    for name, part in (
        ("act_part", "act"), ("set_up_part", "set-up"), ("friends_part", "friends"), ("roster_part", "roster"),
        ("mine_part", "mine"), ("settings_part", "settings"), ("event_part", "event"),
    ):  # fmt: skip
        yield name, mark_safe(gap(part))  # noqa: S308


# Parts of few -----------------------------------------------------------------------------------------------------


def _act(page: PlayerPage) -> SafeString:
    """What there is to do, by its template."""
    return _by_template("player/page/acts.html", page)


def _friends(page: PlayerPage) -> SafeString:
    """Whom this browser has starred."""
    return _by_template("player/page/friends.html", page)


def _by_template(template: str, page: PlayerPage) -> SafeString:
    given = (
        names(page)
        | _LATER
        | {"moment": page.me.moment, "match": page.me.match, "zone": page.event.time_zone}
    )
    return render_to_string(template, given)
