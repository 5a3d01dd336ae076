"""Players: entering, leaving, coming back; wishes and pairs kept apart; awarded byes and losses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.ids import ClubId, PlayerId, RoundNo, TableNo
from muster.core.outcomes import SideOutcome
from muster.core.scoring.unplayed import bye, unpaired_loss
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.state import MissedRounds
from tournament_cases import IDS, Desk, custom, desk, lower_wins, rules, typed


def p(*numbers: int) -> tuple[PlayerId, ...]:
    return tuple(map(PlayerId, numbers))


def pair(one: int, two: int) -> tuple[PlayerId, PlayerId]:
    return PlayerId(one), PlayerId(two)


@pytest.mark.parametrize("player", [0, -3, 100_001, 10**30])
def test_entry_numbers_run_from_1_to_100_000(player: int) -> None:
    Desk().create().refused(commands.EnterPlayer(PlayerId(player)), "unknown-player", "1 to 100,000")


def test_a_player_enters_once() -> None:
    at = Desk().create()
    assert at.do(commands.EnterPlayer(PlayerId(7), ClubId(2))) == (
        facts.PlayerEntered(PlayerId(7), ClubId(2)),
    )
    at.refused(commands.EnterPlayer(PlayerId(7)), "already-entered", "Player 7")


@pytest.mark.parametrize("table", [0, -1, 100_001, 10**30])
def test_a_fixed_table_has_a_number_a_table_can_have(table: int) -> None:
    at = Desk().create().enter(1)
    at.refused(commands.EnterPlayer(PlayerId(2), fixed_table=TableNo(table)), "bad-tables", "from 1")
    at.refused(commands.AmendPlayer(PlayerId(1), fixed_table=TableNo(table)), "bad-tables", "from 1")


@pytest.mark.parametrize("club", [0, -1, 10**30])
def test_a_club_has_a_number_that_can_be_written(club: int) -> None:
    at = Desk().create().enter(1)
    at.refused(commands.EnterPlayer(PlayerId(2), ClubId(club)), "bad-setup", "Clubs are numbered")
    at.refused(commands.AmendPlayer(PlayerId(1), ClubId(club)), "bad-setup", "Clubs are numbered")


def test_amending_sets_club_bye_and_table_anew() -> None:
    at = Desk().create().enter(1, club=ClubId(4), first_round_bye=True)
    at.do(commands.AmendPlayer(PlayerId(1), fixed_table=TableNo(3)))
    player = at.state.players[PlayerId(1)]
    assert (player.club, player.first_round_bye, player.fixed_table) == (None, False, 3)
    at.refused(commands.AmendPlayer(PlayerId(9)), "unknown-player", "no player 9")
    at.drop(1).refused(commands.AmendPlayer(PlayerId(1)), "not-playing", "not playing any more", "be changed")


def test_b47_a_first_round_bye_is_awarded_before_round_1_is_published() -> None:
    at = desk(players=8)
    at.do(commands.AmendPlayer(PlayerId(3), first_round_bye=True))
    at.pair()
    # Seven are left to be paired: a second bye is drawn.
    assert len(at.resting()) == 2
    assert [one.awarded for one in at.round.byes if one.player == 3] == [True]
    at.refused(commands.AmendPlayer(PlayerId(4), first_round_bye=True), "has-match", "no longer be set")
    at.refused(commands.EnterPlayer(PlayerId(9), first_round_bye=True), "has-match", "no longer be set")
    at.do(commands.AmendPlayer(PlayerId(3), first_round_bye=True, club=ClubId(1)))


def test_b47_an_awarded_bye_counts_as_a_bye_had() -> None:
    at = Desk().create().enter(5, first_round_bye=True).enter(1, 2, 3, 4).announce().begin()
    at.pair()
    assert at.resting() == [5]
    at.play(lower_wins).pair()
    last = queries.table(at.state).order[-1]
    assert at.resting() == [last if last != 5 else queries.table(at.state).order[-2]]


def test_checking_in() -> None:
    at = Desk().create().enter(1)
    at.refused(commands.CheckIn(PlayerId(2)), "unknown-player")
    at.do(commands.CheckIn(PlayerId(1)))
    at.refused(commands.CheckIn(PlayerId(1)), "already-entered", "checked in already")
    at.drop(1).refused(commands.CheckIn(PlayerId(1)), "not-playing", "let them rejoin")


def test_com_drop_1_a_dropped_player_is_not_paired() -> None:
    at = desk(players=6).rounds(1)
    (fact,) = at.do(commands.DropPlayer(PlayerId(6), typed("ill")))
    assert fact == facts.PlayerDropped(PlayerId(6), RoundNo(1), typed("ill").seal)
    at.pair()
    assert sorted([*sum(at.meetings(), ()), *at.resting()]) == [1, 2, 3, 4, 5]
    at.refused(commands.DropPlayer(PlayerId(6)), "not-playing", "(dropped)")
    at.refused(commands.DropPlayer(PlayerId(60)), "unknown-player")


def test_a_reason_is_one_line_of_text_that_can_be_written_down() -> None:
    at = desk(players=6)
    for reason in ("\ud800", "a\x00b", "\x1b[2J"):
        at.refused(
            commands.DropPlayer(PlayerId(1), typed(reason)), "reason-missing", "one line of plain text"
        )
        at.refused(commands.DisqualifyPlayer(PlayerId(1), typed(reason)), "reason-missing", "one line")
        at.refused(commands.FinishTournament(typed(reason)), "results-missing")
    at.refused(commands.DropPlayer(PlayerId(1), typed("x" * 501)), "reason-missing", "500 characters")
    at.refused(commands.DisqualifyPlayer(PlayerId(1), typed("x" * 501)), "reason-missing", "500 characters")
    at.refused(
        commands.DisqualifyPlayer(PlayerId(1), typed(" ")), "reason-missing", "Give a reason to disqualify"
    )


@pytest.mark.parametrize("regulations_id", IDS)
def test_b9_com_drop_2_who_rejoins_has_an_unpaired_loss_for_each_round_missed(regulations_id: str) -> None:
    at = desk(regulations_id, 8, **custom(5)).rounds(1).drop(8).rounds(2)
    (fact,) = at.do(commands.RejoinPlayer(PlayerId(8)))
    loss = unpaired_loss(rules(regulations_id))
    assert fact == facts.PlayerRejoined(PlayerId(8), MissedRounds((RoundNo(2), RoundNo(3)), loss))
    kinds = [record.kind for record in queries.records(at.state)[PlayerId(8)]]
    assert kinds[1:] == ["loss", "loss"]
    assert 8 in queries.active(at.state)


def test_who_rejoins_before_a_round_was_missed_has_no_loss() -> None:
    at = desk(players=8).pair().drop(8)
    (fact,) = at.do(commands.RejoinPlayer(PlayerId(8)))
    assert isinstance(fact, facts.PlayerRejoined)
    assert fact.missed.rounds == ()
    assert at.state.players[PlayerId(8)].missed == ()


def test_who_drops_before_the_first_round_and_rejoins_later_missed_it() -> None:
    at = desk(players=8).drop(8).rounds(1)
    (fact,) = at.do(commands.RejoinPlayer(PlayerId(8)))
    assert isinstance(fact, facts.PlayerRejoined)
    assert fact.missed.rounds == (1,)


def test_who_drops_in_a_round_that_is_voided_and_drawn_anew_missed_it() -> None:
    at = desk(players=8).rounds(1).pair().drop(8)
    at.do(commands.VoidRound(typed("wrong tables")))
    at.rounds(1)
    (fact,) = at.do(commands.RejoinPlayer(PlayerId(8)))
    assert isinstance(fact, facts.PlayerRejoined)
    assert fact.missed.rounds == (2,)
    assert [record.round_no for record in queries.records(at.state)[PlayerId(8)]] == [1, 2]


def test_a_round_missed_twice_is_lost_once() -> None:
    at = desk(players=8).rounds(1).enter(9).drop(9).rounds(1)
    (fact,) = at.do(commands.RejoinPlayer(PlayerId(9)))
    assert isinstance(fact, facts.PlayerRejoined)
    assert fact.missed.rounds == (2,)
    assert [record.round_no for record in queries.records(at.state)[PlayerId(9)]] == [1, 2]


def test_rejoining_is_refused_with_its_reason() -> None:
    at = desk(players=8).rounds(1)
    at.refused(commands.RejoinPlayer(PlayerId(1)), "no-rejoin", "has not dropped")
    at.refused(commands.RejoinPlayer(PlayerId(99)), "unknown-player")
    at.do(commands.DisqualifyPlayer(PlayerId(2), typed("cheating")))
    refusal = at.refused(commands.RejoinPlayer(PlayerId(2)), "no-rejoin", "was disqualified")
    assert refusal.clause == "B9"  # this edition does not speak of it


def test_rejoining_before_the_start_is_free() -> None:
    at = Desk().create().enter(1, 2, 3, 4).drop(4)
    (fact,) = at.do(commands.RejoinPlayer(PlayerId(4)))
    assert isinstance(fact, facts.PlayerRejoined)
    assert fact.missed.rounds == ()
    assert queries.active(at.state) == (1, 2, 3, 4)


def test_regulations_without_rejoining_refuse_it() -> None:
    own = rules("armada-4.0")
    own = own.model_copy(update={"attendance": own.attendance.model_copy(update={"rejoin": False})})
    at = Desk()
    at.do(commands.CreateTournament(regulations=own, day=desk().state.created.day))
    at.enter(1).drop(1).refused(commands.RejoinPlayer(PlayerId(1)), "no-rejoin", "do not let")


@pytest.mark.parametrize("command", [commands.EnterPlayer(PlayerId(99)), commands.RejoinPlayer(PlayerId(8))])
def test_nobody_enters_or_rejoins_once_the_last_swiss_round_is_paired(command: commands.Command) -> None:
    at = desk(players=8, **custom(1, 2)).drop(8).pair()
    refusal = at.refused(command, "stage-running", "before the last Swiss round is paired")
    assert refusal.clause is not None
    at.play().do(commands.MakeCut())
    at.refused(command, "stage-running", "Swiss rounds are still to come")
    at.begin().refused(command, "stage-running", "Swiss rounds are still to come")


def test_b47_a_late_entry_has_an_unpaired_loss_for_each_round_missed_and_the_plan_stays() -> None:
    at = desk(players=8).rounds(2)
    (fact,) = at.do(commands.EnterPlayer(PlayerId(9)))
    assert isinstance(fact, facts.PlayerEntered)
    assert fact.missed == MissedRounds((RoundNo(1), RoundNo(2)), SideOutcome("loss", 0))
    assert at.state.plan is not None
    assert (at.state.plan.attendance, at.state.plan.rounds) == (8, 4)
    assert at.state.players[PlayerId(9)].status == "present"
    at.rounds(1)
    records = queries.records(at.state)[PlayerId(9)]
    assert [record.kind for record in records[:2]] == ["loss", "loss"]
    assert len(records) == 3


def test_a_player_who_comes_before_round_1_is_published_has_missed_nothing() -> None:
    at = desk(players=7).propose().enter(8)
    assert at.state.proposal is None
    assert at.pair().resting() == []


def test_c7_a_disqualified_player_is_not_ranked_and_opponents_keep_their_results() -> None:
    at = desk(players=8).rounds(2, lower_wins)
    before = {player: queries.table(at.state).row(player) for player in queries.table(at.state).order}
    (fact,) = at.do(commands.DisqualifyPlayer(PlayerId(8), typed("cheating")))
    assert fact == facts.PlayerDisqualified(PlayerId(8), RoundNo(2), typed("cheating").seal)
    after = queries.table(at.state)
    assert set(after.order) == set(before) - {8}
    assert all(after.row(player).points == before[player].points for player in after.order)
    at.refused(commands.DisqualifyPlayer(PlayerId(8), typed("again")), "not-playing", "disqualified already")
    at.refused(commands.DisqualifyPlayer(PlayerId(80), typed("who?")), "unknown-player")


def test_a_player_who_has_dropped_can_be_disqualified_as_of_the_drop() -> None:
    at = desk(players=8).rounds(1).drop(8).rounds(1)
    (fact,) = at.do(commands.DisqualifyPlayer(PlayerId(8), typed("found out later")))
    assert fact == facts.PlayerDisqualified(PlayerId(8), RoundNo(1), typed("found out later").seal)


def test_two_players_kept_apart_never_meet_in_swiss_rounds() -> None:
    at = desk(players=4, **custom(3))
    (fact,) = at.do(commands.ForbidPair(pair(2, 1)))
    assert fact == facts.PairForbidden(pair(1, 2))
    for _ in range(3):
        at.pair()
        assert (1, 2) not in [tuple(sorted(meeting)) for meeting in at.meetings()]
        at.play()
    at.refused(commands.ForbidPair(pair(1, 2)), "bad-pair", "never paired already")
    assert at.do(commands.AllowPair(pair(2, 1))) == (facts.PairAllowed(pair(1, 2)),)
    at.refused(commands.AllowPair(pair(1, 2)), "bad-pair", "may be paired already")


@pytest.mark.parametrize("kind", [commands.ForbidPair, commands.AllowPair])
def test_a_pair_is_two_players_of_the_tournament(
    kind: type[commands.ForbidPair] | type[commands.AllowPair],
) -> None:
    at = desk(players=4)
    at.refused(kind(pair(1, 1)), "bad-pair", "two different players")
    at.refused(kind(pair(1, 9)), "unknown-player", "no player 9")


def test_forbidden_pairs_that_leave_no_pairing_are_told_by_name() -> None:
    at = desk(players=4)
    for other in (2, 3, 4):
        at.do(commands.ForbidPair(pair(1, other)))
    refusal = at.refused(commands.ProposeRound(at.link()), "no-pairing", "allow one of these pairs")
    assert refusal.clause == "COM-PAIR-2"


def test_clubs_apart_keeps_club_mates_apart_in_round_1_only() -> None:
    for seed in range(6):
        at = Desk(seed).create(variants={"first_round": "clubs-apart"})
        for player in range(1, 9):
            at.enter(player, club=ClubId((player + 1) // 2))
        at.announce().begin().pair()
        assert all((one + 1) // 2 != (two + 1) // 2 for one, two in at.meetings())


def test_an_idle_player_can_be_given_a_bye_in_place_of_the_loss() -> None:
    at = desk(players=8).pair().enter(9)
    assert at.do(commands.AwardBye(PlayerId(9))) == (facts.ByeAwarded(RoundNo(1), at.round.byes[0]),)
    at.play()
    (record,) = queries.records(at.state)[PlayerId(9)]
    assert (record.kind, record.side) == ("bye", bye(rules("armada-4.0")))
    at.refused(commands.AwardBye(PlayerId(9)), "already-recorded", "has a bye in round 1 already")


@pytest.mark.parametrize("kind", [commands.AwardBye, commands.AwardLoss])
def test_a_bye_or_loss_goes_to_an_idle_player_of_a_swiss_round(
    kind: type[commands.AwardBye] | type[commands.AwardLoss],
) -> None:
    at = desk(players=8, **custom(1, 2))
    at.refused(kind(PlayerId(1)), "no-round", "published Swiss round")
    at.pair().refused(kind(PlayerId(1)), "has-match", "report its result instead")
    at.refused(kind(PlayerId(77)), "unknown-player")
    at.play().cut().drop(8).refused(kind(PlayerId(8)), "not-playing", "be given a bye or a loss")
    at.refused(kind(PlayerId(1)), "no-round")


def test_a_loss_is_given_once_and_a_late_entry_has_it_already() -> None:
    at = desk(players=8).pair().enter(9)
    at.refused(commands.AwardLoss(PlayerId(9)), "already-recorded", "has a loss in round 1 already")


def test_a_loss_takes_the_place_of_a_bye_that_was_given_wrongly() -> None:
    at = desk(players=9).pair()
    (bye_,) = at.round.byes
    missed = MissedRounds((RoundNo(1),), SideOutcome("loss", 0))
    assert at.do(commands.AwardLoss(bye_.player)) == (facts.LossAwarded(bye_.player, missed),)
    assert list(at.round.byes) == []
    at.refused(commands.AwardLoss(bye_.player), "already-recorded", "has a loss in round 1 already")
    at.do(commands.AwardBye(bye_.player))
    assert at.round.byes == (replace(bye_, awarded=True),)
    at.do(commands.Retract())
    at.play()
    (record,) = queries.records(at.state)[bye_.player]
    assert (record.kind, record.side.points) == ("loss", 0)


def test_a_missed_round_played_after_all_counts_as_played() -> None:
    at = desk(players=7).pair().enter(8)
    at.do(commands.VoidRound(typed("a player came late")))
    at.rounds(1)
    (record,) = queries.records(at.state)[PlayerId(8)]
    assert record.kind == "match"
