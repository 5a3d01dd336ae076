"""What an organiser should look at before publishing a proposed round."""

from __future__ import annotations

from muster.core.ids import ClubId, PlayerId, TableNo
from muster.core.messages import say
from muster.core.tournament import commands
from muster.core.tournament.review import Remark, bye_choice, review
from tournament_cases import Desk, custom, desk, lower_wins


def _says(at: Desk) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for remark in review(at.state, lambda player: f"P{player}"):
        found.setdefault(remark.kind, []).append(str(remark.says))
    return found


def test_there_is_nothing_to_review_without_a_swiss_proposal() -> None:
    assert review(desk().state, str) == ()
    assert review(desk(players=4, first_stage="elimination").propose().state, str) == ()


def test_an_even_field_in_round_1_is_unremarkable() -> None:
    at = desk(players=8).propose()
    assert review(at.state, str) == ()
    assert at.state.proposal is not None
    assert bye_choice(at.state, at.state.proposal) is None


def test_rematches_are_named_with_their_clause() -> None:
    at = desk(players=4).rounds(3).propose()
    remarks = review(at.state, lambda player: f"P{player}")
    assert [remark.kind for remark in remarks] == ["rematch", "rematch"]
    assert all(remark.clause == "COM-PAIR-2" and "have met before" in str(remark.says) for remark in remarks)


def test_a_bye_is_explained() -> None:
    at = desk(players=5).propose()
    (remark,) = review(at.state, lambda player: f"P{player}")
    bye = at.sheet.byes[0].player
    assert remark == Remark(
        "bye",
        (bye,),
        say("{player} has the bye of the first round, drawn at random.", player=f"P{bye}"),
        "COM-BYE-1",
    )
    at.do(commands.PublishRound())
    at.play(lower_wins).propose()
    assert any("lowest-ranked" in text for text in _says(at)["bye"])


def test_a_bye_moved_by_hand_is_not_explained_by_the_rule() -> None:
    at = desk(players=5).propose()
    bye, other = at.sheet.byes[0].player, at.sheet.pairings[0].players[0]
    at.do(commands.SwapPlayers((bye, other)))
    assert "bye" not in _says(at)


def test_a_second_bye_is_a_warning() -> None:
    at = desk(players=3, **custom(5)).rounds(3).propose()
    assert any("has had a bye before" in text for text in _says(at)["bye-warning"])


def test_tables_that_could_not_be_given_are_told() -> None:
    at = Desk().create(tables="1").enter(*range(1, 4)).enter(4, fixed_table=TableNo(3)).announce().begin()
    assert "tables" not in _says(at.propose())
    at.do(commands.SetTables("1"))
    at.do(commands.AmendPlayer(PlayerId(4)))
    assert len(_says(at.propose())["tables"]) == 1


def test_club_mates_in_round_1_are_told_and_later_not() -> None:
    at = Desk().create(**custom(3)).enter(1, 2, 3, 4, club=ClubId(1)).announce().begin().propose()
    assert _says(at)["same-club"] == [
        f"P{one} and P{two} are of one club."
        for one, two in (pairing.players for pairing in at.sheet.pairings)
    ]
    at.do(commands.PublishRound())
    assert "same-club" not in _says(at.play().propose())


def test_players_fixed_to_different_tables_are_named() -> None:
    at = desk(players=2, **custom(1))
    for player, table in ((1, 3), (2, 4)):
        at.do(commands.AmendPlayer(PlayerId(player), fixed_table=TableNo(table)))
    (says,) = _says(at.propose())["tables"]
    assert sorted((says[:17], says[17:])) == sorted(
        (says[:17], " are fixed to different tables; they play at 3.")
    )
    assert "P1" in says
    assert "P2" in says
