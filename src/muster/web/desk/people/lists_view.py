"""Adding a whole list of players: pasted or uploaded, looked through line by line, entered as one act.

Between looking and entering nothing is kept on the server: the list travels with the form and is read again, by
the same rules as if it had been typed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, cast

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from muster.app.people import read as lists
from muster.app.people.player_sheet import late_entry
from muster.app.registration.entries import enter, places_left
from muster.core.tournament.refusals import Refusal
from muster.exchange.decoding import ENCODINGS, Encoding
from muster.exchange.entries import LARGEST, EntryProblem
from muster.exchange.player_lists import (
    MARKS,
    ColumnLayout,
    Grid,
    Marks,
    as_text,
    chosen_layout,
    layout_of,
    listed,
    read_text,
)
from muster.exchange.spreadsheets import read_file
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.people.list_preview import Looked, looked_through, wanted
from muster.web.desk.people.page import PastePage
from muster.web.desk.people.view import number_of, tell_entered

COLUMN_WORDS: Final = (
    ("", gettext_lazy("nothing that is wanted")),
    ("name", gettext_lazy("Name")),
    ("first", gettext_lazy("First name")),
    ("last", gettext_lazy("Last name")),
    ("alias", gettext_lazy("Alias")),
    ("pronouns", gettext_lazy("Pronouns")),
    ("club", gettext_lazy("Club")),
    ("email", gettext_lazy("E-mail")),
    ("table", gettext_lazy("Fixed table")),
    ("reason", gettext_lazy("Reason for the table")),
    ("bye", gettext_lazy("First-round bye")),
    ("paid", gettext_lazy("Paid")),
)

MARKS_WORDS: Final = (
    ("auto", gettext_lazy("whatever is found (tabs, semicolons, commas)")),
    ("tab", gettext_lazy("tabs")),
    ("comma", gettext_lazy("commas")),
    ("semicolon", gettext_lazy("semicolons")),
    ("line", gettext_lazy("nothing: each line is a name")),
)

ENCODING_WORDS: Final = (
    ("auto", gettext_lazy("find out by itself")),
    ("utf-8", gettext_lazy("UTF-8 (most programs today)")),
    ("utf-16", gettext_lazy("UTF-16 (“Unicode text”)")),
    ("windows-1250", gettext_lazy("Windows-1250 (Central Europe)")),
    ("windows-1252", gettext_lazy("Windows-1252 (Western Europe)")),
)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("people")
def paste(desk: Desk) -> HttpResponse:
    """The form for a list; what was sent is shown line by line before anything is entered."""
    post = desk.request.POST
    if desk.request.method != "POST":
        return _form(desk)
    if "change" in post:
        return _form(desk, text=post.get("list", ""), marks="tab")
    grid = _sent(desk)
    if isinstance(grid, EntryProblem):
        return _form(desk, text=post.get("list", ""), fault=_fault(grid), status=422)
    layout = chosen_layout(post.getlist("column"), grid) if "look" in post else layout_of(grid)
    return _preview(desk, grid, layout)


@require_POST
@desk_page("people")
def enter_list(desk: Desk) -> HttpResponse:
    """Enter the ticked lines as one act."""
    post = desk.request.POST
    grid = read_text(post.get("list", ""), "tab")
    if isinstance(grid, EntryProblem):
        return _form(desk, text=post.get("list", ""), fault=_fault(grid), status=422)
    layout = chosen_layout(post.getlist("column"), grid)
    ticked = {number_of(each) for each in post.getlist("line")}
    lines = lists.lines_of(desk.tournament.pk, desk.state)
    chosen = wanted(looked_through(listed(grid, layout), lines, desk.state), ticked)
    if not chosen:
        return _preview(desk, grid, layout, ticked=ticked, fault=_("No line is ticked that can be entered."))
    answer = enter(desk.tournament, desk.actor, chosen, key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _preview(desk, grid, layout, ticked=ticked, fault=answer.text())
    tell_entered(desk, answer)
    return desk.go("desk:people")


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
    return desk.show(
        PastePage(
            text=text,
            fault=fault,
            marks=marks,
            encoding=desk.request.POST.get("encoding", "auto"),
            marks_words=MARKS_WORDS,
            encodings=ENCODING_WORDS,
        ),
        status=status,
    )


def _preview(
    desk: Desk, grid: Grid, layout: ColumnLayout, *, ticked: Collection[int] | None = None, fault: str = ""
) -> HttpResponse:
    lines = lists.lines_of(desk.tournament.pk, desk.state)
    looked = [_ticked(one, ticked) for one in looked_through(listed(grid, layout), lines, desk.state)]
    good = sum(one.ticked for one in looked)
    left = places_left(desk.tournament, desk.state)
    samples = grid.rows[1 if layout.headed and len(grid.rows) > 1 else 0][1]
    context = {
        "looked": looked,
        "good": good,
        "text": as_text(grid),
        "columns": [
            {"value": value, "sample": samples[at] if at < len(samples) else ""}
            for at, value in enumerate(layout.columns)
        ],
        "column_words": COLUMN_WORDS,
        "read_as": grid.read_as if grid.read_as.startswith("windows") else "",
        "left": left,
        "over": left is not None and good > max(0, left),
        "late": late_entry(desk.tournament.pk, desk.state),
        "fault": fault,
    }
    return desk.render("desk/people/preview.html", context, status=422 if fault else 200)


def _ticked(one: Looked, ticked: Collection[int] | None) -> Looked:
    """The line as the organiser ticked it, once they have had their say."""
    if ticked is None:
        return one
    return Looked(one.line, one.newcomer, one.problems, one.warnings, one.line in ticked)


urlpatterns: list[URLPattern] = [
    path("players/list", paste, name="people-paste"),
    path("players/list/enter", enter_list, name="people-enter"),
]
