"""Catalogues put together, brought up to date, and told apart."""

from __future__ import annotations

from datetime import date

from muster.core.roster.catalogue import Card, Price
from muster.core.roster.editions import differences, merged, price_words, repriced

DAY = date(2025, 6, 20)
LAST = date(2025, 6, 19)


def test_the_first_source_leads_and_the_others_fill_in() -> None:
    first = Card("a", "unit", "Leia Organa", slot="commander", prices=(Price(90),))
    other = Card(
        "leia", "unit", "Leia Organa", "Fearless", ("rebel",), prices=(Price(75),), aliases=("Leia",)
    )
    unknown = Card("b", "unit", "Han Solo")
    (one, two) = merged([(first,), (other, unknown)])
    assert (one.key, one.subtitle, one.factions, one.prices) == ("a", "Fearless", ("rebel",), (Price(90),))
    assert one.aliases == ("Leia",)
    assert two == unknown


def test_a_card_is_known_again_by_its_key_or_by_all_that_tells_it_apart() -> None:
    rebel = Card("a", "upgrade", "Ahsoka Tano", factions=("rebel",), slot="officer")
    republic = Card("b", "upgrade", "Ahsoka Tano", factions=("republic",), slot="officer")
    same = Card("a", "upgrade", "Snips", unique=True, flags=frozenset({"ace"}))
    clear = Card("x", "upgrade", "Ahsoka Tano", factions=("republic",))
    unclear = Card("y", "upgrade", "Ahsoka Tano")
    commander = Card("z", "upgrade", "Ahsoka Tano", factions=("republic",), slot="commander")
    found = merged([(rebel, republic), (same, clear, unclear, commander)])
    assert [card.key for card in found] == ["a", "b", "y", "z"]
    assert (found[0].aliases, found[0].unique, found[0].flags) == (("Snips",), True, frozenset({"ace"}))
    subtitles = merged([(Card("m", "unit", "Luke", "Jedi"),), (Card("n", "unit", "Luke", "Hero"),)])
    assert len(subtitles) == 2


def test_new_prices_close_the_old_ones_the_day_before() -> None:
    old = Card(
        "a", "ship", "Raider", prices=(Price(44, ends=date(2020, 1, 1)), Price(48, starts=date(2020, 1, 2)))
    )
    kept = Card("b", "ship", "Corvette", prices=(Price(39),))
    gone = Card("c", "ship", "Frigate", prices=(Price(51),))
    news = (
        Card("a", "ship", "Raider I", prices=(Price(40),)),
        Card("b", "ship", "Corvette", prices=(Price(39),)),
        Card("d", "ship", "Venator", prices=(Price(90), Price(80, "old", date(2024, 1, 1)))),
    )
    found = {card.key: card for card in repriced((old, kept, gone), news, DAY)}
    assert found["a"].prices == (
        Price(44, ends=date(2020, 1, 1)),
        Price(48, starts=date(2020, 1, 2), ends=LAST),
        Price(40, starts=DAY),
    )
    assert (found["a"].name, found["a"].aliases) == ("Raider I", ("Raider",))
    assert found["b"].prices == (Price(39),)
    assert found["c"] == gone
    assert found["d"].prices == (Price(90, starts=DAY), Price(80, "old", date(2024, 1, 1)))
    assert found["a"].points(LAST) == 48
    assert found["a"].points(DAY) == 40


def test_prices_that_were_to_begin_later_give_way() -> None:
    planned = Card(
        "a", "unit", "Spears", prices=(Price(18, "2x1", ends=DAY), Price(20, "2x1", date(2025, 6, 21)))
    )
    new = Card("a", "unit", "Spears", prices=(Price(19, "2x1"), Price(40, "3x2")))
    (found,) = repriced((planned,), (new,), DAY)
    assert found.prices == (Price(18, "2x1", ends=LAST), Price(19, "2x1", DAY), Price(40, "3x2", DAY))
    assert repriced((found,), (new,), DAY) == (found,)


def test_differences_are_told_in_words() -> None:
    before = (
        Card("a", "unit", "Luke", unique=True, flags=frozenset({"b", "a"}), prices=(Price(160),)),
        Card("b", "unit", "Leia"),
        Card("c", "unit", "Han"),
    )
    dated = Price(120, "3x2", DAY, date(2026, 1, 1))
    after = (
        Card("a", "unit", "Luke", released=DAY, prices=(dated,)),
        Card("b", "unit", "Leia"),
        Card("d", "unit", "R2"),
    )
    found = [(each.key, each.what, str(each.before), str(each.after)) for each in differences(before, after)]
    assert found == [
        ("a", "unique", "yes", "no"),
        ("a", "flags", "a; b", ""),
        ("a", "released", "", "2025-06-20"),
        ("a", "prices", "160", "3x2: 120 from 2025-06-20 to 2026-01-01"),
        ("c", "gone", "", ""),
        ("d", "new", "", ""),
    ]
    assert str(price_words(Price(5))) == "5"
    assert str(price_words(Price(5, starts=date(2020, 1, 1)))) == "5 from 2020-01-01"
    assert str(price_words(Price(5, ends=date(2021, 5, 31)))) == "5 to 2021-05-31"
    assert differences(before, before) == ()


def test_a_flag_the_leading_source_uses_is_its_own_to_give() -> None:
    leading = (
        Card("a", "upgrade", "Doors"),
        Card("b", "upgrade", "Beams", flags=frozenset({"modification"})),
    )
    older = (Card("a", "upgrade", "Doors", flags=frozenset({"modification", "flotilla"})),)
    assert merged([leading, older])[0].flags == {"flotilla"}
