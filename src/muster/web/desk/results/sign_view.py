"""Signing off a round at the desk: who did beside its results, and the page on which one does."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.floor.signing import (
    changes_since,
    matches_to_sign,
    sign_off,
    signed_before,
    signed_round,
    to_sign,
)
from muster.app.history.seals import JournalFingerprint, seal_of
from muster.app.results import read as results
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Round
from muster.web.desk.context import Desk, desk_page


@require_safe
@desk_page("results")
def signed(desk: Desk, round_no: int) -> HttpResponse:
    """Who signed a round, as a part of the page of its results that is open."""
    return desk.render("desk/results/signed.html", {"round": _round(desk, round_no)})


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("rule")
def sign(desk: Desk, round_no: int) -> HttpResponse:
    """What one signs by signing off a round, and the act itself."""
    back = desk.url("desk:results") + f"?round={round_no}"
    return signing_page(desk, round_no, "desk/results/sign.html", back)


def signing_page(desk: Desk, round_no: int, template: str, back: str) -> HttpResponse:
    """The page on which a round is signed off; after the act, on to where one came from.

    Args:
        desk: the desk of somebody who may rule.
        round_no: the round.
        template: the page.
        back: where one comes from.
    """
    round_ = _round(desk, round_no)
    refusal = None
    if desk.request.method == "POST":
        seen = desk.request.POST.get("results", "")[:64]
        done = sign_off(desk.tournament.pk, desk.actor, round_no, seen=seen, key=desk.sent_key)
        if not isinstance(done, Refusal):
            messages.success(desk.request, _("Round %(number)d is signed off.") % {"number": round_no})
            return redirect(back)
        refusal = done
    asked = to_sign(desk.snapshot, desk.actor, round_no)
    if not isinstance(asked, Refusal) and asked.signed:
        asked = signed_before(round_no)
    context = {
        "round": round_,
        "back": back,
        "asked": None if isinstance(asked, Refusal) else asked,
        "refusal": refusal or (asked if isinstance(asked, Refusal) else None),
        "rows": [results.row_of(desk.state, one, desk.name) for one in matches_to_sign(round_)],
        **signed_context(desk, round_),
    }
    status = 200 if refusal is None else 409 if refusal.code == "stale" else 422
    return desk.render(template, context, status=status)


def signed_context(desk: Desk, round_: Round) -> dict[str, Any]:
    """Who signed a round, and what has changed in it since."""
    found = signed_round(desk.snapshot, round_)
    mine = {f"account:{one.account}" for one in found.holding}
    return {
        "signed": found,
        "changes": changes_since(desk.snapshot, found, desk.name, desk.words),
        "may_sign": desk.actor.may("rule") and round_.complete and desk.actor.who not in mine,
    }


def printed_seal(desk: Desk) -> JournalFingerprint | None:
    """The seal as it is printed: with the address at which everybody can check it, once the event is public."""
    address = desk.request.build_absolute_uri(desk.url("public:verify")) if desk.event.listed else ""
    return seal_of(desk.snapshot, address)


def _round(desk: Desk, round_no: int) -> Round:
    found = results.round_at(desk.state, round_no)
    if found is None:
        raise Http404("There is no such round.")
    return found


urlpatterns: list[URLPattern] = [
    path("results/<int:round_no>/signed", signed, name="results-signed"),
    path("results/<int:round_no>/sign", sign, name="results-sign"),
]
