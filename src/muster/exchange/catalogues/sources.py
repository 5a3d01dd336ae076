"""Files of cards of unknown origin: which sources they are from, and the cards of all of them together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from muster.core.messages import Message, figure, listing, say
from muster.core.roster.catalogue import Card
from muster.core.roster.editions import merged
from muster.exchange.catalogues import (
    armada_bsdata,
    armada_isb,
    armada_rkbodenner,
    csv_form,
    legion_hq,
    legion_ldf,
    runewars_brianries,
    runewars_bsdata,
    unlimited_json,
    unlimited_yaml,
)
from muster.exchange.catalogues.entries import MOST_CARDS, CatalogueProblem, OpenedFile, Source, opened
from muster.rules.rosters import Game

SOURCES: Final[tuple[Source, ...]] = (
    legion_hq.SOURCE,
    legion_ldf.SOURCE,
    runewars_brianries.SOURCE,
    runewars_bsdata.SOURCE,
    armada_bsdata.SOURCE,
    armada_rkbodenner.SOURCE,
    armada_isb.SOURCE,
    unlimited_json.SOURCE,
    unlimited_yaml.SOURCE,
)
"""The public collections that are understood; a document is of the first one that knows it."""

_OWN: Final = "Muster's own form"


@dataclass(frozen=True, slots=True)
class Gathered:
    """The cards of some files.

    Attributes:
        game: whose cards.
        cards: all of them, each once.
        sources: the names of the sources, in the order of their files.
        passed_over: names of files that hold no cards of any known source.
    """

    game: Game
    cards: tuple[Card, ...]
    sources: tuple[str, ...]
    passed_over: tuple[str, ...] = ()


@dataclass(slots=True)
class _Group:
    """The documents of one source."""

    source: Source
    values: list[object]


def gathered(
    files: Iterable[tuple[str, bytes]], game: Game | None = None
) -> Gathered | tuple[CatalogueProblem, ...]:
    """The cards of files together: in each source's own form or Muster's, told from their content.

    Of a card that several sources have, the first one counts and the others fill in what it lacks.

    Args:
        files: names, only for messages, and contents.
        game: the only game whose cards are wanted; any one game if None.
    """
    found: list[tuple[Game, str, tuple[Card, ...]]] = []
    groups: dict[str, _Group] = {}
    order: list[str | int] = []
    problems: list[CatalogueProblem] = []
    passed: list[str] = []
    for name, content in files:
        document = opened(name, content)
        if isinstance(document, CatalogueProblem):
            problems.append(document)
        elif (source := source_of(document)) is not None:
            if source.id not in groups:
                groups[source.id] = _Group(source, [])
                order.append(source.id)
            groups[source.id].values.append(document.value)
        elif csv_form.looks_like(document.value):
            own = csv_form.read(str(document.value))
            if isinstance(own, csv_form.CardFile):
                order.append(len(found))
                found.append((own.game, _OWN, own.cards))
            else:
                problems += own
        else:
            passed.append(name)
    parts = [found[at] if isinstance(at, int) else _of_group(groups[at]) for at in order]
    return tuple(problems) or _together(parts, game, tuple(passed))


def source_of(document: OpenedFile) -> Source | None:
    """The source a document is from; None if no source knows it."""
    return next((source for source in SOURCES if source.knows(document.value)), None)


def _of_group(group: _Group) -> tuple[Game, str, tuple[Card, ...]]:
    return group.source.game, group.source.name, tuple(group.source.cards(tuple(group.values)))


def _together(
    parts: list[tuple[Game, str, tuple[Card, ...]]], game: Game | None, passed: tuple[str, ...]
) -> Gathered | tuple[CatalogueProblem, ...]:
    games = {each for each, _, _ in parts}
    cards = merged(cards for _, _, cards in parts)
    wanted = game or next(iter(games), None)
    if wanted is None or not cards:
        return (CatalogueProblem(0, _NOTHING),)
    if games != {wanted}:
        return (CatalogueProblem(0, _mixed(games, game)),)
    if len(cards) > MOST_CARDS:
        return (
            CatalogueProblem(0, say("more than {most} cards, which no game has", most=figure(MOST_CARDS))),
        )
    return Gathered(wanted, cards, tuple(dict.fromkeys(name for _, name, _ in parts)), passed)


def _mixed(games: Iterable[Game], only: Game | None) -> Message:
    cards = listing(sorted(games))
    if only is None:
        return say("these are cards of {games}: name files of one game only", games=cards)
    return say("these are cards of {games}: name files of one game only, {game}", games=cards, game=only)


_NOTHING: Final = say(
    "no cards of a known source; use Muster's own form, "
    "a CSV file whose first line begins `game,key,kind,name`"
)
