"""Style sheets as they are served: without their layout, and with every rule they had."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tinycss2

import muster.web
from muster.site.static import squeezed

SHEETS = sorted((Path(muster.web.__file__).parent / "static" / "muster").glob("*.css"))


def told(sheet: str) -> list[tuple[str, str]]:
    """Every selector, condition and value, each without the white space that means nothing."""
    return list(_told(tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)))


def _told(rules: list[Any]) -> Iterator[tuple[str, str]]:
    for rule in rules:
        assert rule.type in ("qualified-rule", "at-rule", "declaration"), rule
        words = rule.value if rule.type == "declaration" else rule.prelude
        name = getattr(rule, "lower_name", getattr(rule, "lower_at_keyword", ""))
        plain = tinycss2.serialize([one for one in words if one.type != "comment"])
        yield name, re.sub(r"\s+", " ", re.sub(r"\s*([,>])\s*|(:) ", r"\1\2", plain.strip()))
        if getattr(rule, "content", None) is not None:
            yield from _told(
                tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            )


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_a_sheet_says_the_same_in_fewer_bytes(sheet: Path) -> None:
    text = sheet.read_text()
    assert told(squeezed(text)) == told(text)
    assert squeezed(squeezed(text)) == squeezed(text)
    assert "\n" not in re.sub(r"\"[^\"]*\"", "", squeezed(text))


@pytest.mark.parametrize(
    ("laid_out", "served"),
    [
        ("a > b :is(c, d) + e {\n  margin: 0 auto;\n}\n", "a>b :is(c,d) + e{margin:0 auto}"),
        ("/* why */ a::after { content: \" /* a, b */ ; \"; }", "a::after{content:\" /* a, b */ ; \"}"),
        ("@media (min-width: 48rem) and (x: y) {\n  a { b: calc(1px + 2px) }\n}",
         "@media (min-width:48rem) and (x:y){a{b:calc(1px + 2px)}}"),
    ],
)  # fmt: skip
def test_only_layout_goes(laid_out: str, served: str) -> None:
    assert squeezed(laid_out) == served
