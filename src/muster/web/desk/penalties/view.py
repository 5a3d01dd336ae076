"""A tournament's table of penalties: what judges are suggested, and how an organiser makes it their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from muster.app.common.downloads import file_name
from muster.app.events.own_rules import FileMistake
from muster.app.judging import tables
from muster.app.judging.tables import InForce
from muster.core.messages import Message
from muster.core.tournament.refusals import Refusal
from muster.rules.penalties import PenaltyTable
from muster.rules.penalty_files import MOST_BYTES, to_toml
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.penalties import table_forms
from muster.web.desk.penalties.page import OffenceForm, TableForm, TableInForce, WordsForm
from muster.web.desk.penalties.table_forms import Draft
from muster.web.uploads import takes_files

STALE: Final = 409
BAD: Final = 422


@require_safe
@desk_page("look")
def page(desk: Desk) -> HttpResponse:
    """The table in force: its penalties, its offences, where it comes from, who changed it."""
    return _overview(desk)


def _overview(
    desk: Desk,
    *,
    status: int = 200,
    refusal: Refusal | None = None,
    mistakes: Sequence[FileMistake] = (),
    file_fault: str = "",
) -> HttpResponse:
    now = tables.in_force(desk.tournament.pk, desk.state)
    return desk.show(TableInForce(desk.state, now, refusal, mistakes, file_fault), status=status)


# Names, words and kinds -------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("plan")
def words(desk: Desk) -> HttpResponse:
    """Change the name of the table, and which penalties there are and what they are called."""
    now = tables.in_force(desk.tournament.pk, desk.state)
    digest = table_forms.head_digest(now.table)
    if desk.request.method != "POST":
        return _form(desk, WordsForm(now=now, data=table_forms.head_data(now.table, table_forms.as_read)))
    data = _sent(desk)
    draft = table_forms.read_head(now.table, data)
    refusal = _saved(desk, now, draft, digest)
    if refusal is None and draft.table:
        messages.success(desk.request, _("The table of penalties is saved."))
        return desk.go("desk:penalties")
    return _form(desk, WordsForm(now=now, data=data, draft=draft, refusal=refusal))


def _form(desk: Desk, form: TableForm) -> HttpResponse:
    return desk.show(form, status=form.status)


# An offence -------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("plan")
def offence(desk: Desk, offence: str = "") -> HttpResponse:
    """Change an offence, or add one; look first at what would be suggested."""
    now = tables.in_force(desk.tournament.pk, desk.state)
    category = table_forms.offence_of(now.table, offence)
    if desk.request.method != "POST":
        if offence and category is None:
            raise Http404("There is no such offence in this table.")
        stands = table_forms.offence_data(category, table_forms.as_read)
        return _form(desk, OffenceForm(now=now, data=stands, offence=offence))
    data = _sent(desk)
    draft = table_forms.read_offence(now.table, offence, data)
    if "look" in desk.request.POST:
        form = OffenceForm(now=now, data=data, draft=draft, offence=offence, seen_before=data.get("seen", ""))
        return _form(desk, form)
    refusal = _saved(desk, now, draft, table_forms.offence_digest(category))
    if refusal is None and draft.table:
        says = _("%(offence)s is saved.") % {"offence": Message(draft.table.category(draft.id).name)}
        messages.success(desk.request, says)
        return desk.go("desk:penalties")
    return _form(desk, OffenceForm(now=now, data=data, draft=draft, refusal=refusal, offence=offence))


@require_POST
@desk_page("plan")
def remove(desk: Desk, offence: str) -> HttpResponse:
    """Take an offence out of the table; penalties given for it stay on record."""
    now = tables.in_force(desk.tournament.pk, desk.state)
    category = table_forms.offence_of(now.table, offence)
    if category is None:
        messages.info(desk.request, _("This offence is not in the table any more."))
        return desk.go("desk:penalties")
    draft = table_forms.without(now.table, offence)
    refusal = _saved(desk, now, draft, table_forms.offence_digest(category))
    if refusal or draft.table is None:
        faulty = draft if draft.table is None else None
        data = table_forms.offence_data(category, table_forms.as_read)
        return _form(desk, OffenceForm(now=now, data=data, draft=faulty, refusal=refusal, offence=offence))
    messages.success(desk.request, _("%(offence)s is removed.") % {"offence": Message(category.name)})
    return desk.go("desk:penalties")


# The whole table --------------------------------------------------------------------------------------------------


@require_safe
@desk_page("look")
def download(desk: Desk) -> HttpResponse:
    """The table as a file that can be sent in again, here or at another tournament."""
    table = tables.table_of(desk.tournament.pk, desk.state)
    answer = HttpResponse(to_toml(table), content_type="application/toml; charset=utf-8")
    name = file_name(desk.event.code, desk.tournament.number, "penalties")
    answer["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer


@takes_files
@require_POST
@desk_page("plan")
def upload(desk: Desk) -> HttpResponse:
    """Use the table of a file; every mistake in it is told at once."""
    sent = desk.request.FILES.get("file")
    if not isinstance(sent, UploadedFile):
        return _overview(desk, status=BAD, file_fault=_("Choose a file first."))
    found = tables.read_table(sent.read(MOST_BYTES + 1), sent.name or "file")
    if not isinstance(found, PenaltyTable):
        return _overview(desk, status=BAD, mistakes=found[:50])
    seen = desk.request.POST.get("seen", "")
    refusal = tables.set_table(desk.tournament.pk, desk.actor, found, seen=seen)
    return _whole(desk, refusal, _("The table of the file is in force."))


@require_POST
@desk_page("plan")
def reset(desk: Desk) -> HttpResponse:
    """Go back to the table that comes along."""
    refusal = tables.reset_table(desk.tournament.pk, desk.actor, seen=desk.request.POST.get("seen", ""))
    return _whole(desk, refusal, _("The table that comes along is in force again."))


def _whole(desk: Desk, refusal: Refusal | None, says: str) -> HttpResponse:
    if refusal is not None:
        return _overview(desk, status=STALE, refusal=refusal)
    messages.success(desk.request, says)
    return desk.go("desk:penalties")


# What they share --------------------------------------------------------------------------------------------------


def _sent(desk: Desk) -> dict[str, str]:
    return {name: str(text)[: 2 * table_forms.LONGEST] for name, text in desk.request.POST.items()}


def _saved(desk: Desk, now: InForce, draft: Draft, digest: str) -> Refusal | None:
    """Keep the changed table, unless somebody else has changed the same part since the form was made."""
    if desk.request.POST.get("seen", "") != digest:
        return tables.stale(now)
    if draft.table is None:
        return None
    return tables.set_table(desk.tournament.pk, desk.actor, draft.table, seen=now.digest)


urlpatterns: list[URLPattern] = [
    path("penalties", page, name="penalties"),
    path("penalties/words", words, name="penalties-words"),
    path("penalties/offence", offence, name="penalties-new"),
    path("penalties/offence/<str:offence>", offence, name="penalties-offence"),
    path("penalties/offence/<str:offence>/remove", remove, name="penalties-remove"),
    path("penalties/file", download, name="penalties-file"),
    path("penalties/upload", upload, name="penalties-upload"),
    path("penalties/reset", reset, name="penalties-reset"),
]
