"""Who runs the event: roles, invitations by link, handing over, leaders who also play."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from muster.app.common.search import Texts
from muster.app.staff import leading
from muster.app.staff import staff as people
from muster.core.scoring.scored import Problem
from muster.exchange.whole import number_of
from muster.people.models import Entry, Staff
from muster.web.desk.context import EventDesk, account_of, event_page
from muster.web.desk.staff.page import AlsoPlays, HandingOver, MadeInvitation, RefusedInvitation, StaffList
from muster.web.fields import cited
from muster.web.qr import local_address, qr_svg, reachable

MOST_PLAYERS = 300
"""More players than these are not offered in a list to choose from."""


@never_cache
@event_page("look")
def staff(desk: EventDesk) -> HttpResponse:
    """Everybody on the staff, and the invitations that are open."""
    return _page(desk)


def _page(
    desk: EventDesk,
    *,
    status: int = 200,
    invited: MadeInvitation | None = None,
    refused: RefusedInvitation | None = None,
    fault: str = "",
) -> HttpResponse:
    page = StaffList(
        desk=desk,
        remarks=leading.remarks(desk.event),
        players=leading.players_among(desk.event),
        open=people.open_invitations(desk.event, timezone.now()) if desk.actor.may("manage-staff") else [],
        invited=invited,
        refused=refused,
        fault=fault,
    )
    return desk.show(page, status=status)


@never_cache
@require_POST
@event_page("manage-staff")
def invite(desk: EventDesk) -> HttpResponse:
    """Make an invitation and show its link, which nobody can look up again."""
    sent, by = desk.request.POST, account_of(desk.request)
    role, note = sent.get("role", ""), sent.get("note", "")[:200]
    made = people.invite(desk.event, desk.actor, role, timezone.now(), by=by, note=note, key=desk.sent_key)
    if isinstance(made, Problem):
        shown = cited(str(made.message), made.clause)
        return _page(desk, status=422, refused=RefusedInvitation(role, note, shown))
    link = reachable(desk.request, reverse("join", args=[made.token]))
    return _page(
        desk, invited=MadeInvitation(made.invitation, link, qr_svg(link), local_address(desk.request))
    )


@require_POST
@event_page("manage-staff")
def revoke(desk: EventDesk, invitation: int) -> HttpResponse:
    """Take an invitation back."""
    people.revoke(desk.event, desk.actor, invitation)
    messages.success(desk.request, _("The invitation is taken back."))
    return redirect("desk:staff", desk.event.code)


@require_POST
@event_page("manage-staff")
def role(desk: EventDesk, post: int) -> HttpResponse:
    """Give somebody another role."""
    answer = people.change_role(desk.event, desk.actor, post, desk.request.POST.get("role", ""))
    return _answered(desk, answer, _("%(name)s is %(role)s now."))


@require_POST
@event_page("manage-staff")
def remove(desk: EventDesk, post: int) -> HttpResponse:
    """Take somebody off the staff."""
    answer = people.remove(desk.event, desk.actor, post)
    return _answered(desk, answer, _("%(name)s is not on the staff any more."))


@event_page("manage-staff")
def hand_over(desk: EventDesk) -> HttpResponse:
    """Make somebody else the organiser, after asking."""
    request = desk.request
    others = list(desk.event.staff.select_related("account").exclude(role="organiser").order_by("pk"))
    if request.method != "POST":
        return desk.show(HandingOver(others))
    post = number_of(request.POST.get("post", ""))
    then = request.POST.get("then", "")
    answer = people.hand_over(desk.event, desk.actor, post, then)
    if isinstance(answer, Problem):
        fault = cited(str(answer.message), answer.clause)
        return desk.show(HandingOver(others, post, then, fault), status=422)
    says = _("%(name)s is the organiser of %(event)s now.")
    messages.success(request, says % {"name": answer.account, "event": desk.event.name})
    return redirect("desk:staff", desk.event.code) if then else redirect("desk:home")


@event_page("manage-staff")
def plays(desk: EventDesk, post: int) -> HttpResponse:
    """Say as which player somebody on the staff also plays, or that they do not."""
    held = desk.event.staff.select_related("account").filter(pk=post).first()
    if held is None:
        return redirect("desk:staff", desk.event.code)
    search = desk.request.GET.get("q", "")[:100]
    rows = Entry.objects.filter(tournament__event=desk.event, status="entered").exclude(player=None)
    texts = Texts(rows.values_list("pk", "person__name")) if search else None
    shown = rows.filter(pk__in=texts.fitting(search)) if texts else rows
    found = shown.select_related("person", "tournament").order_by("tournament__number", "player")
    now = [one.pk for one in rows.filter(person__account=held.account_id)]
    page = AlsoPlays(held, list(found[:MOST_PLAYERS]), now, search)
    if desk.request.method != "POST":
        return desk.show(page)
    sent = desk.request.POST.get("entry", "")
    if not sent:
        leading.plays_not(desk.event, desk.actor, post)
        return redirect("desk:staff", desk.event.code)
    answer = leading.plays_as(desk.event, desk.actor, post, number_of(sent))
    if isinstance(answer, Problem):
        return desk.show(replace(page, fault=cited(str(answer.message), answer.clause)), status=422)
    return redirect("desk:staff", desk.event.code)


def _answered(desk: EventDesk, answer: Staff | Problem, says: str) -> HttpResponse:
    if isinstance(answer, Problem):
        return _page(desk, status=422, fault=cited(str(answer.message), answer.clause))
    words = {"name": answer.account, "role": answer.get_role_display()}
    messages.success(desk.request, says % words)
    return redirect("desk:staff", desk.event.code)


urlpatterns: list[URLPattern] = [
    path("<slug:code>/staff", staff, name="staff"),
    path("<slug:code>/staff/invite", invite, name="invite"),
    path("<slug:code>/staff/invitations/<int:invitation>/revoke", revoke, name="revoke"),
    path("<slug:code>/staff/hand-over", hand_over, name="hand-over"),
    path("<slug:code>/staff/<int:post>/role", role, name="role"),
    path("<slug:code>/staff/<int:post>/remove", remove, name="remove"),
    path("<slug:code>/staff/<int:post>/plays", plays, name="plays"),
]
