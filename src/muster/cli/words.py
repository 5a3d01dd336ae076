"""What the words after a verb mean: a name, two, a number, a table, a reason."""

from __future__ import annotations

from secrets import token_hex
from typing import Final

from muster.cli.opened import OpenJournal
from muster.cli.reporting import UnclearError
from muster.core.ids import PlayerId, TableNo
from muster.core.messages import Message, say
from muster.core.private import Private

TABLE: Final = say("the table")


def typed(text: str) -> Private:
    """Words as they are typed; the journal has only their seal."""
    return Private(text, token_hex(32))


WHO: Final = say("say who")


def joined(words: list[str], missing: Message = WHO) -> str:
    """The words as one text.

    Raises:
        UnclearError: there is none.
    """
    if not words:
        raise UnclearError(missing)
    return " ".join(words)


def name_and_reason(words: list[str]) -> tuple[str, str]:
    """`Ada Lovelace reason=ill`: everything before `reason=` is the name."""
    text = joined(words)
    name, _, reason = text.partition(" reason=")
    return name, reason


def two_players(opened: OpenJournal, words: list[str]) -> tuple[PlayerId, PlayerId]:
    """Two players, named with a comma between them.

    Raises:
        UnclearError: they are not two.
        UnknownNameError: a name fits nobody or several.
    """
    missing = say("say which two players, with a comma between them")
    one, comma, two = joined(words, missing).partition(",")
    if not comma:
        raise UnclearError(say("name two players with a comma between them"))
    return opened.player(one), opened.player(two)


def table_and_rest(words: list[str]) -> tuple[TableNo, list[str]]:
    """The table named first, and the words after it.

    Raises:
        UnclearError: there is none.
    """
    if not words:
        raise UnclearError(say("say which table"))
    return TableNo(number_of(words[0], TABLE)), words[1:]


def number_of(text: str, what: Message) -> int:
    """A whole number of up to eight digits.

    Raises:
        UnclearError: it is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise UnclearError(say("{what} is a number, not {text}", what=what, text=repr(text[:20])))
    return int(text)
