"""A text is read as what it looks like; where it cannot be, the answer says what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.messages import say, verbatim
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters import formats
from muster.exchange.rosters.formats import read_roster
from muster.exchange.rosters.reading import (
    LONGEST_NAME,
    MOST_COPIES,
    MOST_ITEMS,
    MOST_POINTS,
    MOST_REMARKS,
    Format,
    Reading,
    StatedSum,
    Unread,
    Unreadable,
    bounded,
)
from muster.rules.rosters import Game

FLEET = "Game: Armada\nName: Food\nTotal: 9\n\nShips\n1x MC80 Battle Cruiser = 9\n"
DECK = "Leaders\n1 | Han Solo | Audacious Smuggler\n\nBase\n1 | Level 1313\n\nDeck\n3 | Waylay\n"
PROSE = "Dear organiser,\nI will bring the fleet from last time.\nSee you on Saturday,\nJan\n"


def says(found: Reading | Unreadable) -> str:
    assert isinstance(found, Unreadable), found
    return str(found.says)


def test_a_text_is_read_as_what_it_looks_like() -> None:
    found = read_roster(DECK.encode(), "unlimited")
    assert isinstance(found, Reading)
    assert found.format == "melee-text"
    assert [item.name for item in found.roster.items] == ["Han Solo", "Level 1313", "Waylay"]


def test_nothing_that_fits() -> None:
    answer = says(read_roster(PROSE, "unlimited"))
    assert answer.startswith("This looks like none of the lists Muster reads: SWUDB's JSON, Melee's text")
    assert answer.endswith("Paste the text your builder exports, or use the form.")
    assert "Kingston" not in answer
    assert "Kingston" in says(read_roster(PROSE))


@pytest.mark.parametrize("format_id", ["", "muster-text"])
def test_a_list_of_another_game(format_id: str) -> None:
    answer = says(read_roster(FLEET, "unlimited", format_id))
    assert "This is an Armada fleet; this tournament is Unlimited." in answer


def test_another_games_list_is_not_taken_for_one_typed_by_hand() -> None:
    assert says(read_roster(DECK, "armada")) == "This is an Unlimited deck; this tournament is Armada."


def test_a_list_typed_by_hand_need_not_say_its_game() -> None:
    found = read_roster("2x Darth Vader (Squadron) = 21\nSquadrons\n4 TIE Fighter = 8\nHowlrunner", "armada")
    assert isinstance(found, Reading)
    assert (found.format, found.roster.game) == ("muster-text", "armada")
    assert [item.section for item in found.roster.items] == ["ship", "squadron", "squadron"]
    assert isinstance(read_roster("2x Darth Vader (Squadron)"), Unreadable)


def test_a_chosen_format_is_taken_whatever_the_text_looks_like() -> None:
    found = read_roster("Howlrunner\nMauler Mithel", "armada", "muster-text")
    assert isinstance(found, Reading)
    assert [item.name for item in found.roster.items] == ["Howlrunner", "Mauler Mithel"]


@pytest.mark.parametrize(
    ("text", "game", "format_id", "answer"),
    [
        (DECK, "unlimited", "swudb-json", "It looks like Melee's text"),
        (DECK, "armada", "swudb-json", "holds an Unlimited deck; this tournament is Armada"),
        (DECK, None, "nonsense", "reads no lists called “nonsense”"),
        ("{}", None, "swudb-json", "No line of it names a card"),
        (DECK, None, "muster-text", "Begin with a line such as “Game: Armada”"),
    ],
)
def test_a_chosen_format_that_does_not_fit(text: str, game: Game | None, format_id: str, answer: str) -> None:
    assert answer in says(read_roster(text, game, format_id))


def test_what_cannot_be_cleaned_is_told_of() -> None:
    assert "web page" in says(read_roster("<html>"))


def test_a_damaged_list_is_told_of_as_what_it_is() -> None:
    answer = says(read_roster('{"leader": {"id": "SOR_017"}, "deck": [{"id": "SOR_203"', "unlimited"))
    assert "damaged or cut off at line 1" in answer


def made(id_: str, liked: int, game: Game, answer: Reading | Unreadable) -> Format:
    return Format(id_, verbatim(id_.upper()), (game,), lambda _: liked, lambda _: answer)


def reading(id_: str, game: Game = "legion", *items: Item) -> Reading:
    return Reading(id_, Roster(game, items or (Item("unit", "Stormtroopers"),)))


@pytest.mark.parametrize(
    ("first", "second", "taken"),
    [
        (("a", 50, "legion"), ("b", 50, "legion"), "a"),
        (("a", 50, "legion"), ("b", 51, "legion"), "b"),
        (("a", 50, "armada"), ("b", 50, "legion"), "b"),
        (("a", 70, "armada"), ("b", 45, "legion"), "b"),
        (("a", 19, "legion"), ("b", 20, "legion"), "b"),
    ],
)
def test_of_formats_that_fit_the_likeliest_is_taken_then_the_first(
    monkeypatch: pytest.MonkeyPatch,
    first: tuple[str, int, Game],
    second: tuple[str, int, Game],
    taken: str,
) -> None:
    both = [made(id_, liked, game, reading(id_, game)) for id_, liked, game in (first, second)]
    monkeypatch.setattr(formats, "FORMATS", tuple(both))
    found = read_roster("x", "legion")
    assert isinstance(found, Reading)
    assert found.format == taken


def test_a_format_that_clearly_fits_better_is_another_games(monkeypatch: pytest.MonkeyPatch) -> None:
    both = (made("a", 40, "legion", reading("a")), made("b", 95, "armada", reading("b", "armada")))
    monkeypatch.setattr(formats, "FORMATS", both)
    assert says(read_roster("x", "legion")) == "This is an Armada fleet; this tournament is Legion."


def test_where_the_likeliest_reads_nothing_the_next_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = made("a", 95, "legion", Unreadable(say("Broken."), 7))
    empty = made("b", 90, "legion", Reading("b", Roster("legion")))
    monkeypatch.setattr(formats, "FORMATS", (refusing, empty, made("c", 30, "legion", reading("c"))))
    found = read_roster("x", "legion")
    assert isinstance(found, Reading)
    assert found.format == "c"
    monkeypatch.setattr(formats, "FORMATS", (refusing, empty))
    assert read_roster("x", "legion") == Unreadable(say("Broken."), 7)


def test_ids_of_formats_are_unique_and_every_format_reads_or_writes() -> None:
    assert len(formats.by_id()) == len(formats.FORMATS)
    assert all(one.read or one.write for one in formats.FORMATS)
    assert all(one.games and one.name for one in formats.FORMATS)


def test_names_are_cut_and_impossible_figures_left_out_with_a_remark() -> None:
    long = "x" * 500
    upgrade = Item("upgrades", "y", subtitle=long, points=-1)
    items = (Item("unit", long, points=MOST_POINTS + 1, upgrades=(upgrade,)),)
    sums = (StatedSum("total", -5, None), StatedSum("corps" * 99, 7, 7))
    given = Reading(
        "a", Roster("legion", items, name=long, total=10**12), (Unread(3, long),), sums, (say("r"),) * 99
    )
    found = bounded(given)
    assert isinstance(found, Reading)
    (unit,) = found.roster.items
    assert len(unit.name) == len(found.roster.name) == len(unit.upgrades[0].subtitle) == LONGEST_NAME
    assert (unit.points, unit.upgrades[0].points, found.roster.total) == (None, None, None)
    assert [(each.what[:5], each.stated) for each in found.sums] == [("corps", 7)]
    assert len(found.unread[0].text) == LONGEST_NAME
    assert len(found.remarks) == MOST_REMARKS
    assert tuple(map(str, found.remarks[:2])) == (
        "Names of more than 120 characters were cut: 3.",
        "Figures that no roster has (under 0 or over 100,000) were left out: 3.",
    )


def test_what_keeps_the_bounds_is_unchanged() -> None:
    given = replace(reading("a"), remarks=(say("as it was"),), sums=(StatedSum("total", 9, 9),))
    assert bounded(given) == given


@pytest.mark.parametrize("count", [0, -1, MOST_COPIES + 1, 10**1_000])
def test_impossible_numbers_of_copies_are_refused(count: int) -> None:
    found = bounded(reading("a", "legion", Item("unit", "Stormtroopers", count=count, line=4)))
    assert isinstance(found, Unreadable)
    assert found.line == 4
    assert "“Stormtroopers” stands there" in str(found.says)


def test_too_many_items_are_refused() -> None:
    unit = Item("unit", "Stormtroopers", upgrades=(Item("upgrades", "DLT-19"),))
    assert isinstance(bounded(reading("a", "legion", *[unit] * (MOST_ITEMS // 2))), Reading)
    assert "1,002 entries" in says(bounded(reading("a", "legion", *[unit] * (MOST_ITEMS // 2 + 1))))


def test_a_builders_text_that_is_damaged_is_not_read_as_typed_by_hand() -> None:
    found = read_roster(
        "200/200\nReanimates [64] 4x3\nTotal Unit Cost: 64\n\n[35] 3x2\nTotal Unit Cost: 35\n", "runewars"
    )
    assert isinstance(found, Unreadable)
    assert "The name of a unit is missing at line 5" in str(found.says)


@pytest.mark.parametrize("text", ["My deck: {} – see you", "[deck]({})", "For Saturday:\n\n{}\nAda", "<{}>"])
def test_a_link_with_words_around_it_says_so_too(text: str) -> None:
    found = read_roster(text.format("https://swudb.com/deck/abcDEF"), "unlimited")
    assert isinstance(found, Unreadable)
    assert str(found.says).startswith("This is a link to swudb.com, and Muster opens no links")


@pytest.mark.parametrize("link", ["https://swudb.com/deck/abcDEF", "www.swudb.com/deck/abcDEF?x=1"])
def test_a_link_that_is_not_read_says_what_to_paste_instead(link: str) -> None:
    found = read_roster(f" {link}\n", "unlimited")
    assert isinstance(found, Unreadable)
    assert str(found.says).startswith("This is a link to swudb.com, and Muster opens no links")
    two = read_roster(f"{link} {link}", "unlimited")
    assert isinstance(two, Unreadable)
    assert "opens no links" not in str(two.says)
