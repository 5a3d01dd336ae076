"""What the judge's pages share: who may open them, what an act is about, how an act ends."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from muster.app.common.access import Act
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, desk_page

RULE: Final[Act] = "rule"
"""What every page of the judge's phone asks for."""

judge_page: Final = desk_page(RULE)
"""A view for whoever may rule: strangers get 404, the wrong role a page that says who may."""


def ended(desk: Desk, answer: object, says: str, url: str) -> HttpResponse:
    """After an act: say what was done, or why it was not, and go on to a page."""
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    else:
        messages.success(desk.request, says)
    return redirect(url)
