"""Who plays in a tournament, and by which regulations, for everybody."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from muster.app.events.plan_reasons import plan_reasons
from muster.web.public.context import Floor, tournament_page
from muster.web.public.event.now import plan_clause, plan_for_all
from muster.web.public.event.people import players_for_all
from muster.web.public.event.rules import rules_in_use
from muster.web.public.reading import found_lines


@tournament_page("players")
def players(floor: Floor) -> HttpResponse:
    """Everybody who plays, by the name they chose to show."""
    lines = players_for_all(floor.tournament, floor.state)
    found = found_lines(lines, floor.query) if floor.query else lines
    page = floor.paged(found)
    context = {
        "heading": _("Players"),
        "page": page,
        "q": floor.query,
        "found": len(found),
        "playing": sum(not line.gone for line in lines),
        "clubs": any(line.club for line in lines),
        "statuses": any(line.status for line in lines),
        "filter": not floor.query and page.paginator.num_pages == 1,
    }
    return floor.shown("public/event/players.html", context, "round", "people")


@tournament_page("rules")
def rules(floor: Floor) -> HttpResponse:
    """The regulations in use, clause by clause."""
    if floor.state.setup is None:
        raise Http404("This tournament is not set up yet.")
    context = {
        "heading": _("Rules"),
        "rules": rules_in_use(floor.state),
        "regulations": floor.state.regulations,
        "plan": plan_for_all(floor.state),
        "plan_clause": plan_clause(floor.snapshot),
        "reasons": plan_reasons(floor.state, floor.state.plan.attendance) if floor.state.plan else (),
    }
    return floor.shown("public/event/rules.html", context, "round")
