"""A game of one's own: its questions, what they come to, and the way on to an event or back to a tournament."""

from __future__ import annotations

import re
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _

from muster.app.events.editing import keep_rules
from muster.app.events.own_rules import read_own
from muster.app.organisations.standing import may_set_up_events
from muster.core.tournament.commands import ChangeRules
from muster.core.tournament.refusals import Refusal
from muster.rules.load import MAX_BYTES
from muster.rules.own_games import OwnGame, game_of
from muster.rules.schema import Regulations
from muster.web.account.organising import not_here
from muster.web.desk.context import Desk, account_of, desk_page
from muster.web.desk.events.own_game_form import PREFIX, USUAL, OwnGameForm, answers
from muster.web.desk.events.page import OwnGameOfPage, OwnGamePage
from muster.web.desk.events.rules_form import OWN
from muster.web.page import show

MOST_CARRIED: Final = 80
"""Answers of the event's form that are carried through, each of so many letters at most."""

LONGEST_CARRIED: Final = 5000

_OURS: Final = frozenset(
    {"csrfmiddlewaretoken", "regulations", "own_text", "own_name", "again", "look", "own", "of"}
)


@login_required
def own_game(request: HttpRequest) -> HttpResponse:
    """A game for a new event, or for a further tournament of the event named in the address."""
    account = account_of(request)
    if not may_set_up_events(account):
        return not_here(request, account)
    code = request.GET.get("event", "")
    code = code if re.fullmatch(r"[A-Za-z0-9_-]{1,20}", code) else ""
    to = reverse("desk:add-tournament", args=[code]) if code else reverse("desk:new")
    form, game, status = _answered(request, None)
    page = OwnGamePage(form, game, to, _carried(request))
    return show(request, page, status=status)


@desk_page("manage-event")
def game(desk: Desk) -> HttpResponse:
    """The game of a tournament: its answers, which can be changed until the rounds are fixed."""
    if desk.request.method == "POST" and "use" in desk.request.POST:
        return _used(desk)
    form, found, status = _answered(desk.request, game_of(desk.state.regulations))
    return desk.show(OwnGameOfPage(form, found, "", (), desk), status=status)


def _used(desk: Desk) -> HttpResponse:
    text = desk.request.POST.get("own_text", "")[:MAX_BYTES].encode()
    found = read_own(text, "game.toml")
    if isinstance(found, Regulations):
        answer = desk.submit(ChangeRules(regulations=found), stale=False)
        if not isinstance(answer, Refusal):
            keep_rules(desk.tournament, found)
            messages.success(desk.request, _("The game is changed."))
            return desk.go("desk:game")
        problem, status = str(answer.says), 409
    else:
        problem, status = _("This cannot be read as a game any more: look at the answers once more."), 422
    form, _game, _status = _answered(desk.request, game_of(desk.state.regulations))
    return desk.show(OwnGameOfPage(form, None, "", (), desk, problem=problem), status=status)


def _answered(request: HttpRequest, before: OwnGame | None) -> tuple[OwnGameForm, OwnGame | None, int]:
    """The form, the game if its answers are sound, and what the answer is: nothing else is judged."""
    if request.method == "POST" and "look" in request.POST:
        form = OwnGameForm(request.POST)
        return (form, form.game, 200) if form.is_valid() else (form, None, 422)
    kept = request.POST.get("own_text", "")[:MAX_BYTES]
    if kept and request.POST.get("regulations") == OWN:
        found = read_own(kept.encode(), "game.toml")
        before = game_of(found) if isinstance(found, Regulations) else None
    return OwnGameForm(initial=answers(before or USUAL)), before, 200


def _carried(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed into the form of the event, to be there again when one comes back to it."""
    if request.method != "POST":
        return []
    sent = ((name, str(value)) for name, value in request.POST.items() if name not in _OURS)
    found = [(name, value) for name, value in sent if not name.startswith(f"{PREFIX}-")]
    return [(name, value) for name, value in found if len(value) <= LONGEST_CARRIED][:MOST_CARRIED]


urlpatterns: list[URLPattern] = [path("new/game", own_game, name="own-game")]
tournament_urlpatterns: list[URLPattern] = [path("game", game, name="game")]
