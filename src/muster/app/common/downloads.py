"""Tables as files that leave the desk."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from muster.exchange.folding import folded

_FORMULA: Final = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r")
"""What a spreadsheet would take for the beginning of a formula, also as wide as East Asian signs are."""

_WITHIN: Final = re.compile(rf';(?=["\s]*[{re.escape("".join(_FORMULA))}])')
"""The same where a spreadsheet parts lines at semicolons, as it does where the comma stands before decimals."""

_SHORTEST: Final = 2
"""Letters a formula has at least."""


def csv_text(heads: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """A table as CSV that spreadsheets open as it is: UTF-8 with its mark, and no text that acts as a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(heads)
    writer.writerows([_harmless(cell) for cell in line] for line in lines)
    return "\ufeff" + out.getvalue()


def _harmless(cell: object) -> object:
    if not isinstance(cell, str) or len(cell) < _SHORTEST:
        return cell
    harmless = _WITHIN.sub(";'", cell)
    return f"'{harmless}" if cell.startswith(_FORMULA) else harmless


def file_name(*parts: object) -> str:
    """A name for a file, of plain letters, digits and dashes only: `lodz-open-standings-3` of `Łódź Open`."""
    text = folded("-".join(str(part) for part in parts))
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-") or "muster"
