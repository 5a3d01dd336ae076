"""What every public page needs: the event if this visitor may see it, the tournament, and whether to keep the page.

A page of a listed event is the same for everybody: it rests on no session and sends no cookie, so that it can be
kept in memory. A draft is shown to its staff only, and kept nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from django.conf import settings
from django.core.paginator import Page as TablePage
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from muster.app.common.names import naming
from muster.app.common.topics import Part, event_topic, organisation_topic, topic
from muster.app.events.public import names_for_all
from muster.app.organisations.reading import host_of
from muster.core.ids import Naming, PlayerId
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import Account, Event, Notice, Tournament
from muster.web.language import at_event
from muster.web.limits import slow_down, too_often
from muster.web.live import shows
from muster.web.organisation.look_of import Look
from muster.web.page import Page, show
from muster.web.public.reading import Section, notices_of, sections, visible_event

P = ParamSpec("P")
Line = TypeVar("Line")

MOST_ROWS: Final = 1500
"""Lines of a table on one page; a longer table comes in pages of `PER_PAGE`."""

PER_PAGE: Final = 500
LONGEST_QUERY: Final = 100


@dataclass(frozen=True, slots=True)
class PublicLink:
    """One entry of the menu: its words, where it leads, and whether one is there."""

    title: str
    url: str
    current: bool


@dataclass
class EventFloor:
    """One look at an event by anybody."""

    request: HttpRequest
    event: Event

    @cached_property
    def notices(self) -> list[Notice]:
        """What the desk tells everybody now."""
        return notices_of(self.event)

    @cached_property
    def tournaments(self) -> list[Tournament]:
        """The event's tournaments in order."""
        found = list(self.event.tournaments.order_by("number"))
        for tournament in found:
            tournament.event = self.event
        return found

    @cached_property
    def host(self) -> Look | None:
        """How the organisation looks whose event it is; None without one."""
        found = host_of(self.event)
        return Look(found) if found else None

    @property
    def menu(self) -> list[PublicLink]:
        """The pages of a tournament; a page of the whole event says itself which."""
        return []

    @property
    def urgent(self) -> list[Notice]:
        """What everybody must know at once, on every page."""
        return [notice for notice in self.notices if notice.urgent]

    def url(self, name: str, *args: Any) -> str:
        """The address of one of this event's public pages, such as `event`."""
        return reverse(f"public:{name}", args=[self.event.code, *args])

    def absolute(self, path: str) -> str:
        """An address with the site's own name, if the settings say it; a visitor's word for it is not taken."""
        return f"{settings.ORIGIN}{path}" if settings.ORIGIN else ""

    @property
    def picture(self) -> str:
        """The picture others show where somebody shares a page of this event; empty without the site's own name."""
        return self.absolute(self.url("picture"))

    def show(
        self,
        page: Page,
        topics: set[str],
        *,
        beside: Collection[str] = (),
        status: int = 200,
        **around: object,
    ) -> HttpResponse:
        """A page, with this as `floor` in its template, and following these topics while it is open.

        It is kept in memory if it is the same for everybody: of a listed event, and without a question in its
        address. What is kept is true until one of these topics changes, or one of those `beside` them.
        """
        followed = {event_topic(self.event.code, "event"), event_topic(self.event.code, "news"), *topics}
        code = f"{self.event.code}/"
        live = {
            "code": self.event.code,
            "topics": " ".join(sorted(one.removeprefix(code) for one in followed)),
        }
        response = show(self.request, page, status=status, floor=self, event=self.event, live=live, **around)
        its = {organisation_topic(self.host.organisation.slug)} if self.host else set()
        return self.kept(response, {*followed, *beside, *its}) if status == 200 else response

    def kept(self, response: HttpResponse, topics: set[str]) -> HttpResponse:
        """The answer, marked to be kept until one of the topics changes, or not to be kept at all."""
        if not self.event.listed:
            patch_cache_control(response, private=True, no_store=True)
            return response
        # Also a question without words, such as `?&&`: each way to write it would be a page of its own.
        return response if self.request.META.get("QUERY_STRING") else shows(response, topics)


@dataclass
class Floor(EventFloor):
    """One look at a tournament by anybody: everything is read once, at one version."""

    tournament: Tournament
    section: Section
    snapshot: store.Snapshot = field(init=False)

    def __post_init__(self) -> None:
        self.snapshot = store.load(self.tournament.pk)

    @property
    def state(self) -> State:
        """The tournament as it stands."""
        return self.snapshot.state

    @cached_property
    def names(self) -> Mapping[PlayerId, str]:
        """The names everybody may see."""
        return names_for_all(self.tournament, self.state)

    @property
    def name(self) -> Naming:
        """How to name a player."""
        return naming(self.names)

    @property
    def query(self) -> str:
        """What is looked for."""
        return self.request.GET.get("q", "").strip()[:LONGEST_QUERY]

    @property
    def menu(self) -> list[PublicLink]:
        """The pages of this tournament."""
        return [
            PublicLink(section_words(one), self.page(one), one == self.section)
            for one in sections(self.state)
        ]

    def page(self, name: str, *args: Any) -> str:
        """The address of one of this tournament's public pages, such as `standings`."""
        return self.url(name, self.tournament.number, *args)

    def paged(self, lines: Sequence[Line]) -> TablePage[Line]:
        """All lines, or a page of them where there are very many."""
        size = PER_PAGE if len(lines) > MOST_ROWS else MOST_ROWS
        return Paginator(lines, size).get_page(self.request.GET.get("page"))

    def shown(self, page: Page, *parts: Part, beside: Collection[str] = ()) -> HttpResponse:
        """A page, following these parts of the tournament; kept until one of the topics `beside` changes, too."""
        code, number = self.event.code, self.tournament.number
        topics = {topic(code, number, part) for part in parts}
        return self.show(page, topics, beside=beside, tournament=self.tournament, state=self.state)


@dataclass(frozen=True)
class ListPage(Page, Generic[Line]):
    """A list of which one can look for a line.

    Attributes:
        floor: whose list, and what is looked for.
        lines: the lines that were found: all, unless something is looked for.
    """

    floor: Floor
    lines: Sequence[Line]

    @cached_property
    def page(self) -> TablePage[Line]:
        """The lines shown."""
        return self.floor.paged(self.lines)

    @property
    def q(self) -> str:
        """What is looked for."""
        return self.floor.query

    @property
    def found(self) -> int:
        """How many lines were found."""
        return len(self.lines)

    @property
    def filter(self) -> bool:
        """Whether all of the list is on the page, so that its script can look for a line."""
        return not self.q and self.page.paginator.num_pages == 1


def section_words(section: Section) -> str:
    """What a page of a tournament is called in its menu."""
    words: dict[Section, str] = {
        "final": _("Places"),
        "pairings": _("Pairings"),
        "standings": _("Standings"),
        "bracket": _("Bracket"),
        "results": _("Results"),
        "players": _("Players"),
        "rules": _("Rules"),
    }
    return words[section]


def public_page(
    view: Callable[Concatenate[HttpRequest, Event, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A view of an event for everybody: gets the event, if this visitor may see it.

    Drafts and codes there are none of look alike, and nobody can try many of them.
    """

    @wraps(view)
    def page(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        event = visible_event(code, lambda: visitor(request))
        if event is not None:
            return at_event(event, request, lambda: view(request, event, *args, **kwargs))
        if wait := too_often(request, "code"):
            return slow_down(request, wait)
        raise Http404("There is no such event.")

    return page


def event_page(view: Callable[Concatenate[EventFloor, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of an event: gets an `EventFloor`."""

    @wraps(view)
    def page(request: HttpRequest, event: Event, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(EventFloor(request, event), *args, **kwargs)

    return public_page(page)  # type: ignore[arg-type]


def tournament_page(
    section: Section,
) -> Callable[[Callable[Concatenate[Floor, P], HttpResponse]], Callable[..., HttpResponse]]:
    """A view of a tournament, on this page of its menu: gets a `Floor`."""

    def decorate(view: Callable[Concatenate[Floor, P], HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(
            request: HttpRequest, event: Event, number: int, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            every = list(event.tournaments.order_by("number"))
            found = next((one for one in every if one.number == number), None)
            if found is None:
                raise Http404("There is no such tournament.")
            found.event = event
            floor = Floor(request, event, found, section)
            floor.tournaments = every
            return view(floor, *args, **kwargs)

        return public_page(page)  # type: ignore[arg-type]

    return decorate


def tournament_of(event: Event, number: int) -> Tournament:
    """One of the event's tournaments."""
    found = event.tournaments.filter(number=number).first()
    if found is None:
        raise Http404("There is no such tournament.")
    return found


def visitor(request: HttpRequest) -> Account | None:
    """Who is logged in, if anybody is."""
    return request.user if isinstance(request.user, Account) else None
