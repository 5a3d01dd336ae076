"""Loading cards: files or a text are read, what they would change is looked at, then they are kept."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from muster.app.rosters import own_cards
from muster.app.rosters.catalogues import LONGEST_EDITION, Imported, OvertakenError
from muster.core.messages import say
from muster.exchange.catalogues import csv_form
from muster.exchange.catalogues.entries import LARGEST, CatalogueProblem
from muster.exchange.catalogues.sources import Gathered, gathered
from muster.exchange.whole import number_of
from muster.rules.rosters import Game
from muster.web.desk.catalogue.page import LoadPage
from muster.web.desk.context import Desk, account_of, desk_page
from muster.web.desk.rosters.one_view import rules_or_404
from muster.web.fields import Day, OneLine
from muster.web.uploads import takes_files

MOST_FILES: Final = 40
"""Files of one upload."""

_WAYS: Final = [
    ("whole", gettext_lazy("All cards of the edition")),
    ("some", gettext_lazy("Some: the others stay")),
]


class LoadForm(forms.Form):
    """Where cards go, and since when their prices hold."""

    edition = OneLine(
        label=gettext_lazy("Name of your edition"),
        max_length=LONGEST_EDITION,
        help_text=gettext_lazy("A new name begins an edition, such as 2025-06; one you have gets a version."),
    )
    way = forms.ChoiceField(label=gettext_lazy("What is loaded"), choices=_WAYS)
    starts = Day(
        label=gettext_lazy("Prices hold from"),
        required=False,
        help_text=gettext_lazy(
            "Empty: as the file says. With a day, earlier prices of the edition hold until the day before."
        ),
    )
    note = OneLine(label=gettext_lazy("What was changed and why"), max_length=300, required=False)
    use = forms.BooleanField(
        label=gettext_lazy("This tournament's rosters are checked by this edition"), required=False
    )


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("manage-event")
def load(desk: Desk) -> HttpResponse:
    """The form; sent, what it would change; sent again, keep it."""
    game = rules_or_404(desk).game
    if desk.request.method != "POST":
        typed = {
            "edition": desk.request.GET.get("edition", "")[:LONGEST_EDITION],
            "way": "whole",
            "use": True,
        }
        return desk.show(LoadPage(desk, LoadForm(initial=typed)))
    form = LoadForm(desk.request.POST)
    found = _read(desk, game)
    problems = () if isinstance(found, Gathered) else found
    if not form.is_valid() or not isinstance(found, Gathered):
        packed = _packed(found) if isinstance(found, Gathered) else ""
        return desk.show(LoadPage(desk, form, problems=problems, packed=packed), status=422)
    return _proposed(desk, form, found)


def _proposed(desk: Desk, form: LoadForm, found: Gathered) -> HttpResponse:
    data: dict[str, Any] = form.cleaned_data
    proposal = own_cards.proposed_load(
        desk.tournament,
        desk.state,
        found,
        data["edition"],
        starts=data["starts"],
        whole=data["way"] == "whole",
    )
    packed, passed = _packed(found), found.passed_over
    if isinstance(proposal, tuple):
        return desk.show(LoadPage(desk, form, problems=proposal, packed=packed), status=422)
    sent, stale = desk.request.POST, False
    if sent.get("act") == "keep":
        try:
            done = own_cards.keep(
                proposal,
                desk.tournament,
                desk.actor,
                account_of(desk.request),
                seen=number_of(sent.get("seen", "")),
                note=data["note"],
                use=data["use"],
            )
        except OvertakenError:
            stale = True
        else:
            if isinstance(done, Imported):
                return told(desk, done)
            return desk.show(LoadPage(desk, form, problems=done, packed=packed), status=422)
    page = LoadPage(desk, form, proposal, stale=stale, packed=packed, passed_over=passed)
    return desk.show(page, status=409 if stale else 200)


def told(desk: Desk, done: Imported) -> HttpResponse:
    """Back to the list of editions, which says what was kept."""
    version = done.version
    what = {"edition": version.edition, "number": version.number}
    if done.fresh:
        messages.success(desk.request, _("Version %(number)d of %(edition)s is kept.") % what)
    else:
        messages.info(desk.request, _("%(edition)s has these cards already: nothing is changed.") % what)
    return desk.go("desk:catalogue")


def _read(desk: Desk, game: Game) -> Gathered | tuple[CatalogueProblem, ...]:
    """The cards of the files, else of the text that was pasted, else those that travel with the form."""
    post = desk.request.POST
    files = desk.request.FILES.getlist("files")
    if len(files) > MOST_FILES:
        return (CatalogueProblem(0, say("at most {most} files at once", most=MOST_FILES)),)
    if files:
        return gathered([((each.name or "")[:80], each.read(LARGEST + 1)) for each in files], game)
    if text := post.get("text", "").strip():
        return gathered([(_("the text"), text.encode(errors="replace"))], game)
    if not post.get("packed"):
        return (CatalogueProblem(0, say("choose a file, or paste its text")),)
    return _unpacked(post["packed"], post.get("sources", "")[:300], game)


_SOME: Final = 200_000
_EACH: Final = 12
"""Bytes that may come of cards that travelled: some of any, and so many for each letter. Real cards make four."""


def _packed(found: Gathered) -> str:
    """The cards as text that travels with the form: nothing is kept on the server between looking and keeping."""
    return base64.b64encode(zlib.compress(csv_form.write(found.game, found.cards).encode(), 9)).decode()


def _unpacked(packed: str, source: str, game: Game) -> Gathered | tuple[CatalogueProblem, ...]:
    """The cards that travelled; read as carefully as a file, for anybody can send this."""
    most = min(_SOME + _EACH * len(packed), LARGEST)
    try:
        raw = zlib.decompressobj().decompress(base64.b64decode(packed, validate=True), most + 1)
    except (binascii.Error, ValueError, zlib.error):
        raw = b""
    if not 0 < len(raw) <= most:
        return (CatalogueProblem(0, say("choose a file, or paste its text")),)
    found = gathered([("", raw)], game)
    named = tuple(filter(None, ["".join(filter(str.isprintable, source)).strip()]))
    if isinstance(found, Gathered) and named:
        return Gathered(found.game, found.cards, named)
    return found


urlpatterns: list[URLPattern] = [
    path("rosters/catalogue/load", load, name="catalogue-load"),
]
