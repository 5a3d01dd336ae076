"""A tournament's table of penalties: what judges are suggested, and how an organiser makes it their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from muster.app.common.downloads import file_name
from muster.app.judging import table_forms, tables
from muster.app.judging.table_forms import Data, Draft
from muster.app.judging.tables import InForce
from muster.core.messages import NOTHING, Message
from muster.core.tournament.refusals import Refusal
from muster.rules.penalties import KINDS, PenaltyCategory, PenaltyTable
from muster.rules.penalty_files import MOST_BYTES, table_for, to_toml
from muster.rules.penalty_files import tables as come_along
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.penalties.page import Box, OffencePage, StepRow, WordsPage

STALE: Final = 409
BAD: Final = 422


@require_safe
@desk_page("look")
def page(desk: Desk) -> HttpResponse:
    """The table in force: its penalties, its offences, where it comes from, who changed it."""
    return _overview(desk)


def _overview(desk: Desk, status: int = 200, **more: Any) -> HttpResponse:
    now = tables.in_force(desk.tournament.pk, desk.state)
    context = {
        "now": now,
        "offences": [(each, list(_steps(now.table, each))) for each in now.table.categories],
        "usual": table_for(desk.state.regulations).name,
        "most": MOST_BYTES // 1000,
        **more,
    }
    return desk.render("desk/penalties/page.html", context, status=status)


def _steps(
    table: PenaltyTable, category: PenaltyCategory
) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """For each step of an offence: from when on, the penalty, and what may be given instead and where."""
    for step in category.steps:
        when = []
        if step.offence > 1:
            when.append(_("from offence %(number)d on") % {"number": step.offence})
        if step.minutes:
            when.append(_("from %(minutes)d minutes late on") % {"minutes": step.minutes})
        instead = [(one.when, table.kind(one.kind).name) for one in step.instead]
        yield ", ".join(when), table.kind(step.kind).name, instead


# Names, words and kinds -------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("plan")
def words(desk: Desk) -> HttpResponse:
    """Change the name of the table, and which penalties there are and what they are called."""
    now = tables.in_force(desk.tournament.pk, desk.state)
    digest = table_forms.head_digest(now.table)
    if desk.request.method != "POST":
        return _words_page(desk, now, table_forms.head_data(now.table))
    data = _sent(desk)
    draft = table_forms.read_head(now.table, data)
    refusal = _saved(desk, now, draft, digest)
    if refusal is None and draft.table:
        messages.success(desk.request, _("The table of penalties is saved."))
        return desk.go("desk:penalties")
    return _words_page(desk, now, data, draft, refusal)


def _words_page(
    desk: Desk, now: InForce, data: Data, draft: Draft | None = None, refusal: Refusal | None = None
) -> HttpResponse:
    faults = draft.faults if draft else {}
    return desk.show(
        WordsPage(
            heads=(
                _box("name", _("Name of the table"), data, faults, "line"),
                _box("source", _("Where it comes from"), data, faults, "words"),
            ),
            kinds=list(_kind_rows(data, faults)),
            seen=table_forms.head_digest(now.table),
            draft=draft,
            refusal=refusal,
        ),
        status=_status(draft, refusal),
    )


def _kind_rows(data: Data, faults: Mapping[str, Message]) -> Iterator[tuple[str, Box, tuple[Box, ...]]]:
    """For each kind there is: its name, whether it can be given, and its words; the usual ones if none are typed."""
    usual = {kind.id: kind for each in come_along().values() for kind in each.kinds}
    for kind in KINDS:
        filled = {f"name.{kind}": usual[kind].name, f"says.{kind}": usual[kind].says, **data}
        boxes = (
            _box(f"name.{kind}", _("What it is called"), filled, faults),
            _box(f"says.{kind}", _("What it means for the player"), filled, faults, "words"),
        )
        yield usual[kind].name, _box(f"use.{kind}", _("Judges can give it"), data, faults, "tick"), boxes


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
        return _offence_page(desk, now, offence, table_forms.offence_data(category))
    data = _sent(desk)
    draft = table_forms.read_offence(now.table, offence, data)
    if "look" in desk.request.POST:
        return _offence_page(desk, now, offence, data, draft, seen=data.get("seen", ""))
    refusal = _saved(desk, now, draft, table_forms.offence_digest(category))
    if refusal is None and draft.table:
        says = _("%(offence)s is saved.") % {"offence": draft.table.category(draft.id).name}
        messages.success(desk.request, says)
        return desk.go("desk:penalties")
    return _offence_page(desk, now, offence, data, draft, refusal)


def _offence_page(
    desk: Desk,
    now: InForce,
    offence: str,
    data: Data,
    draft: Draft | None = None,
    refusal: Refusal | None = None,
    seen: str = "",
) -> HttpResponse:
    faults = draft.faults if draft else {}
    category = table_forms.offence_of(now.table, offence)
    shown = draft.table if draft else now.table if category else None
    return desk.show(
        OffencePage(
            offence=offence,
            category=category,
            heads=_offence_boxes(data, faults),
            steps=list(_step_rows(now.table, data, faults)),
            step_fault=faults.get("steps", NOTHING),
            ladder=table_forms.ladder(shown, shown.category(draft.id if draft else offence)) if shown else (),
            seen=seen or table_forms.offence_digest(category),
            draft=draft,
            refusal=refusal,
        ),
        status=_status(draft, refusal),
    )


def _offence_boxes(data: Data, faults: Mapping[str, Message]) -> tuple[Box, ...]:
    most = _("The most minutes of more time that go with it; empty for none.")
    clause = _("Of the regulations, such as SWU-SIDE-1; may stay empty.")
    return (
        _box("name", _("Offence"), data, faults, "line"),
        _box("what", _("What belongs to it"), data, faults, "words"),
        _box("source", _("Where the penalty comes from"), data, faults, "words"),
        _box("clause", _("Clause"), data, faults, hint=clause),
        _box("extension", _("More time"), data, faults, "number", hint=most),
    )


def _step_rows(table: PenaltyTable, data: Data, faults: Mapping[str, Message]) -> Iterator[StepRow]:
    kinds = (("", "–"), *((kind.id, kind.name) for kind in table.kinds))
    for at in range(max(2, table_forms.rows_of(data))):
        name = f"step.{at}"
        boxes = (
            _box(f"{name}.kind", _("Penalty"), data, faults, "choice", kinds),
            _box(f"{name}.offence", _("From which offence on"), data, faults, "number"),
            _box(f"{name}.minutes", _("From how many minutes late on"), data, faults, "number"),
        )
        instead = tuple(
            (
                _box(f"{name}.{place}.when", _("Where"), data, faults),
                _box(f"{name}.{place}.kind", _("Penalty instead"), data, faults, "choice", kinds),
            )
            for place in range(table_forms.rows_of(data, name))
        )
        used = any(box.value or box.fault for pair in instead for box in pair)
        yield StepRow(at + 1, boxes, instead, used)


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
        return _offence_page(desk, now, offence, table_forms.offence_data(category), faulty, refusal)
    messages.success(desk.request, _("%(offence)s is removed.") % {"offence": category.name})
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


@require_POST
@desk_page("plan")
def upload(desk: Desk) -> HttpResponse:
    """Use the table of a file; every mistake in it is told at once."""
    sent = desk.request.FILES.get("file")
    if not isinstance(sent, UploadedFile):
        return _overview(desk, BAD, file_fault=_("Choose a file first."))
    found = tables.read_table(sent.read(MOST_BYTES + 1), sent.name or "file")
    if not isinstance(found, PenaltyTable):
        return _overview(desk, BAD, mistakes=found[:50])
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
        return _overview(desk, STALE, refusal=refusal)
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


def _status(draft: Draft | None, refusal: Refusal | None) -> int:
    if refusal is not None:
        return STALE
    return BAD if draft is not None and draft.table is None else 200


def _box(
    name: str,
    label: str,
    data: Data,
    faults: Mapping[str, Message],
    sort: str = "text",
    options: tuple[tuple[str, str], ...] = (),
    hint: str = "",
) -> Box:
    return Box(name, label, data.get(name, ""), faults.get(name, NOTHING), sort, options, hint)


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
