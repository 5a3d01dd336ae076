"""What to ask before somebody is entered by hand: warnings that offer what to do, and never stand in the way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from muster.app.people.read import Line
from muster.app.registration.entries import Newcomer, must_wait
from muster.core.tournament.state import State
from muster.people.models import Tournament
from muster.web.desk.people.players import Namesakes


@dataclass(frozen=True, slots=True)
class Question:
    """Something to look at before entering somebody.

    Attributes:
        about: what an organiser who is sure says yes to.
        says: in words.
        lines: the registrations it is about.
    """

    about: Literal["name", "place"]
    says: str
    lines: Sequence[Line] = ()


def questions_about(
    newcomer: Newcomer, tournament: Tournament, state: State, lines: Sequence[Line], sure: Collection[str]
) -> list[Question]:
    """What is still to be asked before this newcomer is entered.

    Args:
        newcomer: whom.
        tournament: where.
        state: how it stands.
        lines: everybody who registered.
        sure: what the organiser has said yes to already.
    """
    found = []
    same = Namesakes(lines).of(newcomer.name)
    if same and "name" not in sure:
        says = _("%(name)s is on the list already. Is this somebody else?") % {"name": newcomer.name}
        found.append(Question("name", says, same))
    if "place" not in sure and must_wait(tournament, state):
        says = _("All %(places)d places are taken, or others wait for one.")
        found.append(Question("place", says % {"places": tournament.capacity or 0}))
    return found
