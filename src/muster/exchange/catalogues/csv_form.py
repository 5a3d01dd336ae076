"""A catalogue as a file that people can read and mend: CSV in UTF-8, one line a price of a card."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, get_args

from muster.core.messages import Message, figure, listing, say
from muster.core.roster.catalogue import Card, Price
from muster.core.roster.editions import aliases_of
from muster.exchange.catalogues.entries import (
    LARGEST,
    LONGEST,
    LONGEST_KEY,
    MOST_ALIASES,
    MOST_CARDS,
    CatalogueProblem,
    whole,
)
from muster.rules.rosters import Game

COLUMNS: Final = (
    "game",
    "key",
    "kind",
    "name",
    "subtitle",
    "faction",
    "points",
    "form",
    "from",
    "to",
    "slot",
    "unique",
    "group",
    "flags",
    "needs",
    "set",
    "released",
    "aliases",
)
"""The columns as they are written; a file may have them in any order, and leave out all but the first four."""

KINDS: Final[Mapping[Game, tuple[str, ...]]] = {
    "armada": ("ship", "squadron", "upgrade", "objective"),
    "legion": ("unit", "upgrade", "command", "battle", "counterpart"),
    "runewars": ("unit", "upgrade", "terrain"),
    "unlimited": ("leader", "base", "unit", "event", "upgrade", "token"),
}
"""The kinds of cards of each game."""

MOST_PROBLEMS: Final = 200
"""Problems that are listed; a file with more is another kind of file."""

MOST_PRICES: Final = 200
"""Prices of one card: the formations of a unit at many times."""

_NEEDED: Final = COLUMNS[:4]
_BETWEEN: Final = "; "
_MOST_LINES: Final = 4 * MOST_CARDS
_YES: Final = frozenset({"yes", "y", "true", "1", "x"})
_NO: Final = frozenset({"", "no", "n", "false", "0"})
_MARKS: Final = ",;\t"

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardFile:
    """What a file of cards says.

    Attributes:
        game: whose cards.
        cards: all of them, in the order of the file.
    """

    game: Game
    cards: tuple[Card, ...]


@dataclass(slots=True)
class _Found:
    """What was made of a file so far: cards by key with the line and row they began at, and what is wrong."""

    game: str = ""
    cards: dict[str, Card] = field(default_factory=dict)
    rows: dict[str, tuple[int, Row]] = field(default_factory=dict)
    problems: list[CatalogueProblem] = field(default_factory=list)

    def wrong(self, line: int, says: Message) -> None:
        self.problems.append(CatalogueProblem(line, says))


def looks_like(value: object) -> bool:
    """Whether a text begins with the columns of this form."""
    return isinstance(value, str) and set(_NEEDED) <= set(
        _cells(value[:2000].lstrip("\ufeff").partition("\n")[0])
    )


def _cells(line: str) -> list[str]:
    mark = max(_MARKS, key=line.count)
    return [cell.strip().strip('"').casefold() for cell in line.split(mark)]


def write(game: Game, cards: tuple[Card, ...]) -> str:
    """The cards as a file: a line for each price, one line for a card without any."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(COLUMNS)
    for card in cards:
        lines.writerows(_lines(game, card))
    return out.getvalue()


def _lines(game: Game, card: Card) -> Iterator[tuple[str, ...]]:
    about = (card.slot, "yes" if card.unique else "", card.group, _cell(sorted(card.flags)))
    rest = (card.needs, card.set, _day(card.released), _cell(card.aliases))
    first = (game, card.key, card.kind, card.name, card.subtitle, _cell(card.factions))
    for at, price in enumerate(card.prices or (None,)):
        cost = ("", "", "", "") if price is None else _cost(price)
        yield (*first, *cost, *about, *rest) if at == 0 else (game, *first[1:4], "", "", *cost, *("",) * 8)


def _cost(price: Price) -> tuple[str, ...]:
    return str(price.points), price.form, _day(price.starts), _day(price.ends)


def _day(day: date | None) -> str:
    return "" if day is None else day.isoformat()


def _cell(words: tuple[str, ...] | list[str]) -> str:
    return _BETWEEN.join(word.replace(";", ",") for word in words)


def read(text: str) -> CardFile | tuple[CatalogueProblem, ...]:
    """Read a file of cards.

    Lines with the same key are one card: the first one says all about it, every one a price of it; what a later
    line repeats must be the same.

    Returns:
        The cards; or everything that is wrong, with lines from 1, at most `MOST_PROBLEMS`.
    """
    if len(text) > LARGEST:
        return (
            CatalogueProblem(
                0,
                say(
                    "larger than {most} million characters, which no catalogue is", most=LARGEST // 1_000_000
                ),
            ),
        )
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    columns = _cells(head)
    refused = _wrong_head(columns)
    if refused is not None:
        return (refused,)
    found = _Found()
    try:
        _read_lines(text, max(_MARKS, key=head.count), columns, found)
    except csv.Error as error:
        found.wrong(0, say("this is no CSV: {fault}", fault=str(error)))
    if not found.problems and not found.cards:
        found.wrong(0, say("no cards in it"))
    game = next((each for each in get_args(Game) if each == found.game), None)
    if found.problems or game is None:
        return tuple(found.problems)
    return CardFile(game, tuple(_finished(card) for card in found.cards.values()))


def _wrong_head(columns: list[str]) -> CatalogueProblem | None:
    missing = [name for name in _NEEDED if name not in columns]
    unknown = [name for name in columns if name and name not in COLUMNS]
    if missing:
        return CatalogueProblem(
            1, say("the first line names no column {names}", names=listing(missing, "plain"))
        )
    if unknown:
        return CatalogueProblem(
            1,
            say(
                "unknown column {name}: the columns are {names}",
                name=unknown[0][:40],
                names=listing(COLUMNS, "plain"),
            ),
        )
    if len(set(filter(None, columns))) < len(list(filter(None, columns))):
        return CatalogueProblem(1, say("the first line names a column twice"))
    return None


def _read_lines(text: str, mark: str, columns: list[str], found: _Found) -> None:
    lines = csv.reader(io.StringIO(text), delimiter=mark)
    next(lines)
    for cells in lines:
        if any(map(str.strip, cells)):
            _line(lines.line_num, dict(zip(columns, map(str.strip, cells), strict=False)), found)
        if len(found.problems) >= MOST_PROBLEMS:
            found.wrong(lines.line_num, say("and so on: mend these first"))
            return
        if len(found.cards) > MOST_CARDS or lines.line_num > _MOST_LINES:
            found.wrong(
                lines.line_num, say("more than {most} cards, which no game has", most=figure(MOST_CARDS))
            )
            return


def _line(number: int, row: Row, found: _Found) -> None:
    before = len(found.problems)
    _check_words(number, row, found)
    key = row.get("key", "")
    price = _price(number, row, found)
    released = _date(number, row, "released", found)
    unique = row.get("unique", "").casefold()
    if unique not in _YES | _NO:
        found.wrong(number, say("unique must be yes or empty, not {stated}", stated=unique[:20]))
    if key in found.cards:
        _check_same(number, row, found)
    if len(found.problems) > before:
        return
    if key in found.cards:
        _add_price(number, key, price, found)
        return
    found.rows[key] = (number, row)
    found.cards[key] = Card(
        key=key,
        kind=row["kind"],
        name=row["name"],
        subtitle=row.get("subtitle", ""),
        factions=_many(row, "faction"),
        slot=row.get("slot", ""),
        unique=unique in _YES,
        group=row.get("group", ""),
        flags=frozenset(_many(row, "flags")),
        needs=row.get("needs", ""),
        set=row.get("set", ""),
        released=released,
        aliases=_many(row, "aliases"),
        prices=() if price is None else (price,),
    )


_LONGEST: Final = {"key": LONGEST_KEY} | dict.fromkeys(
    ("name", "subtitle", "form", "slot", "group", "needs", "set"), LONGEST
)
"""The most characters of each column that holds one thing."""


def _check_words(number: int, row: Row, found: _Found) -> None:
    _check_kind(number, row.get("game", ""), row.get("kind", ""), found)
    _check_lengths(number, row, found)
    if not all(cell.isprintable() for cell in row.values()):
        found.wrong(number, say("a sign that cannot be printed"))


def _check_kind(number: int, game: str, kind: str, found: _Found) -> None:
    """Whose card it is: of one game for the whole file, and of one of its kinds."""
    kinds = next((KINDS[each] for each in get_args(Game) if each == game), None)
    if kinds is None:
        known = listing(get_args(Game), "plain")
        found.wrong(number, say("unknown game {game}: it is one of {games}", game=game[:40], games=known))
        return
    if found.game not in ("", game):
        says = say("cards of {game} among those of {other}: one game a file", game=game, other=found.game)
        found.wrong(number, says)
        return
    found.game = game
    if kind not in kinds:
        known = listing(kinds, "plain")
        found.wrong(number, say("unknown kind {kind}: it is one of {kinds}", kind=kind[:40], kinds=known))


def _check_lengths(number: int, row: Row, found: _Found) -> None:
    """What must be there is, and nothing is longer than a card has room for."""
    for name, most in _LONGEST.items():
        if name in ("key", "name") and not row.get(name):
            found.wrong(number, say("no {column}", column=name))
        elif len(row.get(name, "")) > most:
            found.wrong(number, say("{column} longer than {most} characters", column=name, most=most))
    for name in ("faction", "flags", "aliases"):
        many = _many(row, name)
        if len(many) > MOST_ALIASES or any(len(word) > LONGEST for word in many):
            says = say(
                "{column}: at most {most} of {longest} characters each",
                column=name,
                most=MOST_ALIASES,
                longest=LONGEST,
            )
            found.wrong(number, says)


def _price(number: int, row: Row, found: _Found) -> Price | None:
    stated = row.get("points", "")
    points = whole(stated)
    starts, ends = _date(number, row, "from", found), _date(number, row, "to", found)
    if stated and points is None:
        found.wrong(number, say("points must be a whole number, not {stated}", stated=stated[:20]))
    if not stated and any(row.get(name) for name in ("form", "from", "to")):
        found.wrong(number, say("a form or date without points"))
    if starts is not None and ends is not None and ends < starts:
        found.wrong(
            number,
            say(
                "a price that ends on {ends}, before it begins on {starts}",
                ends=str(ends),
                starts=str(starts),
            ),
        )
    return None if points is None else Price(points, row.get("form", ""), starts, ends)


def _date(number: int, row: Row, name: str, found: _Found) -> date | None:
    stated = row.get(name, "")
    if not stated:
        return None
    try:
        return date.fromisoformat(stated)
    except ValueError:
        found.wrong(
            number,
            say("{column} must be a date such as 2025-06-20, not {stated}", column=name, stated=stated[:20]),
        )
        return None


def _check_same(number: int, row: Row, found: _Found) -> None:
    """What a later line of a card says again must be what its first line says."""
    first, said = found.rows[row["key"]]
    for name in COLUMNS:
        again = row.get(name, "")
        if name not in _COSTS and again and again != said.get(name, ""):
            found.wrong(
                number,
                say(
                    "{column} of {key} is another one than on line {line}",
                    column=name,
                    key=row["key"],
                    line=first,
                ),
            )


_COSTS: Final = frozenset({"points", "form", "from", "to"})


def _add_price(number: int, key: str, price: Price | None, found: _Found) -> None:
    card = found.cards[key]
    if price is None:
        found.wrong(
            number,
            say(
                "{key} is there already, on line {line}: a further line needs points",
                key=key,
                line=found.rows[key][0],
            ),
        )
    elif len(card.prices) >= MOST_PRICES:
        found.wrong(number, say("{key} has more than {most} prices", key=key, most=MOST_PRICES))
    elif any(_overlap(each, price) for each in card.prices):
        found.wrong(
            number, say("two prices of {key} at the same time: give them dates that do not overlap", key=key)
        )
    else:
        found.cards[key] = replace(card, prices=(*card.prices, price))


def _overlap(one: Price, other: Price) -> bool:
    starts, ends = max(_start(one), _start(other)), min(_end(one), _end(other))
    return one.form == other.form and starts <= ends


def _start(price: Price) -> date:
    return price.starts or date.min


def _end(price: Price) -> date:
    return price.ends or date.max


def _many(row: Row, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(str.strip, row.get(name, "").split(";")))))


def _finished(card: Card) -> Card:
    return replace(card, aliases=aliases_of(card, card.aliases))
