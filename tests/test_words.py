"""The words of the house: pages and messages use the field's own, and a class name means one thing."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import muster
from sentences import SAYING

SOURCE: Final = Path(muster.__file__).parent

UNSAID: Final = re.compile(
    r"\b(annul\w*|anew|whoever|reckon\w*|weigh\w*|(keeps?|kept) (them )?apart|(has|have|had) left|put \w* ?away"
    r"|propos(e|es|ed|al|als|ing)|pair(ed|ing)?[ -]downs?|announce the plan|plan (is|was|has been) announced|kept back"
    r"|sign(s|ed)? off|if it were made now|not confirmed yet|(put|puts) right|the line of the cut|the program)\b",
    re.IGNORECASE,
)
"""Words of ours that nobody in the field uses (`void`, `again`, `calculate`, `preview`, `never pair`, `dropped`), and
those that were changed for plainer ones: `pair`, `draft`, `plays someone with fewer points`, `fix the rounds`,
`not used`, `approve`, `reported`, `corrected`, `top 8 play on`, `by themselves`."""

UNSHOWN: Final = re.compile(r"\b(tiers?|digests?|seal(s|ed(?! play))?|first stage)\b", re.IGNORECASE)
"""Words that the terminal and the regulations' files have, and no page (`kind of event`, `proof`, `rounds`)."""

SEVERAL: Final = {
    "_Reader": "what reads one format of lists, line by line",
    "_Sheet": "what a format's reader has so far",
    "Command": "what a tournament is asked to do; Django wants the name for commands of the terminal",
    "Entry": "a registration; an entry of the journal",
    "Message": "a sentence; a letter to one person, whose table bears the name",
    "Pairing": "two players at a table; the regulations of it",
    "PenaltyTable": "a table of penalties as a file, and an organiser's own in the database",
    "Problem": "one thing wrong: with a roster, with a report",
    "Ranking": "the standings on paper, and on the wall",
    "Sent": "what a form sent",
    "Standings": "what players are ranked by; the page of it",
    "Tally": "how a score is counted, and what was counted",
}
"""Class names that more than one module has, and what they mean there."""

MOST: Final = 20


def modules() -> list[tuple[Path, ast.Module]]:
    paths = [path for path in sorted(SOURCE.rglob("*.py")) if "migrations" not in path.parts]
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


def said(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Sentences in the calls that hand them to translators."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in SAYING:
            for text in node.args:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield text.lineno, text.value


def shown(path: Path) -> str:
    """A template without its tags' names and variables: text, and the words of `translate`."""
    source = re.sub(r"{#.*?#}|{{.*?}}", "", path.read_text(encoding="utf-8"))
    source = re.sub(r"{%(?!\s*translate\b).*?%}", "", source, flags=re.DOTALL)
    return re.sub(r"<[^<>]*>", lambda tag: " ".join(re.findall(r"{%.*?%}", tag[0], re.DOTALL)), source)


def plain(text: str) -> str:
    """A message without the names of what is put into it."""
    return re.sub(r"{\w+}|%\(\w+\)\w", "", text)


def test_messages_use_the_words_of_the_field() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {text}"
        for path, tree in modules()
        for line, text in said(tree)
        if UNSAID.search(plain(text)) or ("web" in path.parts and UNSHOWN.search(plain(text)))
    ]
    assert found == []


def test_pages_use_the_words_of_the_field() -> None:
    found = {
        str(path.relative_to(SOURCE)): words[0]
        for path in sorted(SOURCE.rglob("*.html"))
        for unsaid in (UNSAID, UNSHOWN)
        if (words := unsaid.search(" ".join(shown(path).split())))
    }
    assert found == {}


def test_a_class_name_means_one_thing() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path, tree in modules():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(SOURCE)))
    several = {name: where for name, where in places.items() if len(where) > 1}
    assert {name: where for name, where in several.items() if name not in SEVERAL} == {}
    assert SEVERAL.keys() == several.keys(), "names that one module alone has are taken off the list"
    assert len(SEVERAL) <= MOST
