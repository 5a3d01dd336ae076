"""Muster's own form of a catalogue: what is written is read again, and what is wrong is told with its line."""

from __future__ import annotations

import string
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.roster.catalogue import Card, Price, plain
from muster.exchange.catalogues import csv_form
from muster.exchange.catalogues.csv_form import COLUMNS, KINDS, CardFile, read, write
from muster.exchange.catalogues.entries import CatalogueProblem

HEAD = "game,key,kind,name,points,from,to,unique,faction,aliases,released"


def problems(*lines: str, head: str = HEAD) -> list[str]:
    found = read("\n".join((head, *lines)))
    assert not isinstance(found, CardFile)
    return [str(each) for each in found]


def test_a_short_file_is_enough() -> None:
    found = read("game,key,kind,name\nrunewars,ruins,terrain,Ruins\n")
    assert found == CardFile("runewars", (Card("ruins", "terrain", "Ruins"),))


def test_lines_of_a_key_are_prices_of_a_card() -> None:
    lines = [
        HEAD,
        "armada,v,upgrade,Darth Vader,36,,2025-06-19,yes,empire; rebel,Vader; Lord Vader; darth vader,2015-03-27",
        "",
        "armada,v,upgrade,Darth Vader,34,2025-06-20,,,,,",
    ]
    prices = (Price(36, ends=date(2025, 6, 19)), Price(34, starts=date(2025, 6, 20)))
    card = Card(
        "v",
        "upgrade",
        "Darth Vader",
        factions=("empire", "rebel"),
        unique=True,
        released=date(2015, 3, 27),
        aliases=("Vader", "Lord Vader"),
        prices=prices,
    )
    assert read("\ufeff" + "\n".join(lines)) == CardFile("armada", (card,))
    for mark in (";", "\t"):
        cells = [[f'"{cell}"' if mark in cell else cell for cell in line.split(",")] for line in lines]
        assert read("\r\n".join(mark.join(line) for line in cells)) == CardFile("armada", (card,))


def test_every_problem_is_told_with_its_line() -> None:
    assert problems(
        "chess,a,ship,A,1",
        "armada,,ship,A,1",
        "armada,b,unit,B,1",
        "armada,c,ship,,1",
        "armada,d,ship,D,many",
        "armada,e,ship,E,1,2025-02-30",
        "armada,f,ship,F,1,2025-02-02,2025-02-01",
        "armada,g,ship,G,,2025-02-02",
        "armada,h,ship,H,1,,,perhaps",
        "legion,i,unit,I,1",
        f"armada,{'k' * 121},ship,K,1",
        f"armada,l,ship,L,1,,,,{'x' * 201}",
        "armada,m,ship,M\u200bN,1",
    ) == [
        "line 2: unknown game chess: it is one of armada, legion, runewars, unlimited",
        "line 3: no key",
        "line 4: unknown kind unit: it is one of ship, squadron, upgrade, objective",
        "line 5: no name",
        "line 6: points must be a whole number, not many",
        "line 7: from must be a date such as 2025-06-20, not 2025-02-30",
        "line 8: a price that ends on 2025-02-01, before it begins on 2025-02-02",
        "line 9: a form or date without points",
        "line 10: unique must be yes or empty, not perhaps",
        "line 11: cards of legion among those of armada: one game a file",
        "line 12: key longer than 120 characters",
        "line 13: faction: at most 60 of 200 characters each",
        "line 14: a sign that cannot be printed",
    ]


def test_a_card_is_stated_once() -> None:
    assert problems(
        "armada,a,ship,A,10,,2025-01-01",
        "armada,a,ship,B,11,2025-01-02,",
        "armada,a,ship,A,,,",
        "armada,a,ship,A,12,2025-01-01,2025-01-05",
        "armada,a,ship,A,13,,,yes",
    ) == [
        "line 3: name of a is another one than on line 2",
        "line 4: a is there already, on line 2: a further line needs points",
        "line 5: two prices of a at the same time: give them dates that do not overlap",
        "line 6: unique of a is another one than on line 2",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: the first line names no column game, key, kind, name"),
        ("game,key,kind\n", "line 1: the first line names no column name"),
        ("game,key,kind,name,cost\n", "line 1: unknown column cost: the columns are " + ", ".join(COLUMNS)),
        ("game,key,kind,name,name\n", "line 1: the first line names a column twice"),
        ("game,key,kind,name\n", "no cards in it"),
        ("game,key,kind,name\n\n,,\n", "no cards in it"),
        (
            'game,key,kind,name\narmada,a,ship,"' + "A" * 140_000,
            "this is no CSV: field larger than field limit (131072)",
        ),
        ("g" * 8_000_001, "larger than 8 million characters, which no catalogue is"),
    ],
)
def test_what_is_no_such_file_is_refused(text: str, says: str) -> None:
    found = read(text)
    assert not isinstance(found, CardFile)
    assert [str(each) for each in found] == [says]


def test_a_file_full_of_faults_ends_early() -> None:
    found = problems(*["armada,,ship,A,"] * 500)
    assert len(found) == csv_form.MOST_PROBLEMS + 1
    assert found[-1] == "line 201: and so on: mend these first"


def test_no_game_has_so_many_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_form, "MOST_CARDS", 3)
    lines = [f"armada,{number},ship,Ship {number}," for number in range(9)]
    assert problems(*lines) == ["line 5: more than 3 cards, which no game has"]


def test_what_separates_words_is_never_part_of_one() -> None:
    card = Card("a", "ship", "A", aliases=("B; C",))
    again = read(write("armada", (card,)))
    assert isinstance(again, CardFile)
    assert again.cards[0].aliases == ("B, C",)


WORD = st.text(string.ascii_letters + "ąÎ '\"-,{}().!&", min_size=1, max_size=12).map(str.strip).filter(plain)
MAYBE = st.just("") | WORD
DAYS = st.dates(date(2015, 1, 1), date(2030, 12, 31))
WORDS = st.lists(WORD, max_size=3, unique_by=plain).map(tuple)


@st.composite
def cards(draw: st.DrawFn, key: str) -> Card:
    """A card with up to three prices one after the other in each formation."""
    prices: list[Price] = []
    for form in draw(st.lists(st.sampled_from(["", "2x1", "3x2"]), max_size=3, unique=True)):
        ends = sorted(draw(st.lists(DAYS, max_size=2, unique=True)))
        starts = [None, *(date.fromordinal(day.toordinal() + 1) for day in ends)]
        spans = zip(starts, [*ends, None], strict=True)
        prices += [Price(draw(st.integers(0, 999)), form, *span) for span in spans]
    name = draw(WORD)
    subtitle = draw(MAYBE)
    own = {plain(name), plain(name + subtitle)}
    return Card(
        key=key,
        kind=draw(st.sampled_from(KINDS["armada"])),
        name=name,
        subtitle=subtitle,
        factions=draw(WORDS),
        slot=draw(MAYBE),
        unique=draw(st.booleans()),
        group=draw(MAYBE),
        flags=frozenset(draw(WORDS)),
        needs=draw(MAYBE),
        set=draw(MAYBE),
        released=draw(st.none() | DAYS),
        aliases=tuple(alias for alias in draw(WORDS) if plain(alias) not in own),
        prices=tuple(prices),
    )


@settings(max_examples=50)
@given(st.integers(1, 3).flatmap(lambda count: st.tuples(*(cards(f"k{number}") for number in range(count)))))
def test_what_is_written_is_read_again(some: tuple[Card, ...]) -> None:
    assert read(write("armada", some)) == CardFile("armada", some)


@settings(max_examples=50)
@given(st.text(max_size=60), st.text(",;\t\n\"'\x00yes-0123456789 armadship", max_size=200))
def test_no_text_breaks_the_reader(head: str, body: str) -> None:
    for text in (head + body, f"{','.join(COLUMNS)}\n{body}"):
        found = read(text)
        assert isinstance(found, CardFile) or all(isinstance(each, CatalogueProblem) for each in found)


def test_a_card_has_no_more_prices_than_can_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = list[Price]()
    overlap = csv_form._overlap

    def counted(one: Price, other: Price) -> bool:
        compared.append(one)
        return overlap(one, other)

    monkeypatch.setattr(csv_form, "_overlap", counted)
    lines = "".join(f"runewars,a,unit,A,{form},f{form}\n" for form in range(2_000))
    found = csv_form.read("game,key,kind,name,points,form\n" + lines)
    assert isinstance(found, tuple)
    assert "a has more than 200 prices" in str(found[0])
    assert len(compared) <= csv_form.MOST_PRICES**2 / 2
