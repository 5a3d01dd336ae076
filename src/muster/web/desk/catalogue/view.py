"""The editions of cards for this tournament's game: what they hold, which is used, and checking lists again."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from muster.app.common.downloads import file_name
from muster.app.rosters import catalogues, own_cards
from muster.app.rosters.terms import plan_of
from muster.people.models import CatalogueVersion
from muster.rules.rosters import Game
from muster.web.desk.catalogue.page import CataloguePage
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.rosters.one_view import rules_or_404

MOST_TYPED = 100
"""Characters of what is looked for."""


@require_safe
@desk_page("rosters")
def catalogue(desk: Desk) -> HttpResponse:
    """The editions, and the cards of one of them that are looked for."""
    asked, game = desk.request.GET, rules_or_404(desk).game
    used = catalogues.planned_version(game, plan_of(desk.tournament))
    shown = edition_of(desk, game, asked["edition"]) if "edition" in asked else used
    kind = asked.get("kind", "")[:MOST_TYPED]
    return desk.show(CataloguePage(desk, game, used, shown, asked.get("q", "")[:MOST_TYPED], kind))


@require_POST
@desk_page("plan")
def recheck(desk: Desk) -> HttpResponse:
    """Check what was handed in by the cards in force now."""
    rules_or_404(desk)
    if desk.state.places is not None:
        messages.error(desk.request, _("The tournament is over: what was checked stays as it was."))
    else:
        own_cards.check_again(desk.tournament)
        messages.success(desk.request, _("The rosters are checked again by the cards in force."))
    return desk.go("desk:catalogue")


@require_safe
@desk_page("rosters")
def export(desk: Desk) -> HttpResponse:
    """An edition as a file, to be looked at, corrected and loaded again."""
    version = edition_of(desk, rules_or_404(desk).game, desk.request.GET.get("edition", ""))
    answer = HttpResponse(catalogues.text_of(version), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{file_name(version.game, version.edition)}.csv"'
    return answer


def edition_of(desk: Desk, game: Game, value: str) -> CatalogueVersion:
    """The newest version of the site's edition `site/…` or the organiser's own `own/…`.

    Raises:
        Http404: there is none of that name that this event may use.
    """
    whose, _line, name = value.partition("/")
    owner = own_cards.owner_of(desk.tournament) if whose == "own" else ""
    usable = bool(name) and "\0" not in name and (whose == "site" or (whose == "own" and bool(owner)))
    found = catalogues.newest_of(game, name, owner) if usable else None
    if found is None:
        raise Http404("There is no such edition.")
    return found


urlpatterns: list[URLPattern] = [
    path("rosters/catalogue", catalogue, name="catalogue"),
    path("rosters/catalogue/recheck", recheck, name="catalogue-recheck"),
    path("rosters/catalogue/export.csv", export, name="catalogue-csv"),
]
