"""Every reader takes every text, and what is written can be read back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters import melee_text, muster_json, muster_text, swudb_json
from muster.exchange.rosters.cleaning import LONGEST_LINE, cleaned, folded_text, json_value
from muster.exchange.rosters.formats import FORMATS, read_roster
from muster.exchange.rosters.melee_csv import read_many
from muster.exchange.rosters.reading import (
    LARGEST,
    LONGEST_NAME,
    MOST_COPIES,
    MOST_ITEMS,
    MOST_POINTS,
    Format,
    Reading,
    Unreadable,
)

EXAMPLES = 40
READERS = [pytest.param(one, id=one.id) for one in FORMATS if one.read is not None]

SAMPLES = (
    (
        "Name: Food\nFaction: Rebel\nCommander: General Madine\n\nAssault: Most Wanted\n\nMC80 Battle Cruiser (103)\n"
        "• General Madine (30)\n= 133 Points\n\nSquadrons:\n• 6 x YT-2400 (96)!\n= 96 Points\n\nTotal Points: 229\n"
    ),
    (
        "!VASSAL\nFood\nFaction: Rebel Alliance\t\nPoints: 398/400\t\n[ flagship ] MC80 Battle Cruiser (103 points)\n"
        "-  General Madine\t ( 30\t points) \n= 133 total ship cost\n6\tYT-2400s ( 96 points) \n= 96 total\n"
    ),
    "REBEL FLEET (398 points)\n1 • MC80 Battle Cruiser - General Madine (133)\n2 • Objectives - Most Wanted (0)\n",
    "Food (398/400)\n=============\nMC80 Battle Cruiser (103 + 30)\n+ General Madine (30)\n6 x YT-2400 (6 x 16)\n",
    (
        "Food (196/400)\nRebels  - Author: x\n\nMC80 Battle Cruiser (103)\n- General Madine (30)\n= 133 total points\n"
        "\nSquadrons (63/134):\n2x Y-Wing Squadron (20)\n"
    ),
    "ship:GR-75 Medium Transports\nupgrade:Leia Organa\nsquadron:HWK-290\n",
    (
        "800/800 (9 activations)\nCommanders:\n – General Grievous (175): Strict Orders (5) = 180\nCorps:\n"
        " – 2x Battle Droids (36): HQ Uplink (10) = 92\nCommands: • A, •• B, ••• C, •••• Standing Orders\n"
    ),
    "hero\n500/500\nCount Dooku (233)\n - Fear (3)\n\nCommands:\n•Fear, Surprise, Intimidation\n••••Standing Orders\n",
    "https://legionhq2.com/list/rebels/800:1abcxnz0,2ahiu000,1ah0eu00,cr,cv,Of,Da,Ca\n",
    (
        '{"listname":"x","points":606,"author":"Tabletop Admiral","armyFaction":"empire","commandCards":["Push"],'
        '"units":[{"name":"Stormtroopers","upgrades":["DLT-19"],"loadout":[]}]}'
    ),
    '{"pointTotal":793,"faction":"empire","units":[{"count":1,"unitId":"au","upgradesEquipped":["cz",null]}]}',
    "200/200\nReanimates [64] 4x3\nFile Leader [6]\nTotal Unit Cost: 70\n\nDeath Knights [24] 2x1\n",
    "Carrion Lancers, 6 trays [68]\n– Combat Ingenuity [6]\n",
    '{"metadata":{"name":"x"},"leader":{"id":"SOR_017","count":1},"deck":[{"id":"SOR_203","count":3}]}',
    "Leaders\n1 | Han Solo | Audacious Smuggler\n\nDeck\n3 | Waylay\n3 L3-37 | Droid Revolutionary\n",
    "[ ] [ ]  Plo Koon | Koh-to-yah!\n         TWI 196, TWI 461\n",
    "Game: Legion\nTotal: 9\n\nCorps\n2x Stormtroopers (x) [y] {corps} #k = 44 each\n  - DLT-19 = 20\n",
    muster_json.write(Roster("armada", (Item("ship", "MC80", upgrades=(Item("upgrades", "Madine"),)),))),
)
"""A few lines of every format there is."""

SIGNS = "".join({sign for sample in SAMPLES for sign in sample}) + "×“’\u00a0\r\x0b\u200bâ€¢Ã\\~@"

texts = st.text(st.sampled_from(SIGNS) | st.characters(), max_size=300)


PIECES = (
    "Rebel Troopers", "MC80", "Name:", "Faction:", "Squadrons", "Squadrons (84/134):", "Author:", "Commands:",
    "Loadout:", "Total", "Points", "total points", "x", "2x", "2 x 40", "=", "= 2x40", "1+1", "40", "9999999999",
    "-1", "²", "٣", "(", ")", "(20)", "()", "[", "]", "[64]", "4x3", "{", "}", "•", "••", "-", "--", "/", "|",
    ",", ":", "!", "#", "\n", "\n\n",
)  # fmt: skip
"""What lines of lists are made of, and figures that are none."""

pieced = st.lists(st.sampled_from(PIECES), max_size=24).map(" ".join) | st.lists(
    st.sampled_from(PIECES), max_size=24
).map("".join)
"""Lines such as `Rebel Troopers 80 = 2x40`."""


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A sample with parts of it gone, doubled, moved, or replaced by parts of others and by anything."""
    text = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        other = draw(st.sampled_from(SAMPLES))
        cut = draw(st.integers(0, len(other)))
        part = draw(
            st.sampled_from(("", text[start:end] * 2, other[cut : cut + 40], "9" * 30, "-1"))
        ) or draw(st.text(SIGNS, max_size=8))
        text = text[:start] + part + text[end:]
    return text


def sound(found: Reading | Unreadable) -> None:
    """What every answer keeps."""
    if isinstance(found, Unreadable):
        assert found.says
        assert len(str(found.says)) < 2_000
        return
    every = tuple(found.roster.every())
    assert len(every) <= MOST_ITEMS
    assert all(1 <= item.count <= MOST_COPIES for item in every)
    assert all(item.points is None or 0 <= item.points <= MOST_POINTS for item in every)
    assert all(len(item.name) <= LONGEST_NAME for item in every)


@pytest.mark.parametrize("one", READERS)
@given(text=texts | mutated() | pieced)
@settings(max_examples=EXAMPLES)
def test_every_reader_takes_every_text(one: Format, text: str) -> None:
    assert one.read is not None
    clean = cleaned(text)
    if isinstance(clean, str):
        assert 0 <= one.likeness(clean) <= 100
        assert isinstance(one.read(clean), Reading | Unreadable)
    assert 0 <= one.likeness(text) <= 100
    assert isinstance(one.read(text), Reading | Unreadable)


@given(
    content=texts
    | mutated()
    | pieced
    | st.binary(max_size=200)
    | mutated().map(lambda text: text.encode("utf-16")),
    game=st.sampled_from((None, "armada", "legion", "runewars", "unlimited")),
    format_id=st.sampled_from(("", "", "muster-text", *(one.id for one in FORMATS))),
)
@settings(max_examples=100)
def test_whatever_is_pasted_has_an_answer_within_bounds(
    content: str | bytes, game: Any, format_id: str
) -> None:
    found = read_roster(content, game, format_id)
    sound(found)
    assert isinstance(found, Unreadable) or game in (None, found.roster.game)
    assert found == read_roster(content, game, format_id)


@given(
    content=texts
    | st.binary(max_size=200)
    | st.builds("Name,OwnerDisplayName,Records\n{},b,{}\n".format, texts, texts)
)
@settings(max_examples=EXAMPLES)
def test_every_file_of_decklists_has_an_answer(content: str | bytes) -> None:
    found = read_many(content)
    if not isinstance(found, Unreadable):
        for _, reading in found:
            sound(reading)


@given(text=texts)
@settings(max_examples=EXAMPLES)
def test_cleaning_and_json_take_every_text(text: str) -> None:
    clean = cleaned(text)
    assert isinstance(clean, Unreadable) or not {"\r", "\0", "\u200b", "×"} & {*clean}
    json_value(text)


def _json(before: str, pattern: str, after: str) -> str:
    return before + pattern * ((LARGEST - len(before + after)) // len(pattern)) + after


def _lines(pattern: str) -> str:
    line = (pattern * LONGEST_LINE)[: LONGEST_LINE - 1].rstrip()
    return "\n".join([line] * (LARGEST // LONGEST_LINE))


LONG = (
    *map(
        _lines,
        ("(", "[ ] ", "1 | ", "- ", "a: ", "x (1) ", "\\", "\t-\t", "1,", ", b (2)", "• ", "9", " = 1", "a "),
    ),
    "https://legionhq2.com/list/rebels/" + _lines("1ab0,")[34:],
    "1x a (1)\n - b (2), c (3)" * 2_000,
    "x (" + "9" * 50 + ")\n" * 3_000,
    "Squadrons:\n= 1 Points\n" * 2_000,
    "Game: Legion\n" + "  - a\n" * 4_900,
    _json('{"', '"', "}"),
    _json('{"deck":', "[", ""),
    _json("[", '{"id":"SOR_017"},', "1]"),
    _json('{"units":[', '{"name":"a","upgrades":["b"]},', "1]}"),
    _json('{"a":"', "\\", '"}'),
)
"""Texts as large as cleaning lets through, of what regular expressions and parsers are slow at."""


def test_the_largest_texts_are_let_through() -> None:
    assert [text[:20] for text in LONG if isinstance(cleaned(text), Unreadable)] == []


@pytest.mark.parametrize("one", READERS)
def test_readers_get_through_the_largest_texts(one: Format) -> None:
    """A quadratic reader would need minutes for these; all of them take seconds at most."""
    assert one.read is not None
    for text in LONG:
        one.likeness(text)
        assert isinstance(one.read(text), Reading | Unreadable)


names = st.text(st.sampled_from(SIGNS) | st.characters(exclude_categories=["C"]), max_size=30).map(
    folded_text
)
words = names.filter(lambda text: folded_text(text) == text)
wordy = words | st.sampled_from(
    ("2x Fast", "Deck", "Name: x", "x = 5", "(3)", "a | b", "- c", "== d ==", "Fear - 3")
)
figures = st.none() | st.integers(0, MOST_POINTS)
sections = st.sampled_from(("ship", "unit", "deck", "leader", "squadron", "squadrons", "", "upgrades"))


def items(
    section: st.SearchStrategy[str], upgrades: st.SearchStrategy[tuple[Item, ...]]
) -> st.SearchStrategy[Item]:
    return st.builds(
        Item,
        section,
        wordy,
        subtitle=wordy | st.just(""),
        count=st.integers(1, MOST_COPIES),
        points=figures,
        slot=wordy | st.just(""),
        form=wordy | st.just(""),
        key=wordy | st.just(""),
        version=wordy | st.just(""),
        upgrades=upgrades,
    )


def tuples(one: st.SearchStrategy[Item]) -> st.SearchStrategy[tuple[Item, ...]]:
    return st.lists(one, max_size=3).map(tuple)


below = st.just("upgrades") | wordy
rosters = st.builds(
    Roster,
    st.sampled_from(("armada", "legion", "runewars", "unlimited")),
    tuples(items(sections | wordy, tuples(items(below, tuples(items(below, st.just(()))))))),
    name=wordy,
    faction=wordy,
    commander=wordy,
    total=figures,
    activations=figures,
    limit=figures,
)


@given(roster=rosters)
@settings(max_examples=80)
def test_musters_own_formats_lose_nothing(roster: Roster) -> None:
    for own in (muster_text, muster_json):
        written = own.write(roster)
        found = own.read(written)
        assert isinstance(found, Reading)
        assert found.roster == roster
        assert found.unread == ()
        assert own.likeness(written) == 100
        assert own.write(found.roster) == written


plain_names = st.from_regex(r"[A-Z][a-z]{1,8}( [a-z]{2,5})?", fullmatch=True)
keys = st.from_regex(r"[A-Z]{3}_[0-9]{3}", fullmatch=True)


@st.composite
def decks(draw: st.DrawFn) -> Roster:
    """A deck in the order of builders, each card by its name or its number."""
    found: list[Item] = []
    for section in ("leader", "base", "deck", "sideboard"):
        for _ in range(draw(st.integers(0, 4))):
            count = draw(st.integers(1, 9))
            if draw(st.booleans()):
                found.append(Item(section, "", count=count, key=draw(keys)))
            else:
                subtitle = draw(plain_names | st.just(""))
                found.append(Item(section, draw(plain_names), subtitle, count))
    return Roster("unlimited", tuple(found))


@given(deck=decks())
@settings(max_examples=50)
def test_decks_come_back_from_what_builders_read(deck: Roster) -> None:
    for builders in (swudb_json, melee_text):
        found = builders.read(builders.write(deck))
        if deck.items:
            assert isinstance(found, Reading)
            assert found.roster == deck
