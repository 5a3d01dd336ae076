"""Pictures of components, compared with those that are kept: a change of the look is seen by a test.

Letters are not drawn alike by two versions of a browser, nor on two machines. So what is compared is not pixels but
their means over squares of `SQUARE`: there a hair of a letter is gone, and a line, a colour or a place is not. The
browser and version the kept pictures were taken with stand beside them; where another one draws, a little more may
differ, as long as everything stands where it stood.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops

KEPT: Final = Path(__file__).parent / "browser" / "pictures"
VERSION: Final = KEPT / "chromium.txt"
FAILED: Final = Path("build") / "pictures"
"""Where the three files of a picture that differs are put: expected, actual, difference."""

SQUARE: Final = 4
STEP: Final = 20
"""Pixels along the side of a square, and how far the means of two may be apart, of 255."""

SAME, OTHER = 0.0002, 0.06
"""The share of the squares that may be further apart: with the version the pictures were taken with, and with others,
whose letters may be hinted otherwise (5 % where every letter is); the size and the shade have to be the same there."""

SHADE: Final = 1.5
"""How far the means of whole pictures may be apart, of 255: what changes everywhere changes each square a little."""

COLOURS: Final = 128
"""Colours a kept picture has: a component has few, and the file is small."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How two pictures differ.

    Attributes:
        share: of the squares that are too far apart; 1 for pictures of different sizes.
        shade: how far the means of the whole are apart.
        picture: where it is, in red on what is expected.
    """

    share: float
    shade: float
    picture: Image.Image

    def matters(self, most: float) -> bool:
        """Whether it is one that people see."""
        return self.share > most or self.shade > SHADE


def difference(expected: Image.Image, actual: Image.Image) -> Difference:
    """How a picture differs from the one that is expected."""
    expected, actual = expected.convert("RGB"), actual.convert("RGB")
    if any(abs(one - other) > 1 for one, other in zip(expected.size, actual.size, strict=True)):
        return Difference(1.0, 255.0, actual)
    size = min(expected.width, actual.width), min(expected.height, actual.height)
    one, other = (_squares(picture.crop((0, 0, *size))) for picture in (expected, actual))
    apart = ImageChops.difference(one, other)
    red, green, blue = apart.split()
    far = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda value: 255 * (value > STEP))
    share = far.histogram()[255] / (far.width * far.height)
    marked = Image.composite(
        Image.new("RGB", size, "#ff0000"), expected.crop((0, 0, *size)), far.resize(size, 0)
    )
    return Difference(share, max(abs(a - b) for a, b in zip(_mean(one), _mean(other), strict=True)), marked)


def _squares(picture: Image.Image) -> Image.Image:
    return picture.reduce(SQUARE)


def _mean(picture: Image.Image) -> tuple[float, ...]:
    return tuple(
        sum(at * often for at, often in enumerate(channel.histogram())) / (picture.width * picture.height)
        for channel in picture.split()
    )


def looks_as_kept(name: str, shown: bytes, version: str) -> str:
    """Nothing if a picture is as it is kept; else what differs, with where to look at it and how to accept it.

    With `MUSTER_LOOKS=accept` every picture is kept as it is now.
    """
    actual, path = Image.open(BytesIO(shown)), KEPT / f"{name}.png"
    if os.environ.get("MUSTER_LOOKS") == "accept":
        keep(path, actual, version)
        return ""
    if not path.exists():
        return f"{name}: no picture is kept yet"
    expected = Image.open(path)
    found = difference(expected, actual)
    if not found.matters(SAME if VERSION.read_text().strip() == version else OTHER):
        return ""
    _written(name, expected, actual, found.picture)
    return f"{name}: {found.share:.2%} of it differs, shade by {found.shade:.1f}"


def keep(path: Path, actual: Image.Image, version: str) -> None:
    """Keep a picture, unless the one that is there shows the same: its file then stays as it is."""
    KEPT.mkdir(exist_ok=True)
    VERSION.write_text(f"{version}\n")
    if path.exists() and not difference(Image.open(path), actual).matters(SAME):
        return
    whole = actual.convert("RGB")
    few = whole.quantize(COLOURS, dither=Image.Dither.NONE)
    (whole if difference(few, whole).matters(SAME) else few).save(path, optimize=True)


def _written(name: str, expected: Image.Image, actual: Image.Image, marked: Image.Image) -> None:
    FAILED.mkdir(parents=True, exist_ok=True)
    for kind, picture in (("expected", expected), ("actual", actual), ("difference", marked)):
        picture.save(FAILED / f"{name}-{kind}.png")


def compare(pictures: dict[str, bytes], version: str, kept: str) -> None:
    """Fail if any of these pictures is not as it is kept, or one is kept that nobody takes any more.

    Args:
        pictures: by name.
        version: the program that drew them, and which.
        kept: the names of those that belong together, with `*`.
    """
    wrong = list(filter(None, (looks_as_kept(name, shown, version) for name, shown in pictures.items())))
    gone = [one for one in KEPT.glob(f"{kept}.png") if one.stem not in pictures]
    if os.environ.get("MUSTER_LOOKS") == "accept":
        for one in gone:
            one.unlink()
        return
    wrong += [f"{one.stem}: there is nothing to take it of" for one in gone]
    if wrong:
        before = VERSION.read_text().strip() if VERSION.exists() else "none"
        says = [
            *wrong,
            f"Look at them: {FAILED.absolute()} has expected, actual and difference of each.",
            "If they are as they should be: `make looks` keeps them, and they are committed with the change.",
            f"Kept with {before}, drawn with {version}.",
        ]
        pytest.fail("\n".join(says), pytrace=False)
