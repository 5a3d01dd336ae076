"""Every sentence for people can be said in another language: none stands outside what translators are given."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

import muster
from sentences import Found, in_python, in_script, in_template

SOURCE: Final = Path(muster.__file__).parent

SAME_EVERYWHERE: Final = re.compile(
    r"[A-Z]{3}(-[A-Z]+)+(-\d+)?( [A-Z]{3}(-[A-Z]+)+(-\d+)?)*|CSV|JSON|\(\.zip\)|(· )?Muster"
    r"|printf .*|muster verify.*|apt install .*|pip install .*|(attachment|inline); filename=.*"
    r"|note note-(\0|\$\{kind\})|Enter|Ctrl|Esc|retry: .*|\s*(SELECT|INSERT|\(SELECT|UNION|PRAGMA) .*|<t[dr][ >].*",
    re.DOTALL,
)
"""What is the same in every language: clauses, formats, the product's name, commands, headers, keys, SQL, tags."""

FOR_DEVELOPERS: Final = {"web/templates/parts/look.html"}
"""Pages that show developers how everything looks."""

NAMES: Final = frozenset(
    {"app/site/demo.py", "app/site/demo_rosters.py", "exchange/catalogues"}
    | {
        f"exchange/rosters/{name}.py"
        for name in (
            "armada_lists",
            "kingston",
            "legion_hq_text",
            "legion_lines",
            "muster_entries",
            "muster_text",
            "tabletop_admiral",
        )
    }
)
"""Where names stand as data: made-up players and cards, misspelt cards, headings of other tools' lists."""

IN_LOGS: Final = frozenset(
    {
        "app/rosters/catalogues.py",
        "exchange/events.py",
        "exchange/recompute.py",
        "web/management/commands/makepseudo.py",
        "web/paper/press.py",
        "web/paper/typeset.py",
        "web/public/rosters/view.py",
    }
)
"""Errors that only whoever runs or writes the program reads, and names of other tools' columns and fields."""

SCRIPTS_TO_COME: Final = {"rounds.js", "scores.js", "verify.js"}
"""Scripts that check a journal: they say what they find in English until the page hands them their sentences."""


def _is_exempt(path: Path) -> bool:
    inside = path.relative_to(SOURCE).as_posix()
    return any(inside == place or inside.startswith(f"{place}/") for place in NAMES | IN_LOGS)


def _outside(found: list[Found]) -> list[str]:
    return [
        f"{one.path.relative_to(SOURCE)}:{one.line}: {one.words[:100]}"
        for one in found
        if not SAME_EVERYWHERE.fullmatch(one.words.strip())
    ]


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.html")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_templates_hold_no_words_outside_translations(path: Path) -> None:
    if str(path.relative_to(SOURCE)) not in FOR_DEVELOPERS:
        assert _outside(list(in_template(path))) == []


def test_scripts_hold_no_sentences() -> None:
    scripts = sorted((SOURCE / "web" / "static").rglob("*.js"))
    assert scripts
    checking = {path for path in scripts if path.parent.name == "verify" and path.name in SCRIPTS_TO_COME}
    assert len(checking) == len(SCRIPTS_TO_COME)
    assert _outside([found for path in scripts if path not in checking for found in in_script(path)]) == []


def test_python_hands_every_sentence_to_translators() -> None:
    modules = [path for path in sorted(SOURCE.rglob("*.py")) if "migrations" not in path.parts]
    modules = [path for path in modules if not _is_exempt(path)]
    found = [found for path in modules for found in in_python(path)]
    assert _outside(found) == []


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
