"""Finds sentences for people that no translator would be given: in Python, templates and scripts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, NamedTuple

SAYING: Final = frozenset(
    {
        "say",
        "say_n",
        "say_in",
        "_",
        "gettext",
        "gettext_lazy",
        "ngettext",
        "ngettext_lazy",
        "pgettext",
        "npgettext",
    }
    | {"pgettext_lazy", "gettext_noop"}
)
"""Calls whose words reach the catalogue."""

FOR_DEVELOPERS: Final = frozenset(
    {
        "ValueError",
        "TypeError",
        "LookupError",
        "KeyError",
        "RuntimeError",
        "AssertionError",
        "ImproperlyConfigured",
    }
    | {"NotImplementedError", "Http404", "compile", "sub", "match", "search", "fullmatch", "findall", "split"}
    | {
        "debug",
        "info",
        "warning",
        "error",
        "exception",
        "execute",
        "ExpressionWrapper",
        "RunPython",
        "TypeVar",
    }
    | {"strftime", "strptime", "Literal", "cast", "NewType", "removeprefix"}
    | {"DamagedCatalogueError", "UnsealedError", "PressError", "RefusedError"}
)
"""Calls whose words are for whoever works on the program, for a database or for a pattern."""

_TWO_WORDS: Final = re.compile(r"[^\W\d_]{2,}[,:;]?\s+[^\W\d_]{2,}")


class Found(NamedTuple):
    """A sentence: the file, the line, its words; in Python the function, class or constant it stands in."""

    path: Path
    line: int
    words: str
    scope: str = ""


def in_python(path: Path) -> Iterator[Found]:
    """Literals and f-strings that read like sentences, outside the calls that hand them to translators."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    passed = set(_passed_over(tree))
    for statement in tree.body:
        for node in ast.walk(statement):
            words = "" if id(node) in passed else _words(node)
            if words and _reads_like_a_sentence(words):
                yield Found(path, node.lineno, words, _scope(statement))  # type: ignore[attr-defined]


def _scope(statement: ast.stmt) -> str:
    """What a statement of a module defines."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return statement.name
    targets = (
        [statement.target] if isinstance(statement, ast.AnnAssign) else getattr(statement, "targets", [])
    )
    return next((each.id for each in targets if isinstance(each, ast.Name)), "")


def _reads_like_a_sentence(words: str) -> bool:
    plain = words.strip()
    if not _TWO_WORDS.search(plain):
        return False
    # Classes, SQL, headers and the like are written small or large throughout, without an end.
    return plain[0].isupper() or plain.endswith((".", "?", "!", ":")) or "\0" in plain


def _words(node: ast.AST) -> str:
    """The words of a literal; arguments of an f-string as a mark."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "\0"
            for part in node.values
        )
    return ""


def _passed_over(tree: ast.Module) -> Iterator[int]:
    """Docstrings, annotations, and what stands in calls that are in order."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Constant, ast.JoinedStr)):
            yield from _all(node.value)
        elif isinstance(node, ast.JoinedStr):
            yield from (id(part) for part in node.values)
        elif isinstance(node, ast.Call) and _called(node) in SAYING | FOR_DEVELOPERS:
            yield from _all(node)
        elif isinstance(node, (ast.AnnAssign, ast.arg)) and node.annotation:
            yield from _all(node.annotation)
        elif isinstance(node, ast.FunctionDef) and node.name == "__str__":
            # It names a row of the database in a debugger.
            yield from _all(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.returns:
            yield from _all(node.returns)


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _all(node: ast.AST) -> Iterator[int]:
    return (id(each) for each in ast.walk(node))


_TAGS: Final = re.compile(
    r"{%-?\s*(?:blocktranslate|blocktrans)\b.*?{%\s*endblocktrans(?:late)?\s*%}|{#.*?#}"
    r"|{%\s*comment\b.*?{%\s*endcomment\s*%}|{%.*?%}|{{.*?}}",
    re.DOTALL,
)
_SHOWN: Final = ("title", "alt", "placeholder", "aria-label", "data-title")


def in_template(path: Path) -> Iterator[Found]:
    """Words between tags, or in attributes that people see or hear, outside `translate` and `blocktranslate`."""
    source = path.read_text(encoding="utf-8")
    # Same length and lines, so that what is found keeps its line.
    plain = _TAGS.sub(lambda tag: re.sub(r"[^\n]", "\x01", tag[0]), source)
    reader = _Reader()
    reader.feed(plain)
    for line, words in reader.found:
        yield Found(path, line, words)


class _Reader(HTMLParser):
    """Collects words of a page without its template's tags."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str]] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        for name, value in attrs:
            if name in _SHOWN and value:
                self._look(value)

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._look(data)

    def _look(self, text: str) -> None:
        words = " ".join(text.replace("\x01", " ").split())
        if re.search(r"[^\W\d_]{2,}", words):
            self.found.append((self.getpos()[0], words))


_JS_NOISE: Final = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_JS_TEXT: Final = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")


def in_script(path: Path) -> Iterator[Found]:
    """Texts of a script that read like sentences: pages hand scripts their words."""
    source = _JS_NOISE.sub(lambda noise: re.sub(r"[^\n]", " ", noise[0]), path.read_text(encoding="utf-8"))
    for text in _JS_TEXT.finditer(source):
        words = next(part for part in text.groups() if part is not None)
        if _reads_like_a_sentence(re.sub(r"\$\{[^}]*\}", "\0", words)) and "[" not in words:
            yield Found(path, source.count("\n", 0, text.start()) + 1, words)
