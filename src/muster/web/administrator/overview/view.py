"""How the site is: storage, jobs with their dead letters, backups, settings in force."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from muster.app.site.status import give_up, status, try_again
from muster.people.models import Account
from muster.web.administrator.context import site_page
from muster.web.administrator.overview.page import SiteOverview
from muster.web.page import show


@require_safe
@site_page("see-site")
def overview(request: HttpRequest, asker: Account) -> HttpResponse:
    """How the site is."""
    return show(request, SiteOverview(status(asker)))


@require_POST
@site_page("manage-jobs")
def again(request: HttpRequest, asker: Account) -> HttpResponse:
    """Try every dead letter once more."""
    count = try_again(asker)
    says = ngettext("%(count)d job is tried again.", "%(count)d jobs are tried again.", count)
    messages.success(request, says % {"count": count})
    return redirect("site:overview")


@require_POST
@site_page("manage-jobs")
def drop(request: HttpRequest, asker: Account) -> HttpResponse:
    """Give every dead letter up."""
    count = give_up(asker)
    says = ngettext("%(count)d job is given up.", "%(count)d jobs are given up.", count)
    messages.success(request, says % {"count": count})
    return redirect("site:overview")


urlpatterns: list[URLPattern] = [
    path("", overview, name="overview"),
    path("jobs/again", again, name="jobs-again"),
    path("jobs/drop", drop, name="jobs-drop"),
]
