"""A player's page kept in memory as long as nothing on it has changed, with gaps for what is never the same twice.

Everybody looks again and again, and most find what they saw before. What a page shows is a function of what the
database answered and of the head of the journal; a key of all that stands for the page exactly. Only pages for
visitors who are not logged in are kept: nothing of an account is in them.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db.models import Model
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from muster.app.common.cache import BoundedCache
from muster.web import proofs
from muster.web.live import WantedParts
from muster.web.page import names
from muster.web.player.context import Phone, PhonePage
from muster.web.player.page.everybody import topics_of
from muster.web.player.page.now import part_of
from muster.web.player.page.open_match import act_of, set_up_of
from muster.web.player.page.page import PlayerPage
from muster.web.player.page.sight import Sight
from muster.web.player.settings.page import SettingsPart

ROOM: Final = 2048
"""Pages kept, of some 20 kB each: those of a large hall, so that none makes room while all look."""

_pages: Final = BoundedCache[str](ROOM)
_settings: Final = BoundedCache[SafeString](ROOM)

_SECRET: Final = secrets.token_hex(12)
"""Made anew with each start of the process, so that nobody can write a gap into a name."""

CSRF, KEY, NOW, HEAD = (f"gap{_SECRET}{number}" for number in range(4))
"""The gaps: proof that a form is ours, idempotency key, the server's time, the head of the page with its clock."""

_NAMED: Final = {CSRF: proofs.PROOF, KEY: proofs.KEY}
_GAPS: Final = re.compile(f"({CSRF}|{KEY})")
"""Those that are left to the front."""


def may_be_kept(phone: Phone) -> bool:
    """Whether the page is that of an ordinary look: nobody is logged in, and nothing was just done."""
    request = phone.request
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and not request.GET


@dataclass(frozen=True)
class PageWithGaps(PlayerPage):
    """The page with gaps for what is never the same twice, and with its settings made already."""

    @property
    def key(self) -> str:
        """A gap for the idempotency key."""
        return KEY

    @property
    def csrf_token(self) -> str:
        """A gap for the proof that a form is ours."""
        return CSRF

    @property
    def now_ms(self) -> str:
        """A gap for the time."""
        return NOW

    @property
    def now(self) -> str:
        """A gap for the head, which has gaps of its own."""
        return HEAD

    @property
    def act_part(self) -> SafeString | str:
        """What there is to do at an open match."""
        return act_of(self.sight, self.phone.token, {"csrf_token": CSRF, "key": KEY})

    @property
    def set_up_part(self) -> SafeString | str:
        """How the game is set up."""
        return set_up_of(self.sight, self.phone.token, {"csrf_token": CSRF})

    @property
    def settings_part(self) -> SafeString:
        """The settings, which rest on the entry alone: they stay while rounds come and go."""
        return _settings.of(_own(self.phone), lambda: _made(SettingsWithGaps(self.phone)))


@dataclass(frozen=True)
class SettingsWithGaps(SettingsPart):
    """The settings alone, with a gap for the proof that a form is ours."""

    @property
    def csrf_token(self) -> str:
        """That gap."""
        return CSRF


def kept_page(phone: Phone, sight: Sight) -> HttpResponse:
    """The page, from memory if it was made before."""
    page = _timed(phone, sight)
    for gap, text in ((CSRF, get_token(phone.request)), (KEY, phone.new_key())):
        page = page.replace(gap, text)
    return HttpResponse(page)


def given_page(phone: Phone, sight: Sight, order: WantedParts) -> HttpResponse:
    """The page with gaps for the front, which fills them for each request; what is answered is empty."""
    pieces = _GAPS.split(_timed(phone, sight))
    gaps = [(name, proofs.SIZES[name]) for name in map(_NAMED.__getitem__, pieces[1::2])]
    order.give(topics_of(sight), [one.encode() for one in pieces[::2]], gaps)
    return HttpResponse()


def _timed(phone: Phone, sight: Sight) -> str:
    """The page as it is now, with gaps for what is good once."""
    clock = sight.my_clock
    key = (_own(phone), *_moment(sight), clock and clock.phase, phone.stars)
    page: str = _pages.of(key, lambda: _made(PageWithGaps(phone, sight)))
    return page.replace(NOW, str(phone.now_ms)).replace(HEAD, part_of(sight, phone.token))


def _made(page: PhonePage) -> SafeString:
    return render_to_string(page.template, names(page), page.phone.request)


def _moment(sight: Sight) -> tuple[Hashable, ...]:
    """How the tournament and what is around the player stand; timers also change by time alone."""
    me = sight.me
    timers = tuple((one.pk, one.phase, one.pick) for one in sight.around.timers)
    return (me.state.head, me.may_check_in, me.may_come_back, sight.around.rows, sight.roster, timers)


def _own(phone: Phone) -> Hashable:
    """Every field of the entry and of all that belongs to it, and under which address it is looked at."""
    request = phone.request
    return (request.scheme, request.get_host(), get_language(), *_values(phone))


def _values(phone: Phone) -> Iterator[Any]:
    """Every field of the entry and of all that belongs to it."""
    rows: tuple[Model | None, ...] = (
        phone.entry,
        phone.entry.person,
        phone.tournament,
        phone.event,
        phone.event.venue,
    )
    for row in rows:
        if row is not None:
            yield from (_kept(row.__dict__[field.attname]) for field in row._meta.concrete_fields)  # noqa: SLF001


def _kept(value: Any) -> Hashable:
    """A field as part of a key; where tables stand and other JSON by its text."""
    return json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else value
