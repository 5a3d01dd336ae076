"""Who wins without a sum: the survivor, the one with the deciding part, the opponent of who gave up."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from muster.core.ids import Seat, other
from muster.core.scoring.problems import Problem
from muster.core.scoring.scored import Decision, Step, player
from muster.rules.basis import Cited
from muster.rules.schema import End, EndId, Regulations
from muster.rules.scoring import Scoring, WipedOut

AGAINST_ONE: Final[Mapping[EndId, str]] = MappingProxyType(
    {"concession": "conceded", "no-show": "did not come", "match-loss": "was given the loss"}
)
"""The ways of ending that go against one player, and what that player did."""


def given_up(end: EndId, by: Seat | None, regulations: Regulations) -> Decision | Problem:
    """The opponent of whoever conceded, did not come or was given the loss wins."""
    clause = ending(end, regulations).clause
    if by is None:
        return Problem("by", f"Say who {AGAINST_ONE[end]}.", clause)
    return other(by), Step(f"{player(by)} {AGAINST_ONE[end]}: {player(other(by))} wins.", clause)


def given_up_clause(end: EndId, rules: Scoring) -> str:
    """The clause on what a way of ending that goes against one player is worth."""
    cited = {"concession": rules.concession, "no-show": rules.no_show, "match-loss": rules.match_loss}
    return cited[end].clause


def ending(end: EndId, regulations: Regulations) -> End:
    """A way of ending that the regulations have, with the clause on who wins then."""
    return next(each for each in regulations.ends if each.id == end)


def survivor(winner: Seat | None, rule: WipedOut, regulations: Regulations) -> Decision | Problem:
    """Whoever survived wins; the scores may say otherwise (`B8`), so the winner has to be named."""
    clause = ending("defeated", regulations).clause
    if winner is None:
        return Problem("winner", f"Say who survived; the other player lost {rule.what}.", clause)
    return winner, Step(f"{player(other(winner))} lost {rule.what}: {player(winner)} wins.", clause)


def whole_force(destroyed: int, rule: WipedOut) -> int:
    """What a force destroyed to the last counts (`ARM-SCORE-2`, `RUN-SCORE-1`, `LEG-SCORE-1`)."""
    return max(destroyed, rule.points) if rule.counts == "at-least" else rule.points


def by_part(deciding: Seat | None, regulations: Regulations, why: str, rule: Cited) -> Decision | Problem:
    """Whoever had the deciding part in the game wins what is still equal."""
    part = deciding_part(regulations)
    if deciding is None:
        return Problem("deciding", f"{why}: say who was the {part}.", rule.clause)
    return deciding, Step(f"{why}: {player(deciding)} wins as {part}.", rule.clause)


def by_hand(winner: Seat | None, why: str, roll: str, rule: Cited) -> Decision | Problem:
    """What only a roll can settle: whoever won it is entered by hand (`RUN-FLURRY-1`, `B6`)."""
    if winner is None:
        return Problem("winner", f"{why}: say who won the {roll}.", rule.clause)
    return winner, Step(f"{why}: {player(winner)} won the {roll}.", rule.clause)


def deciding_part(regulations: Regulations) -> str:
    """The deciding part in the game's words, such as `second player`."""
    roles = regulations.seat_roles
    return roles.second if roles.deciding == "second" else roles.first
