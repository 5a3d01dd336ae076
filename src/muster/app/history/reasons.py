"""The words of reasons beside the journal: sealed when they are typed, told to staff, erased with a person."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from shlex import quote

from django.db.models import Q

from muster.app.common.forgetting import names_in, names_one
from muster.app.common.names import naming
from muster.app.history.telling import teller_of
from muster.core.messages import Message, say
from muster.core.private import Private, Reasons, Words, fault_in
from muster.core.tournament.engine import UnreadableFactError, decode, digest_in, digests_in, is_typed
from muster.core.tournament.journal import Entry as Recorded
from muster.journal import store
from muster.journal.models import FactRow
from muster.people.models import Entry, Reason


def typed(text: str) -> Private:
    """Words as they come from a form: the only way from there into a command."""
    return Private(text, new_salt())


def new_salt() -> str:
    """64 random hexadecimal digits."""
    return secrets.token_hex(32)


@dataclass(frozen=True, slots=True)
class ReasonProof:
    """What staff can show to prove the words of a reason.

    Attributes:
        digest: what is on record.
        words: salt and text; empty once erased, None if they were never kept here.
    """

    digest: str
    words: Words | None

    @property
    def command(self) -> str:
        """What gives the digest, for a terminal; nothing without the words."""
        if not self.words or not self.words.text:
            return ""
        return f"printf '%s|%s' {self.words.salt} {quote(self.words.text)} | sha256sum"


def proofs(tournament: int, entries: Iterable[Recorded]) -> tuple[ReasonProof, ...]:
    """The proofs of all reasons in these facts, each once."""
    digests = digests_in(entry.fact for entry in entries)
    found = kept(tournament, digests) if digests else {}
    return tuple(ReasonProof(digest, found.get(digest)) for digest in sorted(digests))


def kept(tournament: int, digests: Collection[str] | None = None) -> Reasons:
    """The words and salts of reasons by digest: of all, or of these; what nobody kept is left out."""
    rows = Reason.objects.filter(tournament=tournament).order_by("digest")
    found = rows if digests is None else rows.filter(digest__in=digests)
    return {row.digest: Words(row.salt, row.text) for row in found}


def keep(tournament: int, reasons: Reasons) -> None:
    """Keep words: in the transaction in which the facts that name them are recorded."""
    Reason.objects.bulk_create(
        Reason(tournament_id=tournament, digest=digest, salt=salt, text=text)
        for digest, (salt, text) in reasons.items()
    )


def unfit(tournament: int, entries: Sequence[Recorded]) -> Iterator[Message]:
    """What is wrong with the words kept: those that are not what was recorded, or that belong to no fact."""
    there = digests_in(entry.fact for entry in entries)
    for digest, found in kept(tournament).items():
        if fault := fault_in(digest, found):
            yield say("the words of a reason are not those on record: {fault}", fault=fault)
        elif digest not in there:
            yield say("the words of a reason belong to no fact: {digest}", digest=digest[:8])


def holds_typed_words(entries: Iterable[Recorded]) -> bool:
    """Whether a journal holds reasons in plain words, as they were typed before there were digests."""
    return any(is_typed(entry.fact) for entry in entries)


def forget_reasons(entries: Collection[Entry], called: Iterable[str]) -> None:
    """Empty the words of reasons about these entries, and of others in their tournaments that name the person.

    Facts and digests stay; without the salt nobody can prove any more what the words were.

    Args:
        entries: the registrations of one person.
        called: what they were called until now: name and alias.
    """
    names = names_in(called)
    for entry in entries:
        rows = Reason.objects.filter(tournament=entry.tournament_id).exclude(text="")
        if not rows.exists():
            continue
        naming_them = [row.pk for row in rows if names_one(row.text, names)]
        rows.filter(Q(pk__in=naming_them) | Q(digest__in=_about(entry))).update(salt="", text="")


def _about(entry: Entry) -> frozenset[str]:
    """The digests of reasons in facts about this entry: its leaving, its disqualification, its corrected matches."""
    if entry.player is None:
        return frozenset()
    try:
        snapshot = store.load(entry.tournament_id)
    except store.DamagedJournalError:
        return frozenset(_about_singly(entry))
    teller = teller_of(snapshot, naming({}))
    return frozenset(
        digest
        for one in snapshot.entries
        if (digest := digest_in(one.fact)) and entry.player in teller.at(one.seq).touched(one.fact)
    )


def _about_singly(entry: Entry) -> Iterator[str]:
    """The same out of a damaged journal, as far as a fact by itself says whom it is about."""
    rows = FactRow.objects.filter(tournament=entry.tournament_id).values_list("kind", "version", "data")
    for kind, version, data in rows:
        try:
            fact = decode(kind, version, data)
        except UnreadableFactError:
            continue
        if getattr(fact, "player", None) == entry.player and (digest := digest_in(fact)):
            yield digest
