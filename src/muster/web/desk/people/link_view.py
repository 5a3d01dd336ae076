"""A player's private link at the desk: shown when asked for, sent, replaced; and what the staff saw of papers."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from muster.app.common.addresses import note_address
from muster.app.common.safe_text import one_line
from muster.app.links.player_links import renew, token_of
from muster.app.mail.messages import mail_leaves, send_link
from muster.app.people.requirements import note_details, note_seen, uid_problem, uid_taken, wanted
from muster.app.registration.player_settings import keeper_of, let_go
from muster.people.models import Entry
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.people.page import PrivateLink
from muster.web.qr import local_address, qr_svg, reachable


@require_safe
@desk_page("people")
def link(desk: Desk, pk: int) -> HttpResponse:
    """The link as a QR code, for the player to scan."""
    entry = _entry(desk, pk)
    if entry.person.erased_at is not None:
        raise Http404("There is nobody any more whose link this would be.")
    address = reachable(desk.request, reverse("player:page", args=[token_of(entry)]))
    response = desk.show(
        PrivateLink(
            entry=entry,
            address=address,
            qr=qr_svg(address),
            local=local_address(desk.request),
            leaves=mail_leaves(),
            keeper=keeper_of(entry),
        )
    )
    response.headers["Cache-Control"] = "private, no-store"
    return response


@require_POST
@desk_page("people")
def new_link(desk: Desk, pk: int) -> HttpResponse:
    """Make a new link; the old one opens nothing any more."""
    entry = _entry(desk, pk)
    # The page says which link it showed: the same form sent twice replaces that one, once.
    if desk.request.POST.get("link") == str(entry.link_no):
        if desk.request.POST.get("account") == "out":
            let_go(entry)
        renew(entry)
        messages.success(desk.request, _("This is a new link. The old one opens nothing any more."))
    return desk.go("desk:player-link", pk)


@require_POST
@desk_page("people")
def mail_link(desk: Desk, pk: int) -> HttpResponse:
    """Send the link to the player's own address."""
    note_address(desk.request.build_absolute_uri("/"))
    if send_link(_entry(desk, pk), timezone.now()):
        messages.success(desk.request, _("The link is on its way to them."))
    else:
        messages.warning(desk.request, _("There is no e-mail address on their sheet: write one there first."))
    return desk.go("desk:player-link", pk)


@require_POST
@desk_page("check-in")
def seen(desk: Desk, pk: int) -> HttpResponse:
    """Note that identification or the guardian was seen, or was not after all."""
    entry, post = _entry(desk, pk), desk.request.POST
    if post.get("what") == "identity":
        note_seen(entry, "identity", _at(post.get("seen")), desk.actor)
    elif post.get("what") == "guardian":
        note_seen(entry, "guardian", _at(post.get("seen")), desk.actor)
    return _back(desk, entry)


@require_POST
@desk_page("people")
def papers(desk: Desk, pk: int) -> HttpResponse:
    """Note the UID, and whether the player is too young to register alone."""
    entry, uid = _entry(desk, pk), one_line(desk.request.POST.get("uid", ""))
    found = wanted(desk.state)
    problem = uid_problem(uid) or uid_taken(desk.tournament.pk, uid, found, but=entry.pk)
    if problem is not None:
        messages.error(desk.request, str(problem.message))
    else:
        note_details(entry, uid, desk.actor, minor=desk.request.POST.get("minor") == "yes")
        messages.success(desk.request, _("Noted."))
    return _back(desk, entry)


def _at(said: str | None) -> datetime | None:
    return timezone.now() if said == "yes" else None


def _back(desk: Desk, entry: Entry) -> HttpResponse:
    return desk.go("desk:player", entry.player) if entry.player else desk.go("desk:registration", entry.pk)


def _entry(desk: Desk, pk: int) -> Entry:
    found = Entry.objects.select_related("person", "tournament__event").filter(
        tournament=desk.tournament, pk=pk
    )
    entry = found.first()
    if entry is None:
        raise Http404("There is no such player.")
    return entry


urlpatterns: list[URLPattern] = [
    path("players/entry/<int:pk>/link", link, name="player-link"),
    path("players/entry/<int:pk>/link/new", new_link, name="player-link-new"),
    path("players/entry/<int:pk>/link/mail", mail_link, name="player-link-mail"),
    path("players/entry/<int:pk>/seen", seen, name="player-seen"),
    path("players/entry/<int:pk>/papers", papers, name="player-papers"),
]
