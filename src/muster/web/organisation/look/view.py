"""What an organisation says of itself, its logo and colours; its history; closing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Page as TablePage
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from muster.app.organisations.history import acts_of, told
from muster.app.organisations.logo import keep_logo, remove_logo
from muster.app.organisations.making import change_organisation, close_organisation
from muster.people.models import Organisation, OrganisationAct
from muster.web.fields import put
from muster.web.organisation.context import OrganisationDesk, organisation_page
from muster.web.organisation.forms import OrganisationForm, organisation_initial
from muster.web.organisation.look_of import Look
from muster.web.page import Page
from muster.web.uploads import takes_files

PAGE = 50
"""Acts on one page of the history."""


@dataclass(frozen=True)
class OrganisationLook(Page):
    """What an organisation says of itself, its colours and its logo.

    Attributes:
        form: what it says and its colours.
        organisation: as it stands.
        fault: what is wrong with the picture that was sent; empty if nothing is.
    """

    template: ClassVar[str] = "organisation/look/look.html"
    form: OrganisationForm
    organisation: Organisation
    fault: str = ""

    @property
    def look(self) -> Look:
        """Its logo and colours as they stand."""
        return Look(self.organisation)

    @property
    def faults(self) -> list[forms.BoundField]:
        """The fields at fault."""
        return [self.form[name] for name in self.form.errors if name in self.form.fields]

    @property
    def general(self) -> list[str]:
        """What is wrong with no field in particular."""
        return [str(text) for text in self.form.non_field_errors()]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """Something that was done, in a sentence, and when."""

    says: str
    at: datetime


@dataclass(frozen=True)
class OrganisationHistory(Page):
    """What was done in the organisation, the latest first.

    Attributes:
        page: the acts on this page.
    """

    template: ClassVar[str] = "organisation/look/history.html"
    page: TablePage[OrganisationAct]

    @property
    def lines(self) -> Sequence[HistoryLine]:
        """They in sentences."""
        return [HistoryLine(str(told(one)), one.at) for one in self.page.object_list]


@dataclass(frozen=True)
class CloseOrganisation(Page):
    """Close the organisation, after asking.

    Attributes:
        events: how many events it has; they stay with their organisers.
        members: how many people belong to it.
        venues: how many venues go with it.
        fault: why it is not closed.
    """

    template: ClassVar[str] = "organisation/look/close.html"
    events: int
    members: int
    venues: int
    fault: str = ""


@organisation_page("look")
def look(home: OrganisationDesk) -> HttpResponse:
    """What it says of itself, and its colours."""
    form = OrganisationForm(home.request.POST or None, initial=organisation_initial(home.organisation))
    if home.request.method == "POST" and form.is_valid():
        problems = change_organisation(home.member, form.details())
        if not problems:
            messages.success(home.request, _("The page is changed."))
            return home.go("look")
        put(form, problems)
    return home.show(OrganisationLook(form, home.organisation), status=422 if form.errors else 200)


@takes_files
@require_POST
@organisation_page("look")
def send_logo(home: OrganisationDesk) -> HttpResponse:
    """Take a logo."""
    file = home.request.FILES.get("logo")
    problem = keep_logo(home.member, file.read() if isinstance(file, UploadedFile) else b"")
    if problem is not None:
        form = OrganisationForm(initial=organisation_initial(home.organisation))
        return home.show(OrganisationLook(form, home.organisation, str(problem.message)), status=422)
    messages.success(home.request, _("The logo is changed."))
    return home.go("look")


@require_POST
@organisation_page("look")
def take_logo_away(home: OrganisationDesk) -> HttpResponse:
    """Take the logo away."""
    if remove_logo(home.member):
        messages.success(home.request, _("The logo is gone."))
    return home.go("look")


@require_safe
@organisation_page("see")
def history(home: OrganisationDesk) -> HttpResponse:
    """What was done in the organisation."""
    page = Paginator(acts_of(home.organisation), PAGE).get_page(home.request.GET.get("page"))
    return home.show(OrganisationHistory(page))


@organisation_page("close")
def close(home: OrganisationDesk) -> HttpResponse:
    """Close the organisation, after asking for its address."""
    one, fault = home.organisation, ""
    if home.request.method == "POST":
        if home.request.POST.get("slug", "").strip().casefold() == one.slug:
            close_organisation(home.member)
            messages.success(home.request, _("%(name)s is closed.") % {"name": one})
            return redirect("organisations")
        fault = _("Write %(slug)s to close it.") % {"slug": one.slug}
    counts = one.events.count(), one.members.count(), one.venues.count()
    return home.show(CloseOrganisation(*counts, fault), status=422 if fault else 200)


urlpatterns: list[URLPattern] = [
    path("<slug:slug>/manage/look", look, name="look"),
    path("<slug:slug>/manage/look/logo", send_logo, name="send-logo"),
    path("<slug:slug>/manage/look/logo/remove", take_logo_away, name="remove-logo"),
    path("<slug:slug>/manage/history", history, name="history"),
    path("<slug:slug>/manage/close", close, name="close"),
]
