"""The regulations sentence by sentence, in our own words, to be looked up: by moment, by whom they bind, by word."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, get_args

from muster.core.messages import Message, say
from muster.exchange.folding import folded
from muster.rules.ledger import Actor, Moment, Sentence, Sentences, ledgers

LONGEST: Final = 100
"""The most characters of what is looked for."""

WHEN: Final[Mapping[Moment, Message]] = {
    "before event": say("before the event"),
    "registration": say("at registration"),
    "check-in": say("at check-in"),
    "before round": say("before a round"),
    "set-up": say("setting up"),
    "during match": say("during a match"),
    "at time": say("when time is up"),
    "end of match": say("at the end of a match"),
    "end of round": say("at the end of a round"),
    "cut": say("in the cut"),
    "after event": say("after the event"),
    "always": say("always"),
}
"""What the moments are called."""

WHO: Final[Mapping[Actor, Message]] = {
    "anybody": say("everybody"),
    "player": say("players"),
    "judge": say("judges"),
    "marshal": say("the marshal"),
    "scorekeeper": say("the scorekeeper"),
    "organiser": say("the organiser"),
    "spectator": say("spectators"),
}
"""Whom sentences are about."""


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """One sentence as pages show it.

    Attributes:
        who: whom it is about.
        says: what it says, in our own words.
        clause: the clause on record that holds it; empty for none.
        section: the heading it stands under.
    """

    who: Message
    says: Message
    clause: str
    section: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """The sentences of one moment, in the order of the document."""

    title: Message
    rows: tuple[SentenceRow, ...]


def chapters(
    regulations: str, *, query: str = "", moments: Collection[str] = (), who: str = ""
) -> list[Chapter]:
    """The sentences that fit, by moment in the order of a day; none for regulations without a ledger.

    Args:
        regulations: the id.
        query: words that all must stand in the sentence, its clause, its section or whom it is about.
        moments: only of these moments; of all where there are none, and names that are no moment fit nothing.
        who: only what is about them, or about everybody; about anybody at all where it is empty or no such person.
    """
    ledger = ledgers().get(regulations)
    words = [folded(word) for word in query[:LONGEST].split()]
    about = (who, "anybody") if who in WHO else tuple(WHO)
    if ledger is None:
        return []
    fitting = [one for one in ledger.sentences if one.actor in about and _has(ledger, one, words)]
    found = (
        Chapter(WHEN[moment], tuple(_row(ledger, one) for one in fitting if one.moment == moment))
        for moment in get_args(Moment)
        if not moments or moment in moments
    )
    return [chapter for chapter in found if chapter.rows]


def sentences_at(regulations: str, *pages: str) -> tuple[SentenceRow, ...]:
    """The sentences that have one of these pages, such as `judge:rule`, as their place, in the document's order."""
    ledger = ledgers().get(regulations)
    wanted = {("page", page) for page in pages}
    if ledger is None:
        return ()
    return tuple(
        _row(ledger, one)
        for one in ledger.sentences
        if wanted & {(carrier.way, carrier.id) for carrier in one.carried}
    )


def _has(ledger: Sentences, one: Sentence, words: Collection[str]) -> bool:
    text = folded(f"{ledger.words_of(one)} {one.clause or ''} {one.section} {WHO[one.actor]}")
    return all(word in text for word in words)


def _row(ledger: Sentences, one: Sentence) -> SentenceRow:
    return SentenceRow(WHO[one.actor], ledger.words_of(one), one.clause or "", one.section)
