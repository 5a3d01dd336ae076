"""Penalties: whom and what for, what the table suggests after what was before, giving one, taking it back."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from muster.app.judging import penalties, tables
from muster.app.judging.penalties import Suggestion
from muster.core.tournament.refusals import Refusal
from muster.people.models import Penalty
from muster.web.desk.context import Desk, status_of
from muster.web.desk.round.clock_view import number_typed
from muster.web.judge.context import ended, judge_page
from muster.web.judge.penalties.page import Given, PenaltyForm, PenaltyOnRecord, PenaltyWanted, given
from muster.web.judge.place import ActSubject, place_page, places
from muster.web.judge.seats import Seated


@require_http_methods(["GET", "HEAD", "POST"])
@place_page
def penalise(desk: Desk, place: ActSubject) -> HttpResponse:
    """Choose whom and what for; see what is suggested; give a penalty."""
    sent = desk.request.POST if desk.request.method == "POST" else desk.request.GET
    player = place.player(place.own or number_typed(sent.get("player", "")))
    category = sent.get("category", "")
    if player is None or not category:
        return _choose(desk, place, player)
    found = penalties.suggestion(desk.tournament.pk, player.player, category, minutes=_late(sent))
    if isinstance(found, Refusal):
        return _choose(desk, place, player, found)
    if desk.request.method != "POST":
        return _step(desk, place, player, category, found)
    return _give(desk, place, player, category, found)


def _late(sent: QueryDict) -> int:
    return max(0, number_typed(sent.get("late", "")))


def _choose(
    desk: Desk, place: ActSubject, player: Seated | None, refusal: Refusal | None = None
) -> HttpResponse:
    return desk.show(
        PenaltyWanted(
            place=place, player=player, own=tables.table_of(desk.tournament.pk, desk.state), refusal=refusal
        ),
        status=status_of(refusal),
    )


def _give(desk: Desk, place: ActSubject, player: Seated, category: str, found: Suggestion) -> HttpResponse:
    sent = desk.request.POST
    offence = penalties.Offence(
        player=player.player,
        category=category,
        kind=sent.get("kind", ""),
        what=sent.get("what", ""),
        clause=sent.get("clause", ""),
        extension_minutes=number_typed(sent.get("minutes", "")),
        round_no=place.round_no,
        key=desk.sent_key,
    )
    answer = penalties.give(desk.tournament.pk, desk.actor, offence)
    if isinstance(answer, Refusal):
        return _step(desk, place, player, category, found, refusal=answer, typed=sent)
    says = _("The penalty is on record.")
    return ended(desk, None, f"{says} {answer.says}".strip(), place.home)


def _step(
    desk: Desk,
    place: ActSubject,
    player: Seated,
    category: str,
    found: Suggestion,
    *,
    refusal: Refusal | None = None,
    typed: QueryDict | None = None,
) -> HttpResponse:
    page = PenaltyForm(
        place=place,
        player=player,
        offence=category,
        late=_late(desk.request.POST or desk.request.GET),
        found=found,
        own=tables.table_of(desk.tournament.pk, desk.state),
        refusal=refusal,
        typed=typed,
    )
    return desk.show(page, status=status_of(refusal))


def named(desk: Desk, rows: Sequence[Penalty]) -> list[Given]:
    """Penalties with the names of their kinds and offences."""
    if not rows:
        return []
    own = tables.table_of(desk.tournament.pk, desk.state)
    return [given(row, own) for row in rows]


@require_http_methods(["GET", "HEAD"])
@judge_page
def penalty(desk: Desk, pk: int) -> HttpResponse:
    """One penalty, and taking it back."""
    return _page(desk, pk)


@require_POST
@judge_page
def withdraw(desk: Desk, pk: int) -> HttpResponse:
    """Take a penalty back, with a reason."""
    row = _penalty(desk, pk)
    because = desk.request.POST.get("because", "")
    answer = penalties.withdraw(desk.tournament.pk, desk.actor, row.pk, because)
    if isinstance(answer, Refusal):
        return _page(desk, pk, refusal=answer)
    if answer.says:
        messages.warning(desk.request, str(answer.says))
    says = _("The penalty is withdrawn; it counts for nothing any more.")
    return ended(desk, answer, says, desk.url("judge:penalty", pk))


def _penalty(desk: Desk, pk: int) -> Penalty:
    found = penalties.given_in(desk.tournament.pk).filter(pk=pk).first()
    if found is None:
        raise Http404("There is no such penalty.")
    return found


def _page(desk: Desk, pk: int, refusal: Refusal | None = None) -> HttpResponse:
    row = _penalty(desk, pk)
    (one,) = named(desk, [row])
    return desk.show(PenaltyOnRecord(desk, one, refusal), status=status_of(refusal))


urlpatterns: list[URLPattern] = [
    *places("penalty", penalise, "penalise"),
    path("penalties/<int:pk>", penalty, name="penalty"),
    path("penalties/<int:pk>/withdraw", withdraw, name="withdraw"),
]
