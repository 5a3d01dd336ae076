"""Looking rules up: steps of setting up and every clause, by moment and by word."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from muster.exchange.folding import folded
from muster.rules.setups import set_ups
from muster.web.desk.context import Desk
from muster.web.judge.context import judge_page
from muster.web.judge.rules.page import MOMENTS, SENTENCES, RulesFound
from muster.web.judge.seats import every_rule
from muster.web.player.page.setting_up import shown_steps
from muster.web.sentences import LONGEST, chapters


@require_safe
@judge_page
def rules(desk: Desk) -> HttpResponse:
    """What fits the words and the moment; everything where none are given."""
    if desk.state.setup is None:
        raise Http404("The tournament is not set up yet.")
    query, moment = desk.request.GET.get("q", "")[:LONGEST], desk.request.GET.get("moment", "")
    regulations, moment = desk.state.regulations, moment if moment in MOMENTS else ""
    set_up = set_ups().get(regulations.id)
    steps = shown_steps(regulations, set_up.steps if set_up else ())
    fitting = [
        replace(
            topic,
            rules=tuple(one for one in topic.rules if _fits(query, one.clause, one.section, str(one.says))),
        )
        for topic in every_rule(regulations)
        if moment in ("", topic.about)
    ]
    page = RulesFound(
        query,
        moment,
        [
            one
            for one in steps
            if moment in ("", "setup") and _fits(query, one.clause, str(one.who), str(one.says))
        ],
        [topic for topic in fitting if topic.rules],
        chapters(regulations.id, query=query, moments=SENTENCES.get(moment, ())) if query or moment else [],
        set_up is not None and set_up.terrain is not None,
    )
    return desk.show(page)


def _fits(query: str, *texts: str) -> bool:
    """Whether every word looked for stands in one of the texts, whatever its accents and capitals."""
    there = folded(" ".join(texts))
    return all(folded(word) in there for word in query.split())


urlpatterns: list[URLPattern] = [path("rules", rules, name="rules")]
