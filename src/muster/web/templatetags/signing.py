"""What templates ask about signed rounds and about the seal on paper."""

from __future__ import annotations

from typing import Any

from django import template

from muster.app.floor.signing import SignedRound, signed_rounds
from muster.core.tournament.state import Round
from muster.journal.store import Snapshot
from muster.web.desk.context import Desk
from muster.web.desk.results.sign_page import Signatures, printed_seal

register = template.Library()


@register.simple_tag
def signed_of(desk: Desk, round_: Round) -> Signatures:
    """Who signed a round, and what has changed in it since."""
    return Signatures(desk, round_)


@register.simple_tag
def rounds_signed(snapshot: Snapshot) -> list[SignedRound]:
    """The complete rounds with their signatures; none as long as nobody has signed any."""
    found = [one for one in signed_rounds(snapshot) if one.round.complete or one.signatures]
    return found if any(one.signatures for one in found) else []


@register.simple_tag
def to_sign_off(desk: Desk) -> dict[str, Any]:
    """For the phone of somebody who may rule: the latest complete round, and rounds changed since they were signed.

    `latest` is a round with its signatures, or nothing; `mine` says that theirs is among them and holds; `changed` are
    the others, whose signatures no longer hold.
    """
    rounds = signed_rounds(desk.snapshot)
    latest = next((one for one in reversed(rounds) if one.round.complete), None)
    mine = latest is not None and desk.actor.who in {f"account:{one.account}" for one in latest.holding}
    changed = [one for one in rounds if one is not latest and one.broken and not one.holding]
    return {"latest": latest, "mine": mine, "changed": changed}


register.simple_tag(printed_seal)
