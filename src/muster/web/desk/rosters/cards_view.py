"""Who plays a card, and what is played altogether."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from muster.app.common.downloads import csv_text, file_name
from muster.app.rosters.breakdown import breakdown, table_of
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.rosters.page import Cards, FoundCards
from muster.web.desk.rosters.search import who_plays

HEADS = ("section", "card", "rosters", "copies", "rosters of the best")


@require_safe
@desk_page("rosters")
def cards(desk: Desk) -> HttpResponse:
    """Who plays the card that was asked for; without a question, what is played."""
    asked = desk.request.GET
    query, card = asked.get("q", "")[:100], asked.get("card", "")[:250]
    found = who_plays(desk.tournament.pk, desk.state, query, card=card)
    if desk.request.headers.get("HX-Target") == "found":
        answer = desk.show(FoundCards(desk, query, card, found))
    else:
        whole = None if query or card else breakdown(desk.tournament, desk.state, matches=False)
        answer = desk.show(Cards(desk, query, card, found, whole))
    patch_vary_headers(answer, ["HX-Target"])
    return answer


@require_safe
@desk_page("rosters")
def cards_csv(desk: Desk) -> HttpResponse:
    """What is played, as a table."""
    name = file_name(desk.event.name, desk.tournament.name, "cards")
    text = csv_text(HEADS, table_of(breakdown(desk.tournament, desk.state, matches=False)))
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


urlpatterns: list[URLPattern] = [
    path("rosters/cards", cards, name="rosters-cards"),
    path("rosters/cards.csv", cards_csv, name="rosters-cards-csv"),
]
