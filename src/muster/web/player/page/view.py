"""The player's page and what it can do, by a private link and without an account."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.common.names import naming, public_names
from muster.app.floor import calls
from muster.app.history.submitting import Done
from muster.app.people.player_sheet import on_drop
from muster.app.player import playing_acts as acts
from muster.app.player.playing_acts import Sent
from muster.app.player.playing_rows import naming_for
from muster.app.results.report import ResultAnswer
from muster.app.results.report_forms import elsewhere
from muster.app.rounds.read import why as why_pairing
from muster.app.standings.breakdown import rank_breakdown
from muster.core.ids import Naming
from muster.core.messages import say
from muster.core.tournament import queries
from muster.core.tournament.refusals import Refusal
from muster.web.player.context import Phone, player_act, player_page
from muster.web.player.page.cached import kept_page, may_be_kept
from muster.web.player.page.own_worth import own_worths
from muster.web.player.page.page import DropPage, PlayerPage, WhyPage, sight_of
from muster.web.player.rosters.play_view import counted_fields

DID = {
    "checked-in": gettext_lazy("You are checked in. See you at the tables."),
    "reported": gettext_lazy("Your report is in. Your opponent is asked to confirm it."),
    "confirmed": gettext_lazy("The result is confirmed. Thank you."),
    "disputed": gettext_lazy("Your word is in, and it differs: go to the desk together, they decide."),
    "conceded": gettext_lazy("You have conceded. Your opponent is asked to confirm it."),
    "called": gettext_lazy("A judge is called. Stay at your table, and raise a hand."),
    "taken-back": gettext_lazy("Taken back."),
    "dropped": gettext_lazy("You have dropped. Thank you for playing."),
    "off-the-list": gettext_lazy("You are off the waiting list."),
    "back": gettext_lazy("You are back in."),
    "asked": gettext_lazy("The desk is asked. This page says when you are in again."),
    "saved": gettext_lazy("Saved."),
    "kept": gettext_lazy("The event is kept in your account."),
    "registered": gettext_lazy("Your registration is in. This page is yours alone: keep its link, below."),
}
"""What was done, as the page says it after an act; named by `?did=`."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A form that came back: which one, what was typed, what came of it."""

    form: str = ""
    data: Mapping[str, str] = field(default_factory=dict)
    answer: ResultAnswer = field(default_factory=ResultAnswer)


@require_safe
@player_page
def page(phone: Phone) -> HttpResponse:
    """Where do I sit, against whom, how long; and what to do next."""
    if not may_be_kept(phone):
        return show(phone)
    sight = sight_of(phone.me)
    return kept_page(phone, sight, lambda: _context(phone, sight))


def show(
    phone: Phone, *, refusal: Refusal | None = None, typed: Typed | None = None, status: int = 200
) -> HttpResponse:
    """The page as it stands, with why an act was not carried out and the form that came back."""
    context = _context(phone, sight_of(phone.me), refusal, typed)
    return phone.render("player/page/page.html", context, status=status)


def _context(
    phone: Phone, sight: PlayerPage, refusal: Refusal | None = None, typed: Typed | None = None
) -> dict[str, Any]:
    return {
        "sight": sight,
        "clock": sight.my_clock,
        "me": phone.me,
        "event": phone.event,
        "tournament": phone.tournament,
        "refusal": refusal,
        "did": "" if refusal else DID.get(phone.request.GET.get("did", ""), ""),
        "key": phone.new_key(),
        "live": {"code": phone.event.code, "topics": sight.topics},
        "now_ms": phone.now_ms,
        **_forms(phone, sight, typed or Typed()),
    }


def _forms(phone: Phone, sight: PlayerPage, typed: Typed) -> dict[str, Any]:
    """The forms about the match: the report, one's own version of it, and conceding."""
    if not phone.me.may_report:
        return {}
    preview = typed.answer.preview
    problems = (preview.problems or preview.surprises) if preview else ()
    own = typed.form in ("report", "concede")
    counted = counted_fields(phone.request.GET)
    report = sight.form(typed.data or counted, problems if typed.form == "report" else ())
    concede = sight.form(
        typed.data if typed.form == "concede" else {},
        problems if typed.form == "concede" else (),
        end="concession",
    )
    shown = concede if typed.form == "concede" else report
    asks = bool(preview and preview.surprises and not preview.problems and own)
    return {
        "fields": report,
        "concede_fields": concede,
        "counted": bool(counted),
        "back": typed.form or phone.request.GET.get("open", ""),
        "elsewhere": elsewhere(shown, problems) if preview else (),
        "preview": preview if preview and not preview.problems else None,
        "asks": asks,
        "sure": preview.token if asks and preview else "",
    }


# About the match --------------------------------------------------------------------------------------------------


@player_act
def report(phone: Phone) -> HttpResponse:
    """Report the result, or one's own version of it."""
    sent = _sent(phone)
    answer = acts.report(phone.me, sent, naming_for(phone.me))
    return _after(phone, "report", sent, answer)


@player_act
def concede(phone: Phone) -> HttpResponse:
    """Concede the match."""
    sent = _sent(phone)
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
    return "conceded" if form == "concede" else "reported"


# About the player -------------------------------------------------------------------------------------------------


@player_act
def check_in(phone: Phone) -> HttpResponse:
    """Say that one is there."""
    return _done(phone, acts.check_in(phone.me, phone.sent_key), "checked-in")


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def drop(phone: Phone) -> HttpResponse:
    """What dropping means, and the button that does it."""
    if phone.request.method == "POST":
        waits = phone.me.moment == "waiting"
        return _done(phone, acts.drop(phone.me, phone.sent_key), "off-the-list" if waits else "dropped")
    sight = sight_of(phone.me)
    possible = phone.me.may_drop and phone.me.own is not None
    would = on_drop(phone.me.snapshot, phone.me.player, _all_names(phone)) if possible else None
    return phone.show(
        DropPage(
            sight=sight,
            me=phone.me,
            event=phone.event,
            would=would,
            rules=phone.me.state.regulations.attendance if phone.me.state.setup else None,
            key=phone.new_key(),
        )
    )


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
    """Take an open call back."""
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


# Why --------------------------------------------------------------------------------------------------------------


@require_safe
@player_page
def why(phone: Phone) -> HttpResponse:
    """Why this opponent, or the bye; why this rank; and why each round is worth what it is."""
    me, sight = phone.me, sight_of(phone.me)
    met = me.own is not None and me.round is not None and (me.match or me.bye)
    pairing = (
        why_pairing(me.snapshot, me.round.number, me.player, _all_names(phone)) if met and me.round else None
    )
    after = queries.completed(me.state)
    standing = rank_breakdown(me.state, after, me.player, _all_names(phone)) if sight.ranked else None
    worths = own_worths(me.state, me.player, _all_names(phone)) if me.own else ()
    return phone.show(
        WhyPage(
            sight=sight,
            me=me,
            event=phone.event,
            tournament=phone.tournament,
            pairing=pairing,
            standing=standing,
            worths=worths,
            verify=reverse("public:verify", args=[phone.event.code, phone.tournament.number])
            if phone.event.listed
            else "",
        )
    )


def _all_names(phone: Phone) -> Naming:
    """Every player's public name: these pages may speak of anybody."""
    return naming(public_names(phone.tournament))
