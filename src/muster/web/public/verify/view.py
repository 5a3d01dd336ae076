"""Checking a tournament without trusting it: the journal as a file, and a page that checks it in the browser."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from muster.app.history.public_verify import checkable, is_checkable, public_journal
from muster.app.history.reasons import holds_typed_words
from muster.app.history.seals import JournalFingerprint
from muster.app.standings.finishing import title_of
from muster.core.tournament.facts import FACTS
from muster.web.limits import slow_down, too_often
from muster.web.public.context import Floor, tournament_page
from muster.web.public.verify.words import translated


@tournament_page("rules")
def verify(floor: Floor) -> HttpResponse:
    """The commitment, the links and seeds so far, the seal, and how to check all of it."""
    found = checkable(floor.snapshot)
    if found is None:
        raise Http404("The plan is not announced yet.")
    context = {
        "heading": _("Check it yourself"),
        "found": found,
        "seal": JournalFingerprint(found.head, found.facts, found.sealed),
        "open": floor.tournament.open_journal,
        "typed_words": holds_typed_words(floor.snapshot.entries),
        "words": translated(),
        "kinds": [{"kind": fact.kind, "title": fact.title} for fact in FACTS],
    }
    return floor.shown("public/verify/verify.html", context, "round", "results", "people", "clock")


@tournament_page("rules")
def journal(floor: Floor) -> HttpResponse:
    """The public part of the journal as a file, with the names everybody sees."""
    if not is_checkable(floor.state) or not floor.tournament.open_journal:
        raise Http404("There is no journal for everybody.")
    wait = too_often(floor.request, "journal")
    if wait:
        return slow_down(floor.request, wait)
    lines = public_journal(floor.snapshot, title_of(floor.tournament), floor.names)
    response = HttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    name = f"{floor.event.code}-{floor.tournament.number}-journal.jsonl"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


_ONE = "<slug:code>/<int:number>/verify"

urlpatterns: list[URLPattern] = [
    path(_ONE, verify, name="verify"),
    path(f"{_ONE}/journal", journal, name="verify-journal"),
]
