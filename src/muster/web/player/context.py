"""What every page of a player needs: whose link it is, how they stand, and headers that keep it private."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache, wraps
from typing import ClassVar, Concatenate, Final, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import get_script_prefix, reverse
from django.views.decorators.http import require_http_methods

from muster.app.floor.round_clock import in_browsers
from muster.app.links.player_links import entry_of
from muster.app.player.playing import Playing, playing
from muster.core.ids import PlayerId
from muster.people.models import Entry, Event, Tournament
from muster.web.language import at_event
from muster.web.limits import slow_down, too_often
from muster.web.page import Page, show
from muster.web.stars import starred

P = ParamSpec("P")

PRIVATE: Final = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow"}
"""Sent with every page behind a private link."""


@dataclass
class Phone:
    """One request by a player's private link."""

    request: HttpRequest
    token: str
    entry: Entry

    @property
    def tournament(self) -> Tournament:
        """The tournament they play in."""
        return self.entry.tournament

    @property
    def event(self) -> Event:
        """Its event."""
        return self.entry.tournament.event

    @cached_property
    def me(self) -> Playing:
        """The player as they stand now."""
        return playing(self.entry)

    def beside(self, token: str, entry: Entry) -> Phone:
        """The phone of somebody else in the tournament, at the same moment of it."""
        other = Phone(self.request, token, entry)
        other.me = Playing(entry, self.me.snapshot, self.me.now)
        return other

    @property
    def now_ms(self) -> int:
        """The time of the page as browsers count."""
        return in_browsers(self.me.now) or 0

    @property
    def player(self) -> PlayerId | None:
        """Their entry number, if they have one."""
        return None if self.entry.player is None else PlayerId(self.entry.player)

    @cached_property
    def stars(self) -> tuple[PlayerId, ...]:
        """Whom this browser has starred."""
        return starred(self.request, self.tournament)

    @property
    def sent_key(self) -> str:
        """The idempotency key the form carries; a text no database takes is none."""
        sent = self.request.POST.get("key", "")[:64]
        return sent if sent.isascii() and sent.isprintable() else ""

    def new_key(self) -> str:
        """A fresh idempotency key for a form."""
        return secrets.token_urlsafe(12)

    def url(self, name: str = "player:page") -> str:
        """The address of one of this player's pages."""
        return _addressed(name, get_script_prefix()).replace(_ANYBODY, self.token)

    def go(self, did: str = "") -> HttpResponseRedirect:
        """Back to the page, which says what was done."""
        return HttpResponseRedirect(self.url() + (f"?did={did}" if did else ""))

    def show(self, page: Page, *, status: int = 200) -> HttpResponse:
        """A page, with this as `phone` in its template."""
        return show(self.request, page, status=status, phone=self)


_ANYBODY: Final = "TOKEN"


@lru_cache(64)
def _addressed(name: str, prefix: str) -> str:
    """The address of one of a player's pages on a site that lies there, with a word in place of the link."""
    del prefix  # `reverse` knows it
    return reverse(name, args=[_ANYBODY])


@dataclass(frozen=True)
class PhonePage(Page):
    """A page of one player.

    Attributes:
        phone: whose page, and who looks at it.
    """

    phone: Phone

    @property
    def me(self) -> Playing:
        """The player as they stand now."""
        return self.phone.me

    @property
    def event(self) -> Event:
        """Where they play."""
        return self.phone.event

    @property
    def tournament(self) -> Tournament:
        """What they play in."""
        return self.phone.tournament

    @property
    def here(self) -> bool:
        """Whether the head of the page leads to the player's own page, not to that of the event."""
        return False


@dataclass(frozen=True)
class DeadLink(Page):
    """A link that is not, or no longer, anybody's."""

    template: ClassVar[str] = "player/no_link.html"


def player_page(
    view: Callable[Concatenate[Phone, P], HttpResponse], *, limit: str = "act"
) -> Callable[..., HttpResponse]:
    """A view behind a private link: gets a `Phone`.

    A link that is not, or no longer, valid gets a page that says what to do; nobody can try many of them. Acts are
    limited for each player, not for each address: a whole hall shares one; `limit` is what they count as.
    """

    @wraps(view)
    def page(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        entry = entry_of(token)
        if entry is None:
            wait = too_often(request, "private")
            response = slow_down(request, wait) if wait else show(request, DeadLink(), status=404)
        elif request.method not in ("GET", "HEAD") and (
            wait := too_often(request, limit, whose=str(entry.pk))
        ):
            response = slow_down(request, wait)
        else:
            phone = Phone(request, token, entry)
            response = at_event(phone.event, request, lambda: view(phone, *args, **kwargs))
        for name, value in PRIVATE.items():
            response.headers.setdefault(name, value)
        return response

    return page


def player_act(
    view: Callable[Concatenate[Phone, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A view that takes a form; opened as an address it leads to the page, with that form open if it folds."""

    def act(phone: Phone, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if phone.request.method == "POST":
            return view(phone, *args, **kwargs)
        return HttpResponseRedirect(f"{phone.url()}?open={view.__name__}")

    return wraps(view)(require_http_methods(["GET", "HEAD", "POST"])(player_page(act)))
