"""Signing off a round at the desk: who did beside its results, and the page on which one does."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.floor.signing import sign_off
from muster.app.results import read as results
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Round
from muster.web.desk.context import Desk, desk_page, status_of
from muster.web.desk.results.sign_page import SignedPart, SignOffPage


@require_safe
@desk_page("results")
def signed(desk: Desk, round_no: int) -> HttpResponse:
    """Who signed a round, as a part of the page of its results that is open."""
    return desk.show(SignedPart(_round(desk, round_no)))


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("rule")
def sign(desk: Desk, round_no: int) -> HttpResponse:
    """What one signs by signing off a round, and the act itself."""
    back = desk.url("desk:results") + f"?round={round_no}"
    return signing_page(desk, round_no, SignOffPage, back)


def signing_page(desk: Desk, round_no: int, kind: type[SignOffPage], back: str) -> HttpResponse:
    """The page on which a round is signed off; after the act, on to where one came from.

    Args:
        desk: the desk of somebody who may rule.
        round_no: the round.
        kind: the page.
        back: where one comes from.
    """
    round_ = _round(desk, round_no)
    refusal = None
    if desk.request.method == "POST":
        seen = desk.request.POST.get("results", "")[:64]
        done = sign_off(desk.tournament.pk, desk.actor, round_no, seen=seen, key=desk.sent_key)
        if not isinstance(done, Refusal):
            messages.success(desk.request, _("Round %(number)d is approved.") % {"number": round_no})
            return redirect(back)
        refusal = done
    return desk.show(kind(desk, round_, back, refusal), status=status_of(refusal))


def _round(desk: Desk, round_no: int) -> Round:
    found = results.round_at(desk.state, round_no)
    if found is None:
        raise Http404("There is no such round.")
    return found


urlpatterns: list[URLPattern] = [
    path("results/<int:round_no>/signed", signed, name="results-signed"),
    path("results/<int:round_no>/sign", sign, name="results-sign"),
]
