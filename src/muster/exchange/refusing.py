"""Who is meant where a refusal speaks of players by entry number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields

from muster.core.ids import PlayerId
from muster.core.messages import Listing, listing, say
from muster.core.tournament.commands import Command
from muster.core.tournament.refusals import Refusal


def legend(refusal: Refusal, command: Command, names: Mapping[PlayerId, str]) -> Listing:
    """Who the players of a command are, where the refusal speaks of them by entry number."""
    spoken = {int(number) for number in re.findall(r"\d+", str(refusal.says))}
    return listing(
        (
            say("player {number} is {name}", number=player, name=names[player])
            for player in _players(command)
            if player in names and player in spoken
        ),
        "plain",
    )


def _players(command: Command) -> Iterator[PlayerId]:
    for each in fields(command):
        value = getattr(command, each.name)
        if each.name == "players":
            yield from value
        elif each.name in ("player", "by") and value is not None:
            yield value
