"""Templates are indented for people; a page carries none of it.

The loader takes out, once when a template is read, the line breaks that only lay it out: just inside any element,
around a block, at the ends of a file, and between attributes. Beside an inline element they stay, as one space. So a
long table stays small, and laying out a template cannot change its page. Line breaks in the value of an attribute go
without a trace. A space that begins or ends an inline element is written `&#32;`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.template import Origin
from django.template.loaders import filesystem

_IN_TAG = r"""\{%.*?%\}|\{\{.*?\}\}|"(?:\{%.*?%\}|\{\{.*?\}\}|[^"])*"|'(?:\{%.*?%\}|\{\{.*?\}\}|[^'])*'"""
_TOKEN = re.compile(
    rf"""\{{%\ *comment\ .*?endcomment\ *%\}} | \{{%\ *blocktranslate\ .*?endblocktranslate\ *%\}}
    | \{{%.*?%\}} | \{{\{{.*?\}}\}} | \{{\#.*?\#\}} | <!--.*?-->
    | (?P<raw><(?P<name>script|style|pre|textarea)\b(?:{_IN_TAG}|[^>"'])*>)(?P<content>.*?)(?=</(?P=name)>)
    | </?[a-zA-Z!](?:{_IN_TAG}|[^>"'])*> | \s+""",
    re.DOTALL | re.VERBOSE,
)
_PART = re.compile(rf"{_IN_TAG}|\s+|[^\s\"'{{]+|.", re.DOTALL)
_BREAK = re.compile(r"(\{% *blocktranslate .*?endblocktranslate *%\})|\s*\n\s*", re.DOTALL)
_HTML = re.compile(r"</?([a-zA-Z!][\w-]*)")
_DJANGO = re.compile(r"\{% *(\w+)")

# White space beside these is never shown.
_WORDS = (
    "!doctype address article aside blockquote body br caption col colgroup datalist dd details dialog div dl dt"
    " fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li link main meta nav"
    " noscript ol optgroup option p pre script section style summary table tbody td template tfoot th thead title tr"
    " ul"
)
_BLOCKS = frozenset(_WORDS.split())
_SHOWN = frozenset(["img", "input", "textarea"])
_OPENING = frozenset(["if", "with", "timezone"])
_ENDING = frozenset(f"end{name}" for name in _OPENING)
_BRANCH = frozenset(["else", "elif"])
_SILENT = frozenset(["load", "csrf_token"])
_PARTS = frozenset(["block", "endblock", "extends"])


class Token(NamedTuple):
    """A piece of a template: `kind` is the name of the Django tag, or what else it is."""

    text: str
    kind: str


def tokens(source: str) -> list[Token]:
    """The template in pieces; joined they are the template again."""
    return list(_tokens(source))


def _tokens(source: str) -> Iterator[Token]:
    at = 0
    for match in _TOKEN.finditer(source):
        if at < match.start():
            yield Token(source[at : match.start()], "text")
        at = match.end()
        if match["raw"]:
            yield Token(match["raw"], _kind(match["raw"]))
            yield Token(match["content"], "raw")
        else:
            yield Token(match[0], _kind(match[0]))
    if at < len(source):
        yield Token(source[at:], "text")


def _kind(text: str) -> str:
    if text.isspace():
        return "space"
    if text.startswith("{#"):
        return "load"
    if django := _DJANGO.match(text):
        silent = re.search(r" as \w+ *%\}$", text) and django[1] not in _OPENING
        return "edge" if django[1] in _PARTS else "load" if silent else django[1]
    if html := _HTML.match(text):
        name = html[1].lower()
        if name in _BLOCKS:
            return "edge"
        return "inline" if name in _SHOWN else "leave" if text.startswith("</") else "enter"
    return "text"


def unseen(pieces: list[Token], at: int) -> bool:
    """Whether white space between the pieces `at - 1` and `at` is never shown, whichever branch is taken."""
    return _edge_before(pieces, at - 1) or _edge_after(pieces, at)


def _edge_before(pieces: list[Token], at: int) -> bool:
    depth = 0
    while at >= 0:
        kind = pieces[at].kind
        if kind in _ENDING and not depth:
            return False
        if kind in _BRANCH and not depth:
            depth = 1
        elif depth:
            depth += (kind in _ENDING) - (kind in _OPENING)
        elif kind not in _OPENING and kind not in _SILENT and kind != "space":
            return kind in ("edge", "enter")
        at -= 1
    return not depth


def _edge_after(pieces: list[Token], at: int) -> bool:
    depth = 0
    while at < len(pieces):
        kind = pieces[at].kind
        if kind in _OPENING and not depth:
            return False
        if kind in _BRANCH and not depth:
            depth = 1
        elif depth:
            depth += (kind in _OPENING) - (kind in _ENDING)
        elif kind not in _ENDING and kind not in _SILENT and kind != "space":
            return kind in ("edge", "leave")
        at += 1
    return not depth


def squeeze(source: str) -> str:
    """The template without the white space that only lays it out."""
    pieces = tokens(source)
    return "".join(_squeezed(pieces, at, piece) for at, piece in enumerate(pieces))


def _squeezed(pieces: list[Token], at: int, piece: Token) -> str:
    if piece.text.startswith("<") and piece.kind != "raw":
        return _squeeze_tag(piece.text)
    if piece.kind != "space" or "\n" not in piece.text:
        return piece.text
    return "" if unseen(pieces, at + 1) or unseen(pieces, at) else " "


def _squeeze_tag(tag: str) -> str:
    """A tag on one line; what stands in a condition brings its own space, so none is left where it does not hold."""
    out: list[str] = []
    space, outer = False, [False]
    for part in _PART.findall(tag):
        django = _DJANGO.match(part)
        name = django[1] if django else ""
        if part.isspace():
            space = True
        elif name in ("if", "for"):
            outer.append(space)
            out.append(part)
        elif name in ("else", "elif", "empty"):
            space = outer[-1]
            out.append(part)
        elif name in ("endif", "endfor"):
            outer.pop()
            space = False
            out.append(part)
        else:
            value = _BREAK.sub(r"\1", part) if part[0] in "\"'" else part
            out.append(f" {value}" if space and part != ">" else value)
            space = False
    return "".join(out)


class Loader(filesystem.Loader):
    """Reads the templates of the pages."""

    def get_contents(self, origin: Origin) -> str:
        """A template as it is compiled."""
        source = super().get_contents(origin)
        return squeeze(source) if origin.name.endswith(".html") else source
