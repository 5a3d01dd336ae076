"""A round's life: drawn from the chain, proposed, swapped, published, started, voided."""

from __future__ import annotations

from datetime import date

import pytest

from muster.core.draws import ChainLink, draw_seed, next_link
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.drawing_swiss import swiss_field
from muster.core.tournament.engine import replay
from muster.core.tournament.state import Sheet
from tournament_cases import Desk, absent, custom, desk, links, lower_wins, rules, typed, won_by


def swap(one: int, two: int) -> commands.SwapPlayers:
    return commands.SwapPlayers((PlayerId(one), PlayerId(two)))


def _meetings(sheet: Sheet) -> list[tuple[int, int]]:
    return [pairing.pair for pairing in sheet.pairings]


def test_a_round_needs_a_stage_and_the_results_of_the_round_before() -> None:
    at = Desk().create().enter(1, 2, 3, 4).announce()
    at.refused(commands.ProposeRound(links()[1]), "no-stage", "start it first")
    at.begin().pair()
    at.refused(commands.ProposeRound(at.link()), "results-missing", "Round 1 lacks results at tables 1, 2.")


def test_a_long_list_of_missing_results_is_cut_short() -> None:
    at = desk(players=24).pair()
    at.refused(commands.ProposeRound(at.link()), "results-missing", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …")


def test_a_disputed_result_is_a_missing_one() -> None:
    at = desk(players=4).pair().play()
    one, two = at.meetings()[0]
    at = desk(players=4).pair()
    at.report(1, at.win(1, 0), by=one)
    at.report(1, at.win(1, 1), by=two)
    at.report(2, at.win(2, 0))
    at.refused(commands.ProposeRound(at.link()), "results-missing", "at table 1.")


@pytest.mark.parametrize(("cut", "then"), [(0, "finish the tournament"), (2, "make the cut")])
def test_after_the_last_swiss_round_the_next_step_is_named(cut: int, then: str) -> None:
    at = desk(players=8, **custom(1, cut)).rounds(1)
    at.refused(commands.ProposeRound(at.link()), "no-round-left", "The Swiss rounds are over", then)


def test_after_the_cut_the_next_step_is_the_elimination() -> None:
    at = desk(players=8, **custom(1, 2)).rounds(1)
    at.do(commands.MakeCut())
    at.refused(commands.ProposeRound(at.link()), "no-round-left", "start the elimination")


def test_with_everybody_gone_there_is_nobody_to_pair() -> None:
    at = desk(players=4).drop(1, 2, 3, 4)
    at.refused(commands.ProposeRound(at.link()), "attendance", "nobody to pair")


def test_one_player_left_has_a_bye() -> None:
    at = desk(players=4).rounds(1).drop(1, 2, 3).pair()
    assert (at.meetings(), at.resting()) == ([], [4])
    assert at.round.complete


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_first_round_of_awarded_byes_alone_pairs_nobody(players: int) -> None:
    at = Desk().create().enter(*range(1, players + 1), first_round_bye=True).enter(*range(players + 1, 5))
    at.announce().begin().drop(*range(players + 1, 5)).pair()
    assert (at.meetings(), at.resting()) == ([], list(range(1, players + 1)))


def test_after_the_final_there_is_no_round() -> None:
    at = desk(players=4, **custom(1, 2)).rounds(1).cut().rounds(1)
    at.refused(commands.ProposeRound(at.link()), "no-round-left", "The final has been played")


@pytest.mark.parametrize("text", ["", "x" * 64, "F" * 64])
def test_a_link_is_64_hexadecimal_digits(text: str) -> None:
    desk().refused(commands.ProposeRound(ChainLink(text)), "wrong-link", "64 hexadecimal digits")


def test_the_link_must_belong_to_the_announced_chain_and_to_the_round() -> None:
    at = desk()
    at.refused(commands.ProposeRound(links("another")[1]), "wrong-link", "not link 1", "use the chain")
    at.refused(commands.ProposeRound(links()[0]), "wrong-link", "not link 1")
    at.refused(commands.ProposeRound(links()[2]), "wrong-link", "not link 1")
    at.rounds(1).refused(commands.ProposeRound(links()[1]), "wrong-link", "not link 2")
    assert next_link(at.link()) == links()[1]
    at.propose()


def test_the_seed_follows_from_link_head_round_and_attempt() -> None:
    at = desk()
    head = at.state.head
    (fact,) = at.do(commands.ProposeRound(at.link()))
    assert isinstance(fact, facts.RoundProposed)
    assert (fact.round_no, fact.attempt, fact.link) == (1, 1, links()[1])
    assert fact.seed == draw_seed(links()[1], head, 1, 1)


def test_the_seed_depends_on_the_head_of_the_journal() -> None:
    one = desk()
    two = Desk().create().enter(*reversed(range(1, 9))).announce().begin()
    for at in (one, two):
        at.propose()
    assert one.state.proposal is not None
    assert two.state.proposal is not None
    assert one.state.players == two.state.players
    assert one.state.proposal.seed != two.state.proposal.seed


def test_a_second_proposal_is_a_second_attempt_with_the_same_link_and_another_seed() -> None:
    at = desk().propose()
    first = at.state.proposal
    at.propose()
    second = at.state.proposal
    assert first is not None
    assert second is not None
    assert (first.attempt, second.attempt) == (1, 2)
    assert first.link == second.link
    assert first.seed != second.seed


def test_an_attempt_taken_back_stays_used_up() -> None:
    at = desk().propose()
    at.do(commands.Retract())
    assert at.state.proposal is None
    (fact,) = at.do(commands.ProposeRound(at.link()))
    assert isinstance(fact, facts.RoundProposed)
    assert fact.attempt == 2


def test_nothing_recorded_later_changes_a_draw() -> None:
    at = desk(players=9)
    first = desk(players=9).pair()
    at.pair().play(lower_wins).rounds(2)
    history = [entry.fact for entry in at.journal.entries]
    published = next(fact for fact in history if isinstance(fact, facts.RoundPublished))
    assert _meetings(published.sheet) == first.meetings()
    assert at.state.rounds[0].byes == first.round.byes


def test_whatever_changes_who_is_there_takes_the_proposal_back() -> None:
    for command in (
        commands.DropPlayer(PlayerId(1)),
        commands.EnterPlayer(PlayerId(9)),
        commands.AmendPlayer(PlayerId(2)),
        commands.ForbidPair((PlayerId(1), PlayerId(2))),
        commands.SetTables("5-9"),
    ):
        at = desk().propose()
        at.do(command)
        assert at.state.proposal is None
        at.refused(commands.PublishRound(), "no-proposal", "pair a round first")


def test_confirming_a_result_leaves_the_next_proposal_as_it_is() -> None:
    at = desk(players=4).pair()
    one, two = at.meetings()[0]
    at.report(1, at.win(1, 0), by=one)
    at.report(2, at.win(2, 0))
    at.propose()
    proposal = at.state.proposal
    at.do(commands.ConfirmResult(RoundNo(1), TableNo(1), PlayerId(two)))
    assert at.state.proposal == proposal
    assert at.state.rounds[0].matches[TableNo(1)].status == "confirmed"


def test_swapping_exchanges_two_players() -> None:
    at = desk(players=5).propose()
    (one, two), (three, four) = _meetings(at.sheet)
    (fact,) = at.do(swap(one, four))
    assert isinstance(fact, facts.PlayersSwapped)
    assert _meetings(at.sheet) == [(four, two), (three, one)]
    resting = at.sheet.byes[0].player
    at.do(swap(resting, two))
    assert at.sheet.byes[0].player == two
    at.do(commands.PublishRound())
    assert at.meetings() == [(four, resting), (three, one)]


def test_swapping_marks_rematches() -> None:
    at = desk(players=4, **custom(3)).rounds(1)
    met = at.meetings()
    at.propose()
    assert not any(pairing.rematch for pairing in at.sheet.pairings)
    (one, two), (three, four) = _meetings(at.sheet)
    at.do(swap(one, three) if (two, three) in met or (three, two) in met else swap(one, four))
    assert all(pairing.rematch for pairing in at.sheet.pairings)


def test_a_swap_that_makes_no_sense_is_refused() -> None:
    at = desk(players=5)
    at.refused(swap(1, 2), "no-proposal", "pair a round first")
    at.propose()
    (one, two), (three, _) = _meetings(at.sheet)
    at.refused(swap(one, 9), "not-in-proposal", "Player 9")
    at.refused(swap(one, one), "bad-pair", "different pairings")
    at.refused(swap(one, two), "bad-pair", "different pairings")
    at.do(commands.ForbidPair((PlayerId(two), PlayerId(three))))
    at.propose()
    while {two, three} & {bye.player for bye in at.sheet.byes}:
        at.propose()
    for pairing in at.sheet.pairings:
        if three in pairing.players:
            partner = pairing.players[0] if pairing.players[1] == three else pairing.players[1]
            at.refused(swap(two, partner), "bad-pair", "never to be paired, says the organiser")
            break
    else:
        other = at.sheet.byes[0].player
        assert other == three


def test_a_bracket_cannot_be_swapped() -> None:
    at = desk(players=8, **custom(1, 4)).rounds(1).cut().propose()
    (one, _), (two, _) = _meetings(at.sheet)
    refusal = at.refused(swap(one, two), "bad-pair", "follows from results")
    assert refusal.clause == "COM-ELIM-2"


def test_play_begins_once() -> None:
    at = desk()
    at.refused(commands.StartRound(), "no-round", "No round is published")
    at.pair()
    assert at.do(commands.StartRound()) == (facts.RoundStarted(RoundNo(1)),)
    at.refused(commands.StartRound(), "no-round", "has started already")
    at = desk().rounds(1)
    at.refused(commands.StartRound(), "no-round", "has started already")


def test_a_voided_round_is_drawn_anew_as_the_next_attempt_with_the_same_link() -> None:
    at = desk()
    at.refused(commands.VoidRound(typed("oops")), "no-round", "none to void")
    at.pair().refused(commands.VoidRound(typed("  ")), "reason-missing", "Give a reason to void a round")
    assert at.do(commands.VoidRound(typed("wrong tables"))) == (
        facts.RoundVoided(RoundNo(1), typed("wrong tables").seal),
    )
    assert at.state.rounds == ()
    (fact,) = at.do(commands.ProposeRound(links()[1]))
    assert isinstance(fact, facts.RoundProposed)
    assert (fact.round_no, fact.attempt) == (1, 2)


def test_a_round_with_results_cannot_be_voided() -> None:
    at = desk().pair()
    at.report(1, at.win(1, 0))
    at.refused(commands.VoidRound(typed("oops")), "has-results", "undo them first, or correct them")


def test_a_round_of_byes_alone_is_over_and_cannot_be_voided() -> None:
    # Otherwise the last Swiss round could be voided under a cut that rests on it.
    at = desk(players=4, **custom(2, 2)).rounds(1).drop(1, 2, 3).pair()
    at.refused(commands.VoidRound(typed("oops")), "has-results")
    at.do(commands.MakeCut())
    at.refused(commands.VoidRound(typed("oops")), "has-results")


def test_com_pair_3_the_better_ranked_player_stands_first_and_the_best_at_the_top_table() -> None:
    at = desk(players=8).rounds(1, lower_wins, by=200)
    places = queries.table(at.state).places
    at.pair()
    assert all(places[PlayerId(one)] < places[PlayerId(two)] for one, two in at.meetings())
    assert [at.table_of(player) for player in queries.table(at.state).order[:1]] == [1]


def test_b42_the_last_round_before_a_cut_may_be_paired_by_rank() -> None:
    at = desk(players=16, **custom(3, 4, variants={"last_round": "power"})).rounds(2, lower_wins, by=70)
    order = queries.table(at.state).order
    at.propose()
    assert at.state.proposal is not None
    assert at.state.proposal.method == "ranked"
    first = at.sheet.pairings[0].players
    met = queries.met(at.state.rounds)
    partner = next(player for player in order[1:] if player not in met[order[0]])
    assert first == (order[0], partner)
    for given in (
        custom(2, 4, variants={"last_round": "power"}),
        custom(3, 4, variants={"last_round": "power"}),
        custom(2, 0, variants={"last_round": "power"}),
    ):
        other = desk(players=16, **given).rounds(1).propose()
        assert other.state.proposal is not None
        assert (other.state.proposal.method == "ranked") == (given["cut"] > 0 and given["rounds"] == 2)


def test_b21_avoiding_a_second_pair_down_never_costs_a_rematch() -> None:
    at = desk(players=10, **custom(5, variants={"pair_down_again": "avoided"}))
    for _ in range(5):
        at.pair()
        assert not any(match.pairing.rematch for match in at.round.matches.values())
        at.play(lower_wins, by=150)


def test_run_seas_2_every_round_has_cards_and_none_comes_twice_before_all_were_used() -> None:
    at = desk("runewars-2.2.2", 8, **custom(4, 4)).rounds(4, lower_wins)
    cards = [round_.cards for round_ in at.state.rounds]
    assert all(cards)
    assert len({one.deployment for one in cards[:3] if one}) == 3
    assert len({one.objective for one in cards[:3] if one}) == 3


def test_run_seas_1_before_the_first_season_there_are_no_cards() -> None:
    at = Desk()
    at.do(commands.CreateTournament(regulations=rules("runewars-2.2.2"), day=date(2018, 1, 1)))
    at.enter(1, 2, 3, 4).announce().begin().pair()
    assert at.round.cards is None
    assert desk().pair().round.cards is None


def test_com_elim_3_an_event_of_elimination_only_has_random_byes_and_game_numbers() -> None:
    seen = set()
    for seed in range(8):
        at = desk(players=6, seed=seed, first_stage="elimination").pair()
        assert len(at.resting()) == 2
        games = [match.pairing.game for match in at.round.matches.values()] + [
            bye.game for bye in at.round.byes
        ]
        assert sorted(game for game in games if game) == [1, 2, 3, 4]
        seen.add(tuple(at.resting()))
        at.play(lower_wins).rounds(2, lower_wins).finish()
        assert at.state.places is not None
        assert at.state.places[0].player == 1
    assert len(seen) > 3


def test_an_elimination_everybody_left_before_it_began_has_nobody_to_pair() -> None:
    at = desk(players=3, first_stage="elimination").drop(1, 2, 3)
    at.refused(commands.ProposeRound(at.link()), "attendance", "nobody to pair")


def test_b18_a_player_who_did_not_come_counts_as_met() -> None:
    at = desk(players=4, **custom(3)).pair()
    one, two = at.meetings()[0]
    at.report(1, absent(at.state.regulations, 1))
    at.report(2, at.win(2, 0))
    assert PlayerId(two) in queries.met(at.state.rounds)[PlayerId(one)]
    points = dict(zip(queries.table(at.state).order, queries.table(at.state).points, strict=True))
    assert (points[PlayerId(one)], points[PlayerId(two)]) == (8, 0)
    at.pair()
    assert at.opponent(one) != two


def test_replaying_the_facts_gives_the_same_tournament() -> None:
    at = desk(players=9).rounds(3)
    again = replay(entry.fact for entry in at.journal.entries)
    assert again == at.state


def test_b21_whom_match_wins_put_into_one_group_is_not_paired_down_by_points() -> None:
    variants = {"rank_by": "match-wins", "pair_down_again": "avoided"}
    at = desk(players=4, **custom(3), variants=variants).pair()
    by = iter((300, 10))
    for table in sorted(at.round.matches):
        at.report(table, won_by(at.state.regulations, 0, by=next(by)))
    at.pair()
    winners = {match.pairing.players[0] for match in at.state.rounds[0].matches.values()}
    assert winners in [set(pair) for pair in at.meetings()]
    at.play()
    assert swiss_field(at.state).down == frozenset()
