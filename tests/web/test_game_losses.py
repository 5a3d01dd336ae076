"""Game losses in the form of the result: filled in, told to both players, and never left out unasked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from judging_cases import given, losses
from muster.app.history.reasons import typed
from muster.app.judging import penalties
from muster.app.results.losses import Loss, counting
from muster.core.ids import PlayerId, RoundNo, Seat
from muster.core.scoring.reports import GamesReport, PairReport
from muster.core.tournament import commands, queries
from muster.core.tournament.state import Match
from player_cases import Phone, begun, phones, words
from results_cases import BEST_OF_THREE, type_line
from web_cases import Hall

pytestmark = pytest.mark.django_db

MISSING = "has won a game by a penalty: it is missing here"


def hall(**setup: Any) -> Hall:
    return begun("unlimited-1.3", 4, **{**BEST_OF_THREE, **setup})


def pair(where: Hall) -> tuple[Phone, Phone]:
    """The phones at the first table, by seat."""
    return phones(where)


def games(*won: Seat | None, end: Any = "decided", **more: Any) -> GamesReport:
    return GamesReport(end=end, games=won, **more)


def report(where: Hall, what: GamesReport, table: int = 1) -> None:
    where.do(commands.ReportResult(where.state.rounds[-1].number, table, what))  # type: ignore[arg-type]


def lost(
    where: Hall, player: int, category: str = "randomisation-error", **how: Any
) -> penalties.RecordedPenalty:
    return given(where, where.actor, "game-loss", category, player=player, **how)


def match_of(where: Hall, player: int) -> Match:
    found = queries.match_of(where.state.rounds[-1], PlayerId(player))
    assert found is not None
    return found


def name(where: Hall, phone: Phone) -> str:
    return phone.entry.person.name


def test_the_form_at_the_desk_opens_with_the_game_and_says_why() -> None:
    where = hall()
    one, two = pair(where)
    lost(where, one.player)
    page = words(where.get("result", 1))
    assert f"Game 1: won by {name(where, two)} (game loss of {name(where, one)})." in page
    assert "The first game really played is without sideboard." in page
    assert "SWU-SIDE-1" in page
    assert '<option value="1" selected>' in page
    assert words(where.get("result", 2)).count("SWU-SIDE-1") == 0


def test_both_players_see_it_and_their_form_opens_with_it() -> None:
    where = hall()
    one, two = pair(where)
    before = two.look()
    made = lost(where, one.player, what="too few cards")
    for phone in (one, two):
        page = phone.look()
        assert f"Game 1: won by {name(where, two)}" in page
        assert page.count("without sideboard") == before.count("without sideboard") + 1
        assert '<option value="1" selected>' in page
        assert "too few cards" not in page
    gone = penalties.withdraw(where.tournament.pk, where.actor, made.penalty.pk, "another player")
    assert isinstance(gone, penalties.RecordedPenalty)
    assert "not filled into the result any more" in str(gone.says)
    assert two.look().count("without sideboard") == before.count("without sideboard")


def test_players_cannot_report_against_it_until_a_judge_takes_it_back() -> None:
    where = hall()
    one, two = pair(where)
    made = lost(where, one.player)
    page = one.act("report", one.typed(games(0, 0)), status=422)
    assert f"{name(where, two)} {MISSING}" in page
    assert "call a judge" in page
    assert one.match.status == "open"
    page = two.act("report", two.typed(games(end="intentional-draw")), status=422)
    assert MISSING in page
    assert MISSING in two.act("concede", {"games.0": ""}, status=422)
    two.act("concede", two.typed(games(1)))
    assert (one.match.outcome.winner, one.match.outcome.sides[1].games) == (0, (1, 2, 0))  # type: ignore[union-attr]
    penalties.withdraw(where.tournament.pk, where.actor, made.penalty.pk, "another player")
    one.act("report", one.typed(games(0, 0)))
    assert two.match.status == "disputed"


def test_a_result_that_agrees_counts_the_game_wherever_it_stands() -> None:
    where = hall()
    one, _two = pair(where)
    lost(where, one.player)
    one.act("report", one.typed(games(0, 1, 0)))
    assert one.match.status == "reported"
    assert one.match.outcome.sides[0].games == (2, 1, 0)  # type: ignore[union-attr]


def test_two_game_losses_decide_the_match_and_more_change_nothing() -> None:
    where = hall()
    one, two = pair(where)
    said = [lost(where, one.player, each).says for each in ("randomisation-error", "insult", "insult")]
    assert ["the match is decided" in str(says) for says in said] == [False, True, True]
    assert losses(where, one.match).offered == games(1, 1)
    page = words(where.get("result", 1))
    assert f"Game 2: won by {name(where, two)}" in page
    assert "The match is decided by penalties." in page
    assert "without sideboard" not in page
    assert "2 games by penalties" in one.act("report", one.typed(games(0, 0)), status=422)
    where.post("result", 1, round="1", end="decided", **{"games.0": "1", "games.1": "1"})
    assert (one.match.status, one.match.outcome.winner) == ("confirmed", 1)  # type: ignore[union-attr]


def test_staff_are_asked_before_they_leave_it_out() -> None:
    where = hall()
    one, two = pair(where)
    lost(where, one.player)
    page = where.post("result", 1, round="1", end="decided", **{"games.0": "0", "games.1": "0"})
    assert page.status_code == 422
    assert MISSING in words(page)
    assert one.match.status == "open"
    typed = type_line(where, "1 20")
    assert MISSING in words(typed)
    assert one.match.status == "open"
    sure = words(typed).split('data-sure="')[1].split('"')[0]
    type_line(where, "1 20", sure=sure)
    assert (one.match.status, two.match.outcome.winner) == ("confirmed", 0)  # type: ignore[union-attr]
    corrected = where.client.post(
        where.url("result-correct", 1, 1), {"end": "decided", "games.0": "0", "games.1": "0"}
    )
    assert MISSING in words(corrected)


def test_a_version_that_leaves_it_out_is_not_taken_as_it_is() -> None:
    where = hall()
    one, two = pair(where)
    one.act("report", one.typed(games(0, 0)))
    two.act("report", two.typed(games(1, 1)))
    lost(where, one.player)
    assert MISSING in two.act("confirm", status=422)
    page = where.get("result", 1)
    seen = words(page).split('name="seen" value="')[1].split('"')[0]
    page = where.post("result-settle", 1, round="1", seen=seen, take="report")
    assert MISSING in words(page)
    assert one.match.status == "disputed"
    where.post("result-settle", 1, round="1", seen=seen, take="dispute")
    assert (one.match.status, one.match.outcome.winner) == ("confirmed", 1)  # type: ignore[union-attr]


def test_one_given_after_the_match_counts_for_the_next_match_and_for_no_other() -> None:
    where = hall(structure="custom", rounds=3)
    player = match_of(where, 1).pairing.players[0]
    where.play()
    made = lost(where, player)
    assert "next match" in str(made.says)
    assert (made.penalty.round_no, made.penalty.table) == (1, None)
    assert not losses(where, match_of(where, player))
    where.publish()
    found = match_of(where, player)
    seat: Seat = 0 if found.pairing.players[0] == player else 1
    assert losses(where, found).winners == (1 - seat,)
    assert "It was given after the match before." in words(where.get("result", found.pairing.table))
    assert "It was given after the match before." in Phone(where, player).look()
    report(where, games(seat, 1 - seat, seat), found.pairing.table)  # type: ignore[arg-type]
    where.play()
    where.publish()
    assert not losses(where, match_of(where, player))


def test_one_given_to_whoever_has_no_match_waits_over_the_bye() -> None:
    where = Hall("unlimited-1.3", BEST_OF_THREE)
    where.begin(5)
    where.publish()
    player = where.state.rounds[-1].byes[0].player
    made = lost(where, player)
    assert "filled in there" in str(made.says)
    where.play()
    where.publish()
    assert losses(where, match_of(where, player)).games
    other = match_of(where, player).pairing.table
    assert [
        bool(losses(where, one)) for table, one in where.state.rounds[-1].matches.items() if table != other
    ] == [False]


def test_one_that_is_for_the_match_that_is_over_stays_with_it() -> None:
    where = hall()
    player = match_of(where, 1).pairing.players[0]
    table = match_of(where, player).pairing.table
    report(where, games(0, 0), table)
    where.play()
    made = lost(where, player, apply=True)
    assert made.penalty.table == table
    where.publish()
    assert not losses(where, match_of(where, player))


@pytest.mark.parametrize("regulations", ["legion-2.0", "unlimited-1.3"])
def test_a_match_loss_after_the_match_is_filled_in_as_the_next_match(regulations: str) -> None:
    where = begun(
        regulations, 4, **({"swiss_match": "single-game"} if regulations == "unlimited-1.3" else {})
    )
    player = match_of(where, 1).pairing.players[0]
    where.play()
    given(where, where.actor, "game-loss", "cheating", player=player)
    where.publish()
    found = match_of(where, player)
    offered = losses(where, found).offered
    assert isinstance(offered, PairReport)
    assert (offered.end, found.pairing.players[offered.by or 0]) == ("match-loss", player)
    phone = Phone(where, player)
    assert "loses this match by a penalty" in phone.look()
    assert "handed in at the desk" in phone.look()
    opponent = found.pairing.players[1 - phone.seat]
    assert "loses this match by a penalty" in Phone(where, opponent).act("concede", status=422)
    assert "loses this match by a penalty" in words(where.get("result", found.pairing.table))
    where.do(commands.ReportResult(RoundNo(2), found.pairing.table, offered))
    assert "loses this match" not in phone.look()


def test_a_match_loss_that_was_put_into_the_result_is_served() -> None:
    where = begun("legion-2.0", 4)
    player = match_of(where, 1).pairing.players[0]
    where.play()
    given(where, where.actor, "match-loss", player=player)
    found = match_of(where, player)
    assert isinstance(found.report, PairReport)
    report_ = replace(found.report, end="match-loss", by=0, winner=None)
    where.do(
        commands.CorrectResult(
            RoundNo(1), found.pairing.table, report_, typed("the penalty was for this one")
        )
    )
    where.play()
    where.publish()
    assert not losses(where, match_of(where, player))


def test_both_losing_the_match_is_offered_as_the_double_loss() -> None:
    where = begun("armada-4.0", 4)
    found = match_of(where, 1)
    both = [
        Loss(player, RoundNo(0), here=False, kind="match-loss", clause="") for player in found.pairing.players
    ]
    offered = counting(both, where.state, where.state.rounds[0], found).offered
    assert isinstance(offered, PairReport)
    assert (offered.end, offered.by) == ("double-loss", None)
