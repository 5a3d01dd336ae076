"""Duties of a player: a roster to hand in, an Unlimited ID to give, a guardian to bring, a history to look through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.core.duties import rosters
from muster.core.duties.situation import Situation
from muster.core.duties.values import Found, Kind
from muster.core.messages import say
from muster.core.tournament import queries


def _roster(now: Situation) -> Iterator[Found]:
    if now.rosters == "none" or not now.before:
        return
    for player, entrant in now.playing:
        if entrant.roster == "missing" and now.rosters == "required":
            says = say("Hand in your list before the event starts.")
            yield Found(says, str(player.player), by=now.deadline or now.opens_at, player=player.player)


def _not_legal(now: Situation) -> Iterator[Found]:
    for player, entrant in now.playing:
        if now.rosters != "none" and entrant.roster == "illegal" and now.before:
            says = say("Your list is not legal: change it, or ask the desk.")
            yield Found(says, str(player.player), by=now.deadline or now.opens_at, player=player.player)


def _uid(now: Situation) -> Iterator[Found]:
    for player, entrant in now.playing:
        if now.requires.uid and not entrant.uid and not now.finished:
            says = say("Give your Unlimited ID: results are credited by it.")
            yield Found(says, str(player.player), player=player.player)


def _guardian(now: Situation) -> Iterator[Found]:
    for player, entrant in now.playing:
        if now.requires.guardian and entrant.minor and not entrant.guardian_seen and not now.finished:
            says = say("Come to the desk with your guardian, who shows identification.")
            yield Found(says, str(player.player), player=player.player)


def _check(now: Situation) -> Iterator[Found]:
    if not now.finished:
        return
    for number in queries.met(now.state.rounds):
        if number in now.entrants:
            says = say("Look through your results: are they reported correctly?")
            yield Found(says, str(number), since=now.finished_at, player=number)


KINDS: Final = (
    Kind(
        "own-roster",
        say("Your list"),
        ("player",),
        "warns",
        rosters.CLAUSES,
        "own-roster",
        say("Hand in your list"),
        _roster,
    ),
    Kind(
        "own-roster-illegal",
        say("Your list"),
        ("player",),
        "warns",
        rosters.CLAUSES,
        "own-roster",
        say("Look at your list"),
        _not_legal,
    ),
    Kind(
        "own-uid",
        say("Your Unlimited ID"),
        ("player",),
        "warns",
        ("SWU-UID-1",),
        "own-details",
        say("Enter it"),
        _uid,
    ),
    Kind(
        "own-guardian",
        say("Your guardian"),
        ("player",),
        "warns",
        ("SWU-ID-2",),
        "own-details",
        say("Your details"),
        _guardian,
    ),
    Kind(
        "own-history",
        say("Your results"),
        ("player",),
        "reminds",
        ("SWU-UID-1",),
        "own-result",
        say("See your rounds"),
        _check,
    ),
)
