"""The most important words in two languages, where an event has a second one (`Event.second_language`).

Words are handed on as the source has them, `{% translate "Find your table" noop as heading %}`, or as a message.
"""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from muster.core.messages import Message, say
from muster.web.language import second_of

register = template.Library()


def said_twice(words: str | Message, second: str) -> tuple[str, str]:
    """Words in the language of the page and in the second; nothing for the second where that is the same or none."""
    first = _said(words)
    if not second:
        return first, ""
    with translation.override(second):
        other = _said(words)
    return first, "" if other == first else other


def _said(words: str | Message) -> str:
    return translation.gettext(words) if isinstance(words, str) else str(words)


@register.simple_tag(takes_context=True)
def both(context: Context, words: str | Message, *, capital: bool = False) -> str | SafeString:
    """The words, and smaller behind them the same in the second language: `{% both heading %}`."""
    second = second_of(context["event"]) if "event" in context else ""
    first, other = map(capfirst, said_twice(words, second)) if capital else said_twice(words, second)
    if not other:
        return first
    return format_html('{} <small class="also" lang="{}">{}</small>', first, second, other)


@register.simple_tag(takes_context=True)
def slashed(context: Context, words: str | Message) -> str:
    """The same on paper: `Podpisy / Signatures`."""
    return " / ".join(
        filter(None, said_twice(words, second_of(context["event"]) if "event" in context else ""))
    )


@register.simple_tag(takes_context=True)
def table_in_two(context: Context, table: int) -> str:
    """The number of a table on paper: `Stół 4 / Table 4`."""
    return slashed(context, say("Table {table}", table=table))


@register.simple_tag(takes_context=True)
def both_plain(context: Context, words: str | Message) -> str:
    """The same for an attribute: `Pozostały czas · Time left`."""
    return " · ".join(
        filter(None, said_twice(words, second_of(context["event"]) if "event" in context else ""))
    )
