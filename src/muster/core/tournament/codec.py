"""How a fact is written and read: canonical JSON, by kind and version, never by a Python path."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from muster.core.tournament.facts import FACTS, Fact

_ADAPTERS: Final[dict[tuple[str, int], TypeAdapter[Any]]] = {
    (fact.kind, fact.version): TypeAdapter(fact) for fact in FACTS
}
_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class UnreadableFactError(ValueError):
    """A fact of a kind or version this release does not know, or whose data does not fit its kind."""


def encode(fact: Fact) -> str:
    """The fact as canonical JSON: keys sorted, no spaces, `{"data":{…},"kind":"…","v":…}`."""
    data = _ADAPTERS[fact.kind, fact.version].dump_python(fact, mode="json")
    return _CANONICAL.encode({"data": data, "kind": fact.kind, "v": fact.version})


def decode(kind: str, version: int, data: str) -> Fact:
    """The fact of this kind and version with these data, given as JSON.

    Raises:
        UnreadableFactError: the kind or version is unknown (perhaps written by a newer release), or the
            data do not fit; the message names the fields.
    """
    adapter = _ADAPTERS.get((kind, version))
    if adapter is None:
        known = [fact.version for fact in FACTS if fact.kind == kind]
        raise UnreadableFactError(
            f"version {version} of {kind!r} is newer than this release knows ({known[-1]}); use a newer one"
            if known and version > known[-1]
            else f"{kind!r} version {version} is no fact this Muster knows; it may come from a newer release"
        )
    try:
        fact: Fact = adapter.validate_json(data, strict=True)
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(str(step) for step in fault['loc']) or 'data'}: {fault['msg']}"
            for fault in error.errors()[:5]
        )
        raise UnreadableFactError(f"{kind}: {faults}") from None
    return fact


def chained(head: str, seq: int, text: str) -> str:
    """The head after one more fact: SHA-256 of `head|seq|canonical JSON of the fact`."""
    return sha256(f"{head}|{seq}|{text}".encode()).hexdigest()
