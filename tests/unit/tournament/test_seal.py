"""The digest of a round's results: what stands in it, and that whatever changes the round changes it."""

from __future__ import annotations

from hashlib import sha256

import pytest

from muster.core.ids import PlayerId, TableNo
from muster.core.scoring.reports import GamesReport, MarginReport, ShareReport, Tally
from muster.core.tournament import commands, queries
from muster.core.tournament.seal import results_digest, results_text
from tournament_cases import Desk, custom, desk, first_wins, typed


def lines(at: Desk, round_no: int = 1) -> list[str]:
    return results_text(at.state, round_no).split("\n")


def test_a_round_is_told_in_sorted_lines_that_anybody_can_hash() -> None:
    at = desk("armada-4.0", 21).pair()
    for table in sorted(at.round.matches):
        at.report(table, MarginReport(end="rounds", scores=(Tally(184, 30), Tally(92)), deciding=1))
    head, *rest = lines(at)
    assert head == "muster-results|1|1"
    assert rest == sorted(rest)
    assert len(rest) == 11
    one, two = at.round.matches[TableNo(1)].pairing.players
    outcome = at.round.matches[TableNo(1)].outcome
    assert outcome is not None
    wins, loses = (f"{side.verdict}:{side.points}:{side.margin}::0-0-0" for side in outcome.sides)
    assert f"match|1|{one}|{two}|rounds|184+30:92+0|2|||{wins}|{loses}|0" in rest
    (bye,) = at.round.byes
    assert rest[0].startswith(f"bye|{bye.player}|win:{bye.outcome.points}:")
    assert results_digest(at.state, 1) == sha256("\n".join((head, *rest)).encode()).hexdigest()


def test_tokens_shares_and_what_a_judge_witnessed_are_told() -> None:
    at = desk("legion-2.0", 8).pair()
    at.report(1, ShareReport(end="rounds", tokens=(3, 1)))
    at.report(2, ShareReport(end="concession", by=1, tokens=(3, 1), agreed_to_score=True))
    found = "\n".join(lines(at))
    assert "|rounds|3:1:0:0||||win:1:0:3/4:" in found
    assert "|concession|3:1:0:0:agreed|||2|win:" in found
    assert found.count("|open|||||||0") == 2


def test_the_games_of_a_match_are_told_one_by_one() -> None:
    at = desk("unlimited-1.3", 8, structure="custom", first_stage="elimination").pair()
    at.report(1, GamesReport(end="decided", games=(0, None, 1, 0)))
    at.report(2, GamesReport(end="time", games=(1, 0), unfinished=True, base_hp=(5, 3), deciding=0))
    at.drop(at.round.matches[TableNo(3)].pairing.players[0])
    first, second, third, _open = lines(at)[1:]
    assert "|decided|1021||||" in first
    assert "|time|21u:5:3|1|||" in second
    assert "|awarded|||||loss:" in third


def test_every_change_of_a_round_is_another_digest() -> None:
    at = desk("armada-4.0", 8, **custom(3)).rounds(1, first_wins, 100)
    signed = results_digest(at.state, 1)
    # The same margin, and so the same outcome, from another score: only the score and the count tell.
    at.correct(1, 1, MarginReport(end="rounds", scores=(Tally(150), Tally(50)), deciding=0))
    corrected = results_digest(at.state, 1)
    at.correct(1, 1, at.win(1, 0, 100))
    assert len({signed, corrected, results_digest(at.state, 1)}) == 3
    at.do(commands.Retract())
    assert results_digest(at.state, 1) == corrected


def test_what_happens_later_elsewhere_leaves_a_round_as_it_was() -> None:
    at = desk("armada-4.0", 8, **custom(3)).rounds(1)
    signed = results_digest(at.state, 1)
    at.drop(8).rounds(1)
    assert results_digest(at.state, 1) == signed
    assert results_digest(at.state, 2) != signed


def test_other_pairings_are_another_digest() -> None:
    at = desk("armada-4.0", 8, **custom(3)).pair()
    published = results_digest(at.state, 1)
    at.do(commands.VoidRound(typed("a player was missing")))
    with pytest.raises(LookupError, match="no round 1"):
        results_digest(at.state, 1)
    one, two = at.propose().sheet.pairings[:2]
    at.do(commands.SwapPlayers((one.players[0], two.players[0])))
    at.do(commands.PublishRound())
    assert results_digest(at.state, 1) != published
    with pytest.raises(LookupError, match="no round 0"):
        results_text(at.state, 0)


def test_a_loss_without_an_opponent_is_told_unless_the_round_was_played_after_all() -> None:
    at = desk("armada-4.0", 8, **custom(3)).rounds(1).pair()
    signed = results_digest(at.state, 1)
    at.enter(9)
    losses = [line for line in lines(at) if line.startswith("loss|")]
    assert losses == ["loss|9|" + losses[0].split("|")[2]]
    assert results_digest(at.state, 1) != signed
    at.do(commands.VoidRound(typed("paired without a player")))
    at.pair()
    assert queries.takes_part(at.round, PlayerId(9))
    assert not [line for line in lines(at, 2) if line.startswith("loss|")]
