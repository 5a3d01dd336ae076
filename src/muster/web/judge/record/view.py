"""What was ruled and given: open appeals, earlier rulings, penalties by player and kind, files."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from muster.app.judging import penalties, rulings
from muster.app.judging.effects import player_of
from muster.web.desk.context import Desk
from muster.web.judge.context import judge_page
from muster.web.judge.penalties.view import named
from muster.web.judge.record import reports
from muster.web.judge.record.page import Record

MOST = 50
"""Rulings on the page, the latest first; more are found by their words."""


@require_safe
@judge_page
def record(desk: Desk) -> HttpResponse:
    """What is on record, and what was ruled before with these words, at the whole event."""
    words = desk.request.GET.get("q", "")[:100]
    found = rulings.like(desk.event.pk, words) if words.strip() else None
    appeals = list(rulings.open_appeals(desk.tournament.pk))
    others = rulings.rulings_of(desk.tournament.pk).exclude(pk__in=[one.pk for one in appeals])
    given = named(desk, list(penalties.given_in(desk.tournament.pk)[:MOST]))
    page = Record(
        appeals=appeals,
        given=[(one, desk.name(player_of(one.row.entry))) for one in given],
        report=reports.counted(desk.tournament.pk, desk.state),
        query=words,
        rulings=list(others[:MOST]) if found is None else found,
    )
    return desk.show(page)


@require_safe
@judge_page
def penalties_csv(desk: Desk) -> HttpResponse:
    """Every penalty a line, for spreadsheets."""
    answer = HttpResponse(
        reports.penalties_csv(desk.tournament.pk, desk.state), content_type="text/csv; charset=utf-8"
    )
    answer["Content-Disposition"] = (
        f'attachment; filename="{desk.event.code}-{desk.tournament.number}-penalties.csv"'
    )
    return answer


urlpatterns: list[URLPattern] = [
    path("record", record, name="record"),
    path("penalties.csv", penalties_csv, name="penalties-csv"),
]
