"""What every part of a regulations file is made of: kinds of text and number, and the clause it rests on."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

from muster.core.messages import Message, say

CLAUSE_PATTERN: Final = r"^[A-Z]{2,4}(-[A-Z0-9]+)+$"
KEY_PATTERN: Final = r"^[a-z0-9]+(-[a-z0-9.]+)*$"
READING_PATTERN: Final = r"^[BF][0-9]+[a-z]?(, [BF][0-9]+[a-z]?)*$"
LANGUAGE_PATTERN: Final = r"^[a-z]{2}$"

ClauseId = Annotated[str, Field(pattern=CLAUSE_PATTERN, max_length=40)]
"""The id by which a clause is cited, such as `ARM-TP-1`."""

Readings = Annotated[str, Field(pattern=READING_PATTERN, max_length=40)]
"""The number of the reading we chose where a text is silent or contradicts itself; `B9, B19` for two. Those with F are
of formats: tables of three and four, and stages."""

PositiveInt = Annotated[int, Field(ge=1, le=1_000_000)]
"""A whole number from 1; the upper limit keeps a slip of the finger from becoming a plan."""

NonNegativeInt = Annotated[int, Field(ge=0, le=1_000_000)]
"""A whole number from 0."""

Players = Annotated[int, Field(ge=2, le=1_000_000)]
"""A number of players who can play at all."""

Key = Annotated[str, Field(pattern=KEY_PATTERN, max_length=60)]
"""A short lowercase name with hyphens."""

Words = Annotated[str, Field(min_length=1, max_length=2000)]


MOST: Final = 100
"""No list in a file has more items than this; real ones have about twenty."""


class UnfitError(ValueError):
    """A value in a file that cannot be what it has to be."""

    def __init__(self, says: Message) -> None:
        """What it must be."""
        super().__init__(says)
        self.says = says


_RATIO: Final = re.compile(r"([0-9]{1,6})(?:/([0-9]{0,5}[1-9][0-9]{0,5}))?")


def _ratio(value: object) -> Fraction:
    written = _RATIO.fullmatch(str(value)) if isinstance(value, str | Fraction) else None
    if written is None:
        raise UnfitError(say('must be a ratio written as text, such as "1/3"'))
    ratio = Fraction(int(written[1]), int(written[2] or "1"))
    if ratio > 1:
        raise UnfitError(say("must be a ratio from 0 to 1"))
    return ratio


Ratio = Annotated[Fraction, BeforeValidator(_ratio), PlainSerializer(str)]
"""An exact part of 1, written as text such as `1/3`."""


class Part(BaseModel):
    """Any part of a file: frozen, strict, and closed to unknown keys."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", arbitrary_types_allowed=True)


KEPT: Final = "B9"
"""The reading by which an edition keeps what those before it had and it does not name."""


class Cited(Part):
    """A part that says where it stands in the regulations.

    Attributes:
        clause: the clause it rests on.
        reading: the number of the reading we chose where the text is silent or contradicts itself.
    """

    clause: ClauseId
    reading: Readings | None = None

    @property
    def kept(self) -> bool:
        """Whether this edition says nothing of it, and it is kept as in the editions before (`B9`)."""
        return KEPT in (self.reading or "").split(", ")

    @property
    def source(self) -> str:
        """What to cite for it: its clause, or the reading by which it is kept from the editions before."""
        return KEPT if self.kept else self.clause
