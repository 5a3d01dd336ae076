"""A round on the table: drawn, and perhaps changed by hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Annotated, Final

from pydantic import Field

from muster.core.draws import ChainLink, DrawSeed, draw_seed
from muster.core.frozen import changed
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import Message, Numbered, say, say_n
from muster.core.pairing.seating.steps import Steps
from muster.core.pairing.swiss import NoPairing
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact, Method
from muster.core.tournament.acts.guards import some, structure_clause, wrong_link
from muster.core.tournament.drawing import DrawnSheet, draw_number, draw_sheet, met_before, round_number
from muster.core.tournament.elimination import anybody_left, bracket_over
from muster.core.tournament.next_step import pods_to_come
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Pairing, Sheet, State

DECK: Final = " + deck"
"""What the method ends with where the cards of a round came from a deck."""


@dataclass(frozen=True, slots=True)
class DrawnAhead:
    """What comes out of a draw under a seed; the seed rests on everything on record before."""

    seed: DrawSeed
    drawn: DrawnSheet | NoPairing


@dataclass(frozen=True, slots=True)
class ProposeRound(Command):
    """Draw the next round for review.

    Attributes:
        link: the next link of the chain.
        deck: cards of a round come from a deck that is shuffled again when it is used up; without it as they came in
            rounds drawn before there was one.
        stop: at tables of three and four, the search for a seating is stopped after so many steps.
        ahead: what was drawn for it beforehand; of no use once anything else is on record.
    """

    right = "rounds"
    link: ChainLink
    deck: bool = True
    stop: int | None = None
    ahead: DrawnAhead | None = field(default=None, compare=False, repr=False)

    def decide(self, state: State) -> Decision:
        """Each proposal of a round is a further attempt on record."""
        refusal = _not_ready(state) or wrong_link(state, self.link, draw_number(state))
        if refusal:
            return refusal
        attempt, seed = self._seed(state)
        ahead = self.ahead if self.ahead and self.ahead.seed == seed else None
        drawn = ahead.drawn if ahead else draw_sheet(state, seed, deck=self.deck, steps=Steps(self.stop))
        if isinstance(drawn, NoPairing):
            return Refusal("no-pairing", drawn.reason, state.regulations.pairing.rematch_clause)
        method = Method(drawn.method + (DECK if self.deck and drawn.sheet.cards else ""))
        number = round_number(state)
        return (RoundProposed(number, attempt, self.link, seed, drawn.sheet, method, drawn.stopped),)

    def drawn_ahead(self, state: State, steps: Steps) -> ProposeRound:
        """The same command with its draw, which may take long and be stopped by the steps; as it is if refused."""
        if _not_ready(state) or wrong_link(state, self.link, draw_number(state)):
            return self
        seed = self._seed(state)[1]
        drawn = draw_sheet(state, seed, deck=self.deck, steps=steps)
        stop = drawn.stopped if isinstance(drawn, DrawnSheet) else None
        return replace(self, stop=stop, ahead=DrawnAhead(seed, drawn))

    def _seed(self, state: State) -> tuple[int, DrawSeed]:
        """Which attempt it is, and its seed: of everything on record so far."""
        drawing = draw_number(state)
        attempt = state.draws.attempts.get(drawing, 0) + 1
        return attempt, draw_seed(self.link, state.head, drawing, attempt)


@dataclass(frozen=True, slots=True)
class RoundProposed(Fact):
    """Pairings were drawn for review. Every attempt is on record, with the link it revealed and its seed.

    `stopped` is after how many steps the search for a seating was stopped, at tables of three and four.
    """

    kind = "round.proposed"
    title = say("drawn pairings")
    right = "rounds"
    group = "rounds"
    parts = ()
    keeps_proposal = True
    round_no: RoundNo
    attempt: int
    link: ChainLink
    seed: DrawSeed
    sheet: Sheet
    method: Method
    stopped: Annotated[int | None, Field(ge=1, exclude_if=lambda value: value is None)] = None

    def evolve(self, state: State) -> State:
        """On the table."""
        drawing = self.round_no + state.draws.seatings
        draws = state.draws.drafted(drawing, self.attempt, self.link)
        return changed(state, proposal=self, draws=draws)

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """Which attempt."""
        return say("Draft {attempt} of round {round}.", attempt=self.attempt, round=self.round_no)

    @property
    def deck(self) -> bool:
        """Whether the cards came from a deck that is used up before a card comes again."""
        return self.method.endswith(DECK)

    @property
    def pairs_by(self) -> str:
        """How the pairs were found."""
        return self.method.removesuffix(DECK)

    def asked_by(self) -> Command:
        """The same link, the same way of drawing cards, stopped after as many steps: all else follows."""
        return ProposeRound(self.link, self.deck or self.sheet.cards is None, self.stopped)


@dataclass(frozen=True, slots=True)
class SwapPlayers(Command):
    """Exchange two players' places in the proposal."""

    right = "rounds"
    players: tuple[PlayerId, PlayerId]

    def decide(self, state: State) -> Decision:
        """In a Swiss round, of two tables."""
        if state.proposal is None:
            says = say("There is no draft to change; pair a round first.")
            return Refusal("no-proposal", says)
        if state.stages[-1].format == "elimination":
            says = say("A bracket follows from results; its pairings cannot be swapped.")
            return Refusal("bad-pair", says, state.regulations.elimination.progress_clause)
        one, two = self.players
        sheet = state.proposal.sheet
        for player in self.players:
            if player not in _everybody(sheet):
                says = say("Player {player} is not in the draft.", player=Numbered(player))
                return Refusal("not-in-proposal", says)
        if queries.part(state).as_needed:
            says = say("In a round robin everybody meets everybody: pairings cannot be swapped.")
            return Refusal("bad-pair", says)
        if _of_two_pods(state, one, two):
            says = say("Players {one} and {two} are of different pods.", one=Numbered(one), two=Numbered(two))
            return Refusal("bad-pair", says)
        if one == two or any({one, two} <= set(pairing.players) for pairing in sheet.pairings):
            return Refusal("bad-pair", say("Name two players of different pairings."))
        swapped = _swapped(state, sheet, one, two)
        forbidden = [
            pair
            for pairing in swapped.pairings
            for pair in combinations(sorted(pairing.players), 2)
            if pair in state.forbidden
        ]
        if forbidden:
            first, second = forbidden[0]
            says = say(
                "Players {one} and {two} are never to be paired, says the organiser.",
                one=Numbered(first),
                two=Numbered(second),
            )
            return Refusal("bad-pair", says)
        return (PlayersSwapped((one, two), swapped),)


@dataclass(frozen=True, slots=True)
class PlayersSwapped(Fact):
    """The organiser exchanged two players' places in the proposal, by hand."""

    kind = "proposal.swapped"
    title = say("players exchanged in the pairings")
    right = "rounds"
    group = "rounds"
    parts = ()
    keeps_proposal = True
    players: tuple[PlayerId, PlayerId]
    sheet: Sheet

    def evolve(self, state: State) -> State:
        """The proposal with its new sheet."""
        proposal = changed(state.proposal, sheet=self.sheet) if state.proposal else None
        return changed(state, proposal=proposal)

    def describe(self, to: Describer) -> Message:
        """Who."""
        return say("Exchanged: {players}.", players=to.names(self.players))

    def asked_by(self) -> Command:
        """The same two."""
        return SwapPlayers(self.players)


def _not_ready(state: State) -> Refusal | None:
    if not state.stages:
        return Refusal("no-stage", say("No stage has started; fix the rounds and start it first."))
    round_ = queries.current_round(state)
    swiss = state.stages[-1].format == "swiss"
    if round_ is not None and not round_.complete:
        tables = sorted(table for table, match in round_.matches.items() if not match.settled)
        rules = state.regulations
        clause = rules.pairing.clause if swiss else rules.elimination.progress_clause
        says = say_n(
            "Round {round} lacks results at table {tables}.",
            "Round {round} lacks results at tables {tables}.",
            len(tables),
            round=round_.number,
            tables=some(tables),
        )
        return Refusal("results-missing", says, clause)
    if swiss:
        return _no_swiss_round(state)
    if bracket_over(state):
        says = say("The final has been played; finish the tournament.")
        return Refusal("no-round-left", says, state.regulations.elimination.progress_clause)
    return _nobody(state)


def _no_swiss_round(state: State) -> Refusal | None:
    plan = state.announced
    if pods_to_come(state):
        says = (
            say("Draw the groups first, and show them: rounds are played inside groups.")
            if queries.part(state).paired == "groups"
            else say("Draw the pods first, and show them: rounds are played inside pods.")
        )
        return Refusal("bad-pods", says, structure_clause(state))
    if queries.part_over(state):
        says = say("This part is over: begin the next, and see who plays on.")
        return Refusal("no-round-left", says, structure_clause(state))
    if queries.day_one_over(state):
        says = say("Day one is over: begin day two, and only those play on who have the points.")
        return Refusal("no-round-left", says, structure_clause(state))
    if len(state.rounds) < plan.rounds:
        return _nobody(state)
    if state.seeds is not None:
        says = say("The cut is made; start the elimination.")
        return Refusal("no-round-left", says, structure_clause(state))
    says = (
        say("The Swiss rounds are over: make the cut.")
        if plan.has_cut
        else say("The Swiss rounds are over: finish the tournament.")
    )
    return Refusal("no-round-left", says, structure_clause(state))


def _nobody(state: State) -> Refusal | None:
    if anybody_left(state):
        return None
    says = say("Nobody is playing any more: there is nobody to pair. Finish, with a reason.")
    return Refusal("attendance", says)


def _swapped(state: State, sheet: Sheet, one: PlayerId, two: PlayerId) -> Sheet:
    other = {one: two, two: one}
    rounds = queries.binding_rounds(state)

    def moved(pairing: Pairing) -> Pairing:
        players = tuple(other.get(player, player) for player in pairing.players)
        met = {player: queries.opponents(rounds, player) for player in players}
        return replace(pairing, players=players, rematch=met_before(met, players))

    # Where nobody moves nothing is made: a large round takes hundreds of exchanges to mend.
    pairings = tuple(moved(each) if {one, two} & {*each.players} else each for each in sheet.pairings)
    byes = tuple(replace(bye, player=other.get(bye.player, bye.player)) for bye in sheet.byes)
    return replace(sheet, pairings=pairings, byes=byes)


def _of_two_pods(state: State, one: PlayerId, two: PlayerId) -> bool:
    pods = state.pods or ()
    return any((one in pod) != (two in pod) for pod in pods)


def _everybody(sheet: Sheet) -> set[PlayerId]:
    return {player for pairing in sheet.pairings for player in pairing.players} | {
        bye.player for bye in sheet.byes
    }
