"""The player's page and what it can do, by a private link and without an account."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.common.safe_text import one_line
from muster.app.floor import calls, left_tables
from muster.app.history.submitting import Done
from muster.app.people.requirements import note_own_uid
from muster.app.player import playing_acts as acts
from muster.app.player import setting_up
from muster.app.player.playing_acts import Sent
from muster.app.results.report import ResultAnswer
from muster.core.messages import say
from muster.core.tournament import queries
from muster.core.tournament.refusals import Refusal
from muster.web.live import order_of
from muster.web.player.context import Phone, player_act, player_page
from muster.web.player.page.around import naming_for
from muster.web.player.page.cached import give_pages, kept_page, may_be_kept
from muster.web.player.page.everybody import heads_of, kept_head
from muster.web.player.page.now import head_of
from muster.web.player.page.page import DropPage, PlayerPage, Typed, WhyPage
from muster.web.player.page.sight import sight_of

LONGEST_UID: Final = 60
"""Characters that are looked at; an Unlimited ID has fewer."""


@require_safe
@player_page
def page(phone: Phone) -> HttpResponse:
    """Where do I sit, against whom, how long; and what to do next."""
    order = order_of(phone.request)
    if order is not None and phone.me.own is not None:
        order.fill(str(phone.tournament.pk), ())
    if not may_be_kept(phone):
        return show(phone)
    if order is not None and order.wanted:
        return give_pages(phone, order)
    return kept_page(phone, sight_of(phone.me, phone.stars))


@require_safe
@player_page
def now(phone: Phone) -> HttpResponse:
    """The head of the page alone: what a phone shows first when it hears of a change, and fast for a whole hall.

    The front, where there is one, keeps it until something changes, and is given those of everybody at once.
    """
    sight = sight_of(phone.me)
    order, tournament = order_of(phone.request), str(phone.tournament.pk)
    if order is not None and (own := kept_head(sight, phone.token)):
        order.fill(tournament, heads_of(phone.me) if order.whole else [own])
    return HttpResponse(head_of(sight, phone.token))


def show(
    phone: Phone, *, refusal: Refusal | None = None, typed: Typed | None = None, status: int = 200
) -> HttpResponse:
    """The page as it stands, with why an act was not carried out and the form that came back."""
    return phone.show(
        PlayerPage(phone, sight_of(phone.me, phone.stars), refusal, typed or Typed()), status=status
    )


# About the match --------------------------------------------------------------------------------------------------


@player_act
def report(phone: Phone) -> HttpResponse:
    """Report the result, or one's own version of it."""
    sent = _sent(phone)
    answer = acts.report(phone.me, sent, naming_for(phone.me))
    return _after(phone, "report", sent, answer)


@player_act
def concede(phone: Phone) -> HttpResponse:
    """Concede the match; a table of three or four is left to the others."""
    sent = _sent(phone)
    if phone.me.at_table:
        refusal = acts.leave_table(phone.me, sent)
        return show(phone, refusal=refusal, status=409) if refusal else phone.go("left-table")
    answer = acts.concede(phone.me, sent, naming_for(phone.me))
    return _after(phone, "concede", sent, answer)


@player_act
def confirm(phone: Phone) -> HttpResponse:
    """Agree with the opponent's report."""
    sent = _sent(phone)
    return _after(phone, "confirm", sent, acts.confirm(phone.me, sent, naming_for(phone.me)))


@player_act
def deny(phone: Phone) -> HttpResponse:
    """Say that the opponent's report is not so, without a version of one's own."""
    sent = _sent(phone)
    return _after(phone, "deny", sent, acts.deny(phone.me, sent))


def _sent(phone: Phone) -> Sent:
    data = {name: value[:100] for name, value in phone.request.POST.items() if isinstance(value, str)}
    return Sent(
        data.get("meeting", ""), phone.sent_key, data, sure=data.get("sure", ""), seen=data.get("seen", "")
    )


def _after(phone: Phone, form: str, sent: Sent, answer: ResultAnswer) -> HttpResponse:
    """On to the page that says what was done, or the form again with why it was not."""
    if answer.done is not None:
        return phone.go(_did(phone, form, answer.done))
    status = 409 if answer.refusal and answer.refusal.code == "stale" else 422
    fresh = Phone(phone.request, phone.token, phone.entry)
    return show(fresh, refusal=answer.refusal, typed=Typed(form, sent.data, answer), status=status)


def _did(phone: Phone, form: str, done: Done) -> str:
    """What came of an act about the match: the opponent's report makes two different things of one's own."""
    round_ = queries.current_round(done.snapshot.state)
    match = queries.match_of(round_, phone.me.player) if round_ else None
    if match is not None and match.status in ("disputed", "confirmed"):
        return match.status
    if form != "concede" and match is not None and phone.me.player in match.agreed:
        return "agreed"
    return "conceded" if form == "concede" else "reported"


# About the player -------------------------------------------------------------------------------------------------


@player_act
def check_in(phone: Phone) -> HttpResponse:
    """Say that one is there."""
    return _done(phone, acts.check_in(phone.me, phone.sent_key), "checked-in")


@player_act
def uid(phone: Phone) -> HttpResponse:
    """Give one's Unlimited ID, or correct it."""
    typed = one_line(phone.request.POST.get("uid", ""))[:LONGEST_UID]
    problem = note_own_uid(phone.entry, typed, phone.me.state)
    if problem is None:
        return phone.go("saved")
    refusal = Refusal("bad-setup", problem.message, problem.clause)
    return show(phone, refusal=refusal, typed=Typed("uid", {"uid": typed}), status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def drop(phone: Phone) -> HttpResponse:
    """What dropping means, and the button that does it."""
    if phone.request.method == "POST":
        waits = phone.me.moment == "waiting"
        return _done(phone, acts.drop(phone.me, phone.sent_key), "off-the-list" if waits else "dropped")
    return phone.show(DropPage(phone))


@player_act
def come_back(phone: Phone) -> HttpResponse:
    """Take one's drop back, soon after it."""
    return _done(phone, acts.come_back(phone.me, phone.sent_key), "back")


def _done(phone: Phone, answer: Done | Refusal | None, did: str) -> HttpResponse:
    if isinstance(answer, Refusal):
        return show(Phone(phone.request, phone.token, phone.entry), refusal=answer, status=422)
    return phone.go(did)


# Calls ------------------------------------------------------------------------------------------------------------


@player_act
def call(phone: Phone) -> HttpResponse:
    """Call a judge to the table."""
    me = phone.me
    if not me.may_call:
        says = say("You have no match that is being played: ask at the desk.")
        return show(phone, refusal=Refusal("no-round", says), status=422)
    _call(phone, "judge")
    return phone.go("called")


@player_act
def rejoin(phone: Phone) -> HttpResponse:
    """Ask the desk to be let in again."""
    if not phone.me.may_ask_to_rejoin:
        says = say("Nobody can come back into this tournament any more: ask at the desk.")
        return show(phone, refusal=Refusal("no-rejoin", says), status=422)
    _call(phone, "rejoin")
    return phone.go("asked")


@player_act
def call_back(phone: Phone) -> HttpResponse:
    """Take an open call back, or a concession at a table of three or four."""
    if phone.request.POST.get("kind") == left_tables.KIND:
        acts.stay_at_table(phone.me)
        return phone.go("taken-back")
    kind: calls.CallKind = "rejoin" if phone.request.POST.get("kind") == "rejoin" else "judge"
    calls.take_back(phone.entry, kind)
    return phone.go("taken-back")


def _call(phone: Phone, kind: calls.CallKind) -> None:
    me = phone.me
    calls.make(
        phone.entry,
        kind,
        round_no=me.round.number if me.round else 0,
        table=me.match.pairing.table if me.match else None,
        note=phone.request.POST.get("note", "")[: calls.LONGEST * 2],
        key=phone.sent_key or None,
    )


# Setting up -------------------------------------------------------------------------------------------------------


def _tick(phone: Phone) -> HttpResponse:
    """Note that a step of setting up is done, or that it is not, for everybody at the table."""
    if phone.request.method != "POST":
        return phone.go()
    sent = phone.request.POST
    done = "tick" in sent
    step = sent.get("tick" if done else "untick", "")
    refusal = setting_up.tick(phone.me, sent.get("meeting", ""), step, done=done)
    if refusal:
        return show(phone, refusal=refusal, status=409)
    return HttpResponseRedirect(f"{phone.url()}#set-up")


tick: Final = require_http_methods(["GET", "HEAD", "POST"])(player_page(_tick, limit="building"))
"""A view; many steps are ticked in a short time, as cards are when a list is built."""


# Why --------------------------------------------------------------------------------------------------------------


@require_safe
@player_page
def why(phone: Phone) -> HttpResponse:
    """Why this opponent, or the bye; why this rank; and why each round is worth what it is."""
    return phone.show(WhyPage(phone, sight_of(phone.me)))
