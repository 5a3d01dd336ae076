"""Every sentence for people can be said in another language: none stands outside what translators are given."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

import muster
from muster.web.public.verify.words import WORDS
from sentences import SAYING, Found, in_python, in_script, in_template

SOURCE: Final = Path(muster.__file__).parent

SAME_EVERYWHERE: Final = re.compile(
    r"[A-Z]{3}(-[A-Z]+)+(-\d+)?( [A-Z]{3}(-[A-Z]+)+(-\d+)?)*|CSV|JSON|\(\.zip\)|(· )?Muster"
    r"|printf .*|muster verify.*|apt install .*|pip install .*|(attachment|inline); filename=.*"
    r"|note note-(\0|\$\{kind\})|Enter|Ctrl|Esc|retry: .*|\s*(SELECT|INSERT|\(SELECT|UNION|PRAGMA) .*"
    r"|\0 x(\.| JOIN ).*",
    re.DOTALL,
)
"""What is the same in every language: clauses, formats, the product's name, commands, headers, keys, SQL."""

TAGS: Final = re.compile(r"</?[a-z][^<>]*>")
TWO_WORDS: Final = re.compile(r"[^\W\d_]{2,}\W*\s\W*[^\W\d_]{2,}")
"""What is left of HTML without its tags is none of ours as long as it is no sentence."""

FOR_DEVELOPERS: Final = "web/styleguide/"
"""Pages that show developers how everything looks."""

AS_THEY_ARE: Final[Mapping[str, tuple[str, ...]]] = {
    # Made-up players and their cards.
    "app/site/demo.py": ("PLAYERS", "LATE", "NEXT_PLAYERS"),
    "app/site/demo_rosters.py": ("_TEMPLE", "_INQUISITION", "_PADAWANS"),
    # Cards as others spell them, and where they come from.
    "exchange/catalogues/armada_bsdata.py": ("_FILES", "_MENDED", "SOURCE"),
    "exchange/catalogues/armada_isb.py": ("_KNOWN_AS", "SOURCE"),
    "exchange/catalogues/armada_rkbodenner.py": ("SOURCE",),
    "exchange/catalogues/legion_hq.py": ("_KNOWN_AS", "SOURCE"),
    "exchange/catalogues/legion_ldf.py": ("_RANKS", "SOURCE"),
    "exchange/catalogues/runewars_brianries.py": ("_MENDED", "SOURCE"),
    "exchange/catalogues/runewars_bsdata.py": ("_FILES", "_MENDED", "SOURCE"),
    "exchange/catalogues/sources.py": ("_OWN",),
    "exchange/catalogues/unlimited_json.py": ("SOURCE",),
    "exchange/catalogues/unlimited_yaml.py": ("SOURCE",),
    # Other tools, their headings and columns, and the headings of our own lists, which are read again.
    "exchange/recompute.py": ("_SCHEDULE",),
    "exchange/rosters/armada_lists.py": ("FORMATS",),
    "exchange/rosters/fleet_builder_app.py": ("FORMAT",),
    "exchange/rosters/kingston.py": ("_lines",),
    "exchange/rosters/legion_hq_text.py": ("write",),
    "exchange/rosters/legion_lines.py": ("STANDING_ORDERS", "WITH_COMMAS"),
    "exchange/rosters/muster_entries.py": ("TITLES",),
    "exchange/rosters/muster_text.py": ("_head",),
    "exchange/rosters/tabletop_admiral.py": ("FORMAT",),
    # What Python says of a database's text.
    "journal/damage.py": ("_NO_TEXT",),
    # What programs that collect figures are told.
    "site/metrics.py": ("FIGURES", "_Meters"),
    # What only programs read, and whoever works on this one.
    "web/management/commands/makemessages.py": ("Command", "heading"),
    "web/management/commands/makepseudo.py": ("Command",),
    "web/public/rosters/view.py": ("NOTHING",),
    "web/public/well_known/view.py": ("security",),
    "web/styleguide/samples.py": ("NAMES", "SAYS", "SampleDesk", "Samples"),
}
"""What holds names or words of others as data, by file: constants, and functions that write such a file."""


def _is_exempt(found: Found) -> bool:
    return found.scope in AS_THEY_ARE.get(found.path.relative_to(SOURCE).as_posix(), ())


def _is_html(words: str) -> bool:
    rest = TAGS.sub("\0", words)
    return rest != words and TWO_WORDS.search(rest) is None


def _outside(found: list[Found]) -> list[str]:
    return [
        f"{one.path.relative_to(SOURCE)}:{one.line}: {one.words[:100]}"
        for one in found
        if not SAME_EVERYWHERE.fullmatch(one.words.strip()) and not _is_html(one.words)
    ]


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.html")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_templates_hold_no_words_outside_translations(path: Path) -> None:
    if not path.relative_to(SOURCE).as_posix().startswith(FOR_DEVELOPERS):
        assert _outside(list(in_template(path))) == []


def test_scripts_hold_no_sentences() -> None:
    scripts = sorted((SOURCE / "web" / "static").rglob("*.js"))
    assert scripts
    said = {word.text for word in WORDS}
    found = [one for path in scripts for one in in_script(path)]
    assert _outside([one for one in found if one.path.parent.name != "verify" or one.words not in said]) == []


def test_python_hands_every_sentence_to_translators() -> None:
    modules = [path for path in sorted(SOURCE.rglob("*.py")) if "migrations" not in path.parts]
    found = [found for path in modules for found in in_python(path)]
    assert _outside([one for one in found if not _is_exempt(one)]) == []
    stand = {(one.path.relative_to(SOURCE).as_posix(), one.scope) for one in found if _is_exempt(one)}
    assert stand == {(path, scope) for path, scopes in AS_THEY_ARE.items() for scope in scopes}


def test_no_sentence_stands_in_braces_where_extraction_cannot_see_it() -> None:
    """Text with braces is one word to a reader of tokens: a call within it never reaches the catalogue."""
    hidden = [
        f"{path.relative_to(SOURCE)}:{call.lineno}"
        for path in sorted(SOURCE.rglob("*.py"))
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and getattr(call.func, "id", getattr(call.func, "attr", "")) in SAYING
    ]
    assert hidden == []


def test_the_check_in_the_browser_says_what_its_page_can_say() -> None:
    folder = SOURCE / "web" / "static" / "muster" / "verify"
    source = "".join(
        (folder / f"{name}.js").read_text()
        for name in (
            "building",
            "chain",
            "courses",
            "doubles",
            "fields",
            "groups",
            "results",
            "rounds",
            "scores",
            "tables",
            "verify",
        )
    )
    first = set(
        re.findall(
            r"""(?:\b(?:this\.)?(?:say|same|count)|\btold)\(\s*(?:\w+(?: \+ 1)?, )?"([^"]+)\"""", source
        )
    )
    assert len(first) > 60
    known = {word.text for word in WORDS}
    assert first - known == set()
    assert {word for word in known if f'"{word}"' not in source} == set()


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ('says = f"Table {table} is free."', 1),
        ('says = "Nobody is here."', 1),
        ('says = say("Table {table} is free.", table=table)', 0),
        ('raise ValueError("It must be a number")', 0),
        ('"""A docstring about a table."""', 0),
        ('css = "button quiet"', 0),
        ('says = ("One thing." if one else "Several things.")', 2),
    ],
)
def test_the_finder_finds_sentences(tmp_path: Path, code: str, count: int) -> None:
    file = tmp_path / "code.py"
    file.write_text(code)
    assert len(list(in_python(file))) == count


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<p>Hello there</p>", ["Hello there"]),
        ('<p>{% translate "Hello there" %}</p>', []),
        ("{% blocktranslate %}Hello <b>there</b>{% endblocktranslate %}{{ name }}", []),
        ('<input placeholder="Find {{ what }}">', ["Find"]),
        ("{# a remark #}<script>const a = 1;</script>", []),
    ],
)
def test_the_finder_finds_words_in_templates(tmp_path: Path, page: str, words: list[str]) -> None:
    file = tmp_path / "page.html"
    file.write_text(page)
    assert [found.words for found in in_template(file)] == words


def test_the_finder_finds_sentences_in_scripts(tmp_path: Path) -> None:
    file = tmp_path / "script.js"
    file.write_text(
        "say('Nobody is here.'); // A remark. It is passed over.\nput(`table ${n} is free.`, 'a b');"
    )
    assert Counter(found.line for found in in_script(file)) == {1: 1, 2: 1}
