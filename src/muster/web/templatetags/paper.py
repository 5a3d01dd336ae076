"""What templates of paper ask of Python: codes."""

from __future__ import annotations

from urllib.parse import quote

from django import template
from django.template import Context

from muster.web.paper.codes import data_uri
from muster.web.paper.typeset import CODE

register = template.Library()


@register.simple_tag(takes_context=True)
def code(context: Context, address: str) -> str:
    """The source of a picture with the QR code of an address; the press makes it itself (`press` is set)."""
    return CODE + quote(address, safe="/:?&=-.~_") if context.get("press") else data_uri(address)
