"""Every sentence Muster says, out of its source: Python, templates and data. Pages hand scripts theirs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.extract import extract
from django.utils.translation.template import templatize

from muster.exchange.translations import Key
from muster.rules.ledger import ledgers
from muster.rules.load import load

PACKAGE: Final = Path(__file__).parents[2]

NAMES: Final[dict[str, Any]] = {
    "say": None,
    "say_n": (1, 2),
    "say_in": ((1, "c"), 2),
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
"""The calls whose words are sentences, and which of their arguments."""

SAID: Final = ("data/setup/", "data/penalties/", "data/kinds/", "data/seasons/")
"""Folders of data whose sentences are ours and are said in the reader's language."""

KEYS: Final = ("says", "name", "what", "when", "source", "notes")
"""Under which keys of these files sentences stand."""


DAYS: Final = (
    *("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    *("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
)
"""Words of Django's own that are ours to say, for it writes them large in every language."""


OF_RULES: Final = {
    "document.version",
    "edition",
    "ends.name",
    "force",
    "match_formats.name",
    "roster.constructions.asked.what",
    "roster.constructions.limits.what",
    "roster.constructions.name",
    "roster.sections.name",
    "scoring.counted",
    "scoring.equal_score.roll",
    "scoring.wiped_out.what",
    "seasons.limits.what",
    "seat_roles.chooser",
    "seat_roles.first",
    "seat_roles.second",
    "standings.points_name",
    "standings.tiebreakers.name",
    "structures.id",
    "structures.name",
    "structures.used_for",
    "tiers.name",
}
"""Which words of regulations readers are told in their language (`muster.core.messages.of_rules`), by the way there."""

RAISED: Final = {
    "force",
    "roster.constructions.limits.what",
    "seasons.limits.what",
    "seat_roles.first",
    "seat_roles.second",
    "standings.points_name",
}
"""Which of them also begin a line, with a capital letter."""

CITED: Final = re.compile(r"\s*\([A-Z0-9]+(?:-[A-Z0-9]+)+\)\.?$")
"""The clause at the end of a sentence, which pages put beside it."""


def every_sentence(package: Path = PACKAGE) -> dict[Key, tuple[str, ...]]:
    """Every sentence by its key, with the files of the package it stands in."""
    found: dict[tuple[str, str], tuple[str, set[str]]] = {("", day): ("", set()) for day in DAYS}
    for path in sorted(each for each in package.rglob("*") if each.suffix in _READ):
        file = path.relative_to(package).as_posix()
        if "/migrations/" in file or "/static/" in file:
            continue
        for context, one, many in _READ[path.suffix](file, path.read_text(encoding="utf-8")):
            # Catalogues hold a sentence once, whether it is said for several, too, or not.
            known, files = found.get((context, one), ("", set()))
            found[context, one] = known or many, files | {file}
    return {(context, one, many): tuple(sorted(files)) for (context, one), (many, files) in found.items()}


def in_python(_file: str, source: str) -> Iterator[Key]:
    """The sentences of a module."""
    for _line, words, _comments, context in extract("python", BytesIO(source.encode()), keywords=NAMES):
        one, many = words if isinstance(words, tuple) else (words, "")
        yield context or "", one, many


def in_template(file: str, source: str) -> Iterator[Key]:
    """The sentences of a template."""
    # What Django makes of a template reads like Python, but for how it is indented.
    lines = (line.strip() for line in templatize(source, origin=file).splitlines())
    yield from in_python(file, "\n".join(lines))


def in_data(file: str, source: str) -> Iterator[Key]:
    """The sentences of a file of data where they are ours, and what regulations say and call things."""
    found = tomllib.loads(source)
    of_rules = frozenset(_words_of_rules(found)) if _is_of_rules(file) else frozenset()
    yield from (("regulations", text, "") for text in of_rules)
    if file.startswith("rules/data/ready/"):
        yield from (("regulations", text, "") for text in _named(found))
    if _is_of_rules(file) and "force" in found:
        yield from (("of a force", text, "") for text in (found["force"], found["force"].capitalize()))
    if any(folder in file for folder in SAID):
        yield from (("", text, "") for text in _texts(found) if text not in of_rules)
    if "clauses" in found:
        rules = load(Path(file).stem)
        for clause in rules.clauses:
            said = rules.words_of(clause)
            yield said.context, said.text, ""


def in_ledger(file: str, _source: str) -> Iterator[Key]:
    """What regulations say, sentence by sentence."""
    ledger = ledgers()[Path(file).stem]
    for one in ledger.sentences:
        said = ledger.words_of(one)
        yield said.context, said.text, ""


def _named(found: dict[str, Any]) -> Iterator[str]:
    """What games that come along ready-made, and their rules, are called: our names, not a publisher's."""
    yield found["game"]
    yield found["document"]["name"]


def _is_of_rules(file: str) -> bool:
    """Whether it holds regulations, or what changed after they were printed."""
    return file.rpartition("/")[0] in ("rules/data", "rules/data/ready", "rules/data/seasons")


def _words_of_rules(value: Any, way: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _words_of_rules(each, f"{way}.{key}" if way else key)
    elif isinstance(value, list):
        for each in value:
            yield from _words_of_rules(each, way)
    elif isinstance(value, str) and way in OF_RULES and re.search(r"[^\W\d_]", value):
        yield CITED.sub(".", value)
        if way in RAISED:
            yield value[:1].upper() + value[1:]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            texts = each if isinstance(each, list) else [each]
            if key in KEYS:
                yield from (text for text in texts if isinstance(text, str))
            yield from _texts(each)


_READ: Final = {
    ".py": in_python,
    ".html": in_template,
    ".txt": in_template,
    ".toml": in_data,
    ".tsv": in_ledger,
}
