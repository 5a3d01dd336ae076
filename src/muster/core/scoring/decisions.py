"""Who wins without a sum: the survivor, the one with the deciding part, the opponent of who gave up."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from muster.core.ids import Seat, other
from muster.core.messages import Message, of_rules, say, say_in
from muster.core.scoring.scored import Decision, Problem, ScoringStep
from muster.rules.basis import Cited
from muster.rules.schema import End, EndId, Regulations
from muster.rules.scoring import PairScoring, WipedOut

AGAINST_ONE: Final[Mapping[EndId, tuple[Message, Message]]] = MappingProxyType(
    {
        "concession": (say("Say who conceded."), say("{loser} conceded: {winner} wins.")),
        "no-show": (say("Say who did not come."), say("{loser} did not come: {winner} wins.")),
        "match-loss": (say("Say who was given the loss."), say("{loser} was given the loss: {winner} wins.")),
    }
)
"""The ways of ending that go against one player: what to ask for, and what follows."""

ROLL: Final = say_in("dice", "roll")
"""A roll that the regulations give no name."""

EVERYTHING_EQUAL: Final = say("Everything is equal")


def given_up(end: EndId, by: Seat | None, regulations: Regulations) -> Decision | Problem:
    """The opponent of the player who conceded, did not come or was given the loss wins."""
    clause, (question, follows) = ending(end, regulations).clause, AGAINST_ONE[end]
    if by is None:
        return Problem("by", question, clause)
    return other(by), ScoringStep(follows, clause, other(by))


def given_up_clause(end: EndId, rules: PairScoring) -> str:
    """The clause on what a way of ending that goes against one player is worth."""
    cited = {"concession": rules.concession, "no-show": rules.no_show, "match-loss": rules.match_loss}
    return cited[end].clause


def ending(end: EndId, regulations: Regulations) -> End:
    """A way of ending that the regulations have, with the clause on who wins then."""
    return next(each for each in regulations.ends if each.id == end)


def survivor(winner: Seat | None, rule: WipedOut, regulations: Regulations) -> Decision | Problem:
    """The survivor wins; the scores may say otherwise (`B8`), so the winner has to be named."""
    clause = ending("defeated", regulations).clause
    if winner is None:
        says = say("Say who survived; the other player lost {what}.", what=of_rules(rule.what))
        return Problem("winner", says, clause)
    says = say("{loser} lost {what}: {winner} wins.", what=of_rules(rule.what))
    return winner, ScoringStep(says, clause, winner)


def whole_force(destroyed: int, rule: WipedOut) -> int:
    """What a force destroyed to the last counts (`ARM-SCORE-2`, `RUN-SCORE-1`, `LEG-SCORE-1`)."""
    return max(destroyed, rule.points) if rule.counts == "at-least" else rule.points


def by_part(deciding: Seat | None, regulations: Regulations, why: Message, rule: Cited) -> Decision | Problem:
    """The player who had the deciding part in the game wins what is still equal."""
    part = deciding_words(regulations)
    if deciding is None:
        return Problem("deciding", say("{why}: say who was the {part}.", why=why, part=part), rule.clause)
    says = say("{why}: {winner} wins as {part}.", why=why, part=part)
    return deciding, ScoringStep(says, rule.clause, deciding)


def by_hand(winner: Seat | None, why: Message, rule: Cited, roll: Message = ROLL) -> Decision | Problem:
    """What only a roll can settle: its winner is entered by hand (`RUN-FLURRY-1`, `B6`)."""
    if winner is None:
        return Problem("winner", say("{why}: say who won the {roll}.", why=why, roll=roll), rule.clause)
    return winner, ScoringStep(
        say("{why}: {winner} won the {roll}.", why=why, roll=roll), rule.clause, winner
    )


def goes_on(winner: Seat | None, why: Message, rule: Cited) -> Decision | Problem:
    """In a bracket somebody goes on even from a game that is drawn: who it is, is entered by hand."""
    if winner is None:
        return Problem("winner", say("{why}: say who goes on.", why=why), rule.clause)
    return winner, ScoringStep(say("{why}: {winner} goes on.", why=why), rule.clause, winner)


def deciding_part(regulations: Regulations) -> str:
    """The deciding part in the game's words, such as `second player`."""
    roles = regulations.seat_roles
    return roles.second if roles.deciding == "second" else roles.first


def deciding_words(regulations: Regulations) -> Message:
    """The deciding part as readers are told of it."""
    return of_rules(deciding_part(regulations))
