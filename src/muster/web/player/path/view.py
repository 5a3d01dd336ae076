"""A player's own way through the event, and the bracket with their own games marked."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from muster.web.player.context import Phone, player_page
from muster.web.player.path.page import OwnBracket, OwnPath


@require_safe
@player_page
def rounds(phone: Phone) -> HttpResponse:
    """Every round of the player, and their place after it."""
    return phone.show(OwnPath(phone))


@require_safe
@player_page
def bracket(phone: Phone) -> HttpResponse:
    """The bracket, with the player's own games marked."""
    return phone.show(OwnBracket(phone))
