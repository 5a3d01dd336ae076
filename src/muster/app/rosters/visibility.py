"""Who may see whose roster, and why: the regulations' rule or the organiser's, asked in this one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from muster.app.rosters.terms import plan_of, rules_of, second_list_of, seen_of
from muster.core.ids import PlayerId
from muster.core.messages import NOTHING, Message, say
from muster.core.tournament import queries
from muster.core.tournament.state import Round, State
from muster.people.models import Entry, RosterPlan, Tournament
from muster.rules.rosters import RosterRules

What = Literal["all", "copy", "none"]
"""All of it, the opponents' copy without what is hidden from them, nothing."""


@dataclass(frozen=True, slots=True)
class Visibility:
    """How much of a roster somebody may see.

    Attributes:
        what: all, the opponents' copy, nothing.
        says: why, in words.
        clause: the clause it rests on; empty where it is the organiser's choice.
        hide: the sections that are left out of the copy.
    """

    what: What
    says: Message
    clause: str = ""
    hide: frozenset[str] = frozenset()


def may_see(
    viewer: Entry | None, owner: Entry, state: State, plan: RosterPlan, rules: RosterRules
) -> Visibility:
    """How much of the owner's roster a player or anybody may see now; the staff see every roster.

    Args:
        viewer: who looks; None for anybody.
        owner: whose roster.
        state: the tournament as it stands.
        plan: how rosters are handled here.
        rules: what the regulations say of rosters.
    """
    if viewer is not None and viewer.pk == owner.pk:
        return Visibility("all", say("It is your own."))
    if state.places is not None and plan.public_after:
        return Visibility("all", say("The tournament is over, and all rosters are open to everybody."))
    if viewer is None or viewer.tournament_id != owner.tournament_id:
        return Visibility("none", say("Rosters are for their players and the staff."), rules.seen_clause)
    return _between(viewer, owner, state, plan, rules)


def hidden_of(rules: RosterRules) -> frozenset[str]:
    """The sections that opponents do not see (`LEG-LIST-2`)."""
    return frozenset(section.id for section in rules.sections if section.hidden)


def _between(viewer: Entry, owner: Entry, state: State, plan: RosterPlan, rules: RosterRules) -> Visibility:
    """What one player sees of another's."""
    seen = seen_of(plan, rules)
    clause = rules.seen_clause if not plan.seen else ""
    if seen == "staff":
        return Visibility("none", say("Only their players and the staff see rosters here."), clause)
    meet = _meet(viewer, owner, state)
    if seen == "opponents":
        return _copy(rules, clause) if meet else Visibility("none", NOT_NOW, clause)
    if meet and state.stages[-1].format == "elimination":
        if _in_play(state):
            return Visibility("none", NOT_DURING_PLAY, clause)
        return _copy(
            rules, clause, say("You meet in the cut: look at it before the first game, not during play.")
        )
    return Visibility("none", NOT_IN_CUT, clause)


NOT_NOW: Final = say("You see the roster of your opponent, while your match is the one of the running round.")
NOT_IN_CUT: Final = say("Rosters are shown to the two players of a match of the cut, once it is posted.")


NOT_DURING_PLAY: Final = say(
    "Play has begun: the list of your opponent was there to look at before the first game."
)


def _copy(rules: RosterRules, clause: str, says: Message = NOTHING) -> Visibility:
    return Visibility("copy", says or say("You meet in the running round."), clause, hidden_of(rules))


def _in_play(state: State) -> bool:
    """Whether play of the running round has begun: in the cut players look at lists before it alone (`SWU-REV-1`)."""
    round_ = queries.current_round(state)
    return round_ is not None and round_.started


def _meet(viewer: Entry, owner: Entry, state: State) -> bool:
    """Whether the two are the players of one match of the running round, and both still play."""
    round_ = queries.current_round(state)
    if round_ is None or state.places is not None or viewer.player is None or owner.player is None:
        return False
    one, two = PlayerId(viewer.player), PlayerId(owner.player)
    return _paired(round_, one, two) and all(
        queries.present(state.players[each]) for each in (one, two) if each in state.players
    )


def _paired(round_: Round, one: PlayerId, two: PlayerId) -> bool:
    match = queries.match_of(round_, one)
    return match is not None and not round_.complete and two in match.pairing.players


def has_copies(tournament: Tournament, state: State) -> bool:
    """Whether opponents get a copy on paper: a second list, or one without what is hidden from them."""
    rules = rules_of(state)
    if rules is None:
        return False
    return bool(hidden_of(rules)) or second_list_of(plan_of(tournament), rules)
