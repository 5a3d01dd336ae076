"""All rosters as files, and many rosters out of one file."""

from __future__ import annotations

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.common.downloads import csv_text, file_name
from muster.app.rosters import bulk
from muster.app.rosters.bulk import FilePreview
from muster.core.messages import NOTHING, Message, say
from muster.exchange.decoding import decoded
from muster.exchange.entries import EntryProblem
from muster.exchange.rosters.reading import Unreadable
from muster.exchange.whole import number_of, whole_number
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.rosters import exports
from muster.web.desk.rosters.one_view import rules_or_404
from muster.web.desk.rosters.page import ManyRosters, RosterUpload
from muster.web.roster_questions import answers_in
from muster.web.uploads import takes_files


@require_safe
@desk_page("rosters")
def table(desk: Desk) -> HttpResponse:
    """Every roster that counts as a line of one table."""
    text = csv_text(exports.HEADS, exports.table(exports.brought(desk.tournament.pk)))
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{_name(desk, "rosters")}.csv"'
    return answer


@require_safe
@desk_page("rosters")
def archive(desk: Desk, kind: str) -> HttpResponse:
    """Every roster that counts as a file of this format, all of them in one archive."""
    rules = rules_or_404(desk)
    format_ = next((each for each in exports.formats_of(rules.game) if each.id == kind), None)
    if format_ is None:
        raise Http404("There is no such format.")
    catalogue = exports.catalogue_of(desk.tournament, desk.state)
    packed = exports.archive(exports.brought(desk.tournament.pk), format_, catalogue)
    answer = HttpResponse(packed, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{_name(desk, "rosters", kind)}.zip"'
    return answer


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("rosters")
def many(desk: Desk) -> HttpResponse:
    """Many rosters out of one file: whose they are is looked at first, then those that are ticked are kept.

    Between looking and keeping nothing is kept on the server: the file travels with the form and is read again.
    """
    rules_or_404(desk)
    if desk.request.method != "POST":
        return _upload(desk)
    text = _text(desk)
    if isinstance(text, EntryProblem):
        return _upload(desk, say("This file cannot be read: {why}.", why=text.message))
    found = bulk.preview(desk.tournament, desk.state, text, _answers(desk))
    if isinstance(found, Unreadable):
        return _upload(desk, found.says)
    if desk.request.POST.get("act") != "keep":
        return desk.show(ManyRosters(desk, found, text))
    return _kept(desk, found)


def _answers(desk: Desk) -> dict[int, dict[str, str]]:
    """Which cards are meant by names that could be several, by the numbers of the rosters."""
    found: dict[int, dict[str, str]] = {}
    for name in desk.request.POST:
        number, line, _rest = name.removeprefix("r").partition("-")
        row = whole_number(number)
        if name.startswith("r") and line and row is not None:
            found.setdefault(row, answers_in(desk.request.POST, f"r{number}-"))
    return found


def _text(desk: Desk) -> str | EntryProblem:
    file = desk.request.FILES.get("file")
    if isinstance(file, UploadedFile):
        read = decoded(file.read(bulk.LARGEST + 1))
        return read if isinstance(read, EntryProblem) else read[0]
    return desk.request.POST.get("text", "")


def _upload(desk: Desk, fault: Message = NOTHING) -> HttpResponse:
    return desk.show(RosterUpload(fault), status=422 if fault else 200)


def _kept(desk: Desk, found: FilePreview) -> HttpResponse:
    sent = desk.request.POST
    chosen = {row.number: number_of(sent.get(f"r{row.number}", "")) for row in found.rows}
    kept = bulk.keep(desk.tournament, found, chosen, desk.actor, timezone.now())
    says = ngettext("%(count)d roster is kept.", "%(count)d rosters are kept.", kept.count)
    if kept.count:
        messages.success(desk.request, says % {"count": kept.count})
    for name, why in kept.refused[:_MOST_TOLD]:
        messages.warning(desk.request, f"{name}: {why}")
    return desk.go("desk:rosters")


_MOST_TOLD = 5
"""Refusals told one by one; the overview shows who is still missing."""


def _name(desk: Desk, *parts: str) -> str:
    return file_name(desk.event.name, desk.tournament.name, *parts)


urlpatterns: list[URLPattern] = [
    path("rosters/many", many, name="rosters-many"),
    path("rosters/export.csv", table, name="rosters-csv"),
    path("rosters/export/<slug:kind>.zip", archive, name="rosters-zip"),
]
