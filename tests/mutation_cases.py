"""What comes from outside, gone wrong: real and made-up files with bytes, lines, numbers and values changed by dice.

The same dice make the same input, whatever was made before it, where the same real files lie.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

from hostile_ods import cell, ods, row
from hostile_sheets import packed, shared, sheet, with_format
from support import SHARED
from tamper_cases import Book

LONGEST: Final = 20_000
"""Bytes of an input."""

SIZES: Final = (1_500, 1_500, 1_500, 1_500, 4_000, 4_000, LONGEST)
"""How long inputs are at most: mostly short, for what is short is read soonest, and most is wrong in a few letters."""

HERE: Final = Path(__file__).parent
OWN: Final = HERE / "hostile" / "seeds"
DATA: Final = HERE.parent / "src" / "muster" / "rules" / "data"

ODD: Final[tuple[bytes, ...]] = tuple(
    text.encode("utf-8", "surrogatepass")
    for text in (
        "", "\0", "\x07", "\x1a", "\x1c", "\x85", "\u2028", "\r", "\r\r\n", "\v", "\f", "\t", "\n\n\n", " " * 300,
        "\ufeff", "\u200b", "\u202e", "\u00ad", "\ud800", "\udfff", "\U0001f680", "e" + "\u0301" * 60, "ﷺ" * 20,
        "ß", "İ", "ǅ", "ﬁ", "½", "²", "٣", "１２", "३", "Ⅷ", "𝟙", "①", "〇", "零", "−1", "–", "‐",
        "0", "-1", "-0", "00", "1e9", "1e400", "1.0", "0.1", "NaN", "Infinity", "0x10", "1_000", "1,000", "1/0",
        "9" * 30, "9" * 400, "9" * 5_000, "999999999999", "1000000", "2x40", "1+1", "= 2x40", "4x3", "(20)", "[64]",
        "=1+1", "+1", "@SUM(A1)", "-2", '=HYPERLINK("http://x")', "'", '"', '""', '"""', "`", "\\", "\\u0000",
        "\\ud800", "(", ")", "()", "[", "]", "[]", "{", "}", "{}", "null", "true", "<", ">", "<a>", "<!DOCTYPE x>",
        "&a;", "<![CDATA[", "<br>", "•", "••", "-", "--", "/", "|", " | ", ",", ";", ":", "!", "#", "*", "x", "..",
        "---", "%s", "%(a)s", "{name}", "${x}", "://", "https://example.org/list/", "Name:", "Faction:", "Commands:",
        "Squadrons:", "Total", "Points", "2026-02-30", "0000-00-00", "9999-12-31", "2026-W01-1", "20260101",
    )
)  # fmt: skip
"""Pieces that something might choke on."""

VALUES: Final[tuple[object, ...]] = (
    None, True, False, 0, -1, 1.5, 1e308, -0.0, 10**9, 10**30, "", " ", "\0", "\ud800", "x" * 5_000, "9" * 400, "٣",
    [], {}, [[]], [None], {"": None}, [1, 2, 3], "2026-13-01", ["a", ["b", ["c"]]], {"a": {"b": {}}}, "P001", "1/0",
)  # fmt: skip
"""Values that stand where others are expected."""

DIGITS: Final = ("٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "０１２３４５６７８９", "⁰¹²³⁴⁵⁶⁷⁸⁹", "𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡")
DECLARED: Final = (
    "utf-7",
    "utf-16",
    "utf-32",
    "idna",
    "punycode",
    "undefined",
    "cp037",
    "latin-1",
    "rot13",
    "nonsense",
)
"""What XML may say of its encoding."""

CODES: Final = (
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-8-sig",
    "windows-1250",
    "windows-1252",
    "utf-32",
    "utf-7",
)
ENDS: Final = (b"\r\n", b"\r", b"\n\r", b"\x0b", b"\xc2\x85", b"\xe2\x80\xa8", b"")
_NUMBER: Final = re.compile(rb"[0-9]+")


@dataclass(frozen=True, slots=True)
class Seed:
    """A file that is right, or nearly: of what sort, what it holds, and whether it is a real one."""

    sort: str
    content: bytes
    real: bool = False


SORTS: Final[Mapping[str, str]] = {
    "cards": "cards",
    "events": "events",
    "players": "players",
    "result": "results",
    "prizes": "awards",
    "prices": "prices",
    "penalties": "rules",
}
"""The sorts of our own seeds by how their names begin; the others are rosters."""

_WANTED: Final[Mapping[str, str]] = {
    "cards": "cards",
    "own-cards": "cards",
    "prices": "prices",
    "events": "events",
    "results": "results",
    "players": "players",
    "pasted": "players",
    "entries": "players",
    "decoded": "players",
    "awards": "awards",
    "picture": "pictures",
    "journal": "journals",
    "regulations": "rules",
    "penalties": "rules",
}
"""The sort of seeds that a reader is mostly given; rosters where none is named."""


@cache
def seeds() -> Mapping[str, Sequence[Seed]]:
    """All seeds by sort: our own, and pieces of real files where they lie."""
    found: dict[str, list[Seed]] = {}
    for seed in (*_own(), *_made(), *_real()):
        found.setdefault(seed.sort, []).append(seed)
    return found


def _own() -> Iterator[Seed]:
    for path in sorted(OWN.iterdir()):
        yield Seed(SORTS.get(path.stem.partition("-")[0], "rosters"), path.read_bytes())
    for path in sorted(DATA.rglob("*.toml")):
        yield Seed("rules", path.read_bytes()[:LONGEST])
    for path in sorted((HERE / "journals").rglob("*.muster")):
        yield Seed("journals", path.read_bytes())


def _made() -> Iterator[Seed]:
    """Workbooks and pictures: what they hold is packed."""
    text = '<row r="1"><c r="A1" t="inlineStr"><is><t>Ada</t></is></c><c t="n" s="1"><v>45000.5</v></c></row>'
    for content in (
        packed({}),
        packed({"xl/worksheets/sheet1.xml": sheet(text)}),
        shared("Ada", 3),
        with_format("d.m"),
        ods(row(cell("Ada", type="string"), cell("7", type="float", value="7", columns=2), times=2)),
    ):
        yield Seed("players", content)
    from PIL import Image

    for kind in ("png", "jpeg", "webp"):
        out = io.BytesIO()
        Image.new("RGB", (3, 2), "red").save(out, kind)
        yield Seed("pictures", out.getvalue())


_FOLDERS: Final = {"rosters": "rosters", "catalogues": "cards", "events": "events", "foreign": "players"}


def _real() -> Iterator[Seed]:
    for folder, sort in _FOLDERS.items():
        for path in sorted((SHARED / "data" / folder).rglob("*.*")):
            for content in _shortened(path.read_bytes()):
                yield Seed(sort, content, real=True)


def _shortened(content: bytes) -> list[bytes]:
    """A file as pieces of at most `LONGEST` bytes that still have its form."""
    if len(content) <= LONGEST:
        return [content]
    lines = content.splitlines(keepends=True)
    short = [line for line in lines if len(line) <= LONGEST]
    if content.startswith(b"{") and len(lines) > 1 and all(line.startswith(b"{") for line in lines[:3]):
        return short[:12]
    if content.lstrip()[:1] in (b"{", b"["):
        return [json.dumps(_fewer(json.loads(content)), ensure_ascii=False).encode()[:LONGEST]]
    if content.lstrip().startswith(b"<?xml"):
        root = ElementTree.fromstring(content)  # noqa: S314  (files of ours)
        _prune(root)
        return [ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)[:LONGEST]]
    return [b"".join(short)[:LONGEST]]


def _fewer(value: Any, most: int = 3) -> Any:
    if isinstance(value, dict):
        kept = value if len(value) < 40 else dict(list(value.items())[:most])
        return {key: _fewer(each, most) for key, each in kept.items()}
    return [_fewer(each, most) for each in value[:most]] if isinstance(value, list) else value


def _prune(element: ElementTree.Element) -> None:
    for each in list(element)[2:]:
        element.remove(each)
    for each in element:
        _prune(each)


def sort_for(reader: str) -> str:
    """The sort of seeds that this reader reads."""
    return _WANTED.get(reader, "rosters")


def made(reader: str, seed: str) -> bytes:
    """One input for a reader; the seed is any text."""
    rng = Random(f"{reader}/{seed}")  # noqa: S311  (dice of a test)
    sort = sort_for(reader) if rng.random() < 0.85 else rng.choice(sorted(seeds()))
    most = rng.choice(SIZES)
    there = seeds()[sort]
    content = rng.choice([seed for seed in there if len(seed.content) <= most] or there).content
    if content.startswith(b"PK") and rng.random() < 0.8:
        return _in_parts(rng, content)
    if sort == "journals" and rng.random() < 0.7:
        return _recorded(rng, content, most)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 5, 9))):
        content = _changed(rng, content)[: most * 2]
    return content[:most]


def _changed(rng: Random, content: bytes) -> bytes:
    try:
        return rng.choice(_WAYS)(rng, content)
    except (ValueError, RecursionError):  # not of the form that way changes
        return _odd(rng, content)


# Ways that know nothing of what they change


def _place(rng: Random, content: bytes) -> tuple[int, int]:
    start = rng.randint(0, len(content))
    return start, min(len(content), start + rng.choice((0, 1, 1, 2, 4, 16, 60, 400)))


def _flipped(rng: Random, content: bytes) -> bytes:
    new = bytearray(content)
    for _ in range(min(len(new), rng.choice((1, 2, 8)))):
        new[rng.randrange(len(new))] = rng.randrange(256)
    return bytes(new)


def _gone(rng: Random, content: bytes) -> bytes:
    start, end = _place(rng, content)
    return content[:start] + content[end:]


def _doubled(rng: Random, content: bytes) -> bytes:
    start, end = _place(rng, content)
    times = rng.choice((2, 3, 20, 200, 2_000))
    return (
        content[:start] + content[start:end] * min(times, 1 + LONGEST // max(1, end - start)) + content[end:]
    )


def _odd(rng: Random, content: bytes) -> bytes:
    start, end = _place(rng, content)
    return (
        content[:start]
        + rng.choice(ODD) * rng.choice((1, 1, 1, 2, 30))
        + content[end if rng.random() < 0.5 else start :]
    )


def _cut_off(rng: Random, content: bytes) -> bytes:
    at = rng.randint(0, len(content))
    return content[:at] if rng.random() < 0.7 else content[at:]


def _spliced(rng: Random, content: bytes) -> bytes:
    other = rng.choice(seeds()[rng.choice(sorted(seeds()))]).content
    start, end = _place(rng, other)
    at = rng.randint(0, len(content))
    return content[:at] + (other[start:] if rng.random() < 0.5 else other[start:end]) + content[at:]


def _deep(rng: Random, content: bytes) -> bytes:
    opening = rng.choice(
        (b"[", b"{", b'{"a":', b"(", b"<x>", b"[[", b'["', b"- ", b"> ", b"a.", b"x = [", b"{{", b"&")
    )
    at, many = rng.randint(0, len(content)), rng.choice((3, 13, 70, 1_200, 19_000 // len(opening)))
    return content[:at] + opening * many + content[at:]


def _otherwise_coded(rng: Random, content: bytes) -> bytes:
    return content.decode("utf-8").encode(rng.choice(CODES), "replace")


# Ways that know lines, numbers and cells


def _numbers(rng: Random, content: bytes) -> bytes:
    found = list(_NUMBER.finditer(content))
    if not found:
        return _odd(rng, content)
    one = rng.choice(found)
    new = rng.choice(
        (
            b"0",
            b"-1",
            b"9" * 20,
            b"9" * 4_400,
            b"1e5",
            b"00",
            b"2147483648",
            b"999",
            b"1.5",
            b"",
            b"1+1",
            b"4x3",
        )
    )
    return content[: one.start()] + new + content[one.end() :]


def _digits(rng: Random, content: bytes) -> bytes:
    table = str.maketrans("0123456789", rng.choice(DIGITS))
    return content.decode("utf-8").translate(table).encode()


def _lines(rng: Random, content: bytes) -> bytes:
    lines = content.split(b"\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines[at], lines[to] = lines[to], lines[at]
        case 2:
            lines[at:at] = [lines[to]] * rng.choice((1, 2, 50, 1_000))
        case 3:
            other = rng.choice(seeds()[rng.choice(sorted(seeds()))]).content.split(b"\n")
            lines.insert(at, rng.choice(other))
        case _:
            rng.shuffle(lines)
    return b"\n".join(lines)


def _ends(rng: Random, content: bytes) -> bytes:
    return content.replace(b"\n", rng.choice(ENDS))


def _cells(rng: Random, content: bytes) -> bytes:
    mark = rng.choice((b",", b";", b"\t", b" ", b'"', b":", b"|", b"=", b"("))
    cells = content.split(mark)
    at = rng.randrange(len(cells))
    cells[at] = rng.choice(
        (rng.choice(ODD), b"=" + cells[at], b"@" + cells[at], b'"' + cells[at], cells[at] * 2)
    )
    return rng.choice((mark, mark, mark, b",", b";", b"\t", mark * 2)).join(cells)


def _case(rng: Random, content: bytes) -> bytes:
    text = content.decode("utf-8")
    return rng.choice((text.upper, text.lower, text.title, text.swapcase))().encode()


# Ways that know JSON and XML


def _valued(rng: Random, content: bytes) -> bytes:
    """JSON with another value, or another key, in some place."""
    value = _odd_within(rng, json.loads(content))
    return json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


def _odd_within(rng: Random, value: Any) -> Any:
    if not isinstance(value, dict | list) or not value or rng.random() < 0.1:
        return rng.choice(VALUES)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = rng.choice(keys)
    match rng.randrange(12):
        case 0:
            del value[key]
        case 1:
            value[key] = value[rng.choice(keys)]
        case 2 if isinstance(value, dict):
            value[str(rng.choice(VALUES))] = value[key]
        case 2:
            return value * rng.choice((2, 40)) if isinstance(value, list) else value
        case 3:
            nest: Any = value[key]
            for _ in range(rng.choice((5, 60))):
                nest = rng.choice(([nest], {"a": nest}))
            value[key] = nest
        case _:
            value[key] = _odd_within(rng, value[key])
    return value


def _marked(rng: Random, content: bytes) -> bytes:
    """XML with an attribute, a text or a child gone, doubled or replaced."""
    if not content.lstrip().startswith(b"<"):
        raise ValueError
    try:
        root = ElementTree.fromstring(content)  # noqa: S314  (files of ours)
    except (ElementTree.ParseError, LookupError):
        raise ValueError from None
    all_ = list(root.iter())
    one, other = rng.choice(all_), rng.choice(all_)
    match rng.randrange(7):
        case 6:
            declared = f'<?xml version="1.0" encoding="{rng.choice(DECLARED)}"?>'
            return declared.encode() + content.partition(b"?>")[2]
        case 0 if one.attrib:
            del one.attrib[rng.choice(sorted(one.attrib))]
        case 1 if one.attrib:
            one.attrib[rng.choice(sorted(one.attrib))] = rng.choice(
                ("", "x", "-1", "1e9", "9" * 400, "٣", "max", "1.5")
            )
        case 2:
            one.text = rng.choice(("", "x", "9" * 400, "٣", " \n "))
        case 3:
            one.extend([other] * rng.choice((1, 30)) if one not in other.iter() else [])
        case 4:
            one.tag = other.tag
        case _:
            one.attrib["number-columns-repeated"] = rng.choice(("0", "-1", "100000", "9" * 30, "x"))
    return bytes(ElementTree.tostring(root, encoding="utf-8"))


def _in_parts(rng: Random, content: bytes) -> bytes:
    """A packed file with some of its parts changed."""
    with zipfile.ZipFile(io.BytesIO(content)) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    for _ in range(rng.choice((1, 1, 2, 4))):
        name = rng.choice(sorted(parts))
        if rng.random() < 0.05:
            del parts[name]
            parts = parts or {"x": b""}
            continue
        way = _marked if rng.random() < 0.5 else rng.choice(_WAYS)
        try:
            parts[name] = way(rng, parts[name])[: 200 * LONGEST]
        except (ValueError, RecursionError):
            parts[name] = _odd(rng, parts[name])
    out, how = io.BytesIO(), rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(out, "w", how) as new:
        for name, part in parts.items():
            new.writestr(name, part)
    whole = out.getvalue()
    return whole if rng.random() < 0.9 else _flipped(rng, whole)


def _recorded(rng: Random, content: bytes, most: int) -> bytes:
    """A journal with values of some facts changed, whose chain is whole again."""
    whole = content.decode().splitlines(keepends=True)
    book = Book("".join(whole[: 1 + rng.randint(1, max(3, most // 450))]))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        line = rng.choice(book.lines)
        match rng.randrange(8):
            case 0:
                book.lines.remove(line)
                book.lines = book.lines or [line]
            case 1:
                book.lines.insert(rng.randrange(len(book.lines)), json.loads(json.dumps(line)))
            case 2:
                line["kind"] = rng.choice(book.lines)["kind"]
            case 3:
                line["data"] = json.loads(json.dumps(rng.choice(book.lines)["data"]))
            case _:
                line["data"] = _near_within(rng, line["data"])
    try:
        text = book.text(mended=True)
    except (
        LookupError,
        TypeError,
        AttributeError,
        ValueError,
    ):  # what follows from the facts cannot be told any more
        text = book.text(mended=False)
    return text.encode("utf-8", "surrogatepass")


def _near_within(rng: Random, value: Any) -> Any:
    """A value changed for another of its type, so that the form still holds; now and then for any."""
    if rng.random() < 0.1:
        return _odd_within(rng, value)
    if isinstance(value, bool | float) or value is None:
        return rng.choice((True, False, None, 1))
    if isinstance(value, int):
        return rng.choice((0, -1, 1, 2, value + 1, value - 1, 99, 1_000, 10**6, 10**9, 10**18, 10**30))
    if isinstance(value, str):
        return rng.choice(
            (
                "",
                "x",
                value + "x",
                value[::-1],
                value[:-1],
                "0",
                "1/0",
                "1/3",
                "9" * 400,
                "\0",
                "swiss",
                "2026-01-01",
            )
        )
    if not value:
        return rng.choice(([], {}, [1], [[1, 2]], {"1": 1}))
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = rng.choice(keys)
    if rng.random() < 0.15:
        if isinstance(value, list):
            return rng.choice((value[:-1], value + value, value[::-1], [], value * 30))
        return {other: each for other, each in value.items() if other != key}
    value[key] = _near_within(rng, value[key])
    return value


_WAYS: Final[tuple[Callable[[Random, bytes], bytes], ...]] = (
    _flipped,
    _gone,
    _doubled,
    _odd,
    _odd,
    _cut_off,
    _spliced,
    _deep,
    _otherwise_coded,
    _numbers,
    _numbers,
    _digits,
    _lines,
    _lines,
    _ends,
    _cells,
    _cells,
    _case,
    _valued,
    _valued,
    _valued,
    _marked,
    _marked,
)
