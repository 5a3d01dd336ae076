"""What tests of paper share: sheets made by a real press, taken apart again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import zxingcpp
from django.test import RequestFactory

from muster.people.models import Person
from muster.web.desk.context import Desk
from muster.web.paper.choices import offers, read
from muster.web.paper.kinds import Kind
from muster.web.paper.press import Typesetter, Work, style
from muster.web.paper.sheets import pieces, sheets_of
from web_cases import Hall

LONG = "Maximiliane Wilhelmina Charlotte von Hohenstein-Wolkenburg"
ENDLESS = "Wolkenkuckucksheimerinnen" * 3
POLISH = "Grażyna Brzęczyszczykiewicz-Żółć"
JAPANESE = "高橋 健一郎"
STRANGE = {2: LONG, 3: ENDLESS, 4: POLISH, 5: JAPANESE}


def called(hall: Hall, names: dict[int, str]) -> None:
    """Give players of these entry numbers these names."""
    for player, name in names.items():
        Person.objects.filter(entries__player=player, entries__tournament=hall.tournament).update(name=name)


def desk_of(hall: Hall) -> Desk:
    """The organiser's desk, reached at an address of its own."""
    request = RequestFactory().get("/", headers={"host": "localhost"}, secure=True)
    request.user = hall.organiser
    hall.tournament.refresh_from_db()
    hall.tournament.event.refresh_from_db()
    return Desk(request, hall.tournament.event, hall.actor, hall.tournament)


class Printed:
    """A PDF, to be looked into."""

    def __init__(self, file: Path) -> None:
        self.document = pdfium.PdfDocument(file)

    def __len__(self) -> int:
        return len(self.document)

    def size(self, page: int = 0) -> tuple[int, int]:
        """Width and height in whole millimetres."""
        wide, high = self.document[page].get_size()
        return round(wide * 25.4 / 72), round(high * 25.4 / 72)

    def text(self, page: int | None = None) -> str:
        """The words of a page, or of all, without any space between them: lines break where they like."""
        pages = self.document if page is None else [self.document[page]]
        return "".join(squeezed(one.get_textpage().get_text_bounded()) for one in pages)

    def beyond(self, margin: float = 3.0) -> list[str]:
        """The letters that stand nearer to an edge than this, in millimetres."""
        room = margin * 72 / 25.4
        found = []
        for page in self.document:
            wide, high = page.get_size()
            words = page.get_textpage()
            text = words.get_text_range()
            for at in range(words.count_chars()):
                left, bottom, right, top = words.get_charbox(at)
                if left < room or bottom < room or right > wide - room or top > high - room:
                    found.append(text[at : at + 1])
        return [letter for letter in found if letter.strip()]

    def places(self, pattern: str, page: int = 0) -> list[tuple[float, str]]:
        """What fits a pattern, from the top of the page to its foot: height and words."""
        words = self.document[page].get_textpage()
        text = words.get_text_range()
        found = [(-words.get_charbox(hit.start())[3], hit.group()) for hit in re.finditer(pattern, text)]
        return sorted(found)

    def codes(self, page: int = 0, scale: float = 3.0) -> list[str]:
        """What a camera reads on a page."""
        picture = self.document[page].render(scale=scale, grayscale=True).to_numpy()
        return sorted(code.text for code in zxingcpp.read_barcodes(picture))


def squeezed(text: str) -> str:
    return "".join(text.replace("\ufffe", "-").replace("\x02", "-").split())


class Shop:
    """A press that prints sheets of any kind into a folder, with one process for all of them."""

    def __init__(self, folder: Path) -> None:
        self.setter, self.folder, self.made = Typesetter(), folder, 0

    def set(self, documents: list[str], told: list[int] | None = None) -> Printed:
        self.made += 1
        file = self.folder / f"{self.made}.pdf"
        tell = told.append if told is not None else lambda _pages: None
        self.setter.make(Work(documents, style(), file, tell))
        return Printed(file)

    def print(self, hall: Hall, kind: Kind, **options: Any) -> Printed:
        """Print this; as many pages as were counted beforehand."""
        desk = desk_of(hall)
        offer = next(one for one in offers(hall.tournament, hall.state) if one.kind == kind)
        chosen, problems = read(offer, {name: str(value) for name, value in options.items()})
        assert not problems, problems
        assert not offer.why_not, offer.why_not
        sheets = sheets_of(desk, kind, chosen)
        made = self.set(pieces(desk, sheets, chosen))
        assert len(made) == len(sheets.leaves)
        return made


def shop(folder: Path) -> Iterator[Shop]:
    opened = Shop(folder)
    yield opened
    opened.setter.close()
