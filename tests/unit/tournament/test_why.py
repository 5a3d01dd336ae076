"""Why a player has this opponent, or the bye: true of the moment the round was proposed."""

from __future__ import annotations

from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import say
from muster.core.tournament import commands, queries
from muster.core.tournament.reasons import Why
from muster.core.tournament.why import why_paired
from tournament_cases import Desk, custom, desk, typed

BYE = "COM-BYE-1"


def why(at: Desk, player: int, round_no: int | None = None) -> Why | None:
    number = RoundNo(round_no or len(at.state.rounds))
    return why_paired(at.journal.entries, number, PlayerId(player), lambda one: f"P{one}")


def said(at: Desk, player: int, round_no: int | None = None) -> str:
    found = why(at, player, round_no)
    assert found is not None
    return str(found.message)


def test_the_first_round_is_drawn() -> None:
    at = desk(players=9).pair()
    one, two = at.meetings()[0]
    found = why(at, one)
    assert found is not None
    assert found == why(at, two)
    assert (str(found.message), found.clause) == (
        "Nobody has points yet: the first round is drawn at random.",
        "COM-PAIR-3",
    )
    assert found.dice is not None
    assert (found.dice.attempt, str(found.dice.lines[-1])) == (1, "Neighbours in the order drawn meet.")
    (bye,) = at.round.byes
    rests = why(at, bye.player)
    assert rests is not None
    assert (str(rests.message), rests.clause) == (
        f"P{bye.player} has the bye of the first round, drawn at random.",
        BYE,
    )
    assert rests.dice is not None
    assert tuple(map(str, rests.dice.lines)) == (
        "Of 9 players the one with the smallest key has the bye (purpose first-round-bye).",
    )


def test_a_later_round_is_explained_by_its_score_groups() -> None:
    at = desk(players=9).rounds(1).pair()
    points = {row.player: row.points for row in queries.table(at.state, 1).rows}
    for one, two in at.meetings():
        says = said(at, one)
        worth = points[PlayerId(one)]
        if worth == points[PlayerId(two)]:
            assert says == said(at, two)
            assert f"both have {worth} tournament points." in says
        else:
            assert "plays someone with fewer points" in says
    (bye,) = at.round.byes
    assert "the lowest-ranked player who has had none" in said(at, bye.player)


def test_a_forced_rematch_says_why_it_had_to_be() -> None:
    at = desk(players=4).rounds(3).pair()
    found = why(at, at.meetings()[0][0])
    assert found is not None
    assert "They have met before" in str(found.message)
    assert found.clause == "COM-PAIR-2"


def test_an_awarded_bye_is_the_organisers() -> None:
    at = Desk().create("armada-4.0")
    at.do(commands.EnterPlayer(PlayerId(1), first_round_bye=True))
    at.enter(*range(2, 10)).announce().begin().pair()
    assert said(at, 1) == "P1 was awarded a first-round bye by the organiser."


def test_what_was_done_by_hand_is_said_to_be() -> None:
    at = desk(players=9)
    at.propose()
    first, second = at.sheet.pairings[:2]
    at.do(commands.SwapPlayers((first.players[0], second.players[0])))
    at.do(commands.PublishRound())
    exchanged = why(at, first.players[0])
    assert exchanged == Why(
        say("The organiser exchanged players in the draft, by hand."), "COM-PAIR-3", manual=True
    )
    (bye,) = at.round.byes
    at.do(commands.AwardLoss(bye.player))
    assert said(at, bye.player) == "The organiser gave a loss in place of the bye, by hand."
    at.enter(10).do(commands.AwardBye(PlayerId(10)))
    assert said(at, 10) == "The organiser gave this bye, by hand."


def test_the_proposal_that_was_published_counts_not_one_taken_back() -> None:
    at = desk(players=8)
    at.propose()
    kept = at.sheet
    at.propose()
    at.do(commands.Retract())
    at.do(commands.PublishRound())
    assert at.meetings() == [pairing.players for pairing in kept.pairings]
    assert said(at, 1).startswith("Nobody has points yet")


def test_who_was_not_there_has_no_reason() -> None:
    at = desk(players=8).pair().enter(9)
    assert why(at, 9) is None
    bracket = desk(players=8, **custom(1, 4)).rounds(1).cut().pair()
    out = next(
        player for player in range(1, 9) if player not in {p for pair in bracket.meetings() for p in pair}
    )
    assert why(bracket, out) is None


def test_a_bracket_decides_by_seeds_then_by_the_games_before() -> None:
    cut = desk(players=8, **custom(1, 4)).rounds(1).cut().pair()
    seeds = cut.state.seeds
    assert seeds is not None
    first = why(cut, seeds[0])
    assert first is not None
    assert first.clause == "COM-ELIM-1"
    assert str(first.message) == (
        f"The bracket decides: seed 1 (P{seeds[0]}) meets seed 4 (P{seeds[3]}), best against worst."
    )
    cut.play().pair()
    one, two = cut.meetings()[0]
    final = why(cut, one)
    assert final is not None
    assert final.clause == "COM-ELIM-2"
    assert str(final.message) == (
        f"The bracket decides: of the round before, the winner of game 1 (P{one}) "
        f"meets the winner of game 2 (P{two})."
    )


def test_a_bracket_says_where_nobody_is_left_to_meet() -> None:
    few = desk(players=6, **custom(1, 0, cut_kind="at-most-losses")).rounds(1).cut().pair()
    (rests,) = few.round.byes
    assert said(few, rests.player) == (
        f"The bracket decides: seed 1 (P{rests.player}) would meet seed 4, and there are only 3 seeds: a bye."
    )
    left = desk(players=8, **custom(1, 4)).rounds(1).cut().rounds(1)
    won = {match.pairing.game: match.pairing.players[0] for match in left.round.matches.values()}
    left.drop(won[2]).pair()
    assert said(left, won[1]) == (
        f"The bracket decides: P{won[1]} comes from game 1 of the round before, "
        "and nobody is left from game 2 to meet: a bye."
    )


def test_a_random_start_is_the_draws() -> None:
    start = desk(players=5, first_stage="elimination").pair()
    drawn = why(start, start.meetings()[0][0])
    assert drawn is not None
    assert str(drawn.message) == "The first round of an elimination event is drawn at random."
    assert drawn.dice is not None
    assert len(drawn.dice.lines) == 2
    assert said(start, start.round.byes[0].player) == (
        "5 players and 3 byes fill a bracket of 8. The first round of an elimination event is drawn at random."
    )
    start.play().pair()
    assert said(start, start.meetings()[0][0]).startswith("The bracket decides")


def mended(at: Desk, *swap: PlayerId) -> Desk:
    """The published round annulled, drawn once more and put back as it was but for this exchange."""
    number = len(at.state.rounds)
    was = [match.pairing.players for match in at.round.matches.values()]
    rests = [bye.player for bye in at.round.byes]
    other = dict(zip(swap, reversed(swap), strict=True))
    at.do(commands.VoidRound(typed("The wrong bye.")))
    at.propose()
    places = [*was, *((player,) for player in rests)]
    for place, players in enumerate(places):
        wanted = {other.get(player, player) for player in players}
        for player in sorted(wanted):
            seats = [*(one.players for one in at.sheet.pairings), *((one.player,) for one in at.sheet.byes)]
            if player not in seats[place]:
                at.do(commands.SwapPlayers((min({*seats[place]} - wanted), player)))
    at.do(commands.PublishRound())
    assert len(at.state.rounds) == number
    return at


def test_what_was_kept_when_a_round_is_published_anew_is_explained_by_its_first_draw() -> None:
    at = desk(players=9, **custom(3))
    kept = set[tuple[str, int]]()
    for _ in range(2):  # what the second draw happens to repeat needs no exchange: not every round has all
        at.pair()
        first = {one: why(at, one) for one in range(1, 10)}
        (bye,) = (one.player for one in at.round.byes)
        away, stays = at.meetings()[0]
        changed = {away, stays, *at.meetings()[1]}
        for times in (1, 2):
            mended(at, PlayerId(away), PlayerId(at.meetings()[1][times - 1]))
            for player in range(1, 10):
                now, then = why(at, player), first[player]
                assert now is not None
                assert then is not None
                what = "bye" if player == bye else "table"
                assert now.manual <= (player in changed)
                if now.kept == times and player not in changed:
                    kept.add((what, now.kept))
                    assert (
                        str(now.message)
                        == f"{then.message} The round was published again; this {what} was kept."
                    )
                    assert (now.dice, now.more, now.clause) == (then.dice, then.more, then.clause)
        at.play()
    assert kept >= {("table", 1), ("table", 2)}


def test_only_what_really_changed_is_said_to_be_by_hand() -> None:
    at = desk(players=9, **custom(3)).rounds(1).pair()
    (bye,) = (one.player for one in at.round.byes)
    lowest = said(at, bye)
    away = at.meetings()[0][0]
    mended(at, bye, PlayerId(away))
    now = why(at, away)
    assert now is not None
    assert (str(now.message), now.kept) == ("The organiser gave this bye, by hand.", 0)
    mended(at)
    again = why(at, away)
    assert again is not None
    assert (again.manual, again.kept) == (True, 1)
    assert str(again.message) == f"{now.message} The round was published again; this bye was kept."
    mended(at, bye, PlayerId(away))
    assert said(at, bye) == lowest
    at.do(commands.AwardLoss(bye))
    assert said(at, bye) == "The organiser gave a loss in place of the bye, by hand."
