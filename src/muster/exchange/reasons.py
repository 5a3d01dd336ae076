"""Words that facts name only by their seal, beside the journal: `muster.core.private` says why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Final, NamedTuple

from muster.core.messages import NOTHING, Message, say
from muster.core.private import Private, Seal, digest_of
from muster.core.tournament.acts.base import Command, Fact
from muster.core.tournament.acts.guards import LONGEST_REASON

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class Words(NamedTuple):
    """What a digest is made of; both are empty once the words are erased."""

    salt: str
    text: str


Reasons = Mapping[str, Words]
"""The words of reasons by digest, as a file has them in its header."""


class UnsealedError(Exception):
    """A fact names words by a seal that is not of what was typed: nobody could ever say what they were."""


def seals_in(fact: Fact) -> Iterator[Seal]:
    """What stands in the fact for words that were typed; in old journals the words."""
    for field in fields(fact):
        value = getattr(fact, field.name)
        if isinstance(value, Seal) and value:
            yield value


def digest_in(fact: Fact) -> str:
    """The digest of the words that belong to the fact; empty if there are none."""
    return next((seal.digest for seal in seals_in(fact)), "")


def digests_in(facts: Iterable[Fact]) -> frozenset[str]:
    """All the digests of words in these facts."""
    return frozenset(seal.digest for fact in facts for seal in seals_in(fact) if seal.digest)


def typed_words(command: Command, decision: Iterable[Fact]) -> dict[str, Words]:
    """The words behind the seals in what was decided on, by digest: they are to be kept beside the facts.

    Raises:
        UnsealedError: a fact has the seal of other words than those typed.
    """
    values = (getattr(command, field.name) for field in fields(command))
    typed = {one.seal.digest: Words(one.salt, one.words) for one in values if isinstance(one, Private)}
    wanted = digests_in(decision)
    if not wanted <= typed.keys():
        raise UnsealedError(f"{type(command).__name__}: words are sealed as they were typed, or not at all")
    return {digest: typed[digest] for digest in sorted(wanted)}


def is_typed(fact: Fact) -> bool:
    """Whether the fact holds words that somebody typed, as facts did before there were seals."""
    return any(not seal.digest for seal in seals_in(fact))


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
