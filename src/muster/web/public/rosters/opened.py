"""The rosters of a finished tournament for everybody, where its organiser opens them."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.rosters.checking import standard_of
from muster.app.rosters.read import copy_of, rosters_that_count
from muster.app.rosters.terms import plan_of, rules_of
from muster.core.bracket.layouts import place_text
from muster.core.ids import Naming, PlayerId
from muster.core.roster.words import faction_words
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.rosters.description import RosterDescription
from muster.people.models import RosterVersion, Tournament


@dataclass(frozen=True, slots=True)
class Open:
    """One player's roster in the list.

    Attributes:
        player: their entry number.
        name: as everybody sees it.
        place: their final place, or the places shared.
        faction: in words; empty if unknown.
        total: what the roster is worth; None if that is not known.
    """

    player: PlayerId
    name: str
    place: str
    faction: str
    total: int | None


def are_open(tournament: Tournament, state: State) -> bool:
    """Whether everybody sees the rosters: the tournament is over, and its organiser opens them."""
    asked = tournament.rosters != "none" and state.places is not None
    return asked and rules_of(state) is not None and plan_of(tournament).public_after


def listed(tournament: Tournament, state: State, name: Naming) -> list[Open]:
    """The rosters that count by final place, without those of players who were disqualified or never came."""
    rosters, gone = rosters_that_count(tournament.pk), queries.disqualified(state)
    return [
        Open(
            place.player, name(place.player), place_text(place.first_place, place.last_place), *_head(version)
        )
        for place in queries.shown_places(state)
        if place.player not in gone and (version := rosters.get(place.player)) is not None
    ]


def one_of(tournament: Tournament, state: State, player: PlayerId) -> RosterDescription | None:
    """One player's roster; None where everybody may not see it, or there is none."""
    rules = rules_of(state)
    if rules is None or not are_open(tournament, state) or player in queries.disqualified(state):
        return None
    if all(place.player != player for place in queries.shown_places(state)):
        return None  # a number that nobody has is not looked for
    version = rosters_that_count(tournament.pk, [player]).get(player)
    return None if version is None else copy_of(version, standard_of(tournament, state))


def _head(version: RosterVersion) -> tuple[str, int | None]:
    return str(faction_words(version.faction)), version.total
