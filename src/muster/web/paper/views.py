"""The desk's page of prints: what can be printed, how far it is, and the PDFs that are ready."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast
from urllib.parse import urlencode, urlsplit

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from muster.app.common import extras
from muster.app.paper import printing
from muster.app.paper.print_choices import NEEDED, Ask, Options, PrintOffer, kind_of, offers, read
from muster.app.paper.printing import Shown
from muster.core.scoring.scored import Problem
from muster.web.desk.context import Desk, account_of, desk_page
from muster.web.paper import press
from muster.web.paper.sheets import composed, pieces, sheets_of, view_context

LARGEST_VIEW: Final = 250
"""Pages a browser is shown; more are for the press."""

R = TypeVar("R", bound=HttpResponseBase)

_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice of an offer as the form shows it."""

    ask: Ask
    value: str
    fault: str


@require_safe
@desk_page("look")
def prints(desk: Desk) -> HttpResponse:
    """Everything that can be printed, and the latest prints."""
    return _page(desk)


@require_safe
@desk_page("look")
def latest(desk: Desk) -> HttpResponse:
    """The latest prints alone, for the page that follows them."""
    return desk.render("paper/latest.html", _latest(desk))


@require_POST
@desk_page("look")
def make(desk: Desk, kind: str) -> HttpResponse:
    """Make a PDF in the background; or, if that was asked for, on to the pages for the browser's own printing."""
    offer = _offer(desk, kind)
    options, problems = read(offer, desk.request.POST.dict())
    if problems:
        return _page(desk, offer, options, problems)
    if "view" in desk.request.POST:
        return desk.go("paper:view", kind, query=f"?{urlencode(options.values)}")
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
        return _page(desk, offer, options, problems)
    sheets = sheets_of(desk, offer.kind, options)
    if len(sheets.leaves) > LARGEST_VIEW:
        messages.info(desk.request, _("That is too much for a browser to show: print it as a PDF."))
        return desk.go("desk:print")
    context = {"offer": offer, "values": options.values, **view_context(desk, sheets, options)}
    answer = desk.render("paper/view.html", context)
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


def _page(
    desk: Desk,
    wrong: PrintOffer | None = None,
    options: Options | None = None,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    """The page, with what was chosen and what was wrong with it."""
    faults = {problem.field: str(problem.message) for problem in problems}
    cards = [
        (offer, [_chosen(ask, offer, wrong, options, faults) for ask in offer.asks])
        for offer in offers(desk.tournament, desk.state)
        if desk.actor.may(NEEDED[offer.kind])
    ]
    context = {
        "now": [card for card in cards if card[0].now and not card[0].why_not],
        "cards": [card for card in cards if not card[0].now and not card[0].why_not],
        "later": [card[0] for card in cards if card[0].why_not],
        "missing": press.PRESS.missing(),
        "adds_pdf": extras.command("pdf") if extras.is_missing("pdf") else "",
        "local": _local(desk),
        **_latest(desk),
    }
    return desk.render("paper/prints.html", context, status=422 if problems else 200)


def _chosen(
    ask: Ask, offer: PrintOffer, wrong: PrintOffer | None, options: Options | None, faults: dict[str, str]
) -> Chosen:
    if wrong is None or options is None or wrong.kind != offer.kind:
        return Chosen(ask, ask.value, "")
    return Chosen(ask, options.values[ask.name], faults.get(ask.name, ""))


def _latest(desk: Desk) -> dict[str, Any]:
    shown: list[Shown] = printing.shown_to(desk.tournament, desk.actor)
    return {"prints": shown, "making": any(one.standing == "making" for one in shown)}


def _local(desk: Desk) -> str:
    """The address of this page if no phone can reach it: codes on paper would lead nowhere."""
    address = urlsplit(desk.request.build_absolute_uri("/"))
    return f"{address.scheme}://{address.netloc}" if address.hostname in _LOCAL else ""


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
