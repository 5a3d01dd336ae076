"""A text of unknown origin: which list builder wrote it, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.exchange.rosters import formats
from muster.exchange.rosters.bounds import bounded
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.formats import Format
from muster.exchange.rosters.reading import Reading, Unreadable
from muster.rules.rosters import Game

LIKELY: Final = 20
"""The least likeness at which a text is read as a format without anybody saying so."""

CLEARLY: Final = 30
"""By so much a text must look more like another game's format to be taken for it, not for a damaged list."""

SURE: Final = 75
"""From this likeness on a text of another game's format is that, not a list typed by hand for the game asked."""

DAMAGED: Final = 50
"""From this likeness on a builder's text that its reader refuses is a damaged one, not a list typed by hand."""

GAMES: Final[dict[Game, str]] = {
    "armada": "Armada",
    "legion": "Legion",
    "runewars": "Runewars",
    "unlimited": "Unlimited",
}

_ROSTERS: Final[dict[Game, str]] = {
    "armada": "an Armada fleet",
    "legion": "a Legion army",
    "runewars": "a Runewars army",
    "unlimited": "an Unlimited deck",
}


def read_roster(content: str | bytes, game: Game | None = None, format_id: str = "") -> Reading | Unreadable:
    """Read a roster; its format is told from its content, never from a file's name.

    Of formats that fit equally the first of the registry is taken. Whatever the reader made of it, the answer keeps
    the bounds of `reading`: names are cut, impossible figures left out with a remark.

    Args:
        content: what was pasted or uploaded, of any size and kind.
        game: the game it must be of; any if None. A list typed by hand need not say its game then.
        format_id: read it as this format, whatever it looks like; detect if empty.
    """
    text = cleaned(content)
    if isinstance(text, Unreadable):
        return text
    found = _as_chosen(text, game, format_id) if format_id else _detected(text, game)
    return bounded(found) if isinstance(found, Reading) else found


def _as_chosen(text: str, game: Game | None, format_id: str) -> Reading | Unreadable:
    chosen = formats.by_id().get(format_id)
    if chosen is None or chosen.read is None:
        return Unreadable(f"Muster reads no lists called “{format_id[:40]}”. It reads: {_names(None)}.")
    if game is not None and game not in chosen.games:
        holds = " or ".join(_ROSTERS[each] for each in chosen.games)
        return Unreadable(f"{chosen.name} holds {holds}; this tournament is {GAMES[game]}.")
    found = _of_game(_read(chosen, text, game), game)
    if isinstance(found, Reading) and found.roster.items:
        return found
    why = f" {found.says}" if isinstance(found, Unreadable) else " No line of it names a card."
    return Unreadable(f"This cannot be read as {chosen.name}.{why}{_instead(text, chosen)}", _line(found))


def _instead(text: str, chosen: Format) -> str:
    best = next((one for _, one in _ranked(text, None)), chosen)
    return f" It looks like {best.name}: choose that, or let Muster find out." if best is not chosen else ""


def _line(found: Reading | Unreadable) -> int:
    return found.line if isinstance(found, Unreadable) else 0


def _detected(text: str, game: Game | None) -> Reading | Unreadable:
    refused: Unreadable | None = None
    damaged = False
    for likeness, each in _ranked(text, game):
        found = _read(each, text, game)
        if isinstance(found, Reading) and not found.roster.items:
            continue
        answer = _of_game(found, game)
        if isinstance(answer, Reading) or (isinstance(found, Reading) and likeness >= SURE):
            return answer
        refused = refused or answer
        damaged = damaged or (isinstance(found, Unreadable) and likeness >= DAMAGED)
    return (None if damaged else _by_hand(text, game)) or refused or _unknown(game)


def _ranked(text: str, game: Game | None) -> Sequence[tuple[int, Format]]:
    """The formats a text can be with their likeness, the likeliest first, with an advantage for the game's own."""
    liked = [(one.likeness(text), one) for one in formats.FORMATS if one.read is not None]
    likely = [each for each in liked if each[0] >= LIKELY]
    return sorted(likely, key=lambda each: -each[0] - (CLEARLY if game in each[1].games else 0))


def _read(one: Format, text: str, game: Game | None) -> Reading | Unreadable:
    if one.by_hand is not None and game is not None:
        return one.by_hand(text, game)
    return (
        one.read(text)
        if one.read is not None
        else Unreadable(f"Muster writes {one.name} and does not read it.")
    )


def _of_game(found: Reading | Unreadable, game: Game | None) -> Reading | Unreadable:
    if isinstance(found, Unreadable) or game is None or found.roster.game == game:
        return found
    return Unreadable(f"This is {_ROSTERS[found.roster.game]}; this tournament is {GAMES[game]}.")


def _by_hand(text: str, game: Game | None) -> Reading | None:
    """A list that says nothing of its builder, read as typed by hand where that makes sense of most of it."""
    if game is None:
        return None
    for each in formats.FORMATS:
        if each.by_hand is None:
            continue
        found = each.by_hand(text, game)
        if isinstance(found, Reading) and _makes_sense(found):
            return found
    return None


def _makes_sense(found: Reading) -> bool:
    """Whether lines look like entries of a list, not like sentences: counted, priced, told apart or with a key."""
    items = found.roster.items
    telling = sum(
        1 for each in items if each.count > 1 or each.points is not None or each.key or each.subtitle
    )
    return bool(items) and 2 * telling >= len(items) and len(found.unread) <= len(items)


def _unknown(game: Game | None) -> Unreadable:
    return Unreadable(
        f"This looks like none of the lists Muster reads: {_names(game)}. Paste the text your builder exports, or "
        "use the form."
    )


def _names(game: Game | None) -> str:
    """The formats that are read, builders' before Muster's own, without what explains their names."""
    read = [one for one in formats.FORMATS if one.read is not None and (game is None or game in one.games)]
    ordered = sorted(read, key=lambda one: len(one.games))
    return ", ".join(one.name.partition(" (")[0] for one in ordered)
