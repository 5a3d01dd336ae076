"""The desk's page of prints: what can be printed, how far it is, and the PDFs that are ready."""

from __future__ import annotations

from typing import Final, TypeVar, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from muster.web.desk.context import Desk, account_of, desk_page
from muster.web.paper import press, printing
from muster.web.paper.choices import PrintOffer, offers, read
from muster.web.paper.kinds import NEEDED, kind_of
from muster.web.paper.page import LatestPrints, PrintsPage, TypedChoices, ViewPage
from muster.web.paper.sheets import composed, pieces, sheets_of

LARGEST_VIEW: Final = 250
"""Pages a browser is shown; more are for the press."""

R = TypeVar("R", bound=HttpResponseBase)


@require_safe
@desk_page("look")
def prints(desk: Desk) -> HttpResponse:
    """Everything that can be printed, and the latest prints."""
    return desk.show(PrintsPage(desk))


@require_safe
@desk_page("look")
def latest(desk: Desk) -> HttpResponse:
    """The latest prints alone, for the page that follows them."""
    return desk.show(LatestPrints(desk))


@require_POST
@desk_page("look")
def make(desk: Desk, kind: str) -> HttpResponse:
    """Make a PDF in the background; or, if that was asked for, on to the pages for the browser's own printing."""
    offer = _offer(desk, kind)
    options, problems = read(offer, desk.request.POST.dict())
    if problems:
        return desk.show(PrintsPage(desk, TypedChoices(offer, options, problems)), status=422)
    if "view" in desk.request.POST:
        return desk.go("paper:view", kind, query=f"?{urlencode(options.values)}")
    with translation.override(options.language):
        sheets = sheets_of(desk, offer.kind, options)
        print_ = printing.begin(
            desk.tournament,
            account_of(desk.request),
            offer.kind,
            options,
            len(sheets.leaves),
            lambda: pieces(desk, sheets, options),
            press.make_pdf,
        )
    if print_ is None:
        messages.error(desk.request, _("Several prints are being made already. Wait until one is ready."))
    return HttpResponseRedirect(desk.url("desk:print") + "#prints")


@require_safe
@desk_page("look")
def view(desk: Desk, kind: str) -> HttpResponse:
    """The sheets as pages for the browser's own printing."""
    offer = _offer(desk, kind)
    options, problems = read(offer, desk.request.GET.dict())
    if problems:
        return desk.show(PrintsPage(desk, TypedChoices(offer, options, problems)), status=422)
    with translation.override(options.language):
        sheets = sheets_of(desk, offer.kind, options)
        short = len(sheets.leaves) <= LARGEST_VIEW
        answer = desk.show(ViewPage(desk, sheets, options, offer)) if short else None
    if answer is None:
        messages.info(desk.request, _("That is too much for a browser to show: print it as a PDF."))
        return desk.go("desk:print")
    answer.headers["Content-Language"] = options.language
    answer.content = composed(answer.content.decode()).encode()
    return _private(answer)


@require_safe
@desk_page("look")
def download(desk: Desk, pk: int) -> HttpResponse:
    """A PDF that is ready."""
    found = printing.ready_file(desk.tournament, pk, desk.actor)
    if found is None:
        raise Http404("This print is not there (any more).")
    row, file = found
    name = printing.download_name(row)
    answer = FileResponse(file.open("rb"), content_type="application/pdf", filename=name)
    return cast("HttpResponse", _private(answer))


@require_safe
@desk_page("results")
def slip(desk: Desk, round_no: int, table: int) -> HttpResponse:
    """Where the code on a result slip leads: the form of that match, or its correction once the round is over."""
    rounds = desk.state.rounds
    if round_no == len(rounds) and not rounds[-1].complete:
        return desk.go("desk:result", table)
    if 1 <= round_no <= len(rounds):
        return desk.go("desk:result-correct", round_no, table)
    raise Http404("This round is not published.")


def _offer(desk: Desk, word: str) -> PrintOffer:
    """What is asked for, if it is something they may have and that can be printed now."""
    kind = kind_of(word)
    if kind is None:
        raise Http404("There is nothing of this kind to print.")
    desk.actor.must(NEEDED[kind])
    offer = next((one for one in offers(desk.tournament, desk.state) if one.kind == kind), None)
    if offer is None:
        raise Http404("This tournament has nothing of this kind to print.")
    if offer.why_not:
        raise Http404(str(offer.why_not))
    return offer


def _private(response: R) -> R:
    """Kept by nobody: names, links, what was paid."""
    patch_cache_control(response, private=True, no_store=True)
    return response


desk_urlpatterns: list[URLPattern] = [path("print", prints, name="print")]
"""The page itself, one of the desk's."""

_BASE: Final = "<slug:code>/<int:number>"

urlpatterns: list[URLPattern] = [
    path(f"{_BASE}/print/latest", latest, name="latest"),
    path(f"{_BASE}/print/<int:pk>.pdf", download, name="download"),
    path(f"{_BASE}/print/<slug:kind>", make, name="make"),
    path(f"{_BASE}/print/<slug:kind>/view", view, name="view"),
    path(f"{_BASE}/slip/<int:round_no>/<int:table>", slip, name="slip"),
]
