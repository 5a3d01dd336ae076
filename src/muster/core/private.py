"""Words that people type: for staff and to be erased, so a fact, which is for everybody and for ever, holds their seal.

A form makes them `Private`, with a salt; a fact takes nothing but a `Seal`, whatever its field is called. The seal is
`sha256:` and the SHA-256 in hexadecimal of `salt|words`; the salt, random digits, keeps the words from being guessed.
Two seals of the same words differ, and nothing can be told of a seal but whether there is one: no rule rests on words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from muster.core.messages import NOTHING, Message, say

PREFIX: Final = "sha256:"
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_SEAL: Final = re.compile(PREFIX + "[0-9a-f]{64}")

LONGEST_REASON: Final = 500
"""Characters of a reason."""


class Seal(str):
    """What stands in a fact for words that somebody typed; empty where nothing was."""

    __slots__ = ()

    def __new__(cls, text: str = "") -> Seal:
        """A seal from its text.

        Raises:
            ValueError: these are words.
        """
        if text and not _SEAL.fullmatch(text):
            raise ValueError("a seal is made by `Private.seal`; words never stand in a fact")
        return super().__new__(cls, text)

    @classmethod
    def recorded(cls, text: str) -> Seal:
        """As it stands in a journal; those from before there were seals hold words."""
        return super().__new__(cls, text)

    @property
    def digest(self) -> str:
        """Its 64 hexadecimal digits; empty if there is nothing, or words."""
        return self.removeprefix(PREFIX) if _SEAL.fullmatch(self) else ""

    @property
    def given(self) -> bool:
        """Whether anything was typed."""
        return bool(self.strip())

    @property
    def seal(self) -> Seal:
        """Itself: what is sealed stays so."""
        return self

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(
            cls.recorded,
            core_schema.str_schema(strict=True),
            serialization=core_schema.plain_serializer_function_ser_schema(_written),
        )


UNSAID: Final = Seal()
"""Nothing was typed."""


@dataclass(frozen=True, slots=True)
class Private:
    """Words as somebody typed them, on their way from a form to their seal.

    Attributes:
        words: what was typed.
        salt: 64 random hexadecimal digits.
    """

    words: str = field(repr=False)
    salt: str = field(repr=False)

    @property
    def seal(self) -> Seal:
        """What a fact holds in their place."""
        return Seal(PREFIX + digest_of(self.salt, self.words)) if self.words else UNSAID

    @property
    def given(self) -> bool:
        """Whether anything was typed."""
        return bool(self.words.strip())

    def __eq__(self, other: object) -> bool:
        """Whether these are the same words with the same salt.

        Raises:
            TypeError: they are compared with text, such as a seal, which they never equal.
        """
        if isinstance(other, str):
            raise TypeError("a state holds seals, no words: there is nothing to compare typed words with")
        return isinstance(other, Private) and (self.words, self.salt) == (other.words, other.salt)

    def __hash__(self) -> int:
        """Equal words are one in a set."""
        return hash((self.words, self.salt))


Typed: TypeAlias = Private | Seal
"""Words in a command: as typed; or sealed, where a fact's command is decided once more."""


class Words(NamedTuple):
    """What a digest is made of; both are empty once the words are erased."""

    salt: str
    text: str


Reasons = Mapping[str, Words]
"""The words of reasons by digest, as a file has them in its header."""


def digest_of(salt: str, words: str) -> str:
    """The digest of words: 64 hexadecimal digits."""
    return sha256(f"{salt}|{words}".encode()).hexdigest()


def fault_in(digest: str, words: object) -> Message:
    """What is wrong with the words of a reason that somebody hands in; nothing if they are those of the digest."""
    if not _DIGEST.fullmatch(digest):
        return say("{digest} is not a digest of 64 hexadecimal digits", digest=repr(digest[:20]))
    short = digest[:8]
    if not isinstance(words, list | tuple) or [type(one) for one in words] != [str, str]:
        return say("{digest} must be a salt and a text", digest=short)
    salt, text = words
    if salt == text == "":
        return NOTHING
    if not _DIGEST.fullmatch(salt) or not 0 < len(text) <= LONGEST_REASON or not text.isprintable():
        return say("the words of {digest} are no reason with its salt", digest=short)
    if digest_of(salt, text) != digest:
        return say("{digest} is not the digest of its salt and text", digest=short)
    return NOTHING


def _written(value: object) -> str:
    """A seal as text; anything else has no way into a fact."""
    if not isinstance(value, Seal):
        raise TypeError(f"a fact takes a seal here, not {type(value).__name__}")
    return str(value)
