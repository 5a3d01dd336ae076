"""A judge checks a roster at a table: a mark for every item, kept as it is made."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from muster.app.rosters import inspection, read
from muster.app.rosters.checking import read_back, recheck
from muster.app.rosters.inspection import Busy
from muster.app.staff.conflicts import may_not_decide_on
from muster.core.messages import of_rules
from muster.core.roster.roster import by_path
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import number_of
from muster.people.models import Entry, RosterInspection, RosterVersion
from muster.rules.rosters import RosterRules
from muster.web.desk.context import Desk, account_of, desk_page
from muster.web.desk.rosters import check_page
from muster.web.desk.rosters.check_page import InspectedPart
from muster.web.desk.rosters.one_page import InOtherHands, InspectedRoster
from muster.web.desk.rosters.one_view import entry_of, rules_or_404


@require_POST
@desk_page("rosters")
def begin(desk: Desk, entry: int) -> HttpResponse:
    """Begin a check, or go on with the one that was begun."""
    who = entry_of(desk, entry)
    if refusal := may_not_decide_on(desk.tournament.pk, desk.actor, desk.state, who):
        desk.refuse(refusal)
        return desk.go("desk:roster", who.pk)
    version = read.current(who)
    if version is None:
        messages.warning(desk.request, _("There is no roster to check yet."))
        return desk.go("desk:roster", who.pk)
    begun = inspection.begin(
        who,
        version.number,
        account_of(desk.request),
        inspection.round_of(desk.state),
        timezone.now(),
        take_over="take-over" in desk.request.POST,
    )
    if isinstance(begun, Busy):
        return desk.show(InOtherHands(desk, who, begun), status=409)
    return desk.go("desk:roster-check", who.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("rosters")
def check(desk: Desk, entry: int) -> HttpResponse:
    """The list to tick; sent, it keeps the marks and, with a result, ends the check."""
    who, rules = entry_of(desk, entry), rules_or_404(desk)
    row = _running(desk, who)
    if row is None:
        return desk.go("desk:roster", who.pk)
    if desk.request.method != "POST":
        return _page(desk, who, rules, row)
    return _sent(desk, who, rules, row)


@require_POST
@desk_page("rosters")
def mark(desk: Desk, entry: int) -> HttpResponse:
    """Keep one mark, for the script of the page; 409 if the check is over or in other hands."""
    who, rules = entry_of(desk, entry), rules_or_404(desk)
    sent = desk.request.POST
    row = RosterInspection.objects.filter(pk=number_of(sent.get("check", "")), entry=who).first()
    if row is None:
        return HttpResponse(
            _("This check is over already."), status=409, content_type="text/plain; charset=utf-8"
        )
    known = check_page.paths(_parts(desk, who, rules, row))
    marks = {sent.get("path", ""): sent.get("mark", "")}
    refusal = inspection.mark(row.pk, account_of(desk.request), marks, known)
    if refusal:
        return HttpResponse(refusal.says, status=409, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


def _running(desk: Desk, who: Entry) -> RosterInspection | None:
    rows = RosterInspection.objects.filter(entry=who, result="running", by=account_of(desk.request))
    return rows.select_related("by").first()


def _parts(desk: Desk, who: Entry, rules: RosterRules, row: RosterInspection) -> tuple[InspectedPart, ...]:
    version = RosterVersion.objects.filter(entry=who, number=row.version).first()
    if version is None:
        return ()
    roster = read_back(version)
    found = by_path(roster, recheck(version, desk.tournament, desk.state))
    return check_page.parts_of(
        roster, found, row.marks, {each.id: str(of_rules(each.name)) for each in rules.sections}
    )


def _sent(desk: Desk, who: Entry, rules: RosterRules, row: RosterInspection) -> HttpResponse:
    sent = desk.request.POST
    act = sent.get("act", "")
    parts = _parts(desk, who, rules, row)
    known = check_page.paths(parts)
    marks = {path: sent[f"m{path}"] for path in known if f"m{path}" in sent}
    refusal = _done(desk, row, act, marks, known)
    if refusal is not None:
        return _page(desk, who, rules, row, refusal=refusal, typed=sent.get("note", ""), status=422)
    if act == "save":
        return desk.go("desk:roster-check", who.pk)
    says = _("The check is given up.") if act == "discard" else _("The check is on record.")
    messages.success(desk.request, says)
    return desk.go("desk:roster-enter" if act == "amended" else "desk:roster", who.pk)


def _done(
    desk: Desk, row: RosterInspection, act: str, marks: Mapping[str, str], known: frozenset[str]
) -> Refusal | None:
    account = account_of(desk.request)
    if act == "discard":
        return inspection.discard(row.pk, account)
    if act == "save":
        return inspection.mark(row.pk, account, marks, known)
    return inspection.finish(row.pk, account, marks, known, act, desk.request.POST.get("note", ""))


def _page(
    desk: Desk,
    who: Entry,
    rules: RosterRules,
    row: RosterInspection,
    *,
    refusal: Refusal | None = None,
    typed: str | None = None,
    status: int = 200,
) -> HttpResponse:
    if status != 200:
        row.refresh_from_db()
    parts = _parts(desk, who, rules, row)
    latest = read.current(who)
    newer = latest is not None and latest.number > row.version
    note = row.note if typed is None else typed
    return desk.show(InspectedRoster(desk, who, row, parts, newer, note, refusal), status=status)


urlpatterns: list[URLPattern] = [
    path("rosters/<int:entry>/check", check, name="roster-check"),
    path("rosters/<int:entry>/check/begin", begin, name="roster-check-begin"),
    path("rosters/<int:entry>/check/mark", mark, name="roster-check-mark"),
]
