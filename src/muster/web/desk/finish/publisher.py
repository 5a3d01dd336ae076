"""The places as the publisher gets them: by Unlimited ID, with each player's matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from muster.app.standings.finishing import places_now
from muster.core.ids import Naming, PlayerId
from muster.core.tournament.state import State
from muster.people.models import Entry


def publisher_sheet(tournament: int, state: State, name: Naming) -> tuple[list[str], list[list[object]]]:
    """All places as headings and lines: place, Unlimited ID, name, matches won, lost and drawn, byes.

    Matches of the bracket count as those of the Swiss rounds; a bye is no match.
    """
    entries = Entry.objects.filter(tournament=tournament, player__isnull=False)
    uids = dict(entries.values_list("player", "uid"))
    matches = _matches(state)
    lines: list[list[object]] = [
        [
            place.first_place,
            uids.get(place.player, ""),
            name(place.player),
            *(matches[place.player][verdict] for verdict in ("win", "loss", "draw", "bye")),
        ]
        for place in places_now(state)
    ]
    return ["place", "unlimited id", "name", "wins", "losses", "draws", "byes"], lines


def _matches(state: State) -> Mapping[PlayerId, Counter[str]]:
    found: dict[PlayerId, Counter[str]] = {player: Counter() for player in state.players}
    for round_ in state.rounds:
        for bye in round_.byes:
            found[bye.player]["bye"] += 1
        for match in round_.matches.values():
            if match.outcome is None or not match.settled:
                continue
            for player, side in zip(match.pairing.players, match.outcome.sides, strict=True):
                found[player][side.verdict] += 1
    return found
