"""Every organisation of the site: suspending one, letting it in again, naming an owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from muster.app.common.by_name import ByName
from muster.app.organisations.administering import (
    ORGANISATION_DOINGS,
    do_to_organisation,
    name_owner,
    organisations_found,
    owners_to_name,
)
from muster.app.organisations.history import acts_of
from muster.core.scoring.scored import Problem
from muster.exchange.whole import number_of
from muster.people.models import Account, Membership, Organisation
from muster.web.administrator.context import site_page
from muster.web.administrator.organisations.page import OrganisationOfSitePage, OrganisationsOfSitePage
from muster.web.page import show

PAGE = 50
"""Organisations on one page of the list."""

MOST_ACTS = 50
MOST_HEIRS = 100
"""More people than these are not offered to choose from."""


@require_safe
@site_page("manage-organisations")
def organisations(request: HttpRequest, asker: Account) -> HttpResponse:
    """Every organisation of the site."""
    q = _searched(request)
    page = Paginator(ByName(organisations_found(asker, q)), PAGE).get_page(request.GET.get("page"))
    return show(request, OrganisationsOfSitePage(page, _owners(list(page.object_list)), q))


@require_safe
@site_page("manage-organisations")
def one(request: HttpRequest, asker: Account, slug: str) -> HttpResponse:
    """One organisation."""
    return _page(request, asker, get_object_or_404(Organisation, slug=slug))


@require_POST
@site_page("manage-organisations")
def owner(request: HttpRequest, asker: Account, slug: str) -> HttpResponse:
    """Make somebody an owner."""
    held = get_object_or_404(Organisation, slug=slug)
    to, alone = number_of(request.POST.get("to", "")), "alone" in request.POST
    answer = name_owner(asker, held, to, alone=alone)
    if isinstance(answer, Problem):
        return _page(request, asker, held, fault=str(answer.message), status=422)
    says = _("%(name)s is an owner of %(organisation)s now.")
    messages.success(request, says % {"name": answer, "organisation": held})
    return redirect("site:organisation", slug)


@require_POST
@site_page("manage-organisations")
def act(request: HttpRequest, asker: Account, slug: str, doing: str) -> HttpResponse:
    """Suspend it, or let it in again."""
    known = next((each for each in ORGANISATION_DOINGS if each == doing), None)
    if known is None:
        raise Http404("There is nothing of that name to do.")
    held = get_object_or_404(Organisation, slug=slug)
    do_to_organisation(asker, held, known, timezone.now())
    says = _("%(name)s is suspended.") if known == "suspend" else _("%(name)s is let in again.")
    messages.success(request, says % {"name": held})
    return redirect("site:organisation", slug)


def _page(
    request: HttpRequest, asker: Account, held: Organisation, *, fault: str = "", status: int = 200
) -> HttpResponse:
    q = _searched(request)
    heirs = ByName(owners_to_name(asker, held, q))[: MOST_HEIRS + 1]
    page = OrganisationOfSitePage(
        organisation=held,
        owners=_owners([held]).get(held.pk, ()),
        members=held.members.count(),
        events=held.events.count(),
        acts=list(acts_of(held)[:MOST_ACTS]),
        heirs=heirs[:MOST_HEIRS],
        more=len(heirs) > MOST_HEIRS,
        q=q,
        fault=fault,
    )
    return show(request, page, status=status)


def _owners(shown: Sequence[Organisation]) -> Mapping[int, list[Account]]:
    rows = Membership.objects.filter(organisation__in=shown, role="owner").select_related("account")
    found: dict[int, list[Account]] = {}
    for row in rows.order_by("pk"):
        found.setdefault(row.organisation_id, []).append(row.account)
    return found


def _searched(request: HttpRequest) -> str:
    """What was typed to find something; no database takes the character that is none."""
    return request.GET.get("q", "")[:100].replace("\x00", "")


urlpatterns: list[URLPattern] = [
    path("organisations", organisations, name="organisations"),
    path("organisations/<slug:slug>", one, name="organisation"),
    path("organisations/<slug:slug>/owner", owner, name="organisation-owner"),
    path("organisations/<slug:slug>/<slug:doing>", act, name="organisation-act"),
]
