"""What regulations call things is told in the reader's language: each such word is among the sentences to translate."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from catalogue_cases import extracted
from muster.core.messages import of_rules, say
from muster.core.roster.words import KINDS, faction_words, kind_words, name_words
from muster.core.scoring import report_fields
from muster.core.standings.ranking import criteria
from muster.exchange.quick_keys import keys
from muster.exchange.quick_words import ResultTerms
from muster.rules.load import available, load
from muster.web.desk.events import offers

REGULATIONS = tuple(one.id for one in available())


class Asked(NullTranslations):
    """Notes what of the regulations is looked up, and says it in capitals."""

    def __init__(self) -> None:
        super().__init__()
        self.words: set[str] = set()

    def pgettext(self, context: str, message: str) -> str:
        if context != "regulations":
            return message
        self.words.add(message)
        return message.upper()


@pytest.fixture(scope="module")
def known() -> frozenset[str]:
    return frozenset(text for context, text, _many in extracted() if context == "regulations")


def test_a_word_of_the_rules_is_said_and_one_typed_stays() -> None:
    asked = Asked()
    assert (
        say("Who was the {part}?", part=of_rules("first player")).said(asked) == "Who was the FIRST PLAYER?"
    )
    assert not of_rules("")
    assert str(of_rules("A {brace} of my own")) == "A {brace} of my own"


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_what_a_report_asks_for_can_be_translated(regulations: str, known: frozenset[str]) -> None:
    rules, asked = load(regulations), Asked()
    for field in report_fields(rules):
        for question in field.asked:
            question.label.said(asked)
        for end, words in field.choices:
            assert words.said(asked) == next(one.name for one in rules.ends if one.id == end).upper()
    for key in keys(ResultTerms(rules)):
        key.means.said(asked)
    assert asked.words
    assert asked.words <= known


@pytest.mark.parametrize("regulations", REGULATIONS)
def test_what_an_organiser_chooses_from_can_be_translated(regulations: str, known: frozenset[str]) -> None:
    rules, asked = load(regulations), Asked()
    for one in offers.tiers(rules):
        assert one.label.said(asked).isupper()
    for each in offers.structures(rules):
        each.label.said(asked)
        each.hint.said(asked)
    for column in criteria(rules.standings, rules.variants):
        column.name.said(asked)
    for stage in ("swiss", "elimination"):
        for choice in offers.formats(rules, stage):
            choice.label.said(asked)
    assert {
        *(one.name for one in rules.structures),
        *(one.name for one in rules.standings.tiebreakers),
    } <= asked.words
    assert asked.words <= known


def test_every_word_of_a_check_of_rosters_has_words_of_its_own() -> None:
    checks = [
        name
        for regulations in REGULATIONS
        if (roster := load(regulations).roster) is not None
        for built in roster.constructions
        for check in built.checks
        for name in check.names
    ]
    assert checks
    assert [name for name in checks if name_words(name).args] == []
    assert str(faction_words("my own")) == "my own"
    assert {kind_words("unit", game).context for game in ("legion", "unlimited")} == {
        "card",
        "card of Unlimited",
    }
    assert str(kind_words("spaceship", "armada")) == "spaceship"
    assert all(str(kind_words(kind, "armada")) for kind in KINDS)
