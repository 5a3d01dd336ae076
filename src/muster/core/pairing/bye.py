"""Who gets the bye in a Swiss round with an odd number of players (`COM-BYE-1`, reading `B16`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from muster.core.draws import DrawSeed, order
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, listing, paragraph, say

BYE_PURPOSE: Final = "first-round-bye"

ByeWarning = Literal["another-bye", "two-in-a-row", "leader", "shares-the-lead"]
"""What an organiser should look at before publishing: see `warning_text`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who could get the bye.

    Attributes:
        player: who.
        rank: the place in the full standings, tiebreakers and random key included; each has their own.
        points: tournament or match points, to see who leads.
        byes: byes had in this tournament, awarded first-round byes included (reading `B47`).
        had_last_round: whether one of them was in the round before this.
    """

    player: PlayerId
    rank: int
    points: int
    byes: int
    had_last_round: bool


@dataclass(frozen=True, slots=True)
class ByeChoice:
    """Who gets the bye, and why.

    Attributes:
        player: who gets it.
        reason: drawn at random; lowest-ranked of those without one; or everybody has had one.
        passed_over: the players ranked below the receiver, lowest first, who have had more byes or had one
            in the last round; nobody where the bye is drawn.
        warnings: what an organiser should look at before publishing.
    """

    player: PlayerId
    reason: Literal["drawn", "lowest-without-bye", "everybody-had-one"]
    passed_over: tuple[PlayerId, ...] = ()
    warnings: tuple[ByeWarning, ...] = ()


def choose_bye(candidates: Sequence[Candidate], seed: DrawSeed, *, first_round: bool) -> ByeChoice:
    """Choose who gets the bye (`COM-BYE-1`).

    In the first round it is drawn: the smallest key under `first-round-bye`. Later it goes to the
    lowest-ranked player who has had none. When everybody has had one: to those with the fewest, among these
    not to somebody who had it in the last round if there is anybody else, then to the lowest-ranked (`B16`).

    Args:
        candidates: everybody to be paired, in any order; who has an awarded bye this round is not among them.
        seed: the draw seed of the round; only the first round uses it.
        first_round: whether this is the first round of the tournament.

    Raises:
        ValueError: there are no candidates.
    """
    if not candidates:
        raise ValueError("there is nobody who could get the bye")
    if first_round:
        return ByeChoice(order(seed, BYE_PURPOSE, [one.player for one in candidates])[0], "drawn")
    chosen = min(candidates, key=lambda one: (one.byes, one.had_last_round, -one.rank))
    below = sorted((one for one in candidates if one.rank > chosen.rank), key=lambda one: -one.rank)
    return ByeChoice(
        chosen.player,
        "everybody-had-one" if chosen.byes else "lowest-without-bye",
        tuple(one.player for one in below),
        _warnings(chosen, candidates),
    )


def _warnings(chosen: Candidate, candidates: Sequence[Candidate]) -> tuple[ByeWarning, ...]:
    best = max(one.points for one in candidates)
    leads = chosen.points == best
    alone = leads and sum(one.points == best for one in candidates) == 1
    found: list[tuple[ByeWarning, bool]] = [
        ("another-bye", chosen.byes > 0),
        ("two-in-a-row", chosen.had_last_round),
        ("leader", alone),
        ("shares-the-lead", leads and not alone),
    ]
    return tuple(warning for warning, applies in found if applies)


def explain(choice: ByeChoice, name: Naming) -> Message:
    """Why this player has the bye, in a sentence or two for the pairing sheet."""
    who, below = name(choice.player), listing(map(name, choice.passed_over), "plain")
    if choice.reason == "drawn":
        return say("{player} has the bye of the first round, drawn at random.", player=who)
    if choice.reason == "lowest-without-bye":
        why = say("{player} has the bye: the lowest-ranked player who has had none.", player=who)
        lower = say("Ranked lower, but with a bye already: {players}.", players=below)
    else:
        why = say(
            "{player} has the bye: everybody has had one, and of those next in turn {player} is ranked "
            "lowest.",
            player=who,
        )
        lower = say("Ranked lower, but with more byes or one in the last round: {players}.", players=below)
    return paragraph(why, lower) if below else why


def warning_text(warning: ByeWarning, who: str) -> Message:
    """The warning in words."""
    return {
        "another-bye": say("{player} has had a bye before: everybody has.", player=who),
        "two-in-a-row": say(
            "{player} has the bye two rounds in a row: everybody else has had more, or one in the last "
            "round too.",
            player=who,
        ),
        "leader": say(
            "{player} has the most points of all who are here and will not play this round.", player=who
        ),
        "shares-the-lead": say(
            "{player} has the most points, as others here have, and will not play them this round.",
            player=who,
        ),
    }[warning]
