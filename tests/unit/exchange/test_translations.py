"""Catalogues of sentences: read, written, merged and compiled; Babel and Python's gettext read the same in them."""

from __future__ import annotations

import gettext
from io import BytesIO

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from muster.exchange.translations import (
    Key,
    Spoken,
    Translation,
    TranslationError,
    compiled,
    heading_of,
    is_reviewed,
    merged,
    read,
    shares,
    written,
)

POLISH = "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;"
HEADING = {"Language": "pl", "Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": POLISH}

TABLE = Translation(("", "Table {table}", ""), ("Stół {table}",), files=("web/a.html",))
ROUNDS = Translation(
    ("", "%(count)s round", "%(count)s rounds"), ("%(count)s runda", "%(count)s rundy", "%(count)s rund")
)
DRAW = Translation(("verb", 'Say "draw"\n', ""), ("Wylosuj\t\\",), fuzzy=True, remarks=("Of lots.",))


def catalogue(*entries: Translation) -> Spoken:
    return Spoken(HEADING, {entry.key: entry for entry in entries})


def test_a_catalogue_is_written_by_sentence_with_every_file_and_no_line() -> None:
    assert written(catalogue(TABLE, DRAW, ROUNDS)).partition("\n\n")[2] == (
        "#, python-format\n"
        'msgid "%(count)s round"\n'
        'msgid_plural "%(count)s rounds"\n'
        'msgstr[0] "%(count)s runda"\n'
        'msgstr[1] "%(count)s rundy"\n'
        'msgstr[2] "%(count)s rund"\n'
        "\n"
        "# Of lots.\n"
        "#, fuzzy\n"
        'msgctxt "verb"\n'
        'msgid "Say \\"draw\\"\\n"\n'
        'msgstr "Wylosuj\\t\\\\"\n'
        "\n"
        "#: web/a.html\n"
        "#, python-brace-format\n"
        'msgid "Table {table}"\n'
        'msgstr "Stół {table}"\n'
    )


WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"), include_characters="\n\t"), min_size=1
)


@st.composite
def entries(draw: st.DrawFn) -> Translation:
    many = draw(st.just("") | WORDS)
    forms = draw(st.just(()) | st.tuples(*[WORDS] * (3 if many else 1)))
    return Translation((draw(st.just("") | WORDS), draw(WORDS), many), forms, fuzzy=draw(st.booleans()))


@given(st.lists(entries(), max_size=6, unique_by=lambda entry: entry.key[:2]))
def test_what_is_written_is_read_by_us_and_by_babel(found: list[Translation]) -> None:
    text = written(catalogue(*found))
    assert read(text) == catalogue(*found)
    theirs = {
        (
            message.context or "",
            *(message.id if isinstance(message.id, tuple) else (message.id, "")),
        ): message.string
        for message in read_po(BytesIO(text.encode()))
        if message.id
    }
    assert {key: value for key, value in theirs.items() if value and any(value)} == {
        entry.key: entry.forms if entry.key[2] else entry.forms[0] for entry in found if entry.forms
    }


@given(st.lists(entries(), max_size=6, unique_by=lambda entry: entry.key[:2]))
def test_what_is_compiled_is_said_by_gettext(found: list[Translation]) -> None:
    file = compiled(catalogue(*found))
    spoken = gettext.GNUTranslations(BytesIO(file))
    for entry in found:
        context, one, many = entry.key
        for number, form in ((1, 0), (2, 1), (5, 2), (12, 2), (22, 1), (112, 2), (0, 2)):
            said = entry.forms[form if many else 0] if entry.forms else many if many and number > 1 else one
            if not many:
                assert (spoken.pgettext(context, one) if context else spoken.gettext(one)) == said
            elif entry.forms:
                assert (
                    spoken.npgettext(context, one, many, number)
                    if context
                    else spoken.ngettext(one, many, number)
                ) == said
    assert heading_of(file)["X-Reviewed"] == f"{sum(each.reviewed for each in found)} of {len(found)}"


def test_a_merge_takes_what_is_said_now_and_keeps_its_translation() -> None:
    wanted: dict[Key, tuple[str, ...]] = {TABLE.key: ("b.py", "c.py"), ("", "New.", ""): ("c.py",)}
    after = merged(catalogue(TABLE, DRAW), wanted)
    assert after.entries == {
        TABLE.key: Translation(TABLE.key, TABLE.forms, files=("b.py", "c.py")),
        ("", "New.", ""): Translation(("", "New.", ""), files=("c.py",)),
    }
    assert shares(after.entries.values()) == (2, 1, 1)


@pytest.mark.parametrize(
    ("entries", "all_of_it"),
    [
        ((TABLE, ROUNDS), True),
        ((TABLE, DRAW), False),
        ((TABLE, Translation(("", "New.", ""))), False),
        ((), False),
    ],
)
def test_a_language_is_finished_when_everything_is_translated_and_reviewed(
    entries: tuple[Translation, ...], *, all_of_it: bool
) -> None:
    assert is_reviewed(heading_of(compiled(catalogue(*entries)))) == all_of_it


def test_a_plural_with_one_form_missing_is_not_translated() -> None:
    assert not Translation(ROUNDS.key, ("a", "", "c")).translated


def test_what_others_programs_wrote_is_read() -> None:
    text = (
        'msgid ""\nmsgstr "Language: pl\\n"\n\n#. A remark of the code.\n#: a.py:3\nmsgid ""\n"Long "\n"one"\n'
        'msgstr "x"\n\n#~ msgid "Gone"\n#~ msgstr "Nie ma"\n'
    )
    assert read(text).entries == {
        ("", "Long one", ""): Translation(("", "Long one", ""), ("x",), files=("a.py:3",))
    }


@pytest.mark.parametrize("line", ["msgid Hello", '"Hello"', "Hello"])
def test_a_line_that_is_none_of_a_catalogue_is_refused(line: str) -> None:
    with pytest.raises(TranslationError, match="no line of a catalogue"):
        read(f'#: a.py\n{line}\nmsgstr "x"\n')


@pytest.mark.parametrize("file", [b"", b"PK\x03\x04" + bytes(60)])
def test_what_is_no_compiled_catalogue_has_no_heading(file: bytes) -> None:
    assert heading_of(file) == {}
    assert not is_reviewed({})
