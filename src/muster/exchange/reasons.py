"""Reasons that a fact names only by their digest, and their words beside the journal.

A fact is for everybody and for ever; what was typed at a desk is for staff and can be erased. So in the place of the
words the fact holds a token, `sha256:` and the SHA-256 in hexadecimal of `salt|text`. The salt, 64 random hexadecimal
digits, keeps the words from being guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from muster.core.tournament.decisions.guards import LONGEST_REASON
from muster.core.tournament.decisions.leaving import QUALIFIED_LEFT
from muster.core.tournament.facts import (
    Fact,
    PlayerDisqualified,
    PlayerDropped,
    ResultCorrected,
    RoundVoided,
    TournamentFinished,
    TournamentReopened,
)

Reasoned = (
    PlayerDropped
    | PlayerDisqualified
    | RoundVoided
    | ResultCorrected
    | TournamentFinished
    | TournamentReopened
)
"""The facts that have a reason."""

PREFIX: Final = "sha256:"
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class Words(NamedTuple):
    """What a digest is made of; both are empty once the words are erased."""

    salt: str
    text: str


Reasons = Mapping[str, Words]
"""The words of reasons by digest, as a file has them in its header."""


def digest_of(salt: str, text: str) -> str:
    """The digest of a reason: 64 hexadecimal digits."""
    return sha256(f"{salt}|{text}".encode()).hexdigest()


def digest_in(fact: Fact) -> str:
    """The digest in the place of the fact's reason; empty if there is none."""
    if not isinstance(fact, Reasoned) or not fact.reason.startswith(PREFIX):
        return ""
    digest = fact.reason.removeprefix(PREFIX)
    return digest if _DIGEST.fullmatch(digest) else ""


def digests_in(facts: Iterable[Fact]) -> frozenset[str]:
    """All the digests of reasons in these facts."""
    return frozenset(digest for fact in facts if (digest := digest_in(fact)))


def is_typed(fact: Fact) -> bool:
    """Whether the fact holds a reason in plain words that somebody typed."""
    return isinstance(fact, Reasoned) and fact.reason not in ("", QUALIFIED_LEFT) and not digest_in(fact)


def fault_in(digest: str, words: object) -> str:
    """What is wrong with the words of a reason that somebody hands in; empty if they are those of the digest."""
    if not _DIGEST.fullmatch(digest):
        return f"{digest[:20]!r} is not a digest of 64 hexadecimal digits"
    if not isinstance(words, list | tuple) or [type(one) for one in words] != [str, str]:
        return f"{digest[:8]} must be a salt and a text"
    salt, text = words
    if salt == text == "":
        return ""
    if not _DIGEST.fullmatch(salt) or not 0 < len(text) <= LONGEST_REASON or not text.isprintable():
        return f"the words of {digest[:8]} are no reason with its salt"
    return "" if digest_of(salt, text) == digest else f"{digest[:8]} is not the digest of its salt and text"
