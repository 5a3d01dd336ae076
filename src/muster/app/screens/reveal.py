"""The final places on the walls one by one, from the last to the first: held back, shown, and a step back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.common.topics import changed, event_topic
from muster.core.bracket.places import Place
from muster.core.messages import say
from muster.core.tournament.next_step import unfinished
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.people.models import Reveal, Tournament

RevealAct = Literal["hold", "next", "back", "best", "podium", "all", "end"]
"""Hold everything back; show the next place; take one back; go on to the best eight, or three; show all; as usual."""

BEST: Final = 8
PODIUM: Final = 3


@dataclass(frozen=True)
class Revealing:
    """How far the places are shown.

    Attributes:
        places: all of them, the best first; players who share a place are shown together.
        hidden: how many of the best players are still to come.
    """

    places: Sequence[Place]
    hidden: int

    @cached_property
    def coming(self) -> tuple[Place, ...]:
        """Whom the next step shows; nobody when all are shown."""
        if not self.hidden:
            return ()
        last = self.places[self.hidden - 1]
        return tuple(one for one in self.places[: self.hidden] if _same(one, last))

    @property
    def shown(self) -> Sequence[Place]:
        """Whose place everybody sees, the best first."""
        return self.places[self.hidden :]

    @property
    def winner_next(self) -> bool:
        """Whether only who is first is still to come."""
        return bool(self.hidden) and len(self.coming) == self.hidden

    def after(self, act: RevealAct) -> int:
        """How many are hidden after this act."""
        match act:
            case "hold":
                return len(self.places)
            case "next":
                return self.hidden - len(self.coming)
            case "back":
                return self._through(self.hidden + 1)
            case "best":
                return min(self.hidden, self._through(BEST))
            case "podium":
                return min(self.hidden, self._through(PODIUM))
            case "all" | "end":
                return 0

    def _through(self, count: int) -> int:
        """So many of the best, and whoever shares a place with the last of them."""
        if count >= len(self.places):
            return len(self.places)
        last = self.places[count - 1]
        return count + sum(_same(one, last) for one in self.places[count:])


def _same(one: Place, other: Place) -> bool:
    return one.first_place == other.first_place


def over(state: State) -> bool:
    """Whether everything has been played, so that there are places to show."""
    return state.places is not None or (bool(state.rounds) and unfinished(state) is None)


def hidden_of(tournament: int) -> int | None:
    """How many of the best players the walls still hide; None where places are shown as usual."""
    return Reveal.objects.filter(tournament=tournament).values_list("hidden", flat=True).first()


def reveal(
    tournament: Tournament, places: Sequence[Place], actor: Actor, act: RevealAct, seen: int | None
) -> Refusal | None:
    """Do one step of showing the places; nothing if somebody else did it meanwhile.

    Args:
        tournament: whose places.
        places: all of them, the best first.
        actor: who does it.
        act: which step.
        seen: how many were hidden when they pressed; None where nothing was held back.

    Returns:
        Why not, where another step was done in between: two who press at once show one place, not two.

    Raises:
        DeniedError: they may not touch what hangs in the hall.
    """
    actor.must("clock")
    with transaction.atomic():
        row = Reveal.objects.select_for_update().filter(tournament=tournament).first()
        hidden = min(row.hidden, len(places)) if row else None
        if hidden != seen:
            return Refusal(
                "stale", say("Somebody else has just gone on with the places. Look at the walls first.")
            )
        if act == "end":
            Reveal.objects.filter(tournament=tournament).delete()
        elif act == "hold" or row is not None:
            after = Revealing(places, hidden or 0).after(act)
            Reveal.objects.update_or_create(tournament=tournament, defaults={"hidden": after})
        changed({event_topic(tournament.event.code, "screens")})
    return None
