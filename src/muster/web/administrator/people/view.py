"""People with accounts: found, approved, invited, kept out, logged out."""

from __future__ import annotations

from typing import cast, get_args

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from muster.app.accounts import managing
from muster.app.organisations.standing import memberships_of
from muster.core.scoring.scored import Problem
from muster.people.models import Account, AccountAct, Staff
from muster.web.administrator.context import site_page
from muster.web.administrator.people.page import (
    DONE,
    AccountOfSitePage,
    AccountsPage,
    ActDone,
    InvitedLink,
    InvitePage,
)
from muster.web.page import show
from muster.web.qr import local_address, qr_svg, reachable

PAGE = 50
"""Accounts on one page of the list."""

MOST_ACTS = 50
"""Acts and posts shown on the page of one account."""


@require_safe
@site_page("manage-accounts")
def people(request: HttpRequest, asker: Account) -> HttpResponse:
    """Everybody with an account."""
    q, sent = request.GET.get("q", "")[:100].replace("\x00", ""), request.GET.get("part", "")
    part = cast(managing.Part, sent if sent in get_args(managing.Part) else "all")
    page = Paginator(managing.accounts_found(asker, q, part), PAGE).get_page(request.GET.get("page"))
    return show(request, AccountsPage(page, q, part, managing.counts(asker)))


@require_safe
@site_page("manage-accounts")
def one(request: HttpRequest, asker: Account, account: int) -> HttpResponse:
    """One account."""
    return _page(request, asker, _account(account))


@require_POST
@site_page("manage-accounts")
def act(request: HttpRequest, asker: Account, account: int, doing: str) -> HttpResponse:
    """Do something to an account."""
    if doing not in managing.DOINGS:
        raise Http404("There is nothing of that name to do.")
    held = _account(account)
    problem = managing.do(asker, held, doing)
    if problem is not None:
        return _page(request, asker, held, fault=str(problem.message), status=422)
    messages.success(request, _("%(name)s: %(what)s.") % {"name": held, "what": DONE[doing]})
    return redirect("site:account", account)


@site_page("manage-accounts")
def invite(request: HttpRequest, asker: Account) -> HttpResponse:
    """Make an account for an organiser, and a link to it."""
    if request.method != "POST":
        return show(request, InvitePage())
    typed = request.POST.get("name", "")
    made = managing.invite(asker, typed, timezone.now())
    if isinstance(made, Problem):
        return show(request, InvitePage(typed[:1000], str(made.message)), status=422)
    return _page(request, asker, made.account, invited=_link(request, made.token))


@require_POST
@site_page("manage-accounts")
def invite_again(request: HttpRequest, asker: Account, account: int) -> HttpResponse:
    """Make a new link for somebody who has never come."""
    held = _account(account)
    made = managing.invite_again(asker, held, timezone.now())
    if isinstance(made, Problem):
        return _page(request, asker, held, fault=str(made.message), status=422)
    return _page(request, asker, held, invited=_link(request, made.token))


def _account(number: int) -> Account:
    return get_object_or_404(Account, pk=number if number < 2**31 else 0)


def _link(request: HttpRequest, token: str) -> InvitedLink:
    link = reachable(request, reverse("enter", args=[token]))
    return InvitedLink(link, qr_svg(link), local_address(request))


def _page(
    request: HttpRequest,
    asker: Account,
    account: Account,
    *,
    invited: InvitedLink | None = None,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    posts = Staff.objects.filter(account=account).select_related("event").order_by("-event__opens_at", "-pk")
    acts = AccountAct.objects.filter(account=account).select_related("by").order_by("-pk")
    page = AccountOfSitePage(
        account,
        asker,
        list(posts[:MOST_ACTS]),
        memberships_of(account)[:MOST_ACTS],
        [ActDone(each) for each in acts[:MOST_ACTS]],
        invited,
        fault,
    )
    return show(request, page, status=status)


urlpatterns: list[URLPattern] = [
    path("people", people, name="people"),
    path("people/invite", invite, name="invite"),
    path("people/<int:account>", one, name="account"),
    path("people/<int:account>/link", invite_again, name="invite-again"),
    path("people/<int:account>/<slug:doing>", act, name="act"),
]
