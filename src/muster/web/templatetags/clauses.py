"""A clause that opens to its words, wherever a page cites one."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from muster.core.messages import Message, of_rules
from muster.core.tournament.state import State
from muster.exchange.rosters.description import list_of
from muster.people.models import Event, Tournament
from muster.rules.names import document_name, game_name
from muster.rules.readings import readings_of, sources_of
from muster.web.clauses import opened

register = template.Library()

register.filter("of_rules", of_rules)
register.filter("game_name", game_name)
register.filter("document_name", document_name)
register.filter("list_of", list_of)


@register.filter
def said(words: str) -> Message:
    """Words of data that come along with Muster, in the reader's language; as they stand where somebody typed them."""
    return Message(words)


@register.inclusion_tag("parts/clause.html", takes_context=True)
def clause(context: Context, cited: str | None, reading: str | None = "") -> dict[str, Any]:
    """A clause by its id: opens to its words, its document and section, and how it is read here.

    It is a block: it stands after a paragraph, not in it. `{% clause why.clause %}`,
    `{% clause one.clause one.reading %}`.
    """
    state = _state(context)
    found = opened(state, cited, reading or "") if cited and state and state.setup else None
    return {"cited": cited, "opened": found, "rules": _rules(context) if found and found.document else ""}


@register.simple_tag(takes_context=True)
def cited(context: Context, clause: str | None) -> SafeString:
    """A clause by its id inside a sentence: a link to its words, in a window beside so that no form is lost.

    What penalties rest on besides the regulations (`C5`) is called by its name. What is neither is shown as it is.
    """
    if not clause:
        return SafeString("")
    if sources := sources_of(clause):
        return format_html_join(", ", '<span class="clause" title="{1}">{0}</span>', sources)
    if found := readings_of(clause):
        return format_html_join(", ", '<span class="clause" title="{1}">{0}</span>', found)
    state = _state(context)
    rules = _rules(context) if state and state.setup and clause in state.regulations.clauses else ""
    if not rules:
        return format_html('<span class="clause"><bdi>{}</bdi></span>', clause)
    return format_html(
        '<a class="clause" href="{0}#{1}" target="_blank" rel="noopener">{1}</a>', rules, clause
    )


def _state(context: Context) -> State | None:
    """The tournament of a page of the desk, of a player or for everybody."""
    holder = context.get("desk") or context.get("me") or context.get("floor")
    found = getattr(holder, "state", None)
    return found if isinstance(found, State) else None


def _rules(context: Context) -> str:
    """The page with every clause, where the reader may see it: the staff always, others once the event is listed."""
    desk = context.get("desk")
    event = desk.event if desk else context.get("event")
    tournament = getattr(desk, "tournament", None) if desk else context.get("tournament")
    if not isinstance(event, Event) or not isinstance(tournament, Tournament) or not (desk or event.listed):
        return ""
    return reverse("public:rules", args=[event.code, tournament.number])
