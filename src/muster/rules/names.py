"""What a game and its document are called: ours in the reader's language, typed ones as they were typed."""

from __future__ import annotations

from functools import cache

from muster.core.messages import Message, of_rules, verbatim
from muster.rules.load import available, ready_made
from muster.rules.own_games import OWN_ID
from muster.rules.schema import Regulations


def game_name(regulations: Regulations) -> Message:
    """The name of the game: `Szachy` to a Polish reader of ours, but `Chess` where an organiser called theirs so."""
    return _called(regulations, regulations.game)


def document_name(regulations: Regulations) -> Message:
    """The name of the document, in the same way."""
    return _called(regulations, regulations.document.name)


def _called(regulations: Regulations, name: str) -> Message:
    ours = name in _ours() and not regulations.id.startswith(OWN_ID)
    return of_rules(name) if ours else verbatim(name)


@cache
def _ours() -> frozenset[str]:
    return frozenset(name for one in (*available(), *ready_made()) for name in (one.game, one.document))
