"""One table: who sits there, their clock, their rules, and what a judge can do; more time, who is late, drops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.common.safe_text import one_line
from muster.app.floor import open_calls, timers
from muster.app.floor.clocks import ClockInput, act, clock_of
from muster.app.history.reasons import typed
from muster.app.judging import effects, penalties, rulings, seats
from muster.app.judging.seats import Seated
from muster.app.people import player_sheet
from muster.app.results import read as results
from muster.app.staff.conflicts import may_not_judge, may_not_rule
from muster.app.staff.records import clause_of
from muster.core.ids import RoundNo, TableNo
from muster.core.messages import say
from muster.core.tournament import queries
from muster.core.tournament.commands import DropPlayer
from muster.core.tournament.refusals import Refusal
from muster.people.models import Entry
from muster.web.desk.context import Desk
from muster.web.desk.round.clock_view import number_typed
from muster.web.judge.context import ended, status_of
from muster.web.judge.penalties.page import Given
from muster.web.judge.penalties.view import named
from muster.web.judge.place import ActSubject, place_page, places
from muster.web.judge.table.page import DropPage

TARDINESS: Final = "tardiness"
"""What both the timer for whoever is late and the offence are called."""

MINUTES: Final = (1, 2, 3, 5, 10)
"""What is given with one tap."""


@require_safe
@place_page
def table(desk: Desk, place: ActSubject) -> HttpResponse:
    """Everything about a table, of this round or of an earlier one."""
    round_, match, number = desk.state.rounds[place.round_no - 1], place.match, place.table or 0
    clock = clock_of(desk.tournament.pk, round_.number, snapshot=desk.snapshot)
    waiting = open_calls.open_calls(desk.snapshot, desk.name, timezone.now()) if place.now else []
    own = timers.timers_of(desk.tournament.pk, number) if place.now else []
    context = {
        "place": place,
        "row": results.row_of(desk.state, match, desk.name) if match else None,
        "round": round_,
        "rounds": [one.number for one in desk.state.rounds if TableNo(number) in one.matches],
        "clock": clock if not round_.complete else None,
        "own": clock.at(number),
        "calls": [one for one in waiting if one.call.table == number],
        "topics": seats.rules_at(desk.state.regulations),
        "cards": round_.cards,
        "conflict": may_not_rule(desk.tournament.pk, desk.actor, desk.state, place.round_no, place.table),
        "rosters": desk.tournament.rosters != "none",
        "rulings": list(rulings.rulings_of(desk.tournament.pk, round_no=round_.number, table=number)),
        "open_table": _open_table(desk, [one for one in place.players if not _present(desk, one)])
        if place.now
        else None,
        **shown_of(desk, place),
        "timers": [one for one in own if one.table == number],
    }
    return desk.render("judge/table/table.html", context)


def _present(desk: Desk, player: Seated) -> bool:
    return queries.present(desk.state.players[player.player])


def _open_table(desk: Desk, players: Sequence[Seated]) -> TableNo | None:
    """The table that needs its result even if one of these players leaves, or has left."""
    found = (player_sheet.open_table(desk.state, one.player) for one in players)
    return next((table for table in found if table is not None), None)


def shown_of(desk: Desk, place: ActSubject) -> dict[str, Any]:
    """The players of a place with what they were given, and who of them may never have come and is still in."""
    found = histories(desk, place.players)
    asks = place.now and desk.actor.may("drop") and not queries.elimination_rounds(desk.state)
    absent = [one.player for one, given in found if asks and _present(desk, one) and _missed(place, given)]
    return {"seats": found, "absent": absent}


def _missed(place: ActSubject, given: Sequence[Given]) -> bool:
    """Whether one of these penalties is the loss of the match of this round for not being there."""
    desk = place.desk
    rows = (one.row for one in given if one.row.tournament_id == desk.tournament.pk)
    here = (row for row in rows if row.round_no == place.round_no and row.withdrawn_at is None)
    return any(row.category == TARDINESS and effects.decides_match(row.kind, desk.state) for row in here)


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
        return _time_page(desk, place, refusal=refusal, typed=sent)
    says = ngettext(
        "%(count)d minute more for table %(table)d.", "%(count)d minutes more for table %(table)d.", minutes
    )
    return ended(desk, None, says % {"table": number, "count": minutes}, place.home)


def _time_page(desk: Desk, place: ActSubject, refusal: Refusal | None = None, **more: Any) -> HttpResponse:
    round_ = desk.state.rounds[-1]
    own = clock_of(desk.tournament.pk, round_.number, snapshot=desk.snapshot).at(place.table or 0)
    context = {
        "place": place,
        "round": round_,
        "own": own,
        "minutes": MINUTES,
        "refusal": refusal,
        **more,
    }
    return desk.render("judge/table/time.html", context, status=status_of(refusal))


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
    would = [(one, player_sheet.on_drop(desk.snapshot, one.player, desk.name)) for one in place.players]
    return desk.show(
        DropPage(
            place=place,
            would=would,
            open_table=_open_table(desk, place.players),
            clause=clause_of(desk.state, "COM-DROP-1") or desk.state.regulations.attendance.rejoin_clause,
            refusal=refusal,
            typed=desk.request.POST or desk.request.GET,
        ),
        status=status_of(refusal),
    )


urlpatterns: list[URLPattern] = [
    path("t/<int:table>", table, name="table"),
    path("r/<int:round_no>/t/<int:table>", table, name="table"),
    *places("time", more_time, "time"),
    *places("drop", drop, "drop"),
]
