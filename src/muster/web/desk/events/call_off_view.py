"""Calling an event off, and what became of its messages."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from muster.app.common.addresses import note_address
from muster.app.events import calling_off
from muster.app.mail import messages as told
from muster.app.mail.messages import mail_leaves
from muster.web.desk.context import EventDesk, event_page
from muster.web.desk.events.page import CallOffPage


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("manage-event")
def call_off(desk: EventDesk) -> HttpResponse:
    """Call the event off, after asking why."""
    if desk.request.method != "POST":
        return desk.show(CallOffPage())
    note_address(desk.request.build_absolute_uri("/"))
    reason = desk.request.POST.get("reason", "")
    problem = calling_off.call_off(desk.event, desk.actor, reason, timezone.now())
    if problem is not None:
        return desk.show(CallOffPage(problem.message, reason[:2000]), status=422)
    if mail_leaves():
        says = _("The event is called off. Everybody who registered with an address is written to.")
    else:
        says = _("The event is called off. This site sends no mail: tell the players yourself.")
    messages.success(desk.request, says)
    return redirect("desk:settings", desk.event.code)


@require_POST
@event_page("manage-event")
def call_on(desk: EventDesk) -> HttpResponse:
    """The event takes place after all."""
    note_address(desk.request.build_absolute_uri("/"))
    calling_off.call_on(desk.event, desk.actor)
    messages.success(
        desk.request, _("The event takes place. Everybody who was written to is written to again.")
    )
    return redirect("desk:settings", desk.event.code)


@require_POST
@event_page("manage-event")
def unsent(desk: EventDesk) -> HttpResponse:
    """Try once more what could not be sent, or give it up; or send everybody their link."""
    note_address(desk.request.build_absolute_uri("/"))
    if desk.request.POST.get("do") == "links":
        count = told.send_links(desk.event, timezone.now())
        says = ngettext(
            "%(count)d player is sent their link.", "%(count)d players are sent their links.", count
        )
        messages.success(desk.request, says % {"count": count})
    elif desk.request.POST.get("do") == "forget":
        told.forget(desk.event, timezone.now())
    else:
        count = told.again(desk.event)
        says = ngettext("%(count)d message is tried again.", "%(count)d messages are tried again.", count)
        messages.success(desk.request, says % {"count": count})
    return redirect("desk:settings", desk.event.code)


urlpatterns: list[URLPattern] = [
    path("<slug:code>/call-off", call_off, name="call-off"),
    path("<slug:code>/call-on", call_on, name="call-on"),
    path("<slug:code>/messages", unsent, name="messages"),
]
