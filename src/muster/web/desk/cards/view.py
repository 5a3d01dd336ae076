"""The desk records cards of a round that the seed did not draw."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.history.reasons import typed
from muster.core.draws import LINKS
from muster.core.ids import RoundNo
from muster.core.pairing.round_draws import Way
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import whole_number
from muster.web.desk.cards.page import CardsPage
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.refused import NotDone, afresh

FIELDS = ("way", "deployment", "objective", "first", "second", "reason")


@desk_page("rounds")
def cards(desk: Desk, round_no: int) -> HttpResponse:
    """The cards of a round and how others are recorded."""
    return _show(desk, round_no, NotDone())


@require_POST
@desk_page("rounds")
def record(desk: Desk, round_no: int) -> HttpResponse:
    """Record the cards that were drawn or rolled, or that the outline names."""
    _drawn(desk, round_no)
    sent = {name: desk.request.POST.get(name, "") for name in FIELDS}
    answer = desk.submit(_asked(RoundNo(round_no), sent))
    if isinstance(answer, Refusal):
        fresh, refused = afresh(desk, answer, {name: value[:600] for name, value in sent.items()})
        return _show(fresh, round_no, refused)
    desk.tell(answer)
    return desk.go("desk:cards", round_no)


def _asked(round_no: RoundNo, sent: dict[str, str]) -> commands.RecordCards:
    reason = typed(sent["reason"])
    if sent["way"] == "rolled":
        faces = (_face(sent["first"]), _face(sent["second"]))
        return commands.RecordCards(round_no, "rolled", faces=faces, reason=reason)
    names = sent["deployment"].strip(), sent["objective"].strip()
    way: Way = "outline" if sent["way"] == "outline" else "drawn"
    return commands.RecordCards(round_no, way, *names, reason=reason)


def _face(text: str) -> int:
    return whole_number(text, 1) or 0


def _drawn(desk: Desk, round_no: int) -> None:
    if desk.state.regulations.round_draws is None or not 1 <= round_no <= LINKS:
        raise Http404("This round has no cards that are drawn for everybody.")


def _show(desk: Desk, round_no: int, refused: NotDone) -> HttpResponse:
    _drawn(desk, round_no)
    return desk.show(CardsPage(desk, RoundNo(round_no), refused=refused), status=refused.status)


urlpatterns: list[URLPattern] = [
    path("rounds/<int:round_no>/cards", cards, name="cards"),
    path("rounds/<int:round_no>/cards/record", record, name="cards-record"),
]
