"""Messages: sentences with arguments, said by a catalogue."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from muster.core import messages
from muster.core.ids import PlayerId
from muster.core.messages import (
    ENGLISH,
    NOTHING,
    Listing,
    Number,
    Numbered,
    SaidError,
    figure,
    listing,
    paragraph,
    say,
    say_in,
    say_n,
    speak,
    verbatim,
)
from muster.core.tournament.refusals import Refusal
from number_cases import Polish


class Loud(NullTranslations):
    """A language of capitals, in which the last comes first."""

    def gettext(self, message: str) -> str:
        return {"Table {table} is free.": "{table} FREE", "a bye": "BYE"}.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{count} ONE" if n == 1 else "{count} MANY"

    def pgettext(self, context: str, message: str) -> str:
        return "{next} & {first}" if message == "{first} and {next}" else f"{context}:{message}"


LOUD = Loud()


class Swiss(NullTranslations):
    """A language that has a mark of its own in every thousand."""

    def pgettext(self, context: str, message: str) -> str:
        return {"1,234": "1’234", "12,345.67": "12’345.67"}.get(message, message)


def test_a_sentence_is_said_with_its_arguments_in_the_language_asked_for() -> None:
    free = say("Table {table} is free.", table=4)
    assert free.said(ENGLISH) == "Table 4 is free."
    assert free.said(LOUD) == "4 FREE"
    assert say("{who} has {what}.", who="Åse", what=say("a bye")).said(LOUD) == "Åse has BYE."


def test_braces_in_names_are_names() -> None:
    assert str(say("{who} is here.", who="{0.__class__}")) == "{0.__class__} is here."
    assert str(verbatim("{x}")) == "{x}"


@pytest.mark.parametrize(
    ("number", "english", "polish", "swiss"),
    [
        (figure(0), "0", "0", "0"),
        (figure(999), "999", "999", "999"),
        (figure(1_234), "1,234", "1234", "1’234"),
        (figure(-1_234), "-1,234", "-1234", "-1’234"),
        (figure(12_345), "12,345", "12\u00a0345", "12’345"),
        (figure(1_234_567), "1,234,567", "1\u00a0234\u00a0567", "1’234’567"),
        (Number("0.50"), "0.50", "0,50", "0.50"),
        (Number("1,234.5"), "1,234.5", "1234,5", "1’234.5"),
        (Number("66.67", percent=True), "66.67 %", "66,67%", "66.67 %"),
        (Number("66", percent=True), "66 %", "66%", "66 %"),
    ],
)
def test_a_number_has_the_marks_of_its_readers_language(
    number: Number, english: str, polish: str, swiss: str
) -> None:
    wanted = {ENGLISH: english, Polish(): polish, Swiss(): swiss}
    for catalogue, words in wanted.items():
        assert number.said(catalogue) == words
        assert say("{number} cards", number=number).said(catalogue) == f"{words} cards"
        assert listing([number, "x"], "plain").said(catalogue) == f"{words}, x"
        assert verbatim(number).said(catalogue) == words


def test_a_language_that_writes_no_example_has_english_numbers() -> None:
    assert figure(12_345).said(LOUD) == "12,345"


def test_a_sentence_depends_on_a_number() -> None:
    one, many = (say_n("{count} player of {name}", "{count} players of {name}", n, name="A") for n in (1, 2))
    assert (str(one), str(many)) == ("1 player of A", "2 players of A")
    assert (one.said(LOUD), many.said(LOUD)) == ("1 ONE", "2 MANY")


def test_the_same_words_mean_different_things() -> None:
    assert str(say_in("verb", "Draw")) == "Draw"
    assert say_in("verb", "Draw").said(LOUD) == "verb:Draw"
    assert say_in("verb", "Draw") != say("Draw")


@pytest.mark.parametrize(
    ("items", "kind", "words"),
    [
        ((), "and", ""),
        (("A",), "or", "A"),
        (("A", "B"), "and", "A and B"),
        (("A", 2, say("a bye")), "or", "A, 2 or a bye"),
        (("A", "B", "C"), "plain", "A, B, C"),
    ],
)
def test_lists_are_said_whole(items: tuple[str, ...], kind: str, words: str) -> None:
    named = listing(items, kind)  # type: ignore[arg-type]
    assert str(named) == words
    assert bool(named) is bool(items)


def test_a_list_follows_its_language() -> None:
    assert Listing(("A", "B")).said(LOUD) == "B & A"


def test_whoever_is_known_by_a_number_alone_is_named_where_names_are_known() -> None:
    one, two = Numbered(PlayerId(1)), Numbered(PlayerId(2))
    told = say("{one} waits for {others}.", one=one, others=say("all of {who}", who=listing([one, two, "C"])))
    assert str(told) == "1 waits for all of 1, 2 and C."
    assert str(told.naming({PlayerId(1): "Ada", PlayerId(7): "Zoë"})) == "Ada waits for all of Ada, 2 and C."
    assert NOTHING.naming({PlayerId(1): "Ada"}) is NOTHING


def test_a_refusal_names_whom_it_is_about_and_stays_what_it_is() -> None:
    who = listing([Numbered(PlayerId(1)), Numbered(PlayerId(2))])
    told = Refusal("attendance", say("Not checked in yet: {players}.", players=who), "COM-LIST-2")
    named = told.naming({PlayerId(1): "Ada"})
    assert (named.code, named.clause, named.problems) == (told.code, told.clause, told.problems)
    assert str(named.says) == "Not checked in yet: Ada and 2."


def test_sentences_follow_each_other() -> None:
    assert str(paragraph(say("One."), NOTHING, say("Two."), say("Three."))) == "One. Two. Three."
    assert paragraph() is NOTHING
    assert not NOTHING
    assert NOTHING.said(LOUD) == ""


def test_equal_messages_are_one() -> None:
    assert (
        len({say("Table {table}", table=1), say("Table {table}", table=1), say("Table {table}", table=2)})
        == 2
    )


def test_a_program_chooses_its_catalogue_once() -> None:
    speak(LOUD)
    try:
        assert str(say("a bye")) == "BYE"
        assert str(listing(["A", "B"])) == "B & A"
    finally:
        speak(ENGLISH)
    assert messages.say("a bye").said(ENGLISH) == "a bye"


def test_an_error_for_people_is_its_sentence() -> None:
    error = SaidError(say("Table {table} is free.", table=4))
    assert error.says == say("Table {table} is free.", table=4)
    assert str(error) == "Table 4 is free."
