"""What somebody typed about a player, or a list says, as a `Newcomer`, with everything that is wrong with it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

from muster.app.people.requirements import Requirements
from muster.app.registration.entries import Newcomer, faults
from muster.core.messages import say
from muster.core.pairing.tables import MOST_TABLES
from muster.core.scoring.scored import Problem
from muster.exchange.whole import whole_number

_YES: Final = frozenset(("yes", "y", "true", "1", "x", "on", "tak", "t", "✓", "✔"))
_NO: Final = frozenset(("", "no", "n", "false", "0", "-", "nie"))


def newcomer_of(
    values: Mapping[str, str], asks: Requirements | None = None
) -> tuple[Newcomer, tuple[Problem, ...]]:
    """Read what was typed.

    Args:
        values: texts by the name of the field: name, alias, pronouns, email, club, table, reason, shown_as, uid, and
            the yes-or-no fields paid, bye and minor.
        asks: what the regulations want of people; UID and minor are read only where they are wanted.

    Returns:
        Who it is, as far as it can be read, and every problem with the field it is about; none if all is well.
    """
    clean = {field: one_line(text) for field, text in values.items()}
    table, bad_table = _table(clean.get("table", ""))
    bye, bad_bye = _yes("bye", clean.get("bye", ""))
    paid, bad_paid = _yes("paid", clean.get("paid", ""))
    asks = asks or Requirements()
    minor, bad_minor = _yes("minor", clean.get("minor", "") if asks.minors else "")
    newcomer = Newcomer(
        name=clean.get("name", ""),
        alias=clean.get("alias", ""),
        pronouns=clean.get("pronouns", ""),
        email=clean.get("email", ""),
        club=clean.get("club", ""),
        shown_as=clean.get("shown_as", ""),
        fixed_table=table,
        table_reason=clean.get("reason", ""),
        first_round_bye=bye,
        paid=paid,
        uid=clean.get("uid", "") if asks.uid else "",
        minor=minor,
    )
    problems = (*faults(newcomer), *bad_table, *bad_bye, *bad_paid, *bad_minor)
    return newcomer, tuple(_as_typed(problem) for problem in problems)


def one_line(text: str) -> str:
    """A text as it is kept: composed, on one line, without spaces at its ends or doubled."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _as_typed(problem: Problem) -> Problem:
    """A problem under the name that the field has on pages and in lists."""
    field = {"fixed_table": "table", "table_reason": "reason"}.get(problem.field, problem.field)
    return Problem(field, problem.message, problem.clause)


def _table(text: str) -> tuple[int | None, tuple[Problem, ...]]:
    if not text:
        return None, ()
    number = whole_number(text, len(str(MOST_TABLES)))
    if number is not None:
        return number, ()
    says = say("{text} is no number of a table.", text=text[:20])
    return None, (Problem("table", says),)


def _yes(field: str, text: str) -> tuple[bool, tuple[Problem, ...]]:
    word = text.casefold()
    if word in _YES or word in _NO:
        return word in _YES, ()
    says = say("{text} is neither yes nor no.", text=text[:20])
    return False, (Problem(field, says),)
