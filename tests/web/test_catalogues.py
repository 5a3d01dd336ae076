"""What Muster says in other languages: all of it, nothing else, with the same in it, and in the language alone."""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from io import BytesIO
from typing import Final

import pytest
from django.template import engines
from django.utils import translation

from catalogue_cases import COUNTED, SPOKEN, TAG, catalogues, extracted, held, left_over, translated, unused
from muster.app.common.languages import offered, sources
from muster.core.messages import Message
from muster.exchange.translations import compiled, merged, written

FORMS: Final = {
    "pl": {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 12: 2, 22: 1, 112: 2, 122: 1},
}
"""Which form a language takes of so many, as those know who speak it."""


def forms_of(language: str) -> Mapping[int, int]:
    """The same of a language that is only begun: as the heading of its catalogue says."""
    rule = gettext.c2py(catalogues()[language].heading["Plural-Forms"].partition("plural=")[2].rstrip(";"))
    return FORMS.get(language) or {number: rule(number) for number in FORMS["pl"]}


every_language = pytest.mark.parametrize("language", sorted(catalogues()))
every_finished = pytest.mark.parametrize("language", SPOKEN)


@every_language
def test_a_catalogue_holds_what_the_source_says_and_no_more_in_its_one_form(language: str) -> None:
    """`make sentences` brings it there."""
    known = set(catalogues()[language].entries)
    assert sorted(set(extracted()) - known) == []
    assert sorted(known - set(extracted())) == []
    stands = sources()[language].read_text(encoding="utf-8")
    assert stands == written(merged(catalogues()[language], extracted()))


@every_finished
def test_everything_is_translated_and_reviewed_in_a_finished_language(language: str) -> None:
    left = [entry.key for entry in catalogues()[language].entries.values() if not entry.reviewed]
    assert left == []
    assert language in dict(offered())


@every_language
def test_what_is_put_into_a_sentence_is_the_same_in_its_translation(language: str) -> None:
    wrong = [
        (english, said)
        for entry, english, said in translated(language)
        if held(english) != held(said)
        and not (
            entry.key[2] and held(entry.key[2]) - held(said) <= COUNTED and held(said) <= held(entry.key[2])
        )
    ]
    assert wrong == []


@every_language
def test_a_translation_has_the_tags_and_edges_of_its_sentence(language: str) -> None:
    wrong = [
        (english, said)
        for _, english, said in translated(language)
        if sorted(TAG.findall(english)) != sorted(TAG.findall(said))
        or re.findall(r"^\s*|\s*$", english) != re.findall(r"^\s*|\s*$", said)
    ]
    assert wrong == []


@every_language
def test_a_translation_has_its_languages_quotation_marks(language: str) -> None:
    """Straight ones only where a program reads them; a Polish apostrophe is a curved one, too."""
    code = re.compile(r"`[^`]*`|<[^>]*>")
    wrong = [
        (english, said)
        for _, english, said in translated(language)
        if any(code.sub("", said).count(mark) > code.sub("", english).count(mark) for mark in '"“')
    ]
    assert wrong == []


@every_language
def test_a_plural_has_every_form_and_numbers_take_theirs(language: str) -> None:
    catalogue = catalogues()[language]
    spoken = gettext.GNUTranslations(BytesIO(compiled(catalogue)))
    for entry in catalogue.entries.values():
        context, one, many = entry.key
        assert len(entry.forms) in (0, catalogue.plurals if many else 1), entry.key
        if many and entry.forms and not context:
            args = {name.strip("{}"): name for name in held(many) if name.startswith("{")}
            for number, form in forms_of(language).items():
                said = Message(one, {**args, "count": number}, plural=many, count=number).said(spoken)
                wanted = entry.forms[form]
                assert said == (wanted.replace("{count}", str(number)) if args else wanted)


@every_finished
def test_templates_take_the_form_of_a_number(language: str) -> None:
    sentences = [
        entry
        for entry in catalogues()[language].entries.values()
        if held(entry.key[2]) == {"%(count)s"} and not entry.key[0]
    ]
    assert len(sentences) > 30
    with translation.override(language):
        for entry in sentences:
            one, many = (form.replace("%(count)s", "{{ count }}") for form in entry.key[1:])
            page = engines["django"].from_string(
                "{% load i18n %}{% blocktranslate count count=n %}"
                + one
                + "{% plural %}"
                + many
                + "{% endblocktranslate %}"
            )
            for number, form in FORMS[language].items():
                assert page.render({"n": number}) == entry.forms[form].replace("%(count)s", str(number))


@every_language
def test_no_english_word_is_left_in_a_translation(language: str) -> None:
    assert list(left_over(language)) == []


@every_finished
def test_every_word_that_may_stay_english_does(language: str) -> None:
    assert unused(language) == set()
