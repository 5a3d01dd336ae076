"""What everybody may see of an event: what was published, under the names players chose to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from muster.app.common.names import public_names
from muster.app.rounds.sheets import title_of
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.people.models import Event, Tournament


@dataclass(frozen=True, slots=True)
class PublicRound:
    """A published round as a heading."""

    number: RoundNo
    title: str


def names_for_all(tournament: Tournament, state: State) -> Mapping[PlayerId, str]:
    """The names everybody may see; those of disqualified players are not among them."""
    gone = queries.disqualified(state)
    return {player: name for player, name in public_names(tournament).items() if player not in gone}


def published_rounds(state: State) -> list[PublicRound]:
    """The rounds everybody may see; a proposal is none of them."""
    return [PublicRound(each.number, str(title_of(state, each.number))) for each in state.rounds]


def has_standings(state: State) -> bool:
    """Whether there is a table to show: a Swiss round is complete."""
    return queries.completed(state) > 0


def next_of_organiser(event: Event, now: datetime) -> Event | None:
    """The next event of the same organiser after this one, of those that everybody sees and that take place."""
    organisers = event.staff.filter(role="organiser").values("account")
    theirs = Event.objects.filter(staff__role="organiser", staff__account__in=organisers)
    ahead = theirs.filter(
        listed=True, practice=False, cancelled_at=None, opens_at__gt=max(now, event.opens_at)
    )
    return ahead.select_related("venue").order_by("opens_at", "pk").first()
