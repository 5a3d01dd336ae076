"""Long lists of the desk: searched, shown in part, sorted and cut into pages, with all of it in the address."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar
from urllib.parse import urlencode

from django.utils.functional import Promise

from muster.exchange.whole import number_of

L = TypeVar("L")

PER_PAGE: Final = 100
LONGEST: Final = 100
"""Characters of what is looked for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a list.

    Attributes:
        q: what was typed to find somebody.
        show: the part of the list.
        sort: the column it is sorted by, such as `club`, or `-club` for the other way round; empty for the usual.
        page: which of its pages, from 1.
    """

    q: str = ""
    show: str = "all"
    sort: str = ""
    page: int = 1

    @property
    def query(self) -> str:
        """The part of an address that asks for it; what is usual is left out."""
        told = {
            "q": self.q,
            "show": "" if self.show == "all" else self.show,
            "sort": "" if self.sort == "name" else self.sort,
            "page": "" if self.page == 1 else self.page,
        }
        told = {key: value for key, value in told.items() if value}
        return f"?{urlencode(told)}" if told else "?"


def asked_of(sent: Mapping[str, str], shows: Iterable[str]) -> Asked:
    """What an address or a form asks of a list that has these parts; what nothing can be made of is as usual."""
    show = sent.get("show", "all")
    return Asked(
        q=sent.get("q", "")[:LONGEST],
        show=show if show in shows else "all",
        sort=sent.get("sort", ""),
        page=number_of(sent.get("page", "1")),
    )


@dataclass(frozen=True, slots=True)
class LinesPage(Generic[L]):
    """Some lines of a longer list.

    Attributes:
        lines: at most `PER_PAGE`.
        found: how many there are on all pages.
        number: which page this is, from 1.
        pages: how many there are, at least 1.
        asked: what was asked of the list.
    """

    lines: Sequence[L]
    found: int
    number: int
    pages: int
    asked: Asked

    @property
    def before(self) -> str:
        """What to ask for the page before this one; empty if there is none."""
        return replace(self.asked, page=self.number - 1).query if self.number > 1 else ""

    @property
    def after(self) -> str:
        """What to ask for the page after this one; empty if there is none."""
        return replace(self.asked, page=self.number + 1).query if self.number < self.pages else ""


def lines_page(lines: Sequence[L], asked: Asked) -> LinesPage[L]:
    """The page of the lines that is asked for; the last one if there are not so many."""
    pages = max(1, -(-len(lines) // PER_PAGE))
    at = min(max(1, asked.page), pages)
    return LinesPage(lines[(at - 1) * PER_PAGE : at * PER_PAGE], len(lines), at, pages, asked)


@dataclass(frozen=True, slots=True)
class ListPart(Generic[L]):
    """A part of a list: what it is called, and which lines are in it."""

    title: Promise
    holds: Callable[[L], bool]


@dataclass(frozen=True, slots=True)
class SortColumn(Generic[L]):
    """A column to sort by: what it is called, the order of its lines, whether it holds figures."""

    title: Promise
    order: Callable[[L], tuple[object, ...]]
    figures: bool = False


@dataclass(frozen=True, slots=True)
class Chip:
    """A part of a list to choose: what it is called, what asks for it, how many it has, whether it is shown."""

    title: str
    query: str
    current: bool
    count: int


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """The head of a column: what it is called, what sorts by it, and how the list is sorted by it now, if it is."""

    title: str
    query: str
    order: str
    figures: bool


@dataclass(frozen=True, slots=True)
class ListKind(Generic[L]):
    """A kind of list.

    Attributes:
        parts: its parts, by the word that asks for them; `all` comes first and is shown unless another is asked for.
        columns: its columns, by the word that sorts by them; the first is the usual one.
        found: the lines that fit what was typed.
    """

    parts: Mapping[str, ListPart[L]]
    columns: Mapping[str, SortColumn[L]]
    found: Callable[[Iterable[L], str], list[L]]

    def page(self, lines: Iterable[L], asked: Asked) -> LinesPage[L]:
        """The page that is asked for."""
        shown = (line for line in lines if self.parts[asked.show].holds(line))
        return lines_page(self.found(self.sorted(shown, asked.sort), asked.q), asked)

    def sorted(self, lines: Iterable[L], sort: str) -> list[L]:
        """The lines in this order, such as `club`, or `-club` for the other way round; as usual if unknown."""
        usual = next(iter(self.columns.values()))
        column = self.columns.get(sort.removeprefix("-"), usual)
        return sorted(lines, key=column.order, reverse=sort.startswith("-"))

    def counts(self, lines: Sequence[L]) -> dict[str, int]:
        """How many each part of the list has."""
        return {show: sum(map(part.holds, lines)) for show, part in self.parts.items()}

    def chips(self, lines: Sequence[L], asked: Asked) -> list[Chip]:
        """The parts that can be chosen: all that have anybody in them, and the one that is shown."""
        counts = self.counts(lines)
        return [
            Chip(str(part.title), _from_start(asked, show=show), show == asked.show, counts[show])
            for show, part in self.parts.items()
            if counts[show] or show in ("all", asked.show)
        ]

    def heads(self, asked: Asked) -> list[ColumnHead]:
        """The heads of the columns."""
        return [_head(sort, column, asked) for sort, column in self.columns.items()]


def _head(sort: str, column: SortColumn[L], asked: Asked) -> ColumnHead:
    now = {sort: "ascending", f"-{sort}": "descending"}.get(asked.sort or "name", "")
    following = f"-{sort}" if now == "ascending" else sort
    return ColumnHead(str(column.title), _from_start(asked, sort=following), now, column.figures)


def _from_start(asked: Asked, **changed: str) -> str:
    """The same with something else, from its first page on."""
    return replace(asked, page=1, **changed).query
