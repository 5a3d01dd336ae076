"""What tests of other courses share: an event with pods, sealed play, a round robin, or two days."""

from __future__ import annotations

from typing import Any

from muster.app.history.submitting import announce_plan, pods_link
from muster.core.draws import ChainLink
from muster.core.tournament import commands
from muster.core.tournament.course import Course, CoursePart, PairedBy
from muster.journal import secrets
from muster.people.models import RosterPlan
from web_cases import Hall


def draft_hall(players: int = 0, rounds: int = 3, **setup: Any) -> Hall:
    """A draft of so many players, its plan fixed if there are any."""
    given = {"structure": "custom", "rounds": rounds, "cut": 0, "course": Course("pods"), **setup}
    return _fixed(Hall("unlimited-1.3", setup=given), players)


def robin_hall(players: int = 0, paired: PairedBy = "round-robin", **setup: Any) -> Hall:
    """Everybody meets everybody."""
    given = {"structure": "custom", "cut": 0, "course": Course(paired), **setup}
    return _fixed(Hall("armada-4.0", setup=given), players)


def two_days_hall(
    players: int, rounds: int, day_one: int, points: int, game: str = "armada-4.0", **setup: Any
) -> Hall:
    """Swiss rounds, of which some play the last."""
    course = Course("swiss", day_one, points)
    given = {"structure": "custom", "rounds": rounds, "cut": 0, "course": course, **setup}
    return _fixed(Hall(game, setup=given), players)


def sealed_hall(players: int = 0, rounds: int = 3, **setup: Any) -> Hall:
    """Sealed play of so many players, its plan fixed if there are any."""
    hall = Hall("unlimited-1.3", setup={"structure": "custom", "rounds": rounds, "cut": 0, **setup})
    RosterPlan.objects.create(tournament=hall.tournament, construction="limited")
    return _fixed(hall, players)


def parts_hall(players: int, parts: tuple[CoursePart, ...], **setup: Any) -> Hall:
    """Parts that follow one another."""
    given = {"structure": "custom", "cut": 0, "course": Course(parts=parts), **setup}
    return _fixed(Hall("unlimited-1.3", setup=given), players)


def drawn(hall: Hall, sizes: tuple[int, ...] | None = None) -> Hall:
    """The stage begun and the pods drawn."""
    if not hall.state.stages:
        hall.do(commands.StartStage())
    hall.do(pods_link(hall.tournament.pk, hall.state, sizes))
    return hall


def shown(hall: Hall) -> Hall:
    """The pods drawn and published."""
    drawn(hall).do(commands.PublishPods())
    return hall


def _fixed(hall: Hall, players: int) -> Hall:
    if players:
        hall.enter(players)
        secrets.keep(hall.tournament.pk, ChainLink("5e" * 32))
        hall.do(announce_plan(hall.tournament.pk))
    return hall
