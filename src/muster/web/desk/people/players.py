"""The list of players at the desk: its parts, its columns, who has one name with somebody else; and as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from django.utils.translation import gettext_lazy, pgettext_lazy

from muster.app.people.read import Line, Standing, by_name, found
from muster.app.people.requirements import Requirements
from muster.exchange.alphabet import alphabetical
from muster.exchange.folding import same_name
from muster.web.desk.listing import ListKind, ListPart, SortColumn

PLAYERS: Final[ListKind[Line]] = ListKind(
    parts={
        # A name taken back is no player: it is found beside those who left.
        "all": ListPart(pgettext_lazy("people", "All"), lambda line: line.standing != "withdrawn"),
        "here": ListPart(gettext_lazy("Here"), lambda line: line.standing == "here"),
        "missing": ListPart(gettext_lazy("Not checked in"), lambda line: line.standing == "missing"),
        "waiting": ListPart(gettext_lazy("Waiting list"), lambda line: line.standing == "waiting"),
        "dropped": ListPart(
            gettext_lazy("Dropped"), lambda line: line.standing in ("dropped", "disqualified", "withdrawn")
        ),
        "unpaid": ListPart(
            gettext_lazy("Not paid"),
            lambda line: not line.paid and (line.in_play or line.standing == "waiting"),
        ),
    },
    columns={
        "name": SortColumn(pgettext_lazy("of a person", "Name"), by_name),
        "number": SortColumn(
            gettext_lazy("No."), lambda line: (line.player is None, line.player or 0), figures=True
        ),
        "club": SortColumn(
            gettext_lazy("Club"), lambda line: (not line.club, alphabetical()(line.club), *by_name(line))
        ),
        "standing": SortColumn(
            gettext_lazy("Status"), lambda line: (get_args(Standing).index(line.standing), *by_name(line))
        ),
        "table": SortColumn(
            gettext_lazy("Table"),
            lambda line: (line.table is None, line.table or 0, *by_name(line)),
            figures=True,
        ),
        "paid": SortColumn(gettext_lazy("Paid"), lambda line: (line.paid, *by_name(line))),
    },
    found=found,
)


class Namesakes:
    """Everybody by name, to find out who may have been entered already.

    Names count as the same whatever their capitals and accents, and whichever of their parts comes first.
    Two people may well have one name, so this only ever warns.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        self._by_name: dict[str, list[Line]] = {}
        for line in lines:
            if not line.erased:
                self._by_name.setdefault(same_name(line.name), []).append(line)

    def of(self, name: str) -> Sequence[Line]:
        """The registrations under this name or one like it."""
        return self._by_name.get(same_name(name), ())

    def twice(self) -> list[Sequence[Line]]:
        """Those who share a name, where at least two of them play or wait."""
        return [
            lines
            for lines in self._by_name.values()
            if sum(line.in_play or line.standing == "waiting" for line in lines) > 1
        ]


HEADS: Final = ("number", "name", "alias", "pronouns", "club", "email", "table", "bye", "paid", "status")
"""The columns of every exported list; a list with these headings can be read in again."""


def table_of(
    lines: Iterable[Line], asks: Requirements, *, private: bool
) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """The list as headings and lines, with what the regulations want of people.

    E-mail addresses, payments, UIDs and ages are told only if `private`.
    """
    more = (("uid",) if asks.uid else ()) + (("under 16",) if asks.minors else ())
    rows = [
        (
            line.player or "",
            line.name,
            line.alias,
            line.pronouns,
            line.club,
            line.email if private else "",
            line.table or "",
            "yes" if line.bye else "",
            ("yes" if line.paid else "no") if private else "",
            line.standing,
            *((line.uid if private else "",) if asks.uid else ()),
            *(("yes" if line.minor and private else "",) if asks.minors else ()),
        )
        for line in lines
    ]
    return (*HEADS, *more), rows
