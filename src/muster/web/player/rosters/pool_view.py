"""A player registers the pool of whoever sits opposite, looks at it, and signs it."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from muster.app.rosters.pools import OwnPools, own_pools, read_pool, register_pool
from muster.app.rosters.terms import rules_of
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.exchange.rosters.reading import LARGEST, Unreadable
from muster.exchange.whole import number_of
from muster.people.models import Entry
from muster.web.player.context import Phone, player_page
from muster.web.player.rosters.pool_page import PoolPage
from muster.web.sent_pool import SentPool


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def pool(phone: Phone) -> HttpResponse:
    """The pool of the player opposite: typed, looked at, signed."""
    pools = own_pools(phone.entry, phone.me.state)
    if pools is None:
        raise Http404("No pools are registered here.")
    if phone.request.method != "POST":
        return _page(phone, pools, SentPool())
    text = phone.request.POST.get("text", "")[: LARGEST + 1]
    if not text.strip():
        return _page(
            phone, pools, SentPool("", Unreadable(say("Type the cards first, one on each line."))), 422
        )
    found = read_pool(phone.tournament, phone.me.state, text)
    sent = SentPool(text[:LARGEST], found)
    if sent.verdict is None or phone.request.POST.get("do") != "register":
        return _page(phone, pools, sent, 200 if sent.verdict else 422)
    return _registered(phone, pools, sent)


def _registered(phone: Phone, pools: OwnPools, sent: SentPool) -> HttpResponse:
    owner = Entry.objects.filter(tournament=phone.tournament, player=pools.watched).first()
    if owner is None or sent.verdict is None:
        raise Http404("There is nobody whose pool this could be.")
    owner.tournament = phone.tournament
    number = number_of(phone.request.POST.get("seen", ""))
    answer = register_pool(owner, phone.entry, sent.verdict, phone.me.actor, timezone.now(), number)
    if isinstance(answer, Refusal):
        status = 409 if answer.code == "stale" else 422
        fresh = own_pools(phone.entry, phone.me.state) or pools
        return _page(phone, fresh, SentPool(sent.text, sent.found, answer), status)
    return HttpResponseRedirect(f"{phone.url('player:pool')}?did=registered")


def _page(phone: Phone, pools: OwnPools, sent: SentPool, status: int = 200) -> HttpResponse:
    rules = rules_of(phone.me.state)
    if rules is None:
        raise Http404("These regulations say nothing of rosters.")
    return phone.show(PoolPage(phone, rules, pools, sent), status=status)


urlpatterns: list[URLPattern] = [path("<str:token>/pool", pool, name="pool")]
