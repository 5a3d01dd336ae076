"""Adding a whole list of players: pasted or uploaded, looked through line by line, entered as one act.

Between looking and entering nothing is kept on the server: the list travels with the form and is read again, by
the same rules as if it had been typed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import cast

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, QueryDict
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from muster.app.history.submitting import recorded
from muster.app.people.read import lines_of
from muster.app.people.requirements import wanted
from muster.app.registration.entries import enter, places_left
from muster.core.tournament.refusals import Refusal
from muster.exchange.decoding import ENCODINGS, Encoding
from muster.exchange.entries import LARGEST, EntryProblem
from muster.exchange.player_lists import (
    MARKS,
    ColumnLayout,
    Grid,
    Marks,
    chosen_layout,
    layout_of,
    marks_again,
    mended,
    read_text,
)
from muster.exchange.spreadsheets import read_file
from muster.exchange.whole import number_of
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.people.lateness import late_entry
from muster.web.desk.people.list_preview import Looked, chosen, left_out, looked_through
from muster.web.desk.people.page import PastedList, PreviewedList
from muster.web.desk.people.view import tell_entered
from muster.web.uploads import takes_files


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("people")
def paste(desk: Desk) -> HttpResponse:
    """The form for a list; what was sent is shown line by line before anything is entered."""
    post = desk.request.POST
    if desk.request.method != "POST":
        return _form(desk)
    if "change" in post:
        text = post.get("list", "")
        return _form(desk, text=text, marks=marks_again(text))
    grid = _sent(desk)
    if isinstance(grid, EntryProblem):
        return _form(desk, text=post.get("list", ""), fault=_fault(grid), status=422)
    if "look" not in post:
        return _preview(desk, grid, layout_of(grid))
    layout = chosen_layout(post.getlist("column"), grid)
    return _preview(desk, mended(grid, layout, _mends(post))[0], layout)


@takes_files
@require_POST
@desk_page("people")
def enter_list(desk: Desk) -> HttpResponse:
    """Enter the ticked lines as one act, and those that were mended; tell whom that leaves out.

    Nothing is entered while a line that was mended still cannot be entered, or seems to be there already.
    """
    post = desk.request.POST
    if before := recorded(desk.tournament.pk, desk.sent_key):
        tell_entered(desk, before)
        return desk.go("desk:people")
    grid = read_text(post.get("list", ""), "tab")
    if isinstance(grid, EntryProblem):
        return _form(desk, text=post.get("list", ""), fault=_fault(grid), status=422)
    layout = chosen_layout(post.getlist("column"), grid)
    grid, changed = mended(grid, layout, _mends(post))
    ticked = {number_of(each) for each in post.getlist("line")}
    looked = looked_through(grid, layout, lines_of(desk.tournament.pk, desk.state), desk.state)
    good = {one.line for one in looked if one.ticked}
    unsure, ticked = changed - good - ticked, ticked | changed & good
    if unsure:
        fault = _("Line %(line)d needs another look. Nothing is entered yet.") % {"line": min(unsure)}
        return _preview(desk, grid, layout, ticked=ticked, fault=fault)
    good_ones = chosen(looked, ticked)
    if not good_ones:
        return _preview(desk, grid, layout, ticked=ticked, fault=_("No line is ticked that can be entered."))
    answer = enter(desk.tournament, desk.actor, [one.newcomer for one in good_ones], key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _preview(desk, grid, layout, ticked=ticked, fault=answer.text())
    tell_entered(desk, answer)
    for says in left_out(looked, {one.line for one in good_ones}):
        messages.warning(desk.request, says)
    return desk.go("desk:people")


def _mends(post: QueryDict) -> Mapping[int, Mapping[str, str]]:
    """What was typed beside faulty lines, by line and field."""
    found: dict[int, dict[str, str]] = {}
    for name in post:
        mend, _line, rest = name.partition("-")
        line, _field, field = rest.partition("-")
        if mend == "mend" and (number := number_of(line)):
            found.setdefault(number, {})[field] = post.get(name, "")
    return found


def _sent(desk: Desk) -> Grid | EntryProblem:
    """The list that was sent: the file if there is one, else the text."""
    post, file = desk.request.POST, desk.request.FILES.get("file")
    marks = cast("Marks", post["marks"] if post.get("marks") in MARKS else "auto")
    if isinstance(file, UploadedFile):
        encoding = cast("Encoding", post["encoding"] if post.get("encoding") in ENCODINGS else "auto")
        return read_file(file.read(LARGEST + 1), encoding, marks)
    return read_text(post.get("list", ""), marks)


def _fault(problem: EntryProblem) -> str:
    return _("This list cannot be read: %(why)s.") % {"why": problem.message}


def _form(
    desk: Desk, *, text: str = "", marks: str = "auto", fault: str = "", status: int = 200
) -> HttpResponse:
    encoding = desk.request.POST.get("encoding", "auto")
    return desk.show(PastedList(text, marks, encoding, fault), status=status)


def _preview(
    desk: Desk, grid: Grid, layout: ColumnLayout, *, ticked: Collection[int] | None = None, fault: str = ""
) -> HttpResponse:
    lines = lines_of(desk.tournament.pk, desk.state)
    looked = [_ticked(one, ticked) for one in looked_through(grid, layout, lines, desk.state)]
    late, left = late_entry(desk.tournament.pk, desk.state), places_left(desk.tournament, desk.state)
    return desk.show(
        PreviewedList(wanted(desk.state), grid, layout, looked, late, left, fault),
        status=422 if fault else 200,
    )


def _ticked(one: Looked, ticked: Collection[int] | None) -> Looked:
    """The line as the organiser ticked it, once they have had their say."""
    if ticked is None:
        return one
    return replace(one, ticked=one.line in ticked)


urlpatterns: list[URLPattern] = [
    path("players/list", paste, name="people-paste"),
    path("players/list/enter", enter_list, name="people-enter"),
]
