"""One player's sheet: what is noted about them, their rounds, and everything that can be done with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from muster.app.history.reasons import typed
from muster.app.people.read import Line, lines_of, meant
from muster.app.people.waiting_list import registered
from muster.app.registration.clubs import clubs_known_to
from muster.app.registration.edit_entry import amend, details_of, merge
from muster.app.registration.entries import Newcomer, organiser_of, readmit
from muster.app.registration.erasing import erase as erase_person
from muster.core.ids import PlayerId
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.core.tournament.commands import (
    AllowPair,
    Command,
    DisqualifyPlayer,
    DropPlayer,
    ForbidPair,
    RejoinPlayer,
)
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import number_of
from muster.people.models import Entry
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.people.list_preview import fixed_tables, table_warnings
from muster.web.desk.people.newcomer_form import newcomer_of, one_line
from muster.web.desk.people.player_page import PlayerSheet
from muster.web.desk.people.view import typed_of
from muster.web.stamps import stamp


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("look")
def player(desk: Desk, player_no: int) -> HttpResponse:
    """The sheet of an entry number."""
    return _sheet_or_edit(desk, _entry(desk, player=player_no))


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("look")
def registration(desk: Desk, pk: int) -> HttpResponse:
    """The sheet of a registration, also of one without a number."""
    return _sheet_or_edit(desk, _entry(desk, pk=pk))


def _sheet_or_edit(desk: Desk, entry: Entry) -> HttpResponse:
    if desk.request.method != "POST":
        return _sheet(desk, entry)
    typed = typed_of(desk.request.POST)
    details, problems = newcomer_of(typed)
    if problems:
        return _sheet(desk, entry, typed=typed, faults=problems, status=422)
    if changed := _changed(desk, entry, details):
        return _sheet(desk, entry, typed=typed, refusal=changed, status=409)
    answer = amend(desk.tournament, entry, details, desk.actor, key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _sheet(desk, _entry(desk, pk=entry.pk), typed=typed, refusal=answer, status=422)
    messages.success(desk.request, _("Noted."))
    for warning in _table_warnings(desk, entry, details):
        messages.warning(desk.request, warning)
    return _back(desk, entry)


def _changed(desk: Desk, entry: Entry, details: Newcomer) -> Refusal | None:
    """Why details are not noted from a page that shows others than are kept now; they may be sent again."""
    kept, typed = _as_typed(details_of(entry, desk.state)), _as_typed(details)
    if desk.request.POST.get("was", stamp(kept)) == stamp(kept) or kept == typed:
        return None
    now = "; ".join(kept[name] or "–" for name in kept if typed[name] != kept[name])
    says = say(
        "Somebody else has changed what is noted about this player since you opened the page. Nothing is changed yet. "
        "Kept now instead of what is typed: {now}. Send it again to keep it as typed.",
        now=now,
    )
    return Refusal("stale", says)


@require_POST
@desk_page("drop")
def drop(desk: Desk, player_no: int) -> HttpResponse:
    """Take the player out of all further rounds."""
    return _carry_out(desk, player_no, DropPlayer(PlayerId(player_no), typed(_reason(desk))))


@require_POST
@desk_page("people")
def rejoin(desk: Desk, player_no: int) -> HttpResponse:
    """Take a dropped player back."""
    return _carry_out(desk, player_no, RejoinPlayer(PlayerId(player_no)))


@require_POST
@desk_page("disqualify")
def disqualify(desk: Desk, player_no: int) -> HttpResponse:
    """Remove the player for good."""
    return _carry_out(desk, player_no, DisqualifyPlayer(PlayerId(player_no), typed(_reason(desk))))


@require_POST
@desk_page("plan")
def apart(desk: Desk, player_no: int) -> HttpResponse:
    """Never pair the player with another one."""
    return _with_other(desk, player_no, ForbidPair)


@require_POST
@desk_page("plan")
def together(desk: Desk, player_no: int) -> HttpResponse:
    """Let the player be paired with another one again."""
    return _with_other(desk, player_no, AllowPair)


@require_POST
@desk_page("people")
def again(desk: Desk, pk: int) -> HttpResponse:
    """Enter somebody from the waiting list, or again after they were taken out."""
    entry = _entry(desk, pk=pk)
    answer = readmit(desk.tournament, desk.actor, [pk], key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _sheet(desk, entry, refusal=answer, status=422)
    desk.tell(answer)
    return _back(desk, _entry(desk, pk=pk))


@require_POST
@desk_page("people")
def make_one(desk: Desk, pk: int) -> HttpResponse:
    """Make one registration of this and another one of the same person."""
    kept = _entry(desk, pk=pk)
    double = _entry(desk, pk=number_of(desk.request.POST.get("double", "")))
    answer = merge(desk.tournament, kept, double, desk.actor, key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _sheet(desk, _entry(desk, pk=pk), refusal=answer, status=422)
    messages.success(desk.request, _("The two are one registration now."))
    return _back(desk, kept)


@require_POST
@desk_page("erase")
def erase(desk: Desk, pk: int) -> HttpResponse:
    """Erase who this is; what they played stays under the entry number."""
    entry = _entry(desk, pk=pk)
    if one_line(desk.request.POST.get("sure", "")) != "yes":
        refusal = Refusal("reason-missing", say("Tick that you mean it: erasing cannot be undone."))
        return _sheet(desk, entry, refusal=refusal, status=422)
    erase_person(entry.person, desk.actor)
    messages.success(desk.request, _("Erased. What was played stays, under the entry number."))
    return _back(desk, entry)


def _carry_out(desk: Desk, number: int, command: Command) -> HttpResponse:
    entry = _entry(desk, player=number)
    # One player's act rests on that player alone: others working beside are no hindrance.
    answer = desk.submit(command, stale=False)
    if isinstance(answer, Refusal):
        return _sheet(desk, entry, refusal=answer, status=422)
    desk.tell(answer)
    return _back(desk, entry)


def _with_other(desk: Desk, number: int, kind: type[ForbidPair] | type[AllowPair]) -> HttpResponse:
    typed = one_line(desk.request.POST.get("other", ""))[:250]
    others = _meant(desk, number, typed)
    if len(others) == 1 and others[0].player:
        return _carry_out(desk, number, kind((PlayerId(number), PlayerId(others[0].player))))
    if others:
        says = say("Several players fit “{typed}”: choose one.", typed=typed)
    else:
        says = say("Nobody fits “{typed}”.", typed=typed)
    refusal = Refusal("bad-pair", says)
    return _sheet(desk, _entry(desk, player=number), refusal=refusal, others=others[:12], status=422)


def _meant(desk: Desk, number: int, typed: str) -> list[Line]:
    """Who else may be meant by what was typed."""
    return meant((line for line in lines_of(desk.tournament.pk, desk.state) if line.player != number), typed)


def _reason(desk: Desk) -> str:
    return one_line(desk.request.POST.get("reason", ""))


def _entry(desk: Desk, **which: int) -> Entry:
    entries = Entry.objects.select_related("person", "club").filter(tournament=desk.tournament)
    found = entries.filter(**which).first()
    if found is None:
        raise Http404("There is no such player.")
    return found


def _back(desk: Desk, entry: Entry) -> HttpResponse:
    return desk.go("desk:player", entry.player) if entry.player else desk.go("desk:registration", entry.pk)


def _table_warnings(desk: Desk, entry: Entry, details: Newcomer) -> Sequence[str]:
    lines = lines_of(desk.tournament.pk, desk.state)
    taken = fixed_tables(line for line in lines if line.entry != entry.pk)
    return table_warnings(details.fixed_table, taken=taken, state=desk.state)


def _sheet(
    desk: Desk,
    entry: Entry,
    *,
    typed: Mapping[str, str] | None = None,
    faults: Sequence[Problem] = (),
    refusal: Refusal | None = None,
    others: Sequence[Line] = (),
    status: int = 200,
) -> HttpResponse:
    kept = _as_typed(details_of(entry, desk.state))
    page = PlayerSheet(
        desk=desk,
        entry=entry,
        everybody=lines_of(desk.tournament.pk, desk.state),
        typed=typed or kept,
        was=stamp(kept),
        faults=faults,
        refusal=refusal,
        others=others,
        clubs=clubs_known_to(organiser_of(desk.tournament).pk),
        position=registered(entry).position,
    )
    return desk.show(page, status=status)


def _as_typed(details: Newcomer) -> dict[str, str]:
    return {
        "name": details.name,
        "alias": details.alias,
        "pronouns": details.pronouns,
        "club": details.club,
        "email": details.email,
        "table": str(details.fixed_table or ""),
        "reason": details.table_reason,
        "bye": "yes" if details.first_round_bye else "",
        "paid": "yes" if details.paid else "",
        "shown_as": details.shown_as,
    }


urlpatterns: list[URLPattern] = [
    path("players/<int:player_no>", player, name="player"),
    path("players/<int:player_no>/drop", drop, name="player-drop"),
    path("players/<int:player_no>/rejoin", rejoin, name="player-rejoin"),
    path("players/<int:player_no>/disqualify", disqualify, name="player-disqualify"),
    path("players/<int:player_no>/apart", apart, name="player-apart"),
    path("players/<int:player_no>/together", together, name="player-together"),
    path("players/entry/<int:pk>", registration, name="registration"),
    path("players/entry/<int:pk>/again", again, name="registration-again"),
    path("players/entry/<int:pk>/one", make_one, name="registration-one"),
    path("players/entry/<int:pk>/erase", erase, name="registration-erase"),
]
