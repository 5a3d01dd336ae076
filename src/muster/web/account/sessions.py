"""Devices and sessions of one's account: where it is logged in, and ending that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from muster.app.accounts.sessions import OpenSession, end_all, end_session, open_sessions
from muster.app.mail.messages import mail_leaves
from muster.people.models import Account
from muster.web.page import Page, show

MOST: Final = 2**31
"""A number no session has: databases take none that are much higher."""


@dataclass(frozen=True)
class SessionsPage(Page):
    """Where an account is logged in.

    Attributes:
        sessions: the current one first.
    """

    template: ClassVar[str] = "account/sessions.html"
    sessions: Sequence[OpenSession]

    @property
    def told(self) -> bool:
        """Whether a new device is told of by mail."""
        return mail_leaves()


@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """Where one is logged in; a form ends all but this."""
    account = _own(request)
    if request.method == "POST":
        end_all(account)
        update_session_auth_hash(request, account)
        UserSession.objects.create_from_request(request)
        messages.success(request, _("You are logged out on every other device."))
        return redirect("account-sessions")
    key = str(request.session.session_key)
    if not UserSession.objects.filter(session_key=key).exists():  # begun before sessions were listed
        UserSession.objects.create_from_request(request)
    return show(request, SessionsPage(open_sessions(account, key, timezone.now())))


@require_POST
@login_required
def end(request: HttpRequest, session: int) -> HttpResponse:
    """End one session; if it is this one, one is logged out."""
    account, key = _own(request), str(request.session.session_key)
    session = min(session, MOST)
    own = UserSession.objects.filter(user=account, pk=session, session_key=key).exists()
    ended = end_session(account, session)
    if own:
        logout(request)
        return redirect("account_login")
    if ended:
        messages.success(request, _("That device is logged out."))
    return redirect("account-sessions")


def _own(request: HttpRequest) -> Account:
    assert isinstance(request.user, Account)  # noqa: S101  (login_required stands before it)
    return request.user


urlpatterns: list[URLPattern] = [
    path("account/sessions/", sessions, name="account-sessions"),
    path("account/sessions/<int:session>/end", end, name="account-session-end"),
]
