"""The players of a tournament as everybody may see them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from muster.app.common.names import nameless, shown
from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.state import Player, State
from muster.exchange.alphabet import alphabetical
from muster.people.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player by the name they chose to show, with club and how they stand; `here` and `gone` say it for signs."""

    name: str
    club: str
    status: str
    here: bool
    gone: bool
    player: PlayerId
    table: None = None

    @property
    def names(self) -> str:
        """Name and club, for finding."""
        return f"{self.name} {self.club}"


def players_for_all(tournament: Tournament, state: State) -> list[PlayerLine]:
    """Everybody who entered and was not disqualified, by name; whoever waits for a place is not among them."""
    rows = Entry.objects.filter(tournament=tournament, player__isnull=False)
    values = rows.values_list("player", "person__name", "person__alias", "shown_as", "club__name")
    lines = [
        _line(state, player, shown(name, alias, choice or tournament.names), club or "")
        for number, name, alias, choice, club in values
        if number is not None and (player := state.players.get(PlayerId(number))) is not None
        if player.status != "disqualified"
    ]
    in_order = alphabetical()
    return sorted(lines, key=lambda line: in_order(line.name))


def _line(state: State, player: Player, name: str, club: str) -> PlayerLine:
    gone = not queries.present(player)
    asked = state.created.check_in and not state.stages
    here = asked and player.status == "present"
    words = _("dropped") if gone else _("checked in") if here else ""
    return PlayerLine(name or str(nameless(player.player)), club, words, here, gone, player.player)
