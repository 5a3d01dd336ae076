"""What was pasted or uploaded, as lines of plain text: everything readers of rosters need not know of."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from muster.core.messages import Message, figure, say
from muster.exchange.decoding import decoded
from muster.exchange.entries import EntryProblem
from muster.exchange.rosters.reading import LARGEST, Unreadable

BULLETS: Final = "•·*+-–—‣◦▪▫●○■□∙⁃∗"
"""Signs that open an item of a list. `cleaned` keeps them as they are: some builders tell levels apart by them."""

MOST_LINES: Final = 5_000
"""Lines of a roster; the longest real one has about 200."""

LONGEST_LINE: Final = 4_000
"""Characters of one line that is not JSON; the longest real one, a share link, has about 500."""

MOST_MARKS: Final = 8
"""Accents on one letter; to sort a heap of them takes time by its square."""

DEEPEST: Final = 12
"""Levels of JSON within each other; builders use six."""

_LONGEST_FIGURE: Final = 12

_SPACES: Final = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
_LINE_ENDS: Final = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_QUOTES: Final = {"'": "‘’‚‛ʼ′´", "x": "×✕✖⨯", "-": "‐‑−"}
_DOUBLE: Final = "“”„‟″"
_INVISIBLE: Final = ("Cc", "Cf", "Co", "Cs")

_FOLDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(_SPACES, " "),
    **{sign: plain for plain, signs in _QUOTES.items() for sign in signs},
    **dict.fromkeys(map(chr, range(0xFE00, 0xFE10)), ""),
}
_DOUBLES: Final = str.maketrans(dict.fromkeys(_DOUBLE, '"'))
_ENDS: Final = str.maketrans(dict.fromkeys(_LINE_ENDS, "\n"))

_JSON: Final = re.compile(r'\s*(?:\[[\s|]*["“”{\[\]]|\{[\s|]*["“”}])')
_BREAK: Final = re.compile(r"<br[ \t]*/?>\n?", re.IGNORECASE)
_TAG: Final = re.compile(r"<(?:!doctype|[!?]|/?[a-z][a-z0-9:]{0,20}(?:\s[^<>]{0,2000})?/?>)", re.IGNORECASE)
_LUA: Final = re.compile(
    r"\s*(?:--\[\[|return\s*\{|(?:local\s+)?function\s+[\w.:]{0,60}\s*\(|local\s+\w{1,60}\s*=|\{\s*(?:\[\s*[\"'\d]|\w{1,60}\s*=))"
)
_SAVED: Final = ('"ObjectStates"', '"LuaScript"')
_COMMAND: Final = re.compile(
    r"(\s*)(?:[!/](?:vassal|fleet|list|army|deck|roster|import|tts)\b|![a-z]{2,20}(?=[ \t]*\n))[ \t]*",
    re.IGNORECASE,
)
_FENCE: Final = re.compile(r"^[ \t]*```\w{0,20}[ \t]*$", re.MULTILINE)
_NESTING: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z|\\)|[\[\]{}]', re.DOTALL)
_WHOLE: Final = re.compile(r"(-?\d{1,12})\.0{1,12}")


def cleaned(content: str | bytes) -> str | Unreadable:
    """A roster's text as readers want it, its lines numbered as in the original.

    Unicode in composed form; one kind of line end, blank and apostrophe; `×` as `x`; nothing invisible; texts that
    were read in a wrong encoding mended, also when it happened twice; no command to a chat's bot in front. Bullets
    and tabs stay. In JSON quotation marks stay as they are; `json_value` folds those within its texts.

    Returns:
        The text, which is not empty; or why it is no roster: too large, no text, a web page, a script.
    """
    if len(content) > LARGEST:
        return Unreadable(
            say("This is larger than {most} kB; no roster is. Paste the roster alone.", most=LARGEST // 1_000)
        )
    text = _as_text(content)
    if isinstance(text, Unreadable):
        return text
    mended = _without_breaks(plain_lines(text))
    if refused := _refused(mended):
        return refused
    return _checked(mended if is_json(mended) and '"' in mended else _folded_lines(mended))


def is_json(text: str) -> bool:
    """Whether a text begins as JSON does."""
    return _JSON.match(text) is not None


def folded_text(text: str) -> str:
    """A single text, such as a name in JSON, cleaned as a pasted one is, on one line and stripped."""
    return " ".join(_folded(plain_lines(text)).split())


def json_value(text: str) -> object | Unreadable:
    """The value of a JSON text with its texts cleaned (`folded_text`); whole figures only.

    A figure with a fraction comes as a text. Refused are: what is no JSON, or cut off; more than `DEEPEST` levels,
    found before anything is parsed; a key that stands twice in an object; `NaN`, infinity and figures of more than
    twelve digits.
    """
    if len(text) > LARGEST:
        return Unreadable(say("This is larger than {most} kB; no roster is.", most=LARGEST // 1_000))
    if _depth(text) > DEEPEST:
        return Unreadable(
            say(
                "This JSON is nested more than {most} levels deep; no list builder writes such a list.",
                most=DEEPEST,
            )
        )
    try:
        return _parsed(text)
    except json.JSONDecodeError as error:
        return Unreadable(
            say(
                "This JSON is damaged or cut off at line {line}, character {column}. Copy it again, from the first "
                "bracket to the last.",
                line=error.lineno,
                column=error.colno,
            ),
            error.lineno,
        )
    except _RefusedError as error:
        return Unreadable(error.says)


class _RefusedError(ValueError):
    """Something in JSON that no list builder writes."""

    def __init__(self, says: Message) -> None:
        super().__init__(str(says))
        self.says = says


def _parsed(text: str) -> object:
    return json.loads(
        text,
        object_pairs_hook=_object,
        parse_int=_figure,
        parse_float=_fraction,
        parse_constant=_constant,
    )


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        name = folded_text(key)
        if name in found:
            raise _RefusedError(
                say(
                    "This JSON states “{name}” twice in one place. Copy it again from the builder.",
                    name=name[:60],
                )
            )
        found[name] = _cleaned_value(value)
    return found


def _cleaned_value(value: object) -> object:
    if isinstance(value, str):
        return folded_text(value)
    if isinstance(value, list):
        return [_cleaned_value(each) for each in value]
    return value


def _figure(text: str) -> int:
    if len(text) > _LONGEST_FIGURE:
        raise _RefusedError(
            say("This JSON holds a figure of {digits} digits; no roster does.", digits=len(text))
        )
    return int(text)


def _fraction(text: str) -> int | str:
    whole = _WHOLE.fullmatch(text)
    return int(whole[1]) if whole else text[:40]


def _constant(text: str) -> object:
    raise _RefusedError(say("This JSON holds {text}, which is no figure.", text=text))


def _depth(text: str) -> int:
    """The levels of brackets outside texts, in one pass."""
    deepest = depth = 0
    for found in _NESTING.finditer(text):
        sign = found[0]
        depth += sign in "[{"
        depth -= sign in "]}"
        deepest = max(deepest, depth)
    return deepest


def _as_text(content: str | bytes) -> str | Unreadable:
    if isinstance(content, str):
        return content
    if content.startswith(b"PK\x03\x04"):
        return Unreadable(
            say("This is a packed file or a workbook. Open it, copy the roster and paste it as text.")
        )
    found = decoded(content)
    if isinstance(found, EntryProblem):
        return Unreadable(say("This cannot be read: {why}. Paste the roster as text.", why=found.message))
    return found[0]


def plain_lines(text: str) -> str:
    """Mended encodings, one kind of line end, blank and apostrophe, composed letters; quotation marks as they are."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    composed = unicodedata.normalize("NFC", _thinned(_mended(lines).translate(_ENDS)))
    # Taking invisible signs away can leave letters beside accents they go with.
    return unicodedata.normalize("NFC", _thinned(_visible(composed)))


def _thinned(text: str) -> str:
    """The text without the accents beyond `MOST_MARKS` in a row."""
    marks = "".join(sign for sign in set(text) if not sign.isascii() and _is_mark(sign))
    if not marks:
        return text
    one = f"[{re.escape(marks)}]"
    return re.sub(f"({one}{{{MOST_MARKS}}}){one}+", r"\1", text)


def _is_mark(sign: str) -> bool:
    """Whether it, or the first part it is composed of, is set over or under the letter before."""
    return unicodedata.combining(unicodedata.normalize("NFD", sign)[0]) > 0


def _visible(text: str) -> str:
    return text.translate({ord(sign): _shown(sign) for sign in set(text) if not sign.isascii() or sign < " "})


def _shown(sign: str) -> str:
    if sign in "\t\n":
        return sign
    if sign in _FOLDS:
        return _FOLDS[sign]
    return "" if unicodedata.category(sign) in _INVISIBLE else sign


def _folded(text: str) -> str:
    return text.translate(_DOUBLES).replace("`", "'").replace("''", '"')


def _folded_lines(text: str) -> str:
    bare = _FENCE.sub("", _COMMAND.sub(r"\1", text, count=1) if _COMMAND.match(text) else text)
    return "\n".join(line.rstrip() for line in _unquoted(_folded(bare)).split("\n"))


def _unquoted(text: str) -> str:
    """A mail's answer, every line of which begins with `>`, without that."""
    lines = text.split("\n")
    if any(line.strip() and not line.startswith(">") for line in lines):
        return text
    return "\n".join(line.lstrip("> ") for line in lines)


def _without_breaks(text: str) -> str:
    """The lines of a printout that has `<br>` between them and no other tag; else the text unchanged."""
    if is_json(text) or "<" not in text:
        return text
    broken, breaks = _BREAK.subn("\n", text)
    return broken if breaks and not _TAG.search(broken) else text


def _refused(text: str) -> Unreadable | None:
    if is_json(text):
        return _SAVED_OBJECT if all(mark in text for mark in _SAVED) else None
    if _LUA.match(text):
        return _SAVED_OBJECT
    if _TAG.match(text.lstrip()) or _BREAK.search(text):
        return Unreadable(say("This is a web page. Copy the list as text, or use the builder's text export."))
    return None


_SAVED_OBJECT: Final = Unreadable(
    say(
        "This is a script or a saved object of Tabletop Simulator. Paste the text or the JSON your list builder "
        "exports."
    )
)


def _checked(text: str) -> str | Unreadable:
    if not text.strip():
        return Unreadable(say("There is nothing in it. Paste the text your list builder exports."))
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        return Unreadable(
            say(
                "There are {lines} lines; {most} are the most. Paste the roster alone.",
                lines=figure(len(lines)),
                most=figure(MOST_LINES),
            )
        )
    longest = max(range(len(lines)), key=lambda at: len(lines[at]))
    if len(lines[longest]) > LONGEST_LINE and not is_json(text):
        return Unreadable(
            say(
                "Line {line} has {characters} characters; {most} are the most. Copy the roster with its line breaks.",
                line=longest + 1,
                characters=figure(len(lines[longest])),
                most=figure(LONGEST_LINE),
            ),
            longest + 1,
        )
    return text


def _mended(text: str) -> str:
    """Text that was UTF-8 and read as Windows-1252, Windows-1250 or Latin-1, also twice or three times."""
    if text.isascii():
        return text
    for _ in range(3):
        before = text
        for codec in ("windows-1252", "windows-1250"):
            pattern, whole = _wrongly_read(codec)
            text = pattern.sub(whole, text)
        if text == before:
            break
    # The closing quotation mark has a byte that Windows-1252 lacks; programs drop it.
    return text.replace("â€", '"')


@cache
def _wrongly_read(codec: str) -> tuple[re.Pattern[str], Callable[[re.Match[str]], str]]:
    """A pattern of signs that are bytes of one UTF-8 letter, and what makes that letter of them."""
    byte_of = {chr(byte): byte for byte in range(0x80, 0xA0)}
    byte_of |= {bytes([byte]).decode(codec, "replace"): byte for byte in range(0x80, 0x100)}
    byte_of.pop("\ufffd", None)
    follow = "".join(re.escape(sign) for sign, byte in byte_of.items() if byte < 0xC0)
    lead = {sign: byte for sign, byte in byte_of.items() if byte >= 0xC0}
    two, three, four = (
        "".join(sign for sign, byte in lead.items() if low <= byte <= high)
        for low, high in ((0xC2, 0xDF), (0xE0, 0xEF), (0xF0, 0xF4))
    )
    pattern = re.compile(f"[{two}][{follow}]|[{three}][{follow}]{{2}}|[{four}][{follow}]{{3}}")

    def whole(found: re.Match[str]) -> str:
        letter = bytes(byte_of[sign] for sign in found[0]).decode("utf-8", "replace")
        return letter if _plausible(letter) else found[0]

    return pattern, whole


_PLAUSIBLE: Final = (
    (0x80, 0x17F),
    (0x192, 0x192),
    (0x2C6, 0x2DF),
    (0x2000, 0x2BFF),
    (0x1F000, 0x1FFFF),
    (0xFE0F, 0xFE0F),
    (0xFEFF, 0xFEFF),
)
"""Western and Central European letters, signs, emoji, and the mark at the beginning of files."""


def _plausible(letter: str) -> bool:
    """Whether rosters hold the letter: a capital before a closing quote, as in `ANDRÉ”`, makes one they do not."""
    code = ord(letter[0])
    return any(low <= code <= high for low, high in _PLAUSIBLE)
