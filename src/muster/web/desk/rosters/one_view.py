"""One player's roster at the desk: what is on record, its versions and checks, entering and amending it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from muster.app.common.names import names_of_staff
from muster.app.links.codes import code_of
from muster.app.rosters import inspection, overview, read, storage
from muster.app.rosters.checking import RosterVerdict, check_text, checked_now, read_back
from muster.app.rosters.description import describe, kind_of
from muster.app.rosters.terms import most_of, plan_of, rules_of
from muster.core.roster.roster import Checked, Roster
from muster.core.tournament.refusals import Refusal
from muster.exchange.rosters.reading import LARGEST, Unreadable
from muster.people.models import Entry, RosterPlan, RosterVersion
from muster.rules.rosters import RosterRules
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.people.view import number_of
from muster.web.desk.rosters import exports
from muster.web.desk.rosters.differences import CopiesDifference, differences

MOST_COMPARED = 8
"""Versions compared with the one before, the latest first; earlier ones are listed without what changed."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A version as the page lists it: who made it, and what is different from the one before."""

    version: RosterVersion
    by: str
    changes: tuple[CopiesDifference, ...]


@require_safe
@desk_page("rosters")
def roster(desk: Desk, entry: int) -> HttpResponse:
    """What a player brought."""
    who, rules = entry_of(desk, entry), rules_or_404(desk)
    plan, rows = plan_of(desk.tournament), list(read.versions(who))
    looked = _looked(desk, rows, plan)
    version = rows[0] if rows else None
    most = most_of(desk.tournament, desk.state, plan)
    context = {
        **_head(desk, who, rules),
        "version": version,
        "shown": describe(looked[0][0], rules, looked[0][1], most=most) if looked else None,
        "draft": None if version else read.draft(who),
        "lock": read.lock_of(desk.tournament, desk.state, plan, timezone.now()),
        "versions": list(_versions(who, rows, looked)),
        "checks": inspection.history(who),
        "formats": exports.formats_of(rules.game) if version else (),
    }
    return desk.render("desk/rosters/roster.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("rosters")
def enter(desk: Desk, entry: int) -> HttpResponse:
    """Enter a roster on behalf of a player, or amend it once it is locked: look at what was read, then keep it."""
    who, rules = entry_of(desk, entry), rules_or_404(desk)
    if _amending(desk):
        desk.actor.must("amend-rosters")
    if desk.request.method != "POST":
        return _form(desk, who, rules, {"text": _text_of(desk, who, rules), "seen": _latest(who)})
    sent = desk.request.POST
    typed: dict[str, Any] = {
        "text": sent.get("text", "")[:LARGEST],
        "note": sent.get("note", "")[:500],
        "advantageous": sent.get("advantageous") == "on",
        "seen": number_of(sent.get("seen", "0")),
    }
    verdict = check_text(desk.tournament, desk.state, typed["text"])
    if isinstance(verdict, Unreadable):
        return _form(desk, who, rules, typed, unreadable=verdict, status=422)
    if sent.get("act") != "keep":
        return _form(desk, who, rules, typed, verdict=verdict)
    answer = _keep(desk, who, verdict, typed)
    if isinstance(answer, Refusal):
        return _form(
            desk,
            who,
            rules,
            typed,
            verdict=verdict,
            refusal=answer,
            status=409 if answer.code == "stale" else 422,
        )
    messages.success(desk.request, _("The roster of %(name)s is kept.") % {"name": name_of(who)})
    return desk.go("desk:roster", who.pk)


@require_safe
@desk_page("rosters")
def export(desk: Desk, entry: int, kind: str) -> HttpResponse:
    """The roster as a file of this format."""
    who, rules = entry_of(desk, entry), rules_or_404(desk)
    version = read.current(who)
    format_ = next((each for each in exports.formats_of(rules.game) if each.id == kind), None)
    if version is None or format_ is None:
        raise Http404("There is no such file.")
    catalogue = exports.catalogue_of(desk.tournament, desk.state)
    owner = exports.ExportedRoster(who.player, name_of(who), version)
    return attached(exports.one(owner, format_, catalogue))


def attached(file: exports.File) -> HttpResponse:
    """A file to be kept."""
    answer = HttpResponse(file.text, content_type=file.kind)
    answer["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return answer


def entry_of(desk: Desk, entry: int) -> Entry:
    """A registration of this tournament."""
    found = Entry.objects.filter(pk=entry, tournament=desk.tournament).select_related("person").first()
    if found is None:
        raise Http404("There is no such registration.")
    found.tournament = desk.tournament
    return found


def rules_or_404(desk: Desk) -> RosterRules:
    """What the regulations say of rosters."""
    rules = rules_of(desk.state)
    if rules is None:
        raise Http404("These regulations say nothing of rosters.")
    return rules


def name_of(entry: Entry) -> str:
    """What the staff calls a player."""
    return entry.person.name or entry.person.alias or _("Player %(number)s") % {"number": entry.player or "–"}


def _head(desk: Desk, who: Entry, rules: RosterRules) -> dict[str, Any]:
    return {
        "entry": who,
        "name": name_of(who),
        "kind": kind_of(rules.game),
        "rules": rules,
        "table": overview.tables_of(desk.state).get(who.player or 0),
        # Worth as much as the private link, and so for those who may hand that out.
        "code": code_of(who) if desk.actor.may("people") else "",
        "amending": _amending(desk),
        "over": desk.state.places is not None,
    }


def _amending(desk: Desk) -> bool:
    """Whether play has begun, from when on a roster is not replaced but amended, with a reason."""
    return bool(desk.state.stages)


def _looked(desk: Desk, rows: Sequence[RosterVersion], plan: RosterPlan) -> list[tuple[Roster, Checked]]:
    """The latest versions with what the check finds of them now."""
    rosters = [read_back(row) for row in rows[: MOST_COMPARED + 1]]
    return [(one, checked_now(desk.tournament, desk.state, one, plan)) for one in rosters]


def _versions(
    who: Entry, rows: Sequence[RosterVersion], looked: Sequence[tuple[Roster, Checked]]
) -> Iterator[Kept]:
    own = f"entry:{who.pk}"
    names = {own: _("the player"), **names_of_staff({row.by for row in rows} - {own})}
    for at, row in enumerate(rows):
        known = at + 1 < len(looked)
        yield Kept(row, names.get(row.by, row.by), differences(looked[at + 1], looked[at]) if known else ())


def _keep(desk: Desk, who: Entry, verdict: RosterVerdict, typed: dict[str, Any]) -> RosterVersion | Refusal:
    now, seen = timezone.now(), typed["seen"]
    if _amending(desk):
        return storage.amend(who, verdict, desk.actor, now, typed["note"], typed["advantageous"], seen=seen)
    return storage.submit(who, verdict, desk.actor, now, seen=seen)


def _latest(who: Entry) -> int:
    version = read.current(who)
    return version.number if version else 0


def _text_of(desk: Desk, who: Entry, rules: RosterRules) -> str:
    """What is on record as text to be changed: as Muster writes it, else as it was pasted."""
    version = read.current(who)
    if version is None:
        return ""
    format_ = next((each for each in exports.formats_of(rules.game) if each.id == "muster-text"), None)
    if format_ is None or format_.write is None:
        return version.text
    return format_.write(read_back(version), exports.catalogue_of(desk.tournament, desk.state))


def _form(
    desk: Desk,
    who: Entry,
    rules: RosterRules,
    typed: dict[str, Any],
    *,
    verdict: RosterVerdict | None = None,
    unreadable: Unreadable | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    most = most_of(desk.tournament, desk.state)
    context = {
        **_head(desk, who, rules),
        "typed": typed,
        "read": verdict,
        "shown": describe(verdict.roster, rules, verdict.checked, most=most) if verdict else None,
        "unreadable": unreadable,
        "refusal": refusal,
        "longest": LARGEST,
    }
    return desk.render("desk/rosters/enter.html", context, status=status)


urlpatterns: list[URLPattern] = [
    path("rosters/<int:entry>", roster, name="roster"),
    path("rosters/<int:entry>/enter", enter, name="roster-enter"),
    path("rosters/<int:entry>/export/<slug:kind>", export, name="roster-export"),
]
