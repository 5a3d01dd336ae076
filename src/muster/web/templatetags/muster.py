"""What the desk's templates ask of Python: who may do what, where one is, what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from muster.app.accounts import standing
from muster.app.common.access import Act, Actor
from muster.app.history.latest import OwnAct, own_act
from muster.app.mail.messages import mail_leaves
from muster.app.site import condition, own_backups
from muster.core.messages import Message, say_n
from muster.core.tournament import queries
from muster.web.desk import day
from muster.web.desk.context import Desk
from muster.web.desk.day import Page

register = template.Library()

KEYS: Final[dict[Page, str]] = {
    "now": "n",
    "people": "p",
    "rosters": "o",
    "checkin": "k",
    "plan": "l",
    "round": "r",
    "results": "e",
    "standings": "s",
    "bracket": "c",
    "finish": "f",
    "hall": "w",
    "history": "h",
    "print": "i",
}
"""The key that opens each page."""

TABS: Final[tuple[tuple[Page, ...], ...]] = (
    ("now",),
    ("people", "checkin", "rosters"),
    ("round", "results", "print"),
    ("standings", "bracket", "finish"),
    ("hall",),
    ("plan", "history"),
)
"""The tabs of the desk, each with its pages; the first of them names it, but for the last."""


@dataclass(frozen=True, slots=True)
class SiteBackups:
    """How the site's own backups stand.

    Attributes:
        says: in words.
        made_at: when the last good one was made; None if there is none.
    """

    says: Message
    made_at: datetime | None


@register.simple_tag(takes_context=True)
def site_notices(context: Context) -> list[condition.SiteNotice]:
    """What is wrong with the server, as far as who looks at the desk can do something about it."""
    desk, who = context.get("desk"), context["request"].user
    organises = desk.actor.may("manage-event") if desk else getattr(who, "organises", False)
    return condition.told(may_act=organises or getattr(who, "administers", False))


@register.simple_tag(takes_context=True)
def sees_site(context: Context) -> bool:
    """Whether who looks may see how the site is."""
    who = context["request"].user
    return who.is_authenticated and standing.may(who, "see-site")


@register.simple_tag
def site_backups() -> SiteBackups | None:
    """How the backups stand that the site makes by itself; None where it makes none."""
    return SiteBackups(*condition.backup_line()) if own_backups.wanted() else None


@dataclass(frozen=True, slots=True)
class Link:
    """One entry of a menu.

    Attributes:
        title: its words.
        url: where it leads.
        current: it is where one is.
        due: the next step is done there.
        key: the key that opens it.
        waiting: how many duties wait there for whoever looks; in the hall, how many calls.
    """

    title: str
    url: str
    current: bool = False
    due: bool = False
    key: str = ""
    waiting: int = 0


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """The languages this site speaks, each by its code and what it calls itself: Django would translate that."""
    return list(settings.LANGUAGES)


@register.filter
def ago(at: datetime) -> Message:
    """How long ago that was, in minutes, hours or days: `3 hours ago`."""
    minutes = max(0, int((timezone.now() - at).total_seconds()) // 60)
    if minutes < 60:
        return say_n("{count} minute ago", "{count} minutes ago", minutes)
    hours = minutes // 60
    if hours < 48:
        return say_n("{count} hour ago", "{count} hours ago", hours)
    return say_n("{count} day ago", "{count} days ago", hours // 24)


@register.filter
def may(actor: Actor, act: Act) -> bool:
    """Whether somebody may do this: `{% if desk.actor|may:"undo" %}`."""
    return actor.may(act)


@register.simple_tag(name="mail_leaves")
def mail_is_sent() -> bool:
    """Whether this site sends mail: `{% mail_leaves as mail %}`."""
    return mail_leaves()


@register.filter
def further(text: object) -> bool:
    """Whether a text has Latin letters beyond the first 256, such as `Łódź`: they lie in a file of their own."""
    return isinstance(text, str) and any("Ā" <= letter <= "ʯ" for letter in text)


@register.simple_tag
def role_words(role: str) -> str:
    """A role's name."""
    words = {
        "organiser": _("Organiser"),
        "co-organiser": _("Co-organiser"),
        "marshal": _("Marshal"),
        "judge": _("Judge"),
        "scorekeeper": _("Scorekeeper"),
    }
    return words.get(role, "")


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of the desk: the page it opens, and all that are behind it.

    Attributes:
        title: its words.
        pages: its pages, the one it opens first.
    """

    title: str
    pages: tuple[Link, ...]

    @property
    def url(self) -> str:
        """Where it leads: where the next step is done, if that is behind it, else its first page."""
        return next((page.url for page in self.pages if page.due), self.pages[0].url)

    @property
    def current(self) -> bool:
        """Whether one is on a page of it."""
        return any(page.current for page in self.pages)

    @property
    def due(self) -> bool:
        """Whether the next step is done on a page of it."""
        return any(page.due for page in self.pages)

    @property
    def waiting(self) -> int:
        """How many duties, or calls, wait behind it."""
        return sum(page.waiting for page in self.pages)

    @property
    def calls(self) -> bool:
        """Whether calls are what waits."""
        return self.pages[0].key == KEYS["hall"]

    @property
    def several(self) -> bool:
        """Whether there is something to choose behind it."""
        return len(self.pages) > 1


@register.simple_tag(takes_context=True)
def desk_tabs(context: Context) -> list[Tab]:
    """The tabs of the tournament at hand, with their pages."""
    desk: Desk = context["desk"]
    go = day.go(desk.snapshot, desk.actor)
    due = go.page if go.step != "nothing" else None
    waiting = {"now": len(desk.duties), "hall": len(desk.situation.calls)}
    titles = _titles(bracket=queries.in_bracket(desk.state))

    def link(page: Page) -> Link:
        url = desk.addresses[page]
        here = _within(desk.request.path, url, page)
        return Link(titles[page], url, here, page == due, KEYS[page], waiting.get(page, 0))

    lists = desk.tournament.rosters != "none"
    tabs = [tuple(link(page) for page in pages if page != "rosters" or lists) for pages in TABS]
    return [Tab(_("Event") if pages is tabs[-1] else pages[0].title, pages) for pages in tabs]


@register.simple_tag(takes_context=True)
def tournaments(context: Context) -> list[Link]:
    """All tournaments of the event, each at the page one is on; none if there is but one."""
    desk: Desk = context["desk"]
    found = desk.tournaments
    if len(found) < 2:
        return []
    name = f"desk:{_page_of(desk)}"
    return [
        Link(
            one.name,
            reverse(name, args=[desk.event.code, one.number]),
            one.number == desk.tournament.number,
        )
        for one in found
    ]


@register.simple_tag(takes_context=True)
def next_step(context: Context) -> dict[str, Any]:
    """The next step (`says`, `label`, `page`), its `url`, and whether that is the page one is on (`here`).

    `does` is where the button posts to that does it at once; empty where it is done on its page, or by others.
    """
    desk: Desk = context["desk"]
    go = day.go(desk.snapshot, desk.actor)
    url = desk.addresses[go.page]
    here = _within(desk.request.path, url, go.page)
    does = desk.url(f"desk:{go.act}") if go.done_by(desk.actor) else ""
    says = (here and go.on_page) or go.says
    words = {"step": go.step, "says": says, "label": go.label, "page": go.page, "round_no": go.round_no}
    return {
        **words,
        "clause": go.clause,
        "url": url,
        "here": here,
        "does": does,
        "sends": go.sends,
        "other": go.other,
    }


@register.simple_tag(takes_context=True)
def last_act(context: Context) -> OwnAct | None:
    """What whoever looks did last themselves, if they may undo at all; what others do never takes its place."""
    desk: Desk = context["desk"]
    return own_act(desk.snapshot, desk.actor, desk.name, desk.words) if desk.actor.may("undo") else None


@register.simple_tag(takes_context=True)
def page_here(context: Context) -> str:
    """The page one is on, or whose part one is on, for an act that leads back to it."""
    return _page_of(context["desk"])


def _within(path: str, url: str, page: Page) -> bool:
    """Whether an address is this page or one below it."""
    return path == url or (page != "now" and path.startswith(f"{url.rstrip('/')}/"))


def _page_of(desk: Desk) -> str:
    """The page one is on, as far as every tournament has it."""
    for page in KEYS:
        if page != "now" and _within(desk.request.path, desk.addresses[page], page):
            return page
    return "now"


def _titles(*, bracket: bool) -> dict[Page, str]:
    return {
        "now": _("Now"),
        "people": _("Players"),
        "rosters": _("Rosters"),
        "checkin": _("Check-in"),
        "plan": _("Plan"),
        "round": _("Round"),
        "results": _("Results"),
        "standings": _("Standings"),
        "bracket": _("Bracket") if bracket else _("Cut"),
        "finish": _("Finish"),
        "hall": _("Hall"),
        "history": _("History"),
        "print": _("Print"),
    }
