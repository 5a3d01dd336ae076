"""Which sentences stand on which page, with a picture of it: for whoever translates them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import Any, Final
from unittest import mock

from django.utils.translation.trans_real import DjangoTranslation

from catalogue_cases import HELD, catalogues
from muster.exchange.translations import Translation

Key = tuple[str, str, str]

_STYLE: Final = (
    "body{font:16px sans-serif;max-width:80rem;margin:2rem}img{max-width:100%;border:1px solid}"
    "table{border-collapse:collapse}td{border:1px solid #999;padding:.2rem .5rem;vertical-align:top}"
)


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page as it was looked at: its address, its picture in the same folder, and the sentences on it."""

    address: str
    picture: str
    sentences: Sequence[Translation]


@contextmanager
def listening() -> Iterator[dict[Key, str]]:
    """What is looked up in a catalogue meanwhile, and what was found."""
    heard: dict[Key, str] = {}
    one_form, forms = DjangoTranslation.gettext, DjangoTranslation.ngettext

    def gettext(self: Any, words: str) -> str:
        context, _, text = words.rpartition("\x04")
        return heard.setdefault((context, text, ""), one_form(self, words))

    def ngettext(self: Any, one: str, many: str, number: int) -> str:
        context, _, text = one.rpartition("\x04")
        heard[context, text, many] = said = forms(self, one, many, number)
        return said

    with mock.patch.multiple(DjangoTranslation, gettext=gettext, ngettext=ngettext):
        yield heard


def standing_on(page: str, heard: Mapping[Key, str], language: str) -> list[Translation]:
    """The sentences of the catalogue that were looked up for a page and stand on it, as the page has them."""
    known, text = catalogues()[language].entries, _flat(unescape(page))
    return [known[key] for key, said in heard.items() if key in known and _stands(said, text)]


def _stands(said: str, text: str) -> bool:
    """Whether all that stands between what is put in is there."""
    pieces = [_flat(piece) for piece in HELD.split(unescape(said))]
    return any(pieces) and all(piece in text for piece in pieces)


def _flat(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def write(folder: Path, language: str, pages: Sequence[SeenPage]) -> None:
    """All pages with their sentences, as `index.html`; the pictures each sentence is in, as `sentences.tsv`."""
    where: dict[Key, list[str]] = {}
    lines = [f'<!DOCTYPE html><html lang="{language}"><meta charset="utf-8"><style>{_STYLE}</style>']
    for page in pages:
        lines.append(
            f'<h2>{escape(page.address)}</h2><img src="{page.picture}" alt="" loading="lazy"><table>'
        )
        for one in page.sentences:
            where.setdefault(one.key, []).append(page.picture)
            cells = one.key[1], " · ".join(one.forms), ", ".join(one.files)
            lines.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
        lines.append("</table>")
    (folder / "index.html").write_text("\n".join(lines), encoding="utf-8")
    rows = (
        f"{context}\t{text}\t{' '.join(dict.fromkeys(on))}\n"
        for (context, text, _many), on in sorted(where.items())
    )
    (folder / "sentences.tsv").write_text("".join(rows), encoding="utf-8")
