"""The players' page: the list, adding by typing, the waiting list, payments, and the list as a file or on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.urls import URLPattern, path
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from muster.app.common.downloads import csv_text, file_name
from muster.app.history.submitting import Done, recorded
from muster.app.people.read import lines_of
from muster.app.people.requirements import wanted
from muster.app.people.waiting_list import waiting
from muster.app.registration.clubs import clubs_known_to
from muster.app.registration.edit_entry import set_paid
from muster.app.registration.entries import (
    Newcomer,
    enter,
    organiser_of,
    places_left,
    queue,
    readmit,
    stop_waiting,
)
from muster.core.scoring.scored import Problem
from muster.core.tournament.refusals import Refusal
from muster.exchange.spreadsheets import workbook
from muster.exchange.whole import number_of
from muster.web.desk.context import Desk, account_of, desk_page
from muster.web.desk.listing import Asked, asked_of
from muster.web.desk.once import once
from muster.web.desk.people.lateness import late_entry
from muster.web.desk.people.newcomer_form import newcomer_of
from muster.web.desk.people.page import PlayerList, PlayerRow, Players, PrintedPlayers
from muster.web.desk.people.players import PLAYERS, table_of
from muster.web.desk.people.warnings import Question, questions_about

FIELDS: Final = (
    *("name", "alias", "pronouns", "club", "email", "table", "reason", "bye", "paid", "shown_as"),
    *("uid", "minor"),
)
"""The fields of a player, as forms name them."""


@require_safe
@desk_page("look")
def people(desk: Desk) -> HttpResponse:
    """The list of players."""
    if desk.request.headers.get("HX-Target") == "people-list":
        lines = lines_of(desk.tournament.pk, desk.state)
        answer = desk.show(PlayerList(desk=desk, everybody=lines, asked=_asked(desk)))
    else:
        answer = _page(desk)
    patch_vary_headers(answer, ["HX-Target"])
    return answer


@require_POST
@desk_page("people")
def add(desk: Desk) -> HttpResponse:
    """Enter the player who was typed, or say what is wrong or to be asked first."""
    typed = typed_of(desk.request.POST)
    newcomer, problems = newcomer_of(typed, wanted(desk.state))
    if problems:
        return _page(desk, typed=typed, faults=problems, status=422)
    if "wait" in desk.request.POST:
        return _queue(desk, newcomer, typed)
    if before := recorded(desk.tournament.pk, desk.sent_key):
        return _entered(desk, before)
    lines = lines_of(desk.tournament.pk, desk.state)
    sure = desk.request.POST.getlist("sure")
    asked = questions_about(newcomer, desk.tournament, desk.state, lines, sure)
    if asked:
        return _page(desk, typed=typed, questions=asked, sure=sure, status=422)
    answer = enter(desk.tournament, desk.actor, [newcomer], key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _page(desk, typed=typed, refusal=answer, status=422)
    return _entered(desk, answer)


def _entered(desk: Desk, done: Done) -> HttpResponse:
    desk.tell(done)
    return desk.go("desk:people")


def _queue(desk: Desk, newcomer: Newcomer, typed: Mapping[str, str]) -> HttpResponse:
    sent = once(desk.request, account_of(desk.request), f"waiting:{desk.tournament.pk}")
    if sent.before() is not None:
        return desk.go("desk:people")
    answer = queue(desk.tournament, newcomer)
    if isinstance(answer, Refusal):
        sent.failed()
        return _page(desk, typed=typed, refusal=answer, status=422)
    sent.made(str(answer.position))
    says = _("%(name)s waits for a place, as number %(position)d.")
    messages.success(desk.request, says % {"name": newcomer.name, "position": answer.position})
    return desk.go("desk:people")


@require_POST
@desk_page("people")
def paid(desk: Desk) -> HttpResponse:
    """Note that somebody has paid (`yes` holds the registration) or has not (`no`)."""
    word = "yes" if "yes" in desk.request.POST else "no"
    entry = number_of(desk.request.POST.get(word, ""))
    if not set_paid(desk.tournament, entry, desk.actor, paid=word == "yes"):
        raise Http404("There is no such registration.")
    if desk.request.headers.get("HX-Target") == f"e{entry}":
        lines = lines_of(desk.tournament.pk, desk.state)
        return desk.show(PlayerRow(desk=desk, everybody=lines, entry=entry))
    return desk.go("desk:people", query=f"{_asked(desk).query}#e{entry}")


@require_POST
@desk_page("people")
def admit(desk: Desk) -> HttpResponse:
    """Enter those chosen from the waiting list, or again after they were taken out; `next`: the first who waits."""
    chosen = [number_of(each) for each in desk.request.POST.getlist("entry")]
    if "next" in desk.request.POST:
        first = waiting(desk.tournament).values_list("pk", flat=True).first()
        chosen = [first] if first else []
    answer = readmit(desk.tournament, desk.actor, chosen, key=desk.sent_key)
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    else:
        tell_entered(desk, answer)
    return desk.go("desk:people")


@require_POST
@desk_page("people")
def leave(desk: Desk) -> HttpResponse:
    """Take somebody off the waiting list."""
    if stop_waiting(desk.tournament, number_of(desk.request.POST.get("entry", ""))):
        messages.success(desk.request, _("They wait no longer. They can be let in later all the same."))
    return desk.go("desk:people")


@require_safe
@desk_page("look")
def export(desk: Desk, kind: str) -> HttpResponse:
    """The list as a file: `csv` or `xlsx`."""
    private = desk.actor.may("people")
    heads, rows = table_of(lines_of(desk.tournament.pk, desk.state), wanted(desk.state), private=private)
    name = f"{file_name(desk.event.name, desk.tournament.name, 'players')}.{kind}"
    if kind == "csv":
        answer = HttpResponse(csv_text(heads, rows), content_type="text/csv; charset=utf-8")
    else:
        spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        answer = HttpResponse(workbook("players", heads, rows), content_type=spreadsheet)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_safe
@desk_page("look")
def sheet(desk: Desk) -> HttpResponse:
    """The list for paper: everybody on one page, with a box to tick."""
    lines = lines_of(desk.tournament.pk, desk.state)
    return desk.show(PrintedPlayers([line for line in lines if line.in_play]))


def typed_of(post: QueryDict) -> dict[str, str]:
    """What a form says about a player, by field."""
    return {field: post.get(field, "") for field in FIELDS}


def tell_entered(desk: Desk, done: Done) -> None:
    """Say who has been entered; of many only how many."""
    if len(done.entries) <= 1:
        desk.tell(done)
        return
    count = len(done.entries)
    says = ngettext("%(count)d player is entered.", "%(count)d players are entered.", count)
    messages.success(desk.request, says % {"count": count})


def _page(
    desk: Desk,
    *,
    typed: Mapping[str, str] | None = None,
    faults: Sequence[Problem] = (),
    questions: Sequence[Question] = (),
    sure: Sequence[str] = (),
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    page = Players(
        desk=desk,
        everybody=lines_of(desk.tournament.pk, desk.state),
        asked=_asked(desk),
        typed=typed or {},
        faults=faults,
        refusal=refusal,
        questions=questions,
        sure=sure,
        late=late_entry(desk.tournament.pk, desk.state),
        clubs=clubs_known_to(organiser_of(desk.tournament).pk) if desk.actor.may("people") else (),
        left=places_left(desk.tournament, desk.state),
    )
    return desk.show(page, status=status)


def _asked(desk: Desk) -> Asked:
    """What is asked of the list, in the address or by a form on its page."""
    request = desk.request
    return asked_of(request.POST if request.method == "POST" else request.GET, PLAYERS.parts)


urlpatterns: list[URLPattern] = [
    path("players", people, name="people"),
    path("players/add", add, name="people-add"),
    path("players/paid", paid, name="people-paid"),
    path("players/admit", admit, name="people-admit"),
    path("players/leave", leave, name="people-leave"),
    path("players/sheet", sheet, name="people-sheet"),
    path("players/export.csv", export, {"kind": "csv"}, name="people-csv"),
    path("players/export.xlsx", export, {"kind": "xlsx"}, name="people-xlsx"),
]
