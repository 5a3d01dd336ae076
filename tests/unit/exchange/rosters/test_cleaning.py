"""Whatever is pasted or uploaded becomes plain lines, or is refused in words that help."""

from __future__ import annotations

import pytest

from muster.exchange.rosters.cleaning import (
    BULLETS,
    DEEPEST,
    LONGEST_LINE,
    MOST_LINES,
    MOST_MARKS,
    cleaned,
    folded_text,
    is_json,
    json_value,
)
from muster.exchange.rosters.reading import LARGEST, Unreadable

SIGNS = "• General Madine – “Dutch” ’x’ × é ż ü · +"
FOLDED = "• General Madine – \"Dutch\" 'x' x é ż ü · +"


def misread(text: str, codec: str) -> str:
    """UTF-8 read in another encoding; bytes it lacks stay as they are, as programs do."""
    return "".join(bytes([byte]).decode(codec, "ignore") or chr(byte) for byte in text.encode())


def says(content: str | bytes) -> str:
    found = cleaned(content)
    assert isinstance(found, Unreadable), found
    return str(found.says)


@pytest.mark.parametrize("codec", ["windows-1252", "windows-1250", "latin-1"])
def test_text_read_in_a_wrong_encoding_is_mended(codec: str) -> None:
    assert cleaned(misread(SIGNS, codec)) == FOLDED


def test_text_read_wrongly_twice_is_mended() -> None:
    assert cleaned(misread(misread(SIGNS, "windows-1252"), "windows-1252")) == FOLDED


def test_a_closing_mark_that_lost_its_last_byte_is_one() -> None:
    assert cleaned("â€œDutchâ€ Vander") == '"Dutch" Vander'


@pytest.mark.parametrize("text", ["WÓŁ SPÓŁKA", "ANDRÉ", "żółć ŁĄCZ", "Padmé", "Ünsal Öz", "🚀 Fleet"])
def test_right_letters_stay(text: str) -> None:
    assert cleaned(text) == text


def test_a_capital_with_an_accent_before_a_closing_mark_stays() -> None:
    assert cleaned("“ANDRÉ”") == '"ANDRÉ"'


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n", "\u2028", "\x0b"])
def test_lines_end_alike_and_keep_their_numbers(end: str) -> None:
    assert cleaned(f"one{end}{end}three  \t{end}four") == "one\n\nthree\nfour"


def test_blanks_and_invisible_signs() -> None:
    assert (
        cleaned("\ufeffMC80\u00a0Battle\u2009Cruiser\u200b\u00ad (103)\x07\u202e")
        == "MC80 Battle Cruiser (103)"
    )


def test_letters_are_composed_also_around_what_was_invisible() -> None:
    assert cleaned("e\u0301 e\u200b\u0301") == "é é"


def test_bullets_and_tabs_stay_and_are_named() -> None:
    text = "• a\n· b\n- c\n+ d\n– e\n1\tKetsu Onyo"
    assert cleaned(text) == text
    assert all(line[0] in BULLETS for line in text.split("\n")[:5])


def test_doubled_apostrophes_are_quotation_marks() -> None:
    assert cleaned("''Dutch'' Vander, Qi’ra, Qi`ra") == "\"Dutch\" Vander, Qi'ra, Qi'ra"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("!VASSAL\nFood \n\nx", "\nFood\n\nx"),
        ("!vassal Name: Food", "Name: Food"),
        ("!anything\nFood", "\nFood"),
        ("!Awesome Fleet", "!Awesome Fleet"),
        ("```text\nFood\n```", "\nFood\n"),
        ("> Food\n>\n> MC80", "Food\n\nMC80"),
        ("a<br>b<br/>\nc<BR />", "a\nb\nc\n"),
        ("We <3 ships", "We <3 ships"),
    ],
)
def test_what_chats_mails_and_printouts_add_goes(text: str, plain: str) -> None:
    assert cleaned(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE html><p>x",
        " <div class='a'>x</div>",
        "a<br>b<p>c</p>",
        "<script>alert(1)</script>",
        "<?xml ?>",
    ],
)
def test_web_pages_are_refused(text: str) -> None:
    assert "web page" in says(text)


@pytest.mark.parametrize(
    "text",
    [
        "return { units = 1 }",
        "function onLoad()\nend",
        "local list = {}",
        '{ ["name"] = "x" }',
        "{\n  units = {",
        '{"SaveName": "", "ObjectStates": [{"LuaScript": "x"}]}',
    ],
)
def test_scripts_and_saved_objects_are_refused(text: str) -> None:
    assert "Tabletop Simulator" in says(text)


@pytest.mark.parametrize("content", ["", "  \n\t\n", b"", "\ufeff\u200b", "!VASSAL\n"])
def test_nothing_is_told_of(content: str | bytes) -> None:
    assert "nothing in it" in says(content)


def test_what_is_too_large_is_refused_at_once() -> None:
    assert "larger than 200 kB" in says("x" * (LARGEST + 1))
    assert "larger than 200 kB" in says(b"x" * 5_000_000)
    assert "lines" in says("x\n" * (MOST_LINES + 1))
    found = cleaned("x\n" + "y" * (LONGEST_LINE + 1))
    assert isinstance(found, Unreadable)
    assert found.line == 2


def test_json_may_be_one_long_line() -> None:
    text = '{"deck": [' + '{"id": "SOR_001"},' * 500 + "1]}"
    assert cleaned(text) == text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "windows-1250"])
def test_files_are_decoded(encoding: str) -> None:
    assert cleaned("Zażółć\r\nGęślą jaźń".encode(encoding)) == "Zażółć\nGęślą jaźń"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"PK\x03\x04\0\0", "workbook"),
        (b"%PDF-1.7", "PDF"),
        (b"\x89PNG\r\n", "picture"),
        (b"\0\1\2\xff", "no text"),
    ],
)
def test_files_that_are_no_text_are_refused(content: bytes, kind: str) -> None:
    assert kind in says(content)


def test_quotation_marks_within_json_do_not_break_it() -> None:
    text = cleaned("{\"name\": \"DT-57 “Annihilator”, ''x''\"}")
    assert isinstance(text, str)
    assert json_value(text) == {"name": 'DT-57 "Annihilator", "x"'}


def test_json_a_word_processor_went_over_is_mended() -> None:
    text = cleaned("{“name”: “Food”, “n”: [1]}")
    assert isinstance(text, str)
    assert json_value(text) == {"name": "Food", "n": [1]}


def test_values_of_json_are_clean_and_whole() -> None:
    assert json_value('{"a": ["\\u2019\\ud800\\u0000 x\\n y", 2.0, 2.5, true, null, -3]}') == {
        "a": ["' x y", 2, "2.5", True, None, -3]
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1, "a": 2}', "twice"),
        ("[NaN]", "NaN"),
        ("[-Infinity]", "Infinity"),
        ("[1" + "0" * 5_000 + "]", "5001 digits"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "levels"),
        ("[" * 190_000, "levels"),
        ('{"a":' * 40_000, "levels"),
        ('{"a": [1,\n 2', "cut off at line 2"),
        ("", "cut off"),
        ("[" + " " * LARGEST + "]", "larger"),
    ],
)
def test_json_no_builder_writes_is_refused(text: str, why: str) -> None:
    found = json_value(text)
    assert isinstance(found, Unreadable)
    assert why in str(found.says)


def test_brackets_within_texts_nest_nothing() -> None:
    assert json_value('["' + "[" * 50 + '\\"{{"]') == ["[" * 50 + '"{{']


@pytest.mark.parametrize(
    ("text", "is_it"), [('{"a": 1}', True), ("[{", True), ("[ EMPIRE FLEET (485)", False), ("x", False)]
)
def test_json_is_told_by_how_it_begins(text: str, is_it: bool) -> None:
    assert is_json(text) is is_it


def test_a_single_text_is_cleaned_to_one_line() -> None:
    assert folded_text("  Qi’ra\r\n “x”\u00a0 ") == 'Qi\'ra "x"'


@pytest.mark.parametrize(
    "marks", ["\u0315\u0300", "\u0315\u200b\u0300\u200b", "\u0f73\u0315", "\u0315\u0300e"]
)
def test_of_a_heap_of_accents_only_so_many_stay(marks: str) -> None:
    """To sort thousands of them on one letter takes half a minute."""
    plain = marks.rstrip("e")
    for found in (cleaned("a" + plain * 500 + "b"), folded_text("a" + plain * 500 + "b")):
        assert isinstance(found, str)
        assert found.startswith(("a", "à"))
        assert found.endswith("b")
        assert len(found) <= 2 + 2 * MOST_MARKS
    if plain != marks:
        assert len(folded_text("a" + marks * 500)) > 1000, "one or two on each letter all stay"
