"""Every event of the site with its owner and size, and giving one to another organiser."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from muster.app.common.by_name import ByName
from muster.app.site.transfer import events_found, heirs, sized, transfer
from muster.core.scoring.scored import Problem
from muster.exchange.whole import number_of
from muster.people.models import Account, Event
from muster.web.administrator.context import site_page
from muster.web.administrator.events.page import EventsOfSitePage, TransferPage
from muster.web.fields import cited
from muster.web.page import show

PAGE = 50
"""Events on one page of the list."""

MOST_HEIRS = 100
"""More people than these are not offered to choose from."""


@require_safe
@site_page("transfer-events")
def events(request: HttpRequest, asker: Account) -> HttpResponse:
    """Every event of the site."""
    q = _searched(request)
    page = Paginator(events_found(asker, q), PAGE).get_page(request.GET.get("page"))
    return show(request, EventsOfSitePage(page, sized(list(page.object_list)), q))


@site_page("transfer-events")
def transferred(request: HttpRequest, asker: Account, code: str) -> HttpResponse:
    """Give an event to another organiser, after choosing whom."""
    event = get_object_or_404(Event, code=code.upper())
    fault = ""
    if request.method == "POST":
        answer = transfer(asker, event, number_of(request.POST.get("to", "")))
        if not isinstance(answer, Problem):
            says = _("%(name)s is the organiser of %(event)s now.")
            messages.success(request, says % {"name": answer, "event": event.name})
            return redirect("site:events")
        fault = cited(str(answer.message), answer.clause)
    q = _searched(request)
    found = ByName(heirs(asker, event, q))[: MOST_HEIRS + 1]
    page = TransferPage(sized([event])[0], found[:MOST_HEIRS], len(found) > MOST_HEIRS, q, fault)
    return show(request, page, status=422 if fault else 200)


def _searched(request: HttpRequest) -> str:
    """What was typed to find something; no database takes the character that is none."""
    return request.GET.get("q", "")[:100].replace("\x00", "")


urlpatterns: list[URLPattern] = [
    path("events", events, name="events"),
    path("events/<slug:code>/transfer", transferred, name="transfer"),
]
