"""Workbooks that mean harm, each a few kilobytes long."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

from openpyxl import Workbook

SPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET, BOOK = "xl/worksheets/sheet1.xml", "xl/workbook.xml"
LINKS, TYPES = "xl/_rels/workbook.xml.rels", "[Content_Types].xml"


def packed(
    changed: dict[str, bytes], renamed: dict[str, str] | None = None, how: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """A workbook with parts replaced; a part that is renamed is found under its new name."""
    plain, out = io.BytesIO(), io.BytesIO()
    book = Workbook()
    book.worksheets[0].append(["Ada", 7])
    book.save(plain)
    names = renamed or {}
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(out, "w", how, compresslevel=9) as new:
        for name in [*old.namelist(), *(set(changed) - set(old.namelist()))]:
            part = changed.get(name) or old.read(name)
            if name in (LINKS, TYPES):
                for before, after in names.items():
                    part = part.replace(before.encode(), after.encode())
            new.writestr(names.get(name, name), part)
    return out.getvalue()


def sheet(cells: str) -> bytes:
    return f'<worksheet xmlns="{SPACE}"><sheetData>{cells}</sheetData></worksheet>'.encode()


def lying() -> bytes:
    """A part that says it is small, and unpacks to 200 MB."""
    honest = packed({SHEET: sheet("<row/>" + " " * 200_000_000)})
    return re.sub(
        re.escape((200_000_000 + len(sheet("<row/>"))).to_bytes(4, "little")), b"\x10\0\0\0", honest
    )


def with_format(code: str) -> bytes:
    formats = "".join(f'<numFmt numFmtId="{200 + n}" formatCode="{code}"/>' for n in range(40))
    styles = "".join(f'<xf numFmtId="{200 + n}"/>' for n in range(40))
    part = f'<styleSheet xmlns="{SPACE}"><numFmts>{formats}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>'
    return packed({"xl/styles.xml": part.encode()})


def shared(text: str, times: int) -> bytes:
    strings = f'<sst xmlns="{SPACE}"><si><t>{text}</t></si></sst>'
    cells = "".join(f'<row><c t="s"><v>{n % 1}</v></c></row>' for n in range(times))
    links = (
        b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        b'<Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>'
        b'<Relationship Id="rId2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
    )
    return packed({"xl/sharedStrings.xml": strings.encode(), SHEET: sheet(cells), LINKS: links})


def utf_16() -> bytes:
    evil = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    evil += "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    return packed({SHEET: (evil + "]><worksheet>&j;</worksheet>").encode("utf-16")})


TOO_LARGE: dict[str, Callable[[], bytes]] = {
    "cells in a part of another name": lambda: packed(
        {SHEET: sheet("<row>" + "<c/>" * 4_500_000 + "</row>")}, {SHEET: "xl/worksheets/sheet1.dat"}
    ),
    "empty cells": lambda: packed({SHEET: sheet("<row>" + "<c/>" * 480_000 + "</row>")}),
    "attributes": lambda: packed(
        {SHEET: sheet("<row " + "".join(f"a{n}='' " for n in range(1_000_000)) + "/>")}
    ),
    "spaces": lambda: packed({SHEET: sheet("<row/>" + " " * 19_000_000)}),
    "one long text for many": lambda: shared("x" * 100_000, 20_000),
    "texts nobody shows": lambda: packed({BOOK: b"<sst>" + b"<si/>" * 600_000 + b"</sst>"}),
    "rows": lambda: packed({SHEET: sheet("<row/>" * 600_000)}),
    "numbers": lambda: packed({SHEET: sheet("<row><c><v>1e308</v></c></row>" * 20_000)}),
}

DAMAGED: dict[str, Callable[[], bytes]] = {
    "a part that lies about its size": lying,
    "another way of packing": lambda: packed({SHEET: b" " * 19_000_000}, how=zipfile.ZIP_BZIP2),
    "entities in another alphabet": utf_16,
    "a text that is not there": lambda: packed({SHEET: sheet('<row><c t="s"><v>999</v></c></row>')}),
    "a number of ten thousand digits": lambda: packed(
        {SHEET: sheet(f"<row><c><v>{'9' * 10_000}</v></c></row>")}
    ),
    "no sheet": lambda: packed({BOOK: f'<workbook xmlns="{SPACE}"/>'.encode()}),
    "a broken row": lambda: packed({SHEET: sheet('<row r="x"/>')}),
    "a column of no letters": lambda: packed({SHEET: sheet('<row><c r="1"/></row>')}),
}

HARMLESS: dict[str, Callable[[], bytes]] = {
    "brackets without end": lambda: with_format("[" * 20_000),
    "quotes without end": lambda: with_format("&quot;" * 3_000),
    "a cell far out": lambda: packed(
        {SHEET: sheet('<row r="1"><c r="A1"><v>7</v></c><c r="XFD1"><v>7</v></c></row>')}
    ),
    "a column beyond all": lambda: packed(
        {SHEET: sheet(f'<row r="1"><c r="A1"><v>7</v></c><c r="{"Z" * 90_000}1"><v>7</v></c></row>')}
    ),
    "deep inside": lambda: packed(
        {SHEET: sheet("<row><c><v>7</v></c></row>" + "<x>" * 20_000 + "</x>" * 20_000)}
    ),
    "as much as may be": lambda: packed(
        {SHEET: sheet("<row><c><v>7</v></c></row>" + "<row><c/><c/></row>" * 20_000)}
    ),
}
