"""A pool at the desk: typed from the sheet that the player opposite has signed, looked at, kept."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from muster.app.rosters.pools import pools_asked, read_pool, register_pool
from muster.app.rosters.terms import plan_of
from muster.app.rounds.building import own_building
from muster.core.ids import PlayerId
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.exchange.rosters.reading import LARGEST, Unreadable
from muster.exchange.whole import number_of
from muster.people.models import Entry
from muster.web.desk.building.pool_page import PoolAtDesk
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.rosters.one_page import name_of
from muster.web.desk.rosters.one_view import entry_of, rules_or_404
from muster.web.sent_pool import SentPool


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("rosters")
def pool(desk: Desk, entry: int) -> HttpResponse:
    """The pool of a player, and the form to type it from a sheet."""
    if not pools_asked(plan_of(desk.tournament), desk.state):
        raise Http404("No pools are registered here.")
    who = entry_of(desk, entry)
    if desk.request.method != "POST":
        return _page(desk, who, SentPool())
    text = desk.request.POST.get("text", "")[: LARGEST + 1]
    if not text.strip():
        return _page(desk, who, SentPool("", Unreadable(say("Type the cards first, one on each line."))), 422)
    sent = SentPool(text[:LARGEST], read_pool(desk.tournament, desk.state, text))
    if sent.verdict is None or desk.request.POST.get("act") != "keep":
        return _page(desk, who, sent, 200 if sent.verdict else 422)
    registrar = _opposite(desk, who) if desk.request.POST.get("signed") == "on" else None
    seen = number_of(desk.request.POST.get("seen", "0"))
    answer = register_pool(who, registrar, sent.verdict, desk.actor, timezone.now(), seen)
    if isinstance(answer, Refusal):
        return _page(desk, who, SentPool(sent.text, sent.found, answer), 422)
    messages.success(desk.request, _("The pool of %(name)s is registered.") % {"name": name_of(who)})
    return desk.go("desk:building")


def _opposite(desk: Desk, who: Entry) -> Entry | None:
    """The registration of the player who is to register this pool by the seats."""
    seat = own_building(desk.state, PlayerId(who.player)) if who.player is not None else None
    if seat is None or seat.watched_by is None:
        return None
    rows = Entry.objects.filter(tournament=desk.tournament, player=seat.watched_by)
    return rows.select_related("person").first()


def _page(desk: Desk, who: Entry, sent: SentPool, status: int = 200) -> HttpResponse:
    versions = list(who.pools.select_related("registrar__person").order_by("-number"))
    other = _opposite(desk, who)
    page = PoolAtDesk(desk, who, rules_or_404(desk), versions, name_of(other) if other else "", sent)
    return desk.show(page, status=status)


urlpatterns: list[URLPattern] = [path("round/building/pool/<int:entry>", pool, name="pool")]
