"""Every format a roster can be read from or written in; and a text of unknown origin: which of them it is in.

A format stands in a module of its own, or with its kin, and declares itself there; here they are only named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from muster.core.messages import NOTHING, Listing, Message, listing, paragraph, say
from muster.exchange.rosters import (
    armada_lists,
    armada_sheet,
    fleet_builder_app,
    legion_hq_link,
    legion_hq_text,
    legion_json,
    melee_text,
    muster_json,
    muster_text,
    picklist,
    runewars_builder,
    runewars_report,
    swudb_json,
    tabletop_admiral,
)
from muster.exchange.rosters.cleaning import cleaned, is_json
from muster.exchange.rosters.reading import Format, Reading, Unreadable, bounded
from muster.rules.rosters import Game

FORMATS: Final[tuple[Format, ...]] = (
    muster_json.FORMAT,
    muster_text.FORMAT,
    swudb_json.FORMAT,
    melee_text.FORMAT,
    picklist.FORMAT,
    fleet_builder_app.FORMAT,
    *armada_lists.FORMATS,
    armada_sheet.FORMAT,
    legion_hq_text.FORMAT,
    legion_hq_link.FORMAT,
    legion_json.FORMAT,
    tabletop_admiral.FORMAT,
    runewars_builder.FORMAT,
    runewars_report.FORMAT,
)
"""Every format. Of formats a text looks like equally, the first is taken."""

LIKELY: Final = 20
"""The least likeness at which a text is read as a format without anybody saying so."""

CLEARLY: Final = 30
"""By so much a text must look more like another game's format to be taken for it, not for a damaged list."""

SURE: Final = 75
"""From this likeness on a text of another game's format is that, not a list typed by hand for the game asked."""

DAMAGED: Final = 50
"""From this likeness on a builder's text that its reader refuses is a damaged one, not a list typed by hand."""

GAMES: Final[Mapping[Game, str]] = {
    "armada": "Armada",
    "legion": "Legion",
    "runewars": "Runewars",
    "unlimited": "Unlimited",
}

_ROSTERS: Final[Mapping[Game, Message]] = {
    "armada": say("an Armada fleet"),
    "legion": say("a Legion army"),
    "runewars": say("a Runewars army"),
    "unlimited": say("an Unlimited deck"),
}


def by_id() -> Mapping[str, Format]:
    """The formats by id."""
    return {one.id: one for one in FORMATS}


_LINK: Final = re.compile(
    r"(?:https?://)?(?:www\.)?([a-z0-9][a-z0-9.-]{1,60}\.[a-z]{2,10})/\S{0,2000}", re.IGNORECASE
)
"""A text that is one link and nothing else."""

_LINK_WITHIN: Final = re.compile(
    r"https?://(?:www\.)?([a-z0-9][a-z0-9.-]{1,60}\.[a-z]{2,10})(?=[/\s]|$)", re.IGNORECASE
)
"""A link with words around it, alone of its kind in the text."""


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
    chosen = by_id().get(format_id)
    if chosen is None or chosen.read is None:
        return Unreadable(
            say(
                "Muster reads no lists called “{name}”. It reads: {names}.",
                name=format_id[:40],
                names=_names(None),
            )
        )
    if game is not None and game not in chosen.games:
        holds = listing((_ROSTERS[each] for each in chosen.games), "or")
        says = say(
            "{name} holds {rosters}; this tournament is {game}.",
            name=chosen.full_name,
            rosters=holds,
            game=GAMES[game],
        )
        return Unreadable(says)
    found = _of_game(_read(chosen, text, game), game)
    if isinstance(found, Reading) and found.roster.items:
        return found
    refused = found if isinstance(found, Unreadable) else Unreadable(say("No line of it names a card."))
    what = say("This cannot be read as {name}.", name=chosen.full_name)
    return Unreadable(paragraph(what, refused.says, _instead(text, chosen)), refused.line)


def _instead(text: str, chosen: Format) -> Message:
    best = next((one for _, one in _ranked(text, None)), chosen)
    if best is chosen:
        return NOTHING
    return say("It looks like {name}: choose that, or let Muster find out.", name=best.full_name)


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
    return (None if damaged else _by_hand(text, game)) or refused or _unknown(text, game)


def _ranked(text: str, game: Game | None) -> Sequence[tuple[int, Format]]:
    """The formats a text can be with their likeness, the likeliest first, with an advantage for the game's own."""
    json = is_json(text)
    liked = [(one.likeness(text), one) for one in FORMATS if one.read is not None and may_be(one, text, json)]
    likely = [each for each in liked if each[0] >= LIKELY]
    return sorted(likely, key=lambda each: -each[0] - (CLEARLY if game in each[1].games else 0))


def may_be(one: Format, text: str, json: bool) -> bool:
    """Whether a text may look like a format at all: told from what the format declares, without asking its reader."""
    if one.json is not None and one.json != json:
        return False
    if one.never is not None and one.never.search(text):
        return False
    return one.needs is None or one.needs.search(text) is not None


def _read(one: Format, text: str, game: Game | None) -> Reading | Unreadable:
    if one.by_hand is not None and game is not None:
        return one.by_hand(text, game)
    return (
        one.read(text)
        if one.read is not None
        else Unreadable(say("Muster writes {name} and does not read it.", name=one.full_name))
    )


def _of_game(found: Reading | Unreadable, game: Game | None) -> Reading | Unreadable:
    if isinstance(found, Unreadable) or game is None or found.roster.game == game:
        return found
    roster = _ROSTERS[found.roster.game]
    return Unreadable(say("This is {roster}; this tournament is {game}.", roster=roster, game=GAMES[game]))


def _by_hand(text: str, game: Game | None) -> Reading | None:
    """A list that says nothing of its builder, read as typed by hand where that makes sense of most of it."""
    if game is None:
        return None
    for each in FORMATS:
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


def _unknown(text: str, game: Game | None) -> Unreadable:
    within = list(islice(_LINK_WITHIN.finditer(text), 2))
    link = _LINK.fullmatch(text.strip()) or (within[0] if len(within) == 1 else None)
    if link:
        return Unreadable(
            say(
                "This is a link to {site}, and Muster opens no links: open it, export the list there as text or JSON, "
                "and paste that.",
                site=link[1],
            )
        )
    return Unreadable(
        say(
            "This looks like none of the lists Muster reads: {names}. Paste the text your builder exports, or use "
            "the form.",
            names=_names(game),
        )
    )


def _names(game: Game | None) -> Listing:
    """The formats that are read, builders' before Muster's own, without what explains their names."""
    read = [one for one in FORMATS if one.read is not None and (game is None or game in one.games)]
    return listing((one.name for one in sorted(read, key=lambda one: len(one.games))), "plain")
