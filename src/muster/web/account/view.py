"""One's account: its page, the links that log in, and the links that make one staff."""

from __future__ import annotations

from typing import Literal

from allauth.account.internal.flows.login import record_authentication
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from muster.app.accounts import accounts
from muster.app.links.tokens import LinkState, login_link, use_login_link
from muster.app.staff import staff
from muster.core.scoring.scored import Problem
from muster.people.models import Account, Invitation
from muster.web.account.adapter import home_of
from muster.web.account.devices import logged_in
from muster.web.account.page import AccountPage, CloseAccountPage, DeadLinkPage, EnterPage, JoinPage
from muster.web.limits import limited
from muster.web.page import show

BACKEND = "django.contrib.auth.backends.ModelBackend"
"""The backend a link logs in by."""


@never_cache
@login_required
def page(request: HttpRequest) -> HttpResponse:
    """The account: name, ways to log in, data."""
    account = _own(request)
    fault = ""
    if request.method == "POST":
        problem = accounts.rename(account, request.POST.get("name", ""))
        if problem is None:
            messages.success(request, _("Your name is changed."))
            return redirect("account")
        fault = str(problem.message)
    typed = request.POST.get("name", account.name)[:1000]
    return show(request, AccountPage(account, typed, fault), status=422 if fault else 200)


@never_cache
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """Everything kept about the account holder, as a file."""
    return JsonResponse(
        dict(accounts.data_of(_own(request))),
        json_dumps_params={"indent": 2, "ensure_ascii": False},
        headers={"Content-Disposition": 'attachment; filename="muster-account.json"'},
    )


@never_cache
@login_required
def close(request: HttpRequest) -> HttpResponse:
    """Delete the account, after asking."""
    if request.method != "POST":
        return show(request, CloseAccountPage())
    account = _own(request)
    problem = accounts.close(account)
    if problem is not None:
        return show(request, CloseAccountPage(problem), status=422)
    logout(request)
    messages.success(request, _("Your account is deleted."))
    return redirect("account_login")


@never_cache
@limited("link")
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Log in by a link. Opening it shows a button, so that a preview of the link does not use it up."""
    now = timezone.now()
    if request.method == "POST":
        account = use_login_link(token, now)
        if account is not None:
            return log_in(request, account, home_of(account))
    state, account = login_link(token, now)
    if account is None:
        return _no_link(request, state, "enter")
    return show(request, EnterPage(account))


@never_cache
@limited("link")
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Become staff by an invitation, with an account or with nothing but a name."""
    now = timezone.now()
    state, invitation = staff.invitation_by(token, now)
    if invitation is None:
        return _no_link(request, state, "join")
    if request.method != "POST":
        return _join_page(request, invitation)
    member: Account | Problem
    if isinstance(request.user, Account):
        member, made = request.user, False
    else:
        member, made = accounts.new_account(request.POST.get("name", "")), True
    if isinstance(member, Problem):
        return _join_page(request, invitation, member)
    post = staff.accept(token, member, now)
    if isinstance(post, Problem | str):
        if made:
            member.delete()
        if isinstance(post, Problem):
            return _join_page(request, invitation, post)
        return _no_link(request, post, "join")
    says = _("Welcome. You are %(role)s of %(event)s.")
    messages.success(request, says % {"role": post.get_role_display(), "event": post.event.name})
    goal = reverse("desk:event", args=[post.event.code])
    return log_in(request, member, goal) if made else redirect(goal)


def _join_page(request: HttpRequest, invitation: Invitation, problem: Problem | None = None) -> HttpResponse:
    page = JoinPage(invitation, request.POST.get("name", "")[:1000], problem)
    return show(request, page, status=422 if problem else 200)


def _no_link(request: HttpRequest, state: LinkState, what: Literal["enter", "join"]) -> HttpResponse:
    """A link that opens nothing: what is the matter with it, and what to do."""
    return show(request, DeadLinkPage(state, what), status=404 if state == "unknown" else 410)


def log_in(request: HttpRequest, account: Account, goal: str) -> HttpResponse:
    """Log an account in by a link it came with, and go on."""
    login(request, account, backend=BACKEND)
    record_authentication(request, account, method="link", reauthenticated=True)
    response = redirect(goal)
    logged_in(request, response, account)
    return response


def _own(request: HttpRequest) -> Account:
    assert isinstance(request.user, Account)  # noqa: S101  (login_required stands before it)
    return request.user


urlpatterns: list[URLPattern] = [
    path("account/", page, name="account"),
    path("account/data", data, name="account-data"),
    path("account/close", close, name="account-close"),
    path("enter/<str:token>", enter, name="enter"),
    path("join/<str:token>", join, name="join"),
]
