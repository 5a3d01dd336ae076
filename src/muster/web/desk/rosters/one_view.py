"""One player's roster at the desk: what is on record, its versions and checks, entering and amending it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from muster.app.common.names import names_of_staff
from muster.app.links.codes import code_of
from muster.app.rosters import inspection, read, storage
from muster.app.rosters.checking import (
    RosterVerdict,
    answer,
    check_text,
    check_version,
    read_back,
    standard_of,
)
from muster.app.rosters.terms import most_of, plan_of, rules_of
from muster.core.messages import say, verbatim
from muster.core.roster.roster import Checked, Roster
from muster.core.tournament.refusals import Refusal
from muster.exchange.rosters.description import RosterDescription, describe
from muster.exchange.rosters.reading import LARGEST, Unreadable
from muster.exchange.whole import number_of
from muster.people.models import Entry, RosterPlan, RosterVersion
from muster.rules.rosters import RosterRules
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.rosters import exports
from muster.web.desk.rosters.differences import differences
from muster.web.desk.rosters.one_page import EnteredRoster, KeptVersion, RosterOnRecord, TypedRoster, name_of
from muster.web.roster_questions import answers_in

MOST_COMPARED = 8
"""Versions compared with the one before, the latest first; earlier ones are listed without what changed."""


@require_safe
@desk_page("rosters")
def roster(desk: Desk, entry: int) -> HttpResponse:
    """What a player brought."""
    who, rules = entry_of(desk, entry), rules_or_404(desk)
    plan, rows = plan_of(desk.tournament), _versions_of(who)
    looked = _looked(desk, rows, plan)
    most = most_of(desk.tournament, desk.state, plan)
    page = RosterOnRecord(
        desk=desk,
        entry=who,
        rules=rules,
        plan=plan,
        versions=list(_versions(who, rows, looked)),
        shown=describe(looked[0][0], rules, looked[0][1], most=most) if looked else None,
        draft=None if rows else read.draft(who),
        late=_came_late(desk, who, rules, most),
        lock=read.lock_of(desk.tournament, desk.state, plan, timezone.now()),
        checks=inspection.history(who),
        # Worth as much as the private link, and so for those who may hand that out.
        code=code_of(who) if desk.actor.may("people") else "",
    )
    return desk.show(page)


def _versions_of(who: Entry) -> list[RosterVersion]:
    """Every version, the latest first, with the record of the cards it was checked by."""
    return list(read.versions(who).select_related("catalogue").defer("catalogue__content"))


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("rosters")
def enter(desk: Desk, entry: int) -> HttpResponse:
    """Enter a roster on behalf of a player, or amend it once it is locked: look at what was read, then keep it."""
    who, rules = entry_of(desk, entry), rules_or_404(desk)
    if _amending(desk):
        desk.actor.must("amend-rosters")
    sent = desk.request.POST
    if desk.request.method != "POST":
        typed = TypedRoster(_text_of(desk, who, rules), _latest(who))
        return desk.show(EnteredRoster(desk, who, rules, typed))
    typed = TypedRoster(
        text=sent.get("text", "")[:LARGEST],
        seen=number_of(sent.get("seen", "0")),
        note=sent.get("note", "")[:500],
        advantageous=sent.get("advantageous") == "on",
    )
    page = _looked_through(desk, EnteredRoster(desk, who, rules, typed))
    if page is not None:
        return desk.show(page, status=page.status)
    messages.success(desk.request, _("The roster of %(name)s is kept.") % {"name": name_of(who)})
    return desk.go("desk:roster", who.pk)


def _looked_through(desk: Desk, page: EnteredRoster) -> EnteredRoster | None:
    """The page with what was typed looked through; None once it is kept."""
    verdict = check_text(desk.tournament, desk.state, page.typed.text, entry=page.entry.pk)
    if isinstance(verdict, Unreadable):
        return replace(page, unreadable=verdict)
    answers = answers_in(desk.request.POST)
    verdict = answer(desk.tournament, desk.state, verdict, answers, entry=page.entry.pk)
    if desk.request.POST.get("act") != "keep":
        return replace(page, read=verdict)
    done = _keep(desk, page.entry, verdict, page.typed)
    return replace(page, read=verdict, refusal=done) if isinstance(done, Refusal) else None


def _came_late(desk: Desk, who: Entry, rules: RosterRules, most: int | None) -> RosterDescription | None:
    """What came after its time and waits for a leader, with what is found in it."""
    version = read.late(who)
    if version is None:
        return None
    found = check_version(version, desk.tournament, desk.state)
    return describe(found.roster, rules, found.checked, most=most)


@require_POST
@desk_page("rosters")
def late(desk: Desk, entry: int) -> HttpResponse:
    """Decide on a roster that came after its time."""
    who = entry_of(desk, entry)
    if desk.request.POST.get("act") != "approve":
        if storage.refuse_late(who, desk.actor):
            messages.success(desk.request, _("It does not count; the player is told."))
        return desk.go("desk:roster", who.pk)
    version = read.late(who)
    if version is not None:
        found = check_version(version, desk.tournament, desk.state)
        done = storage.approve_late(who, found, desk.actor, timezone.now())
        if isinstance(done, Refusal):
            messages.error(desk.request, str(done.says))
        else:
            messages.success(desk.request, _("The roster of %(name)s counts.") % {"name": name_of(who)})
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
    sent = HttpResponse(file.text, content_type=file.kind)
    sent["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return sent


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


def _amending(desk: Desk) -> bool:
    """Whether play has begun, from when on a roster is not replaced but amended, with a reason."""
    return bool(desk.state.stages)


def _looked(desk: Desk, rows: Sequence[RosterVersion], plan: RosterPlan) -> list[tuple[Roster, Checked]]:
    """The latest versions with what the check finds of them now."""
    rosters = [read_back(row) for row in rows[: MOST_COMPARED + 1]]
    if not rosters:
        return []
    standard = standard_of(desk.tournament, desk.state, plan, rows[0].entry_id)
    return [(one, standard.check(one)) for one in rosters]


def _versions(
    who: Entry, rows: Sequence[RosterVersion], looked: Sequence[tuple[Roster, Checked]]
) -> Iterator[KeptVersion]:
    own = f"entry:{who.pk}"
    names = {own: say("the player"), **names_of_staff({row.by for row in rows} - {own})}
    for at, row in enumerate(rows):
        known = at + 1 < len(looked)
        yield KeptVersion(
            row, names.get(row.by, verbatim(row.by)), differences(looked[at + 1], looked[at]) if known else ()
        )


def _keep(desk: Desk, who: Entry, verdict: RosterVerdict, typed: TypedRoster) -> RosterVersion | Refusal:
    now, seen = timezone.now(), typed.seen
    if _amending(desk):
        return storage.amend(who, verdict, desk.actor, now, typed.note, typed.advantageous, seen=seen)
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


urlpatterns: list[URLPattern] = [
    path("rosters/<int:entry>", roster, name="roster"),
    path("rosters/<int:entry>/enter", enter, name="roster-enter"),
    path("rosters/<int:entry>/late", late, name="roster-late"),
    path("rosters/<int:entry>/export/<slug:kind>", export, name="roster-export"),
]
