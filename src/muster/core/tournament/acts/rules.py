"""Other rules for a tournament that is set up already: a game of one's own whose answers change before it begins."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.frozen import changed
from muster.core.messages import Message, of_rules, say
from muster.core.tournament.acts.base import Chosen, Command, Decision, Describer, Fact
from muster.core.tournament.acts.setup import CreateTournament, TournamentCreated, announced_already
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.rules.names import document_name
from muster.rules.schema import Regulations
from muster.rules.variants import Variants


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRules(Command):
    """Play by other regulations; level, match formats and readings are those these have by themselves.

    Attributes:
        regulations: the regulations in full.
    """

    right = "manage-event"
    regulations: Regulations

    def decide(self, state: State) -> Decision:
        """Only while the plan is not announced, and only between games without rosters: lists are made by rules."""
        created = state.created
        if state.plan is not None:
            return announced_already(state)
        if created.regulations.roster is not None or self.regulations.roster is not None:
            says = say("Rules that say what a list may hold stay: set up another tournament for other rules.")
            return Refusal("bad-setup", says)
        made = CreateTournament(
            regulations=self.regulations,
            day=created.day,
            structure=created.structure,
            first_stage=created.first_stage,
            rounds=created.rounds,
            cut_kind=created.cut_kind,
            cut=created.cut,
            course=created.course,
        ).decide(state)
        if isinstance(made, Refusal):
            return made
        new = made[0]
        if not isinstance(new, TournamentCreated):  # pragma: no cover  (that is what is decided there)
            raise TypeError(new)
        return (
            RulesChanged(new.regulations, new.variants, new.tier, new.swiss_match, new.elimination_match),
        )


@dataclass(frozen=True, slots=True)
class RulesChanged(Fact):
    """Before the plan was announced the organiser chose other rules, which the journal holds in full."""

    kind = "rules.changed"
    title = say("the rules change")
    right = "manage-event"
    group = "plan"
    regulations: Regulations
    variants: Variants
    tier: Chosen
    swiss_match: Chosen
    elimination_match: Chosen

    def evolve(self, state: State) -> State:
        """Set up under other rules."""
        setup = changed(
            state.created,
            regulations=self.regulations,
            variants=self.variants,
            tier=self.tier,
            swiss_match=self.swiss_match,
            elimination_match=self.elimination_match,
        )
        return changed(state, setup=setup)

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """Which rules now."""
        return say(
            "The rules are those of {regulations} {edition} now.",
            regulations=document_name(self.regulations),
            edition=of_rules(self.regulations.document.version),
        )

    def asked_by(self) -> Command:
        """The same rules."""
        return ChangeRules(regulations=self.regulations)


__all__ = ["ChangeRules", "RulesChanged"]
