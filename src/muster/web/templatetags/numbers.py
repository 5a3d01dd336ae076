"""Numbers in templates, as the reader's language writes them."""

from __future__ import annotations

from django import template

from muster.core.messages import Number

register = template.Library()


@register.filter
def percent(hundredths: int | str) -> Number:
    """So many hundredths as a percentage: `{{ one.percent|percent }}` is `66 %`."""
    return Number(str(hundredths), percent=True)
