"""Games and documents that come along are called in the reader's language; what an organiser typed stays."""

from __future__ import annotations

import pytest

from muster.core.messages import Message, verbatim
from muster.rules.load import available, load, ready_made
from muster.rules.names import document_name, game_name
from muster.rules.own_games import OWN_ID


@pytest.mark.parametrize("rules", [one.id for one in (*available(), *ready_made())])
def test_every_name_that_comes_along_is_looked_up(rules: str) -> None:
    found = load(rules)
    assert game_name(found) == Message(found.game, context="regulations")
    assert document_name(found) == Message(found.document.name, context="regulations")


@pytest.mark.parametrize("name", ["Chess", "Chess, ready-made", "Time", "{game}"])
def test_what_was_typed_stays(name: str) -> None:
    ours = load("chess-club")
    document = ours.document.model_copy(update={"name": name})
    found = ours.model_copy(update={"id": f"{OWN_ID}game", "game": name, "document": document})
    assert game_name(found) == document_name(found) == verbatim(name)
    assert str(game_name(found)) == name


def test_a_file_of_ones_own_has_its_words_unless_it_leaves_ours() -> None:
    ours = load("chess-club")
    kept = ours.model_copy(update={"id": "rook", "game": "Time"})
    assert game_name(kept) == verbatim("Time")
    assert document_name(kept) == document_name(ours)
