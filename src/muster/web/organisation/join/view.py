"""Accepting or declining an invitation into an organisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from muster.app.accounts import accounts
from muster.app.organisations.invitations import accept_invitation, decline_invitation, invitation_to
from muster.app.organisations.standing import MEMBER_DOES
from muster.app.staff.posts import MemberRole
from muster.core.scoring.scored import Problem
from muster.people.models import Account, OrganisationInvitation
from muster.web.account.page import DeadLinkPage
from muster.web.account.view import log_in
from muster.web.limits import limited
from muster.web.page import Page, show


@dataclass(frozen=True)
class JoinOrganisation(Page):
    """Become a member by an invitation, or decline it.

    Attributes:
        invitation: where, as what.
        typed: the name in the form, for somebody without an account.
        fault: why they could not join; empty if they have not tried.
    """

    template: ClassVar[str] = "organisation/join/join.html"
    invitation: OrganisationInvitation
    typed: str
    fault: str = ""

    @property
    def does(self) -> str:
        """What the role does there."""
        role: MemberRole = self.invitation.role  # type: ignore[assignment]  # the column holds nothing else
        return str(MEMBER_DOES[role])


@never_cache
@limited("link")
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Become a member by an invitation, with an account or with nothing but a name; or decline."""
    now = timezone.now()
    state, invitation = invitation_to(token, now)
    if invitation is None:
        return _dead(request, DeadLinkPage(state, "organisation"))
    if request.method != "POST":
        return _page(request, invitation)
    if "decline" in request.POST:
        return _declined(request, token)
    member: Account | Problem
    if isinstance(request.user, Account):
        member, made = request.user, False
    else:
        member, made = accounts.new_account(request.POST.get("name", "")), True
    if isinstance(member, Problem):
        return _page(request, invitation, member)
    joined = accept_invitation(token, member, now)
    if isinstance(joined, Problem | str):
        if made:
            member.delete()
        if isinstance(joined, Problem):
            return _page(request, invitation, joined)
        return _dead(request, DeadLinkPage(joined, "organisation"))
    messages.success(request, _("Welcome to %(organisation)s.") % {"organisation": joined.organisation})
    goal = reverse("organisation:manage", args=[joined.organisation.slug])
    return log_in(request, member, goal) if made else redirect(goal)


def _declined(request: HttpRequest, token: str) -> HttpResponse:
    answer = decline_invitation(token, timezone.now())
    if isinstance(answer, str):
        return _dead(request, DeadLinkPage(answer, "organisation"))
    messages.success(request, _("You declined. The link opens nothing any more."))
    return redirect("home" if not request.user.is_authenticated else "organisations")


def _page(
    request: HttpRequest, invitation: OrganisationInvitation, problem: Problem | None = None
) -> HttpResponse:
    typed, fault = request.POST.get("name", "")[:1000], str(problem.message) if problem else ""
    return show(request, JoinOrganisation(invitation, typed, fault), status=422 if problem else 200)


def _dead(request: HttpRequest, page: DeadLinkPage) -> HttpResponse:
    return show(request, page, status=404 if page.state == "unknown" else 410)


urlpatterns: list[URLPattern] = [path("organisations/join/<str:token>", join, name="organisation-join")]
