"""What a clause says to readers of another language: an edition in that language in its own words."""

from __future__ import annotations

import gettext
import re
from io import BytesIO
from typing import Final

import pytest

from muster.app.common.languages import sources
from muster.core.messages import ENGLISH
from muster.exchange.translations import compiled, read
from muster.rules.load import available, load

FIGURE: Final = re.compile(r"\d+")


@pytest.fixture(scope="module")
def polish() -> gettext.GNUTranslations:
    source = sources()["pl"].read_text(encoding="utf-8")
    return gettext.GNUTranslations(BytesIO(compiled(read(source))))


@pytest.mark.parametrize("regulations", [one.id for one in available()])
def test_every_clause_is_said_in_both_languages(regulations: str, polish: gettext.GNUTranslations) -> None:
    rules = load(regulations)
    for clause, text in rules.clauses.items():
        assert rules.words_of(clause).said(ENGLISH) == text.says
        assert rules.words_of(clause).said(polish) != text.says, clause


def test_the_polish_edition_has_its_own_words_and_the_others_ours(polish: gettext.GNUTranslations) -> None:
    """The edition calls its leader `koordynator` and the bye `wolny los`; players say `sędzia główny` and `bye`."""
    own, ours = load("armada-pl"), load("armada-4.0")
    assert own.clauses["COM-ROLE-3"].says == ours.clauses["COM-ROLE-3"].says
    assert "Koordynator" in own.words_of("COM-ROLE-3").said(polish)
    assert "sędziego głównego" in ours.words_of("COM-ROLE-3").said(polish)
    assert "wolny los" in own.words_of("COM-BYE-1").said(polish)
    assert "bye" in ours.words_of("COM-BYE-1").said(polish)
    for clause in own.clauses:
        said = own.words_of(clause).said(polish)
        assert not {"bye", "cut", "sędzia główny"} & set(said.replace(",", " ").split()), said


def test_figures_of_a_clause_are_the_same_in_polish(polish: gettext.GNUTranslations) -> None:
    for one in available():
        rules = load(one.id)
        for clause, text in rules.clauses.items():
            figures, said = FIGURE.findall(text.says), FIGURE.findall(rules.words_of(clause).said(polish))
            assert set(figures) - set(said) == set(), clause
