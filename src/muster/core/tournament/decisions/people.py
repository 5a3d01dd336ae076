"""Players: entering, leaving, coming back, and what the organiser notes about them."""

from __future__ import annotations

from muster.core.ids import PlayerId, RoundNo
from muster.core.pairing.tables import MOST_TABLES
from muster.core.scoring.unplayed import unpaired_loss
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.decisions.drawing import bye_outcome
from muster.core.tournament.decisions.guards import player_of, reason_fits, reason_given, staying
from muster.core.tournament.decisions.leaving import leave_elimination
from muster.core.tournament.facts import Fact
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Round, State
from muster.core.tournament.values import MissedRounds

Decision = tuple[Fact, ...] | Refusal
MOST_PLAYERS = 100_000
"""Entry and club numbers above this are slips of the keyboard."""


def enter(state: State, command: commands.EnterPlayer) -> Decision:
    """Enter a player; a late one gets an unpaired loss for each round missed, the plan stays (`B47`)."""
    if not 1 <= command.player <= MOST_PLAYERS:
        return Refusal(
            "unknown-player", f"Entry numbers run from 1 to {MOST_PLAYERS:,}; {command.player} is none."
        )
    if command.player in state.players:
        return Refusal("already-entered", f"Player {command.player} has entered already.")
    bad = _bad_wishes(state, command, first_round_bye=command.first_round_bye)
    refusal = bad or _swiss_is_over(state, "A player can enter")
    if refusal:
        return refusal
    missed = _missed(state, command.player) if state.rounds else None
    return (
        facts.PlayerEntered(
            command.player, command.club, command.first_round_bye, command.fixed_table, missed
        ),
    )


def amend(state: State, command: commands.AmendPlayer) -> Decision:
    """Set a player's club, awarded first-round bye and fixed table."""
    player = staying(state, command.player, "be changed")
    if isinstance(player, Refusal):
        return player
    changes_bye = command.first_round_bye != player.first_round_bye
    bad = _bad_wishes(state, command, first_round_bye=changes_bye)
    if bad:
        return bad
    return (facts.PlayerAmended(command.player, command.club, command.first_round_bye, command.fixed_table),)


def check_in(state: State, command: commands.CheckIn) -> Decision:
    """Mark a player as present."""
    player = staying(state, command.player, "check in; let them rejoin instead")
    if isinstance(player, Refusal):
        return player
    if player.status == "present":
        return Refusal("already-entered", f"Player {command.player} is checked in already.")
    return (facts.PlayerCheckedIn(command.player),)


def drop(state: State, command: commands.DropPlayer) -> Decision:
    """Take a player out (`COM-DROP-1`), with what that means for a cut or a bracket."""
    player = staying(state, command.player, "drop")
    if isinstance(player, Refusal):
        return player
    left = facts.PlayerDropped(command.player, RoundNo(len(state.rounds)), command.reason)
    return reason_fits(command.reason, "drop a player") or leave_elimination(state, left)


def disqualify(state: State, command: commands.DisqualifyPlayer) -> Decision:
    """Remove a player for good; a dropped one, too. Results against them stay (`C7`)."""
    player = player_of(state, command.player)
    if isinstance(player, Refusal):
        return player
    if player.status == "disqualified":
        return Refusal("not-playing", f"Player {command.player} is disqualified already.")
    missing = reason_given(command.reason, "disqualify a player")
    if missing:
        return missing
    after = player.left_after if player.left_after is not None else RoundNo(len(state.rounds))
    left = facts.PlayerDisqualified(command.player, after, command.reason)
    return (left,) if player.status == "dropped" else leave_elimination(state, left)


def rejoin(state: State, command: commands.RejoinPlayer) -> Decision:
    """Take a dropped player back with an unpaired loss for each round missed (`COM-DROP-2`, `B9`)."""
    rules = state.regulations.attendance
    player = player_of(state, command.player)
    if isinstance(player, Refusal):
        return player
    if player.status == "disqualified":
        return Refusal(
            "no-rejoin", f"Player {command.player} was disqualified and cannot rejoin.", rules.rejoin_clause
        )
    if player.status != "dropped":
        return Refusal("no-rejoin", f"Player {command.player} has not dropped.")
    if not rules.rejoin:
        return Refusal(
            "no-rejoin", "These regulations do not let dropped players rejoin.", rules.rejoin_clause
        )
    return _swiss_is_over(state, "A player can rejoin") or (
        facts.PlayerRejoined(command.player, _missed(state, command.player)),
    )


def forbid(state: State, command: commands.ForbidPair) -> Decision:
    """Never pair these two in Swiss rounds."""
    pair = _pair(state, command.players)
    if isinstance(pair, Refusal):
        return pair
    if pair in state.forbidden:
        return Refusal("bad-pair", f"Players {pair[0]} and {pair[1]} are kept apart already.")
    return (facts.PairForbidden(pair),)


def allow(state: State, command: commands.AllowPair) -> Decision:
    """Let these two be paired again."""
    pair = _pair(state, command.players)
    if isinstance(pair, Refusal):
        return pair
    if pair not in state.forbidden:
        return Refusal("bad-pair", f"Players {pair[0]} and {pair[1]} are not kept apart.")
    return (facts.PairAllowed(pair),)


def award_bye(state: State, command: commands.AwardBye) -> Decision:
    """Give a bye in the running round to a player without a match, also instead of a loss (`C10`)."""
    round_ = _round_without_match(state, command.player)
    if isinstance(round_, Refusal):
        return round_
    if _has_bye(round_, command.player):
        return Refusal(
            "already-recorded", f"Player {command.player} has a bye in round {round_.number} already."
        )
    return (facts.ByeAwarded(round_.number, bye_outcome(state, command.player)),)


def award_loss(state: State, command: commands.AwardLoss) -> Decision:
    """Give a loss in the running round to a player without a match, also instead of a bye (`B39`)."""
    round_ = _round_without_match(state, command.player)
    if isinstance(round_, Refusal):
        return round_
    if not _has_bye(round_, command.player):
        return Refusal(
            "already-recorded", f"Player {command.player} has a loss in round {round_.number} already."
        )
    missed = MissedRounds((round_.number,), unpaired_loss(state.regulations))
    return (facts.LossAwarded(command.player, missed),)


def _round_without_match(state: State, player: PlayerId) -> Round | Refusal:
    """The running Swiss round, in which the player must not have a match.

    Whoever is there and has none has a bye, or a loss for coming late.
    """
    found = staying(state, player, "be given a bye or a loss")
    if isinstance(found, Refusal):
        return found
    round_ = queries.current_round(state)
    if round_ is None or not queries.swiss_rounds(state) or state.stages[-1].format != "swiss":
        return Refusal("no-round", "Byes and losses are given in a published Swiss round; there is none.")
    if queries.match_of(round_, player):
        return Refusal(
            "has-match", f"Player {player} has a match in round {round_.number}; report its result instead."
        )
    return round_


def _has_bye(round_: Round, player: PlayerId) -> bool:
    return any(bye.player == player for bye in round_.byes)


def _bad_wishes(
    state: State, wishes: commands.EnterPlayer | commands.AmendPlayer, *, first_round_bye: bool
) -> Refusal | None:
    if wishes.fixed_table is not None and not 1 <= wishes.fixed_table <= MOST_TABLES:
        return Refusal(
            "bad-tables", f"Tables are numbered from 1 to {MOST_TABLES:,}; {wishes.fixed_table} is none."
        )
    if wishes.club is not None and not 1 <= wishes.club <= MOST_PLAYERS:
        return Refusal("bad-setup", f"Clubs are numbered from 1 to {MOST_PLAYERS:,}; {wishes.club} is none.")
    if first_round_bye and state.rounds:
        return Refusal("has-match", "Round 1 is published: a first-round bye can no longer be set.")
    return None


def _swiss_is_over(state: State, act: str) -> Refusal | None:
    if not state.stages:
        return None
    clause = state.regulations.attendance.late_entry_clause
    if state.stages[-1].format != "swiss" or state.seeds is not None:
        return Refusal("stage-running", f"{act} only while Swiss rounds are still to come.", clause)
    if len(state.rounds) >= state.announced.rounds:
        return Refusal("stage-running", f"{act} only before the last Swiss round is paired.", clause)
    return None


def _missed(state: State, player: PlayerId) -> MissedRounds:
    """The published rounds in which the player has no part yet, as unpaired losses."""
    own = state.players.get(player)
    had = {number for missed in (own.missed if own else ()) for number in missed.rounds}
    rounds = tuple(
        round_.number
        for round_ in state.rounds
        if round_.number not in had and not queries.takes_part(round_, player)
    )
    return MissedRounds(rounds, unpaired_loss(state.regulations))


def _pair(state: State, players: tuple[PlayerId, PlayerId]) -> tuple[PlayerId, PlayerId] | Refusal:
    for player in players:
        found = player_of(state, player)
        if isinstance(found, Refusal):
            return found
    if players[0] == players[1]:
        return Refusal("bad-pair", "Name two different players.")
    return (min(players), max(players))
