"""The desk's last page: the final table with prizes, the end and its seal, and everything as files."""

from __future__ import annotations

from django.http import HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.common.downloads import csv_text, file_name
from muster.app.events.public import names_for_all
from muster.app.history.reasons import typed
from muster.app.standings.finishing import title_of
from muster.core.tournament.commands import Command, FinishTournament, ReopenTournament
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, desk_page, status_of
from muster.web.desk.finish.figures import journal_lines, places_sheet, places_values
from muster.web.desk.finish.page import FinishPage, PrintedPlaces
from muster.web.desk.finish.publisher import publisher_sheet


@desk_page("look")
def finish(desk: Desk) -> HttpResponse:
    """The end: what is missing for it, or the places and the seal."""
    return _page(desk)


@require_POST
@desk_page("finish")
def end(desk: Desk) -> HttpResponse:
    """End the tournament with its final places."""
    return _carry_out(desk, FinishTournament(typed(_reason(desk))))


@require_POST
@desk_page("finish")
def reopen(desk: Desk) -> HttpResponse:
    """Open a finished tournament again."""
    return _carry_out(desk, ReopenTournament(typed(_reason(desk))))


@desk_page("look")
def printed(desk: Desk) -> HttpResponse:
    """The final table on paper."""
    return desk.show(PrintedPlaces(desk))


@desk_page("look")
def as_csv(desk: Desk) -> HttpResponse:
    """The final table for a spreadsheet."""
    text = csv_text(*places_sheet(desk.state, desk.tournament.prizes, desk.name))
    return _named(HttpResponse(text, content_type="text/csv; charset=utf-8"), desk, "places", "csv")


@desk_page("manage-event")
def for_publisher(desk: Desk) -> HttpResponse:
    """The places with Unlimited IDs, as the publisher wants results within three business days (`SWU-UP-1`)."""
    text = csv_text(*publisher_sheet(desk.tournament.pk, desk.state, desk.name))
    return _named(HttpResponse(text, content_type="text/csv; charset=utf-8"), desk, "publisher", "csv")


@desk_page("look")
def as_json(desk: Desk) -> HttpResponse:
    """The final table for programs."""
    values = places_values(desk.state, title_of(desk.tournament), desk.tournament.prizes, desk.name)
    response = JsonResponse(values, json_dumps_params={"ensure_ascii": False})
    return _named(response, desk, "places", "json")


@desk_page("look")
def journal(desk: Desk) -> HttpResponse:
    """The journal as a file that anybody can verify: with the names the public sees, or without any."""
    names = {} if desk.request.GET.get("names") == "none" else names_for_all(desk.tournament, desk.state)
    lines = journal_lines(desk.snapshot, title_of(desk.tournament), names)
    response = HttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    return _named(response, desk, "journal", "jsonl")


def _carry_out(desk: Desk, command: Command) -> HttpResponse:
    answer = desk.submit(command)
    if isinstance(answer, Refusal):
        return _page(desk, answer)
    desk.tell(answer)
    return desk.go("desk:finish")


def _page(desk: Desk, refusal: Refusal | None = None) -> HttpResponse:
    return desk.show(FinishPage(desk, refusal), status=status_of(refusal))


def _reason(desk: Desk) -> str:
    return desk.request.POST.get("reason", "")


def _named(response: HttpResponse, desk: Desk, what: str, kind: str) -> HttpResponse:
    name = file_name(title_of(desk.tournament), what)
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


urlpatterns: list[URLPattern] = [
    path("finish", finish, name="finish"),
    path("finish/end", end, name="end"),
    path("finish/reopen", reopen, name="reopen"),
    path("finish/print", printed, name="places-print"),
    path("finish/csv", as_csv, name="places-csv"),
    path("finish/publisher", for_publisher, name="publisher-csv"),
    path("finish/json", as_json, name="places-json"),
    path("finish/journal", journal, name="journal-file"),
]
