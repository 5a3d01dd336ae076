"""A round's life: proposed, perhaps swapped, published, started, or voided."""

from __future__ import annotations

from dataclasses import replace

from muster.core.draws import ChainLink, draw_seed, is_digest, next_link
from muster.core.ids import PlayerId
from muster.core.pairing.swiss import NoPairing
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.decisions.drawing import draw_sheet, round_number
from muster.core.tournament.decisions.guards import reason_given, structure_clause
from muster.core.tournament.facts import Fact
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.core.tournament.values import Pairing, Sheet

Decision = tuple[Fact, ...] | Refusal


def propose(state: State, command: commands.ProposeRound) -> Decision:
    """Draw the next round for review; each proposal of a round is a further attempt on record."""
    refusal = _not_ready(state) or _wrong_link(state, command.link)
    if refusal:
        return refusal
    number = round_number(state)
    attempt = state.draws.attempts.get(number, 0) + 1
    seed = draw_seed(command.link, state.head, number, attempt)
    drawn = draw_sheet(state, seed)
    if isinstance(drawn, NoPairing):
        return Refusal("no-pairing", drawn.reason, state.regulations.pairing.rematch_clause)
    return (facts.RoundProposed(number, attempt, command.link, seed, drawn.sheet, drawn.method),)


def swap(state: State, command: commands.SwapPlayers) -> Decision:
    """Exchange two players' places in a proposed Swiss round."""
    if state.proposal is None:
        return Refusal("no-proposal", "There is no proposed round to change; propose one first.")
    if state.stages[-1].format == "elimination":
        clause = state.regulations.elimination.progress_clause
        return Refusal("bad-pair", "A bracket follows from results; its pairings cannot be swapped.", clause)
    one, two = command.players
    sheet = state.proposal.sheet
    for player in command.players:
        if player not in _everybody(sheet):
            return Refusal("not-in-proposal", f"Player {player} is not in the proposed round.")
    if one == two or any({one, two} == set(pairing.players) for pairing in sheet.pairings):
        return Refusal("bad-pair", "Name two players of different pairings.")
    swapped = _swapped(state, sheet, one, two)
    forbidden = [
        pairing.players for pairing in swapped.pairings if _ordered(pairing.players) in state.forbidden
    ]
    if forbidden:
        first, second = forbidden[0]
        return Refusal("bad-pair", f"Players {first} and {second} are kept apart by the organiser.")
    return (facts.PlayersSwapped((one, two), swapped),)


def publish(state: State, _: commands.PublishRound) -> Decision:
    """Make the proposed round official."""
    if state.proposal is None:
        return Refusal("no-proposal", "There is no proposed round to publish; propose one first.")
    return (facts.RoundPublished(state.proposal.round_no, state.proposal.sheet),)


def start(state: State, _: commands.StartRound) -> Decision:
    """Say that play in the published round has begun."""
    round_ = queries.current_round(state)
    if round_ is None:
        return Refusal("no-round", "No round is published yet.")
    if round_.started or round_.complete:
        return Refusal("no-round", f"Round {round_.number} has started already.")
    return (facts.RoundStarted(round_.number),)


def void(state: State, command: commands.VoidRound) -> Decision:
    """Annul the round published last, before it has any result."""
    round_ = queries.current_round(state)
    if round_ is None:
        return Refusal("no-round", "No round is published, so there is none to void.")
    if round_.has_results:
        return Refusal("has-results", f"Round {round_.number} has results; undo them first, or correct them.")
    if any(bye.game and not queries.present(state.players[bye.player]) for bye in round_.byes):
        says = (
            f"Somebody with a bye has left round {round_.number} of the bracket: undo that first, or play on."
        )
        return Refusal("has-results", says, state.regulations.elimination.drop_clause)
    missing = reason_given(command.reason, "void a round")
    return missing or (facts.RoundVoided(round_.number, command.reason),)


def _not_ready(state: State) -> Refusal | None:
    if not state.stages:
        return Refusal("no-stage", "No stage has started; announce the plan and start it first.")
    round_ = queries.current_round(state)
    if round_ is not None and not round_.complete:
        tables = sorted(table for table, match in round_.matches.items() if not match.settled)
        some = ", ".join(map(str, tables[:10])) + (" …" if len(tables) > 10 else "")
        rules = state.regulations
        swiss = state.stages[-1].format == "swiss"
        clause = rules.pairing.clause if swiss else rules.elimination.progress_clause
        return Refusal("results-missing", f"Round {round_.number} lacks results at table {some}.", clause)
    if state.stages[-1].format == "swiss":
        return _no_swiss_round(state)
    rounds = queries.elimination_rounds(state)
    if rounds and len(rounds[-1].games) == 1:
        says = "The final has been played; finish the tournament."
        return Refusal("no-round-left", says, state.regulations.elimination.progress_clause)
    return _nobody(state)


def _no_swiss_round(state: State) -> Refusal | None:
    plan = state.announced
    if len(state.rounds) >= plan.rounds:
        then = "make the cut" if plan.has_cut else "finish the tournament"
        says = f"All {plan.rounds} Swiss rounds have been played; {then}."
        return Refusal("no-round-left", says, structure_clause(state))
    return _nobody(state)


def _nobody(state: State) -> Refusal | None:
    if queries.anybody_left(state):
        return None
    return Refusal("attendance", "Everybody has left: there is nobody to pair. Finish, with a reason.")


def _wrong_link(state: State, link: ChainLink) -> Refusal | None:
    """The link must hash forward, round by round, to the last one the journal shows."""
    number = round_number(state)
    known, target = state.draws.revealed or (0, state.draws.commitment)
    if not is_digest(link):
        return Refusal("wrong-link", "The link of the hash chain is not 64 hexadecimal digits.")
    here = link
    for _ in range(number - known):
        here = next_link(here)
    if here != target:
        says = f"This is not link {number} of the announced hash chain; use the chain of this tournament."
        return Refusal("wrong-link", says)
    return None


def _swapped(state: State, sheet: Sheet, one: PlayerId, two: PlayerId) -> Sheet:
    other = {one: two, two: one}
    rounds = queries.rounds_of(state, len(state.stages) - 1)

    def moved(pairing: Pairing) -> Pairing:
        first, second = (other.get(player, player) for player in pairing.players)
        return replace(pairing, players=(first, second), rematch=second in queries.opponents(rounds, first))

    # Where nobody moves nothing is made anew: a large round takes hundreds of exchanges to mend.
    pairings = tuple(moved(each) if {one, two} & {*each.players} else each for each in sheet.pairings)
    byes = tuple(replace(bye, player=other.get(bye.player, bye.player)) for bye in sheet.byes)
    return replace(sheet, pairings=pairings, byes=byes)


def _everybody(sheet: Sheet) -> set[PlayerId]:
    return {player for pairing in sheet.pairings for player in pairing.players} | {
        bye.player for bye in sheet.byes
    }


def _ordered(pair: tuple[PlayerId, PlayerId]) -> tuple[PlayerId, PlayerId]:
    return (min(pair), max(pair))
