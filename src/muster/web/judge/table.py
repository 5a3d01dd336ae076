"""One table: who sits there, their clock, their rules, and what a judge can do; more time, who is late, drops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from muster.app import hall, player_sheet, results, timers
from muster.app.clocks import Asked, act, clock_of
from muster.app.judging import penalties, rulings, seats
from muster.app.judging.seats import Seated
from muster.app.words import one_line
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament.commands import DropPlayer
from muster.core.tournament.refusals import Refusal
from muster.people.models import Entry
from muster.web.desk.clock import number_typed
from muster.web.desk.context import Desk
from muster.web.judge.context import ended, judge_page, match_or_404, seated, status_of
from muster.web.judge.penalties import Given, named

MINUTES: Final = (1, 2, 3, 5, 10)
"""What is given with one tap."""


@require_safe
@judge_page
def table(desk: Desk, table: int) -> HttpResponse:
    """Everything about a table."""
    match = match_or_404(desk, table)
    round_ = desk.state.rounds[-1]
    clock = clock_of(desk.tournament.pk, round_.number, snapshot=desk.snapshot)
    waiting = hall.open_calls(desk.snapshot, desk.name, timezone.now())
    head = _head(desk, table)
    context = {
        **head,
        "row": results.row_of(match, desk.name),
        "round": round_,
        "clock": clock if not round_.complete else None,
        "own": clock.at(table),
        "calls": [one for one in waiting if one.call.table == table],
        "topics": seats.rules_at(desk.state.regulations),
        "chooser": desk.state.regulations.seat_roles,
        "rosters": desk.tournament.rosters != "none",
        "rulings": list(rulings.rulings_of(desk.tournament.pk, round_no=round_.number, table=table)),
        "seats": _histories(desk, head["players"]),
        "timers": [one for one in timers.timers_of(desk.tournament.pk, table) if one.table == table],
    }
    return desk.render("judge/table.html", context)


def _histories(desk: Desk, both: Sequence[Seated]) -> list[tuple[Seated, list[Given]]]:
    """Each of the players with what they were given at this event, latest first."""
    entries = Entry.objects.in_bulk([one.entry for one in both])
    return [(one, named(desk, list(penalties.history(entries[one.entry])))) for one in both]


@require_http_methods(["GET", "HEAD", "POST"])
@judge_page
def more_time(desk: Desk, table: int) -> HttpResponse:
    """Give this table more time (`C5`), with the reason."""
    match_or_404(desk, table)
    if desk.request.method != "POST":
        return _time_page(desk, table)
    sent = desk.request.POST
    minutes = number_typed(sent.get("minutes", "") or sent.get("other", ""))
    reason = one_line(sent.get("reason", "")) or one_line(sent.get("why", ""))
    asked = Asked(
        round_no=RoundNo(number_typed(sent.get("round", ""))),
        kind="extend",
        minutes=minutes,
        table=TableNo(table),
        reason=reason,
        key=desk.sent_key,
    )
    refusal = act(desk.tournament.pk, desk.actor, asked)
    if isinstance(refusal, Refusal):
        return _time_page(desk, table, refusal=refusal, typed=sent)
    says = ngettext(
        "%(count)d minute more for table %(table)d.", "%(count)d minutes more for table %(table)d.", minutes
    )
    return ended(desk, None, says % {"table": table, "count": minutes}, "judge:table", table)


def _time_page(desk: Desk, table: int, refusal: Refusal | None = None, **more: Any) -> HttpResponse:
    round_ = desk.state.rounds[-1]
    own = clock_of(desk.tournament.pk, round_.number, snapshot=desk.snapshot).at(table)
    context = {
        **_head(desk, table),
        "round": round_,
        "own": own,
        "minutes": MINUTES,
        "refusal": refusal,
        **more,
    }
    return desk.render("judge/time.html", context, status=status_of(refusal) if refusal else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@judge_page
def drop(desk: Desk, table: int) -> HttpResponse:
    """Take one of the two out of all further rounds (`COM-DROP-1`), after seeing what that comes to."""
    desk.actor.must("drop")
    here = [one.player for one in seated(desk, table)]
    if desk.request.method != "POST":
        return _drop_page(desk, table)
    sent = desk.request.POST
    player = PlayerId(number_typed(sent.get("player", "")))
    if player not in here:
        return _drop_page(desk, table, Refusal("unknown-player", _("Choose one of the two players.")))
    answer = desk.submit(DropPlayer(player, one_line(sent.get("reason", ""))), stale=False)
    if isinstance(answer, Refusal):
        return _drop_page(desk, table, answer)
    desk.tell(answer)
    return desk.go("judge:table", table)


def _drop_page(desk: Desk, table: int, refusal: Refusal | None = None) -> HttpResponse:
    both = seated(desk, table)
    would = [(one, player_sheet.on_drop(desk.snapshot, one.player, desk.name)) for one in both]
    context = {
        **_head(desk, table),
        "would": would,
        "clause": desk.state.regulations.attendance.rejoin_clause,
        "refusal": refusal,
        "typed": desk.request.POST,
    }
    return desk.render("judge/drop.html", context, status=status_of(refusal) if refusal else 200)


def _head(desk: Desk, table: int) -> dict[str, Any]:
    """What the head of every page of a table shows."""
    return {"table": table, "players": seated(desk, table)}


urlpatterns: list[URLPattern] = [
    path("t/<int:table>", table, name="table"),
    path("t/<int:table>/time", more_time, name="time"),
    path("t/<int:table>/drop", drop, name="drop"),
]
