"""A game of one's own with the tiebreakers of chess: what is told of every number is what the table has."""

from __future__ import annotations

from chess_cases import OWN, own_chess
from muster.app.events.offers import variants
from muster.app.standings.breakdown import rank_breakdown
from muster.app.standings.read import standings_after
from muster.core.ids import PlayerId, numbered
from muster.core.tournament import commands, queries
from muster.core.tournament.journal import Accepted
from muster.core.tournament.proof.standing import standings_faults
from muster.core.tournament.state import State
from tournament_cases import DAY, Desk, typed


def _day() -> State:
    """Seven players with byes; one is disqualified, one drops, in four rounds."""
    at = Desk()
    create = commands.CreateTournament(regulations=own_chess(), day=DAY, structure="custom", rounds=4, cut=0)
    assert isinstance(at.journal.submit(create), Accepted)
    at.enter(*range(1, 8)).announce().begin().rounds(2)
    at.do(commands.DisqualifyPlayer(PlayerId(2), typed("marked cards")))
    at.do(commands.DropPlayer(PlayerId(3)))
    return at.rounds(2).state


def test_every_number_of_every_player_is_told_with_the_value_of_the_table() -> None:
    state = _day()
    table = standings_after(state, 4)
    assert not standings_faults(state)
    assert PlayerId(2) in queries.disqualified(state)
    for row in table.rows:
        found = rank_breakdown(state, 4, row.player, numbered)
        assert found is not None
        told = {number.column.id: number.division.value for number in found.numbers}
        assert told.pop("points") == row.points
        assert list(told.items()) == list(zip(OWN, row.values, strict=True))


def test_the_reading_of_rounds_without_an_opponent_is_offered_where_a_file_names_its_clause() -> None:
    (offer,) = variants(own_chess())
    assert (offer.name, offer.clause, offer.default) == ("unplayed_rounds", "OUR-RANK-1", "fide-2023")
    assert [choice.value for choice in offer.choices] == ["left-out", "fide-2023"]
