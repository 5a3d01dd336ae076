"""`evolve`: what a fact makes of a state. It never refuses and never computes a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from immutables import Map

from muster.core.frozen import changed
from muster.core.ids import RoundNo
from muster.core.tournament import facts, queries
from muster.core.tournament.codec import chained, encode
from muster.core.tournament.facts import Fact
from muster.core.tournament.state import DrawLog, Match, Player, Round, Stage, State, Undo


def evolve(state: State, fact: Fact, text: str | None = None) -> State:
    """The state after one more fact.

    Args:
        state: the state so far.
        fact: what happened next.
        text: the fact's canonical JSON, if the caller has it already.
    """
    seq = state.version + 1
    after = _EFFECTS[type(fact)](state, fact)
    head = chained(state.head, seq, text if text is not None else encode(fact))
    return changed(after, version=seq, head=head, undo=_way_back(state, after, fact, seq))


def replay(history: Iterable[Fact], start: State | None = None) -> State:
    """The state after all these facts: a plain fold of `evolve`."""
    state = start or State()
    for fact in history:
        state = evolve(state, fact)
    return state


def _way_back(before: State, after: State, fact: Fact, seq: int) -> Undo | None:
    if isinstance(fact, facts.ActRetracted):
        return after.undo
    if fact.boundary:
        return None
    if fact.follows:
        return before.undo and changed(before.undo, last=seq)
    return Undo(before, seq, seq)


def _created(state: State, fact: facts.TournamentCreated) -> State:
    tables = facts.TablesSet(fact.tables) if fact.tables else None
    return changed(state, setup=fact, tables=tables)


def _entered(state: State, fact: facts.PlayerEntered) -> State:
    missed = (fact.missed,) if fact.missed else ()
    player = Player(
        fact.player,
        club=fact.club,
        first_round_bye=fact.first_round_bye,
        fixed_table=fact.fixed_table,
        status="present" if fact.missed else "entered",
        missed=missed,
    )
    return _with_player(state, player)


def _amended(state: State, fact: facts.PlayerAmended) -> State:
    player = changed(
        state.players[fact.player],
        club=fact.club,
        first_round_bye=fact.first_round_bye,
        fixed_table=fact.fixed_table,
    )
    return _with_player(state, player)


def _checked_in(state: State, fact: facts.PlayerCheckedIn) -> State:
    return _with_player(state, changed(state.players[fact.player], status="present"))


def _dropped(state: State, fact: facts.PlayerDropped) -> State:
    return _with_player(state, changed(state.players[fact.player], status="dropped", left_after=fact.after))


def _rejoined(state: State, fact: facts.PlayerRejoined) -> State:
    player = state.players[fact.player]
    missed = (*player.missed, fact.missed) if fact.missed.rounds else player.missed
    return _with_player(state, changed(player, status="present", left_after=None, missed=missed))


def _disqualified(state: State, fact: facts.PlayerDisqualified) -> State:
    return _with_player(
        state, changed(state.players[fact.player], status="disqualified", left_after=fact.after)
    )


def _forbidden(state: State, fact: facts.PairForbidden) -> State:
    return changed(state, forbidden=state.forbidden | {fact.players}, proposal=None)


def _allowed(state: State, fact: facts.PairAllowed) -> State:
    return changed(state, forbidden=state.forbidden - {fact.players}, proposal=None)


def _tables_set(state: State, fact: facts.TablesSet) -> State:
    return changed(state, tables=fact, proposal=None)


def _announced(state: State, fact: facts.PlanAnnounced) -> State:
    return changed(state, plan=fact.plan, draws=DrawLog(commitment=fact.commitment))


def _stage_started(state: State, fact: facts.StageStarted) -> State:
    stage = Stage(fact.format, fact.players, RoundNo(len(state.rounds) + 1))
    return changed(state, stages=(*state.stages, stage))


def _proposed(state: State, fact: facts.RoundProposed) -> State:
    draws = changed(
        state.draws,
        revealed=(fact.round_no, fact.link),
        attempts=state.draws.attempts.set(fact.round_no, fact.attempt),
    )
    return changed(state, proposal=fact, draws=draws)


def _swapped(state: State, fact: facts.PlayersSwapped) -> State:
    proposal = changed(state.proposal, sheet=fact.sheet) if state.proposal else None
    return changed(state, proposal=proposal)


def _published(state: State, fact: facts.RoundPublished) -> State:
    matches = Map({pairing.table: Match(pairing) for pairing in fact.sheet.pairings})
    round_ = Round(fact.round_no, len(state.stages) - 1, matches, fact.sheet.byes, fact.sheet.cards)
    draws = state.draws
    if draws.key_seed is None and state.proposal is not None:
        draws = changed(draws, key_seed=state.proposal.seed)
    return changed(state, rounds=(*state.rounds, round_), proposal=None, draws=draws)


def _round_started(state: State, fact: facts.RoundStarted) -> State:
    return _with_round(state, changed(state.rounds[fact.round_no - 1], started=True))


def _voided(state: State, fact: facts.RoundVoided) -> State:
    # Nobody has been ranked by the keys of a first round that had no results: the next one draws them anew.
    draws = state.draws if fact.round_no > 1 else changed(state.draws, key_seed=None)
    return changed(state, rounds=state.rounds[: fact.round_no - 1], proposal=None, draws=draws)


def _reported(state: State, fact: facts.ResultReported) -> State:
    match = changed(
        state.rounds[fact.round_no - 1].matches[fact.table],
        status="confirmed" if fact.by is None else "reported",
        report=fact.report,
        outcome=fact.outcome,
        by=fact.by,
        dispute=None,
    )
    return _with_match(state, fact.round_no, match)


def _confirmed(state: State, fact: facts.ResultConfirmed) -> State:
    match = state.rounds[fact.round_no - 1].matches[fact.table]
    after = _with_match(state, fact.round_no, changed(match, status="confirmed", dispute=None))
    # Agreeing changes no outcome, so a proposal that rests on it stands.
    return changed(after, proposal=state.proposal)


def _disputed(state: State, fact: facts.ResultDisputed) -> State:
    match = state.rounds[fact.round_no - 1].matches[fact.table]
    return _with_match(state, fact.round_no, changed(match, status="disputed", dispute=fact.report))


def _corrected(state: State, fact: facts.ResultCorrected) -> State:
    match = state.rounds[fact.round_no - 1].matches[fact.table]
    corrected = changed(
        match,
        status="confirmed",
        report=fact.report,
        outcome=fact.outcome,
        dispute=None,
        corrections=match.corrections + 1,
    )
    return _with_match(state, fact.round_no, corrected)


def _match_awarded(state: State, fact: facts.MatchAwarded) -> State:
    match = state.rounds[fact.round_no - 1].matches[fact.table]
    awarded = changed(match, status="confirmed", outcome=fact.outcome, report=None, dispute=None)
    return _with_match(state, fact.round_no, awarded)


def _bye_awarded(state: State, fact: facts.ByeAwarded) -> State:
    round_ = state.rounds[fact.round_no - 1]
    return _with_round(state, changed(round_, byes=(*round_.byes, fact.bye)))


def _loss_awarded(state: State, fact: facts.LossAwarded) -> State:
    player = state.players[fact.player]
    for number in fact.missed.rounds:
        round_ = state.rounds[number - 1]
        byes = tuple(bye for bye in round_.byes if bye.player != fact.player)
        state = _with_round(state, changed(round_, byes=byes))
    return _with_player(state, changed(player, missed=(*player.missed, fact.missed)))


def _structure_changed(state: State, fact: facts.StructureChanged) -> State:
    setup = changed(
        state.created,
        structure=fact.structure,
        rounds=fact.rounds,
        cut_kind=fact.cut_kind,
        cut=fact.cut,
    )
    return changed(state, setup=setup)


def _cut_made(state: State, fact: facts.CutMade) -> State:
    # A cut made anew takes back an elimination of which no round is out.
    after = queries.swiss_corrections(state)
    return changed(state, seeds=fact.seeds, stages=state.stages[:1], proposal=None, cut_after=after)


def _cut_replaced(state: State, fact: facts.CutReplaced) -> State:
    return changed(state, seeds=fact.seeds, proposal=None)


def _retracted(state: State, _: facts.ActRetracted) -> State:
    # What the dice have shown stays shown: a proposal taken back still used up its attempt.
    return changed(state.undo.before, draws=state.draws) if state.undo else state


def _finished(state: State, fact: facts.TournamentFinished) -> State:
    return changed(state, places=fact.places)


def _reopened(state: State, _: facts.TournamentReopened) -> State:
    return changed(state, places=None)


def _with_player(state: State, player: Player) -> State:
    return changed(state, players=state.players.set(player.player, player), proposal=None)


def _with_round(state: State, round_: Round) -> State:
    at = round_.number - 1
    return changed(state, rounds=(*state.rounds[:at], round_, *state.rounds[at + 1 :]), proposal=None)


def _with_match(state: State, round_no: RoundNo, match: Match) -> State:
    round_ = state.rounds[round_no - 1]
    return _with_round(state, changed(round_, matches=round_.matches.set(match.pairing.table, match)))


_EFFECTS: Final[dict[type[Fact], Callable[[State, Any], State]]] = {
    facts.TournamentCreated: _created,
    facts.PlayerEntered: _entered,
    facts.PlayerAmended: _amended,
    facts.PlayerCheckedIn: _checked_in,
    facts.PlayerDropped: _dropped,
    facts.PlayerRejoined: _rejoined,
    facts.PlayerDisqualified: _disqualified,
    facts.PairForbidden: _forbidden,
    facts.PairAllowed: _allowed,
    facts.TablesSet: _tables_set,
    facts.StructureChanged: _structure_changed,
    facts.PlanAnnounced: _announced,
    facts.StageStarted: _stage_started,
    facts.RoundProposed: _proposed,
    facts.PlayersSwapped: _swapped,
    facts.RoundPublished: _published,
    facts.RoundStarted: _round_started,
    facts.RoundVoided: _voided,
    facts.ResultReported: _reported,
    facts.ResultConfirmed: _confirmed,
    facts.ResultDisputed: _disputed,
    facts.ResultCorrected: _corrected,
    facts.MatchAwarded: _match_awarded,
    facts.ByeAwarded: _bye_awarded,
    facts.LossAwarded: _loss_awarded,
    facts.CutMade: _cut_made,
    facts.CutReplaced: _cut_replaced,
    facts.ActRetracted: _retracted,
    facts.TournamentFinished: _finished,
    facts.TournamentReopened: _reopened,
}
