"""Who belongs to an organisation: roles, invitations, removing, leaving."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from muster.app.organisations.invitations import invite_member, open_invitations_of, take_back
from muster.app.organisations.members import change_member_role, leave, leaving, members_of, remove_member
from muster.core.scoring.scored import Problem
from muster.people.models import Membership
from muster.web.fields import cited
from muster.web.organisation.context import OrganisationDesk, organisation_page
from muster.web.organisation.members.page import (
    LeaveOrganisation,
    MadeMemberInvitation,
    MembersPage,
    RefusedMemberInvitation,
    RemovePage,
)
from muster.web.qr import local_address, qr_svg, reachable


@require_safe
@organisation_page("see")
def members(home: OrganisationDesk) -> HttpResponse:
    """Everybody who belongs to it, and the invitations that are open."""
    return _page(home)


def _page(
    home: OrganisationDesk,
    *,
    invited: MadeMemberInvitation | None = None,
    refused: RefusedMemberInvitation | None = None,
    fault: str = "",
) -> HttpResponse:
    runs = home.member.may("members")
    page = MembersPage(
        home=home,
        memberships=members_of(home.organisation),
        open=open_invitations_of(home.organisation, timezone.now()) if runs else [],
        invited=invited,
        refused=refused,
        fault=fault,
    )
    return home.show(page, status=422 if refused or fault else 200)


@require_POST
@organisation_page("members")
def invite(home: OrganisationDesk) -> HttpResponse:
    """Make an invitation, and show its link unless it was sent by e-mail."""
    sent = home.request.POST
    role, to, email = sent.get("role", ""), sent.get("note", "")[:200], sent.get("email", "")[:254]
    made = invite_member(home.member, role, timezone.now(), to=to, email=email, key=home.sent_key)
    if isinstance(made, Problem):
        return _page(home, refused=RefusedMemberInvitation(role, to, email, made.field, str(made.message)))
    if made.invitation.email:
        says = _("The invitation is on its way to %(email)s.")
        messages.success(home.request, says % {"email": made.invitation.email})
        return home.go("members")
    link = reachable(home.request, reverse("organisation-join", args=[made.token]))
    shown = MadeMemberInvitation(made.invitation, link, qr_svg(link), local_address(home.request))
    return _page(home, invited=shown)


@require_POST
@organisation_page("members")
def revoke(home: OrganisationDesk, invitation: int) -> HttpResponse:
    """Take an invitation back."""
    if take_back(home.member, invitation):
        messages.success(home.request, _("The invitation is taken back."))
    return home.go("members")


@require_POST
@organisation_page("members")
def role(home: OrganisationDesk, pk: int) -> HttpResponse:
    """Give a member another role."""
    answer = change_member_role(home.member, pk, home.request.POST.get("role", ""))
    if isinstance(answer, Problem):
        return _page(home, fault=str(answer.message))
    says = _("%(name)s is %(role)s now.")
    messages.success(home.request, says % {"name": answer.account, "role": answer.get_role_display()})
    return home.go("members")


@organisation_page("members")
def remove(home: OrganisationDesk, pk: int) -> HttpResponse:
    """Take a member out, after showing what becomes of their work."""
    held = Membership.objects.filter(organisation=home.organisation, pk=pk).select_related("account").first()
    if held is None:
        raise Http404("They do not belong to this organisation.")
    what = leaving(home.organisation, held.account)
    if home.request.method != "POST":
        return home.show(RemovePage(held, what))
    from_staff = "from_staff" in home.request.POST
    answer = remove_member(home.member, pk, from_staff=from_staff)
    if isinstance(answer, Problem):
        return home.show(RemovePage(held, what, cited(str(answer.message), answer.clause)), status=422)
    says = _("%(name)s does not belong to %(organisation)s any more.")
    messages.success(home.request, says % {"name": answer.account, "organisation": home.organisation})
    return home.go("members")


@organisation_page("see")
def leave_it(home: OrganisationDesk) -> HttpResponse:
    """Belong to it no more, after showing what becomes of one's work."""
    what = leaving(home.organisation, home.member.account)
    if home.request.method != "POST":
        return home.show(LeaveOrganisation(what))
    if problem := leave(home.member):
        return home.show(LeaveOrganisation(what, cited(str(problem.message), problem.clause)), status=422)
    messages.success(home.request, _("You left %(organisation)s.") % {"organisation": home.organisation})
    return redirect("organisations")


urlpatterns: list[URLPattern] = [
    path("<slug:slug>/manage/members", members, name="members"),
    path("<slug:slug>/manage/members/invite", invite, name="invite"),
    path("<slug:slug>/manage/members/invitations/<int:invitation>/revoke", revoke, name="revoke"),
    path("<slug:slug>/manage/members/<int:pk>/role", role, name="role"),
    path("<slug:slug>/manage/members/<int:pk>/remove", remove, name="remove"),
    path("<slug:slug>/manage/leave", leave_it, name="leave"),
]
