"""One table: who sits there, their clock, their rules, and what a judge can do; more time, who is late, drops."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.common.safe_text import one_line
from muster.app.floor import open_calls, timers
from muster.app.floor.clocks import ClockInput, act, clock_of
from muster.app.history.reasons import typed
from muster.app.judging import penalties, rulings
from muster.app.staff.conflicts import may_not_judge, may_not_rule
from muster.core.ids import RoundNo, TableNo
from muster.core.messages import say
from muster.core.tournament.commands import DropPlayer
from muster.core.tournament.refusals import Refusal
from muster.people.models import Entry
from muster.web.desk.context import Desk, status_of
from muster.web.desk.round.clock_view import number_typed
from muster.web.judge.context import ended, judge_page
from muster.web.judge.penalties.page import Given
from muster.web.judge.penalties.view import named
from muster.web.judge.place import ActSubject, at_table, place_page, places
from muster.web.judge.seats import Seated
from muster.web.judge.table.page import DropForm, JudgedTable, TimeForm


@require_safe
@judge_page
def table(desk: Desk, *, table: int) -> HttpResponse:
    """A table of this round; where nobody plays at it any more, which an open page asks for, the round that had it."""
    with_it = [one.number for one in desk.state.rounds if table in one.matches]
    if with_it and with_it[-1] < len(desk.state.rounds):
        return redirect(desk.url("judge:table", with_it[-1], table))
    return everything(desk, at_table(desk, table))


@require_safe
@place_page
def table_then(desk: Desk, place: ActSubject) -> HttpResponse:
    """A table of a round that is named."""
    return everything(desk, place)


def everything(desk: Desk, place: ActSubject) -> HttpResponse:
    """All there is about a table."""
    tournament, number = desk.tournament.pk, place.table or 0
    round_no = RoundNo(place.round_no)
    waiting = open_calls.open_calls(desk.snapshot, desk.name, timezone.now()) if place.now else []
    running = timers.timers_of(tournament, number) if place.now else []
    page = JudgedTable(
        place=place,
        seats=histories(desk, place.players),
        rulings=list(rulings.rulings_of(tournament, round_no=round_no, table=number)),
        conflict=may_not_rule(tournament, desk.actor, desk.state, place.round_no, place.table),
        round_clock=clock_of(tournament, round_no, snapshot=desk.snapshot),
        calls=[one for one in waiting if one.call.table == number],
        timers=[one for one in running if one.table == number],
    )
    return desk.show(page)


def histories(desk: Desk, both: Sequence[Seated]) -> list[tuple[Seated, list[Given]]]:
    """Each of the players with what they were given at this event, latest first."""
    entries = Entry.objects.in_bulk([one.entry for one in both])
    return [(one, named(desk, list(penalties.history(entries[one.entry])))) for one in both]


@require_http_methods(["GET", "HEAD", "POST"])
@place_page
def more_time(desk: Desk, place: ActSubject) -> HttpResponse:
    """Give this table more time (`C5`), with the reason."""
    if desk.request.method != "POST":
        return _time_page(desk, place)
    sent, number = desk.request.POST, place.table or 0
    minutes = number_typed(sent.get("minutes", "") or sent.get("other", ""))
    reason = one_line(sent.get("reason", "")) or one_line(sent.get("why", ""))
    asked = ClockInput(
        round_no=RoundNo(number_typed(sent.get("round", ""))),
        kind="extend",
        minutes=minutes,
        table=TableNo(number),
        reason=reason,
        key=desk.sent_key,
    )
    refusal = act(desk.tournament.pk, desk.actor, asked)
    if isinstance(refusal, Refusal):
        return _time_page(desk, place, refusal, sent)
    says = ngettext(
        "%(count)d minute more for table %(table)d.", "%(count)d minutes more for table %(table)d.", minutes
    )
    return ended(desk, None, says % {"table": number, "count": minutes}, place.home)


def _time_page(
    desk: Desk, place: ActSubject, refusal: Refusal | None = None, typed: QueryDict | None = None
) -> HttpResponse:
    clock = clock_of(desk.tournament.pk, desk.state.rounds[-1].number, snapshot=desk.snapshot)
    page = TimeForm(place=place, refusal=refusal, typed=typed, own=clock.at(place.table or 0))
    return desk.show(page, status=status_of(refusal))


@require_http_methods(["GET", "HEAD", "POST"])
@place_page
def drop(desk: Desk, place: ActSubject) -> HttpResponse:
    """Take a player out of all further rounds (`COM-DROP-1`), after seeing what that comes to."""
    desk.actor.must("drop")
    if desk.request.method != "POST":
        return _drop_page(desk, place)
    sent = desk.request.POST
    player = place.player(place.own or number_typed(sent.get("player", "")))
    if player is None:
        return _drop_page(desk, place, Refusal("unknown-player", say("Choose one of the two players.")))
    if refusal := _own_opponent(desk, place, player):
        return _drop_page(desk, place, refusal)
    answer = desk.submit(DropPlayer(player.player, typed(one_line(sent.get("reason", "")))), stale=False)
    if isinstance(answer, Refusal):
        return _drop_page(desk, place, answer)
    desk.tell(answer)
    return redirect(place.home)


def _own_opponent(desk: Desk, place: ActSubject, player: Seated) -> Refusal | None:
    """Whoever leads may leave themselves, and yet not take their own opponent out of their match (`COM-ROLE-4`)."""
    if place.match is None or place.match.settled:
        return None
    entry = Entry.objects.select_related("person").get(pk=player.entry)
    if may_not_judge(desk.tournament.pk, desk.actor, desk.state, entry):
        return None
    return may_not_rule(desk.tournament.pk, desk.actor, desk.state, place.round_no, place.table)


def _drop_page(desk: Desk, place: ActSubject, refusal: Refusal | None = None) -> HttpResponse:
    page = DropForm(place=place, refusal=refusal, typed=desk.request.POST or desk.request.GET)
    return desk.show(page, status=status_of(refusal))


urlpatterns: list[URLPattern] = [
    path("t/<int:table>", table, name="table"),
    path("r/<int:round_no>/t/<int:table>", table_then, name="table"),
    *places("time", more_time, "time"),
    *places("drop", drop, "drop"),
]
