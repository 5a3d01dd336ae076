"""OpenDocument workbooks of our own making, and those that mean harm, each a few kilobytes long."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

KIND = "application/vnd.oasis.opendocument.spreadsheet"
SPACES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (("office", "office"), ("table", "table"), ("text", "text"), ("draw", "drawing"))
)
MANIFEST = "META-INF/manifest.xml"


def content(rows: str, *, more: str = "", before: str = "") -> bytes:
    """The part with the cells: one sheet with these rows, perhaps with others after it."""
    sheet = f'<table:table table:name="First">{before}{rows}</table:table>{more}'
    body = f"<office:body><office:spreadsheet>{sheet}</office:spreadsheet></office:body>"
    return f"<?xml version='1.0'?><office:document-content {SPACES}>{body}</office:document-content>".encode()


def ods(
    rows: str | bytes = "",
    *,
    kind: str = KIND,
    parts: dict[str, bytes] | None = None,
    how: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    """A workbook with these rows, or with this part in their place."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how, compresslevel=9) as packed:
        packed.writestr("mimetype", kind, zipfile.ZIP_STORED)
        packed.writestr("content.xml", rows if isinstance(rows, bytes) else content(rows))
        for name, part in (parts or {MANIFEST: b"<manifest/>"}).items():
            packed.writestr(name, part)
    return out.getvalue()


def cell(text: str = "", **given: object) -> str:
    """A cell with a text, such as `cell("Ada", columns=3, type="string")`."""
    names = {"columns": "table:number-columns-repeated", "type": "office:value-type", "value": "office:value"}
    said = "".join(
        f' {names.get(name, "office:" + name.replace("_", "-"))}="{value}"' for name, value in given.items()
    )
    return f"<table:table-cell{said}>{f'<text:p>{text}</text:p>' if text else ''}</table:table-cell>"


def row(*cells: str, times: object = "") -> str:
    said = f' table:number-rows-repeated="{times}"' if times else ""
    return f"<table:table-row{said}>{''.join(cells)}</table:table-row>"


def without(name: str) -> bytes:
    """A workbook that lacks a part."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(ods(row(cell("Ada"))))) as old, zipfile.ZipFile(out, "w") as new:
        for one in old.namelist():
            if one != name:
                new.writestr(one, old.read(one))
    return out.getvalue()


def entities(encoding: str) -> bytes:
    evil = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    evil += "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    return ods((evil + "]><x>&j;</x>").encode(encoding))


TOO_LARGE: dict[str, Callable[[], bytes]] = {
    "a long text in every column of every row": lambda: ods(
        row(cell("x" * 900, columns=16_384), times=1_048_576)
    ),
    "a long text in every row": lambda: ods(row(cell("x" * 9_000), times=1_048_576)),
    "many long rows": lambda: ods(row(cell("x" * 500, columns=40)) * 2_000),
    "empty cells": lambda: ods(row("<table:table-cell/>" * 480_000)),
    "spaces": lambda: ods(row(cell("Ada")).encode() + b" " * 19_000_000),
    "attributes": lambda: ods(
        row("<table:table-cell " + "".join(f"a{n}='' " for n in range(600_000)) + "/>")
    ),
    "elements in a text": lambda: ods(row(cell("<text:s/>" * 400_000))),
    "sheets": lambda: ods(content(row(cell("Ada")), more="<table:table/>" * 600_000)),
}

TOO_LONG: dict[str, Callable[[], bytes]] = {
    "the same row without end": lambda: ods(row(cell("Ada"), times=1_048_576)),
    "the same row more often than there are numbers": lambda: ods(row(cell("Ada"), times="9" * 4_000)),
    "a row after the last": lambda: ods(row(cell(), times=1_048_575) + row(cell("Ada"))),
}

DAMAGED: dict[str, Callable[[], bytes]] = {
    "no part with cells": lambda: without("content.xml"),
    "another way of packing": lambda: ods(b" " * 19_000_000, how=zipfile.ZIP_BZIP2),
    "entities": lambda: entities("utf-8"),
    "entities in another alphabet": lambda: entities("utf-16"),
    "an alphabet that is none": lambda: ods(b"<?xml version='1.0' encoding='nonsense'?><x/>"),
    "broken": lambda: ods(content(row(cell("Ada")))[:-9]),
    "repeated by a word": lambda: ods(row(cell("Ada", columns="many"))),
    "repeated by ten thousand digits": lambda: ods(row(cell("Ada", columns="9" * 10_000))),
    "a number that is none": lambda: ods(row(cell("Ada", type="float", value="seven"))),
    "a number of ten thousand digits": lambda: ods(row(cell("Ada", type="float", value="9" * 10_000))),
}

LOCKED: dict[str, Callable[[], bytes]] = {
    "each part by itself": lambda: ods(
        b"\x93\x01\xfe", parts={MANIFEST: b'<manifest:encryption-data manifest:checksum=""/>'}
    ),
    "all parts together": lambda: ods(b"", parts={"encrypted-package": b"\x93\x01\xfe"}),
}

HARMLESS: dict[str, Callable[[], bytes]] = {
    "cells far out": lambda: ods(
        row(cell("7"), cell(columns=16_382), cell("8"), cell("9", columns="9" * 300))
    ),
    "empty rows to the last": lambda: ods(row(cell("7")) + row(cell(), times=1_048_575)),
    "deep inside": lambda: ods(row(cell("7")) + "<x>" * 20_000 + "</x>" * 20_000),
    "repeated no times": lambda: ods(row(cell("7", columns=0), times=-3)),
    "as much as may be": lambda: ods(row(cell("7")) + row("<table:table-cell/>") * 16_000),
}
