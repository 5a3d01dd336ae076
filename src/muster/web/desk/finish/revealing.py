"""Showing the final places on the walls one by one: what the desk sees of it, and the buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.screens.reveal import BEST, PODIUM, RevealAct, Revealing, hidden_of, over, reveal
from muster.app.standings.finishing import places_now
from muster.core.bracket.layouts import place_text
from muster.exchange.whole import whole_number
from muster.web.desk.context import Desk, desk_page

ACTS: Final[tuple[RevealAct, ...]] = get_args(RevealAct)


@dataclass(frozen=True)
class RevealCard:
    """How far the walls show the places.

    Attributes:
        desk: who looks, and at which tournament.
        revealing: how far; None where nothing is held back.
        total: how many places there are.
    """

    desk: Desk
    revealing: Revealing | None
    total: int

    @property
    def hidden(self) -> int | str:
        """How many are hidden as the buttons say it; empty where nothing is held back."""
        return self.revealing.hidden if self.revealing else ""

    @property
    def next_place(self) -> str:
        """The place that is shown next."""
        coming = self.revealing.coming if self.revealing else ()
        return place_text(coming[0].first_place, coming[0].last_place) if coming else ""

    @property
    def next_names(self) -> list[str]:
        """Who is shown next."""
        return [self.desk.name(one.player) for one in self.revealing.coming] if self.revealing else []

    @property
    def jumps(self) -> list[tuple[RevealAct, int]]:
        """The best eight or three, while more are hidden."""
        asked: list[tuple[RevealAct, int]] = [("best", BEST), ("podium", PODIUM)]
        return [one for one in asked if self.revealing and self.revealing.hidden > one[1]]

    @property
    def finished(self) -> bool:
        """Whether the tournament has ended."""
        return self.desk.state.places is not None


def reveal_card(desk: Desk) -> RevealCard | None:
    """What the desk sees of it; None before everything has been played, and for whoever may not touch the walls."""
    if not desk.actor.may("clock") or not over(desk.state):
        return None
    places, hidden = places_now(desk.state), hidden_of(desk.tournament.pk)
    found = None if hidden is None else Revealing(places, min(hidden, len(places)))
    return RevealCard(desk, found, len(places))


@require_POST
@desk_page("clock")
def step(desk: Desk) -> HttpResponse:
    """One step of showing the places."""
    sent = desk.request.POST
    act = next((one for one in ACTS if one == sent.get("act")), None)
    if act is None or not over(desk.state):
        raise Http404("There is nothing to show yet, or no such step.")
    hidden = whole_number(sent.get("seen", ""))
    refusal = reveal(desk.tournament, places_now(desk.state), desk.actor, act, hidden)
    if refusal is not None:
        desk.refuse(refusal)
    at = sent.get("at", "")
    return desk.go({"hall": "desk:hall", "remote": "desk:remote"}.get(at, "desk:finish"))


urlpatterns: list[URLPattern] = [path("finish/reveal", step, name="reveal")]
