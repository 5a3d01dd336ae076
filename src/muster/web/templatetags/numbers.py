"""Numbers in templates, as the reader's language writes them."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from muster.core.messages import Message, Number
from muster.core.written import points_score

register = template.Library()


@register.filter
def score(points: Sequence[int]) -> Message:
    """The points of a match by seat, as they stand in lists: `{{ row.points|score }}` is `8–3`."""
    return points_score(*points)


@register.filter
def percent(hundredths: int | str) -> Number:
    """So many hundredths as a percentage: `{{ one.percent|percent }}` is `66 %`."""
    return Number(str(hundredths), percent=True)
