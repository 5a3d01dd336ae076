"""The desk's rounds: propose, review, swap, publish, void; and every published round."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from muster.app.floor.showing import show_round
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done, next_link
from muster.app.registration.checking_in import drops_at_start
from muster.app.rosters.limited import sealed
from muster.app.rounds.cards import found_by
from muster.app.rounds.long_seatings import Searching, pair_next, searching
from muster.app.rounds.pods import pods_are_next
from muster.app.rounds.re_pairing import pair_with_bye
from muster.app.rounds.read import published_round
from muster.core.ids import SEATS_AT_TABLE, PlayerId, RoundNo
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import number_of
from muster.web.desk.building.page import BuildingPage
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.duties.asking import asks_first
from muster.web.desk.pods.page import PodsPage
from muster.web.desk.refused import NotDone, afresh
from muster.web.desk.round.page import (
    PrintPage,
    PublishedPage,
    ReviewPage,
    StartPage,
    Swapping,
    WhyPairing,
    WhyPairingPage,
    kept,
)
from muster.web.desk.round.reviewing import review_sheet
from muster.web.desk.round.swapping import find_player
from muster.web.desk.seating.page import SeatingPage
from muster.web.language import in_events_language
from muster.web.page import Page


@desk_page("look")
def current(desk: Desk) -> HttpResponse:
    """The proposal on the table, else the round that runs, else the start of the first."""
    return show(desk, NotDone())


@desk_page("look")
def numbered(desk: Desk, round_no: int) -> HttpResponse:
    """A published round."""
    if not 1 <= round_no <= len(desk.state.rounds):
        raise Http404("This round is not published.")
    return desk.show(PublishedPage(desk, RoundNo(round_no), desk.url("desk:round-n", round_no)))


@desk_page("look")
def printed(desk: Desk, round_no: int) -> HttpResponse:
    """A published round for paper: everybody by name and by table."""
    if not 1 <= round_no <= len(desk.state.rounds):
        raise Http404("This round is not published.")
    number = RoundNo(round_no)
    return in_events_language(
        desk.event,
        lambda: desk.show(
            PrintPage(published_round(desk.state, number, desk.names), found_by(desk.state, number))
        ),
    )


@desk_page("look")
def why_pairing(desk: Desk, round_no: int, player: int) -> HttpResponse:
    """Why somebody has this opponent, or the bye."""
    kind = WhyPairing if desk.live else WhyPairingPage
    page = kind(desk, desk.snapshot, RoundNo(round_no), PlayerId(player))
    return desk.show(page, status=page.status)


@desk_page("rounds")
def swap_preview(desk: Desk) -> HttpResponse:
    """What exchanging two players would change, for the page that asks while somebody drags."""
    return desk.show(Swapping(desk))


@require_POST
@desk_page("rounds")
@asks_first("start")
def start_stage(desk: Desk) -> HttpResponse:
    """Begin the Swiss rounds, or the elimination."""
    return acted(desk, desk.submit_all(*without_the_absent(desk), commands.StartStage()))


@require_POST
@desk_page("rounds")
@asks_first("start")
def begin(desk: Desk) -> HttpResponse:
    """Begin the stage that comes next and draw its first round for review, as one act."""
    pair = next_link(desk.tournament.pk, desk.state)
    return acted(desk, desk.submit_all(*without_the_absent(desk), commands.StartStage(), pair))


def without_the_absent(desk: Desk) -> list[commands.Command]:
    """The drops of those who have not come, which beginning implies."""
    reason = typed(_("not there at the start"))
    return list(drops_at_start(desk.state, desk.event.opens_at, reason))


@require_POST
@desk_page("rounds")
@asks_first("pair")
def propose(desk: Desk) -> HttpResponse:
    """Draw the next round for review, or draw it again; a seating that takes long is searched for in the background."""
    answer = pair_next(desk.snapshot, desk.actor, expected_version=desk.sent_version, key=desk.sent_key)
    return desk.go("desk:round") if isinstance(answer, Searching) else acted(desk, answer)


@require_POST
@desk_page("rounds")
def swap(desk: Desk) -> HttpResponse:
    """Exchange two players of the proposal."""
    one, two = (
        find_player(desk.request.POST.get(name, ""), desk.state, desk.names) for name in ("one", "two")
    )
    command = commands.SwapPlayers((one or PlayerId(0), two or PlayerId(0)))
    return acted(desk, desk.submit(command), query=kept(desk, "?"))


@require_POST
@desk_page("rounds")
@asks_first("publish")
def publish(desk: Desk) -> HttpResponse:
    """Make the proposal official; start its clock at once if that was asked for."""
    answer, without_clock = show_round(
        desk.snapshot,
        desk.actor,
        clock=bool(desk.request.POST.get("clock")) and desk.actor.may("clock"),
        expected_version=desk.sent_version,
        key=desk.sent_key,
    )
    if without_clock is not None:
        desk.refuse(without_clock)
    return acted(desk, answer)


@require_POST
@desk_page("rounds")
def void(desk: Desk) -> HttpResponse:
    """Void the round just published."""
    reason = desk.request.POST.get("reason", "")
    return acted(desk, desk.submit(commands.VoidRound(typed(reason))), typed={"void": reason})


@require_POST
@desk_page("rounds")
def award(desk: Desk) -> HttpResponse:
    """Give somebody without a match this round a bye, or a loss."""
    player = PlayerId(number_of(desk.request.POST.get("player", "")))
    bye = desk.request.POST.get("kind") == "bye"
    command = commands.AwardBye(player) if bye else commands.AwardLoss(player)
    return acted(desk, desk.submit(command, stale=False))


@require_POST
@desk_page("rounds")
def final_seat(desk: Desk) -> HttpResponse:
    """Seat the best seed of the final table where they chose."""
    number = number_of(desk.request.POST.get("seat", ""))
    seat = next((seat for seat in SEATS_AT_TABLE if seat + 1 == number), SEATS_AT_TABLE[-1])
    return acted(desk, desk.submit(commands.ChooseSeat(seat)))


@require_POST
@desk_page("rounds")
def pair_late(desk: Desk) -> HttpResponse:
    """Pair somebody who came late with whoever has the bye."""
    player = PlayerId(number_of(desk.request.POST.get("player", "")))
    answer = pair_with_bye(
        desk.tournament.pk,
        desk.actor,
        player,
        typed(_("A player came late and plays the one who had the bye.")),
        expected_version=desk.sent_version,
        key=desk.sent_key,
    )
    return acted(desk, answer)


def acted(
    desk: Desk, answer: Done | Refusal, *, typed: Mapping[str, str] | None = None, query: str = ""
) -> HttpResponse:
    """On to the round after an act; after a refusal the page as it is now, with what was typed."""
    if isinstance(answer, Refusal):
        return show(*afresh(desk, answer, typed))
    desk.tell(answer)
    return desk.go("desk:round", query=query)


def show(desk: Desk, refused: NotDone) -> HttpResponse:
    """The round that matters now, and why what was asked was not done."""
    return desk.show(_now(desk, refused), status=refused.status)


def _now(desk: Desk, refused: NotDone) -> Page:
    sheet = review_sheet(desk.snapshot, desk.names)
    if sheet is not None:
        return ReviewPage(desk, sheet, refused=refused)
    if desk.state.plan is not None and not desk.state.stages[1:] and pods_are_next(desk.state):
        return PodsPage(desk, refused=refused)
    found = searching(desk.tournament.pk) if desk.state.at_tables and refused.refusal is None else None
    if found is not None:
        return SeatingPage(desk, found)
    if not desk.state.rounds:
        return _before_rounds(desk, refused)
    return PublishedPage(desk, desk.state.rounds[-1].number, desk.url("desk:round"), refused=refused)


def _before_rounds(desk: Desk, refused: NotDone) -> Page:
    """What comes before the first round: pods, tables to build decks at, or nothing."""
    seated = desk.state.building is not None or desk.state.building_draft is not None
    if desk.state.plan is not None and (seated or sealed(desk.tournament.pk, desk.state)):
        return BuildingPage(desk, refused=refused)
    return StartPage(refused=refused)


urlpatterns: list[URLPattern] = [
    path("round", current, name="round"),
    path("rounds/<int:round_no>", numbered, name="round-n"),
    path("rounds/<int:round_no>/print", printed, name="round-print"),
    path("rounds/<int:round_no>/why/<int:player>", why_pairing, name="why-pairing"),
    path("round/start-stage", start_stage, name="start-stage"),
    path("round/begin", begin, name="begin"),
    path("round/propose", propose, name="propose"),
    path("round/exchange", swap_preview, name="swap-preview"),
    path("round/swap", swap, name="swap"),
    path("round/publish", publish, name="publish"),
    path("round/void", void, name="void"),
    path("round/award", award, name="award"),
    path("round/late", pair_late, name="pair-late"),
    path("round/final-seat", final_seat, name="final-seat"),
]
