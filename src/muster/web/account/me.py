"""A person's own events, as their account has collected them."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from muster.people.models import Account
from muster.web.account.own_events import own_events
from muster.web.account.page import OwnEventsPage
from muster.web.page import show


@never_cache
@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Where one plays and has played, with the way to each private page."""
    assert isinstance(request.user, Account)  # noqa: S101  (login_required stands before it)
    return show(request, OwnEventsPage(*own_events(request.user, timezone.now())))


urlpatterns: list[URLPattern] = [path("me", me, name="me")]
