"""The desk's plan: rounds and cut, tables, players to keep apart; announced and locked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.history.submitting import Done, announce_plan
from muster.app.people.read import Line, lines_of, meant
from muster.core.bracket.cut import CutKind
from muster.core.ids import PlayerId
from muster.core.messages import listing, say
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import StructureId
from muster.rules.schema import Regulations
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.duties.asking import asks_first
from muster.web.desk.events.course_choice import (
    chain_cut,
    course_of,
    cut_of,
    number_typed,
    own_rounds,
    parts_typed,
    points_of,
)
from muster.web.desk.events.elimination_choice import elimination_of
from muster.web.desk.people.list_preview import MOST_NAMED
from muster.web.desk.plan.figures import tried
from muster.web.desk.plan.length import double_length, length
from muster.web.desk.plan.page import PlanPage, TriedPage
from muster.web.desk.refused import afresh

MOST_FIELDS: Final = 40
"""Fields of the parts that a form has at most."""


@desk_page("look")
def plan(desk: Desk) -> HttpResponse:
    """The plan: what would be announced now, or what was."""
    return desk.show(PlanPage(desk))


@desk_page("plan")
def check(desk: Desk) -> HttpResponse:
    """What the figures being typed come to; nothing is done."""
    found = tried(desk.state, _structure(desk.request.GET, desk.state.regulations))
    double = double_length(desk.event, found.after or desk.state, found.plan)
    return desk.show(TriedPage(found, length(desk.event, found.after or desk.state, found.plan), double))


@require_POST
@desk_page("plan")
def structure(desk: Desk) -> HttpResponse:
    """Choose a structure, or figures of one's own."""
    sent = desk.request.POST
    fields = ("structure", "course", "rounds", "day_one", "points", "cut_kind", "cut", "elimination")
    parts = tuple(name for name in sent if name.startswith("part_"))[:MOST_FIELDS]
    typed = {name: sent.get(name, "")[:100] for name in (*fields, *parts)}
    return _acted(desk, desk.submit(_structure(sent, desk.state.regulations)), typed)


@require_POST
@desk_page("plan")
def tables(desk: Desk) -> HttpResponse:
    """Say which tables there are."""
    typed = {name: desk.request.POST.get(name, "").strip()[:500] for name in ("tables", "reserved")}
    command = commands.SetTables(typed["tables"], typed["reserved"])
    return _acted(desk, desk.submit(command, stale=False), typed)


@require_POST
@desk_page("plan")
def apart(desk: Desk) -> HttpResponse:
    """Keep two players apart, or let them meet again."""
    sent = desk.request.POST
    typed = {name: sent.get(name, "")[:250] for name in ("one", "two")}
    lines = lines_of(desk.tournament.pk, desk.state)
    one, two = (_player(lines, typed[name]) for name in ("one", "two"))
    if isinstance(one, Refusal):
        return _acted(desk, one, typed)
    if isinstance(two, Refusal):
        return _acted(desk, two, typed)
    again = sent.get("kind") == "allow"
    command = commands.AllowPair((one, two)) if again else commands.ForbidPair((one, two))
    return _acted(desk, desk.submit(command, stale=False), typed)


@require_POST
@desk_page("plan")
@asks_first("announce")
def announce(desk: Desk) -> HttpResponse:
    """Announce the plan as the page showed it, and lock it."""
    return _acted(desk, desk.submit(announce_plan(desk.tournament.pk)), {})


def _acted(desk: Desk, answer: Done | Refusal, typed: Mapping[str, str]) -> HttpResponse:
    if isinstance(answer, Refusal):
        fresh, refused = afresh(desk, answer, typed)
        return fresh.show(PlanPage(fresh, refused=refused), status=refused.status)
    desk.tell(answer)
    return desk.go("desk:plan")


def _structure(sent: Mapping[str, Any], rules: Regulations) -> commands.ChangeStructure:
    """The structure asked for; figures only count where they are the organiser's own."""
    structures: tuple[StructureId, ...] = get_args(StructureId)
    chosen: StructureId = next((one for one in structures if one == sent.get("structure")), "custom")
    if chosen != "custom":
        return commands.ChangeStructure(chosen)
    kinds: tuple[CutKind, ...] = get_args(CutKind)
    kind: CutKind = next((one for one in kinds if one == sent.get("cut_kind")), "top")
    day_one, points = number_typed(sent.get("day_one")), points_of(sent.get("points"), rules)
    choice = str(sent.get("course", ""))
    course = course_of(choice, day_one, points, parts_typed(sent, rules))
    rounds = own_rounds(course, number_typed(sent.get("rounds")))
    kind, cut = chain_cut(choice, kind, cut_of(sent.get("cut"), kind, rules))
    elimination = elimination_of(str(sent.get("elimination", "")))
    return commands.ChangeStructure("custom", rounds, kind, cut, course, elimination)


def _player(lines: Sequence[Line], typed: str) -> PlayerId | Refusal:
    """Whoever is meant, by entry number, name or the beginning of one; why not, if that is unclear."""
    if not typed.strip():
        return Refusal("bad-pair", say("Name two different players."))
    found = meant(lines, typed)
    if len(found) == 1:
        return PlayerId(found[0].player or 0)
    if not found:
        return Refusal("bad-pair", say("Nobody fits “{typed}”.", typed=typed))
    names = listing([f"{line.name} #{line.player}" for line in found[:MOST_NAMED]], "or")
    says = say("Several players fit “{typed}”. Is it {names}? Type the number.", typed=typed, names=names)
    return Refusal("bad-pair", says)


urlpatterns: list[URLPattern] = [
    path("plan", plan, name="plan"),
    path("plan/check", check, name="plan-check"),
    path("plan/structure", structure, name="plan-structure"),
    path("plan/tables", tables, name="plan-tables"),
    path("plan/apart", apart, name="plan-apart"),
    path("plan/announce", announce, name="announce"),
]
