"""The cards of a round as the organiser drew them by hand, or as the event outline names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from muster.core.draws import LINKS
from muster.core.frozen import changed
from muster.core.ids import RoundNo
from muster.core.messages import Argument, Message, listing, say
from muster.core.pairing.round_draws import FACES, LONGEST_CARD, RoundCards, Way, is_card_name, rolled_card
from muster.core.private import UNSAID, Seal, Typed
from muster.core.tournament.acts.base import Choice, Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import reason_fits, reason_given
from muster.core.tournament.changes import with_round
from muster.core.tournament.drawing import RoundDeck, deck_of, round_number
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class RecordCards(Command):
    """Record the cards of a round that the seed does not draw (`RUN-SEAS-1`, `RUN-SEAS-2`).

    Cards drawn or rolled by hand take the place of those the seed drew, for a round that is on the table or published;
    those of the event outline can be named for any round to come as well. Once play has begun it is a correction.

    Attributes:
        round_no: the round.
        way: how they were found.
        deployment: the deployment; not read where it was rolled.
        objective: the objective; not read where it was rolled.
        faces: the faces rolled for the deployment and for the objective.
        reason: why, once play in the round has begun; else it may be empty.
    """

    right = "rounds"
    round_no: RoundNo
    way: Way
    deployment: Choice = ""
    objective: Choice = ""
    faces: tuple[int, int] | None = None
    reason: Typed = UNSAID

    def decide(self, state: State) -> Decision:
        """Legal and not yet used up where they were drawn; as the outline has them where it names them."""
        refusal = _not_now(state, self)
        if refusal:
            return refusal
        cards = self._named(state) if self.way == "outline" else self._by_hand(state)
        if isinstance(cards, Refusal):
            return cards
        before = state.recorded.get(self.round_no)
        if before and (before.cards, before.way, before.faces) == (cards, self.way, self._rolls):
            says = say("The cards of round {round} are on record like that already.", round=self.round_no)
            return Refusal("already-recorded", says)
        return (CardsRecorded(self.round_no, self.way, cards, self._rolls, self.reason.seal),)

    @property
    def _rolls(self) -> tuple[int, int] | None:
        return self.faces if self.way == "rolled" else None

    def _named(self, state: State) -> RoundCards | Refusal:
        for name in (self.deployment, self.objective):
            if not is_card_name(name):
                says = say(
                    "Name a deployment and an objective, each in at most {most} letters and digits.",
                    most=LONGEST_CARD,
                )
                return Refusal("bad-cards", says, _season_clause(state))
        return RoundCards(self.deployment, self.objective)

    def _by_hand(self, state: State) -> RoundCards | Refusal:
        deck = deck_of(state, self.round_no)
        if deck is None:
            says = say(
                "No season of these regulations has begun on the day of the event: name cards as the outline does."
            )
            return Refusal("bad-cards", says, _season_clause(state))
        if self.way == "rolled":
            return _rolled(state, deck, self.faces)
        corrects = _has_begun(state, self.round_no)
        named = (
            (self.deployment, deck.legal.deployments, deck.left.deployments),
            (self.objective, deck.legal.objectives, deck.left.objectives),
        )
        for card, legal, left in named:
            if card not in legal:
                says = say(
                    "Choose one of the cards of the season: {cards}. Others only the event outline can name.",
                    cards=listing(legal, "plain"),
                )
                return Refusal("bad-cards", says, _season_clause(state))
            if card not in left and not corrects:
                says = say(
                    "{card} was used in this stage, and others were not: draw from {cards}.",
                    card=card,
                    cards=listing(left, "plain"),
                )
                return Refusal("bad-cards", says, _clause(state))
        return RoundCards(self.deployment, self.objective)


@dataclass(frozen=True, slots=True)
class CardsRecorded(Fact):
    """The cards of a round were drawn or rolled by hand, or are those of the event outline: not those of the seed."""

    kind = "cards.recorded"
    title = say("cards of a round recorded by hand")
    right = "rounds"
    group = "rounds"
    parts = ("round",)
    keeps_proposal = True
    round_no: RoundNo
    way: Way
    cards: RoundCards
    faces: tuple[int, int] | None
    reason: Seal

    def evolve(self, state: State) -> State:
        """On the sheet of the round. A draft of a later round was drawn from a deck with other cards: it is gone."""
        state = changed(state, recorded=state.recorded.set(self.round_no, self))
        proposal = state.proposal
        if proposal and proposal.round_no == self.round_no:
            sheet = changed(proposal.sheet, cards=self.cards)
            state = changed(state, proposal=changed(proposal, sheet=sheet))
        elif proposal and self.round_no < proposal.round_no and proposal.round_no not in state.recorded:
            state = changed(state, proposal=None)
        if self.round_no <= len(state.rounds):
            state = with_round(state, changed(state.rounds[self.round_no - 1], cards=self.cards))
        return state

    def describe(self, to: Describer) -> Message:
        """Which cards, and how they were found."""
        what: dict[str, Argument] = {
            "round": self.round_no,
            "deployment": self.cards.deployment,
            "objective": self.cards.objective,
        }
        if self.faces:
            what |= {"first": self.faces[0], "second": self.faces[1]}
        reason = to.words(self.reason)
        return _explained(self.way, what, reason) if reason else _said(self.way, what)

    def asked_by(self) -> Command:
        """The same cards, or the same faces of the die."""
        cards = self.cards
        return RecordCards(
            self.round_no, self.way, cards.deployment, cards.objective, self.faces, self.reason
        )


def _said(way: Way, what: Mapping[str, Argument]) -> Message:
    if way == "outline":
        return say("Cards of round {round} by the event outline: {deployment}, {objective}.", **what)
    if way == "drawn":
        return say("Cards of round {round} drawn by hand: {deployment}, {objective}.", **what)
    return say(
        "Cards of round {round} rolled with a die ({first} and {second}): {deployment}, {objective}.", **what
    )


def _explained(way: Way, what: Mapping[str, Argument], reason: Message) -> Message:
    if way == "outline":
        return say(
            "Cards of round {round} by the event outline: {deployment}, {objective} ({reason}).",
            **what,
            reason=reason,
        )
    if way == "drawn":
        return say(
            "Cards of round {round} drawn by hand: {deployment}, {objective} ({reason}).",
            **what,
            reason=reason,
        )
    return say(
        "Cards of round {round} rolled with a die ({first} and {second}): {deployment}, {objective} ({reason}).",
        **what,
        reason=reason,
    )


def _not_now(state: State, command: RecordCards) -> Refusal | None:
    if state.regulations.round_draws is None:
        return Refusal("bad-cards", say("In this game no cards are drawn for a whole round."))
    number = command.round_no
    if not 1 <= number <= LINKS:
        return Refusal("no-round", say("There is no round {round}.", round=number))
    on_table = state.proposal is not None and number == round_number(state)
    if command.way != "outline" and number > len(state.rounds) and not on_table:
        says = say("Draw the pairings of round {round} first; then record its cards.", round=number)
        return Refusal("no-proposal", says)
    if _has_begun(state, number):
        return reason_given(
            command.reason,
            say("Round {round} has begun: give a reason why its cards were others.", round=number),
        )
    return reason_fits(command.reason)


def _has_begun(state: State, number: RoundNo) -> bool:
    return number <= len(state.rounds) and state.rounds[number - 1].begun


def _rolled(state: State, deck: RoundDeck, faces: tuple[int, int] | None) -> RoundCards | Refusal:
    most = max(len(deck.left.deployments), len(deck.left.objectives))
    if most > FACES:
        says = say("{count} cards are left, more than a die has faces: draw one of them instead.", count=most)
        return Refusal("bad-cards", says, _clause(state))
    one, two = faces or (0, 0)
    deployment, objective = rolled_card(deck.left.deployments, one), rolled_card(deck.left.objectives, two)
    if deployment is None or objective is None:
        says = say(
            "No card stands for the faces {one} and {two}: roll again what has none, from 1 to {most}.",
            one=one,
            two=two,
            most=FACES,
        )
        return Refusal("bad-cards", says, _clause(state))
    return RoundCards(deployment, objective)


def _clause(state: State) -> str | None:
    rules = state.regulations.round_draws
    return rules.clause if rules else None


def _season_clause(state: State) -> str | None:
    rules = state.regulations.round_draws
    return rules.seasons[0].clause if rules and rules.seasons else _clause(state)
